"""The content of a fitted estimator, to compare two of them to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np


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
