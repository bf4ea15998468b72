"""Gaussian naive Bayes: given the class, the attributes are taken as independent, and each number is normally
distributed. It needs one mean and one variance per attribute and class, and no cut points.

    log P(c | x) = log P(c) + sum over observed j of log N(x_j; mu_jc, s2_jc) + const

mu_jc and s2_jc are the mean and variance of attribute j in the cases of class c where it is observed; missing
values are skipped. Angular attributes enter as raw radians in (-pi, pi] (the result depends on the cut
point), ordinal ones by `table.ordinal_scores`. s2_jc is at least var_floor times the variance of the
attribute over all cases, and its root is at least gap_floor times the mean distance of neighbouring distinct
numbers of an attribute that has few of them (`additive.FEW`). An attribute that does not vary in the training
part is skipped; a class that never has the attribute observed takes its overall mean and variance. Fit O(n
d), predict O(n d K).
docs/methods/naive-bayes.md#gaussian-naive-bayes; GNB of Lopez-Cruz, Bielza and Larranaga 2013.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive, counts, exact, kernels, rounded
from naivebench.core import compiled as compiled_loops
from naivebench.core.additive import Statistics
from naivebench.core.additive import merge as merge
from naivebench.core.additive import widen as widen
from naivebench.core.checks import InputError, at_least, one_of
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log_prior, normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.rounded import Sums
from naivebench.core.table import Table, class_counts, few_cases, n_classes, ordinal_scores
from naivebench.methods.naive_bayes.helpers import nb_loops

KINDS = ("ordinal", "linear", "angular")
FARTHEST = 1e140  # in units of the scale: beyond this, squares would be infinite for every class
DIVISORS = ("n", "n-1")
MANY_COLUMNS = 100  # from which on a fit of few cases needs no exact sums
# steps from which on compiled loops are used; size alone decides, so results never depend on the process
LARGE_WORK = 4_000_000
FEW_STEPS = 100_000  # up to which NumPy is fast; the loops for less than LARGE_WORK steps have its bits


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    mean: np.ndarray  # (d, K) in the unit of the attribute, radians for angular ones
    scale: np.ndarray  # (d,) a power of two in that unit: squares are taken of differences divided by it
    # (d, K) in units of scale squared, after the floor; 1 for attributes that are skipped
    variance: np.ndarray
    varies: np.ndarray  # (d,) bool: the attribute has two different values in the training part


def check_params(variance_divisor: str, var_floor: float, gap_floor: float, prior_alpha: float) -> None:
    """Raise InputError for a parameter outside its range."""
    one_of(variance_divisor, DIVISORS, "variance_divisor", "gnb")
    at_least(var_floor, 0, "var_floor", "gnb")
    at_least(gap_floor, 0, "gap_floor", "gnb")
    at_least(prior_alpha, 0, "prior_alpha", "gnb")


def only_numbers(table: Table) -> None:
    """Raise InputError for an attribute that is not ordinal, linear or angular; a nominal one without any
    value may stay.
    """
    for attribute in table.attributes:
        if attribute.kind not in KINDS and (attribute.kind != "nominal" or attribute.values):
            raise InputError(
                f"gnb accepts ordinal, linear and angular attributes, but attribute {attribute.name!r} is "
                f"{attribute.kind}: choose another method"
            )


def columns_of(table: Table) -> list[np.ndarray]:
    """Numbers of every attribute in order, (n,) float64 each, NaN = missing.

    Raises InputError for other kinds.
    """
    only_numbers(table)
    columns, discrete, real = [], 0, 0
    for attribute in table.attributes:
        if attribute.kind == "nominal":  # a column without any value
            columns.append(np.full(len(table.y), np.nan))
            discrete += 1
        elif attribute.kind == "ordinal":
            columns.append(np.append(ordinal_scores(attribute), np.nan)[table.codes[:, discrete]])
            discrete += 1
        else:
            columns.append(table.reals[:, real])
            real += 1
    return columns


def use_compiled(steps: int, compiled: bool | None = None) -> bool:
    """Whether to use the compiled loops, by the product of cases, attributes and classes (tests can force
    it).
    """
    return steps > LARGE_WORK if compiled is None else compiled


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each.

    Raises InputError for nominal, direction, count and sequence attributes, for infinite numbers and for bad
    weights.
    """
    only_numbers(table)
    return additive.count(table, weights, distinct=True)


def estimate(
    statistics: Statistics,
    *,
    variance_divisor: str = "n",
    var_floor: float = 1e-9,
    gap_floor: float = 0.0,
    prior_alpha: float = 0.0,
) -> Model:
    """The model of the cases counted: means, variances and priors (n_c + a0) / (n + K a0), each from exact
    sums and rounded once.

    variance_divisor: n (maximum likelihood) or n-1; var_floor, gap_floor >= 0. Raises InputError for bad
    parameters.
    """
    check_params(variance_divisor, var_floor, gap_floor, prior_alpha)
    sums = _stacked([_exact_sums(*column) for column in additive.attribute_sums(statistics)], statistics.n_c)
    gaps = additive.mean_gaps(statistics) if gap_floor else np.zeros(len(sums.scale))
    variance = _variances(sums, variance_divisor, var_floor, gap_floor * (gaps / sums.scale))
    return _model(sums, variance, log_prior(statistics.n_c, prior_alpha))


