"""Report the progress and speed of a pass over rows on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

EVERY = 10.0  # seconds between two reports
State = TypeVar("State")


def followed(states: Iterator[State], rows: Callable[[State], int]) -> tuple[State, dict[str, float]]:
    """Return the last of the states, and the rows and rows per second of the pass for its record.

    The progress is printed every `EVERY` seconds.
    """
    began = told = time.monotonic()
    state = next(states)
    for state in states:
        now = time.monotonic()
        if now > told + EVERY:
            print(text(rows(state), now - began), file=sys.stderr, flush=True)
            told = now
    seconds = time.monotonic() - began
    print(text(rows(state), seconds), file=sys.stderr, flush=True)
    return state, {"rows": rows(state), "rows_per_second": round(rows(state) / max(seconds, 1e-9))}


def text(rows: int, seconds: float) -> str:
    """Number of rows, seconds and rows per second in words."""
    return f"{rows:,} rows in {seconds:.1f} s, {rows / max(seconds, 1e-9):,.0f} rows per second"
