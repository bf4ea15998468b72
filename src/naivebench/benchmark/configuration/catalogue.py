"""Catalogue of data sets: read its files, the defaults that stanzas share, and the lock file.

The statement nearest to the data set wins. From the farthest to the nearest: the lock file (written by
`naivebench lock`), the `defaults` of the archive that the data set comes from, the `defaults` of its file,
its stanza.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from naivebench.benchmark.configuration import documents, schemas
from naivebench.benchmark.configuration.documents import Document, errors_at, fail, locate
from naivebench.core.checks import InputError, did_you_mean
from naivebench.data.derive import REST
from naivebench.data.sources import FORMS
from naivebench.data.stanza import DatasetStanza, Source

Sources = Source | list[Source]
LOCK = ".lock.yaml"
WORD = re.compile(r"\{([a-z_]+)\}")  # placeholder in `defaults`
CLASS, SEVERAL = "{class}", "one_against_rest"  # placeholder and key of a stanza for several data sets
HEAD = """\
# `naivebench lock` writes this file and reports what changed. It contains hashes and counts that are
# computed from the data and checked when a data set is prepared. Values in a stanza take precedence.

"""


class Catalogue(NamedTuple):
    """One entry of `catalogues.datasets`: the files as read, and their lock file."""

    name: str  # name in messages
    files: list[Document]
    lock: Document
    lock_path: Path


def read(path: Path, name: str) -> Catalogue:
    """Read a file, or the .yaml files of a folder in the order of their names, and validate each
    separately.
    """
    files = [(path, name)]
    if path.is_dir():
        inside = [p for p in sorted(path.glob("*.yaml")) if not p.name.endswith(LOCK)]
        files = [(p, f"{name.rstrip('/')}/{p.name}") for p in inside]
    if not files:
        raise InputError(
            f"the folder {name} contains no *.yaml file: write the stanzas of your data sets to such a file"
        )
    lock_path = path.with_name((path.name if path.is_dir() else path.stem) + LOCK)
    lock = Document(name, {}, {})
    if lock_path.is_file():
        lock = _read_valid(lock_path, name.removesuffix(".yaml") + LOCK)
    return Catalogue(name, [expand_classes(_read_valid(*file)) for file in files], lock, lock_path)


def _read_valid(path: Path, name: str) -> Document:
    document = documents.read(path, name)
    schemas.validate(document, "datasets")
    return document._replace(data={"archives": {}, **document.data})


def expand_classes(document: Document) -> Document:
    """Replace each `one_against_rest` of a file by a stanza for every class against all others.

    The class replaces `{class}` in id and title, becomes the `has_word` of its stanza, and has its number of
    cases, if given, in `expect`. Raises InputError for an id with `{class}` but no classes, for classes
    without `{class}`, and for an id that already exists.
    """
    stanzas: dict[str, Any] = {}
    places = dict(document.places)
    given = document.data["datasets"]
    for id_, stanza in given.items():
        with errors_at(document, ("datasets", id_)):
            if (CLASS in id_) != (SEVERAL in stanza):
                lacking = f"no {SEVERAL}" if CLASS in id_ else f"{SEVERAL} and no {CLASS} in its id"
                raise InputError(f"data set {id_!r} has {lacking}: use both or neither")
            if SEVERAL not in stanza:
                stanzas[id_] = stanza
                continue
            listed = stanza[SEVERAL]
            for label, cases in (listed if isinstance(listed, dict) else dict.fromkeys(listed)).items():
                name = id_.replace(CLASS, label)
                if name in given or name in stanzas:
                    said = f"{id_!r} defines data set {name!r}, which is already in the file"
                    raise InputError(f"{said}: rename one of them")
                stanzas[name] = _make_class_stanza(stanza, label, cases)
                places["datasets", name] = places["datasets", id_]
    return document._replace(data={**document.data, "datasets": stanzas}, places=places)


def _make_class_stanza(stanza: dict[str, Any], label: str, cases: int | None) -> dict[str, Any]:
    """The stanza for one class against the rest."""
    single = {k: v for k, v in stanza.items() if k != SEVERAL} | {"has_word": label}
    if "title" in single:
        single["title"] = single["title"].replace(CLASS, label)
    expect = single.get("expect", {})
    if cases is not None and "rows" in expect:
        single["expect"] = {**expect, "classes": {label: cases, REST: expect["rows"] - cases}}
    return single


def complete(catalogues: Iterable[Catalogue], *, locked: bool = True) -> list[Document]:
    """Complete the stanzas of all files with the defaults of their file and archive and (with `locked`) the
    lock file.

    Raises InputError for a placeholder in `defaults` for which a data set has no word, and a lock file that
    does not match.
    """
    catalogues = list(catalogues)
    of_archives = {
        name: entry.get("defaults", {})
        for catalogue in catalogues
        for document in catalogue.files
        for name, entry in document.data["archives"].items()
    }
    completed = []
    for catalogue in catalogues:
        lock = catalogue.lock.data if locked else {}
        completed += [_complete_file(document, of_archives, lock) for document in catalogue.files]
        for section, what in (("datasets", "data set"), ("archives", "archive")):
            there = list(keys_of(catalogue, section))
            for key in lock.get(section, {}):
                if key not in there:
                    near = did_you_mean(key, there)
                    said = f"{what} {key!r} is in the lock file, but not in {catalogue.name}{near}"
                    fail(catalogue.lock, (section, key), f"{said}: run `naivebench lock`, which removes it")
    return completed


def _complete_file(
    document: Document, of_archives: Mapping[str, Any], lock: Mapping[str, Mapping[str, Any]]
) -> Document:
    """One file with its stanzas and archives completed."""
    stanzas = {}
    for name, given in document.data["datasets"].items():
        words = {"id": name, **given.get("words", {})}
        stanza = cast(DatasetStanza, {k: v for k, v in given.items() if k != "words"})
        with errors_at(document, ("datasets", name)):
            stanza = _lay_over(document.data.get("defaults", {}), stanza, words)
            source = stanza.get("source")
            if isinstance(source, dict) and source.get("archive") in of_archives:
                stanza = _lay_over(of_archives[source["archive"]], stanza, words)
            stanzas[name] = add_missing_keys(lock.get("datasets", {}).get(name, {}), stanza)
    locked = lock.get("archives", {})
    archives = {
        name: {**locked.get(name, {}), **{k: v for k, v in entry.items() if k != "defaults"}}
        for name, entry in document.data["archives"].items()
    }
    return document._replace(data={"archives": archives, "datasets": stanzas})


def _lay_over(shared: Mapping[str, Any], stanza: DatasetStanza, words: dict[str, Any]) -> DatasetStanza:
    """Lay the stanza of the data set `words["id"]` over `defaults`."""
    values = {k: v for k, v in shared.items() if k not in stanza}
    if "source" in shared and "source" in stanza and _share_origin(shared["source"], stanza["source"]):
        values["source"] = shared["source"]
    return add_missing_keys(cast(DatasetStanza, _fill_words(values, words)), stanza)


def _fill_words(value: Any, words: dict[str, Any]) -> Any:
    """Replace the placeholders in a value of `defaults` by the data set's words.

    A text that consists of one placeholder becomes the word itself, whatever its type.
    """
    if isinstance(value, dict):
        return {k: _fill_words(v, words) for k, v in value.items()}
    if isinstance(value, list):
        return [_fill_words(v, words) for v in value]
    if not isinstance(value, str):
        return value
    for word in WORD.findall(value):
        if word not in words:
            said = f"data set {words['id']!r} has no word for {{{word}}} in its `defaults`"
            cure = f"add `words: {{{word}: ...}}` to its stanza"
            raise InputError(f"{said}{did_you_mean(word, words)}: {cure}")
    whole = WORD.fullmatch(value)
    return words[whole[1]] if whole else WORD.sub(lambda match: str(words[match[1]]), value)


def add_missing_keys(base: DatasetStanza, stanza: DatasetStanza) -> DatasetStanza:
    """Add the keys of `base` that the stanza lacks, also within `source` and `expect`.

    With lists of sources, each source takes keys from the one at the same position. Raises InputError if a
    list is laid over something that is not a list or has another length.
    """
    merged: DatasetStanza = {**base, **stanza}
    if "expect" in base and "expect" in stanza:
        merged["expect"] = {**base["expect"], **stanza["expect"]}
    if "source" in base and "source" in stanza:
        below, above = _as_list(base["source"]), _as_list(stanza["source"])
        if isinstance(base["source"], list) != isinstance(stanza["source"], list) or len(below) != len(above):
            raise InputError("`source` has entries that differ from the lock file: run `naivebench lock`")
        pairs = zip(below, above, strict=True)
        sources = [cast(Source, documents.merge({**b}, {**g})) for b, g in pairs]
        merged["source"] = sources if isinstance(stanza["source"], list) else sources[0]
    return merged


def _share_origin(base: Sources, given: Sources) -> bool:
    """Whether a source takes keys from another one; it does not if both say where the data come from."""
    named = all(any(form in source for form in FORMS) for source in (base, given))
    return isinstance(base, dict) and isinstance(given, dict) and not named


def _as_list(sources: Sources) -> list[Source]:
    return sources if isinstance(sources, list) else [sources]


def check_distinct(files: Iterable[Document], section: str, what: str) -> None:
    """Raise InputError for an id that two files define below a key ("" for the whole file); `what` it is."""
    seen: dict[str, str] = {}
    for document in files:
        for name in document.data[section] if section else document.data:
            path = (section, name) if section else (name,)
            if name in seen:
                said = f"{what} {name!r} is already defined in {seen[name]}"
                fail(document, path, f"{said}: rename one of them")
            seen[name] = locate(document, path)


def keys_of(catalogue: Catalogue, section: str) -> Iterator[str]:
    """Ids of the data sets or archives of a catalogue, in its order."""
    for document in catalogue.files:
        yield from document.data[section]
