"""Terms of posteriors, as returned by the optional function `contributions(model, table)` of a method.

Terms are log probabilities or log densities per class, in nats; the difference of two classes is the log-odds
that a part of the case contributes (docs/explanations.md#log-odds).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.table import Counts


class Contributions(NamedTuple):
    """Terms of the attributes, in the order of the table: log P(c, x) = prior + sum over attributes of terms
    + rest. An attribute that contributes nothing (a missing value) has zeros.
    """

    prior: np.ndarray  # (n, K) nats
    terms: np.ndarray  # (n, d, K) nats
    rest: np.ndarray | float = 0.0  # (n, K) nats, the part of no single attribute
    rest_of: str = ""  # description of `rest`
    parents: tuple[tuple[int, ...], ...] = ()  # (d,) attributes that a term is conditional on, or empty
    depth: np.ndarray | None = None  # (n, d) number of these parents in use, counted from the first


class WordContributions(NamedTuple):
    """Terms of the words in a case: log P(c, x) = prior + sum over its entries of terms + rest."""

    prior: np.ndarray  # (n, K) nats
    counts: Counts  # (n, columns) in the form that the model takes
    words: tuple[str, ...]  # (nnz,) the word of every entry
    terms: np.ndarray  # (nnz, K) nats
    rest: np.ndarray | float = 0.0  # (n, K) nats
    rest_of: str = ""


def log_joint(explanation: Contributions | WordContributions) -> np.ndarray:
    """Return the joint log probability log P(c, x), (n, K) nats: the sum of all terms."""
    if isinstance(explanation, Contributions):
        return explanation.prior + explanation.terms.sum(axis=1) + explanation.rest
    total = explanation.prior + explanation.rest
    case = np.repeat(np.arange(len(total)), np.diff(explanation.counts.indptr))
    np.add.at(total, case, explanation.terms)
    return total
