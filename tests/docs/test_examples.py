"""The gallery, docs/examples/: every page runs, prints what it shows, and draws its picture."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples"
GALLERY = runpy.run_path(str(FOLDER / "write.py"))
PAGES = GALLERY["PAGES"]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_an_example_gives_the_output_and_picture_of_its_page(page):
    made = GALLERY["run"](page)
    text = page.read_text(encoding="utf-8")
    assert GALLERY["SAID"].findall(text) == [made.said], "make format writes what examples print"
    assert list(made.pictures) == [f"{page.stem}.svg"]
    assert f"]({page.stem}.svg)" in text
    # the last digit of coordinates may depend on the processor
    shown = (FOLDER / f"{page.stem}.svg").read_text(encoding="utf-8")
    assert labels(made.pictures[f"{page.stem}.svg"]) == labels(shown), "make format draws the pictures"


def labels(svg: str) -> list[str]:
    """The texts in a picture."""
    return re.findall(r"<text[^>]*>([^<]*)", svg)


def test_the_list_has_every_example_with_its_picture():
    text = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert len(PAGES) >= 9
    for page in PAGES:
        assert text.count(f"]({page.name})") == 2, page.name
        assert f"({page.stem}.svg)" in text


METHODS = sorted((FOLDER.parent / "methods").glob("*.md"))


@pytest.mark.parametrize("page", METHODS, ids=lambda page: page.stem)
def test_the_example_of_a_page_on_methods_runs(page, capsys):
    for code in GALLERY["CODE"].findall(page.read_text(encoding="utf-8")):
        exec(compile(code, page.name, "exec"), {})
