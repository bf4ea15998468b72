"""Facts about the run: protocols, experiments, metrics, missing scores, jobs and versions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from naivebench.benchmark.tables.frames import KEYS, Frames
from naivebench.core.files import replace
from naivebench.evaluation.metrics import METRICS


def list_protocols(frames: Frames) -> pd.DataFrame:
    """The protocols of the run: purpose, folds, and the numbers of data sets and methods with a score."""
    rows = []
    for given in frames["protocols"].to_dict("records"):
        part = frames["scores"][frames["scores"]["protocol"] == given["protocol"]]
        scheme = name_scheme(part)
        if given["learning"]:
            scheme = f"{len(given['settings']['folds']['train_cases'])} sizes of the training part"
        row = {"protocol": given["protocol"], "title": given["title"], "scheme": scheme}
        rows.append(row | {"datasets": part["dataset"].nunique(), "methods": part["method"].nunique()})
    return pd.DataFrame(rows)


def name_scheme(scores: pd.DataFrame) -> str:
    """Folds and repeats of a protocol in words, as found in its scores."""
    counts = scores.groupby("dataset").agg(folds=("fold", "nunique"), repeats=("repeat", "nunique"))
    if counts.empty:
        return "no scores"
    if counts["folds"].max() == 1:
        return "one split per data set, pooled (leave-one-out or hold-out)"
    several = counts["folds"][counts["folds"] > 1]
    low, high, own = int(several.min()), int(several.max()), int((counts["folds"] == 1).sum())
    text = f"{high if low == high else f'{low} to {high}'}-fold cross-validation"
    most = int(counts["repeats"].max())
    if most > 1:
        text += f", {'' if counts['repeats'].min() == most else 'up to '}{most} repeats"
    sets = f"{len(counts)} data set{'' if len(counts) == 1 else 's'}"
    return text + (f" ({own} of {sets} with {'its' if own == 1 else 'their'} own test set)" if own else "")


def list_experiments(frames: Frames) -> pd.DataFrame:
    """The experiments: protocol, data sets and methods with a score, cells with a score, and cells asked
    for.
    """
    scored = set(frames["scores"][KEYS].drop_duplicates().itertuples(index=False, name=None))
    rows = []
    for e in frames["experiments"].to_dict("records"):
        cells = [(e["protocol"], d, m) for d in e["datasets"] for m in e["methods"]]
        present = [cell for cell in cells if cell in scored]
        row = {key: e[key] for key in ("experiment", "title", "protocol")}
        row |= {"datasets": len({d for _, d, _ in present}), "methods": len({m for *_, m in present})}
        rows.append(row | {"cells": len(present), "asked": len(cells)})
    return pd.DataFrame(rows)


def list_metrics(frames: Frames) -> pd.DataFrame:
    """The metrics of the run that have a direction, with their definitions."""
    table = frames["metrics"].query("better == better")
    definitions = [METRICS[m].definition if m in METRICS else "" for m in table["metric"]]
    table = table.assign(definition=definitions).rename(columns={"better": "better_if"})
    return table[["metric", "label", "better_if", "description", "definition", "headline", "constant_wins"]]


def name_folds(rows: Iterable[Any]) -> str:
    """Phrase such as `fold 3` or `folds 1, 2, 5`; `all` if all folds are affected."""
    folds = [
        row.fold if row.repeat in ("", "0") else f"{row.repeat}.{row.fold}"
        for row in rows
        if row.fold not in ("", "all")
    ]
    return ("fold " if len(folds) == 1 else "folds ") + ", ".join(folds) if folds else "all"


def list_failures(frames: Frames) -> pd.DataFrame:
    """Scores that could not be computed, and data sets that are not available, with reason and remedy; folds
    with the same reason share a row.
    """
    keys = ["status", "dataset", "method", "protocol", "stage", "reason", "remedy"]
    grouped: dict[tuple[str, ...], list[Any]] = {}
    for row in frames["failures"].itertuples():
        grouped.setdefault(tuple(getattr(row, key) for key in keys), []).append(row)
    listed = {key[1] for key in grouped if not key[2]}
    for given in frames["datasets"].query("status != 'ok'").to_dict("records"):
        if given["dataset"] not in listed:
            record = given["record"]
            reason = "prepare", record.get("reason", ""), record.get("remedy", "")
            grouped[(given["status"], given["dataset"], "", "", *reason)] = []
    rows = [
        dict(zip(keys, key, strict=True)) | {"folds": name_folds(of)} for key, of in sorted(grouped.items())
    ]
    table = pd.DataFrame(rows, columns=[*keys, "folds"])
    anything = table[["dataset", "method", "protocol"]].replace("", "all")
    return table.assign(**anything)[["dataset", "status", "method", "protocol", "folds", *keys[4:]]]


def list_jobs(jobs: pd.DataFrame) -> pd.DataFrame:
    """The jobs of the run, the longest first."""
    ordered = jobs.sort_values(["cpu_seconds", "rule", "job"], ascending=[False, True, True])
    return ordered[["rule", "job", "cpu_seconds", "wall_seconds", "max_rss_mb"]]


def sum_jobs(jobs: pd.DataFrame) -> pd.DataFrame:
    """The jobs by rule. Wall times are summed, even if jobs ran in parallel."""
    return (
        jobs.groupby("rule")
        .agg(
            jobs=("job", "size"),
            cpu_seconds=("cpu_seconds", lambda of: math.fsum(of.dropna())),
            wall_seconds=("wall_seconds", lambda of: math.fsum(of.dropna())),
            max_rss_mb=("max_rss_mb", "max"),
        )
        .reset_index()
    )


def describe_run(frames: Frames, jobs: pd.DataFrame) -> pd.DataFrame:
    """Size of the run in one row, and the CPU seconds of its jobs inside and outside fits and predictions."""
    scores, datasets = frames["scores"], frames["datasets"]
    inside, total = (math.fsum(jobs[c].dropna()) for c in ("fit_predict_seconds", "cpu_seconds"))
    row = {"scores": len(scores), "jobs": len(jobs), "cpu_seconds": total, "fit_predict_seconds": inside}
    row |= {f"{key}s": scores[key].nunique() for key in ("protocol", "dataset", "method", "metric")}
    row |= {"unavailable": int((datasets["status"] == "unavailable").sum())}
    settings = frames["settings"].iloc[0]
    row |= {"primary_protocol": settings["protocol"], "primary_metric": settings["metric"]}
    row |= {key: settings[key] for key in ("reference", "alpha", "rope", "title")}
    return pd.DataFrame([row]).rename(columns={"reference": "reference_method"})


def write_tables(tables: Frames, folder: Path) -> None:
    """Write every table as a CSV file: the shortest text of each number, an empty cell for a missing
    value.
    """
    for name, table in tables.items():
        with replace(folder / f"{name}.csv") as temporary:
            table.to_csv(temporary, index=False, lineterminator="\n")
