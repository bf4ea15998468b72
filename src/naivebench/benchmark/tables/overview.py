"""The best methods, on all data and on each kind of data, and the gain of every method over the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import Frames, count_wins, estimate_gain
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.evaluation.statistics import wilcoxon
from naivebench.evaluation.statistics.compare import compare_with_best, subtract_scores
from naivebench.evaluation.statistics.ranks import average_ranks
from naivebench.evaluation.statistics.rounding import remove_noise

ONE_DEPENDENCE = ("bn_classifiers.aode", "bn_classifiers.ande")  # modules: averaged one-dependence estimators
FEW = 6  # data sets: with fewer, Wilcoxon's two-sided p cannot reach 0.05
SMALL, LARGE = 500, 5000  # cases
ALL = "All data sets"


def find_best_rival(order: Sequence[str], methods: pd.DataFrame) -> str | None:
    """Find the first method of a ranking outside the family that looks at the attributes."""
    rivals = set(methods.query("rival and not blind")["method"])
    return next((m for m in order if m in rivals), None)


def find_best_of_family(order: Sequence[str], methods: pd.DataFrame) -> str | None:
    """Find the first member of the family in a ranking."""
    outside = set(methods.query("rival")["method"])
    return next((m for m in order if m not in outside), None)


def shorten_titles(titles: pd.Series) -> pd.Series:
    """Shorten titles of methods to the part before the first comma or parenthesis."""
    return titles.replace(r"(,| \().*", "", regex=True)


def list_headline_methods(ranking: pd.DataFrame, frames: Frames) -> pd.DataFrame:
    """List the methods of the first sentences, by role, with their gain over the reference and their cost.

    `ranking`: The primary comparison. `one-dependence` is its cheapest averaged one-dependence estimator
    whose gain has an interval above 0; `share_of_rival_gain` is the share of the best rival's gain.
    """
    methods = frames["methods"]
    part = ranking.set_index("method", drop=False)
    modules = methods.set_index("method")["stanza"].map(lambda stanza: stanza.get("module", ""))
    averaged = part[part["method"].map(modules).isin(ONE_DEPENDENCE)]
    gainers = averaged.loc[averaged["gain_low"] > 0, "cost_factor"].dropna()
    rival = find_best_rival(part.index, methods)
    roles = {
        "best of the family": find_best_of_family(part.index, methods),
        "best rival": rival,
        "one-dependence": gainers.idxmin() if len(gainers) else None,
        "reference": frames["settings"]["reference"].iloc[0],
    }
    roles = {role: method for role, method in roles.items() if method in part.index}
    answer = part.loc[list(roles.values())].assign(role=list(roles))
    answer["title"] = shorten_titles(answer["method"].map(methods.set_index("method")["title"]))
    gain = part["gain"].get(rival, np.nan)
    answer["share_of_rival_gain"] = answer["gain"] / (gain if gain > 0 else np.nan)
    return answer


def measure_headline_gains(primary: Comparison, order: list[str], frames: Frames) -> pd.DataFrame:
    """Compare the best member of the family (a) with the best rival and with the reference (b).

    `order`: The methods of the primary comparison, best first.
    """
    reference = frames["settings"]["reference"].iloc[0]
    family, rival = (find(order, frames["methods"]) for find in (find_best_of_family, find_best_rival))
    rows = []
    for role, other in (("best rival", rival), ("reference", reference)):
        if family in order and other in order and family != other:
            gains = subtract_scores(primary.scores, other, primary.sign)[family].dropna()
            rows.append({"role": role, "a": family, "b": other} | estimate_gain(gains))
    return pd.DataFrame(rows)


def group_data_sets_by_kind(datasets: pd.DataFrame) -> dict[str, set[str]]:
    """Map each kind, described in words, to its data sets; unavailable data sets have no kind."""
    present = datasets[datasets["rows"].fillna(0) > 0]
    small, large = present["rows"] < SMALL, present["rows"] > LARGE
    incomplete = present["missing_cells"].fillna(0) > 0
    nominal = present["kind"] == "nominal"
    masks = {
        "Nominal attributes": nominal,
        "Mixed attributes": present["kind"] == "mixed",
        "Numeric attributes": present["kind"] == "numeric",
        "Words or letters": present["kind"] == "words or letters",
        "Fewer than 500 cases": small,
        "500 to 5,000 cases": ~small & ~large,
        "More than 5,000 cases": large,
        "Two classes": present["classes"] == 2,
        "More than two classes": present["classes"] != 2,
        "No missing values": ~incomplete,
        "Missing values": incomplete,
        "Nominal attributes and fewer than 500 cases": small & nominal,
        "Nominal attributes and more than 5,000 cases": large & nominal,
        "Missing values and fewer than 500 cases": small & incomplete,
    }
    return {words: set(present["dataset"][mask]) for words, mask in masks.items()}


def find_best_by_kind(primary: Comparison, order: Sequence[str], frames: Frames) -> pd.DataFrame:
    """Find the best member of the family on each kind of data, its gain over the reference, and its standing
    against the best rival on all data: the primary comparison repeated on the data sets of the kind.

    `as_good` follows the rule of the primary comparison (`compare_with_best`), uncorrected for the number of
    kinds; it is missing for fewer than three data sets. `order`: The methods of `primary`, best first.
    """
    settings, methods, rows = frames["settings"].iloc[0], frames["methods"], []
    reference, rival = settings["reference"], find_best_rival(order, methods)
    for words, names in group_data_sets_by_kind(frames["datasets"]).items():
        part = primary.scores.loc[primary.scores.index.isin(names), list(order)]
        if part.empty:
            continue
        ranks = average_ranks(remove_noise(part.to_numpy()), lower_is_better=primary.sign < 0)
        average = pd.Series(ranks, order).sort_index().sort_values(kind="stable")
        row: dict[str, Any] = {"data": words, "datasets": len(part), "rival": rival}
        if family := find_best_of_family(average.index, methods):
            row |= {"method": family, "average_rank": average[family]}
        if family and reference in part and family != reference:
            gains = subtract_scores(part, reference, primary.sign)[family].dropna()
            row |= estimate_gain(gains) | {"wilcoxon": wilcoxon.signed_rank(gains.to_numpy()).p}
        if family and rival and family != rival:
            gaps = subtract_scores(part, rival, primary.sign)[[family]]
            leads = gaps[family].dropna()
            row |= estimate_gain(leads, "lead")
            if len(leads) > 2:
                test = wilcoxon.signed_rank(leads.to_numpy())
                tests = pd.DataFrame({"wilcoxon": test.p, "rank_biserial": test.rank_biserial}, [family])
                rule = {"alpha": settings["alpha"], "rope": settings["rope"]}
                row["as_good"] = compare_with_best(gaps, tests, **rule).loc[family, "standing"]
        rows.append(row)
    return pd.DataFrame(rows)


def compare_gains_by_kind(primary: Comparison, order: Sequence[str], frames: Frames) -> pd.DataFrame:
    """Compute the gain of every method of the primary comparison over the reference with its interval, on all
    data sets and on each kind with enough of them.

    The `outcome` is better or worse if the interval and Wilcoxon's test agree, both uncorrected.
    """
    settings, rows = frames["settings"].iloc[0], []
    reference = settings["reference"]
    if reference not in primary.scores:
        return pd.DataFrame()
    gains = subtract_scores(primary.scores, reference, primary.sign)
    kinds = {ALL: set(gains.index)} | group_data_sets_by_kind(frames["datasets"])
    for method in (m for m in order if m != reference):
        for words, names in kinds.items():
            part = gains[method][gains.index.isin(names)].dropna()
            if part.empty or (words != ALL and len(part) < FEW):
                continue
            row: dict[str, Any] = {"data": words, "datasets": len(part)}
            row |= estimate_gain(part) | count_wins(part)
            test = wilcoxon.signed_rank(part.to_numpy())
            clear = row["gain_low"] > 0 or row["gain_high"] < 0
            agree = test.p <= settings["alpha"] and (test.rank_biserial > 0) == (row["gain"] > 0)
            sign = "better" if row["gain"] > 0 else "worse"
            row |= {"wilcoxon": test.p, "outcome": sign if clear and agree else "not clear"}
            rows.append({"method": method, "against": reference} | row)
    return pd.DataFrame(rows).assign(**primary.labels)
