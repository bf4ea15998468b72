"""Words that distinguish the classes, and the explanation and warm-up shared by methods on bags of words."""

from __future__ import annotations

import numpy as np

from naivebench.core.explanations import WordContributions
from naivebench.core.logspace import log
from naivebench.core.table import Counts, Table, n_classes
from naivebench.methods.sequences.helpers import bags, multinomial

N_TELLING = 8


def contributions(log_prior: np.ndarray, log_table: np.ndarray) -> np.ndarray:
    """p_ic log(p_ic / p_i of the other classes), (columns, K) nats: contribution of word i to the divergence
    of class c from the rest.

    The rest is the mixture of the other classes, weighted by their priors. With a single class all
    contributions are 0.
    """
    prior, p = np.exp(log_prior), np.exp(log_table)
    joint = p * prior
    rest = joint.sum(axis=1, keepdims=True) - joint
    share = prior.sum() - prior
    usable = (prior > 0) & (share > 0)
    rest = np.maximum(rest / np.where(usable, share, 1), 1e-300)
    return np.where(usable & (p > 0), p * (log(np.where(p > 0, p, 1)) - log(rest)), 0.0)


def telling(
    vocabulary: bags.Vocabulary,
    log_prior: np.ndarray,
    log_table: np.ndarray,
    classes: tuple[str, ...],
    n: int = N_TELLING,
) -> dict[str, list[list[str | float]]]:
    """For every class that occurs, the n words with the largest `contributions` above 0, as [word, nats];
    ties go to the first word.
    """
    gain = np.where(vocabulary.inside[:, None], contributions(log_prior, log_table), 0.0)
    gain = np.round(gain, 12)
    best: dict[str, list[list[str | float]]] = {}
    for c in np.flatnonzero(np.isfinite(log_prior)):
        top = np.argsort(-gain[:, c], kind="stable")[:n]
        best[classes[c]] = [
            [bags.word(vocabulary, i), round(float(gain[i, c]), 6)] for i in top if gain[i, c] > 0
        ]
    return best


def explained(
    vocabulary: bags.Vocabulary, counts: Counts, prior: np.ndarray, table: np.ndarray
) -> WordContributions:
    """Terms of the scores prior (n, K) + sum over words of counts times table (columns, K), nats."""
    names = {int(i): bags.word(vocabulary, int(i)) for i in np.unique(counts.indices)}
    terms = counts.data[:, None] * table[counts.indices]
    return WordContributions(prior, counts, tuple(names[i] for i in counts.indices.tolist()), terms)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops of `multinomial`, if fits on tables like `train` may call them."""
    entries = 0 if train.counts is None else len(train.counts.data) + train.counts.n_columns
    if train.sequences is not None:
        entries = max(entries, 2 * len(train.sequences.tokens))
    multinomial.warm_up(entries * n_classes(train))
