import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.made_tables import from_codes, made, nominal

from naivebench.core import compiled as compiling
from naivebench.core import count_loops as loops
from naivebench.core import counts, kernels
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, cardinalities, class_counts, few_cases, make_table, subset

TABLES = [made(0, 200, (3, 2, 5), 4, 0.2), made(1, 50, (1, 7), 2), made(2, 30, (3, 3, 3, 3, 3, 3), 3, 0.5)]
COMPILED = [False, True]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("compiled", COMPILED)
def test_value_counts_equal_counting_one_by_one(table, compiled):
    offsets = counts.row_offsets(table)
    found = kernels.value_counts(table.codes.T, table.y, offsets, len(table.classes), compiled=compiled)
    expected = np.zeros_like(found)
    for row, c in zip(table.codes, table.y, strict=True):
        for j, v in enumerate(row):
            expected[offsets[j] + 1 + v, c] += 1
    np.testing.assert_array_equal(found, expected)


def test_every_attribute_counts_every_case_once():
    table = TABLES[0]
    offsets = counts.row_offsets(table)
    n_jvc = counts.value_counts(table, offsets)
    np.testing.assert_array_equal(
        counts.observed_totals(n_jvc, offsets) + n_jvc[offsets[:-1]], np.tile(class_counts(table), (3, 1))
    )


@pytest.mark.parametrize("table", TABLES)
def test_compiled_loops_and_numpy_agree_bit_for_bit(table):
    offsets, k, columns = counts.row_offsets(table), len(table.classes), table.codes.T
    r = np.diff(offsets) - 1
    rng = np.random.default_rng(0)
    rows_of_cases, log_table, start = (
        counts.rows_of(columns, offsets),
        rng.normal(size=(offsets[-1], k)),
        rng.normal(size=k),
    )
    pairs = np.stack(np.triu_indices(len(r), 1), axis=1)
    weights = rng.integers(0, 2**50, len(table.y) + 1)
    weights[0] = 0

    def run(compiled):
        joint = kernels.joint_counts(
            columns[0], columns[1], table.y, int(r[0]), int(r[1]), k, compiled=compiled
        )
        cells = kernels.pair_counts(columns, table.y, r, pairs, k, compiled=compiled)
        rows = kernels.first_cells(r, pairs, 1)
        base = np.zeros((len(r), len(r)), np.int64)
        base[pairs[:, 0], pairs[:, 1]], base[pairs[:, 1], pairs[:, 0]] = rows[:-1], rows[-1] + rows[:-1]
        both = np.zeros((2 * rows[-1], k))
        kernels.directed_tables(cells, r, pairs, base, len(table.y), 0.3, both, compiled=compiled)
        sums = kernels.gather_sum(start, rows_of_cases, log_table, compiled=compiled)
        information = kernels.pair_information(
            cells, r, pairs, k, len(table.y), weights.__getitem__, compiled=compiled
        )
        return [joint, cells, both, sums, *information]

    for numpy_result, compiled_result in zip(run(False), run(True), strict=True):
        assert numpy_result.dtype == compiled_result.dtype
        np.testing.assert_array_equal(numpy_result, compiled_result)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("table", TABLES)
def test_tables_of_pairs(table, compiled):
    """Tables are counted case by case, and both conditional tables are computed by their formula."""
    r, k, n, alpha = cardinalities(table), len(table.classes), len(table.y), 0.7
    d = len(r)
    pairs = np.array([[0, d - 1], [d - 2, d - 1]])
    cells = kernels.pair_counts(table.codes.T, table.y, r, pairs, k, compiled=compiled)
    first = kernels.first_cells(r, pairs, k)
    for p, (a, b) in enumerate(pairs):
        expected = np.zeros((r[a] + 1, r[b] + 1, k), np.int64)
        for row, c in zip(table.codes, table.y, strict=True):
            expected[row[a] + 1, row[b] + 1, c] += 1
        np.testing.assert_array_equal(cells[first[p] : first[p + 1]].reshape(expected.shape), expected)
        base, size = np.full((d, d), -1), expected[:, :, 0].size
        base[a, b], base[b, a] = 1, 1 + size
        found = np.full((1 + 2 * size, k), 9.0)
        kernels.directed_tables(
            expected.reshape(-1), r, pairs[p : p + 1], base, n, alpha, found, compiled=compiled
        )
        for parent, child, counted, begin in ((a, b, expected, 1), (b, a, expected.swapaxes(0, 1), 1 + size)):
            part = found[begin : begin + size].reshape(counted.shape)
            seen = counted[1:, 1:]
            share = (seen + alpha / r[child]) / (seen.sum(axis=1, keepdims=True) + alpha)
            np.testing.assert_allclose(part[1:, 1:], np.log(share), rtol=1e-13)
            assert (part[0] == 9).all()
            assert (part[:, 0] == 9).all()
            assert len(part) == r[parent] + 1


