"""Model-averaged naive Bayes: the average over all 2^d naive Bayes models that use some of the d attributes.
Each model is weighted by its posterior probability; the average is exact and as fast as naive Bayes.

With independent priors of the arcs and Dirichlet priors of the tables the average is one product,

    P(x_j | c) = w_j (n_jvc + a) / (n_jc + a r_j) + (1 - w_j) (n_jv + a) / (n_j + a r_j)
    w_j / (1 - w_j) = q / (1 - q) * prod_c ML(n_j.c) / ML(n_j.),
    ML(m) = Gamma(a r) / Gamma(a r + sum m) * prod_v Gamma(a + m_v) / Gamma(a)

w_j is the posterior probability of the arc from the class to attribute j, q its prior. Fit O(n d), predict
O(n d K). docs/methods/naive-bayes.md#model-averaged-naive-bayes; Dash and Cooper 2004; Wei, Visweswaran and
Cooper 2011.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import InputError, check_at_least
from naivebench.core.logspace import log, log_prior
from naivebench.core.table import Table, class_counts
from naivebench.methods.naive_bayes import nb
from naivebench.methods.naive_bayes.nb import contributions as contributions
from naivebench.methods.naive_bayes.nb import predict_log_proba as predict_log_proba
from naivebench.methods.naive_bayes.nb import summarize as summarize


def fit(
    train: Table, *, rng: np.random.Generator | None = None, arc_prior: float = 0.5, alpha: float = 1.0
) -> nb.Model:
    """Count the values and average over the models. arc_prior: q, from 0 to 1. alpha: above 0. Used
    attributes are those whose arc has a posterior probability above 1/2; the summary lists the probabilities
    of all arcs as `arcs`. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    check_at_least(arc_prior, 0, "arc_prior", "manb")
    if arc_prior > 1:
        raise InputError(f"arc_prior in manb is {arc_prior!r}, expected a number from 0 to 1")
    check_at_least(alpha, 1e-12, "alpha", "manb")
    train = counts.prepare_discrete_training(train, "manb")
    offsets = counts.row_offsets(train.attributes)
    n_jvc = counts.value_counts(train, offsets)
    table, arcs = np.zeros(n_jvc.shape), np.zeros(len(offsets) - 1)
    prior_odds = float(log(arc_prior) - log(1 - arc_prior)) if 0 < arc_prior < 1 else 0.0
    for j, (first, last) in enumerate(pairwise(offsets)):
        cells = n_jvc[first + 1 : last].astype(np.float64)
        if not len(cells):
            continue
        odds = prior_odds + log_evidence(cells, alpha).sum() - log_evidence(cells.sum(axis=1), alpha)
        arcs[j] = arc_prior if arc_prior in (0, 1) else np.exp(-np.logaddexp(0, -odds))
        with_arc = (cells + alpha) / (cells.sum(axis=0) + alpha * len(cells))
        without = (cells.sum(axis=1) + alpha) / (cells.sum() + alpha * len(cells))
        table[first + 1 : last] = log(arcs[j] * with_arc + (1 - arcs[j]) * without[:, None])
    facts = {"attributes_used": int((arcs > 0.5).sum()), "arcs": arcs.tolist()}
    return nb.Model(log_prior(class_counts(train), nb.PRIOR_ALPHA), table, offsets, facts=facts)


def log_evidence(cells: np.ndarray, alpha: float) -> np.ndarray:
    """Compute log ML of counts (r, ...) along the first axis, nats."""
    from scipy.special import gammaln

    r = len(cells)
    each = gammaln(cells + alpha) - gammaln(alpha)
    return each.sum(axis=0) + gammaln(alpha * r) - gammaln(alpha * r + cells.sum(axis=0))
