"""All that a job prints goes to its log, up to a limit, so that a method that prints cannot fill the disk."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time

LIMIT = 10_000_000  # bytes
PIECE = 1 << 16
PATIENCE = 5.0  # seconds in which what was written last arrives


def limit_output(limit: int = LIMIT) -> None:
    """From now on, send what this process and its children print to standard error, which is the log of a
    job, and let at most `limit` bytes of it leave; the rest is read and dropped.

    A small process does so, as a method may hold Python's lock while it prints. Call it once, at the start.
    """
    kept, pid = _pump(2, limit)
    os.dup2(2, 1)  # a terminal would obey the control characters that a method prints
    atexit.register(_end, kept, pid, os.getpid())


def _pump(to: int, limit: int) -> tuple[int, int]:
    """Put a pipe before the file `to`; a copy of the file, and the pid of the pipe's reader."""
    kept = os.dup(to)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(writing)
            os.closerange(0, min(reading, kept))
            for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):  # it ends with its last writer
                signal.signal(ignored, signal.SIG_IGN)
            _copy(reading, kept, limit)
        finally:
            os._exit(0)
    os.close(reading)
    os.dup2(writing, to)
    os.close(writing)
    return kept, pid


def _copy(reading: int, to: int, left: int) -> None:
    """Copy what comes until the limit; say then that there was more, and read on."""
    while piece := os.read(reading, PIECE):
        if left < 0:
            continue
        if len(piece) > left:
            piece, left = piece[:left] + b"\n... the rest is left out: more than the limit of a log\n", -1
        else:
            left -= len(piece)
        while piece:
            piece = piece[os.write(to, piece) :]


def _end(kept: int, pid: int, owner: int) -> None:
    """Write directly again, and wait a little for what is on its way."""
    if os.getpid() != owner:
        return
    sys.stdout.flush()
    sys.stderr.flush()
    for stream in (1, 2):
        os.dup2(kept, stream)
    until = time.monotonic() + PATIENCE
    while os.waitpid(pid, os.WNOHANG) == (0, 0) and time.monotonic() < until:
        time.sleep(0.001)
