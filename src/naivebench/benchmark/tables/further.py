"""Further experiments: learning curves, bias and variance, discretizers, and rivals with their libraries'
settings.
"""

from __future__ import annotations

import json
from statistics import fmean
from typing import Any

import pandas as pd
from scipy.stats import rankdata

from naivebench.benchmark.tables.cells import pivot_means
from naivebench.benchmark.tables.frames import Frames
from naivebench.benchmark.tables.rankings import average_with_deviation
from naivebench.evaluation.metrics import METRICS

LIBRARY = "library-defaults"  # tag of methods that run with all settings of their library


def draw_learning_curves(frames: Frames) -> pd.DataFrame:
    """Score of every method at every training size: mean and standard deviation over the folds, gain over the
    reference at the same size, and the smallest size from which the method stays better (`better_from`).

    Sizes for which a fold is missing are left out.
    """
    settings = frames["settings"].iloc[0]
    learning = set(frames["protocols"].query("learning")["protocol"])
    scores = frames["scores"]
    scores = scores[scores["protocol"].isin(learning) & (scores["metric"] == settings["metric"])]
    folds = scores.groupby(["protocol", "dataset"])["fold"].nunique()
    curves: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for (protocol, dataset, method, _), part in scores.groupby(["protocol", "dataset", "method", "repeat"]):
        if len(part) == folds[protocol, dataset]:
            score, deviation = average_with_deviation(part["value"])
            point = {"dataset": dataset, "method": method, "protocol": protocol}
            point |= {"n_train": float(part["n_train"].mean()), "score": score, "score_std": deviation}
            curves.setdefault((protocol, dataset, method), []).append(point | {"folds": len(part)})
    places = {m: i for i, m in enumerate(frames["methods"]["method"])}
    sign = -1 if METRICS[settings["metric"]].better == "lower" else 1
    rows = []
    for key in sorted(curves, key=lambda k: (k[0], k[1], places[k[2]])):
        points = sorted(curves[key], key=lambda p: p["n_train"])
        if key[2] != settings["reference"]:
            base = {p["n_train"]: p["score"] for p in curves.get((*key[:2], settings["reference"]), ())}
            for point in (p for p in points if p["n_train"] in base):
                point["gain"] = sign * (point["score"] - base[point["n_train"]])
            start = find_crossing(points)
            points = [point | {"better_from": start} for point in points]
        rows += points
    return pd.DataFrame(rows)


def find_crossing(points: list[dict[str, Any]]) -> float | None:
    """Smallest training size from which a method stays better than the reference; ties count as not
    better.
    """
    start = None
    for point in points:
        if "gain" in point:
            start = (point["n_train"] if start is None else start) if point["gain"] > 0 else None
    return start


def average_bias(frames: Frames) -> pd.DataFrame:
    """Mean bias and variance of every method over the data sets that all methods of the protocol share, the
    smallest bias first.
    """
    frame = frames["bias_variance"]
    parts = [c for c in frame.columns if c not in ("protocol", "dataset", "method")]
    places = {m: i for i, m in enumerate(frames["methods"]["method"])}
    tables = []
    for protocol, of_protocol in frame.groupby("protocol", sort=False):
        counts = of_protocol.groupby("dataset")["method"].nunique()
        common = counts.index[counts == of_protocol["method"].nunique()]
        part = of_protocol[of_protocol["dataset"].isin(common)]
        if part.empty:
            continue
        means = part.groupby("method")[parts].agg(lambda values: fmean(values)).reset_index()
        means = means.sort_values("method", key=lambda of: of.map(places))
        means = means.sort_values("central_bias", kind="stable")
        means.insert(1, "protocol", protocol)
        tables.append(means.assign(datasets=len(common)))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def compare_discretizers(frames: Frames) -> pd.DataFrame:
    """Mean score and average rank of every discretizer with each method, over the data sets that all share.

    Methods are alike if they differ in their discretizer only. Uses the first protocol with such methods.
    """
    metric = frames["settings"]["metric"].iloc[0]
    stanzas = dict(zip(frames["methods"]["method"], frames["methods"]["stanza"], strict=True))
    sign = 1 if METRICS[metric].better == "lower" else -1
    for protocol in frames["protocols"].query("not learning")["protocol"]:
        wide = pivot_means(frames["means"], protocol, metric)
        groups: dict[str, dict[str, str]] = {}
        for method in (m for m in stanzas if m in wide and stanzas[m].get("discretize")):
            key = json.dumps(
                [stanzas[method].get("module"), stanzas[method].get("params", {})], sort_keys=True
            )
            groups.setdefault(key, {}).setdefault(stanzas[method]["discretize"], method)
        alike = [group for group in groups.values() if len(group) > 1]
        complete = wide[[m for group in alike for m in group.values()]].dropna()
        if not alike or complete.empty:
            continue
        rows: dict[str, dict[str, Any]] = {name: {"discretizer": name} for group in alike for name in group}
        for group in alike:
            scores, first = complete[list(group.values())].to_numpy(), next(iter(group.values()))
            ranks = [rankdata([sign * round(s, 12) for s in of_set]) for of_set in scores.tolist()]
            for i, name in enumerate(group):
                rows[name][f"score_{first}"] = fmean(scores[:, i].tolist())
                rows[name][f"rank_{first}"] = fmean(float(r[i]) for r in ranks)
        return pd.DataFrame(list(rows.values())).assign(datasets=len(complete))
    return pd.DataFrame()


def list_departures(frames: Frames) -> pd.DataFrame:
    """Methods whose settings differ from their library's, why, and their scores beside those with the
    library's settings, over the data sets that both have.
    """
    settings = frames["settings"].iloc[0]
    wide = pivot_means(frames["means"], settings["protocol"], settings["metric"])
    stanzas = dict(zip(frames["methods"]["method"], frames["methods"]["stanza"], strict=True))
    usual = {s.get("module"): m for m, s in stanzas.items() if LIBRARY in s.get("tags", ())}
    sign = -1 if METRICS[settings["metric"]].better == "lower" else 1
    rows = []
    for method in (m for m in stanzas if stanzas[m].get("departs") and m in wide):
        reasons = "; ".join(f"{setting}: {why}" for setting, why in stanzas[method]["departs"].items())
        row: dict[str, Any] = {"method": method, "departs": reasons}
        library = usual.get(stanzas[method].get("module"))
        if library in wide:
            both = wide[[method, library]].dropna()
            gains = (sign * (both[method] - both[library])).round(12)
            row |= {"datasets": len(both), "ours": fmean(both[method]), "library": fmean(both[library])}
            row |= {"better_on": (gains > 0).sum(), "worse_on": (gains < 0).sum()}
        rows.append(row)
    return pd.DataFrame(rows)
