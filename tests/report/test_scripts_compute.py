"""The page's scripts compute what Python computes.

In Node they are compared with the package and scipy. Node also runs the tests of `tests/report/scripts/`.
"""

from pathlib import Path

import numpy as np
import pytest
import scipy.special
import scipy.stats
from support import node

from naivebench.evaluation.statistics import (
    bayes,
    best,
    compare,
    effect_sizes,
    intervals,
    ranks,
    wilcoxon,
)
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.rounding import differences, without_noise
from naivebench.report import as_good

pytestmark = [
    pytest.mark.long,
    pytest.mark.nightly,
    pytest.mark.skipif(node.NODE is None, reason=node.WHY),
]
call = node.call
CLOSE = {"rel": 1e-9, "abs": 1e-9}


def test_node_tests_pass():
    done = node.tested(Path(__file__).parent / "scripts")
    assert done.returncode == 0, done.stdout + done.stderr


def test_draws():
    found = node.run("statistics/draws", "Array.from({length: 500}, (_, i) => m.draw(i))")
    assert found == bayes.draw_hashes(500).tolist()


@pytest.mark.parametrize(
    ("function", "cases", "expected"),
    [
        ("upper", [(z,) for z in (-9.0, -1.0, 0.0, 0.3, 1.96, 2.9, 5.0, 12.0, 30.0)], scipy.stats.norm.sf),
        ("logGamma", [(x,) for x in (0.5, 1.0, 3.25, 11.9, 200.0)], scipy.special.gammaln),
        (
            "betaIncomplete",
            [(0.5, 0.5, 0.2), (9.0, 0.5, 0.99), (140.0, 8.0, 0.9), (2.0, 300.0, 0.001), (3.0, 4.0, 1.0)],
            scipy.special.betainc,
        ),
        ("gammaUpper", [(0.5, 0.1), (4.0, 30.0), (20.0, 8.0), (3.0, 0.0)], scipy.special.gammaincc),
        ("tTail", [(9.0, 2.3), (9.0, -2.3), (99.0, 8.0), (1.0, 0.0)], lambda df, t: scipy.stats.t.sf(t, df)),
        ("tQuantile", [(9.0, 0.975), (1.0, 0.975), (99.0, 0.975)], lambda df, p: scipy.stats.t.ppf(p, df)),
    ],
)
def test_distributions(function, cases, expected):
    for case in cases:
        near = 1e-14 if function == "logGamma" else 1e-300
        assert call("statistics/distributions", function, *case) == pytest.approx(
            float(expected(*case)), rel=1e-11, abs=near
        ), case


@pytest.mark.parametrize("k", [2, 5, 35])
def test_critical_difference(k):
    from naivebench.evaluation.statistics.posthoc import critical_difference

    assert call("statistics/distributions", "criticalDifference", k, 20, 0.05) == pytest.approx(
        critical_difference(k, 20), **CLOSE
    )


@pytest.mark.parametrize(
    ("p", "rope", "small"), [(0.05, 0.51, True), (0.06, 0.51, False), (0.01, 0.5, False), (0.01, None, False)]
)
def test_a_significant_but_practically_equivalent_difference(p, rope, small):
    found = best.AgainstBest("a", p, p, p, rope, rope, rope, "behind")
    assert call("statistics/best", "practicallyNone", found._asdict(), 0.05) is small
    assert bool(as_good._small(best.Best("best", 0.05, 0.01, (found,)))) is small


def matrices():
    rng = np.random.default_rng(1)
    plain = 0.8 + 0.05 * rng.normal(size=(30, 12)) + np.linspace(0, 0.08, 12)
    tied = np.round(plain[:17, :8], 2)
    losses = np.abs(plain[:9, :5]) * 3
    losses[2, 1] = np.inf
    worst = tied.copy()
    worst[:, 0] = 0.01  # the first method is always the last
    return {"plain": (plain, False), "tied": (tied, False), "losses": (losses, True), "worst": (worst, False)}


