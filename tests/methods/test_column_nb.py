"""Naive Bayes with a distribution for every column, compared with products of models of one column."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from support import tables
from support.sequence_tables import to_counts
from support.tables import assert_log_proba

from naivebench.core import explanations
from naivebench.core.checks import InputError
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Attribute, drop_attributes, make_table, subset
from naivebench.methods.directional import vmnb
from naivebench.methods.naive_bayes import flexible_nb, gnb, nb
from naivebench.methods.per_column import column_nb
from naivebench.methods.sequences import nb_mn

NAMES = ("colour", "grade", "age", "income", "visits", "member", "wind", "n_a", "n_b", "n_c", "text")
DISTRIBUTIONS = {"income": "kernel", "visits": "poisson", "member": "bernoulli", "n_*": "multinomial"}


def all_kinds(n=90, k=3, seed=0, missing=0.15):
    """A table with a column of every distribution, all of them dependent on the class."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    codes = np.column_stack([(y + rng.integers(0, 2, n)) % 3, np.minimum(y + rng.integers(0, 3, n), 3)])
    shares = rng.dirichlet(np.ones(3), k)
    reals = np.column_stack(
        [
            rng.normal(y, 1.0),
            rng.exponential(y + 1.0),
            rng.poisson(2.0 * y + 0.5),
            rng.random(n) < (y + 1) / (k + 1),
            np.angle(np.exp(1j * (2.0 * y + rng.normal(size=n)))),
            *np.array([rng.multinomial(rng.integers(0, 9), shares[c]) for c in y]).T,
        ]
    )
    codes[rng.random(codes.shape) < missing] = -1
    reals[rng.random(reals.shape) < missing] = np.nan
    attributes = [
        Attribute("colour", "nominal", tables.labels(3)),
        Attribute("grade", "ordinal", tables.labels(4, "g")),
        *(Attribute(name, "angular" if name == "wind" else "linear") for name in NAMES[2:-1]),
        Attribute("text", "count", tables.labels(5, "w")),
    ]
    dense = rng.poisson(rng.gamma(1.0, 1.0, (k, 5))[y])
    return make_table(attributes, tables.labels(k, "class "), y, codes, reals, to_counts(dense))


def only(table, *names):
    return drop_attributes(table, [a.name for a in table.attributes if a.name not in names])


def of_one_column(table, test, name):
    """log p(x_j | c), (n, K), by the method with this distribution, or by scipy."""
    train, test = only(table, name), only(test, name)
    k = len(table.classes)
    if name in ("colour", "grade"):
        model = nb.fit(train)
        return nb.log_joint(model, test) - model.log_prior
    if name == "age":
        model = gnb.fit(train)
        return gnb.log_joint(model, test) - model.log_prior
    if name == "income":
        return flexible_nb.compute_log_densities(flexible_nb.fit(train).real[0], test.reals[:, 0])
    if name == "wind":
        model = vmnb.fit(train)
        return vmnb.log_joint(model, test) - model.mixed.discrete.log_prior
    if name == "text":
        model = nb_mn.fit(train)
        return nb_mn.log_joint(model, test) - model.log_prior
    x, new, y = train.reals[:, 0], test.reals[:, 0], table.y
    result = np.zeros((len(new), k))
    for c in range(k):
        own = x[(y == c) & ~np.isnan(x)]
        if name == "visits":
            mean = (own.sum() + np.nanmean(x)) / (len(own) + 1)
            result[:, c] = stats.poisson.logpmf(np.nan_to_num(new), mean)
        else:
            p = ((own > 0).sum() + 1) / (len(own) + 2)
            result[:, c] = stats.bernoulli.logpmf((np.nan_to_num(new) > 0).astype(int), p)
    result[np.isnan(new)] = 0
    return result


def of_the_group(table, test):
    """Terms of the three counts, cell by cell."""
    x, new, k = only(table, "n_a", "n_b", "n_c").reals, only(test, "n_a", "n_b", "n_c").reals, 3
    result = np.zeros((len(new), k))
    for c in range(k):
        own = x[table.y == c]
        # a missing count is replaced by the mean of its column in the class
        totals = np.array([np.nanmean(column) * len(own) for column in own.T]) + 1
        p = totals / totals.sum()
        for i, case in enumerate(new):
            seen = ~np.isnan(case)
            shares = p[seen] / p[seen].sum()
            result[i, c] = sum(f * math.log(s) for f, s in zip(case[seen], shares, strict=True))
    return result


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_the_joint_is_the_prior_and_the_sum_of_models_of_one_column(missing):
    train, test = all_kinds(120, seed=1, missing=missing), all_kinds(40, seed=2, missing=missing)
    model = column_nb.fit(train, distributions=DISTRIBUTIONS)
    singles = [name for name in NAMES if not name.startswith("n_")]
    expected = np.log(np.bincount(train.y) / len(train.y)) + of_the_group(train, test)
    expected = expected + sum(of_one_column(train, test, name) for name in singles)
    np.testing.assert_allclose(column_nb.log_joint(model, test), expected, rtol=0, atol=1e-10)
    log_proba = column_nb.predict_log_proba(model, test)
    assert_log_proba(log_proba, (40, 3))
    np.testing.assert_allclose(
        log_proba, normalize_rows(expected.copy(), model.discrete.log_prior), atol=1e-10
    )
    explained = column_nb.contributions(model, test)
    np.testing.assert_allclose(explanations.log_joint(explained), expected, rtol=0, atol=1e-10)


