"""EM over cases without a class, compared with EM written out case by case, and its guarantees."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support import tables

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Counts, make_table, subset
from naivebench.models import catalogue, em, fitted


def some_unlabelled(table, share=0.6, seed=0):
    hidden = np.random.default_rng(seed).random(len(table.y)) < share
    hidden[: len(table.classes)] = False
    return table._replace(y=np.where(hidden, -1, table.y).astype(np.int32))


def words(n=120, k=3, d=8, seed=0, length=1.0):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    dense = rng.poisson(rng.gamma(1.0, length, (k, d))[y])
    rows, columns = np.nonzero(dense)
    counts = Counts(
        np.concatenate([[0], np.cumsum((dense > 0).sum(axis=1))]).astype(np.int64),
        columns.astype(np.int32),
        dense[rows, columns].astype(float),
        d,
    )
    attribute = Attribute("counts", "count", tuple(f"w{j}" for j in range(d)), declared=True)
    return make_table([attribute], tables.labels(k, "c"), y, counts=counts)


def of_kinds(*kinds):
    table = tables.mixed(200, 3, seed=4)
    chosen = [a.kind in kinds for a in table.attributes]
    discrete = [a.kind in kinds for a in table.attributes if a.kind in ("nominal", "ordinal")]
    real = [a.kind in kinds for a in table.attributes if a.kind in ("linear", "angular")]
    attributes = [a for a, used in zip(table.attributes, chosen, strict=True) if used]
    return make_table(
        attributes, table.classes, table.y, table.codes[:, discrete], table.reals[:, np.array(real)]
    )


TABLES = {
    "nb": of_kinds("nominal", "ordinal"),
    "gnb": of_kinds("linear"),
    "mixed_nb": of_kinds("nominal", "ordinal", "linear", "angular"),
    "vmnb": of_kinds("nominal", "linear", "angular"),
    "nb_mn": words(),
    "nb_bernoulli": words(),
    "column_nb": of_kinds("nominal", "linear", "angular"),
}


def run(table, method, weights=None, params=None, **settings):
    stanza = catalogue.methods()[method]
    return em.fit(
        table, method, stanza, params=params or {}, settings=em.Settings(**settings), weights=weights
    )


@pytest.mark.parametrize("params", [{}, {"prior_alpha": 2.0}], ids=str)
@pytest.mark.parametrize("lam", [1.0, 0.3])
@pytest.mark.parametrize("method", TABLES)
def test_the_objective_never_decreases(method, lam, params):
    found = run(
        some_unlabelled(TABLES[method]), method, params=params, unlabelled_weight=lam, tol=0, max_iter=12
    )
    steps = np.diff(found.objective)
    assert steps[0] > 1e-3
    assert (steps >= -1e-9 * np.abs(found.objective[1:])).all(), steps.min()


@pytest.mark.parametrize("lam", [1.0, 0.0])
@pytest.mark.parametrize("method", TABLES)
def test_without_unlabelled_cases_em_is_the_plain_fit_byte_for_byte(method, lam):
    table = TABLES[method]
    known = table if lam else some_unlabelled(table)
    stanza = catalogue.methods()[method]
    plain = fitted.fit(known, method, stanza, rng=np.random.default_rng(0), params={})
    found = run(known, method, unlabelled_weight=lam)
    assert found.converged
    assert len(found.objective) == 1
    ours, theirs = (fitted.predict_log_proba(m, table) for m in (found.fitted, plain))
    assert ours.tobytes() == theirs.tobytes()
    assert found.fitted.class_counts.tolist() == plain.class_counts.tolist()


def categorical_by_hand(codes, y, r, k, weights, alpha, prior_alpha, rounds):
    """Objectives of EM, computed with plain loops."""
    n, d = codes.shape
    share = [[float(y[i] == c) * weights[i] if y[i] >= 0 else 0.0 for c in range(k)] for i in range(n)]
    objectives = []
    for _ in range(rounds):
        total = sum(map(sum, share))
        prior = [(sum(s[c] for s in share) + prior_alpha) / (total + k * prior_alpha) for c in range(k)]
        p = {}
        for j in range(d):
            for c in range(k):
                seen = sum(share[i][c] for i in range(n) if codes[i, j] >= 0)
                for v in range(r[j]):
                    cases = sum(share[i][c] for i in range(n) if codes[i, j] == v)
                    p[j, v, c] = (cases + alpha) / (seen + alpha * r[j])
        joint = [
            [
                prior[c] * math.prod(p[j, codes[i, j], c] for j in range(d) if codes[i, j] >= 0)
                for c in range(k)
            ]
            for i in range(n)
        ]
        objective = alpha * sum(map(math.log, p.values())) + prior_alpha * sum(map(math.log, prior))
        for i in range(n):
            objective += weights[i] * math.log(joint[i][y[i]] if y[i] >= 0 else sum(joint[i]))
            if y[i] < 0:
                share[i] = [weights[i] * joint[i][c] / sum(joint[i]) for c in range(k)]
        objectives.append(objective)
    return objectives


@pytest.mark.parametrize(("alpha", "prior_alpha", "lam"), [(1.0, 1.0, 1.0), (0.5, 0.0, 0.25)])
def test_categorical_em_by_hand(alpha, prior_alpha, lam):
    rng = np.random.default_rng(1)
    y = np.array([0, 1, 1, *[-1] * 9])
    codes = rng.integers(-1, 3, (12, 2))
    table = tables.discrete(codes, y, 3, 2)
    weights = np.where(y < 0, lam, 1.0)
    expected = categorical_by_hand(codes, y, [3, 3], 2, weights, alpha, prior_alpha, 6)
    params = {"alpha": alpha, "prior_alpha": prior_alpha}
    found = run(table, "nb", params=params, unlabelled_weight=lam, max_iter=6, tol=0)
    np.testing.assert_allclose(found.objective, expected, rtol=1e-12)
    assert not found.converged


def test_gaussian_em_by_hand():
    rng = np.random.default_rng(2)
    x = np.concatenate([rng.normal(0, 1, 10), rng.normal(4, 2, 10)])
    y = np.full(20, -1)
    y[:3], y[10:13] = 0, 1
    share = np.array([[c == 0, c == 1] for c in y], dtype=float)
    expected = []
    for _ in range(5):
        n = share.sum(axis=0)
        mean = share.T @ x / n
        variance = (share * (x[:, None] - mean) ** 2).sum(axis=0) / n
        density = np.exp(-((x[:, None] - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
        joint = density * n / n.sum()
        expected.append(sum(np.log(joint[i, y[i]] if y[i] >= 0 else joint[i].sum()) for i in range(20)))
        share[y < 0] = (joint / joint.sum(axis=1, keepdims=True))[y < 0]
    found = run(tables.linear(x[:, None], y, 2), "gnb", max_iter=5, tol=0)
    np.testing.assert_allclose(found.objective, expected, rtol=1e-10)


def test_a_weight_of_two_is_the_case_twice():
    table = some_unlabelled(TABLES["mixed_nb"])
    weights = np.random.default_rng(5).integers(0, 3, len(table.y))
    twice = subset(table, np.repeat(np.arange(len(table.y)), weights))
    ours, theirs = run(table, "mixed_nb", weights.astype(float)), run(twice, "mixed_nb")
    np.testing.assert_allclose(ours.objective, theirs.objective, rtol=1e-12)


def test_unlabelled_cases_help_if_the_model_holds():
    """As in figure 1 of Nigam et al. 2000, EM makes fewer errors if there are few labels."""
    table = words(600, 3, 30, seed=3, length=0.3)
    few = table._replace(y=np.where(np.arange(600) < 9, table.y, -1).astype(np.int32))
    right = []
    for lam in (0.0, 1.0):
        model = run(few, "nb_mn", unlabelled_weight=lam).fitted
        right.append(np.mean(fitted.predict_log_proba(model, table).argmax(axis=1) == table.y))
    assert right[1] > right[0] + 0.02


def test_a_method_without_joint_probabilities_is_refused():
    with pytest.raises(InputError, match="method cnb cannot learn from cases without a class"):
        run(TABLES["nb_mn"], "cnb")
    with pytest.raises(InputError, match="max_iter is 0, expected a whole number of at least 1"):
        run(TABLES["nb"], "nb", max_iter=0)
