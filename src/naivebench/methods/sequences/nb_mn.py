"""Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
distribution of its class. The order of the words does not matter.

    log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
    p_ic = (Count_ic + a) / (Count_c + a d)
    P(c) = (n_c + a0) / (n + K a0) over cases

d is the size of the vocabulary (`bags`). Words outside it are ignored, and so is the probability of the
length. A case without words gets the prior. Fit O(words), predict O(words K).
docs/methods/sequences.md#multinomial-naive-bayes (composition); McCallum and Nigam 1998; NB of Kang, Silvescu
and Honavar 2006; with alpha = 0 the first example of the textbook's chapter 18.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from naivebench.core.checks import check_pseudo_counts
from naivebench.core.explanations import WordContributions
from naivebench.core.logspace import log, log_prior, normalize_rows
from naivebench.core.table import Counts, Table
from naivebench.methods.sequences import bags
from naivebench.methods.sequences.bags import merge as merge

N_TELLING = 8  # words of each class in the summary


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (columns, K) nats, log p_ic; 0 for words outside the vocabulary
    classes: tuple[str, ...]


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    composition: str = "counts",
    k: int = 1,
    **params: Any,
) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of both functions."""
    return estimate(count(train, composition=composition, k=k), **params)


def count(
    table: Table, weights: np.ndarray | None = None, *, composition: str = "counts", k: int = 1
) -> bags.Statistics:
    """Count the words, see `bags.count`. composition: `counts`; `binary` (presence of a word in a case); or
    `fraction` (exponents f_i divided by the length of the case).
    """
    return bags.count(table, "nb_mn", weights, k=k, composition=composition)


def estimate(
    statistics: bags.Statistics,
    *,
    alpha: float | Sequence[float] = 1.0,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Fit the model to counted cases. alpha: one number, or one per word of the data, at least 0; 0 is
    maximum likelihood, where a word that is unseen in a class excludes the class. n_words, words_by: see
    `bags.choose_words`. Raises InputError for bad parameters.
    """
    check_pseudo_counts(alpha, 0, "nb_mn")
    vocabulary, totals, _ = bags.choose_words(statistics, n_words=n_words, words_by=words_by, method="nb_mn")
    pseudo = bags.select_alpha(vocabulary, alpha, "nb_mn")
    table = estimate_word_log_proba(totals, vocabulary.inside, pseudo)
    return Model(vocabulary, log_prior(statistics.n_c), table, statistics.classes)


def estimate_word_log_proba(totals: np.ndarray, inside: np.ndarray, alpha: float | np.ndarray) -> np.ndarray:
    """Estimate log p_ic, (columns, K) nats, from totals (K, columns); 0 for words outside the vocabulary.
    inside: (columns,) bool. alpha: one pseudo-count for all words, or (columns,). A class without any word
    gets the uniform distribution over the vocabulary, even with alpha = 0, where it is the limit.
    """
    pseudo = alpha[inside].sum() if isinstance(alpha, np.ndarray) else alpha * inside.sum()
    denominator = log(totals.sum(axis=1) + pseudo)
    empty = np.isneginf(denominator)
    if empty.any():
        totals = np.where(empty[:, None], 1.0, totals)
        denominator = np.where(empty, log(np.maximum(inside.sum(), 1)), denominator)
    each = alpha[:, None] if isinstance(alpha, np.ndarray) else alpha
    table = log(np.ascontiguousarray(totals.T) + each)
    table -= denominator
    table[~inside] = 0.0
    return table


def sum_word_scores(counts: Counts, log_prior: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return log P(c) + sum of f_i log p_ic, (n, K) nats. table: (columns, K). No entry of `counts` is 0."""
    shape = len(counts.indptr) - 1, counts.n_columns
    return log_prior + csr_array((counts.data, counts.indices, counts.indptr), shape=shape) @ table


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum of f_i log p_ic, (n, K) nats, not normalised."""
    return sum_word_scores(bags.count_words(model.vocabulary, table), model.log_prior, model.log_table)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.log_prior)


def contributions(model: Model, table: Table) -> WordContributions:
    """Return the terms f_i log p_ic of every word of a case."""
    counts, prior = bags.count_words(model.vocabulary, table), np.tile(model.log_prior, (len(table.y), 1))
    return explain_words(model.vocabulary, counts, prior, model.log_table)


def explain_words(
    vocabulary: bags.Vocabulary, counts: Counts, prior: np.ndarray, table: np.ndarray
) -> WordContributions:
    """Return the terms of prior (n, K) + sum over words of counts times table (columns, K), nats."""
    names = {int(i): bags.name_word(vocabulary, int(i)) for i in np.unique(counts.indices)}
    terms = counts.data[:, None] * table[counts.indices]
    return WordContributions(prior, counts, tuple(names[i] for i in counts.indices.tolist()), terms)


def summarize(model: Model) -> dict[str, Any]:
    """Report K - 1 + K (d - 1) parameters, the vocabulary's size, and words that distinguish classes."""
    d, n_classes = bags.vocabulary_size(model.vocabulary), len(model.log_prior)
    return {
        "n_parameters": n_classes - 1 + n_classes * max(d - 1, 0),
        "attributes_used": int(d > 0),
        "words": d,
        "telling_words": find_telling_words(model),
    }


def find_telling_words(model: Model) -> dict[str, list[list[str | float]]]:
    """Find the words that best distinguish every class that occurs, as [word, nats]: positive contributions
    p_ic log(p_ic / p_i of the other classes) to the divergence of the class from the mixture of the others.
    """
    prior, p = np.exp(model.log_prior), np.exp(model.log_table)
    joint, share = p * prior, prior.sum() - prior
    usable = (prior > 0) & (share > 0)
    rest = (joint.sum(axis=1, keepdims=True) - joint) / np.where(usable, share, 1)
    terms = p * (log(np.where(p > 0, p, 1)) - log(np.maximum(rest, 1e-300)))
    gain = np.where(usable & (p > 0) & model.vocabulary.inside[:, None], terms, 0.0)
    gain = np.round(gain, 12)

    best: dict[str, list[list[str | float]]] = {}
    for c in np.flatnonzero(np.isfinite(model.log_prior)):
        top = [i for i in np.argsort(-gain[:, c], kind="stable")[:N_TELLING] if gain[i, c] > 0]
        best[model.classes[c]] = [
            [bags.name_word(model.vocabulary, i), round(float(gain[i, c]), 6)] for i in top
        ]
    return best
