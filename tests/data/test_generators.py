"""Generated data sets, compared with their definitions."""

import numpy as np
import pytest

from naivebench.core.checks import InputError
from naivebench.core.table import class_counts
from naivebench.data.generators import generate


def test_corral_is_the_published_multiset():
    table = generate("corral")
    a0, a1, b0, b1, _, correlated = table.codes.T.astype(int)
    assert (table.y == ((a0 & a1) | (b0 & b1))).all()
    assert class_counts(table).tolist() == [72, 56]
    assert (correlated == table.y).sum() == 96
    settings, counts = np.unique(table.codes[:, :5], axis=0, return_counts=True)
    assert (len(settings), set(counts)) == (32, {4})


def test_mofn_training_sample_and_all_points():
    table = generate("mofn-3-7-10")
    assert (table.y == (table.codes[:, 2:9].sum(axis=1) >= 3)).all()
    train, test = table.codes[:300], table.codes[300:]
    assert np.bincount(table.y[:300]).tolist() == [60, 240]
    assert np.bincount(table.y[300:]).tolist() == [232, 792]
    assert len(np.unique(train, axis=0)) == 300
    assert len(np.unique(test, axis=0)) == 1024
    with pytest.raises(InputError, match="train of generator 'mofn-3-7-10' is 1200, but there are only 232 "):
        generate("mofn-3-7-10", {"train": 1200})


def test_waveform_follows_its_law():
    """The mean of u is 1/2, so class means are (a + b) / 2; every variance is 1 + (a - b)^2 / 12."""
    table = generate("waveform-21", {"cases": 60000, "seed": 3})
    i = np.arange(1, 22)
    h = [np.maximum(6 - np.abs(i - centre), 0) for centre in (7, 15, 11)]
    for c, (a, b) in enumerate([(h[0], h[1]), (h[0], h[2]), (h[1], h[2])]):
        x = table.reals[table.y == c]
        np.testing.assert_allclose(x.mean(axis=0), (a + b) / 2, atol=0.06)
        np.testing.assert_allclose(x.var(axis=0), 1 + (a - b) ** 2 / 12, rtol=0.06)
    np.testing.assert_allclose(class_counts(table) / 60000, 1 / 3, atol=0.01)


@pytest.mark.parametrize("name", ["mofn-3-7-10", "waveform-21"])
def test_the_seed_determines_the_data(name):
    first, again, other = (generate(name, {"seed": seed}) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.codes, again.codes)
    np.testing.assert_array_equal(first.reals, again.reals)
    assert not (np.array_equal(first.codes, other.codes) and np.array_equal(first.reals, other.reals))
