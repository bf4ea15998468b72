"""What every script of the workflow does around its work."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator

from naivebench.core.checks import InputError
from naivebench.models.isolate import ask_to_die_with_parent

LIMIT = 10_000_000  # bytes of a log
LEFT_OUT = "... the rest is left out: more than the limit of a log"
PATIENCE = 5.0  # seconds to wait for the last output


@contextlib.contextmanager
def logged(log: str) -> Iterator[None]:
    """Send what this process and its children print to the log; an InputError ends the process with its
    sentence only.

    Output beyond LIMIT is dropped, so that a method that prints cannot fill the disk. Another process reads
    it, because a method may hold Python's lock while it prints.
    """
    # leave all `with` blocks, which remove their files
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    ask_to_die_with_parent(signal.SIGTERM)
    reader = _limited(log)
    status: int | str = 0
    try:
        yield
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        status = 1
    except Exception:
        traceback.print_exc()
        status = 1
    finally:
        _finish(reader)
    if status:
        sys.exit(status)


def _limited(log: str) -> subprocess.Popen[bytes]:
    """Direct both streams to a process that copies LIMIT bytes to the log, and return the process."""
    keep = f'head -c {LIMIT}; test -z "$(head -c 1)" || echo "{LEFT_OUT}"; cat >/dev/null'
    with open(log, "wb") as file:
        reader = subprocess.Popen(
            ["sh", "-c", keep], stdin=subprocess.PIPE, stdout=file, stderr=file, start_new_session=True
        )
    assert reader.stdin is not None
    with reader.stdin:
        for stream in (1, 2):
            os.dup2(reader.stdin.fileno(), stream)
    return reader


def _finish(reader: subprocess.Popen[bytes]) -> None:
    """Close this end of the log, and wait a short time for output that is still on its way."""
    sys.stdout.flush()
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    with contextlib.suppress(subprocess.TimeoutExpired):
        reader.wait(PATIENCE)
