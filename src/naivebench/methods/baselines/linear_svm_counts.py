"""Linear support vector machine on weighted counts of words or letters, one class against the rest
(scikit-learn's liblinear). It is a standard rival in text classification.

`weights`: how counts become features; `tf_idf`: log(1 + count) times inverse document frequency, each case of
length 1; `unit`: counts, each case of length 1; `max`: counts divided by the largest of their column in
training (Weka's SMO normalises so); `counts`; `binary`. Probabilities by one sigmoid per class on the scores
of the held-out parts of a few inner folds (Platt 1999), the machine itself fitted on all training cases. With
`inner_folds: 0` only the machine is fitted, and the softmax of its scores replaces the probabilities; labels
are then those of the machine. The same applies if a class has a single case, and the summary says so. Cortes
and Vapnik 1995; Joachims 1998; Fan et al. 2008; docs/methods/sequences.md#linear-svm-on-counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least, one_of, whole
from naivebench.core.table import Counts, Table
from naivebench.methods.baselines import linear_svm
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model
from naivebench.methods.sequences.helpers import bags, features

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

WEIGHTS = ("tf_idf", "unit", "max", "counts", "binary")


class Encoding(NamedTuple):
    """Encoding that converts a table to the design matrix."""

    vocabulary: bags.Vocabulary
    weights: str
    scale: np.ndarray  # (columns,) inverse document frequency (tf_idf) or 1 / largest count (max), else ones
    owner: np.ndarray  # (columns,) attribute of every column: zeros


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    c: float = 1.0,
    weights: str = "tf_idf",
    inner_folds: int = 5,
    max_iter: int = 10_000,
    tol: float = 1e-4,
    k: int = 1,
    letters: str | None = None,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """`c`: inverse strength of the penalty on the squared hinge loss; `inner_folds`: folds of the
    calibration, 0 = none.

    k, letters, n_words, words_by: see `bags.learn`. Raises InputError for bad parameters and for other kinds
    of attributes.
    """
    at_least(c, 1e-12, "c", "linear_svm_counts")
    one_of(weights, WEIGHTS, "weights", "linear_svm_counts")
    if inner_folds != 0:
        inner_folds = whole(inner_folds, 2, "inner_folds", "linear_svm_counts")
    composition = "binary" if weights == "binary" else "counts"
    bags.check_params(k, letters, composition, n_words, "linear_svm_counts", words_by)
    bags.kind_of(train, "linear_svm_counts")

    def learn(table, y, seed, notes):
        vocabulary, counts = bags.learn(
            table,
            "linear_svm_counts",
            k=k,
            letters=letters,
            composition=composition,
            n_words=n_words,
            words_by=words_by,
        )
        encoding = Encoding(vocabulary, weights, _scale(counts, weights), np.zeros(counts.n_columns, np.intp))
        return encoding, _matrix(encoding, counts)

    def build(x, y, encoding, seed, notes):
        from sklearn.svm import LinearSVC

        dual = x.shape[1] > min(x.shape[0], linear_svm.PRIMAL_COLUMNS)
        machine = LinearSVC(C=c, dual=dual, max_iter=max_iter, tol=tol, random_state=seed)
        return linear_svm.calibrated(machine, x, y, inner_folds, seed, notes)

    return estimator.fit(train, rng, build, learn)


def _scale(counts: Counts, weights: str) -> np.ndarray:
    if weights == "tf_idf":
        return features.inverse_document_frequency(counts)
    largest = np.ones(counts.n_columns)
    if weights == "max":
        largest[:] = 0
        np.maximum.at(largest, counts.indices, counts.data)
    return 1 / np.where(largest > 0, largest, 1)


def _matrix(encoding: Encoding, counts: Counts) -> csr_matrix:
    """The design matrix (n, columns), CSR, with the 32-bit indices that liblinear takes."""
    from scipy.sparse import csr_matrix

    if encoding.weights == "tf_idf":
        counts = features.tf_idf(counts, encoding.scale)
    elif encoding.weights == "unit":
        counts = features.unit_rows(counts)
    else:
        counts = counts._replace(data=counts.data * encoding.scale[counts.indices])
    matrix = csr_matrix(
        (counts.data, counts.indices, counts.indptr), shape=(len(counts.indptr) - 1, counts.n_columns)
    )
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    return matrix


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; -inf for classes without training cases."""
    return estimator.predict_log_proba(
        model,
        table,
        lambda encoding, part: _matrix(encoding, bags.apply(encoding.vocabulary, part)),
        linear_svm.proba,
    )


def summarize(model: Model) -> dict[str, Any]:
    """Coefficients, intercepts and the two numbers of each sigmoid; `words`: columns of the design matrix
    that occur.
    """
    summary = linear_svm.summarize(model)
    return summary if model.classifier is None else {**summary, "words": bags.size(model.encoding.vocabulary)}
