"""Hierarchical Dirichlet process smoothing: identities, exact posteriors of small trees, parts of the
sampler.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.special import betaln, digamma, polygamma
from support import tables

from naivebench.methods.high_cardinality import hdp, hdp_seating


def made(n: int = 400, seed: int = 0, widths=(3, 5, 4), n_classes: int = 2):
    """A table in which the first and the last attribute are informative about the class."""
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, r, n) for r in widths])
    y = (codes[:, 0] + codes[:, -1] * (rng.random(n) < 0.5) + rng.integers(0, 2, n)) % n_classes
    return tables.discrete(codes, y, widths, n_classes)


@pytest.fixture
def given_order(monkeypatch):
    """Let the chain have all attributes in the order of the table."""
    monkeypatch.setattr(hdp, "choose_attribute_chain", lambda train, _: np.arange(train.codes.shape[1]))


def fit(table, seed: int = 0, **params):
    return hdp.fit(table, rng=np.random.default_rng(seed), **params)


def proba(model, table) -> np.ndarray:
    return np.exp(hdp.predict_log_proba(model, table))


def stirling_numbers(n: int) -> np.ndarray:
    """Unsigned Stirling numbers of the first kind S(n, 0..n), which are coefficients of x (x + 1) ...

    (x + n - 1).
    """
    polynomial = np.array([1.0])
    for i in range(n):
        polynomial = np.append(polynomial * i, 0) + np.append(0, polynomial)
    return polynomial


def test_stirling_numbers_are_exact_in_the_table_and_close_beyond():
    flat = hdp_seating.tabulate_log_stirling(60)
    for n in (1, 2, 3, 10, 60):
        row = flat[n * (n - 1) // 2 : n * (n + 1) // 2]
        np.testing.assert_allclose(row, np.log(stirling_numbers(n)[1:]), rtol=1e-12, atol=1e-12)
    exact, n = hdp_seating.tabulate_log_stirling(1100), 1100
    exact = exact[n * (n - 1) // 2 : n * (n + 1) // 2]
    close = np.array([hdp_seating.log_stirling(n, t, exact, 1) for t in range(1, n + 1)])
    # the sampler uses log ratios of successive values
    np.testing.assert_allclose(np.diff(close), np.diff(exact), atol=0.0012)
    assert close[0] == pytest.approx(math.lgamma(n))
    assert close[-1] == 0


@pytest.mark.parametrize("x", [1e-3, 0.5, 1.0, 9.99, 57.0, 1e7])
def test_digamma_and_trigamma(x):
    assert hdp_seating._digamma(x) == pytest.approx(digamma(x), rel=1e-11, abs=1e-11)
    assert hdp_seating._trigamma(x) == pytest.approx(polygamma(1, x), rel=1e-10)


def two_level_expectation(counts: np.ndarray, prior: float, c: tuple[float, float]) -> np.ndarray:
    """E[P(class 1 | leaf)] of leaves below one inner node, by quadrature over the probability of that node.

    `counts` are class counts (leaves, 2).
    """
    p = (np.arange(200_000) + 0.5) / 200_000
    log_weight = (c[0] * prior - 1) * np.log(p) + (c[0] * (1 - prior) - 1) * np.log1p(-p)
    for n0, n1 in counts:
        log_weight += betaln(c[1] * p + n1, c[1] * (1 - p) + n0) - betaln(c[1] * p, c[1] * (1 - p))
    weight = np.exp(log_weight - log_weight.max())
    leaves = (counts[:, [1]] + c[1] * p) / (counts.sum(axis=1, keepdims=True) + c[1])
    return (leaves * weight).sum(axis=1) / weight.sum()


def tree_of_two_levels():
    """A tree in which one value of the first attribute has four leaves; the other cases fix the class
    frequencies.
    """
    counts = {(0, 0): (6, 1), (0, 1): (1, 4), (0, 2): (0, 2), (0, 3): (30, 3), (1, 0): (20, 30)}
    rows = [(a, b, y) for (a, b), n in counts.items() for y in range(2) for _ in range(n[y])]
    a, b, y = np.array(rows).T
    return tables.discrete(np.column_stack([a, b]), y), np.array([counts[0, b] for b in range(4)])


@pytest.mark.slow
@pytest.mark.parametrize("every", [1, 4])
def test_sampler_finds_the_exact_posterior_of_a_small_tree(every, given_order, monkeypatch):
    monkeypatch.setattr(hdp, "SAMPLE_EVERY", every)
    table, counts = tree_of_two_levels()
    prior, c = table.y.mean(), 2.5
    expected = two_level_expectation(counts, prior, (c, c))
    model = fit(table, concentration=c, sweeps=6000 * every, burn_in=100)
    cases = tables.discrete([[0, 0], [0, 1], [0, 2], [0, 3]], [0, 1, 0, 1], (2, 4))
    np.testing.assert_allclose(proba(model, cases)[:, 1], expected, atol=0.002)


def test_concentration_has_its_exact_posterior_in_one_level(monkeypatch):
    monkeypatch.setattr(hdp, "SAMPLE_EVERY", 1)
    table = made(300, widths=(25,), seed=3)
    n = np.array([np.bincount(table.y[table.codes[:, 0] == v], minlength=2) for v in range(25)])
    prior = np.bincount(table.y) / len(table.y)
    c = np.exp(np.linspace(-6, 6, 4001))
    log_density = 2 * np.log(c) - c  # Gamma(2, 1) on the scale of log c
    log_density = log_density + sum(
        betaln(c * prior[1] + k[1], c * prior[0] + k[0]) - betaln(c * prior[1], c * prior[0]) for k in n
    )
    weight = np.exp(log_density - log_density.max())
    model = fit(table, sweeps=6000, burn_in=100)
    assert model.parts[0].concentrations[0] == pytest.approx((c * weight).sum() / weight.sum(), rel=0.04)


def test_seating_stays_consistent():
    table = made(500, widths=(4, 7, 9), seed=2)
    missing = np.random.default_rng(1).random(table.codes.shape) < 0.1
    tree = hdp.grow_prefix_tree(np.where(missing, -1, table.codes).T)
    state = hdp.seat_cases(tree, table.y, np.bincount(table.y) / 500, 2.0)
    own = np.zeros_like(state.n)
    np.add.at(own, (tree.reached, table.y), 1)
    n, t = (part[tree.starts[-2] :] for part in (state.n, state.t))  # of the leaves
    expected = (2.0 * (digamma(2.0 + n) - digamma(2.0))).astype(int)
    assert np.array_equal(t, np.minimum(np.maximum(expected, 1), n))
    assert (t < n)[n == 2].all()
    rng = np.random.default_rng(0)
    moved = np.zeros_like(state.t, bool)
    for step in range(6):
        if step % 2:
            before = state.t.copy()
            hdp.resample_tables(state, rng, hdp._tabulate_rising_factorials(state))
            moved |= state.t != before
        else:
            hdp.resample_all_variables(state, rng, draw_c=True)
        customers = own.copy()
        np.add.at(customers, tree.parent[1:], state.t[1:])
        assert np.array_equal(customers[1:], state.n[1:])
        assert np.array_equal(state.n.sum(axis=1)[1:], state.total[1:])
        assert ((state.t[1:] <= state.n[1:]) & (state.t[1:] >= np.minimum(state.n[1:], 1))).all()
    assert all(moved[a:b].any() for a, b in itertools.pairwise(tree.starts[1:]))  # every level is drawn


def test_longest_known_prefix_decides(given_order):
    table = made(200, widths=(3, 4))
    model = fit(table)
    plain = model._replace(parts=model.parts[:1])  # without the tree of the second attribute
    without = [table._replace(codes=np.where(np.arange(2) == j, -1, table.codes)) for j in range(2)]
    root = np.bincount(table.y) / 200
    np.testing.assert_allclose(proba(plain, without[0]), np.tile(root, (200, 1)))
    assert len(np.unique(proba(plain, without[1])[:, 1])) == 3
    assert np.array_equal(proba(plain, without[1]), proba(model, without[1]))
    assert np.array_equal(proba(plain, table), proba(model, table))


def test_a_missing_first_value_leads_to_the_tree_of_the_rest(given_order):
    table = made(200, widths=(3, 4))
    model = fit(table, concentration=3.0)
    first_missing = table._replace(codes=np.where([True, False], -1, table.codes))
    second_alone = fit(tables.select(table, [1]), concentration=3.0)
    np.testing.assert_allclose(
        proba(model, first_missing), proba(second_alone, tables.select(table, [1])), rtol=1e-12
    )


def test_evidence_puts_the_attribute_with_the_best_value_for_its_price_first():
    rng = np.random.default_rng(0)
    n = 3000
    useful, identifier, noise = rng.integers(0, 5, n), rng.integers(0, 1500, n), rng.integers(0, 2, n)
    y = (rng.random(n) < np.array([0.1, 0.2, 0.3, 0.4, 0.5])[useful]).astype(int)
    table = tables.discrete(np.column_stack([identifier, noise, useful]), y, (1500, 2, 5))
    assert fit(table, sweeps=5, burn_in=0).names[0] == "x2"
    assert len(fit(table, sweeps=5, burn_in=0, max_depth=2).names) <= 2


def test_every_level_draws_its_own_concentration():
    table = made(200, widths=(3, 4, 3))
    tree = hdp.grow_prefix_tree(np.ascontiguousarray(table.codes.T))
    state = hdp.seat_cases(tree, table.y, np.bincount(table.y) / 200, 2.0)
    hdp.resample_all_variables(state, np.random.default_rng(0), draw_c=True)
    assert state.c[0] == 2.0  # above the first level
    assert len(set(state.c.tolist())) == 4
