"""Verdicts in words: one sentence on why, and one on what would decide an undecided claim."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from naivebench.papers.verdicts import (
    CONTRADICTED,
    HOLDS,
    IN_PART,
    NEGATIVE,
    NOT_TESTED,
    POSITIVE,
    UNDECIDED,
    Region,
    Verdict,
    compare_with_region,
)
from naivebench.papers.words import MINUS, UNITS, count_things, format_number, join_names

MOST = 4  # extrapolate to at most this many times the present number of data sets (test parts, runs)
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


def explain_honest(verdict: Verdict, suggested: str = "", others: int = 0) -> str:
    """Say why a claim holds honestly or not, and what `others` other data sets suggest."""
    text = _explain_verdict(verdict, HELD)
    if suggested:
        one, many = OTHERS_SAY[suggested]
        text += f"; {count_things(others, 'other data set')} {one if others == 1 else many}"
    if verdict.word == UNDECIDED:
        return f"{text}. {say_what_decides(verdict)}"
    return f"{text}."


def explain_reproduced(verdict: Verdict) -> str:
    """Say why a claim is reproduced under the paper's protocol or not, without numbers of data sets."""
    text = _explain_verdict(verdict, STATEMENT_AGAIN, over=False)
    if verdict.word != UNDECIDED:
        return f"{text}."
    width, why = verdict.interval[1] - verdict.interval[0], "The interval overlaps the border of the claim"
    if verdict.parts:
        why = "Not all statements can be decided"
    elif not math.isfinite(width):
        why = "There are too few data for an interval"
    elif verdict.unit == "integer":
        why = f"The test leaves {count_things(int(width), verdict.things or 'comparison')} undecided"
    return f"{why}: {_continue_sentence(text)}."


def _explain_verdict(verdict: Verdict, words: dict[str, str], over: bool = True) -> str:
    tested = [v for v in verdict.leaves if v.tested]
    if not tested:
        data = "common data" if words is HELD else "the paper's own data"
        return _begin_sentence(
            _shorten_reasons([v.reason.replace("common data", data) for v in verdict.leaves])
        )
    first, n = min(tested, key=lambda v: UNCLEAR.index(v.word)), len(verdict.leaves)
    text = describe_verdict(first, over)
    if n == 1:
        return _begin_sentence(text)

    # several statements: count them, and describe the one that needs it most
    counts = Counter(words[v.word] for v in verdict.leaves)
    if counts[words[HOLDS]] == n:
        return f"{'Both' if n == 2 else f'All {n}'} statements are {words[HOLDS]}"
    held = counts.pop(words[HOLDS], 0)
    of = "Neither statement" if n == 2 and not held else f"{held or 'None'} of {n} statements"
    head = f"{of} {'are' if held > 1 else 'is'} {words[HOLDS]}"
    if words is HELD and held and len(counts) > 1:
        head += ", " + join_names(f"{k} {'is' if k == 1 else 'are'} {word}" for word, k in counts.items())
    where = "the other" if n - held == 1 else "one of the others"
    if not held or first.word == HOLDS:
        where = "one of them"
    return f"{head}. In {where}, {_continue_sentence(text)}"


def _continue_sentence(text: str) -> str:
    """The text with a small initial letter, unless its first word is a name."""
    return text[0].lower() + text[1:] if text.startswith(("The ", "This ", "On ", "One ")) else text


def _shorten_reasons(reasons: Sequence[str]) -> str:
    """The first reason without protocols, names of data sets and further sentences."""
    briefly = (r.split(". ")[0].partition(" under protocol ")[0] for r in reasons)
    first, *rest = dict.fromkeys(r.removesuffix(" on common data") for r in briefly)
    for long, short in SHORTER:
        first = first.replace(long, short)
    return f"{first} (and {len(rest)} more)" if rest else first.partition(" (")[0]


def _begin_sentence(text: str) -> str:
    """The text with an initial capital, unless its first word is a name such as vMNB."""
    word = text.partition(" ")[0]
    return text[:1].upper() + text[1:] if word == word.lower() else text


