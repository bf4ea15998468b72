"""Tree augmented naive Bayes on attributes with thousands of values: tables by key instead of full tables."""

import numpy as np
from support import tables

from naivebench.core import counts
from naivebench.methods.bn_classifiers import tan, tan_tuned


def made(n=3000, values=19_000, d=4, seed=0):
    rng = np.random.default_rng(seed)
    codes = (values * rng.random((n, d)) ** 3).astype(int)
    codes[:, 1] = (codes[:, 0] + rng.integers(0, 2, n)) % values
    return tables.discrete(
        codes, (rng.random(n) < 0.02 + 0.3 * (codes[:, 0] % 3 == 0)).astype(int), values, 2
    )


def all_arrays(value):
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from all_arrays(part)


def test_memory_grows_with_cases_and_values_and_not_with_products_of_values():
    train = made()
    model = tan.fit(train)
    children = [levels for levels in model.levels if levels]
    assert len(children) == 3
    assert all(level.base == -1 for levels in children for level in levels)
    assert sum(a.size for a in all_arrays(model)) < 20 * (train.codes.size + 4 * 19_000)


def test_sparse_tables_equal_full_ones(monkeypatch):
    train, test = made(800, 40), made(200, 40, seed=1)
    full = tan.fit(train)
    assert all(level.base >= 0 for levels in full.levels for level in levels)
    monkeypatch.setattr(counts, "DENSE_CELLS", 0)
    monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
    sparse = tan.fit(train)
    assert all(level.base == -1 for levels in sparse.levels for level in levels)
    assert sparse.parents == full.parents
    np.testing.assert_allclose(
        tan.predict_log_proba(sparse, test), tan.predict_log_proba(full, test), atol=1e-12
    )


def test_smoothing_is_chosen_inside_the_training_part():
    train, test = made(600, 200), made(100, 200, seed=1)
    model = tan_tuned.fit(train)
    assert model.n0.how == "cross_validation"
    expected = tan.predict_log_proba(tan.fit(train, n0=model.n0.value), test)
    assert np.array_equal(tan_tuned.predict_log_proba(model, test), expected)
    assert np.array_equal(
        tan_tuned.predict_log_proba(tan_tuned.fit(train, n0=model.n0.value), test), expected
    )
    summary = tan_tuned.summarize(model)
    assert summary["n0"] == max(
        v
        for v, s in zip(summary["n0_grid"], summary["n0_scores"], strict=True)
        if s >= max(summary["n0_scores"]) - 1e-12
    )
