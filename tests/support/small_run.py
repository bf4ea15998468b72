"""The frames of a small finished run, from scores given as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from naivebench.benchmark import collected_frames, score
from naivebench.benchmark.configuration import Configuration
from naivebench.benchmark.tables import Frames, complete_frames

Row = tuple[Any, ...]
FURTHER = {  # frame that the rule compare adds to those of the rule score -> its columns
    **{kind: ["protocol", "dataset", "facts"] for kind in score.FACTS},
    "angles": ["dataset", "facts"],
    "jobs": collected_frames.JOBS,
    "versions": ["item", "version"],
}


def configure(
    protocols: Iterable[str], datasets: Iterable[str], methods: Iterable[str], **primary: str
) -> dict[str, Any]:
    """The resolved configuration of one experiment for each protocol, with all data sets and methods."""
    from support.configured import protocol

    datasets, methods = list(datasets), list(methods)
    modules = {"majority": "baselines.majority"}
    shared = {"group": "naive Bayes", "kinds": ["nominal"]}
    stanzas = {
        m: {"title": m.upper(), "module": modules.get(m, f"naive_bayes.{m}"), **shared} for m in methods
    }
    experiments = {
        p: {"title": p, "protocol": p, "datasets": datasets, "exclude_datasets": []}
        | {"methods": methods, "exclude_methods": []}
        for p in protocols
    }
    config = {
        "seed": 1,
        "on_error": "report",
        "mirror": "",
        "timeout_seconds": 10.0,
        "memory_mb": 100.0,
        "protocols": {p: protocol() for p in protocols},
        "experiments": experiments,
        "select": {"experiments": "all", "datasets": "all", "methods": "all"},
        "metrics": ["accuracy", "log_loss"],
        "primary": {"protocol": next(iter(protocols)), "metric": "accuracy", "reference": "nb"} | primary,
        "statistics": {"alpha": 0.05, "rope": 0.01},
        "report": {"title": "A run"},
        "catalogues": {"datasets": [], "methods": []},
    }
    described = {d: {"title": d, "tags": [], "source": {"file": d}} for d in datasets}
    return {"config": config, "datasets": described, "methods": stanzas, "archives": {}}


def describe(dataset: str, rows: int = 100) -> dict[str, Any]:
    """The record of a data set with two classes and one nominal attribute."""
    attribute = {"name": "x", "kind": "nominal", "values": 2, "missing": 0, "constant": False}
    record = {"dataset": dataset, "status": "ok", "reason": "", "remedy": "", "rows": rows}
    record |= {"missing_cells": 0}
    record |= {"classes": {"yes": rows // 2, "no": rows - rows // 2}, "attributes": [attribute]}
    return record | {"warnings": [], "source": "made", "sha256": "0", "holdout": None, "majority_rate": 0.5}


def complete(content: dict[str, Any], scores: Iterable[Row], **tables: Iterable[Row]) -> Frames:
    """The frames of a run with these rows of scores and of other tables."""
    rows = {"scores": scores} | tables
    frames = {
        kind: pd.DataFrame(list(rows.get(kind, ())), columns=list(columns))
        for kind, columns in (score.COLUMNS | FURTHER).items()
    }
    records = {dataset: describe(dataset, 100 * (i + 1)) for i, dataset in enumerate(content["datasets"])}
    return complete_frames(frames, Configuration(**content, root=Path()), records)


def make_frames(scores: Iterable[Row], methods: Iterable[str], **changed: Any) -> Frames:
    """The frames of a run with these scores under the protocol `honest`, in which every fit takes a second;
    `changed`: keys of its only experiment.
    """
    rows = list(scores)
    times = [(*fold, 1.0, 0.0, 1.0) for fold in dict.fromkeys(row[:5] for row in rows)]
    content = configure(["honest"], dict.fromkeys(row[1] for row in rows), methods)
    content["config"]["experiments"]["honest"].update(changed)
    return complete(content, rows, timings=times)
