"""The pattern families of HPB: their counts, the equations for one family, and the choice of S.

A family is a set of attributes; its patterns are the combinations of their values that occur. Probabilities
are natural logs in arrays (K, m), one column per pattern. Products over overlapping sub-patterns become so
extreme at level 3 and above that the probabilities themselves would underflow.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import patterns
from naivebench.core.logspace import log, log_prior
from naivebench.core.patterns import Step

S_GRID = tuple(2.0**i for i in range(-4, 11))
CALIBRATIONS = ("V1", "V2", "V3")
LARGEST_ODDS = 1e290
SPLIT = 4097.0  # Veltkamp's constant for 41 significant bits


class Settings(NamedTuple):
    """Checked parameters that all values of b share."""

    calibration: str
    keeps_parts: bool  # sub-patterns still count the left-out case
    s: float | None  # None: choose
    criterion: str  # area or log_loss


class Family(NamedTuple):
    """The M patterns of one set of L attributes, and the P pairs of a pattern and a class that occur.

    The parents of a pattern are its L sub-patterns with one attribute less, one in each of the families
    `parents`. Each case of a pair also belongs to a pair of the same class in each of those families, so
    leave-one-out can be computed per pair instead of per case.
    """

    attributes: tuple[int, ...]  # ascending
    parents: tuple[int, ...]  # (L,) number of the family without the first, second, ... attribute
    step: Step | None  # from the family without the last attribute; None for the empty family
    counts: np.ndarray  # (K, M) int32
    pattern_parents: np.ndarray  # (L, M) int32
    pair_pattern: np.ndarray  # (P,) int32
    pair_label: np.ndarray  # (P,) int32
    pair_count: np.ndarray  # (P,) int32
    pair_parents: np.ndarray  # (L, P) int32
    rows: np.ndarray  # (m,) int32, rows for which this is the largest family without a missing value
    row_pairs: np.ndarray  # (m,) int32, their pairs


def build_families(columns: np.ndarray, y: np.ndarray, n_classes: int, cases: np.ndarray) -> list[Family]:
    """Count the patterns of all 2^d sets of attributes, the empty one first. cases: (n,) weights of rows."""
    d = len(columns)
    subsets = [subset for size in range(d + 1) for subset in itertools.combinations(range(d), size)]
    number = {subset: i for i, subset in enumerate(subsets)}
    observed = (columns >= 0).sum(axis=0)
    families: list[Family] = []
    above: dict[tuple[int, ...], tuple[np.ndarray, np.ndarray]] = {}  # pattern and pair of every row
    same: dict[tuple[int, ...], tuple[np.ndarray, np.ndarray]] = {}  # of the current level
    for subset in subsets:
        if len(families) and len(subset) > len(families[-1].attributes):
            above, same = same, {}
        ids, step = np.zeros(len(y), np.int64), None
        if subset:
            step, ids = patterns.extend_patterns(above[subset[:-1]][0], columns[subset[-1]])
        pairs = patterns.count_pairs(ids, y, n_classes, cases)
        n_patterns = len(step.keys) if step else 1
        n_wc = np.zeros((n_classes, n_patterns), np.int32)
        n_wc[pairs.label, pairs.pattern] = pairs.cases
        one_case = np.empty(n_patterns, np.int64)
        one_case[pairs.pattern] = pairs.first

        # sub-patterns in the families of the level above
        shorter = [subset[:j] + subset[j + 1 :] for j in range(len(subset))]
        pattern_parents = np.empty((len(subset), n_patterns), np.int32)
        pair_parents = np.empty((len(subset), len(pairs.first)), np.int32)
        for j, s in enumerate(shorter):
            pattern_parents[j], pair_parents[j] = above[s][0][one_case], above[s][1][pairs.first]
        rows = np.flatnonzero((ids >= 0) & (observed == len(subset)))
        family = Family(
            subset,
            tuple(number[s] for s in shorter),
            step,
            n_wc,
            pattern_parents,
            pairs.pattern.astype(np.int32),
            pairs.label.astype(np.int32),
            pairs.cases.astype(np.int32),
            pair_parents,
            rows.astype(np.int32),
            pairs.of_case[rows].astype(np.int32),
        )
        families.append(family)
        same[subset] = ids.astype(np.int32), pairs.of_case.astype(np.int32)
    return families


class LeftOut(NamedTuple):
    """Inputs of leave-one-out for the P pairs of a family, except S."""

    label: np.ndarray  # (P,) class of the case left out
    weight: np.ndarray  # (P,) int64, number of cases of the pair
    counts: np.ndarray  # (K, P) cases per class of the pattern without the case
    total: np.ndarray  # (P,) their sum
    log_prior: np.ndarray  # (K, P) log P(c | g(W)) without the case


def choose_smoothing_of_families(
    families: list[Family], b: float, settings: Settings
) -> tuple[list[float], list[np.ndarray]]:
    """Choose S of every family, from the general to the specific ones. Also return the predictions for a case
    of each pair without the case, (K, P) nats per family.
    """
    n_c, calibration = families[0].counts[:, 0].astype(np.int64), settings.calibration
    present, whole_prior = np.flatnonzero(n_c), log_prior(n_c, 0)[:, None]
    # (K, K): column y is the log prior without one case of class y
    without = log_prior(np.maximum(n_c - np.eye(len(n_c), dtype=np.int64), 0), 0).T
    prior_of = np.repeat(whole_prior, len(n_c), axis=1) if settings.keeps_parts else without
    chosen, predictions, tables = [float("nan")], [without[:, families[0].pair_label]], [whole_prior]
    for family in families[1:]:
        # counts and prior of every pair without one of its cases
        known, places = predictions, family.pair_parents
        if settings.keeps_parts:
            known, places = tables, family.pattern_parents[:, family.pair_pattern]
        above = [known[p][:, rows] for p, rows in zip(family.parents, places, strict=True)]
        rest = family.counts[:, family.pair_pattern]
        rest[family.pair_label, np.arange(len(family.pair_label))] -= 1
        prior = combine_parents(above, prior_of[:, family.pair_label], b, calibration)
        left_out = LeftOut(
            family.pair_label, family.pair_count.astype(np.int64), rest, rest.sum(axis=0), prior
        )

        s = settings.s
        if s is None:
            s = choose_smoothing(left_out, settings.criterion, present, int(n_c.sum()))
        predictions.append(smooth_to_prior(rest, left_out.total, prior, s))
        chosen.append(s)
        if settings.keeps_parts:
            tables.append(smooth_family(family, tables, b, s, calibration))
    return chosen, predictions


def smooth_family(
    family: Family, tables: list[np.ndarray], b: float, s: float, calibration: str
) -> np.ndarray:
    """Compute log P(c | W) of all patterns of a family, (K, M) nats, from the tables of earlier families."""
    if not family.parents:
        return log_prior(family.counts[:, 0], 0)[:, None]
    above = [tables[p][:, rows] for p, rows in zip(family.parents, family.pattern_parents, strict=True)]
    prior = combine_parents(above, tables[0], b, calibration)
    return smooth_to_prior(family.counts, family.counts.sum(axis=0), prior, s)


def combine_parents(
    parents: Sequence[np.ndarray], log_prior: np.ndarray, b: float, calibration: str
) -> np.ndarray:
    """Compute log P(c | g(W)), (K, m), from log P(c | W_j) of the L sub-patterns (K, m) each; log_prior: log
    P(c), (K, 1) or (K, m). V1 is in `hpb`. V2 is P(c) prod_j (P(c | W_j) / P(c))^(1 / (1 + B)) with
    B = b (L - 1); V3 is V2 with the exponent B.
    """
    base = np.where(np.isneginf(log_prior), 0.0, log_prior)
    evidence = np.zeros_like(parents[0])
    for parent in parents:
        evidence += parent - base
    weight = b * (len(parents) - 1)
    if calibration == "V2":
        evidence /= 1 + weight
    elif calibration == "V3":
        evidence = evidence * weight if weight > 0 else np.zeros_like(evidence)

    # normalise; where all classes are impossible, the prior
    scores = evidence + log_prior
    impossible = np.isneginf(scores.max(axis=0))
    if impossible.any():
        scores = np.where(impossible, log_prior, scores)
    scores = scores - scores.max(axis=0)
    result = scores - np.log(np.exp(scores).sum(axis=0))
    if calibration != "V1" or weight == 0:
        return result
    return log((np.exp(result) + weight * np.exp(log_prior)) / (1 + weight))


def smooth_to_prior(counts: np.ndarray, total: np.ndarray, log_prior: np.ndarray, s: float) -> np.ndarray:
    """Compute log((N_Wc + S P(c | g)) / (N_W + S)), (K, m); 0 / 0 gives the prior. counts: (K, m)."""
    denominator = total + s
    empty = denominator == 0
    scale = np.log(np.where(empty, 1.0, denominator))
    result = log_prior + (np.log(s) - scale if s > 0 else np.where(empty, 0.0, -np.inf))
    occurs = counts > 0
    shares = counts[occurs] + s * np.exp(log_prior[occurs])
    result[occurs] = np.log(shares) - np.broadcast_to(scale, counts.shape)[occurs]
    return result


def choose_smoothing(left_out: LeftOut, criterion: str, present: np.ndarray, n: int) -> float:
    """Choose the S with the best leave-one-out score; of ties, or with a single class, the largest S.

    area: area under the hit curve; for more classes, the mean over classes against the rest, weighted by
    class frequency. log_loss: minus the mean of -log P(true class), with P clipped at 1 / (n + 2).
    """
    if not len(left_out.label) or len(present) < 2:
        return max(S_GRID)
    scores = _score_by_area(left_out, present) if criterion == "area" else _score_by_log_loss(left_out, n)
    return max(s for s, v in zip(S_GRID, scores, strict=True) if v >= scores.max() - 1e-13)


def _score_by_log_loss(left_out: LeftOut, n: int) -> np.ndarray:
    own = left_out.label, np.arange(len(left_out.label))
    same, prior = left_out.counts[own], np.exp(left_out.log_prior[own])
    scores = np.empty(len(S_GRID))
    for i, s in enumerate(S_GRID):
        share = (same + s * prior) / (left_out.total + s)
        scores[i] = left_out.weight @ np.log(np.maximum(share, 1 / (n + 2))) / left_out.weight.sum()
    return scores


def _score_by_area(left_out: LeftOut, present: np.ndarray) -> np.ndarray:
    """Compute the area under the hit curve for every S: of the rarer of two classes, or a weighted mean."""
    sizes = np.bincount(left_out.label, weights=left_out.weight, minlength=len(left_out.counts))
    n, weights = sizes.sum(), sizes[present]
    used = present[[weights.argmin()]] if len(present) == 2 else present
    areas = []
    for c in used.tolist():
        share = sizes[c] / n
        if not 0 < share < 1:
            return np.full(len(S_GRID), 0.5)
        twice = _count_concordant_pairs(left_out, c)
        areas.append(share / 2 + (1 - share) * (twice / (2.0 * sizes[c] * (n - sizes[c]))))
    return areas[0] if len(present) == 2 else np.average(areas, axis=0, weights=weights)


def _count_concordant_pairs(left_out: LeftOut, c: int) -> np.ndarray:
    """For every S of the grid, count twice the pairs (case of class c, other case) in which the case of class
    c has the larger leave-one-out P(c), and ties once.

    Cases are compared by their odds (a + S g) / (b + S h), where g and h are the priors of class c and of the
    rest. The odds of a case that is alone in its pattern are g / h for every S, so these are sorted once.
    """
    g = np.exp(left_out.log_prior[c])
    others = np.delete(left_out.log_prior, c, axis=0)
    h = np.exp(others[0]) if len(others) == 1 else np.exp(others).sum(axis=0)
    a = left_out.counts[c].astype(np.float64)
    items = np.stack([a, left_out.total - a, g, h])
    positive, alone = left_out.label == c, left_out.total == 0
    inside, inside_weight = items[:, positive], left_out.weight[positive]
    shared, single = ~positive & ~alone, ~positive & alone
    outside, outside_weight = items[:, shared], left_out.weight[shared]
    fixed = _compute_odds(items[:, single], 1.0)
    order = np.argsort(fixed)
    fixed, below = fixed[order], np.concatenate([[0], np.cumsum(left_out.weight[single][order])])

    twice = np.empty(len(S_GRID))
    for i, s in enumerate(S_GRID):
        odds, place = np.unique(_compute_odds(inside, s), return_inverse=True)
        cases = np.bincount(place, weights=inside_weight, minlength=len(odds)).astype(np.int64)
        left, right = np.searchsorted(fixed, odds, "left"), np.searchsorted(fixed, odds, "right")
        above = np.concatenate([np.cumsum(cases[::-1])[::-1], [0]])
        twice[i] = cases @ (below[left] + below[right])
        of_others = _compute_odds(outside, s)
        left, right = np.searchsorted(odds, of_others, "left"), np.searchsorted(odds, of_others, "right")
        twice[i] += outside_weight @ (above[left] + above[right])
    return twice


def _compute_odds(items: np.ndarray, s: float) -> np.ndarray:
    """Compute (a + s g) / (b + s h) of items (4, m), rounded to 41 bits so that equal fractions tie."""
    a, b, g, h = items
    share, rest = a + s * g, b + s * h
    with np.errstate(over="ignore"):
        odds = np.where(
            rest > 0, np.minimum(share / np.where(rest > 0, rest, 1.0), LARGEST_ODDS), LARGEST_ODDS
        )
    high = odds * SPLIT
    return high - (high - odds)
