"""JSON schemas of the configuration files: validation with one-sentence errors, and defaults."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import ValidationError

from naivebench.benchmark.configuration.documents import Document, Key, Keys, at, kind_of, locate, read
from naivebench.core.checks import InputError, closest, did_you_mean
from naivebench.core.removed import advice

FOLDER = Path(__file__).resolve().parents[4] / "workflow" / "schemas"
Schema = dict[str, Any]  # a JSON schema
WORDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
}


def schema(name: str) -> Schema:
    """The schema of config, datasets or methods."""
    return read(FOLDER / f"{name}.schema.yaml", f"workflow/schemas/{name}.schema.yaml").data


def validate(document: Document, name: str) -> None:
    """Raise InputError for the violation of the schema `name` that comes first in the file.

    The message gives the file, line, stanza and key, and what to do.
    """
    import jsonschema

    errors = list(jsonschema.Draft202012Validator(schema(name)).iter_errors(document.data))
    if errors:
        position = {path: i for i, path in enumerate(document.places)}
        # A misspelt key is often reported as a missing one too; report the misspelling.
        error = min(errors, key=lambda e: (e.validator == "required", _position(e, position), e.message))
        path, sentence = _sentence(error, name)
        raise InputError(f"{locate(document, path)}: {sentence}")


def _position(error: ValidationError, position: dict[Keys, int]) -> int:
    path, _ = _offender(error)
    return next((position[path[:k]] for k in range(len(path), 0, -1) if path[:k] in position), -1)


def _offender(error: ValidationError) -> tuple[Keys, str | None]:
    """Path of the key to blame, and the unknown key if it is one."""
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        unknown = next(key for key in error.instance if key not in error.schema.get("properties", {}))
        return (*path, unknown), unknown
    if "propertyNames" in error.absolute_schema_path:
        return (*path, error.instance), None
    return path, None


def subject(name: str, path: Iterable[Key]) -> str:
    """A path of keys in words, e.g. "kinds.legs of data set 'zoo'"."""
    words = [str(p) for p in path]
    kinds = {("datasets", "datasets"): "data set", ("datasets", "archives"): "archive"}
    if name == "methods" and words:
        head, rest = f"method {words[0]!r}", words[1:]
    elif name == "datasets" and len(words) > 1 and words[0] != "defaults":
        head, rest = f"{kinds[name, words[0]]} {words[1]!r}", words[2:]
    else:
        return ".".join(words)
    return f"{'.'.join(rest)} of {head}" if rest else head


def _sentence(error: ValidationError, name: str) -> tuple[Keys, str]:
    """The place to blame, and a sentence that says what is wrong with it."""
    path, unknown = _offender(error)
    what = subject(name, path)
    if unknown is not None:
        inside = f" in {subject(name, path[:-1])}" if len(path) > 1 else ""
        near = advice(_place(path[:-1]), unknown) or did_you_mean(unknown, error.schema.get("properties", {}))
        return (
            path,
            f"unknown key {unknown!r}{inside}{near}",
        )
    if "propertyNames" in error.absolute_schema_path:
        quotes = "" if isinstance(error.instance, str) else " (put it in quotes)"
        return (
            path,
            f"{error.instance!r} cannot be an id: expected {error.schema.get('expected', 'text')}{quotes}",
        )
    if error.validator == "required" and "expected" not in error.schema:
        lacking = next(key for key in error.validator_value if key not in error.instance)
        return path, f"{lacking!r} is missing{f' in {what}' if what else ''}: add it"
    shown = repr(error.instance) if isinstance(error.instance, (str, int, float)) else kind_of(error.instance)
    return path, f"{what} is {shown}, expected {_expected(error)}"


def _expected(error: ValidationError) -> str:
    """Say in words what the violated keyword of the schema expects."""
    value = error.validator_value
    if "expected" in error.schema and error.validator in (
        "type",
        "enum",
        "pattern",
        "required",
        "maxProperties",
    ):
        return error.schema["expected"] + (_near(error, value) if error.validator == "enum" else "")
    wishes: dict[str, Callable[[], str]] = {
        "type": lambda: (
            " or ".join(WORDS[t] for t in ([value] if isinstance(value, str) else value)) + _quotes(error)
        ),
        "enum": lambda: f"one of {', '.join(map(str, value))}{_near(error, value)}",
        "minimum": lambda: f"a number of at least {value}",
        "maximum": lambda: f"a number of at most {value}",
        "exclusiveMinimum": lambda: f"a number above {value}",
        "exclusiveMaximum": lambda: f"a number below {value}",
        "minItems": lambda: "at least one entry" if value == 1 else f"at least {value} entries",
        "minProperties": lambda: "at least one entry",
        "maxProperties": lambda: "one entry only" if value == 1 else f"at most {value} entries",
        "minLength": lambda: "some text",
        "uniqueItems": lambda: "different entries",
    }
    return wishes[error.validator]() if error.validator in wishes else error.message


def _near(error: ValidationError, known: Iterable[str]) -> str:
    return advice(_place(error.absolute_path), error.instance) or closest(error.instance, known)


def _place(path: Iterable[Key]) -> str:
    """The words of a path without the id of a data set, protocol or experiment, as `REMOVED` has them."""
    return " ".join(str(key) for i, key in enumerate(path) if i != 1 and not isinstance(key, int))


def _quotes(error: ValidationError) -> str:
    text = error.validator_value == "string" or "string" in error.validator_value
    return " (put it in quotes)" if text and not isinstance(error.instance, (dict, list, type(None))) else ""


def fill(value: Any, node: Schema, root: Schema | None = None) -> Any:
    """Copy `value` and fill in the defaults of the schema `node`, at every depth.

    `$ref`s point into `root`.
    """
    root = node if root is None else root
    if "$ref" in node:
        node = {
            **at(root, node["$ref"].removeprefix("#/").split("/")),
            **{k: v for k, v in node.items() if k != "$ref"},
        }
    if isinstance(value, list):
        return [fill(item, node.get("items", {}), root) for item in value]
    if not isinstance(value, dict):
        return value
    known = node.get("properties", {})
    others = node.get("additionalProperties")
    filled = {
        key: fill(item, known.get(key, others if isinstance(others, dict) else {}), root)
        for key, item in value.items()
    }
    for key, child in known.items():
        if key not in filled and "default" in child:
            filled[key] = fill(copy.deepcopy(child["default"]), child, root)
    return filled
