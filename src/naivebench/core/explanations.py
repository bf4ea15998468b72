"""Explanations of posteriors, as returned by the optional function `explain(model, table)` of a method.

The posterior follows from each kind of explanation; the docstring of the kind says how, and tests check it.
Terms are log probabilities or log densities per class, in nats; the difference of two classes is the log-odds
that a part of the case contributes (docs/explanations.md#log-odds).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.table import Counts


class Step(NamedTuple):
    """One branch on a path through a tree."""

    attribute: int  # index among the attributes of the table; -1: the class that the node predicts
    column: str  # name of the tested column
    relation: str  # "<=", ">" or "="
    value: (
        float  # threshold in the method's units (radians, scores of ordinal values), code of a value or class
    )
    observed: bool  # False: the value is missing and the case follows several branches, or the usual one


class Contributions(NamedTuple):
    """Terms of the attributes: log P(c, x) = prior + sum over attributes of terms + rest.

    Normalised (`logspace.normalize` with `prior`), that is log P(c | x). `terms` follows the order of the
    table's attributes; an attribute that contributes nothing (a missing value) has zeros.
    """

    prior: np.ndarray  # (n, K) nats
    terms: np.ndarray  # (n, d, K) nats
    rest: np.ndarray | float = 0.0  # (n, K) nats, the part of no single attribute
    rest_of: str = ""  # description of `rest`
    parents: tuple[tuple[int, ...], ...] = ()  # (d,) attributes that a term is conditional on, or empty
    depth: np.ndarray | None = None  # (n, d) number of these parents in use, counted from the first
    route: tuple[tuple[Step, ...], ...] = ()  # (n,) path to the node that gives the terms, or empty


class WordContributions(NamedTuple):
    """Terms of the words in a case: log P(c, x) = prior + sum over its entries of terms + rest."""

    prior: np.ndarray  # (n, K) nats
    counts: Counts  # (n, columns) in the form that the model takes
    words: tuple[str, ...]  # (nnz,) the word of every entry
    terms: np.ndarray  # (nnz, K) nats
    rest: np.ndarray | float = 0.0  # (n, K) nats
    rest_of: str = ""


class Mixture(NamedTuple):
    """A sum of models: log P(c, x) = logsumexp over members of log_joint.

    The members' posteriors, weighted by their shares of P(x), add up to P(c | x). A case without any member
    (all -inf) is explained by `fallback`.
    """

    attributes: np.ndarray  # (S,) super-parent of every member
    log_joint: np.ndarray  # (n, S, K) nats
    fallback: Contributions


class Patterns(NamedTuple):
    """Combinations of values, each smoothed towards the prediction of its parts.

    P(c | W) = (counts + s exp(prior)) / (sum of counts + s); that of family `target` is P(c | x).
    """

    families: tuple[tuple[int, ...], ...]  # (F,) attributes of every family
    used: np.ndarray  # (n, F) bool: the prediction uses the case's pattern in the family
    target: np.ndarray  # (n,) family that gives the prediction
    counts: np.ndarray  # (n, F, K) training cases with the pattern
    prior: np.ndarray  # (n, F, K) log P(c | parts of the pattern), nats
    log_proba: np.ndarray  # (n, F, K) nats
    s: np.ndarray  # (F,) weight of the prior, in cases; NaN for the empty family, which has none


class Leaf(NamedTuple):
    """A leaf that a case reaches."""

    weight: float  # share of the case
    size: float  # weight of the training cases behind the frequencies
    distribution: np.ndarray  # (K,) class frequencies
    steps: tuple[Step, ...]


class Paths(NamedTuple):
    """The leaves that cases reach: P(c | x) is proportional to N sum over leaves of weight times distribution
    + laplace, N = sum of their sizes.
    """

    leaves: tuple[tuple[Leaf, ...], ...]  # (n,)
    laplace: float


Explanation = Contributions | WordContributions | Mixture | Patterns | Paths


def log_joint(explanation: Contributions | WordContributions) -> np.ndarray:
    """Joint log probability log P(c, x), shape (n, K), nats: the sum of all terms."""
    if isinstance(explanation, Contributions):
        return explanation.prior + explanation.terms.sum(axis=1) + explanation.rest
    total = explanation.prior + explanation.rest
    case = np.repeat(np.arange(len(total)), np.diff(explanation.counts.indptr))
    np.add.at(total, case, explanation.terms)
    return total


def log_odds(terms: np.ndarray, first: int, second: int) -> np.ndarray:
    """Terms (..., K) of class `first` minus those of class `second`, nats; 0 where both are -inf, which does
    not distinguish the two.
    """
    one, other = terms[..., first], terms[..., second]
    both = np.isneginf(one) & np.isneginf(other)
    with np.errstate(invalid="ignore"):
        return np.where(both, 0.0, one - other)
