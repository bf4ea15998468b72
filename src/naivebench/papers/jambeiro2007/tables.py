"""Jambeiro Filho and Wainer (2007): facts about hit curves, series of data sets, and tables."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import LEVEL, Interval
from naivebench.papers.pairs import adjust_p_values
from naivebench.papers.printed_numbers import compare_gains
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import DASH, SCALE

LEAD, AREA = "HPB", "hit_area_10"
TESTED = ("hit_area", AREA, "rmse", "log_loss_clipped")
AXES = {"rows": "cases", "values": "values of all attributes", "attributes": "attributes"}
CELL = ["dataset", "method"]
RATES = tuple(f"recall_{n}" for n in (1, 2, 5, 10, 20))
AREAS = ("hit_area", AREA, "rmse", "log_loss", "log_loss_clipped")
OTHERS = ("grouped", "time")  # roles of the protocols without random folds
LEAST = 20  # smallest number of cases in a bin that counts as the highest one


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    curves, recalls, areas = read_hit_curves(run), *(list_mean_scores(run, names) for names in (RATES, AREAS))
    stored = (curves[d].get("constants", {}).get(m, {}) for d, m in areas[CELL].to_numpy())
    areas["constants"] = [
        "; ".join(f"{k} = {format_value_counts(v)}" for k, v in choice.items()) or None for choice in stored
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
    frames = [
        pd.DataFrame({"dataset": d, "method": method, "rate": facts["rates"], "recall": curve["recall"]})
        for d, facts in read_hit_curves(run).items()
        for method, curve in facts["curves"].items()
    ]
    return pd.concat([pd.DataFrame(), *frames], ignore_index=True)


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
    for d, facts in read_hit_curves(run).items():
        stored = facts["calibration"]
        for method in (m for m in list_run_methods(run, d) if m in stored):
            curve = stored[method]
            row = {"dataset": d, "method": method, "gap": curve["gap"], "rmse_true": curve.get("rmse_true")}
            row["divergence"] = math.inf if curve.get("divergence", 0.0) is None else curve.get("divergence")
            top = next((b for b in reversed(curve["bins"]) if b["cases"] >= LEAST), None)
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
            df = planted.assign(**stored[method])
            ranked, known = df.dropna(subset="found").astype({"found": bool}), df.dropna(subset="predicted")
            row: dict[str, Any] = {"dataset": dataset, "method": method, "patterns": len(known)}
            row["found"] = ranked["found"].mean() if len(ranked) else None
            row |= {f"found_{n}": share for n, share in ranked.groupby("order")["found"].mean().items()}
            if known["cases"].sum():
                believed, true = (known[p] * known["cases"] for p in ("predicted", "true"))
                row["believed"] = believed.sum() / true.sum()
            rows.append(row)
    return pd.DataFrame(rows)


# --- facts about hit curves


def read_hit_curves(run: Run, role: str = "honest") -> dict[str, dict[str, Any]]:
    """Read facts about hit curves under a role, by data set. Those of the paper come first, in its order."""
    protocol = run.paper.protocols.get(role, "")
    stored = {d: facts for (k, p, d), facts in run.facts.stored.items() if (k, p) == ("hit_curves", protocol)}
    return {d: stored[d] for d in dict.fromkeys([*run.data_sets["dataset"], *sorted(stored)]) if d in stored}


def map_printed_names(run: Run, role: str, dataset: str) -> dict[str, str]:
    """Map printed names to the ids of our methods that ran on a data set, in the paper's order."""
    scores = run.read_scores(role, AREA)
    ids = {name: scores.find_method_id(dataset, name) for name in run.paper.methods}
    return {name: m for name, m in ids.items() if m}


def list_run_methods(run: Run, dataset: str) -> list[str]:
    """List the paper's methods that ran on a data set under the honest protocol, followed by the others."""
    own = list(map_printed_names(run, "honest", dataset).values())
    rows = run.read_scores("honest", AREA).rows
    return [*own, *(m for m in run.frames["methods"]["method"] if (dataset, m) in rows and m not in own)]


