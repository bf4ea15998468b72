"""Tables about single methods: what each of them is, its parameters, its cost, and how good its probabilities
are.
"""

from __future__ import annotations

import math
import re
from statistics import fmean, median
from typing import Any

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import pivot_means
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.benchmark.tables.frames import Frames
from naivebench.benchmark.tables.kinds import shorten_titles
from naivebench.benchmark.tables.rankings import average_with_deviation
from naivebench.models import parameters
from naivebench.models.own import shown
from naivebench.models.stanzas import UNREAD

FEWEST = 20  # cases of a bin of a reliability diagram
PROBABILITIES = ["ece", "log_loss_clipped", "log_loss", "brier"]


def describe_methods(primary: Comparison | None, ranking: pd.DataFrame, frames: Frames) -> pd.DataFrame:
    """Every method: title, group, idea, source, estimator, rank in the primary comparison, and calibration
    there.

    `ece_median` is the median calibration error over the data sets, `overconfidence` the mean of confidence
    minus accuracy, `overconfident_on` the number of data sets where it is above 0. Methods of the primary
    comparison come first, best rank first.
    """
    of_primary = ranking[ranking["primary"].eq(True)]
    ranks = dict(zip(of_primary["method"], of_primary["average_rank"], strict=True))
    sets = list(primary.scores.index) if primary else []
    gaps = measure_overconfidence(frames, primary.protocol, sets) if primary else {}
    errors = (
        pivot_means(frames["means"], primary.protocol, "ece").reindex(sets) if primary else pd.DataFrame()
    )
    from naivebench.estimators import write_call  # imports scikit-learn

    titles, rows = shorten_titles(frames["methods"]), []
    for given in frames["methods"].to_dict("records"):
        method, stanza = given["method"], given["stanza"]
        module = stanza.get("module", "")
        row = {key: given[key] for key in ("method", "title", "group", "rival")}
        row |= {"short_title": titles[method], "idea": stanza.get("idea") or read_idea(module)}
        row |= {key: stanza.get(key) for key in ("caveat", "reference", "estimator")}
        row |= {"module": shown(module) if module else None, "discretizer": stanza.get("discretize")}
        row |= {"kinds": ", ".join(stanza.get("kinds", ())), "predictions": stanza.get("predictions")}
        row |= {"average_rank": ranks.get(method), "datasets": len(sets) if method in ranks else None}
        if call := write_call(stanza):
            row["import_line"] = f"from naivebench.estimators import {stanza['estimator']}"
            row["constructor"] = call
        if method in errors and errors[method].notna().all() and len(gaps.get(method, ())) == len(sets):
            row |= {"ece_median": median(errors[method]), "overconfidence": fmean(gaps[method])}
            row["overconfident_on"] = sum(gap > 0 for gap in gaps[method])
        rows.append(row)
    table = pd.DataFrame(rows)
    return table.sort_values("average_rank", kind="stable") if len(table) else table


def read_idea(module: str) -> str:
    """First paragraph of the docstring of a method's module, without backticks; "" if there is none."""
    paragraph = parameters.docstring(module).split("\n\n")[0] if module else ""
    return re.sub(r"\s+", " ", paragraph).replace("`", "")


def list_parameters(frames: Frames) -> pd.DataFrame:
    """The parameters of every method with their settings in this run, the module's default and their
    meaning.
    """
    rows = []
    for method, stanza in zip(frames["methods"]["method"], frames["methods"]["stanza"], strict=True):
        if stanza.get("module"):
            for p in parameters.described(stanza["module"], stanza.get("params", {})):
                default = _write_setting(p.default) if p.changed else None
                rows.append((method, p.name, _write_setting(p.value), default, p.meaning))
    return pd.DataFrame(rows, columns=["method", "parameter", "setting", "default", "meaning"])


def _write_setting(value: Any) -> str | None:
    """A value as a stanza has it; None for a constant of the module."""
    if value is UNREAD:
        return None
    return value if isinstance(value, str) else "none" if value is None else str(value).lower()


def measure_overconfidence(frames: Frames, protocol: str, datasets: list[str]) -> dict[str, list[float]]:
    """Method -> mean confidence minus accuracy (cases of all folds pooled) on each of the data sets with
    counts. Confidence is the probability of the predicted class.
    """
    frame = frames["calibration"]
    chosen = frame[(frame["protocol"] == protocol) & frame["dataset"].isin(datasets)]
    sums = chosen.groupby(["method", "dataset"])[["confidence_sum", "correct", "cases"]].sum()
    gaps = (sums["confidence_sum"] - sums["correct"]) / sums["cases"]
    return {str(method): of.tolist() for method, of in gaps.groupby("method")}


def score_calibration(comparisons: list[Comparison], frames: Frames) -> pd.DataFrame:
    """Calibration error, log loss, Brier score and overconfidence of every method: means over the data sets
    of the main comparison of each protocol by the primary metric.
    """
    metric, means = frames["settings"]["metric"].iloc[0], frames["means"]
    compared = {c.protocol: list(c.scores.index) for c in comparisons if c.main and c.metric == metric}
    rows = []
    for protocol in frames["protocols"].query("not learning")["protocol"]:
        sets = compared.get(protocol) or list_complete_sets(means, protocol, metric)
        gaps = measure_overconfidence(frames, protocol, sets)
        wide = {m: pivot_means(means, protocol, m).reindex(sets) for m in PROBABILITIES}
        for method in frames["methods"]["method"]:
            row: dict[str, Any] = {"method": method, "protocol": protocol}
            for name, table in wide.items():
                values = table[method] if method in table else pd.Series([np.nan])
                row[name] = average_with_deviation(values)[0] if sets and values.notna().all() else None
            if any(row[name] is not None for name in PROBABILITIES):
                gap = gaps.get(method, [])
                row["overconfidence"] = average_with_deviation(gap)[0] if len(gap) == len(sets) else None
                rows.append(row | {"datasets": len(sets)})
    return pd.DataFrame(rows)


