"""Likelihoods: the probabilities of all cases sum to one, and AIC and BIC are checked by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from sklearn import naive_bayes
from sklearn.datasets import load_iris
from support import tables

from naivebench.core.checks import InputError
from naivebench.core.logspace import normalize
from naivebench.core.table import DISCRETE, MISSING, Table, subset
from naivebench.models import catalogue, fitted, likelihood

STANZAS = catalogue.methods()
KINDS = {
    method: STANZAS[method]["kinds"] for method in ("gnb", "mixed_nb", "vmnb", "column_nb")
}  # the other methods take any table
SIZES = (2, 3, 2)
RNG = np.random.default_rng(3)
Y = RNG.integers(0, 2, 60)
CODES = np.column_stack([(Y + RNG.integers(0, r, 60)) % r for r in SIZES])
TRAIN = tables.discrete(CODES, Y, n_values=SIZES)


def fit(method: str, train: Table, **params) -> fitted.Fitted:
    stanza = {**STANZAS[method], "discretize": None}
    return fitted.fit(train, method, stanza, rng=np.random.default_rng(0), params=stanza["params"] | params)


def all_cases() -> Table:
    """A table in which every combination of values occurs once."""
    codes = np.array(list(itertools.product(*map(range, SIZES))))
    return tables.discrete(codes, np.zeros(len(codes), int), n_values=SIZES, n_classes=2)


@pytest.mark.parametrize("method", ["nb", "tan", "kdb", "aode", "mixed_nb", "column_nb"])
def test_the_probabilities_of_all_cases_sum_to_one(method):
    joint = likelihood.log_joint(fit(method, TRAIN), all_cases())
    assert np.exp(joint).sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("method", ["nb", "gnb", "mixed_nb", "vmnb", "column_nb", "tan", "kdb", "aode"])
def test_the_joint_distribution_gives_the_posterior(method):
    train = tables.of_kinds(tables.mixed(80), KINDS.get(method, DISCRETE))
    model = fit(method, train)
    joint = likelihood.log_joint(model, train)
    expected = fitted.predict_log_proba(model, train)
    np.testing.assert_allclose(normalize(joint, np.log(model.class_counts / 80)), expected, atol=1e-9)


def test_a_missing_value_is_summed_out():
    model = fit("nb", TRAIN)
    for j, r in enumerate(SIZES):
        codes = np.ones((r, len(SIZES)), int)
        codes[:, j] = range(r)
        filled = tables.discrete(codes, np.zeros(r, int), n_values=SIZES, n_classes=2)
        codes[:, j] = MISSING
        blank = tables.discrete(codes[:1], [0], n_values=SIZES, n_classes=2)
        total = np.exp(likelihood.log_joint(model, filled)).sum(axis=0)
        np.testing.assert_allclose(np.exp(likelihood.log_joint(model, blank))[0], total, rtol=1e-12)


def test_likelihood_aic_and_bic_by_hand():
    y = [0, 0, 0, 1, 1]
    train = tables.discrete([[0], [0], [1], [1], [1]], y, n_values=(2,))
    model = fit("nb", train, alpha=1.0, prior_alpha=0.0)
    # P(c) = 3/5, 2/5; P(v | c) = (n + 1) / (n_c + 2): 3/5, 2/5 and 1/4, 3/4
    by_hand = 2 * math.log(3 / 5 * 3 / 5) + math.log(3 / 5 * 2 / 5) + 2 * math.log(2 / 5 * 3 / 4)
    assert likelihood.log_likelihood(model, train) == pytest.approx(by_hand, rel=1e-14)
    n_parameters = 1 + 2  # one of the prior, and one for each class
    assert likelihood.n_parameters(model) == n_parameters
    assert likelihood.aic(model, train) == pytest.approx(2 * n_parameters - 2 * by_hand)
    assert likelihood.bic(model, train) == pytest.approx(n_parameters * math.log(5) - 2 * by_hand)


def test_the_density_is_that_of_scikit_learn_and_of_scipy():
    X, y = load_iris(return_X_y=True)
    model = fit("gnb", tables.linear(X, y), var_floor=0.0)
    theirs = naive_bayes.GaussianNB(var_smoothing=0).fit(X, y)
    joint = likelihood.log_joint(model, tables.linear(X, y))
    np.testing.assert_allclose(joint, theirs._joint_log_likelihood(X), rtol=1e-9)
    of_first = [stats.norm.logpdf(X[0, j], X[y == 0, j].mean(), X[y == 0, j].std()) for j in range(4)]
    assert joint[0, 0] == pytest.approx(math.log(1 / 3) + sum(of_first))


def test_methods_without_a_joint_distribution_are_refused():
    with pytest.raises(InputError, match="majority has no likelihood"):
        likelihood.log_likelihood(fit("majority", TRAIN), TRAIN)
    with pytest.raises(InputError, match="no likelihood with weighting='information'"):
        likelihood.log_likelihood(fit("waode", TRAIN), TRAIN)
    with pytest.raises(InputError, match="at least one case"):
        likelihood.bic(fit("nb", TRAIN), subset(TRAIN, np.zeros(0, int)))
