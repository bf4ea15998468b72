import numpy as np
import pytest
from scipy.special import log_softmax
from support import tables
from support.answers import predict

from naivebench.methods.directional import (
    gnb_likeliest_cut,
    gnb_sincos,
    kernel_vmnb,
    mixture_vmnb,
    vmnb,
    von_mises,
)
from naivebench.methods.naive_bayes import gnb

pytestmark = pytest.mark.slow


def wrap(x):
    return np.angle(np.exp(1j * x))


def circles(n=90, d=2, k=3, seed=0, missing=0.0, kappa=1.5):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % k
    x = wrap(rng.vonmises(y[:, None] * 1.2 + np.arange(d), kappa, (n, d)))
    x[rng.random(x.shape) < missing] = np.nan
    return tables.linear(x, y, k, kind="angular")


# Gaussians on cosine and sine


def test_sincos_is_gnb_on_the_expanded_columns():
    train, test = circles(missing=0.1), circles(40, seed=1, missing=0.1)

    def expanded(t):
        return tables.linear(np.column_stack([f(x) for x in t.reals.T for f in (np.cos, np.sin)]), t.y, 3)

    np.testing.assert_allclose(
        predict(gnb_sincos, train, test), predict(gnb, expanded(train), expanded(test)), atol=1e-12
    )
    assert gnb_sincos.summarize(gnb_sincos.fit(train)) == {
        "n_parameters": 2 + 4 * 3 * 2,
        "attributes_used": 2,
        "angular_used": 2,
    }


# the most likely cut


def slow_criterion(x, y, cut):
    """The criterion - sum_c n_c log s_c with the angles measured from the cut."""
    unrolled = (x - cut) % (2 * np.pi)
    return -sum((y == c).sum() * np.log(max(unrolled[y == c].std(), 1e-4)) for c in np.unique(y))


@pytest.mark.parametrize("seed", range(8))
def test_most_likely_cut_equals_brute_force(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, 25)
    x = wrap(rng.vonmises(2.0 * y, 1.0 + seed))
    middles = np.sort(x) - np.diff(np.sort(x), prepend=x.max() - 2 * np.pi) / 2
    values = [slow_criterion(x, y, cut) for cut in middles]
    np.testing.assert_allclose(
        gnb_likeliest_cut.score_cuts(np.sort(x), y[np.argsort(x)], 3), values, atol=1e-9
    )
    assert slow_criterion(x, y, gnb_likeliest_cut.choose_cut(x, y, 3)) == pytest.approx(max(values))


def test_the_cut_is_in_the_middle_of_the_widest_of_equally_good_gaps():
    # with one case per class, all cuts are equally good
    x, y = np.array([1.0, -1.0, 2.5, np.nan]), np.array([0, 1, 2, 0])
    assert gnb_likeliest_cut.choose_cut(x, y, 3) == pytest.approx(-np.pi + (2.5 - 1.0) / 2)
    assert gnb_likeliest_cut.choose_cut(np.array([1.0, 1.0 + 2 * np.pi]), np.array([0, 1]), 2) == -np.pi
    assert gnb_likeliest_cut.choose_cut(np.array([np.nan]), np.array([0]), 1) == -np.pi


def test_most_likely_cut_is_gnb_after_rotating_the_circle():
    train, test = circles(80, d=1), circles(30, d=1, seed=1)
    model = gnb_likeliest_cut.fit(train)
    moved = [t._replace(reals=wrap(t.reals - model.cuts[0] - np.pi)) for t in (train, test)]
    np.testing.assert_allclose(
        gnb_likeliest_cut.predict_log_proba(model, test), predict(gnb, *moved), atol=1e-9
    )
    summary = gnb_likeliest_cut.summarize(model)
    assert summary == {
        "n_parameters": 2 + 6 + 1,
        "attributes_used": 1,
        "angular_used": 1,
    }
    assert (gnb_likeliest_cut.unroll_angles(test, model.cuts).reals >= -np.pi).all()


# kernel densities


def slow_cross_validation(x, nu):
    score = 0.0
    for one in np.unique(x):
        others = x[x != one]
        density = (np.exp(von_mises.log_density(one, others, nu)).sum() + 1 / (2 * np.pi)) / (len(others) + 1)
        score += (x == one).sum() * np.log(density)
    return score


@pytest.mark.parametrize("seed", range(4))
def test_cross_validated_bandwidth_equals_brute_force_with_equal_angles(seed):
    rng = np.random.default_rng(seed)
    x = np.concatenate([rng.vonmises(0.0, 30.0, 25), rng.vonmises(2.0, 5.0, 15)])
    x = np.append(x, x[:10])
    scores = [slow_cross_validation(x, nu) for nu in kernel_vmnb.CANDIDATES]
    _, nu = kernel_vmnb.estimate_density(x)
    assert nu == kernel_vmnb.CANDIDATES[np.argmax(scores)]


