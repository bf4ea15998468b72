"""The verdicts on claims, with one definition for all papers.

A statement is an estimate with an interval, and the region in which the paper claims it to be. It holds if
the interval lies inside the region, is contradicted if it lies outside, and is undecided if it overlaps the
border. A difference that is merely not significant therefore contradicts nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import plural
from naivebench.evaluation.statistics.intervals import Interval

HOLDS, REPRODUCED, PART = "holds", "reproduced", "holds in part"
CONTRADICTED, UNDECIDED, UNTESTED = "contradicted", "undecided", "not tested"
VERDICTS = (HOLDS, PART, CONTRADICTED, UNDECIDED, UNTESTED)  # of claims; printed numbers use REPRODUCED
AGAIN = {  # the verdict of statements under the paper's own protocol -> whether the claim is reproduced
    HOLDS: "yes",
    PART: "partly",
    CONTRADICTED: "no",
    UNDECIDED: "cannot be tested",
    UNTESTED: "cannot be tested",
}
HELD = {  # the honest verdict in the words of the page
    HOLDS: "supported",
    PART: "partly",
    CONTRADICTED: "contradicted",
    UNDECIDED: "undecided",
    UNTESTED: "not tested here",
}
AGAINS = tuple(dict.fromkeys(AGAIN.values()))
DEFINITION = (
    "Holds, or reproduced: the 95 % interval lies inside what the paper claims. Contradicted: it lies "
    "outside. Undecided: it overlaps the border, so the data cannot tell. In part: some of a claim's "
    "several statements hold and others are contradicted. Not tested: a reason is given."
)

MOST = 4  # extrapolate to at most this many times the present number of data sets (test parts, runs)

Region = tuple[float, float]
UNITS = {"points": " points", "percent": " %", "ratio": " times"}


class Statement(NamedTuple):
    """One statement of a claim as this run measures it.

    `value`, `low`, `high` and `region` are in the unit of `kind` (shares of 1 for points and percent).
    """

    what: str  # `IENB minus NB`
    quantity: str  # `accuracy, mean over folds`
    protocol: str
    first: str  # ids of methods, or ""
    second: str
    n: int
    things: str  # what n counts, in the singular
    value: float
    low: float
    high: float
    region: Region
    kind: str  # points, percent, ratio, integer, signed, score
    p: float | None = None
    more: str = ""  # further results, after a semicolon
    decides: bool = True  # False for an additional statement, on another protocol or reading
    suggests: bool = False  # whether it decides the verdict of data other than the paper's
    data: tuple[str, ...] = ()  # data sets that it uses; none if it uses only formulas or printed numbers
    reproduces: bool = False  # whether it decides if the claim is reproduced under the paper's own protocol
    printed: bool = False  # uses only printed numbers, whatever data this run has
    settled_by: str = ""  # sentence on what would decide it, if more data would not
    excluded: int = 0  # comparisons that are not evidence; if none is left, `value` is NaN
    plain: str = ""  # the statement in plain words, with {} for its value; see `report.papers.plain`

    @property
    def verdict(self) -> str:
        """HOLDS, CONTRADICTED or UNDECIDED; UNTESTED if every comparison is excluded."""
        return UNTESTED if math.isnan(self.value) else judge(self.low, self.high, self.region)

    @property
    def text(self) -> str:
        """The statement as a sentence with its verdict."""
        p = "" if self.p is None else f", p {formats.p_phrase(self.p)}"
        more = f"; {self.more}" if self.more else ""
        where = f", {self.protocol}" if self.protocol else ""
        if math.isnan(self.value):
            return (
                f"{self.what}, {self.quantity}{where}: no evidence{more}. "
                f"Claimed {claimed(self.region, self.kind)}: {self.verdict}."
            )
        of = f" over {plural(self.n, self.things)}" if self.n else ""
        return (
            f"{self.what}, {self.quantity}{where}: {measured(self)}{of}{p}{more}. "
            f"Claimed {claimed(self.region, self.kind)}: {self.verdict}{_wanting(self)}."
        )


def estimated(
    what: str,
    quantity: str,
    protocol: str,
    methods: tuple[str, str],
    interval: Interval,
    things: str,
    region: Region,
    kind: str,
    more: str = "",
    data: Iterable[str] = (),
    plain: str = "",
) -> Statement:
    """Create a statement on an estimate with its interval over `things`."""
    value, low, high, n, p = interval
    told, of = (what, quantity, protocol, *methods), (region, kind, p, more)
    return Statement(*told, n, things, value, low, high, *of, data=tuple(data), plain=plain)


def tallied(
    what: str,
    quantity: str,
    protocol: str,
    shown: int,
    most: int,
    region: Region,
    more: str = "",
    data: Iterable[str] = (),
    methods: tuple[str, str] = ("", ""),
    things: str = "comparison",
    plain: str = "",
) -> Statement:
    """Create a statement on a count, which lies between `shown` and `most` if some members are uncertain."""
    told, of = (what, quantity, protocol, *methods), (region, "integer", None, more)
    return Statement(*told, 0, things, shown, shown, most, *of, data=tuple(data), plain=plain)


def judge(low: float, high: float, region: Region) -> str:
    """Verdict on an interval: HOLDS inside the region, CONTRADICTED outside, otherwise UNDECIDED.

    A border at 0 belongs to neither side of a claimed direction: a region (0, inf) needs low > 0. Differences
    that are all 0 lie on the border and have no spread, so they decide nothing.
    """
    inside = (low > region[0] or low == region[0] != 0) and (high < region[1] or high == region[1] != 0)
    outside = (
        high < region[0] or low > region[1] or low < high == region[0] == 0 or high > low == region[1] == 0
    )
    return HOLDS if inside else CONTRADICTED if outside else UNDECIDED


def together(verdicts: Iterable[str]) -> str:
    """The verdict on a claim, from the verdicts on all its statements."""
    several = set(verdicts)
    if not several or several == {UNTESTED}:
        return UNTESTED
    if CONTRADICTED in several:
        return PART if HOLDS in several else CONTRADICTED
    return HOLDS if several == {HOLDS} else UNDECIDED


def needed(value: float, low: float, high: float, n: int, region: Region) -> int | None:
    """Number of things (such as data sets) that would decide a statement, or None.

    It assumes that the estimate stays and that both sides of its interval shrink with the square root of
    their number. It is None above `MOST` times the present number. The estimate is then within half of that
    side from a border, about one standard error, and does not show on which side of the border the true value
    lies.
    """
    borders = [border for border in region if math.isfinite(border)]
    if value in borders or not borders:
        return None
    sides = [(value - low if border < value else high - value, abs(value - border)) for border in borders]
    side, distance = max(sides, key=lambda pair: pair[0] / pair[1])
    if not math.isfinite(side) or side * side > MOST * distance * distance * (1 + 1e-9):
        return None
    return max(n + 1, math.ceil(n * (side / distance) ** 2 - 1e-9))


def measured(s: Statement) -> str:
    """Format the result of a statement: `+1.20 points [+0.40, +2.00]`; counts have no interval."""
    value = formats.text(s.value, s.kind)
    if s.kind == "integer":
        return value
    if not math.isfinite(s.high - s.low):
        return f"{value}{UNITS.get(s.kind, '')} [no interval]"
    limits = f"[{formats.text(s.low, s.kind)}, {formats.text(s.high, s.kind)}]"
    return f"{value}{UNITS.get(s.kind, '')}" + (f" {limits}" if s.low < s.high else "")


def _bound(bound: float, kind: str) -> str:
    """Format a border; half a unit of the last digit gets a third digit, so that no value outside looks
    inside.
    """
    if kind == "points" and abs(100 * bound - round(100 * bound, 2)) > 1e-4:
        return f"{100 * bound:+.3f}".replace("-", "\N{MINUS SIGN}")
    return formats.text(bound, kind)


def claimed(region: Region, kind: str) -> str:
    """Format a region: `above 0.00 points`, `at least 10`, `between -1.00 and +1.00 points`."""
    low, high = (_bound(b, kind) if math.isfinite(b) else "" for b in region)
    unit = UNITS.get(kind, "")
    if low and high:
        return f"{low}{unit}" if low == high else f"between {low} and {high}{unit}"
    if low:
        return f"{'at least' if kind == 'integer' else 'above'} {low}{unit}"
    return f"{'at most' if kind == 'integer' else 'below'} {high}{unit}"


def _wanting(s: Statement) -> str:
    """Text in brackets after an undecided verdict: why it is undecided, or what would decide it."""
    if s.verdict != UNDECIDED or s.kind == "integer":
        return ""
    if not math.isfinite(s.high - s.low):
        return f" ({plural(s.n, s.things)} {'gives' if s.n == 1 else 'give'} no interval)"
    if s.low == s.high:
        return " (all are equal, which decides nothing)"
    width = formats.text(s.high - s.low, s.kind if s.kind != "points" else "percent").lstrip("+")
    wide = f"the interval is {width}{UNITS.get(s.kind, '')} wide"
    if not s.things or (number := needed(s.value, s.low, s.high, s.n, s.region)) is None:
        return f" ({wide})"
    return f" ({wide}; about {plural(number, s.things)} would decide if the estimate stayed)"
