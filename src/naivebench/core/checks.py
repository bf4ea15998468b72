"""Input errors, said in one sentence each: what is wrong, where, and what to do."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable


class InputError(ValueError):
    """Bad input of the user: the message is one sentence naming the problem, its place and its cure."""


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the closest known word, or ``""``."""
    close = difflib.get_close_matches(str(word), [str(k) for k in known], n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def one_of(value: object, allowed: Iterable[str], what: str, where: str = "") -> None:
    """Raise InputError unless ``value`` is one of ``allowed``; ``what`` names the parameter, ``where`` its
    place.
    """
    allowed = list(allowed)
    if value not in allowed:
        place = f" in {where}" if where else ""
        raise InputError(
            f"{what}{place} is {value!r}, expected one of "
            f"{', '.join(map(str, allowed))}{did_you_mean(value, allowed)}"
        )


def at_least(value: object, minimum: float, what: str, where: str = "") -> None:
    """Raise InputError unless ``value`` is a number and ``value >= minimum``."""
    place = f" in {where}" if where else ""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not minimum <= value < math.inf:
        raise InputError(f"{what}{place} is {value!r}, expected a number of at least {minimum}")


def whole(value: object, minimum: int, what: str, where: str = "") -> int:
    """`value` as an int. Raises InputError unless it is a whole number and at least `minimum`."""
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or not minimum <= value < math.inf
        or value != int(value)
    ):
        raise InputError(
            f"{what}{f' in {where}' if where else ''} is {value!r}, expected a whole number of at "
            f"least {minimum}"
        )
    return int(value)
