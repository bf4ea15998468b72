"""What a configuration asks for: the selected part of every experiment, and the list of all runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core.checks import InputError
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.models.stanzas import MethodStanza

Chosen = str | list[str] | dict[str, list[str]]  # `all`, a list of ids, or {"tags": [...]}


class Part(NamedTuple):
    """The part of an experiment that is run; ids are in the order of the catalogues."""

    title: str
    protocol: str
    datasets: list[str]
    methods: list[str]
    families: dict[str, str]  # data set -> its family, where the catalogue names one


class Configuration(NamedTuple):
    """A validated configuration with all defaults filled in; mappings keep the order of the files."""

    config: dict[str, Any]  # config.yaml and the files that update it, with the keys of config.schema.yaml
    datasets: dict[str, DatasetStanza]  # id -> stanza
    methods: dict[str, MethodStanza]
    archives: dict[str, Archive]  # id -> entry of the `archives:` table
    root: Path  # the project's folder


def parts(configuration: Configuration) -> dict[str, Part]:
    """The part of every selected experiment that is run, by id."""
    config, datasets, methods, *_ = configuration
    select = config["select"]
    families = {d: stanza["family"] for d, stanza in datasets.items() if "family" in stanza}
    selected: dict[str, Part] = {}
    for name, e in config["experiments"].items():
        if select["experiments"] == "all" or name in select["experiments"]:
            sets = _choose_ids(datasets, e["datasets"], e["exclude_datasets"], select["datasets"])
            chosen = _choose_ids(methods, e["methods"], e["exclude_methods"], select["methods"])
            own = {d: families[d] for d in sets if d in families}
            selected[name] = Part(e["title"], e["protocol"], sets, chosen, own)
    return selected


def _choose_ids(
    stanzas: Mapping[str, Mapping[str, Any]], wanted: Chosen, unwanted: Chosen, select: Chosen
) -> list[str]:
    """The ids that an experiment and the selection want, in catalogue order."""
    return [
        name
        for name, stanza in stanzas.items()
        if _is_wanted(wanted, name, stanza)
        and _is_wanted(select, name, stanza)
        and not _is_wanted(unwanted, name, stanza)
    ]


def _is_wanted(wanted: Chosen, name: str, stanza: Mapping[str, Any]) -> bool:
    if isinstance(wanted, dict):
        return not set(wanted["tags"]).isdisjoint(stanza["tags"])
    return wanted == "all" or name in wanted


def compared(configuration: Configuration) -> dict[str, Part]:
    """The `parts` whose methods can be compared by means over folds: all except those under protocols for
    learning curves, whose repeats are sizes of the training part.
    """
    protocols, chosen = configuration.config["protocols"], parts(configuration)
    return {k: part for k, part in chosen.items() if not protocols[part.protocol]["folds"]["train_cases"]}


def cells(configuration: Configuration) -> list[tuple[str, str, str]]:
    """Every (protocol, data set, method) to run, without duplicates, by experiment, then by data set and
    method in catalogue order.

    Raises InputError if `select` names a data set or method that no selected experiment contains, or leaves
    nothing.
    """
    chosen = parts(configuration)
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
