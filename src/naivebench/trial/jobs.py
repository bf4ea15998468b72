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
from typing import NamedTuple

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
START = "from naivebench.trial.jobs import fit_job; fit_job()"


class Work(NamedTuple):
    """The jobs of a trial by method, in a folder, and the fingerprints of their predictions."""

    folder: Path
    jobs: dict[str, Job]
    marks: dict[str, str]


def write_jobs(question: Question, folder: Path) -> Work:
    """Write the input of the jobs: the table, and the folds with the cut points that methods need.

    Fits have no time limit of their own, because `run_jobs` keeps the budget.
    """
    folder.mkdir(parents=True, exist_ok=True)
    discretizers = sorted({d for s in question.methods.values() if (d := s.get("discretize"))})
    cuts = {d: discretize.learn(question.table, question.folds, d, "training") for d in discretizers}
    with files.replace(folder / "table.npz") as temporary:
        table.save(question.table, temporary)
    with files.replace(folder / "discretized.npz") as temporary:
        discretize.save(question.folds, cuts, temporary)
    jobs = {}
    for method, catalogued in question.methods.items():
        stanza = {k: v for k, v in catalogued.items() if k in settings.PREDICTED and v is not None}
        code = settings.fitting_code(stanza)
        fitted = {"stanza": stanza, "code": code, "n_folds": None, "seconds": isolate.FOREVER}
        jobs[method] = Job(
            table=str(folder / "table.npz"),
            discretized=str(folder / "discretized.npz"),
            methods={method: fitted},
            cuts_see="training",
            permute=None,
            entropy=settings.seed_words(question.seed, PROTOCOL, question.name),
            memory_mb=MEMORY_MB,
            versions=provenance.package_versions(settings.LIBRARIES),
        )
    return Work(folder, jobs, {method: fingerprints(job)[method] for method, job in jobs.items()})


def run_jobs(work: Work, *, cores: int, seconds: float, show: Callable[[str], None]) -> dict[str, str]:
    """Run the methods in order until all are done or `seconds` are over; return the reasons why methods have
    no predictions. show: called with a line of progress. A KeyboardInterrupt also ends the processes;
    `read_finished` returns what they finished.
    """
    end = time.monotonic() + seconds
    finished = read_finished(work)
    waiting = [method for method in work.jobs if method not in finished]
    running: dict[str, subprocess.Popen[bytes]] = {}
    reasons: dict[str, str] = {}
    try:
        while waiting or running:
            left = end - time.monotonic()
            if left <= 0:
                return reasons | dict.fromkeys([*running, *waiting], f"did not finish {IN_TIME}")
            while waiting and len(running) < cores:
                method = waiting.pop(0)
                running[method] = start_job(work, method)
            for method in [m for m, process in running.items() if process.poll() is not None]:
                if running.pop(method).returncode:
                    reasons[method] = f"failed, and {work.folder / method}.log says why"
            done = len(work.jobs) - len(waiting) - len(running)
            show(f"{done} of {len(work.jobs)} methods, at most {left:.0f} s left: {', '.join(running)}")
            time.sleep(TICK)
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait()
    return reasons


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


def start_job(work: Work, method: str) -> subprocess.Popen[bytes]:
    """Start the process of one method, with the package of this process, wherever Python found it."""
    job = json.dumps([work.jobs[method]._asdict(), str(work.folder / f"{method}.npz")])
    paths = [str(provenance.SOURCE.parent), os.environ.get("PYTHONPATH")]
    environment = os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    with open(work.folder / f"{method}.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=log, stderr=log, env=environment
        )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(job.encode())
    return process


def fit_job() -> None:
    """Fit the job that standard input describes."""
    job, out = json.load(sys.stdin)
    fit(Job(**job), out)
