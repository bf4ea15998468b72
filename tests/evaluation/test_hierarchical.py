"""The Bayesian hierarchical correlated t test: brute force, importance sampling, limits and edge cases.

The brute force uses the model as it is published.
"""

import json

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from scipy.special import gammaln, logsumexp
from support import compared

from naivebench.benchmark import benchmark_effects
from naivebench.benchmark.configuration.shapes import Part, Primary
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import complete, hierarchical_grid, within
from naivebench.evaluation.statistics import hierarchical as statistics
from naivebench.evaluation.statistics.hierarchical import ACCURACY, UPPER, hierarchical

pytestmark = pytest.mark.slow

RATIO = 1 / 9


def made(sizes, seed, *, mean=0.01, between=0.02, within=0.03, ratio=RATIO):
    """Differences of folds drawn from the model."""
    rng = np.random.default_rng(seed)
    rho = ratio / (1 + ratio)
    deltas = mean + between * rng.standard_t(4, len(sizes))
    noise = [np.sqrt(rho) * rng.normal() + np.sqrt(1 - rho) * rng.normal(size=n) for n in sizes]
    return [d + within * e for d, e in zip(deltas, noise, strict=True)]


def run(folds, rope=0.01, ratio=RATIO):
    return hierarchical(folds, [ratio] * len(folds), rope)


def probabilities(found):
    return np.array([found.better, found.rope, found.worse])


# compared with the model


def precision(n, ratio):
    """Inverse and log determinant of the correlation matrix of n folds."""
    rho = ratio / (1 + ratio)
    matrix = (1 - rho) * np.eye(n) + rho
    return np.linalg.inv(matrix), np.linalg.slogdet(matrix)[1]


def log_likelihood(x, ratio, delta, upper):
    """The log of the normal density of x (n,) at delta (D,), integrated over sigma in (0, upper), up to a
    constant.
    """
    inverse, _ = precision(len(x), ratio)
    d = x - np.asarray(delta)[..., None]
    q = np.einsum("...i,ij,...j->...", d, inverse, d)
    log_sigma = np.linspace(np.log(1e-2 * x.std()), np.log(upper), 500)
    return logsumexp(-(len(x) - 1) * log_sigma - q[..., None] / 2 * np.exp(-2 * log_sigma), axis=-1)


def nu_prior(nu):
    """Density of nu - 1: its Gamma distribution, averaged over the bounds of shape and rate on a fine even
    grid.
    """
    shape, rate = (low + (high - low) * (np.arange(60) + 0.5) / 60 for low, high in ((0.5, 5), (0.05, 0.15)))
    return np.mean(
        [scipy.stats.gamma.pdf(nu[:, None] - 1, a, scale=1 / rate).mean(axis=1) for a in shape], axis=0
    )


def test_the_density_of_the_prior_of_nu():
    nu, log_prior = hierarchical_grid.nu_prior()
    y = np.linspace(-30, 8, 4000)
    mass = nu_prior(1 + np.exp(y)) * np.exp(y) * (y[1] - y[0])
    assert mass.sum() == pytest.approx(1, abs=1e-3)
    assert (np.exp(log_prior) @ nu, np.exp(log_prior) @ np.log(nu)) == pytest.approx(
        (mass @ (1 + np.exp(y)), mass @ np.log1p(np.exp(y))), rel=2e-3
    )


def test_threshold_of_the_region_above():
    """At the threshold, P(above) = 1 - P(above) - P(below) for the next data set.

    It is 0 if "above" is the most probable from 0 on. The scales range from far below the ROPE, where 11
    digits are known, to far above.
    """
    s, nu, rope = np.exp(np.linspace(-12, 8, 41)), np.array([1.01, 1.7, 4.0, 30.0, 700.0]), 0.3
    found = hierarchical_grid._threshold(s, nu, rope)
    above, below = (scipy.stats.t.cdf((sign * found - rope) / s[:, None], nu) for sign in (1, -1))
    excess = 2 * above + below - 1
    assert ((found >= 0) & (found <= rope)).all()
    assert np.abs(excess[found > 0]).max() < 1e-10
    assert excess[found == 0].min() >= 0
    assert 20 < np.count_nonzero(found == 0) < found.size - 20