# --- HPB and all other methods


def list_gains(run: Run, metric: str) -> pd.DataFrame:
    """List HPB's gain over every other printed method on every draw of the generator that has both methods.

    Columns: name, method, dataset, gain (positive if HPB is better), trivial (predicts like the trivial one).
    """
    scores, sign = run.select_scores("made", metric=metric, all_data=True), METRICS[metric].sign
    rows = [
        (name, pair.methods[1], pair.dataset, sign * pair.mean, pair.trivial[1])
        for name in run.paper.methods
        for pair in scores.list_pairs(LEAD, name)
        if pair.methods[0] != pair.methods[1]  # the first printed method is HPB itself
    ]
    columns = ["name", "method", "dataset", "gain", "trivial"]
    return pd.DataFrame(rows, columns=columns).astype({"trivial": bool})


def compare_methods_on_generated_data(run: Run) -> pd.DataFrame:
    """Compute HPB's mean gain over every printed method on the draws of the generator, in four metrics."""
    rows: dict[str, dict[str, Any]] = {}
    for metric in TESTED:
        for name, part in list_gains(run, metric).groupby("name", sort=False):
            gains, row = part.loc[~part["trivial"], "gain"], rows.setdefault(str(name), {})
            row |= {"method": part["method"].iloc[0], "draws": len(gains), "excluded": part["trivial"].sum()}
            if len(gains):
                row[f"{metric}_gain"] = fmean(gains)
                row[f"{metric}_gain_wins"] = f"{(gains > 0).sum()}/{len(gains)}"
    return pd.DataFrame(list(rows.values()))


def list_data_sets(run: Run, role: str) -> tuple[str, ...]:
    """List the data sets with scores under a role: one for each printed data set, or else all of them."""
    copies = run.select_scores(role, metric=AREA).datasets
    return tuple(copies or run.select_scores(role, metric=AREA, all_data=True).datasets)


def compare_recall_by_rate(run: Run) -> list[tuple[float, Interval, float]]:
    """Compare the recall of HPB on the draws with every printed method's at every selection rate.

    Returns rates, differences, and p-values with Holm's correction over the rates of a method.
    """
    lead, facts = run.list_method_ids(LEAD)[0], read_hit_curves(run, "made")
    stored = {d: f for d, f in facts.items() if f["tests"] and lead in (f["reference"], *f["tests"])}
    tests: list[tuple[float, Interval, float]] = []
    protocol, trivial = run.paper.protocols["made"], run.find_cells_like_trivial()
    for name, method in run.paper.methods.items():
        if lead in run.list_method_ids(name):
            continue
        by_rate: dict[float, list[float]] = {}
        for d, f in stored.items():
            m = next((m for m in method["ids"] if m in f["tests"]), "")
            if not m or (protocol, d, m) in trivial:
                continue
            # stored differences are from the reference, which is not HPB in its other readings
            own = f["tests"].get(lead, {}).get("recall", {}).get("difference", [0.0] * len(f["test_rates"]))
            gaps = zip(f["test_rates"], f["tests"][m]["recall"]["difference"], own, strict=True)
            for rate, gap, less in gaps:
                if gap is not None and less is not None:
                    by_rate.setdefault(rate, []).append(gap - less)
        estimates = [intervals.estimate_set_mean(gaps) for gaps in by_rate.values()]
        tests += zip(by_rate, estimates, adjust_p_values(estimates, exact=True), strict=True)
    return tests


def list_fold_tests(run: Run) -> pd.DataFrame:
    """Test HPB's gain over every method, over the folds of a data set, in four metrics."""
    rows = []
    for dataset, facts in read_hit_curves(run).items():
        for method, test in facts["tests"].items():
            row: dict[str, Any] = {"dataset": dataset, "method": method}
            for metric in TESTED:
                gap = test[metric]["difference"]
                row[f"{metric}_gain"] = None if gap is None else METRICS[metric].sign * gap
                row[f"{metric}_gain_p"] = test[metric]["p"]
            rows.append(row)
    return pd.DataFrame(rows)


