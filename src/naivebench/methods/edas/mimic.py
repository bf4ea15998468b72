"""MIMIC: discrete genes along a chain, p(x) = p(x_a) p(x_b | x_a) p(x_c | x_b) ...

The chain starts at the gene of least entropy and goes on to the gene of least conditional entropy given the
last one (De Bonet, Isbell and Viola 1997); equal entropies go to the lower index. Probabilities are smoothed
like those of UMDA.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.helpers.space import Discrete


class Model(NamedTuple):
    chain: tuple[int, ...]  # genes in the order of sampling
    # per gene of the chain: cumulative probabilities (r of the preceding gene, r), (1, r) for the first
    running: tuple[np.ndarray, ...]


def entropy_sums(counts: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Sum of m log m over the counts m of every gene, shape (number of genes,); N log N minus this sum is N
    times the entropy.
    """
    terms = counts * np.log(np.maximum(counts, 1))
    return np.add.reduceat(terms, offsets[:-1])


def learn(selected: np.ndarray, space: Discrete) -> Model:
    """Learn the greedy chain and its smoothed conditional frequencies from the selected individuals (N, g).

    O(N g^2).
    """
    r = space.cardinalities
    if len(r) == 0:
        return Model((), ())
    counts = np.bincount((selected + np.cumsum(r) - r).reshape(-1), minlength=r.sum())
    current = int(np.argmax(entropy_sums(counts, np.concatenate([[0], np.cumsum(r)]))))
    chain, running = [current], [_running(selected[:, current], None, 1, r[current])]
    left = np.delete(np.arange(len(r)), current)
    while len(left):
        following = int(left[np.argmax(_pair_sums(selected, r, current, left))])
        running.append(_running(selected[:, following], selected[:, current], r[current], r[following]))
        chain.append(following)
        left = left[left != following]
        current = following
    return Model(tuple(chain), tuple(running))


def _pair_sums(selected: np.ndarray, r: np.ndarray, current: int, left: np.ndarray) -> np.ndarray:
    """Sum of m log m over the joint counts m of each remaining gene with the current gene; the largest sum
    has the least conditional entropy.
    """
    cells = r[left] * r[current]
    offsets = np.concatenate([[0], np.cumsum(cells)])
    joint = selected[:, current, None] * r[left] + selected[:, left] + offsets[:-1]
    return entropy_sums(np.bincount(joint.reshape(-1), minlength=offsets[-1]), offsets)


def _running(values: np.ndarray, before: np.ndarray | None, r_before: int, r: int) -> np.ndarray:
    """Cumulative (count + 1) / (N + r) for every value of the preceding gene, shape (r_before, r)."""
    cells = values if before is None else before * r + values
    counts = np.bincount(cells, minlength=r_before * r).reshape(r_before, r) + 1
    return np.cumsum(counts / counts.sum(axis=1, keepdims=True), axis=1)


def draw(running: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw one value per row of cumulative probabilities (m, r), shape (m,)."""
    picks = rng.random(len(running))[:, None]
    return np.minimum((running <= picks).sum(axis=1), running.shape[1] - 1)


def sample(model: Model, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), gene by gene along the chain."""
    result = np.zeros((m, len(model.chain)), np.int64)
    before = np.zeros(m, np.int64)
    for gene, running in zip(model.chain, model.running, strict=True):
        before = result[:, gene] = draw(running[before], rng)
    return result
