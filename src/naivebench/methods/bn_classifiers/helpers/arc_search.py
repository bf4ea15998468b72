"""Networks of attributes below the class, and how many left-out cases each of their changes gets right."""

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
    """Cases of known class, made ready for many networks."""

    train: Table
    smoothing: Smoothing
    prior: np.ndarray  # (n, K) log P(c) without each case
    precedes: np.ndarray  # (K, K) bool, see left_out.precedence
    attributes: tuple[int, ...]  # with at least two values among the cases: the others get no arc
    terms: dict[tuple[int, tuple[int, ...]], Terms]  # by attribute and parents, as far as met


def prepare(train: Table, smoothing: Smoothing) -> Core:
    """Make the cases ready; all their classes are known."""
    used = tuple(int(j) for j in families.informative(additive.count(train)))
    prior = left_out.prior(train, smoothing.prior_alpha)
    return Core(train, smoothing, prior, left_out.precedence(train), used, {})


def terms(core: Core, j: int, parents: tuple[int, ...]) -> Terms:
    """log P(x_j | c, parents) of all cases, each without itself."""
    if (j, parents) not in core.terms:
        found = left_out.family(core.train, j, parents, core.smoothing)
        core.terms[j, parents] = found._replace(rows=found.rows.astype(np.int32))
    return core.terms[j, parents]


def scores(core: Core, parents: Parents, without: int = -1) -> np.ndarray:
    """log P(c, x) of all cases, each without itself, (n, K); the attribute `without` is left out."""
    total = core.prior
    for j, above in enumerate(parents):
        if j != without:
            total = left_out.add(total, terms(core, j, above), core.train.y)
    return total


def correct(core: Core, scored: np.ndarray, added: Terms | None = None) -> int:
    """Cases classified correctly by scores (n, K), with the terms of one more attribute."""
    added = left_out.nothing(core.train) if added is None else added
    return left_out.correct_cases(scored, added, core.train.y, core.precedes)


def best_arc(
    core: Core, parents: Parents, candidates: dict[int, list[int]]
) -> tuple[int, tuple[int, int] | None]:
    """The arc (from, to) with which most cases are correct, and their number; -1 and None without any.

    candidates: for each child the new parents to try. Ties go to the first in their order.
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
    """Whether `ancestor` is j or above it."""
    return j == ancestor or any(is_below(parents, p, ancestor) for p in parents[j])
