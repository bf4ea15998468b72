"""Read YAML files and remember the place of every key; a duplicate key is an error."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import yaml

from naivebench.core.checks import InputError
from naivebench.core.files import check_regular_file

Key = str | int
Keys = tuple[Key, ...]  # path of keys: ("datasets", "zoo", "target")
Content = dict[str, Any]  # content of a YAML file, valid or not
MERGE = "tag:yaml.org,2002:merge"
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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
    name, places = name or str(path), dict[Keys, str]()
    check_regular_file(path)
    try:
        loader = Loader(Path(path).read_text(encoding="utf-8-sig"))
        root = loader.get_single_node()
        if root is None:
            return Document(name, {}, places)
        _record_places(loader, root, (), name, places)
        data = loader.construct_document(root)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{name} cannot be read ({why}): name a file of UTF-8 text") from error
    except InputError:
        raise
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # the last for a date that does not exist
        mark = getattr(error, "problem_mark", None)
        place = f"{name}, line {mark.line + 1}" if mark else name
        problem = " ".join(str(getattr(error, "problem", None) or error).split())
        cure = "correct this line or the lines above it, and indent with blanks, not tabs"
        raise InputError(f"{place}: this is not valid YAML ({problem}): {cure}") from error
    if not isinstance(data, dict):
        raise InputError(f"{name} does not contain a mapping of keys: write `key: value` in each line")
    return Document(name, data, places)


def _record_places(
    loader: yaml.SafeLoader, node: yaml.Node, path: Keys, name: str, places: dict[Keys, str]
) -> None:
    """Record the places of all keys and list items below `node`; refuse keys that YAML accepts silently."""
    children: list[tuple[Key, yaml.Node, yaml.Node]] = []  # key or position, the node with its place, value
    if isinstance(node, yaml.SequenceNode):
        children = [(i, item, item) for i, item in enumerate(node.value)]
    elif isinstance(node, yaml.MappingNode):
        given = [(key, value) for key, value in node.value if key.tag != MERGE]
        children = [(loader.construct_object(key, deep=True), key, value) for key, value in given]

    for key, marked, value in children:
        place = f"{name}, line {marked.start_mark.line + 1}"
        if isinstance(key, bool) or not isinstance(key, (str, int)):
            raise InputError(f"{place}: YAML reads a key as {key!r}, not as text: put it in quotes")
        if (*path, key) in places:
            first = places[*path, key].rpartition(" ")[2]
            raise InputError(f"{place}: key {key!r} occurs twice, first in line {first}: delete one of them")
        if isinstance(key, str) and value.tag.endswith(":float") and "nan" in value.value.lower():
            raise InputError(f"{place}: {key!r} is {value.value}, expected a number")
        places[*path, key] = place
        _record_places(loader, value, (*path, key), name, places)


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
                fault = f"{kind} {name!r} is already defined in {describe_location(united, (name,))}"
                raise_error_at(document, (name,), f"{fault}: rename one of them")
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
