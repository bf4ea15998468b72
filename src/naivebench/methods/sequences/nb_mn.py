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

from naivebench.core.checks import at_least, pseudo_counts
from naivebench.core.counts import known_cases
from naivebench.core.explanations import WordContributions
from naivebench.core.grouped import flat
from naivebench.core.logspace import log, log_prior, normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Counts, Table, n_classes
from naivebench.methods.sequences.helpers import bag_counts, bags, features, multinomial, words
from naivebench.methods.sequences.helpers.bag_counts import Statistics
from naivebench.methods.sequences.helpers.bag_counts import merge as merge
from naivebench.methods.sequences.helpers.bag_counts import widen as widen


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (columns, K) nats, log p_ic; 0 for words outside the vocabulary
    classes: tuple[str, ...]


def check_params(alpha: float | Sequence[float], prior_alpha: float, method: str) -> None:
    """Raise InputError for a parameter outside its range."""
    pseudo_counts(alpha, 0, "alpha", method)
    at_least(prior_alpha, 0, "prior_alpha", method)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float | Sequence[float] = 1.0,
    prior_alpha: float = 0.0,
    composition: str = "counts",
    chosen: bags.Words = bags.Words(),
) -> Model:
    """Count the words and estimate the probabilities. alpha, prior_alpha >= 0; 0 is maximum likelihood, where
    a word that is unseen in a class excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.
    """
    return estimate(
        count(train, composition=composition, k=chosen.k, letters=chosen.letters),
        alpha=alpha,
        prior_alpha=prior_alpha,
        n_words=chosen.n_words,
        words_by=chosen.words_by,
    )


def count(
    table: Table,
    weights: np.ndarray | None = None,
    *,
    composition: str = "counts",
    k: int = 1,
    letters: str | None = None,
) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each; other
    parameters and errors as in `fit`.
    """
    return bag_counts.count(table, "nb_mn", weights, k=k, letters=letters, composition=composition)


def estimate(
    statistics: Statistics,
    *,
    alpha: float | Sequence[float] = 1.0,
    prior_alpha: float = 0.0,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Fit the model to counted cases; parameters and errors as in `fit`."""
    check_params(alpha, prior_alpha, "nb_mn")
    vocabulary, totals, _ = bag_counts.learned(statistics, n_words=n_words, words_by=words_by, method="nb_mn")
    pseudo = bags.per_column(vocabulary, alpha, "nb_mn")
    table = multinomial.log_table(totals, vocabulary.inside, pseudo)
    return Model(vocabulary, log_prior(statistics.n_c, prior_alpha), table, statistics.classes)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum of f_i log p_ic, (n, K) nats, not normalised."""
    return multinomial.scores(bags.apply(model.vocabulary, table), model.log_prior, model.log_table)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), (n, K) nats; a case that is impossible under every class (alpha = 0) gets the prior."""
    return normalize(log_joint(model, table), model.log_prior)


def explain(model: Model, table: Table) -> WordContributions:
    """Terms f_i log p_ic of every word of a case."""
    counts, prior = bags.apply(model.vocabulary, table), np.tile(model.log_prior, (len(table.y), 1))
    return words.explained(model.vocabulary, counts, prior, model.log_table)


warm_up = words.warm_up


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters K - 1 + K (d - 1), size of the vocabulary, and the words of every class that
    distinguish it most.
    """
    d, n_classes = bags.size(model.vocabulary), len(model.log_prior)
    return {
        "n_parameters": n_classes - 1 + n_classes * max(d - 1, 0),
        "attributes_used": int(d > 0),
        "words": d,
        "telling_words": words.telling(model.vocabulary, model.log_prior, model.log_table, model.classes),
    }


def leave_one_out(
    table: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float | Sequence[float] = 1.0,
    prior_alpha: float = 0.0,
    **vocabulary: Any,
) -> np.ndarray:
    """Leave-one-out predictions by subtraction from the counts, (n, K) nats: row i is log P(c | x_i) of the
    model of all cases but i.

    O(words K).

    The vocabulary, including the choice of words, is that of all cases. A case of unknown class is predicted
    by the model of all known cases. Further parameters as in `fit`.
    """
    model = fit(table, rng=rng, alpha=alpha, prior_alpha=prior_alpha, **vocabulary)
    result, labelled = predict_log_proba(model, table), np.flatnonzero(table.y >= 0)
    if len(labelled):
        cases = known_cases(table)
        exponents, counts = (
            bags.apply(v, cases) for v in (model.vocabulary, bags.estimated(model.vocabulary))
        )
        pseudo = bags.per_column(model.vocabulary, alpha, "nb_mn")
        result[labelled] = _subtract(cases, counts, exponents, model, pseudo, prior_alpha)
    return result


def _subtract(
    table: Table,
    counts: Counts,
    exponents: Counts,
    model: Model,
    alpha: float | np.ndarray,
    prior_alpha: float,
) -> np.ndarray:
    """Leave-one-out predictions, (n, K) nats. Without case i only the totals of its own class change.
    `counts` and `exponents` have the same entries.
    """
    y, k = table.y, n_classes(table)
    n_c = np.bincount(y, minlength=k)
    totals, inside = multinomial.class_totals(counts, y, k), model.vocabulary.inside
    # row i is the prior without a case of class i
    priors = log_prior(np.maximum(n_c - np.eye(k), 0), prior_alpha)
    scores = multinomial.scores(exponents, np.zeros(k), model.log_table) + priors[y]
    entry = features.row_of_entry(counts)
    rest = np.maximum(totals.sum(axis=1)[y] - features.row_sums(counts), 0)
    rest = rest + multinomial.pseudo_total(inside, alpha)
    of_entry = alpha[counts.indices] if isinstance(alpha, np.ndarray) else alpha
    left = np.maximum(totals[y[entry], counts.indices] - counts.data, 0) + of_entry
    empty = rest == 0  # no words left and no pseudo-counts: uniform
    log_p = np.where(empty[entry], -log(inside.sum()), log(left) - log(np.where(empty, 1, rest))[entry])
    scores[np.arange(len(y)), y] = priors[y, y] + features.row_sums(exponents, exponents.data * log_p)
    return normalize(scores, priors[y])
