"""The four verdicts: intervals and regions, claims of several statements, and what would decide a claim."""

import itertools
import math
import re

import pytest

from naivebench.report.papers import drawn, plain, verdicts
from naivebench.report.papers.claims import About, Claim
from naivebench.report.papers.judged import Claims, counts, group
from naivebench.report.papers.verdicts import CONTRADICTED, HOLDS, PART, UNDECIDED, UNTESTED, Statement

ABOVE, WITHIN, COUNT = (0.0, math.inf), (-0.01, 0.01), (15, math.inf)
COUNTED = {"kind": "integer", "n": 0, "things": "data set", "p": None}


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
def test_the_verdict_compares_an_interval_with_a_region(low, high, region, verdict):
    assert verdicts.judge(low, high, region) == verdict


def test_claims_of_several_statements():
    """A claim makes all of its statements: a contradicted one contradicts it, unless others hold."""
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


def test_an_estimate_near_the_limit_is_not_extrapolated():
    """With 8 data sets, the sentence names at most 4 times as many, and no number such as 21,695."""
    assert verdicts.needed(0.01, -0.01, 0.03, 8, ABOVE) == 32
    assert verdicts.needed(0.0099, -0.0101, 0.0299, 8, ABOVE) is None
    text = statement(value=-0.0079, low=-0.1196, high=0.1039, n=8, region=(-0.01, math.inf)).text
    assert text.endswith("undecided (the interval is 22.35 points wide).")


def test_no_number_decides_at_the_limit():
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


def test_a_statement_has_its_effect_its_interval_and_what_would_decide():
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
def test_a_region_is_described_in_words(region, kind, words):
    assert verdicts.claimed(region, kind) == words


@pytest.mark.parametrize(
    ("n", "words"), [(1, "1 data set gives no interval"), (2, "2 data sets give no interval")]
)
def test_too_few_data_sets_give_no_interval(n, words):
    assert f"({words})" in statement(n=n, low=-math.inf, high=math.inf, p=None).text


def test_half_a_printed_digit_is_written_out():
    """The value 5.5029 is outside 5.505 to 5.515, which two digits would write as 5.50 to 5.52."""
    assert verdicts.claimed((0.05505 - 1e-9, 0.05515 + 1e-9), "points") == "between +5.505 and +5.515 points"
    assert verdicts.claimed((0.01, math.inf), "points") == "above +1.00 points"


def by_definition(low, high, region):
    """The verdict by the sentences of `judge`.

    An interval is on one side of a border or contains it. A border at 0 belongs to neither side of a claimed
    direction; any other border belongs to the region.
    """
    below, above = region
    if low == high and 0 in (low, high) and 0 in region:
        return UNDECIDED
    inside = all(x > below or x == below != 0 for x in (low, high))
    inside = inside and all(x < above or x == above != 0 for x in (low, high))
    outside = [high < below, low > above, below == 0 and high == 0, above == 0 and low == 0]
    return HOLDS if inside else CONTRADICTED if any(outside) else UNDECIDED


def test_every_interval_against_every_region_on_a_grid():
    """Ends and borders range from -2 to 2 and include the infinities, so every order and every equality
    occurs.
    """
    ends = (-math.inf, -2.0, -1.0, 0.0, 1.0, 2.0, math.inf)
    seen = set()
    for below, above in itertools.combinations_with_replacement(ends, 2):
        for low, high in itertools.combinations_with_replacement(ends, 2):
            found = verdicts.judge(low, high, (below, above))
            assert found == by_definition(low, high, (below, above)), (low, high, below, above)
            seen.add(found)
    assert seen == {HOLDS, CONTRADICTED, UNDECIDED}


def shrunk(value, half, n, m, region):
    """The verdict for m data sets, if the half width shrinks with the square root of m."""
    width = half * math.sqrt(n / m)
    return verdicts.judge(value - width, value + width, region)


