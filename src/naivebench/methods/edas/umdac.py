"""UMDAc: independent normal genes, maximum likelihood mean and standard deviation, truncated to the bounds of
the genes.

Larranaga et al. 2000. Numbers outside the bounds are drawn again up to 100 times, then clipped; the standard
deviation is at least a millionth of the gene's range. docs/methods/edas.md#umdac.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.helpers.space import Continuous, truncated_normal

SD_FLOOR = 1e-6  # smallest standard deviation, as a share of the gene's range


class Model(NamedTuple):
    mean: np.ndarray  # (g,)
    sd: np.ndarray  # (g,)
    space: Continuous


def floored(sd: np.ndarray, space: Continuous) -> np.ndarray:
    """Standard deviations (g,) of at least a millionth of the range."""
    return np.maximum(sd, SD_FLOOR * (space.upper - space.lower))


def learn(selected: np.ndarray, space: Continuous) -> Model:
    """Moments of every gene in the selected individuals (N, g)."""
    return Model(selected.mean(axis=0), floored(selected.std(axis=0), space), space)


def sample(model: Model, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), every gene independently."""
    mean = np.broadcast_to(model.mean, (m, len(model.mean)))
    return truncated_normal(mean, model.sd, model.space.lower, model.space.upper, rng)
