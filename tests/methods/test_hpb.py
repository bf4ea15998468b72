"""HPB, compared with its definition written out as a recursion over dictionaries, and noisy-OR by
expectation-maximization.

Also tests the identities of docs/methods/high-cardinality.md#hierarchical-pattern-bayes; for noisy-OR see
docs/methods/high-cardinality.md#noisy-or.
"""

from __future__ import annotations

import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.core.hit_curves import compute_area, hit_curve
from naivebench.core.table import MISSING, UNSEEN, n_cases, subset
from naivebench.methods.high_cardinality import hpb, hpb_pattern_families, noisy_or
from naivebench.methods.high_cardinality.hpb_pattern_families import LeftOut, _score_by_log_loss
from naivebench.methods.naive_bayes import nb

GRID = (0.25, 1.0, 4.0, 16.0, 64.0)


@pytest.fixture(autouse=True)
def small_grid(monkeypatch):
    """Let S be chosen from few values."""
    monkeypatch.setattr(hpb_pattern_families, "S_GRID", GRID)


def made(seed=0, n=40, r=(3, 4, 2), k=2, missing=0.0):
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, v, n) for v in r])
    y = (codes[:, 0] * codes[:, -1] + rng.integers(0, 3, n)) % 5 % k
    y[:k] = np.arange(k)
    codes = np.where(rng.random(codes.shape) < missing, -1, codes)
    return tables.discrete(codes, y, n_values=list(r), n_classes=k)


def recursion(codes, y, k, pattern, s_of, b, calibration="V1"):
    """P(c | W) of a pattern {attribute: value} by the equations of the paper.

    `s_of` is a function of the set of attributes.
    """
    prior = np.bincount(y, minlength=k) / len(y)
    if not pattern:
        return prior
    parents = [
        recursion(codes, y, k, {a: v for a, v in pattern.items() if a != gone}, s_of, b, calibration)
        for gone in pattern
    ]
    weight = b * (len(pattern) - 1)
    safe = np.where(prior > 0, prior, 1)
    ratio = np.prod([p / safe for p in parents], axis=0)
    if calibration == "V2":
        ratio = ratio ** (1 / (1 + weight))
    if calibration == "V3":
        ratio = ratio**weight
    g = prior * ratio
    g = g / g.sum() if g.sum() > 0 else prior
    if calibration == "V1":
        g = (g + weight * prior) / (1 + weight)
    match = np.all([codes[:, a] == v for a, v in pattern.items()], axis=0)
    n_wc = np.bincount(y[match], minlength=k)
    s = s_of(frozenset(pattern))
    return (n_wc + s * g) / (n_wc.sum() + s) if n_wc.sum() + s > 0 else g


def observed(row):
    """The pattern of a case; a value that does not occur in training is part of it and matches no case."""
    return {a: int(v) for a, v in enumerate(row) if v != MISSING}


def brute(train, codes, s_of, b, calibration="V1", k=2):
    return np.array(
        [recursion(train.codes, train.y, k, observed(row), s_of, b, calibration) for row in codes]
    )


def chosen_s(model):
    return {frozenset(model.columns[j] for j in t.attributes): t.s for t in model.tables[1:]}.__getitem__


def proba(train, test, **params):
    return np.exp(predict(hpb, train, test, **params))


@pytest.mark.slow
@pytest.mark.parametrize("calibration", ["V1", "V2", "V3"])
@pytest.mark.parametrize("b", [0, 0.5, 3])
@pytest.mark.parametrize("k", [2, 3])
def test_equal_to_the_recursion_for_seen_and_new_patterns_missing_and_unseen_values(calibration, b, k):
    train = made(1, k=k, missing=0.15)
    test = tables.every_case(train, UNSEEN)
    expected = brute(train, test.codes, lambda _: 1.5, b, calibration, k)
    np.testing.assert_allclose(proba(train, test, S=1.5, b=b, calibration=calibration), expected, atol=1e-12)


def test_equal_to_the_recursion_with_the_chosen_coefficients():
    train = made(2, n=60, missing=0.1)
    model = hpb.fit(train)
    test = tables.every_case(train, UNSEEN)
    np.testing.assert_allclose(
        np.exp(hpb.predict_log_proba(model, test)),
        brute(train, test.codes, chosen_s(model), model.b.value),
        atol=1e-12,
    )


