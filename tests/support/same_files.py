"""Comparison of the files of two runs."""

from __future__ import annotations

import re
from pathlib import Path

# files that contain times, or values derived from times
TIMED = re.compile(
    r"results/(timings.*|jobs\.csv|environment\.json|figures/(pareto|times)\.svg)|.*\.times\.json"
    r"|reports/(index\.html|tables/time_.*)"
)
MADE = ("data", "results", "reports")


def files(folder: Path) -> dict[str, bytes]:
    """All files that a run writes, without its logs and settings."""
    found = (p for part in MADE for p in (folder / part).rglob("*") if p.is_file())
    return chosen({p.relative_to(folder).as_posix(): p.read_bytes() for p in found})


def chosen(found: dict[str, bytes]) -> dict[str, bytes]:
    """The files of {name: content} without those about the run itself; files that depend on time have no
    content.
    """
    kept = ("data/published/", "results/jobs/", "results/run.json", "results/config.json")
    return {
        name: b"" if TIMED.fullmatch(name) else content
        for name, content in found.items()
        if not name.startswith((*kept, "logs/"))
    }


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Names of files that only one run has, or that differ."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
