"""Hit curves over the folds of one data set, with a simultaneous band, from stored predictions.

Scores of different folds come from different models and are not compared with each other: at a selection rate
of x the first x of every test part are inspected, and the recall is the sum of their hits over the positive
cases of all parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
    """A curve at R selection rates, with limits that hold for all R rates together."""

    recall: np.ndarray  # (R,)
    low: np.ndarray  # (R,)
    high: np.ndarray  # (R,)


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
    margin = np.full(len(whole), np.nan)
    if len(drawn) > 1:
        deviation = drawn.std(axis=0, ddof=1)
        apart = np.abs(drawn - whole) / np.where(deviation > 0, deviation, np.inf)
        margin = float(np.quantile(apart.max(axis=1), LEVEL)) * deviation
    return Banded(whole, np.maximum(whole - margin, 0.0), np.minimum(whole + margin, 1.0))


def _curves(parts: list[tuple[np.ndarray, np.ndarray]], rates: np.ndarray, draws: int) -> np.ndarray:
    """Recalls at R rates over the test parts, (draws, R), from the numbers of (positive, other) cases
    (draws, m) in the blocks of every part; NaN without positive cases.
    """
    total, sums = np.zeros(draws), np.zeros((draws, len(rates)))
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
    """Recall at R rates of D weightings of a test part, (D, R), from running sums (D, m) that end above 0:
    those of `core.hit_curves.recall_at` for all weightings at once.
    """
    corner = np.zeros((len(cases), 1))
    selected = np.concatenate([corner, cases / cases[:, -1:]], axis=1)
    recall = np.concatenate([corner, hits / hits[:, -1:]], axis=1)
    recalls = [np.interp(rates, x, y) for x, y in zip(selected, recall, strict=True)]
    return np.array(recalls).reshape(len(cases), len(rates))
