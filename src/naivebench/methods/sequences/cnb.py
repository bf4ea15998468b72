"""Complement naive Bayes for texts: the weights of a class are learned from the cases of all other classes.
This helps where classes differ much in size.

    score(c) = log P(c) - sum over words of f_i log theta_ic,
    theta_ic = (Count_i - Count_ic + a) / (Count - Count_c + a d)

The complement of a small class has more words than the class itself. With `normalize_weights`, the weights
log theta_ic of a class are divided by the sum of their absolute values, and the prior is used only for cases
without words (WCNB). With `tf_idf`, the counts f_i become log(1 + f_i) log(n / cases with word i), and each
case is scaled to length 1 (TWCNB). The scores are not log probabilities of a model, but they are normalised
as if they were. Fit O(words), predict O(words K). Rennie, Shih, Teevan and Karger 2003, tables 1 and 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least, pseudo_counts
from naivebench.core.counts import known_cases
from naivebench.core.explanations import WordContributions
from naivebench.core.grouped import flat
from naivebench.core.logspace import log_prior, normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Counts, Table, n_classes
from naivebench.methods.sequences.helpers import bag_counts, bags, features, multinomial, words
from naivebench.methods.sequences.helpers.bag_counts import Statistics
from naivebench.methods.sequences.helpers.bag_counts import merge as merge
from naivebench.methods.sequences.helpers.bag_counts import widen as widen


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    idf: np.ndarray | None  # (columns,) nats, inverse document frequencies if tf_idf
    log_prior: np.ndarray  # (K,) nats
    # (columns, K): -log theta_ic, or their shares if normalized; 0 for words outside the vocabulary
    weights: np.ndarray
    normalized: bool


def check_params(alpha: float | Sequence[float], prior_alpha: float) -> None:
    """Raise InputError for a parameter outside its range."""
    pseudo_counts(alpha, 1e-10, "alpha", "cnb")
    at_least(prior_alpha, 0, "prior_alpha", "cnb")


def count(
    table: Table, weights: np.ndarray | None = None, *, k: int = 1, letters: str | None = None
) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each; other
    parameters and errors as in `fit`.
    """
    return bag_counts.count(table, "cnb", weights, k=k, letters=letters)


def estimate(
    statistics: Statistics,
    *,
    alpha: float | Sequence[float] = 1.0,
    prior_alpha: float = 0.0,
    normalize_weights: bool = False,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Fit the model to counted cases; parameters and errors as in `fit`. There is no tf_idf, because with it
    the weight of a word in a case depends on all cases, so the statistics would not be additive.
    """
    check_params(alpha, prior_alpha)
    vocabulary, totals, _ = bag_counts.learned(statistics, n_words=n_words, words_by=words_by, method="cnb")
    return _model(vocabulary, None, totals, statistics.n_c, alpha, prior_alpha, normalize_weights)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float | Sequence[float] = 1.0,
    prior_alpha: float = 0.0,
    normalize_weights: bool = False,
    tf_idf: bool = False,
    chosen: bags.Words = bags.Words(),
) -> Model:
    """Count the words and estimate the weights. alpha > 0: one number, or one per word of the data;
    prior_alpha >= 0. k, letters, n_words, words_by: see `bags.Words`.

    Raises InputError for bad parameters and for other kinds of attributes.
    """
    if not tf_idf:
        return estimate(
            count(train, k=chosen.k, letters=chosen.letters),
            alpha=alpha,
            prior_alpha=prior_alpha,
            normalize_weights=normalize_weights,
            n_words=chosen.n_words,
            words_by=chosen.words_by,
        )
    check_params(alpha, prior_alpha)
    train, n_c = known_cases(train), n_classes(train)
    vocabulary, counts = bags.learn(train, "cnb", words=chosen)
    idf = features.inverse_document_frequency(counts)
    totals = multinomial.class_totals(features.tf_idf(counts, idf), train.y, n_c)
    cases = np.bincount(train.y, minlength=n_c)
    return _model(vocabulary, idf, totals, cases, alpha, prior_alpha, normalize_weights)


def _model(
    vocabulary: bags.Vocabulary,
    idf: np.ndarray | None,
    totals: np.ndarray,
    n_c: np.ndarray,
    alpha: float | Sequence[float],
    prior_alpha: float,
    normalize_weights: bool,
) -> Model:
    complement = totals.sum(axis=0) - totals
    pseudo = bags.per_column(vocabulary, alpha, "cnb")
    weights = -multinomial.log_table(np.maximum(complement, 0), vocabulary.inside, pseudo)
    if normalize_weights:
        scale = weights.sum(axis=0)
        weights /= np.where(scale > 0, scale, 1)
    return Model(vocabulary, idf, log_prior(n_c, prior_alpha), weights, bool(normalize_weights))


def _weighted(counts: Counts, idf: np.ndarray | None) -> Counts:
    return counts if idf is None else features.tf_idf(counts, idf)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Scores of the classes, (n, K) nats, not normalised; a case without words gets the prior."""
    counts = _weighted(bags.apply(model.vocabulary, table), model.idf)
    if not model.normalized:
        return multinomial.scores(counts, model.log_prior, model.weights)
    scores = multinomial.scores(counts, _present_classes(model), model.weights)
    empty = features.row_sums(counts) == 0
    scores[empty] = model.log_prior
    return scores


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Normalised scores, (n, K) nats; a case without words gets the prior."""
    return normalize(log_joint(model, table), model.log_prior)


def _present_classes(model: Model) -> np.ndarray:
    """0 for classes with cases, -inf for others, shape (K,)."""
    return np.where(np.isneginf(model.log_prior), -np.inf, 0.0)


def explain(model: Model, table: Table) -> WordContributions:
    """The terms -f_i log theta_ic of every word of a case."""
    counts = _weighted(bags.apply(model.vocabulary, table), model.idf)
    has_words = (features.row_sums(counts) > 0)[:, None] & model.normalized
    prior = np.where(has_words, _present_classes(model), model.log_prior)
    return words.explained(model.vocabulary, counts, prior, model.weights)


warm_up = words.warm_up


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters K - 1 + K (d - 1), and the size of the vocabulary."""
    d, n_c = bags.size(model.vocabulary), len(model.log_prior)
    return {"n_parameters": n_c - 1 + n_c * max(d - 1, 0), "attributes_used": int(d > 0), "words": d}
