"""References exist: sections and pages that texts and code cite, and paths that texts mention."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
OUTSIDE = ("README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "config/README.md")
PAGES = [*(ROOT / name for name in OUTSIDE), *sorted(DOCS.rglob("*.md"))]
CITING = [
    path
    for folder in ("src", "tests", "workflow", "config", "profiles")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".smk", ".yaml", ".md", ".j2") and path != Path(__file__).resolve()
]
LINK = re.compile(r"\]\((?!https?:)([\w./-]*)(?:#([\w-]+))?\)")
CITATION = re.compile(r"docs/([\w/-]+\.md)(?:#([\w-]+))?")
PATH = re.compile(
    r"`((?:config|data/(?:golden|published)|docs|envs|profiles|src|tests|workflow|\.ci)/[\w./-]*)`"
)
WRITTEN = re.compile(r"config/datasets/mine\.yaml|my_nb\.py$")  # files that you write


def make_anchor(heading: str) -> str:
    """The anchor of a heading: lower case, without punctuation, with hyphens for blanks."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def find_anchors(page: Path) -> list[str]:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    return [make_anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)]


def test_a_heading_becomes_an_anchor():
    assert make_anchor("C4.5 on `counts`") == "c45-on-counts"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_to_a_unique_section(page):
    own = find_anchors(page)
    assert len(set(own)) == len(own)
    for target, name in LINK.findall(page.read_text(encoding="utf-8")):
        to = (page.parent / target).resolve() if target else page
        assert to.exists(), target
        assert not name or name in find_anchors(to), f"{target}#{name}"


def test_sections_that_the_code_cites_exist():
    cited = [(path, *c) for path in CITING for c in CITATION.findall(path.read_text(encoding="utf-8"))]
    anchors = {page.relative_to(DOCS).as_posix(): {"", *find_anchors(page)} for page in DOCS.rglob("*.md")}
    assert len(cited) > 80
    lost = [f"{path.relative_to(ROOT)}: {page}#{name}" for path, page, name in cited
            if name not in anchors.get(page, ())]  # fmt: skip
    assert not lost, "\n".join(lost)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_that_a_page_names_exist(page):
    named = PATH.findall(page.read_text(encoding="utf-8"))
    lost = [path for path in named if not WRITTEN.search(path) and not (ROOT / path).exists()]
    assert not lost