def test_loops_are_plain_python_with_the_same_result():
    table = TABLES[2]
    offsets = counts.row_offsets(table)
    found = np.zeros((offsets[-1], 3), np.int64)
    loops.value_counts(table.codes.T, table.y, offsets, found)
    np.testing.assert_array_equal(found, counts.value_counts(table, offsets))


def test_gather_sum_adds_in_order():
    table = np.array([[1e16], [1.0], [-1e16]])
    rows = np.array([[0], [1], [1], [1], [2]], np.int32)
    expected = (((1e16 + 1.0) + 1.0) + 1.0) - 1e16
    for compiled in COMPILED:
        assert kernels.gather_sum(np.zeros(1), rows, table, compiled=compiled)[0, 0] == expected
        codes = rows - 1  # -1, 0, 0, 0, 1
        found = kernels.gather_codes(np.zeros(1), codes, np.ones(5, np.int64), table, compiled=compiled)
        assert found[0, 0] == expected


@pytest.mark.parametrize("n_classes", [2, 3])
def test_gathered_codes_add_up_like_their_rows(n_classes):
    """More cases than a block of the loop has."""
    rng = np.random.default_rng(0)
    codes, firsts = rng.integers(-1, 3, (6, 1100)).astype(np.int8), np.arange(6) * 4 + 1
    start, table = rng.normal(size=n_classes), rng.normal(size=(24, n_classes))
    expected = kernels.gather_sum(start, (codes + firsts[:, None]).astype(np.int32), table, compiled=False)
    for compiled in (False, True):
        found = kernels.gather_codes(start, codes, firsts, table, compiled=compiled)
        np.testing.assert_array_equal(found, expected)


def test_small_work_does_not_load_the_compiler():
    assert not kernels.use_compiled(1000, compiled=False)
    assert kernels.use_compiled(kernels.LARGE_WORK + 1)
    assert kernels.use_compiled(1) == ("numba" in sys.modules)


