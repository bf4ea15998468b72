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

from naivebench.benchmark.configuration import documents, schemas, tasks
from naivebench.benchmark.configuration.documents import Document, Key
from naivebench.core.checks import InputError, did_you_mean
from naivebench.data.sources import FORMS
from naivebench.data.stanza import DatasetStanza, Expect, Source

Sources = Source | list[Source]
LOCK = ".lock.yaml"
PLACE = re.compile(r"\{([a-z_]+)\}")
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
    files = [documents.read(p, n) for p, n in _files(path, name)]
    for document in files:
        schemas.validate(document, "datasets")
    lock_path = path.with_name((path.name if path.is_dir() else path.stem) + LOCK)
    lock = Document(name, {}, {})
    if lock_path.is_file():
        lock = documents.read(lock_path, name.removesuffix(".yaml") + LOCK)
        schemas.validate(lock, "datasets")
    return Catalogue(name, [tasks.expanded(document) for document in files], lock, lock_path)


def _files(path: Path, name: str) -> list[tuple[Path, str]]:
    if not path.is_dir():
        return [(path, name)]
    found = [p for p in sorted(path.glob("*.yaml")) if not p.name.endswith(LOCK)]
    if not found:
        raise InputError(
            f"the folder {name} contains no *.yaml file: write the stanzas of your data sets to such a file"
        )
    return [(p, f"{name.rstrip('/')}/{p.name}") for p in found]


class Shared(NamedTuple):
    """The `defaults` of a file or an archive."""

    values: DatasetStanza
    document: Document
    prefix: tuple[Key, ...]  # path of these defaults in the file
    places: dict[tuple[Key, ...], str]  # places of all keys below the prefix; paths are relative to it


def _shared(document: Document, prefix: tuple[Key, ...]) -> Shared:
    values = cast(DatasetStanza, documents.at(document.data, prefix) or {})
    n = len(prefix)
    places = {p[n:]: place for p, place in document.places.items() if values and p[:n] == prefix}
    return Shared(values, document, prefix, places)


def complete(catalogues: Iterable[Catalogue], *, locked: bool = True) -> list[Document]:
    """Complete the stanzas of all files with the defaults of their file and archive and (with `locked`) the
    lock file.

    Raises InputError for a placeholder in `defaults` for which a data set has no word, a data set without a
    source, and a lock file that does not match.
    """
    catalogues = list(catalogues)
    of_archives = {
        name: _shared(document, ("archives", name, "defaults"))
        for catalogue in catalogues
        for document in catalogue.files
        for name in document.data.get("archives") or {}
    }
    made = []
    for catalogue in catalogues:
        lock = catalogue.lock if locked else Document(catalogue.name, {}, {})
        files = [_complete(document, of_archives, lock) for document in catalogue.files]
        _no_strangers(lock, files, catalogue.name)
        made += files
    return made


def _complete(document: Document, of_archives: dict[str, Shared], lock: Document) -> Document:
    """One file with its stanzas and archives completed."""
    places, stanzas, own = dict(document.places), {}, _shared(document, ("defaults",))
    known = lock.data.get("datasets") or {}
    for name, given in (document.data.get("datasets") or {}).items():
        at = ("datasets", name)
        words = {"id": name, **given.get("words", {})}
        stanza: DatasetStanza = {k: v for k, v in given.items() if k != "words"}  # type: ignore[assignment]
        stanza = _over(own, stanza, words, places)
        source = stanza.get("source")
        if isinstance(source, dict) and source.get("archive") in of_archives:
            stanza = _over(of_archives[source["archive"]], stanza, words, places)
        if "source" not in stanza:
            where = documents.locate(document, at)
            raise InputError(f"{where}: 'source' is missing in data set {name!r}: add it")
        try:
            stanzas[name] = ordered(laid_over(known.get(name, {}), stanza))
        except InputError as error:
            where, cure = documents.locate(document, (*at, "source")), f"run `naivebench lock {name}`"
            raise InputError(f"{where}: source of data set {name!r} {error}: {cure}") from error
    known = lock.data.get("archives") or {}
    archives = {
        name: {**known.get(name, {}), **{k: v for k, v in entry.items() if k != "defaults"}}
        for name, entry in (document.data.get("archives") or {}).items()
    }
    return document._replace(data={"archives": archives, "datasets": stanzas}, places=places)


