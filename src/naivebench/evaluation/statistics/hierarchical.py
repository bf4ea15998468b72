"""Bayesian hierarchical correlated t test: two methods over several data sets, from the differences of single
folds.

Model (Corani, Benavoli, Demsar, Mangili and Zaffalon 2017, Machine Learning 106, section 3; the Stan program
of baycomp):

    x_ij | delta_i, sigma_i   normal with mean delta_i, standard deviation sigma_i, and correlation rho_i
                              between folds of data set i
    delta_i                   Student t with nu degrees of freedom, location delta0, scale s0
    sigma_i                   uniform on (0, 1000 mean standard deviation of the folds)
    delta0                    uniform on +-max |x|
    s0                        uniform on (0, 1000 standard deviation of the means)
    nu - 1                    Gamma(shape a, rate b), a uniform on (0.5, 5), b uniform on (0.05, 0.15), as in
                              the paper (baycomp has other defaults)

with rho_i = n_test / (n_test + n_train). There is no Markov chain: delta_i and sigma_i are integrated out and
(delta0, s0, nu) is summed over a grid (`hierarchical_grid`), so that the same input gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, at_least
from naivebench.evaluation.statistics import hierarchical_grid as grid
from naivebench.evaluation.statistics.bayes import ROPE

DIGITS = 10  # decimals of all results, in units of the spread of the means
UPPER = 1000  # bound of sigma_i and s0 in units of the observed deviations
# largest error of a probability over two data sets or more; of delta0 and deltas it is 2e-3 of the size of
# the means
ACCURACY = 5e-4


class HierarchicalResult(NamedTuple):
    """Result of the hierarchical test, for the next data set.

    Probabilities are None if nothing is defined; `note` then says why, otherwise what was assumed.
    """

    # posterior mass of (delta0, s0, nu) for which a difference above the ROPE is the most probable of the
    # three
    better: float | None
    rope: float | None
    worse: float | None
    # probability that the difference of the next data set is above, in, below the ROPE
    predictive: tuple[float, float, float] | None
    delta0: float | None  # posterior mean
    # (N,) posterior means of delta_i: means of the data sets, shrunken towards each other
    deltas: tuple[float, ...]
    n: int  # data sets
    note: str


def hierarchical(
    differences: Sequence[np.ndarray], test_train_ratios: Sequence[float], rope: float = ROPE
) -> HierarchicalResult:
    """Hierarchical test of two methods over several data sets.

    `differences`: (J_i,) for every data set, J_i >= 2, positive where the first method is better; ratios:
    n_test / n_train of each.

    The likelihood has no maximum if all folds of a data set have the same difference. Such a data set counts
    as if its folds were spread evenly over +-rope around that difference (variance rope^2 / 3; baycomp draws
    such numbers, but around 0), or with rope = 0 as the data set with the least variance. Probabilities are
    exact to `ACCURACY`. Raises InputError for no data set, fewer than 2 or infinite differences, a negative
    ratio or rope.
    """
    folds, rope = _checked(differences, test_train_ratios, rope), float(rope)
    data, note = _sufficient(folds, np.asarray(test_train_ratios, dtype=np.float64), rope)
    if data is None:
        return HierarchicalResult(
            None, None, None, None, None, tuple(float(d.mean()) for d in folds), len(folds), note
        )
    unit = float(np.sqrt(np.square(data.mean).mean() + data.w.mean()))
    # one orientation is computed: swapping the methods mirrors the result
    unit *= np.sign(data.mean[np.flatnonzero(data.mean)[:1]].sum()) or 1.0
    posterior = grid.posterior(data.scaled(unit), rope / abs(unit))
    regions, predictive = (
        _probabilities(p, mirrored=unit < 0) for p in (posterior.regions, posterior.predictive)
    )
    delta0, *deltas = (np.round([posterior.delta0, *posterior.deltas], DIGITS) * unit).tolist()
    return HierarchicalResult(*regions, predictive, delta0, tuple(deltas), len(folds), note)


def _probabilities(values: tuple[float, float, float], mirrored: bool) -> tuple[float, float, float]:
    """Probabilities of better, rope and worse, clipped to [0, 1] and rounded to `DIGITS`, beyond which
    machines may differ.
    """
    better, rope, worse = np.round(np.clip(values, 0, 1), DIGITS).tolist()
    return (worse, rope, better) if mirrored else (better, rope, worse)


def _checked(differences: Sequence[np.ndarray], ratios: Sequence[float], rope: float) -> list[np.ndarray]:
    at_least(rope, 0, "rope")
    folds = [np.asarray(d, dtype=np.float64) for d in differences]
    if not folds or len(folds) != len(ratios):
        raise InputError(
            f"{len(folds)} data sets and {len(ratios)} test_train_ratios, expected one ratio for each "
            "of at least one data set"
        )
    for i, (d, ratio) in enumerate(zip(folds, ratios, strict=True)):
        if len(d) < 2 or not np.isfinite(d).all():
            raise InputError(
                f"data set {i} has {int(np.isfinite(d).sum())} finite differences of {len(d)}: at least 2 "
                "are needed, and all must be finite"
            )
        at_least(ratio, 0, "test_train_ratio")
    return folds


def _sufficient(folds: list[np.ndarray], ratios: np.ndarray, rope: float) -> tuple[grid.Data | None, str]:
    """Sufficient statistics of the likelihood, with the bounds of the priors, and a sentence about data sets
    without variance.
    """
    n, mean = np.array([len(d) for d in folds]), np.array([d.mean() for d in folds])
    variance, largest = np.array([d.var() for d in folds]), np.array([np.abs(d).max() for d in folds])
    flat = variance <= np.square(1e-12 * largest)
    spread = rope**2 / 3 if rope > 0 else variance[~flat].min(initial=np.inf)
    if not np.isfinite(spread):
        return (
            None,
            "the folds of every data set have the same difference, and there is no region of practical "
            "equivalence",
        )
    variance, largest = np.where(flat, spread, variance), np.where(flat, largest + rope, largest)
    within, among = np.sqrt(variance).mean(), mean.std()
    s_upper = UPPER * (among if among > 1e-9 * within else within)  # one data set, or all means the same
    count = int(flat.sum())
    note = (
        f"{count} data set{'s' * (count != 1)} without variance over the folds, treated as varying by the "
        "width of the ROPE"
        if count and rope > 0
        else ""
    )
    note = (
        f"{count} data set{'s' * (count != 1)} without variance over the folds, treated like the least "
        "variable other data set"
        if count and not rope
        else note
    )
    return grid.Data(
        n,
        mean,
        n * variance,
        1 / n + ratios,
        UPPER * within / np.sqrt(1 + ratios),
        float(largest.max()),
        float(s_upper),
    ), note
