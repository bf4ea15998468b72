"""Numbers of iterations of optimizers, and the warning if an optimizer stops at its limit."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning
from support import sequence_tables

from naivebench import estimators

RNG = np.random.default_rng(1)
N = 150
Y = RNG.integers(0, 2, N)
LABELS = pd.DataFrame(
    {name: ((RNG.random(N) < 0.25) ^ (Y > 0)).astype(int).astype(str) for name in ("a", "b", "c", "d")}
)


def data_for(name: str) -> tuple[pd.DataFrame, dict]:
    if name == "ClassHMM":
        texts, _ = sequence_tables.made_texts(N, 2, 1)
        return pd.DataFrame({"text": texts}), {"kinds": {"text": "sequence"}}
    return LABELS, {}


@pytest.mark.parametrize("name", ["WANBIA", "ALR", "ClassHMM"])
def test_reaching_the_limit_gives_a_warning(name):
    X, params = data_for(name)
    with pytest.warns(
        ConvergenceWarning, match=rf"{name} stopped after 1 iterations.*increase max_iter \(1\)"
    ):
        model = getattr(estimators, name)(max_iter=1, **params).fit(X, Y)
    assert model.n_iter_ == 1


def test_the_limit_of_noisy_or_has_another_name():
    with pytest.warns(ConvergenceWarning, match=r"increase max_iterations \(1\)"):
        model = estimators.NoisyOR(max_iterations=1).fit(LABELS, Y)
    assert model.n_iter_ == 1


@pytest.mark.parametrize("name", ["WANBIA", "ALR", "NoisyOR"])
def test_an_optimizer_that_converges_gives_no_warning(name):
    X, params = data_for(name)
    limit = "max_iterations" if name == "NoisyOR" else "max_iter"
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        model = getattr(estimators, name)(**{limit: 5000}, **params).fit(X, Y)
    assert 1 <= model.n_iter_ < 5000


def test_without_anything_to_learn_there_are_no_iterations():
    one = np.zeros(N, dtype=int)
    assert estimators.WANBIA().fit(LABELS, one).n_iter_ == 0


def test_methods_without_iterations_have_none():
    assert not hasattr(estimators.NB().fit(LABELS, Y), "n_iter_")
