"""JSON schemas of the configuration files: validation with one-sentence errors, defaults, and references.

Beside the keywords of JSON schema, the files use `expected` (what a message says instead of the violated
keyword) and `names` (the value is the id of such a thing, for example a method in the catalogue).
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import ValidationError

from naivebench.benchmark.configuration.documents import Document, Key, Keys, fail, find_value, kind_of, read
from naivebench.core.checks import closest, did_you_mean

FOLDER = Path(__file__).resolve().parent
Schema = dict[str, Any]  # a JSON schema
WORDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
}
# keywords whose violation the schema's own words explain
SHAPE = ("type", "enum", "pattern", "required", "maxProperties")
LISTED = {
    "data set in the catalogue": "`naivebench datasets` lists all of them.",
    "method in the catalogue": "`naivebench methods` lists all of them.",
}


@functools.cache
def schema(name: str) -> Schema:
    """The schema of config, datasets or methods."""
    return read(FOLDER / f"{name}.schema.yaml").data


def validate(document: Document, name: str) -> None:
    """Raise InputError for the violation of the schema `name` that comes first in the file.

    The message gives the file, line, stanza and key, and what to do.
    """
    import jsonschema

    errors = list(jsonschema.Draft202012Validator(schema(name)).iter_errors(document.data))
    if errors:
        position = {path: i for i, path in enumerate(document.places)}
        # A misspelt key is often reported as a missing one too; report the misspelling.
        error = min(errors, key=lambda e: (e.validator == "required", _find_position(e, position), e.message))
        fail(document, *_explain(error, name))


def _find_position(error: ValidationError, position: Mapping[Keys, int]) -> int:
    path, _ = _find_culprit(error)
    return next((position[path[:k]] for k in range(len(path), 0, -1) if path[:k] in position), -1)


def _find_culprit(error: ValidationError) -> tuple[Keys, str | None]:
    """Path of the key to blame, and the unknown key if it is one."""
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        unknown = next(key for key in error.instance if key not in error.schema.get("properties", {}))
        return (*path, unknown), unknown
    if "propertyNames" in error.absolute_schema_path:
        return (*path, error.instance), None
    return path, None


def _name_subject(name: str, path: Iterable[Key]) -> str:
    """A path of keys in words, e.g. "kinds.legs of data set 'zoo'"."""
    words = [str(key) for key in path]
    kinds = {"datasets": "data set", "archives": "archive"}
    if name == "methods" and words:
        head, rest = f"method {words[0]!r}", words[1:]
    elif name == "datasets" and len(words) > 1 and words[0] != "defaults":
        head, rest = f"{kinds[words[0]]} {words[1]!r}", words[2:]
    else:
        return ".".join(words)
    return f"{'.'.join(rest)} of {head}" if rest else head


def _explain(error: ValidationError, name: str) -> tuple[Keys, str]:
    """The place to blame, and a sentence that says what is wrong with it."""
    path, unknown = _find_culprit(error)
    value, what = error.instance, _name_subject(name, path)
    if unknown is not None:
        inside = f" in {_name_subject(name, path[:-1])}" if len(path) > 1 else ""
        near = did_you_mean(unknown, error.schema.get("properties", {}))
        return path, f"unknown key {unknown!r}{inside}{near}"
    if "propertyNames" in error.absolute_schema_path:
        quotes = "" if isinstance(value, str) else " (put it in quotes)"
        return path, f"{value!r} cannot be an id: expected {error.schema.get('expected', 'text')}{quotes}"
    if error.validator == "required" and "expected" not in error.schema:
        lacking = next(key for key in error.validator_value if key not in value)
        return path, f"{lacking!r} is missing{f' in {what}' if what else ''}: add it"
    if error.validator not in SHAPE:  # a limit, which jsonschema describes well
        return path, f"{what}: {error.message}" if what else error.message
    shown = repr(value) if isinstance(value, (str, int, float)) else kind_of(value)
    return path, f"{what} is {shown}, expected {_describe_expected(error)}"


def _describe_expected(error: ValidationError) -> str:
    """Say in words what the schema expects."""
    wanted, value, near = error.validator_value, error.instance, ""
    if error.validator == "enum":
        near = closest(value, wanted)
    if "expected" in error.schema:
        return error.schema["expected"] + near
    if error.validator == "enum":
        return f"one of {', '.join(map(str, wanted))}{near}"
    if error.validator != "type":
        return error.message
    kinds = [wanted] if isinstance(wanted, str) else wanted
    text = "string" in kinds and not isinstance(value, (dict, list, type(None)))
    return " or ".join(WORDS[kind] for kind in kinds) + (" (put it in quotes)" if text else "")


def _follow_reference(node: Schema, root: Schema) -> Schema:
    """The node with what it refers to; its own keys take precedence."""
    if "$ref" not in node:
        return node
    return {**find_value(root, node["$ref"].removeprefix("#/").split("/")), **node}


def _find_child(node: Schema, key: str) -> Schema:
    """The schema of the value of a key."""
    others = node.get("additionalProperties")
    return node.get("properties", {}).get(key, others if isinstance(others, dict) else {})


def fill(value: Any, node: Schema, root: Schema | None = None) -> Any:
    """Copy `value` and fill in the defaults of the schema `node`, at every depth.

    `$ref`s point into `root`.
    """
    root = node if root is None else root
    node = _follow_reference(node, root)
    if isinstance(value, list):
        return [fill(item, node.get("items", {}), root) for item in value]
    if not isinstance(value, dict):
        return value
    filled = {key: fill(item, _find_child(node, key), root) for key, item in value.items()}
    for key, child in node.get("properties", {}).items():
        if key not in filled and "default" in child:
            filled[key] = fill(copy.deepcopy(child["default"]), child, root)
    return filled


def check_names(document: Document, name: str, known: Mapping[str, Collection[str]]) -> None:
    """Raise InputError for the first id at a keyword `names` that is not known.

    `known`: value of `names`, such as "method in the catalogue" -> ids.
    """
    for path, value, kind in _list_names(document.data, schema(name), schema(name), ()):
        if value not in known[kind]:
            near = did_you_mean(value, known[kind], LISTED.get(kind, ""))
            what = _name_subject(name, [key for key in path if not isinstance(key, int)])
            article = "an" if kind[0] in "aeiou" else "a"
            fail(document, path, f"{what} names {value!r}, which is not {article} {kind}{near}")


def _list_names(value: Any, node: Schema, root: Schema, path: Keys) -> Iterator[tuple[Keys, str, str]]:
    """Yield path, id and kind of everything that is named below `node`; empty text names nothing."""
    node = _follow_reference(node, root)
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from _list_names(item, node.get("items", {}), root, (*path, i))
    elif isinstance(value, dict):
        for key, item in value.items():
            if "names" in node.get("propertyNames", {}):
                yield (*path, key), key, node["propertyNames"]["names"]
            yield from _list_names(item, _find_child(node, key), root, (*path, key))
    elif value and "names" in node:
        yield path, value, node["names"]
