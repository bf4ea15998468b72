"""Read YAML files and remember the place of every key; a duplicate key is an error."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from naivebench.core.checks import InputError
from naivebench.core.files import check_regular

Key = str | int
Keys = tuple[Key, ...]  # path of keys: ("datasets", "zoo", "target")
Content = dict[str, Any]  # content of a YAML file, valid or not
FLOAT = "tag:yaml.org,2002:float"
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Document(NamedTuple):
    """Parsed content with the places of its keys, e.g. places[("zoo", "target")] =
    "my/datasets.yaml, line 12".
    """

    name: str
    data: Any
    places: dict[Keys, str]


def read(path: str | Path, name: str = "") -> Document:
    """Read a YAML file shown as `name` in messages; an empty file is an empty mapping.

    Raises InputError for a file that cannot be read or is not YAML, a duplicate key, a key that is neither
    text nor a whole number, and content that is not a mapping.
    """
    name = name or str(path)
    check_regular(path)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not UTF-8 text (byte 0x{error.object[error.start]:02x} at offset "
            f"{error.start}): save it as UTF-8"
        ) from error
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from error
    return parse(text, name)


def parse(text: str, name: str) -> Document:
    """Parse YAML text; see `read`."""
    places: dict[Keys, str] = {}
    try:
        loader = Loader(text)
        root = loader.get_single_node()
        if root is None:
            return Document(name, {}, places)
        _walk(loader, root, (), name, places, [])
        data = loader.construct_document(root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        stray = "cannot start any token" in str(error.problem)
        hint = (
            ": indent with blanks, not tabs, and put text that begins with @, % or ` in quotes"
            if stray
            else ""
        )
        at = f", line {mark.line + 1}" if mark else ""
        raise InputError(
            f"{name}{at}: this is not valid YAML: {error.problem or error.context}{hint}"
        ) from error
    except RecursionError as error:
        raise InputError(f"{name} is nested too deeply: check that this is a configuration") from error
    except InputError:
        raise
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(f"{name}: this is not valid YAML: {' '.join(str(error).split())}") from error
    if not isinstance(data, dict):
        raise InputError(f"{name} contains {kind_of(data)}, expected a mapping of keys")
    return Document(name, data, places)


def _walk(
    loader: yaml.SafeLoader,
    node: yaml.Node,
    path: Keys,
    name: str,
    places: dict[Keys, str],
    above: list[yaml.Node],
) -> None:
    """Record the places of all keys and list items below `node`."""
    if any(node is other for other in above):
        raise InputError(
            f"{name}, line {node.start_mark.line + 1}: an alias contains itself: write its content out"
        )
    children: list[tuple[Key, yaml.Node, yaml.Node]] = []
    if isinstance(node, yaml.MappingNode):
        children = [
            (_key(loader, key, name), key, value)
            for key, value in node.value
            if key.tag != "tag:yaml.org,2002:merge"
        ]
    elif isinstance(node, yaml.SequenceNode):
        children = [(i, item, item) for i, item in enumerate(node.value)]
    for key, marked, value in children:
        here = (*path, key)
        place = f"{name}, line {marked.start_mark.line + 1}"
        if here in places and isinstance(node, yaml.MappingNode):
            raise InputError(
                f"{place}: key {key!r} occurs twice, first in line {places[here].rpartition(' ')[2]}: "
                "delete one of them"
            )
        places[here] = place
        if value.tag == FLOAT and not math.isfinite(loader.construct_object(value)):
            raise InputError(
                f"{place}: {'.'.join(map(str, here))} is {value.value}, expected text in quotes or a finite "
                "number"
            )
        _walk(loader, value, here, name, places, [*above, node])


def _key(loader: yaml.SafeLoader, node: yaml.Node, name: str) -> Key:
    key = loader.construct_object(node, deep=True)
    if isinstance(key, bool) or not isinstance(key, (str, int)):
        shown = node.value if isinstance(node, yaml.ScalarNode) else "a list or mapping"
        raise InputError(
            f"{name}, line {node.start_mark.line + 1}: key {shown} is read by YAML as {kind_of(key)}: "
            "put it in quotes"
        )
    if isinstance(key, int) and str(key) != node.value:
        raise InputError(
            f"{name}, line {node.start_mark.line + 1}: key {node.value} is read by YAML as {key}: put it in "
            "quotes"
        )
    return key


def kind_of(value: Any) -> str:
    """Type of a YAML value in plain words."""
    names = {
        dict: "a mapping",
        list: "a list",
        str: "text",
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        type(None): "nothing",
    }
    return names.get(type(value), "a date" if hasattr(value, "year") else type(value).__name__)


def locate(document: Document, path: Iterable[Key]) -> str:
    """Place of a key, or of the nearest key that encloses it; the document's name if no place is known."""
    path = tuple(path)
    return next(
        (document.places[path[:k]] for k in range(len(path), 0, -1) if path[:k] in document.places),
        document.name,
    )


def located(name: str, data: Content, files: Iterable[Document]) -> Document:
    """Merged data as a document: the place of a key is in the last file that gives it its value."""
    places: dict[Keys, str] = {}
    for file in files:
        for path, place in file.places.items():
            if path not in places or _same(at(file.data, path), at(data, path)):
                places[path] = place
    return Document(name, data, places)


def _same(one: Any, other: Any) -> bool:
    return (isinstance(one, dict) and isinstance(other, dict)) or one == other


def at(data: Any, path: Iterable[Key]) -> Any:
    """The value at a path of keys; None if there is none."""
    for key in path:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def merge(base: Content, other: Content) -> Content:
    """Update `base` in the way Snakemake merges configuration files: mappings are merged, other values are
    replaced.
    """
    merged = dict(base)
    for key, value in other.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = merge(merged[key], value) if both else value
    return merged
