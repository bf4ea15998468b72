"""Entropy splitting with Kononenko's minimum description length stop.

A cut is kept if it shortens the description of the classes of the cases:

    code(n_1, ..., n_k) = log2 binomial(n + k - 1, k - 1) + log2 (n! / (n_1! ... n_k!))
    code(all) > log2(candidate cut points) + code(left) + code(right)

k counts the classes of the cases to be split. The cut tried is that of `fayyad_irani`. Kononenko 1995, in the
form of the option -K of Weka's filter; docs/methods/conventions.md#discretizers.
"""

from __future__ import annotations

from math import lgamma, log

import numpy as np

from naivebench.data.discretization import mdl


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cut points of one attribute, ascending, (m,) float64; `values` (n,) without NaN, `y` (n,) class
    indices.
    """
    return mdl.cuts(values, y, n_classes, pays=pays)


def pays(split: mdl.Split) -> bool:
    """Whether the cut shortens the description."""
    k = int(np.count_nonzero(split.total))
    without = bits(split.total, k)
    price = log(split.candidates, 2) + bits(split.left, k) + bits(split.total - split.left, k)
    return without > price + 1e-9


def bits(counts: np.ndarray, k: int) -> float:
    """Code length of classes with these counts (K,), out of k classes."""
    n = int(counts.sum())
    distribution = lgamma(n + k) - lgamma(k) - lgamma(n + 1)
    labels = lgamma(n + 1) - sum(lgamma(int(m) + 1) for m in counts)
    return (distribution + labels) / log(2)
