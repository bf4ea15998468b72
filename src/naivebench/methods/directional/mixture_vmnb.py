"""Naive Bayes with mixtures of von Mises densities: an angle may have several peaks in a class. BIC chooses
the number of components per attribute and class.

    f(x) = sum_m w_m vM(x; mu_m, kappa_m)

A single component is estimated by maximum likelihood, as in `vmnb`. The next one starts where a kernel
density of the angles exceeds the fitted mixture most, and EM updates all components; components are added
until BIC = -2 log L + (3 m - 1) log n rises. More than 512 angles are first grouped in 512 arcs that start at
the mean direction, so that an iteration costs the same for any n. Linear attributes are Gaussian and discrete
ones counted, as in `vmnb`. Banerjee et al. 2005 (EM of von Mises-Fisher mixtures), Schwarz 1978;
docs/methods/directional.md#mixtures-of-von-mises-densities.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.logspace import log, logsumexp, normalize_rows
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional import angles, von_mises
from naivebench.methods.naive_bayes import mixed_nb

ARCS = 512
MAX_ITERATIONS = 200
TOLERANCE = 1e-7  # nats per case: growth of the log-likelihood at which EM stops
MAX_COMPONENTS = 5  # per attribute and class
CASES_PER_COMPONENT = 10
START_KAPPA = 10.0  # concentration of a new component, and of the kernels that determine where it starts
KAPPA_CAP = 500.0  # largest concentration: a component of equal angles would have an infinite one


class Mixture(NamedTuple):
    weight: np.ndarray  # (m,) sums to one
    mu: np.ndarray  # (m,) radians
    kappa: np.ndarray  # (m,)


class Arcs(NamedTuple):
    """Angles, or groups of neighbouring angles."""

    n: np.ndarray  # (b,) number of angles in the group
    c: np.ndarray  # (b,) sum of their cosines
    s: np.ndarray  # (b,) sum of their sines
    direction: np.ndarray  # (2, b) cosine and sine of their mean direction


class Model(NamedTuple):
    mixed: mixed_nb.Model  # discrete and linear attributes, with the prior
    angular: tuple[tuple[Mixture, ...], ...]  # per attribute and class
    varies: np.ndarray  # (d,) bool: the attribute has two different angles in the training part


def group_angles_into_arcs(x: np.ndarray) -> Arcs:
    """Turn angles x (n,) into arcs: one per angle, or groups of neighbours above 512 angles."""
    n: np.ndarray = np.ones(len(x))
    c, s = np.cos(x), np.sin(x)
    if len(x) > ARCS:
        anchor = np.arctan2(s.sum(), c.sum())
        group = ((x - anchor) % (2 * np.pi) * (ARCS / (2 * np.pi))).astype(np.int64) % ARCS
        n, c, s = (np.bincount(group, a, minlength=ARCS) for a in (n, c, s))
        n, c, s = n[n > 0], c[n > 0], s[n > 0]
    length = np.hypot(c, s)
    return Arcs(n, c, s, np.array([c / length, s / length]))


def log_densities(mixture: Mixture, direction: np.ndarray) -> np.ndarray:
    """Return log (w_m vM(x; mu_m, kappa_m)), (m, b) nats; direction: (2, b) cosines and sines."""
    axis = np.array([mixture.kappa * np.cos(mixture.mu), mixture.kappa * np.sin(mixture.mu)])
    constant = log(mixture.weight) - np.log(2 * np.pi) - von_mises.log_i0(mixture.kappa)
    return axis[0][:, None] * direction[0] + axis[1][:, None] * direction[1] + constant[:, None]


def iterate_em(mixture: Mixture, data: Arcs) -> tuple[Mixture, float]:
    """Return the mixture after one iteration of EM, and the log-likelihood in nats before it."""
    terms = log_densities(mixture, data.direction)
    total = logsumexp(terms, 0)
    share = np.exp(terms - total)
    n, c, s = share @ data.n, share @ data.c, share @ data.s
    r = np.hypot(c, s) / np.maximum(n, 1e-300)
    kappa = von_mises.solve_for_kappa(r, cap=KAPPA_CAP, approximate=True)
    return Mixture(n / n.sum(), np.arctan2(s, c), kappa), float(data.n @ total)


def run_em(mixture: Mixture, data: Arcs) -> tuple[Mixture, float]:
    """Return the mixture after EM, and its log-likelihood in nats."""
    before = -np.inf
    for _ in range(MAX_ITERATIONS):
        following, likelihood = iterate_em(mixture, data)
        if likelihood - before <= TOLERANCE * data.n.sum():
            break
        mixture, before = following, likelihood
    return mixture, likelihood


def add_component(mixture: Mixture, data: Arcs, smooth: np.ndarray) -> Mixture:
    """Add a component to the mixture where the kernel density `smooth` (b,) exceeds the mixture most."""
    excess = smooth - np.exp(logsumexp(log_densities(mixture, data.direction), 0))
    cosine, sine = data.direction[:, np.argmax(excess)]
    m = len(mixture.weight)
    return Mixture(
        np.append(mixture.weight * m, 1.0) / (m + 1),
        np.append(mixture.mu, np.arctan2(sine, cosine)),
        np.append(mixture.kappa, START_KAPPA),
    )


def fit_mixture(x: np.ndarray) -> Mixture:
    """Fit the mixture of angles x (n,), radians without NaN, at the first local minimum of BIC. Without
    angles it is uniform.

    There are at most MAX_COMPONENTS; m > 1 components need at least 10 m angles; no concentration exceeds
    KAPPA_CAP.
    """
    if len(x) == 0:
        return Mixture(np.ones(1), np.zeros(1), np.zeros(1))
    data, n = group_angles_into_arcs(x), len(x)
    sums = von_mises.Resultants(*(part.sum()[None, None] for part in data[:3]))
    (mu,), (kappa,) = von_mises.fit_von_mises(sums, cap=KAPPA_CAP)
    best = Mixture(np.ones(1), mu, kappa)
    bic = -2 * float(data.n @ log_densities(best, data.direction)[0]) + 2 * np.log(n)

    # a kernel density of the angles shows where further components start
    kernels = np.exp(START_KAPPA * (data.direction.T @ data.direction))
    smooth = kernels @ data.n / (data.n.sum() * 2 * np.pi * np.exp(von_mises.log_i0(START_KAPPA)))
    for m in range(2, min(MAX_COMPONENTS, n // CASES_PER_COMPONENT) + 1):
        candidate, likelihood = run_em(add_component(best, data, smooth), data)
        candidate_bic = -2 * likelihood + (3 * m - 1) * np.log(n)
        if candidate_bic >= bic:
            break
        best, bic = candidate, candidate_bic
    return best


def fit(train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0) -> Model:
    """Fit the mixtures; parameters as in `vmnb`.

    Raises InputError for bad parameters and for direction, count and sequence attributes.
    """
    train = counts.select_labelled_cases(train)
    parts, k = angles.split_by_kind(train, "mixture_vmnb"), n_classes(train)
    mixtures = tuple(
        tuple(fit_mixture(x[(train.y == c) & ~np.isnan(x)]) for c in range(k)) for x in parts.angular.T
    )
    mixed = mixed_nb.fit(parts.mixed, alpha=alpha)
    varies = angles.find_varying_attributes(von_mises.compute_resultants(parts.angular, train.y, k))
    return Model(mixed, mixtures, varies)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    parts = angles.split_by_kind(table, "mixture_vmnb", n_angular=len(model.varies))
    total = mixed_nb.log_joint(model.mixed, parts.mixed)
    for j in np.flatnonzero(model.varies):
        rows = np.flatnonzero(~np.isnan(parts.angular[:, j]))
        direction = np.array([np.cos(parts.angular[rows, j]), np.sin(parts.angular[rows, j])])
        for c, mixture in enumerate(model.angular[j]):
            total[rows, c] += logsumexp(log_densities(mixture, direction), 0)
    return normalize_rows(total, model.mixed.discrete.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters (3 m - 1 per angular attribute and class with m components, the others as in
    `vmnb`), and the number of components at the largest concentration.
    """
    mixtures = [mixture for of_attribute in model.angular for mixture in of_attribute]
    used = [mixture for j in np.flatnonzero(model.varies) for mixture in model.angular[j]]
    return angles.summarize_with_angles(
        model.mixed,
        sum(3 * len(mixture.weight) - 1 for mixture in mixtures),
        int(model.varies.sum()),
        angular_used=int(model.varies.sum()),
        n_capped=sum(int((mixture.kappa >= KAPPA_CAP).sum()) for mixture in used),
    )