def brute_force(folds, ratio, rope):
    """The (better, rope, worse) by regions, the same for the predictive distribution, delta0 and deltas.

    All are sums over even grids; delta_i is on a grid around the narrower density.
    """
    means, sds = np.array([x.mean() for x in folds]), np.array([x.std() for x in folds])
    bound, upper = max(np.abs(x).max() for x in folds), UPPER * sds.mean()
    delta0 = bound * ((np.arange(100) + 0.5) / 50 - 1)
    log_s = np.linspace(np.log(1e-3 * sds.min()), np.log(UPPER * means.std()), 70)
    y = np.linspace(-4, 6, 18)
    nu, s = 1 + np.exp(y), np.exp(log_s)
    total = (
        np.log(nu_prior(nu) * np.exp(y))[:, None, None]
        + log_s[:, None]
        + np.zeros((len(nu), len(s), len(delta0)))
    )
    stretched = np.sinh(np.linspace(-13, 13, 241))
    own = []
    for x, m, sd in zip(folds, means, sds, strict=True):
        narrow = (s < sd / np.sqrt(len(x)))[:, None, None]
        # (S, D, K)
        delta = np.where(
            narrow, delta0[:, None] + s[:, None, None] * stretched, m + sd / np.sqrt(len(x)) * stretched
        )
        weight = np.gradient(delta, axis=-1) * np.exp(closed_form(x, ratio, delta, upper))
        t = (delta - delta0[:, None]) / s[:, None, None]
        parts = []
        for v in nu:
            density = (
                np.exp(
                    gammaln((v + 1) / 2)
                    - gammaln(v / 2)
                    - 0.5 * np.log(v * np.pi)
                    - (v + 1) / 2 * np.log1p(t * t / v)
                )
                / s[:, None, None]
            )
            parts.append([(weight * density).sum(axis=-1), (weight * density * delta).sum(axis=-1)])
        g, first = np.array(parts).transpose(1, 0, 2, 3)
        total += np.log(g)
        own.append(first / g)
    mass = np.exp(total - total.max())
    mass /= mass.sum()
    above, below = (
        scipy.stats.t.cdf((sign * delta0 - rope) / s[:, None], nu[:, None, None]) for sign in (1, -1)
    )
    regions = np.stack([above, 1 - above - below, below])
    winners = np.bincount(regions.argmax(axis=0).ravel(), mass.ravel(), minlength=3)
    return (
        winners,
        (regions * mass).sum(axis=(1, 2, 3)),
        (mass * delta0).sum(),
        [(mass * o).sum() for o in own],
    )


def closed_form(x, ratio, delta, upper):
    """The same as `log_likelihood` without a sum.

    x only matters through its mean and scatter, and the integral over sigma is a gamma function.
    """
    from scipy.special import gammaincc

    n, k = len(x), 1 / len(x) + ratio
    q = (1 + ratio) * (np.square(x - x.mean()).sum() + np.square(x.mean() - delta) / k)
    return -(n - 1) / 2 * np.log(q) + np.log(np.maximum(gammaincc((n - 1) / 2, q / 2 / upper**2), 1e-300))


@pytest.mark.parametrize("n", [2, 3, 7])
def test_sigma_integrates_out(n):
    """The likelihood with the full covariance matrix is summed over sigma, up to a constant; 1e-5 nats."""
    x, delta = made([n], 1)[0], np.linspace(-0.2, 0.2, 9)
    upper = 1000 * x.std()
    summed, closed = log_likelihood(x, 0.25, delta, upper), closed_form(x, 0.25, delta, upper)
    assert summed - summed[0] == pytest.approx(closed - closed[0], abs=2e-3 if n == 2 else 1e-5)


