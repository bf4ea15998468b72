"""Verdicts on the claims of papers: a claimed region, an interval, and the word and reason that follow.

A claim states that an effect lies in a region. It holds if the 95 % interval of the effect lies inside that
region, is contradicted if the interval lies outside, and is undecided if it overlaps the border. A difference
that is merely not significant therefore contradicts nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from naivebench.core.checks import format_count
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
DASH, MINUS = "–", "−"
# digits after the point: differences of sizes and ranks are smaller than those in points
DIGITS = {"percent": 2, "points": 2, "signed": 3, "ratio": 2, "statistic": 2, "integer": 0}
SHARES = ("percent", "points")  # stored as fractions of 1, written times 100
SIGNED = ("points", "signed")
# what follows the number in a sentence; a count names its things itself
UNITS = {"points": " points", "percent": " %", "ratio": " times"}
MOST = 4  # extrapolate to at most this many times the present number of data sets (test folds, runs)
HELD = {  # word of an honest verdict -> as the page says it
    HOLDS: "supported",
    IN_PART: "partly",
    CONTRADICTED: "contradicted",
    UNDECIDED: "undecided",
    NOT_TESTED: "not tested here",
}
AGAIN = {  # the same under the paper's own protocol
    HOLDS: "yes",
    IN_PART: "partly",
    CONTRADICTED: "no",
    UNDECIDED: "cannot be tested",
    NOT_TESTED: "cannot be tested",
}
STATEMENT_AGAIN = {HOLDS: "reproduced", CONTRADICTED: "not reproduced", UNDECIDED: "open", NOT_TESTED: "open"}
OTHERS_SAY = {  # verbs after one other data set, or several
    HOLDS: ("supports it", "support it"),
    IN_PART: ("supports it in part", "support it in part"),
    CONTRADICTED: ("contradicts it", "contradict it"),
    UNDECIDED: ("leaves it open", "leave it open"),
}
SHORTER = (("the paper's own ", "its "), (" of the paper (", " ("))  # words that a row does not need
UNCLEAR = (CONTRADICTED, UNDECIDED, NOT_TESTED, HOLDS)  # words by how much they need an explanation


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
    protocol: str = ""  # ids, separated by commas; each data set uses one of them
    methods: tuple[str, str] = ("", "")  # ids of the compared methods
    p: float | None = None
    datasets: tuple[str, ...] = ()
    settled_by: str = ""  # what would decide it, if more data would not
    tested: bool = True
    parts: tuple[Verdict, ...] = ()
    drawn: tuple[Verdict, ...] = ()  # mean differences behind a count, which decide nothing

    @property
    def word(self) -> str:
        """The verdict in a word: HOLDS, IN_PART, CONTRADICTED, UNDECIDED or NOT_TESTED."""
        if self.parts:
            return join_verdict_words(part.word for part in self.parts)
        if not self.tested or math.isnan(self.effect):
            return NOT_TESTED
        return compare_with_region(*self.interval, self.claimed)

    @property
    def statements(self) -> tuple[Verdict, ...]:
        """The statements of which this verdict consists."""
        return tuple(v for part in self.parts for v in part.statements) if self.parts else (self,)


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
    """Join the words of all statements of a claim into one."""
    several = set(words)
    if not several or several == {NOT_TESTED}:
        return NOT_TESTED
    if several & {CONTRADICTED, IN_PART}:
        return IN_PART if several & {HOLDS, IN_PART} else CONTRADICTED
    return HOLDS if several == {HOLDS} else UNDECIDED


def join_verdicts(*verdicts: Verdict) -> Verdict:
    """Join the statements of one claim; a single statement is returned unchanged."""
    return verdicts[0] if len(verdicts) == 1 else Verdict(parts=verdicts)


def report_untested(reason: str) -> Verdict:
    """Report a statement that nothing in this run can test."""
    return Verdict(reason=reason, tested=False)


def drop_uncertainty(verdict: Verdict) -> Verdict:
    """Reduce a verdict to its estimate, like a paper that compares numbers without a test.

    A mean over too few data sets, which has no interval, stays undecided.
    """
    if verdict.parts:
        return verdict._replace(parts=tuple(map(drop_uncertainty, verdict.parts)))
    if not math.isfinite(verdict.interval[1] - verdict.interval[0]):
        return verdict
    return verdict._replace(interval=(verdict.effect, verdict.effect), p=None)


def add_label(text: str, verdict: Verdict) -> Verdict:
    """Put a text before the name of every statement."""
    if verdict.parts:
        return verdict._replace(parts=tuple(add_label(text, part) for part in verdict.parts))
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
    """Make a verdict on an estimate with its interval; `more` are further fields."""
    value, low, high, n, p = interval
    return Verdict(value, (low, high), unit, claimed, n, things, reason, what, quantity, p=p)._replace(**more)


def judge_count(
    sure: float, possible: float, claimed: Region, reason: str, what: str, quantity: str, **more: Any
) -> Verdict:
    """Make a verdict on a count that lies between the sure members and all that are not excluded."""
    verdict = Verdict(sure, (sure, possible), "integer", claimed, reason=reason, what=what, quantity=quantity)
    return verdict._replace(**more)


def make_share_region(share: float, total: int, exceptions: int = 0) -> Region:
    """Make the region of a count: at least a share of all members less `exceptions`, and at least one."""
    return float(max(1, math.ceil(share * total - 1e-9) - exceptions)), math.inf


# --- verdicts in words


def explain_claim(verdict: Verdict, suggested: str = "", others: int = 0) -> str:
    """Say why a claim holds honestly or not, and what `others` other data sets suggest."""
    text = _explain_verdict(verdict, HELD)
    if suggested:
        one, many = OTHERS_SAY[suggested]
        text += f"; {format_count(others, 'other data set')} {one if others == 1 else many}"
    if verdict.word != UNDECIDED:
        return f"{text}."
    quoted = choose_least_certain(verdict) or verdict
    return f"{text}. {explain_what_decides(quoted, 'it' if quoted is verdict else 'this statement')}"


def choose_least_certain(verdict: Verdict) -> Verdict | None:
    """Choose the statement that a reason describes: the least certain of those that were tested."""
    tested = (v for v in verdict.statements if v.tested)
    return min(tested, key=lambda v: UNCLEAR.index(v.word), default=None)


def explain_reproduction(verdict: Verdict) -> str:
    """Say why a claim is reproduced under the paper's protocol or not, without numbers of data sets."""
    text = _explain_verdict(verdict, STATEMENT_AGAIN, with_n=False)
    if verdict.word != UNDECIDED:
        return f"{text}."
    width, why = verdict.interval[1] - verdict.interval[0], "The interval overlaps the border of the claim"
    if verdict.parts:
        why = "Not all statements can be decided"
    elif not math.isfinite(width):
        why = "There are too few data for an interval"
    elif verdict.unit == "integer":
        why = f"The test leaves {format_count(int(width), verdict.things or 'comparison')} undecided"
    return f"{why}: {_lower_initial(text)}."


