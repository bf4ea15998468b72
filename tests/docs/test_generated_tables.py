"""What is generated from the code and the schemas is up to date, and YAML files conform to their schemas."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

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