@pytest.mark.parametrize("name", matrices())
def test_selection(name):
    values, lower = matrices()[name]
    n, k = values.shape
    methods = [f"m{j:02d}" for j in range(k)]
    request = {"scores": values.tolist(), "lower": lower, "reference": 1, "alpha": 0.05}
    found = call("analysis", "selection", request)
    expected = compare.compare(
        values, methods, [f"d{i}" for i in range(n)], lower_is_better=lower, reference="m01"
    )
    assert found["ranks"] == pytest.approx(list(expected.average_ranks.values()), **CLOSE)
    assert found["friedman"]["p"] == pytest.approx(expected.friedman.p, **CLOSE)
    assert found["iman_davenport"]["p"] == pytest.approx(expected.iman_davenport.p, **CLOSE)
    assert found["critical_difference"] == pytest.approx(expected.critical_difference, **CLOSE)
    for at, pair in enumerate(expected.pairs):
        for key in ("z", "p", "holm", "bergmann_hommel"):
            assert found["pairs"][key][at] == pytest.approx(getattr(pair, key), **CLOSE), (
                key,
                pair.a,
                pair.b,
            )
        assert found["pairs"]["wins"][at] == [pair.wins, pair.ties, pair.losses]
        for key in ("p", "rank_biserial"):
            assert found["pairs"]["wilcoxon"][at][key] == pytest.approx(getattr(pair.wilcoxon, key), **CLOSE)
    for j, row in enumerate(expected.control.comparisons):
        assert methods[found["to_reference"]["others"][j]] == row.method
        for key in ("z", "p", "holm"):
            assert found["to_reference"][key][j] == pytest.approx(getattr(row, key), **CLOSE)
    for rope in (None, 0.01):
        named = request | {"rope": rope, "names": methods}
        theirs = call("analysis", "selection", named)["to_best"]
        ours = best.against_best(values, methods, lower_is_better=lower, rope=rope).comparisons
        assert [methods[i] for i in theirs["others"]] == [row.method for row in ours]
        for row, own in zip(theirs["comparisons"], ours, strict=True):
            assert row == {
                key: pytest.approx(value, **CLOSE) if isinstance(value, float) else value
                for key in row
                for value in [getattr(own, key)]
            }
    rank = ranks.rank_rows(without_noise(values), lower_is_better=lower)
    assert found["win_rate"] == pytest.approx(ranks.win_rates(rank), **CLOSE)
    gain = effect_sizes.improvement(values, values[:, 1], lower_is_better=lower)
    assert found["improvement"] == pytest.approx(gain, **CLOSE)
    if np.isfinite(values).all():
        assert found["mean"] == pytest.approx(values.mean(axis=0), **CLOSE)
        assert found["std"] == pytest.approx(values.std(axis=0, ddof=1), **CLOSE)


@pytest.mark.parametrize("n", [3, 6, 25, 26, 60])
@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_two_methods(n, rope):
    rng = np.random.default_rng(n)
    a, b = (np.round(0.8 + 0.03 * rng.normal(size=n), 2) for _ in range(2))
    folds = [{"a": x.tolist(), "b": y.tolist(), "ratio": 1 / 9} for x, y in rng.normal(size=(3, 2, 10))]
    folds += [{"a": [0.5, 0.5], "b": [0.5, 0.5], "ratio": 0.1}, None]
    request = {"a": a.tolist(), "b": b.tolist(), "lower": False, "rope": rope, "folds": folds}
    found, d = call("analysis", "two", request), differences(a, b)
    test, posterior = wilcoxon.signed_rank(d), bayes.signed_rank(d, rope)
    assert (found["wins"], found["ties"]) == ((d > 0).sum(), (d == 0).sum())
    assert found["wilcoxon"]["p"] == pytest.approx(test.p, **CLOSE)
    assert found["wilcoxon"]["statistic"] == test.statistic
    assert found["wilcoxon"]["method"] == test.method
    assert found["bayes"] == pytest.approx(posterior._asdict(), **CLOSE)
    for fold, row in zip(folds, found["folds"], strict=True):
        if fold is None:
            assert row is None
            continue
        expected = corrected_t(np.array(fold["a"]) - np.array(fold["b"]), fold["ratio"])
        assert (row["statistic"], row["p"]) == pytest.approx((expected.statistic, expected.p), **CLOSE)


@pytest.mark.parametrize("names", [["b", "a", "c"], ["a", "b", "c"]])
def test_ties_have_one_order(names):
    scores = [[0.9, 0.8, 0.1], [0.8, 0.9, 0.1]]
    found = call(
        "analysis",
        "selection",
        {"scores": scores, "lower": False, "reference": -1, "alpha": 0.05, "names": names},
    )
    assert [names[i] for i in found["order"]] == ["a", "b", "c"]
    assert names[found["best"]] == "a"


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 9])
def test_gain_is_the_mean_with_its_t_interval_from_three_data_sets_on(n, lower):
    a, b = np.random.default_rng(n).normal(size=(2, n))
    found = call("statistics/pairs", "gain", a.tolist(), b.tolist(), lower)
    expected = intervals.mean(b - a if lower else a - b)
    assert found["value"] == pytest.approx(expected.value, **CLOSE)
    if n < 3:
        assert found["low"] is found["high"] is None
    else:
        assert (found["low"], found["high"]) == pytest.approx((expected.low, expected.high), **CLOSE)


def test_two_methods_are_tested_on_the_votes_and_shown_on_all_data_sets():
    rng = np.random.default_rng(5)
    a, b, votes = rng.random(12), rng.random(12), rng.random(12) < 0.7
    request = {"a": a.tolist(), "b": b.tolist(), "lower": False, "rope": 0.01, "folds": []}
    found = call("analysis", "two", request | {"votes": votes.tolist()})
    alone = call("analysis", "two", request | {"a": a[votes].tolist(), "b": b[votes].tolist()})
    np.testing.assert_allclose(found["differences"], a - b)
    for key in ("n", "wins", "ties", "losses", "gain", "wilcoxon", "bayes"):
        assert found[key] == alone[key], key
    assert found["n"] == votes.sum()
