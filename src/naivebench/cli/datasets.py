"""`naivebench datasets`: list the data sets, their sources, and how to obtain missing ones."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from naivebench.benchmark import configuration
from naivebench.cli import terminal
from naivebench.core.plain import named
from naivebench.data import prepare, sources
from naivebench.data.stanza import DatasetStanza, Source


class Row(NamedTuple):
    """One data set: a row of the table, or an object in the JSON."""

    id: str
    title: str
    kinds: str
    rows: int | None
    source: str
    availability: str
    reason: str
    remedy: str
    tags: list[str]


class Column(NamedTuple):
    """The part of an attribute's record that is needed here."""

    kind: str


class Found(NamedTuple):
    """The parts needed here of the record of a prepared data set or a fetched archive; empty without a
    record.
    """

    status: str = ""
    reason: str = ""
    remedy: str = ""
    rows: int | None = None
    source: str = ""
    attributes: Sequence[Column] = ()


def run(arguments: Namespace) -> None:
    """Print the table and how to obtain missing data sets, or print everything as JSON."""
    root = terminal.project(arguments.project)
    settings = configuration.read(root, arguments.configfile)
    rows = [describe(name, settings) for name in settings.datasets]
    if arguments.json:
        print(json.dumps([row._asdict() for row in rows], indent=1, ensure_ascii=False))
        return
    shown = [(r.id, r.title, r.kinds, r.availability, r.source) for r in rows]
    terminal.say(terminal.aligned([("id", "title", "kinds", "availability", "source"), *shown]))
    remedies: dict[str, list[str]] = {}
    for row in rows:
        if row.remedy:
            remedies.setdefault(row.remedy, []).append(row.id)
    for remedy, names in remedies.items():
        terminal.say(f"\n{', '.join(names)}: {remedy}")


def describe(name: str, settings: configuration.Configuration) -> Row:
    """Build the row of one data set."""
    stanza = settings.datasets[name]
    found = _prepared(name, settings)
    ready = found.status == "ok"
    return Row(
        name,
        stanza["title"],
        found_kinds(found) if ready else stated_kinds(stanza, settings.datasets),
        found.rows if ready else stanza["expect"].get("rows"),
        found.source or prepare.source_text(stanza),
        *_state(name, found, settings),
        stanza["tags"],
    )


def _prepared(name: str, settings: configuration.Configuration) -> Found:
    return _found(settings.root / "data" / "prepared" / f"{name}.json")


def _found(path: Path) -> Found:
    return named(Found, json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else Found()


def _state(name: str, found: Found, settings: configuration.Configuration) -> tuple[str, str, str]:
    """Availability in a few words, the reason if the data set is missing, and how to obtain it."""
    if found.status == "ok":
        return "ready", "", ""
    if found.status:
        return found.status, found.reason, f"{_sentence(found.reason)} {_sentence(found.remedy)}".strip()
    needs = sources.inputs_of(settings.datasets[name], settings.archives)
    if needs.derive:
        parent = _prepared(needs.derive, settings)
        availability, reason, remedy = _state(needs.derive, parent, settings)
        return ("made on demand" if availability == "ready" else availability), reason, remedy
    if needs.file:
        path = os.path.abspath(sources.own_file(needs.file, settings.root))
        return (
            ("file is there", "", "")
            if os.path.isfile(path)
            else ("file is missing", "", f"Put the file at {path}, or correct `file` in its source.")
        )
    if needs.archive:
        fetched = _found(settings.root / "data" / "raw" / f"{needs.archive}.json")
        if fetched.status == "unavailable":
            return "unavailable", fetched.reason, f"{_sentence(fetched.reason)} {_sentence(fetched.remedy)}"
        return ("fetched", "", "") if fetched.status else _not_fetched(needs.alternatives)
    return "made on demand", "", ""


def _not_fetched(alternatives: list[Source]) -> tuple[str, str, str]:
    if any(key in source for source in alternatives for key in ("archive", "pip", "url")):
        return (
            "not fetched yet",
            "",
            "A run (`make`) fetches them all, and `naivebench check ID` fetches one.",
        )
    paths = " or ".join(str(source["mirror"]) for source in alternatives)
    remedy = (
        alternatives[0].get("remedy")
        or f"put it as {paths} into the mirror folder (key `mirror` of config.yaml, or NAIVEBENCH_MIRROR)"
    )
    return "by mirror only", "not available from a package or URL", _sentence(remedy)


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if not text or text.endswith(".") else ".")


def found_kinds(found: Found) -> str:
    """Number of attributes of each kind in a prepared data set, e.g. "15 nominal, 1 ordinal"."""
    return ", ".join(f"{count} {kind}" for kind, count in Counter(a.kind for a in found.attributes).items())


def stated_kinds(stanza: DatasetStanza, datasets: dict[str, DatasetStanza]) -> str:
    """The kinds that the stanza or its parent states, e.g. "nominal, 1 ordinal"."""
    source = sources.sources_of(stanza)[0]
    if "derive" in source:
        return stated_kinds(datasets[source["derive"]], datasets)
    if "generator" in source:
        return "as generated"
    kinds = stanza.get("kinds", {})
    if isinstance(kinds, str):
        return kinds
    named = {
        column: kind.get("kind", "ordinal") if isinstance(kind, dict) else kind
        for column, kind in kinds.items()
    }
    default = named.pop("default", "inferred from the values")
    return ", ".join(
        [default, *(f"{count} {kind}" for kind, count in Counter(named.values()).items() if kind != default)]
    )
