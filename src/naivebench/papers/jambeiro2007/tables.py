"""Jambeiro Filho and Wainer (2007): scores in the rows of the paper, constants, calibration and patterns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd

from naivebench.papers.jambeiro2007.curves import (
    AREA,
    LEAD,
    compare_draws,
    describe_folds,
    list_datasets,
    list_methods,
    list_tests,
    read_curves,
)
from naivebench.papers.jambeiro2007.growth import describe_growth, list_points
from naivebench.papers.printed import compare_gains, describe_printed
from naivebench.papers.run import Run
from naivebench.papers.words import DASH

RATES = tuple(f"recall_{n}" for n in (1, 2, 5, 10, 20))
AREAS = ("hit_area", AREA, "rmse", "log_loss", "log_loss_clipped")
FIXED = "not chosen: the method's own constants"
LEAST = 20  # least number of cases of the highest bin that is reported


def list_printed_rows(run: Run) -> pd.DataFrame:
    """Scores of this run in the rows of the paper, whose printed digits are illegible."""
    return describe_printed(run, None)


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables of the paper."""
    calibration, bins = describe_calibration(run)
    recovery, patterns = describe_patterns(run)
    recalls, areas, points = list_scores(run, RATES), list_scores(run, AREAS), list_points(run)
    leading = next(iter(list_datasets(run)), "")
    return {
        "data": describe_data(run),
        "table1": recalls[recalls["dataset"] == leading],
        "table1_others": recalls[recalls["dataset"] != leading],
        "table2": areas[areas["dataset"] == leading],
        "table2_others": areas[areas["dataset"] != leading],
        "coefficients": list_coefficients(run),
        "curves": list_curves(run),
        "draws": compare_draws(run),
        "identical": list_identical(run),
        "tests": list_tests(run),
        "optimism": compare_choices(run),
        "splits": compare_splits(run),
        "calibration": calibration,
        "reliability": bins,
        "recovery": recovery,
        "patterns": patterns,
        "learning": points,
        "growth": describe_growth(points),
        "gains": compare_gains(run, LEAD, ["NB", "TAN"]),
    }


def describe_data(run: Run) -> pd.DataFrame:
    """The data that replace the paper's: shape, positives, and how often combinations of values recur."""
    about, rows = run.paper.data_sets.set_index("dataset"), []
    for dataset in list_datasets(run):
        facts, attributes = (
            read_curves(run, "honest", dataset),
            run.facts.records[dataset].get("attributes", []),
        )
        sizes = sorted((a.get("values") or 0 for a in attributes), reverse=True)
        kind, what = about.loc[dataset, ["kind", "about"]] if dataset in about.index else (None, None)
        row = {"dataset": dataset, "copy": kind, "rows": facts["cases"], "positive": facts["positive"]}
        row |= {"rate": facts["positive_rate"], "values": ", ".join(f"{s:,}" for s in sizes)}
        rows.append(row | {key: facts.get(key) for key in ("recurring", "unseen", "folds")} | {"about": what})
    return pd.DataFrame(rows)


def list_scores(run: Run, metrics: Sequence[str]) -> pd.DataFrame:
    """Tables 1 and 2: means over the folds with standard deviations, and the constants that were chosen."""
    columns = ["dataset", "method", *(m + end for m in metrics for end in ("", "_sd"))]
    rows = [
        (d, m, *(v for metric in metrics for v in describe_folds(run, "honest", d, m, metric)))
        for d in list_datasets(run)
        for m in list_methods(run, "honest", d)
    ]
    frame = pd.DataFrame(rows, columns=columns)
    if metrics is AREAS:
        cells = zip(frame["dataset"], frame["method"], strict=True)
        frame["constants"] = [name_constants(run, "honest", *cell) for cell in cells]
    return frame


