"""What a benchmark promises: targets beside measurements, and an exit code that tells whether all are met."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def at_least(measured: float, bound: float, unit: str = "") -> dict:
    """Keys `target` and `met` of a row."""
    return {"target": f"at least {bound:g}{unit}", "met": bool(measured >= bound)}


def at_most(measured: float, bound: float, unit: str = "") -> dict:
    """Keys `target` and `met` of a row."""
    return {"target": f"at most {bound:g}{unit}", "met": bool(measured <= bound)}


def finish(rows: list[dict], out: str | None = None) -> None:
    """Write the rows as JSON to the path given; exit with 1 if a target of a row is missed."""
    if out:
        Path(out).write_text(json.dumps(rows, indent=1) + "\n")
    missed = [row for row in rows if row.get("met") is False]
    for row in missed:
        print(f"MISSED: {row['what']}: {row['target']}", file=sys.stderr)
    if missed:
        sys.exit(1)
