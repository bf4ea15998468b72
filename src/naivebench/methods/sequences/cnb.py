"""Complement naive Bayes for texts: the weights of a class are learned from the cases of all other classes.
This helps if the classes differ greatly in size.

    score(c) = log P(c) - sum over words of f_i log theta_ic,
    theta_ic = (Count_i - Count_ic + a) / (Count - Count_c + a d)

The complement of a small class has more words than the class itself. With `normalize_weights`, the weights
log theta_ic of a class are divided by the sum of their absolute values, and the prior is used only for cases
without words (WCNB). With `tf_idf`, the counts f_i become log(1 + f_i) log(n / cases with word i), and each
case is scaled to length 1 (TWCNB). The scores are normalised like log probabilities, although no probability
model gives them. Fit O(words), predict O(words K). Rennie, Shih, Teevan and Karger 2003, tables 1 and 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import check_pseudo_counts
from naivebench.core.counts import select_labelled_cases
from naivebench.core.explanations import WordContributions
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Counts, Table, class_counts, n_classes
from naivebench.methods.sequences import bags, count_matrix, nb_mn
from naivebench.methods.sequences.bags import merge as merge

SMALLEST_ALPHA = 1e-10  # a word that is in no complement would have an infinite weight


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    idf: np.ndarray | None  # (columns,) nats, inverse document frequencies if tf_idf
    log_prior: np.ndarray  # (K,) nats
    # (columns, K): -log theta_ic, or their shares if normalized; 0 for words outside the vocabulary
    weights: np.ndarray
    normalized: bool


def count(table: Table, weights: np.ndarray | None = None, *, k: int = 1) -> bags.Statistics:
    """Count the words as additive statistics (see `bags.count`). Parameters and errors are those of `fit`."""
    return bags.count(table, "cnb", weights, k=k)


def estimate(
    statistics: bags.Statistics,
    *,
    alpha: float | Sequence[float] = 1.0,
    normalize_weights: bool = False,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Fit the model to counted cases. Parameters and errors are those of `fit`. There is no tf_idf, because
    with it the weight of a word in a case depends on all cases, so the statistics would not be additive.
    """
    check_pseudo_counts(alpha, SMALLEST_ALPHA, "cnb")
    vocabulary, totals, _ = bags.choose_words(statistics, n_words=n_words, words_by=words_by, method="cnb")
    weights = weigh_words(vocabulary, totals, alpha, normalize_weights)
    return Model(vocabulary, None, log_prior(statistics.n_c), weights, bool(normalize_weights))


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float | Sequence[float] = 1.0,
    normalize_weights: bool = False,
    tf_idf: bool = False,
    k: int = 1,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Count the words and estimate the weights. alpha: one number, or one per word of the data, above 0. k,
    n_words, words_by: see `bags.learn_vocabulary`. Raises InputError for bad parameters and for other kinds
    of attributes.
    """
    if not tf_idf:
        counted = count(train, k=k)
        return estimate(
            counted, alpha=alpha, normalize_weights=normalize_weights, n_words=n_words, words_by=words_by
        )
    check_pseudo_counts(alpha, SMALLEST_ALPHA, "cnb")
    train = select_labelled_cases(train)
    vocabulary, counts = bags.learn_vocabulary(train, "cnb", k=k, n_words=n_words, words_by=words_by)
    idf = learn_idf(counts)
    totals, _ = bags.sum_counts_by_class(weigh_by_idf(counts, idf), train.y, n_classes(train))
    weights = weigh_words(vocabulary, totals, alpha, normalize_weights)
    return Model(vocabulary, idf, log_prior(class_counts(train)), weights, bool(normalize_weights))


def weigh_words(
    vocabulary: bags.Vocabulary, totals: np.ndarray, alpha: float | Sequence[float], normalize_weights: bool
) -> np.ndarray:
    """Compute the weights (columns, K) from the totals (K, columns)."""
    complement = totals.sum(axis=0) - totals
    pseudo = bags.select_alpha(vocabulary, alpha, "cnb")
    weights = -nb_mn.estimate_word_log_proba(np.maximum(complement, 0), vocabulary.inside, pseudo)
    if normalize_weights:
        scale = weights.sum(axis=0)
        weights /= np.where(scale > 0, scale, 1)
    return weights


def learn_idf(counts: Counts) -> np.ndarray:
    """Compute log(n / number of cases with the column), (columns,) nats; 0 for a column that never occurs."""
    frequency = np.bincount(counts.indices, minlength=counts.n_columns)
    return np.where(frequency > 0, np.log((len(counts.indptr) - 1) / np.maximum(frequency, 1)), 0.0)


def weigh_by_idf(counts: Counts, idf: np.ndarray | None) -> Counts:
    """Return tf-idf weights of length 1 per case (Rennie et al. 4.1-4.3), or the counts without `idf`."""
    if idf is None:
        return counts
    weights = np.log1p(counts.data) * idf[counts.indices]
    length = np.sqrt(count_matrix.sum_rows(counts, np.square(weights)))
    scale = np.where(length > 0, length, 1)  # a case of zeros stays as it is
    return counts._replace(data=weights / scale[count_matrix.list_entry_rows(counts)])


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Compute scores of the classes, (n, K) nats, not normalised; a case without words gets the prior."""
    counts = weigh_by_idf(bags.count_words(model.vocabulary, table), model.idf)
    return nb_mn.sum_word_scores(counts, compute_priors(model, counts), model.weights)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return normalised scores, (n, K) nats; a case without words gets the prior."""
    return normalize_rows(log_joint(model, table), model.log_prior)


def compute_priors(model: Model, counts: Counts) -> np.ndarray:
    """Return log P(c) of every case, (n, K) nats; 0 for cases with words if weights are normalized."""
    priors = np.tile(model.log_prior, (len(counts.indptr) - 1, 1))
    if model.normalized:
        has_words = count_matrix.sum_rows(counts) > 0
        priors[has_words] = np.where(np.isneginf(model.log_prior), -np.inf, 0.0)
    return priors


def contributions(model: Model, table: Table) -> WordContributions:
    """Return the terms -f_i log theta_ic of every word of a case."""
    counts = weigh_by_idf(bags.count_words(model.vocabulary, table), model.idf)
    return nb_mn.explain_words(model.vocabulary, counts, compute_priors(model, counts), model.weights)


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters, K - 1 + K (d - 1), and the size of the vocabulary."""
    d, n_c = bags.vocabulary_size(model.vocabulary), len(model.log_prior)
    return {"n_parameters": n_c - 1 + n_c * max(d - 1, 0), "attributes_used": int(d > 0), "words": d}