@pytest.mark.slow
@pytest.mark.parametrize("loo_depth", ["all", "family"])
@pytest.mark.parametrize("seed", range(3))
def test_every_s_has_the_largest_area_of_brute_force_leave_one_out(seed, loo_depth):
    train = made(seed, n=36, missing=0.1)
    model = hpb.fit(train, b=1.0, loo_depth=loo_depth)
    index = {frozenset(t.attributes): t for t in model.tables}
    for family in (f for f in index if f):
        rows = [i for i in range(36) if all(train.codes[i, a] >= 0 for a in family)]
        areas = {}
        for s in GRID:
            p = [
                left_out_proba(train, i, family, {**{f: t.s for f, t in index.items()}, family: s}, loo_depth)
                for i in rows
            ]
            areas[s] = compute_area(hit_curve(train.y[rows], np.round(np.log(p) - np.log1p(-np.array(p)), 9)))
        best = max(areas.values())
        assert index[family].s == max(s for s in GRID if areas[s] >= best - 1e-12)


def left_out_proba(train, i, family, s, loo_depth):
    """P(class 1 | pattern of case i in the family) without case i.

    The model is refitted, or its sub-patterns stay as they are.
    """
    pattern = {a: int(train.codes[i, a]) for a in family}
    keep = np.arange(n_cases(train)) != i
    if loo_depth == "all":
        return recursion(train.codes[keep], train.y[keep], 2, pattern, s.__getitem__, 1.0)[1]
    prior = recursion(train.codes, train.y, 2, pattern, {**s, family: 1e15}.__getitem__, 1.0)
    n_wc = np.bincount(
        train.y[keep][np.all([train.codes[keep][:, a] == v for a, v in pattern.items()], axis=0)], minlength=2
    )
    return ((n_wc + s[family] * prior) / (n_wc.sum() + s[family]))[1]


def test_log_loss_clips_a_probability_at_one_over_the_cases_plus_two(monkeypatch):
    """Six cases: value a has the class 0, 0, 0 and 1, value b has 1 and 1.

    Without its case, P(own class | value) with S = 0.01 and the prior of the other five cases is, for a case
    of class 0 at a, (2 + 0.01 2/5) / 3.01; for the case of class 1 at a, 0.01 2/5 / 3.01 = 0.0013, which is
    clipped at 1/8; and for a case at b, (1 + 0.01 2/5) / 1.01.
    """
    monkeypatch.setattr(hpb_pattern_families, "S_GRID", (0.01,))
    rest, prior = np.array([[2, 3, 0], [1, 0, 1]]), np.array([[2, 3, 3], [3, 2, 2]]) / 5
    weight = np.array([3, 1, 2])
    pairs = LeftOut(np.array([0, 1, 1]), weight, rest, rest.sum(axis=0), np.log(prior))
    expected = 3 * np.log(2.004 / 3.01) + np.log(1 / 8) + 2 * np.log(1.004 / 1.01)
    assert _score_by_log_loss(pairs, 6)[0] == pytest.approx(expected / 6, abs=1e-12)


def test_multi_class_area_is_the_frequency_weighted_mean_against_the_rest():
    train = made(5, n=40, r=(4, 3), k=3)
    model = hpb.fit(train, b=0.0, criterion="area")
    table, of_s = next(t for t in model.tables if t.attributes == (0,)), {}
    for s in GRID:
        p = np.array([one_left_out(train, i, s) for i in range(40)])
        areas = [compute_area(hit_curve(train.y, np.round(p[:, c], 10), positive=c)) for c in range(3)]
        of_s[s] = np.average(areas, weights=np.bincount(train.y))
    assert table.s == max(s for s in GRID if of_s[s] >= max(of_s.values()) - 1e-12)


def one_left_out(train, i, s):
    keep = np.arange(40) != i
    return recursion(train.codes[keep], train.y[keep], 3, {0: int(train.codes[i, 0])}, lambda _: s, 0.0)


@pytest.mark.parametrize(("d", "times"), [(2, 1), (3, 2), (4, 6)])
def test_without_calibration_the_evidence_of_every_value_counts_factorial_of_d_minus_one_times(
    d, times, monkeypatch
):
    train = made(8, n=200, r=(3, 4, 2, 3)[:d])
    test = tables.every_case(train)
    prior = np.log(np.bincount(train.y) / 200)
    evidence = predict(nb, train, test, alpha=0, prior_alpha=0) - prior
    expected = prior + times * evidence
    expected -= np.logaddexp.reduce(expected, axis=1, keepdims=True)
    s = [0 if len(t.attributes) == 1 else 1e15 for t in hpb.fit(train).tables]
    monkeypatch.setattr(hpb, "choose_smoothing_of_families", lambda *_: (s, []))
    found = predict(hpb, train, test, b=0.0)
    np.testing.assert_allclose(np.exp(found), np.exp(expected), atol=1e-9)


