"""Jambeiro Filho and Wainer (2007): tables of scores, calibration, splits and planted patterns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd

from naivebench.papers.jambeiro2007.curves import (
    AREA,
    CELL,
    LEAD,
    compare_methods_on_generated_data,
    list_fold_tests,
    list_run_methods,
    list_series_scores,
    read_hit_curves,
)
from naivebench.papers.printed_numbers import compare_gains
from naivebench.papers.run import Run
from naivebench.papers.verdicts import DASH, SCALE

RATES = tuple(f"recall_{n}" for n in (1, 2, 5, 10, 20))
AREAS = ("hit_area", AREA, "rmse", "log_loss", "log_loss_clipped")
OTHERS = ("grouped", "time")  # roles of the protocols without random folds
LEAST = 20  # smallest number of cases in a bin that counts as the highest one


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    curves, recalls, areas = read_hit_curves(run), *(list_mean_scores(run, of) for of in (RATES, AREAS))
    stored = (curves[d].get("constants", {}).get(m, {}) for d, m in areas[CELL].to_numpy())
    areas["constants"] = [
        "; ".join(f"{k} = {format_value_counts(v)}" for k, v in of.items()) or None for of in stored
    ]
    is_first = [frame["dataset"] == next(iter(curves), "") for frame in (recalls, areas)]
    return {
        "data": describe_data_sets(run),
        "table1": recalls[is_first[0]],
        "table1_others": recalls[~is_first[0]],
        "table2": areas[is_first[1]],
        "table2_others": areas[~is_first[1]],
        "curves": list_curve_points(run),
        "draws": compare_methods_on_generated_data(run),
        "tests": list_fold_tests(run),
        "splits": compare_splits(run),
        "calibration": describe_calibration(run),
        "recovery": describe_pattern_recovery(run),
        "learning": list_series_scores(run),
        "gains": compare_gains(run, LEAD, ["NB", "TAN"]),
    }


def describe_data_sets(run: Run) -> pd.DataFrame:
    """Describe the data that replace the paper's: shape, positives, and how often values recur together."""
    about, rows = run.paper.data_sets.set_index("dataset")[["kind", "about"]], []
    for dataset, facts in read_hit_curves(run).items():
        attributes = run.facts.records[dataset].get("attributes", [])
        sizes = sorted((a.get("values") or 0 for a in attributes), reverse=True)
        kind, what = about.loc[dataset] if dataset in about.index else (None, None)
        row = {"dataset": dataset, "copy": kind, "rows": facts["cases"], "positive": facts["positive"]}
        row |= {"rate": facts["positive_rate"], "values": ", ".join(f"{s:,}" for s in sizes)}
        rows.append(row | {key: facts.get(key) for key in ("recurring", "unseen", "folds")} | {"about": what})
    return pd.DataFrame(rows)


def list_mean_scores(run: Run, metrics: Sequence[str]) -> pd.DataFrame:
    """List scores of Tables 1 and 2: means over the folds, in the order of the paper's rows."""
    cells = [(d, m) for d in read_hit_curves(run) for m in list_run_methods(run, d)]
    scores = run.average_over_folds("honest", metrics)
    return (scores.reindex(cells) if cells else scores).rename_axis(CELL).reset_index()


def list_curve_points(run: Run) -> pd.DataFrame:
    frames = [pd.DataFrame()]
    for dataset, facts in read_hit_curves(run).items():
        for method, of in facts["curves"].items():
            place = {"dataset": dataset, "method": method, "rate": facts["rates"], "recall": of["recall"]}
            frames.append(pd.DataFrame(place))
    return pd.concat(frames, ignore_index=True)


def format_value_counts(values: Sequence[Any]) -> str:
    """Write values with the number of times each occurs, most frequent first: `1 (4×), 2 (1×)`."""
    counts = Counter(
        DASH if v is None else f"{v:g}" if isinstance(v, int | float) else str(v) for v in values
    )
    ordered = sorted(counts.items(), key=lambda c: (-c[1], c[0]))
    return ", ".join(v if n == 1 and len(counts) == 1 else f"{v} ({n}×)" for v, n in ordered)


def compare_splits(run: Run) -> pd.DataFrame:
    """Compare mean recall up to 10 % in random folds, in folds of whole groups, and on later cases."""
    recalls = {role: run.average_over_folds(role, [AREA])[AREA] * SCALE[AREA] for role in ("honest", *OTHERS)}
    table = pd.concat(recalls, axis=1).dropna(how="all", subset=list(OTHERS))
    for role in OTHERS:
        table[f"{role}_loss"] = table[role] / table["honest"] - 1
    datasets = sorted(table.index.unique("dataset"))
    cells = [(d, m) for d in datasets for m in list_run_methods(run, d) if (d, m) in table.index]
    return table.loc[cells].reset_index()


def describe_calibration(run: Run) -> pd.DataFrame:
    """Measure distances of predicted from observed and true probabilities, and the highest predicted one."""
    rows = []
    for dataset, facts in read_hit_curves(run).items():
        stored = facts["calibration"]
        for method in (m for m in list_run_methods(run, dataset) if m in stored):
            of = stored[method]
            row = {"dataset": dataset, "method": method, "gap": of["gap"], "rmse_true": of.get("rmse_true")}
            row["divergence"] = math.inf if of.get("divergence", 0.0) is None else of.get("divergence")
            top = next((b for b in reversed(of["bins"]) if b["cases"] >= LEAST), None)
            if top:
                row |= {"highest": top["predicted"], "highest_observed": top["observed"]}
                row |= {"highest_true": top.get("true"), "cases": top["cases"]}
            rows.append(row)
    return pd.DataFrame(rows)


def describe_pattern_recovery(run: Run) -> pd.DataFrame:
    """Describe which share of the planted patterns each method finds, and its predicted probabilities.

    A pattern is found if its cases are ranked, on average, before the cases that differ in one attribute.
    """
    rows = []
    for dataset, facts in read_hit_curves(run).items():
        if "patterns" not in facts:
            continue
        planted, stored = pd.DataFrame(facts["patterns"]["planted"]), facts["patterns"]["methods"]
        for method in (m for m in list_run_methods(run, dataset) if m in stored):
            of = planted.assign(**stored[method])
            ranked, known = of.dropna(subset="found").astype({"found": bool}), of.dropna(subset="predicted")
            row: dict[str, Any] = {"dataset": dataset, "method": method, "patterns": len(known)}
            row["found"] = ranked["found"].mean() if len(ranked) else None
            row |= {f"found_{n}": share for n, share in ranked.groupby("order")["found"].mean().items()}
            if known["cases"].sum():
                believed, true = (known[p] * known["cases"] for p in ("predicted", "true"))
                row["believed"] = believed.sum() / true.sum()
            rows.append(row)
    return pd.DataFrame(rows)
