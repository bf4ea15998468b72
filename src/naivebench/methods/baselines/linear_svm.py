"""Linear support vector machine, one class against the rest (scikit-learn's liblinear). Sigmoid calibration
turns its scores into probabilities.

One sigmoid per class is fitted to the scores of held-out inner folds (Platt 1999); the machine itself is then
fitted on the whole training part. If a class has a single case, which cannot be held out, or with
`inner_folds: 0`, only the machine is fitted. Probabilities are then the softmax of its scores, so the machine
decides the labels. References: Cortes and Vapnik 1995; Fan et al. 2008.

With `weights`, the columns are counts of words or letters, a standard baseline in text classification.
`tf_idf` is log(1 + count) times inverse document frequency, scaled to length 1 in every case; `max` divides
counts by the largest count of their column in training, as Weka's SMO does. Joachims 1998;
docs/methods/sequences.md#linear-svm-on-counts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import LinearSVC

from naivebench.core.checks import check_one_of, check_whole
from naivebench.core.table import Counts, Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba
from naivebench.methods.sequences import bags, cnb

WEIGHTS = ("tf_idf", "max")
# up to here the primal (a matrix of columns x columns) is faster and free of randomness
PRIMAL_COLUMNS = 1000


class Encoding(NamedTuple):
    """The words, and the weights that turn their counts into features."""

    vocabulary: bags.Vocabulary
    weights: str
    scale: np.ndarray  # (columns,) inverse document frequency (tf_idf) or 1 / largest count (max)
    owner: np.ndarray  # (columns,) attribute of every column: zeros

    def transform(self, table: Table) -> csr_matrix:
        """Return the design matrix of a later table, (n, columns)."""
        return self.weigh_counts(bags.count_words(self.vocabulary, table))

    def weigh_counts(self, counts: Counts) -> csr_matrix:
        """Return the design matrix (n, columns), CSR, with the 32-bit indices that liblinear requires."""
        if self.weights == "tf_idf":
            counts = cnb.weigh_by_idf(counts, self.scale)
        else:
            counts = counts._replace(data=counts.data * self.scale[counts.indices])
        shape = len(counts.indptr) - 1, counts.n_columns
        matrix = csr_matrix((counts.data, counts.indices, counts.indptr), shape=shape)
        matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
        return matrix


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    c: float = 1.0,
    ensemble: bool = False,
    max_iter: int = 10_000,
    inner_folds: int = 5,
    weights: str | None = None,
    n_words: int | None = None,
) -> estimator.Model:
    """`c`: Inverse strength of the penalty on the squared hinge loss. `ensemble`: Average the machines of the
    inner folds, as the library does by default, instead of fitting one machine to all cases. `max_iter`:
    Largest number of iterations of liblinear. `inner_folds`: Number of folds of the calibration, 0 for none.
    `weights`: How counts of words become features, `tf_idf` or `max`. `n_words`: Number of words to keep,
    those with the most information about the class; by default, all.

    Raises InputError for bad parameters and, with `weights`, for other kinds of attributes.
    """
    method = "linear_svm"
    if inner_folds:
        check_whole(inner_folds, 2, "inner_folds", method)
    if weights is not None:
        check_one_of(weights, WEIGHTS, "weights", method)
        bags.check_parameters(1, "counts", n_words, method)
        bags.find_attribute_kind(train, method)

    def learn_encoding(table: Table, y: np.ndarray, seed: int) -> tuple[Any, Any]:
        if weights is None:
            return estimator.learn_linear_columns(table, y, seed)
        vocabulary, counts = bags.learn_vocabulary(table, method, n_words=n_words)
        owner = np.zeros(counts.n_columns, np.intp)
        encoding = Encoding(vocabulary, weights, learn_column_scale(counts, weights), owner)
        return encoding, encoding.weigh_counts(counts)

    def fit_classifier(part: estimator.Part) -> LinearSVC | CalibratedClassifierCV:
        primal = PRIMAL_COLUMNS if weights is None else min(len(part.y), PRIMAL_COLUMNS)
        dual = part.x.shape[1] > primal
        machine = LinearSVC(C=c, dual=dual, max_iter=max_iter, random_state=part.seed)
        return fit_with_calibration(machine, part, inner_folds, ensemble)

    return estimator.fit_model(train, rng, fit_classifier, learn_encoding)


def learn_column_scale(counts: Counts, weights: str) -> np.ndarray:
    """Compute the scale of every column: inverse document frequency (tf_idf), or 1 / largest count (max)."""
    if weights == "tf_idf":
        return cnb.learn_idf(counts)
    largest = np.zeros(counts.n_columns)
    np.maximum.at(largest, counts.indices, counts.data)
    return 1 / np.where(largest > 0, largest, 1)


def fit_with_calibration(
    machine: LinearSVC, part: estimator.Part, inner_folds: int, ensemble: bool
) -> LinearSVC | CalibratedClassifierCV:
    """Fit the machine, and sigmoids if `inner_folds` is not 0 and every class can be held out."""
    folds = min(inner_folds, int(np.bincount(part.y).min()))
    if folds < 2:
        return machine.fit(part.x, part.y)
    splitter = StratifiedKFold(folds, shuffle=True, random_state=part.seed)
    return CalibratedClassifierCV(
        machine, method="sigmoid", cv=splitter, ensemble="auto" if ensemble else False
    ).fit(part.x, part.y)


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of parameters: coefficients, intercepts, and two per sigmoid."""

    def count_parameters(classifier: LinearSVC | CalibratedClassifierCV) -> int:
        calibrated = getattr(classifier, "calibrated_classifiers_", [])
        machines = [one.estimator for one in calibrated] or [classifier]
        n_parameters = sum(machine.coef_.size + machine.intercept_.size for machine in machines)
        return n_parameters + sum(2 * len(one.calibrators) for one in calibrated)

    return estimator.summarize_model(model, count_parameters)
