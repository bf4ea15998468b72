"""Run the methods of a trial, each in its own process and several in parallel, until the time is used up.

Every process is a fit job of the benchmark for one method. Its predictions are stored in the folder of
the trial, so a trial that was interrupted continues, and a trial that is repeated computes nothing twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from naivebench.benchmark import discretize, predictions, provenance, settings
from naivebench.benchmark.fit import Job, fit_job, hash_methods
from naivebench.benchmark.predictions import Predictions
from naivebench.core import files, table
from naivebench.core.checks import InputError
from naivebench.models import isolate
from naivebench.trial.question import PROTOCOL, Question

TICK = 0.05  # seconds between two checks of the processes
GRACE = 5.0  # seconds that stopped processes have to end
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
IN_TIME = "in time"  # end of the reason why a method has no scores if the budget was too small
MEMORY_MB = 8192.0  # memory limit of one fit
START = "from naivebench.trial.jobs import fit_job_from_stdin; fit_job_from_stdin()"


class MethodJob(NamedTuple):
    """The job of one method, the file for its predictions, and the fingerprint of these predictions."""

    job: Job
    out: Path
    mark: str


def write_jobs(question: Question, folder: Path) -> dict[str, MethodJob]:
    """Write the input of the jobs: the table, and the folds with the cut points that methods need.

    Fits have no time limit of their own, because `run_jobs` keeps the budget.
    """
    folder.mkdir(parents=True, exist_ok=True)
    discretizers = sorted({d for s in question.methods.values() if (d := s.get("discretize"))})
    cuts = {d: discretize.learn_cuts(question.table, question.folds, d, "training") for d in discretizers}
    with files.replace_file(folder / "table.npz") as temporary:
        table.save(question.table, temporary)
    with files.replace_file(folder / "discretized.npz") as temporary:
        discretize.save(question.folds, cuts, temporary)
    works = {}
    for method, catalogued in question.methods.items():
        stanza = {k: v for k, v in catalogued.items() if k in settings.PREDICTED and v is not None}
        code = settings.hash_fitting_code(stanza)
        job = Job(
            table=str(folder / "table.npz"),
            discretized=str(folder / "discretized.npz"),
            methods={method: {"stanza": stanza, "code": code, "n_folds": None, "seconds": isolate.FOREVER}},
            cuts_see="training",
            permute=None,
            entropy=settings.make_seed_words(question.seed, PROTOCOL, question.name),
            memory_mb=MEMORY_MB,
            versions=provenance.find_versions(settings.LIBRARIES),
        )
        works[method] = MethodJob(job, folder / f"{method}.npz", hash_methods(job)[method])
    return works


def run_jobs(works: Mapping[str, MethodJob], *, cores: int, seconds: float) -> dict[str, str]:
    """Run the methods in order until all are done or `seconds` are over; return the reasons why methods have
    no predictions. A KeyboardInterrupt ends the processes; `read_predictions` returns what they finished.
    """
    end = time.monotonic() + seconds
    finished = read_predictions(works)
    waiting = [method for method in works if method not in finished]
    running: dict[str, subprocess.Popen[bytes]] = {}
    reasons: dict[str, str] = {}
    try:
        while (waiting or running) and (left := end - time.monotonic()) > 0:
            while waiting and len(running) < cores:
                method = waiting.pop(0)
                running[method] = start_job(works[method])
            for method in [m for m, process in running.items() if process.poll() is not None]:
                if running.pop(method).returncode:
                    reasons[method] = f"failed, and {works[method].out.with_suffix('.log')} says why"
            done = len(works) - len(waiting) - len(running)
            names = ", ".join(running)
            show_progress(f"{done} of {len(works)} methods, at most {left:.0f} s left: {names}")
            time.sleep(TICK)
        return reasons | dict.fromkeys([*running, *waiting], f"did not finish {IN_TIME}")
    finally:
        show_progress("")
        for process in running.values():
            process.terminate()
        for process in running.values():
            # Ctrl-C during `poll` may leave the lock of Popen taken; a wait without end would then not return
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=GRACE)


def read_predictions(works: Mapping[str, MethodJob]) -> dict[str, Predictions]:
    """Return the predictions of the methods that have finished for this question."""
    finished = {}
    for method, work in works.items():
        try:
            stored = predictions.load(work.out)
            # an earlier trial in this folder may have asked another question
            if stored.methods[method].fingerprint == work.mark:
                finished[method] = stored
        except (KeyError, InputError):
            continue
    return finished


def start_job(work: MethodJob) -> subprocess.Popen[bytes]:
    """Start the process of one method, with the package of this process, wherever Python found it."""
    paths = [str(provenance.SOURCE.parent), os.environ.get("PYTHONPATH")]
    environment = os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    with open(work.out.with_suffix(".log"), "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=log, stderr=log, env=environment
        )
    assert process.stdin is not None
    with process.stdin as pipe:  # a job may be longer than arguments of a process may be
        pipe.write(json.dumps([work.job._asdict(), str(work.out)]).encode())
    return process


def fit_job_from_stdin() -> None:
    """Fit the job that standard input describes."""
    job, out = json.load(sys.stdin)
    fit_job(Job(**job), out)


def show_progress(text: str) -> None:
    """Show a line of progress in place of the last one, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)
