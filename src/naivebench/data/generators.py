"""Synthetic data sets: corral, m-of-n and waveform, as the literature defines them, and customs declarations
(`customs_generator`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.checks import check_one_of, check_whole
from naivebench.core.table import Attribute, Table, make_table
from naivebench.data import customs_generator


def generate_table(name: str, params: dict[str, Any] | None = None, where: str = "") -> Table:
    """Call the generator of this name. Raises InputError for unknown names or parameters."""
    check_one_of(name, GENERATORS, "generator", where)
    make, numbers = GENERATORS[name], {}
    for key, value in (params or {}).items():
        check_one_of(key, make.__kwdefaults__ or {}, f"parameter of generator {name!r}", where)
        numbers[key] = check_whole(value, int(key != "seed"), f"{key} of generator {name!r}", where)
    return make(**numbers)


def make_corral() -> Table:
    """Make corral: 128 cases, 6 bits, class = (A0 and A1) or (B0 and B1). Nothing is random.

    Each setting of the first five bits has three cases with Correlated = class and one with the opposite
    (John, Kohavi and Pfleger 1994, and Kohavi's corral.names).
    """
    bits = _enumerate_bits(5).repeat(4, axis=0)
    y = (bits[:, 0] & bits[:, 1]) | (bits[:, 2] & bits[:, 3])
    correlated = np.where(np.arange(len(y)) % 4 == 3, 1 - y, y)
    names = ("A0", "A1", "B0", "B1", "Irrelevant", "Correlated")
    return _make_bit_table(names, np.column_stack([bits, correlated]), y)


def make_m_of_n(*, train: int = 300, seed: int = 1) -> Table:
    """Make mofn-3-7-10 (MLC++): 10 bits, class 1 iff at least 3 of bits 2 to 8 are 1; bits 0, 1 and 9 are
    irrelevant.

    The first cases are `train` distinct points (a fifth of class 0, as in the published sample of 240/60),
    drawn by `seed`; all 1,024 points in counting order follow. The published training sample differs.
    """
    points = _enumerate_bits(10)
    y = (points[:, 2:9].sum(axis=1) >= 3).astype(int)
    zeros, ones = np.flatnonzero(y == 0), np.flatnonzero(y == 1)
    rng = np.random.default_rng(seed)
    chosen = np.concatenate(
        [rng.choice(zeros, train // 5, replace=False), rng.choice(ones, train - train // 5, replace=False)]
    )
    rows = np.concatenate([rng.permutation(chosen), np.arange(len(points))])
    return _make_bit_table(tuple(f"bit {i}" for i in range(10)), points[rows], y[rows])


def make_waveform(*, cases: int = 5000, seed: int = 1) -> Table:
    """Draw waveform-21: mixtures of two of three triangular waves plus standard normal noise (Breiman et al.
    1984, pp. 49-55).

    With i = 1..21: h0 = max(6 - |i - 7|, 0), h1 = max(6 - |i - 15|, 0), h2 = max(6 - |i - 11|, 0); class c
    uniform in {0, 1, 2}, u uniform on [0, 1]; x = u a + (1 - u) b + noise with (a, b) = (h0, h1), (h0, h2),
    (h1, h2). The Bayes accuracy is about 86 %.
    """
    rng = np.random.default_rng(seed)
    i = np.arange(1, 22)
    h = np.maximum(6 - np.abs(i - np.array([[7], [15], [11]])), 0)
    y = rng.integers(3, size=cases)
    u = rng.random((cases, 1))
    first, second = h[[0, 0, 1]], h[[1, 2, 2]]
    x = u * first[y] + (1 - u) * second[y] + rng.standard_normal((cases, 21))
    return make_table([Attribute(f"x{k}", "linear") for k in i], ("0", "1", "2"), y, reals=x)


def _enumerate_bits(n: int) -> np.ndarray:
    """List all 2^n settings of n bits in counting order, shape (2^n, n)."""
    return np.arange(2**n)[:, None] >> np.arange(n - 1, -1, -1) & 1


def _make_bit_table(names: tuple[str, ...], bits: np.ndarray, y: np.ndarray) -> Table:
    attributes = [Attribute(name, "nominal", ("0", "1"), declared=True) for name in names]
    return make_table(attributes, ("0", "1"), y, codes=bits)


# functions with whole numbers as parameters
GENERATORS: dict[str, Any] = {
    "corral": make_corral,
    "mofn-3-7-10": make_m_of_n,
    "waveform-21": make_waveform,
    "customs": customs_generator.make_customs,
}
