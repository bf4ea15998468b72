"""Ensembles of selective KDB: identities, brute force on small tables, and the sampler of HDP."""

import itertools

import numpy as np
import pytest
from scipy.special import digamma
from support.tables import made

from naivebench.core.information import conditional_mutual_information, mutual_information
from naivebench.core.logspace import logsumexp
from naivebench.methods.bn_classifiers import kdb, skdb
from naivebench.methods.bn_classifiers.families import Smoothing
from naivebench.methods.high_cardinality import eskdb


def smoothed_by_hand(family, table, j):
    """P(x_j | c, parents) of every case and class: the counts of each level, from the root down."""
    n, k = len(table.y), len(table.classes)
    result = np.zeros((n, k))
    for i, c in itertools.product(range(n), range(k)):
        p, path = 1 / family.r, (c, *(table.codes[i, a] for a in family.parents))
        for level, concentration in enumerate(family.concentrations):
            node = 0
            for step, value in zip(family.nodes[:level], path[:level], strict=True):
                found = np.flatnonzero(step.keys == node * step.radix + value) if value >= 0 else []
                node = found[0] if len(found) else None
                if node is None:
                    break
            if node is None:
                break
            place = np.flatnonzero(family.entries[level].keys == node * family.r + table.codes[i, j])
            count = family.counts[level][place[0]] if len(place) else 0.0
            p = (count + concentration * p) / (family.totals[level][node] + concentration)
        result[i, c] = np.log(p) if table.codes[i, j] >= 0 else 0.0
    return result


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_terms_are_the_recursion_down_the_levels(missing):
    train, test = made(0, 60, (3, 2, 4), 3, missing), made(1, 20, (3, 2, 4), 3, missing)
    family = eskdb.fit_family(np.ascontiguousarray(train.codes.T), train.y, 0, (2, 1), 3, 3)
    found = eskdb.score_values(family, test.codes[:, 0], test.codes.T, 3)
    np.testing.assert_allclose(found, smoothed_by_hand(family, test, 0), atol=1e-12)


def expected_by_hand(x, y, parent, shape, rounds):
    """The levels root, class, and (class, parent) as dense arrays, by the formulas of the module."""
    k, _, r = shape
    cases = np.zeros(shape)
    np.add.at(cases, (y, parent, x), 1)
    c, base = np.full(3, 2.0), np.full(r, 1 / r)
    above = [base, base, base]  # distribution of the parent node, broadcast over the nodes of a level
    for step in range(rounds):
        n, tables = [np.zeros(r), np.zeros((k, r)), cases], np.zeros(3)
        for level in (2, 1, 0):
            a = c[level] * np.broadcast_to(above[level], n[level].shape)
            expected = a * (digamma(a + n[level]) - digamma(a)) if step else np.ones_like(a)
            t = np.where(n[level] > 1, np.clip(expected, 1, np.maximum(n[level], 1)), n[level])
            tables[level] = t.sum()
            if level:
                n[level - 1] = t.sum(axis=-2)
        for level in range(3):
            total = n[level].sum(axis=-1)
            opened = (digamma(c[level] + total) - digamma(c[level])).sum()
            c[level] = (1 + tables[level]) / (1 + opened) if step else c[level]
            theta = (n[level] + c[level] * above[level]) / (total[..., None] + c[level])
            if level < 2:
                above[level + 1] = theta if level == 0 else theta[:, None, :]
    return c, theta


def test_seating_and_concentrations_by_their_formulas():
    train = made(2, 200, (3, 2), 2)
    columns = np.ascontiguousarray(train.codes.T)
    family = eskdb.fit_family(columns, train.y, 0, (1,), 3, 2)
    c, theta = expected_by_hand(train.codes[:, 0], train.y, train.codes[:, 1], (2, 2, 3), eskdb.ROUNDS)
    np.testing.assert_allclose(family.concentrations, c, rtol=1e-9)
    found = eskdb.score_values(family, columns[0], columns, 2)[np.arange(200), train.y]
    np.testing.assert_allclose(np.exp(found), theta[train.y, columns[1], columns[0]], rtol=1e-9)


def test_posteriors_are_the_mean_over_members():
    train, test = made(0, 80, (3, 2, 4), 3, 0.1), made(1, 30, (3, 2, 4), 3, 0.1)
    model = eskdb.fit(train, rng=np.random.default_rng(4), members=4)
    each = [eskdb.predict_log_proba(model._replace(members=(m,)), test) for m in model.members]
    expected = logsumexp(np.array(each), axis=0) - np.log(4)
    np.testing.assert_allclose(eskdb.predict_log_proba(model, test), expected, atol=1e-12)


def test_orders_are_drawn_by_weight_without_replacement():
    """Of three attributes with weights 1, 2, 5, each is first with probability 1/8, 2/8, 5/8; weight 0 comes
    last.
    """
    rng = np.random.default_rng(0)
    drawn = np.array([eskdb.draw_attribute_order(np.array([1.0, 2, 0, 5]), rng) for _ in range(4000)])
    assert (drawn[:, 3] == 2).all()
    share = np.bincount(drawn[:, 0], minlength=4) / 4000
    np.testing.assert_allclose(share, [1 / 8, 2 / 8, 0, 5 / 8], atol=0.03)


def test_members_have_the_attributes_and_k_with_the_smallest_loss():
    table = made(3, 80, (3, 2, 4, 3), 2)
    model = eskdb.fit(table, rng=np.random.default_rng(7), members=5, k_max=2)
    by_class, pairs = mutual_information(table), conditional_mutual_information(table)
    rng = np.random.default_rng(7)
    for member in model.members:
        order = eskdb.draw_attribute_order(by_class, rng)
        parents = kdb.choose_parents(order, pairs, 2)
        a, k = skdb.locate_least_loss(
            skdb.compute_losses(table, order, parents, 2, Smoothing("m_estimate", 0.0, 1.0))
        )
        assert (member.columns.tolist(), member.k) == (order[: a + 1].tolist(), k)
        assert [f.parents for f in member.families] == [parents[j][:k] for j in member.columns]
    assert min(len(member.columns) for member in model.members) < 4
