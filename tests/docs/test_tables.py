"""The tables that are generated from the code and the schemas are up to date."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

import pytest
import write_tables

from naivebench.benchmark.configuration import schemas


def test_tables_of_the_pages_match_the_code():
    for page, text in write_tables.pages().items():
        assert page.read_text(encoding="utf-8") == text, f"{page.name}: run `make format`"


def test_a_table_replaces_the_one_between_its_marks():
    text = "a\n<!-- x -->\nold\n<!-- end -->\nb\n"
    assert write_tables.filled(text, "x", "new") == "a\n<!-- x -->\nnew\n<!-- end -->\nb\n"


@pytest.mark.parametrize("name", ["config", "datasets", "methods"])
def test_schemas_are_valid_and_closed(name):
    import jsonschema

    schema = schemas.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    for path, child in write_tables.keys(schema, schema):
        assert "properties" not in child or child["additionalProperties"] is False, path
