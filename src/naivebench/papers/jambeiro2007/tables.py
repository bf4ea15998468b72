"""Jambeiro Filho and Wainer (2007): hit curves, draws of a generator, constants, calibration, patterns and
growth.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import LEVEL, Interval
from naivebench.papers.printed import compare_gains, describe_printed, find_folds, find_method, find_spread
from naivebench.papers.run import Run
from naivebench.papers.verdicts import ALPHA, NO_INTERVAL, correct_p, pair_methods
from naivebench.papers.words import DASH

LEAD, AREA = "HPB", "hit_area_10"
RATES = ("recall_1", "recall_2", "recall_5", "recall_10", "recall_20")
AREAS = ("hit_area", AREA, "rmse", "log_loss", "log_loss_clipped")
TESTED = ("hit_area", AREA, "rmse", "log_loss_clipped")
AXES = {"rows": "cases", "values": "values of all attributes", "attributes": "attributes"}
FIXED = "not chosen: the method's own constants"
FEWEST = 20  # least number of cases of the highest bin that is reported


def list_printed_rows(run: Run) -> pd.DataFrame:
    """Scores of this run in the rows of the paper, whose printed digits are illegible."""
    return describe_printed(run, None)


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables of the paper."""
    calibration, bins = describe_calibration(run)
    recovery, patterns = describe_patterns(run)
    recalls, areas = (list_scores(run, metrics) for metrics in (RATES, AREAS))
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
        "learning": list_points(run),
        "growth": describe_growth(run),
        "gains": compare_gains(run, LEAD, ["NB", "TAN"]),
    }


# --- hit curves of a run
# -----------------------------------------------------------------------------------------


def list_datasets(run: Run, role: str = "honest") -> list[str]:
    """Data sets with hit curves under a role: those of the paper in its order, then the others."""
    frame = run.frames["hit_curves"]
    stored = set(frame.loc[frame["protocol"] == run.paper.protocols.get(role), "dataset"])
    known = [d for d in run.sets["dataset"] if d in stored]
    return [*known, *sorted(stored - set(known))]


def read_curves(run: Run, role: str, dataset: str) -> dict[str, Any]:
    """Stored facts about the hit curves of a data set."""
    return run.read_facts("hit_curves", role, dataset)


def name_printed(run: Run, role: str, dataset: str) -> dict[str, str]:
    """Printed name -> our method, for methods that ran, in the paper's order."""
    found = {name: find_method(run, role, dataset, name, AREA) for name in run.paper.methods}
    return {name: m for name, m in found.items() if m}


def list_methods(run: Run, role: str, dataset: str) -> list[str]:
    """The paper's methods that ran on a data set, followed by the others."""
    own = list(name_printed(run, role, dataset).values())
    scores = run.read_scores(run.protocol(role), AREA)
    scored = set(scores.loc[scores["dataset"] == dataset, "method"])
    return [*own, *(m for m in run.frames["methods"]["method"] if m in scored and m not in own)]


def find_values(run: Run, role: str, dataset: str, method: str, metric: str) -> list[float]:
    """Values of a metric over the test parts."""
    return find_folds(run, role, dataset, method, metric)["value"].dropna().tolist()


def find_mean(run: Run, role: str, dataset: str, method: str, metric: str) -> float | None:
    """Mean of a metric over the test parts, or None."""
    values = find_values(run, role, dataset, method, metric)
    return find_spread(values)[0] if values else None


def describe_data(run: Run) -> pd.DataFrame:
    """The data that replace the paper's: shape, rate of positives, and how often combinations of values
    recur.
    """
    about = run.paper.data_sets.set_index("dataset")
    rows = []
    for dataset in list_datasets(run):
        facts = read_curves(run, "honest", dataset)
        sizes = sorted(
            (a.get("values") or 0 for a in run.record(dataset).get("attributes", [])), reverse=True
        )
        kind, what = about.loc[dataset, ["kind", "about"]] if dataset in about.index else (None, None)
        row = {"dataset": dataset, "copy": kind, "rows": facts["cases"], "positive": facts["positive"]}
        row |= {"rate": facts["positive_rate"], "values": ", ".join(f"{s:,}" for s in sizes)}
        row |= {key: facts.get(key) for key in ("recurring", "unseen", "folds")}
        rows.append(row | {"about": what})
    return pd.DataFrame(rows)