def list_complete_sets(means: pd.DataFrame, protocol: str, metric: str) -> list[str]:
    """The data sets on which every method of a protocol has a mean."""
    return list(pivot_means(means, protocol, metric).dropna().index)


def pool_reliability(frames: Frames) -> pd.DataFrame:
    """Share of correct predictions against confidence in 15 bins, over the pooled cases of all data sets of a
    method under the primary protocol. Bins with fewer than 20 cases are left out.
    """
    protocol = frames["settings"]["protocol"].iloc[0]
    frame = frames["calibration"]
    pooled = frame[frame["protocol"] == protocol].groupby(["method", "bin"])
    table = pooled[["confidence_sum", "correct", "cases"]].sum().reset_index()
    table = table[table["cases"] >= FEWEST]
    table = table.assign(
        confidence=table["confidence_sum"] / table["cases"], accuracy=table["correct"] / table["cases"]
    )
    places = {m: i for i, m in enumerate(frames["methods"]["method"])}
    table = table.sort_values("method", key=lambda of: of.map(places), kind="stable")
    return table[["method", "bin", "confidence", "accuracy", "cases"]]


def sum_costs_of_methods(frames: Frames) -> pd.DataFrame:
    """CPU seconds of every method under every protocol, summed over data sets and folds, its largest memory
    of a fold and the sizes of its models (median over the folds, then over the data sets).
    """
    scored = frames["means"][["protocol", "dataset", "method"]].drop_duplicates()
    timed = frames["costs"].dropna(subset="cpu_seconds").merge(scored)
    of_method = timed.groupby(["protocol", "method"])
    table = of_method.agg(
        datasets=("dataset", "size"),
        fit_seconds=("fit_seconds", math.fsum),
        predict_seconds=("predict_seconds", math.fsum),
        peak_memory_mb=("peak_memory_mb", "max"),
    )
    table.insert(3, "cpu_seconds", table["fit_seconds"] + table["predict_seconds"])
    sizes = (
        frames["costs"]
        .groupby(["protocol", "method"])
        .agg(
            parameters_min=("parameters_min", "min"),
            parameters_median=("parameters_median", "median"),
            parameters_max=("parameters_max", "max"),
        )
    )
    table = table.join(sizes).reset_index()
    groups = frames["methods"].set_index("method")["group"]
    table.insert(2, "group", table["method"].map(groups))
    places = [
        {name: i for i, name in enumerate(frames[of][key])}
        for of, key in (("protocols", "protocol"), ("methods", "method"))
    ]
    order = pd.DataFrame({0: table["protocol"].map(places[0]), 1: table["method"].map(places[1])})
    return table.loc[order.sort_values([0, 1]).index]


def compare_costs(primary: Comparison | None, frames: Frames) -> pd.DataFrame:
    """CPU time of every method of the primary comparison over that of the reference: median and the tenths
    below and above, and how it grows with the size of the data; the cheapest first.

    `growth` is the exponent by which the CPU time of a fold grows with cases times attributes, over the
    larger half of the data sets (Theil and Sen); missing for fewer than four sizes.
    """
    reference = frames["settings"]["reference"].iloc[0]
    if primary is None:
        return pd.DataFrame()
    costs = frames["costs"]
    costs = costs[(costs["protocol"] == primary.protocol) & costs["dataset"].isin(primary.scores.index)]
    seconds = costs.pivot(index="dataset", columns="method", values="cpu_seconds")
    seconds = seconds.where(seconds > 0)
    if reference not in seconds:
        return pd.DataFrame()
    base = seconds[reference].dropna()
    folds = frames["accuracies"]
    folds = folds[(folds["protocol"] == primary.protocol) & (folds["method"] == reference)]
    folds = folds.set_index("dataset")["folds"].reindex(base.index)
    groups, rows = frames["methods"].set_index("method")["group"], []
    for method in (m for m in frames["methods"]["method"] if m in primary.scores and m in seconds):
        own = seconds[method].reindex(base.index)
        if own.isna().any():
            continue
        low, middle, high = np.quantile(own / base, (0.1, 0.5, 0.9)).tolist()
        row = {"method": method, "group": groups[method], "cost_factor_median": middle}
        row |= {"cost_factor_low": low, "cost_factor_high": high}
        rows.append(row | {"growth": _fit_growth(own / folds, frames), "datasets": len(base)})
    return pd.DataFrame(rows).sort_values("cost_factor_median", kind="stable") if rows else pd.DataFrame()


def _fit_growth(seconds: pd.Series, frames: Frames) -> float | None:
    from scipy.stats import theilslopes

    datasets = frames["datasets"].set_index("dataset").reindex(seconds.index)
    cells = (datasets["rows"] * datasets["attributes"]).dropna()
    cells = {d: int(n) for d, n in cells.items() if n > 0}
    larger = sorted(cells, key=lambda d: (cells[d], d))[len(cells) // 2 :]
    if len({cells[d] for d in larger}) < 4:
        return None
    return float(theilslopes(*([math.log(of[d]) for d in larger] for of in (seconds, cells))).slope)
