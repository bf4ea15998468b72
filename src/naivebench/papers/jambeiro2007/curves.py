"""Jambeiro Filho and Wainer (2007): hit curves, HPB compared with other methods, and series of data sets."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import numpy as np
import pandas as pd

from naivebench.core.checks import format_count
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import LEVEL, Interval
from naivebench.papers.pairs import adjust_p_values, list_pairs
from naivebench.papers.run import Run
from naivebench.papers.verdicts import (
    ALPHA,
    DASH,
    Verdict,
    judge_count,
    make_share_region,
    report_untested,
)

LEAD, AREA = "HPB", "hit_area_10"
TESTED = ("hit_area", AREA, "rmse", "log_loss_clipped")
AXES = {"rows": "cases", "values": "values of all attributes", "attributes": "attributes"}
CELL = ["dataset", "method"]


def read_hit_curves(run: Run, role: str = "honest") -> dict[str, dict[str, Any]]:
    """Read facts about hit curves under a role, by data set. Those of the paper come first, in its order."""
    protocol = run.paper.protocols.get(role, "")
    stored = {d: of for (kind, p, d), of in run.facts.stored.items() if (kind, p) == ("hit_curves", protocol)}
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
        for pair in list_pairs(scores, LEAD, name)
        if pair.methods[0] != pair.methods[1]  # the first printed method is HPB itself
    ]
    columns = ["name", "method", "dataset", "gain", "trivial"]
    return pd.DataFrame(rows, columns=columns).astype({"trivial": bool})


def compare_methods_on_generated_data(run: Run) -> pd.DataFrame:
    """Compute HPB's mean gain over every printed method on the draws of the generator, in four metrics."""
    rows: dict[str, dict[str, Any]] = {}
    for metric in TESTED:
        for name, of in list_gains(run, metric).groupby("name", sort=False):
            gains, row = of.loc[~of["trivial"], "gain"], rows.setdefault(str(name), {})
            row |= {"method": of["method"].iloc[0], "draws": len(gains), "excluded": of["trivial"].sum()}
            if len(gains):
                row[f"{metric}_gain"] = fmean(gains)
                row[f"{metric}_gain_wins"] = f"{(gains > 0).sum()}/{len(gains)}"
    return pd.DataFrame(list(rows.values()))


def judge_better_than_all(run: Run, metric: str) -> Verdict:
    """Judge whether HPB is better than each other printed method, over the draws of the generator."""
    gains = list_gains(run, metric)
    gains = gains[~gains["trivial"]]
    by_method = [of.tolist() for _, of in gains.groupby("name", sort=False)["gain"]]
    total, sets = format_count(len(by_method), "other method"), gains["dataset"].nunique()
    return judge_significant_tests(
        run, [intervals.estimate_set_mean(of) for of in by_method], 1.0,
        f"Methods that {LEAD} is better than",
        f"of {total} in {metric}, over {format_count(sets, 'data set')}",
    )  # fmt: skip


def judge_significant_tests(
    run: Run, tests: Sequence[Interval], share: float, what: str, quantity: str, p: Sequence[float] = ()
) -> Verdict:  # fmt: skip
    """Judge whether HPB is significantly better in at least a `share` of all tests on the draws.

    `p`: p-values that are already corrected; by default, Holm's correction is over all tests.
    """
    if not tests:
        return report_untested(f"this run does not have {LEAD} and another method on the draws")
    # a difference that is the same in all draws has no p, but it is certain
    corrected = zip(tests, p or adjust_p_values(tests, exact=True), strict=True)
    values = [i.value for i, p_holm in corrected if p_holm <= ALPHA]
    region = make_share_region(share, len(tests))
    return judge_count(
        sum(v > 0 for v in values), len(tests) - sum(v < 0 for v in values), region, what, quantity,
        protocol=run.paper.protocols["made"], methods=(run.list_method_ids(LEAD)[0], ""),
        things="comparison", datasets=list_data_sets(run, "made"),
    )  # fmt: skip


def list_data_sets(run: Run, role: str) -> tuple[str, ...]:
    """List the data sets with scores under a role: one for each printed data set, or else all of them."""
    copies = run.select_scores(role, metric=AREA).datasets
    return tuple(copies or run.select_scores(role, metric=AREA, all_data=True).datasets)


