"""Hill climbing over arcs and SuperParent, compared with the searches written out with refitted networks."""

import itertools

import numpy as np
import pytest
from support.random_networks import acyclic
from support.tables import made

from naivebench.core.decisions import decide_classes
from naivebench.core.table import class_counts, subset
from naivebench.methods.bn_classifiers import families, kdb_hc
from naivebench.methods.bn_classifiers.families import Smoothing

pytestmark = [pytest.mark.slow, pytest.mark.long]

R = (3, 2, 3, 2)
ATTRIBUTES = range(len(R))
# seeds of tables on which two super-parents are equally good and lead to different networks
TIES = (1, 4, 10)


def correct(table, parents):
    """Number of cases that networks fitted without them classify correctly."""
    right = 0
    for i in range(len(table.y)):
        rest = subset(table, np.delete(np.arange(len(table.y)), i))
        model = families.fit_tables(rest, parents, Smoothing())
        one = families.log_joint(model, subset(table, [i]))
        right += decide_classes(one, class_counts(rest))[0] == table.y[i]
    return right


def added(parents, p, j):
    return tuple((*pa, p) if i == j else pa for i, pa in enumerate(parents))


def climb(table, k):
    parents = ((),) * len(R)
    current = correct(table, parents)
    while True:
        moves = [
            added(parents, p, j)
            for j, p in itertools.product(range(len(R)), repeat=2)
            if p != j and p not in parents[j] and len(parents[j]) < k
        ]
        moves = [m for m in moves if acyclic(m)]
        found = [correct(table, m) for m in moves]
        if not found or max(found) <= current:
            return parents
        current = max(found)
        parents = moves[found.index(current)]


def super_parent(table, order=ATTRIBUTES):
    """The search written out.

    `order` is the order in which attributes are tried as super-parents; the first of several ties wins.
    """
    parents = ((),) * len(R)
    current = correct(table, parents)
    while True:
        best, children = (-1, None), None
        for p in order:
            orphans = [
                j for j in range(len(R)) if j != p and not parents[j] and acyclic(added(parents, p, j))
            ]
            adopted = parents
            for j in orphans:
                adopted = added(adopted, p, j)
            if orphans and correct(table, adopted) > best[0]:
                best, children = (correct(table, adopted), p), orphans
        if children is None:
            return parents
        found = [correct(table, added(parents, best[1], j)) for j in children]
        if max(found) <= current:
            return parents
        current = max(found)
        parents = added(parents, best[1], children[found.index(current)])


@pytest.mark.parametrize("seed", range(3))
def test_equal_to_the_searches_written_out(seed):
    table = made(seed, 36, R, 2, 0.1)
    assert kdb_hc.fit(table, k=1).parents == climb(table, 1)
    assert kdb_hc.fit(table, k=2).parents == climb(table, 2)
    assert kdb_hc.fit(table, super_parent=True).parents == super_parent(table)


@pytest.mark.parametrize("seed", TIES)
def test_equally_good_super_parents_go_to_the_first(seed):
    table = made(seed, 14, R, 2)
    first, last = super_parent(table), super_parent(table, ATTRIBUTES[::-1])
    assert first != last  # this tie changes the result
    assert kdb_hc.fit(table, super_parent=True).parents == first
