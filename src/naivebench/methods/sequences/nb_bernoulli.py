"""Bernoulli naive Bayes for texts: only the presence or absence of each word counts. Absent words are
evidence too, unlike in the multinomial model.

    log P(c | x) = log P(c) + sum over words i of log p_ic if x has the word, else log (1 - p_ic), + const
    p_ic = (cases of c with word i + a) / (n_c + 2 a)

Fit O(words), predict O(words K). McCallum and Nigam 1998, section 2;
docs/methods/sequences.md#bernoulli-naive-bayes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import check_pseudo_counts
from naivebench.core.explanations import WordContributions
from naivebench.core.logspace import log, log_prior, normalize_rows
from naivebench.core.table import Table
from naivebench.methods.sequences import bags, nb_mn
from naivebench.methods.sequences.bags import merge as merge

COMPOSITION = "binary"  # of all texts: see `bags.learn_vocabulary`
SMALLEST_ALPHA = 1e-10  # a word that all cases of a class have, or none, would have infinite odds


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    log_prior: np.ndarray  # (K,) nats
    log_absent: np.ndarray  # (K,) nats, log P(a case without any word | c)
    log_odds: np.ndarray  # (columns, K) nats, log p_ic - log (1 - p_ic); 0 for words outside the vocabulary


def count(table: Table, weights: np.ndarray | None = None, *, k: int = 1) -> bags.Statistics:
    """Count the words, see `bags.count`."""
    return bags.count(table, "nb_bernoulli", weights, k=k, composition=COMPOSITION)


def estimate(
    statistics: bags.Statistics,
    *,
    alpha: float | Sequence[float] = 1.0,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Fit the model to counted cases. alpha: one number, or one per word of the data, above 0. n_words,
    words_by: see `bags.choose_words`. Raises InputError for bad parameters.
    """
    check_pseudo_counts(alpha, SMALLEST_ALPHA, "nb_bernoulli")
    vocabulary, _, present = bags.choose_words(
        statistics, n_words=n_words, words_by=words_by, method="nb_bernoulli"
    )
    cases, inside = statistics.n_c[:, None], vocabulary.inside
    pseudo = bags.select_alpha(vocabulary, alpha, "nb_bernoulli")
    log_total = log(cases + 2 * pseudo)
    log_present, log_missing = (log(n + pseudo) - log_total for n in (present, cases - present))
    log_odds = np.where(inside, log_present - log_missing, 0.0).T.copy()
    return Model(vocabulary, log_prior(statistics.n_c), log_missing[:, inside].sum(axis=1), log_odds)


def fit(train: Table, *, rng: np.random.Generator | None = None, k: int = 1, **params: Any) -> Model:
    """Fit the model by `estimate(count(train, k=k))`, with the parameters of `estimate`."""
    return estimate(count(train, k=k), **params)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over words of log p_ic or log (1 - p_ic), (n, K) nats, not normalised."""
    present = bags.count_words(model.vocabulary, table)
    return nb_mn.sum_word_scores(present, model.log_prior + model.log_absent, model.log_odds)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; in a case without words, the absence of all words is evidence."""
    return normalize_rows(log_joint(model, table), model.log_prior)


def contributions(model: Model, table: Table) -> WordContributions:
    """Return the terms log p_ic - log (1 - p_ic) of a case's words, and `rest`, the term without words."""
    counts, prior = bags.count_words(model.vocabulary, table), np.tile(model.log_prior, (len(table.y), 1))
    explained = nb_mn.explain_words(model.vocabulary, counts, prior, model.log_odds)
    rest = np.tile(model.log_absent, (len(table.y), 1))
    return explained._replace(rest=rest, rest_of="absence of all words")


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters, K - 1 + K d, and the size of the vocabulary."""
    d, n_c = bags.vocabulary_size(model.vocabulary), len(model.log_prior)
    return {"n_parameters": n_c - 1 + n_c * d, "attributes_used": int(d > 0), "words": d}
