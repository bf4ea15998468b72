"""Settings of estimators that save time in tests, and the content of fitted ones, to compare them to the last
bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench import estimators
from naivebench.models import catalogue

CLASSES = [name for name in estimators.__all__ if hasattr(getattr(estimators, name), "_method")]
STANZAS = {name: catalogue.read_methods()[getattr(estimators, name)._method] for name in CLASSES}
CHEAP = {"population": 6, "max_generations": 1, "restarts": 2, "sweeps": 12, "burn_in": 4, "members": 2}


def params(name: str) -> dict[str, Any]:
    """The settings that the estimator of this name has."""
    known = getattr(estimators, name)().get_params()
    cheap = {key: value for key, value in CHEAP.items() if key in known}
    return cheap | ({"max_iter": 10} if "penalty" in known else {})


def content_of(value: Any) -> Any:
    """Everything that an estimator, a record or a collection contains, in types that `==` compares."""
    if isinstance(value, np.ndarray):
        cells = value.tolist() if value.dtype.kind in "OUS" else value.tobytes()
        return value.dtype.str, value.shape, cells
    if hasattr(value, "get_params"):
        return type(value).__name__, content_of(value.__getstate__())
    if isinstance(value, dict):
        return {key: content_of(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [content_of(part) for part in value]
    return type(value).__name__, repr(value)
