"""Metrics of class posteriors, from the true class, the log-probabilities and the decided class of each case.

Every metric is a function of `Cases` that returns a float. Without cases, every metric is NaN.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from naivebench.core.hit_curves import positive_class
from naivebench.core.logspace import log

BINS = 15  # bins of the expected calibration error


class Cases(NamedTuple):
    """The arguments of a metric; see `make_cases`."""

    y: np.ndarray  # (n,) int, true class, 0..K-1
    log_proba: np.ndarray  # (n, K) natural logs of normalised posteriors, -inf allowed
    predicted: np.ndarray  # (n,) int, the decided class


class PerClass(NamedTuple):
    """Rates of every class against the rest, (K,) each; NaN where undefined."""

    n: np.ndarray  # cases
    sensitivity: np.ndarray  # TP / (TP + FN)
    precision: np.ndarray  # TP / (TP + FP), which Kang, Silvescu and Honavar 2006 call specificity
    specificity: np.ndarray  # TN / (TN + FP)
    f1: np.ndarray  # 2 TP / (2 TP + FP + FN)
    mcc: np.ndarray  # Matthews correlation of class against rest; 0 if either side is constant


class Macro(NamedTuple):
    """Means of rates over the classes."""

    precision: float
    recall: float
    f1: float


class Parts(NamedTuple):
    """Zero-one loss with its bias and variance in two definitions, means over the cases."""

    error: float
    bias: float  # Kohavi and Wolpert 1996, squared bias, without noise
    variance: float
    central_bias: float  # Webb 2000: errors that agree with the most frequent (central) prediction
    central_variance: float  # all other errors


def make_cases(y: ArrayLike, log_proba: ArrayLike, predicted: ArrayLike | None = None) -> Cases:
    """Join the arguments of a metric: y (n,) in 0..K-1, log_proba (n, K), and predicted (n,), which is by
    default the first largest posterior of each case.
    """
    y, log_proba = np.asarray(y), np.asarray(log_proba)
    if predicted is None:
        predicted = log_proba.argmax(axis=1) if len(y) else np.empty(0, dtype=np.int64)
    return Cases(y, log_proba, np.asarray(predicted))


def _mean(values: np.ndarray) -> float:
    """Return the mean, or NaN without values."""
    return float(values.mean(dtype=np.float64)) if len(values) else float("nan")


# decided classes


def confusion_matrix(y: np.ndarray, predicted: np.ndarray, n_classes: int) -> np.ndarray:
    """Return the number of cases of class i (row) that are decided as class j (column), (K, K) float64."""
    cells = np.asarray(y, dtype=np.int64) * n_classes + predicted
    return np.bincount(cells, minlength=n_classes**2).reshape(n_classes, n_classes).astype(np.float64)


def rate_classes(confusion: np.ndarray) -> PerClass:
    """Compute sensitivity, precision and other rates of every class from a `confusion_matrix`."""
    n, hits = confusion.sum(), confusion.diagonal()
    true, decided = confusion.sum(axis=1), confusion.sum(axis=0)
    spread = true * (n - true) * decided * (n - decided)
    with np.errstate(invalid="ignore"):
        mcc = (n * hits - true * decided) / np.sqrt(spread)
        return PerClass(
            n=true,
            sensitivity=hits / true,
            precision=hits / decided,
            specificity=(n - true - decided + hits) / (n - true),
            f1=2 * hits / (true + decided),
            mcc=np.where(spread > 0, mcc, 0.0 if n else np.nan),
        )


def _rate_classes_of_cases(cases: Cases) -> PerClass:
    return rate_classes(confusion_matrix(cases.y, cases.predicted, cases.log_proba.shape[1]))


def accuracy(cases: Cases) -> float:
    """Return the share of cases whose decided class is the true one."""
    return _mean(cases.predicted == cases.y)


def balanced_accuracy(cases: Cases) -> float:
    """Return the mean recall over the classes present in y."""
    recall = _rate_classes_of_cases(cases).sensitivity
    return _mean(recall[~np.isnan(recall)])


def macro_f1(cases: Cases) -> float:
    """Return the mean F1 over the classes present in y or in the decisions."""
    f1 = _rate_classes_of_cases(cases).f1
    return _mean(f1[~np.isnan(f1)])


def score_positive_class(cases: Cases, field: Literal["f1", "sensitivity", "precision"]) -> float:
    """Return a field of `PerClass` for the positive class of two, the rarer one; with more classes, the mean
    over the classes in y where it is defined, weighted by their frequency.
    """
    if not len(cases.y):
        return float("nan")
    rates = _rate_classes_of_cases(cases)
    values = getattr(rates, field)
    if len(values) == 2:
        return float(values[positive_class(rates.n)])
    used = (rates.n > 0) & ~np.isnan(values)
    return float(np.average(values[used], weights=rates.n[used])) if used.any() else float("nan")


def mcc(cases: Cases) -> float:
    """Return Matthews' correlation for K classes (Gorodkin 2004, R_K); 0 if either side is constant."""
    confusion = confusion_matrix(cases.y, cases.predicted, cases.log_proba.shape[1])
    n, true, decided = confusion.sum(), confusion.sum(axis=1), confusion.sum(axis=0)
    if not n:
        return float("nan")
    spread = (n**2 - true @ true) * (n**2 - decided @ decided)
    return float((n * np.trace(confusion) - true @ decided) / np.sqrt(spread)) if spread > 0 else 0.0