@pytest.mark.parametrize(
    "region", [(0.0, math.inf), (-math.inf, 0.0), (-0.5, 0.5), (0.3, math.inf), (0.25, 2.0)]
)
def test_the_needed_number_is_the_least_that_decides_up_to_four_times_as_many(region):
    """All numbers are tried.

    The root is not exact at the limit itself, so the test allows for rounding.
    """
    tried = set()
    for n in (1, 2, 7, 20):
        for value in (-0.31, -0.2, 0.0, 0.05, 0.11, 0.2, 0.31, 0.4, 0.77):
            for half in (0.01, 0.1, 0.35, 0.4, 0.8, 1.1):
                if verdicts.judge(value - half, value + half, region) != UNDECIDED:
                    continue
                found = verdicts.needed(value, value - half, value + half, n, region)
                distance = min(abs(value - border) for border in region)
                if half > 2 * distance * (1 + 1e-9):  # four times as many data sets leave half of the width
                    assert found is None
                    continue
                assert n < found <= verdicts.MOST * n
                assert shrunk(value, half, n, found * (1 + 1e-6), region) != UNDECIDED
                assert found == n + 1 or shrunk(value, half, n, (found - 1) * (1 - 1e-6), region) == UNDECIDED
                tried.add(found)
    assert len(tried) > 10


def test_the_needed_number_at_its_limits():
    """If the half width is twice the distance, exactly 4 times as many are needed; if it equals the distance,
    one more.
    """
    assert verdicts.needed(1.0, -1.0, 3.0, 5, ABOVE) == 20
    assert verdicts.needed(1.0, -1.0 - 1e-6, 3.0 + 1e-6, 5, ABOVE) is None
    assert verdicts.needed(1.0, 0.0, 2.0, 5, ABOVE) == 6
    assert verdicts.needed(0.1, -0.1 * (1 + 1e-12), 0.3 * (1 + 1e-12), 5, ABOVE) == 20  # apart from rounding
    assert verdicts.needed(0.3, 0.3 - 0.6, 0.3 + 0.6, 7, ABOVE) == 28  # 0.3 - 0.6 + 0.6 is not exactly 0.3
    assert verdicts.needed(0.0, -1.0, 1.0, 10, (-math.inf, math.inf)) is None
    # 0.1 from the nearer border, with half width 0.3
    assert verdicts.needed(0.4, 0.1, 0.7, 9, (0.1, 0.5)) is None
    assert verdicts.needed(0.2, 0.05, 0.35, 8, (0.1, 0.5)) == 18  # 8 (0.15 / 0.1)^2
    # only the side of the border counts: 8 (0.4 / 0.2)^2
    assert verdicts.needed(0.2, -0.2, 0.3, 8, ABOVE) == 32
    assert verdicts.needed(0.2, -0.05, 0.9, 8, ABOVE) == 13  # 8 (0.25 / 0.2)^2
    assert verdicts.needed(0.783, -0.236, 0.982, 6, ABOVE) == 11  # a rank correlation: 6 (1.019 / 0.783)^2
    half = math.sqrt(3.0002)
    assert verdicts.needed(1.0, 1.0 - half, 1.0 + half, 2, ABOVE) == 7  # 6.0004, rounded up
    assert verdicts.needed(0.0, 0.0, 0.0, 5, ABOVE) is None


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "+1.20 points [−0.40, +2.80]"),
        ({"low": 0.012, "high": 0.012}, "+1.20 points"),
        ({"low": 0.012, "high": math.inf}, "+1.20 points [no interval]"),
        ({"low": -math.inf, "high": 0.012}, "+1.20 points [no interval]"),
        ({"low": -math.inf, "high": math.inf, "kind": "signed"}, "+0.012 [no interval]"),
        ({"value": 3, "low": 3, "high": 5, "kind": "integer"}, "3"),
        ({"value": 3, "low": -math.inf, "high": math.inf, "kind": "integer"}, "3"),
        ({"value": 1.5, "low": 1.25, "high": 1.75, "kind": "ratio"}, "1.50 times [1.25, 1.75]"),
        ({"kind": "signed"}, "+0.012 [−0.004, +0.028]"),
    ],
)
def test_an_estimate_with_its_interval(changes, text):
    assert verdicts.measured(statement(**changes)) == text


