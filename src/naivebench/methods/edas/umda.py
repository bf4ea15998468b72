"""UMDA and UMDAc: independent genes.

UMDA has discrete genes, p(x) = prod p(x_i) with p(x_i = v) = (count + 1) / (N + r_i); adding 1 keeps every
value possible (Muehlenbein and Paass 1996). UMDAc has normal genes with maximum likelihood mean and standard
deviation, truncated to their bounds (Larranaga et al. 2000). docs/methods/semi-naive.md#umda.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.genes import Continuous, Discrete, draw_truncated_normals, floor_deviations


class Frequencies(NamedTuple):
    """The distributions of independent discrete genes."""

    probabilities: np.ndarray  # (sum r_i,) gene after gene
    offsets: np.ndarray  # (g + 1,) first entry of every gene


class Normals(NamedTuple):
    """The distributions of independent normal genes."""

    mean: np.ndarray  # (g,)
    sd: np.ndarray  # (g,)
    space: Continuous


def learn_frequencies(selected: np.ndarray, space: Discrete) -> Frequencies:
    """Learn the smoothed frequencies of every gene's values from the selected individuals (N, g)."""
    offsets = np.concatenate([[0], np.cumsum(space.cardinalities)])
    counts = np.bincount((selected + offsets[:-1]).reshape(-1), minlength=offsets[-1])
    totals = len(selected) + space.cardinalities
    return Frequencies((counts + 1) / np.repeat(totals, space.cardinalities), offsets)


def sample_frequencies(model: Frequencies, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), every gene independently."""
    offsets, genes = model.offsets, len(model.offsets) - 1
    running = np.cumsum(model.probabilities)
    before = np.concatenate([[0.0], running])[offsets[:-1]]
    ends = running[offsets[1:] - 1] - before
    drawn = before + ends * rng.random((m, genes))
    values = np.searchsorted(running, drawn.reshape(-1), side="right").reshape(m, genes) - offsets[:-1]
    # rounding may put a number on the end of its gene
    return np.clip(values, 0, np.diff(offsets) - 1)


def learn_normals(selected: np.ndarray, space: Continuous) -> Normals:
    """Learn mean and standard deviation of every gene from the selected individuals (N, g)."""
    return Normals(selected.mean(axis=0), floor_deviations(selected.std(axis=0), space), space)


def sample_normals(model: Normals, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), every gene independently."""
    mean = np.broadcast_to(model.mean, (m, len(model.mean)))
    return draw_truncated_normals(mean, model.sd, model.space.lower, model.space.upper, rng)
