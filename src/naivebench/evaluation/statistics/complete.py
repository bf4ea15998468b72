"""All statistics of a matrix of scores: `compare`, effect sizes, Bayesian tests, tests on folds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least
from naivebench.core.plain import plain
from naivebench.evaluation.statistics import (
    bayes,
    compare,
    effect_sizes,
    win_tie_loss,
    within,
)
from naivebench.evaluation.statistics.rounding import differences


class Wins(NamedTuple):
    """Numbers of wins and ties, (k, k), row against column."""

    methods: list[str]
    wins: list[list[int]]
    ties: list[list[int]]


class Effects(NamedTuple):
    """Rank-biserial correlations, (k, k), positive where the row is better."""

    methods: list[str]
    values: list[list[float]]


class WinsAndEffects(NamedTuple):
    """Results for all pairs of methods that need no test."""

    win_tie_loss: Wins
    rank_biserial: Effects


class SignedRank(NamedTuple):
    """Result of the Bayesian signed-rank test of scores a against b; None if a score is infinite."""

    better: float | None
    rope: float | None
    worse: float | None
    n: int
    mean_difference: float | None  # a - b


class Bayes(NamedTuple):
    """Results of the Bayesian signed-rank test over data sets, by pair."""

    rope: float
    draws: int
    seed: int
    pairs: dict[tuple[str, str], SignedRank]


class Complete(NamedTuple):
    """The result of `complete`; the pairs of the last two fields are all pairs, or those with the
    reference.
    """

    comparison: compare.Comparison
    win_tie_loss: Wins
    rank_biserial: Effects
    bayes: Bayes
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
    """Run `compare.compare` and further tests.

    Raises InputError as `compare.compare` does, and for a negative rope.
    """
    at_least(rope, 0, "rope")
    comparison = compare.compare(
        scores, methods, datasets, lower_is_better=lower_is_better, alpha=alpha, reference=reference
    )
    values, pairs = np.asarray(scores, dtype=np.float64), chosen_pairs(methods, reference)
    comparison.notes.extend(_rope_notes(values, rope))
    return Complete(
        comparison,
        *effects(values, methods, lower_is_better=lower_is_better),
        _bayes(values, list(methods), pairs, lower_is_better, rope),
        [
            within.compare(f, a, b, lower_is_better=lower_is_better, rope=rope)
            for f in folds
            for a, b in pairs
        ],
    )


def as_json(found: Complete) -> dict[str, Any]:
    """The result with the comparison's keys among the others, and every pair as an object."""
    result = plain(found.comparison) | {name: plain(getattr(found, name)) for name in Complete._fields[1:]}
    result["bayes"]["pairs"] = [{"a": a, "b": b} | plain(t) for (a, b), t in found.bayes.pairs.items()]
    return result


def chosen_pairs(methods: Sequence[str], reference: str | None) -> list[tuple[str, str]]:
    """All pairs in order of the methods, or every other method against the reference."""
    return (
        list(combinations(methods, 2))
        if reference is None
        else [(m, reference) for m in methods if m != reference]
    )


def effects(scores: np.ndarray, methods: Sequence[str], *, lower_is_better: bool) -> WinsAndEffects:
    """The values of the keys `win_tie_loss` and `rank_biserial` in the result of `complete`."""
    table = win_tie_loss.win_tie_loss(scores, lower_is_better=lower_is_better)
    sizes = effect_sizes.rank_biserial_matrix(scores, lower_is_better=lower_is_better)
    wins = Wins(list(methods), table.wins.tolist(), table.ties.tolist())
    return WinsAndEffects(wins, Effects(list(methods), sizes.tolist()))


def signed_rank(
    a: np.ndarray, b: np.ndarray, weights: np.ndarray | None, *, lower_is_better: bool, rope: float
) -> SignedRank:
    """Run `bayes.signed_rank` on scores a (N,) against b (N,), with the `bayes.shared_weights` of N data
    sets.
    """
    d = differences(a, b)
    if not np.isfinite(d).all():
        return SignedRank(None, None, None, len(d), None)
    found = bayes.signed_rank(-d if lower_is_better else d, rope, weights=weights)
    return SignedRank(*found, len(d), float(d.mean()))


def _bayes(
    scores: np.ndarray, methods: list[str], pairs: list[tuple[str, str]], lower_is_better: bool, rope: float
) -> Bayes:
    found, weights = {}, bayes.shared_weights(len(scores))
    for a, b in pairs:
        x, y = scores[:, methods.index(a)], scores[:, methods.index(b)]
        found[a, b] = signed_rank(x, y, weights, lower_is_better=lower_is_better, rope=rope)
    return Bayes(float(rope), bayes.DRAWS, bayes.SEED, found)


def _rope_notes(scores: np.ndarray, rope: float) -> list[str]:
    largest = float(np.abs(scores[np.isfinite(scores)]).max(initial=0.0))
    if largest <= 1.5 or rope != bayes.ROPE:
        return []
    return [
        f"The region of practical equivalence is {rope:g} in the unit of the scores, which go up to "
        f"{largest:g}: one point of percentages is 1."
    ]
