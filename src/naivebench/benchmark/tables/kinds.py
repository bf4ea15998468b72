"""Which method suits which kind of data: gains by kind of data, and properties that go with a gain."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import pivot_means, subtract_scores
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.benchmark.tables.frames import Frames
from naivebench.benchmark.tables.rankings import describe_gain
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import wilcoxon
from naivebench.evaluation.statistics.intervals import spearman
from naivebench.evaluation.statistics.posthoc import holm
from naivebench.evaluation.statistics.ranks import average_ranks
from naivebench.evaluation.statistics.rounding import without_noise

FEW = 6  # data sets: with fewer, Wilcoxon's two-sided p cannot reach 0.05, and no correlation is given
SMALL, LARGE = 500, 5000  # cases
ALL = ("All data sets", "all", "All data sets")
KINDS = (  # property, value, words for a reader
    ("Attributes", "discrete", "Nominal attributes"),
    ("Attributes", "mixed", "Mixed attributes"),
    ("Attributes", "numeric", "Numeric attributes"),
    ("Attributes", "words or letters", "Words or letters"),
    ("Attributes", "unknown", "Unknown attributes"),
    ("Cases", "below 500", "Fewer than 500 cases"),
    ("Cases", "500 to 5,000", "500 to 5,000 cases"),
    ("Cases", "above 5,000", "More than 5,000 cases"),
    ("Classes", "two", "Two classes"),
    ("Classes", "more than two", "More than two classes"),
    ("Missing values", "none", "No missing values"),
    ("Missing values", "some", "Missing values"),
    ("Attributes of small sets", "discrete", "Nominal attributes and fewer than 500 cases"),
    ("Missing values of small sets", "some", "Missing values and fewer than 500 cases"),
)
# modules of plain naive Bayes: for tables, for rankings of rare classes, and for words
PLAIN = ("naive_bayes.nb", "naive_bayes.nb_tuned", "sequences.nb_mn")
RANKING = (
    "auc"  # judges a ranking where the metric of a protocol itself, such as a hit curve, is not compared
)
PROPERTIES: dict[str, Callable[[pd.Series], float | None]] = {
    "number of cases": lambda d: d["rows"],
    "number of attributes": lambda d: d["attributes"],
    "number of classes": lambda d: d["classes"],
    "share of missing cells": lambda d: d["missing_cells"] / max(1, d["rows"] * d["attributes"]),
    "dependence between attributes given the class": lambda d: d["nats"] if d["nats"] == d["nats"] else None,
}


def assign_kinds(datasets: pd.DataFrame) -> dict[tuple[str, str], set[str]]:
    """(property, value) of `KINDS` -> data sets of this kind; data sets that are not available have none."""
    present = datasets[datasets["rows"].fillna(0) > 0]
    small, large = present["rows"] < SMALL, present["rows"] > LARGE
    incomplete = present["missing_cells"].fillna(0) > 0
    masks = {
        ("Cases", "below 500"): small,
        ("Cases", "500 to 5,000"): ~small & ~large,
        ("Cases", "above 5,000"): large,
        ("Classes", "two"): present["classes"] == 2,
        ("Classes", "more than two"): present["classes"] != 2,
        ("Missing values", "none"): ~incomplete,
        ("Missing values", "some"): incomplete,
        ("Attributes of small sets", "discrete"): small & (present["kind"] == "discrete"),
        ("Missing values of small sets", "some"): small & incomplete,
    }
    masks |= {("Attributes", kind): present["kind"] == kind for kind in present["kind"].unique()}
    return {kind: set(present["dataset"][mask]) for kind, mask in masks.items()}


def find_best_rival(order: Sequence[str], methods: pd.DataFrame) -> str | None:
    """The first method of a ranking outside the family that looks at the attributes."""
    rivals = set(methods.query("rival and not blind")["method"])
    return next((m for m in order if m in rivals), None)


def find_best_of_family(order: Sequence[str], methods: pd.DataFrame) -> str | None:
    """The first member of the family in a ranking; None if the configuration names no rivals."""
    outside = set(methods.query("rival")["method"])
    return next((m for m in order if m not in outside), None) if outside else None


def choose_by_data(primary: Comparison | None, order: Sequence[str], frames: Frames) -> pd.DataFrame:
    """The best member of the family on each kind of data, its gain over the reference, and whether it is as
    good as the best rival on all data: the primary comparison repeated on the data sets of the kind.

    Wilcoxon's test decides, as in the primary comparison. `order`: its methods, best first.
    """
    if primary is None:
        return pd.DataFrame()
    settings, methods = frames["settings"].iloc[0], frames["methods"]
    titles = shorten_titles(methods)
    rival = find_best_rival(order, methods)
    kinds, rows = assign_kinds(frames["datasets"]), []
    for about, value, words in KINDS:
        part = primary.scores[primary.scores.index.isin(kinds.get((about, value), ()))]
        if part.empty:
            continue
        ranks = average_ranks(without_noise(part[order].to_numpy()), lower_is_better=primary.lower)
        average = dict(sorted(zip(order, ranks.tolist(), strict=True), key=lambda of: (of[1], of[0])))
        best, family = next(iter(average)), find_best_of_family(list(average), methods)
        row = {
            "data": words,
            "property": about,
            "value": value,
            "datasets": len(part),
            "few": len(part) < FEW,
        }
        row |= {
            "method": family,
            "title": titles.get(family or ""),
            "average_rank": average.get(family or ""),
        }
        row |= {"best_method": best, "best_rank": average[best]}
        row |= {"reference_rank": average.get(settings["reference"]), "rival": rival}
        if family and settings["reference"] in average and family != settings["reference"]:
            gains = subtract_scores(part, family, settings["reference"], METRICS[primary.metric].better)
            row |= describe_gain(gains) | {"median_gain": median(gains)}
            row["wilcoxon"] = wilcoxon.signed_rank(gains.to_numpy()).p
        if family and rival and family != rival:
            leads = subtract_scores(part, family, rival, METRICS[primary.metric].better)
            row |= describe_gain(leads, "lead")
            test = wilcoxon.signed_rank(leads.to_numpy())
            row["lead_wilcoxon"] = test.p
            row["as_good"] = _judge_lead(test, settings["alpha"]) if len(leads) > 2 else None
        rows.append(row)
    return pd.DataFrame(rows)


def _judge_lead(test: wilcoxon.WilcoxonResult, alpha: float) -> str:
    if test.p > alpha:
        return "not clearly different"
    return "yes, better" if test.rank_biserial > 0 else "no"


def shorten_titles(methods: pd.DataFrame) -> dict[str, str]:
    """Method -> its title up to the first comma or parenthesis."""
    titles = zip(methods["method"], methods["title"], strict=True)
    return {method: re.sub(r"(,| \().*", "", title) for method, title in titles}


def find_basis(
    method: str, comparisons: Sequence[Comparison], frames: Frames
) -> tuple[Comparison, str] | None:
    """The comparison by which a method is judged, and the naive Bayes method in it.

    It is the primary comparison; for a method that takes no part in it, the comparison of its own experiments
    with most data sets, those of the primary protocol first.
    """
    settings = frames["settings"].iloc[0]
    protocols = frames["protocols"].set_index("protocol")
    found = []
    for comparison in comparisons:
        if method not in comparison.scores or protocols["shuffled"].get(comparison.protocol, False):
            continue
        metric = _choose_metric(comparison.protocol, comparisons, protocols, settings["metric"])
        against = _find_plain(method, comparison, frames["methods"], settings)
        if comparison.metric == metric and against:
            near = comparison.protocol == settings["protocol"]
            found.append(((comparison.primary, near, len(comparison.scores)), comparison, against))
    if not found:
        return None
    _, comparison, against = max(found, key=lambda of: of[0])
    return comparison, against


def _choose_metric(
    protocol: str, comparisons: Sequence[Comparison], protocols: pd.DataFrame, primary: str
) -> str:
    """The metric by which a protocol is judged: the first one that it lists itself, otherwise the primary
    one.
    """
    own = protocols["settings"].get(protocol, {}).get("metrics")
    if not own:
        return primary
    compared = {c.metric for c in comparisons if c.protocol == protocol}
    return own[0] if own[0] in compared or RANKING not in compared else RANKING


def _find_plain(method: str, comparison: Comparison, methods: pd.DataFrame, settings: pd.Series) -> str:
    """The naive Bayes method that a method is compared with; "" if there is none."""
    reference = settings["reference"]
    if method == reference:
        return ""
    # under the primary protocol, the reference has scores beyond its experiments
    if reference in comparison.scores or comparison.protocol == settings["protocol"]:
        return reference
    modules = {
        m: stanza.get("module", "")
        for m, stanza in zip(methods["method"], methods["stanza"], strict=True)
        if m in comparison.scores
    }
    plain = next((m for module in PLAIN for m in modules if modules[m] == module), "")
    return "" if plain == method else plain


def compare_by_data(comparisons: Sequence[Comparison], frames: Frames) -> pd.DataFrame:
    """Gain of every method over naive Bayes on all data sets and on each kind of them, with its interval, the
    ratio of CPU times (median) and the difference in calibration error (below 0: the method is better).
    """
    kinds, rows = assign_kinds(frames["datasets"]), []
    pivot = functools.cache(functools.partial(pivot_means, frames["means"]))
    costs = frames["costs"].pivot(index=["protocol", "dataset"], columns="method", values="cpu_seconds")
    for method in frames["methods"]["method"]:
        basis = find_basis(method, comparisons, frames)
        if basis is None:
            continue
        comparison, against = basis
        protocol, metric = comparison.protocol, comparison.metric
        wide = pivot(protocol, metric)
        wide = wide[wide.index.isin(comparison.scores.index)]
        gains = subtract_scores(wide, method, against, METRICS[metric].better)
        errors = pivot(protocol, "ece").reindex(gains.index)
        seconds = costs.reindex([(protocol, d) for d in gains.index]).droplevel("protocol")
        ratios = _divide_costs(seconds, method, against)
        for about, value, words in (ALL, *KINDS):
            names = [d for d in gains.index if about == ALL[0] or d in kinds.get((about, value), ())]
            if not names or (about != ALL[0] and len(names) < FEW):
                continue
            row = {"method": method, "against": against, "experiment": comparison.experiment}
            row |= {"protocol": protocol, "metric": metric, "data": words, "property": about, "value": value}
            rows.append(row | _describe_part(gains[names], errors.loc[names], ratios, method, against))
    return pd.DataFrame(rows)


def _divide_costs(seconds: pd.DataFrame, method: str, against: str) -> dict[str, float]:
    """Data set -> CPU time of a method over that of another, where both are known and the other is above
    0.
    """
    if method not in seconds or against not in seconds:
        return {}
    ratios = seconds[method] / seconds[against].where(seconds[against] > 0)
    return ratios.dropna().to_dict()


def _describe_part(
    gains: pd.Series, errors: pd.DataFrame, ratios: dict[str, float], method: str, against: str
) -> dict[str, Any]:
    """Numbers about the data sets of one kind."""
    row: dict[str, Any] = {"datasets": len(gains)} | describe_gain(gains)
    row["outcome"] = "better" if row["gain_low"] > 0 else "worse" if row["gain_high"] < 0 else "not clear"
    row |= {"wins": (gains > 0).sum(), "ties": (gains == 0).sum(), "losses": (gains < 0).sum()}
    known = [ratios[d] for d in gains.index if d in ratios]
    row["cost_ratio"] = median(known) if known else None
    if method in errors and against in errors:
        differences = (errors[method] - errors[against]).dropna()
        row |= describe_gain(differences, "calibration_gain") if len(differences) else {}
    return row


def correlate_properties(primary: Comparison | None, order: Sequence[str], frames: Frames) -> pd.DataFrame:
    """Spearman's correlation of properties of the data sets with the gain over the reference, for every
    method of the primary comparison; `holm` is corrected for all correlations.
    """
    reference = frames["settings"]["reference"].iloc[0]
    if primary is None or reference not in primary.scores:
        return pd.DataFrame()
    datasets = frames["datasets"].merge(frames["dependence"], how="left", on="dataset")
    datasets = datasets[datasets["rows"].fillna(0) > 0].set_index("dataset")
    values = {name: datasets.apply(of, axis=1).dropna().to_dict() for name, of in PROPERTIES.items()}
    rows = []
    for method in (m for m in order if m != reference):
        gains = subtract_scores(primary.scores, method, reference, METRICS[primary.metric].better)
        for name, of in values.items():
            pairs = [(of[d], gain) for d, gain in gains.items() if d in of]
            if len(pairs) < FEW or len({v for v, _ in pairs}) < 2:
                continue
            rho = spearman(*zip(*pairs, strict=True))
            if rho.p is not None and math.isfinite(rho.p):
                row = {"method": method, "property": name, "datasets": len(pairs), "rho": rho.value}
                rows.append(row | {"rho_low": rho.low, "rho_high": rho.high, "p": rho.p})
    corrected = holm(np.array([row["p"] for row in rows])) if rows else np.empty(0)
    return pd.DataFrame(rows).assign(holm=corrected)
