"""Selective von Mises naive Bayes: von Mises naive Bayes on some of the attributes. Attributes are ranked by
their mutual information with the class, and inner cross-validation chooses how many are used.

Attributes are independent given the class, so every inner fold is fitted once, and the log-likelihoods of the
attributes are added in the order of the ranking. Evaluating all numbers of attributes thus costs as much as
one prediction with all of them. The mutual information follows from the fitted densities, in the same way for
angles, numbers and values, so that they can be ranked together:

    MI(X; C) = sum over c of P(c) E[log f(X | c) - log f(X) | c],   f(x) = sum over c of P(c) f(x | c)

The expectations are computed by quadrature, or by sampling as in the paper (appendix 3). With `angle_density:
normal`, angles are numbers: selective Gaussian naive Bayes. Lopez-Cruz, Bielza and Larranaga 2013,
section 3.6; Perez, Larranaga and Inza 2006; docs/methods/directional.md#selective-naive-bayes and
docs/methods/directional.md#mutual-information-from-densities.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core import folds as inner
from naivebench.core.checks import check_one_of, check_whole
from naivebench.core.decide import decide_classes
from naivebench.core.logspace import log, logsumexp
from naivebench.core.table import DISCRETE, Attribute, Table, class_counts, drop_attributes, n_cases, subset
from naivebench.methods.directional import angles, vmnb, von_mises

ANGLE_DENSITIES = ("von_mises", "normal")
METHODS = ("quadrature", "sampling")
INNER_FOLDS = 10  # as in the paper
POINTS = 2048  # of the trapezoid rule; its error for a von Mises density is below exp(-POINTS^2 / (2 kappa))
SHARP = 2e4  # concentration above which that rule misses peaks, so panels are used
NODES = 5  # of the Gauss-Legendre rule on every panel
ROUND = 64  # number of evenly spaced panels of the circle
# edges of panels, in standard deviations from a mean
EDGES = np.array([-9, -6, -4.5, -3.5, -2.75, -2, -1.33, -0.67, 0, 0.67, 1.33, 2, 2.75, 3.5, 4.5, 6, 9])


class Model(NamedTuple):
    chosen: np.ndarray  # (m,) indices of the selected attributes, ascending
    attributes: tuple[Attribute, ...]  # all attributes of the training part
    information: np.ndarray  # (d,) nats
    ranking: np.ndarray  # (d,) attributes, the most informative first
    correct: np.ndarray  # (d,) number of inner cases that the best m attributes classify correctly
    cases: int  # number of cases of the inner cross-validation
    part: vmnb.Model  # of the selected attributes
    unrolled: bool  # angles are numbers


class Sampling(NamedTuple):
    """The number of draws per class for computing expectations, and their generator."""

    samples: int
    rng: np.random.Generator


def select_present_classes(prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes with a positive prior, and their priors."""
    present = np.flatnonzero(prior > 0)
    return present, prior[present] / prior.sum()


def integrate_information(prior: np.ndarray, log_f: np.ndarray, weights: np.ndarray | float) -> float:
    """Integrate sum over c of P(c) f_c (log f_c - log f) from log densities (points, K) and weights that
    broadcast.
    """
    density = np.exp(log_f) * prior
    mixture = density.sum(axis=-1, keepdims=True)
    gain = log_f - np.log(np.where(mixture > 0, mixture, 1.0))
    return max(float((density * gain * weights).sum()), 0.0)


def average_information(
    prior: np.ndarray, log_density: Callable[[np.ndarray], np.ndarray], draws: list[np.ndarray]
) -> float:
    """Sum P(c) times the mean of log f_c - log f over the draws of c; chance can make it negative."""
    total = 0.0
    for c, x in enumerate(draws):
        log_f = log_density(x[:, None])
        total += prior[c] * (log_f[:, c] - logsumexp(log_f + np.log(prior), axis=1)).mean()
    return total


