"""MIMIC and MIMICc: genes along a chain, p(x) = p(x_a) p(x_b | x_a) p(x_c | x_b) ...

The chain starts at the gene of least entropy and goes on to the gene of least conditional entropy given the
last one; equal entropies go to the lower index. MIMIC has discrete genes with the smoothed frequencies of
UMDA (De Bonet, Isbell and Viola 1997). MIMICc has normal genes, each a linear regression on the preceding
one, with
    h(X) = log(2 pi e s_X^2) / 2,   h(X | Y) = log(2 pi e (s_X^2 s_Y^2 - s_XY^2) / s_Y^2) / 2
and truncation to the bounds as in UMDAc (Larranaga et al. 2000).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.space import (
    Continuous,
    Discrete,
    accumulate_frequencies,
    draw_truncated,
    draw_values,
    floor_deviations,
)


class DiscreteChain(NamedTuple):
    chain: tuple[int, ...]  # genes in the order of sampling
    # per gene of the chain: cumulative probabilities (r of the preceding gene, r), (1, r) for the first
    running: tuple[np.ndarray, ...]


class NormalChain(NamedTuple):
    chain: tuple[int, ...]  # genes in the order of sampling
    mean: np.ndarray  # (g,)
    slope: np.ndarray  # (g,) slope on the preceding gene of the chain, 0 for the first
    sd: np.ndarray  # (g,) of the residuals
    space: Continuous


def learn_discrete(selected: np.ndarray, space: Discrete) -> DiscreteChain:
    """The greedy chain and its conditional frequencies in the selected individuals (N, g). O(N g^2)."""
    r = space.cardinalities
    left, chain, running = np.arange(len(r)), [], []
    before, r_before = np.zeros(len(selected), np.int64), 1  # the preceding gene; one value for the first
    while len(left):
        # N log N minus the sum of m log m over the joint counts m is N times the joint entropy with the
        # preceding gene, so the largest sum has the least conditional entropy
        offsets = np.concatenate([[0], np.cumsum(r[left] * r_before)])
        cells = before[:, None] * r[left] + selected[:, left]
        counts = np.bincount((cells + offsets[:-1]).reshape(-1), minlength=offsets[-1])
        sums = np.add.reduceat(counts * np.log(np.maximum(counts, 1)), offsets[:-1])
        place = int(np.argmax(sums))
        gene = int(left[place])
        running.append(accumulate_frequencies(cells[:, place], r_before, r[gene]))
        chain.append(gene)
        left, before, r_before = np.delete(left, place), selected[:, gene], r[gene]
    return DiscreteChain(tuple(chain), tuple(running))


def sample_discrete(model: DiscreteChain, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), gene by gene along the chain."""
    result = np.zeros((m, len(model.chain)), np.int64)
    before = np.zeros(m, np.int64)
    for gene, running in zip(model.chain, model.running, strict=True):
        before = result[:, gene] = draw_values(running[before], rng)
    return result


def learn_normal(selected: np.ndarray, space: Continuous) -> NormalChain:
    """The greedy chain and its regressions in the selected individuals (N, g). O(N g^2), memory O(N g)."""
    n, g = selected.shape
    mean = selected.mean(axis=0)
    centred = selected - mean
    variance = floor_deviations(np.sqrt(np.einsum("ij,ij->j", centred, centred) / max(n, 1)), space) ** 2
    slope, residual = np.zeros(g), variance.copy()
    chain: list[int] = []
    left = np.ones(g, dtype=bool)
    slopes, conditional = np.zeros(g), variance  # of every gene on the last one of the chain
    while len(chain) < g:
        gene = int(np.argmin(np.where(left, conditional, np.inf)))
        slope[gene], residual[gene] = slopes[gene], conditional[gene]
        chain.append(gene)
        left[gene] = False
        covariance = centred.T @ centred[:, gene] / n
        slopes = np.divide(covariance, variance[gene], out=np.zeros(g), where=variance[gene] > 0)
        conditional = np.maximum(variance - slopes * covariance, 0.0)
    return NormalChain(tuple(chain), mean, slope, floor_deviations(np.sqrt(residual), space), space)


def sample_normal(model: NormalChain, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), gene by gene along the chain."""
    result = np.zeros((m, len(model.chain)))
    before = np.zeros(m)
    for gene in model.chain:
        mean = model.mean[gene] + model.slope[gene] * before
        result[:, gene] = draw_truncated(
            mean, model.sd[gene], model.space.lower[gene], model.space.upper[gene], rng
        )
        before = result[:, gene] - model.mean[gene]
    return result
