"""The verdicts of a claim in plain English: one short sentence each, from the statements that decide."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import capital, listing, plural
from naivebench.report.papers.verdicts import (
    CONTRADICTED,
    HELD,
    HOLDS,
    MOST,
    PART,
    REPRODUCED,
    UNDECIDED,
    UNITS,
    UNTESTED,
    Region,
    Statement,
    claimed,
    needed,
)

AGAIN = {HOLDS: REPRODUCED, CONTRADICTED: "not reproduced", UNDECIDED: "open", UNTESTED: "open"}
BETTER: Region = (0.0, math.inf)
VERBS = {  # verbs after one other data set, or several
    HOLDS: ("supports it", "support it"),
    PART: ("supports it in part", "support it in part"),
    CONTRADICTED: ("contradicts it", "contradict it"),
    UNDECIDED: ("leaves it open", "leave it open"),
}
OF_PAPER = (("the paper's own ", "its "), (" of the paper (", " ("))  # words that a row does not need
UNCLEAR = (CONTRADICTED, UNDECIDED, UNTESTED, HOLDS)  # verdicts by how much they need an explanation


def honest(statements: Sequence[Statement], reasons: Sequence[str], suggested: str, others: int) -> str:
    """Sentence on why a claim is supported, contradicted, undecided or not tested, and on what other data
    suggest.

    `suggested` is the verdict of `others` data sets, or "".
    """
    text = _sentence(statements, reasons, HELD)
    if not suggested:
        return f"{text}."
    one, many = VERBS[suggested]
    return f"{text}; {plural(others, 'other data set')} {one if others == 1 else many}."


def again(statements: Sequence[Statement], reasons: Sequence[str]) -> str:
    """Sentence on why a claim is reproduced under the paper's own protocol, is not, or cannot be tested.

    It leaves out the number of data sets, which is in the details.
    """
    return f"{_sentence(statements, reasons, AGAIN, over=False)}."


def _sentence(
    statements: Sequence[Statement], reasons: Sequence[str], words: dict[str, str], over: bool = True
) -> str:
    if not statements:
        return _capital(_reason(reasons))
    verdicts = [s.verdict for s in statements] + [UNTESTED] * len(reasons)
    first, n = min(statements, key=lambda s: UNCLEAR.index(s.verdict)), len(verdicts)
    if n == 1:
        return _capital(estimate(first, over))
    counts = Counter(words[v] for v in verdicts)
    if counts[words[HOLDS]] == n:
        return f"{'Both' if n == 2 else f'All {n}'} statements are {words[HOLDS]}"
    held = counts.pop(words[HOLDS], 0)
    told = [f"{k} {'is' if k == 1 else 'are'} {word}" for word, k in counts.items()]
    of = "Neither statement" if n == 2 and not held else f"{held or 'None'} of {n} statements"
    head = f"{of} {'are' if held > 1 else 'is'} {words[HOLDS]}"
    if words is HELD and held and len(told) > 1:
        head += f", {listing(told)}"
    if not held or first.verdict == HOLDS:
        where = "one of them"
    else:
        where = "the other" if n - held == 1 else "one of the others"
    return f"{head}. In {where}, {_lower(estimate(first, over))}"


def _reason(reasons: Sequence[str]) -> str:
    """The first reason, shortened: without protocols, names of data sets and further sentences."""
    if not reasons:
        return "nothing of it could be tested"
    briefly = (r.split(". ")[0].partition(" under protocol ")[0] for r in reasons)
    first, *rest = dict.fromkeys(r.removesuffix(" on common data") for r in briefly)
    for long, short in OF_PAPER:
        first = first.replace(long, short)
    return f"{first} (and {len(rest)} more)" if rest else first.partition(" (")[0]


def _lower(text: str) -> str:
    """The text with a lower-case initial, to follow a comma; names keep their capitals."""
    return text[0].lower() + text[1:] if text.startswith(("The ", "This ", "On ", "One ")) else text


def _capital(text: str) -> str:
    """The text with an initial capital, unless the first word is a name such as vMNB."""
    return text if text.partition(" ")[0] != text.partition(" ")[0].lower() else capital(text)


def estimate(s: Statement, over: bool = True) -> str:
    """Format an estimate: `IENB minus NB is +1.60 points (−0.20 to +3.30) on 10 data sets`.

    The number of data sets is left out if `over` is False.
    """
    if math.isnan(s.value):
        return f"{s.what} has no evidence"
    of = (s.plain or f"{s.what} is {{}}").format(_amount(s))
    inside = []
    if s.kind != "integer" and s.low < s.high and math.isfinite(s.high - s.low):
        inside.append(f"{formats.text(s.low, s.kind)} to {formats.text(s.high, s.kind)}")
    if s.region != BETTER and s.verdict != HOLDS and not (s.kind == "integer" and _whole(s)):
        inside.append(f"claimed: {_briefly(s)}")
    limits = f" ({'; '.join(inside)})" if inside else ""
    on = f" on {plural(s.n, s.things)}" if over and s.n and s.things else ""
    if over and s.kind == "integer" and s.verdict == UNDECIDED:
        on += f", {s.high - s.low:.0f} undecided"
    return f"{of}{limits}{on}"


def _whole(s: Statement) -> bool:
    """Whether a claim is about every member of a count, such as `... on {} of 10 data sets`."""
    total = re.search(r"\{\} of (\d+)", s.plain)
    return total is not None and s.region == (int(total[1]), math.inf)


def _briefly(s: Statement) -> str:
    """The claimed region in words, to follow a value with its unit."""
    low, high = s.region
    if s.region == (-math.inf, 0.0):
        return "negative"
    if low == -high and math.isfinite(high):
        return f"within {formats.text(high, s.kind).lstrip('+')}"
    text = claimed(s.region, s.kind).removesuffix(UNITS.get(s.kind, ""))
    return text.removeprefix("between ").replace(" and ", " to ")


def _amount(s: Statement) -> str:
    """The value with its unit; it has a sign only if it is a difference."""
    text = formats.text(s.value, s.kind)
    return (text if not s.plain or " minus " in s.plain else text.lstrip("+")) + UNITS.get(s.kind, "")


def would_decide(statements: Sequence[Statement]) -> str:
    """Sentence on what would decide a claim that its data leave undecided.

    It is about the undecided statement that is closest to a decision; "" if no statement is undecided.
    """
    open_ = [s for s in statements if s.verdict == UNDECIDED]
    return _say_settled(min(open_, key=_effort)) if open_ else "The part without data would decide it."


def _effort(s: Statement) -> float:
    """How many times the present data a statement needs."""
    number = None if s.kind == "integer" else needed(s.value, s.low, s.high, s.n, s.region)
    return math.inf if number is None else number / s.n


def _say_settled(s: Statement) -> str:
    if s.settled_by:
        return s.settled_by
    if s.kind == "integer":
        return _settled_count(s)
    if not math.isfinite(s.high - s.low):
        return "More data sets would decide it: these are too few for an interval."
    if s.low == s.high:
        return "Data on which the scores differ would decide it."
    things = f"{s.things}s" if s.n and s.things else "data"
    number = needed(s.value, s.low, s.high, s.n, s.region)
    if number is not None and s.n:
        return f"About {number:,} {things} would decide it if the estimate stays as it is."
    many = f"More than {MOST * s.n:,} {things}" if s.n else "More data"
    return f"{many} would be needed to decide it, because the estimate is close to the border of the claim."


def _settled_count(s: Statement) -> str:
    """Say how many of the undecided members of a count would decide it."""
    (low, high), left = s.region, f"{s.high - s.low:.0f} undecided {s.things + 's' if s.things else 'ones'}"
    if math.isfinite(low) and math.isfinite(high):
        return f"More cases or repeats, which decide enough of its {left}, would decide it."
    for_, against = (
        (low - s.low, s.high - low + 1) if math.isfinite(low) else (s.high - high, high - s.low + 1)
    )
    many = "all" if math.ceil(for_) == s.high - s.low else str(math.ceil(for_))
    return (
        f"To decide it, {many} of its {left} would have to turn out for the claim, or "
        f"{math.floor(against)} against it, which takes more cases or repeats."
    )
