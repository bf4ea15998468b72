"""Methods by kind of data, differences from the reference and gains of a method, by their definitions."""

import math
import statistics
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support import report_fixture

from naivebench.benchmark.results import tables
from naivebench.benchmark.results.context import load, rivals
from naivebench.benchmark.results.summaries import pair, summarize
from naivebench.evaluation.statistics import wilcoxon
from naivebench.evaluation.statistics.intervals import Interval, mean
from naivebench.report import advice, gains, overview, suits


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    root = tmp_path_factory.mktemp("run")
    report_fixture.write(root, n_datasets=12, n_methods=14, folds=3, protocols=("honest",), learning=False)
    results = load(root / "results", root / "prepared")
    return results, summarize(results)


@pytest.fixture(scope="module")
def wide(run):
    """Accuracies of the compared methods, with a row for each data set."""
    entry, means = run[0].comparisons[0], run[1].means
    return pd.DataFrame(
        {m: [means["honest", d, m]["accuracy"] for d in entry.datasets] for m in entry.average_ranks},
        index=entry.datasets,
    )


def interval(differences):
    half = (
        stats.t.ppf(0.975, len(differences) - 1) * stats.sem(differences)
        if len(differences) > 1
        else math.inf
    )
    return pytest.approx((np.mean(differences), np.mean(differences) - half, np.mean(differences) + half))


def test_the_best_of_the_family_is_compared_with_the_reference_and_with_the_best_rival(run, wide):
    results, summary = run
    outside = [m for m in wide if m in rivals(results)]
    family = [m for m in wide if m not in outside]
    whole = wide.rank(axis=1, ascending=False).mean()
    found = suits.suited(results, summary)
    assert set(outside) > {"majority"}
    assert found
    for s in found:
        part = wide.loc[s.datasets]
        ranks = part.rank(axis=1, ascending=False).mean()
        assert ranks[s.family] == ranks[family].min()
        assert s.rival in outside
        assert whole[s.rival] == whole[[m for m in outside if m != "majority"]].min()
        if s.family != "nb":
            over = part[s.family] - part["nb"]
            assert s.gain.median == pytest.approx(statistics.median(over))
            assert tuple(s.gain.mean[:3]) == interval(over)
            assert s.gain.test.p == pytest.approx(stats.wilcoxon(over.round(10)).pvalue)
        assert tuple(s.to_rival.mean[:3]) == interval(part[s.family] - part[s.rival])


def test_the_verdict_on_the_best_rival_is_that_of_wilcoxons_test():
    """Fifteen small gains and a large loss: the t interval includes 0, Wilcoxon's p does not exceed 0.05."""
    outlier = np.append(np.arange(0.01, 0.025, 0.001), -0.5)
    assert mean(outlier).low < 0 < mean(outlier).high
    for values, word in (
        (outlier, "yes, better"),
        (-outlier, "no"),
        (np.tile([0.01, -0.01], 6), "not clearly different"),
        (np.array([0.5, 0.5, 0.5, 0.5, 0.5]), "not clearly different"),  # five cannot be significant
    ):
        p = stats.wilcoxon(values).pvalue
        assert (p <= 0.05) == (word != "not clearly different")
        assert suits.verdict(wilcoxon.signed_rank(values), 0.05) == word


@pytest.mark.parametrize(("huge", "listed"), [(0.0, False), (5.0, False), (None, True)])
def test_kinds_of_data_without_a_clear_gain_are_named_by_wilcoxons_test(run, wide, monkeypatch, huge, listed):
    """A loss of 5 points on one of twelve data sets makes the t interval include 0, but not the test."""
    results, summary = run
    gap = np.full(12, 0.01) + np.arange(12) * 1e-4
    gap = np.tile([0.01, -0.01], 6) if huge is None else np.where(np.arange(12) == 0, -huge, gap)
    (title, value), sets = suits.ALONE[0], list(wide.index)
    one = suits.Gap(float(np.median(gap)), mean(gap), wilcoxon.signed_rank(gap))
    found = suits.Suited(title, value, sets, {"tan": 1.0, "nb": 2.0}, "tan", one, None, None)
    monkeypatch.setattr(suits, "suited", lambda *_: [found])
    assert (one.mean.low <= 0) == (huge != 0.0)
    assert bool(overview._nothing(results, summary)) == listed


