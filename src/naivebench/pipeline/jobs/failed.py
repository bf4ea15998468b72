"""Which files of a finished run to make again: what failed, or could not be fetched, and is still planned."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from naivebench.datasets import sources
from naivebench.pipeline import configuration, plan
from naivebench.pipeline.configuration import Configuration
from naivebench.pipeline.jobs.settings import predictions


def failed(folder: Path) -> list[str]:
    """Files below a project's folder that stand for a failure: data sets that could not be prepared although
    their source is there, predictions with failed or timed-out folds, archives that are unavailable.
    """
    files = [*_with_status(folder, "data/prepared", lambda status: status == "failed")]
    failures = folder / "results" / "failures.csv"
    if failures.exists():
        with open(failures, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["status"] in ("failed", "timeout") and row["stage"] == "evaluate":
                    files += row["file"].split()
    files += _with_status(folder, "data/raw", lambda status: status != "ok")
    return list(dict.fromkeys(files))


def _with_status(folder: Path, part: str, wanted: Callable[[str], bool]) -> Iterator[str]:
    """Records of a folder whose status is a wanted one."""
    for path in sorted((folder / part).glob("*.json")):
        if wanted(json.loads(path.read_text(encoding="utf-8"))["status"]):
            yield path.relative_to(folder).as_posix()


def planned(settings: Configuration) -> set[str]:
    """Files that the configuration makes: predictions, records of data sets and of their archives."""
    config = settings.config
    units = plan.units(
        configuration.cells(settings),
        config["protocols"],
        settings.datasets,
        settings.methods,
        config["grain"],
    )
    datasets = {u.dataset for u in units}
    archives = {sources.inputs_of(settings.datasets[d], settings.archives)["archive"] for d in datasets}
    return {
        *(f"{path}.npz" for path in predictions(units)),
        *(f"data/prepared/{d}.json" for d in datasets),
        *(f"data/raw/{a}.json" for a in archives if a),
    }
