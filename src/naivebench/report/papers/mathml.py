"""Formulas as MathML."""

from __future__ import annotations

import html


def math_of(inside: str) -> str:
    """Wrap MathML as a formula on its own line."""
    return f'<math display="block" style="text-align: left; margin: .9rem 0">{row(inside)}</math>'


def row(inside: str) -> str:
    return f"<mrow>{inside}</mrow>"


def op(sign: str) -> str:
    return f"<mo>{sign}</mo>"


def number(value: float) -> str:
    """Format a number with at most four significant digits."""
    return f"<mn>{value:.4g}</mn>"


def fraction(above: str, below: str) -> str:
    """MathML of a fraction; both parts are plain text or MathML."""
    return f"<mfrac>{_part(above)}{_part(below)}</mfrac>"


def _part(text: str) -> str:
    return row(text) if text.startswith("<") else f"<mn>{html.escape(text)}</mn>"


def product(factors: list[str]) -> str:
    return op("·").join(factors)


def probability(of: str, condition: str = "") -> str:
    """MathML of P(of | given)."""
    bar = f"{op('|')}<mtext>{html.escape(condition)}</mtext>" if condition else ""
    return f"<mi>P</mi>{op('(')}<mtext>{html.escape(of)}</mtext>{bar}{op(')')}"
