import numpy as np
import pytest
from scipy.special import log_softmax
from support import tables
from support.answers import predict

from naivebench.core.table import Attribute, make_table, scale_to_unit, subset
from naivebench.methods.directional import gnb_sincos, hybrid_nb, vmnb, von_mises
from naivebench.methods.naive_bayes import mixed_nb

COVARIANCES = hybrid_nb.COVARIANCES


def proba(train, test, method=hybrid_nb, **params):
    return predict(method, train, test, **params)


def correlated(n=120, d=3, k=3, seed=0, missing=0.0):
    rng = np.random.default_rng(seed)
    mix = np.random.default_rng(9).normal(size=(k, d, d))
    y = np.arange(n) % k
    x = np.einsum("nij,nj->ni", mix[y], rng.normal(size=(n, d))) + y[:, None]
    x = x * np.array([1.0, 10.0, 0.3])[:d] + 5
    x[rng.random(x.shape) < missing] = np.nan
    return tables.linear(x, y, k)


def spheres(n=90, seed=0, missing=0.0, p=3):
    """A table with one direction in R^p, one on the circle, an angle, a number and a nominal attribute."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    x = scale_to_unit(rng.normal(size=(n, p)) + 2 * np.eye(p)[y])
    z = scale_to_unit(rng.normal(size=(n, 2)) + np.array([[2.0, 0], [0, 2], [-2, 0]])[y])
    x[rng.random(n) < missing] = np.nan
    z[rng.random(n) < missing, 0] = np.nan
    attributes = [
        Attribute("axis", "direction", tuple("xyzuvw"[:p])),
        Attribute("colour", "nominal", ("a", "b")),
        Attribute("hour", "angular", period=24.0),
        Attribute("stroke", "direction", ("x", "y")),
        Attribute("size", "linear"),
    ]
    reals = np.column_stack([x, rng.vonmises(y - 1.0, 2.0), z, rng.normal(size=n) + y])
    return make_table(attributes, ("a", "b", "c"), y, (y + rng.integers(0, 2, n))[:, None] % 2, reals)


@pytest.mark.parametrize("covariance", ["full", "pooled"])
def test_equal_to_the_formula_with_missing_values_at_prediction(covariance):
    from scipy.stats import multivariate_normal

    train, test = correlated(), correlated(60, seed=1, missing=0.3)
    own = [np.cov(train.reals[train.y == c].T, ddof=0) for c in range(3)]
    if covariance == "pooled":
        own = [np.mean(own, axis=0)] * 3  # the classes have equal sizes
    scores = np.zeros((60, 3))
    for i, x in enumerate(test.reals):
        seen = ~np.isnan(x)
        if seen.any():
            scores[i] = [
                multivariate_normal.logpdf(
                    x[seen], train.reals[train.y == c].mean(axis=0)[seen], own[c][np.ix_(seen, seen)]
                )
                for c in range(3)
            ]
    found = hybrid_nb.fit_gaussian(train.reals, train.y, 3, pooled=covariance == "pooled")
    total = np.zeros((60, 3))
    hybrid_nb.add_gaussian_log_density(found, test.reals, total)
    np.testing.assert_allclose(total, scores, rtol=1e-9, atol=1e-8)
    expected = log_softmax(scores, axis=1)
    np.testing.assert_allclose(proba(train, test, covariance=covariance), expected, atol=1e-8)


def unequal(sizes=(7, 60, 21), seed=0, missing=0.0):
    """A table whose classes differ in size, spread and location."""
    table = correlated(3 * max(sizes), seed=seed, missing=missing)
    rows = np.concatenate([np.flatnonzero(table.y == c)[:n] for c, n in enumerate(sizes)])
    rows = np.random.default_rng(seed).permutation(rows)
    return subset(table, rows)


@pytest.mark.parametrize("sizes", [(7, 60, 21), (40, 5, 5), (2, 30, 12)])
def test_the_pooled_covariance_weights_classes_by_their_cases(sizes):
    """The covariance is the scatter around the class means, summed over classes and divided by the number of
    cases, not by that minus K.
    """
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    train, test = unequal(sizes), correlated(50, seed=1)
    scatter = sum(n * np.cov(train.reals[train.y == c].T, ddof=0) for c, n in enumerate(sizes))
    found = hybrid_nb.fit_gaussian(train.reals, train.y, 3, pooled=True)
    in_units = found.covariance * np.outer(found.scale, found.scale)
    np.testing.assert_allclose(in_units, [scatter / sum(sizes)] * 3, rtol=1e-9)
    library = LinearDiscriminantAnalysis(solver="lsqr").fit(train.reals, train.y)
    np.testing.assert_allclose(
        np.exp(proba(train, test, covariance="pooled")), library.predict_proba(test.reals), atol=1e-9
    )


@pytest.mark.parametrize("pooled", [False, True])
def test_the_covariance_with_missing_values_solves_its_equations(pooled):
    """Little and Rubin 2002, section 11.2: mean and covariance equal their expectations under themselves."""
    train = unequal((12, 50, 28), missing=0.2)
    model = hybrid_nb.fit_gaussian(train.reals, train.y, 3, pooled=pooled)
    z = hybrid_nb.standardise_reals(model, train.reals)
    scatter, filled = np.zeros((3, 3, 3)), z.copy()
    for i, (x, c) in enumerate(zip(z, train.y, strict=True)):
        gone, seen, covariance = np.isnan(x), ~np.isnan(x), model.covariance[c]
        slopes = covariance[np.ix_(gone, seen)] @ np.linalg.inv(covariance[np.ix_(seen, seen)])
        filled[i, gone] = model.mean[c, gone] + slopes @ (x[seen] - model.mean[c, seen])
        left = filled[i] - model.mean[c]
        scatter[c] += np.outer(left, left)
        scatter[c][np.ix_(gone, gone)] += (
            covariance[np.ix_(gone, gone)] - slopes @ covariance[np.ix_(seen, gone)]
        )
    sizes = np.bincount(train.y)[:, None, None]
    expected = [scatter.sum(axis=0) / len(z)] * 3 if pooled else scatter / sizes
    np.testing.assert_allclose(model.covariance, expected, atol=1e-6)
    for c in range(3):
        np.testing.assert_allclose(model.mean[c], filled[train.y == c].mean(axis=0), atol=1e-6)


def test_a_class_without_cases_has_the_gaussian_of_all():
    table = correlated(60)
    present = table._replace(y=np.where(table.y == 2, 0, table.y).astype(np.int32))
    model = hybrid_nb.fit_gaussian(present.reals, present.y, 3)
    np.testing.assert_allclose(model.mean[2], 0, atol=1e-12)
    np.testing.assert_allclose(np.diagonal(model.covariance[2]), 1)
    pooled = hybrid_nb.fit_gaussian(present.reals, present.y, 3, pooled=True)
    np.testing.assert_array_equal(pooled.covariance[2], pooled.covariance[0])


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_number_of_parameters(covariance):
    n_parameters = 2 + 3 * (1 + 2 + 3 + 2) + {"independent": 6, "full": 6, "pooled": 4}[covariance]
    assert hybrid_nb.summarize(hybrid_nb.fit(spheres(), covariance=covariance)) == {
        "n_parameters": n_parameters,
        "attributes_used": 5,
        "angular_used": 1,
        "kappa_capped": 0,
    }
    three = {"independent": 18, "full": 9 + 18, "pooled": 9 + 6}[covariance]
    assert (
        hybrid_nb.summarize(hybrid_nb.fit(correlated(), covariance=covariance))["n_parameters"] == 2 + three
    )


def test_directions_equal_the_formula_with_missing_vectors():
    train, test = spheres(), spheres(40, seed=1, missing=0.3)
    rest = [
        make_table([t.attributes[j] for j in (1, 2, 4)], t.classes, t.y, t.codes, t.reals[:, [3, 6]])
        for t in (train, test)
    ]
    scores = vmnb.log_joint(vmnb.fit(rest[0]), rest[1])
    for columns in (slice(0, 3), slice(4, 6)):
        x = test.reals[:, columns]
        for c in range(3):
            n, sums = von_mises.sum_directions(train.reals[train.y == c, columns], np.zeros(30, int), 1)
            mu, kappa = von_mises.fit_von_mises_fisher(n, sums)
            density = von_mises.log_density_of_directions(x, mu[0], kappa[0])
            scores[:, c] += np.where(np.isnan(density), 0, density)
    np.testing.assert_allclose(proba(train, test), log_softmax(scores, axis=1), atol=1e-10)


def test_gaussians_on_components_of_directions():
    """The method `gnb_sincos` uses the components of a direction, which are scaled to length one."""
    train, test = spheres(), spheres(30, seed=1)

    def plain(table):
        angle = table.reals[:, 3]
        columns = [table.reals[:, 6], np.cos(angle), np.sin(angle), *table.reals[:, [0, 1, 2, 4, 5]].T]
        linear = [Attribute(f"x{j}", "linear") for j in range(8)]
        return make_table(
            [table.attributes[1], *linear], table.classes, table.y, table.codes, np.array(columns).T
        )

    expected = proba(plain(train), plain(test), mixed_nb)
    np.testing.assert_allclose(proba(train, test, gnb_sincos), expected, atol=1e-12)
    summary = gnb_sincos.summarize(gnb_sincos.fit(train))
    assert summary["n_parameters"] == 2 + 3 + 6 * 8
    assert (summary["attributes_used"], summary["angular_used"]) == (5, 1)


@pytest.mark.parametrize("method", [hybrid_nb, gnb_sincos])
def test_length_of_a_vector_does_not_matter_and_zero_is_missing(method):
    train, test = spheres(), spheres(30, seed=1)
    longer = train._replace(reals=train.reals * np.array([3.0, 3, 3, 1, 0.1, 0.1, 1]))
    np.testing.assert_allclose(proba(longer, test, method), proba(train, test, method), atol=1e-11)
    zero, missing, partly = (test.reals.copy() for _ in range(3))
    zero[:, :3], missing[:, :3], partly[:, 1] = 0.0, np.nan, np.nan
    found = [proba(train, test._replace(reals=reals), method) for reals in (zero, missing, partly)]
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[2], found[1])