@pytest.mark.long
@pytest.mark.parametrize(("sizes", "seed"), [((5, 8, 4), 1), ((10, 10, 10, 10, 10), 2), ((6, 6), 3)])
def test_brute_force(sizes, seed):
    """Tolerances: posterior means 1% of the spread, predictive masses 0.003, regions 0.02, because an even
    grid cuts them in steps.
    """
    folds = made(sizes, seed)
    winners, predictive, delta0, own = brute_force(folds, RATIO, 0.01)
    found = run(folds)
    assert probabilities(found) == pytest.approx(winners, abs=0.02)
    assert found.predictive == pytest.approx(tuple(predictive), abs=3e-3)
    assert (found.delta0, *found.deltas) == pytest.approx((delta0, *own), abs=3e-4)


def importance_sample(folds, ratio, rope, draws, seed):
    """Draws of (delta_i, sigma_i) from each data set alone, and of the rest from wide proposals.

    They are weighted to the posterior of the published model.
    """
    rng = np.random.default_rng(seed)
    means, sds = np.array([x.mean() for x in folds]), np.array([x.std() for x in folds])
    bound, upper, s_upper = max(np.abs(x).max() for x in folds), UPPER * sds.mean(), UPPER * means.std()
    delta0 = rng.uniform(-bound, bound, draws)
    low = np.log(1e-3 * means.std())
    log_s = low + (np.log(s_upper) - low) * rng.beta(2, 3, draws)
    shape, rate = rng.uniform(0.5, 5, draws), rng.uniform(0.05, 0.15, draws)
    nu, s = 1 + rng.gamma(shape) / rate, np.exp(log_s)
    weight = log_s - scipy.stats.beta.logpdf((log_s - low) / (np.log(s_upper) - low), 2, 3)
    deltas = np.empty((len(folds), draws))
    for i, x in enumerate(folds):
        n, (inverse, log_det) = len(x), precision(len(x), ratio)
        sigma = x.std() * np.exp(rng.normal(0.15, 0.6, draws))
        sd = sigma * np.sqrt(1 / inverse.sum())
        deltas[i] = x.mean() + sd * rng.normal(size=draws)
        d = x - deltas[i][:, None]
        weight += -n * np.log(sigma) - log_det / 2 - np.einsum("di,ij,dj->d", d, inverse, d) / 2 / sigma**2
        weight += np.where(sigma < upper, 0, -np.inf) + scipy.stats.t.logpdf(deltas[i], nu, delta0, s)
        weight -= (
            scipy.stats.norm.logpdf(np.log(sigma / x.std()), 0.15, 0.6)
            - np.log(sigma)
            + scipy.stats.norm.logpdf(deltas[i], x.mean(), sd)
        )
    weight = np.exp(weight - weight.max())
    weight /= weight.sum()
    above, below = (scipy.stats.t.cdf((sign * delta0 - rope) / s, nu) for sign in (1, -1))
    regions = np.stack([above, 1 - above - below, below])
    won = regions.argmax(axis=0) == np.arange(3)[:, None]
    values = np.vstack([won, regions, delta0, deltas])
    mean = values @ weight
    return mean, np.sqrt(np.square((values - mean[:, None]) * weight).sum(axis=1))


@pytest.mark.parametrize(("sizes", "seed"), [((8, 12, 10), 4), ((10, 10), 5)])
def test_importance_sampling(sizes, seed):
    """sigma_i, delta_i, shape and rate are drawn from the published model.

    The tolerance is 4 standard errors, none of which is above 0.02.
    """
    folds = made(sizes, seed)
    mean, error = importance_sample(folds, RATIO, 0.01, 400_000, seed)
    found = run(folds)
    ours = np.array([*probabilities(found), *found.predictive, found.delta0, *found.deltas])
    assert error[:6].max() < 0.02
    assert np.abs(ours - mean).max() < 0.05
    assert (np.abs(ours - mean) <= 4 * error + 1e-3 * np.std([x.mean() for x in folds])).all()


FINER = {"NODES": 48, "TAIL": 32.0, "ORDER": 18, "PANEL": 1e-8, "NEGLIGIBLE": 60.0, "FINER": 8}


