"""Hit curves over the folds of one data set, with a simultaneous band and tests, from stored predictions.

Scores of different folds come from different models and are not compared with each other: at a selection rate
of x the first x of every test part are inspected, and the recall is the sum of their hits over the positive
cases of all parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import hit_curves
from naivebench.evaluation.statistics import posthoc
from naivebench.evaluation.statistics.corrected_t import CorrectedT, corrected_t

GRID = np.round(np.geomspace(0.001, 1.0, 61), 6)  # selection rates of the plotted curves
DRAWS = 400
LEVEL = 0.95
BLOCK = 1 << 18  # numbers at a time, which stay in the cache


class Blocks(NamedTuple):
    """One test part in the order of the score, the best first, as runs of cases between which the curve is
    straight.
    """

    positive: np.ndarray  # (m,) positive cases of every block
    other: np.ndarray  # (m,) other cases


class Banded(NamedTuple):
    """A curve at R selection rates and the areas under it, with limits; those of the curve hold for all R
    rates together, those of an area for it alone.
    """

    recall: np.ndarray  # (R,)
    low: np.ndarray  # (R,)
    high: np.ndarray  # (R,)
    factor: float  # bootstrap standard deviations from the curve to its limits
    area: tuple[float, float, float]  # value, low, high
    area_10: tuple[float, float, float]


def compress_cases(positive: np.ndarray, score: np.ndarray) -> Blocks:
    """Compress n cases into blocks: ties form one block, and so do neighbours that are all positive or all
    not.

    positive: (n,) bool; score: (n,), larger = inspected earlier. The curve through the blocks is that through
    all cases.
    """
    order = np.argsort(-score, kind="stable")
    ordered = score[order]
    ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)[: len(ordered)])  # of ties
    hits = np.diff(np.cumsum(positive[order])[ends], prepend=0)
    sizes = np.diff(ends + 1, prepend=0)
    # neighbours without positive cases (0) are joined, and so are those without others (1)
    pure = np.where(hits == 0, 0, np.where(hits == sizes, 1, 2))
    new = np.ones(len(ends), bool)
    new[1:] = (pure[1:] != pure[:-1]) | (pure[1:] == 2)
    group = np.cumsum(new) - 1
    hits, sizes = (np.bincount(group, weights=values).astype(np.int64) for values in (hits, sizes))
    return Blocks(hits, sizes - hits)


def selection_rates(score: np.ndarray) -> np.ndarray:
    """Selection rate at which each case is inspected, (n,), the best score first; ties share the middle of
    their block.
    """
    from scipy.stats import rankdata

    return (rankdata(-score) - 0.5) / max(len(score), 1)


def estimate_band(
    parts: list[Blocks], rates: np.ndarray, *, rng: np.random.Generator, draws: int = DRAWS
) -> Banded:
    """The curve over test parts, and a sup-t band from the Poisson bootstrap of the cases within each part.

    A case counts Poisson(1) times in a draw, so the blocks of a draw are Poisson numbers as well: no draw has
    to handle single cases.
    """
    whole = _curves([(b.positive[None], b.other[None]) for b in parts], rates, 1)[0]
    weights = [
        (rng.poisson(b.positive, (draws, len(b.positive))), rng.poisson(b.other, (draws, len(b.other))))
        for b in parts
    ]
    drawn = _curves(weights, rates, draws)
    drawn = drawn[np.isfinite(drawn).all(axis=1)]
    factor, margin = float("nan"), np.full(len(whole), np.nan)
    if len(drawn) > 1:
        deviation = drawn.std(axis=0, ddof=1)
        apart = np.abs(drawn - whole) / np.where(deviation > 0, deviation, np.inf)
        factor = float(np.quantile(apart[:, :-2].max(axis=1), LEVEL))
        margin[:-2] = factor * deviation[:-2]
        margin[-2:] = np.quantile(apart[:, -2:], LEVEL, axis=0) * deviation[-2:]
    (*_, area, area_10) = zip(
        whole.tolist(), (whole - margin).tolist(), (whole + margin).tolist(), strict=True
    )
    low, high = np.maximum(whole - margin, 0.0)[:-2], np.minimum(whole + margin, 1.0)[:-2]
    return Banded(whole[:-2], low, high, factor, area, area_10)


def _curves(parts: list[tuple[np.ndarray, np.ndarray]], rates: np.ndarray, draws: int) -> np.ndarray:
    """Recalls at R rates, area and area up to 10 % over the test parts, (draws, R + 2), from the numbers of
    (positive, other) cases (draws, m) in the blocks of every part; NaN without positive cases.
    """
    total, sums = np.zeros(draws), np.zeros((draws, len(rates) + 2))
    for positive, other in (part for part in parts if part[0].shape[1]):
        size = max(1, BLOCK // positive.shape[1])
        for rows in np.split(np.arange(draws), range(size, draws, size)):
            hits = np.cumsum(positive[rows], axis=1, dtype=np.float64)
            cases = hits + np.cumsum(other[rows], axis=1)
            used = hits[:, -1] > 0
            cases, hits, rows = cases[used], hits[used], rows[used]
            total[rows] += hits[:, -1]
            sums[rows] += hits[:, -1:] * _compute_part(cases, hits, rates)
    with np.errstate(invalid="ignore"):
        return sums / total[:, None]


def _compute_part(cases: np.ndarray, hits: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Recall at R rates, area and area_10 of D weightings of a test part, (D, R + 2), from running sums
    (D, m) that end above 0: `hit_curves.recall_at`, `area` and `area_up_to` for all weightings at once.
    """
    corner = np.zeros((len(cases), 1))
    selected = np.concatenate([corner, cases / cases[:, -1:]], axis=1)
    recall = np.concatenate([corner, hits / hits[:, -1:]], axis=1)
    strips = np.diff(selected) * (recall[:, 1:] + recall[:, :-1]) / 2.0
    found = np.empty((len(cases), len(rates) + 2))
    found[:, -2] = strips.sum(axis=1)
    at, ends = np.append(rates, hit_curves.UP_TO), (selected < hit_curves.UP_TO).sum(axis=1) - 1
    for row, x, y, strip, end in zip(found, selected, recall, strips, ends.tolist(), strict=True):
        recalls = np.interp(at, x, y)
        row[:-2] = recalls[:-1]
        strip[end] = (hit_curves.UP_TO - x[end]) * (recalls[-1] + y[end]) / 2.0
        row[-1] = strip[: end + 1].sum()
    return found


def compare_recalls(
    recalls: np.ndarray, reference: np.ndarray, test_train_ratio: float
) -> tuple[list[CorrectedT], np.ndarray]:
    """Corrected resampled t test at each of R selection rates, and p (R,) corrected for the number of rates
    (Holm), 1 where a test is not defined; recalls, reference: (J, R) of J folds (see `corrected_t`).
    """
    tests = [corrected_t(d, test_train_ratio) for d in (np.asarray(recalls) - np.asarray(reference)).T]
    return tests, posthoc.holm(np.array([1.0 if test.p is None else test.p for test in tests]))
