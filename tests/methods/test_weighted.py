"""Weights of attributes from information (awnb), by optimization (wanbia) and over all subsets (manb), and
attributes that are chosen (selective_nb).
"""

import itertools
import math

import numpy as np
import pytest
from support.answers import is_correct, predict
from support.tables import append, made

from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Attribute, select_attributes
from naivebench.methods.naive_bayes import awnb, manb, nb, wanbia
from naivebench.methods.semi_naive import fssj

R = (3, 2, 4, 2)


def posterior(model, table, weights):
    """log P(c) + sum_j w_j log P(x_j | c), attribute by attribute."""
    scores = np.tile(model.log_prior, (len(table.y), 1))
    for j, w in enumerate(weights):
        for i, v in enumerate(table.codes[:, j]):
            if v >= 0:
                scores[i] += w * model.log_table[model.offsets[j] + 1 + v]
    return normalize_rows(scores, model.log_prior)


def test_weights_are_exponents_and_weights_one_are_naive_bayes():
    table = made(0, 60, R, 3, 0.2)
    model, weights = nb.fit(table), np.array([0.5, 0.0, 2.0, 1.0])
    found = awnb.predict_log_proba(awnb.weight_attributes(model, weights, {}), table)
    np.testing.assert_allclose(found, posterior(model, table, weights), atol=1e-12)
    one = awnb.predict_log_proba(awnb.weight_attributes(model, np.ones(4), {}), table)
    np.testing.assert_array_equal(one, nb.predict_log_proba(model, table))


def test_gain_ratios_by_their_definition():
    table = made(0, 80, R, 3, 0.2)
    expected = []
    for x in table.codes.T:
        seen = x >= 0
        p = np.zeros((5, 3))
        np.add.at(p, (x[seen], table.y[seen]), 1 / seen.sum())
        own, by_class = p.sum(axis=1), p.sum(axis=0)
        kl = [
            own[v] * sum(q / own[v] * np.log(q / own[v] / by_class[c]) for c, q in enumerate(p[v]) if q)
            for v in range(5)
            if own[v]
        ]
        expected.append(sum(kl) / -sum(q * np.log(q) for q in own if q))
    np.testing.assert_allclose(awnb.compute_gain_ratios(table), expected, atol=1e-10)
    weights = awnb.fit(table).facts["weights"]
    np.testing.assert_allclose(weights, np.array(expected) / np.mean(expected), atol=1e-10)
    more = append(table, Attribute("same", "nominal", ("v0",)), np.zeros(80))
    np.testing.assert_allclose(awnb.fit(more).facts["weights"][:4], weights, atol=1e-12)


@pytest.mark.parametrize("objective", wanbia.OBJECTIVES)
def test_objective_and_gradient(objective):
    table = made(0, 50, R, 3, 0.2)
    model, weights = nb.fit(table), np.array([0.3, 1.0, 0.7, 0.1])

    def direct(w):
        p = np.exp(posterior(model, table, w))
        true = np.eye(3)[table.y]
        return -np.log(p[true == 1]).sum() if objective == "cll" else 0.5 * ((p - true) ** 2).sum()

    value, gradient = wanbia.make_objective(model, table, objective)(weights)
    assert value == pytest.approx(direct(weights), rel=1e-12)
    step = 1e-5 * np.eye(4)
    slopes = [(direct(weights + s) - direct(weights - s)) / 2e-5 for s in step]
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("objective", wanbia.OBJECTIVES)
def test_no_other_weights_near_by_are_better(objective):
    table = made(0, 120, R, 3, 0.1)
    model, found = nb.fit(table), np.array(wanbia.fit(table, objective=objective).facts["weights"])
    best, gradient = wanbia.make_objective(model, table, objective)(found)
    assert best < wanbia.make_objective(model, table, objective)(np.ones(4))[0]
    assert ((found >= 0) & (found <= 1)).all()
    inner = (found > 0) & (found < 1)
    assert np.abs(gradient[inner]).max(initial=0) < 1e-2
    assert (gradient[found == 0] > -1e-2).all()
    assert (gradient[found == 1] < 1e-2).all()


def evidence(cells, alpha):
    """Probability of the sequence of values, one case after the other."""
    seen, log_p = np.zeros(len(cells)), 0.0
    for v, times in enumerate(cells):
        for _ in range(int(times)):
            log_p += math.log((seen[v] + alpha) / (seen.sum() + alpha * len(cells)))
            seen[v] += 1
    return log_p


def by_enumeration(train, test, q, alpha):
    """The sum of P(c, x) over all subsets of the attributes, weighted by their posteriors."""
    d, k = train.codes.shape[1], len(train.classes)
    r = [len(a.values) for a in train.attributes]
    total = np.zeros((len(test.y), k))
    for used in itertools.product((False, True), repeat=d):
        log_weight, joint = 0.0, np.ones((len(test.y), k))
        for j in range(d):
            x, seen = train.codes[:, j], train.codes[:, j] >= 0
            groups = [train.y == c for c in range(k)] if used[j] else [np.ones(len(x), bool)] * k
            for members in groups if used[j] else groups[:1]:
                log_weight += evidence(np.bincount(x[members & seen], minlength=r[j]), alpha)
            log_weight += math.log(q if used[j] else 1 - q)
            for c, (i, v) in itertools.product(range(k), enumerate(test.codes[:, j])):
                if v >= 0:
                    n = np.bincount(x[groups[c] & seen], minlength=r[j])
                    joint[i, c] *= (n[v] + alpha) / (n.sum() + alpha * r[j])
        prior = (np.bincount(train.y, minlength=k) + 1) / (len(train.y) + k)
        total += math.exp(log_weight) * prior * joint
    return normalize_rows(np.log(total), np.zeros(k))


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize(("q", "alpha"), [(0.5, 1.0), (0.1, 0.5)])
def test_equal_to_the_sum_over_all_subsets(missing, q, alpha):
    train, test = made(0, 40, (3, 2, 4), 3, missing), made(1, 15, (3, 2, 4), 3, missing)
    found = predict(manb, train, test, arc_prior=q, alpha=alpha)
    np.testing.assert_allclose(found, by_enumeration(train, test, q, alpha), atol=1e-10)


def correct(table, attributes):
    """Number of cases that naive Bayes on these attributes classifies correctly when each is left out."""
    part = select_attributes(table, sorted(attributes))
    return int(is_correct(nb.leave_one_out(nb.fit(part), part), table).sum())


def forward(table):
    chosen: list[int] = []
    best = correct(table, chosen)
    while len(chosen) < len(table.attributes):
        unused = [j for j in range(len(table.attributes)) if j not in chosen]
        scores = [correct(table, [*chosen, j]) for j in unused]
        if max(scores) <= best:
            break
        best = max(scores)
        chosen.append(unused[scores.index(best)])
    return sorted(chosen), best


def test_equal_to_forward_selection_written_out():
    sizes = set()
    for seed in range(8):
        table = made(seed, 60, (3, 2, 4, 2, 3), 3, 0.1)
        chosen, best = forward(table)
        model = fssj.fit(table, join=False)
        assert [g.members[0] for g in model.joined] == chosen
        assert model.facts["training_fitness"] == best / 60
        sizes.add(len(chosen))
    assert len(sizes) > 1
