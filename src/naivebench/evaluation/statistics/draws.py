"""Random numbers that any language can reproduce: hashes of a counter.

The page recomputes in the browser what Python computed, Dirichlet weights included, and needs the same
draws. Each number depends only on its seed and its place, so parts can be computed in any order. The hash is
two rounds of a bijection of 32 bits (xor-shifts and odd multipliers, those of C. Wellons' lowbias32); the
tests compare moments and distributions. Do not use these numbers for secrets.
"""

from __future__ import annotations

import numpy as np

SEED = 2003
LARGEST = 1 << 32  # number of counters, and of values


def _mixed(x: np.ndarray) -> np.ndarray:
    """A bijection of 32-bit numbers, uint32 to uint32."""
    x = x ^ (x >> np.uint32(16))
    x = x * np.uint32(0x7FEB352D)
    x = x ^ (x >> np.uint32(15))
    x = x * np.uint32(0x846CA68B)
    return x ^ (x >> np.uint32(16))


def numbers(count: int, start: int = 0, seed: int = SEED) -> np.ndarray:
    """The numbers start, ..., start + count - 1 of the stream of a seed, (count,) uint32; they repeat after
    2^32.
    """
    counter = np.arange(start, start + count, dtype=np.uint64).astype(np.uint32)
    return _mixed(_mixed(counter) + _mixed(np.array([seed % LARGEST], dtype=np.uint32)))


def uniforms(count: int, start: int = 0, seed: int = SEED) -> np.ndarray:
    """Numbers strictly between 0 and 1, (count,): (number + 1/2) / 2^32."""
    return (numbers(count, start, seed) + 0.5) / LARGEST


def dirichlet(n: int, draws: int, start: int = 0, seed: int = SEED) -> np.ndarray:
    """Weights from Dirichlet(1/2, 1, ..., 1), (draws, 1 + n), the samples from `start` on; rows sum to 1.

    A sample takes n + 2 uniforms u: -log u has the Gamma distribution of shape 1, and -log(u_0) cos^2(2 pi
    u_1) that of shape 1/2, half the square of a normal number (Box and Muller 1958).
    """
    u = uniforms(draws * (n + 2), start * (n + 2), seed).reshape(draws, n + 2)
    gamma = -np.log(np.delete(u, 1, axis=1))
    gamma[:, 0] *= np.cos(2 * np.pi * u[:, 1]) ** 2
    return gamma / gamma.sum(axis=1, keepdims=True)
