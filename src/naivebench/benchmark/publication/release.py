"""Collect what a release publishes of a finished run, and check that the project is ready for the release.

The version is `__version__` in src/naivebench/__init__.py, and it is written nowhere else by hand.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from naivebench import RESULTS_VERSION, __version__
from naivebench.benchmark.publication.published import (
    BOARD,
    CONFIG,
    ENVIRONMENT,
    FILES,
    FOLDS,
    INDEX,
    SCORES,
    VERDICTS,
    VERSION,
    Entry,
    File,
    index,
)
from naivebench.core.checks import InputError
from naivebench.core.files import replace, sha256

PLACES = {  # published file -> its place in a run
    SCORES: "results/scores.parquet",
    BOARD: "reports/tables/leaderboard.csv",
    "leaderboard.json": "reports/tables/leaderboard.json",
    VERDICTS: "reports/tables/claims.csv",
    ENVIRONMENT: "results/environment.json",
    CONFIG: "results/config.json",
}
SUMS = "SHA256SUMS"


def check(project: Path) -> None:
    """Raise InputError unless CHANGELOG.md has a section of the version, and CITATION.cff names it."""
    if f"\n## {__version__}" not in (project / "CHANGELOG.md").read_text(encoding="utf-8"):
        raise InputError(
            f"CHANGELOG.md has no section of version {__version__}: give the section Unreleased the heading "
            f"`## {__version__}`, or correct __version__ in src/naivebench/__init__.py"
        )
    if f"\nversion: {__version__}\n" not in (project / "CITATION.cff").read_text(encoding="utf-8"):
        raise InputError(
            f"CITATION.cff names another version than {__version__}: run make format, which writes it"
        )


def collect(run: Path, out: Path) -> Path:
    """Write the published files of a finished run to a folder of `out` named after the version; return it.

    The folder is replaced if it exists. The same run gives the same bytes. Raises InputError if the run has
    not finished, or has no folds of the primary protocol.
    """
    for place in PLACES.values():
        if not (run / place).is_file():
            raise InputError(f"{run / place} does not exist: run make, or name the folder of a finished run")
    folder = out / __version__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, place in PLACES.items():
        shutil.copyfile(run / place, folder / name)
    config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    config["config"]["mirror"] = ""  # a folder of this machine
    (folder / CONFIG).write_text(json.dumps(config, ensure_ascii=False) + "\n", encoding="utf-8")
    versions = {"code": __version__, "results": RESULTS_VERSION}
    (folder / VERSION).write_text(json.dumps(versions) + "\n", encoding="utf-8")
    _write_folds(run, config["config"]["primary"]["protocol"], folder / FOLDS)
    return folder


def _write_folds(run: Path, protocol: str, out: Path) -> None:
    """Write the test rows of all data sets under a protocol as one table: dataset, repeat, fold, row."""
    import pandas as pd

    tables = sorted((run / "data" / "folds" / protocol).glob("*.csv"))
    frames = [pd.read_csv(path).assign(dataset=path.stem) for path in tables if path.stat().st_size]
    if not frames:
        raise InputError(f"{run} has no folds of protocol {protocol}: run make again")
    table = pd.concat(frames, ignore_index=True)
    if "part" in table:  # which folds of learning curves list
        table = table[table["part"] != "train"]
    table = table[["dataset", "repeat", "fold", "row"]]
    table.astype(dict.fromkeys(("repeat", "fold", "row"), "int32")).to_parquet(
        out, index=False, compression="zstd"
    )


def record(folder: Path, url: str, path: Path = INDEX) -> None:
    """Write the entry of the published files in `folder` into the index; `url`: address of their folder."""
    files = {name: File((folder / name).stat().st_size, sha256(folder / name)) for name in FILES}
    known = index(path) | {__version__: Entry(RESULTS_VERSION, url, files)}
    content = {
        version: e._asdict() | {"files": {name: file._asdict() for name, file in e.files.items()}}
        for version, e in known.items()
    }
    with replace(path) as temporary:
        temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def write_sums(folder: Path) -> None:
    """Write the SHA-256 of every file in `folder`, for `sha256sum -c`."""
    names = sorted(p.name for p in folder.iterdir() if p.is_file() and p.name != SUMS)
    (folder / SUMS).write_text("".join(f"{sha256(folder / n)}  {n}\n" for n in names), encoding="utf-8")
