"""Logging and error handling of the scripts of the workflow."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Iterator

from naivebench.core.checks import InputError
from naivebench.models.isolate import request_signal_on_parent_end


@contextlib.contextmanager
def log_output(log: str) -> Iterator[None]:
    """Log the output of this process and its children; of an InputError, log only the message."""
    # leave all `with` blocks, which remove their files
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    request_signal_on_parent_end(signal.SIGTERM)
    with open(log, "wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    try:
        yield
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except Exception:
        traceback.print_exc()
        sys.exit(1)
