"""The numbers of the first sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import Frames, estimate_gain
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.evaluation.statistics.compare import subtract_scores

ONE_DEPENDENCE = ("bn_classifiers.aode", "bn_classifiers.ande")  # modules: averaged one-dependence estimators


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