def test_only_an_undecided_statement_states_what_would_decide_it():
    assert statement(kind="integer", value=3, low=3, high=5, region=COUNT).text.endswith("contradicted.")
    assert statement(kind="integer", value=14, low=14, high=20, region=COUNT).text.endswith("undecided.")
    assert "(the interval is 3.20 points wide)." in statement(things="").text
    assert "about 36 data sets" in statement().text
    assert "wide" not in statement(low=0.004).text
    one = statement(low=-math.inf, n=1).text
    assert "(1 data set gives no interval)" in one
    ratio = statement(kind="ratio", value=1.0, low=0.5, high=1.5, region=(0.7, math.inf), n=9).text
    assert "(the interval is 1.00 times wide; about 25 data sets would decide" in ratio  # 9 (0.5 / 0.3)^2


def test_a_statement_without_evidence_is_not_tested():
    """All comparisons are excluded, so there is no value."""
    found = statement(
        value=math.nan, low=-math.inf, high=math.inf, p=None, more="both are trivial", excluded=4
    )
    assert found.verdict == UNTESTED
    assert found.text == (
        "IENB minus NB, accuracy, protocol honest: no evidence; both are trivial. "
        "Claimed above 0.00 points: not tested."
    )
    assert statement(protocol="", p=None, n=0).text.startswith("IENB minus NB, accuracy: +1.20 points [")


@pytest.mark.parametrize(
    ("bound", "text"),
    [
        (0.055, "+5.50"),
        (0.055004, "+5.500"),
        (0.05501, "+5.501"),
        (0.05505, "+5.505"),
        (-0.05505, "−5.505"),
        (0.0550000001, "+5.50"),
    ],
)
def test_bounds_of_points_have_a_third_digit_if_two_are_not_exact(bound, text):
    assert verdicts.claimed((bound, math.inf), "points") == f"above {text} points"
    assert verdicts.claimed((bound, math.inf), "signed").startswith("above ")


