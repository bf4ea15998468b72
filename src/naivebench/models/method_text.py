"""What a method's module says of itself, read without importing it."""

from __future__ import annotations

import ast
import re

from naivebench.models import own

SECTION = re.compile(r"docs/methods/[\w-]+\.md#[\w-]+")


def docstring(module: str) -> str:
    """The docstring of a stanza's `module`; "" if it has none or cannot be read."""
    path = own.source(module)
    try:
        return (ast.get_docstring(ast.parse(path.read_bytes())) or "") if path else ""
    except SyntaxError:
        return ""


def section(text: str) -> str:
    """The first section of docs/methods/ that a docstring cites, such as
    docs/methods/naive-bayes.md#categorical-naive-bayes; "" if there is none.
    """
    found = SECTION.search(text)
    return found.group() if found else ""