@pytest.mark.long
@pytest.mark.parametrize("sizes", [(10,) * 20, (10,) * 5, (2, 3, 4, 20), (10,)])
def test_stated_accuracy(sizes, monkeypatch):
    """With half the step of s0 and of nu, and twice as many nodes of everything else, probabilities change by
    less than `ACCURACY`.
    """
    folds = made(sizes, len(sizes))
    coarse = run(folds)
    for name, value in FINER.items():
        monkeypatch.setattr(hierarchical_grid, name, value)
    node, weight = np.polynomial.legendre.leggauss(FINER["ORDER"])
    table = (
        np.polynomial.legendre.legvander(node, FINER["ORDER"] - 1).T
        * weight
        * (2 * np.arange(FINER["ORDER"])[:, None] + 1)
        / 2
    )
    monkeypatch.setattr(hierarchical_grid, "NODE", node)
    monkeypatch.setattr(hierarchical_grid, "WEIGHT", weight)
    monkeypatch.setattr(hierarchical_grid, "TO_COEFFICIENTS", table)
    monkeypatch.setattr(hierarchical_grid, "STEP", hierarchical_grid.STEP / 2)
    monkeypatch.setattr(hierarchical_grid, "NU_STEP", hierarchical_grid.NU_STEP / 2)
    for cached in (hierarchical_grid.nu_prior, hierarchical_grid._kernel):
        cached.cache_clear()
    fine = run(folds)
    for cached in (hierarchical_grid.nu_prior, hierarchical_grid._kernel):
        cached.cache_clear()
    assert probabilities(coarse) == pytest.approx(probabilities(fine), abs=ACCURACY)
    assert coarse.predictive == pytest.approx(fine.predictive, abs=ACCURACY)
    spread = np.std([x.mean() for x in folds]) or 0.03
    assert (coarse.delta0, *coarse.deltas) == pytest.approx((fine.delta0, *fine.deltas), abs=1e-4 * spread)
    assert probabilities(fine).tolist() != probabilities(coarse).tolist()


# properties


def test_probabilities_sum_to_one_and_swapping_the_methods_mirrors_exactly():
    folds = made((10, 7, 10, 4, 10, 10), 6)
    one, other = run(folds), run([-x for x in folds])
    assert probabilities(one).sum() == pytest.approx(1, abs=1e-9)
    assert sum(one.predictive) == pytest.approx(1, abs=1e-9)
    assert probabilities(other).tolist() == probabilities(one)[::-1].tolist()
    assert other.predictive == one.predictive[::-1]
    assert (other.delta0, *other.deltas) == tuple(-v for v in (one.delta0, *one.deltas))


def test_the_unit_and_the_order_of_the_data_sets_do_not_matter():
    folds = made((10, 7, 10, 4, 10, 10), 7)
    one, percent, turned = run(folds), run([100 * x for x in folds], rope=1), run(folds[::-1])
    assert probabilities(percent) == pytest.approx(probabilities(one), abs=1e-8)
    assert percent.deltas == pytest.approx([100 * d for d in one.deltas], rel=1e-6)
    assert probabilities(turned) == pytest.approx(probabilities(one), abs=1e-8)
    assert turned.deltas[::-1] == pytest.approx(one.deltas, rel=1e-6)


def test_a_wider_rope_holds_more():
    folds = made((10,) * 8, 8)
    found = [run(folds, rope) for rope in (0.0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.5)]
    for shares in ([f.rope for f in found], [f.predictive[1] for f in found]):
        assert shares == sorted(shares)
    assert found[0].rope == 0
    assert found[0].predictive[1] == pytest.approx(0, abs=1e-9)
    assert found[-1].rope == pytest.approx(1, abs=1e-3)


