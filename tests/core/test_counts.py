"""Counts of values, and the information of attributes about the class and each other."""

import itertools

import numpy as np
import pytest
from support.tables import discrete, made

from naivebench.core import counts, information
from naivebench.core.checks import InputError
from naivebench.core.information import conditional_mutual_information, mutual_information
from naivebench.core.table import Attribute, make_table, ordinal_scores, select_few_cases

TABLES = [made(0, 200, (3, 2, 5), 4, 0.2), made(1, 50, (1, 7), 2), made(2, 30, (3, 3, 3, 3, 3, 3), 3, 0.5)]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("weighted", [False, True])
def test_value_counts_equal_counting_one_by_one(table, weighted):
    offsets = counts.row_offsets(table.attributes)
    weights = np.random.default_rng(0).random(len(table.y)) if weighted else None
    found = counts.value_counts(table, offsets, weights)
    expected = np.zeros_like(found)
    for i, (row, c) in enumerate(zip(table.codes, table.y, strict=True)):
        for j, v in enumerate(row):
            expected[offsets[j] + 1 + v, c] += weights[i] if weighted else 1
    np.testing.assert_array_equal(found, expected)


def test_cases_of_unknown_class_or_weight_0_are_not_counted():
    table = discrete(np.arange(5)[:, None], np.array([0, 1, -1, 1, 0]), (5,), 2)
    known, weights = counts.select_weighted_cases(table, [2, 0, 5, 1, 0])
    assert (known.codes[:, 0].tolist(), known.y.tolist(), weights.tolist()) == ([0, 3], [0, 1], [2, 1])
    assert weights.dtype == np.int64  # all are whole numbers
    assert counts.select_weighted_cases(table, [0.5, 0, 5, 1, 0])[1].tolist() == [0.5, 1.0]
    assert counts.select_weighted_cases(table)[1].tolist() == [1] * 4


@pytest.mark.parametrize("d", [0, 1, 4, 5])
def test_rows_are_added_in_order(d):
    """More cases than a block of the loop has; sums of rounded numbers show the order."""
    rng = np.random.default_rng(0)
    codes, firsts = rng.integers(-1, 3, (d, 1100)).astype(np.int8), np.arange(d) * 4 + 1
    start, table = rng.normal(size=3), rng.normal(size=(20, 3)) * 10.0 ** rng.integers(-9, 9, (20, 3))
    expected = np.tile(start, (1100, 1))
    for j in range(d):
        expected = expected + table[firsts[j] + codes[j]]
    np.testing.assert_array_equal(counts.sum_table_rows(start, codes, table, firsts), expected)
    rows = (codes + firsts[:, None]).astype(np.int32)
    np.testing.assert_array_equal(counts.sum_table_rows(start, rows, table), expected)


def test_lookup_finds_what_occurs():
    keys = np.array([0 * 3 + 1, 2 * 3 + 0, 2 * 3 + 2])
    found = counts.look_up_counts(counts.Sparse(keys, np.array([4, 5, 6])), np.array([2, 0, 1, 2, 9]), 3)
    np.testing.assert_array_equal(found, [[5, 0, 6], [0, 4, 0], [0, 0, 0], [5, 0, 6], [0, 0, 0]])


def test_other_kinds_are_named_in_the_message():
    table = make_table(
        [Attribute("a", "nominal", ("v0", "v1")), Attribute("age", "linear")],
        ["x", "y"],
        [0, 1],
        [[0], [1]],
        [[1.0], [2.0]],
    )
    with pytest.raises(
        InputError,
        match="nb accepts nominal and ordinal attributes, but attribute 'age' is linear: set `discretize`",
    ):
        counts.check_kinds(table.attributes, "nb")


def test_few_cases_hold_every_class_once():
    y = np.array([0] * 30 + [2] + [0] * 5 + [1] * 3)
    table = make_table(
        y=y,
        classes=("a", "b", "c"),
        codes=np.zeros((len(y), 1), dtype=np.int8),
        attributes=(Attribute("x", "nominal", ("v",)),),
    )
    assert select_few_cases(table, 4).y.tolist() == [0, 0, 0, 0, 2, 1]
    assert select_few_cases(table, 100).y.tolist() == y.tolist()


def test_conditional_probabilities_of_counts():
    """One attribute has missing cells and v = 0, 1, 2, of which 2 never occurs: (n + s) / (total + 3 s)."""
    offsets, cells = np.array([0, 4]), np.array([[5, 5], [3, 0], [1, 2], [0, 0]], float)
    occurs = np.array([False, True, True, False])
    limit = np.full(4, 0.25)

    def table(s):
        totals = cells[1:].sum(axis=0)[None, :]
        with np.errstate(divide="ignore"):
            prior = counts.Prior(np.full(4, s), np.array([3 * s]), limit)
            return counts.log_conditional(cells, totals, offsets, prior, occurs)

    np.testing.assert_allclose(np.exp(table(1.0)), [[1, 1], [4 / 7, 1 / 5], [2 / 7, 3 / 5], [1 / 7, 1 / 5]])
    np.testing.assert_allclose(np.exp(table(0.0)), [[1, 1], [3 / 4, 0], [1 / 4, 1], [1, 1]])


