"""Follow "A figure" of docs/recipes.md to the letter in a copy of the project."""

import re

import pytest
from support import report_fixture, workflow_project
from support.page_reader import whole
from support.recipes import follow, scripts

pytestmark = pytest.mark.workflow


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy in which the recipe was followed, with finished results; the figure is drawn and rendered."""
    root = workflow_project.copy(tmp_path_factory.mktemp("figure") / "project")
    follow(root, "A figure")
    report_fixture.write(root, n_datasets=2, n_methods=3, protocols=("honest",), learning=False)
    folders = {"results": "results", "prepared": "prepared"}
    scripts(
        root,
        ("figures", folders | {"out": "results/figures"}),
        ("report", folders | {"figures": "results/figures", "out": "reports/index.html"}),
    )
    return root


def test_the_figure_is_drawn_into_its_own_file(project):
    svg = (project / "results" / "figures" / "sizes.svg").read_text(encoding="utf-8")
    assert "could not be drawn" not in svg
    assert re.search(r'id="sizes-title">\w+ is the largest of 2 data sets</title>', svg)
    assert all(f">{name}</text>" in svg for name in report_fixture.dataset_names(2))


def test_the_page_shows_the_figure_in_its_place_with_its_caption(project):
    page = whole((project / "reports" / "index.html").read_text(encoding="utf-8"))
    section = page[page.index('<section id="cost">') : page.index('<section id="problems">')]
    assert section.index('id="times-title"') < section.index('id="sizes-title"')
    assert '<figcaption>Cases of each data set. Numbers: <a class="csv" href="tables/datasets.csv"' in section
    assert re.search(r'<p class="message">\w+ is the largest of 2 data sets</p>', section)
    assert page.count('id="sizes-title"') == 1


def test_a_figure_without_anything_to_draw_leaves_no_file(project):
    assert not (project / "results" / "figures" / "rotation.svg").exists()
    assert 'id="rotation-title"' not in whole(
        (project / "reports" / "index.html").read_text(encoding="utf-8")
    )