def list_curves(run: Run) -> pd.DataFrame:
    """Points of all hit curves with their bands."""
    frames = []
    for dataset in list_datasets(run):
        facts = read_curves(run, "honest", dataset)
        for method, of in facts["curves"].items():
            place = {"dataset": dataset, "method": method, "rate": facts["rates"], "recall": of["recall"]}
            frames.append(pd.DataFrame(place | {"recall_low": of["low"], "recall_high": of["high"]}))
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def count_values(values: Sequence[Any]) -> str:
    """Values with the number of times each occurs, most frequent first: `1 (4×), 2 (1×)`."""
    counts = Counter(
        DASH if v is None else f"{v:g}" if isinstance(v, int | float) else str(v) for v in values
    )
    ordered = sorted(counts.items(), key=lambda c: (-c[1], c[0]))
    return ", ".join(v if n == 1 and len(counts) == 1 else f"{v} ({n}×)" for v, n in ordered)


def name_constants(run: Run, role: str, dataset: str, method: str) -> str | None:
    """The constants of a method over the folds, or None; S of the pattern families has its own table."""
    stored = read_curves(run, role, dataset).get("constants", {}).get(method, {})
    if "chosen_on_test" in stored:
        return ", ".join(f"{k} = {v:g}" for k, v in stored["chosen_on_test"].items())
    return "; ".join(f"{k} = {count_values(v)}" for k, v in stored.items() if k != "S") or None


