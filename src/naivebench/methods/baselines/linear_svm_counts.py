"""Linear support vector machine on weighted counts of words or letters, one class against the rest
(scikit-learn's liblinear). It is a standard rival in text classification.

`weights`: how counts become features; `tf_idf`: log(1 + count) times inverse document frequency, each case of
length 1; `max`: counts divided by the largest of their column in training (Weka's SMO normalises so).
Probabilities as in `linear_svm`; with `inner_folds: 0` only the machine is fitted, and the softmax of its
scores replaces the probabilities, so labels are those of the machine. Cortes and Vapnik 1995; Joachims 1998;
Fan et al. 2008; docs/methods/sequences.md#linear-svm-on-counts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.calibration import CalibratedClassifierCV
from sklearn.svm import LinearSVC

from naivebench.core.checks import check_whole, one_of
from naivebench.core.table import Counts, Table
from naivebench.methods.baselines import estimator, linear_svm
from naivebench.methods.baselines.estimator import Model, Part
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba
from naivebench.methods.sequences import bags, cnb

WEIGHTS = ("tf_idf", "max")
MAX_ITER = 10_000  # more iterations than the library has, so that the solver converges


class Encoding(NamedTuple):
    """The words, and how their counts become numbers."""

    vocabulary: bags.Vocabulary
    weights: str
    scale: np.ndarray  # (columns,) inverse document frequency (tf_idf) or 1 / largest count (max)
    owner: np.ndarray  # (columns,) attribute of every column: zeros

    def transform(self, table: Table) -> csr_matrix:
        """The design matrix of a later table, (n, columns)."""
        return self.weigh(bags.apply(self.vocabulary, table))

    def weigh(self, counts: Counts) -> csr_matrix:
        """The design matrix (n, columns), CSR, with the 32-bit indices that liblinear takes."""
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
    weights: str = "tf_idf",
    inner_folds: int = 5,
    n_words: int | None = None,
) -> Model:
    """`weights`: How counts become features, see above; `inner_folds`: Number of folds of the calibration, 0
    for none; `n_words`: Number of words that are kept, by their information about the class; all if none is
    given.

    Raises InputError for bad parameters and for other kinds of attributes.
    """
    method = "linear_svm_counts"
    one_of(weights, WEIGHTS, "weights", method)
    if inner_folds:
        check_whole(inner_folds, 2, "inner_folds", method)
    bags.check_params(1, "counts", n_words, method)
    bags.find_kind(train, method)

    def learn(table: Table, y: np.ndarray, seed: int) -> tuple[Encoding, csr_matrix]:
        vocabulary, counts = bags.learn(table, method, n_words=n_words)
        owner = np.zeros(counts.n_columns, np.intp)
        encoding = Encoding(vocabulary, weights, learn_scale(counts, weights), owner)
        return encoding, encoding.weigh(counts)

    def build(part: Part) -> LinearSVC | CalibratedClassifierCV:
        dual = part.x.shape[1] > min(part.x.shape[0], linear_svm.PRIMAL_COLUMNS)
        machine = LinearSVC(dual=dual, max_iter=MAX_ITER, random_state=part.seed)
        return linear_svm.fit_calibrated(machine, part, inner_folds)

    return estimator.fit_library(train, rng, build, learn)


def learn_scale(counts: Counts, weights: str) -> np.ndarray:
    """The field `scale` of an encoding."""
    if weights == "tf_idf":
        return cnb.learn_idf(counts)
    largest = np.zeros(counts.n_columns)
    np.maximum.at(largest, counts.indices, counts.data)
    return 1 / np.where(largest > 0, largest, 1)


def summarize(model: Model) -> dict[str, Any]:
    """Coefficients, intercepts and two numbers per sigmoid; `words`: columns of the matrix that occur."""
    summary = linear_svm.summarize(model)
    return summary if model.classifier is None else {**summary, "words": bags.size(model.encoding.vocabulary)}