def test_means_shrink_towards_the_common_mean():
    """They shrink most if there is little variance between the data sets.

    The order of the means does not change if the numbers and variances of folds are equal.
    """
    folds = [
        x - x.mean() + m
        for x, m in zip(made((10,) * 8, 9, within=0.04), np.linspace(-0.02, 0.05, 8), strict=True)
    ]
    folds = [(x - x.mean()) / x.std() * 0.04 + x.mean() for x in folds]
    found, means = run(folds), np.array([x.mean() for x in folds])
    away, shrunken = means - found.delta0, np.array(found.deltas) - found.delta0
    assert (np.abs(shrunken) < np.abs(away)).all()
    assert (np.diff(found.deltas) > 0).all()
    assert np.ptp(found.deltas) < 0.8 * np.ptp(means)


def test_many_folds_leave_the_means_as_they_are():
    """With many independent folds, delta_i are the means, and the posterior is that of the means alone."""
    rng = np.random.default_rng(10)
    means = rng.normal(0.02, 0.02, 12)
    found = [
        run([m + 0.01 * scipy.stats.norm.ppf((np.arange(n) + 0.5) / n) for m in means], ratio=0)
        for n in (1000, 4000)
    ]
    assert found[0].deltas == pytest.approx(means.tolist(), abs=1e-4)
    assert probabilities(found[0]) == pytest.approx(probabilities(found[1]), abs=2e-3)
    assert found[0].delta0 == pytest.approx(means.mean(), abs=0.003)


def test_clear_cases():
    better, alike = (
        made((10,) * 15, 11, mean=0.1),
        made((10,) * 15, 12, mean=0.0, between=0.001, within=0.005),
    )
    assert run(better).better > 0.99
    assert run([-x for x in better]).worse > 0.99
    assert run(alike).rope > 0.99


# edges


def test_no_variance_on_some_data_sets():
    """Their differences count as spread over the ROPE.

    With many such data sets and no others, the methods are practically equivalent.
    """
    folds = [*made((10,) * 5, 13), np.zeros(10), np.full(10, 0.02)]
    found = run(folds)
    assert (
        found.note
        == "2 data sets without variance over the folds, treated as varying by the width of the ROPE"
    )
    assert probabilities(found).sum() == pytest.approx(1, abs=1e-9)
    assert abs(found.deltas[5]) < 0.005
    spread = [
        *folds[:5],
        *(m + 0.01 * np.linspace(-1, 1, 10) / np.linspace(-1, 1, 10).std() / np.sqrt(3) for m in (0, 0.02)),
    ]
    assert found.better == pytest.approx(run(spread).better, abs=0.02)
    assert (
        run(folds, rope=0).note
        == "2 data sets without variance over the folds, treated like the least variable other data set"
    )


def test_all_differences_zero():
    found = run([np.zeros(10)] * 10)
    assert found.rope > 0.999
    assert found.better == found.worse
    assert (found.delta0, *found.deltas) == pytest.approx((0,) * 11, abs=1e-9)
    nothing = run([np.zeros(10)] * 3, rope=0)
    assert (nothing.better, nothing.rope, nothing.worse, nothing.delta0) == (None,) * 4
    assert nothing.deltas == (0, 0, 0)
    assert (
        nothing.note
        == "the folds of every data set have the same difference, and there is no region of practical "
        "equivalence"
    )


def test_one_data_set():
    """One data set says almost nothing about the next one: s0 may be up to 1000 times the deviation of the
    folds.
    """
    found = run(made((10,), 14, mean=0.05))
    assert 0.5 < found.better < 0.95
    assert found.n == 1


@pytest.mark.long
def test_scales_that_differ_by_millions():
    folds = made((10,) * 8, 15)
    for factor in (1e6, 1e-6):
        found = run([factor * folds[0], *folds[1:]])
        assert np.isfinite([*probabilities(found), *found.predictive, found.delta0, *found.deltas]).all()
        assert probabilities(found).sum() == pytest.approx(1, abs=1e-9)
    assert run([1e-6 * folds[0], *folds[1:]]).deltas[0] == pytest.approx(1e-6 * folds[0].mean(), abs=1e-7)


