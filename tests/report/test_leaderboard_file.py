"""The file leaderboard.json has the rows of leaderboard.csv, satisfies its schema, and keeps its columns."""

import csv
import io
import json

import jsonschema
import pytest
from support import report_fixture

from naivebench import RESULTS_VERSION, __version__
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.report import leaderboard, leaderboard_file, page

# Columns of version 2.0 by kind. Programs of other people read these files.
NUMBERS = {
    "win_rate",
    "average_rank",
    "improvement",
    "n_parameters",
    "datasets",
}
TEXTS = {"method", "group", "verdict"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("board"), n_datasets=4, n_methods=5, folds=3)
    results = load(root / "results", root / "prepared")
    return page.build(results, summarize(results), page.pictures(None))


def test_rows_are_those_of_the_csv_in_full_precision(files):
    content = json.loads(files["tables/leaderboard.json"])
    stored = list(csv.DictReader(io.StringIO(files["tables/leaderboard.csv"])))
    assert len(stored) == len(content["rows"]) == 5
    for row, line in zip(content["rows"], stored, strict=True):
        assert list(row) == list(line)
        assert {k: "" if v is None else str(v) for k, v in row.items()} == line
    facts = {k: content[k] for k in ("naivebench", "results", "protocol", "metric", "reference")}
    assert list(facts.values()) == [__version__, RESULTS_VERSION, "honest", "accuracy", "nb"]


def test_the_file_satisfies_its_schema(files):
    schema = leaderboard_file.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    content = json.loads(files["tables/leaderboard.json"])
    jsonschema.validate(content, schema)
    assert set(content) == set(schema["properties"])
    assert set(content["rows"][0]) == set(schema["properties"]["rows"]["items"]["properties"])
    jsonschema.validate(content | {"version": "2.9"}, schema)  # with additional columns
    for wrong in ({"version": "1.0"}, {"rows": [content["rows"][0] | {"win_rate": "high"}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(content | wrong, schema)
    del content["rows"][0]["win_rate"]
    with pytest.raises(jsonschema.ValidationError, match="'win_rate' is a required property"):
        jsonschema.validate(content, schema)


def test_a_run_without_a_comparison_has_a_file_without_rows():
    empty = leaderboard_file.text(leaderboard.Table("leaderboard", "", leaderboard.COLUMNS, ()), None, None)
    jsonschema.validate(json.loads(empty), leaderboard_file.schema())
    assert json.loads(empty)["rows"] == []


def test_the_second_version_keeps_its_columns():
    """Remove or change a column only together with a new major number in `leaderboard_file.VERSION`."""
    if leaderboard_file.VERSION.startswith("2."):
        columns = leaderboard_file.schema()["properties"]["rows"]["items"]["properties"]
        assert {k for k, c in columns.items() if c["type"] == ["number", "null"]} >= NUMBERS
        assert {k for k, c in columns.items() if c["type"] == "string"} >= TEXTS
