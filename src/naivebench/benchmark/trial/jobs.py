"""Run the methods of a trial: a process for each, side by side, until the budget is used up.

Every process is an evaluate job of the benchmark on all folds. What it finishes is kept in the folder of the
trial, so a trial that was interrupted continues, and one that is repeated computes nothing again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from naivebench.benchmark import predictions, provenance
from naivebench.benchmark.jobs import discretize
from naivebench.benchmark.jobs.evaluate import Job, code_of, evaluate, fingerprint
from naivebench.benchmark.predictions import Predictions
from naivebench.benchmark.trial.question import PROTOCOL, Question
from naivebench.core import files, table
from naivebench.evaluation import folds as splits
from naivebench.models import isolate

TICK = 0.05  # seconds between two looks at the processes
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
MEMORY_MB = 8192.0  # of one fit


class Progress(NamedTuple):
    """How far a trial is."""

    done: int
    methods: int
    running: tuple[str, ...]
    left: float  # seconds, at most


class Outcome(NamedTuple):
    """What became of the methods: their predictions, and why others have none."""

    predictions: dict[str, Predictions]
    lost: dict[str, str]  # method -> reason


class Work(NamedTuple):
    """The jobs of a trial, by method, and the fingerprints of what they make."""

    folder: Path
    jobs: dict[str, Job]
    marks: dict[str, str]


def write(question: Question, folder: Path) -> Work:
    """Write what jobs read: the table, the folds, cut points, and the settings of each method."""
    for part in ("cuts", "jobs", "predictions", "logs"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    with files.replace(folder / "table.npz") as temporary:
        table.save(question.table, temporary)
    with files.replace(folder / "folds.npz") as temporary:
        splits.save(question.folds, temporary)
    _write_cuts(question, folder)
    jobs = {method: _job(question, folder, method) for method in question.methods}
    for method, job in jobs.items():
        with files.replace(folder / "jobs" / f"{method}.json") as temporary:
            temporary.write_text(json.dumps(job._asdict()))
    return Work(folder, jobs, {method: fingerprint(job, method) for method, job in jobs.items()})


def _write_cuts(question: Question, folder: Path) -> None:
    """Cut points of every discretizer that a method wants, unless they are there."""
    mark = f"{files.sha256(folder / 'table.npz')} {files.sha256(folder / 'folds.npz')}"
    for discretizer in sorted({d for s in question.methods.values() if (d := s.get("discretize"))}):
        path = folder / "cuts" / f"{discretizer}.json"
        if not path.is_file() or json.loads(path.read_text()).get("of") != mark:
            learned = discretize.learn(question.table, question.folds, discretizer, "training")
            with files.replace(path) as temporary:
                temporary.write_text(json.dumps(learned | {"of": mark}))


def _job(question: Question, folder: Path, method: str) -> Job:
    """The evaluate job of a method. Its fits have no limit of their own: `run` watches the budget."""
    stanza = question.methods[method]
    discretizer = stanza.get("discretize")
    return Job(
        table=str(folder / "table.npz"),
        folds=str(folder / "folds.npz"),
        protocol=PROTOCOL,
        dataset=question.name,
        methods={method: {**stanza}},
        part=None,
        cuts={discretizer: str(folder / "cuts" / f"{discretizer}.json")} if discretizer else {},
        cuts_see="training",
        permute=None,
        seed=question.seed,
        timeout_seconds=isolate.FOREVER,
        memory_mb=MEMORY_MB,
        code={method: code_of({**stanza})},
    )


def run(
    work: Work, *, cores: int, seconds: float, budget: float, show: Callable[[Progress], None]
) -> Outcome:
    """Run the methods in order until all are done or the seconds are over; `budget`: what the user gave for
    everything, for the reasons of those that are lost.

    A KeyboardInterrupt ends the processes too; `stored` gives what they finished.
    """
    end = time.monotonic() + seconds
    waiting = [method for method in work.jobs if not _finished(work, method)]
    running: dict[str, subprocess.Popen[bytes]] = {}
    lost: dict[str, str] = {}
    try:
        while waiting or running:
            left = end - time.monotonic()
            if left <= 0:
                lost |= {m: f"not finished within the budget of {budget:g} s" for m in running}
                lost |= {m: f"not started within the budget of {budget:g} s" for m in waiting}
                break
            while waiting and len(running) < cores:
                method = waiting.pop(0)
                running[method] = _start(work.folder, method)
            for method in [m for m, process in running.items() if process.poll() is not None]:
                if running.pop(method).returncode:
                    lost[method] = _last_line(work.folder, method)
            done = len(work.jobs) - len(waiting) - len(running)
            show(Progress(done, len(work.jobs), tuple(running), left))
            time.sleep(TICK)
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait()
    return Outcome(stored(work), lost)


def stored(work: Work) -> dict[str, Predictions]:
    """The predictions of the methods that are finished."""
    return {method: _load(work.folder, method) for method in work.jobs if _finished(work, method)}


def _start(folder: Path, method: str) -> subprocess.Popen[bytes]:
    # the same package as here, wherever Python found it
    paths = [str(provenance.SOURCE.parent), os.environ.get("PYTHONPATH")]
    with open(folder / "logs" / f"{method}.log", "wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", __name__, str(folder), method],
            stdout=log,
            stderr=log,
            env=os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )


def _last_line(folder: Path, method: str) -> str:
    lines = (folder / "logs" / f"{method}.log").read_text(encoding="utf-8", errors="replace").split("\n")
    return next(
        (line.strip() for line in reversed(lines) if line.strip()), "its process ended without a word"
    )


def _load(folder: Path, method: str) -> Predictions:
    stem = folder / "predictions" / method
    return predictions.load(f"{stem}.npz", f"{stem}.json")


def _finished(work: Work, method: str) -> bool:
    """Whether the predictions of a method are there and belong to this question."""
    try:
        return _load(work.folder, method).methods[method].fingerprint == work.marks[method]
    except files.UNREADABLE:
        return False


def main(folder: str, method: str) -> None:
    """The process of one method."""
    settings = json.loads((Path(folder) / "jobs" / f"{method}.json").read_text())
    stem = Path(folder) / "predictions" / method
    evaluate(Job(**settings), f"{stem}.npz", f"{stem}.json")


if __name__ == "__main__":
    main(*sys.argv[1:])