def test_a_method_lists_the_claims_that_name_it_with_those_about_it_first():
    made = [
        Claim(p, i, "1", f"Sentence {i}.", verdict, (), (), "", "", reproduced=again, about=About(*of))
        for p, i, verdict, again, of in (
            ("one", "a", UNTESTED, "yes", (("x",), ("nb",))),
            ("one", "b", PART, "no", (("nb",), ("x", "y"))),
            ("two", "c", HOLDS, "partly", (("x",), ())),
        )
    ]
    groups = tuple(group(p, p.title(), tuple(c for c in made if c.paper == p)) for p in ("one", "two"))
    found = Claims("", groups, counts(groups), ()).by_method
    assert [(c.sentence, c.subject) for c in found["x"]] == [
        ("Sentence a.", True),
        ("Sentence c.", True),
        ("Sentence b.", False),
    ]
    assert found["nb"][0] == ("One", "Sentence b.", "no", "partly", "", "#claim-one-b", "#one", True)
    assert {m: c[0].holds for m, c in found.items()} == {
        "x": "not tested here",
        "nb": "partly",
        "y": "partly",
    }


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "IENB minus NB is +1.20 points (−0.40 to +2.80) on 20 data sets"),
        ({"low": 0.004}, "IENB minus NB is +1.20 points (+0.40 to +2.80) on 20 data sets"),
        (
            {"value": 0.001},
            "IENB minus NB is +0.10 points (−0.40 to +2.80) on 20 data sets",
        ),
        ({"low": 0.012, "high": 0.012}, "IENB minus NB is +1.20 points on 20 data sets"),
        (
            {"region": WITHIN},
            "IENB minus NB is +1.20 points (−0.40 to +2.80; claimed: within 1.00) on 20 data sets",
        ),
        (
            {"low": -math.inf, "high": math.inf, "n": 2},
            "IENB minus NB is +1.20 points on 2 data sets",
        ),
        (
            {"value": 0.0, "low": 0.0, "high": 0.0},
            "IENB minus NB is 0.00 points on 20 data sets",
        ),
        ({"value": math.nan}, "IENB minus NB has no evidence"),
        (
            {"kind": "ratio", "value": 1.5, "low": 1.25, "high": 1.75, "plain": "A takes {} the time of B"},
            "A takes 1.50 times the time of B (1.25 to 1.75) on 20 data sets",
        ),
        (
            {
                "kind": "integer",
                "value": 3,
                "low": 3,
                "high": 5,
                "region": (4, math.inf),
                "n": 0,
                "plain": "A wins {} of 6",
            },
            "A wins 3 of 6 (claimed: at least 4), 2 undecided",
        ),
        (
            {
                "kind": "integer",
                "value": 3,
                "low": 3,
                "high": 6,
                "region": (6, math.inf),
                "n": 0,
                "plain": "A wins {} of 6",
            },
            "A wins 3 of 6, 3 undecided",
        ),
        (
            {"region": (0.01, 0.02), "n": 0},
            "IENB minus NB is +1.20 points (−0.40 to +2.80; claimed: +1.00 to +2.00)",
        ),
        (
            {"region": (-math.inf, 0.0), "high": -0.001, "low": -0.03, "value": -0.02},
            "IENB minus NB is −2.00 points (−3.00 to −0.10) on 20 data sets",
        ),
        (
            {"region": (-math.inf, 0.0), "low": 0.004},
            "IENB minus NB is +1.20 points (+0.40 to +2.80; claimed: negative) on 20 data sets",
        ),
    ],
)
def test_an_estimate_in_plain_words(changes, words):
    assert plain.estimate(statement(**changes)) == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "About 36 data sets would decide it if the estimate stays as it is."),
        (
            {"value": 0.001},
            "More than 80 data sets would be needed to decide it, because the estimate is close to the "
            "border of the claim.",
        ),
        (
            {"low": -math.inf, "high": math.inf, "n": 2},
            "More data sets would decide it: these are too few for an interval.",
        ),
        ({"value": 0.0, "low": 0.0, "high": 0.0}, "Data on which the scores differ would decide it."),
        (
            {"region": (0.0125, 0.02), "n": 0, "value": 0.0124},
            "More data would be needed to decide it, because the estimate is close to the border of the "
            "claim.",
        ),
        ({"settled_by": "A legible formula would decide it."}, "A legible formula would decide it."),
        (
            COUNTED | {"low": 3, "high": 8, "region": (7, math.inf)},
            "To decide it, 4 of its 5 undecided data sets would have to turn out for the claim, or 2 against "
            "it, which takes more cases or repeats.",
        ),
        (
            COUNTED | {"low": 0, "high": 9, "region": (-math.inf, 0.5), "things": ""},
            "To decide it, all of its 9 undecided ones would have to turn out for the claim, or 1 against "
            "it, which takes more cases or repeats.",
        ),
        (
            COUNTED | {"low": 0, "high": 9, "region": (5, 5)},
            "More cases or repeats, which decide enough of its 9 undecided data sets, would decide it.",
        ),
    ],
)
def test_an_undecided_claim_says_what_would_decide_it(changes, words):
    open_ = statement(**changes)
    told = plain.would_decide([statement(low=0.004), open_])
    assert (open_.verdict, told) == (UNDECIDED, words)
    # as many members of the count as the sentence says decide it, and one fewer does not
    if numbers := re.search(r"(\d+|all) of .* or (\d+) against", told):
        for_, against = (int(n) if n != "all" else int(open_.high - open_.low) for n in numbers.groups())
        low, high = (open_.low, open_.high)
        ends = ((low + for_, high), (low, high - against), (low + for_ - 1, high), (low, high - against + 1))
        if open_.region[0] == -math.inf:
            ends = (
                (low, high - for_),
                (low + against, high),
                (low, high - for_ + 1),
                (low + against - 1, high),
            )
        found = [verdicts.judge(*e, open_.region) for e in ends]
        assert found == [HOLDS, CONTRADICTED, UNDECIDED, UNDECIDED]


def test_the_statement_that_is_closest_to_a_decision_says_what_would_decide_a_claim():
    far, near = statement(value=0.001), statement()
    assert plain.would_decide([far, near]).startswith("About 36 data sets")
    assert plain.would_decide([statement(low=0.004)]) == "The part without data would decide it."