@pytest.mark.parametrize("totals", [[4.0, 2.0], [4.0, 0.0]])
def test_the_mean_of_a_dirichlet_prior_without_cases_and_prior_is_its_limit(totals):
    n, s = np.array([[3.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    limit, totals = np.array([[0.5, 0.25], [0.5, 0.75]]), np.array(totals)
    found = counts.log_dirichlet_mean(n, totals, s, s.sum(axis=0), limit)
    expected = limit.copy()
    for i, j in np.ndindex(2, 2):
        if totals[j] + s[:, j].sum() > 0:
            expected[i, j] = (n[i, j] + s[i, j]) / (totals[j] + s[:, j].sum())
    np.testing.assert_array_equal(np.exp(found) > 0, expected > 0)
    np.testing.assert_allclose(np.exp(found), expected, rtol=1e-15)


@pytest.mark.parametrize("missing", [-1, 0])
def test_codes_may_leave_out_the_last_values_of_an_attribute(missing):
    """Every code from missing to the last value is accepted, alone and with others; the next code is not."""
    offsets = counts.row_offsets(discrete([[2, 1]], [0], (3, 2), 1).attributes)
    sizes = np.diff(offsets) - 1
    for row in np.ndindex(*(sizes - missing)):
        given = np.array([row]) + missing
        np.testing.assert_array_equal(counts.check_codes(given, offsets), given.T)
    for j, size in enumerate(sizes):
        given = np.zeros((2, 2), int)
        given[1, j] = size
        with pytest.raises(ValueError, match="outside the value list"):
            counts.check_codes(given, offsets)
    with pytest.raises(ValueError, match="outside the value list"):
        counts.check_codes(np.array([[-2, 0]]), offsets)
    with pytest.raises(ValueError, match="the model has 2 discrete attributes, but the table has 1"):
        counts.check_codes(np.array([[0]]), offsets)


def plug_in(counts):
    """Mutual information of a two-way table of counts, in nats."""
    p = counts / counts.sum()
    outer = p.sum(1, keepdims=True) * p.sum(0, keepdims=True)
    return float((p[p > 0] * np.log(p[p > 0] / outer[p > 0])).sum())


def conditional(x, z, y, r_x, r_z):
    """I(X; Z | C) as the mean over the classes of the plug-in mutual information within each class."""
    keep = (x >= 0) & (z >= 0)
    x, z, y = x[keep], z[keep], y[keep]
    total = 0.0
    for c in np.unique(y):
        table = np.zeros((r_x, r_z))
        np.add.at(table, (x[y == c], z[y == c]), 1)
        total += (y == c).mean() * plug_in(table)
    return total


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_equal_to_the_definition(missing):
    table = made(3, 150, (3, 2, 5), 3, missing)
    r = (3, 2, 5)
    found = conditional_mutual_information(table)
    for a, b in itertools.combinations(range(3), 2):
        expected = conditional(table.codes[:, a], table.codes[:, b], table.y, r[a], r[b])
        assert found[a, b] == pytest.approx(expected, abs=1e-12)
    for j in range(3):
        seen = table.codes[:, j] >= 0
        cells = np.zeros((r[j], 3))
        np.add.at(cells, (table.codes[seen, j], table.y[seen]), 1)
        assert mutual_information(table)[j] == pytest.approx(plug_in(cells), abs=1e-12)


def test_sparse_counting_gives_the_same_bits(monkeypatch):
    table = made(4, 200, (5, 6, 2), 3, 0.2)
    dense = conditional_mutual_information(table)
    assert counts.allows_full_table(7 * 6 * 3, 200)
    monkeypatch.setattr(counts, "DENSE_CELLS", 0)
    monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
    assert dense.tobytes() == conditional_mutual_information(table).tobytes()


def test_fixed_point_sums_cannot_overflow():
    for n in (0, 1, 2, 1000, 10**6):
        weights, scale = information.tabulate_m_log_m(n)
        assert 0 <= int(weights[-1]) < 2**61
        assert weights[-1] / scale == pytest.approx(n * np.log(max(n, 1)), rel=1e-12)


@pytest.mark.parametrize(("a", "b"), [((6, 5, 4), (4, 7)), ((6, 2, 1), (7, 1)), ((1, 5, 6), (6, 4))])
def test_information_of_independent_attributes_is_not_negative(a, b):
    """The counts are products, so the information is 0; fixed-point logarithms give -1 unit."""
    codes = [(i, j) for i, n in enumerate(a) for j, m in enumerate(b) for _ in range(n * m)]
    table = discrete(np.array(codes), np.zeros(len(codes), int), (3, 2), 1)
    assert conditional_mutual_information(table)[0, 1] == 0


@pytest.mark.parametrize(("labels", "scores"), [("1 2", [1, 2]), ("1 5 inf", [0, 1, 2]), ("a b", [0, 1])])
def test_ordinal_labels_are_numbers_or_ranks(labels, scores):
    assert ordinal_scores(Attribute("o", "ordinal", tuple(labels.split()))).tolist() == scores
