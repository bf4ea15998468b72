"""The recipe of a figure in CONTRIBUTING.md, followed in a copy of the package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import report_fixture

pytestmark = pytest.mark.workflow

REPOSITORY = Path(__file__).resolve().parents[2]
FILE = '''"""Number of cases of every data set."""

from naivebench.reporting.figures.style import INK, Picture


def sizes(results, summary):
    """Bars, a data set each; None without data sets."""
    import matplotlib.pyplot as plt

    rows = {d: results.prepared.get(d, {}).get("rows") for d in results.datasets}
    known = {d: n for d, n in rows.items() if n}
    if not known:
        return None
    figure, axes = plt.subplots(figsize=(6, 0.5 + 0.2 * len(known)))
    axes.barh(list(known), list(known.values()), color=INK)
    text = ", ".join(f"{d}: {n} cases" for d, n in known.items())
    return Picture("Sizes of the data sets", text, figure, "Cases of each data set.")
'''
ENTRY = '    Figure("sizes", "cost", sizes.sizes),\n'


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy with the file, the entry and its import, and finished results; drawn and rendered."""
    root = tmp_path_factory.mktemp("figure")
    for folder in ("src", "workflow"):
        shutil.copytree(REPOSITORY / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    figures = root / "src" / "naivebench" / "reporting" / "figures"
    (figures / "sizes.py").write_text(FILE, encoding="utf-8")
    catalogue = (figures / "catalogue.py").read_text(encoding="utf-8")
    assert catalogue.count("\n    simplex,\n") == catalogue.count("\n)\nFIGURES = ") == 1
    catalogue = catalogue.replace("\n    simplex,\n", "\n    simplex,\n    sizes,\n")
    catalogue = catalogue.replace("\n)\nFIGURES = ", f"\n{ENTRY})\nFIGURES = ")
    (figures / "catalogue.py").write_text(catalogue, encoding="utf-8")
    report_fixture.write(root, n_datasets=2, n_methods=3, protocols=("honest",), learning=False)
    folders = [f"results={root}/results", f"prepared={root}/prepared"]
    for script, out in (("figures", "results/figures"), ("report", "reports/index.html")):
        command = [sys.executable, str(root / "workflow" / "scripts" / f"{script}.py"), *folders]
        drawn = [f"figures={root}/results/figures"] if script == "report" else []
        environment = os.environ | {"PYTHONPATH": str(root / "src")}
        subprocess.run([*command, *drawn, f"out={root}/{out}"], check=True, env=environment)
    return root


def test_the_figure_is_drawn_into_a_file_of_its_own(project):
    svg = (project / "results" / "figures" / "sizes.svg").read_text(encoding="utf-8")
    assert "could not be drawn" not in svg
    assert 'id="sizes-title">Sizes of the data sets</title>' in svg
    assert all(f">{name}</text>" in svg for name in report_fixture.dataset_names(2))


def test_the_page_shows_it_at_its_place_with_its_caption(project):
    page = (project / "reports" / "index.html").read_text(encoding="utf-8")
    section = page[page.index('<section id="cost">') : page.index('<section id="problems">')]
    assert section.index('id="cost-title"') < section.index('id="sizes-title"')
    assert "<figcaption>Cases of each data set.</figcaption>" in section
    assert page.count('id="sizes-title"') == 1


def test_a_figure_without_anything_to_draw_leaves_no_trace(project):
    assert (project / "results" / "figures" / "rotation.svg").read_text(encoding="utf-8") == ""
    assert 'id="rotation-title"' not in (project / "reports" / "index.html").read_text(encoding="utf-8")