def describe_verdict(verdict: Verdict, over: bool = True) -> str:
    """One statement: `IENB minus NB is +1.60 points (−0.20 to +3.30) on 10 data sets`."""
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
    on = f" on {count_things(verdict.n, verdict.things)}" if over and verdict.n and verdict.things else ""
    if over and unit == "integer" and verdict.word == UNDECIDED:
        on += f", {high - low:.0f} undecided"
    text = format_number(verdict.effect, unit)
    amount = (text if " minus " in verdict.reason else text.lstrip("+")) + UNITS.get(unit, "")
    return f"{verdict.reason.format(amount)}{limits}{on}"


def describe_region(region: Region, unit: str) -> str:
    """A claimed region without its unit: `above 0.00`, `at least 10`, `within 1.00`, `4 to 5`."""
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
    """A border; half a unit of the last digit gets a third digit, so that no value outside looks inside."""
    if unit == "points" and abs(100 * border - round(100 * border, 2)) > 1e-4:
        return f"{100 * border:+.3f}".replace("-", MINUS)
    return format_number(border, unit)


def count_needed(effect: float, low: float, high: float, n: int, claimed: Region) -> int | None:
    """Number of things (such as data sets) that would decide a statement, or None above `MOST` times the
    present.

    It assumes that the estimate stays, and that both sides of its interval shrink with the square root of
    their number. Above `MOST` times, the estimate is within half of that side of a border, about one standard
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


def say_what_decides(verdict: Verdict) -> str:
    """What would decide an undecided claim: the undecided statement that is closest to a decision."""
    still_open = [v for v in verdict.leaves if v.word == UNDECIDED]
    if not still_open:
        return "The part without data would decide it."
    needed = [
        None if v.unit == "integer" else count_needed(v.effect, *v.interval, v.n, v.claimed)
        for v in still_open
    ]
    efforts = [math.inf if k is None else k / v.n for k, v in zip(needed, still_open, strict=True)]
    closest = efforts.index(min(efforts))
    verdict, number = still_open[closest], needed[closest]
    (low, high), n = verdict.interval, verdict.n
    if verdict.settled_by:
        return verdict.settled_by
    if verdict.unit == "integer":
        return _say_for_count(verdict)
    if not math.isfinite(high - low):
        return "More data sets would decide it: these are too few for an interval."
    if low == high:
        return "Data on which the scores differ would decide it."
    things = f"{verdict.things}s" if verdict.things else "data"
    if number is not None and n:
        return f"About {number:,} {things} would decide it if the estimate stays as it is."
    many = f"More than {MOST * n:,} {things}" if n else "More data"
    return f"{many} would be needed to decide it, because the estimate is close to the border of the claim."


def _say_for_count(verdict: Verdict) -> str:
    """How many of the undecided members of a count would decide it."""
    (bottom, top), (low, high) = verdict.claimed, verdict.interval
    left = f"{high - low:.0f} undecided {verdict.things + 's' if verdict.things else 'ones'}"
    if math.isfinite(bottom) and math.isfinite(top):
        return f"More cases or repeats, which decide enough of its {left}, would decide it."
    pro, contra = high - top, top - low + 1
    if math.isfinite(bottom):
        pro, contra = bottom - low, high - bottom + 1
    many = "all" if math.ceil(pro) == high - low else str(math.ceil(pro))
    return (
        f"To decide it, {many} of its {left} would have to turn out for the claim, or {math.floor(contra)}"
        " against it, which takes more cases or repeats."
    )


def explain_gap(effect: float, low: float, high: float, tolerance: float, n: int, things: str) -> str:
    """A difference from a printed number, in shares: `difference +0.10 [−0.20, +0.40] points, tolerance 0.5`.

    If it is undecided whether it is within the tolerance, also how many `things` would decide.
    """
    region, (value, below, above) = (-tolerance, tolerance), (f"{100 * v:+.2f}" for v in (effect, low, high))
    text = f"difference {value} [{below}, {above}] points, tolerance {100 * tolerance:g}".replace("-", MINUS)
    number = (
        count_needed(effect, low, high, n, region)
        if compare_with_region(low, high, region) == UNDECIDED
        else None
    )
    return text + (f"; about {count_things(number, things)} would decide" if number else "")
