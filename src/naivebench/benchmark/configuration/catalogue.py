"""Catalogue of data sets: read its files, the defaults that stanzas share, and the lock file.

If several places set a key, the place nearest to the data set wins. From far to near, these are the lock file
(written by `naivebench lock`), the `defaults` of the archive that the data set comes from, the `defaults` of
its file, and its stanza.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.benchmark.configuration import documents, schemas
from naivebench.benchmark.configuration.documents import Document, add_place_to_errors
from naivebench.core.checks import InputError, check_known_words
from naivebench.data import DatasetStanza
from naivebench.data.sources import FORMS, wrap_in_list

LOCK = ".lock.yaml"
WORD = re.compile(r"\{([a-z_]+)\}")  # placeholder
HEAD = """\
# `naivebench lock` writes this file and reports what changed. It contains hashes and counts that are
# computed from the data and checked when a data set is prepared. Values in a stanza take precedence.

"""


class Catalogue(NamedTuple):
    """One entry of `catalogues.datasets`: the stanzas of its files, and their lock file."""

    datasets: Document  # id -> stanza with the defaults of its file, and `words`
    archives: Document  # id -> entry
    lock: Document
    lock_path: Path


def read_catalogue(path: Path, name: str) -> Catalogue:
    """Read and validate a file, or each .yaml file of a folder in the order of their names."""
    files = [(path, name)]
    if path.is_dir():
        inside = [p for p in sorted(path.glob("*.yaml")) if not p.name.endswith(LOCK)]
        files = [(p, f"{name.rstrip('/')}/{p.name}") for p in inside]
    if not files:
        raise InputError(
            f"the folder {name} contains no *.yaml file: write the stanzas of your data sets to such a file"
        )
    parsed = [schemas.validate_document(documents.read_document(*file), "datasets") for file in files]
    lock_path = path.with_name((path.name if path.is_dir() else path.stem) + LOCK)
    lock = Document(name, {}, {})
    if lock_path.is_file():
        lock = documents.read_document(lock_path, name.removesuffix(".yaml") + LOCK)
        schemas.validate_document(lock, "datasets")
    datasets = documents.unite_documents(map(_add_file_defaults, parsed), "data set")
    archives = documents.unite_documents(
        (documents.extract_section(file, "archives") for file in parsed), "archive"
    )
    return Catalogue(datasets, archives, lock, lock_path)


def _add_file_defaults(file: Document) -> Document:
    """Add the file's defaults to its stanzas; a stanza with lists of words becomes several stanzas."""
    document, shared, stanzas = documents.extract_section(file, "datasets"), file.data.get("defaults", {}), {}
    places = dict(document.places)
    for given, stanza in document.data.items():
        with add_place_to_errors(document, (given,)):
            for name, single in _list_stanzas_of_word_choices(given, stanza):
                if name in stanzas:
                    raise InputError(f"data set {name!r} is defined twice: rename one of them")
                stanzas[name] = _add_defaults(shared, name, single)
                places[(name,)] = documents.describe_location(document, (given,))
    return document._replace(data=stanzas, places=places)


def _list_stanzas_of_word_choices(name: str, stanza: DatasetStanza) -> list[tuple[str, DatasetStanza]]:
    """List ids and stanzas filled with their words, one for each choice if words have lists of values."""
    words = stanza.get("words", {})
    listed = {word: value for word, value in words.items() if isinstance(value, list)}
    if WORD.findall(name) != [*listed]:
        raise InputError(
            f"data set {name!r} needs a list in `words` for each word in its id and for no other word"
        )
    if not listed:
        return [(name, stanza)]
    expanded = []
    for values in itertools.product(*listed.values()):
        single = words | dict(zip(listed, values, strict=True))
        id_ = _fill_placeholders(name, single)
        expanded.append((id_, _fill_placeholders({**stanza, "words": single}, {"id": id_, **single})))
    return expanded


def complete_stanzas(catalogues: Sequence[Catalogue], *, locked: bool = True) -> tuple[Document, Document]:
    """Complete data sets and archives with the defaults of archives and, if `locked`, the lock files.

    Raises InputError for a placeholder in `defaults` for which a data set has no word.
    """
    datasets = documents.unite_documents((catalogue.datasets for catalogue in catalogues), "data set")
    archives = documents.unite_documents((catalogue.archives for catalogue in catalogues), "archive")
    locks: dict[str, dict[str, Any]] = {"datasets": {}, "archives": {}}
    for catalogue in catalogues if locked else ():
        for section in locks:
            locks[section] |= catalogue.lock.data.get(section, {})

    stanzas = {}
    for name, stanza in datasets.data.items():
        with add_place_to_errors(datasets, (name,)):
            source = stanza.get("source")
            archive = source.get("archive") if isinstance(source, dict) else None
            stanza = _add_defaults(archives.data.get(archive, {}).get("defaults", {}), name, stanza)
            stanza = add_missing_keys(locks["datasets"].get(name, {}), stanza)
        stanzas[name] = {key: value for key, value in stanza.items() if key != "words"}
    pinned = {
        name: locks["archives"].get(name, {}) | {k: v for k, v in entry.items() if k != "defaults"}
        for name, entry in archives.data.items()
    }
    return datasets._replace(data=stanzas), archives._replace(data=pinned)


def _add_defaults(shared: Mapping[str, Any], name: str, stanza: DatasetStanza) -> DatasetStanza:
    """Add the keys of `defaults` that the stanza lacks. The stanza's `words` replace the placeholders."""
    values = {key: value for key, value in shared.items() if key not in stanza}
    if "source" in shared and "source" in stanza:
        # a source that also says where the data come from takes nothing from another one
        both = [shared["source"], stanza["source"]]
        if all(isinstance(s, dict) for s in both) and not all(any(f in s for f in FORMS) for s in both):
            values["source"] = shared["source"]
    return add_missing_keys(_fill_placeholders(values, {"id": name, **stanza.get("words", {})}), stanza)


def _fill_placeholders(value: Any, words: dict[str, Any]) -> Any:
    """Replace the placeholders in a value by the data set's words; a lone one becomes the word itself."""
    if isinstance(value, dict):
        return {k: _fill_placeholders(v, words) for k, v in value.items()}
    if isinstance(value, list):
        return [_fill_placeholders(v, words) for v in value]
    if not isinstance(value, str):
        return value
    check_known_words(WORD.findall(value), words, "one of the `words`", "a placeholder")
    placeholder = WORD.fullmatch(value)
    return words[placeholder[1]] if placeholder else WORD.sub(lambda match: str(words[match[1]]), value)


def add_missing_keys(base: DatasetStanza, stanza: DatasetStanza) -> DatasetStanza:
    """Add the keys of `base` that the stanza lacks, also within `source` and `expect`.

    With lists of sources, each source takes keys from the one at the same position. Raises InputError if the
    lists have different lengths.
    """
    merged = {**base, **stanza}
    if "expect" in base and "expect" in stanza:
        merged["expect"] = {**base["expect"], **stanza["expect"]}
    if "source" in base and "source" in stanza:
        below, above = wrap_in_list(base["source"]), wrap_in_list(stanza["source"])
        if len(below) != len(above):
            raise InputError("`source` does not have as many entries as the lock file: run `naivebench lock`")
        pairs = [documents.merge_content(b, a) for b, a in zip(below, above, strict=True)]
        merged["source"] = pairs if isinstance(stanza["source"], list) else pairs[0]
    return merged
