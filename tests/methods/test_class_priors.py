"""Replaced class priors in fitted models, compared with their definition."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support import tables

from naivebench.core import priors
from naivebench.core.logspace import normalize
from naivebench.core.table import class_counts
from naivebench.methods.bn_classifiers import ande, aode, bnc_hc
from naivebench.methods.high_cardinality import bn_dg, bn_hc
from naivebench.methods.naive_bayes import mixed_nb, nb, weka_nb

RNG = np.random.default_rng(4)
Y = RNG.choice(3, 70, p=[0.6, 0.3, 0.1])
NOISE = RNG.integers(0, 12, (2, 70))
CODES = np.stack([(Y + NOISE[0] % 2) % 3, NOISE[0] // 6, (Y + NOISE[1] % 3) % 4], axis=1)
TABLE = tables.discrete(CODES, Y)
N_C = class_counts(TABLE)
PRIOR = np.array([0.2, 0.5, 0.3])
LOG = np.log(PRIOR)


def test_the_prior_of_a_model_and_of_its_parts_is_replaced():
    mixed = mixed_nb.fit(tables.mixed(40), alpha=1)
    k = len(mixed.discrete.log_prior)
    other = priors.with_class_prior(mixed, np.log(np.full(k, 1 / k)), np.ones(k))
    for before, after in zip(mixed, other, strict=True):
        np.testing.assert_allclose(np.exp(after.log_prior), 1 / k)
        for name in before._fields:
            if name != "log_prior":
                np.testing.assert_array_equal(getattr(before, name), getattr(after, name))


def test_the_shift_is_the_ratio_of_priors():
    cases = np.array([6, 2, 0])
    np.testing.assert_allclose(priors.shift(LOG, cases, 3.0), np.log(PRIOR / (np.array([7, 3, 1]) / 11)))
    plain = priors.shift(LOG, cases, 0.0)
    np.testing.assert_allclose(plain[:2], np.log(PRIOR[:2] / [0.75, 0.25]))
    assert plain[2] == 0


def test_naive_bayes_with_another_prior():
    model = nb.fit(TABLE)
    likelihood = nb.log_joint(model, TABLE) - model.log_prior
    given = nb.predict_log_proba(nb.with_class_prior(model, LOG, N_C), TABLE)
    np.testing.assert_allclose(given, normalize(likelihood + LOG, LOG), atol=1e-12)


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_averages_over_parents_by_definition(n, alpha):
    """P'(c) times the sum over sets s of P(x_s | c) and the product over j not in s of P(x_j | c, x_s)."""
    r, (m, d) = [3, 2, 4], CODES.shape
    expected = np.zeros((m, 3))
    for parents in itertools.combinations(range(d), n):
        same = [(CODES[:, list(parents)] == row[list(parents)]).all(axis=1) for row in CODES]
        cells = np.prod([r[j] for j in parents])
        for i, c in itertools.product(range(m), range(3)):
            n_cs = (same[i] & (c == Y)).sum()
            product = (n_cs + alpha / (3 * cells)) / (N_C[c] + alpha / 3)
            for j in set(range(d)) - set(parents):
                with_child = (same[i] & (c == Y) & (CODES[:, j] == CODES[i, j])).sum()
                product *= (with_child + alpha / r[j]) / (n_cs + alpha)
            expected[i, c] += PRIOR[c] * product
    expected /= expected.sum(axis=1, keepdims=True)
    model = ande.with_class_prior(ande.fit(TABLE, n=n, alpha=alpha), LOG, N_C)
    np.testing.assert_allclose(np.exp(ande.predict_log_proba(model, TABLE)), expected, atol=1e-12)
    if n == 1:
        same_model = aode.with_class_prior(aode.fit(TABLE, alpha=alpha), LOG, N_C)
        ours = aode.predict_log_proba(same_model, TABLE)
        np.testing.assert_array_equal(ours, ande.predict_log_proba(model, TABLE))


@pytest.mark.parametrize("module", [weka_nb, bnc_hc, bn_dg, bn_hc])
def test_a_prior_multiplies_the_odds(module):
    model = module.fit(TABLE, rng=np.random.default_rng(0))
    first, second = (
        module.predict_log_proba(module.with_class_prior(model, np.log(p), N_C), TABLE)
        for p in (PRIOR, PRIOR[::-1])
    )
    expected = normalize(second + np.log(PRIOR / PRIOR[::-1]), LOG)
    np.testing.assert_allclose(first, expected, atol=1e-8)
    never = module.with_class_prior(model, np.array([np.log(0.5), -np.inf, np.log(0.5)]), N_C)
    assert np.isneginf(module.predict_log_proba(never, TABLE)[:, 1]).all()


@pytest.mark.parametrize("module", [bnc_hc, bn_dg, bn_hc])
def test_networks_with_the_class_frequencies_as_prior_do_not_change(module):
    model = module.fit(TABLE, rng=np.random.default_rng(0))
    before = model.tables[0][0] if module is bnc_hc else np.log(N_C / N_C.sum())
    same = module.predict_log_proba(module.with_class_prior(model, before, N_C), TABLE)
    np.testing.assert_allclose(same, module.predict_log_proba(model, TABLE), atol=1e-12)
