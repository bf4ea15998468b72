"""Constants that are chosen on the test folds, as in some papers, for comparison with a nested choice.

The method runs on all folds with every value of the grid from which it would choose inside the training part.
The value with the largest mean area under the hit curve up to 10 % over the folds is used; several constants
are chosen one after the other (`tuning.choose_one_by_one`). The folds for the choice are either the
reported ones or another draw from the same cases: Jambeiro and Wainer 2007 chose HPB's constant on one
cross-validation and reported another one on the reshuffled cases. In both cases the score is too optimistic,
and more so the more values there are (docs/protocols/papers.md#constants-chosen-on-test-folds).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

from naivebench.benchmark import discretize, method_runs
from naivebench.benchmark.method_runs import Setting
from naivebench.benchmark.predictions import MethodPredictions
from naivebench.core import hit_curves, tuning
from naivebench.core.tuning import Choice
from naivebench.evaluation import folds as splits
from naivebench.models import registry

RESHUFFLED = 1  # seed word of the other folds, appended to those of protocol and data set


def average_hit_area(setting: Setting, predictions: MethodPredictions) -> float:
    """Average the metric `hit_area_10` over the test folds; NaN unless every fold is ok.

    The area is computed by its own module, not through the table of metrics, so that a new metric changes no
    prediction.
    """
    if any(fold.status != "ok" for fold in predictions.folds):
        return math.nan
    offsets, test = setting.folds.offsets, setting.folds.test
    parts = [slice(offsets[f], offsets[f + 1]) for f in range(len(predictions.folds))]
    values = [
        hit_curves.average_curves(setting.table.y[test[p]], predictions.log_proba[p], hit_curves.area_up_to)
        for p in parts
    ]
    values = [v for v in values if v == v]  # a fold without positive cases has no curve
    return sum(values) / len(values) if values else math.nan


def evaluate_best_values(
    setting: Setting, names: Sequence[str], reshuffled: dict[str, Any] | None = None
) -> MethodPredictions:
    """Predict with the best values of the parameters `names`; of equally good values, the largest is used.

    Return predictions as `evaluate_method` does. reshuffled: arguments of `evaluation.folds.make_folds` for
    other folds on which to choose. The summary of every fold reports the chosen values (`chosen_on_test`).
    """
    module = registry.load(setting.stanza["module"])
    chooser = setting if reshuffled is None else _redraw_folds(setting, reshuffled)
    grids = {name: tuple(sorted(module.GRIDS[name])) for name in names}

    @functools.cache
    def try_values(*values: float) -> tuple[float, MethodPredictions]:
        predictions = _evaluate_value(chooser, dict(zip(names, values, strict=True)))
        return average_hit_area(chooser, predictions), predictions

    def choose_value(name: str, params: dict[str, float]) -> Choice:
        scores = [try_values(*(params | {name: value}).values())[0] for value in grids[name]]
        best = tuning.choose_best(grids[name], scores)
        return Choice(best, grids[name], tuple(scores), "area_10", "test folds")

    best = {name: choice.value for name, choice in tuning.choose_one_by_one(grids, choose_value).items()}
    chosen = _evaluate_value(setting, best) if reshuffled else try_values(*best.values())[1]
    folds = tuple(
        f._replace(summary={**f.summary, "chosen_on_test": best}) if f.status == "ok" else f
        for f in chosen.folds
    )
    return chosen._replace(folds=folds)


def _evaluate_value(setting: Setting, params: dict[str, Any]) -> MethodPredictions:
    stanza = {**setting.stanza, "params": {**setting.stanza.get("params", {}), **params}}
    return method_runs.evaluate_method(setting._replace(stanza=stanza))


def _redraw_folds(setting: Setting, split: dict[str, Any]) -> Setting:
    """Return the setting with other folds of the same cases, and the cut points of their training parts."""
    folds = splits.make_folds(setting.table, **split, seed=[*setting.entropy, RESHUFFLED])
    cuts, discretizer = setting.cuts, setting.stanza.get("discretize")
    if cuts is not None and discretizer and setting.cuts_see == "training":
        cuts = discretize.learn_cuts(setting.table, folds, discretizer, "training")
    return setting._replace(folds=folds, cuts=cuts)