def compare_recall_by_rate(run: Run) -> list[tuple[float, Interval, float]]:
    """Compare the recall of HPB on the draws with every printed method's at every selection rate.

    Returns rates, differences, and p-values with Holm's correction over the rates of a method.
    """
    lead, facts = run.list_method_ids(LEAD)[0], read_hit_curves(run, "made")
    stored = {d: of for d, of in facts.items() if of["tests"] and lead in (of["reference"], *of["tests"])}
    tests: list[tuple[float, Interval, float]] = []
    protocol, trivial = run.paper.protocols["made"], run.find_cells_like_trivial()
    for name, method in run.paper.methods.items():
        if lead in run.list_method_ids(name):
            continue
        by_rate: dict[float, list[float]] = {}
        for d, of in stored.items():
            m = next((m for m in method["ids"] if m in of["tests"]), "")
            if not m or (protocol, d, m) in trivial:
                continue
            # stored differences are from the reference, which is not HPB in its other readings
            own = of["tests"].get(lead, {}).get("recall", {}).get("difference", [0.0] * len(of["test_rates"]))
            gaps = zip(of["test_rates"], of["tests"][m]["recall"]["difference"], own, strict=True)
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
    for whole in (round(100 * r) for r in rates):
        if groups and whole == groups[-1][1] + 1:
            groups[-1][1] = whole
        else:
            groups.append([whole, whole])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in groups) or DASH


def compute_pattern_share(stored: dict[str, Any], method: str, order: int) -> float | None:
    """Compute the share of the test cases of planted patterns of an order among the 1 % ranked first."""
    if method not in stored["methods"]:
        return None
    pairs = zip(stored["planted"], stored["methods"][method]["first"], strict=True)
    known = [(p["cases"], v) for p, v in pairs if p["order"] == order and v is not None]
    return sum(n * v for n, v in known) / sum(n for n, _ in known) if known else None


# --- series of data sets in which only one size grows


def find_series_size(run: Run, dataset: str) -> tuple[str, int] | None:
    """Find axis and size of a data set of a series: `...-rows-N`, `...-values-N` or `...-attributes-N`."""
    name, record = re.search(r"-(rows|values|attributes)-\d+$", dataset), run.facts.records.get(dataset, {})
    if not name or "rows" not in record:
        return None
    sizes = [a.get("values") or 0 for a in record["attributes"]]
    return name[1], {"rows": record["rows"], "values": sum(sizes), "attributes": len(sizes)}[name[1]]


def list_series_scores(run: Run) -> pd.DataFrame:
    """List area up to 10 % and number of parameters of every method on every series, by axis and size x."""
    points = run.average_over_folds("curves", [AREA, "n_parameters"]).reset_index()
    points.columns = pd.Index([*CELL, "area_10", "parameters"])
    sizes = {d: size for d in points["dataset"].unique() if (size := find_series_size(run, d))}
    points = points[points["dataset"].isin(sizes)]
    axis, x = ([sizes[d][i] for d in points["dataset"]] for i in (0, 1))
    points.insert(0, "axis", pd.Categorical(axis, list(AXES)).rename_categories(AXES))
    points.insert(1, "x", x)
    return points.sort_values(["axis", "x"], kind="stable").astype({"axis": object})


def list_timings(run: Run, method: str, axis: str) -> pd.DataFrame:
    """List size x and CPU seconds y of every fit of a method on the series of an axis."""
    fits = run.frames["timings"]
    fits = fits[(fits["protocol"] == run.find_protocol("curves")) & (fits["method"] == method)]
    fits = fits[fits["fit_seconds"] > 0].sort_values("dataset", kind="stable").astype({"dataset": object})
    known = {d: find_series_size(run, d) for d in fits["dataset"].unique()}
    sizes = fits["dataset"].map({d: size[1] for d, size in known.items() if size and size[0] == axis})
    points = pd.DataFrame({"dataset": fits["dataset"], "x": sizes, "y": fits["fit_seconds"]})
    return points.dropna().astype({"x": int})


def fit_slope(points: pd.DataFrame, exponential: bool = False) -> Interval:
    """Fit the slope of log y against log x (the exponent of a power law) by least squares, with a t interval.

    With `exponential`, return the exponential of the slope of log y against x: the factor per unit of x.
    """
    from scipy import stats

    x, y = points["x"].to_numpy(float), np.log(points["y"].to_numpy(float))
    line, n = stats.linregress(x if exponential else np.log(x), y), len(x)
    half = stats.t.ppf((1 + LEVEL) / 2, n - 2) * line.stderr if n > 2 else math.inf
    ends = np.array([line.slope, line.slope - half, line.slope + half])
    value, low, high = (np.exp(np.minimum(ends, 700)) if exponential else ends).tolist()
    return Interval(value, low, high, n)