def test_kernel_posterior_equals_the_formula():
    train, test = circles(90, missing=0.1), circles(30, seed=1, missing=0.1)
    model = kernel_vmnb.fit(train)
    scores = np.tile(np.log(1 / 3), (30, 3))
    for j in range(2):
        for c in range(3):
            own = train.reals[train.y == c, j]
            own = own[~np.isnan(own)]
            x = np.nan_to_num(test.reals[:, j])
            density = (
                np.exp(von_mises.log_density(x[:, None], own, model.bandwidth[j, c])).sum(axis=1)
                + 1 / (2 * np.pi)
            ) / (len(own) + 1)
            scores[:, c] += np.where(np.isnan(test.reals[:, j]), 0, np.log(density))
    expected = log_softmax(scores, axis=1)
    np.testing.assert_allclose(kernel_vmnb.predict_log_proba(model, test), expected, atol=1e-3)
    n_angles = int((~np.isnan(train.reals)).sum())
    assert kernel_vmnb.summarize(model) == {
        "n_parameters": 2 + n_angles + 6,
        "attributes_used": 2,
        "angular_used": 2,
    }


# mixtures


def test_one_component_is_vmnb(monkeypatch):
    train, test = tables.mixed(90), tables.mixed(40, seed=1)
    monkeypatch.setattr(mixture_vmnb, "MAX_COMPONENTS", 1)
    np.testing.assert_allclose(predict(mixture_vmnb, train, test), predict(vmnb, train, test), atol=1e-10)
    one = mixture_vmnb.fit(train)
    assert mixture_vmnb.summarize(one) == vmnb.summarize(vmnb.fit(train))


def test_bic_finds_the_number_of_components(monkeypatch):
    rng = np.random.default_rng(0)
    assert len(mixture_vmnb.fit_mixture(rng.vonmises(1.0, 4.0, 300)).weight) == 1
    assert len(mixture_vmnb.fit_mixture(rng.uniform(-np.pi, np.pi, 300)).weight) == 1
    found = mixture_vmnb.fit_mixture(
        np.concatenate([rng.vonmises(-3.0, 8.0, 200), rng.vonmises(0.0, 8.0, 100)])
    )
    order = np.argsort(found.weight)
    np.testing.assert_allclose(found.weight[order], [1 / 3, 2 / 3], atol=0.05)
    np.testing.assert_allclose(wrap(found.mu[order] - [0.0, -3.0]), 0, atol=0.1)
    np.testing.assert_allclose(found.kappa, 8, rtol=0.35)
    three = np.concatenate([rng.vonmises(m, 30.0, 150) for m in (-2.0, 0.0, 2.0)])
    assert len(mixture_vmnb.fit_mixture(three).weight) == 3
    monkeypatch.setattr(mixture_vmnb, "MAX_COMPONENTS", 2)
    assert len(mixture_vmnb.fit_mixture(three).weight) == 2


def test_em_never_decreases_the_likelihood_and_ends_at_a_local_maximum():
    rng = np.random.default_rng(1)
    x = np.concatenate([rng.vonmises(0.0, 3.0, 100), rng.vonmises(2.0, 9.0, 60)])
    data = mixture_vmnb.group_angles_into_arcs(x)
    current, trace = (
        mixture_vmnb.Mixture(np.array([0.5, 0.5]), np.array([-1.0, 1.0]), np.array([2.0, 2.0])),
        [],
    )
    for _ in range(60):
        current, likelihood = mixture_vmnb.iterate_em(current, data)
        trace.append(likelihood)
    assert np.diff(trace).min() > -1e-6
    best, highest = mixture_vmnb.run_em(current, data)
    assert highest == pytest.approx(
        np.log(np.exp(mixture_vmnb.log_densities(best, np.array([np.cos(x), np.sin(x)]))).sum(axis=0)).sum()
    )
    for turn, factor in [(0.01, 1), (-0.01, 1), (0, 1.02), (0, 0.98)]:
        other = best._replace(mu=best.mu + turn, kappa=best.kappa * factor)
        assert mixture_vmnb.iterate_em(other, data)[1] < highest


def test_a_mixture_integrates_to_one_and_rotates_with_the_angles():
    x = np.concatenate([np.random.default_rng(0).vonmises(m, 20.0, 80) for m in (-2.0, 1.0)])
    grid = np.linspace(-np.pi, np.pi, 4001)[1:]
    circle = np.array([np.cos(grid), np.sin(grid)])
    fit = mixture_vmnb.fit_mixture(x)
    assert np.exp(mixture_vmnb.log_densities(fit, circle)).sum(axis=0).mean() * 2 * np.pi == pytest.approx(1)
    turned = mixture_vmnb.fit_mixture(wrap(x + 2.5))
    np.testing.assert_allclose(wrap(turned.mu - fit.mu - 2.5), 0, atol=1e-9)
    np.testing.assert_allclose(turned.kappa, fit.kappa, rtol=1e-7)
