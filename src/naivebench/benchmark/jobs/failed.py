"""Find the files of a finished run to make again: those that failed or could not be fetched, and are still
planned.
"""

from __future__ import annotations

import contextlib
import csv
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from naivebench.benchmark import configuration, plan
from naivebench.benchmark.configuration import Configuration
from naivebench.benchmark.jobs.settings import archives, predictions
from naivebench.benchmark.score import COLUMNS
from naivebench.core import absence
from naivebench.core.files import UNREADABLE

T = TypeVar("T")

OF_PAIRS = ("hit_curves", "break_even", "bias_variance")  # rules with a JSON file per protocol and data set


def failed(folder: Path) -> list[str]:
    """Files below a project's folder that record a failure.

    They are data sets that could not be prepared although their source is available, predictions with failed
    or timed-out folds, other outputs that a job could not make, and archives that are unavailable.
    """
    files: list[str] = [*_with_status(folder, "data/prepared", lambda status: status == "failed")]
    failures = folder / "results" / "failures.csv"
    if failures.exists():
        with open(failures, newline="", encoding="utf-8") as file, contextlib.suppress(*UNREADABLE):
            for row in csv.DictReader(file):
                if row["status"] in ("failed", "timeout") and row["stage"] in ("evaluate", "score"):
                    files += row["file"].split()
    files += _own_absences(folder)
    files += _with_status(folder, "data/raw", lambda status: status != "ok")
    return list(dict.fromkeys(files))


def _own_absences(folder: Path) -> Iterator[str]:
    """Files that record a failure of the job that writes them, not one that the job passes on."""
    parts = {"folds": "data/folds", "discretize": "data/discretized", "compare": "results/statistics"}
    parts |= {"dependence": "results/statistics"}
    parts |= {rule: f"results/{rule}" for rule in ("angles", *OF_PAIRS)}
    for rule, part in parts.items():
        suffix, read = (".npz", absence.read) if rule == "folds" else (".json", absence.read_json)
        for path in sorted((folder / part).rglob(f"*{suffix}")):
            gone = _read(read, path)
            if gone and gone.stage == rule:
                yield path.relative_to(folder).as_posix()


def _with_status(folder: Path, part: str, wanted: Callable[[str], bool]) -> Iterator[str]:
    """Records in a folder that have one of the wanted statuses."""
    for path in sorted((folder / part).glob("*.json")):
        status = _read(lambda p: json.loads(p.read_text(encoding="utf-8"))["status"], path)
        if status is not None and wanted(status):
            yield path.relative_to(folder).as_posix()


def _read(read: Callable[[Path], T], path: Path) -> T | None:
    """Content of a file; None if it cannot be read, which `damaged` reports."""
    try:
        return read(path)
    except UNREADABLE:
        return None


def planned(settings: Configuration) -> set[str]:
    """Files that the configuration asks for, see `outputs`."""
    config = settings.config
    units = plan.units(
        configuration.cells(settings),
        config.protocols,
        settings.datasets,
        settings.methods,
        config.grain,
    )
    return outputs(settings, units)


def outputs(settings: Configuration, units: Sequence[plan.Unit]) -> set[str]:
    """Files that these units ask for: data, predictions, scores, the results of other jobs, and
    the tables of the whole run.
    """
    config = settings.config
    datasets = {u.dataset for u in units}
    pairs = {f"{u.protocol}/{u.dataset}" for u in units}
    discretizers = {s.get("discretize") for s in settings.methods.values()}
    return {
        *(f"{path}{suffix}" for path in predictions(units) for suffix in (".npz", ".times.json")),
        *(f"data/prepared/{d}{suffix}" for d in datasets for suffix in (".npz", ".json")),
        *(f"data/raw/{a}.json" for a in archives(settings, datasets)),
        *(f"data/folds/{pair}{suffix}" for pair in pairs for suffix in (".npz", ".csv")),
        *(f"data/discretized/{pair}/{d}.json" for pair in pairs for d in discretizers),
        *(f"results/{kind}/{pair}.csv" for kind in COLUMNS for pair in pairs),
        *(f"results/{kind}{'.parquet' if kind in ('scores', 'timings') else '.csv'}" for kind in COLUMNS),
        *(f"results/{rule}/{pair}.json" for rule in OF_PAIRS for pair in pairs),
        *(f"results/angles/{d}.json" for d in datasets),
        *(f"results/statistics/{s}.json" for s in (*config.statistics.ids, "dependence")),
    }
