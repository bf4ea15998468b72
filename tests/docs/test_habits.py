"""The texts that people read first have none of the habits of language listed in CONTRIBUTING.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "config/README.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
HABITS = {
    r"\banew\b": "again, or from scratch",
    r"\bso many\b(?! that)": "this number of, n",
    r"\bof whom\b": "two sentences",
    r"\b(?:is|are|be) told\b(?! apart)": "is reported, you are warned",
    r"\b(?:of )?one's own\b": "your own",
    r"\b(?:to be|be) had\b": "be obtained, available",
    r"\bmend(?:s|ed)?\b": "fix",
    r"\blikewise\b": "in the same way",
    r"\bstands? (?:in|beside|under|behind|below)\b": "is in, is listed in, is shown beside",
    r"(?<!there\s)\b(?:is|are) no (?!(?:longer|more|way|other|larger|smaller|better)\b|`)": "is not a",
}


def prose(text: str) -> str:
    """Markdown without code, to which other rules apply."""
    return re.sub(r"```.*?```|`[^`\n]*`", "``", text, flags=re.S)


def found(text: str) -> list[str]:
    """The habits in a text, each with the words to use instead."""
    return [
        f"line {text[: match.start()].count(chr(10)) + 1}: {match[0]!r}, write: {instead}"
        for habit, instead in HABITS.items()
        for match in re.finditer(habit, text, re.I)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_have_no_old_habits(page):
    assert not found(prose(page.read_text(encoding="utf-8")))


def test_each_habit_is_found():
    for text in ("drawn anew", "So many cases", "it is told here", "a file of one's own", "cannot be had"):
        assert found(text), text
    for text in ("Mend the stanza", "done likewise", "stands beside it", "it is no method", "some of whom"):
        assert found(text), text
    assert not found("They cannot be told apart; so many that none fits. There is no longer a reason.")