def _over(
    shared: Shared, stanza: DatasetStanza, words: dict[str, Any], places: dict[tuple[Key, ...], str]
) -> DatasetStanza:
    """Lay the stanza of the data set `words["id"]` over defaults, and record the places of their keys."""
    values: dict[str, Any] = {k: v for k, v in shared.values.items() if k not in stanza}
    source = shared.values.get("source")
    if source and "source" in stanza and _joins(source, stanza["source"]):
        values["source"] = source
    for path, place in shared.places.items():
        if path and path[0] in values:
            places.setdefault(("datasets", words["id"], *path), place)
    filled = {k: _filled(v, words, shared, (k,)) for k, v in values.items()}
    return laid_over(cast(DatasetStanza, filled), stanza)


def _filled(value: Any, words: dict[str, Any], shared: Shared, path: tuple[Key, ...]) -> Any:
    """Replace the placeholders in a value of `defaults` by the data set's words.

    A text that consists of one placeholder becomes the word itself, whatever its type.
    """
    if isinstance(value, dict):
        return {k: _filled(v, words, shared, (*path, k)) for k, v in value.items()}
    if isinstance(value, list):
        return [_filled(v, words, shared, (*path, i)) for i, v in enumerate(value)]
    if not isinstance(value, str):
        return value
    lacking = next((word for word in PLACE.findall(value) if word not in words), None)
    if lacking:
        where = documents.locate(shared.document, (*shared.prefix, *path))
        raise InputError(
            f"{where}: data set {words['id']!r} has no word for {{{lacking}}}{did_you_mean(lacking, words)}: "
            f"add `words: {{{lacking}: ...}}` to its stanza"
        )
    whole = PLACE.fullmatch(value)
    return words[whole[1]] if whole else PLACE.sub(lambda place: str(words[place[1]]), value)


def laid_over(base: DatasetStanza, stanza: DatasetStanza) -> DatasetStanza:
    """Add the keys of `base` that the stanza lacks, also within `source` and `expect`.

    With lists of sources, each source takes keys from the one at the same position. Raises InputError, whose
    text becomes part of a sentence, if a list is laid over something that is not a list or has another
    length.
    """
    merged: DatasetStanza = {**base, **stanza}
    if "expect" in base and "expect" in stanza:
        merged["expect"] = {**base["expect"], **stanza["expect"]}
    if "source" in base and "source" in stanza:
        merged["source"] = _source(base["source"], stanza["source"])
    return merged


def _joins(base: Sources, given: Sources) -> bool:
    """Whether a source takes keys from another one; it does not if both say where the data come from."""
    named = all(any(form in source for source in _list(s) for form in FORMS) for s in (base, given))
    return isinstance(base, dict) and isinstance(given, dict) and not named


def _source(base: Sources, given: Sources) -> Sources:
    bases, several = _list(base), _list(given)
    if isinstance(base, list) != isinstance(given, list) or len(bases) != len(several):
        raise InputError("has entries that differ from the lock file")
    merged = [cast(Source, documents.merge({**b}, {**g})) for b, g in zip(bases, several, strict=True)]
    return merged if isinstance(given, list) else merged[0]


def _list(sources: Sources) -> list[Source]:
    return sources if isinstance(sources, list) else [sources]


def ordered(stanza: DatasetStanza) -> DatasetStanza:
    """The stanza with its keys in a fixed order, independent of where they were stated."""
    whole = _sorted(stanza, DatasetStanza)
    source = stanza["source"]
    whole["source"] = (
        [_sorted(s, Source) for s in source] if isinstance(source, list) else _sorted(source, Source)
    )
    if "expect" in stanza:
        whole["expect"] = _sorted(stanza["expect"], Expect)
    return cast(DatasetStanza, whole)


def _sorted(mapping: Mapping[str, Any], shape: type) -> dict[str, Any]:
    return {key: mapping[key] for key in shape.__annotations__ if key in mapping}


def _no_strangers(lock: Document, files: list[Document], name: str) -> None:
    """Raise InputError if the data set or archive of an entry of the lock file was removed or renamed."""
    for section, what in (("datasets", "data set"), ("archives", "archive")):
        there = {key for file in files for key in file.data[section]}
        for key in lock.data.get(section) or {}:
            if key not in there:
                raise InputError(
                    f"{documents.locate(lock, (section, key))}: {what} {key!r} is in the lock file, but "
                    f"not in {name}{did_you_mean(key, there)}: run `naivebench lock`, which removes it"
                )


def keys_of(catalogue: Catalogue, section: str) -> Iterator[str]:
    """Ids of the data sets or archives of a catalogue, in its order."""
    for document in catalogue.files:
        yield from document.data.get(section) or {}
