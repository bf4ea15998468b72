"""Text of unknown origin, such as that of an exception, as one line that every file and page can hold."""

from __future__ import annotations

import unicodedata

MOST = 1000  # characters
REPLACED = ("Cc", "Cs")  # Unicode categories: control characters, lone surrogates


def one_line(text: str, most: int = MOST) -> str:
    """The text on one line: blanks for white space, U+FFFD for control characters and for surrogates, which
    UTF-8 cannot hold; at most `most` characters and the number of those left out.
    """
    left_out = max(0, len(text) - most)
    line = cleaned(" ".join(text[:most].split()))
    return f"{line} ... ({left_out:,} more characters)" if left_out else line


def reason(error: BaseException) -> str:
    """What was raised, on one line: type and text."""
    try:
        text = one_line(str(error))
    except Exception as second:  # whatever the text of an exception of one's own raises
        text = f"its text cannot be read, {one_line(type(second).__name__)}"
    name = one_line(type(error).__name__)
    return f"{name}: {text}" if text else name


def cleaned(text: str) -> str:
    """The text with U+FFFD for control characters, except tabs and ends of lines, and for surrogates."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("\ufffd" if unicodedata.category(c) in REPLACED and c not in "\t\n" else c for c in text)
