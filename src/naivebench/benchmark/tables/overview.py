"""The ranking with gains and costs, and the numbers of the first sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import estimate_gain
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.benchmark.tables.frames import Frames
from naivebench.evaluation.statistics.compare import subtract_scores

ONE_DEPENDENCE = ("bn_classifiers.aode", "bn_classifiers.ande")  # modules: averaged one-dependence estimators


def add_costs_to_ranking(
    judged: pd.DataFrame, comparisons: Sequence[Comparison], frames: Frames
) -> pd.DataFrame:
    """Add the CPU time over the data sets of each comparison to the ranking.

    `judged`: the table of `analyze_comparisons`. `cost_factor` is the CPU time divided by that of the
    reference; `on_front` marks methods of the primary comparison that no other method beats in both mean
    score and CPU time. A sum is missing where a data set lacks a value.
    """
    reference, parts = frames["settings"]["reference"].iloc[0], []
    of_comparison = dict(iter(judged.groupby(["experiment", "metric"]))) if len(judged) else {}
    for comparison in comparisons:
        seconds = sum_cpu_seconds(comparison.protocol, comparison.scores.index, frames)
        part = of_comparison[comparison.experiment, comparison.metric].join(seconds, on="method")
        base = part["cpu_seconds"][part["method"] == reference].max()  # missing without the reference
        part["cost_factor"] = part["cpu_seconds"] / base
        part["on_front"] = find_pareto_front(part, comparison.sign) if comparison.primary else False
        parts.append(part)
    if not parts:
        return judged
    return pd.concat(parts, ignore_index=True).merge(frames["methods"][["method", "group"]], how="left")


def sum_cpu_seconds(protocol: str, datasets: pd.Index, frames: Frames) -> pd.Series:
    """Sum CPU seconds of every method over data sets; missing where a data set lacks them."""
    costs = frames["costs"]
    costs = costs[(costs["protocol"] == protocol) & costs["dataset"].isin(datasets)]
    return costs.groupby("method")["cpu_seconds"].sum(min_count=len(datasets))


def find_pareto_front(part: pd.DataFrame, sign: int) -> pd.Series:
    """Whether each method is better than every faster one; equally fast ones are compared by score.

    `part`: one comparison, with the columns method, score and cpu_seconds; `sign`: 1 if higher scores are
    better, otherwise -1.
    """
    known = part[part["cpu_seconds"] > 0].assign(gain=sign * part["score"])
    gains = known.sort_values(["cpu_seconds", "gain", "method"], ascending=[True, False, True])["gain"]
    front = gains > gains.cummax().shift(fill_value=-np.inf)
    return front.reindex(part.index, fill_value=False)


def find_best_rival(order: Sequence[str], methods: pd.DataFrame) -> str | None:
    """Find the first method of a ranking outside the family that looks at the attributes."""
    rivals = set(methods.query("rival and not blind")["method"])
    return next((m for m in order if m in rivals), None)


def find_best_of_family(order: Sequence[str], methods: pd.DataFrame) -> str | None:
    """Find the first member of the family in a ranking."""
    outside = set(methods.query("rival")["method"])
    return next((m for m in order if m not in outside), None)


def shorten_titles(methods: pd.DataFrame) -> pd.Series:
    """Shorten the title of each method to the part before the first comma or parenthesis."""
    return methods.set_index("method")["title"].map(shorten_title)


def shorten_title(title: str) -> str:
    """Return the part of a title before the first comma or parenthesis."""
    return title.partition(",")[0].partition(" (")[0]


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
    answer["title"] = answer["method"].map(shorten_titles(methods))
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
