"""Conversion of NamedTuples to JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


def plain(value: Any, brief: bool = False) -> Any:
    """The value with NamedTuples as dicts and other tuples as lists, at every depth.

    brief: leave out fields that are None.
    """
    if isinstance(value, dict):
        return {key: plain(item, brief) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = zip(value._fields, value, strict=True)
        return {name: plain(item, brief) for name, item in fields if not (brief and item is None)}
    if isinstance(value, (list, tuple)):
        return [plain(item, brief) for item in value]
    return value


def named(shape: type[T], value: Mapping[str, Any]) -> T:
    """Convert a dict that `plain` made to the NamedTuple `shape`, whose fields may be NamedTuples and
    dicts of them. Missing fields get their defaults, and keys without a field are ignored.
    """
    hints = get_type_hints(shape)
    return shape(**{name: _read_field(hints[name], item) for name, item in value.items() if name in hints})


def _read_field(hint: Any, value: Any) -> Any:
    if hasattr(hint, "_fields"):
        return named(hint, value)
    inside: Any = get_args(hint)[1] if get_origin(hint) is dict else None
    if hasattr(inside, "_fields"):
        return {key: named(inside, item) for key, item in value.items()}
    return value
