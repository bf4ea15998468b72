"""How often every test calls equal methods different at level 0.05.

The rate is at most the level, or has the excess that the docstring of the test mentions. Bounds are 4
standard errors of the simulation, which a correct test exceeds once in 16,000 times.
"""

import numpy as np
import pytest

from naivebench.evaluation.statistics import bayes, bergmann, posthoc, ranks, wilcoxon
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.sorted_runs import sorted_runs

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.nightly]

LEVEL = 0.05


def rates(simulate, runs, seed):
    """Share of p <= 0.05 for each test; `simulate(rng)` returns {test: p}."""
    rng = np.random.default_rng(seed)
    found = [simulate(rng) for _ in range(runs)]
    return {name: float(np.mean([p[name] <= LEVEL for p in found])) for name in found[0]}


def error(runs, rate=LEVEL):
    return 4 * np.sqrt(rate * (1 - rate) / runs)


def kept(found, runs):
    """Rates of the tests that reject more often than their level."""
    return {name: rate for name, rate in found.items() if rate > LEVEL + error(runs)}


def exact(found, runs, names):
    """Rates of the tests in `names` that reject less often than their level."""
    return {name: found[name] for name in names if found[name] < LEVEL - error(runs)}


def over_data_sets(rng):
    """Scores of five equal methods on 20 data sets of different difficulty."""
    scores = 3 * rng.normal(size=(20, 1)) + rng.normal(size=(20, 5))
    average = ranks.average_ranks(scores)
    pairs, friedman, one = (
        posthoc.pairwise(average, 20),
        ranks.friedman(average, 20),
        posthoc.against(average, list("abcde"), "a", 20),
    )
    return {
        "friedman": friedman.p,
        "iman_davenport": ranks.iman_davenport(friedman.statistic, 20, 5).p,
        "nemenyi": posthoc.bonferroni(pairs.p).min(),
        "holm": posthoc.holm(pairs.p).min(),
        "hochberg": posthoc.hochberg(pairs.p).min(),
        "shaffer": posthoc.shaffer(pairs.p, 5).min(),
        "bergmann_hommel": bergmann.bergmann_hommel(average, pairs.p).min(),
        "bonferroni_dunn": min(of.bonferroni_dunn for of in one),
        "control_holm": min(of.holm for of in one),
        "control_hochberg": min(of.hochberg for of in one),
        "uncorrected": pairs.p.min(),
    }


def test_tests_over_data_sets():
    """The rate is the chance of any false difference among all pairs (family-wise).

    Without correction it is several times the level.
    """
    runs = 1000
    found = rates(over_data_sets, runs, 1)
    assert found.pop("uncorrected") > 0.2
    assert kept(found, runs) == {}
    assert exact(found, runs, ["friedman", "iman_davenport"]) == {}


def cross_validation(rng):
    """Differences of 10 x 10 folds with correlation n_test / (n_test + n_train), the model of the corrected t
    test.
    """
    d = np.sqrt(0.1) * rng.normal() + np.sqrt(0.9) * rng.normal(size=(10, 10))
    b, s = bayes.correlated_t(d.ravel(), 1 / 9, 0), sorted_runs(d)
    return {
        "corrected t": corrected_t(d.ravel(), 1 / 9).p,
        "corrected t, one run": corrected_t(d[0], 1 / 9).p,
        "correlated t": 2 * min(b.better, b.worse),
        "sorted runs": s.p,
        "sorted runs, one-sided": s.p_one_sided,
        "t": corrected_t(d.ravel(), 0).p,
        "t, one run": corrected_t(d[0], 0).p,
        "wilcoxon": wilcoxon.signed_rank(d.ravel()).p,
    }


def test_tests_on_the_folds_of_a_cross_validation():
    """The plain t test and Wilcoxon's test on all folds are a warning: they call more than half of all null
    data significant.
    """
    runs = 1500
    found = rates(cross_validation, runs, 6)
    documented = {name: found.pop(name) for name in ("t", "t, one run", "wilcoxon", "sorted runs, one-sided")}
    assert kept(found, runs) == {}
    assert exact(found, runs, ["corrected t", "corrected t, one run", "correlated t"]) == {}
    assert min(documented["t"], documented["wilcoxon"]) > 0.5
    assert documented["t, one run"] == pytest.approx(0.15, abs=error(runs, 0.15))
    assert 1.4 * LEVEL < documented["sorted runs, one-sided"] < 2.5 * LEVEL


def test_bayesian_signed_rank_has_no_guaranteed_error_rate():
    """Without a ROPE it errs more often than a test at the same level, as its docstring says; with a ROPE,
    rarely.
    """
    runs = 400
    found = rates(lambda rng: bayesian(rng), runs, 7)
    assert LEVEL < found["no rope"] < 3 * LEVEL
    assert found["rope"] < LEVEL


def bayesian(rng):
    d = rng.normal(size=20)
    plain, wide = bayes.signed_rank(d, 0, draws=400), bayes.signed_rank(d, 0.5, draws=400)
    return {"no rope": 2 * min(plain.better, plain.worse), "rope": 2 * (1 - max(wide.better, wide.worse))}
