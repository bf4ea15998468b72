"""The worker of a run: its forks behave like the processes that they replace."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest

from naivebench.benchmark.jobs import worker

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux has workers")
JOB = """
import atexit, os, sys, time
from pathlib import Path
print(sys.argv[2:], os.getcwd(), os.environ["TMPDIR"], __name__)
print("error", file=sys.stderr)
atexit.register(print, "end")
Path(sys.argv[1]).write_text(f"{os.getpid()} {os.getppid()}")
exec(sys.argv[2])
"""


class Run:
    """Jobs that are started by the command `python`, as Snakemake starts them, next to a worker."""

    def __init__(self, folder):
        self.folder, self.workers = folder, worker.start(folder)
        self.worker = self.workers[worker.LARGE]
        self.environment = os.environ | dict.fromkeys(worker.THREADS, "1")

    def start(self, code, script="job.py", **variables):
        for old in self.folder.glob("started*"):
            old.unlink()
        return subprocess.Popen(
            ["python", script, "started", code],
            cwd=self.folder, env=self.environment | {"TMPDIR": "there"} | variables, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def ids(self):
        """The ids of the process that runs the job and of its parent, once it runs."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(FileNotFoundError, ValueError):
                pid, parent = map(int, (self.folder / "started").read_text().split())
                return pid, parent
            time.sleep(0.01)
        raise AssertionError("the job has not started")

    def is_fork(self):
        return self.ids()[1] == self.worker.pid


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("a b")
    for name in ("job.py", "score.py"):
        (folder / name).write_text(JOB)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.environ["PATH"])
        started = Run(folder)
        yield started
    for process in started.workers.values():
        process.terminate()
        process.wait()


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("pass", 0, ""),
        ("sys.exit(7)", 7, ""),
        ("sys.exit('a sentence')", 1, "a sentence\n"),
        ("os._exit(3)", 3, ""),
        ("os.kill(os.getpid(), 9)", -9, ""),
        ("os.kill(os.getpid(), 15)", -15, ""),
    ],
)
def test_a_fork_ends_like_a_process(run, code, status, said):
    out, error = (job := run.start(code)).communicate(timeout=60)
    assert (job.returncode, error) == (status, "error\n" + said)
    if "os." not in code:  # otherwise nothing is flushed
        assert out == f"{[code]} {run.folder} there __main__\nend\n"
    assert run.is_fork()


def test_an_exception_is_on_standard_error(run):
    job = run.start("raise ValueError('what')")
    assert job.communicate(timeout=60)[1].endswith("ValueError: what\n")
    assert job.returncode == 1
    assert run.is_fork()


def test_a_killed_job_only_loses_itself(run):
    job = run.start("time.sleep(600)")
    pid, _ = run.ids()
    job.kill()
    job.communicate()
    psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=60)
    assert not psutil.pid_exists(pid)
    after = run.start("pass")
    after.communicate(timeout=60)
    assert after.returncode == 0
    assert run.is_fork()


def test_jobs_that_need_few_libraries_are_forks_of_the_small_worker(run):
    code = "print(*sys.modules, file=sys.stderr)"
    _, modules = run.start(code, "score.py").communicate(timeout=60)
    assert run.ids()[1] == run.workers[worker.SMALL].pid
    assert "numba" not in modules.split()


@pytest.mark.parametrize("variables", [{"OMP_NUM_THREADS": "4"}, {"NAIVEBENCH_MIRROR": "elsewhere"}])
def test_other_settings_get_their_own_process(run, variables):
    job = run.start("print(os.environ['OMP_NUM_THREADS'])", **variables)
    out, _ = job.communicate(timeout=60)
    assert job.returncode == 0
    assert not run.is_fork()
    assert variables.get("OMP_NUM_THREADS", "1") in out


def test_a_changed_or_deleted_source_is_noticed(tmp_path):
    path = tmp_path / "module.py"
    path.write_text("")
    times = {str(path): path.stat().st_mtime_ns}
    assert not worker._changed(times)
    os.utime(path, ns=(1, 1))
    assert worker._changed(times)
    path.unlink()
    assert worker._changed(times)
    assert worker.__file__ in worker._times()
    assert os.__file__ not in worker._times()


def test_sources_are_noted_when_they_are_imported():
    times = {}
    list(worker._noted(iter([None]), times))
    assert times[worker.__file__] == os.stat(worker.__file__).st_mtime_ns
    times[worker.__file__] = 1
    list(worker._noted(iter([None]), times))
    assert times[worker.__file__] == 1


def test_the_last_worker_that_ends_removes_the_folder(tmp_path, monkeypatch):
    for name in ("_die_with", "_serve"):
        monkeypatch.setattr(worker, name, lambda *_, **__: None)
    monkeypatch.setattr(worker.signal, "signal", lambda *_: None)
    monkeypatch.setattr(worker.socket, "socket", lambda **_: contextlib.nullcontext())
    (folder := tmp_path / "workers").mkdir()
    for name in worker.SCRIPTS:
        (folder / name).touch()
    worker.main(str(folder), worker.LARGE, "", "1")
    assert os.listdir(folder) == [worker.SMALL]
    worker.main(str(folder), worker.SMALL, "", "1")
    assert not folder.exists()


def test_with_a_changed_source_the_worker_refuses_jobs(tmp_path, monkeypatch):
    monkeypatch.setattr(worker, "_request", lambda *_: worker.Request([], "", worker.STARTED_WITH, []))
    monkeypatch.setattr(worker, "_fork", lambda *_: "forked")
    (path := tmp_path / "module.py").write_text("")
    for loaded, job, said in ((path.stat().st_mtime_ns, "forked", b""), (1, None, worker.REFUSED)):
        here, there = socket.socketpair()
        with here, there, socket.socket() as listening:
            here.setblocking(False)
            assert worker._answer(there, listening, {}, {str(path): loaded}) == job
            there.close()
            assert here.recv(64) == said


def test_without_the_worker_a_job_runs_by_itself(run):
    """This is the last test because it kills the worker.

    A running job starts again, and a later job also runs.
    """
    job = run.start(f"time.sleep(600) if os.getppid() == {run.worker.pid} else print('again')")
    assert run.is_fork()
    os.kill(run.worker.pid, signal.SIGKILL)
    out, _ = job.communicate(timeout=60)
    assert job.returncode == 0
    assert "again\n" in out
    later = run.start("pass")
    later.communicate(timeout=60)
    assert later.returncode == 0
    assert not run.is_fork()


def test_the_worker_imports_scikit_learn_only_for_methods_that_use_it():
    def imported(*methods):
        code = (
            "import sys; from pathlib import Path; from naivebench.benchmark.jobs import worker;"
            f"list(worker._imports(worker.LARGE, Path('nowhere'), {methods})); print(*sys.modules)"
        )
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()

    few = imported("naivebench.methods.naive_bayes.nb")
    assert "naivebench.methods.naive_bayes.nb" in few
    assert "sklearn" not in few
    assert "sklearn.svm" in imported("naivebench.methods.baselines.linear_svm")
