"""Bernoulli naive Bayes for texts: only the presence or absence of each word counts. Absent words are
evidence too, unlike in the multinomial model.

    log P(c | x) = log P(c) + sum over words i of log p_ic if x has the word, else log (1 - p_ic), + const
    p_ic = (cases of c with word i + a) / (n_c + 2 a)

Every word of the vocabulary is evidence, including absent words, but not how often a word occurs. Kang,
Silvescu and Honavar 2006 contrast this model (the "multivariate event model") with theirs. Fit O(words),
predict O(words K). McCallum and Nigam 1998, section 2; docs/methods/sequences.md#bernoulli-naive-bayes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import pseudo_counts
from naivebench.core.explanations import WordContributions
from naivebench.core.logspace import log, log_prior, normalize
from naivebench.core.table import Counts, Table
from naivebench.methods.sequences import bags, nb_mn
from naivebench.methods.sequences.bags import Statistics
from naivebench.methods.sequences.bags import merge as merge

COMPOSITION = "binary"  # of all texts: see `bags.learn`


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    log_prior: np.ndarray  # (K,) nats
    log_absent: np.ndarray  # (K,) nats, log P(a case without any word | c)
    log_odds: np.ndarray  # (columns, K) nats, log p_ic - log (1 - p_ic); 0 for words outside the vocabulary


def count(table: Table, weights: np.ndarray | None = None, *, k: int = 1) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each; other
    parameters and errors as in `fit`.
    """
    return bags.count(table, "nb_bernoulli", weights, k=k, composition=COMPOSITION)


def estimate(
    statistics: Statistics,
    *,
    alpha: float | Sequence[float] = 1.0,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Fit the model to counted cases; parameters and errors as in `fit`."""
    pseudo_counts(alpha, 0, "alpha", "nb_bernoulli")
    vocabulary, _, present = bags.choose_words(
        statistics, n_words=n_words, words_by=words_by, method="nb_bernoulli"
    )
    cases, inside = statistics.n_c[:, None], vocabulary.inside
    pseudo = bags.per_column(vocabulary, alpha, "nb_bernoulli")
    total = cases + 2 * pseudo
    unknown, log_total = total == 0, log(np.where(total > 0, total, 1.0))
    log_present, log_missing = (
        np.where(unknown, -np.log(2), log(n + pseudo) - log_total) for n in (present, cases - present)
    )
    return Model(
        vocabulary,
        log_prior(statistics.n_c),
        log_missing[:, inside].sum(axis=1),
        np.where(inside, log_present - log_missing, 0.0).T.copy(),
    )


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float | Sequence[float] = 1.0,
    k: int = 1,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Count the words and estimate the probabilities. alpha >= 0: one number, or one per word of the data.
    k, n_words, words_by: see `bags.learn`.

    With alpha = 0, a class is impossible for a case that has a word that no training case of the class has,
    or that lacks a word that all of them have.

    Raises InputError for bad parameters and for other kinds of attributes.
    """
    return estimate(count(train, k=k), alpha=alpha, n_words=n_words, words_by=words_by)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over words of log p_ic or log (1 - p_ic), (n, K) nats, not normalised."""
    present = bags.apply(model.vocabulary, table)
    absent, odds = find_finite_terms(model)
    scores = nb_mn.sum_words(present, model.log_prior + absent, odds)
    scores[find_excluded(model, present)] = -np.inf
    return scores


def find_finite_terms(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """`log_absent` and `log_odds`, leaving out the words that all cases of a class have (alpha = 0)."""
    certain = np.isposinf(model.log_odds)
    if not certain.any():
        return model.log_absent, model.log_odds
    odds = np.where(certain, 0.0, model.log_odds)
    counted = model.vocabulary.inside[:, None] & ~certain
    return -np.where(counted, np.logaddexp(0.0, odds), 0.0).sum(axis=0), odds


def find_excluded(model: Model, present: Counts) -> np.ndarray:
    """Whether a case lacks a word that all cases of the class have, (n, K) bool."""
    certain = np.isposinf(model.log_odds)
    if not certain.any():
        return np.zeros((len(present.indptr) - 1, certain.shape[1]), dtype=bool)
    none = np.zeros(certain.shape[1])
    return nb_mn.sum_words(present, none, certain.astype(np.float64)) < certain.sum(axis=0)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), (n, K) nats; for a case without words, the absence of all words is the evidence."""
    return normalize(log_joint(model, table), model.log_prior)


def contributions(model: Model, table: Table) -> WordContributions:
    """Terms log p_ic - log (1 - p_ic) of every word of a case; `rest`: the term of a case without words."""
    counts, prior = bags.apply(model.vocabulary, table), np.tile(model.log_prior, (len(table.y), 1))
    absent, odds = find_finite_terms(model)
    explained = nb_mn.explain_words(model.vocabulary, counts, prior, odds)
    rest = np.where(find_excluded(model, counts), -np.inf, absent)
    return explained._replace(rest=rest, rest_of="absence of all words")


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters K - 1 + K d, and the size of the vocabulary."""
    d, n_c = bags.size(model.vocabulary), len(model.log_prior)
    return {"n_parameters": n_c - 1 + n_c * d, "attributes_used": int(d > 0), "words": d}
