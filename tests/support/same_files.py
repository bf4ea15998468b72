"""Comparison of the files of two runs."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

# files that contain times, or values derived from times
TIMED = re.compile(
    r"results/(timings.*|jobs\.csv|environment\.json|figures/(pareto|times)\.svg)"
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
    left_out = ("data/published/", "results/config.json", "logs/", "benchmarks/")
    return {
        name: b"" if TIMED.fullmatch(name) else _without_times(name, content)
        for name, content in found.items()
        if not name.startswith(left_out)
    }


def _without_times(name: str, content: bytes) -> bytes:
    """The content of a file; of an archive of arrays, that of its parts without times."""
    if not name.endswith(".npz"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [part for part in archive.namelist() if not part.startswith("times/")]
        return b"".join(part.encode() + archive.read(part) for part in parts)


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Names of files that only one run has, or that differ."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
