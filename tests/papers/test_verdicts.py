"""Verdicts on small frames: every word, both sides of every border, the statistics behind the intervals, and
sentences that explain them.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from naivebench.evaluation.statistics.intervals import Interval
from naivebench.papers import method_comparisons
from naivebench.papers.claims import widen_to_all_readings
from naivebench.papers.method_comparisons import (
    judge_average_ranks,
    judge_better,
    judge_differences,
    judge_falling_gain,
    judge_no_worse,
    judge_no_worse_on_each,
    judge_similar,
    judge_time_ratio,
    judge_wins,
)
from naivebench.papers.pairs import Scores, adjust_p_values, make_score_table
from naivebench.papers.verdicts import (
    CONTRADICTED,
    HOLDS,
    IN_PART,
    NOT_TESTED,
    UNDECIDED,
    Verdict,
    compare_with_region,
    describe_region,
    describe_verdict,
    explain_verdict,
    format_number,
    join_names,
    make_share_region,
)

INF = math.inf


COLUMNS = ["dataset", "method", "repeat", "fold", "n_test", "n_train", "value"]


def make_frame(values, tested=100):
    """Rows of scores: {data set: {method: scores of the folds}}."""
    rows = [
        (d, m, 0, fold, tested, 4 * tested, value)
        for d, methods in values.items()
        for m, folds in methods.items()
        for fold, value in enumerate(folds)
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def wrap(*frames, family=None, rows=None, metric="accuracy", right=None, trivial=()):
    """Scores of frames, one for each protocol p0, p1, ... by preference."""
    tables = [make_score_table(f"p{i}", frame, right or {}, trivial) for i, frame in enumerate(frames)]
    datasets = list(dict.fromkeys(d for frame in frames for d in frame["dataset"]))
    known = {"family": {d: d for d in datasets} | (family or {})}
    known["rows"] = dict.fromkeys(datasets, 100) | (rows or {})
    facts = pd.DataFrame(known).loc[datasets]
    return Scores(tables, datasets, facts, metric)


def make_scores(values, **more):
    return wrap(make_frame(values), **more)


def gains(*values, spread=0.01, **more):
    """Method a minus b: the mean gain on each data set, over five folds."""
    folds = np.array([-2, -1, 0, 1, 2]) * spread
    return make_scores(
        {f"d{i}": {"a": 0.7 + v + folds, "b": [0.7] * 5} for i, v in enumerate(values)}, **more
    )


@pytest.mark.parametrize(
    ("low", "high", "claimed", "word"),
    [
        (0.1, 0.2, (0, INF), HOLDS),
        (0.0, 0.2, (0, INF), UNDECIDED),  # a border at 0 belongs to neither side
        (-0.1, 0.2, (0, INF), UNDECIDED),
        (-0.2, 0.0, (0, INF), CONTRADICTED),
        (0.0, 0.0, (0, INF), UNDECIDED),  # all differences are 0
        (-0.2, -0.1, (0, INF), CONTRADICTED),
        (-0.2, -0.1, (-INF, 0), HOLDS),
        (0.0, 0.1, (-INF, 0), CONTRADICTED),
        (-0.01, 0.3, (-0.01, INF), HOLDS),  # other borders belong to the region
        (-0.0101, 0.3, (-0.01, INF), UNDECIDED),
        (5.0, 5.0, (5, 5), HOLDS),
        (4.0, 6.0, (5, 5), UNDECIDED),
        (6.0, 7.0, (5, 5), CONTRADICTED),
        (-INF, INF, (0, INF), UNDECIDED),
    ],
)
def test_word_follows_from_interval_and_region(low, high, claimed, word):
    assert compare_with_region(low, high, claimed) == word
    assert Verdict(0.0, (low, high), claimed=claimed).word == word


def make(word):
    interval = {HOLDS: (1, 2), CONTRADICTED: (-2, -1), UNDECIDED: (-1, 1)}.get(word)
    return Verdict(reason="no data") if interval is None else Verdict(0.5, interval)


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ([HOLDS, HOLDS], HOLDS),
        ([HOLDS, CONTRADICTED], IN_PART),
        ([HOLDS, CONTRADICTED, UNDECIDED], IN_PART),
        ([CONTRADICTED, UNDECIDED], CONTRADICTED),
        ([HOLDS, UNDECIDED], UNDECIDED),
        ([HOLDS, NOT_TESTED], UNDECIDED),
        ([NOT_TESTED, NOT_TESTED], NOT_TESTED),
        ([], NOT_TESTED),
        ([CONTRADICTED, CONTRADICTED], CONTRADICTED),
    ],
)
def test_statements_are_joined(words, joined):
    assert Verdict.join(*map(make, words)).word == joined
    assert Verdict.join(Verdict.join(*map(make, words))).word == joined


def test_estimate_alone_decides_what_is_reproduced():
    open_ = Verdict(0.5, (-1.0, 2.0))
    assert open_.word == UNDECIDED
    assert open_.drop_uncertainty().word == HOLDS
    assert Verdict(-0.5, (-1.0, 2.0)).drop_uncertainty().word == CONTRADICTED
    assert Verdict(0.5, (-INF, INF)).drop_uncertainty().word == UNDECIDED  # too few data sets
    assert Verdict.join(open_, make(NOT_TESTED)).drop_uncertainty().word == UNDECIDED
    assert Verdict(what="a minus b").add_label("On counts").what == "On counts: a minus b"
    assert Verdict(reason="no data").add_label("On counts").reason == "On counts: no data"


def test_mean_difference_has_a_t_interval_over_data_sets():
    values = [0.05, 0.02, 0.04, 0.06]
    verdict = judge_better(gains(*values), "a", "b")
    low, high = stats.t.interval(0.95, 3, np.mean(values), stats.sem(values))
    assert verdict.effect == pytest.approx(np.mean(values))
    assert verdict.interval == pytest.approx((low, high))
    assert verdict.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
    assert (verdict.word, verdict.n, verdict.unit, verdict.what) == (HOLDS, 4, "points", "a minus b")
    assert judge_better(gains(*values), "b", "a").word == CONTRADICTED
    assert judge_better(gains(*values), "b", "a").effect == pytest.approx(-np.mean(values))
    assert judge_better(gains(0.05, -0.05, 0.02, 0.01), "a", "b").word == UNDECIDED


def test_smaller_turns_the_difference_and_its_name():
    verdict = judge_better(gains(-0.05, -0.04, -0.06), "a", "b", smaller=True, quantity="groups")
    assert verdict.word == HOLDS
    assert verdict.effect == pytest.approx(0.05)
    assert verdict.what == "b minus a"
    assert verdict.quantity == "groups, mean over test folds"


def test_clearly_needs_more_than_a_margin():
    scores = gains(0.006, 0.007, 0.008)
    assert judge_better(scores, "a", "b").word == HOLDS
    assert judge_better(scores, "a", "b", claimed=(0.01, INF)).word == CONTRADICTED
    assert judge_better(gains(0.02, 0.021, 0.022), "a", "b", claimed=(0.01, INF)).word == HOLDS


def test_no_worse_and_similar_allow_one_point():
    worse, alike = gains(-0.008, -0.006, -0.007), gains(0.001, -0.001, 0.0005)
    assert judge_no_worse(worse, "a", "b").word == HOLDS
    assert judge_no_worse(gains(-0.02, -0.021, -0.022), "a", "b").word == CONTRADICTED
    assert judge_similar(alike, "a", "b").word == HOLDS
    assert judge_similar(gains(0.02, 0.021, 0.022), "a", "b").word == CONTRADICTED
    sizes = gains(-0.008, -0.006, -0.007, metric="groups")
    assert judge_no_worse(sizes, "a", "b").claimed == (0.0, INF)  # no size is unimportant
    area = gains(-0.0008, -0.0006, -0.0007, metric="hit_area_10")
    assert judge_no_worse(area, "a", "b").claimed == (-0.001, INF)  # one point of the mean recall up to 10 %


def test_a_family_has_one_vote():
    family = {"d0": "f", "d1": "f"}
    verdict = judge_better(gains(0.02, 0.04, 0.05, 0.07, family=family), "a", "b")
    assert verdict.n == 3
    assert verdict.things == "source"
    assert verdict.effect == pytest.approx(np.mean([0.03, 0.05, 0.07]))
    few = judge_better(gains(0.02, 0.04, 0.05, family=dict.fromkeys(["d0", "d1", "d2"], "f")), "a", "b")
    assert (few.n, few.things) == (3, "data set")


def test_two_data_sets_give_no_interval_and_one_gives_that_of_its_folds():
    two, one = (judge_better(gains(*values), "a", "b") for values in ((0.05, 0.06), (0.05,)))
    assert two.interval == (-INF, INF)
    assert two.word == UNDECIDED
    folds = 0.05 + np.array([-2, -1, 0, 1, 2]) * 0.01
    error = folds.std(ddof=1) * math.sqrt(1 / 5 + 1 / 4)  # 100 test and 400 training cases
    half = stats.t.ppf(0.975, 4) * error
    assert one.interval == pytest.approx((0.05 - half, 0.05 + half))
    assert one.things == "test fold"
    assert one.quantity == "accuracy, mean over test folds, d0"


def test_single_test_part_is_compared_by_mcnemar():
    right = {("d0", "a"): np.arange(100) < 75, ("d0", "b"): np.arange(100) >= 30}
    scores = make_scores({"d0": {"a": [0.75], "b": [0.70]}}, right=right)
    verdict = judge_better(scores, "a", "b")
    assert verdict.things == "test case"
    assert verdict.n == 100
    assert verdict.effect == pytest.approx(0.05)
    assert verdict.p == pytest.approx(stats.binomtest(30, 55).pvalue)
    (pair,) = scores.list_pairs("a", "b")
    assert pair.only == (30, 25, 100)
    assert pair.estimate_difference().value == pytest.approx(0.05)
    assert pair.estimate_difference(-1).value == pytest.approx(-0.05)
    assert pair.estimate_difference(over_folds=True).low == -INF  # one part has no interval


def test_trivial_predictions_are_no_evidence_unless_the_claim_says_so():
    scores = gains(0.05, 0.06, 0.07, 0.3, trivial={("d3", "b")})
    verdict = judge_better(scores, "a", "b")
    assert verdict.effect == pytest.approx(0.06)
    assert verdict.datasets == ("d0", "d1", "d2")
    assert judge_better(scores, "a", "b", trivial_counts=True).effect == pytest.approx(0.12)
    scores = gains(0.05, 0.06, 0.07, trivial={(f"d{i}", "b") for i in range(3)})
    assert judge_better(scores, "a", "b").word == NOT_TESTED
    assert judge_better(gains(0.05, trivial={("d0", "b")}), "a", "b").word == NOT_TESTED


def test_first_protocol_with_both_methods_counts():
    grouped = make_frame({"d0": {"a": [0.9], "b": [0.8]}, "d1": {"a": [0.9]}})
    random = make_frame({d: {"a": [0.5], "b": [0.6]} for d in ("d0", "d1")})
    scores = wrap(grouped, random)
    means = {p.dataset: (p.protocol, round(p.mean, 6)) for p in scores.list_pairs("a", "b")}
    assert means == {"d0": ("p0", 0.1), "d1": ("p1", -0.1)}
    wide, protocols = scores.average_by_method(["a", "b"])
    assert wide.to_numpy().tolist() == [[0.9, 0.8], [0.5, 0.6]]
    assert protocols == ["p0", "p1"]


def test_repeats_are_averaged_if_only_one_method_is_repeated():
    frame = make_frame({"d0": {"a": [0.8, 0.6], "b": [0.5, 0.4]}})
    again = frame[frame["method"] == "a"].assign(repeat=1, value=[0.7, 0.9])
    (pair,) = wrap(pd.concat([frame, again])).list_pairs("a", "b")
    assert pair.differences == pytest.approx([0.25, 0.35])


def test_parts_of_different_size_and_missing_scores_are_not_compared():
    frame = make_frame({"d0": {"a": [0.8, math.nan, 0.9], "b": [0.5, 0.5, 0.5]}})
    frame.loc[(frame["method"] == "a") & (frame["fold"] == 2), "n_test"] = 99
    scores = wrap(frame)
    (pair,) = scores.list_pairs("a", "b")
    assert pair.differences == pytest.approx([0.3])
    assert pair.ratio == 1 / 4
    assert scores.list_pairs("a", "c") == []
    assert judge_better(scores, "a", "c").word == NOT_TESTED


def test_counts_use_holm_over_all_comparisons():
    values = [0.001, 0.05, 0.06, -0.05]
    scores = gains(*values, spread=0.01)
    tests = method_comparisons.run_tests(scores, [("a", "b")])
    alone = [t.pair.estimate_difference().p for t in tests]
    assert [t.p for t in tests] == pytest.approx(multipletests(alone, method="holm")[1])
    errors = [(v, (high - v) / stats.t.ppf(0.975, 4)) for v, _, high, *_ in (t.interval for t in tests)]
    equal = [max(stats.t.sf([(0.01 + v) / error, (0.01 - v) / error], 4)) for v, error in errors]
    assert [t.p_equal for t in tests] == pytest.approx(multipletests(equal, method="holm")[1])
    verdict = judge_wins(scores, "a", "b")
    assert [t.direction for t in tests] == [0, 1, 1, -1]
    assert verdict.effect == 2
    assert verdict.interval == (2.0, 3.0)
    assert verdict.claimed == (4.0, INF)
    assert verdict.word == CONTRADICTED
    assert judge_wins(scores, "a", "b", claimed=0.5).word == HOLDS
    assert judge_wins(scores, "a", "b", claimed=(3.0, INF)).word == UNDECIDED
    assert judge_differences(scores, [("a", "b")]).effect == 3
    assert judge_differences(scores, [("a", "b")], claimed=(3.0, 3.0)).word == UNDECIDED
    assert verdict.drawn == (judge_better(scores, "a", "b"),)  # what the page draws beside a count


def test_practically_equal_methods_count_against_a_difference():
    verdict = judge_differences(gains(0.0, 0.05, spread=0.001), [("a", "b")])
    assert verdict.interval == (1.0, 1.0)
    assert verdict.word == CONTRADICTED
    assert verdict.quantity == "of 2 data sets, practically equal on 1"
    assert verdict.what == "Significantly different (a against b)"


def test_no_worse_on_each_needs_all_pairs_of_a_data_set():
    scores = make_scores({
        d: {"a": 0.7 + np.array([0.0, 0.001, 0.002]), "b": [0.7] * 3, "c": [0.7 + up] * 3}
        for d, up in (("d0", 0.0), ("d1", 0.05), ("d2", 0.0))
    })  # fmt: skip
    verdict = judge_no_worse_on_each(scores, [("a", "b"), ("a", "c")])
    assert verdict.interval == (2.0, 2.0)
    assert verdict.word == CONTRADICTED
    assert [v.claimed for v in verdict.drawn] == [(-0.01, INF)] * 2
    assert judge_no_worse_on_each(scores, [("a", "b"), ("a", "c")], exceptions=1).word == HOLDS
    assert judge_no_worse_on_each(scores, [("a", "b"), ("a", "c")], share=0.5).claimed == (2.0, INF)
    border = make_scores({"d0": {"a": [-0.01] * 3, "b": [0.0] * 3}})  # exactly one point: not beyond it
    assert judge_no_worse_on_each(border, [("a", "b")]).interval == (0.0, 1.0)


def test_rank_correlation_with_the_number_of_cases():
    rows = dict(zip([f"d{i}" for i in range(6)], [10, 20, 30, 40, 50, 60], strict=True))
    falling = judge_falling_gain(gains(0.6, 0.5, 0.3, 0.4, 0.2, 0.1, rows=rows), "a", "b")
    rho = stats.spearmanr([1, 2, 3, 4, 5, 6], [0.6, 0.5, 0.3, 0.4, 0.2, 0.1]).statistic
    half = stats.norm.ppf(0.975) * math.sqrt((1 + rho**2 / 2) / 3)
    assert falling.effect == pytest.approx(rho)
    assert falling.interval[1] == pytest.approx(math.tanh(math.atanh(rho) + half))
    assert falling.word == HOLDS
    assert judge_falling_gain(gains(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, rows=rows), "a", "b").word == CONTRADICTED


def test_average_ranks_share_ties():
    scores = make_scores({f"d{i}": {"a": [0.9], "b": [0.8], "c": [0.8]} for i in range(4)})
    verdict = judge_average_ranks(scores, ["a", "b", "c"], "a", "b")
    assert verdict.effect == 1.5
    assert verdict.word == HOLDS
    assert judge_average_ranks(scores, ["a", "b", "c"], "b", "a").word == CONTRADICTED
    two = scores._replace(datasets=["d0", "d1"])
    assert judge_average_ranks(two, ["a", "b", "c"], "a", "b").word == NOT_TESTED


def test_ratio_of_times_is_a_geometric_mean():
    pairs = dict(enumerate([(1, 2), (1, 3), (2, 5)]))
    seconds = {("p0", f"d{i}", m): s for i, pair in pairs.items() for m, s in zip("ab", pair, strict=True)}
    scores = make_scores({f"d{i}": {"a": [0.5], "b": [0.5]} for i in pairs})
    verdict, logs = judge_time_ratio(scores, seconds, "a", "b", claimed=(-INF, 1)), np.log([0.5, 1 / 3, 0.4])
    assert verdict.effect == pytest.approx(math.exp(logs.mean()))
    assert verdict.word == HOLDS
    assert verdict.interval == pytest.approx(np.exp(stats.t.interval(0.95, 2, logs.mean(), stats.sem(logs))))
    assert judge_time_ratio(scores, seconds, "b", "a", claimed=(-INF, 1.0)).word == CONTRADICTED
    two = scores._replace(datasets=["d0", "d1"])
    assert judge_time_ratio(two, seconds, "a", "b", claimed=(-INF, 1.0)).word == UNDECIDED
    assert judge_time_ratio(scores, seconds, "a", "c", claimed=(-INF, 1.0)).word == NOT_TESTED


def test_counts_need_a_share():
    assert make_share_region(0.5, 3) == (2.0, INF)
    assert make_share_region(1.0, 5, exceptions=2) == (3.0, INF)
    assert make_share_region(0.1, 4, exceptions=3) == (1.0, INF)  # at least one
    assert make_share_region(0.9, 10) == (9.0, INF)  # 0.9 times 10 is a little more than 9 in floating point


def test_holm_counts_an_estimate_without_p_as_certain_only_if_asked():
    flat, wide = Interval(0.1, 0.1, 0.1, 3), Interval(0.2, 0.1, 0.3, 3, 0.02)
    assert adjust_p_values([flat, wide]) == pytest.approx([1.0, 0.04])
    assert adjust_p_values([flat, wide], exact=True) == pytest.approx([0.0, 0.02])
    assert adjust_p_values([flat._replace(low=0.0, high=0.0), wide], exact=True) == pytest.approx([1.0, 0.04])
    assert adjust_p_values([]) == []


GAIN = Verdict(0.016, (-0.002, 0.033), n=10, things="data set", what="A minus B", quantity="F1")
COUNT = Verdict(2, (2, 10), "integer", (10.0, math.inf), what="A is better", quantity="of 10 data sets")


def test_estimate_has_its_interval_and_its_data():
    assert describe_verdict(GAIN) == "A minus B, F1: +1.60 points (−0.20 to +3.30) on 10 data sets"
    assert describe_verdict(GAIN._replace(claimed=(0.05, math.inf))).endswith(
        "; claimed: above 5) on 10 data sets"
    )
    few = GAIN._replace(interval=(-math.inf, math.inf), n=2)
    assert describe_verdict(few).endswith("(too few data for an interval) on 2 data sets")
    assert describe_verdict(COUNT) == "A is better: 2 of 10 data sets (8 undecided; claimed: at least 10)"
    assert describe_verdict(GAIN._replace(effect=math.nan)) == "A minus B: too few data sets remain"


def test_reason_counts_statements_and_describes_one_that_does_not_hold():
    held, open_ = GAIN._replace(interval=(0.01, 0.02)), "A minus B, F1: +1.60 points (−0.20 to +3.30)"
    assert explain_verdict(GAIN) == f"{open_} on 10 data sets."
    assert explain_verdict(Verdict.join(GAIN, held)) == (
        f"Holds: 1 of 2 statements. Undecided: {open_} on 10 data sets."
    )
    assert explain_verdict(Verdict.join(held, held)).startswith("Holds: 2 of 2 statements. For example: A")
    none = Verdict(reason="this run has no data")
    assert explain_verdict(none) == "This run has no data."
    assert explain_verdict(Verdict.join(none, held)).endswith("Not tested: this run has no data.")


def test_a_protocol_without_folds_is_compared_over_its_runs():
    frame = make_frame({"d": {"a": [0.7, 0.8, 0.9], "b": [0.6, 0.6, 0.6]}})
    verdict = judge_better(wrap(frame.rename(columns={"repeat": "fold", "fold": "repeat"})), "a", "b")
    assert (verdict.n, verdict.things) == (3, "run")
    assert verdict.quantity == "accuracy, mean over runs, d"


def test_a_statement_that_covers_readings_has_no_p():
    one, other = (GAIN._replace(methods=(m, "b"), p=0.04) for m in ("a", "c"))
    covered = widen_to_all_readings(one, [other._replace(interval=(-0.05, 0.01))])
    assert (covered.interval, covered.p) == ((-0.05, 0.033), None)
    unlike = (one, Verdict.join(other, other), other._replace(effect=math.nan))
    assert [widen_to_all_readings(one, [verdict]) for verdict in unlike] == [one] * 3


def test_regions_in_words():
    assert describe_region((0.0, math.inf), "points") == "above 0"
    assert describe_region((-0.01, 0.01), "points") == "within 1"
    assert describe_region((0.04295, 0.04305), "points") == "4.295 to 4.305"
    assert describe_region((5.0, 5.0), "integer") == "5"
    assert describe_region((-math.inf, 0.5), "ratio") == "below 0.5"
    assert describe_region((-0.01, math.inf), "points") == "above −1"
    assert describe_region((3.0, math.inf), "integer") == "at least 3"


def test_numbers_and_lists():
    numbers = (0.01234, -0.01234, 0.0, -0.00001)
    assert [format_number(v, "points") for v in numbers] == ["+1.23", "−1.23", "0.00", "0.00"]
    assert format_number(12345.6, "integer") == "12,346"
    assert format_number(0.5, "percent") == "50.00"
    assert [join_names(names, "or") for names in ("", "a", "abc")] == ["", "a", "a, b or c"]
