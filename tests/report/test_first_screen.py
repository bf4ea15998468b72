"""Methods by kind of data, differences from the reference and gains of a method, by their definitions."""

import math
import statistics
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support import report_fixture

from naivebench.benchmark.results import tables
from naivebench.benchmark.results.context import load, rivals
from naivebench.benchmark.results.summaries import summarize
from naivebench.evaluation.statistics.intervals import Interval
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
            assert s.gain == pytest.approx(statistics.median(over))
            assert tuple(s.mean[:3]) == interval(over)
        assert tuple(s.to_rival[:3]) == interval(part[s.family] - part[s.rival])


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(-2, -1, "no"), (1, 2, "yes, better"), (-1, 2, "not clearly different"), (-math.inf, math.inf, None)],
)
def test_the_verdict_on_the_best_rival_needs_the_whole_interval(low, high, word):
    assert suits.verdict(Interval(0.0, low, high, 5)) == word


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


@pytest.mark.parametrize(("seconds", "recommended"), [(10.0, True), (10.1, False)])
def test_a_cheap_method_is_recommended_for_half_the_gain_at_a_third_of_the_time(
    run, wide, seconds, recommended
):
    """Every method needs 30 seconds, except one that keeps at least half of the gain of the best."""
    results, summary = run
    family = [m for m in wide if m not in rivals(results)]
    best = wide.rank(axis=1, ascending=False).mean()[family].idxmin()
    share = (wide[family].mean() - wide["nb"].mean()) / (wide[best].mean() - wide["nb"].mean())
    enough, too_little = share[(share >= 0.5) & (share.index != best)], share[share < 0.5].drop("nb")
    for cheap in (enough.idxmin(), too_little.idxmax()):
        times = {
            cell: cost._replace(fit_seconds=seconds if cell[2] == cheap else 30.0, predict_seconds=0.0)
            for cell, cost in summary.cost.items()
        }
        lead = overview.lead(results, summary._replace(cost=times))
        told = [s for s in lead if "of that gain" in s]
        assert bool(told) == (recommended and cheap in enough)
        if told:
            assert f"(<code>{cheap}</code>) keeps {100 * share[cheap]:.0f}% of that gain" in told[0]
