"""Numbers as text: one rule per kind of number, the same in every table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from naivebench.evaluation.metrics import METRICS

DASH = "–"
MINUS = "−"


def metric_kind(metric: str) -> str:
    """The kind of number of a metric, or of a quantity that a method reports about itself; counts are
    integers.
    """
    known = METRICS.get(metric)
    return known.kind if known else "integer" if metric == "n_parameters" else "score"


def _decimals(value: float, digits: int) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else MINUS + "∞"
    rounded = f"{value:,.{digits}f}"
    return rounded.replace("-", MINUS) if float(rounded.replace(",", "")) else rounded.lstrip("-")


def p_value(p: float) -> str:
    """Four decimals; two digits and an exponent below 0.0001; `< 1e-300` for an underflow."""
    if p == 0:
        return "< 1e-300"
    return f"{p:.4f}" if p >= 1e-4 else f"{p:.1e}"


def p_phrase(p: float) -> str:
    """The p-value after the letter p: `= 0.0312` or `< 1e-300`."""
    text = p_value(p)
    return text if text.startswith("<") else f"= {text}"


def seconds(value: float) -> str:
    """CPU seconds with three significant digits, in μs, ms, s, min or h."""
    if value == 0:
        return "0 s"
    for limit, factor, unit in (
        (1e-3, 1e6, "μs"),
        (1, 1e3, "ms"),
        (120, 1, "s"),
        (7200, 1 / 60, "min"),
        (math.inf, 1 / 3600, "h"),
    ):
        if abs(value) < limit:
            return f"{significant(value * factor)} {unit}"
    return "∞"


def significant(value: float, digits: int = 3) -> str:
    """`digits` significant digits without an exponent, thousands separated."""
    if value == 0 or not math.isfinite(value):
        return _decimals(value, 0)
    return _decimals(value, max(0, digits - 1 - math.floor(math.log10(abs(value)))))


FORMATS = {
    "percent": lambda v: _decimals(100 * v, 2),
    "points": lambda v: ("+" if round(100 * v, 2) > 0 else "") + _decimals(100 * v, 2),
    "signed": lambda v: ("+" if round(v, 3) > 0 else "") + _decimals(v, 3),
    "score": lambda v: _decimals(v, 3),
    "rank": lambda v: _decimals(v, 2),
    "ratio": lambda v: _decimals(v, 2),
    "statistic": lambda v: _decimals(v, 2),
    "integer": lambda v: _decimals(v, 0),
    "megabytes": lambda v: _decimals(v, 1),
    "p": p_value,
    "seconds": seconds,
}


def text(value: Any, kind: str) -> str:
    """Format `value` by its kind; a dash for None and NaN, text and lists unchanged."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return DASH
    return FORMATS[kind](float(value)) if kind in FORMATS else str(value)


def listing(items: Iterable[object], conjunction: str = "and") -> str:
    """Join items as in `a, b and c`."""
    texts = [str(w) for w in items]
    return f" {conjunction} ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)


def capital(text: str) -> str:
    """Make the first letter of a text a capital."""
    return text[:1].upper() + text[1:]


NAMES = ("Bayesian", "Bernoulli", "Brier", "Gaussian")  # keep their capital letter


def in_sentence(title: str) -> str:
    """A title or label for use inside a sentence: without its capital, unless it begins with a name such as
    AUC.
    """
    first = title.partition(" ")[0]
    return title[:1].lower() + title[1:] if first[1:].islower() and first not in NAMES else title


def plural(count: int, noun: str) -> str:
    """A count with its noun: `1 method`, `3 methods`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
