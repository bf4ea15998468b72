"""Comparison of the files of two runs."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pandas as pd

# files that contain times, or values derived from times
TIMED = re.compile(
    r"results/(timings/.*|jobs\.csv)|(results|reports)/figures/.*\.svg|reports/.*\.html"
    r"|(results|reports)/tables/(answer|jobs|jobs_by_rule|relative_cost|run|versions|claims|statements|papers)\.csv"
)
# columns of tables with times, or with what follows from times
TIMED_COLUMNS = re.compile(r".*seconds.*|.*_mb|cost_.*|on_front|.*learning_time.*|.*cpu.*")
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
    """The content of a file; of an archive or a table, that of its parts or columns without times."""
    if re.fullmatch(r"(results|reports)/tables/.*\.csv", name):
        table = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
        return table[[c for c in table if not TIMED_COLUMNS.fullmatch(c)]].to_csv().encode()
    if not name.endswith(".npz"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [part for part in archive.namelist() if not part.startswith("times/")]
        return b"".join(part.encode() + archive.read(part) for part in parts)


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Names of files that only one run has, or that differ."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
