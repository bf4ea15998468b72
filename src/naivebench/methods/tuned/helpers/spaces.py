"""Spaces of the random search: for every method, the settings that are drawn, and their ranges.

A setting that is not drawn keeps the default of the method's `fit`. Ranges and their sources:
docs/methods/baselines.md#settings-by-random-search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.method_modules import complete
from naivebench.methods.baselines import catboost, ebm, lightgbm, xgboost
from naivebench.methods.bn_classifiers import skdb, tan
from naivebench.methods.naive_bayes import nb
from naivebench.methods.pattern_smoothing import hpb


class Between(NamedTuple):
    """Range of numbers from `low` to `high`.

    Numbers are drawn uniformly on a logarithmic scale or, with `log=False`, on a linear one. `whole`: they
    are rounded to whole numbers.
    """

    low: float
    high: float
    log: bool = True
    whole: bool = False


class Space(NamedTuple):
    """A method and its settings to draw, each from a range or from a tuple of values."""

    module: ModuleType
    settings: Mapping[str, Between | tuple[Any, ...]]
    discretizers: tuple[str, ...] = ()  # drawn too, the default first; none: numbers stay


DISCRETIZERS = ("fayyad_irani", "equal_frequency", "proportional", "kononenko")
TREES, RATE = Between(20, 500, whole=True), Between(0.01, 0.3)
SPACES = {
    "nb": Space(nb, {"alpha": Between(0.01, 10)}, DISCRETIZERS),
    "tan": Space(tan, {"n0": Between(0.1, 100)}, DISCRETIZERS),
    "skdb": Space(
        skdb,
        {"alpha": Between(0.01, 10), "k_max": (0, 1, 2, 3, 4, 5), "attributes": ("auto", "all")},
        DISCRETIZERS,
    ),
    "hpb": Space(
        hpb,
        {"S": Between(0.0625, 1024), "b": Between(0.1, 10), "calibration": ("V1", "V2", "V3")},
        DISCRETIZERS,
    ),
    "lightgbm": Space(
        lightgbm,
        {
            "n_estimators": TREES,
            "learning_rate": RATE,
            "num_leaves": Between(2, 200, whole=True),
            "min_child_samples": Between(1, 64, whole=True),
            "colsample_bytree": Between(0.4, 1, log=False),
            "reg_lambda": Between(1e-4, 2),
        },
    ),
    "xgboost": Space(
        xgboost,
        {
            "n_estimators": TREES,
            "learning_rate": RATE,
            "max_depth": Between(1, 10, whole=True),
            "min_child_weight": Between(1e-3, 5),
            "subsample": Between(0.6, 1, log=False),
            "colsample_bynode": Between(0.6, 1, log=False),
            "reg_lambda": Between(1e-4, 5),
        },
    ),
    "catboost": Space(
        catboost,
        {
            "iterations": Between(20, 2000, whole=True),
            "learning_rate": RATE,
            "depth": Between(1, 8, log=False, whole=True),
            "l2_leaf_reg": Between(1e-4, 5),
        },
    ),
    "ebm": Space(
        ebm,
        {
            "learning_rate": Between(0.0025, 0.2),
            "max_leaves": (2, 3),
            "min_samples_leaf": Between(2, 20, log=False, whole=True),
            "smoothing_rounds": Between(0, 1000, log=False, whole=True),
        },
    ),
}
for _space in SPACES.values():
    complete(_space.module)


def configurations(space: Space, rng: np.random.Generator) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """Yield (discretizer, settings) without end: first the defaults, then random draws."""
    yield (space.discretizers or (None,))[0], {}
    while True:
        settings = {name: _drawn(values, rng) for name, values in space.settings.items()}
        yield _drawn(space.discretizers or (None,), rng), settings


def _drawn(values: Between | tuple[Any, ...], rng: np.random.Generator) -> Any:
    if not isinstance(values, Between):
        return values[rng.integers(len(values))]
    low, high = np.log(values[:2]) if values.log else values[:2]
    value = low + (high - low) * rng.random()
    value = float(np.exp(value) if values.log else value)
    return round(value) if values.whole else value
