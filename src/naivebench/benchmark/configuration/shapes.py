"""Types of a configuration with its defaults filled in, and the list of runs that it asks for.

config/README.md explains the keys. The schemas define what a user may write; a test compares them with these
types, key by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core.checks import InputError
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.models.stanzas import MethodStanza


class Splitting(NamedTuple):
    """How a protocol splits the cases."""

    scheme: str
    folds: int
    repeats: int
    skip: int
    first: float
    repeats_of: dict[str, int]
    seeds: list[int] | None = None
    train_cases: list[int | str] | None = None


class Protocol(NamedTuple):
    """How methods are evaluated: folds, cut points, parameters and metrics."""

    title: str
    folds: Splitting
    own_holdout: bool | list[str]
    cuts: str
    permute_labels: bool | str
    params: dict[str, dict[str, Any]]
    chosen_on_test: dict[str, list[str]]
    reshuffled: list[str]
    folds_as: str
    hit_curves: str
    bias_variance: bool
    metrics: list[str]
    reference: str


Tagged = dict[str, list[str]]  # `tags` -> those of which a data set or method has at least one


class Experiment(NamedTuple):
    """Methods on data sets under a protocol, as a user chooses them."""

    title: str
    protocol: str
    datasets: str | list[str] | Tagged
    exclude_datasets: list[str] | Tagged
    methods: str | list[str] | Tagged
    exclude_methods: list[str] | Tagged


class Select(NamedTuple):
    """The part of the experiments that is run; each entry is `all` or a list of ids."""

    experiments: str | list[str]
    datasets: str | list[str]
    methods: str | list[str]


class Primary(NamedTuple):
    """The only comparison that is not exploratory."""

    protocol: str
    metric: str
    reference: str


class Statistics(NamedTuple):
    """Settings of the tests between methods."""

    alpha: float
    rope: float


class Report(NamedTuple):
    """Title of the report, and the groups of methods that count as rivals."""

    title: str
    rivals: list[str]


class Catalogues(NamedTuple):
    """Files and folders that contain the stanzas."""

    datasets: str | list[str]
    methods: str | list[str]


class Config(NamedTuple):
    """config/config.yaml and the files that update it."""

    seed: int
    on_error: str
    mirror: str
    timeout_seconds: float
    memory_mb: float
    repeat_failed: bool
    protocols: dict[str, Protocol]
    experiments: dict[str, Experiment]
    select: Select
    metrics: list[str]
    primary: Primary
    statistics: Statistics
    report: Report
    catalogues: Catalogues


class Part(NamedTuple):
    """The part of an experiment that is run; ids are in the order of the catalogues."""

    title: str
    protocol: str
    datasets: list[str]
    methods: list[str]
    families: dict[str, str]  # data set -> its family, where the catalogue names one


class Configuration(NamedTuple):
    """A validated configuration with all defaults filled in; mappings keep the order of the files."""

    config: Config
    datasets: dict[str, DatasetStanza]  # id -> stanza
    methods: dict[str, MethodStanza]
    archives: dict[str, Archive]  # id -> entry of the `archives:` table
    root: Path  # the project's folder


def parts(configuration: Configuration) -> dict[str, Part]:
    """The part of every selected experiment that is run, by id."""
    config, datasets, methods, *_ = configuration
    families = {d: stanza["family"] for d, stanza in datasets.items() if "family" in stanza}
    selected: dict[str, Part] = {}
    for name, e in config.experiments.items():
        if config.select.experiments == "all" or name in config.select.experiments:
            sets = _choose_ids(datasets, e.datasets, e.exclude_datasets, config.select.datasets)
            chosen = _choose_ids(methods, e.methods, e.exclude_methods, config.select.methods)
            own = {d: families[d] for d in sets if d in families}
            selected[name] = Part(e.title, e.protocol, sets, chosen, own)
    return selected


def _choose_ids(
    stanzas: Mapping[str, Mapping[str, Any]],
    wanted: str | list[str] | Tagged,
    unwanted: list[str] | Tagged,
    select: str | list[str],
) -> list[str]:
    """The ids that an experiment and the selection want, in catalogue order."""
    return [
        name
        for name, stanza in stanzas.items()
        if _is_wanted(wanted, name, stanza)
        and _is_wanted(select, name, stanza)
        and not _is_wanted(unwanted, name, stanza)
    ]


def _is_wanted(wanted: str | list[str] | Tagged, name: str, stanza: Mapping[str, Any]) -> bool:
    if isinstance(wanted, dict):
        return not set(wanted["tags"]).isdisjoint(stanza["tags"])
    return wanted == "all" or name in wanted


def compared(configuration: Configuration) -> dict[str, Part]:
    """The `parts` whose methods can be compared by means over folds: all except those under protocols for
    learning curves, whose repeats are sizes of the training part.
    """
    protocols = configuration.config.protocols
    chosen = parts(configuration)
    return {k: part for k, part in chosen.items() if not protocols[part.protocol].folds.train_cases}


def cells(configuration: Configuration) -> list[tuple[str, str, str]]:
    """Every (protocol, data set, method) to run, without duplicates, by experiment, then by data set and
    method in catalogue order.

    Raises InputError if `select` names a data set or method that no selected experiment contains, or leaves
    nothing.
    """
    chosen = parts(configuration)
    for key in ("datasets", "methods"):
        wanted = getattr(configuration.config.select, key)
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
