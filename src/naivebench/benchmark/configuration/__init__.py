"""Read the configuration, three kinds of YAML files, validate and cross-check it, fill in defaults, and list
the methods to run.

    config.yaml    what is run and how               config.schema.yaml
    datasets/      the catalogue of data sets        datasets.schema.yaml
    methods.yaml   the catalogue of methods          methods.schema.yaml

The schemas are in benchmark/schemas/, to which workflow/schemas is a link.
The result consists of dictionaries with the keys of these schemas. Every error raises InputError with the
file, line, key, the problem and the likely correction.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.benchmark.configuration import catalogue, documents, references, schemas
from naivebench.benchmark.configuration.catalogue import Catalogue
from naivebench.benchmark.configuration.documents import Content, Document
from naivebench.core.checks import InputError
from naivebench.data import Archive, DatasetStanza, sources
from naivebench.models import method_stanzas
from naivebench.models.catalogue import resolve_inheritance
from naivebench.models.method_stanzas import MethodStanza

CONFIG = "config/config.yaml"
Paths = str | list[str]  # one or more files or folders, relative to the project's folder
Chosen = str | list[str] | dict[str, list[str]]  # `all`, a list of ids, or {"tags": [...]}


class SelectedExperiment(NamedTuple):
    """The part of an experiment that is run. Ids are in the order of the catalogues."""

    title: str
    protocol: str
    datasets: list[str]
    methods: list[str]


class Configuration(NamedTuple):
    """A validated configuration with all defaults filled in. Mappings keep the order of the files."""

    config: dict[str, Any]  # config.yaml and the files that update it, with the keys of config.schema.yaml
    datasets: dict[str, DatasetStanza]  # id -> stanza
    methods: dict[str, MethodStanza]
    archives: dict[str, Archive]  # id -> entry of the `archives:` table
    root: Path  # the project's folder


def read_configuration(
    root: str | Path, extra: Sequence[str | Path] = (), values: Content | None = None
) -> Configuration:
    """Load <root>/config/config.yaml, updated by the files `extra` as Snakemake's --configfile does it, and
    the catalogues that it names, and check them all.

    `values`: what Snakemake has merged from `extra`; the files then only give the places of keys.
    """
    root = Path(root)
    config = _read_config(root, extra, values)
    datasets, archives = load_datasets(config.data["catalogues"]["datasets"], root)
    methods = load_methods(config.data["catalogues"]["methods"], root)
    references.check_config(config, datasets, methods)
    return Configuration(config.data, datasets, methods, archives, root)


def _read_config(root: Path, extra: Sequence[str | Path] = (), values: Content | None = None) -> Document:
    """Return the configuration with all defaults, without the catalogues; see `read_configuration`."""
    if values is not None:  # a pipe can be read only once
        extra = [path for path in extra if Path(path).is_file()]
    paths = dict.fromkeys([root / CONFIG, *map(Path, extra)])
    names = [str(path.relative_to(root) if path.is_relative_to(root) else path) for path in paths]
    first, *others = map(documents.read_document, paths, names)
    updates = [values] if values is not None else [other.data for other in others]
    content = functools.reduce(documents.merge_content, updates, first.data)
    # the place of a key is in the last file that gives it
    places = {path: place for file in (first, *others) for path, place in file.places.items()}
    document = Document("the configuration", content, places)
    schemas.validate_document(document, "config")
    filled = schemas.fill_defaults(document.data, schemas.read_schema("config"))
    if "metrics" not in filled:
        from naivebench.evaluation.metrics import STANDARD

        filled["metrics"] = list(STANDARD)
    for section in ("protocols", "experiments"):
        for name, entry in filled[section].items():
            entry.setdefault("title", name)
    return document._replace(data=filled)


def read_unlocked_catalogues(
    root: str | Path, extra: Sequence[str | Path] = ()
) -> tuple[list[Catalogue], Configuration]:
    """Return the catalogues of data sets and the configuration, for `naivebench lock`.

    Both are read without the lock files, which may be missing or wrong, and without methods.
    """
    config = _read_config(Path(root), extra).data
    catalogues = _read_catalogues(config["catalogues"]["datasets"], Path(root))
    datasets, archives = catalogue.complete_stanzas(catalogues, locked=False)
    return catalogues, Configuration(config, _fill_data_set_defaults(datasets), {}, archives.data, Path(root))


def load_datasets(paths: Paths, root: Path) -> tuple[dict[str, DatasetStanza], dict[str, Archive]]:
    """Read the catalogue of data sets and the table of archives, and fill in defaults."""
    datasets, archives = catalogue.complete_stanzas(_read_catalogues(paths, root))
    references.check_datasets(datasets, archives)
    return _fill_data_set_defaults(datasets), archives.data


def _read_catalogues(paths: Paths, root: Path) -> list[Catalogue]:
    return [catalogue.read_catalogue(root / path, path) for path in sources.wrap_in_list(paths)]


def _fill_data_set_defaults(datasets: Document) -> dict[str, DatasetStanza]:
    schema = schemas.read_schema("datasets")
    filled = schemas.fill_defaults(datasets.data, schema["properties"]["datasets"], schema)
    return {name: {"title": name, **stanza} for name, stanza in filled.items()}


def load_methods(paths: Paths, root: Path) -> dict[str, MethodStanza]:
    """Read the catalogue of methods.

    Stanzas are complete: they include the keys that they take from other stanzas, and all defaults, even
    the defaults of `fit`.
    """
    read = [documents.read_document(root / path, path) for path in sources.wrap_in_list(paths)]
    united = documents.unite_documents([schemas.validate_document(d, "methods") for d in read], "method")
    references.check_inheritance(united)
    complete = resolve_inheritance(united.data)
    references.check_methods(united, complete)
    filled = schemas.fill_defaults(complete, schemas.read_schema("methods"))
    return {name: method_stanzas.add_defaults(stanza) for name, stanza in filled.items()}


def read_configured_methods(root: str | Path) -> dict[str, MethodStanza]:
    """Read the methods in the catalogues that config.yaml names, and no other catalogues."""
    root, paths = Path(root), "config/methods.yaml"
    if (root / CONFIG).is_file():
        paths = _read_config(root).data["catalogues"]["methods"]
    return load_methods(paths, root)


def select_experiments(configuration: Configuration) -> dict[str, SelectedExperiment]:
    """Select the experiments to run, by id, with their data sets and methods."""
    config, datasets, methods, *_ = configuration
    select = config["select"]
    selected: dict[str, SelectedExperiment] = {}
    for name, e in config["experiments"].items():
        if select["experiments"] == "all" or name in select["experiments"]:
            sets = _select_ids(datasets, e["datasets"], e["exclude_datasets"], select["datasets"])
            chosen = _select_ids(methods, e["methods"], e["exclude_methods"], select["methods"])
            selected[name] = SelectedExperiment(e["title"], e["protocol"], sets, chosen)
    return selected


def _select_ids(
    stanzas: Mapping[str, Mapping[str, Any]], wanted: Chosen, unwanted: Chosen, select: Chosen
) -> list[str]:
    """Choose the ids that an experiment and the selection want, in catalogue order."""

    def find_ids(chosen: Chosen) -> set[str]:
        if isinstance(chosen, dict):
            return {name for name in stanzas if not set(chosen["tags"]).isdisjoint(stanzas[name]["tags"])}
        return set(stanzas if chosen == "all" else chosen)

    kept = (find_ids(wanted) & find_ids(select)) - find_ids(unwanted)
    return [name for name in stanzas if name in kept]


def list_method_runs(configuration: Configuration) -> list[tuple[str, str, str]]:
    """List every (protocol, data set, method) to run, once: by experiment, then in the order of the
    catalogues.

    Raises InputError if `select` leaves nothing, or names a data set or method without a selected experiment.
    """
    chosen = select_experiments(configuration)
    for key in ("datasets", "methods"):
        wanted = configuration.config["select"][key]
        used = {name for part in chosen.values() for name in getattr(part, key)}
        lost = [name for name in wanted if name not in used] if wanted != "all" else []
        if lost:
            raise InputError(
                f"select.{key} names {lost[0]!r}, which no selected experiment contains: add it to "
                f"{key} of one of {', '.join(chosen)}"
            )
    run = {(p.protocol, d, m): None for p in chosen.values() for d in p.datasets for m in p.methods}
    if not run:
        raise InputError(
            "the experiments and select leave nothing to run: select a data set and a method that are in "
            "the same experiment"
        )
    return list(run)


def export_configuration(configuration: Configuration) -> dict[str, Any]:
    """Convert a configuration to the content of results/config.json, which has all its fields but `root`."""
    content = configuration._asdict()
    del content["root"]
    return content | {"config": {k: v for k, v in configuration.config.items() if k != "repeat_failed"}}
