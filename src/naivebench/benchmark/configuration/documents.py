"""Read YAML files and remember the place of every key; a duplicate key is an error."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import yaml

from naivebench.core.checks import InputError
from naivebench.core.files import check_regular_file

Key = str | int
Keys = tuple[Key, ...]  # path of keys: ("datasets", "zoo", "target")
Content = dict[str, Any]  # content of a YAML file, valid or not
FLOAT, MERGE = "tag:yaml.org,2002:float", "tag:yaml.org,2002:merge"
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
KINDS = {bool: "true or false", type(None): "nothing", list: "a list", dict: "a mapping", str: "text"}


class Document(NamedTuple):
    """Parsed content with the places of its keys, e.g. {("zoo", "target"): "my/datasets.yaml, line 12"}."""

    name: str
    data: Any
    places: dict[Keys, str]


def read_document(path: str | Path, name: str = "") -> Document:
    """Read a YAML file shown as `name` in messages; an empty file is an empty mapping.

    Raises InputError for a file that cannot be read or is not YAML, a duplicate key, a key that is neither
    text nor a whole number, and content that is not a mapping.
    """
    name = name or str(path)
    check_regular_file(path)
    try:
        return parse_document(Path(path).read_text(encoding="utf-8-sig"), name)
    except OSError as error:
        raise InputError(f"{name} cannot be read ({error.strerror or error}): name another file") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text ({error}): save it as UTF-8") from error


def parse_document(text: str, name: str) -> Document:
    """Parse YAML text; see `read_document`."""
    places: dict[Keys, str] = {}
    try:
        loader = Loader(text)
        root = loader.get_single_node()
        if root is None:
            return Document(name, {}, places)
        _record_places(loader, root, (), name, places)
        data = loader.construct_document(root)
    except RecursionError as error:
        raise InputError(f"{name} is nested too deeply: check that this is a configuration") from error
    except yaml.YAMLError as error:
        mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None) or str(error)
        cure = "correct this line or the lines above it"
        if "cannot start any token" in problem:
            cure = "indent with blanks, not tabs, and put text that begins with @, % or ` in quotes"
        place = f"{name}, line {mark.line + 1}" if mark else name
        raise InputError(f"{place}: this is not valid YAML ({' '.join(problem.split())}): {cure}") from error
    if not isinstance(data, dict):
        raise InputError(f"{name} contains {describe_kind(data)}, expected a mapping of keys")
    return Document(name, data, places)


def _record_places(
    loader: yaml.SafeLoader, node: yaml.Node, path: Keys, name: str, places: dict[Keys, str]
) -> None:
    """Record the places of all keys and list items below `node`; refuse input that YAML accepts silently."""
    children: list[tuple[Key, yaml.Node, yaml.Node]] = []  # key or position, the node with its place, value
    if isinstance(node, yaml.SequenceNode):
        children = [(i, item, item) for i, item in enumerate(node.value)]
    elif isinstance(node, yaml.MappingNode):
        given = [(key, value) for key, value in node.value if key.tag != MERGE]
        children = [(_read_key(loader, key, name), key, value) for key, value in given]

    for key, marked, value in children:
        here, place = (*path, key), f"{name}, line {marked.start_mark.line + 1}"
        if here in places:
            first = places[here].rpartition(" ")[2]
            raise InputError(f"{place}: key {key!r} occurs twice, first in line {first}: delete one of them")
        # NaN would pass every limit of a schema
        if value.tag == FLOAT and not math.isfinite(loader.construct_object(value)):
            shown = f"{'.'.join(map(str, here))} is {value.value}"
            raise InputError(f"{place}: {shown}, expected text in quotes or a finite number")
        places[here] = place
        _record_places(loader, value, here, name, places)


def _read_key(loader: yaml.SafeLoader, node: yaml.Node, name: str) -> Key:
    """Return the key of a mapping. Raises InputError if YAML does not read the key as it is written."""
    key = loader.construct_object(node, deep=True)
    text = node.value if isinstance(node, yaml.ScalarNode) else "a list or mapping"
    if isinstance(key, bool) or not isinstance(key, (str, int)) or str(key) != text:
        read_as = key if type(key) is int else describe_kind(key)
        place = f"{name}, line {node.start_mark.line + 1}"
        raise InputError(f"{place}: key {text} is read by YAML as {read_as}: put it in quotes")
    return key


def describe_kind(value: Any) -> str:
    """Describe the kind of a value, for messages."""
    return KINDS.get(type(value), "a number" if isinstance(value, (int, float)) else "a date")


def describe_location(document: Document, path: Iterable[Key]) -> str:
    """Find the place of a key or, if it is absent, of the nearest key above it."""
    path = tuple(path)
    above = (path[:k] for k in range(len(path), 0, -1) if path[:k] in document.places)
    return next((document.places[key] for key in above), document.name)


def raise_error_at(document: Document, path: Iterable[Key], message: str) -> NoReturn:
    """Raise InputError with the place of a key."""
    raise InputError(f"{describe_location(document, path)}: {message}")


@contextlib.contextmanager
def add_place_to_errors(document: Document, path: Keys) -> Iterator[None]:
    """Add the place of a key to an InputError."""
    try:
        yield
    except InputError as error:
        raise_error_at(document, path, str(error))


def extract_section(document: Document, section: str) -> Document:
    """Return a section of a document, with its ids as the first keys; empty if it does not exist."""
    places = {path[1:]: place for path, place in document.places.items() if path[0] == section and path[1:]}
    return Document(document.name, document.data.get(section, {}), places)


def unite_documents(documents: Iterable[Document], kind: str) -> Document:
    """Join documents. Raises InputError for an id that two define; `kind`: what an id names."""
    united = Document(f"the {kind}s", {}, {})
    for document in documents:
        for name, stanza in document.data.items():
            if name in united.data:
                said = f"{kind} {name!r} is already defined in {describe_location(united, (name,))}"
                raise_error_at(document, (name,), f"{said}: rename one of them")
            united.data[name] = stanza
        united.places.update(document.places)
    return united


def merge_content(base: Content, other: Content) -> Content:
    """Update `base` as Snakemake merges configuration files: mappings are merged, other values replaced."""
    merged = dict(base)
    for key, value in other.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = merge_content(merged[key], value) if both else value
    return merged
