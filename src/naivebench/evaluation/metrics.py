"""The metrics by which methods are compared: one table with one entry per metric.

Everything else about a metric is read from its entry: whether a run computes it by default, the direction of
rankings and tests, and its row in docs/protocols/metrics.md#table-of-metrics. To add a metric, write a
function of `classification.Cases` and an entry here.

A metric of one class against the rest takes the rarer of two classes; with more than two, it is the mean over
the classes weighted by their frequency.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from naivebench.core import hit_curves
from naivebench.evaluation import break_even, classification
from naivebench.evaluation.classification import Cases, score_positive_class

UNIT, POSITIVE = (0.0, 1.0), (0.0, float("inf"))


class Metric(NamedTuple):
    """A metric with its function and a description for readers.

    `definition`: the formula for n cases with true class y, posterior p and decided class d; `range`: the
    smallest and the largest possible value; `standard`: whether it is computed under every protocol, unless
    the configuration lists other metrics; `points`: whether the papers' claims state differences in
    percentage points.
    """

    id: str
    label: str
    compute: Callable[[Cases], float]
    description: str
    definition: str = ""
    better: Literal["higher", "lower"] = "higher"
    range: tuple[float, float] = UNIT
    standard: bool = False
    points: bool = False

    @property
    def sign(self) -> int:
        """1 if higher is better, otherwise -1, so that `sign * (a - b)` is positive where a is better."""
        return 1 if self.better == "higher" else -1


def _make_curve_metric(number: Callable[[hit_curves.HitCurve], float]) -> Callable[[Cases], float]:
    """Make a metric from a function that returns a number of a hit curve."""
    return lambda cases: hit_curves.average_curves(cases.y, cases.log_proba, number)


def _make_recall_metric(rate: float) -> Metric:
    percent = f"{100 * rate:.0f}"
    return Metric(
        f"recall_{percent}",
        f"Recall at {percent} %",
        _make_curve_metric(lambda curve: float(hit_curves.recall_at(curve, [rate])[0])),
        f"Share of the positive cases that is among the {percent} % of cases with the largest scores.",
    )


METRICS: dict[str, Metric] = {
    metric.id: metric
    for metric in (
        Metric(
            "accuracy",
            "Accuracy",
            classification.accuracy,
            "Share of cases that are classified correctly.",
            "mean of [d = y]",
            standard=True,
            points=True,
        ),
        Metric(
            "balanced_accuracy",
            "Balanced accuracy",
            classification.balanced_accuracy,
            "Mean of the recall over the classes.",
            "mean over the classes present in y of (correct cases / cases)",
            standard=True,
            points=True,
        ),
        Metric(
            "macro_f1",
            "Macro F1",
            classification.macro_f1,
            "Mean over the classes of F1, the harmonic mean of precision and recall.",
            "mean over the classes present in y or d of 2 hits / (cases + predictions)",
            standard=True,
            points=True,
        ),
        Metric(
            "mcc",
            "Matthews correlation",
            classification.mcc,
            "Correlation of the true and the predicted classes; 0 if one class is always predicted.",
            "(n t - sum a_c b_c) / sqrt((n² - sum a_c²) (n² - sum b_c²))",
            range=(-1.0, 1.0),
            standard=True,
        ),
        Metric(
            "log_loss",
            "Log loss",
            classification.log_loss,
            "Mean of -log P(true class) in nats. It is infinite if a true class has probability 0.",
            "mean of -log p_y",
            better="lower",
            range=POSITIVE,
            standard=True,
        ),
        Metric(
            "log_loss_clipped",
            "Log loss, clipped",
            classification.log_loss_clipped,
            "Log loss with P(true class) raised to at least 1/(test cases + 2).",
            "mean of -log max(p_y, 1 / (n + 2))",
            better="lower",
            range=POSITIVE,
            standard=True,
        ),
        Metric(
            "brier",
            "Brier score",
            classification.brier,
            "Mean squared error of the posterior probabilities, summed over the classes.",
            "mean of sum_c (p_c - [y = c])²",
            better="lower",
            range=(0.0, 2.0),
            standard=True,
        ),
        Metric(
            "rmse",
            "RMSE of P(true class)",
            classification.rmse,
            "Root mean square of 1 - P(true class).",
            "sqrt(mean of (1 - p_y)²)",
            better="lower",
            standard=True,
        ),
        Metric(
            "auc",
            "AUC",
            classification.auc,
            "Area under the ROC curve of a class against the rest, weighted by class frequency.",
            "share of pairs (case of the class, other case) ordered correctly; a tie counts half",
            standard=True,
        ),
        Metric(
            "ece",
            "Calibration error",
            classification.ece,
            f"Mean distance between accuracy and confidence over {classification.BINS} bins of confidence.",
            "sum over the bins of abs(sum over the bin of ([d = y] - max p)) / n",
            better="lower",
            standard=True,
        ),
        Metric(
            "hit_area",
            "Area under the hit curve",
            _make_curve_metric(hit_curves.compute_area),
            "Area under the curve of recall against selection rate; 0.5 for a random order.",
            "integral of recall(x) for x from 0 to 1 = π/2 + (1 - π) AUC for base rate π",
        ),
        Metric(
            "hit_area_10",
            "Area up to 10 %",
            _make_curve_metric(hit_curves.area_up_to),
            "Area under the hit curve for selection rates up to 10 %.",
            "integral of recall(x) for x from 0 to 0.1; 0.005 without information",
            range=(0.0, hit_curves.UP_TO),
        ),
        *map(_make_recall_metric, hit_curves.RATES),
        Metric(
            "lift_1",
            "Lift at 1 %",
            _make_curve_metric(lambda curve: float(hit_curves.recall_at(curve, [0.01])[0] / 0.01)),
            "Recall at a selection rate of 1 %, divided by 0.01.",
            "recall(0.01) / 0.01",
            range=(0.0, 100.0),
        ),
        Metric(
            "precision_100",
            "Precision at 100",
            _make_curve_metric(partial(hit_curves.precision_at, k=100)),
            "Share of positive cases among the 100 cases with the largest scores.",
            "expected share of positive cases among the first 100 (all, if there are fewer)",
        ),
        Metric(
            "break_even",
            "Break-even point",
            _make_curve_metric(break_even.break_even),
            "Precision if as many cases are selected as are positive, so that it equals recall. "
            "The threshold is swept on the test cases.",
            "precision = recall, interpolated in a block of ties",
            points=True,
        ),
        Metric(
            "break_even_nearest",
            "Break-even point, nearest",
            _make_curve_metric(break_even.average_at_break_even),
            "Mean of precision and recall at the swept threshold at which they differ least.",
            "(precision + recall) / 2 at the threshold of the smallest difference",
            points=True,
        ),
        Metric(
            "average_precision",
            "Average precision",
            _make_curve_metric(break_even.average_precision),
            "Mean of precision over the thresholds, weighted by the growth of recall.",
            "sum over thresholds of precision × growth of recall; equal scores share a threshold",
        ),
        Metric(
            "f1",
            "F1",
            partial(score_positive_class, field="f1"),
            "Harmonic mean of precision and recall of the positive class, for the predicted classes.",
            "2 TP / (2 TP + FP + FN)",
            points=True,
        ),
        Metric(
            "sensitivity",
            "Sensitivity",
            partial(score_positive_class, field="sensitivity"),
            "Share of the positive cases that are predicted positive.",
            "TP / (TP + FN)",
            points=True,
        ),
        Metric(
            "precision",
            "Precision",
            partial(score_positive_class, field="precision"),
            "Share of positive cases among the cases that are predicted positive.",
            "TP / (TP + FP)",
            points=True,
        ),
    )
}
STANDARD = tuple(metric.id for metric in METRICS.values() if metric.standard)
