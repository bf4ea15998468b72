"""Leave-one-out accuracy of networks in which the class is a parent of all attributes, and of their
changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import additive
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers.helpers import families, left_out
from naivebench.methods.bn_classifiers.helpers.families import Smoothing
from naivebench.methods.bn_classifiers.helpers.left_out import Terms

Parents = tuple[tuple[int, ...], ...]  # of every attribute, besides the class


class Core(NamedTuple):
    """Cases of known class, prepared for scoring many networks."""

    train: Table
    smoothing: Smoothing
    prior: np.ndarray  # (n, K) log P(c) without each case
    precedes: np.ndarray  # (K, K) bool, see left_out.precedence
    attributes: tuple[int, ...]  # with at least two values among the cases; the others get no arcs
    terms: dict[tuple[int, tuple[int, ...]], Terms]  # by attribute and parents, those computed so far


def prepare(train: Table, smoothing: Smoothing) -> Core:
    """Prepare cases, whose classes must all be known."""
    used = tuple(int(j) for j in families.informative(additive.count(train)))
    prior = left_out.prior(train, smoothing.prior_alpha)
    return Core(train, smoothing, prior, left_out.precedence(train), used, {})


def terms(core: Core, j: int, parents: tuple[int, ...]) -> Terms:
    """log P(x_j | c, parents) of all cases, each left out of the counts."""
    if (j, parents) not in core.terms:
        found = left_out.family(core.train, j, parents, core.smoothing)
        core.terms[j, parents] = found._replace(rows=found.rows.astype(np.int32))
    return core.terms[j, parents]


def scores(core: Core, parents: Parents, without: int = -1) -> np.ndarray:
    """log P(c, x) of all cases, each left out of the counts, (n, K) nats, without the attribute `without`."""
    total = core.prior
    for j, above in enumerate(parents):
        if j != without:
            total = left_out.add(total, terms(core, j, above), core.train.y)
    return total


def correct(core: Core, scored: np.ndarray, added: Terms | None = None) -> int:
    """Number of cases that scores (n, K) plus the terms of one more attribute classify correctly."""
    added = left_out.nothing(core.train) if added is None else added
    return left_out.correct_cases(scored, added, core.train.y, core.precedes)


def best_arc(
    core: Core, parents: Parents, candidates: dict[int, list[int]]
) -> tuple[int, tuple[int, int] | None]:
    """Number of correct cases with the best arc, and this arc (from, to); -1 and None without candidates.

    candidates: the new parents to try for each child. Ties go to the first candidate.
    """
    most, best = -1, None
    for j, new in candidates.items():
        base = scores(core, parents, without=j) if new else core.prior
        for p in new:
            found = correct(core, base, terms(core, j, (*parents[j], p)))
            if found > most:
                most, best = found, (p, j)
    return most, best


def with_arc(parents: Parents, arc: tuple[int, int]) -> Parents:
    """The network with one more arc (from, to)."""
    return tuple((*above, arc[0]) if j == arc[1] else above for j, above in enumerate(parents))


def is_below(parents: Parents, j: int, ancestor: int) -> bool:
    """Whether `ancestor` is j or an ancestor of j."""
    return j == ancestor or any(is_below(parents, p, ancestor) for p in parents[j])
