"""The workers of a run: processes that import the modules that jobs need, and fork for every job.

Starting Python and importing NumPy, SciPy and scikit-learn takes longer than most jobs. Therefore the main
process of a local run starts two workers, and puts a command `python` on the PATH of its jobs that asks one
of them for a fork (`worker_client`). A job is still a separate process with its own log, limits and record of
usage, and killing it affects no other job.

The time of a fork grows with the memory and libraries of the worker. The large worker imports everything that
fits need, and loads the loops that a job has compiled for later jobs. The small worker forks for jobs that
need little beyond NumPy, in about a quarter of the time.

A worker refuses a job whose environment variables differ from its own. Once a source file that it has
loaded changes, it refuses all jobs. Refused jobs start Python themselves, as do jobs on clusters, in
containers or conda environments and on systems other than Linux, and jobs whose worker has ended.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import itertools
import marshal
import os
import runpy
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from naivebench.benchmark.jobs.worker_client import LARGE, REFUSED, SMALL, SMALL_SCRIPTS
from naivebench.models.isolate import PR_SET_PDEATHSIG

FEWEST = 40  # number of jobs from which on the imports, 4 CPU seconds, pay off
PACKAGE = Path(__file__).parents[2]
SCRIPTS = {SMALL: SMALL_SCRIPTS, LARGE: ("evaluate", "hit_curves")}
OF_SMALL = ("numpy.random", "numpy.ma", "encodings.cp437")  # the last: names in archives
LIBRARIES = ("scipy.special", "pandas", "scipy.optimize", "scipy.sparse", "scipy.stats")
OF_BASELINES = [f"sklearn.{part}" for part in ("svm", "linear_model", "ensemble", "neighbors", "calibration")]
# Snakemake sets these variables to the cores of a job, and libraries read them when they are imported
THREADS = [f"{name}_NUM_THREADS" for name in ("OMP", "GOTO", "OPENBLAS", "MKL", "NUMEXPR")]
THREADS += ["VECLIB_MAXIMUM_THREADS"]
# these variables may differ in a job, because no module loaded here reads them
OF_A_JOB = {"PATH", "PWD", "OLDPWD", "SHLVL", "_", "TMPDIR", "TMP", "TEMPDIR", "TEMP"}
STARTED_WITH = dict(os.environ)  # imports add variables
PATIENCE = 20.0  # seconds to wait for the request of a client that has connected


class Request(NamedTuple):
    """A command that a client asks for, with its standard input, output and error."""

    arguments: list[str]
    folder: str
    environment: dict[str, str]
    streams: list[int]


class Job(NamedTuple):
    """A forked job: its process id, the descriptor that signals its end, and the client that waits for it."""

    pid: int
    end: int
    client: socket.socket


def start(scripts: Path, modules: Iterable[str] = ()) -> dict[str, subprocess.Popen[bytes]]:
    """Start the workers for the scripts of a folder, and for the methods and packages in `modules`; the jobs
    of this process find them on their PATH. Return name of the socket -> worker.

    The workers end with this process. On systems other than Linux, none is started.
    """
    if not hasattr(os, "pidfd_open"):
        return {}
    folder = tempfile.mkdtemp(prefix="naivebench-")
    client = str(Path(__file__).with_name("worker_client.py"))
    command = Path(folder, "python")
    call = shlex.join([sys.executable, "-I", "-S", client, folder])
    command.write_text(f'#!/bin/sh\nexec {call} "$@"\n', encoding="utf-8")
    command.chmod(0o700)
    workers = {name: _start(folder, name, scripts, modules) for name in SCRIPTS}
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return workers


def _start(folder: str, name: str, scripts: Path, modules: Iterable[str]) -> subprocess.Popen[bytes]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(f"{folder}/{name}")
        listening.listen(128)  # from now on jobs wait for the worker
        return subprocess.Popen(
            [sys.executable, "-m", __name__, folder, name, str(scripts), str(os.getpid()), *modules],
            env=os.environ | dict.fromkeys(THREADS, "1"),
            start_new_session=True,  # an interrupt from the keyboard is meant for the clients
            stdin=listening.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def main(folder: str, name: str, scripts: str, parent: str, *modules: str) -> None:
    """Serve the clients of the socket `name` in `folder` until the process `parent` ends."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        _die_with(int(parent), signal.SIGTERM)
        with socket.socket(fileno=0) as listening:
            _serve(listening, _imports(name, Path(scripts), modules), compiles=name == LARGE)
    finally:
        Path(folder, name).unlink(missing_ok=True)
        if not any(Path(folder, other).exists() for other in SCRIPTS):
            shutil.rmtree(folder, ignore_errors=True)


