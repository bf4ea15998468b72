"""Run work items in a child process, so that a crash, a kill, an endless loop or excessive memory affects
only one item.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import pickle
import resource
import select
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from naivebench.core.one_line import one_line, reason
from naivebench.models import own

HEADER = struct.Struct("<Qd")  # number of bytes that follow; 0: none, but a new time limit in seconds
FOREVER = 30 * 86400.0  # seconds
PR_SET_PDEATHSIG = 1  # Linux: signal a child when its parent dies


class Outcome(NamedTuple):
    """Result of one item. `status`: ok, failed or timeout; `reason`: one line, empty if ok."""

    status: str
    reason: str
    value: Any


class Child(NamedTuple):
    """A child process, and its parent's ends of the pipes between them."""

    pid: int
    items: int
    outcomes: int


class Limits(NamedTuple):
    """Limits for one item: seconds of wall time, and MB of data beyond what the child starts with (memory is
    limited on Linux only).
    """

    seconds: float
    memory_mb: float = math.inf


def run(
    function: Callable[[Any], Any], items: Iterable[Any], limits: Limits
) -> Iterator[tuple[Any, Outcome]]:
    """Yield (item, Outcome) for every item in order: `function(item)`, called in a forked child process.

    An exception gives status failed with its text (the traceback goes to standard error), and so does a child
    that exits or is ended by a signal. An item that takes longer than `limits.seconds` is killed and gets
    status timeout; all processes that it started (its process group) are killed too. An item whose child is
    killed from outside is tried once more. After such a loss, the remaining items run in a new child. Items
    and values are passed by pickle. The next item is taken when the outcome of the last one was used, so an
    iterator can depend on outcomes.
    """
    child: Child | None = None
    try:
        for item in items:
            for _ in range(2):
                child = child or _fork(function, limits.memory_mb)
                outcome = _ask(child, item, limits)
                if outcome.value is _LOST or outcome.value is _KILLED:
                    _end(child)
                    child = None
                if outcome.value is not _KILLED:
                    break
            yield item, outcome
    finally:
        if child:
            _end(child)


def call(function: Callable[[], Any], limits: Limits) -> Outcome:
    """Run one call in a child and return its outcome."""
    ((_, outcome),) = run(lambda _: function(), [None], limits)
    return outcome


def alive(seconds: float) -> None:
    """Called in a child: allow the next part of the work this many seconds, starting now."""
    if _parent is not None:
        _parent.write(HEADER.pack(0, seconds))
        _parent.flush()


_LOST, _KILLED = (
    object(),
    object(),
)  # mark outcomes after which the child is gone; _KILLED: killed from outside
FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_parent: BinaryIO | None = None  # in a child: the pipe to its parent


def _fork(function: Callable[[Any], Any], memory_mb: float) -> Child:
    """Start a child that calls the function with every item that it is sent."""
    to_read, asking = os.pipe()
    answers, to_write = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        os.close(to_read)
        os.close(to_write)
        return Child(pid, asking, answers)
    global _parent
    status = 1
    try:
        os.close(asking)
        os.close(answers)
        os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent may handle it
        ask_to_die_with_parent()
        if os.getppid() != parent:
            os._exit(1)
        limit_memory(memory_mb)
        with os.fdopen(to_read, "rb") as items, os.fdopen(to_write, "wb") as _parent:
            while size := items.read(HEADER.size):
                item = pickle.loads(items.read(HEADER.unpack(size)[0]))
                data = pickle.dumps(_attempt(function, item, memory_mb), protocol=pickle.HIGHEST_PROTOCOL)
                _parent.write(HEADER.pack(len(data), 0.0) + data)
                _parent.flush()
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)  # no clean-up of the parent's objects in the child


def ask_to_die_with_parent(by: signal.Signals = signal.SIGKILL) -> None:
    """Ask the system to send this process a signal when its parent ends (Linux; elsewhere a child ends at its
    next write).
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)


def limit_memory(memory_mb: float) -> None:
    """Let this process and its children allocate this many more MB each than now; beyond that they get a
    MemoryError (Linux).
    """
    if not sys.platform.startswith("linux") or math.isinf(memory_mb):
        return
    lines = Path("/proc/self/status").read_text().splitlines()
    held = next(int(line.split()[1]) for line in lines if line.startswith("VmData"))
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    wanted = held * 1024 + int(memory_mb * 1024**2)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard < 0 else min(wanted, hard), hard))


def _attempt(function: Callable[[Any], Any], item: Any, memory_mb: float) -> Outcome:
    try:
        return Outcome("ok", "", function(item))
    # any failure of a method becomes a visible failed row, by design
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        if isinstance(error, MemoryError):
            text = f"MemoryError: {one_line(str(error)) or 'no room'} (memory_mb = {memory_mb:g})"
        else:
            text = reason(error)
        return Outcome("failed", f"{text}{own.place_of(error)}", None)


def _ask(child: Child, item: Any, limits: Limits) -> Outcome:
    """Send an item to a child and wait for its outcome."""
    seconds = limits.seconds
    data = pickle.dumps(item)
    with contextlib.suppress(BrokenPipeError):  # then there is no outcome either
        os.write(child.items, HEADER.pack(len(data), 0.0) + data)
    try:
        while True:
            deadline = time.monotonic() + seconds
            size, seconds = HEADER.unpack(_read(child.outcomes, HEADER.size, deadline))
            if size:
                return pickle.loads(_read(child.outcomes, size, deadline))
    except TimeoutError:
        return Outcome("timeout", f"took longer than timeout_seconds = {limits.seconds:g}", _LOST)
    except EOFError:
        ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert ended is not None  # waits for the end of the child
        if ended.si_code == os.CLD_EXITED:
            return Outcome("failed", f"the process exited by itself with status {ended.si_status}", _LOST)
        memory = " (possibly out of memory)" if ended.si_status == signal.SIGKILL else ""
        lost = _KILLED if ended.si_status in FROM_OUTSIDE else _LOST
        return Outcome(
            "failed", f"the process was ended by {signal.Signals(ended.si_status).name}{memory}", lost
        )


def _read(pipe: int, size: int, deadline: float) -> bytes:
    """Read exactly `size` bytes. Raises TimeoutError after the deadline, EOFError if the child is gone."""
    chunks = []
    while size:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            raise TimeoutError
        chunk = os.read(pipe, min(size, 1 << 20))
        if not chunk:
            raise EOFError
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)


def _end(child: Child) -> None:
    """Kill the child and all of its process group, and reap it."""
    os.close(child.items)
    os.close(child.outcomes)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)


def reset_peak_memory() -> float:
    """Release freed memory and reset the peak to what is held now (Linux), so that later allocations can be
    measured; return the peak in MB.
    """
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, AttributeError):  # without glibc, or without /proc
            ctypes.CDLL(None).malloc_trim(0)
            Path("/proc/self/clear_refs").write_text("5")
    return peak_memory_mb()


def peak_memory_mb() -> float:
    """Largest resident set of this process so far, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024**2 if sys.platform == "darwin" else 1024)
