"""Missing attributes of decision graphs, summed out exactly."""

import itertools

import numpy as np
import pytest
from support import tables
from support.graph_tables import VARIANTS, made

from naivebench.core.table import class_counts, subset
from naivebench.methods.local_structure import decision_graph, hc_dt

SIZES = (5, 4, 6)


def by_enumeration(module, model, codes, marginals):
    """The sum over the missing attributes of prod P(x_j) P(c | x), from the posteriors of complete cases."""
    result = []
    for case in codes:
        choices = [range(r) if x < 0 else [x] for x, r in zip(case, SIZES, strict=True)]
        complete = np.array(list(itertools.product(*choices)))
        table = tables.discrete(complete, np.zeros(len(complete), int), SIZES, len(model.graph.counts[0]))
        weights = np.prod(
            [np.where(case[j] < 0, marginals[j][complete[:, j]], 1.0) for j in range(len(SIZES))], axis=0
        )
        result.append(weights @ np.exp(module.predict_log_proba(model, table)))
    return np.array(result)


@pytest.mark.parametrize("operators", VARIANTS)
@pytest.mark.parametrize("k", [2, 3])
def test_equal_to_enumeration(operators, k):
    train = made(k=k)
    model = decision_graph.fit(train, operators=operators, smoothing=0.5, kappa=1.0, missing="marginalise")
    assert len(model.graph.kind) > 1
    codes = made(60, k=k, seed=1, missing=0.4).codes.astype(int)
    marginals = [np.bincount(train.codes[:, j], minlength=r) / len(train.y) for j, r in enumerate(SIZES)]
    test = tables.discrete(codes, np.zeros(len(codes), int), SIZES, k)
    found = np.exp(decision_graph.predict_log_proba(model, test))
    np.testing.assert_allclose(found, by_enumeration(decision_graph, model, codes, marginals), atol=1e-12)


def test_trees_are_equal_to_enumeration():
    train = made()
    model = hc_dt.fit(train, smoothing=0.5, grow="full", missing="marginalise")
    assert len(model.graph.kind) > 1
    codes = made(60, seed=1, missing=0.4).codes.astype(int)
    marginals = [np.bincount(train.codes[:, j], minlength=r) / len(train.y) for j, r in enumerate(SIZES)]
    found = np.exp(
        hc_dt.predict_log_proba(model, tables.discrete(codes, np.zeros(len(codes), int), SIZES, 2))
    )
    np.testing.assert_allclose(found, by_enumeration(hc_dt, model, codes, marginals), atol=1e-12)


@pytest.mark.parametrize("operators", VARIANTS)
def test_complete_cases_are_predicted_as_with_skip(operators):
    train = made()
    both = [
        decision_graph.fit(train, operators=operators, smoothing=1.0, missing=m)
        for m in ("skip", "marginalise")
    ]
    assert np.array_equal(*(decision_graph.predict_log_proba(model, train) for model in both))


def test_attributes_are_weighed_by_the_cases_that_have_them():
    train = made(missing=0.3)
    model = decision_graph.fit(train, operators="CB", smoothing=1.0, missing="marginalise")
    for j, p in enumerate(model.marginals):
        known = train.codes[train.codes[:, j] >= 0, j]
        np.testing.assert_allclose(p, np.bincount(known, minlength=SIZES[j]) / len(known))


def test_a_case_without_any_attribute_gets_the_mean_of_the_leaves():
    """With one attribute, all of whose values occur, and no smoothing, this is the prior of its cases."""
    train = tables.discrete(
        np.array([[0], [0], [1], [1], [1], [2]] * 20), np.array([0, 0, 1, 1, 0, 1] * 20), (3,), 2
    )
    model = decision_graph.fit(train, operators="C", smoothing=0.0, kappa=1.0, missing="marginalise")
    assert len(model.graph.kind) > 1
    nothing = subset(train, np.array([0]))._replace(codes=np.array([[-1]], dtype=train.codes.dtype))
    np.testing.assert_allclose(
        np.exp(decision_graph.predict_log_proba(model, nothing))[0],
        class_counts(train) / len(train.y),
        atol=1e-12,
    )
