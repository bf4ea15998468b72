"""Conversion of NamedTuples to JSON values, and back."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T", bound=Hashable)


def plain(value: Any, brief: bool = False) -> Any:
    """The value with NamedTuples as dicts and other tuples as lists, at every depth.

    brief: leave out fields that are None and have that default, and write infinity as None.
    """
    if isinstance(value, dict):
        return {key: plain(item, brief) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = zip(value._fields, value, strict=True)
        return {k: plain(v, brief) for k, v in fields if not (brief and v is None and _is_brief(value, k))}
    if isinstance(value, (list, tuple)):
        return [plain(item, brief) for item in value]
    return None if brief and value == math.inf else value


def named(shape: type[T], value: Any) -> T:
    """Convert a value that `plain` made with `brief` back to the type `shape`, such as a NamedTuple.

    Missing fields get their defaults, and keys without a field are ignored. In fields whose default is None,
    a None in the value is read as infinity. The items of a container have one type; a union is of one type
    and None.
    """
    reader = _reader(shape)
    return reader(value) if reader else value


def _is_brief(shape: Any, name: str) -> bool:
    return shape._field_defaults.get(name, name) is None


@functools.cache
def _reader(shape: Any) -> Callable[[Any], Any] | None:
    """The function that reads values of a type hint; None if JSON values need no conversion."""
    origin, of = get_origin(shape), get_args(shape)
    if hasattr(shape, "_fields"):
        return functools.partial(_tuple, shape)
    if origin not in (Union, UnionType, dict, Mapping, list, Sequence, tuple):
        return None
    inside = next(filter(None, map(_reader, of)), None)
    if origin is tuple:
        return lambda value: tuple(map(inside, value) if inside else value)
    if inside is None:
        return None
    if origin in (dict, Mapping):
        return lambda value: {key: inside(item) for key, item in value.items()}
    if origin in (list, Sequence):
        return lambda value: [inside(item) for item in value]
    return lambda value: None if value is None else inside(value)


def _tuple(shape: Any, value: Mapping[str, Any]) -> Any:
    found = {}
    for name, reader in _readers(shape).items():
        if name in value:
            item = value[name]
            if item is None and _is_brief(shape, name):
                item = math.inf
            found[name] = reader(item) if reader else item
    return shape(**found)


@functools.cache
def _readers(shape: Any) -> dict[str, Callable[[Any], Any] | None]:
    return {name: _reader(hint) for name, hint in get_type_hints(shape).items()}
