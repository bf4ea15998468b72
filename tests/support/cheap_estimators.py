"""Settings of estimators that save time in tests, and the estimators that have them."""

from __future__ import annotations

from typing import Any

from naivebench import estimators
from naivebench.models import catalogue

CLASSES = [name for name in estimators.__all__ if hasattr(getattr(estimators, name), "_method")]
STANZAS = {name: catalogue.read_methods()[getattr(estimators, name)._method] for name in CLASSES}
CHEAP = {
    "population": 6,
    "max_generations": 1,
    "restarts": 2,
    "sweeps": 12,
    "burn_in": 4,
    "members": 2,
}


def params(name: str) -> dict[str, Any]:
    """The settings that the estimator of this name has."""
    known = getattr(estimators, name)().get_params()
    cheap = {key: value for key, value in CHEAP.items() if key in known}
    return cheap | ({"max_iter": 10} if "penalty" in known else {})
