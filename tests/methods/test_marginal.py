"""Missing attributes summed out of TAN and KDB, compared with the sum over all completions of every case."""

import itertools

import numpy as np
import pytest
from support.made_tables import assert_log_proba, edge_tables, from_codes, made, nominal, with_column

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.core.table import subset
from naivebench.methods.bn_classifiers import kdb, tan
from naivebench.methods.bn_classifiers.helpers import families, marginal
from naivebench.methods.naive_bayes import nb

EDGES = edge_tables()
METHODS = [(tan, {}), (kdb, {"k": 2}), (kdb, {"k": 3})]


def completed(model, table):
    """log P(c | observed), the sum of P(c, x) over all completions of the missing cells.

    Completions use only values that have cases.
    """
    r = np.diff(model.offsets) - 1
    result = np.empty((len(table.y), len(table.classes)))
    for i, row in enumerate(table.codes):
        choices = [
            [v] if v >= 0 else [u for u in range(r[j]) if not model.silent[model.offsets[j] + 1 + u]]
            for j, v in enumerate(row)
        ]
        codes = np.array(list(itertools.product(*choices)))
        whole = table._replace(codes=codes, y=np.zeros(len(codes), np.int32))
        result[i] = np.logaddexp.reduce(families.log_joint(model, whole), axis=0)
    return result - np.logaddexp.reduce(result, axis=1)[:, None]


@pytest.mark.parametrize(("method", "params"), METHODS)
@pytest.mark.parametrize("smoothing", [{}, {"n0": 0.5}, {"smoothing": "laplace", "alpha": 0.3}])
@pytest.mark.parametrize("share", [0.2, 0.7])
def test_equal_to_the_sum_over_completions(method, params, smoothing, share):
    train, test = made(0, 150, (3, 2, 4, 2, 3), 3, 0.1), made(1, 60, (3, 2, 4, 2, 3), 3, share)
    model = method.fit(train, missing="marginalise", **params, **smoothing)
    found = method.predict_log_proba(model, test)
    np.testing.assert_allclose(found, completed(model, test), atol=1e-11)
    assert np.abs(found - method.predict_log_proba(model._replace(missing="skip"), test)).max() > 1e-3


@pytest.mark.parametrize(("method", "params"), METHODS)
def test_without_missing_cells_nothing_changes(method, params):
    table = made(0, 80, (3, 2, 4, 2), 3)
    assert np.array_equal(
        *(method.predict_log_proba(method.fit(table, missing=m, **params), table) for m in marginal.MISSING)
    )


@pytest.mark.parametrize(("method", "params"), METHODS)
def test_skip_is_the_default_and_keeps_its_bytes(method, params):
    table = made(0, 80, (3, 2, 4, 2), 3, 0.3)
    model = method.fit(table, **params)
    assert model.missing == "skip"
    scores = families.log_joint(model, table)
    scores -= scores.max(axis=1)[:, None]
    expected = scores - np.log(np.exp(scores).sum(axis=1))[:, None]
    np.testing.assert_allclose(method.predict_log_proba(model, table), expected, atol=1e-13)


def test_naive_bayes_skips_exactly():
    """Without arcs between attributes, a missing one has no descendants, so skipping it equals summing it
    out.
    """
    table = made(0, 80, (3, 2, 4), 3, 0.4)
    model = kdb.fit(table, k=0, smoothing="laplace", missing="marginalise")
    np.testing.assert_allclose(
        kdb.predict_log_proba(model, table), nb.predict_log_proba(nb.fit(table), table), atol=1e-12
    )


def test_missing_leaves_are_left_out():
    table = made(0, 80, (3, 2, 4, 2), 3)
    model = tan.fit(table, missing="marginalise")
    leaves = [j for j in range(4) if not any(j in pa for pa in model.parents)]
    codes = table.codes.copy()
    codes[:, leaves[0]] = -1
    case = table._replace(codes=codes)
    np.testing.assert_allclose(
        tan.predict_log_proba(model, case),
        tan.predict_log_proba(model._replace(missing="skip"), case),
        atol=1e-13,
    )


@pytest.mark.parametrize(("method", "params"), METHODS)
def test_sparse_tables_equal_dense_ones(monkeypatch, method, params):
    train, test = made(0, 120, (5, 4, 6, 3), 3, 0.1), made(1, 60, (5, 4, 6, 3), 3, 0.4)
    dense = method.predict_log_proba(method.fit(train, missing="marginalise", **params), test)
    for largest_key in (1 << 31, 1):
        monkeypatch.setattr(families, "LARGEST_KEY", largest_key)
        monkeypatch.setattr(counts, "DENSE_CELLS", 0)
        monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
        model = method.fit(train, missing="marginalise", **params)
        assert {level.base for levels in model.levels for level in levels} == {-1}
        np.testing.assert_allclose(method.predict_log_proba(model, test), dense, atol=1e-11)


