"""The published results of a release: which files they consist of, where they are, and how they are read.

`published.json` is the index. For each version it gives the address of the files, and the size and SHA-256 of
each; `make release` writes its entry. Files are searched in the folder that the environment variable
NAIVEBENCH_PUBLISHED names, then in the cache of the user, and downloaded last.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench.benchmark.results.frames import read_csv
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.files import UNREADABLE, sha256

if TYPE_CHECKING:
    import pandas as pd

INDEX = Path(__file__).with_name("published.json")
FOLDER = (
    "NAIVEBENCH_PUBLISHED"  # environment variable: a folder with the files, or one with a folder per version
)
SCORES, BOARD, VERDICTS = "scores.parquet", "leaderboard.csv", "claims.csv"
ENVIRONMENT, CONFIG, FOLDS, VERSION = "environment.json", "config.json", "folds.parquet", "version.json"
FILES = (SCORES, BOARD, "leaderboard.json", VERDICTS, ENVIRONMENT, CONFIG, FOLDS, VERSION)


class File(NamedTuple):
    """Size in bytes and SHA-256 of a published file."""

    size: int
    sha256: str


class Entry(NamedTuple):
    """A version in the index: the version of its results, the address of its files, and the files by name."""

    results: str
    url: str  # address of the folder of the files; empty before it is known
    files: dict[str, File]


class Published(NamedTuple):
    """Published results of one version."""

    version: str  # of the code
    # a row per fold and metric: protocol, dataset, method, repeat, fold, n_test, n_train, metric, value
    scores: pd.DataFrame
    leaderboard: pd.DataFrame  # a row per method of the primary comparison, the best first
    verdicts: pd.DataFrame  # a row per claim of a paper
    environment: dict[str, Any]  # commit, packages and machine of the run


def index(path: Path = INDEX) -> dict[str, Entry]:
    """The versions of the index, the oldest first."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return {
        version: Entry(e["results"], e["url"], {name: File(**f) for name, f in e["files"].items()})
        for version, e in content.items()
    }


def load(version: str | None = None, *, folder: str | Path | None = None) -> Published:
    """Read published results: the scores per fold, the leaderboard, the verdicts and the environment.

    version: such as "1.0.0", or "1.0" for the latest 1.0.x; by default the latest version. folder: a folder
    with the files of a release, which is read instead. Raises InputError if the results cannot be obtained,
    or if a file is not the published one.
    """
    import pandas as pd

    place = located(version, folder)
    try:
        scores = pd.read_parquet(place / SCORES)
        board, verdicts = (read_csv(place / name) for name in (BOARD, VERDICTS))
        environment, code = (
            json.loads((place / n).read_text(encoding="utf-8")) for n in (ENVIRONMENT, VERSION)
        )
        return Published(code["code"], scores, board, verdicts, environment)
    except ImportError as error:
        raise InputError(
            "published scores are read with pyarrow: run pip install 'naivebench[files]'"
        ) from error
    except UNREADABLE as error:
        raise InputError(
            f"{place} does not contain the files of a release ({error}): get them again"
        ) from error


def located(version: str | None = None, folder: str | Path | None = None) -> Path:
    """The folder that contains the files of a version, downloaded if necessary.

    The arguments and the error are those of `load`.
    """
    if folder is not None:
        return _complete(Path(folder))
    named, known = os.environ.get(FOLDER), index()
    if named and (Path(named) / VERSION).is_file() and version is None:
        return _complete(Path(named))
    full = _chosen(version, known, named)
    entry = known.get(full)
    for place in _places(full, named):
        if (place / VERSION).is_file():
            return _checked(_complete(place), entry) if entry else _complete(place)
    if entry is None:
        raise InputError(f"{FOLDER} is {named}, which has no files of version {full}: correct the path")
    return _downloaded(full, entry)


def _chosen(version: str | None, known: dict[str, Entry], named: str | None) -> str:
    """The full number of a version of the index, or of one in the folder of the environment variable."""
    there = [p.parent.name for p in sorted(Path(named).glob(f"*/{VERSION}"))] if named else []
    if named and (Path(named) / VERSION).is_file():
        there.append(json.loads((Path(named) / VERSION).read_text(encoding="utf-8"))["code"])
    versions = sorted({*known, *there}, key=_numbers)
    if not versions:
        raise InputError(
            f"this copy of naivebench has no published results yet: set {FOLDER} to a folder with the files "
            "of a release (`make release` writes one)"
        )
    fitting = [v for v in versions if version is None or v == version or v.startswith(f"{version}.")]
    if not fitting:
        raise InputError(
            f"there are no published results of version {version!r}{did_you_mean(version, versions)}"
        )
    return fitting[-1]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else -1 for part in version.split("."))


def _places(version: str, named: str | None) -> list[Path]:
    """Folders in which the files of a version may be, the user's own first."""
    own = [Path(named), Path(named, version)] if named else []
    return [*own, cache() / version]


def cache() -> Path:
    """Folder for downloaded files: naivebench below XDG_CACHE_HOME, which is ~/.cache by default."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "naivebench")


def _complete(folder: Path) -> Path:
    """The folder itself. Raises InputError if it lacks a file."""
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise InputError(
            f"{folder} has no {missing[0]}: name a folder with all files of a release ({', '.join(FILES)})"
        )
    return folder


def _checked(folder: Path, entry: Entry) -> Path:
    """The folder itself. Raises InputError if a file is not the published one."""
    for name, file in entry.files.items():
        if sha256(folder / name) != file.sha256:
            raise InputError(
                f"{folder / name} is not the published file (expected SHA-256 {file.sha256}): delete it and "
                "download it again"
            )
    return folder


def _downloaded(version: str, entry: Entry) -> Path:
    """Download the files of a version into the cache."""
    from naivebench.data.fetch import fetch

    folder = cache() / version
    way = f"download the files of release {version} by hand and set {FOLDER} to their folder"
    if not entry.url:
        raise InputError(f"the published results of {version} have no address yet: {way}")
    # the version comes last: a folder with it is complete
    for name in sorted(entry.files, key=lambda n: n == VERSION):
        status = folder / f"{name}.status"
        try:
            found = fetch(
                {"url": f"{entry.url}/{name}", "sha256": entry.files[name].sha256}, folder / name, status
            )
        except OSError as error:
            raise InputError(f"{folder} cannot be written ({error.strerror}): {way}") from error
        status.unlink()
        if found["status"] != "ok":
            (folder / name).unlink()
            raise InputError(f"{name} of release {version} is not available ({found['reason']}): {way}")
    return folder
