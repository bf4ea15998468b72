"""Overconfidence: the amount by which predicted probabilities exceed the accuracy of a method."""

from __future__ import annotations

from collections.abc import Sequence

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.summaries import mean_std


def gaps(results: Results, protocol: str, sets: Sequence[str]) -> dict[str, float]:
    """Method -> mean of `by_set` over the data sets, for methods that have counts on all of them."""
    found = by_set(results, protocol, sets)
    return {m: mean_std(found[m])[0] for m in results.methods if m in found and len(found[m]) == len(sets)}


def by_set(results: Results, protocol: str, sets: Sequence[str]) -> dict[str, list[float]]:
    """Method -> mean confidence minus accuracy (cases of all folds pooled) on each data set with counts.
    Confidence is the probability of the predicted class.
    """
    frame = results.calibration
    if frame.empty or not sets:
        return {}
    chosen = frame[(frame["protocol"] == protocol) & frame["dataset"].isin(sets)]
    sums = chosen.groupby(["method", "dataset"], observed=True)[["confidence_sum", "correct", "cases"]].sum()
    differences = (sums["confidence_sum"] - sums["correct"]) / sums["cases"]
    found: dict[str, list[float]] = {}
    for (method, _), gap in differences.items():
        found.setdefault(str(method), []).append(float(gap))
    return found
