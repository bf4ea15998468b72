"""Settings of estimators that save time in tests, and the estimators that have them."""

from __future__ import annotations

from typing import Any

from naivebench import estimators
from naivebench.models import catalogue

STANZAS = {s["estimator"]: s for s in catalogue.methods().values() if "estimator" in s}
CHEAP = {
    "population": 6,
    "max_generations": 1,
    "evaluations": 10,
    "restarts": 2,
    "sweeps": 12,
    "burn_in": 4,
    "folds": 2,
    "samples": 50,
    "S_grid": (1, 4),
    "b_grid": (0, 2),
    "n0_grid": (1, 5),
    "s_grid": (1, 3),
    "smoothing_grid": (1, 3),
    "aibn_smoothing_grid": (1,),
    "mmi_grid": (0.9,),
    "screening": 3,
    "members": 2,
}


def params(name: str) -> dict[str, Any]:
    """The settings that the estimator of this name has."""
    known = getattr(estimators, name)().get_params()
    cheap = {key: value for key, value in CHEAP.items() if key in known}
    return cheap | ({"max_iter": 10} if "penalty" in known else {})
