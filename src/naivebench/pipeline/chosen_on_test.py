"""Constants chosen on the test parts that are then reported, as some papers did: what nested choice is
compared with.

The method runs with every combination of the given values on all folds; the combination with the largest mean
area under the hit curve up to 10 % over the folds is the one whose predictions stay. Its score is too good,
the more so the more combinations there are (docs/protocols.md#constants-chosen-on-test-parts; Jambeiro and
Wainer 2007 chose the parameters of all methods that way).
"""

from __future__ import annotations

import itertools
import math

from naivebench.core import hit_curves
from naivebench.pipeline import run
from naivebench.pipeline.predictions import MethodPredictions
from naivebench.pipeline.run import Setting


def combinations(grid: dict[str, list]) -> list[dict]:
    """All combinations of the values, the last parameter running fastest."""
    return [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]


def score(setting: Setting, predictions: MethodPredictions) -> float:
    """Mean of the metric `hit_area_10` over the test parts; minus infinity unless every fold is ok.

    The figure comes from its own module, not from the table of metrics: a new metric changes no prediction.
    """
    if any(fold.status != "ok" for fold in predictions.folds):
        return -math.inf
    offsets, test = setting.folds.offsets, setting.folds.test
    parts = [slice(offsets[f], offsets[f + 1]) for f in range(len(predictions.folds))]
    values = [
        hit_curves.averaged(setting.table.y[test[p]], predictions.log_proba[p], hit_curves.area_up_to)
        for p in parts
    ]
    values = [v for v in values if v == v]  # a fold without positive cases has no curve
    return sum(values) / len(values) if values else -math.inf


def evaluate(
    setting: Setting,
    grid: dict[str, list],
    fingerprint: str,
    earlier: MethodPredictions | None = None,
    keep_failed: bool = True,
) -> MethodPredictions:
    """Predictions with the best combination, as `run.evaluate` gives them; of equal ones the last (the values
    rise in strength).

    The summary of every fold tells the chosen values (`chosen_on_test`), and all combinations with their
    scores (`on_test_grid`, `on_test_scores`, None where a fold failed). `earlier`, complete and with this
    fingerprint, is taken over.
    """
    if (
        earlier is not None
        and earlier.fingerprint == fingerprint
        and _complete(earlier, setting, keep_failed)
    ):
        return earlier
    tried = combinations(grid)
    runs = [run.evaluate(_with(setting, params), fingerprint, None, keep_failed) for params in tried]
    scores = [score(setting, predictions) for predictions in runs]
    best = max(range(len(tried)), key=lambda i: (scores[i], i))
    choice = {
        "chosen_on_test": tried[best],
        "on_test_grid": tried,
        "on_test_scores": [s if math.isfinite(s) else None for s in scores],
    }
    folds = tuple(
        f._replace(summary={**f.summary, **choice}) if f.status == "ok" else f for f in runs[best].folds
    )
    return runs[best]._replace(folds=folds)


def _with(setting: Setting, params: dict) -> Setting:
    return setting._replace(
        stanza={**setting.stanza, "params": {**setting.stanza.get("params", {}), **params}}
    )


def _complete(earlier: MethodPredictions, setting: Setting, keep_failed: bool) -> bool:
    if len(earlier.folds) != len(setting.folds.fold):
        return False
    same_timeout = earlier.timeout_seconds == setting.timeout_seconds
    return all(
        f.status == "ok" or (keep_failed and (f.status != "timeout" or same_timeout)) for f in earlier.folds
    )
