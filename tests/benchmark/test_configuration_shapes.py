"""The named shapes of stanzas and of the configuration have the keys and types of the schemas."""

from __future__ import annotations

from importlib.resources import files
from types import UnionType
from typing import Any, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from naivebench.benchmark.configuration import documents, schemas
from naivebench.benchmark.configuration.shapes import Config
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.models.stanzas import MethodStanza

PLAIN = {"string": str, "integer": int, "number": float, "boolean": bool, "null": type(None)}
# keys without a default in the schema that get a value when the files are read
SET_LATER = {"title", "metrics"}


def differences(shape: Any, node: dict, root: dict, path: str) -> list[str]:
    """Places where a shape differs from the schema `node`, whose `$ref`s point into `root`."""
    node = {**documents.find_value(root, node["$ref"][2:].split("/")), **node} if "$ref" in node else node
    if _is_mapping(shape):
        return _of_mapping(shape, node, root, path)
    if get_origin(shape) is dict and isinstance(node.get("additionalProperties"), dict):
        return differences(get_args(shape)[1], node["additionalProperties"], root, f"{path}.ID")
    if get_origin(shape) is list and "items" in node and node["type"] == "array":
        return differences(get_args(shape)[0], node["items"], root, f"{path}[]")
    wanted, found = _allowed(node), _kinds(shape)
    return [] if wanted == found else [f"{path}: {found} for {wanted}"]


def _of_mapping(shape: Any, node: dict, root: dict, path: str) -> list[str]:
    known, hints = node["properties"], get_type_hints(shape, include_extras=True)
    if set(known) != set(hints):
        return [f"{path}: {sorted(set(known) ^ set(hints))}"]
    wrong = [
        f"{path}.{key} is required"
        for key in hints
        if _is_optional(shape, key, hints[key]) == ("default" in known[key] or key in SET_LATER)
        and getattr(shape, "__total__", True)
        and key not in node.get("required", ())
    ]
    for key, hint in hints.items():
        plain = get_args(hint)[0] if get_origin(hint) in (NotRequired, Required) else hint
        if key in getattr(shape, "_field_defaults", {}):
            plain = get_args(hint)[0]  # the type without None
        wrong += differences(plain, known[key], root, f"{path}.{key}")
    return wrong


def _is_mapping(shape: Any) -> bool:
    return is_typeddict(shape) or hasattr(shape, "_fields")


def _is_optional(shape: Any, key: str, hint: Any) -> bool:
    return get_origin(hint) is NotRequired or key in getattr(shape, "_field_defaults", {})


def _allowed(node: dict) -> set[type]:
    """The types of YAML values that a schema allows."""
    if "enum" in node:
        return {type(value) for value in node["enum"]}
    types = [node["type"]] if isinstance(node["type"], str) else node["type"]
    return {{"array": list, "object": dict}.get(name) or PLAIN[name] for name in types}


def _kinds(shape: Any) -> set[type]:
    if get_origin(shape) in (Union, UnionType):
        return set().union(*map(_kinds, get_args(shape)))
    return {dict} if _is_mapping(shape) else {get_origin(shape) or shape}


def test_the_schemas_are_installed_with_the_package():
    assert (files("naivebench.benchmark.configuration") / "config.schema.yaml").is_file()


def test_the_configuration_has_the_shape_of_its_schema():
    schema = schemas.schema("config")
    assert differences(Config, schema, schema, "config") == []


def test_a_stanza_of_a_method_has_the_shape_of_its_schema():
    stanza = dict(schemas.schema("methods")["additionalProperties"])
    resolved = {key: node for key, node in stanza["properties"].items() if key != "like"}
    # the estimators use None if a stanza does not have the key
    resolved["discretize"] = {"type": ["string", "null"]}
    assert differences(MethodStanza, {**stanza, "properties": resolved}, stanza, "method") == []


@pytest.mark.parametrize(
    ("shape", "section", "taken_in"),
    [(DatasetStanza, "datasets", {"words", "one_against_rest"}), (Archive, "archives", {"defaults"})],
)
def test_data_sets_and_archives_have_the_keys_of_the_schema(shape, section, taken_in):
    """Exceptions are keys that disappear when the catalogue is read, and keys of sources, which archives
    share.
    """
    schema = schemas.schema("datasets")
    node = schema["properties"][section]["additionalProperties"]
    node = documents.find_value(schema, node["$ref"][2:].split("/")) if "$ref" in node else node
    of_sources = {"openml", "md5"} if shape is Archive else set()
    assert set(node["properties"]) - taken_in == set(get_type_hints(shape)) - of_sources


@pytest.mark.parametrize(
    ("key", "node", "said"),
    [
        ("seed", {"type": "string"}, "config.seed: {<class 'int'>} for {<class 'str'>}"),
        ("more", {"type": "string"}, "config: ['more']"),
        ("mirror", {"type": "string"}, "config.mirror is required"),
    ],
)
def test_a_difference_is_reported(key, node, said):
    schema = schemas.schema("config")
    if key == "seed":
        node["default"] = ""
    changed = {**schema, "properties": {**schema["properties"], key: node}}
    assert differences(Config, changed, schema, "config") == [said]
