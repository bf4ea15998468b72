"""The metrics by which methods are compared: one table, an entry each.

A new metric is a function in a module of its own and its entry here.

`function(y, log_proba, *, predicted=None, weights=None) -> float`, arguments as in `classification`. Where a
metric looks at one class against the rest, that is the rarer of two classes; with more, the mean over the
classes weighted by their frequency.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from naivebench.core import hit_curves
from naivebench.evaluation import break_even, classification

UNIT, POSITIVE = (0.0, 1.0), (0.0, float("inf"))


class Metric(NamedTuple):
    """One metric: `better` is higher or lower, `range` the smallest and largest possible value."""

    id: str
    label: str
    function: Callable[..., float]
    better: str
    range: tuple[float, float]
    description: str


def _of_hit_curve(figure: Callable[[hit_curves.HitCurve], float]) -> Callable[..., float]:
    """A metric from a figure of the hit curve."""

    def function(
        y: np.ndarray,
        log_proba: np.ndarray,
        *,
        predicted: np.ndarray | None = None,
        weights: np.ndarray | None = None,
    ) -> float:
        return hit_curves.averaged(y, log_proba, figure, weights=weights)

    return function


def _swept(figure: Callable[[np.ndarray, np.ndarray, np.ndarray | None], float]) -> Callable[..., float]:
    """A metric from a figure of (positive, score, weights) whose threshold is swept over the test cases."""

    def function(
        y: np.ndarray,
        log_proba: np.ndarray,
        *,
        predicted: np.ndarray | None = None,
        weights: np.ndarray | None = None,
    ) -> float:
        return break_even.averaged(y, log_proba, figure, weights)

    return function


def _decided(field: str) -> Callable[..., float]:
    """A metric from a field of `break_even.per_class`, by the decided classes."""

    def function(
        y: np.ndarray,
        log_proba: np.ndarray,
        *,
        predicted: np.ndarray | None = None,
        weights: np.ndarray | None = None,
    ) -> float:
        return break_even.decided(y, log_proba, field, predicted, weights)

    return function


def _nearest(positive: np.ndarray, score: np.ndarray, weights: np.ndarray | None) -> float:
    return break_even.break_even(positive, score, rule="nearest", weights=weights)


def _recall(rate: float) -> Metric:
    percent = f"{100 * rate:.0f}"
    function = _of_hit_curve(lambda curve: float(hit_curves.recall_at(curve, [rate])[0]))
    description = f"Share of the positive cases in the {percent} % of cases with the largest scores."
    return Metric(f"recall_{percent}", f"Recall at {percent} %", function, "higher", UNIT, description)


METRICS: dict[str, Metric] = {
    metric.id: metric
    for metric in (
        Metric(
            "accuracy",
            "Accuracy",
            classification.accuracy,
            "higher",
            UNIT,
            "Share of cases classified correctly.",
        ),
        Metric(
            "balanced_accuracy",
            "Balanced accuracy",
            classification.balanced_accuracy,
            "higher",
            UNIT,
            "Mean recall of the classes.",
        ),
        Metric(
            "macro_f1",
            "Macro F1",
            classification.macro_f1,
            "higher",
            UNIT,
            "Mean over classes of the harmonic mean of precision and recall.",
        ),
        Metric(
            "mcc",
            "Matthews correlation",
            classification.mcc,
            "higher",
            (-1.0, 1.0),
            "Correlation of true and predicted class; 0 for a constant guess.",
        ),
        Metric(
            "log_loss",
            "Log loss",
            classification.log_loss,
            "lower",
            POSITIVE,
            "Mean -log P(true class) in nats; infinite if a true class got probability 0.",
        ),
        Metric(
            "log_loss_clipped",
            "Log loss, clipped",
            classification.log_loss_clipped,
            "lower",
            POSITIVE,
            "Log loss with P(true class) raised to at least 1/(test cases + 2).",
        ),
        Metric(
            "brier",
            "Brier score",
            classification.brier,
            "lower",
            (0.0, 2.0),
            "Mean squared error of the posterior, summed over classes.",
        ),
        Metric(
            "rmse",
            "RMSE of P(true class)",
            classification.rmse,
            "lower",
            UNIT,
            "Root mean square of 1 - P(true class).",
        ),
        Metric(
            "auc",
            "AUC",
            classification.auc,
            "higher",
            UNIT,
            "Area under the ROC curve, one class against the rest, weighted by prevalence.",
        ),
        Metric(
            "ece",
            "Calibration error",
            classification.ece,
            "lower",
            UNIT,
            "Mean gap between accuracy and confidence over 15 bins of confidence.",
        ),
        Metric(
            "hit_area",
            "Area under the hit curve",
            _of_hit_curve(hit_curves.area),
            "higher",
            UNIT,
            "Area under recall against selection rate; 0.5 for a random order.",
        ),
        Metric(
            "hit_area_10",
            "Area up to 10 %",
            _of_hit_curve(hit_curves.area_up_to),
            "higher",
            (0.0, hit_curves.UP_TO),
            "Area under the hit curve for selection rates up to 10 %.",
        ),
        *map(_recall, hit_curves.RATES),
        Metric(
            "lift_1",
            "Lift at 1 %",
            _of_hit_curve(lambda curve: float(hit_curves.lift_at(curve, [0.01])[0])),
            "higher",
            (0.0, 100.0),
            "Recall at a selection rate of 1 % over 1 %.",
        ),
        Metric(
            "precision_100",
            "Precision at 100",
            _of_hit_curve(partial(hit_curves.precision_at, k=100)),
            "higher",
            UNIT,
            "Positive share of the 100 largest scores.",
        ),
        Metric(
            "break_even",
            "Break-even point",
            _swept(lambda positive, score, weights: break_even.break_even(positive, score, weights=weights)),
            "higher",
            UNIT,
            "Precision = recall where as many cases are taken as are positive; threshold swept on the "
            "test cases.",
        ),
        Metric(
            "break_even_nearest",
            "Break-even point, nearest",
            _swept(_nearest),
            "higher",
            UNIT,
            "Mean of precision and recall where they differ least; threshold swept on the test cases.",
        ),
        Metric(
            "average_precision",
            "Average precision",
            _swept(break_even.average_precision),
            "higher",
            UNIT,
            "Precision averaged over the growth of recall.",
        ),
        Metric(
            "f1",
            "F1",
            _decided("f1"),
            "higher",
            UNIT,
            "Harmonic mean of precision and recall of the positive class as decided by the posterior.",
        ),
        Metric(
            "sensitivity",
            "Sensitivity",
            _decided("sensitivity"),
            "higher",
            UNIT,
            "Share of the positive cases that are predicted positive.",
        ),
        Metric(
            "precision",
            "Precision",
            _decided("precision"),
            "higher",
            UNIT,
            "Share of positive cases among those predicted positive.",
        ),
    )
}
