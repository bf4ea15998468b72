"""Follow "A paper" of docs/recipes.md to the letter in a copy of the project."""

import csv
import re

import pytest
from support import report_fixture, workflow_project
from support.page_reader import whole
from support.recipes import blocks, scripts, section

pytestmark = pytest.mark.workflow


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy with the paper and finished results, after rendering."""
    root = workflow_project.copy(tmp_path_factory.mktemp("paper") / "project")
    for path, language in zip(
        re.findall(r"^\d\. Write `([\w/.]+)`", section("A paper"), re.M), ("yaml", "csv"), strict=True
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(blocks("A paper", language)[0], encoding="utf-8")
    report_fixture.write(root, n_datasets=4, n_methods=3, protocols=("honest",), learning=False)
    folders = {"results": "results", "prepared": "prepared"}
    scripts(root, ("report", folders | {"figures": "results/figures", "out": "reports/index.html"}))
    return root


def table(project, name: str) -> list[dict]:
    with open(project / "reports" / "tables" / f"{name}.csv", newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["paper"] == "ours2026"]


def test_its_claim_is_judged_and_shown_on_the_page(project):
    (claim,), evidence = table(project, "claims"), table(project, "claims_evidence")
    (number,) = (row for row in evidence if row["decides"] == "True")
    assert claim["sentence"] == "One dependence is better than none."
    assert claim["verdict"] in ("holds", "contradicted", "undecided")
    assert (number["first"], number["second"], number["n"]) == ("aode", "nb", "4")
    page = whole((project / "reports" / "index.html").read_text(encoding="utf-8"))
    assert 'id="claims-ours2026"' in page
    assert "One dependence is better than none." in page


def test_its_section_opens_with_the_summary(project):
    page = whole((project / "reports" / "index.html").read_text(encoding="utf-8"))
    text = " ".join(page.partition('<section id="ours2026"')[2].partition("</section>")[0].split())
    assert "<dt>Idea</dt><dd>Every attribute may depend on one other attribute.</dd>" in text
    assert "<dt>Remember</dt><dd>Dependences between attributes matter." in text
    assert "This run has 1 of the paper&#39;s 2 data sets and lacks Iris plants." in text


def test_its_printed_number_is_compared_with_the_run(project):
    rows = {(r["dataset"], r["method"]): r for r in table(project, "papers")}
    printed = rows["crx", "nb"]
    assert float(printed["printed"]) == pytest.approx(0.8406)
    gap = abs(float(printed["reproduced"]) - 0.8406)
    assert printed["verdict"] == ("reproduced" if gap <= 0.02 else "contradicted")
    assert rows["crx", "aode"]["verdict"] == "not tested"
