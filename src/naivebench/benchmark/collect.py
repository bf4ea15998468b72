"""Put the results of all protocols together, and add what only the data sets tell: the first part of the rule
`compare`.
"""

from __future__ import annotations

import csv
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from naivebench import __version__
from naivebench.benchmark import angles, provenance
from naivebench.benchmark.dependence import measure_dependence
from naivebench.benchmark.tables.frames import FILES, PARQUET
from naivebench.core import absence
from naivebench.core.checks import describe_error
from naivebench.core.files import UNREADABLE, replace_file
from naivebench.core.table import load

SHOWN = (
    *("snakemake", "numpy", "scipy", "scikit-learn", "pandas", "pyarrow", "numba", "statsmodels"),
    *("lightgbm", "xgboost", "skops", "seaborn", "matplotlib", "jinja2", "gemmi"),
)  # packages whose versions the pages list


def merge_tables(files: Mapping[str, Sequence[str]], folder: Path) -> None:
    """Write one table of each kind. `files`: kind -> the Parquet files of all protocols."""
    for kind, paths in files.items():
        parts = []
        for path in paths:
            try:
                parts.append(pd.read_parquet(path))
            except UNREADABLE as error:
                raise absence.make_damage_error(path, error) from error
        whole = pd.concat([p for p in parts if len(p)] or parts[:1], ignore_index=True)
        with replace_file(folder / f"{kind}.{'parquet' if kind in PARQUET else 'csv'}") as temporary:
            if kind in PARQUET:
                whole.to_parquet(temporary, index=False)
            else:
                whole.to_csv(temporary, index=False)


def merge_facts(files: Mapping[str, str], folder: Path) -> None:
    """Write a JSON file for each kind of facts: protocol -> data set -> content.

    `files`: protocol -> its file.
    """
    facts: dict[str, dict[str, Any]] = {}
    for protocol, path in files.items():
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
        except UNREADABLE as error:
            raise absence.make_damage_error(path, error) from error
        for kind, of_kind in content.items():
            facts.setdefault(kind, {})[protocol] = of_kind
    for kind, of_protocols in facts.items():
        write_json(of_protocols, folder / f"{kind}.json")


def describe_tables(tables: Mapping[str, str], seeds: Mapping[str, Sequence[int]], folder: Path) -> None:
    """Write the dependence between attributes of all data sets, and facts about their angles.

    tables: data set -> prepared table; absent ones are left out. seeds: data set -> seed words of the tests.
    """
    of_angles, rows = {}, []
    for dataset, path in tables.items():
        if absence.read_absence(path):
            continue
        table = load(path)
        nats = measure_dependence(table)
        rows += [(dataset, nats)] if nats is not None else []
        if any(attribute.kind == "angular" for attribute in table.attributes):
            of_angles[dataset] = angles.summarize_angles(table, seed=seeds[dataset])
    write_json({"": of_angles}, folder / "angles.json")
    with replace_file(folder / "dependence.csv") as temporary:
        pd.DataFrame(rows, columns=["dataset", "nats"]).to_csv(temporary, index=False)


def write_jobs(benchmarks: Path, folder: Path) -> None:
    """Write time and memory of the jobs so far, from the files of Snakemake's `benchmark:`, to jobs.csv.

    `job` has the wildcards as a path (`honest/iris`). CPU seconds are those from scratch: a fit that took
    over predictions counts with their times.
    """
    times = pd.read_parquet(folder / "timings.parquet")
    sums = times.groupby(["protocol", "dataset"])[["fit_seconds", "predict_seconds"]].sum().sum(axis=1)
    inside = {"/".join(key): float(seconds) for key, seconds in sums.items()}
    with replace_file(folder / "jobs.csv") as temporary:
        pd.DataFrame(_list_jobs(benchmarks, inside), columns=FILES["jobs.csv"]).to_csv(temporary, index=False)


def _list_jobs(benchmarks: Path, inside: Mapping[str, float]) -> Iterator[tuple[Any, ...]]:
    for path in sorted(benchmarks.rglob("*.tsv")):
        rule, _, job = path.relative_to(benchmarks).with_suffix("").as_posix().partition("/")
        try:
            with open(path, newline="", encoding="utf-8") as file:
                measured = next(csv.DictReader(file, delimiter="\t"))
            cells = (measured[key] for key in ("s", "cpu_time", "max_rss"))
            wall, cpu, rss = (0.0 if cell in ("NA", "-", "") else float(cell) for cell in cells)
        except (*UNREADABLE, StopIteration) as error:
            print(f"{path} is damaged ({describe_error(error)}) and is left out", file=sys.stderr)
            continue
        seconds = inside.get(job, 0.0) if rule == "fit" else 0.0
        # Snakemake looks every half second: a job that ends before has no CPU time, and its wall time instead
        yield rule, job, round(max(cpu or wall, seconds), 3), wall, rss, round(seconds, 3)


def write_versions(path: Path, seed: int) -> None:
    """Write program, commit, machine, seed and versions of packages as a table: item, version."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.is_file() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = models[0] if models else platform.processor() or platform.machine()
    rows = {"naivebench": __version__, "Commit": _ask_git("rev-parse", "HEAD") or "not a git checkout"}
    rows |= {"Uncommitted changes": "yes" if _ask_git("status", "--porcelain") else "no"}
    rows |= {"Date of the commit": _ask_git("log", "-1", "--format=%cI") or ""}
    rows |= {"Python": platform.python_version(), "Platform": platform.platform(), "Processor": processor}
    rows |= {"Cores": str(os.cpu_count()), "Seed": str(seed)}
    rows |= {name: version for name, version in provenance.package_versions(SHOWN).items() if version}
    with replace_file(path) as temporary:
        pd.DataFrame(rows.items(), columns=["item", "version"]).to_csv(temporary, index=False)


def _ask_git(*arguments: str) -> str:
    """Output of a git command in the project's folder; "" outside a checkout or without git."""
    command = ["git", "-C", str(provenance.SOURCE.parents[1]), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def write_json(content: Any, path: Path) -> None:
    """Write a value as JSON, all at once."""
    with replace_file(path) as temporary:
        temporary.write_text(
            json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8"
        )
