"""Editors can check every YAML file that users write with the schema that its first line names."""

import copy
import functools
import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
FIRST_LINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")
FILES = [p for p in sorted((ROOT / "config").rglob("*.yaml")) if not p.name.endswith(".lock.yaml")]


@functools.cache
def validator(path):
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def content(path):
    return yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def test_every_file_conforms_to_the_schema_that_it_names():
    used = set()
    for path in FILES:
        named = FIRST_LINE.match(path.read_text(encoding="utf-8"))
        assert named, f"{path.name} names no schema"
        schema = (path.parent / named[1]).resolve()
        used.add(schema)
        assert not [e.message for e in validator(schema).iter_errors(content(path))], path.name
    assert used == set(SCHEMAS.glob("*.json"))


def test_the_lock_file_conforms():
    assert validator(SCHEMAS / "datasets.json").is_valid(content(ROOT / "config" / "datasets.lock.yaml"))


@pytest.mark.parametrize(
    ("name", "file", "path", "misspelt"),
    [
        ("config", "config/config.yaml", ("primary",), "metrik"),
        ("config-update", "config/smoke.yaml", ("select",), "method"),
        ("datasets", "config/datasets/9-packages.yaml", ("datasets", "abalone"), "taget"),
        ("methods", "config/methods.yaml", ("tan",), "titel"),
    ],
)
def test_a_misspelt_key_is_caught(name, file, path, misspelt):
    wrong = copy.deepcopy(content(ROOT / file))
    functools.reduce(dict.__getitem__, path, wrong)[misspelt] = "x"
    (error,) = validator(SCHEMAS / f"{name}.json").iter_errors(wrong)
    assert (error.validator, tuple(error.absolute_path)) == ("additionalProperties", path)
    assert misspelt in error.message
