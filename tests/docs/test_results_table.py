"""The results in README.md and in the paper come from a run."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
PAGE = "# Title\n\n<!-- results -->\nold\n<!-- end -->\n\nThe rest.\n"


def run(folder, page):
    (folder / "reports" / "tables").mkdir(parents=True)
    (folder / "results").mkdir()
    names = ["best", *(f"m{i}" for i in range(10)), "nb"]
    titles = {m: {"title": f"Title of {m}, with more (and more)"} for m in names}
    config = {"primary": {"protocol": "p", "reference": "nb"}}
    (folder / "results/config.json").write_text(json.dumps({"config": config, "methods": titles}))
    board = "method,average_rank,datasets\nother,20,7\nnb,12,7\n"
    (folder / "reports/tables/leaderboard.csv").write_text(board)
    typical = "\n".join(["method,factor", "best,3.14", "nb,1", *(f"m{i},{i + 9.6}" for i in range(10))])
    (folder / "reports/tables/time_relative_cost.csv").write_text(typical + "\n")
    gains = [f"{m},g,{i + 1},0.0{i}5,-0.01,0.02" for i, m in enumerate(names[:-1])]
    text = "\n".join(["method,group,average_rank,gain,low,high", *gains])
    (folder / "reports/tables/differences.csv").write_text(text + "\n")
    seconds = [f"p,{m},{3 * i + 2}" for i, m in enumerate(reversed(names))]
    costs = "\n".join(["protocol,method,cpu_seconds", *seconds, "other,nb,1"])
    (folder / "reports/tables/time_cost.csv").write_text(costs + "\n")
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
    assert rows[0][1] == "1.0 | +0.5 (-1.0 to +2.0) | 18 | 3.1"  # 35 s in total, compared with 2 s for nb
    assert rows[1][1].endswith("| 16 | 9.6")
    assert rows[-1][1] == "12.0 | 0 | 1.0 | 1.0"
    assert "The default run ranks 2 methods on 7 data sets under the protocol `p`." in " ".join(text.split())
    assert text.startswith("# Title\n\n<!-- results -->\n")
    assert text.endswith("<!-- end -->\n\nThe rest.\n")


def test_the_time_of_the_run(tmp_path):
    run(tmp_path, tmp_path / "page.md")
    (tmp_path / "page.md").write_text("It takes about 9 minutes on two cores.\n\n" + PAGE)
    # there are no records of jobs
    assert "about 9 minutes on two cores" in fill(tmp_path, tmp_path / "page.md")
    (tmp_path / "results/environment.json").write_text('{"run": {"cpu_seconds_main": 60}}')
    (tmp_path / "results/jobs.csv").write_text("rule,job,cpu_seconds\nfetch,a,120\n")
    # the longest job takes more than half of the 180 s
    assert "about 2 minutes on two cores" in fill(tmp_path, tmp_path / "page.md")


def test_the_paragraph_of_numbers(tmp_path):
    run(tmp_path, tmp_path / "page.md")
    tables = tmp_path / "reports/tables"
    states = ["a,best,scored", "a,nb,scored", "b,nb,failed", "b,best,unavailable"]
    (tables / "cells.csv").write_text("\n".join(["dataset,method,status", *states]))
    (tables / "claims.csv").write_text("\n".join(["verdict", "holds", "undecided", "not tested", "holds"]))
    (tables / "papers.csv").write_text("\n".join(["verdict", "reproduced", "contradicted", "not tested"]))
    pairs = ["m1,best,best rival,-0.02,-0.03,0.01", "m1,nb,reference,0.04,0.01,0.07"]
    (tables / "headline.csv").write_text("\n".join(["a,b,role,mean,low,high", *pairs]))
    page = tmp_path / "paper.md"
    page.write_text("<!-- numbers -->\n<!-- end -->\n" + PAGE)
    paragraph, _, rest = " ".join(fill(tmp_path, page).split()).partition("<!-- end -->")
    assert "fits 2 methods on 1 data sets. Of the 4 planned combinations" in paragraph
    assert "2 have scores. The others are listed with a reason (1 failed, 1 unavailable)." in paragraph
    told = "2 hold, 0 hold in part, 0 are contradicted, 1 are undecided and 1 are not tested here."
    assert f"Of 4 claims of the sources, {told}" in paragraph
    assert "Of 2 comparisons with a printed number, 1 reproduce it." in paragraph
    assert "Title of m1 (`m1`) has the best average rank of the family: 4.0 accuracy points" in paragraph
    assert "(95 % interval -1.0 to 3.0) below `best`, the best method outside it." in paragraph
    assert "old" not in rest


def test_the_ways_of_passing_nominal_values(tmp_path):
    """A library counts on the data sets on which all of its ways have scores, with one vote per family."""
    from naivebench.models import catalogue, stanzas

    usual = stanzas.with_defaults(catalogue.methods()["xgboost"])["params"]["categories"]
    (tmp_path / "reports" / "tables").mkdir(parents=True)
    (tmp_path / "results").mkdir()
    ways = ("native", "codes", "one_hot")
    names = [f"{library}_{way}" for library in ("xgboost", "catboost") for way in ways]
    sets = {"a": {}, "b1": {"family": "b"}, "b2": {"family": "b"}, "c": {}}
    config = {"primary": {"protocol": "p", "reference": "nb"}}
    text = json.dumps({"config": config, "datasets": sets, "methods": {}})
    (tmp_path / "results/config.json").write_text(text)
    cells = [f"{d},{m},scored" for d in sets for m in names]
    (tmp_path / "reports/tables/cells.csv").write_text("\n".join(["dataset,method,status", *cells]))
    accuracies = {"nb": (0.5, 0.5, 0.5, 0.5), "xgboost_native": (0.6, 0.7, 0.9, 0.9)}
    accuracies |= {"xgboost_codes": (0.5, 0.7, 0.9, 0.5), "xgboost_one_hot": (0.5, 0.5, 0.5, None)}
    rows = [
        f"{m},{d},p,{accuracy}"
        for m, values in accuracies.items()
        for d, accuracy in zip(sets, values, strict=True)
        if accuracy is not None
    ]
    rows = ["method,dataset,protocol,accuracy", *rows, "xgboost_native,a,other,0"]
    (tmp_path / "reports/tables/dataset_scores.csv").write_text("\n".join(rows))
    page = tmp_path / "page.md"
    page.write_text("<!-- encodings -->\nold\n<!-- end -->\n")

    head, _, first, second, _ = fill(tmp_path, page).splitlines()[1:]
    assert head == "| Library | Data sets | `native` | `codes` | `one_hot` |"
    gains = {"native": "+15.0 (-48.5 to +78.5)", "codes": "+10.0 (-117.1 to +137.1)"}
    gains |= {"one_hot": "+0.0 (+0.0 to +0.0)"}
    gains[usual] = f"**{gains[usual]}**"
    assert first == f"| XGBoost (`xgboost`) | 3 of 4 | {' | '.join(gains.values())} |"
    assert second.startswith("| CatBoost (`catboost`) | 0 of 4 | ")
    assert second.count("no scores") == 3


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