def test_scikit_learns_classes():
    naive_bayes = pytest.importorskip("sklearn.naive_bayes")
    rng = np.random.default_rng(5)
    y = rng.integers(0, 3, 80)
    x = rng.poisson(rng.gamma(1.0, 2.0, (3, 6))[y])
    table = tables.linear(x, y)
    for word, theirs in (
        ("multinomial", naive_bayes.MultinomialNB(alpha=0.7)),
        ("bernoulli", naive_bayes.BernoulliNB(alpha=0.7)),
        ("gaussian", naive_bayes.GaussianNB(var_smoothing=0)),
    ):
        model = column_nb.fit(table, distributions={"x*": word}, alpha=0.7, var_floor=0)
        expected = theirs.fit(x, y).predict_joint_log_proba(x)
        np.testing.assert_allclose(column_nb.log_joint(model, table), expected, rtol=0, atol=1e-9)
    codes = rng.integers(0, 4, (80, 3))
    categories = tables.discrete(codes, y, 4)
    expected = (
        naive_bayes.CategoricalNB(alpha=0.7, min_categories=4).fit(codes, y).predict_joint_log_proba(codes)
    )
    model = column_nb.fit(categories, alpha=0.7)
    np.testing.assert_allclose(column_nb.log_joint(model, categories), expected, rtol=0, atol=1e-10)


def test_poisson_means_are_the_mode_of_their_posterior():
    """No mean on a grid has a larger likelihood with the Gamma prior of alpha cases."""
    x, y, alpha = np.array([0, 3, 1, 7, 2, 9.0]), np.array([0, 0, 0, 1, 1, 1]), 0.5
    model = column_nb.fit(tables.linear(x[:, None], y), distributions="poisson", alpha=alpha)
    overall, grid = x.mean(), np.linspace(0.01, 12, 4000)
    for c in range(2):
        of_case = stats.poisson.logpmf(x[y == c][:, None], grid).sum(axis=0)
        best = grid[np.argmax(of_case + alpha * (overall * np.log(grid) - grid))]
        assert model.poisson[0, c] == pytest.approx(best, abs=4e-3)
    plain = column_nb.fit(tables.linear(x[:, None], y), distributions="poisson", alpha=0.0)
    np.testing.assert_allclose(plain.poisson[0], [4 / 3, 6.0])


def test_statistics_add_up():
    table = all_kinds(120)
    weights = np.random.default_rng(1).integers(0, 3, 120)
    parts = [
        column_nb.count(subset(table, rows), weights[rows].astype(float), distributions=DISTRIBUTIONS)
        for rows in (np.arange(50), np.arange(50, 120))
    ]
    merged = column_nb.estimate(column_nb.merge(*parts))
    twice = subset(table, np.repeat(np.arange(120), weights))
    model = column_nb.fit(twice, distributions=DISTRIBUTIONS)
    np.testing.assert_array_equal(column_nb.log_joint(merged, table), column_nb.log_joint(model, table))


def test_names_override_patterns_and_patterns_override_kinds():
    attributes = [Attribute(name, "linear") for name in ("a", "ab", "b", "c", "d")]
    given = {
        "linear": "poisson",
        "a*": "kernel",
        "ab": "multinomial",
        "b": "multinomial",
        "[cd]": "multinomial",
    }
    found = column_nb.choose_distributions(attributes, given)
    assert found.words == ("kernel", *["multinomial"] * 4)
    assert found.groups == ((1, 2), (3, 4))  # columns named one by one, and columns of the pattern
    assert column_nb.choose_distributions(attributes, "poisson").words == ("poisson",) * 5
    assert column_nb.choose_distributions(attributes, {"linear": "multinomial"}).groups == ((0, 1, 2, 3, 4),)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"vists": "poisson"}, "the key 'vists', .* did you mean 'visits'"),
        ({"visits": "poison"}, "the distribution of 'visits' is 'poison', .*did you mean 'poisson'"),
        ({"colour": "gaussian"}, "gaussian is for linear columns, but column 'colour' is nominal"),
        ({"colour": "bernoulli"}, "bernoulli needs two values, but column 'colour' has 3"),
        ({"age": "poisson"}, "'age' has the distribution poisson, which needs whole numbers"),
        ({"age": "multinomial"}, "'age' has the distribution multinomial, which needs numbers"),
    ],
)
def test_every_fault_gives_one_sentence(given, message):
    with pytest.raises(InputError, match=message):
        column_nb.fit(all_kinds(), distributions=given)


def test_uninformative_columns_are_harmless():
    table = all_kinds(missing=0)
    empty = table._replace(reals=np.where(np.arange(8) < 8, np.nan, table.reals))
    model = column_nb.fit(empty, distributions=DISTRIBUTIONS)
    fewer = drop_attributes(table, NAMES[2:-1])
    expected = column_nb.log_joint(column_nb.fit(fewer), fewer)
    np.testing.assert_allclose(column_nb.log_joint(model, table)[:, 0] * 0, 0)
    np.testing.assert_allclose(column_nb.log_joint(model, empty), expected, rtol=0, atol=1e-12)
    zeros = tables.linear(np.zeros((6, 1)), np.arange(6) % 2)
    found = column_nb.log_joint(column_nb.fit(zeros, distributions="poisson"), tables.linear([[4.0]], [0]))
    np.testing.assert_allclose(found, np.log(0.5))
