"""The Python code of README.md and docs/ runs as shown, and prints what the page shows."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

import write_examples

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOT_RUN = re.compile(r"<!-- not run: .*? -->\n```python\n.*?^```", re.M | re.S)  # the page says what it needs

pytestmark = pytest.mark.slow


def read_code(page: Path) -> list[str]:
    """The Python blocks of a page that can run alone."""
    text = NOT_RUN.sub("", page.read_text(encoding="utf-8"))
    return re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)


WITH_CODE = [page for page in PAGES if page != write_examples.PAGE and read_code(page)]


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.stem)
def test_the_blocks_of_a_page_run_in_order(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for i, block in enumerate(read_code(page), 1):
        exec(compile(block, f"{page.name}, block {i}", "exec"), names)


SECTIONS = [
    section
    for section in write_examples.SECTION.findall(write_examples.PAGE.read_text(encoding="utf-8"))
    if write_examples.CODE.search(section)
]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.partition("\n")[0].strip("# "))
def test_an_example_gives_the_output_and_picture_of_its_section(section):
    result = write_examples.run_section(section)
    assert write_examples.OUTPUT.findall(section) == [result.output], "make format writes the outputs"
    (name,) = re.findall(r"\]\(examples/(\w+\.svg)\)", section)
    assert list(result.pictures) == [name]
    # the last digit of coordinates may depend on the processor
    shown = (write_examples.PICTURES / name).read_text(encoding="utf-8")
    assert find_labels(result.pictures[name]) == find_labels(shown), "make format draws the pictures"


def find_labels(svg: str) -> list[str]:
    """The texts in a picture."""
    return re.findall(r"<text[^>]*>([^<]*)", svg)