def list_scores(run: Run, metrics: Sequence[str]) -> pd.DataFrame:
    """Tables 1 and 2: means over the folds with standard deviations, and the constants that were chosen."""
    rows, more = [], ["constants"] if metrics is AREAS else []
    for dataset in list_datasets(run):
        for method in list_methods(run, "honest", dataset):
            row: dict[str, Any] = {"dataset": dataset, "method": method}
            for metric in metrics:
                values = find_values(run, "honest", dataset, method, metric)
                row[metric], row[f"{metric}_sd"] = find_spread(values) if values else (None, None)
            rows.append(row | {key: name_constants(run, "honest", dataset, method) for key in more})
    return pd.DataFrame(
        rows, columns=["dataset", "method", *(m + end for m in metrics for end in ("", "_sd")), *more]
    )


def list_curves(run: Run) -> pd.DataFrame:
    """Points of all hit curves with their bands."""
    frames = []
    for dataset in list_datasets(run):
        facts = read_curves(run, "honest", dataset)
        for method, curve in facts["curves"].items():
            points = {"dataset": dataset, "method": method, "rate": facts["rates"]}
            band = {"recall_low": curve["low"], "recall_high": curve["high"]}
            frames.append(pd.DataFrame(points | {"recall": curve["recall"]} | band))
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def count_values(values: Sequence[Any]) -> str:
    """Values with the number of times each occurs, most frequent first: `1 (4×), 2 (1×)`."""
    texts = [DASH if v is None else f"{v:g}" if isinstance(v, (int, float)) else str(v) for v in values]
    counts = Counter(texts)
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
        {
            "dataset": d,
            "method": m,
            "family": family,
            "s_median": sorted(s)[len(s) // 2],
            "s_folds": count_values(s),
        }
        for d in list_datasets(run)
        for m, of in read_curves(run, "honest", d)["constants"].items()
        for family, s in of.get("S", {}).items()
    ]
    return pd.DataFrame(rows)


# --- HPB against the other methods
# -------------------------------------------------------------------------------


class Rival(NamedTuple):
    """HPB compared with a printed method over data sets; in positive differences HPB is better."""

    name: str
    method: str
    by_dataset: dict[str, float]
    interval: Interval
    p_holm: float  # corrected over the methods
    excluded: int  # data sets on which the method only repeats the trivial one


def compare_with_lead(run: Run, role: str, metric: str) -> list[Rival]:
    """HPB against every printed method, over the data sets of a role on which both ran."""
    scores, sign, rivals = run.under(role, metric=metric, every=True), METRICS[metric].sign, []
    for name in run.paper.methods:
        pairs = [p for p in pair_methods(scores, LEAD, name) if p.methods[0] != p.methods[1]]
        kept = {p.dataset: sign * p.mean for p in pairs if not p.trivial[1]}
        interval = intervals.over_sets(list(kept.values())) if kept else NO_INTERVAL
        if pairs:
            rivals.append(Rival(name, pairs[0].methods[1], kept, interval, 1.0, len(pairs) - len(kept)))
    corrected = iter(correct_p([r.interval for r in rivals if r.by_dataset]))
    return [r._replace(p_holm=next(corrected)) if r.by_dataset else r for r in rivals]


