"""Linear support vector machine, one class against the rest (scikit-learn's liblinear). Sigmoid calibration
turns its scores into probabilities.

The scores of the held-out parts of a few inner folds fit one sigmoid per class (Platt 1999); the machine
itself is then fitted on the whole training part. A class with a single case cannot be held out; nothing is
calibrated then, the softmax of the scores is returned, and the summary says so. References: Cortes and Vapnik
1995; Fan et al. 2008.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import LinearSVC

from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import Model, Part
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

# up to here the primal (a matrix of columns x columns) is faster and free of randomness
PRIMAL_COLUMNS = 1000
INNER_FOLDS = 5  # of the calibration, as many as the library has


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    c: float = 1.0,
    ensemble: bool = False,
    max_iter: int = 10_000,
) -> Model:
    """`c`: Inverse strength of the penalty on the squared hinge loss; `ensemble`: Average the machines of the
    inner folds, as the library does by default, instead of fitting one machine to all cases; `max_iter`:
    Largest number of iterations of liblinear.
    """

    def build(part: Part) -> LinearSVC | CalibratedClassifierCV:
        dual = part.x.shape[1] > PRIMAL_COLUMNS
        machine = LinearSVC(C=c, dual=dual, max_iter=max_iter, random_state=part.seed)
        return fit_calibrated(machine, part, INNER_FOLDS, ensemble)

    return estimator.fit_library(train, rng, build)


def fit_calibrated(
    machine: LinearSVC, part: Part, inner_folds: int, ensemble: bool = False
) -> LinearSVC | CalibratedClassifierCV:
    """The fitted machine, with sigmoids if `inner_folds` is not 0 and every class can be held out."""
    folds = min(inner_folds, int(np.bincount(part.y).min()))
    if inner_folds and folds < 2:
        part.notes.append(
            "not calibrated: a class has a single training case; probabilities are the softmax of the scores"
        )
    if folds < 2:
        return machine.fit(part.x, part.y)
    if folds < inner_folds:
        part.notes.append(f"calibrated on {folds} inner folds: the smallest class has no more training cases")
    splitter = StratifiedKFold(folds, shuffle=True, random_state=part.seed)
    return CalibratedClassifierCV(
        machine, method="sigmoid", cv=splitter, ensemble="auto" if ensemble else False
    ).fit(part.x, part.y)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of parameters: coefficients, intercepts, and two for each sigmoid."""

    def sizes(classifier: LinearSVC | CalibratedClassifierCV) -> dict[str, Any]:
        calibrated = getattr(classifier, "calibrated_classifiers_", [])
        machines = [one.estimator for one in calibrated] or [classifier]
        n_parameters = sum(machine.coef_.size + machine.intercept_.size for machine in machines)
        n_parameters += sum(2 * len(one.calibrators) for one in calibrated)
        return {"n_parameters": n_parameters, "calibrated": bool(calibrated)}

    return estimator.summary(model, sizes)