def _exact_sums(sums: np.ndarray, extent: np.ndarray) -> Sums:
    """The sums of z of one attribute, each rounded once, from exact ones (3, K) of weights, numbers and
    squares.
    """
    low, high = extent
    if not low < high:
        nothing = np.zeros(sums.shape[1])
        return Sums(np.array(False), np.array(0.0), np.array(1.0), nothing, nothing, nothing)
    n, total, squares = sums
    centre = exact.ratio(total.sum(), n.sum())
    scale = rounded.power_below(max(high - centre, centre - low))
    top, bottom = centre.as_integer_ratio()
    shift = 1 - math.frexp(scale)[1]  # scale = 2^-shift
    mean = [exact.ratio(s * bottom - w * top, w * bottom or 1, shift) for w, s in zip(n, total, strict=True)]
    rest = [
        exact.ratio(w * q - s * s, w or 1, 2 * shift - exact.UNIT)
        for w, s, q in zip(n, total, squares, strict=True)
    ]
    return Sums(
        np.array(True), np.array(centre), np.array(scale), exact.floats(n), np.array(mean), np.array(rest)
    )


def _stacked(columns: list[Sums], n_c: np.ndarray) -> Sums:
    nothing = Sums(np.zeros(0, bool), *np.zeros((2, 0)), *np.zeros((3, 0, len(n_c))))
    return Sums(*map(np.array, zip(*columns, strict=True))) if columns else nothing


def _variances(sums: Sums, variance_divisor: str, var_floor: float, gap_floor: np.ndarray) -> np.ndarray:
    """Variances (d, K) in units of scale squared, after the floors; gap_floor: (d,) of their roots."""
    n_jc = sums.n_jc
    with np.errstate(invalid="ignore"):  # of attributes without a number
        overall = (sums.squares + n_jc * np.square(sums.mean)).sum(axis=1) / n_jc.sum(axis=1)
    overall = np.where(sums.varies, overall, 1.0)[:, None]
    divisor = n_jc - (variance_divisor == "n-1")
    variance = sums.squares / np.where(divisor > 0, divisor, 1)
    least = np.where((variance == 0).any(axis=1), max(var_floor, np.finfo(float).eps), var_floor)
    variance = np.maximum(variance, least[:, None] * overall)
    of_gap = np.array([root**2 for root in gap_floor.tolist()])  # as Python rounds it
    variance = np.maximum(variance, of_gap[:, None])
    return np.where(sums.varies[:, None], np.where(n_jc > 0, variance, overall), 1.0)