def test_a_run_without_the_reference_says_nothing_about_gains_over_it(run, monkeypatch):
    results, summary = run
    monkeypatch.setattr(
        suits,
        "suited",
        lambda *_: [suits.Suited(*suits.ALONE[0], list("abcdef"), {"tan": 1.0}, "tan", None, None, None)],
    )
    assert overview._nothing(results, summary) == []


@pytest.mark.parametrize(("rows", "size"), [(499, 0), (500, 1), (5000, 1), (5001, 2)])
def test_sizes_include_their_borders(rows, size):
    found = dict(suits.properties({"rows": rows, "classes": ["a", "b"]}))
    assert found["Cases"] == suits.SIZES[size]


@pytest.mark.parametrize(("rows", "small"), [(499, True), (500, False)])
def test_small_sets_of_a_kind_have_fewer_cases_than_the_border(rows, small):
    prepared = {"rows": rows, "classes": ["a", "b"], "missing_cells": 1}
    prepared |= {"attributes": [{"name": "x", "kind": "nominal"}]}
    found = dict(suits.properties(prepared))
    kinds = ("Attributes of small sets", "Missing values of small sets")
    assert tuple(found[k] for k in kinds) == (("discrete", "some") if small else ("", ""))


def test_differences_are_drawn_in_proportion_and_have_the_ends_of_their_intervals(run, wide):
    results, summary = run
    rows = {tables.raw(r["method"]): r for r in gains.table(results, summary).rows}
    drawn = gains.drawing(results, summary)
    assert set(rows) == set(wide) - {"nb"}
    scale = set()
    for line in drawn.rows:
        if line.method == "nb":
            assert (line.value, line.ends, line.at) == ("reference", "", drawn.zero)
            continue
        row, over = rows[line.method], wide[line.method] - wide["nb"]
        assert (row["gain"], row["low"], row["high"]) == interval(over)
        low, high = (float(t.replace("\N{MINUS SIGN}", "-")) for t in line.ends.split(" to "))
        assert (low, high) == pytest.approx((100 * row["low"], 100 * row["high"]), abs=0.005)
        for place, value in ((line.at, row["gain"]), (line.low, row["low"]), (line.high, row["high"])):
            if 0 < place < 100 and abs(value) > 0.01:
                scale.add((place - drawn.zero) / value)
        assert line.beyond == (line.at in (0, 100))
    assert min(scale) > 0
    assert min(scale) == pytest.approx(max(scale), rel=0.02)


def test_a_gain_counts_wins_and_compares_times_and_calibration():
    """The method takes 2, 4 and 8 times as long as naive Bayes, and its errors are 0.1 larger."""
    sets = ["a", "b", "c", "d"]
    seconds = {
        (d, m): 2.0 ** (i + 1) if m == "m" else 1.0 for i, d in enumerate(sets[:3]) for m in ("m", "nb")
    }
    errors = {(d, m): 0.1 * i + (0.1 if m == "m" else 0) for i, d in enumerate(sets) for m in ("m", "nb")}
    summary = SimpleNamespace(
        cost={("p", *k): SimpleNamespace(seconds=v) for k, v in seconds.items()},
        means={("p", *k): {"ece": v} for k, v in errors.items()},
    )
    differences = dict(zip(sets, (0.1, 0.0, -0.1, 0.2), strict=True))
    entry = SimpleNamespace(protocol="p")
    found = advice._gain(summary, entry, ("m", "nb"), ("", "", sets), differences)
    assert (found.wins, found.ties, found.losses) == (2, 1, 1)
    assert found.cost == 4
    assert found.calibration.value == pytest.approx(0.1)
    assert tuple(found.gain[:3]) == interval(list(differences.values()))


def test_a_kind_that_all_data_sets_share_is_not_a_separate_reason():
    whole, kind = (
        advice.Gain(*of, Interval(0.02, 0.01, 0.03, 9), 9, 0, 0, 1.0, None)
        for of in (("", ""), ("Classes", "two"))
    )
    found = advice.Advice("m", "nb", "p", "accuracy", "", (whole, kind), ())
    assert advice.use(found) == ["in general: all data sets (2.00 points more, 1.00 to 3.00, 9 data sets)."]


def with_p(results, p_of):
    """The results with Wilcoxon's p of each pair of methods of the primary comparison from a function."""
    first, *others = results.comparisons
    pairs = tuple(one._replace(wilcoxon=p_of(frozenset((one.a, one.b)))) for one in first.pairs)
    return results._replace(comparisons=[replace(first, pairs=pairs), *others])


