"""Targets of benchmarks: rows compare them with measurements, and the exit code says whether all are met."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def at_least(measured: float, bound: float, unit: str = "") -> dict:
    """Keys `target` and `met` of a row."""
    return {"target": f"at least {bound:g}{unit}", "met": bool(measured >= bound)}


def at_most(measured: float, bound: float, unit: str = "") -> dict:
    """Keys `target` and `met` of a row."""
    return {"target": f"at most {bound:g}{unit}", "met": bool(measured <= bound)}


def beside(what: str, peer: str, theirs: float, ours: float, most: float | None = None) -> dict:
    """A row with the CPU seconds of another program and ours, and their ratio, which must be at
    most `most`.
    """
    row = {"what": what, "peer": peer, "peer_seconds": theirs, "seconds": ours, "ratio": ours / theirs}
    return row | (at_most(ours / theirs, most, " x") if most else {"target": ""})


def finish(rows: list[dict], out: str | None = None) -> None:
    """Write the rows as JSON to the path given, and for `table.py`; exit with 1 if a target is missed.

    A row has at least `what`.
    """
    assert all("what" in row for row in rows), rows
    for path in filter(None, (out, os.environ.get("NAIVEBENCH_BENCH_ROWS"))):
        Path(path).write_text(json.dumps(rows, indent=1) + "\n")
    missed = [row for row in rows if row.get("met") is False]
    for row in missed:
        print(f"MISSED: {row['what']}: {row['target']}", file=sys.stderr)
    if missed:
        sys.exit(1)
