"""Send everything that a job prints to its log, up to a limit, so that a method that prints cannot fill the
disk.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time

LIMIT = 10_000_000  # bytes
PIECE = 1 << 16
PATIENCE = 5.0  # seconds to wait for the last output


def limit_output(limit: int = LIMIT) -> None:
    """Send what this process and its children print to standard error, the log of the job, and drop all
    output after `limit` bytes.

    A small process reads the output, because a method may hold Python's lock while it prints. Call this
    function once, at the start of a process.
    """
    kept, pid = _pump(2, limit)
    os.dup2(2, 1)  # a terminal would interpret the control characters that a method prints
    atexit.register(_end, kept, pid, os.getpid())


def _pump(to: int, limit: int) -> tuple[int, int]:
    """Put a pipe in front of the file `to`; return a copy of the file and the process id of the pipe's
    reader.
    """
    kept = os.dup(to)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(writing)
            os.closerange(0, min(reading, kept))
            # the reader ends with its last writer
            for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
                signal.signal(ignored, signal.SIG_IGN)
            _copy(reading, kept, limit)
        finally:
            os._exit(0)
    os.close(reading)
    os.dup2(writing, to)
    os.close(writing)
    return kept, pid


def _copy(reading: int, to: int, left: int) -> None:
    """Copy up to the limit, write a note that output was dropped, and continue to read."""
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
    """Write directly to the file again, and wait a short time for output that is still in the pipe."""
    if os.getpid() != owner:
        return
    sys.stdout.flush()
    sys.stderr.flush()
    for stream in (1, 2):
        os.dup2(kept, stream)
    until = time.monotonic() + PATIENCE
    while os.waitpid(pid, os.WNOHANG) == (0, 0) and time.monotonic() < until:
        time.sleep(0.001)