def _die_with(parent: int, by: signal.Signals) -> None:
    """Let the system send the signal `by` to this process when its parent ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
    if os.getppid() != parent:
        sys.exit()


def _imports(name: str, scripts: Path, modules: Sequence[str]) -> Iterator[None]:
    """Import what jobs of a worker need, one module at a time.

    An import that fails is left to the job that needs the module.
    """
    for script in SCRIPTS[name]:
        with contextlib.suppress(Exception):
            runpy.run_path(str(scripts / f"{script}.py"), run_name="imported")
        yield
    if name == SMALL:
        for module in OF_SMALL:
            importlib.import_module(module)
        return
    with contextlib.suppress(Exception):
        from naivebench.core import compiled, count_loops

        compiled.loops(count_loops)  # before SciPy, so that the compiler does not see its linear algebra
    yield
    baselines = any(".baselines." in name for name in modules)
    for module in [*LIBRARIES, *(OF_BASELINES if baselines else []), *modules]:
        with contextlib.suppress(Exception):
            importlib.import_module(module)
        yield


def _loads(seen: dict[str, int]) -> Iterator[None]:
    """Load the loops that jobs have compiled, so that no later job has to (`compiled_cache.load`)."""
    with contextlib.suppress(Exception):
        from naivebench.core import compiled_cache

        yield from compiled_cache.load(seen)


def _times() -> dict[str, int]:
    """Loaded source files of this package, with their modification times."""
    loaded = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return {file: os.stat(file).st_mtime_ns for file in loaded if file and file.startswith(f"{PACKAGE}/")}


def _noted(imports: Iterator[None], times: dict[str, int]) -> Iterator[None]:
    """The imports; the times of new source files are added to `times`."""
    for _ in imports:
        times.update(_times() | times)
        yield


def _changed(times: dict[str, int]) -> bool:
    try:
        return any(os.stat(file).st_mtime_ns != time for file, time in times.items())
    except OSError:
        return True


def _serve(listening: socket.socket, imports: Iterator[None], compiles: bool) -> None:
    """Start jobs and watch them; while there is nothing to do, import modules and, if the jobs compile loops,
    load those.
    """
    poll = select.poll()
    poll.register(listening, select.POLLIN)
    jobs: dict[int, Job] = {}  # keys: the watched descriptors
    times = _times()
    seen: dict[str, int] = {}
    more: Iterator[None] | None = itertools.chain(_noted(imports, times), _loads(seen) if compiles else ())
    while True:
        ready = poll.poll(0 if more else None)
        if more and not ready:
            if next(more, "the end"):
                more = None
            gc.freeze()  # garbage collection would write to memory that forks share
        # new jobs last, because their descriptors may have the same numbers as those of jobs that ended
        for descriptor in sorted((fd for fd, _ in ready), key=listening.fileno().__eq__):
            if descriptor == listening.fileno():
                if job := _answer(listening.accept()[0], listening, jobs, times):
                    for watched in (job.end, job.client.fileno()):
                        jobs[watched] = job
                        poll.register(watched, select.POLLIN)
            elif job := jobs.pop(descriptor, None):
                poll.unregister(descriptor)
                if descriptor == job.end:
                    if jobs.pop(job.client.fileno(), None):
                        poll.unregister(job.client)
                    _finish(job)
                    if compiles:
                        more = more or _loads(seen)
                else:  # the client was killed
                    signal.pidfd_send_signal(job.end, signal.SIGKILL)


def _answer(
    client: socket.socket, listening: socket.socket, jobs: dict[int, Job], times: dict[str, int]
) -> Job | None:
    """Start the job that a client asks for, or refuse it."""
    streams: list[int] = []
    try:
        client.settimeout(PATIENCE)
        request = _request(client, streams)
        if _fits(request.environment) and not _changed(times):
            return _fork(request, client, listening, jobs)
        client.sendall(REFUSED)
    except (OSError, EOFError, ValueError):
        pass  # a client without an answer runs the job itself
    finally:
        for stream in streams:
            os.close(stream)
    client.close()
    return None


def _request(client: socket.socket, streams: list[int]) -> Request:
    """Read what a client asks for; the descriptors that come with the request are appended to `streams`.
    Raises EOFError if the client stops before the end.
    """
    header, received, _, _ = socket.recv_fds(client, 8, 3)
    streams += received
    left, pieces = int.from_bytes(header, "little"), []
    while left:
        piece = client.recv(min(left, 1 << 16))
        if not piece:
            raise EOFError
        pieces.append(piece)
        left -= len(piece)
    return Request(*marshal.loads(b"".join(pieces)), streams)  # type: ignore[call-arg]


def _fork(request: Request, client: socket.socket, listening: socket.socket, jobs: dict[int, Job]) -> Job:
    parent, pid = os.getpid(), os.fork()
    if pid:
        return Job(pid, os.pidfd_open(pid), client)
    try:  # otherwise a copy of a client's connection would keep that client waiting
        for other in [client, listening, *(job.client for job in jobs.values())]:
            other.close()
        _work(request, parent)
    finally:
        os._exit(1)


def _fits(environment: dict[str, str]) -> bool:
    """Whether a job with this environment can use what this process has read from its own."""
    differing = dict(environment.items() ^ STARTED_WITH.items())
    return differing.keys() <= OF_A_JOB


def _finish(job: Job) -> None:
    """Tell the client how its job ended."""
    status = os.waitstatus_to_exitcode(os.waitpid(job.pid, 0)[1])
    with contextlib.suppress(OSError):  # fails if the client was killed
        job.client.sendall(str(status).encode())
    job.client.close()
    os.close(job.end)


def _work(request: Request, parent: int) -> NoReturn:
    """Become the process of a job: run its script as Python does, and end as Python does."""
    status = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _die_with(parent, signal.SIGKILL)
        for to, stream in enumerate(request.streams):
            os.dup2(stream, to)
            os.close(stream)
        os.chdir(request.folder)
        for name in OF_A_JOB:
            os.environ.pop(name, None)
        os.environ.update(request.environment)
        tempfile.tempdir = None
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        sys.argv = request.arguments
        sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
        runpy.run_path(sys.argv[0], run_name="__main__")
        status = 0
    except SystemExit as end:
        status = _status(end.code)
    except BaseException:  # any exception ends this process only
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _status(code: object) -> int:
    """Exit status of a process that calls sys.exit(code)."""
    if code is None or isinstance(code, int):
        return int(code or 0) & 0xFF
    print(code, file=sys.stderr)
    return 1


if __name__ == "__main__":
    main(*sys.argv[1:])
