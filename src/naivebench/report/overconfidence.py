"""How far the predicted probabilities of a method exceed its accuracy."""

from __future__ import annotations

from collections.abc import Sequence

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.summaries import mean_std


def gaps(results: Results, protocol: str, sets: Sequence[str]) -> dict[str, float]:
    """Method -> mean confidence minus accuracy (cases of all folds pooled), mean over data sets; of the
    methods that have counts on all of them. Confidence is the probability of the predicted class.
    """
    frame = results.calibration
    if frame.empty or not sets:
        return {}
    chosen = frame[(frame["protocol"] == protocol) & frame["dataset"].isin(sets)]
    sums = chosen.groupby(["method", "dataset"], observed=True)[["confidence_sum", "correct", "cases"]].sum()
    by_set = (sums["confidence_sum"] - sums["correct"]) / sums["cases"]
    found: dict[str, list[float]] = {}
    for (method, _), gap in by_set.items():
        found.setdefault(str(method), []).append(float(gap))
    return {m: mean_std(found[m])[0] for m in results.methods if len(found.get(m, ())) == len(sets)}
