"""Every section of docs/ that code, configuration or another page cites exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
CITING = sorted(
    path
    for folder in ("src", "tests", "workflow", "config", "data", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".smk", ".yaml", ".md", ".j2") and path != Path(__file__).resolve()
)
CITATION = re.compile(r"docs/([\w/-]+\.md)#([\w-]+)")
LINK = re.compile(r"\]\(([\w./-]*)#([\w-]+)\)")
ELSEWHERE = re.compile(r"(?i)\b(method|protocol|data ?set)s?\s+(specification|traps)\b|\bspecs/")


def anchor(heading: str) -> str:
    """The anchor of a heading: lower case, punctuation left out, blanks as hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> list[str]:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    return [anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)]


def citations(text: str) -> list[tuple[str, str]]:
    """(page, anchor) of every citation, those that a line break cuts after a hyphen included."""
    return CITATION.findall(text)


def test_a_citation_is_told_from_its_section():
    assert citations("see docs/methods.md#nb-tree; x") == [("methods.md", "nb-tree")]
    assert anchor("C4.5 on `counts`") == "c45-on-counts"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_headings_of_a_page_are_unique(page):
    found = anchors(page)
    assert len(set(found)) == len(found)


def test_cited_sections_exist():
    known = {page.relative_to(ROOT / "docs").as_posix(): set(anchors(page)) for page in PAGES}
    cited = [(path, *c) for path in CITING for c in citations(path.read_text(encoding="utf-8"))]
    assert len(cited) > 80
    lost = [
        f"{path.relative_to(ROOT)}: {page}#{name}"
        for path, page, name in cited
        if name not in known.get(page, ())
    ]
    assert not lost, lost


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    for target, name in LINK.findall(page.read_text(encoding="utf-8")):
        to = (page.parent / target).resolve() if target else page
        assert to.is_file(), target
        assert name in anchors(to), f"{target}#{name}"


def test_nothing_cites_a_document_that_is_not_here():
    found = [path for path in CITING if ELSEWHERE.search(path.read_text(encoding="utf-8"))]
    assert not found
