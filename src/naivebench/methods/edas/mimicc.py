"""MIMICc: normal genes along a chain, each a linear regression on the preceding gene, truncated to the
bounds.

The chain starts at the gene of least entropy h(X) = log(2 pi e s_X^2) / 2 and goes on to the gene of least
h(X | Y) = log(2 pi e (s_X^2 s_Y^2 - s_XY^2) / s_Y^2) / 2 (Larranaga et al. 2000). Genes are truncated as in
UMDAc.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.helpers.space import Continuous, truncated_normal
from naivebench.methods.edas.umdac import floored


class Model(NamedTuple):
    chain: tuple[int, ...]  # genes in the order of sampling
    mean: np.ndarray  # (g,)
    slope: np.ndarray  # (g,) slope on the preceding gene of the chain, 0 for the first
    sd: np.ndarray  # (g,) of the residuals
    space: Continuous


def learn(selected: np.ndarray, space: Continuous) -> Model:
    """Learn the greedy chain and its regressions from the selected individuals (N, g). O(N g^2), memory
    O(N g).
    """
    n, g = selected.shape
    mean = selected.mean(axis=0)
    centred = selected - mean
    variance = floored(np.sqrt(np.einsum("ij,ij->j", centred, centred) / max(n, 1)), space) ** 2
    slope, residual = np.zeros(g), variance.copy()
    chain: list[int] = []
    left = np.ones(g, dtype=bool)
    slopes, conditional = np.zeros(g), variance  # of every gene on the last one of the chain
    while len(chain) < g:
        following = int(np.argmin(np.where(left, conditional, np.inf)))
        slope[following], residual[following] = slopes[following], conditional[following]
        chain.append(following)
        left[following] = False
        covariance = centred.T @ centred[:, following] / n
        slopes = np.divide(covariance, variance[following], out=np.zeros(g), where=variance[following] > 0)
        conditional = np.maximum(variance - slopes * covariance, 0.0)
    return Model(tuple(chain), mean, slope, floored(np.sqrt(residual), space), space)


def sample(model: Model, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), gene by gene along the chain."""
    result = np.zeros((m, len(model.chain)))
    before = np.zeros(m)
    for gene in model.chain:
        mean = model.mean[gene] + model.slope[gene] * before
        result[:, gene] = truncated_normal(
            mean, model.sd[gene], model.space.lower[gene], model.space.upper[gene], rng
        )
        before = result[:, gene] - model.mean[gene]
    return result
