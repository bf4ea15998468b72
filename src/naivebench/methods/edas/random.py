"""Random search: every offspring is uniform over the space. It is the control of the other optimisers."""

from __future__ import annotations

import numpy as np

from naivebench.methods.edas.helpers.space import Space, uniform


def learn(selected: np.ndarray, space: Space) -> Space:
    """The space itself: nothing is learned from the selected individuals."""
    return space


def sample(model: Space, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), uniform over the space."""
    return uniform(model, m, rng)
