"""Uncertainty of hit curves: simultaneous bootstrap bands over the cases, and tests at every selection rate
over the folds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import hit_curves
from naivebench.evaluation.statistics import posthoc
from naivebench.evaluation.statistics.corrected_t import CorrectedTResult, corrected_t

GRID = np.round(np.geomspace(0.001, 1.0, 61), 6)  # selection rates of the plotted curves


class Band(NamedTuple):
    """A curve over R selection rates with limits that hold for all of them together."""

    rates: np.ndarray  # (R,)
    recall: np.ndarray  # (R,)
    low: np.ndarray  # (R,)
    high: np.ndarray  # (R,)
    deviation: np.ndarray  # (R,) bootstrap standard deviation
    factor: float  # standard deviations from the curve to the limits
    area: tuple[float, float, float]  # area under the whole curve with its own limits
    area_10: tuple[float, float, float]  # the same up to a selection rate of 10 %


class RateTests(NamedTuple):
    """Tests at R selection rates, one per rate."""

    results: tuple[CorrectedTResult, ...]
    p_holm: np.ndarray  # (R,) corrected for the number of rates (Holm); 1 where a test is not defined


class _Sorted(NamedTuple):
    """Cases in the order of the score, the best first."""

    order: np.ndarray  # (n,)
    positive: np.ndarray  # (n,) bool
    ends: np.ndarray  # last place of every block of equal scores


def band(
    y: np.ndarray,
    score: np.ndarray,
    *,
    rng: np.random.Generator,
    positive: int = 1,
    rates: Sequence[float] | np.ndarray = GRID,
    level: float = 0.95,
    draws: int = 500,
    groups: np.ndarray | None = None,
) -> Band:
    """Simultaneous band of a hit curve: cases drawn with replacement `draws` times, limits at c standard
    deviations.

    c is the `level` quantile of the largest standardised deviation over all rates (sup-t band), so the whole
    curve lies inside with that probability. groups: (n,) draw whole groups of cases instead (importers,
    weeks).
    """
    cases, rates = _sorted(y, score, positive), np.asarray(rates, dtype=np.float64)
    groups = None if groups is None else np.unique(groups, return_inverse=True)[1]
    whole = _figures(cases, np.ones(len(y)), rates)
    drawn = np.array([_figures(cases, _weights(len(y), rng, groups), rates) for _ in range(draws)])
    drawn = drawn[np.isfinite(drawn).all(axis=1)]  # a draw without a positive case has no curve
    deviation = drawn.std(axis=0, ddof=1) if len(drawn) > 1 else np.full(len(whole), np.nan)
    apart = np.abs(drawn - whole) / np.where(deviation > 0, deviation, np.inf)
    factor = float(np.quantile(apart[:, :-2].max(axis=1), level)) if len(drawn) > 1 else float("nan")
    margins = (
        np.quantile(apart[:, -2:], level, axis=0) * deviation[-2:] if len(drawn) > 1 else np.full(2, np.nan)
    )
    areas = [(float(v), float(v - d), float(v + d)) for v, d in zip(whole[-2:], margins, strict=True)]
    curve, margin = whole[:-2], factor * deviation[:-2]
    return Band(
        rates,
        curve,
        np.maximum(curve - margin, 0.0),
        np.minimum(curve + margin, 1.0),
        deviation[:-2],
        factor,
        *areas,
    )


def corrected_tests(recalls: np.ndarray, reference: np.ndarray, test_train_ratio: float) -> RateTests:
    """Corrected resampled t test at each of R selection rates; recalls, reference: (J, R) of J folds (see
    `corrected_t`).
    """
    results = tuple(corrected_t(d, test_train_ratio) for d in (np.asarray(recalls) - np.asarray(reference)).T)
    p = np.array([1.0 if r.p is None else r.p for r in results])
    return RateTests(results, posthoc.holm(p))


def _sorted(y: np.ndarray, score: np.ndarray, positive: int) -> _Sorted:
    score = np.asarray(score, dtype=np.float64)
    order = np.argsort(-score, kind="stable")
    return _Sorted(
        order,
        np.asarray(y)[order] == positive,
        np.flatnonzero(np.append(score[order][1:] != score[order][:-1], True)),
    )


def _figures(cases: _Sorted, weights: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Recalls (R,), area and area up to 10 %, joined end to end: (R + 2,)."""
    w = weights[cases.order]
    selected = np.cumsum(w)[cases.ends]
    curve = hit_curves.from_sums(selected, np.cumsum(w * cases.positive)[cases.ends])
    return np.append(
        hit_curves.recall_at(curve, rates), [hit_curves.area(curve), hit_curves.area_up_to(curve)]
    )


def _weights(n: int, rng: np.random.Generator, groups: np.ndarray | None) -> np.ndarray:
    """Number of times that every case is drawn, (n,) float64."""
    if groups is None:
        return np.bincount(rng.integers(0, n, n), minlength=n).astype(np.float64)
    m = int(groups.max()) + 1
    return np.bincount(rng.integers(0, m, m), minlength=m).astype(np.float64)[groups]
