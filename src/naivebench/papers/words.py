"""Numbers and lists as text, for the sentences that explain verdicts."""

from __future__ import annotations

import math
from collections.abc import Iterable

DASH, MINUS = "–", "−"
# digits after the point: differences of sizes and ranks are smaller than those in points
DIGITS = {"percent": 2, "points": 2, "signed": 3, "ratio": 2, "statistic": 2, "integer": 0}
SHARES = ("percent", "points")  # stored as fractions of 1, written times 100
SIGNED = ("points", "signed")
# what follows the number in a sentence; a count names its things itself
UNITS = {"points": " points", "percent": " %", "ratio": " times"}


def format_number(value: float | None, unit: str) -> str:
    """Write a number in its unit: points and signed numbers get a sign, a missing number is a dash."""
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


def count_things(n: int, noun: str) -> str:
    """Write a count with its noun: `1 method`, `3 methods`."""
    return f"{n:,} {noun}" + ("" if n == 1 else "s")
