"""Hashed logistic regression, target encoding and native categories with boosting."""

from __future__ import annotations

import numpy as np
from support import tables
from support.answers import predict

from naivebench.core.table import subset
from naivebench.methods.baselines import hist_gradient_boosting, logistic_regression


def interaction(n: int = 4000, seed: int = 0, r: int = 30):
    """A table whose class depends on the pair of values, but on neither value alone."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, r, (n, 2))
    odd = (codes[:, 0] + codes[:, 1]) % 2
    return tables.discrete(codes, (rng.random(n) < np.where(odd, 0.9, 0.1)).astype(int), r, 2)


def accuracy(method, table, n_train: int, **params) -> float:
    train, test = subset(table, np.arange(n_train)), subset(table, np.arange(n_train, len(table.y)))
    log_proba = predict(method, train, test, rng=np.random.default_rng(0), **params)
    return float((log_proba.argmax(axis=1) == test.y).mean())


def test_pairs_find_an_interaction_that_single_values_cannot(monkeypatch):
    table = interaction(12_000, r=20)
    assert accuracy(logistic_regression, table, 10_000, n_features=2**18) > 0.85
    monkeypatch.setattr(logistic_regression, "CROSSED", 0)
    assert accuracy(logistic_regression, table, 10_000, n_features=2**18) < 0.6


def test_hashed_columns_equal_plain_indicators_without_collisions(monkeypatch):
    from sklearn.linear_model import LogisticRegression

    table = interaction(500, r=4)
    monkeypatch.setattr(logistic_regression, "CROSSED", 0)
    hashed = logistic_regression.fit(table, rng=np.random.default_rng(0), n_features=2**22)
    assert hashed.encoding.columns.max() == 7
    plain = np.column_stack([table.codes[:, j] == v for j in range(2) for v in range(4)]).astype(float)
    reference = LogisticRegression(max_iter=2000).fit(plain, table.y).predict_proba(plain)
    np.testing.assert_allclose(
        np.exp(logistic_regression.predict_log_proba(hashed, table)), reference, atol=2e-3
    )


def test_hashes_are_the_same_everywhere_and_spread_evenly():
    table = tables.discrete(np.arange(60_000)[:, None] % 30_000, np.arange(60_000) % 2, 30_000, 2)
    hashing, matrix = logistic_regression.learn_hashing(table, 4096)
    hashes = np.array([hash_of(code) for code in range(30_000)])
    assert np.array_equal(hashing.columns[hashes % 4096], matrix.indices[:30_000])
    assert np.array_equal(matrix.data[:30_000], np.where(hashes >> 31, -1, 1))
    counts = np.bincount(hashes % 4096, minlength=4096)
    # chi-squared
    assert ((counts - 30_000 / 4096) ** 2).sum() / (30_000 / 4096) < 4096 + 5 * np.sqrt(2 * 4096)
    assert abs((hashes >> 31).mean() - 0.5) < 0.02
    assert matrix.shape == (60_000, len(np.unique(hashes % 4096)))


def murmur_finaliser(h: int) -> int:
    """The finalizer of Appleby's MurmurHash3.cpp, in plain integers."""
    h = ((h ^ (h >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return h ^ (h >> 16)


X0 = 0x80E6D1AD  # CRC-32 of "x0", the name of the attribute


def hash_of(code: int) -> int:
    return murmur_finaliser((murmur_finaliser(code + 0x9E3779B9) + X0) & 0xFFFFFFFF)


def test_crosses_are_limited_to_the_most_informative_attributes(monkeypatch):
    monkeypatch.setattr(logistic_regression, "CROSSED", 2)
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (2000, 6))
    y = ((codes[:, 2] + codes[:, 5] + rng.integers(0, 2, 2000)) > 2).astype(int)
    hashing, _ = logistic_regression.learn_hashing(tables.discrete(codes, y, 3, 2), 2**12)
    assert hashing.combinations == ((0,), (1,), (2,), (3,), (4,), (5,), (2, 5))


def test_rare_values_share_one_code():
    rng = np.random.default_rng(0)
    codes = np.append(
        np.repeat(np.arange(300), np.where(np.arange(300) < 254, 6, 1)), rng.integers(0, 254, 500)
    )
    table = tables.discrete(codes[:, None], rng.integers(0, 2, len(codes)), 300, 2)
    few = {"max_values": 255, "max_iter": 3}
    model = hist_gradient_boosting.fit(table, rng=np.random.default_rng(0), **few)
    recode = model.encoding.recodes[0]
    assert len(np.unique(recode[:254])) == 254
    assert np.unique(recode[254:300]).tolist() == [254]


def test_a_training_case_does_not_see_its_own_class():
    """Every value occurs once, so encodings from the other parts are constant, and no class can be
    memorized.
    """
    rng = np.random.default_rng(0)
    table = tables.discrete(np.arange(2000)[:, None], rng.integers(0, 2, 2000), 2000, 2)
    model = hist_gradient_boosting.fit(table, rng=np.random.default_rng(0), categories="target")
    log_proba = hist_gradient_boosting.predict_log_proba(model, table)
    assert (log_proba.argmax(axis=1) == table.y).mean() < 0.6


def test_three_classes_give_three_columns_per_attribute():
    table = tables.mixed(300, 3)
    model = hist_gradient_boosting.fit(table, rng=np.random.default_rng(0), categories="target", max_iter=3)
    assert np.bincount(model.encoding.owner).tolist() == [3, 1, 1, 1, 3, 1, 1, 1]
