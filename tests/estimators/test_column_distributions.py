"""ColumnNB on data frames: distributions by kind, name and pattern."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from naivebench.estimators import ColumnNB, MultinomialNB

RNG = np.random.default_rng(0)
N = 240
Y = RNG.integers(0, 3, N)
X = pd.DataFrame(
    {
        "city": np.array(["Rome", "Oslo", "Bern"])[(Y + (RNG.random(N) < 0.4)) % 3],
        "age": RNG.normal(30 + 5 * Y, 6),
        "income": RNG.exponential(1.0 + Y),
        "visits": RNG.poisson(1.0 + Y),
        "member": RNG.integers(0, 2, N),
        "wind": (120.0 * Y + RNG.normal(0, 40, N)) % 360,
        "n_cats": RNG.poisson(1.0 + (Y == 0)),
        "n_dogs": RNG.poisson(1.0 + (Y == 1)),
        "review": [
            " ".join(RNG.choice(["good", "bad", "fine", "poor"], 4, p=p))
            for p in np.array([[0.4, 0.2, 0.2, 0.2], [0.2, 0.4, 0.2, 0.2], [0.2, 0.2, 0.2, 0.4]])[Y]
        ],
    }
).mask(RNG.random((N, 9)) < 0.05)
KINDS = {"wind": {"kind": "angular", "period": 360}, "review": "count"}
DISTRIBUTIONS = {"income": "kernel", "visits": "poisson", "member": "bernoulli", "n_*": "multinomial"}


def made(**params):
    return ColumnNB(kinds=KINDS, distributions=DISTRIBUTIONS, **params)


def test_blocks_weights_and_files(tmp_path):
    model, parts = made().fit(X, Y), made()
    order = np.argsort(Y, kind="stable")
    for rows in np.array_split(order, 4):
        parts.partial_fit(X.iloc[rows], Y[rows])
    np.testing.assert_array_equal(parts.predict_log_proba(X), model.predict_log_proba(X))
    weights = RNG.integers(0, 3, N)
    twice = np.repeat(np.arange(N), weights)
    ours, theirs = made().fit(X, Y, sample_weight=weights), made().fit(X.iloc[twice], Y[twice])
    np.testing.assert_allclose(ours.predict_log_proba(X), theirs.predict_log_proba(X), rtol=0, atol=1e-10)
    model.save(tmp_path / "model.nb")
    same = ColumnNB.load(tmp_path / "model.nb")
    assert same.predict_log_proba(X).tobytes() == model.predict_log_proba(X).tobytes()
    assert same.partial_fit(X, Y).score(X, Y) > 0.8


def test_explanations_and_priors():
    model = made().fit(X, Y)
    frame, log_proba = model.explain(X.iloc[[0]]), model.predict_log_proba(X.iloc[[0]])[0]
    assert set(frame["attribute"]) <= {*X.columns, "(words)", "(prior)"} - {"review"}
    assert "(words)" in set(frame["attribute"])
    assert frame["log_odds"].sum() == pytest.approx(np.diff(np.sort(log_proba)[-2:])[0], abs=1e-9)
    uniform = made(class_prior="uniform").fit(X, Y)
    np.testing.assert_allclose(uniform.class_log_prior_, -np.log(3))
    shift = uniform.predict_joint_log_proba(X) - model.predict_joint_log_proba(X)
    np.testing.assert_allclose(shift, np.tile(-np.log(3) - model.class_log_prior_, (N, 1)), atol=1e-9)


def test_a_sparse_matrix_is_a_bag_of_words():
    from scipy import sparse

    counts = sparse.csr_matrix(RNG.poisson(1.0 + (np.arange(4) == Y[:, None])))
    ours, theirs = ColumnNB().fit(counts, Y), MultinomialNB().fit(counts, Y)
    np.testing.assert_allclose(ours.predict_proba(counts), theirs.predict_proba(counts), atol=1e-12)


def test_true_and_false_are_bernoulli_too():
    flags = pd.DataFrame({"flag": RNG.random(N) < (Y + 1) / 4})
    ours = ColumnNB(distributions={"flag": "bernoulli"}).fit(flags, Y).predict_joint_log_proba(flags)
    ones = ColumnNB(distributions="bernoulli").fit(flags.astype(int), Y)
    np.testing.assert_allclose(ours, ones.predict_joint_log_proba(flags.astype(int)), rtol=0, atol=1e-12)


def test_kernels_keep_their_class_when_a_new_one_sorts_before_it():
    later, labels = Y > 0, np.array(["a", "b", "c"])[Y]
    numbers = X[["age", "income"]]
    model = ColumnNB(distributions="kernel").fit(numbers[later], labels[later])
    model.partial_fit(numbers[~later], labels[~later])
    expected = ColumnNB(distributions="kernel").fit(numbers, labels)
    np.testing.assert_array_equal(model.predict_proba(numbers), expected.predict_proba(numbers))
