"""Run items in a child process, so that a crash, an endless loop or excessive memory affects one item."""

from __future__ import annotations

import contextlib
import ctypes
import math
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core.checks import describe_error, shorten_line
from naivebench.models import own_methods

FOREVER = 20 * 86400.0  # seconds; the system cannot wait for 25 days at once
PR_SET_PDEATHSIG = 1  # Linux: signal a child when its parent dies
LOST, KILLED = "lost", "killed"  # values of outcomes after which the child is gone; killed: from outside
FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

_parent: Connection | None = None  # in a child: the connection to its parent


class Outcome(NamedTuple):
    """Result of one item. `status`: ok, failed or timeout; `reason`: one line, empty if ok."""

    status: str
    reason: str
    value: Any


class Child(NamedTuple):
    """A child process, and its parent's end of the connection between them."""

    pid: int
    connection: Connection


class Limits(NamedTuple):
    """Limits for one item: seconds of wall time, and MB of data beyond what the child starts with (Linux)."""

    seconds: float
    memory_mb: float = math.inf


def run_isolated(
    function: Callable[[Any], Any], items: Iterable[Any], limits: Limits
) -> Iterator[tuple[Any, Outcome]]:
    """Yield (item, Outcome) for every item in order: `function(item)`, called in a forked child process.

    An exception gives status failed with its text (the traceback goes to standard error), and so does a child
    that exits or is ended by a signal. An item that takes longer than `limits.seconds` is killed with its
    process group and gets status timeout. An item whose child is killed from outside is tried once more.
    After such a loss, the remaining items run in a new child. Items and values are passed by pickle. The next
    item is taken only after the caller has used the last outcome, so an iterator can depend on it.
    """
    child: Child | None = None
    try:
        for item in items:
            for _ in range(2):
                child = child or _fork_child(function, limits.memory_mb)
                outcome = _request_outcome(child, item, limits)
                if outcome.status != "ok" and outcome.value in (LOST, KILLED):
                    _end_child(child)
                    child = None
                if outcome.status == "ok" or outcome.value != KILLED:
                    break
            yield item, outcome
    finally:
        if child:
            _end_child(child)


def call_in_child(function: Callable[[], Any], limits: Limits) -> Outcome:
    """Run one call in a child and return its outcome."""
    ((_, outcome),) = run_isolated(lambda _: function(), [None], limits)
    return outcome


def extend_deadline(seconds: float) -> None:
    """Allow the next part of the work this many seconds, starting now; a child calls this function."""
    if _parent is not None:
        _parent.send(seconds)


def _fork_child(function: Callable[[Any], Any], memory_mb: float) -> Child:
    """Start a child that calls the function with every item that it is sent."""
    parent_end, child_end = multiprocessing.Pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        child_end.close()
        return Child(pid, parent_end)

    global _parent
    status = 1
    try:
        parent_end.close()
        os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent may handle it
        request_signal_on_parent_end()
        if os.getppid() != parent:
            os._exit(1)
        limit_memory(memory_mb)
        _parent = child_end
        with contextlib.suppress(EOFError):  # the parent has no more items
            while True:
                child_end.send(_attempt_call(function, child_end.recv(), memory_mb))
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)  # no clean-up of the parent's objects in the child


def request_signal_on_parent_end(number: signal.Signals = signal.SIGKILL) -> None:
    """Ask the system (Linux) for a signal when the parent ends; elsewhere, the next write ends a child."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


def limit_memory(memory_mb: float) -> None:
    """Let this process and its children each allocate this many MB more, then get a MemoryError (Linux)."""
    if not sys.platform.startswith("linux") or math.isinf(memory_mb):
        return
    lines = Path("/proc/self/status").read_text().splitlines()
    held = next(int(line.split()[1]) for line in lines if line.startswith("VmData"))
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    wanted = held * 1024 + int(memory_mb * 1024**2)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard < 0 else min(wanted, hard), hard))


def _attempt_call(function: Callable[[Any], Any], item: Any, memory_mb: float) -> Outcome:
    try:
        return Outcome("ok", "", function(item))
    # any failure of a method becomes a visible failed row, by design
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        if isinstance(error, MemoryError):
            text = f"MemoryError: {shorten_line(str(error)) or 'out of memory'} (memory_mb = {memory_mb:g})"
        else:
            text = describe_error(error)
        return Outcome("failed", f"{text}{own_methods.locate_in_own_file(error)}", None)


def _request_outcome(child: Child, item: Any, limits: Limits) -> Outcome:
    """Send an item to a child and wait for its outcome."""
    deadline = time.monotonic() + min(limits.seconds, FOREVER)
    try:
        child.connection.send(item)
        while child.connection.poll(max(0.0, deadline - time.monotonic())):
            # a child that dies in the middle of an answer leaves it open if a process of its own has the pipe
            watch = threading.Timer(max(0.0, deadline - time.monotonic()), _kill_process_group, [child.pid])
            watch.daemon = True
            watch.start()
            try:
                answer = child.connection.recv()
            finally:
                watch.cancel()
            if isinstance(answer, Outcome):
                return answer
            deadline = time.monotonic() + min(answer, FOREVER)  # of `extend_deadline`
    except (EOFError, OSError):  # the child is gone
        if time.monotonic() < deadline:
            return _describe_exit(child)
    return Outcome("timeout", f"took longer than timeout_seconds = {limits.seconds:g}", LOST)


def _describe_exit(child: Child) -> Outcome:
    """Wait for the end of a child and describe how it ended."""
    ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert ended is not None  # without WNOHANG
    if ended.si_code == os.CLD_EXITED:
        return Outcome("failed", f"the process exited by itself with status {ended.si_status}", LOST)
    memory = " (possibly out of memory)" if ended.si_status == signal.SIGKILL else ""
    text = f"the process was ended by {signal.Signals(ended.si_status).name}{memory}"
    return Outcome("failed", text, KILLED if ended.si_status in FROM_OUTSIDE else LOST)


def _kill_process_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _end_child(child: Child) -> None:
    """Kill the child and all of its process group, and reap it."""
    child.connection.close()
    _kill_process_group(child.pid)
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)


def reset_peak_memory() -> float:
    """Release freed memory and reset the peak (Linux), to measure what follows; return the peak in MB."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, AttributeError):  # without glibc, or without /proc
            ctypes.CDLL(None).malloc_trim(0)
            Path("/proc/self/clear_refs").write_text("5")
    return peak_memory_mb()


def peak_memory_mb() -> float:
    """Return the largest resident set of this process so far, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024**2 if sys.platform == "darwin" else 1024)