def compare_draws(run: Run) -> pd.DataFrame:
    """HPB against every printed method on the draws of the generator, in four metrics."""
    rows: dict[str, dict[str, Any]] = {}
    for metric in TESTED:
        for r in compare_with_lead(run, "made", metric):
            row = rows.setdefault(r.name, {"method": r.method, "draws": len(r.by_dataset)})
            row["excluded"] = r.excluded
            if r.by_dataset:
                gain = f"{metric}_gain"
                row |= {
                    gain: r.interval.value,
                    f"{gain}_low": r.interval.low,
                    f"{gain}_high": r.interval.high,
                }
                wins = sum(d > 0 for d in r.by_dataset.values())
                row |= {f"{gain}_p": r.p_holm, f"{gain}_wins": f"{wins}/{len(r.by_dataset)}"}
    return pd.DataFrame(list(rows.values()))


class RateTest(NamedTuple):
    """HPB's recall minus that of a printed method at a selection rate, over data sets; p corrected over the
    rates.
    """

    name: str
    rate: float
    interval: Interval
    p_holm: float


def test_rates(run: Run, role: str) -> tuple[list[RateTest], dict[str, tuple[int, int]]]:
    """Tests of HPB's recall at selection rates, and by method the numbers of left-out data sets and of
    all.
    """
    lead, every = run.ids(LEAD)[0], {d: read_curves(run, role, d) for d in list_datasets(run, role)}
    stored = {d: of for d, of in every.items() if of["tests"] and lead in (of["reference"], *of["tests"])}
    tests, numbers = [], dict[str, tuple[int, int]]()
    protocol, trivial = run.paper.protocols[role], run.find_trivial()
    for name, method in run.paper.methods.items():
        if lead in run.ids(name):
            continue
        ids = {d: next((m for m in method["ids"] if m in of["tests"]), "") for d, of in stored.items()}
        ids = {d: m for d, m in ids.items() if m}
        kept = {d: m for d, m in ids.items() if (protocol, d, m) not in trivial}
        numbers[name] = (len(ids) - len(kept), len(ids))
        by_rate: dict[float, list[float]] = {}
        for d, m in kept.items():
            for rate, gap in _list_gaps(stored[d], lead, m):
                by_rate.setdefault(rate, []).append(gap)
        several = [intervals.over_sets(gaps) for gaps in by_rate.values()]
        p = correct_p(several)
        tests += [RateTest(name, *of) for of in zip(by_rate, several, p, strict=True)]
    return tests, numbers


def _list_gaps(of: dict[str, Any], lead: str, method: str) -> Iterator[tuple[float, float]]:
    """Selection rates with the recall of the lead minus that of a method.

    What is stored is the recall of the reference minus that of any method; another reading of HPB is one.
    """
    rates, tests = of["test_rates"], of["tests"]
    own = tests[lead]["recall"]["difference"] if lead in tests else [0.0] * len(rates)
    for rate, gap, less in zip(rates, tests[method]["recall"]["difference"], own, strict=True):
        if gap is not None and less is not None:
            yield rate, gap - less


def join_rates(rates: Sequence[float]) -> str:
    """Selection rates in percent: `1–6, 9`; rates that differ by 1 % are joined to a range."""
    groups: list[list[int]] = []
    for whole in (round(100 * r) for r in rates):
        if groups and whole == groups[-1][1] + 1:
            groups[-1][1] = whole
        else:
            groups.append([whole, whole])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in groups) or DASH


def list_tests(run: Run) -> pd.DataFrame:
    """HPB against every method over the folds of a data set, and the selection rates at which its recall
    differs.
    """
    rows = []
    for dataset in list_datasets(run):
        facts = read_curves(run, "honest", dataset)
        for method, test in facts["tests"].items():
            row: dict[str, Any] = {"dataset": dataset, "method": method}
            for metric in TESTED:
                value = test[metric]["difference"]
                row[f"{metric}_gain"] = None if value is None else METRICS[metric].sign * value
                row[f"{metric}_gain_p"] = test[metric]["p"]
            for key, sign, p in (
                ("better_at", 1, "p"),
                ("better_at_holm", 1, "p_holm"),
                ("worse_at", -1, "p"),
            ):
                recall = zip(
                    facts["test_rates"], test["recall"]["difference"], test["recall"][p], strict=True
                )
                chosen = [r for r, d, q in recall if d and q is not None and q <= ALPHA and d * sign > 0]
                row[key] = join_rates(chosen)
            rows.append(row)
    return pd.DataFrame(rows)