def _model(sums: Sums, variance: np.ndarray, prior: np.ndarray) -> Model:
    varies = sums.varies
    mean = np.where(varies[:, None], sums.mean * sums.scale[:, None] + sums.centre[:, None], 0.0)
    return Model(prior, mean, np.where(varies, sums.scale, 1.0), variance, varies)


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    variance_divisor: str = "n",
    var_floor: float = 1e-9,
    gap_floor: float = 0.0,
    prior_alpha: float = 0.0,
) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    Many columns of few cases are added up in another way, with the same bytes (`core.rounded`).
    """
    found = _wide_sums(train) if counts_later(train) else None
    if found is None:
        return estimate(
            count(train),
            variance_divisor=variance_divisor,
            var_floor=var_floor,
            gap_floor=gap_floor,
            prior_alpha=prior_alpha,
        )
    check_params(variance_divisor, var_floor, gap_floor, prior_alpha)
    known = counts.known_cases(train)
    gaps = additive.gaps_of_columns(known.reals) if gap_floor else np.zeros(len(found.scale))
    variance = _variances(found, variance_divisor, var_floor, gap_floor * (gaps / found.scale))
    return _model(found, variance, log_prior(class_counts(train), prior_alpha))


def counts_later(train: Table) -> bool:
    """Whether `fit` does not need exact sums, so that `count` would take longer.

    This is so if all attributes are numbers and there are many of them relative to the cases.
    """
    n, d = train.reals.shape
    return d == len(train.attributes) and d >= MANY_COLUMNS and 0 < n <= rounded.MOST_CASES


def _wide_sums(train: Table) -> Sums | None:
    """The sums of `_exact_sums` of all attributes; None if a number is infinite, or no class is known."""
    known, k = counts.known_cases(train), n_classes(train)
    found = rounded.class_sums(known.reals, known.y, k) if len(known.y) else None
    if found is None:
        return None
    sums, certain = found
    for j in np.flatnonzero(~certain):
        column, *extent = additive.number_sums(known.reals[:, j], known.y, None, k)
        for whole, part in zip(sums, _exact_sums(column, np.array(extent)), strict=True):
            whole[j] = part
    return sums


def add_log_likelihood(
    model: Model, table: Table, total: np.ndarray, *, compiled: bool | None = None
) -> None:
    """Add the sum over observed attributes of log N(x_j; mu_jc, s2_jc), nats, to `total` (n, K) in place."""
    columns = _checked_columns(model, table)
    if use_compiled(total.size * len(columns), compiled):
        _add_compiled(model, columns, total)
        return
    if compiled is None and compiled_loops.loaded() and total.size * len(columns) > FEW_STEPS:
        _add_with_bits_of_numpy(model, columns, total)
        return
    for j in np.flatnonzero(model.varies):
        total += _log_density(model, int(j), columns[j])


def _checked_columns(model: Model, table: Table) -> list[np.ndarray]:
    columns = columns_of(table)
    if len(columns) != len(model.varies):
        raise ValueError(f"the model has {len(model.varies)} attributes, but the table has {len(columns)}")
    return columns


def _log_density(model: Model, j: int, x: np.ndarray) -> np.ndarray:
    """log N(x_j; mu_jc, s2_jc) of values x (n,), shape (n, K), nats; 0 where they are NaN."""
    z = np.minimum(np.abs(x[:, None] - model.mean[j]) / model.scale[j], FARTHEST)
    density = -0.5 * (np.square(z) / model.variance[j] + np.log(2 * np.pi * model.variance[j])) - np.log(
        model.scale[j]
    )
    density[np.isnan(x)] = 0.0
    return density


def _add_compiled(model: Model, columns: list[np.ndarray], total: np.ndarray) -> None:
    used = np.flatnonzero(model.varies)
    mean, scale, variance = model.mean[used], model.scale[used], model.variance[used]
    constant = -0.5 * np.log(2 * np.pi * variance) - np.log(scale)[:, None]
    add = compiled_loops.loops(nb_loops).add_log_density
    for block in counts.blocks(len(total), len(used)):
        part = np.array([columns[j][block] for j in used]).reshape(len(used), -1)
        add(part, scale, mean / scale[:, None], 0.5 / variance, constant, total[block])


def _add_with_bits_of_numpy(model: Model, columns: list[np.ndarray], total: np.ndarray) -> None:
    used = np.flatnonzero(model.varies)
    mean, scale, variance = model.mean[used], model.scale[used], model.variance[used]
    logs = np.log(2 * np.pi * variance), np.log(scale)
    for block in counts.blocks(len(total), max(1, len(used))):
        part = np.array([columns[j][block] for j in used]).reshape(len(used), -1)
        loops = compiled_loops.loops(nb_loops)
        loops.add_log_density_exactly(part, scale, mean, variance, logs, total[block])


def log_likelihood(model: Model, table: Table) -> np.ndarray:
    """Sum over observed attributes of log N(x_j; mu_jc, s2_jc), shape (n, K), nats, without the prior."""
    total = np.zeros((len(table.y), len(model.log_prior)))
    add_log_likelihood(model, table, total)
    return total


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over observed attributes of log N(x_j; mu_jc, s2_jc), shape (n, K), nats, not
    normalised.
    """
    total = np.tile(model.log_prior, (len(table.y), 1))
    add_log_likelihood(model, table, total)
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return normalize(log_joint(model, table), model.log_prior)


def explain(model: Model, table: Table) -> Contributions:
    """The terms log N(x_j; mu_jc, s2_jc) of every attribute."""
    columns = _checked_columns(model, table)
    prior = np.tile(model.log_prior, (len(table.y), 1))
    terms = np.zeros((len(table.y), *model.mean.shape))
    for j in np.flatnonzero(model.varies):
        terms[:, j] = _log_density(model, int(j), columns[j])
    return Contributions(prior, terms)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any fit is timed, if fits of this size call them."""
    kernels.warm_up(fit, predict_log_proba, train, n_folds, exact.STEPS * train.reals.size)
    few, steps = few_cases(train, 20), len(train.y) * len(train.attributes) * n_classes(train)
    if use_compiled(steps):
        add_log_likelihood(fit(few), few, np.zeros((len(few.y), n_classes(few))), compiled=True)
    elif compiled_loops.loaded() and steps > FEW_STEPS:
        _add_with_bits_of_numpy(fit(few), columns_of(few), np.zeros((len(few.y), n_classes(few))))


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters 2 K d + K - 1 (constant attributes included), and the number of attributes that
    vary.
    """
    n_attributes, n_classes = model.mean.shape
    return {
        "n_parameters": 2 * n_classes * n_attributes + n_classes - 1,
        "attributes_used": int(model.varies.sum()),
    }
