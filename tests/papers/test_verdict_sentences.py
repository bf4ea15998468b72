"""Sentences that explain verdicts, and what would decide an undecided one."""

from __future__ import annotations

import math

import pytest

from naivebench.papers.verdicts import (
    Verdict,
    count_needed,
    count_things,
    describe_region,
    describe_verdict,
    explain_honest,
    explain_reproduced,
    format_number,
    join_names,
    join_parts,
    report_untested,
    say_what_decides,
)

GAIN = Verdict(0.016, (-0.002, 0.033), n=10, things="data set", reason="A minus B is {}", what="A minus B")
COUNT = Verdict(
    2, (2, 10), "integer", (10.0, math.inf), reason="A is better on {} of 10 data sets", things="comparison"
)


def test_estimate_has_its_interval_and_its_data():
    assert describe_verdict(GAIN) == "A minus B is +1.60 points (−0.20 to +3.30) on 10 data sets"
    assert describe_verdict(GAIN, over=False) == "A minus B is +1.60 points (−0.20 to +3.30)"
    assert describe_verdict(GAIN._replace(claimed=(0.05, math.inf))).endswith(
        "; claimed: above +5.00) on 10 data sets"
    )
    assert describe_verdict(COUNT) == "A is better on 2 of 10 data sets, 8 undecided"
    assert describe_verdict(COUNT._replace(claimed=(4.0, math.inf))) == (
        "A is better on 2 of 10 data sets (claimed: at least 4), 8 undecided"
    )
    assert describe_verdict(GAIN._replace(effect=math.nan)) == "A minus B has no evidence"


def test_honest_sentence_says_what_would_decide():
    assert explain_honest(GAIN) == (
        "A minus B is +1.60 points (−0.20 to +3.30) on 10 data sets. About 13 data sets would decide it if"
        " the estimate"
        " stays as it is."
    )
    assert explain_honest(GAIN._replace(interval=(0.002, 0.033))).endswith("on 10 data sets.")
    assert explain_honest(report_untested("the paper's own data are missing"), "holds", 3) == (
        "Its data are missing; 3 other data sets support it."
    )
    assert explain_honest(report_untested("no data (of any kind). More text"), "contradicted", 1) == (
        "No data; 1 other data set contradicts it."
    )


def test_an_undecided_reproduction_begins_with_why():
    assert explain_reproduced(GAIN) == (
        "The interval overlaps the border of the claim: A minus B is +1.60 points (−0.20 to +3.30)."
    )
    count = COUNT._replace(reason="The runs differ in {} of 10 comparisons", interval=(2, 3), claimed=(3, 9))
    assert explain_reproduced(count) == (
        "The test leaves 1 comparison undecided: the runs differ in 2 of 10 comparisons (claimed: 3 to 9)."
    )
    without = GAIN._replace(interval=(-math.inf, math.inf))
    assert explain_reproduced(without).startswith("There are too few data for an interval: A minus B is")
    some = explain_reproduced(join_parts(GAIN, GAIN._replace(interval=(0.01, 0.02))))
    assert some.startswith("Not all statements can be decided: 1 of 2 statements is reproduced. ")


def test_several_statements_are_counted():
    held, lost = GAIN._replace(interval=(0.01, 0.02)), GAIN._replace(effect=-0.02, interval=(-0.03, -0.01))
    assert explain_reproduced(join_parts(held, held)) == (
        "Both statements are reproduced. In one of them, A minus B is +1.60 points (+1.00 to +2.00)."
    )
    three = explain_reproduced(join_parts(held, held, held))
    assert three.startswith("All 3 statements are reproduced. In one of them, A minus B is +1.60 points")
    assert explain_reproduced(join_parts(lost, held)) == (
        "1 of 2 statements is reproduced. In the other, A minus B is −2.00 points (−3.00 to −1.00)."
    )
    assert explain_honest(join_parts(held, lost, GAIN)).startswith(
        "1 of 3 statements is supported, 1 is contradicted and 1 is undecided. In one of the others, A"
        " minus B is −2.00"
    )
    assert explain_reproduced(join_parts(lost, lost)).startswith(
        "Neither statement is reproduced. In one of them, "
    )


@pytest.mark.parametrize(
    ("effect", "low", "high", "claimed", "number"),
    [
        (0.02, -0.01, 0.05, (0.0, math.inf), 23),  # 10 (0.03 / 0.02)^2 = 22.5
        (0.02, -0.02, 0.06, (0.0, math.inf), 40),
        (0.02, -0.0201, 0.06, (0.0, math.inf), None),  # more than four times the present data
        (0.0, -0.01, 0.01, (0.0, math.inf), None),
        (0.5, -1.0, 2.0, (-math.inf, math.inf), None),
        (0.9, 0.8, 1.1, (0.0, 1.0), 40),
        (0.99, 0.97, 1.001, (0.0, 1.0), 13),
    ],
)
def test_number_of_data_sets_that_would_decide(effect, low, high, claimed, number):
    assert count_needed(effect, low, high, 10, claimed) == number


def test_what_decides_is_the_statement_closest_to_a_decision():
    far, close = GAIN._replace(effect=0.001), GAIN
    assert say_what_decides(join_parts(far, close)).startswith("About 13 data sets")
    assert say_what_decides(far).startswith("More than 40 data sets would be needed")
    assert say_what_decides(GAIN._replace(interval=(-math.inf, math.inf))).startswith(
        "More data sets would decide it"
    )
    assert say_what_decides(GAIN._replace(effect=0.0, interval=(0.0, 0.0))).startswith(
        "Data on which the scores differ"
    )
    assert say_what_decides(COUNT._replace(claimed=(4.0, math.inf))) == (
        "To decide it, 2 of its 8 undecided comparisons would have to turn out for the claim, or 7 against"
        " it, which"
        " takes more cases or repeats."
    )
    assert say_what_decides(join_parts(report_untested("x"), GAIN._replace(interval=(0.1, 0.2)))).startswith(
        "The part without"
    )


def test_regions_in_words():
    assert describe_region((0.0, math.inf), "points") == "above 0.00"
    assert describe_region((-0.01, 0.01), "points") == "within 1.00"
    assert describe_region((0.04295, 0.04305), "points") == "+4.295 to +4.305"
    assert describe_region((5.0, 5.0), "integer") == "5"
    assert describe_region((-math.inf, 0.5), "ratio") == "below 0.50"
    assert describe_region((3.0, math.inf), "integer") == "at least 3"


def test_numbers_and_lists():
    assert [format_number(v, "points") for v in (0.01234, -0.01234, 0.0, -0.00001, None, math.inf)] == (
        ["+1.23", "−1.23", "0.00", "0.00", "–", "∞"]
    )
    assert format_number(12345.6, "integer") == "12,346"
    assert format_number(0.5, "percent") == "50.00"
    assert join_names(["a"]) == "a"
    assert join_names(["a", "b", "c"], "or") == "a, b or c"
    assert join_names([]) == ""
    assert count_things(1, "method") == "1 method"
    assert count_things(1200, "method") == "1,200 methods"
