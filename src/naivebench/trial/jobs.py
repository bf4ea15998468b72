"""Run the methods of a trial, each in its own process and several in parallel, until the time is used up.

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

from naivebench.benchmark import discretize, predictions, provenance, settings
from naivebench.benchmark.fit import Job, fingerprints, fit
from naivebench.benchmark.predictions import Predictions
from naivebench.core import files, table
from naivebench.core.checks import InputError
from naivebench.models import isolate
from naivebench.trial.question import PROTOCOL, Question

TICK = 0.05  # seconds between two looks at the processes
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
IN_TIME = "in time"  # end of the reason why a method of a trial with too small a budget has no scores
MEMORY_MB = 8192.0  # memory limit of one fit
Show = Callable[[str], None]  # shows a line of progress


class Work(NamedTuple):
    """The jobs of a trial by method, in a folder, and the fingerprints of their predictions."""

    folder: Path
    jobs: dict[str, Job]
    marks: dict[str, str]


def write_jobs(question: Question, folder: Path) -> Work:
    """Write the input of the jobs: the table, and the folds with the cut points that methods need."""
    folder.mkdir(parents=True, exist_ok=True)
    discretizers = sorted({d for s in question.methods.values() if (d := s.get("discretize"))})
    cuts = {d: discretize.learn(question.table, question.folds, d, "training") for d in discretizers}
    with files.replace(folder / "table.npz") as temporary:
        table.save(question.table, temporary)
    with files.replace(folder / "discretized.npz") as temporary:
        discretize.save(question.folds, cuts, temporary)
    jobs = {method: _make_job(question, folder, method) for method in question.methods}
    return Work(folder, jobs, {method: fingerprints(job)[method] for method, job in jobs.items()})


def _make_job(question: Question, folder: Path, method: str) -> Job:
    """The fit job of one method. Its fits have no time limit: `run_jobs` keeps the budget."""
    given: dict[str, Any] = {**question.methods[method]}
    stanza = {k: given[k] for k in settings.PREDICTED if given.get(k) is not None}
    code = settings.fitting_code(stanza)
    fitted = {"stanza": stanza, "code": code, "n_folds": None, "seconds": isolate.FOREVER}
    return Job(
        table=str(folder / "table.npz"),
        discretized=str(folder / "discretized.npz"),
        methods={method: fitted},
        cuts_see="training",
        permute=None,
        entropy=settings.seed_words(question.seed, PROTOCOL, question.name),
        memory_mb=MEMORY_MB,
        versions=provenance.package_versions(settings.LIBRARIES),
    )


def run_jobs(work: Work, *, cores: int, seconds: float, show: Show) -> dict[str, str]:
    """Run the methods in order until all are done or `seconds` are over; return the reasons why methods have
    no predictions. A KeyboardInterrupt also ends the processes; `read_finished` returns what they finished.
    """
    end = time.monotonic() + seconds
    waiting = [method for method in work.jobs if method not in read_finished(work)]
    running: dict[str, subprocess.Popen[bytes]] = {}
    lost: dict[str, str] = {}
    try:
        while waiting or running:
            left = end - time.monotonic()
            if left <= 0:
                lost |= dict.fromkeys([*running, *waiting], f"did not finish {IN_TIME}")
                break
            while waiting and len(running) < cores:
                method = waiting.pop(0)
                running[method] = _start(work, method)
            for method in [m for m, process in running.items() if process.poll() is not None]:
                if running.pop(method).returncode:
                    lost[method] = _read_last_line(work.folder / f"{method}.log")
            done = len(work.jobs) - len(waiting) - len(running)
            show(f"{done} of {len(work.jobs)} methods, at most {left:.0f} s left: {', '.join(running)}")
            time.sleep(TICK)
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait()
    return lost


def read_finished(work: Work) -> dict[str, Predictions]:
    """The predictions of the methods that have finished for this question."""
    finished = {}
    for method, mark in work.marks.items():
        try:
            stored = predictions.load(work.folder / f"{method}.npz")
            if stored.methods[method].fingerprint == mark:
                finished[method] = stored
        except (KeyError, InputError):
            continue
    return finished


def _start(work: Work, method: str) -> subprocess.Popen[bytes]:
    """Start the process of one method, with the package of this process, wherever Python found it."""
    job = json.dumps([work.jobs[method]._asdict(), str(work.folder / f"{method}.npz")])
    paths = [str(provenance.SOURCE.parent), os.environ.get("PYTHONPATH")]
    with open(work.folder / f"{method}.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import fit_job; fit_job()"],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            env=os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(job.encode())
    return process


def fit_job() -> None:
    """Fit the job that standard input describes."""
    job, out = json.load(sys.stdin)
    fit(Job(**job), out)


def _read_last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "its process ended silently")
