"""Configuration: read three kinds of YAML files, validate and cross-check them, fill in defaults, and expand
them into the list of what is run.

    config.yaml    what is run and how               workflow/schemas/config.schema.yaml
    datasets/      the catalogue of data sets        workflow/schemas/datasets.schema.yaml
    methods.yaml   the catalogue of methods          workflow/schemas/methods.schema.yaml

Every error raises InputError with the file, line, key, the problem and the likely correction.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from naivebench.benchmark.configuration import catalogue, documents, references, schemas
from naivebench.benchmark.configuration.catalogue import Catalogue
from naivebench.benchmark.configuration.documents import Content, Document, Keys
from naivebench.benchmark.configuration.expand import (
    Configuration,
    cells,
    compared,
    datasets_in,
    learning_curves,
    methods_in,
    parts,
)
from naivebench.benchmark.configuration.shapes import Config, Resolved
from naivebench.core.checks import InputError
from naivebench.core.plain import named, plain
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.models import stanzas
from naivebench.models.catalogue import resolved as resolved_stanzas
from naivebench.models.stanzas import MethodStanza

CONFIG = "config/config.yaml"
__all__ = [
    "Configuration",
    "cells",
    "compared",
    "datasets_in",
    "learning_curves",
    "load",
    "load_datasets",
    "load_methods",
    "methods_in",
    "methods_of",
    "parts",
    "read",
    "resolved",
    "stored",
    "to_lock",
]


def load(
    config: Content,
    root: str | Path,
    *,
    files: Sequence[str | Path] = (),
) -> Configuration:
    """Validate a merged configuration, read the catalogues it names, cross-check all of them.

    `files`: the files that `config` was merged from, so that messages can give the place of a key
    (config/config.yaml is always included).
    """
    root = Path(root)
    document, settings = _settings(config, root, files)
    paths = settings.catalogues
    datasets, archives = load_datasets(_catalogue_files(paths.datasets, root))
    methods = load_methods(_catalogue_files(paths.methods, root))
    references.check_config(document, settings, datasets, methods)
    return Configuration(settings, datasets, methods, archives, root)


def _settings(config: Content, root: Path, files: Sequence[str | Path]) -> tuple[Document, Config]:
    """config.yaml without the catalogues: as it was read, and validated with defaults."""
    parsed = [
        _shown_document(path, root)
        for path in dict.fromkeys(map(Path, (root / CONFIG, *files)))
        if Path(path).is_file()
    ]
    document = documents.located("the configuration", config, parsed)
    schemas.validate(document, "config")
    filled = schemas.fill(config, schemas.schema("config"))
    filled.setdefault("metrics", _standard_metrics())
    for section in ("protocols", "experiments"):
        for name, entry in filled[section].items():
            entry.setdefault("title", name)
    return document, named(Config, filled)


def _standard_metrics() -> list[str]:
    from naivebench.evaluation.metrics import STANDARD

    return list(STANDARD)


def read(root: str | Path, extra: Sequence[str | Path] = (), values: Content | None = None) -> Configuration:
    """Load <root>/config/config.yaml, updated by further files and values in the way Snakemake's --configfile
    and --config do it.
    """
    return load(documents.merge(_merged(Path(root), extra), values or {}), root, files=extra)


def _merged(root: Path, extra: Sequence[str | Path]) -> Content:
    merged: Content = {}
    for path in (root / CONFIG, *extra):
        merged = documents.merge(merged, _shown_document(path, root).data)
    return merged


def to_lock(root: str | Path, extra: Sequence[str | Path] = ()) -> tuple[list[Catalogue], Configuration]:
    """The catalogues of data sets and the configuration, for `naivebench lock`.

    Both are read without the lock files, which may be missing or wrong, and without methods.
    """
    root = Path(root)
    _, config = _settings(_merged(root, extra), root, extra)
    files = _catalogue_files(config.catalogues.datasets, root)
    catalogues = [catalogue.read(*file) for file in files]
    datasets, archives = _named(catalogue.complete(catalogues, locked=False))
    return catalogues, Configuration(config, datasets, {}, archives, root)


def load_methods(
    files: Iterable[tuple[Path, str]], used: Container[str] | None = None
) -> dict[str, MethodStanza]:
    """Read the catalogue of methods from (path, name in messages).

    Stanzas are complete: they include what they take from other stanzas, and all defaults, also those of the
    parameters of `fit`. used: the methods whose modules are read for these parameters; the stanzas of others
    are not checked against their modules. None means all.
    """
    parsed = [documents.read(path, name) for path, name in files]
    for document in parsed:
        schemas.validate(document, "methods")
    _distinct([(d, (), d.data) for d in parsed], "method")
    given = {name: stanza for d in parsed for name, stanza in d.data.items()}
    for document in parsed:
        references.check_likes(document, given)
    resolved = resolved_stanzas(given)
    whole = {name for name in resolved if used is None or name in used}
    for document in parsed:
        checked = {name: resolved[name] for name in document.data if name in whole}
        references.check_methods(document._replace(data=checked))
    filled = schemas.fill(resolved, schemas.schema("methods"))
    return {
        name: stanzas.with_defaults(stanza) if name in whole else stanza for name, stanza in filled.items()
    }


def load_datasets(files: Iterable[tuple[Path, str]]) -> tuple[dict[str, DatasetStanza], dict[str, Archive]]:
    """Read the catalogue of data sets and the table of archives from files or folders, (path, name in
    messages), and fill in defaults.
    """
    parsed = catalogue.complete([catalogue.read(path, name) for path, name in files])
    datasets, archives = _named(parsed)
    for document in parsed:
        references.check_datasets(document, datasets, archives)
    return datasets, archives


def _named(parsed: list[Document]) -> tuple[dict[str, DatasetStanza], dict[str, Archive]]:
    """Data sets and archives of all files."""
    for section, what in (("datasets", "data set"), ("archives", "archive")):
        _distinct([(d, (section,), d.data[section]) for d in parsed], what)
    filled = [schemas.fill(d.data, schemas.schema("datasets")) for d in parsed]
    datasets: dict[str, DatasetStanza] = {
        k: {"title": k, **v} for f in filled for k, v in f["datasets"].items()
    }
    archives: dict[str, Archive] = {k: v for f in filled for k, v in f["archives"].items()}
    return datasets, archives


def _distinct(parts: list[tuple[Document, Keys, Content]], what: str) -> None:
    """Raise InputError for an id that two files define."""
    seen: dict[str, str] = {}
    for document, prefix, entries in parts:
        for name in entries:
            place = documents.locate(document, (*prefix, name))
            if name in seen:
                raise InputError(
                    f"{place}: {what} {name!r} is already defined in {seen[name]}: rename one of them"
                )
            seen[name] = place


def methods_of(root: str | Path, used: Container[str] | None = None) -> dict[str, MethodStanza]:
    """The catalogue of methods that config.yaml names; nothing else is read or checked. used: see
    `load_methods`.
    """
    root, named = Path(root), None
    if (root / CONFIG).is_file():
        named = documents.at(_shown_document(root / CONFIG, root).data, ("catalogues", "methods"))
    return load_methods(_catalogue_files(named or "config/methods.yaml", root), used)


def _shown_document(path: str | Path, root: Path) -> Document:
    return documents.read(path, _shown(Path(path), root))


def _shown(path: Path, root: Path) -> str:
    """Path as messages show it: relative to the project's folder if it is inside."""
    full, top = Path(os.path.abspath(path)), Path(os.path.abspath(root))
    return full.relative_to(top).as_posix() if full.is_relative_to(top) else str(path)


def _catalogue_files(paths: str | list[str], root: Path) -> list[tuple[Path, str]]:
    files = [root / path for path in ([paths] if isinstance(paths, str) else paths)]
    return [(file, _shown(file, root)) for file in files]


def stored(content: Resolved) -> Configuration:
    """Content of results/config.json as a configuration; its project folder is unknown."""
    config = named(Config, {"repeat_failed": False, **content["config"]})
    return Configuration(config, content["datasets"], content["methods"], content["archives"], Path())


def resolved(configuration: Configuration) -> Resolved:
    """The JSON-able content of results/config.json."""
    config, datasets, methods, archives, _ = configuration
    return {
        "config": {k: v for k, v in plain(config, brief=True).items() if k != "repeat_failed"},
        "datasets": datasets,
        "methods": methods,
        "archives": archives,
    }
