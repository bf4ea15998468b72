"""Linear support vector machine, one class against the rest (scikit-learn's liblinear). Sigmoid calibration
turns its scores into probabilities.

The scores of the held-out parts of a few inner folds fit one sigmoid per class (Platt 1999); the machine
itself is then fitted on the whole training part. With `inner_folds` 0 nothing is calibrated, and the softmax
of the scores is returned: labels are then those of the library. A class with a single case cannot be held
out; nothing is calibrated then either, and the summary says so. References: Cortes and Vapnik 1995; Fan et
al. 2008.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model

if TYPE_CHECKING:
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.svm import LinearSVC

    from naivebench.core.design_matrix import Matrix

# up to here the primal (a matrix of columns x columns) is faster and free of randomness
PRIMAL_COLUMNS = 1000


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    c: float = 1.0,
    inner_folds: int = 5,
    ensemble: bool = False,
    max_iter: int = 10_000,
    tol: float = 1e-4,
) -> Model:
    """`c`: inverse strength of the penalty on the squared hinge loss; `inner_folds`: folds of the
    calibration, 0 = none; `ensemble`: average the machines of these folds, as the library does by default,
    instead of fitting one machine to all cases.
    """
    at_least(c, 1e-12, "c", "linear_svm")
    if inner_folds != 0:
        inner_folds = whole(inner_folds, 2, "inner_folds", "linear_svm")

    def build(x, y, encoding, seed, notes):
        from sklearn.svm import LinearSVC

        dual = x.shape[1] > PRIMAL_COLUMNS
        machine = LinearSVC(C=c, dual=dual, max_iter=max_iter, tol=tol, random_state=seed)
        return calibrated(machine, x, y, inner_folds, seed, notes, ensemble)

    return estimator.fit(train, rng, build)


def calibrated(
    machine: LinearSVC,
    x: Matrix,
    y: np.ndarray,
    inner_folds: int,
    seed: int,
    notes: list[str],
    ensemble: bool = False,
) -> LinearSVC | CalibratedClassifierCV:
    """The fitted machine, with sigmoids if `inner_folds` is not 0 and every class can be held out."""
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.model_selection import StratifiedKFold

    if not inner_folds:
        return machine.fit(x, y)
    folds = min(inner_folds, int(np.bincount(y).min()))
    if folds < 2:
        notes.append(
            "not calibrated: a class has a single training case; probabilities are the softmax of the scores"
        )
        return machine.fit(x, y)
    if folds < inner_folds:
        notes.append(f"calibrated on {folds} inner folds: the smallest class has no more training cases")
    splitter = StratifiedKFold(folds, shuffle=True, random_state=seed)
    return CalibratedClassifierCV(
        machine, method="sigmoid", cv=splitter, ensemble="auto" if ensemble else False
    ).fit(x, y)


def proba(classifier: Any, x: Matrix) -> np.ndarray:
    """Calibrated probabilities, or the softmax of the scores of a bare machine."""
    if hasattr(classifier, "predict_proba"):
        return classifier.predict_proba(x)
    scores = classifier.decision_function(x)
    scores = np.column_stack([-scores, scores]) if scores.ndim == 1 else scores
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return estimator.predict_log_proba(model, table, proba=proba)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of parameters: coefficients, intercepts, and two for each sigmoid."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    machines = getattr(model.classifier, "calibrated_classifiers_", [])
    bare = [machine.estimator for machine in machines] or [model.classifier]
    sizes = sum(machine.coef_.size + machine.intercept_.size for machine in bare)
    sigmoids = sum(2 * len(machine.calibrators) for machine in machines)
    return estimator.summary(model, sizes + sigmoids, calibrated=bool(machines))
