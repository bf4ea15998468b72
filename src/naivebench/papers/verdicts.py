"""Verdicts on the claims of papers: a claimed region, an interval, and the word that follows from them.

A claim states that an effect lies in a region. It holds if the 95 % interval of the effect lies inside that
region, is contradicted if the interval lies outside, and is undecided if it overlaps the border. A difference
that is merely not significant therefore contradicts nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from naivebench.evaluation.statistics.intervals import Interval

HOLDS, IN_PART, CONTRADICTED, UNDECIDED = "holds", "holds in part", "contradicted", "undecided"
NOT_TESTED = "not tested"
Region = tuple[float, float]
POSITIVE: Region = (0.0, math.inf)
NEGATIVE: Region = (-math.inf, 0.0)
LEAST_ONE: Region = (1.0, math.inf)  # of a count
ALPHA = 0.05
NO_INTERVAL = Interval(math.nan, -math.inf, math.inf, 0)
SCALE = {"hit_area_10": 10.0}  # metric -> factor that makes a share of it: the mean recall up to 10 %


class Verdict(NamedTuple):
    """One statement of a claim as this run measures it, or several with `parts`.

    `effect`, `interval` and `claimed` are in `unit`: points and percent are stored as fractions of 1, a ratio
    is a factor, an integer is a count, which lies between both ends of its interval.
    """

    effect: float = math.nan
    interval: tuple[float, float] = (-math.inf, math.inf)
    unit: str = "points"
    claimed: Region = POSITIVE
    n: int = 0
    things: str = ""  # what n counts, in the singular
    reason: str = ""  # the statement in words, with {} for the effect; or why nothing could be tested
    what: str = ""  # short name, such as `IENB minus NB`
    quantity: str = ""
    protocol: str = ""
    methods: tuple[str, str] = ("", "")  # ids of the compared methods
    p: float | None = None
    datasets: tuple[str, ...] = ()
    settled_by: str = ""  # what would decide it, if more data would not
    tested: bool = True
    parts: tuple[Verdict, ...] = ()
    drawn: tuple[Verdict, ...] = ()  # mean differences behind a count, which decide nothing

    @property
    def word(self) -> str:
        """HOLDS, IN_PART, CONTRADICTED, UNDECIDED or NOT_TESTED."""
        if self.parts:
            return join_words(part.word for part in self.parts)
        if not self.tested or math.isnan(self.effect):
            return NOT_TESTED
        return compare_with_region(*self.interval, self.claimed)

    @property
    def leaves(self) -> tuple[Verdict, ...]:
        """The statements of which this verdict consists."""
        return tuple(leaf for part in self.parts for leaf in part.leaves) if self.parts else (self,)


def compare_with_region(low: float, high: float, claimed: Region) -> str:
    """Compare an interval with the claimed region.

    A border at 0 belongs to neither side: (0, inf) needs low > 0. Differences that are all 0 lie on the
    border and have no spread, so they decide nothing.
    """
    bottom, top = claimed
    inside = (low > bottom or low == bottom != 0) and (high < top or high == top != 0)
    outside = high < bottom or low > top or low < high == bottom == 0 or high > low == top == 0
    return HOLDS if inside else CONTRADICTED if outside else UNDECIDED


def join_words(words: Iterable[str]) -> str:
    """The word of a claim, from those of all its statements."""
    several = set(words)
    if not several or several == {NOT_TESTED}:
        return NOT_TESTED
    if several & {CONTRADICTED, IN_PART}:
        return IN_PART if several & {HOLDS, IN_PART} else CONTRADICTED
    return HOLDS if several == {HOLDS} else UNDECIDED


def join_parts(*verdicts: Verdict) -> Verdict:
    """Join the statements of one claim; a single one stays as it is."""
    return verdicts[0] if len(verdicts) == 1 else Verdict(parts=verdicts)


def report_untested(reason: str) -> Verdict:
    """A statement that nothing in this run can test."""
    return Verdict(reason=reason, tested=False)


def judge_estimate(verdict: Verdict) -> Verdict:
    """Judge the estimate alone, as a paper does that compares numbers without a test.

    A mean over too few data sets, which has no interval, stays undecided.
    """
    if verdict.parts:
        return verdict._replace(parts=tuple(map(judge_estimate, verdict.parts)))
    if not math.isfinite(verdict.interval[1] - verdict.interval[0]):
        return verdict
    return verdict._replace(interval=(verdict.effect, verdict.effect), p=None)


def label_parts(text: str, verdict: Verdict) -> Verdict:
    """Put a text before the name of every statement."""
    if verdict.parts:
        return verdict._replace(parts=tuple(label_parts(text, part) for part in verdict.parts))
    if not verdict.tested:
        return verdict._replace(reason=f"{text}: {verdict.reason}")
    return verdict._replace(what=f"{text}: {verdict.what}")


def judge_interval(
    interval: Interval,
    claimed: Region,
    unit: str,
    things: str,
    reason: str,
    what: str,
    quantity: str,
    **more: Any,
) -> Verdict:
    """A verdict on an estimate with its interval; `more` are further fields."""
    value, low, high, n, p = interval
    return Verdict(value, (low, high), unit, claimed, n, things, reason, what, quantity, p=p)._replace(**more)


def judge_count(
    sure: float, possible: float, claimed: Region, reason: str, what: str, quantity: str, **more: Any
) -> Verdict:
    """A verdict on a count that lies between the sure members and all that are not excluded."""
    verdict = Verdict(sure, (sure, possible), "integer", claimed, reason=reason, what=what, quantity=quantity)
    return verdict._replace(**more)


def make_share_region(share: float, total: int, but: int = 0) -> Region:
    """Region of a count: at least a share of all members less `but`, and at least one."""
    return float(max(1, math.ceil(share * total - 1e-9) - but)), math.inf