def _explain_verdict(verdict: Verdict, words: dict[str, str], with_n: bool = True) -> str:
    quoted, n = choose_least_certain(verdict), len(verdict.statements)
    if quoted is None:
        data = "common data" if words is HELD else "the paper's own data"
        return _capitalize_initial(
            _summarize_reasons([v.reason.replace("common data", data) for v in verdict.statements])
        )
    text = describe_verdict(quoted, with_n)
    if n == 1:
        return _capitalize_initial(text)

    # several statements: count them, and describe one
    counts = Counter(words[v.word] for v in verdict.statements)
    held = counts.pop(words[HOLDS], 0)
    of = "Neither statement" if n == 2 and not held else f"{held or 'None'} of {n} statements"
    if held == n:
        of = "Both statements" if n == 2 else f"All {n} statements"
    head = f"{of} {'are' if held > 1 else 'is'} {words[HOLDS]}"
    if words is HELD and held and len(counts) > 1:
        head += ", " + join_names(f"{k} {'is' if k == 1 else 'are'} {word}" for word, k in counts.items())
    where = "the other" if n - held == 1 else "one of the others"
    if not held or quoted.word == HOLDS:
        where = "one of them"
    return f"{head}. In {where}, {_lower_initial(text)}"


def _lower_initial(text: str) -> str:
    """Return the text with a small initial letter, unless its first word is a name."""
    return text[0].lower() + text[1:] if text.startswith(("The ", "This ", "On ", "One ")) else text


def _summarize_reasons(reasons: Sequence[str]) -> str:
    """Return the first reason without protocols, names of data sets and further sentences."""
    briefly = (r.split(". ")[0].partition(" under protocol ")[0] for r in reasons)
    first, *rest = dict.fromkeys(r.removesuffix(" on common data") for r in briefly)
    for long, short in SHORTER:
        first = first.replace(long, short)
    return f"{first} (and {len(rest)} more)" if rest else first.partition(" (")[0]


def _capitalize_initial(text: str) -> str:
    """Return the text with an initial capital, unless its first word is a name such as vMNB."""
    word = text.partition(" ")[0]
    return text[:1].upper() + text[1:] if word == word.lower() else text


def describe_verdict(verdict: Verdict, with_n: bool = True) -> str:
    """Describe one statement: `IENB minus NB is +1.60 points (−0.20 to +3.30) on 10 data sets`."""
    if math.isnan(verdict.effect):
        return f"{verdict.what} has no evidence"
    (low, high), unit = verdict.interval, verdict.unit
    inside = []
    if unit != "integer" and low < high and math.isfinite(high - low):
        inside.append(f"{format_number(low, unit)} to {format_number(high, unit)}")

    # the claimed region, unless the statement says it already: `... on {} of 10 data sets`
    total = re.search(r"\{\} of (\d+)", verdict.reason)
    is_about_all = unit == "integer" and total and verdict.claimed == (int(total[1]), math.inf)
    if verdict.claimed != POSITIVE and verdict.word != HOLDS and not is_about_all:
        inside.append(f"claimed: {describe_region(verdict.claimed, unit)}")
    limits = f" ({'; '.join(inside)})" if inside else ""
    on = f" on {format_count(verdict.n, verdict.things)}" if with_n and verdict.n and verdict.things else ""
    if with_n and unit == "integer" and verdict.word == UNDECIDED:
        on += f", {high - low:.0f} undecided"
    text = format_number(verdict.effect, unit)
    amount = (text if " minus " in verdict.reason else text.lstrip("+")) + UNITS.get(unit, "")
    return f"{verdict.reason.format(amount)}{limits}{on}"