@pytest.mark.parametrize("cells", [1, 200])
def test_groups_in_parts_give_the_same(monkeypatch, cells):
    train, test = made(0, 120, (3, 2, 4, 2), 3, 0.1), made(1, 200, (3, 2, 4, 2), 3, 0.4)
    model = kdb.fit(train, k=2, missing="marginalise")
    whole = kdb.predict_log_proba(model, test)
    monkeypatch.setattr(marginal, "GROUP_CELLS", cells)
    np.testing.assert_allclose(kdb.predict_log_proba(model, test), whole, atol=1e-13)


def test_a_case_does_not_depend_on_the_other_cases():
    train, test = made(0, 120, (3, 2, 4, 2), 3, 0.1), made(1, 40, (3, 2, 4, 2), 3, 0.4)
    model = kdb.fit(train, k=2, missing="marginalise")
    together = kdb.predict_log_proba(model, test)
    alone = np.concatenate([kdb.predict_log_proba(model, subset(test, [i])) for i in range(40)])
    np.testing.assert_allclose(together, alone, atol=1e-13)


def test_hundreds_of_missing_attributes_do_not_underflow():
    """Every other attribute of a chain of 400 is missing; the result is compared with a product of transition
    matrices in logarithms.
    """
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 300)
    walk = (rng.integers(0, 9, (300, 1)) + np.cumsum(rng.integers(0, 2, (300, 400)) + y[:, None], axis=1)) % 9
    train = from_codes(walk, y, (9,) * 400, 2)
    parents = ((), *((j,) for j in range(399)))
    model = families.fit_parameters(
        train, parents, smoothing="friedman", n0=5, alpha=1, prior_alpha=1
    )._replace(missing="marginalise")
    codes = walk[:5].copy()
    codes[:, ::2] = -1
    expected = np.tile(model.log_prior, (5, 1))
    for c in range(2):
        for i in range(5):
            state = np.zeros(1)
            for j in range(400):
                level = model.levels[j][0] if j else None
                rows = (
                    model.offsets[0] + 1 + np.arange(9)
                    if level is None
                    else level.base + np.arange(9)[:, None] * 10 + 1 + np.arange(9)
                )
                logs = model.log_table[rows, c].reshape(-1, 9)
                state = np.logaddexp.reduce(state[:, None] + logs, axis=0)
                if codes[i, j] >= 0:
                    state = np.where(np.arange(9) == codes[i, j], state, -np.inf)
            expected[i, c] += np.logaddexp.reduce(state)
    assert expected.max() < -200
    found = marginal.summed_joint(model, train._replace(codes=codes, y=y[:5]))
    np.testing.assert_allclose(found, expected, rtol=1e-11)


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize(
    ("method", "params"),
    [
        (tan, {}),
        (tan, {"n0": 0, "prior_alpha": 0}),
        (kdb, {"k": 3}),
        (kdb, {"k": 2, "smoothing": "laplace", "alpha": 0}),
    ],
)
def test_edge_cases(name, method, params):
    train, test = EDGES[name]
    model = method.fit(train, missing="marginalise", **params)
    assert_log_proba(method.predict_log_proba(model, test), (len(test.y), len(train.classes)))
    holes = np.random.default_rng(0).random(test.codes.shape) < 0.3
    if "many values" not in name:
        holed = test._replace(codes=np.where(holes, -1, test.codes))
        assert_log_proba(method.predict_log_proba(model, holed), (len(test.y), len(train.classes)))


def test_values_that_never_occurred_count_as_missing():
    table = made(0, 80, (3, 2, 4), 3)
    more = with_column(table, nominal("d", 5, True), table.codes[:, 0])
    model = tan.fit(more, missing="marginalise")
    unseen, missing = (more._replace(codes=np.column_stack([table.codes, np.full(80, v)])) for v in (4, -1))
    np.testing.assert_array_equal(tan.predict_log_proba(model, unseen), tan.predict_log_proba(model, missing))


def test_all_missing_gives_the_prior():
    table = made(1, 30, (3, 2, 2), 3)
    for method, params in METHODS:
        model = method.fit(table, missing="marginalise", **params)
        empty = table._replace(codes=np.full_like(table.codes, -1))
        np.testing.assert_allclose(
            method.predict_log_proba(model, empty), np.tile(model.log_prior, (30, 1)), atol=1e-14
        )


def test_messages():
    rng = np.random.default_rng(0)
    table = from_codes(rng.integers(0, 20000, (300, 3)), rng.integers(0, 2, 300), (20000,) * 3, 2)
    model = kdb.fit(table, k=2, missing="marginalise")
    codes = table.codes.copy()
    last = max(range(3), key=lambda j: len(model.parents[j]))
    codes[:, [j for j in range(3) if j != last]] = -1
    with pytest.raises(InputError, match=r"exact inference needs a table of 8e\+08 cells, the limit is"):
        kdb.predict_log_proba(model, table._replace(codes=codes))