def test_bad_input():
    with pytest.raises(
        InputError,
        match="0 data sets and 0 test_train_ratios, expected one ratio for each of at least one data set",
    ):
        hierarchical([], [], 0.01)
    with pytest.raises(InputError, match="data set 1 has 2 finite differences of 3: at least 2 are needed"):
        hierarchical([np.ones(2), np.array([1.0, np.nan, 2.0])], [0.1, 0.1], 0.01)
    with pytest.raises(InputError, match="data set 0 has 1 finite differences of 1"):
        hierarchical([np.ones(1)], [0.1], 0.01)
    with pytest.raises(InputError, match="test_train_ratio is -1, expected a number of at least 0"):
        hierarchical([np.ones(2)], [-1], 0.01)
    with pytest.raises(InputError, match="rope is -1, expected a number of at least 0"):
        run([np.ones(3)], -1)


# the statistic of a benchmark, and of a table of single folds

METHODS = ["nb", "tan", "aode"]
EXPERIMENT = Part("All", "honest", ["a", "b", "c", "d"], METHODS)
PRIMARY = Primary("honest", "accuracy", "nb")


@pytest.fixture
def scores():
    rng = np.random.default_rng(3)
    gain = {"nb": 0, "tan": 0.1, "aode": 0.0}
    rows = [
        (
            p,
            d,
            m,
            0,
            f,
            10,
            40,
            metric,
            0.5 + (gain[m] if metric == "accuracy" else -gain[m]) + rng.normal(0, 0.01),
        )
        for p in ("honest", "paper/x")
        for d in [*EXPERIMENT.datasets, "e"]
        for m in METHODS
        for metric in ("accuracy", "log_loss")
        for f in range(5)
        if (d, m) != ("d", "aode")
    ]
    return pd.DataFrame(
        rows,
        columns=["protocol", "dataset", "method", "repeat", "fold", "n_test", "n_train", "metric", "value"],
    )


def test_statistic_of_a_benchmark(scores):
    experiments = {
        "all": EXPERIMENT,
        "old": EXPERIMENT._replace(protocol="paper/x"),
        "part": EXPERIMENT._replace(datasets=["a", "b"]),
        "other": EXPERIMENT._replace(methods=["tan", "aode"]),
        "one": EXPERIMENT._replace(datasets=["a"]),
    }
    found = benchmark_effects.hierarchical(scores, experiments, ["accuracy", "log_loss"], PRIMARY, 0.02)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert (found["reference"], found["rope"], found["accuracy"]) == ("nb", 0.02, ACCURACY)
    keys = [
        (c["experiment"], c["protocol"], c["metric"], c["primary"], c["main"]) for c in found["comparisons"]
    ]
    assert keys == [
        ("all", "honest", "accuracy", True, True),
        ("all", "honest", "log_loss", False, True),
        ("old", "paper/x", "accuracy", False, True),
        ("old", "paper/x", "log_loss", False, True),
        ("part", "honest", "accuracy", False, False),
        ("part", "honest", "log_loss", False, False),
    ]
    for comparison in found["comparisons"][:4]:
        tan, aode = comparison["methods"]
        assert (tan["method"], tan["n"], aode["method"], aode["n"]) == ("tan", 4, "aode", 3)
        assert tan["better"] > 0.9
        assert np.sign(tan["delta0"]) == (1 if comparison["better"] == "higher" else -1)
        assert [d["n"] for d in tan["datasets"].values()] == [5] * 4


def test_statistic_by_hand(scores):
    found = benchmark_effects.hierarchical(scores, {"all": EXPERIMENT}, ["log_loss"], PRIMARY, 0.01)[
        "comparisons"
    ][0]["methods"][0]
    part = scores[(scores["protocol"] == "honest") & (scores["metric"] == "log_loss")]
    wide = part.pivot(index=["dataset", "fold"], columns="method", values="value")
    folds = [(wide["nb"] - wide["tan"])[d].to_numpy() for d in EXPERIMENT.datasets]
    expected = hierarchical(folds, [0.25] * 4, 0.01)
    assert (found["better"], found["rope"], found["worse"]) == pytest.approx(
        (expected.better, expected.rope, expected.worse), abs=1e-8
    )
    assert found["datasets"]["b"]["shrunken"] == pytest.approx(-expected.deltas[1], abs=1e-8)
    assert found["datasets"]["b"]["mean_difference"] == pytest.approx(-folds[1].mean(), abs=1e-9)


