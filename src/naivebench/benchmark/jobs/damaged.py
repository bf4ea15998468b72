"""Find result files that cannot be read: empty, truncated, or with other content.

Such files are out of date, so the workflow makes them again.
"""

from __future__ import annotations

import contextlib
import csv
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from naivebench.benchmark.score import COLUMNS
from naivebench.core.files import UNREADABLE, replace
from naivebench.core.one_line import reason

KNOWN = "results/jobs/readable.json"  # sizes and modification times of the files that could be read
ENTRIES = {  # folder -> entries of its .npz files, except those that record a failure
    "data/prepared": {"meta", "codes", "reals", "y"},
    "data/folds": {"repeat", "fold", "offsets", "test", "scheme", "notes"},
    "results/predictions": {"meta", "repeat", "fold", "offsets", "row"},
}
MAGIC = b"PAR1"  # first and last bytes of a Parquet file


def damaged(folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Path -> reason, for those of the files below the folder of a run that exist but cannot be read.

    A file is not read again while its size and modification time are those of the last check.
    """
    known: dict[str, list[int]] = {}
    with contextlib.suppress(*UNREADABLE):
        known = dict(json.loads((folder / KNOWN).read_text(encoding="utf-8")))
    good, bad = {}, {}
    for file in sorted(files):
        path = folder / file
        if not path.is_file():
            continue
        seen = [path.stat().st_size, path.stat().st_mtime_ns]
        why = "" if known.get(file) == seen else fault(path, file)
        if why:
            bad[file] = why
        else:
            good[file] = seen
    if good != known:
        with replace(folder / KNOWN) as temporary:
            temporary.write_text(json.dumps(good), encoding="utf-8")
    return bad


def fault(path: Path, file: str) -> str:
    """The reason why a file cannot be read; empty if it can.

    file: its path below the folder of the run.
    """
    try:
        _READERS[path.suffix](path, file)
    except UNREADABLE as error:
        return reason(error)
    return ""


def _npz(path: Path, file: str) -> None:
    with zipfile.ZipFile(path) as archive:
        names = {name.removesuffix(".npy") for name in archive.namelist()}
        wrong = archive.testzip()
    if wrong:
        raise ValueError(f"its part {wrong} differs from what was written")
    expected = next((e for folder, e in ENTRIES.items() if file.startswith(f"{folder}/")), set())
    if names != {"absent"} and not names >= expected:
        raise ValueError(f"it does not contain {min(expected - names)}")
    if names != {"absent"} and file.startswith("results/predictions/"):
        _check_rows(path)


def _check_rows(path: Path) -> None:
    """Raise ValueError if predictions and their folds differ in the number of rows; only the headers of the
    arrays are read.
    """
    with zipfile.ZipFile(path) as archive:
        shapes = {name.removesuffix(".npy"): _shape(archive, name) for name in archive.namelist()}
    with np.load(path) as file:
        n = int(file["offsets"][-1])
    for name, shape in shapes.items():
        if name.startswith(("row", "log_proba/", "predicted/")) and shape[:1] != (n,):
            raise ValueError(f"its part {name} has shape {shape}, expected {n} rows")


def _shape(archive: zipfile.ZipFile, name: str) -> tuple[int, ...]:
    """The shape of an array; its content is not read."""
    with archive.open(name) as array:
        first = np.lib.format.read_magic(array) == (1, 0)
        read = np.lib.format.read_array_header_1_0 if first else np.lib.format.read_array_header_2_0
        return read(array)[0]


def _json(path: Path, file: str) -> None:
    if not isinstance(json.loads(path.read_text(encoding="utf-8")), dict):
        raise ValueError("it does not contain a JSON object")


def _csv(path: Path, file: str) -> None:
    with open(path, newline="", encoding="utf-8") as opened:
        header = next(csv.reader(opened), [])
    kind = file.split("/")[1].removesuffix(".csv")
    expected = list(COLUMNS[kind]) if file.startswith("results/") else ["repeat", "fold", "row"]
    if header[: len(expected)] != expected:
        raise ValueError(f"its first line is not {','.join(expected)}")
    with open(path, "rb") as binary:
        binary.seek(-1, 2)
        if binary.read() != b"\n":
            raise ValueError("its last line is incomplete")


def _parquet(path: Path, file: str) -> None:
    with open(path, "rb") as binary:
        first = binary.read(len(MAGIC))
        binary.seek(-len(MAGIC), 2)
        if not first == binary.read() == MAGIC:
            raise ValueError("it is not a complete Parquet file")


_READERS = {".npz": _npz, ".json": _json, ".csv": _csv, ".parquet": _parquet}