def test_only_undecided_claims_say_what_would_decide_them():
    def made(verdict, *statements):
        return Claim("p", "i", "1", "S.", verdict, statements, (), "", "")

    open_ = made(UNDECIDED, statement())
    assert open_.why_holds.endswith(f" {open_.would_decide}")
    assert "36" in open_.would_decide
    assert made(HOLDS, statement(low=0.004)).would_decide == made(UNTESTED).would_decide == ""
    assert made(UNTESTED).holds == "not tested here"


def test_claims_of_several_statements_in_plain_words():
    held, lost, open_ = statement(low=0.004), statement(value=-0.02, low=-0.03, high=-0.01), statement()
    assert plain.honest([held, held], [], "", 0) == "Both statements are supported."
    assert plain.again([held] * 3, []) == "All 3 statements are reproduced."
    assert plain.honest([open_], [], HOLDS, 1).endswith("; 1 other data set supports it.")
    assert plain.honest([], ["the data are missing (a and b)"], UNDECIDED, 3) == (
        "The data are missing; 3 other data sets leave it open."
    )
    several = plain.honest([held, open_, lost], ["x"], "", 0)
    assert several.startswith(
        "1 of 4 statements is supported, 1 is undecided, 1 is contradicted and 1 is not tested here. "
        "In one of the others, IENB minus NB is −2.00"
    )
    assert plain.again([held, lost], []).startswith("1 of 2 statements is reproduced. In the other, IENB")
    assert plain.again([lost, lost], []).startswith("Neither statement is reproduced. In one of them, IENB")
    assert plain.again([], ["one under protocol p", "two. More"]) == "One (and 1 more)."
    assert plain.again([], ["vMNB is missing"]) == "vMNB is missing."


def test_every_reason_counts_as_a_statement_that_is_not_tested():
    held = statement(low=0.004)
    for n in (1, 2, 3):
        text = plain.honest([held, held], ["x"] * n, "", 0)
        assert text.startswith(f"2 of {n + 2} statements are supported. In one of them, IENB")


@pytest.mark.parametrize(
    ("suggested", "words"),
    [(HOLDS, "support it"), (PART, "support it in part"), (CONTRADICTED, "contradict it")],
)
def test_the_suggestion_of_other_data_has_the_word_of_its_verdict(suggested, words):
    assert plain.honest([], ["x"], suggested, 2) == f"X; 2 other data sets {words}."


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("the paper's own data are missing", "Its data are missing."),
        ("this run has 1 of the 8 data sets of the paper (MAGIC)", "This run has 1 of the 8 data sets."),
        ("the ten runs of the paper's test are equal", "The ten runs of the paper's test are equal."),
    ],
)
def test_a_reason_is_shortened(reason, words):
    assert plain.again([], [reason]) == words


def test_drawings_of_a_paper_share_a_scale_around_zero():
    effects = [
        statement(),
        statement(value=-0.02, low=-math.inf, high=-0.01),
        statement(kind="ratio", value=2.0, low=1.0, high=4.0),
    ]
    scales = drawn.scales(effects)
    assert scales["points", ""] == pytest.approx(0.028)  # the larger of 1.2 x 0.02 and most ends
    assert scales["ratio", ""] == pytest.approx(math.log(4))
    assert drawn.axis(scales["ratio", ""], "ratio") == "0.25 to 4.00 times"
    text = drawn.drawing(effects, scales)
    middle, reach = drawn.WIDTH / 2, drawn.WIDTH / 2 - drawn.EDGE
    dots = [float(x) for x in re.findall(r'cx="([\d.]+)"', text)]
    assert dots == pytest.approx(
        [middle + reach * 12 / 28, middle - reach * 20 / 28, middle + reach / 2], abs=0.1
    )
    rows = [float(y) for y in re.findall(r'cy="([\d.]+)"', text)]
    assert rows == [drawn.HEIGHT * (i + 0.5) for i in range(3)]
    assert text.count("<circle") == 3
    assert text.count("l-3 2.5l3 2.5") == 1  # an arrow marks an end that is outside
    assert "IENB minus NB: +1.20 points, 95 % interval −0.40 to +2.80, undecided" in text
    assert not drawn.is_effect(statement(kind="integer"))
    assert not drawn.is_effect(statement(value=math.nan))
