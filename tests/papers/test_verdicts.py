"""The four verdicts: intervals against regions, claims of several statements, what would decide."""

import itertools
import math

import pytest

from naivebench.papers import verdicts
from naivebench.papers.verdicts import CONTRADICTED, HOLDS, PART, UNDECIDED, UNTESTED, Statement

ABOVE, WITHIN, COUNT = (0.0, math.inf), (-0.01, 0.01), (15, math.inf)


@pytest.mark.parametrize(
    ("low", "high", "region", "verdict"),
    [
        (0.01, 0.05, ABOVE, HOLDS),
        (-0.05, -0.01, ABOVE, CONTRADICTED),
        (-0.01, 0.05, ABOVE, UNDECIDED),
        (0.0, 0.05, ABOVE, UNDECIDED),
        (-0.05, 0.0, ABOVE, CONTRADICTED),
        (0.0, 0.0, ABOVE, UNDECIDED),
        (-math.inf, math.inf, ABOVE, UNDECIDED),
        (-0.005, 0.009, WITHIN, HOLDS),
        (-0.005, 0.02, WITHIN, UNDECIDED),
        (0.02, 0.03, WITHIN, CONTRADICTED),
        (-0.03, -0.02, WITHIN, CONTRADICTED),
        (-0.05, 0.05, WITHIN, UNDECIDED),
        (15, 20, COUNT, HOLDS),
        (14, 20, COUNT, UNDECIDED),
        (3, 14, COUNT, CONTRADICTED),
    ],
)
def test_interval_against_region(low, high, region, verdict):
    assert verdicts.judge(low, high, region) == verdict


def test_claims_of_several_statements():
    """A claim makes all of its statements: one that is contradicted sinks it, unless others hold."""
    for several in itertools.product((HOLDS, CONTRADICTED, UNDECIDED, UNTESTED), repeat=3):
        kinds = set(several)
        if kinds == {UNTESTED}:
            wanted = UNTESTED
        elif CONTRADICTED in kinds:
            wanted = PART if HOLDS in kinds else CONTRADICTED
        else:
            wanted = HOLDS if kinds == {HOLDS} else UNDECIDED
        assert verdicts.together(several) == wanted
    assert verdicts.together([]) == UNTESTED


@pytest.mark.parametrize(
    ("value", "half", "n", "region"), [(0.02, 0.03, 10, ABOVE), (0.005, 0.008, 7, WITHIN)]
)
def test_as_many_as_needed_decide_and_fewer_do_not(value, half, n, region):
    enough = verdicts.needed(value, value - half, value + half, n, region)

    def judged(m: int) -> str:
        width = half * math.sqrt(n / m)
        return verdicts.judge(value - width, value + width, region)

    assert judged(n) == UNDECIDED
    assert judged(enough + 1) != UNDECIDED
    assert judged(enough - 1) == UNDECIDED


def test_an_estimate_near_the_border_extrapolates_to_nothing():
    """Of 8 data sets: 4 times as many are said, more are not, as in the 21,695 of an earlier report."""
    assert verdicts.needed(0.01, -0.01, 0.03, 8, ABOVE) == 32
    assert verdicts.needed(0.0099, -0.0101, 0.0299, 8, ABOVE) is None
    text = statement(value=-0.0079, low=-0.1196, high=0.1039, n=8, region=(-0.01, math.inf)).text
    assert text.endswith("undecided (the interval is 22.35 points wide).")


def test_nothing_decides_on_the_border():
    assert verdicts.needed(0.0, -1.0, 1.0, 10, ABOVE) is None
    assert verdicts.needed(0.1, -math.inf, math.inf, 1, ABOVE) is None


def statement(**changes) -> Statement:
    plain = Statement(
        "IENB minus NB",
        "accuracy",
        "protocol honest",
        "ienb",
        "nb",
        20,
        "data set",
        0.012,
        -0.004,
        0.028,
        ABOVE,
        "points",
        0.13,
    )
    return plain._replace(**changes)


def test_a_statement_says_its_effect_its_interval_and_what_would_decide():
    text = statement().text
    assert "+1.20 points [−0.40, +2.80] over 20 data sets, p = 0.1300" in text
    assert (
        "undecided (the interval is 3.20 points wide; about 36 data sets would decide" in text
    )  # 20 (16/12)^2
    assert "(the interval is 0.032 wide;" in statement(kind="signed").text
    assert statement(low=0.004).text.endswith("Claimed above 0.00 points: holds.")
    assert "contradicted" in statement(value=-0.012, low=-0.02, high=-0.004).text
    alike = statement(value=0.0, low=0.0, high=0.0, p=None).text
    assert alike.endswith("undecided (all are equal, which decides nothing).")
    assert "no interval" in statement(n=1, low=-math.inf, high=math.inf, p=None).text


@pytest.mark.parametrize(
    ("region", "kind", "words"),
    [
        ((-math.inf, 3), "integer", "at most 3"),
        ((3, math.inf), "integer", "at least 3"),
        ((3, 3), "integer", "3"),
        ((-math.inf, 0.01), "points", "below +1.00 points"),
        ((0.01, math.inf), "points", "above +1.00 points"),
        (WITHIN, "points", "between −1.00 and +1.00 points"),
        ((-math.inf, 2.0), "ratio", "below 2.00 times"),
    ],
)
def test_a_region_in_words(region, kind, words):
    assert verdicts.claimed(region, kind) == words


@pytest.mark.parametrize(
    ("n", "words"), [(1, "1 data set gives no interval"), (2, "2 data sets give no interval")]
)
def test_too_few_give_no_interval(n, words):
    assert f"({words})" in statement(n=n, low=-math.inf, high=math.inf, p=None).text


def test_half_a_printed_digit_is_written_out():
    """5.5029 is outside 5.505 to 5.515, which two digits would write as 5.50 to 5.52."""
    assert verdicts.claimed((0.05505 - 1e-9, 0.05515 + 1e-9), "points") == "between +5.505 and +5.515 points"
    assert verdicts.claimed((0.01, math.inf), "points") == "above +1.00 points"
