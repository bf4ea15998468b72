"""The data frames of a run: tables and facts from the rule `score`, data sets, jobs, and versions."""

from __future__ import annotations

import csv
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from naivebench import __version__
from naivebench.benchmark import angle_facts, provenance
from naivebench.benchmark.job_settings import make_seed_words
from naivebench.benchmark.score import FACTS
from naivebench.benchmark.tables import Frames
from naivebench.core import absence
from naivebench.core.checks import describe_error
from naivebench.core.files import UNREADABLE
from naivebench.core.table import load

SHOWN = (
    *("snakemake", "numpy", "scipy", "scikit-learn", "pandas", "pyarrow", "numba", "statsmodels"),
    *("lightgbm", "xgboost", "skops", "seaborn", "matplotlib", "jinja2", "gemmi"),
)  # packages whose versions the pages list
JOBS = ["rule", "job", "cpu_seconds", "wall_seconds", "max_rss_mb", "fit_predict_seconds"]


def read_scores_and_facts(tables: Mapping[str, Sequence[str]], facts: Mapping[str, str]) -> Frames:
    """Read tables (kind -> Parquet files) and facts (protocol -> JSON); raises InputError if damaged."""
    frames = {}
    for kind, paths in tables.items():
        parts = [_read_undamaged(path, pd.read_parquet) for path in paths]
        frames[kind] = pd.concat([p for p in parts if len(p)] or parts[:1], ignore_index=True)
    stored = {protocol: _read_undamaged(path, _read_json) for protocol, path in facts.items()}
    for kind in FACTS:
        rows = [(p, d, content) for p, document in stored.items() for d, content in document[kind].items()]
        frames[kind] = pd.DataFrame(rows, columns=["protocol", "dataset", "facts"])
    return frames


def read_records(paths: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Read the records of the data sets from the files of the rule `prepare`: data set -> record."""
    return {Path(path).stem: _read_undamaged(path, _read_json) for path in paths}


def _read_undamaged(path: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(path)
    except UNREADABLE as error:
        raise absence.make_damage_error(path, error) from error


def _read_json(path: str) -> Any:
    return json.loads(Path(path).read_text(encoding="utf-8"))


def describe_angles(tables: Mapping[str, str], seed: int) -> Frames:
    """Describe the angles of prepared tables (data set -> path)."""
    rows = []
    for dataset, path in tables.items():
        if absence.read_absence(path):
            continue
        table = load(path)
        if any(attribute.kind == "angular" for attribute in table.attributes):
            words = make_seed_words(seed, "angles", dataset)
            rows.append((dataset, angle_facts.summarize_angles(table, seed=words)))
    return {"angles": pd.DataFrame(rows, columns=["dataset", "facts"])}


def list_jobs(benchmarks: Path, timings: pd.DataFrame) -> pd.DataFrame:
    """List time and memory of the jobs so far, from the files of Snakemake's `benchmark:`.

    `job` has the wildcards as a path (`honest/iris`). CPU seconds refer to a run from scratch: reused
    predictions count with the times of their first run.
    """
    sums = timings.groupby(["protocol", "dataset"])[["fit_seconds", "predict_seconds"]].sum().sum(axis=1)
    of_fits = {"/".join(("fit", *key)): float(seconds) for key, seconds in sums.items()}
    rows = []
    for path in sorted(benchmarks.rglob("*.tsv")):
        name = path.relative_to(benchmarks).with_suffix("").as_posix()
        try:
            with open(path, newline="", encoding="utf-8") as file:
                measured = next(csv.DictReader(file, delimiter="\t"))
            cells = (measured[key] for key in ("s", "cpu_time", "max_rss"))
            wall, cpu, rss = (0.0 if cell in ("NA", "-", "") else float(cell) for cell in cells)
        except (*UNREADABLE, StopIteration) as error:
            print(f"{path} is damaged ({describe_error(error)}) and is left out", file=sys.stderr)
            continue
        rule, _, job = name.partition("/")
        seconds = of_fits.get(name, 0.0)
        # Snakemake looks every half second: a job that ends before has no CPU time, so its wall time counts
        rows.append((rule, job, round(max(cpu or wall, seconds), 3), wall, rss, round(seconds, 3)))
    return pd.DataFrame(rows, columns=JOBS)


def list_versions(seed: int) -> pd.DataFrame:
    """List program, commit, machine, seed and versions of packages: item, version."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.is_file() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = models[0] if models else platform.processor() or platform.machine()
    rows = {"naivebench": __version__, "Commit": _run_git("rev-parse", "HEAD") or "not a git checkout"}
    rows |= {"Uncommitted changes": "yes" if _run_git("status", "--porcelain") else "no"}
    rows |= {"Date of the commit": _run_git("log", "-1", "--format=%cI") or ""}
    rows |= {"Python": platform.python_version(), "Platform": platform.platform(), "Processor": processor}
    rows |= {"Cores": str(os.cpu_count()), "Seed": str(seed)}
    rows |= {name: version for name, version in provenance.find_versions(SHOWN).items() if version}
    return pd.DataFrame(rows.items(), columns=["item", "version"])


def _run_git(*arguments: str) -> str:
    """Return the output of a git command in the project's folder, or "" without git or a checkout."""
    command = ["git", "-C", str(provenance.SOURCE.parents[1]), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
