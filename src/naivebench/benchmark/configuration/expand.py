"""The validated configuration, and the list of runs that its experiments and selections ask for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.benchmark.configuration.shapes import Config, Experiment, Part, Protocol, Tagged
from naivebench.core.checks import InputError
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.models.stanzas import MethodStanza


class Configuration(NamedTuple):
    """A validated configuration with all defaults filled in; mappings keep the order of the files."""

    config: Config
    datasets: dict[str, DatasetStanza]  # id -> stanza
    methods: dict[str, MethodStanza]
    archives: dict[str, Archive]  # id -> entry of the `archives:` table
    root: Path  # the project's folder


def cells(configuration: Configuration) -> list[tuple[str, str, str]]:
    """Every (protocol, data set, method) to run, without duplicates, by experiment, then by data set and
    method in catalogue order.

    Raises InputError if `select` names a data set or method that no selected experiment contains, or leaves
    nothing.
    """
    select = configuration.config.select
    experiments = _experiments(configuration)
    parts = [
        (e.protocol, datasets_in(e, configuration.datasets), methods_in(e, configuration.methods))
        for e in experiments.values()
    ]
    for key, wanted, position in (("datasets", select.datasets, 1), ("methods", select.methods, 2)):
        used = {name for part in parts for name in part[position]}
        lost = [name for name in wanted if name not in used] if wanted != "all" else []
        if lost:
            raise InputError(
                f"select.{key} names {lost[0]!r}, which no selected experiment contains: add it to "
                f"{key} of one of {', '.join(experiments)}"
            )
    run = {
        (protocol, dataset, method): None
        for protocol, datasets, methods in parts
        for dataset in datasets
        if _selected(dataset, select.datasets)
        for method in methods
        if _selected(method, select.methods)
    }
    if not run:
        raise InputError(
            "the experiments and select leave nothing to run: select a data set and a method that are in "
            "the same experiment"
        )
    return list(run)


def parts(configuration: Configuration) -> dict[str, Part]:
    """The part of every selected experiment that is run, by id."""
    select = configuration.config.select
    selected: dict[str, Part] = {}
    for name, experiment in _experiments(configuration).items():
        datasets = [
            d for d in datasets_in(experiment, configuration.datasets) if _selected(d, select.datasets)
        ]
        methods = [m for m in methods_in(experiment, configuration.methods) if _selected(m, select.methods)]
        selected[name] = Part(experiment.title, experiment.protocol, datasets, methods)
    return selected


def compared(configuration: Configuration) -> dict[str, Part]:
    """The `parts` whose methods can be compared by means over folds, with their source families: all except
    those under protocols for learning curves.
    """
    curves = learning_curves(configuration.config.protocols)
    named = {d: s["family"] for d, s in configuration.datasets.items() if "family" in s}
    return {
        name: part._replace(families={d: named[d] for d in part.datasets if d in named})
        for name, part in parts(configuration).items()
        if part.protocol not in curves
    }


def learning_curves(protocols: Mapping[str, Protocol]) -> list[str]:
    """Ids of the protocols whose repeats are sizes of the training part."""
    return [name for name, protocol in protocols.items() if protocol.folds.train_cases]


def _experiments(configuration: Configuration) -> dict[str, Experiment]:
    wanted = configuration.config.select.experiments
    return {k: e for k, e in configuration.config.experiments.items() if _selected(k, wanted)}


def _selected(name: str, wanted: str | list[str]) -> bool:
    return wanted == "all" or name in wanted


def datasets_in(experiment: Experiment, datasets: dict[str, DatasetStanza]) -> list[str]:
    """Data sets of an experiment in catalogue order."""
    out = experiment.exclude_datasets
    return [
        d
        for d, stanza in datasets.items()
        if _tagged(d, stanza, experiment.datasets) and not _tagged(d, stanza, out)
    ]


def _tagged(name: str, stanza: Mapping[str, Any], wanted: str | list[str] | Tagged) -> bool:
    if isinstance(wanted, dict):
        return not set(wanted["tags"]).isdisjoint(stanza["tags"])
    return _selected(name, wanted)


def methods_in(experiment: Experiment, methods: dict[str, MethodStanza]) -> list[str]:
    """Methods of an experiment in catalogue order."""
    out = experiment.exclude_methods
    return [
        m
        for m, stanza in methods.items()
        if _tagged(m, stanza, experiment.methods) and not _tagged(m, stanza, out)
    ]
