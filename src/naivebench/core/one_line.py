"""One-line text: text of unknown origin, such as an exception's, in a form that every file and page can
contain.
"""

from __future__ import annotations

import unicodedata

MOST = 1000  # characters
REPLACED = ("Cc", "Cs")  # Unicode categories: control characters, lone surrogates


def one_line(text: str, most: int = MOST) -> str:
    """The text on one line: blanks for white space, U+FFFD for control characters and for surrogates, which
    UTF-8 cannot encode; at most `most` characters, then the number of those left out.
    """
    left_out = max(0, len(text) - most)
    line = cleaned(" ".join(text[:most].split()))
    return f"{line} ... ({left_out:,} more characters)" if left_out else line


def reason(error: BaseException) -> str:
    """An exception on one line: type and text."""
    try:
        text = one_line(str(error))
    except Exception as second:  # the text of a custom exception may raise anything
        text = f"its text cannot be read ({one_line(type(second).__name__)})"
    name = one_line(type(error).__name__)
    return f"{name}: {text}" if text else name


def cleaned(text: str) -> str:
    """The text with U+FFFD for surrogates and for control characters other than tabs and line ends."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("\ufffd" if unicodedata.category(c) in REPLACED and c not in "\t\n" else c for c in text)
