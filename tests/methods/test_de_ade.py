"""Direct and almost direct estimation and the trivial prior.

See docs/methods/high-cardinality.md#direct-and-almost-direct-estimation and
docs/protocols/metrics.md#hit-curves.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.core.table import MISSING, UNSEEN
from naivebench.methods.high_cardinality import ade, de


def made(seed=0, n=50, r=(3, 4, 2), k=2, missing=0.1):
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, v, n) for v in r])
    y = (codes[:, 0] + codes[:, 1] + rng.integers(0, 2, n)) % k
    y[:k] = np.arange(k)
    codes = np.where(rng.random(codes.shape) < missing, -1, codes)
    return tables.discrete(codes, y, n_values=list(r), n_classes=k)


def brute(train, codes, s, method):
    k, n_c = len(train.classes), np.bincount(train.y, minlength=len(train.classes))
    rows = []
    for row in codes:
        seen = np.flatnonzero(row != MISSING)
        n_wc = np.bincount(train.y[(train.codes[:, seen] == row[seen]).all(axis=1)], minlength=k)
        if not len(seen):
            rows.append(n_c / n_c.sum())
        elif method is de:
            rows.append((n_wc + s) / (n_wc.sum() + k * s))
        else:
            rows.append((n_wc + s * n_c / n_c.sum()) / (n_wc.sum() + s))
    return np.array(rows)


def proba(method, train, test, **params):
    return np.exp(predict(method, train, test, **params))


def test_ade_with_k_s_and_equal_class_frequencies_is_de_with_s():
    train = made(2, n=60, k=3, missing=0)
    train = train._replace(y=(np.arange(60) % 3).astype(np.int32))
    np.testing.assert_allclose(
        proba(ade, train, train, s=3 * 0.4), proba(de, train, train, s=0.4), atol=1e-14
    )


@pytest.mark.parametrize("method", [de, ade])
@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("s", [0.1, 3.0])
def test_equal_to_the_formula_on_every_combination(method, k, s):
    train = made(k=k)
    test = tables.every_case(train, UNSEEN)
    expected = brute(train, test.codes, s, method)
    np.testing.assert_allclose(proba(method, train, test, s=s), expected, atol=1e-14)


def test_a_combination_that_never_occurred_gives_uniform_or_class_frequencies():
    train = made(n=12, r=(5, 5), missing=0)
    seen = {tuple(row) for row in train.codes.tolist()}
    new = [row for row in itertools.product(range(5), range(5)) if row not in seen]
    test = tables.discrete(new, np.zeros(len(new), int), 5, 2)
    assert np.array_equal(proba(de, train, test, s=0.3), np.full((len(new), 2), 0.5))
    assert np.array_equal(proba(de, train, test, s=0), np.full((len(new), 2), 0.5))
    for s in (0, 0.3):
        np.testing.assert_allclose(
            proba(ade, train, test, s=s), np.tile(np.bincount(train.y) / 12, (len(new), 1))
        )