def test_complete_includes_it_for_single_folds_of_several_data_sets():
    rng = np.random.default_rng(4)
    values = rng.normal(0.8, 0.02, (4, 10, 3)) + np.array([0, 0.1, 0])
    folds = [within.Folds(f"set {i}", tuple(METHODS), v, np.zeros(10), 1 / 9) for i, v in enumerate(values)]
    tables = values.mean(axis=1), METHODS, [f.dataset for f in folds]
    found = compared.complete(*tables, folds=folds, reference="nb")["hierarchical"]
    assert [(p["a"], p["b"], p["n"]) for p in found["pairs"]] == [("tan", "nb", 4), ("aode", "nb", 4)]
    expected = hierarchical([f.values[:, 1] - f.values[:, 0] for f in folds], [1 / 9] * 4)
    assert found["pairs"][0]["better"] == pytest.approx(expected.better, abs=1e-8)
    swapped = compared.complete(*tables, folds=folds, reference="nb", lower_is_better=True)["hierarchical"][
        "pairs"
    ][0]
    assert (swapped["better"], swapped["worse"], swapped["delta0"]) == (
        found["pairs"][0]["worse"],
        found["pairs"][0]["better"],
        found["pairs"][0]["delta0"],
    )
    assert compared.complete(*tables, folds=folds[:1])["hierarchical"] is None
    assert compared.complete(*tables)["hierarchical"] is None


def test_too_many_pairs_are_left_out_with_a_note(monkeypatch):
    monkeypatch.setattr(complete, "MAX_HIERARCHICAL", 2)
    values = np.random.default_rng(5).normal(0.8, 0.02, (3, 5, 3))
    folds = [within.Folds(f"set {i}", tuple(METHODS), v, np.zeros(5), 0.25) for i, v in enumerate(values)]
    found = compared.complete(values.mean(axis=1), METHODS, [f.dataset for f in folds], folds=folds)
    assert found["hierarchical"] is None
    assert (
        "The hierarchical test is left out for 3 pairs; with a reference method it is done for the "
        "pairs with that one." in found["notes"]
    )


def test_command_gives_it_for_a_table_of_single_folds(tmp_path, capsys):
    from naivebench.cli import main as cli

    rng = np.random.default_rng(6)
    rows = [
        f"{d},{m},{f},{rng.normal(0.8 + 0.1 * (m == 'tan'), 0.02)}"
        for d in ("x", "y", "z")
        for m in METHODS
        for f in range(10)
    ]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,method,fold,value", *rows]))
    assert (
        cli.main(
            [
                "compare",
                str(tmp_path / "scores.csv"),
                "--reference",
                "nb",
                "--out",
                str(tmp_path / "tests.json"),
            ]
        )
        == 0
    )
    found = json.loads((tmp_path / "tests.json").read_text())["hierarchical"]
    text = capsys.readouterr().out
    assert (
        "Bayesian hierarchical test of the first of a pair on a further data set, from the folds of all"
        in text
    )
    assert f"{found['pairs'][0]['better']:.4f}" in text
    assert [set(p["datasets"]) for p in found["pairs"]] == [{"x", "y", "z"}] * 2


def test_no_panel_has_more_than_its_bound():
    data, _ = statistics._sufficient(made([5] * 4, 3, between=0.05), np.full(4, RATIO), 0.01)
    grid = hierarchical_grid
    part = grid._grid(data, grid._log_s(data, 0.5), 0.5, (True, True))
    edges, offset = np.linspace(-0.3, 0.3, 13), grid._log_weight(part.log_s, part.ends)[:, None]
    log_g = np.log(grid._integrals(data, part, edges)[0])
    for most, low, high in grid._most(data, part, edges, log_g, offset):
        assert grid._panel(data, part, low, high, offset).mass <= most * (1 + 1e-9)
