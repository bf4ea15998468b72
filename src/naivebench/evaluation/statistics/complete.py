"""Everything there is to say about a matrix of scores: `compare` and effect sizes, bootstrap, Bayesian tests,
tests on folds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypedDict

import numpy as np

from naivebench.core.checks import at_least
from naivebench.evaluation.statistics import (
    bayes,
    bootstrap_ranks,
    compare,
    effect_sizes,
    hierarchical,
    ranks,
    win_tie_loss,
    within,
)
from naivebench.evaluation.statistics.rounding import differences, without_noise

# pairs up to which the hierarchical test, which takes some tenths of a second, is done for all
MAX_HIERARCHICAL = 45


class RankIntervals(TypedDict):
    """Bootstrap over data sets."""

    level: float
    draws: int
    methods: dict[str, dict[str, float]]  # low, high, and best: the share of draws


class Wins(TypedDict):
    """(k, k) counts, row against column."""

    methods: list[str]
    wins: list[list[int]]
    ties: list[list[int]]


class Effects(TypedDict):
    """(k, k) rank-biserial correlations, positive where the row is better."""

    methods: list[str]
    values: list[list[float]]


class WinsAndEffects(TypedDict):
    """What is known of all pairs without a test."""

    win_tie_loss: Wins
    rank_biserial: Effects


class SignedRankBayes(TypedDict):
    """The Bayesian signed rank of scores a against b; None where a score is infinite."""

    better: float | None
    rope: float | None
    worse: float | None
    n: int
    mean_difference: float | None  # a - b


class PairBayes(SignedRankBayes):
    """The same of a pair of methods."""

    a: str
    b: str


class BayesTests(TypedDict):
    """The Bayesian signed rank over data sets of all pairs."""

    rope: float
    draws: int
    seed: int
    pairs: list[PairBayes]


class SetMean(TypedDict):
    """A data set of the hierarchical test."""

    n: int  # folds
    mean_difference: float
    shrunken: float


class OverFolds(TypedDict):
    """The hierarchical test of a against b; differences in the sense of the scores, a - b."""

    better: float | None
    rope: float | None
    worse: float | None
    predictive: dict[str, float] | None  # better, rope, worse
    delta0: float | None
    n: int  # data sets
    note: str
    datasets: dict[str, SetMean]


class PairOverFolds(OverFolds):
    """The same of a pair of methods."""

    a: str
    b: str


class HierarchicalTests(TypedDict):
    """The hierarchical test of the pairs with folds on two data sets or more."""

    rope: float
    accuracy: float
    pairs: list[PairOverFolds]


class Complete(compare.Comparison, WinsAndEffects):
    """The result of `complete`; the pairs of the last three are all, or those with the reference."""

    rank_intervals: RankIntervals
    bayes: BayesTests
    hierarchical: HierarchicalTests | None  # without such pairs, or with more than `MAX_HIERARCHICAL`
    folds: list[within.FoldTests]  # for every data set with folds and every pair


def complete(
    scores: np.ndarray,
    methods: Sequence[str],
    datasets: Sequence[str],
    *,
    folds: Sequence[within.Folds] = (),
    lower_is_better: bool = False,
    alpha: float = 0.05,
    reference: str | None = None,
    rope: float = bayes.ROPE,
) -> Complete:
    """`compare.compare` and further tests.

    Raises InputError as `compare.compare`, and for a negative rope.
    """
    at_least(rope, 0, "rope")
    result = compare.compare(
        scores, methods, datasets, lower_is_better=lower_is_better, alpha=alpha, reference=reference
    )
    values, pairs = np.asarray(scores, dtype=np.float64), chosen_pairs(methods, reference)
    result["notes"] += _rope_notes(values, rope)
    return {
        **result,
        "rank_intervals": rank_intervals(values, methods, lower_is_better=lower_is_better),
        **effects(values, methods, lower_is_better=lower_is_better),
        "bayes": _bayes(values, list(methods), pairs, lower_is_better, rope),
        "hierarchical": _hierarchical(folds, pairs, lower_is_better, rope, result["notes"]),
        "folds": [
            within.compare(f, a, b, lower_is_better=lower_is_better, rope=rope)
            for f in folds
            for a, b in pairs
        ],
    }


def chosen_pairs(methods: Sequence[str], reference: str | None) -> list[tuple[str, str]]:
    """All pairs in order of the methods, or every other method against the reference."""
    return (
        list(combinations(methods, 2))
        if reference is None
        else [(m, reference) for m in methods if m != reference]
    )


def rank_intervals(scores: np.ndarray, methods: Sequence[str], *, lower_is_better: bool) -> RankIntervals:
    """The key `rank_intervals` of `complete`."""
    intervals = bootstrap_ranks.rank_intervals(
        ranks.rank_rows(without_noise(scores), lower_is_better=lower_is_better)
    )
    rows = {
        m: {"low": float(a), "high": float(b), "best": float(s)}
        for m, a, b, s in zip(methods, intervals.low, intervals.high, intervals.best, strict=True)
    }
    return {"level": intervals.level, "draws": intervals.draws, "methods": rows}


def effects(scores: np.ndarray, methods: Sequence[str], *, lower_is_better: bool) -> WinsAndEffects:
    """The keys `win_tie_loss` and `rank_biserial` of `complete`."""
    table = win_tie_loss.win_tie_loss(scores, lower_is_better=lower_is_better)
    sizes = effect_sizes.rank_biserial_matrix(scores, lower_is_better=lower_is_better)
    return {
        "win_tie_loss": {"methods": list(methods), "wins": table.wins.tolist(), "ties": table.ties.tolist()},
        "rank_biserial": {"methods": list(methods), "values": sizes.tolist()},
    }


def signed_rank(
    a: np.ndarray, b: np.ndarray, weights: np.ndarray | None, *, lower_is_better: bool, rope: float
) -> SignedRankBayes:
    """`bayes.signed_rank` of scores a (N,) against b (N,), with the `bayes.shared_weights` of N data sets."""
    d = differences(a, b)
    if not np.isfinite(d).all():
        return {"better": None, "rope": None, "worse": None, "n": len(d), "mean_difference": None}
    found = bayes.signed_rank(-d if lower_is_better else d, rope, weights=weights)
    return {
        "better": found.better,
        "rope": found.rope,
        "worse": found.worse,
        "n": len(d),
        "mean_difference": float(d.mean()),
    }


def _bayes(
    scores: np.ndarray, methods: list[str], pairs: list[tuple[str, str]], lower_is_better: bool, rope: float
) -> BayesTests:
    rows: list[PairBayes] = []
    weights = bayes.shared_weights(len(scores))
    for a, b in pairs:
        x, y = scores[:, methods.index(a)], scores[:, methods.index(b)]
        found = signed_rank(x, y, weights, lower_is_better=lower_is_better, rope=rope)
        rows.append({"a": a, "b": b, **found})
    return {"rope": float(rope), "draws": bayes.DRAWS, "seed": bayes.SEED, "pairs": rows}


def over_folds(
    cells: Sequence[tuple[str, np.ndarray, float]], *, lower_is_better: bool, rope: float
) -> OverFolds:
    """`hierarchical.hierarchical` of (data set, differences of folds, n_test / n_train)."""
    sign = -1 if lower_is_better else 1
    posterior = hierarchical.hierarchical([sign * d for _, d, _ in cells], [r for *_, r in cells], rope)
    predictive = (
        None
        if posterior.predictive is None
        else dict(zip(("better", "rope", "worse"), posterior.predictive, strict=True))
    )
    parts = zip(cells, posterior.deltas, strict=True)
    return {
        "better": posterior.better,
        "rope": posterior.rope,
        "worse": posterior.worse,
        "predictive": predictive,
        "delta0": None if posterior.delta0 is None else sign * posterior.delta0 + 0.0,
        "n": posterior.n,
        "note": posterior.note,
        "datasets": {
            name: {"n": len(d), "mean_difference": float(d.mean()), "shrunken": sign * delta + 0.0}
            for (name, d, _), delta in parts
        },
    }


def _hierarchical(
    folds: Sequence[within.Folds],
    pairs: list[tuple[str, str]],
    lower_is_better: bool,
    rope: float,
    notes: list[str],
) -> HierarchicalTests | None:
    """The key `hierarchical` of `complete`; a sentence is added to `notes` where it is left out for its
    length.
    """
    cells_of = {}
    for a, b in pairs:
        cells = [
            (f.dataset, within.paired(f, a, b)[2], f.test_train_ratio)
            for f in folds
            if f.test_train_ratio is not None
        ]
        cells = [cell for cell in cells if len(cell[1]) > 1]
        if len(cells) > 1:
            cells_of[a, b] = cells
    if len(cells_of) > MAX_HIERARCHICAL:
        notes.append(
            f"The hierarchical test is left out for {len(cells_of)} pairs; with a reference method it is "
            "done for the pairs with that one."
        )
    if not 0 < len(cells_of) <= MAX_HIERARCHICAL:
        return None
    rows: list[PairOverFolds] = [
        {"a": a, "b": b, **over_folds(cells, lower_is_better=lower_is_better, rope=rope)}
        for (a, b), cells in cells_of.items()
    ]
    return {"rope": float(rope), "accuracy": hierarchical.ACCURACY, "pairs": rows}


def _rope_notes(scores: np.ndarray, rope: float) -> list[str]:
    largest = float(np.abs(scores[np.isfinite(scores)]).max(initial=0.0))
    if largest <= 1.5 or rope != bayes.ROPE:
        return []
    return [
        f"The region of practical equivalence is {rope:g} in the unit of the scores, which go up to "
        f"{largest:g}: one point of percentages is 1."
    ]