def name_of(run: Run, method: str) -> str:
    """The paper's name of a method, or its id; of several methods with one name only the first that ran has
    it.
    """
    scored: set[str] = set()
    for role in ("honest", "made"):
        scored |= set(run.read_scores(run.protocol(role), AREA)["method"].unique())
    names = (
        n
        for n, of in run.paper.methods.items()
        if next((m for m in of["ids"] if m in scored or m == method), "") == method
    )
    return next(names, method)


def list_identical(run: Run) -> pd.DataFrame:
    """Methods whose predictions equal those of the trivial method on at least one test part."""
    rows, ids = [], run.paper.methods[run.paper.more["trivial"]]["ids"]
    for role in ("made", "honest"):
        for dataset in list_datasets(run, role):
            facts = read_curves(run, role, dataset)
            for method in list_methods(run, role, dataset):
                same = facts["identical"].get(method, {})
                parts = max((same.get(m, 0) for m in ids), default=0)
                if method in ids or not parts:
                    continue
                of = facts["curves"][method]["folds"]
                others = ", ".join(name_of(run, m) for m, n in same.items() if n == of and m not in ids)
                row = {"dataset": dataset, "protocol": run.paper.protocols[role], "method": method}
                rows.append(row | {"parts": parts, "of": of, "others": others})
    return pd.DataFrame(rows)


def compare_choices(run: Run) -> pd.DataFrame:
    """Area up to 10 % with constants chosen on test parts, as in the paper, and inside each training part."""
    rows = []
    for dataset in list_datasets(run, "paper"):
        for method, of in read_curves(run, "paper", dataset)["constants"].items():
            on_test, nested = (find_mean(run, role, dataset, method, AREA) for role in ("paper", "honest"))
            if "chosen_on_test" not in of or on_test is None or nested is None:
                continue
            tried = [s for s in of["on_test_scores"] if s is not None]
            row = {"dataset": dataset, "method": method, "combinations": len(of["on_test_grid"])}
            row |= {
                "on": "reshuffled" if of.get("reshuffled") else "reported",
                "on_test": on_test,
                "nested": nested,
            }
            row |= {"optimism": on_test - nested, "relative": on_test / nested - 1 if nested else None}
            row |= {"worst": min(tried), "chosen": name_constants(run, "paper", dataset, method)}
            rows.append(row | {"inside": name_constants(run, "honest", dataset, method) or FIXED})
    return pd.DataFrame(rows)


def compare_splits(run: Run) -> pd.DataFrame:
    """Area up to 10 % for random folds, whole groups and splits in order of time."""
    rows, roles = [], ("honest", "grouped", "time")
    sets = {d for role in roles[1:] for d in run.read_scores(run.protocol(role), AREA)["dataset"].unique()}
    for dataset in sorted(sets):
        for method in list_methods(run, "honest", dataset):
            values = {role: find_values(run, role, dataset, method, AREA) for role in roles}
            if not (values["grouped"] or values["time"]):
                continue
            row: dict[str, Any] = {"dataset": dataset, "method": method}
            for role, of in values.items():
                row[role], row[f"{role}_sd"] = find_spread(of) if of else (None, None)
                row[f"{role}_recall"] = find_mean(run, role, dataset, method, "recall_5")
                if role != "honest" and of and values["honest"]:
                    row[f"{role}_loss"] = row[role] / row["honest"] - 1
            rows.append(row)
    return pd.DataFrame(rows)


# --- calibration and planted patterns
# ----------------------------------------------------------------------------