def average_classes(confusion: ArrayLike, classes: int | None = None) -> Macro:
    """Average rates over the classes of a confusion matrix (K, K), such as one of a whole cross-validation.

    `classes`: the number by which the sums over classes are divided; None: the number of classes with a case
    or a decision, as in scikit-learn. Programs that use Weka divide by the number of classes that the file
    declares. Either way, an undefined value adds 0 (docs/protocols/metrics.md#pooled-macro-measures). Without
    any class, all averages are NaN.
    """
    rates = rate_classes(np.asarray(confusion, dtype=np.float64))
    divisor = np.count_nonzero(~np.isnan(rates.f1)) if classes is None else classes
    if not divisor:
        return Macro(*[float("nan")] * 3)
    return Macro(*(float(np.nansum(v) / divisor) for v in (rates.precision, rates.sensitivity, rates.f1)))


def decompose_error(votes: np.ndarray, y: np.ndarray) -> Parts:
    """Return the bias and variance of the predictions that models of several training parts make for n cases
    (docs/protocols/index.md#bias-and-variance).

    votes: (n, K) number of models that predict each class for each case, at least one per case; y: (n,) true
    classes. Among equally frequent predictions the true class counts as central.
    """
    cases = np.arange(len(y))
    shares = votes / votes.sum(axis=1, keepdims=True)
    right = shares[cases, y]
    squares = (shares**2).sum(axis=1)
    wrong = shares.copy()
    wrong[cases, y] = 0
    largest = wrong.max(axis=1)
    central = np.where(largest > right, largest, 0)
    return Parts(
        error=float(np.mean(1 - right)),
        bias=float(np.mean((1 - 2 * right + squares) / 2)),
        variance=float(np.mean((1 - squares) / 2)),
        central_bias=float(np.mean(central)),
        central_variance=float(np.mean(1 - right - central)),
    )


# probabilities


def _true_log_proba(cases: Cases) -> np.ndarray:
    """Return the log posterior of the true class, (n,) float64."""
    return cases.log_proba[np.arange(len(cases.y)), cases.y].astype(np.float64)


def log_loss(cases: Cases) -> float:
    """Return the mean of -log P(true class) in nats; infinite as soon as one true class has probability 0."""
    return _mean(-_true_log_proba(cases))


def log_loss_clipped(cases: Cases) -> float:
    """Return the log loss in nats with P(true class) raised to at least 1 / (n + 2); never infinite."""
    return _mean(-np.maximum(_true_log_proba(cases), np.log(1 / (len(cases.y) + 2))))


def brier(cases: Cases) -> float:
    """Return the mean over cases of the squared error summed over all classes, in [0, 2] (Brier 1950)."""
    proba = np.exp(cases.log_proba, dtype=np.float64)
    true = proba[np.arange(len(cases.y)), cases.y]
    return _mean(np.einsum("ik,ik->i", proba, proba) - 2 * true + 1)


def rmse(cases: Cases) -> float:
    """Return the root of the mean of (1 - P(true class))^2, in [0, 1]."""
    return float(np.sqrt(_mean(np.square(1 - np.exp(_true_log_proba(cases))))))


def ece(cases: Cases) -> float:
    """Return the expected calibration error: |accuracy - mean top posterior| averaged over 15 equal-width
    bins of the top posterior.

    Guo, Pleiss, Sun, Weinberger (2017). Bins are closed below: [0, 1/15), ..., [14/15, 1].
    """
    if not len(cases.y):
        return float("nan")
    confidence = np.exp(cases.log_proba.max(axis=1), dtype=np.float64)
    bins = np.clip((confidence * BINS).astype(np.int64), 0, BINS - 1)
    gap = (cases.predicted == cases.y) - confidence
    return float(np.abs(np.bincount(bins, weights=gap)).sum() / len(gap))


def auc(cases: Cases) -> float:
    """Return the area under the ROC curve, each class against the rest, weighted by the prevalence of the
    class in y; ties count half.

    Classes that are absent from y or fill it are left out and the weights renormalised; NaN if none is left.
    Posteriors that round to 1 are still distinguished. With two classes it is the ordinary AUC.
    """
    sizes = np.bincount(cases.y, minlength=cases.log_proba.shape[1]).astype(np.float64)
    used = np.flatnonzero((sizes > 0) & (sizes < len(cases.y)))
    if not len(used):
        return float("nan")
    order = _score_by_posterior(cases.log_proba)
    return float(np.average([_measure_roc_area(order[c], cases.y == c) for c in used], weights=sizes[used]))


def _score_by_posterior(log_proba: np.ndarray) -> np.ndarray:
    """Return scores that increase with the posterior of each class, even where it rounds to 1, (K, n).

    With two classes, these are the log odds. With more classes, they are the log posterior up to 1 - 1e-6,
    which keeps exact ties. Above it, where the digits run out, they are -log P(any other class), which is a
    sum without subtraction.
    """
    columns = np.ascontiguousarray(log_proba.T, dtype=np.float64)
    if len(columns) == 2:
        return columns - columns[::-1]
    proba, others = np.exp(columns), np.zeros_like(columns)
    np.cumsum(proba[:-1], axis=0, out=others[1:])
    others[:-1] += np.cumsum(proba[:0:-1], axis=0)[::-1]
    saturated = others < 1e-6
    columns[saturated] = -log(others[saturated])
    return columns


def _measure_roc_area(score: np.ndarray, positive: np.ndarray) -> float:
    """Return the share of (positive, other) pairs whose positive case scores higher; a tie is half a pair."""
    others, inside = np.sort(score[~positive]), np.sort(score[positive])
    below = np.searchsorted(others, inside, "left") + np.searchsorted(others, inside, "right")
    return float(below.mean() / (2 * len(others)))
