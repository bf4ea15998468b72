"""Run work items in a child process, so that a crash, a kill or an endless loop costs one item and nothing
else.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import resource
import select
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HEADER = struct.Struct("<Q")
PR_SET_PDEATHSIG = 1  # Linux: signal a child when its parent dies


class Outcome(NamedTuple):
    """What became of one item. `status`: ok, failed or timeout; `reason`: one line, empty if ok."""

    status: str
    reason: str
    value: Any


def run(
    function: Callable[[Any], Any], items: Sequence, timeout_seconds: float
) -> Iterator[tuple[Any, Outcome]]:
    """Yield (item, Outcome) for every item in order: `function(item)`, called in a forked child process.

    An exception becomes status failed with its text (the traceback goes to standard error); a child that dies
    of a signal likewise; an item that takes longer than `timeout_seconds` of wall time is killed with status
    timeout. The items after a lost one run in a new child. Values travel by pickle.
    """
    position = 0
    while position < len(items):
        pid, pipe = _fork(function, items[position:])
        try:
            while position < len(items):
                outcome = _receive(pid, pipe, timeout_seconds)
                yield items[position], outcome
                position += 1
                if outcome.value is _LOST:
                    break
        finally:
            os.close(pipe)
            _end(pid)


_LOST = object()  # marks an outcome after which the child is gone


def _fork(function: Callable, items: Sequence) -> tuple[int, int]:
    """Start the child; return its process id and the reading end of its pipe."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    status = 1
    try:
        os.close(reading)
        _die_with(parent)
        with os.fdopen(writing, "wb") as pipe:
            for item in items:
                data = pickle.dumps(_attempt(function, item), protocol=pickle.HIGHEST_PROTOCOL)
                pipe.write(HEADER.pack(len(data)) + data)
                pipe.flush()
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)  # no clean-up of the parent's objects in the child


def _die_with(parent: int) -> None:
    """Ask the system to kill this process when `parent` dies (Linux; elsewhere the child ends at its next
    write).
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _attempt(function: Callable, item: Any) -> Outcome:
    try:
        return Outcome("ok", "", function(item))
    except Exception as error:  # whatever a method raises is a visible failed row, by design
        traceback.print_exc()
        text = " ".join(str(error).split())
        return Outcome("failed", f"{type(error).__name__}: {text}" if text else type(error).__name__, None)


def _receive(pid: int, pipe: int, timeout_seconds: float) -> Outcome:
    deadline = time.monotonic() + timeout_seconds
    try:
        size = HEADER.unpack(_read(pipe, HEADER.size, deadline))[0]
        return pickle.loads(_read(pipe, size, deadline))
    except TimeoutError:
        os.kill(pid, signal.SIGKILL)
        return Outcome("timeout", f"took longer than timeout_seconds = {timeout_seconds:g}", _LOST)
    except EOFError:
        ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert ended is not None  # it waits for the end
        if ended.si_code == os.CLD_EXITED:
            return Outcome("failed", f"the process ended by itself with status {ended.si_status}", _LOST)
        memory = " (out of memory?)" if ended.si_status == signal.SIGKILL else ""
        return Outcome(
            "failed", f"the process was ended by {signal.Signals(ended.si_status).name}{memory}", _LOST
        )


def _read(pipe: int, size: int, deadline: float) -> bytes:
    """Exactly `size` bytes. Raises TimeoutError past the deadline, EOFError if the child is gone."""
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


def _end(pid: int) -> None:
    """Kill and reap the child if it is still there."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def reset_peak_memory() -> float:
    """Give freed memory back and start the peak anew (Linux), so that what is allocated from now on shows;
    the peak so far, in MB.
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