def list_coefficients(run: Run) -> pd.DataFrame:
    """HPB's smoothing coefficients S of every pattern family: median over the folds, and all values."""
    rows = [
        (d, m, family, sorted(s)[len(s) // 2], count_values(s))
        for d in list_datasets(run)
        for m, of in read_curves(run, "honest", d)["constants"].items()
        for family, s in of.get("S", {}).items()
    ]
    return pd.DataFrame(rows, columns=["dataset", "method", "family", "s_median", "s_folds"])


def name_method(run: Run, method: str) -> str:
    """The paper's name of a method, which only the first of its ids that ran has; otherwise its id."""
    scored = {m for role in ("honest", "made") for _, m in run.read_scores(role, AREA).rows} | {method}
    first = {
        next((m for m in of["ids"] if m in scored), ""): name
        for name, of in reversed(run.paper.methods.items())
    }
    return first.get(method, method)


def list_identical(run: Run) -> pd.DataFrame:
    """Methods whose predictions equal those of the trivial method on at least one test part."""
    rows, ids = [], run.paper.methods[run.paper.more["trivial"]]["ids"]
    for role in ("made", "honest"):
        for dataset in list_datasets(run, role):
            facts = read_curves(run, role, dataset)
            for method in list_methods(run, role, dataset):
                same = facts["identical"].get(method, {})
                parts = max((same.get(m, 0) for m in ids), default=0)
                if method not in ids and parts:
                    of = facts["curves"][method]["folds"]
                    others = [name_method(run, m) for m, n in same.items() if n == of and m not in ids]
                    rows.append((dataset, run.paper.protocols[role], method, parts, of, ", ".join(others)))
    return pd.DataFrame(rows, columns=["dataset", "protocol", "method", "parts", "of", "others"])


def compare_choices(run: Run) -> pd.DataFrame:
    """Area up to 10 % with constants chosen on test parts, as in the paper, and inside each training part."""
    rows = []
    for dataset in list_datasets(run, "paper"):
        for method, of in read_curves(run, "paper", dataset)["constants"].items():
            on_test, nested = (
                describe_folds(run, role, dataset, method, AREA)[0] for role in ("paper", "honest")
            )
            if "chosen_on_test" in of and on_test is not None and nested is not None:
                rows.append({
                    "dataset": dataset, "method": method, "combinations": len(of["on_test_grid"]),
                    "on": "reshuffled" if of.get("reshuffled") else "reported", "on_test": on_test,
                    "nested": nested, "optimism": on_test - nested,
                    "relative": on_test / nested - 1 if nested else None,
                    "worst": min(s for s in of["on_test_scores"] if s is not None),
                    "chosen": name_constants(run, "paper", dataset, method),
                    "inside": name_constants(run, "honest", dataset, method) or FIXED,
                })  # fmt: skip
    return pd.DataFrame(rows)


def compare_splits(run: Run) -> pd.DataFrame:
    """Area up to 10 % for random folds, whole groups and splits in order of time."""
    rows, others = [], ("grouped", "time")
    for dataset in sorted({d for role in others for d, _ in run.read_scores(role, AREA).rows}):
        for method in list_methods(run, "honest", dataset):
            areas = {role: describe_folds(run, role, dataset, method, AREA) for role in ("honest", *others)}
            if all(areas[role][0] is None for role in others):
                continue
            row: dict[str, Any] = {"dataset": dataset, "method": method}
            for role, (mean, deviation) in areas.items():
                row[role], row[f"{role}_sd"] = mean, deviation
                row[f"{role}_recall"] = describe_folds(run, role, dataset, method, "recall_5")[0]
                if role != "honest" and mean is not None and areas["honest"][0] is not None:
                    row[f"{role}_loss"] = mean / areas["honest"][0] - 1
            rows.append(row)
    return pd.DataFrame(rows)


def describe_calibration(run: Run) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Distance of predicted probabilities from observed and true ones, and the bins behind it."""
    rows, bins = [], []
    for dataset in list_datasets(run):
        stored = read_curves(run, "honest", dataset)["calibration"]
        for method in (m for m in list_methods(run, "honest", dataset) if m in stored):
            of, place = stored[method], {"dataset": dataset, "method": method}
            row = place | {"gap": of["gap"], "rmse_true": of.get("rmse_true")}
            row["divergence"] = math.inf if of.get("divergence", 0.0) is None else of.get("divergence")
            top = next((b for b in reversed(of["bins"]) if b["cases"] >= LEAST), None)
            if top:
                row |= {"highest": top["predicted"], "highest_observed": top["observed"]}
                row |= {"highest_true": top.get("true"), "cases": top["cases"]}
            rows.append(row)
            for b in of["bins"]:
                shares = {"predicted": b.get("predicted"), "observed": b.get("observed")}
                bins.append(place | shares | {"true_probability": b.get("true"), "cases": b.get("cases")})
    return pd.DataFrame(rows), pd.DataFrame(bins)


def describe_patterns(run: Run) -> tuple[pd.DataFrame, pd.DataFrame]:
    """How each method recovers the planted patterns, and which methods find each of them.

    A pattern is found if its cases come, on average, before those that match all of it but one attribute.
    """
    rows, patterns = [], []
    for dataset in list_datasets(run):
        stored = read_curves(run, "honest", dataset).get("patterns")
        if stored is None:
            continue
        planted = pd.DataFrame(stored["planted"])
        for method in (m for m in list_methods(run, "honest", dataset) if m in stored["methods"]):
            of = planted.assign(**stored["methods"][method])
            rows.append({"dataset": dataset, "method": method} | _describe_recovery(of))
        for i, p in enumerate(stored["planted"]):
            finds = {name_method(run, m): of["found"][i] for m, of in stored["methods"].items()}
            row = {"dataset": dataset, "pattern": ", ".join(f"{k} {v}" for k, v in p["values"].items())}
            row |= {"order": p["order"], "cases": p["cases"], "true_probability": p["true"]}
            row["found_by"] = ", ".join(name for name, is_so in finds.items() if is_so)
            missed = (name for name, is_so in finds.items() if is_so is not None and not is_so)
            patterns.append(row | {"missed_by": ", ".join(missed)})
    return pd.DataFrame(rows), pd.DataFrame(patterns)


def _describe_recovery(of: pd.DataFrame) -> dict[str, Any]:
    """Share of patterns that one method finds, its predicted over the true probability, and how early it
    ranks them.
    """
    judged, known = of.dropna(subset="found").astype({"found": bool}), of.dropna(subset="predicted")
    row: dict[str, Any] = {"patterns": len(known), "found": judged["found"].mean() if len(judged) else None}
    row |= {f"found_{order}": share for order, share in judged.groupby("order")["found"].mean().items()}
    if known["cases"].sum():
        row["believed"] = (known["cases"] * known["predicted"]).sum() / (known["cases"] * known["true"]).sum()
        row["first_found"] = (known["cases"] * known["first"]).sum() / known["cases"].sum()
    return row
