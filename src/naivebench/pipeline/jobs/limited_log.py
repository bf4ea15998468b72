"""A limit on what a job writes to its log and output, so that a method that prints cannot fill the disk."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time

LIMIT = 10_000_000  # bytes of each
PIECE = 1 << 16
PATIENCE = 5.0  # seconds in which what was written last arrives


def limit_output(limit: int = LIMIT) -> None:
    """From now on, let at most `limit` bytes of standard output and of standard error leave this process and
    its children; the rest is read and dropped.

    A small process does so, as a method may hold Python's lock while it prints. Call it once, at the start.
    """
    pumps = [_pump(to, limit) for to in (1, 2)]
    atexit.register(_end, pumps, os.getpid())


def _pump(to: int, limit: int) -> tuple[int, int, int]:
    """Put a pipe before the file `to`; its number, a copy of the file, and the pid of the pipe's reader."""
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
    return to, kept, pid


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


def _end(pumps: list[tuple[int, int, int]], owner: int) -> None:
    """Write directly again, and wait a little for what is on its way."""
    if os.getpid() != owner:
        return
    sys.stdout.flush()
    sys.stderr.flush()
    for to, kept, _ in pumps:
        os.dup2(kept, to)
    until = time.monotonic() + PATIENCE
    for _, _, pid in pumps:
        while os.waitpid(pid, os.WNOHANG) == (0, 0) and time.monotonic() < until:
            time.sleep(0.001)
