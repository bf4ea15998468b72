"""MIMIC and MIMICc: genes along a chain, p(x) = p(x_a) p(x_b | x_a) p(x_c | x_b) ...

The chain starts at the gene of least entropy and goes on to the gene of least conditional entropy given the
last one; equal entropies go to the lower index. MIMIC has discrete genes with the smoothed frequencies of
UMDA (De Bonet, Isbell and Viola 1997). MIMICc has normal genes, each a linear regression on the preceding
one, with
    h(X) = log(2 pi e s_X^2) / 2,   h(X | Y) = log(2 pi e (s_X^2 s_Y^2 - s_XY^2) / s_Y^2) / 2
and truncation to the bounds as in UMDAc (Larranaga et al. 2000). A chain is a network in which every gene has
at most one parent, so individuals are drawn as in EBNA and EGNA.
"""

from __future__ import annotations

import numpy as np

from naivebench.methods.edas import ebna, egna
from naivebench.methods.edas.genes import Continuous, Discrete, accumulate_frequencies, floor_deviations


def learn_discrete_chain(selected: np.ndarray, space: Discrete) -> ebna.Model:
    """Learn the greedy chain and its conditional frequencies from selected individuals (N, g). O(N g^2)."""
    r = space.cardinalities
    left, chain, running = np.arange(len(r)), list[int](), [np.empty((0, 0))] * len(r)
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
        running[gene] = accumulate_frequencies(cells[:, place], r_before, r[gene])
        chain.append(gene)
        left, before, r_before = np.delete(left, place), selected[:, gene], r[gene]
    return ebna.Model(find_chain_parents(chain), tuple(chain), tuple(running), r)


def find_chain_parents(chain: list[int]) -> tuple[tuple[int, ...], ...]:
    """List the parents of every gene: the gene before it in the chain, and none for the first gene."""
    before = dict(zip(chain[1:], chain[:-1], strict=True))
    return tuple((before[gene],) if gene in before else () for gene in range(len(chain)))


def learn_normal_chain(selected: np.ndarray, space: Continuous) -> egna.Model:
    """Learn the greedy chain and its regressions from selected individuals (N, g). O(N g^2)."""
    n, g = selected.shape
    mean = selected.mean(axis=0)
    centred = selected - mean
    variance = floor_deviations(np.sqrt(np.einsum("ij,ij->j", centred, centred) / max(n, 1)), space) ** 2
    slope, residual = np.zeros(g), variance.copy()  # on the preceding gene, 0 for the first; of the residuals
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
    parents = find_chain_parents(chain)
    slopes_of = tuple(slope[[gene] * len(above)] for gene, above in enumerate(parents))
    sd = floor_deviations(np.sqrt(residual), space)
    return egna.Model(parents, tuple(chain), mean, slopes_of, sd, space)
