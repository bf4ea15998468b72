"""The results in README.md and in the paper come from a run."""

import re
import subprocess
import sys
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
PAGE = "# Title\n\n<!-- results -->\nold\n<!-- end -->\n\nThe rest.\n"
METHODS = ["best", *(f"m{i}" for i in range(10)), "nb"]


def write(folder, name, **columns):
    """A table of a run."""
    (folder / "results/tables").mkdir(parents=True, exist_ok=True)
    pd.DataFrame(columns).to_csv(folder / f"results/tables/{name}.csv", index=False)


def run(folder, page):
    """A run of twelve methods, of which `nb` is the last and the reference."""
    count = len(METHODS)
    comparison = {"protocol": "p", "metric": "accuracy", "primary": True, "datasets": 7}
    gains = {
        "gain": [0.005, *[0.004] * 10, None],
        "gain_low": [-0.01] * 11 + [None],
        "gain_high": [0.02] * 11 + [None],
    }
    ranks = {"average_rank": range(1, count + 1), "cost_factor": [17.5, *range(16, 6, -1), 1.0]}
    write(folder, "ranking", method=METHODS, **comparison, **gains, **ranks)
    write(folder, "relative_cost", method=METHODS, cost_factor_median=[3.14, *[9.6] * 10, 1.0])
    write(folder, "methods", method=METHODS, title=[f"Title of {m}, with more (and more)" for m in METHODS])
    write(folder, "run", reference_method=["nb"], methods=[12], datasets=[7], protocols=[2])
    page.write_text(PAGE)
    return fill(folder, page)


def fill(folder, page):
    command = [sys.executable, ROOT / "docs" / "results_table.py", folder, page]
    subprocess.run(command, check=True, timeout=60)
    return page.read_text()


def test_ten_methods_and_the_reference(tmp_path):
    text = run(tmp_path, tmp_path / "page.md")
    rows = re.findall(r"^\| Title of (\w+) \(`\1`\) \| (.+) \|$", text, re.M)
    assert [name for name, _ in rows] == ["best", *(f"m{i}" for i in range(9)), "nb"]
    assert rows[0][1] == "1.0 | +0.5 (-1.0 to +2.0) | 18 | 3.1"
    assert rows[-1][1] == "12.0 | 0 | 1.0 | 1.0"
    assert "The default run ranks 12 methods on 7 data sets under the protocol `p`." in " ".join(text.split())
    assert text.startswith("# Title\n\n<!-- results -->\n")
    assert text.endswith("<!-- end -->\n\nThe rest.\n")


def test_the_paragraph_of_numbers(tmp_path):
    run(tmp_path, tmp_path / "page.md")
    counts = {"claims": [4, 1], "claims_supported": [2, 0], "claims_partly": 0, "claims_contradicted": 0}
    counts |= {"claims_undecided": [1, 0], "claims_not_tested_here": [1, 1]}
    write(tmp_path, "papers", **counts, numbers_tested=[2, 0], numbers_reproduced=[1, 0])
    pair = {"a": ["m1", "m1"], "b": ["best", "nb"], "role": ["best rival", "reference"]}
    write(tmp_path, "headline", **pair, gain=[-0.02, 0.04], gain_low=[-0.03, 0.01], gain_high=[0.01, 0.07])
    page = tmp_path / "paper.md"
    page.write_text("<!-- numbers -->\n<!-- end -->\n" + PAGE)
    paragraph, _, rest = " ".join(fill(tmp_path, page).split()).partition("<!-- end -->")
    assert "fits 12 methods on 7 data sets under 2 protocols." in paragraph
    assert (
        "Of 5 claims of the sources, 2 hold, 0 hold in part, 0 are contradicted, 1 are undecided" in paragraph
    )
    assert "Of 2 comparisons with a printed number, 1 reproduce it." in paragraph
    assert "Title of m1 (`m1`) has the best average rank of the family: 4.0 accuracy points" in paragraph
    assert "(95 % interval -1.0 to 3.0) below `best`, the best method outside it." in paragraph
    assert "old" not in rest


def test_each_boosting_library_has_the_best_way_of_passing_nominal_values_as_default():
    page = (ROOT / "docs" / "methods" / "baselines.md").read_text(encoding="utf-8")
    table = page.partition("<!-- encodings -->\n")[2].partition("<!-- end -->")[0]
    libraries = re.findall(r"^\| \w.*\(`(\w+)`\) \| \d+ of \d+ \| (.+) \|$", table, re.M)
    assert {name for name, _ in libraries} == {"lightgbm", "xgboost", "hist_gradient_boosting", "catboost"}
    for name, cells in libraries:
        gains = [float(cell.strip("*").split()[0]) for cell in cells.split(" | ")]
        (bold,) = [i for i, cell in enumerate(cells.split(" | ")) if cell.startswith("**")]
        assert gains[bold] == max(gains), name


def test_readme_has_the_place_and_make_fills_it():
    assert "<!-- results -->\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "README.md paper/paper.md" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_paper_is_short_and_complete():
    paper, bib = (ROOT / "paper" / name for name in ("paper.md", "paper.bib"))
    text = paper.read_text(encoding="utf-8")
    entries = set(re.findall(r"^@\w+\{(\w+),", bib.read_text(encoding="utf-8"), re.M))
    assert len(text.split()) <= 1500
    assert {"# Summary", "# Statement of need", "# State of the field", "# References"} <= set(
        text.split("\n")
    )
    assert {"<!-- numbers -->", "<!-- results -->"} <= set(text.split("\n"))
    assert set(re.findall(r"@(\w+)", text)) == entries
    assert all((paper.parent / path).is_file() for path in re.findall(r"\]\((\S+\.png)\)", text))


def test_the_site_of_a_release_shows_its_run(tmp_path, monkeypatch):
    import hooks

    run(tmp_path, tmp_path / "page.md")
    page = f"{PAGE}\n![The first screen](example.png)\n"
    for default in (True, False):
        monkeypatch.setattr(hooks.picture, "is_default", lambda run, default=default: default)
        text = hooks.of_run(page, tmp_path)
        assert "on 7 data sets" in text
        assert "(report/index.html)" in text
        assert text.count("example.png") == default