def test_many_attributes_are_reduced_to_the_most_informative_ones():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 300)
    codes = rng.integers(0, 3, (300, 12))
    codes[:, [3, 7]] = (y[:, None] + (rng.random((300, 2)) < 0.2)) % 3
    train = tables.discrete(codes, y)
    assert hpb.fit(train, max_attributes=2, b=1.0).names == ("x3", "x7")
    model = hpb.fit(train, S=1.0, b=1.0)
    assert len(model.names) == 8
    assert sorted(model.names + model.left_out) == sorted(a.name for a in train.attributes)


def test_time_and_memory_bound_the_number_of_attributes(monkeypatch):
    train = made(0, n=100, r=(3, 3, 3, 3, 3))
    monkeypatch.setattr(hpb, "MAX_CELLS", 100 * 2**3 * (3 + 2))
    assert len(hpb.fit(train, S=1.0, b=1.0).names) == 3


def sampled(seed=0, n=4000, missing=0.0, r=(4, 3), lowest=0.3):
    """Cases of a noisy-OR and their true P(not positive).

    The leak is 0.95, and inhibition probabilities are drawn from lowest..1.
    """
    rng = np.random.default_rng(seed)
    q = [rng.uniform(lowest, 1, v) for v in r]
    codes = np.column_stack([rng.integers(0, v, n) for v in r])
    codes = np.where(rng.random(codes.shape) < missing, -1, codes)
    fail = 0.95 * np.prod([np.where(c >= 0, qj[c], 1) for c, qj in zip(codes.T, q, strict=True)], axis=0)
    y = (rng.random(n) > fail).astype(int)
    return tables.discrete(codes, y, n_values=list(r), n_classes=2), fail


def log_likelihood(train, model):
    """Mean log P(true class) of a two-class model."""
    return noisy_or.predict_log_proba(model, train)[np.arange(len(train.y)), train.y].sum()


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(4))
def test_the_likelihood_never_falls_and_is_that_of_the_predictions(seed, missing):
    train, _ = sampled(seed, n=250, missing=missing, r=(4, 3, 5))
    train = subset(train, np.flatnonzero((train.codes >= 0).any(axis=1)))
    model = noisy_or.fit(train)
    trace = np.array(model.gates[0].log_likelihood)
    assert len(trace) > 2
    assert (np.diff(trace) >= -1e-9).all()
    assert trace[-1] == pytest.approx(log_likelihood(train, model), abs=1e-8)


def test_em_reaches_the_maximum_of_the_likelihood(monkeypatch):
    from scipy.optimize import minimize

    train, _ = sampled(5, n=400)
    monkeypatch.setattr(noisy_or, "TOLERANCE", 0)
    model = noisy_or.fit(train, max_iterations=5000)
    positive = model.gates[0].positive

    def loss(theta):
        total = theta[0] + theta[1 + train.codes[:, 0]] + theta[5 + train.codes[:, 1]]
        return -np.where(train.y == positive, np.log(-np.expm1(-np.maximum(total, 1e-12))), -total).sum()

    best = minimize(loss, np.full(8, 0.2), bounds=[(1e-9, None)] * 8, method="L-BFGS-B")
    assert model.gates[0].log_likelihood[-1] == pytest.approx(-best.fun, abs=2e-2)


def test_a_case_without_any_observed_value_gets_the_class_frequencies():
    """A value that is declared but never occurred is observed: then only the leak can be active."""
    train, _ = sampled(3, n=300)
    train = subset(train, np.flatnonzero(train.codes[:, 0] != 2))
    test = tables.discrete([[-1, -1], [2, -1]], [0, 0], n_values=[4, 3], n_classes=2)
    model = noisy_or.fit(train)
    blank, leak = np.exp(noisy_or.predict_log_proba(model, test))
    np.testing.assert_allclose(blank, np.bincount(train.y) / len(train.y))
    assert leak[model.gates[0].positive] == pytest.approx(1 - model.gates[0].leak)


def test_more_classes_are_normalised_gates_against_the_rest():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 200)
    train = tables.discrete((y[:, None] + rng.integers(0, 2, (200, 2))) % 4, y, n_values=[4, 4])
    model = noisy_or.fit(train)
    assert [g.positive for g in model.gates] == [0, 1, 2]
    single = []
    for c in range(3):
        binary = train._replace(y=(train.y == c).astype(np.int32), classes=("rest", "c"))
        gate = noisy_or.fit(binary).gates[0]
        assert gate.positive == 1
        single.append(np.exp(predict(noisy_or, binary, train)[:, 1]))
    expected = np.array(single).T
    np.testing.assert_allclose(
        np.exp(noisy_or.predict_log_proba(model, train)),
        expected / expected.sum(axis=1, keepdims=True),
        atol=1e-12,
    )