def test_kernels_work_without_a_writable_disk_cache(monkeypatch):
    import numba

    genuine = numba.njit

    def njit(function, cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function: no locator available for file")
        return genuine(function, **options)

    monkeypatch.setattr(numba, "njit", njit)
    compiling.loops.cache_clear()
    try:
        cells = kernels.joint_counts(
            np.array([0, 1]), np.array([0, -1]), np.array([0, 0]), 2, 1, 1, compiled=True
        )
    finally:
        compiling.loops.cache_clear()
    np.testing.assert_array_equal(cells[:, :, 0], [[0, 0], [0, 1], [1, 0]])


@pytest.mark.slow
def test_the_compiler_does_not_need_linear_algebra_and_others_still_have_it():
    code = """
import sys
import numpy as np
from naivebench.core import kernels
kernels.joint_counts(np.zeros(1, int), np.zeros(1, int), np.zeros(1, int), 1, 1, 1, compiled=True)
assert "numba" in sys.modules
print("scipy.linalg" in sys.modules)
import scipy.linalg
print(scipy.linalg.norm([3, 4]))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "5.0"]


def test_small_work_loads_no_compiler_and_large_work_does():
    code = f"""
import sys
sys.path.append({str(Path(__file__).parents[1])!r})
from support.made_tables import made
from naivebench.core import kernels

def warm_up(steps, n_folds):
    kernels.warm_up(lambda train, rng: None, lambda model, table: None, made(), n_folds, steps)
    return "numba" in sys.modules

large = kernels.LARGE_WORK
print(warm_up(large, 3), warm_up(1, 10), warm_up(large, 4))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True"]


def test_codes_outside_the_value_list_are_refused():
    table = made(0, 10, (3, 2), 2)
    offsets = counts.row_offsets(table)
    with pytest.raises(ValueError, match="outside the value list"):
        counts.checked_codes(np.array([[3, 0]]), offsets)
    with pytest.raises(ValueError, match="outside the value list"):
        counts.checked_codes(np.array([[-2, 0]]), offsets)
    with pytest.raises(ValueError, match="the model has 2 discrete attributes, but the table has 1"):
        counts.checked_codes(np.array([[0]]), offsets)


def test_other_kinds_are_named_in_the_message():
    table = make_table(
        [nominal("a", 2), Attribute("age", "linear")], ["x", "y"], [0, 1], [[0], [1]], [[1.0], [2.0]]
    )
    with pytest.raises(
        InputError,
        match="nb accepts nominal and ordinal attributes, but attribute 'age' is linear: set `discretize`",
    ):
        counts.only_discrete(table, "nb")


def test_blocks_cover_all_cases_once():
    slices = list(counts.blocks(10, counts.BLOCK_CELLS // 3))
    assert [(s.start, s.stop) for s in slices] == [(0, 3), (3, 6), (6, 9), (9, 10)]
    assert [(s.start, s.stop) for s in counts.blocks(0, 5)] == [(0, 0)]


def test_known_cases_drops_unknown_classes():
    table = from_codes([[0], [1], [0]], [0, -1, 1], (2,), 2)
    assert counts.known_cases(table).y.tolist() == [0, 1]
    whole = subset(table, [0, 2])
    assert counts.known_cases(whole) is whole


def test_few_cases_hold_every_class_once():
    y = np.array([0] * 30 + [2] + [0] * 5 + [1] * 3)
    table = make_table(
        y=y,
        classes=("a", "b", "c"),
        codes=np.zeros((len(y), 1), dtype=np.int8),
        attributes=(Attribute("x", "nominal", ("v",)),),
    )
    assert few_cases(table, 4).y.tolist() == [0, 0, 0, 0, 2, 1]
    assert few_cases(table, 100).y.tolist() == y.tolist()


def test_conditional_probabilities_of_counts():
    """One attribute has missing cells and v = 0, 1, 2, of which 2 never occurs: (n + s) / (total + 3 s)."""
    offsets, cells = np.array([0, 4]), np.array([[5, 5], [3, 0], [1, 2], [0, 0]], float)
    occurs = np.array([False, True, True, False])
    limit = np.full(4, 0.25)

    def table(s):
        totals = cells[1:].sum(axis=0)[None, :]
        with np.errstate(divide="ignore"):
            return counts.log_conditional(
                cells, totals, offsets, np.full(4, s), np.array([3 * s]), limit, occurs
            )

    np.testing.assert_allclose(np.exp(table(1.0)), [[1, 1], [4 / 7, 1 / 5], [2 / 7, 3 / 5], [1 / 7, 1 / 5]])
    np.testing.assert_allclose(np.exp(table(0.0)), [[1, 1], [3 / 4, 0], [1 / 4, 1], [1, 1]])


@pytest.mark.parametrize("totals", [[4.0, 2.0], [4.0, 0.0]])
def test_the_mean_of_a_dirichlet_prior_without_cases_and_prior_is_its_limit(totals):
    n, s = np.array([[3.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    limit, totals = np.array([[0.5, 0.25], [0.5, 0.75]]), np.array(totals)
    found = counts.log_dirichlet(n, totals, s, s.sum(axis=0), limit)
    expected = limit.copy()
    for i, j in np.ndindex(2, 2):
        if totals[j] + s[:, j].sum() > 0:
            expected[i, j] = (n[i, j] + s[i, j]) / (totals[j] + s[:, j].sum())
    np.testing.assert_array_equal(np.exp(found) > 0, expected > 0)
    np.testing.assert_allclose(np.exp(found), expected, rtol=1e-15)


@pytest.mark.parametrize("missing", [-1, 0])
def test_codes_may_leave_out_the_last_values_of_an_attribute(missing):
    """Every code from missing to the last value is accepted, alone and with others; the next code is not."""
    offsets = counts.row_offsets(from_codes([[2, 1]], [0], (3, 2), 1))
    sizes = np.diff(offsets) - 1
    for row in np.ndindex(*(sizes - missing)):
        given = np.array([row]) + missing
        np.testing.assert_array_equal(counts.checked_codes(given, offsets), given.T)
    for j, size in enumerate(sizes):
        given = np.zeros((2, 2), int)
        given[1, j] = size
        with pytest.raises(ValueError, match="outside the value list"):
            counts.checked_codes(given, offsets)
