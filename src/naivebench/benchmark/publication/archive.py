"""Write a finished run as a folder that can be deposited, and as a zip of it."""

from __future__ import annotations

import csv
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from naivebench import RESULTS_VERSION, __version__
from naivebench.benchmark.publication.crate import crate
from naivebench.benchmark.publication.croissant import GENERATORS, croissant
from naivebench.benchmark.publication.sbom import sbom
from naivebench.core.checks import InputError
from naivebench.core.files import replace, sha256
from naivebench.data.profile import Record

LOCK = "envs/requirements.txt"
CODE = (
    *("CHANGELOG.md", "CITATION.cff", "LICENSE", "Makefile", "Snakefile", "pyproject.toml"),
    *("config", "data/published", "data/tuned", "envs", "profiles/default", "src", "workflow"),
)
# files of a run to archive, without the prepared tables, which are under the licences of their sources
RUN = (
    *("reports/index.html", "reports/tables/*.*", "results/*.*", "results/[!jp]*/**/*.*"),
    *("data/folds/**/*.csv", "data/prepared/*.json", "data/raw/*.json"),
)
FOLDERS = (  # described by the crate as a whole
    *("config/", "data/croissant/", "data/folds/", "data/prepared/", "data/published/", "data/raw/", "envs/"),
    *(
        "profiles/",
        "reports/tables/",
        "results/angles/",
        "results/answers/",
        "results/bias_variance/",
        "results/break_even/",
    ),
    *(
        "results/calibration/",
        "results/confusions/",
        "results/failures/",
        "results/figures/",
        "results/hit_curves/",
    ),
    *("results/predictions/", "results/scores/", "results/statistics/", "results/structures/"),
    *("results/surfaces/", "results/timings/", "results/traces/", "src/", "workflow/rules/"),
    *("workflow/report/", "workflow/schemas/", "workflow/scripts/"),
)
SUMS = "SHA256SUMS"
TIME = (1980, 1, 1, 0, 0, 0)  # time of every file in the zip: the earliest possible
README = """# {title}

Results {results} of naivebench {code}. The report is `reports/index.html`, its tables are in
`reports/tables/`, all scores in `results/scores.parquet`, the predictions behind them in
`results/predictions/`.

`sha256sum -c SHA256SUMS` checks every file. `make` in this folder runs the benchmark again, from the data:
where they come from, with checksums, is in `data/croissant/`. `ro-crate-metadata.json` describes the
whole for machines, `sbom.cdx.json` lists the packages that `envs/requirements.txt` locks.
"""


def archive(run: Path, project: Path, out: Path) -> tuple[Path, Path]:
    """Write a folder below `out` and a zip next to it; return (folder, zip).

    The same run gives the same bytes. The name contains the results version and the start of the checksum of
    all scores. An existing folder of that name is replaced. Raises InputError for a folder without a finished
    run.
    """
    if not (project / "workflow").is_dir():
        raise InputError(
            "the code of the run, which the archive must contain, is not here: run naivebench in the "
            "project's folder"
        )
    scores = run / "results" / "scores.parquet"
    missing = [
        p for p in (scores, run / "results/config.json", run / "reports/index.html") if not p.is_file()
    ]
    if missing:
        raise InputError(f"{missing[0]} does not exist: run make, or name the folder of a finished run")
    folder = out / f"naivebench-results-{RESULTS_VERSION}-{sha256(scores)[:12]}"
    shutil.rmtree(folder, ignore_errors=True)
    for root, paths in ((project, _code(project)), (run, _results(run))):
        for path in paths:
            target = folder / path.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    for name, text in _made(folder).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    sums = "".join(f"{sha256(folder / name)}  {name}\n" for name in _names(folder))
    (folder / SUMS).write_text(sums, encoding="utf-8")
    return folder, _zipped(folder)


def _code(project: Path) -> Iterator[Path]:
    """Yield the files of the project that are needed for a run."""
    for name in CODE:
        path = project / name
        inside = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
        yield from (p for p in inside if "__pycache__" not in p.parts)


def _results(run: Path) -> Iterator[Path]:
    """Yield the files of a run; of predictions, only those behind a score, none of other configurations."""
    for pattern in RUN:
        yield from (p for p in sorted(run.glob(pattern)) if p.is_file() and not p.name.startswith("."))
    with open(run / "reports" / "tables" / "cells.csv", newline="", encoding="utf-8") as file:
        named = {name for row in csv.DictReader(file) for name in row["predictions"].split()}
    for name in sorted(named):
        if name.startswith("results/predictions/"):
            yield run / name
            yield (run / name).with_suffix(".times.json")


def _made(folder: Path) -> dict[str, str]:
    """Name -> text of the files that describe the archive."""

    def read(name: str) -> Any:
        path = folder / name
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    resolved, environment = read("results/config.json"), read("results/environment.json")
    title = (resolved["config"].get("report") or {}).get("title") or "naivebench"
    generators = sha256(folder / GENERATORS)
    documents = {"sbom.cdx.json": sbom((folder / LOCK).read_text(encoding="utf-8"), LOCK)}
    for path in sorted((folder / "data" / "prepared").glob("*.json")):
        if path.stem in resolved["datasets"]:
            found = cast(Record, read(f"data/prepared/{path.name}"))
            described = croissant(path.stem, resolved["datasets"], resolved["archives"], found, generators)
            documents[f"data/croissant/{path.name}"] = described
    texts = {
        "README.md": README.format(title=title, results=RESULTS_VERSION, code=__version__),
        "version.json": json.dumps({"code": __version__, "results": RESULTS_VERSION}) + "\n",
    }
    named = [*_names(folder), *documents, *texts, SUMS]
    documents["ro-crate-metadata.json"] = crate(sorted(named), title, environment, FOLDERS)
    return texts | {n: json.dumps(d, indent=1, ensure_ascii=False) + "\n" for n, d in documents.items()}


def _names(folder: Path) -> list[str]:
    """Paths of all files below a folder, sorted independently of the file system."""
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def _zipped(folder: Path) -> Path:
    """Write the folder as a zip whose bytes depend only on names and contents."""
    path = folder.with_name(f"{folder.name}.zip")
    with replace(path) as temporary, zipfile.ZipFile(temporary, "w") as file:
        for name in _names(folder):
            entry = zipfile.ZipInfo(f"{folder.name}/{name}", TIME)
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(folder / name, "rb") as source, file.open(entry, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target, 1 << 20)
    return path