def describe_calibration(run: Run) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Distance of predicted probabilities from observed and true ones, and the bins behind it."""
    rows, bins = [], []
    for dataset in list_datasets(run):
        stored = read_curves(run, "honest", dataset)["calibration"]
        for method in (m for m in list_methods(run, "honest", dataset) if m in stored):
            of, place = stored[method], {"dataset": dataset, "method": method}
            row = place | {"gap": of["gap"], "rmse_true": of.get("rmse_true")}
            row["divergence"] = math.inf if of.get("divergence", 0.0) is None else of.get("divergence")
            top = next((b for b in reversed(of["bins"]) if b["cases"] >= FEWEST), None)
            if top:
                row |= {"highest": top["predicted"], "highest_observed": top["observed"]}
                row |= {"highest_true": top.get("true"), "cases": top["cases"]}
            rows.append(row)
            keys = ("predicted", "observed", "true_probability", "cases")
            bins += [
                place | {key: b.get(key.removesuffix("_probability")) for key in keys} for b in of["bins"]
            ]
    return pd.DataFrame(rows), pd.DataFrame(bins)


def share_of_patterns(stored: dict[str, Any], method: str, order: int) -> float | None:
    """Share of the test cases of planted patterns of an order that are among the 1 % of cases ranked
    first.
    """
    if method not in stored["methods"]:
        return None
    pairs = zip(stored["planted"], stored["methods"][method]["first"], strict=True)
    known = [(p["cases"], v) for p, v in pairs if p["order"] == order and v is not None]
    return sum(n * v for n, v in known) / sum(n for n, _ in known) if known else None


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
            found = {m: of["found"][i] for m, of in stored["methods"].items() if of["found"][i] is not None}
            names = {
                so: ", ".join(name_of(run, m) for m, is_so in found.items() if bool(is_so) is so)
                for so in (True, False)
            }
            row = {"dataset": dataset, "pattern": ", ".join(f"{k} {v}" for k, v in p["values"].items())}
            row |= {"order": p["order"], "cases": p["cases"], "true_probability": p["true"]}
            patterns.append(row | {"found_by": names[True], "missed_by": names[False]})
    return pd.DataFrame(rows), pd.DataFrame(patterns)


def _describe_recovery(of: pd.DataFrame) -> dict[str, Any]:
    """Share of patterns that one method finds, its predicted over the true probability, and how early it
    ranks them.
    """
    found, known = of.dropna(subset="found"), of.dropna(subset="predicted")
    row: dict[str, Any] = {
        "patterns": len(known),
        "found": found["found"].astype(bool).mean() if len(found) else None,
    }
    by_order = found.assign(found=found["found"].astype(bool)).groupby("order")["found"].mean()
    row |= {f"found_{order}": share for order, share in by_order.items()}
    if known["cases"].sum():
        row["believed"] = (known["cases"] * known["predicted"]).sum() / (known["cases"] * known["true"]).sum()
        row["first_found"] = (known["cases"] * known["first"]).sum() / known["cases"].sum()
    return row


# --- learning curves and growth: series of data sets in which one factor varies
# ----------------------------------


def find_size(run: Run, dataset: str) -> tuple[str, int] | None:
    """Axis and size of a data set of a series, whose name ends in `-rows-N`, `-values-N` or
    `-attributes-N`.
    """
    name, record = re.search(r"-(rows|values|attributes)-\d+$", dataset), run.record(dataset)
    if not name or "rows" not in record:
        return None
    sizes = [a.get("values") or 0 for a in record["attributes"]]
    return name[1], {"rows": record["rows"], "values": sum(sizes), "attributes": len(sizes)}[name[1]]


def list_points(run: Run) -> pd.DataFrame:
    """Learning curves: area, CPU seconds of one fit, memory and parameters of every method on every
    series.
    """
    scores, rows = run.read_scores(run.protocol("curves"), AREA), []
    costs = run.frames["costs"]
    costs = costs[costs["protocol"] == run.protocol("curves")].set_index(["dataset", "method"])
    timings = run.frames["timings"]
    fits = timings[(timings["protocol"] == run.protocol("curves")) & (timings["fit_seconds"] > 0)]
    fits = fits.groupby(["dataset", "method"]).size()
    parameters = run.means("curves", "n_parameters")
    for dataset, method in scores[["dataset", "method"]].drop_duplicates().itertuples(index=False, name=None):
        if size := find_size(run, dataset):
            mean, sd = find_spread(find_values(run, "curves", dataset, method, AREA))
            cost, key = (
                costs.loc[(dataset, method)] if (dataset, method) in costs.index else None,
                (dataset, method),
            )
            row = {
                "axis": AXES[size[0]],
                "x": size[1],
                "dataset": dataset,
                "method": method,
                "area_10": mean,
                "area_10_sd": sd,
            }
            if cost is not None and pd.notna(cost["fit_seconds"]):
                row["seconds"] = cost["fit_seconds"] / fits[key] if key in fits.index else None
                row["memory"] = cost["peak_memory_mb"]
            rows.append(row | {"parameters": parameters.get(key)})
    columns = ["axis", "x", "dataset", "method", "area_10", "area_10_sd", "seconds", "memory", "parameters"]
    frame = pd.DataFrame(rows, columns=columns)
    order = frame["axis"].map({name: i for i, name in enumerate(AXES.values())})
    return (
        frame.assign(order=order).sort_values(["order", "x", "dataset"], kind="stable").drop(columns="order")
    )


def list_timings(run: Run, method: str, axis: str) -> pd.DataFrame:
    """Size x and CPU seconds y of every fit of a method on the series of an axis."""
    timings = run.frames["timings"]
    chosen = (timings["protocol"] == run.paper.protocols["curves"]) & (timings["method"] == method)
    chosen = timings[chosen & (timings["fit_seconds"] > 0)]
    sizes = {
        d: size[1] for d in chosen["dataset"].unique() if (size := find_size(run, d)) and size[0] == axis
    }
    chosen = chosen[chosen["dataset"].isin(sizes)].sort_values("dataset", kind="stable")
    return pd.DataFrame(
        {"dataset": chosen["dataset"], "x": chosen["dataset"].map(sizes), "y": chosen["fit_seconds"]}
    )


def fit_slope(points: pd.DataFrame, exponential: bool = False) -> Interval:
    """Least-squares slope of log y against log x (the exponent of a power law), with its t interval.

    With `exponential`, the exponential of the slope of log y against x: the factor per unit of x.
    """
    from scipy.special import stdtrit

    x, y = points["x"].to_numpy(float), np.log(points["y"].to_numpy(float))
    x = x if exponential else np.log(x)
    n, centred = len(x), x - x.mean()
    b = float(centred @ (y - y.mean()) / (centred @ centred))
    rest = y - y.mean() - b * centred
    half = math.inf
    if n > 2:
        half = float(stdtrit(n - 2, (1 + LEVEL) / 2)) * math.sqrt(rest @ rest / (n - 2) / (centred @ centred))
    low, high = b - half, b + half
    if exponential:
        return Interval(math.exp(b), math.exp(low), math.exp(min(high, 700)), n)
    return Interval(b, low, high, n)


def describe_growth(run: Run) -> pd.DataFrame:
    """How time, memory and number of parameters of one fit grow along every axis: exponents, or factors."""
    points, rows = list_points(run), []
    for method, of_method in points.groupby("method", sort=False):
        for axis in AXES.values():
            of = of_method[of_method["axis"] == axis]
            if of["x"].nunique() < 3:
                continue
            kind = "factor" if axis == "attributes" else "exponent"
            row: dict[str, Any] = {
                "method": method,
                "axis": axis,
                "axis_span": f"{of['x'].min():,} – {of['x'].max():,}",
            }
            for name, key in (("time", "seconds"), ("memory", "memory"), ("parameters", "parameters")):
                pairs = of.loc[of[key].astype(float) > 0, ["x", key]].rename(columns={key: "y"})
                if pairs["x"].nunique() >= 3:
                    row[f"{name}_{kind}"] = fit_slope(pairs, kind == "factor").value
            rows.append(row)
    return pd.DataFrame(rows)
