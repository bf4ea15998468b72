"""JSON schemas of the configuration files: validation with one-sentence errors, and defaults.

Besides the keywords of JSON schema, the files use `expected`, a text that messages show instead of a pattern.
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

from naivebench.benchmark.configuration.documents import Document, Keys, raise_error_at, read_document
from naivebench.core.checks import did_you_mean, shorten_line
from naivebench.data.steps import STEPS

Schema = dict[str, Any]  # a JSON schema
SHOWN = 60  # characters of a wrong value in a message
# type of an argument of a step -> its schema in workflow/schemas/datasets.schema.yaml, if it has another name
SHAPES = {"str": "text", "int": "count", "list[str]": "names", "list[str] | str": "one_or_more"}


@functools.cache
def read_schema(name: str) -> Schema:
    """Read the schema of config, datasets or methods."""
    content = read_document(Path(__file__).resolve().parents[1] / f"schemas/{name}.schema.yaml").data
    if name == "datasets":
        content["$defs"]["step"]["properties"] = {name: _describe_step(step) for name, step in STEPS.items()}
    return content


def _describe_step(step: Callable[..., Any]) -> Schema:
    """Make the schema of a step of a stanza: the arguments of its function are its keys."""
    paragraph = (inspect.getdoc(step) or "").split("\n\n")[0]
    described = {"description": " ".join(paragraph.split())}
    _, *arguments = inspect.signature(step).parameters.values()  # without the table
    types = {argument.name: argument.annotation for argument in arguments}
    shapes = {name: {"$ref": f"#/$defs/{SHAPES.get(hint, hint.lower())}"} for name, hint in types.items()}
    if "options" in shapes:
        return described | shapes["options"]
    keys = {"as" if name == "new" else name: shape for name, shape in shapes.items()}
    needed = [
        key for key, argument in zip(keys, arguments, strict=True) if argument.default is argument.empty
    ]
    closed = {"type": "object", "additionalProperties": False}
    return described | closed | {"required": needed, "properties": keys}


def validate_document(document: Document, name: str) -> Document:
    """Return the document. Raises InputError with the place and the expected value if it violates the schema
    `name`.
    """
    import jsonschema

    errors = list(jsonschema.Draft202012Validator(read_schema(name)).iter_errors(document.data))
    if errors:
        # a misspelt key is often reported as a missing one too: report the misspelling
        raise_error_at(
            document, *_explain_violation(min(errors, key=lambda error: error.validator == "required"))
        )
    return document


def _explain_violation(error: ValidationError) -> tuple[Keys, str]:
    """Return the path of the key to blame, and a sentence that explains the error."""
    path, value = tuple(error.absolute_path), error.instance
    key, shown = ".".join(map(str, path)), shorten_line(repr(value), SHOWN)
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        unknown = next(name for name in value if name not in known)
        inside = f" in {key}" if key else ""
        return (*path, unknown), f"unknown key {unknown!r}{inside}{did_you_mean(unknown, known)}"
    if "propertyNames" in error.absolute_schema_path:
        quotes = "" if isinstance(value, str) else " (put it in quotes)"
        expected = error.schema.get("expected", "text")
        return (*path, value), f"{shown} cannot be an id: expected {expected}{quotes}"
    if "expected" in error.schema:
        return path, f"{key} is {shown}, expected {error.schema['expected']}"
    message = error.message.replace(repr(value), shown, 1)
    return path, f"{key}: {message}" if key else message


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
