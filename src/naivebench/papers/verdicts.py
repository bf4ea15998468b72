"""Verdicts on the claims of papers: a claimed region, an interval, and the word and reason that follow.

A claim states that an effect lies in a region. It holds if the 95 % interval of the effect lies inside that
region, is contradicted if the interval lies outside, and is undecided if it overlaps the border. A difference
that is merely not significant therefore contradicts nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from naivebench.core.checks import format_count
from naivebench.evaluation.statistics.intervals import Interval

HOLDS, IN_PART, CONTRADICTED, UNDECIDED = "holds", "holds in part", "contradicted", "undecided"
NOT_TESTED = "not tested"
Region = tuple[float, float]
POSITIVE: Region = (0.0, math.inf)
ONE_POINT: Region = (0.01, math.inf)
LEAST_ONE: Region = (1.0, math.inf)  # of a count
ALPHA = 0.05
SCALE = {"hit_area_10": 10.0}  # metric -> factor that makes a share of it: the mean recall up to 10 %
DASH, MINUS = "–", "−"
# digits after the point: differences of sizes and ranks are smaller than those in points
DIGITS = {"percent": 2, "points": 2, "signed": 3, "ratio": 2, "statistic": 2, "integer": 0}
SHARES = ("percent", "points")  # stored as fractions of 1, written times 100
SIGNED = ("points", "signed")
# what follows the number in a sentence; a count names its things itself
UNITS = {"points": " points", "percent": " %", "ratio": " times"}
# words of verdicts as the page says them: those of honest verdicts, and those under the paper's own protocol
HELD = {
    HOLDS: "supported", IN_PART: "partly", CONTRADICTED: "contradicted", UNDECIDED: "undecided",
    NOT_TESTED: "not tested here",
}  # fmt: skip
AGAIN = {HOLDS: "yes", IN_PART: "partly", CONTRADICTED: "no"}
AGAIN |= dict.fromkeys((UNDECIDED, NOT_TESTED), "cannot be tested")
UNCLEAR = (CONTRADICTED, UNDECIDED, NOT_TESTED, HOLDS)  # words by how much they need an explanation


class Verdict(NamedTuple):
    """One statement of a claim as this run measures it, or several with `parts`.

    `effect`, `interval` and `claimed` are in `unit`: points and percent are stored as fractions of 1, a ratio
    as a factor, and an integer as a count, which lies between both ends of its interval.
    """

    effect: float = math.nan
    interval: tuple[float, float] = (-math.inf, math.inf)
    unit: str = "points"
    claimed: Region = POSITIVE
    n: int = 0
    things: str = ""  # what n counts, in the singular
    what: str = ""  # such as `IENB minus NB`
    quantity: str = ""
    protocol: str = ""  # ids, separated by commas; each data set uses one of them
    methods: tuple[str, str] = ("", "")  # ids of the compared methods
    p: float | None = None
    datasets: tuple[str, ...] = ()
    reason: str = ""  # why nothing could be tested
    parts: tuple[Verdict, ...] = ()
    drawn: tuple[Verdict, ...] = ()  # mean differences behind a count, which decide nothing

    @property
    def word(self) -> str:
        """The verdict in a word: HOLDS, IN_PART, CONTRADICTED, UNDECIDED or NOT_TESTED."""
        if self.parts:
            return join_verdict_words(part.word for part in self.parts)
        if math.isnan(self.effect):
            return NOT_TESTED
        return compare_with_region(*self.interval, self.claimed)

    @property
    def is_tested(self) -> bool:
        """Whether the run has what the statement needs."""
        return not self.reason

    @property
    def statements(self) -> tuple[Verdict, ...]:
        """The statements of which this verdict consists."""
        return tuple(v for part in self.parts for v in part.statements) if self.parts else (self,)

    @staticmethod
    def join(*verdicts: Verdict) -> Verdict:
        """Join the statements of one claim; a single statement is returned unchanged."""
        return verdicts[0] if len(verdicts) == 1 else Verdict(parts=verdicts)

    @staticmethod
    def from_interval(
        interval: Interval, claimed: Region, unit: str, things: str, what: str, quantity: str, **more: Any
    ) -> Verdict:
        """Make a verdict on an estimate with its interval; `more` are further fields."""
        value, low, high, n, p = interval
        return Verdict(value, (low, high), unit, claimed, n, things, what, quantity, p=p)._replace(**more)

    @staticmethod
    def from_count(
        sure: float, possible: float, claimed: Region, what: str, quantity: str, **more: Any
    ) -> Verdict:
        """Make a verdict on a count that lies between the sure members and all that are not excluded.

        `quantity`: Begins with the total, as in `of 10 data sets`.
        """
        verdict = Verdict(sure, (sure, possible), "integer", claimed, what=what, quantity=quantity)
        return verdict._replace(**more)

    def drop_uncertainty(self) -> Verdict:
        """Reduce a verdict to its estimate, like a paper that compares numbers without a test.

        A mean over too few data sets, which has no interval, stays undecided.
        """
        if self.parts:
            return self._replace(parts=tuple(part.drop_uncertainty() for part in self.parts))
        if not math.isfinite(self.interval[1] - self.interval[0]):
            return self
        return self._replace(interval=(self.effect, self.effect), p=None)

    def add_label(self, text: str) -> Verdict:
        """Put a text before the name of every statement."""
        if self.parts:
            return self._replace(parts=tuple(part.add_label(text) for part in self.parts))
        if not self.is_tested:
            return self._replace(reason=f"{text}: {self.reason}")
        return self._replace(what=f"{text}: {self.what}")


def compare_with_region(low: float, high: float, claimed: Region) -> str:
    """Compare an interval with the claimed region.

    A border at 0 belongs to neither side: (0, inf) needs low > 0. If all differences are 0, they lie on the
    border and have no spread, so they decide nothing.
    """
    bottom, top = claimed
    inside = (low > bottom or low == bottom != 0) and (high < top or high == top != 0)
    outside = high < bottom or low > top or low < high == bottom == 0 or high > low == top == 0
    return HOLDS if inside else CONTRADICTED if outside else UNDECIDED


def join_verdict_words(words: Iterable[str]) -> str:
    several = set(words)
    if not several or several == {NOT_TESTED}:
        return NOT_TESTED
    if several & {CONTRADICTED, IN_PART}:
        return IN_PART if several & {HOLDS, IN_PART} else CONTRADICTED
    return HOLDS if several == {HOLDS} else UNDECIDED


def make_share_region(share: float, total: int, exceptions: int = 0) -> Region:
    """Make the region of a count: at least a share of all members less `exceptions`, and at least one."""
    return float(max(1, math.ceil(share * total - 1e-9) - exceptions)), math.inf


# --- verdicts in words


def choose_least_certain(verdicts: Iterable[Verdict]) -> Verdict | None:
    """Choose the statement that needs an explanation most."""
    return min(verdicts, key=lambda v: UNCLEAR.index(v.word), default=None)


def explain_verdict(verdict: Verdict) -> str:
    """Say why a claim has its verdict: how many statements hold, and one that does not, if there is one."""
    words, quoted = [v.word for v in verdict.statements], choose_least_certain(verdict.statements) or verdict
    text, held = describe_verdict(quoted), words.count(HOLDS)
    if len(words) > 1:
        which = "For example" if held == len(words) else quoted.word.capitalize()
        return f"Holds: {held} of {len(words)} statements. {which}: {text}."
    return f"{text if quoted.is_tested else text[:1].upper() + text[1:]}."  # a statement may begin with an id


def describe_verdict(verdict: Verdict) -> str:
    """Describe a statement: `IENB minus NB, accuracy: +1.60 points (−0.20 to +3.30) on 10 data sets`."""
    if not verdict.is_tested:
        return verdict.reason
    if math.isnan(verdict.effect):
        return f"{verdict.what}: too few data sets remain"
    (low, high), unit, notes = verdict.interval, verdict.unit, []
    if unit == "integer" and low < high:
        notes.append(f"{high - low:,.0f} undecided")
    elif low < high and math.isinf(high - low):
        notes.append("too few data for an interval")
    elif low < high:
        notes.append(f"{format_number(low, unit)} to {format_number(high, unit)}")
    if verdict.claimed != POSITIVE and verdict.word != HOLDS:
        notes.append(f"claimed: {describe_region(verdict.claimed, unit)}")
    inside = f" ({'; '.join(notes)})" if notes else ""
    amount = format_number(verdict.effect, unit) + UNITS.get(unit, "")
    if unit == "integer":
        return f"{verdict.what}: {amount} {verdict.quantity}{inside}"
    basis = f" on {format_count(verdict.n, verdict.things)}" if verdict.n and verdict.things else ""
    return f"{verdict.what}, {verdict.quantity}: {amount}{inside}{basis}"


def describe_region(region: Region, unit: str) -> str:
    """Describe a claimed region without its unit: `above 0`, `at least 10`, `within 1`, `4 to 5`."""
    low, high = (f"{100 * b if unit in SHARES else b:.6g}".replace("-", MINUS) for b in region)
    if region[0] == -region[1]:
        return f"within {high}"
    if math.isinf(region[1]):
        return f"{'at least' if unit == 'integer' else 'above'} {low}"
    if math.isinf(region[0]):
        return f"{'at most' if unit == 'integer' else 'below'} {high}"
    return low if low == high else f"{low} to {high}"


# --- numbers and lists


def format_number(value: float, unit: str) -> str:
    """Write a finite number in its unit. Points and signed numbers get a sign."""
    text = f"{100 * value if unit in SHARES else value:,.{DIGITS[unit]}f}"
    if not text.strip("-0."):
        return text.lstrip("-")
    sign = "+" if value > 0 and unit in SIGNED else ""
    return sign + text.replace("-", MINUS)


def join_names(names: Iterable[object], conjunction: str = "and") -> str:
    """Join names as in `a, b and c`."""
    texts = [str(name) for name in names]
    return f" {conjunction} ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
