"""Every number of the pages: functions from the data frames of a run to tidy tables."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from naivebench.benchmark.tables import cells, frames
from naivebench.benchmark.tables.frames import Frames

__all__ = ["Frames", "read_run"]


def read_run(results: str | Path, records: Iterable[str | Path] | None = None) -> Frames:
    """All frames of a run: those of `frames.read_frames`, and the folds of every cell in one number."""
    of_run = frames.read_frames(results, records)
    return of_run | cells.summarize_cells(of_run)
