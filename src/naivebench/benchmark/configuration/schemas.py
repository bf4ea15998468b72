"""JSON schemas of the configuration files: validation with one-sentence errors, and defaults.

Besides the keywords of JSON schema, the files use `expected`, a text that messages show in place of the
violated keyword.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import ValidationError

from naivebench.benchmark.configuration.documents import (
    Document,
    Keys,
    describe_kind,
    raise_error_at,
    read_document,
)
from naivebench.core.checks import did_you_mean, shorten_line, suggest_closest
from naivebench.data.steps import STEPS

Schema = dict[str, Any]  # a JSON schema
WORDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
}
LIMITS = {
    "minimum": "of at least",
    "exclusiveMinimum": "above",
    "maximum": "up to",
    "exclusiveMaximum": "below",
}
SHAPES = {  # type of an argument of a step -> its schema in workflow/schemas/datasets.schema.yaml
    "str": "text",
    "int": "count",
    "list[str]": "names",
    "list[str] | str": "one_or_more",
    "Classes": "old_labels",
} | {name: name.lower() for name in ("Blocks", "Condition", "Joins", "Labels", "Sizes", "Thresholds")}


@functools.cache
def read_schema(name: str) -> Schema:
    """Read the schema of config, datasets or methods."""
    content = read_document(Path(__file__).resolve().with_name(f"{name}.schema.yaml")).data
    if name == "datasets":
        content["$defs"]["step"]["properties"] = {name: _describe_step(step) for name, step in STEPS.items()}
    return content


def _describe_step(step: Callable[..., Any]) -> Schema:
    """Make the schema of a step of a stanza: the arguments of its function are its keys."""
    paragraph = (inspect.getdoc(step) or "").split("\n\n")[0]
    described = {"description": " ".join(paragraph.split())}
    _, *arguments = inspect.signature(step).parameters.values()  # without the table
    shapes = {argument.name: {"$ref": f"#/$defs/{SHAPES[argument.annotation]}"} for argument in arguments}
    if "options" in shapes:
        return described | shapes["options"]
    keys = {"as" if name == "new" else name: shape for name, shape in shapes.items()}
    needed = [
        key for key, argument in zip(keys, arguments, strict=True) if argument.default is argument.empty
    ]
    closed = {"type": "object", "additionalProperties": False}
    return described | closed | {"required": needed, "properties": keys}


def read_valid_document(path: Path, shown: str, name: str) -> Document:
    """Read a YAML file, named `shown` in messages, and validate it against the schema `name`."""
    document = read_document(path, shown)
    validate_document(document, name)
    return document


def validate_document(document: Document, name: str) -> None:
    """Raise InputError for a violation of the schema `name`, with file, line, key, and what is expected."""
    import jsonschema

    errors = list(jsonschema.Draft202012Validator(read_schema(name)).iter_errors(document.data))
    if errors:
        # a misspelt key is often reported as a missing one too: report the misspelling
        raise_error_at(
            document, *_explain_violation(min(errors, key=lambda error: error.validator == "required"))
        )


def _explain_violation(error: ValidationError) -> tuple[Keys, str]:
    """Return the path of the key to blame, and a sentence that explains the error."""
    path, value = tuple(error.absolute_path), error.instance
    key = ".".join(map(str, path))
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        unknown = next(name for name in value if name not in known)
        inside = f" in {key}" if key else ""
        return (*path, unknown), f"unknown key {unknown!r}{inside}{did_you_mean(unknown, known)}"
    if error.validator == "required":
        lacking = next(name for name in error.validator_value if name not in value)
        return path, f"{lacking!r} is missing{f' in {key}' if key else ''}: add it"
    if "propertyNames" in error.absolute_schema_path:
        return (*path, value), f"{value!r} cannot be an id: expected {_describe_expected_value(error)}"
    if error.validator in ("type", "enum", "pattern", "maxProperties"):
        shown = repr(value) if isinstance(value, (str, int, float)) else describe_kind(value)
        return path, f"{key} is {shown}, expected {_describe_expected_value(error)}"
    if error.validator in LIMITS:
        return path, f"{key} is {value!r}, expected {_describe_limits(error.schema)}"
    return path, f"{key}: {shorten_line(error.message)}"  # a number of items, which jsonschema describes well


def _describe_limits(schema: Schema) -> str:
    """Say in words which numbers the schema accepts."""
    if "expected" in schema:
        return str(schema["expected"])
    limits = [f"{word} {schema[limit]}" for limit, word in LIMITS.items() if limit in schema]
    return f"{WORDS[schema['type']]} {' and '.join(limits)}"


def _describe_expected_value(error: ValidationError) -> str:
    """Say in words what the schema expects."""
    wanted, value = error.validator_value, error.instance
    near = suggest_closest(value, wanted) if error.validator == "enum" else ""
    if "expected" in error.schema:
        said = error.schema["expected"]
    elif error.validator == "enum":
        said = f"one of {', '.join(map(str, wanted))}"
    else:
        kinds = [wanted] if isinstance(wanted, str) else wanted
        said = " or ".join(WORDS.get(kind, kind) for kind in kinds)
    quotes = error.validator == "type" and "string" in wanted and not isinstance(value, (list, dict))
    return said + near + (" (put it in quotes)" if quotes else "")


def resolve_reference(node: Schema, root: Schema) -> Schema:
    """Add the target of the node's `$ref` in `root` to the node; its own keys take precedence."""
    if "$ref" not in node:
        return node
    target = root
    for key in node["$ref"].removeprefix("#/").split("/"):
        target = target[key]
    return {**resolve_reference(target, root), **node}


def fill_defaults(value: Any, node: Schema, root: Schema | None = None) -> Any:
    """Copy `value` and fill in the defaults of the schema `node`, at every depth, in the order of the schema.

    `$ref`s point into `root`, by default the node itself.
    """
    root = root or node
    node = resolve_reference(node, root)
    if not isinstance(value, dict):
        return value
    others = node.get("additionalProperties") or {}
    filled = {}
    for key, child in node.get("properties", {}).items():
        child = resolve_reference(child, root)
        if key in value or "default" in child:
            filled[key] = fill_defaults(value.get(key, copy.deepcopy(child.get("default"))), child, root)
    return filled | {
        key: fill_defaults(item, others, root) for key, item in value.items() if key not in filled
    }
