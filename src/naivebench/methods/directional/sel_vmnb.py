"""Selective von Mises naive Bayes: von Mises naive Bayes on some of the attributes. Attributes are ranked by
their mutual information with the class, and inner cross-validation chooses how many are used.

Attributes are independent given the class, so every inner fold is fitted once, and the log-likelihoods of the
attributes are added in the order of the ranking. Evaluating all numbers of attributes thus costs as much as
one prediction with all of them. The mutual information follows from the fitted densities, in the same way for
angles, numbers and values, so that they can be ranked together:

    MI(X; C) = sum over c of P(c) E[log f(X | c) - log f(X) | c],   f(x) = sum over c of P(c) f(x | c)

The expectations are averages over draws, as in the paper (appendix 3). With `angle_density: normal`, angles
are treated as numbers, which gives selective Gaussian naive Bayes. Lopez-Cruz, Bielza and Larranaga 2013,
section 3.6; Perez, Larranaga and Inza 2006; docs/methods/directional.md#selective-naive-bayes and
docs/methods/directional.md#mutual-information-from-densities.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core import stratified_folds as inner
from naivebench.core.checks import check_one_of, check_whole
from naivebench.core.decisions import decide_classes
from naivebench.core.logspace import log, logsumexp
from naivebench.core.table import DISCRETE, Attribute, Table, class_counts, drop_attributes, n_cases, subset
from naivebench.methods.directional import angles, vmnb, von_mises

ANGLE_DENSITIES = ("von_mises", "normal")
INNER_FOLDS = 10  # as in the paper


class Model(NamedTuple):
    chosen: np.ndarray  # (m,) indices of the selected attributes, ascending
    attributes: tuple[Attribute, ...]  # all attributes of the training part
    information: np.ndarray  # (d,) nats
    ranking: np.ndarray  # (d,) attributes, the most informative first
    correct: np.ndarray  # (d,) number of inner cases that the best m attributes classify correctly
    part: vmnb.Model  # of the selected attributes
    unrolled: bool  # angles are numbers


def select_present_classes(prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes with a positive prior, and their priors."""
    present = np.flatnonzero(prior > 0)
    return present, prior[present] / prior.sum()


def average_information(
    prior: np.ndarray, log_density: Callable[[np.ndarray], np.ndarray], draws: list[np.ndarray]
) -> float:
    """Sum P(c) times the mean of log f_c - log f over the draws of c; chance can make it negative."""
    total = 0.0
    for c, x in enumerate(draws):
        log_f = log_density(x[:, None])
        total += prior[c] * (log_f[:, c] - logsumexp(log_f + np.log(prior), axis=1)).mean()
    return total


def estimate_angle_information(
    prior: np.ndarray, mu: np.ndarray, kappa: np.ndarray, samples: int, rng: np.random.Generator
) -> float:
    """Estimate the MI of an angle, nats, from draws of every class. prior, mu (radians) and kappa: (K,)."""
    present, prior = select_present_classes(prior)
    mu, kappa = mu[present], kappa[present]
    draws = [rng.vonmises(m, k, samples) for m, k in zip(mu, kappa, strict=True)]
    return average_information(prior, lambda x: von_mises.log_density(x, mu, kappa), draws)


def estimate_number_information(
    prior: np.ndarray, mean: np.ndarray, variance: np.ndarray, samples: int, rng: np.random.Generator
) -> float:
    """Estimate the MI of an attribute that is normal given the class, nats, from draws of every class. prior,
    mean and variance: (K,).
    """
    present, prior = select_present_classes(prior)
    mean, deviation = mean[present], np.sqrt(variance[present])

    def log_density(x: np.ndarray) -> np.ndarray:
        return -0.5 * np.square((x - mean) / deviation) - np.log(deviation) - 0.5 * np.log(2 * np.pi)

    draws = [rng.normal(m, s, samples) for m, s in zip(mean, deviation, strict=True)]
    return average_information(prior, log_density, draws)


