"""Tables on which decision graphs find splits of every kind."""

import numpy as np

from support import tables

VARIANTS = ["C", "CB", "CM", "CBM", "B", "BM"]


def made(n=250, sizes=(5, 4, 6), k=2, seed=0, missing=0.0):
    """Cases whose class depends on a pair of values, on single values, and on chance."""
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, r, n) for r in sizes])
    y = np.where((codes[:, 0] == 1) & (codes[:, 1] < 2), 1, np.where(codes[:, 2] == 3, k - 1, 0))
    y = np.where(rng.random(n) < 0.25, rng.integers(0, k, n), y)
    return tables.discrete(np.where(rng.random(codes.shape) < missing, -1, codes), y, sizes, k)
