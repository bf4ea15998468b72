"""Generated parts of the pages are up to date, and YAML files conform to their schemas."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import jsonschema
import pandas as pd
import pytest
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

import render_results
import write_tables

from naivebench.benchmark.configuration import schemas

ROOT = Path(__file__).resolve().parents[2]
FIRST_LINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")
WITH_SCHEMA = [
    path
    for path in sorted((ROOT / "config").rglob("*.yaml"))
    if FIRST_LINE.match(path.read_text(encoding="utf-8"))
]


def test_tables_of_the_pages_match_the_code():
    for page, text in write_tables.render_pages().items():
        assert page.read_text(encoding="utf-8") == text, f"{page.name}: run `make format`"


def test_a_table_replaces_the_one_between_its_marks():
    text = "a\n<!-- x -->\nold\n<!-- end -->\nb\n"
    assert write_tables.fill_table(text, "x", "new") == "a\n<!-- x -->\nnew\n<!-- end -->\nb\n"


@pytest.mark.parametrize("name", ["config", "datasets", "methods"])
def test_schemas_are_valid_and_closed(name):
    schema = schemas.read_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    for path, child in write_tables.keys(schema, schema):
        assert "properties" not in child or child["additionalProperties"] is False, path


def test_files_of_the_configuration_name_their_schema():
    unnamed = [p.name for p in (ROOT / "config").rglob("*.yaml") if p not in WITH_SCHEMA]
    assert all(name.endswith(".lock.yaml") for name in unnamed)


@pytest.mark.parametrize("path", WITH_SCHEMA, ids=lambda path: path.name)
def test_a_file_conforms_to_the_schema_that_it_names(path):
    text = path.read_text(encoding="utf-8")
    schema = json.loads((path.parent / FIRST_LINE.match(text)[1]).read_text(encoding="utf-8"))
    content = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    errors = jsonschema.Draft202012Validator(schema).iter_errors(content)
    assert not [error.message for error in errors]


def make_run(folder: Path) -> Path:
    """A run of twelve methods; `best` gains 0.5 points over nb and takes 9 times its time."""
    tables = folder / "results" / "tables"
    tables.mkdir(parents=True)
    methods = ["best", *(f"m{i}" for i in range(10)), "nb"]
    ranking = pd.DataFrame({"method": methods, "protocol": "p", "primary": True, "datasets": 7})
    ranking["average_rank"] = range(1, 13)
    ranking["gain"], ranking["gain_low"], ranking["gain_high"] = 0.005, -0.01, 0.02
    ranking["cost_factor"] = [9.0] * 11 + [1.0]
    other = ranking.assign(primary=False, average_rank=0.5)
    pd.concat([other, ranking]).to_csv(tables / "ranking.csv", index=False)
    titles = {"method": methods, "title": [f"Title of {m}, with more (and more)" for m in methods]}
    pd.DataFrame(titles).to_csv(tables / "methods.csv", index=False)
    typical = {"method": methods, "cost_factor_median": [1234.0] * 11 + [1.0]}
    pd.DataFrame(typical).to_csv(tables / "relative_cost.csv", index=False)
    run = {"scores": [4000], "methods": [12], "datasets": [7]}
    pd.DataFrame(run).to_csv(tables / "run.csv", index=False)
    answer = {"role": ["best of the family", "reference"], "method": ["best", "nb"]}
    pd.DataFrame(answer).to_csv(tables / "answer.csv", index=False)
    claims = [("a", "It rises.", "yes", "supported"), ("a", "It falls.", "cannot be tested", "contradicted")]
    claims += [("b", "It stays.", "cannot be tested", "not tested here")]
    names = ["paper", "sentence", "reproduced", "holds"]
    pd.DataFrame(claims, columns=names).to_csv(tables / "claims.csv", index=False)
    verdicts = ["reproduced", "contradicted", "not tested"]
    pd.DataFrame({"verdict": verdicts}).to_csv(tables / "printed.csv", index=False)
    pairs = [("best rival", "m1", "best", -0.02, -0.03, 0.01), ("reference", "m1", "nb", 0.04, 0.01, 0.07)]
    names = ["role", "a", "b", "gain", "gain_low", "gain_high"]
    pd.DataFrame(pairs, columns=names).to_csv(tables / "headline.csv", index=False)
    pd.DataFrame({"wall_seconds": [600.0, 1200.0]}).to_csv(tables.parent / "jobs.csv", index=False)
    return folder


def test_the_table_has_ten_methods_and_the_reference(tmp_path):
    tables = render_results.read_tables(make_run(tmp_path))
    page = render_results.fill_page("a\n<!-- results -->\nold\n<!-- end -->\nb\n", tables)
    rows = [line for line in page.splitlines() if line.startswith("| Title")]
    assert rows[0] == "| Title of best (`best`) | 1.0 | +0.5 (-1.0 to +2.0) | 9.0 | 1,234 |"
    assert [row.split("`")[1] for row in rows] == ["best", *(f"m{i}" for i in range(9)), "nb"]
    assert rows[-1] == "| Title of nb (`nb`) | 12.0 | 0 | 1.0 | 1.0 |"
    assert "ranks 12 methods on 7 data sets" in page
    assert page.startswith("a\n")
    assert page.endswith("<!-- end -->\nb\n")


def test_the_verdicts_leave_out_what_was_not_tested(tmp_path):
    text = render_results.write_verdicts(render_results.read_tables(make_run(tmp_path)))
    assert "| a | It rises. | yes | supported |\n| a | It falls. | – | contradicted |" in text
    assert "It stays" not in text
    assert "1 more claims are not tested here" in text


def test_the_paragraph_of_numbers(tmp_path):
    text = " ".join(render_results.write_numbers(render_results.read_tables(make_run(tmp_path))).split())
    assert "Of 3 claims of the sources, 1 hold honestly, 0 in part, 1 are contradicted" in text
    assert "Of 2 comparisons with a printed number, 1 reproduce it." in text
    assert "4.0 accuracy points (95 % interval 1.0 to 7.0) above naive Bayes" in text
    assert "2.0 accuracy points (95 % interval -1.0 to 3.0) below `best`" in text


def test_the_duration_is_that_of_the_longest_job_or_of_all(tmp_path):
    tables = render_results.read_tables(make_run(tmp_path))
    start = "about 9 minutes on two cores (measured) and "
    eight = "minutes on eight cores (estimated from the job times)"
    text = f"{start}7 {eight}."
    assert render_results.write_duration(text, tables, 540.0) == f"{start}20 {eight}."
    assert "about 20 minutes on two cores (estimated from the" in render_results.write_duration(text, tables)


def test_the_pages_have_the_marks():
    for name, mark in (("README.md", "results"), ("docs/protocols/papers.md", "verdicts")):
        assert f"<!-- {mark} -->\n" in (ROOT / name).read_text(encoding="utf-8")
