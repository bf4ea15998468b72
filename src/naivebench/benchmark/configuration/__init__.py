"""Configuration: read three kinds of YAML files, validate and cross-check them, fill in defaults, and expand
them into the list of what is run.

    config.yaml    what is run and how               config.schema.yaml
    datasets/      the catalogue of data sets        datasets.schema.yaml
    methods.yaml   the catalogue of methods          methods.schema.yaml

Every error raises InputError with the file, line, key, the problem and the likely correction.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from naivebench.benchmark.configuration import catalogue, documents, references, schemas
from naivebench.benchmark.configuration.catalogue import Catalogue
from naivebench.benchmark.configuration.documents import Content, Document
from naivebench.benchmark.configuration.shapes import Config, Configuration, cells, compared, parts
from naivebench.core.plain import named, plain
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.models import stanzas
from naivebench.models.catalogue import resolved as resolve_likes
from naivebench.models.stanzas import MethodStanza

CONFIG = "config/config.yaml"
__all__ = [
    "Configuration",
    "cells",
    "compared",
    "load",
    "load_datasets",
    "load_methods",
    "methods_of",
    "parts",
    "read",
    "resolved",
    "stored",
    "to_lock",
]
Files = Iterable[tuple[Path, str]]  # files or folders, and their names in messages


def load(values: Content, root: str | Path, *, files: Sequence[str | Path] = ()) -> Configuration:
    """Update <root>/config/config.yaml by `values`, read the catalogues that it names, and cross-check all of
    them.

    `files`: the files that `values` were merged from, so that messages can give the place of a key.
    """
    root = Path(root)
    document, config = _read_config(values, root, files)
    datasets, archives = load_datasets(_list_files(config.catalogues.datasets, root))
    methods = load_methods(_list_files(config.catalogues.methods, root))
    references.check_config(document, config, datasets, methods)
    return Configuration(config, datasets, methods, archives, root)


def read(root: str | Path, extra: Sequence[str | Path] = ()) -> Configuration:
    """Load <root>/config/config.yaml, updated by further files as Snakemake's --configfile does it."""
    return load(_merge_files(extra, Path(root)), root, files=extra)


def _merge_files(paths: Iterable[str | Path], root: Path) -> Content:
    merged: Content = {}
    for path in paths:
        merged = documents.merge(merged, _read_shown(path, root).data)
    return merged


def _read_config(values: Content, root: Path, files: Sequence[str | Path]) -> tuple[Document, Config]:
    """The configuration without the catalogues: as a document with all defaults, and as a value."""
    extra = [path for path in map(Path, files) if path.is_file()]
    parsed = [_read_shown(path, root) for path in dict.fromkeys([root / CONFIG, *extra])]
    document = documents.join("the configuration", documents.merge(parsed[0].data, values), parsed)
    schemas.validate(document, "config")
    filled = schemas.fill(document.data, schemas.schema("config"))
    if "metrics" not in filled:
        from naivebench.evaluation.metrics import STANDARD

        filled["metrics"] = list(STANDARD)
    for section in ("protocols", "experiments"):
        for name, entry in filled[section].items():
            entry.setdefault("title", name)
    return document._replace(data=filled), named(Config, filled)


def to_lock(root: str | Path, extra: Sequence[str | Path] = ()) -> tuple[list[Catalogue], Configuration]:
    """The catalogues of data sets and the configuration, for `naivebench lock`.

    Both are read without the lock files, which may be missing or wrong, and without methods.
    """
    root = Path(root)
    _, config = _read_config(_merge_files(extra, root), root, extra)
    catalogues = [catalogue.read(*file) for file in _list_files(config.catalogues.datasets, root)]
    datasets, archives = _fill_datasets(catalogue.complete(catalogues, locked=False))
    return catalogues, Configuration(config, datasets, {}, archives, root)


def load_datasets(files: Files) -> tuple[dict[str, DatasetStanza], dict[str, Archive]]:
    """Read the catalogue of data sets and the table of archives, and fill in defaults."""
    completed = catalogue.complete([catalogue.read(path, name) for path, name in files])
    datasets, archives = _fill_datasets(completed)
    for document in completed:
        references.check_datasets(document, datasets, archives)
    return datasets, archives


def _fill_datasets(completed: list[Document]) -> tuple[dict[str, DatasetStanza], dict[str, Archive]]:
    """Data sets and archives of all files."""
    catalogue.check_distinct(completed, "datasets", "data set")
    catalogue.check_distinct(completed, "archives", "archive")
    filled = [schemas.fill(d.data, schemas.schema("datasets")) for d in completed]
    datasets: dict[str, DatasetStanza] = {
        k: {"title": k, **v} for f in filled for k, v in f["datasets"].items()
    }
    archives: dict[str, Archive] = {k: v for f in filled for k, v in f["archives"].items()}
    return datasets, archives


def load_methods(files: Files) -> dict[str, MethodStanza]:
    """Read the catalogue of methods.

    Stanzas are complete: they include what they take from other stanzas, and all defaults, also those of the
    parameters of `fit`.
    """
    parsed = [documents.read(path, name) for path, name in files]
    for document in parsed:
        schemas.validate(document, "methods")
    catalogue.check_distinct(parsed, "", "method")
    given = {name: stanza for d in parsed for name, stanza in d.data.items()}
    for document in parsed:
        references.check_likes(document, given)
    complete = resolve_likes(given)
    for document in parsed:
        for name in document.data:
            references.check_method(document, name, complete[name])
    filled = schemas.fill(complete, schemas.schema("methods"))
    return {name: stanzas.with_defaults(stanza) for name, stanza in filled.items()}


def methods_of(root: str | Path, extra: Sequence[str | Path] = ()) -> dict[str, MethodStanza]:
    """The methods in the catalogues of config.yaml, which the files `extra` update; the rest is not read."""
    root, paths = Path(root), "config/methods.yaml"
    if (root / CONFIG).is_file():
        config = documents.merge(_read_shown(root / CONFIG, root).data, _merge_files(extra, root))
        paths = documents.find_value(config, ("catalogues", "methods")) or paths
    return load_methods(_list_files(paths, root))


def _read_shown(path: str | Path, root: Path) -> Document:
    return documents.read(path, _show_path(Path(path), root))


def _show_path(path: Path, root: Path) -> str:
    """Path as messages show it: relative to the project's folder if it is inside."""
    full, top = Path(os.path.abspath(path)), Path(os.path.abspath(root))
    return full.relative_to(top).as_posix() if full.is_relative_to(top) else str(path)


def _list_files(paths: str | list[str], root: Path) -> list[tuple[Path, str]]:
    files = [root / path for path in ([paths] if isinstance(paths, str) else paths)]
    return [(file, _show_path(file, root)) for file in files]


def stored(content: dict[str, Any]) -> Configuration:
    """Content of results/config.json as a configuration; its project folder is unknown."""
    config = named(Config, {"repeat_failed": False, **content["config"]})
    return Configuration(config, content["datasets"], content["methods"], content["archives"], Path())


def resolved(configuration: Configuration) -> dict[str, Any]:
    """The JSON-able content of results/config.json."""
    config, datasets, methods, archives, _ = configuration
    return {
        "config": {k: v for k, v in plain(config, brief=True).items() if k != "repeat_failed"},
        "datasets": datasets,
        "methods": methods,
        "archives": archives,
    }
