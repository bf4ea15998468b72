"""Fractional weights in methods that count attributes jointly."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables

from naivebench.core import counts, information, margins
from naivebench.core.checks import InputError
from naivebench.core.table import subset
from naivebench.methods.bn_classifiers import aode, kdb, tan
from naivebench.methods.naive_bayes import nb

RNG = np.random.default_rng(8)
N = 120
Y = RNG.integers(0, 3, N)
CODES = np.stack(
    [(Y + RNG.integers(0, 2, N)) % 3, RNG.integers(-1, 4, N), (Y * RNG.integers(0, 2, N)) % 2], 1
)
TABLE = tables.discrete(CODES, Y)
WEIGHTS = RNG.choice([0.25, 0.5, 0.75, 1.5, 2.0], N)
# if pseudo-counts are multiplied like the weights, the model does not change
METHODS = {
    "nb": (nb, {"alpha": 1.0, "prior_alpha": 1.0}, {}),
    "tan": (tan, {"n0": 5.0, "prior_alpha": 1.0}, {}),
    "tan laplace": (tan, {"alpha": 1.0, "prior_alpha": 1.0}, {"smoothing": "laplace"}),
    "kdb 1": (kdb, {"n0": 5.0, "prior_alpha": 1.0}, {"k": 1}),
    "kdb 2": (kdb, {"n0": 5.0, "prior_alpha": 1.0}, {"k": 2}),
    "aode": (aode, {"alpha": 1.0}, {}),
    "waode": (aode, {"alpha": 1.0}, {"weighting": "information"}),
}


def predicted(name: str, weights: np.ndarray, factor: float = 1.0) -> np.ndarray:
    module, pseudo, others = METHODS[name]
    counted = module.count(TABLE, weights, **({"k": others["k"]} if "k" in others else {}))
    model = module.estimate(counted, **{key: factor * value for key, value in pseudo.items()}, **others)
    return module.predict_log_proba(model, TABLE)


@pytest.fixture(params=["tables", "sorted"])
def storage(request, monkeypatch):
    """Store counts in tables, or as sorted keys as for attributes with many values."""
    if request.param == "sorted":
        monkeypatch.setattr(counts, "DENSE_CELLS", 1)
        monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)


@pytest.mark.parametrize("name", METHODS)
def test_weights_in_another_unit_with_pseudo_counts_in_that_unit_change_nothing(name, storage):
    fourths = np.rint(WEIGHTS * 4)
    whole, repeated = predicted(name, fourths, 4.0), np.repeat(np.arange(N), fourths.astype(int))
    np.testing.assert_allclose(predicted(name, WEIGHTS), whole, rtol=0, atol=1e-12)
    tiny = predicted(name, WEIGHTS / WEIGHTS.sum(), 1 / WEIGHTS.sum())
    np.testing.assert_allclose(tiny, whole, rtol=0, atol=1e-9)
    module, pseudo, others = METHODS[name]
    pseudo = {key: 4 * value for key, value in pseudo.items()}
    model = module.fit(subset(TABLE, repeated), **pseudo, **others)
    np.testing.assert_array_equal(whole, module.predict_log_proba(model, TABLE))


@pytest.mark.parametrize("name", METHODS)
def test_blocks_add_up(name, storage):
    module, _, others = METHODS[name]
    k = {"k": others["k"]} if "k" in others else {}
    parts = [
        module.count(subset(TABLE, rows), weights[rows], **k)
        for rows, weights in ((np.arange(50), WEIGHTS), (np.arange(50, N), np.rint(WEIGHTS)))
    ]
    mixed = np.concatenate([WEIGHTS[:50], np.rint(WEIGHTS[50:])])
    both, whole = module.merge(*parts), module.count(TABLE, mixed, **k)
    for statistics in (both, whole):
        values = getattr(statistics, "values", statistics)
        np.testing.assert_allclose(values.n_c, np.bincount(Y, mixed))
    ours, theirs = (module.predict_log_proba(module.estimate(s, **others), TABLE) for s in (both, whole))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


def test_information_of_weighted_pairs_is_that_of_shares():
    weights = RNG.random(N) * 1e-3
    found = information.information_of_pairs(margins.count(TABLE, margins.all_pairs(3), weights))
    joint = np.zeros((3, 2, 3))
    np.add.at(joint, (CODES[:, 0], CODES[:, 2], Y), weights / weights.sum())
    by_class = joint.sum((0, 1))
    expected = 0.0
    for u, v, c in np.ndindex(joint.shape):
        p = joint[u, v, c]
        if p > 0:
            expected += p * np.log(p * by_class[c] / (joint[u, :, c].sum() * joint[:, v, c].sum()))
    assert found[0, 2] == pytest.approx(expected, rel=1e-9)
    assert found[2, 0] == found[0, 2]


def test_a_super_parent_is_a_value_that_occurs_however_little_it_weighs():
    tiny = aode.estimate(aode.count(TABLE, WEIGHTS / 1e4))
    some = aode.estimate(aode.count(TABLE, WEIGHTS * 4))
    np.testing.assert_array_equal(np.isneginf(tiny.log_table), np.isneginf(some.log_table))
    rare = aode.estimate(aode.count(TABLE, WEIGHTS), frequency_limit=30.5)
    value_weights = np.bincount(CODES[:, 0], WEIGHTS, 3)
    assert (np.isneginf(rare.log_table[2:5, 0]) == (value_weights < 30.5)).all()


def test_bad_weights_are_refused():
    for bad in (np.full(N, -0.5), np.full(N, np.nan), np.ones(N - 1)):
        with pytest.raises(InputError, match="expected one finite number of at least 0 for each"):
            tan.count(TABLE, bad)
