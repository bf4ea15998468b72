"""Input errors, each stated in one sentence: what is wrong, where, and what to do. Further functions write
counts with their nouns, and text of unknown origin on one line.
"""

from __future__ import annotations

import math
import sys
import unicodedata
from collections.abc import Iterable
from typing import Any

WHOLE_MAX = 2**31 - 1  # largest whole number that a parameter may be
SHOWN, MANY = 3, 20  # numbers of words to suggest, and to list
COMPARED, LONG = 10_000, 60  # words to compare, and characters of each: long texts would take minutes
LONGEST = 1000  # characters of a line


class InputError(ValueError):
    """Invalid input from the user; the message is one sentence with the problem, its place and the fix."""


def suggest_closest(word: object, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the known word that is closest, or ``""`` where none is close."""
    near = _find_similar_words(word, list(map(str, known)))
    return f"; did you mean {near[0]!r}?" if near else ""


def did_you_mean(word: object, known: Iterable[str], listed: str = "") -> str:
    """Suggest up to `SHOWN` similar known words; if none is similar, list the known words, or if they are
    more than `MANY`, say by the sentence `listed` where they are listed.
    """
    known = list(map(str, known))
    more = f" {listed}" if listed and len(known) > MANY else ""
    if near := _find_similar_words(word, known):
        *first, last = map(repr, near)
        others = f"{', '.join(first)} or " if first else ""
        return f"; did you mean {others}{last}?{more}"
    if len(known) > MANY:
        return f"; there are {len(known):,} names{'.' if more else ''}{more}"
    return f"; there are {', '.join(known) or 'none'}"


def _find_similar_words(word: object, known: list[str]) -> list[str]:
    """Find up to `SHOWN` known words that are similar to `word`, ignoring case."""
    import difflib  # slow to import, and needed only for messages

    # many words share two letters by chance (`id` in `wind`)
    least = 0.6 if len(str(word)) > 2 else 0.75
    short = {name[:LONG].lower(): name for name in reversed(known[:COMPARED])}
    return [short[s] for s in difflib.get_close_matches(str(word)[:LONG].lower(), short, SHOWN, least)]


def check_known_words(words: Iterable[str], known: Iterable[str], what: str, where: str) -> None:
    """Raise InputError for an unknown word. what: noun for known words; where: the text with the word."""
    known = dict.fromkeys(known)
    unknown = next((word for word in words if word not in known), None)
    if unknown is not None:
        raise InputError(f"{where} names {unknown!r}, which is not {what}{did_you_mean(unknown, known)}")


def check_one_of(value: object, allowed: Iterable[str], what: str, where: str = "") -> None:
    """Raise InputError unless `value` of the parameter `what` in `where` is one of `allowed`."""
    allowed = list(allowed)
    if value not in allowed:
        known = list(map(str, allowed))
        wanted = f"expected one of {', '.join(known)}{suggest_closest(value, known)}"
        if len(known) > MANY:
            wanted = f"which is unknown{did_you_mean(value, known)}"
        raise InputError(f"{what}{_format_place(where)} is {value!r}, {wanted}")


def check_at_least(value: object, minimum: float, what: str, where: str = "") -> None:
    """Raise InputError unless ``value`` is a number and ``value >= minimum``."""
    if not _is_at_least(value, minimum):
        raise InputError(
            f"{what}{_format_place(where)} is {value!r}, expected a number of at least {minimum}"
        )


def check_whole(value: Any, minimum: int, what: str, where: str = "") -> int:
    """Return `value` as an int. Raises InputError unless it is a whole number and at least `minimum`."""
    if not _is_at_least(value, minimum) or value != int(value):
        raise InputError(
            f"{what}{_format_place(where)} is {value!r}, expected a whole number of at least {minimum}"
        )
    return int(value)


def _is_at_least(value: object, minimum: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and minimum <= value < math.inf


def _format_place(where: str) -> str:
    return f" in {where}" if where else ""


def check_pseudo_counts(alpha: object, minimum: float, where: str) -> None:
    """Raise InputError unless `alpha` is a number of at least `minimum`, or a list of such numbers."""
    for one in alpha if isinstance(alpha, (list, tuple)) else [alpha]:
        check_at_least(one, minimum, "alpha" if one is alpha else "an entry of alpha", where)


def check_parameter(value: Any, annotation: Any, what: str, where: str = "") -> Any:
    """Check the value of a parameter with an annotation like ``int | None``; return a whole number as an int.

    Raises InputError unless the value has one of the types. True is not a number, a number must be finite,
    and a whole number must be at most `WHOLE_MAX`. Annotations with types outside `TYPES` are not checked.
    Every parameter of every method is checked here, whether it comes from the configuration or from --param;
    each method checks what a type cannot express (signs, ranges).
    """
    kinds = [kind.strip() for kind in getattr(annotation, "__name__", str(annotation)).split("|")]
    if not TYPES.keys() >= set(kinds):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if "int" in kinds and abs(value) <= WHOLE_MAX and value == int(value):
            return int(value)
        fits = "float" in kinds and abs(value) <= sys.float_info.max
    else:
        fits = any(isinstance(value, TYPES[kind][0]) for kind in kinds if kind not in ("int", "float"))
    if fits and isinstance(value, list):
        return [check_parameter(item, "float", f"an entry of {what}", where) for item in value]
    if not fits:
        wanted = " or ".join(TYPES[kind][1] for kind in kinds)
        raise InputError(f"{what}{_format_place(where)} is {value!r}, expected {wanted}")
    return value


TYPES = {
    "int": (int, f"a whole number of at most {WHOLE_MAX:,}"),
    "float": (float, "a finite number"),
    "str": (str, "a word"),
    "bool": (bool, "true or false"),
    "None": (type(None), "an empty value"),
    "Sequence[float]": (list, "a list of numbers"),
}


def format_count(count: float, noun: str) -> str:
    """Write a count with its noun: `1 method`, `3 methods`, `1,200 losses`."""
    return f"{count:,.0f} {noun}" + ("" if count == 1 else "es" if noun.endswith("s") else "s")


def shorten_line(text: str, most: int = LONGEST) -> str:
    """Write a text on one line, with blanks for white space, and U+FFFD for control characters and for
    surrogates, which UTF-8 cannot encode. After `most` characters, only the number of further ones follows.
    """
    left_out = max(0, len(text) - most)
    line = replace_control_characters(" ".join(text[:most].split()))
    return f"{line} ... ({left_out:,} more characters)" if left_out else line


def describe_error(error: BaseException) -> str:
    """Describe an exception on one line by its type and text."""
    text = shorten_line(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def replace_control_characters(text: str) -> str:
    """Return the text with U+FFFD for surrogates and for control characters other than tabs and line ends."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        "\ufffd" if unicodedata.category(c) in ("Cc", "Cs") and c not in "\t\n" else c for c in text
    )


def check_same_number(known: int, given: int, what: str) -> None:
    """Raise ValueError unless model and table have the same number of `what`, such as attributes."""
    if known != given:
        raise ValueError(f"the model has {known} {what}, but the table has {given}")
