"""Baselines: their encoding, agreement with scikit-learn called directly, and edge cases."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables
from support.tables import discrete, linear, mixed

from naivebench.core import design_matrix as encode
from naivebench.core.table import Attribute, make_table, subset
from naivebench.methods.baselines import majority
from naivebench.models import registry

pytestmark = pytest.mark.slow


def fitted(name, train, seed=0, **params):
    module = registry.load(f"baselines.{name}")
    return module, module.fit(train, rng=np.random.default_rng(seed), **params)


def test_encoding_by_kind():
    attributes = [
        Attribute("n", "nominal", ("a", "b", "c")),
        Attribute("o", "ordinal", ("1", "2", "4")),
        Attribute("l", "linear"),
        Attribute("p", "angular", period=360.0),
    ]
    codes = [[0, 0], [1, 2], [-1, 1], [0, 2]]
    reals = [[1.0, 0.0], [3.0, np.pi / 2], [np.nan, np.pi], [5.0, np.nan]]
    table = make_table(attributes, ("x", "y"), [0, 1, 0, 1], codes, reals)
    columns = encode.learn_columns(table)
    # the missing length is replaced by the mean
    scores, lengths = np.array([1.0, 4, 2, 4]), np.array([1.0, 3, 3, 5])
    expected = np.column_stack(
        [
            (scores - scores.mean()) / scores.std(),
            (lengths - 3) / np.std([1.0, 3, 5]),
            [0, 0, 1, 0],  # whether the length is missing
            np.array([0, 1, 0, 0]) - np.array([1 / 3, 1 / 3, 1 / 3, 0]),  # sine
            np.array([1, 0, -1, 0]) - np.array([0, 0, 0, 0]),  # cosine
            [0, 0, 0, 1],  # whether the angle is missing
            [1, 0, 0, 1],  # a
            [0, 1, 0, 0],  # b; no case has c
        ]
    )
    indicators = [2, 5]
    expected[:, indicators] -= expected[:, indicators].mean(axis=0)
    np.testing.assert_allclose(columns.transform(table), expected, atol=1e-12)
    assert columns.owner.tolist() == [1, 2, 2, 3, 3, 3, 0, 0]
    unseen = table._replace(codes=np.array([[2, -1]] * 4, dtype=np.int8))
    assert (columns.transform(unseen)[:, [0, 6, 7]] == 0).all()


def test_wide_matrices_are_sparse_and_equal():
    rng = np.random.default_rng(0)
    table = tables.append(
        mixed(2000), Attribute("id", "nominal", tables.labels(1500)), rng.integers(-1, 1500, 2000)
    )
    columns = encode.learn_columns(table)
    sparse = columns.transform(table)
    assert len(columns.owner) > encode.WIDE
    wide, encode.WIDE = encode.WIDE, 10**6
    try:
        np.testing.assert_array_equal(sparse.toarray(), columns.transform(table))
    finally:
        encode.WIDE = wide


def test_majority_is_the_class_frequency():
    table = discrete(np.zeros((5, 1), int), [0, 0, 0, 1, 1], n_classes=3)
    model = majority.fit(table, rng=np.random.default_rng(0))
    assert np.exp(majority.predict_log_proba(model, table)[0]).tolist() == pytest.approx([0.6, 0.4, 0.0])
    assert majority.summarize(model) == {"n_parameters": 2, "attributes_used": 0}


@pytest.mark.parametrize("missing", [0, 0.1])
def test_logistic_regression_equals_a_direct_call(missing):
    from sklearn.linear_model import LogisticRegression

    table = mixed(missing=missing)
    module, model = fitted("logistic_regression", table)
    x = model.encoding.transform(table)
    direct = LogisticRegression(max_iter=1000).fit(x, table.y).predict_log_proba(x)
    np.testing.assert_allclose(module.predict_log_proba(model, table), direct, atol=1e-12)


def test_cart_leaves_are_laplace_corrected():
    # One split at 0 leaves 6 cases of class 0 on the left. On the right are 5 of class 1 and 1 of class 0,
    # which no value separates.
    table = linear([[-1.0]] * 6 + [[1.0]] * 6, [0] * 7 + [1] * 5)
    module, model = fitted("cart", table)
    proba = np.exp(module.predict_log_proba(model, subset(table, [0, 11])))
    np.testing.assert_allclose(proba, [[7 / 8, 1 / 8], [2 / 8, 6 / 8]])
    assert module.summarize(model)["n_parameters"] == 3


def test_knn_shrinks_to_the_class_frequencies():
    table = linear([[0.0], [1.0], [10.0], [11.0], [12.0]], [0, 0, 1, 1, 1])
    module, model = fitted("knn", table, k=2)
    np.testing.assert_allclose(
        np.exp(module.predict_log_proba(model, subset(table, [0]))), [[(2 + 0.4) / 3, 0.6 / 3]]
    )


def test_boosting_uses_missing_values_and_categories():
    y = np.arange(200) % 2
    table = linear(np.where(y == 1, np.nan, 1.0)[:, None], y)
    module, model = fitted("hist_gradient_boosting", table)
    assert (module.predict_log_proba(model, table).argmax(axis=1) == y).all()
    table = discrete(np.array([0, 1, 2, 3] * 50)[:, None], np.array([0, 1, 0, 1] * 50))
    module, model = fitted("hist_gradient_boosting", table, max_iter=5)
    assert (module.predict_log_proba(model, table).argmax(axis=1) == table.y).all()
    # each round has one split, between the sets {0, 2} and {1, 3}
    assert module.summarize(model)["n_parameters"] == 5 * 3


def test_the_svm_is_not_calibrated_if_a_class_has_one_case():
    table = mixed(60)
    rows = np.append(np.flatnonzero(table.y != 2), np.flatnonzero(table.y == 2)[0])
    _, model = fitted("linear_svm", subset(table, rows))
    assert not hasattr(model.classifier, "calibrated_classifiers_")
    _, model = fitted("linear_svm", subset(table, np.append(rows, np.flatnonzero(table.y == 2)[1])))
    assert len(model.classifier.calibrated_classifiers_) == 1
