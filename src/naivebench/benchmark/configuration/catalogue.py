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
from naivebench.benchmark.configuration.documents import Document, Keys, fail, locate
from naivebench.core.checks import InputError, did_you_mean
from naivebench.data.derive import REST
from naivebench.data.sources import FORMS
from naivebench.data.stanza import DatasetStanza, Expect, Source

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


class Shared(NamedTuple):
    """The `defaults` of a file or an archive."""

    values: Mapping[str, Any]
    document: Document
    prefix: Keys  # path of these defaults in the file


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
        at = ("datasets", id_)
        if (CLASS in id_) != (SEVERAL in stanza):
            lacking = f"no {SEVERAL}" if CLASS in id_ else f"{SEVERAL} and no {CLASS} in its id"
            fail(document, at, f"data set {id_!r} has {lacking}: use both or neither")
        if SEVERAL not in stanza:
            stanzas[id_] = stanza
            continue
        classes = stanza[SEVERAL] if isinstance(stanza[SEVERAL], dict) else dict.fromkeys(stanza[SEVERAL])
        for label, cases in classes.items():
            name = id_.replace(CLASS, str(label))
            if name in given or name in stanzas:
                said = f"{id_!r} defines data set {name!r}, which is already in the file: rename one of them"
                fail(document, (*at, SEVERAL), said)
            stanzas[name] = _make_class_stanza(stanza, str(label), cases)
            for path, place in document.places.items():
                if path[:2] == at:
                    places[("datasets", name, *path[2:])] = place
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

    Raises InputError for a placeholder in `defaults` for which a data set has no word, a data set without a
    source, and a lock file that does not match.
    """
    catalogues = list(catalogues)
    of_archives = {
        name: _read_shared_keys(document, ("archives", name, "defaults"))
        for catalogue in catalogues
        for document in catalogue.files
        for name in document.data["archives"]
    }
    completed = []
    for catalogue in catalogues:
        lock = catalogue.lock if locked else Document(catalogue.name, {}, {})
        completed += [_complete(document, of_archives, lock) for document in catalogue.files]
        for section, what in (("datasets", "data set"), ("archives", "archive")):
            there = list(keys_of(catalogue, section))
            for key in lock.data.get(section, {}):
                if key not in there:
                    near = did_you_mean(key, there)
                    said = f"{what} {key!r} is in the lock file, but not in {catalogue.name}{near}"
                    fail(lock, (section, key), f"{said}: run `naivebench lock`, which removes it")
    return completed


def _read_shared_keys(document: Document, prefix: Keys) -> Shared:
    return Shared(documents.find_value(document.data, prefix) or {}, document, prefix)


def _complete(document: Document, of_archives: dict[str, Shared], lock: Document) -> Document:
    """One file with its stanzas and archives completed."""
    places, stanzas, of_file = dict(document.places), {}, _read_shared_keys(document, ("defaults",))
    known = {"archives": {}, "datasets": {}, **lock.data}
    for name, given in document.data["datasets"].items():
        words = {"id": name, **given.get("words", {})}
        stanza: DatasetStanza = {k: v for k, v in given.items() if k != "words"}  # type: ignore[assignment]
        stanza = _lay_over(of_file, stanza, words, places)
        source = stanza.get("source")
        if isinstance(source, dict) and source.get("archive") in of_archives:
            stanza = _lay_over(of_archives[source["archive"]], stanza, words, places)
        if "source" not in stanza:
            fail(document, ("datasets", name), f"'source' is missing in data set {name!r}: add it")
        try:
            stanzas[name] = _sort_keys(add_missing_keys(known["datasets"].get(name, {}), stanza))
        except InputError as error:
            said = f"source of data set {name!r} {error}: run `naivebench lock {name}`"
            fail(document, ("datasets", name, "source"), said)
    archives = {
        name: {**known["archives"].get(name, {}), **{k: v for k, v in entry.items() if k != "defaults"}}
        for name, entry in document.data["archives"].items()
    }
    return document._replace(data={"archives": archives, "datasets": stanzas}, places=places)


def _lay_over(
    shared: Shared, stanza: DatasetStanza, words: dict[str, Any], places: dict[Keys, str]
) -> DatasetStanza:
    """Lay the stanza of the data set `words["id"]` over defaults, and record the places of their keys."""
    values: dict[str, Any] = {k: v for k, v in shared.values.items() if k not in stanza}
    source = shared.values.get("source")
    if source and "source" in stanza and _share_origin(source, stanza["source"]):
        values["source"] = source
    n = len(shared.prefix)
    for path, place in shared.document.places.items():
        if values and path[:n] == shared.prefix and len(path) > n and path[n] in values:
            places.setdefault(("datasets", words["id"], *path[n:]), place)
    filled = {k: _fill_words(v, words, shared, (k,)) for k, v in values.items()}
    return add_missing_keys(cast(DatasetStanza, filled), stanza)


def _fill_words(value: Any, words: dict[str, Any], shared: Shared, path: Keys) -> Any:
    """Replace the placeholders in a value of `defaults` by the data set's words.

    A text that consists of one placeholder becomes the word itself, whatever its type.
    """
    if isinstance(value, dict):
        return {k: _fill_words(v, words, shared, (*path, k)) for k, v in value.items()}
    if isinstance(value, list):
        return [_fill_words(v, words, shared, (*path, i)) for i, v in enumerate(value)]
    if not isinstance(value, str):
        return value
    lacking = next((word for word in WORD.findall(value) if word not in words), None)
    if lacking:
        said = f"data set {words['id']!r} has no word for {{{lacking}}}{did_you_mean(lacking, words)}"
        cure = f"add `words: {{{lacking}: ...}}` to its stanza"
        fail(shared.document, (*shared.prefix, *path), f"{said}: {cure}")
    whole = WORD.fullmatch(value)
    return words[whole[1]] if whole else WORD.sub(lambda word: str(words[word[1]]), value)


def add_missing_keys(base: DatasetStanza, stanza: DatasetStanza) -> DatasetStanza:
    """Add the keys of `base` that the stanza lacks, also within `source` and `expect`.

    With lists of sources, each source takes keys from the one at the same position. Raises InputError, whose
    text becomes part of a sentence, if a list is laid over something that is not a list or has another
    length.
    """
    merged: DatasetStanza = {**base, **stanza}
    if "expect" in base and "expect" in stanza:
        merged["expect"] = {**base["expect"], **stanza["expect"]}
    if "source" in base and "source" in stanza:
        below, above = _as_list(base["source"]), _as_list(stanza["source"])
        if isinstance(base["source"], list) != isinstance(stanza["source"], list) or len(below) != len(above):
            raise InputError("has entries that differ from the lock file")
        pairs = zip(below, above, strict=True)
        sources = [cast(Source, documents.merge({**b}, {**g})) for b, g in pairs]
        merged["source"] = sources if isinstance(stanza["source"], list) else sources[0]
    return merged


def _share_origin(base: Sources, given: Sources) -> bool:
    """Whether a source takes keys from another one; it does not if both say where the data come from."""
    named = all(any(form in source for source in _as_list(s) for form in FORMS) for s in (base, given))
    return isinstance(base, dict) and isinstance(given, dict) and not named


def _as_list(sources: Sources) -> list[Source]:
    return sources if isinstance(sources, list) else [sources]


def _sort_keys(stanza: DatasetStanza) -> DatasetStanza:
    """The stanza with its keys in a fixed order, independent of where they were stated."""

    def choose(mapping: Mapping[str, Any], shape: type) -> dict[str, Any]:
        return {key: mapping[key] for key in shape.__annotations__ if key in mapping}

    whole, source = choose(stanza, DatasetStanza), stanza["source"]
    sources = [choose(one, Source) for one in _as_list(source)]
    whole["source"] = sources if isinstance(source, list) else sources[0]
    if "expect" in stanza:
        whole["expect"] = choose(stanza["expect"], Expect)
    return cast(DatasetStanza, whole)


def check_distinct(files: Iterable[Document], sections: Mapping[str, str]) -> None:
    """Raise InputError for an id that two files define; `sections`: key of the ids ("" for the whole file)
    -> what they are.
    """
    for section, what in sections.items():
        seen: dict[str, str] = {}
        prefix = (section,) if section else ()
        for document in files:
            for name in documents.find_value(document.data, prefix):
                if name in seen:
                    said = f"{what} {name!r} is already defined in {seen[name]}"
                    fail(document, (*prefix, name), f"{said}: rename one of them")
                seen[name] = locate(document, (*prefix, name))


def keys_of(catalogue: Catalogue, section: str) -> Iterator[str]:
    """Ids of the data sets or archives of a catalogue, in its order."""
    for document in catalogue.files:
        yield from document.data[section]