@pytest.fixture(scope="module")
def family(run):
    """The members of the family, the best average rank first."""
    return [m for m in overview.ranked(run[0].comparisons[0]) if m not in rivals(run[0])]


def test_the_best_member_is_most_accurate_only_if_it_is_clearly_ahead_of_every_other(run, family):
    """Holm's correction is over the members only: the largest p stays, the second largest doubles."""
    results, summary = run
    (best, second, third), n = family[:3], len(results.comparisons[0].datasets)

    def lead(p):
        return overview.lead(with_p(results, lambda both: p.get(both - {best}, 1e-9)), summary)[0]

    assert f"(<code>{best}</code>) is the most accurate member of the naive Bayes family on {n} " in lead({})
    close = {frozenset({second}): 0.06, frozenset({third}): 0.026}
    told = lead(close)
    assert (
        f"(<code>{best}</code>) is first of the naive Bayes family on {n} data sets, not clearly ahead"
        in told
    )
    assert "most accurate" not in told
    before, after = (f'ahead of <a href="#method-{second}"', f'#method-{third}"')
    assert before in told
    assert after in told.split(":")[0]
    told = lead(close | {frozenset({third}): 0.024})
    assert before in told
    assert after not in told.split(":")[0]


@pytest.mark.parametrize(
    ("change", "recommended"),
    [
        ({}, "cheapest"),
        ({"time": 10.1}, "similar"),  # more than a third of the time of the best
        ({"reference": 0.06}, "similar"),  # not clearly better than the reference
        ({"beaten": 0.01}, "similar"),  # a member that needs 1.5 times as long is clearly better
        ({"beaten": 0.06}, "cheapest"),
        ({"beaten": 0.01, "similar": 12.0}, "cheapest"),
        ({"beaten": 0.01, "similar": 8.0, "time": 3.9}, "cheapest"),  # not of similar cost
    ],
)
def test_a_cheap_method_is_recommended_by_evidence(run, wide, family, change, recommended):
    """Naive Bayes needs 2 seconds, the best member 30. Two members keep 60 and 90 % of its gain in 6 and 9
    seconds.
    """
    results, summary = run
    best, *two = [m for m in family if m != "nb"][:3]
    effect = pair(results.comparisons[0], *two).rank_biserial
    similar, cheapest = two if effect > 0 else reversed(two)  # the first one is better than the other
    gain = wide[best] - wide["nb"]
    shares = {cheapest: 0.6, similar: 0.9}
    means = {
        (protocol, d, m): scores | {"accuracy": wide["nb"][d] + shares.get(m, 0) * gain[d]}
        if protocol == "honest" and d in wide.index and m in family and m != best
        else scores
        for (protocol, d, m), scores in summary.means.items()
    }
    seconds = {cheapest: change.get("time", 6.0), similar: change.get("similar", 9.0), "nb": 2.0}
    times = {
        cell: cost._replace(fit_seconds=seconds.get(cell[2], 30.0), predict_seconds=0.0)
        for cell, cost in summary.cost.items()
    }
    changed = summary._replace(cost=times, means=means)
    p = {frozenset({cheapest, "nb"}): change.get("reference", 1e-9)}
    p[frozenset({cheapest, similar})] = change.get("beaten", 1.0)
    told = [
        s
        for s in overview.lead(with_p(results, lambda both: p.get(both, 1e-9)), changed)
        if "of that gain" in s
    ]
    method = {"cheapest": cheapest, "similar": similar}[recommended]
    assert told[0].startswith(overview.named(results, method, first=True))
    assert f"keeps {100 * shares[method]:.0f}% of that gain" in told[0]
    assert "is clearly better than it" in told[0]


def test_no_method_is_recommended_that_keeps_less_than_half_of_the_gain(run, wide, family):
    results, summary = run
    share = (wide[family].mean() - wide["nb"].mean()) / (wide[family[0]].mean() - wide["nb"].mean())
    cheap = share[share < 0.5].drop("nb").idxmax()
    times = {
        cell: cost._replace(fit_seconds=1.0 if cell[2] == cheap else 30.0, predict_seconds=0.0)
        for cell, cost in summary.cost.items()
    }
    certain = with_p(results, lambda both: 1e-9)
    assert not any("of that gain" in s for s in overview.lead(certain, summary._replace(cost=times)))
