import itertools

import numpy as np
import pytest
from support.tables import discrete, made

from naivebench.core import counts, information
from naivebench.core.information import conditional_mutual_information, mutual_information


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
    assert counts.fits_in_table(7 * 6 * 3, 200)
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
