"""The recipes of CONTRIBUTING.md, to be followed to the letter."""

from __future__ import annotations

import re

from support.workflow_project import ROOT


def blocks(heading: str, language: str) -> list[str]:
    """The code blocks of a language in the section `### heading`, in order."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split(f"\n### {heading}\n", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.M | re.S)
