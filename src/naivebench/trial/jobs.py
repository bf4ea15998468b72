"""Run the methods of a trial, each in its own process and several in parallel, until the time budget is used
up.

Every process is a fit job of the benchmark for one method. Its predictions are stored in the folder of
the trial, so a trial that was interrupted continues, and a trial that is repeated computes nothing twice.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.benchmark import discretize, discretized, plan, predictions, provenance, settings
from naivebench.benchmark.fit import Job, fingerprints, fit
from naivebench.benchmark.predictions import Predictions
from naivebench.core import files, table
from naivebench.evaluation import folds as splits
from naivebench.models import isolate
from naivebench.trial.question import PROTOCOL, Question

TICK = 0.05  # seconds between two checks of the processes
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
MEMORY_MB = 8192.0  # memory limit of one fit


class Progress(NamedTuple):
    """Progress of a trial: methods done, their total, those running, and the time left."""

    done: int
    methods: int
    running: tuple[str, ...]
    left: float  # seconds left at most


class Outcome(NamedTuple):
    """Outcome of a run: the predictions of methods, and the reasons why other methods have none."""

    predictions: dict[str, Predictions]
    lost: dict[str, str]  # method -> reason


class Work(NamedTuple):
    """The jobs of a trial, by method, and the fingerprints of their predictions."""

    folder: Path
    jobs: dict[str, Job]
    marks: dict[str, str]


def write(question: Question, folder: Path) -> Work:
    """Write the input of the jobs: the table, the folds with cut points, and the settings of each method."""
    for part in ("jobs", "predictions", "logs"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    with files.replace(folder / "table.npz") as temporary:
        table.save(question.table, temporary)
    with files.replace(folder / "folds.npz") as temporary:
        splits.save(question.folds, temporary)
    _write_discretized(question, folder)
    jobs = {method: _job(question, folder, method) for method in question.methods}
    for method, job in jobs.items():
        with files.replace(folder / "jobs" / f"{method}.json") as temporary:
            temporary.write_text(json.dumps(job._asdict()))
    return Work(folder, jobs, {method: fingerprints(job)[method] for method, job in jobs.items()})


def _write_discretized(question: Question, folder: Path) -> None:
    """Write the folds with the cut points that methods need, unless the file exists for this table, these
    folds and these discretizers.
    """
    needed = sorted({d for s in question.methods.values() if (d := s.get("discretize"))})
    of = " ".join([files.sha256(folder / "table.npz"), files.sha256(folder / "folds.npz"), *needed])
    mark, path = folder / "discretized.txt", folder / "discretized.npz"
    if path.is_file() and mark.is_file() and mark.read_text() == of:
        return
    cuts = {d: discretize.learn(question.table, question.folds, d, "training") for d in needed}
    with files.replace(path) as temporary:
        discretized.save(question.folds, cuts, temporary)
    mark.write_text(of)


def _job(question: Question, folder: Path, method: str) -> Job:
    """The fit job of a method.

    Its fits have no time limit: `run` keeps the budget.
    """
    given: dict[str, Any] = {**question.methods[method]}
    stanza = {k: given[k] for k in settings.PREDICTED if given.get(k) is not None}
    return Job(
        table=str(folder / "table.npz"),
        discretized=str(folder / "discretized.npz"),
        methods={
            method: {
                "stanza": stanza,
                "code": settings.fitting_code(stanza),
                "n_folds": None,
                "seconds": isolate.FOREVER,
            }
        },
        cuts_see="training",
        permute=None,
        entropy=list(plan.entropy(question.seed, PROTOCOL, question.name)),
        memory_mb=MEMORY_MB,
        versions=provenance.package_versions(settings.LIBRARIES),
    )


def run(
    work: Work, *, cores: int, seconds: float, budget: float, show: Callable[[Progress], None]
) -> Outcome:
    """Run the methods in order until all are done or `seconds` are over.

    `budget`: the user's budget for the whole trial, in seconds, which the reasons of unfinished methods
    mention. A KeyboardInterrupt also ends the processes; `stored` returns what they finished.
    """
    end = time.monotonic() + seconds
    waiting = [method for method in work.jobs if not _finished(work, method)]
    running: dict[str, subprocess.Popen[bytes]] = {}
    lost: dict[str, str] = {}
    try:
        while waiting or running:
            left = end - time.monotonic()
            if left <= 0:
                lost |= {m: f"did not finish within the budget of {budget:g} s" for m in running}
                lost |= {m: f"did not start within the budget of {budget:g} s" for m in waiting}
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
    """The predictions of the finished methods."""
    return {method: _load(work.folder, method) for method in work.jobs if _finished(work, method)}


def _start(folder: Path, method: str) -> subprocess.Popen[bytes]:
    # use the package of this process, wherever Python found it
    paths = [str(provenance.SOURCE.parent), os.environ.get("PYTHONPATH")]
    with open(folder / "logs" / f"{method}.log", "wb") as log:
        return subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import main; main({str(folder)!r}, {method!r})"],
            stdout=log,
            stderr=log,
            env=os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )


def _last_line(folder: Path, method: str) -> str:
    lines = (folder / "logs" / f"{method}.log").read_text(encoding="utf-8", errors="replace").split("\n")
    return next(
        (line.strip() for line in reversed(lines) if line.strip()), "its process ended without a message"
    )


def _load(folder: Path, method: str) -> Predictions:
    return predictions.load(folder / "predictions" / f"{method}.npz")


def _finished(work: Work, method: str) -> bool:
    """Whether the predictions of a method exist and belong to this question."""
    try:
        return _load(work.folder, method).methods[method].fingerprint == work.marks[method]
    except files.UNREADABLE:
        return False


def main(folder: str, method: str) -> None:
    """Run the process of one method."""
    job = json.loads((Path(folder) / "jobs" / f"{method}.json").read_text())
    fit(Job(**job), str(Path(folder) / "predictions" / f"{method}.npz"))