def compute_value_information(prior: np.ndarray, conditional: np.ndarray) -> float:
    """Compute the MI of a discrete attribute, nats. prior: (K,); conditional: (r, K) P(value | class)."""
    present, prior = select_present_classes(prior)
    joint = conditional[:, present] * prior
    marginal = joint.sum(axis=1, keepdims=True)
    gain = np.where(joint > 0, log(joint) - log(marginal * prior), 0.0)
    return max(float((joint * gain).sum()), 0.0)


def estimate_attribute_information(
    model: vmnb.Model, attributes: tuple[Attribute, ...], samples: int, rng: np.random.Generator
) -> np.ndarray:
    """Estimate the MI of every attribute, (d,) nats. Constant numbers and angles get 0 without draws."""
    discrete, real = model.mixed
    prior = np.exp(discrete.log_prior)
    information = np.zeros(len(attributes))

    def find_attributes(kinds: tuple[str, ...]) -> list[int]:
        return [j for j, a in enumerate(attributes) if a.kind in kinds]

    rows = zip(discrete.offsets[:-1], discrete.offsets[1:], strict=True)
    for j, (first, last) in zip(find_attributes(DISCRETE), rows, strict=True):
        information[j] = compute_value_information(prior, np.exp(discrete.log_table[first + 1 : last]))
    for i, j in enumerate(find_attributes(("linear",))):
        if real.varies[i]:
            information[j] = estimate_number_information(prior, real.mean[i], real.variance[i], samples, rng)
    for i, j in enumerate(find_attributes(("angular",))):
        if model.angular.varies[i]:
            mu, kappa = model.angular.mu[i], model.angular.kappa[i]
            information[j] = estimate_angle_information(prior, mu, kappa, samples, rng)
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
    samples: int = 10_000,
    alpha: float = 1.0,
    kappa_cap: float = von_mises.CAP,
) -> Model:
    """Select attributes, then fit a model of them.

    angle_density: von_mises, or normal for angles as numbers. samples: draws per class for the mutual
    information. `rng` draws the samples and the inner folds. For the other parameters, see `vmnb`. Raises
    InputError for bad parameters and kinds.
    """
    check_one_of(angle_density, ANGLE_DENSITIES, "angle_density", "sel_vmnb")
    samples = check_whole(samples, 2, "samples", "sel_vmnb")
    counts.check_kinds(train.attributes, "sel_vmnb", angles.KINDS)
    rng = np.random.default_rng(0) if rng is None else rng
    attributes, unrolled = train.attributes, angle_density == "normal"
    train = counts.select_labelled_cases(treat_angles_as_numbers(train) if unrolled else train)

    params: dict[str, Any] = {"alpha": alpha, "kappa_cap": kappa_cap}
    information = estimate_attribute_information(vmnb.fit(train, **params), train.attributes, samples, rng)
    ranking = np.argsort(-information, kind="stable")
    correct = cross_validate_ranking(train, ranking, INNER_FOLDS, rng, **params)
    chosen = np.sort(ranking[: int(correct.argmax()) + 1] if len(correct) else ranking[:0])
    part = vmnb.fit(select_attributes(train, chosen), **params)
    return Model(chosen, attributes, information, ranking, correct, part, unrolled)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats, from the selected attributes; impossible cases get the prior."""
    table = treat_angles_as_numbers(table) if model.unrolled else table
    return vmnb.predict_log_proba(model.part, select_attributes(table, model.chosen))


def summarize(model: Model) -> dict[str, Any]:
    """Report the parameters, the selected attributes, and the densities at the largest concentration."""
    chosen = [model.attributes[j] for j in model.chosen]
    angular = model.part.angular
    capped = angles.describe_capped_densities(int(angular.capped[angular.varies].sum()))
    return {
        "n_parameters": vmnb.summarize(model.part)["n_parameters"],
        "attributes_used": len(chosen),
        "structure": " ".join(f"{{{a.name}}}" for a in chosen),
    } | ({} if model.unrolled else capped)
