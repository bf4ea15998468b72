"""UMDA: independent discrete genes, p(x) = prod p(x_i) with p(x_i = v) = (count + 1) / (N + r_i).

Muehlenbein and Paass 1996; adding 1 keeps every value possible. docs/methods/edas.md#umda.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.helpers.space import Discrete


class Model(NamedTuple):
    probabilities: np.ndarray  # (sum r_i,) gene after gene
    offsets: np.ndarray  # (g + 1,) first entry of every gene


def learn(selected: np.ndarray, space: Discrete) -> Model:
    """Smoothed frequencies of every gene's values in the selected individuals (N, g)."""
    offsets = np.concatenate([[0], np.cumsum(space.cardinalities)])
    counts = np.bincount((selected + offsets[:-1]).reshape(-1), minlength=offsets[-1])
    totals = len(selected) + space.cardinalities
    return Model((counts + 1) / np.repeat(totals, space.cardinalities), offsets)


def sample(model: Model, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), every gene independently."""
    offsets, genes = model.offsets, len(model.offsets) - 1
    if genes == 0:
        return np.zeros((m, 0), np.int64)
    running = np.cumsum(model.probabilities)
    before = np.concatenate([[0.0], running])[offsets[:-1]]
    ends = running[offsets[1:] - 1] - before
    drawn = before + ends * rng.random((m, genes))
    values = np.searchsorted(running, drawn.reshape(-1), side="right").reshape(m, genes) - offsets[:-1]
    return np.clip(values, 0, np.diff(offsets) - 1)