def format_rates(rates: Sequence[float]) -> str:
    """Write selection rates in percent, such as `1–6, 9`; rates that differ by 1 % form a range."""
    groups: list[list[int]] = []
    for percent in (round(100 * r) for r in rates):
        if groups and percent == groups[-1][1] + 1:
            groups[-1][1] = percent
        else:
            groups.append([percent, percent])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in groups) or DASH


def compute_pattern_share(stored: dict[str, Any], method: str, order: int) -> float | None:
    """Compute the share of the test cases of planted patterns of an order among the 1 % ranked first."""
    if method not in stored["methods"]:
        return None
    pairs = zip(stored["planted"], stored["methods"][method]["first"], strict=True)
    known = [(p["cases"], v) for p, v in pairs if p["order"] == order and v is not None]
    return sum(n * v for n, v in known) / sum(n for n, _ in known) if known else None


# --- series of data sets in which only one size grows


def list_series(run: Run, datasets: pd.Series) -> pd.DataFrame:
    """List axis and size x of data sets of a series: `...-rows-N`, `...-values-N` or `...-attributes-N`."""
    rows = []
    for dataset in datasets.unique():
        axis, record = re.search(r"-([a-z]+)-\d+$", dataset), run.facts.records.get(dataset, {})
        if axis and axis[1] in AXES and "rows" in record:
            values = [a.get("values") or 0 for a in record["attributes"]]
            sizes = {"rows": record["rows"], "values": sum(values), "attributes": len(values)}
            rows.append((dataset, axis[1], sizes[axis[1]]))
    return pd.DataFrame(rows, columns=["dataset", "axis", "x"])


def list_series_scores(run: Run) -> pd.DataFrame:
    """List area up to 10 % and number of parameters of every method on every series, by axis and size x."""
    points = run.average_over_folds("curves", [AREA, "n_parameters"]).reset_index()
    points = list_series(run, points["dataset"]).merge(points)[["axis", "x", *CELL, AREA, "n_parameters"]]
    points["axis"] = pd.Categorical(points["axis"], list(AXES)).rename_categories(AXES)
    points = points.sort_values(["axis", "x"], kind="stable").astype({"axis": object})
    return points.rename(columns={AREA: "area_10", "n_parameters": "parameters"})


def list_timings(run: Run, method: str, axis: str) -> pd.DataFrame:
    """List size x and CPU seconds (`fit_seconds`) of every fit of a method on the series of an axis."""
    fits = run.frames["timings"].astype({"dataset": object})
    is_wanted = (fits["protocol"] == run.find_protocol("curves")) & (fits["method"] == method)
    fits = fits[is_wanted & (fits["fit_seconds"] > 0)].sort_values("dataset", kind="stable")
    return list_series(run, fits["dataset"]).query("axis == @axis").merge(fits)


def fit_slope(points: pd.DataFrame, exponential: bool = False) -> Interval:
    """Fit the slope of log y against log x (the exponent of a power law) by least squares, with a t interval.

    With `exponential`, return the exponential of the slope of log y against x: the factor per unit of x.
    """
    from scipy import stats

    x, y = points["x"].to_numpy(float), np.log(points["fit_seconds"].to_numpy(float))
    line, n = stats.linregress(x if exponential else np.log(x), y), len(x)
    half = stats.t.ppf((1 + LEVEL) / 2, n - 2) * line.stderr if n > 2 else math.inf
    ends = np.array([line.slope, line.slope - half, line.slope + half])
    value, low, high = (np.exp(np.minimum(ends, 700)) if exponential else ends).tolist()
    return Interval(value, low, high, n)