def describe_region(region: Region, unit: str) -> str:
    """Describe a claimed region without its unit: `above 0.00`, `at least 10`, `within 1.00`, `4 to 5`."""
    if region == NEGATIVE:
        return "negative"
    if region[0] == -region[1] and math.isfinite(region[1]):
        return f"within {format_number(region[1], unit).lstrip('+')}"
    low, high = (_format_border(b, unit) if math.isfinite(b) else "" for b in region)
    if low and high:
        return low if low == high else f"{low} to {high}"
    if low:
        return f"{'at least' if unit == 'integer' else 'above'} {low}"
    return f"{'at most' if unit == 'integer' else 'below'} {high}"


def _format_border(border: float, unit: str) -> str:
    """Format a border, with a third digit for half a unit, so that no value outside looks inside."""
    if unit == "points" and abs(100 * border - round(100 * border, 2)) > 1e-4:
        return f"{100 * border:+.3f}".replace("-", MINUS)
    return format_number(border, unit)


def estimate_needed_number(effect: float, low: float, high: float, n: int, claimed: Region) -> int | None:
    """Estimate the number of things (such as data sets) that would decide a statement, or None if it is above
    `MOST` times the present number.

    It is assumed that the estimate stays, and that both sides of its interval shrink with the square root of
    the number. Above `MOST` times, the estimate is within half of that side of a border, about one standard
    error, and does not show on which side of the border the true value lies.
    """
    borders = [border for border in claimed if math.isfinite(border)]
    if effect in borders or not borders:
        return None
    sides = [(effect - low if border < effect else high - effect, abs(effect - border)) for border in borders]
    side, distance = max(sides, key=lambda pair: pair[0] / pair[1])
    if not math.isfinite(side) or side * side > MOST * distance * distance * (1 + 1e-9):
        return None
    return max(n + 1, math.ceil(n * (side / distance) ** 2 - 1e-9))


def explain_what_decides(verdict: Verdict, it: str = "it") -> str:
    """Explain what would decide an undecided statement, which the sentence calls `it`."""
    if verdict.word != UNDECIDED:
        return "The part without data would decide it."
    (low, high), n = verdict.interval, verdict.n
    if verdict.settled_by:
        return verdict.settled_by.format(it)
    if verdict.unit == "integer":
        return _explain_what_decides_count(verdict, it)
    if not math.isfinite(high - low):
        return f"More data sets would decide {it}: these are too few for an interval."
    if low == high:
        return f"Data on which the scores differ would decide {it}."
    things = f"{verdict.things}s" if verdict.things else "data"
    number = estimate_needed_number(verdict.effect, low, high, n, verdict.claimed)
    if number is not None and n:
        return f"About {number:,} {things} would decide {it} if the estimate stays as it is."
    many = f"More than {MOST * n:,} {things}" if n else "More data"
    return f"{many} would be needed to decide {it}, because the estimate is close to the border of the claim."


def _explain_what_decides_count(verdict: Verdict, it: str) -> str:
    """Explain how many of the undecided members of a count would decide it."""
    (bottom, top), (low, high) = verdict.claimed, verdict.interval
    left = f"{high - low:.0f} undecided {verdict.things + 's' if verdict.things else 'ones'}"
    if math.isfinite(bottom) and math.isfinite(top):
        return f"More cases or repeats, which decide enough of its {left}, would decide {it}."
    pro, contra = high - top, top - low + 1
    if math.isfinite(bottom):
        pro, contra = bottom - low, high - bottom + 1
    many = "all" if math.ceil(pro) == high - low else str(math.ceil(pro))
    return (
        f"To decide {it}, {many} of its {left} would have to turn out for the claim, or {math.floor(contra)}"
        " against it, which takes more cases or repeats."
    )


# --- numbers and lists


def format_number(value: float | None, unit: str) -> str:
    """Write a number in its unit. Points and signed numbers get a sign, and a missing number is a dash."""
    if value is None or math.isnan(value):
        return DASH
    value = 100 * value if unit in SHARES else value
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    text = f"{value:,.{DIGITS[unit]}f}"
    is_zero = float(text.replace(",", "")) == 0
    if is_zero:
        return text.lstrip("-")
    sign = "+" if value > 0 and unit in SIGNED else ""
    return sign + text.replace("-", MINUS)


def join_names(names: Iterable[object], conjunction: str = "and") -> str:
    """Join names as in `a, b and c`."""
    texts = [str(name) for name in names]
    return f" {conjunction} ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