def build_quadrature_rule(edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the points and weights of a Gauss-Legendre rule between every two neighbouring edges."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    edges = np.sort(edges)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + nodes)).ravel(), (half * weights).ravel()


def information_of_angle(
    prior: np.ndarray, mu: np.ndarray, kappa: np.ndarray, sampling: Sampling | None = None
) -> float:
    """Compute the MI of an angle, nats; prior, mu (radians) and kappa: (K,).

    The trapezoid rule is exact up to rounding here; with a concentration above 20,000, Gauss-Legendre rules
    on panels are used, with an error below 1e-6.
    """
    present, prior = select_present_classes(prior)
    mu, kappa = mu[present], kappa[present]

    def log_density(x: np.ndarray) -> np.ndarray:
        return von_mises.log_density(x, mu, kappa)

    if sampling:
        samples, rng = sampling
        return average_information(
            prior, log_density, [rng.vonmises(m, k, samples) for m, k in zip(mu, kappa, strict=True)]
        )
    if (kappa <= SHARP).all():
        grid = 2 * np.pi * np.arange(POINTS) / POINTS
        return integrate_information(prior, log_density(grid[:, None]), 2 * np.pi / POINTS)
    around = (mu + EDGES[:, None] / np.sqrt(np.maximum(kappa, 1.0))).ravel()
    even = np.linspace(-np.pi, np.pi, ROUND + 1)
    x, weights = build_quadrature_rule(np.concatenate([even, (around + np.pi) % (2 * np.pi) - np.pi]))
    return integrate_information(prior, log_density(x[:, None]), weights[:, None])


def information_of_number(
    prior: np.ndarray, mean: np.ndarray, variance: np.ndarray, sampling: Sampling | None = None
) -> float:
    """Compute the MI of an attribute that is normal given the class, nats; prior, mean and variance: (K,).

    Gauss-Legendre rules on panels from all densities are used, with an error below 1e-6. (A Gauss-Hermite
    rule per class errs by 0.02 nats if the deviations differ by a factor of 100, because the narrow density
    falls between its nodes.)
    """
    present, prior = select_present_classes(prior)
    mean, deviation = mean[present], np.sqrt(variance[present])

    def log_density(x: np.ndarray, centre: np.ndarray = mean) -> np.ndarray:
        return -0.5 * np.square((x - centre) / deviation) - np.log(deviation) - 0.5 * np.log(2 * np.pi)

    if sampling:
        samples, rng = sampling
        return average_information(
            prior, log_density, [rng.normal(m, s, samples) for m, s in zip(mean, deviation, strict=True)]
        )
    centre = mean - mean.mean()
    x, weights = build_quadrature_rule((centre + deviation * EDGES[:, None]).ravel())
    return integrate_information(prior, log_density(x[:, None], centre), weights[:, None])


def information_of_values(prior: np.ndarray, conditional: np.ndarray) -> float:
    """Compute the MI of a discrete attribute, nats. prior: (K,); conditional: (r, K) P(value | class)."""
    present, prior = select_present_classes(prior)
    joint = conditional[:, present] * prior
    marginal = joint.sum(axis=1, keepdims=True)
    gain = np.where(joint > 0, log(joint) - log(marginal * prior), 0.0)
    return max(float((joint * gain).sum()), 0.0)


def information_of_attributes(
    model: vmnb.Model, attributes: tuple[Attribute, ...], sampling: Sampling | None
) -> np.ndarray:
    """Compute the MI of every attribute, (d,) nats. Constant numbers and angles get 0 without draws."""
    discrete, real = model.mixed
    prior = np.exp(discrete.log_prior)
    information = np.zeros(len(attributes))

    def find_attributes(kinds: tuple[str, ...]) -> list[int]:
        return [j for j, a in enumerate(attributes) if a.kind in kinds]

    rows = zip(discrete.offsets[:-1], discrete.offsets[1:], strict=True)
    for j, (first, last) in zip(find_attributes(DISCRETE), rows, strict=True):
        information[j] = information_of_values(prior, np.exp(discrete.log_table[first + 1 : last]))
    for i, j in enumerate(find_attributes(("linear",))):
        if real.varies[i]:
            information[j] = information_of_number(prior, real.mean[i], real.variance[i], sampling)
    for i, j in enumerate(find_attributes(("angular",))):
        if model.angular.varies[i]:
            mu, kappa = model.angular.mu[i], model.angular.kappa[i]
            information[j] = information_of_angle(prior, mu, kappa, sampling)
    return information


def select_attributes(table: Table, chosen: np.ndarray) -> Table:
    """Return the table with only the attributes `chosen` (indices)."""
    kept = set(chosen.tolist())
    return drop_attributes(table, [a.name for j, a in enumerate(table.attributes) if j not in kept])


def cross_validate_ranking(
    train: Table, ranking: np.ndarray, n_folds: int, rng: np.random.Generator, **params: Any
) -> np.ndarray:
    """Count the cases that the first m = 1, 2, ... attributes of the ranking classify correctly in an inner
    cross-validation, (len(ranking),) int64; zeros if there are too few cases to hold any out.
    """
    n, correct = n_cases(train), np.zeros(len(ranking), np.int64)
    if n < 2 or not len(ranking):
        return correct
    parts = inner.draw_stratified(train, folds=n_folds, seed=rng.integers(2**32, size=4).tolist())
    for f in range(len(parts.fold)):
        inside = subset(train, inner.train_rows(parts, f, n))
        outside = subset(train, inner.test_rows(parts, f))
        scores, terms = vmnb.contributions(vmnb.fit(inside, **params), outside)[:2]
        for m, j in enumerate(ranking):
            scores = scores + terms[:, j]
            correct[m] += (decide_classes(scores, class_counts(inside)) == outside.y).sum()
    return correct


def treat_angles_as_numbers(table: Table) -> Table:
    """Return the table with linear attributes in place of angles: raw radians in (-pi, pi]."""
    return table._replace(
        attributes=tuple(a._replace(kind="linear") if a.kind == "angular" else a for a in table.attributes)
    )


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    angle_density: str = "von_mises",
    method: str = "quadrature",
    samples: int = 10_000,
    alpha: float = 1.0,
    kappa_cap: float = von_mises.CAP,
) -> Model:
    """Select attributes, then fit a model of them.

    angle_density: von_mises, or normal for angles as numbers. method: how mutual information is computed, by
    quadrature or sampling. samples: draws per class of the sampling. `rng` draws the inner folds and the
    samples. For the other parameters, see `vmnb`. Raises InputError for bad parameters and kinds.
    """
    check_one_of(angle_density, ANGLE_DENSITIES, "angle_density", "sel_vmnb")
    check_one_of(method, METHODS, "method", "sel_vmnb")
    samples = check_whole(samples, 2, "samples", "sel_vmnb")
    counts.check_kinds(train.attributes, "sel_vmnb", angles.KINDS)
    rng = np.random.default_rng(0) if rng is None else rng
    attributes, unrolled = train.attributes, angle_density == "normal"
    train = counts.select_labelled_cases(treat_angles_as_numbers(train) if unrolled else train)

    params: dict[str, Any] = {"alpha": alpha, "kappa_cap": kappa_cap}
    sampling = Sampling(samples, rng) if method == "sampling" else None
    information = information_of_attributes(vmnb.fit(train, **params), train.attributes, sampling)
    ranking = np.argsort(-information, kind="stable")
    correct = cross_validate_ranking(train, ranking, INNER_FOLDS, rng, **params)
    chosen = np.sort(ranking[: int(correct.argmax()) + 1] if len(correct) else ranking[:0])
    part = vmnb.fit(select_attributes(train, chosen), **params)
    return Model(chosen, attributes, information, ranking, correct, n_cases(train), part, unrolled)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats, from the selected attributes; impossible cases get the prior."""
    table = treat_angles_as_numbers(table) if model.unrolled else table
    return vmnb.predict_log_proba(model.part, select_attributes(table, model.chosen))


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of parameters, the selected attributes, the share of angles among them, mutual
    information (nats) and inner accuracy; and the number of densities with the largest concentration, if any.
    """
    chosen = [model.attributes[j] for j in model.chosen]
    angular = model.part.angular
    capped = angles.describe_capped_densities(int(angular.capped[angular.varies].sum()))
    return {
        "n_parameters": vmnb.summarize(model.part)["n_parameters"],
        "attributes_used": len(chosen),
        "angular_share": sum(a.kind == "angular" for a in chosen) / len(chosen) if chosen else 0.0,
        "structure": " ".join(f"{{{a.name}}}" for a in chosen),
        "mutual_information": {model.attributes[j].name: float(model.information[j]) for j in model.ranking},
        "inner_accuracy": float(model.correct.max(initial=0)) / max(model.cases, 1),
    } | ({} if model.unrolled else capped)
