"""`naivebench lock`: compute hashes and expected counts of data sets and write them to the lock files of
their catalogues.
"""

from __future__ import annotations

import os
import tempfile
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, cast

import yaml

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import Configuration, catalogue
from naivebench.benchmark.configuration.catalogue import Catalogue
from naivebench.cli import check, terminal
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.files import replace
from naivebench.data import fetch, openml, prepare, sources
from naivebench.data.archive import digests
from naivebench.data.stanza import Archive, DatasetStanza, Expect, Source

WIDTH = 110  # length of a line in a lock file
SECTIONS = ("archives", "datasets")


class Lock(NamedTuple):
    """Content of lock files by id: the computed keys."""

    archives: dict[str, Archive]
    datasets: dict[str, DatasetStanza]


class Outcome(NamedTuple):
    """Result of locking the data sets of a catalogue; `missing`: reasons for those that could not be
    obtained.
    """

    new: list[str]
    changed: dict[str, str]
    same: list[str]
    missing: dict[str, str]
    forgotten: list[str]


def run(arguments: Namespace) -> int:
    """Lock the named data sets, or all of them; return 1 if one could not be obtained.

    Raises InputError for an id that is in no catalogue.
    """
    catalogues, settings = configuration.to_lock(terminal.project(arguments.project), arguments.configfile)
    for name in arguments.datasets:
        if name not in settings.datasets:
            raise InputError(
                f"data set {name!r} is not in the catalogue of data sets"
                f"{did_you_mean(name, settings.datasets, '`naivebench datasets` lists all of them.')}"
            )
    wanted = arguments.datasets or list(settings.datasets)
    mirror = arguments.mirror or settings.config.mirror or os.environ.get("NAIVEBENCH_MIRROR", "")
    lock = read(catalogues, settings)
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        outcomes = [locked(c, wanted, lock, settings, mirror, Path(folder)) for c in catalogues]
    return int(any(outcome.missing for outcome in outcomes))


def read(catalogues: Iterable[Catalogue], settings: Configuration) -> Lock:
    """Entries of the lock files for archives and data sets that still exist."""
    lock = Lock({}, {})
    for data in (c.lock.data for c in catalogues):
        archives, datasets = data.get("archives") or {}, data.get("datasets") or {}
        lock.archives.update({k: v for k, v in archives.items() if k in settings.archives})
        lock.datasets.update({k: v for k, v in datasets.items() if k in settings.datasets})
    return lock


def locked(
    named: Catalogue, wanted: list[str], lock: Lock, settings: Configuration, mirror: str, folder: Path
) -> Outcome:
    """Lock the wanted data sets of one catalogue, write its lock file if it changes, and print a summary."""
    outcome = Outcome([], {}, [], {}, [])
    members = list(catalogue.keys_of(named, "datasets"))
    for name in [d for d in members if d in wanted]:
        before = lock.datasets.get(name)
        try:
            after = computed(name, lock, settings, mirror, folder)
        except InputError as error:
            outcome.missing[name] = str(error)
            continue
        if not before:
            outcome.new.append(name)
        elif before != after:
            outcome.changed[name] = difference(before, after)
        else:
            outcome.same.append(name)
        lock.datasets[name] = after
    outcome.forgotten.extend(d for d in named.lock.data.get("datasets") or {} if d not in settings.datasets)
    known: dict[str, dict[str, Any]] = {**lock._asdict()}
    kept = {
        section: {k: known[section][k] for k in catalogue.keys_of(named, section) if known[section].get(k)}
        for section in SECTIONS
    }
    if kept != {section: named.lock.data.get(section) or {} for section in SECTIONS}:
        with replace(named.lock_path) as temporary:
            temporary.write_text(text(kept), encoding="utf-8")
    if any(outcome):
        terminal.say(f"{os.path.relpath(named.lock_path, settings.root)}: {sentence(outcome)}")
    return outcome


def text(lock: dict[str, dict[str, Any]]) -> str:
    """Content of a lock file."""
    filled = {section: entries for section, entries in lock.items() if entries or section == "datasets"}
    return catalogue.HEAD + yaml.safe_dump(
        filled, default_flow_style=None, sort_keys=False, width=WIDTH, allow_unicode=True
    )


def sentence(outcome: Outcome) -> str:
    """Summary of what was written, what changed, and what could not be obtained."""
    parts = [
        _part(outcome.new, "new"),
        _part([f"{name}: {what}" for name, what in outcome.changed.items()], "changed", "; "),
        f"{len(outcome.same)} as before" if outcome.same else "",
        _part(outcome.forgotten, "removed, because no longer in the catalogue"),
        _part(
            [f"{name}: {why}" for name, why in outcome.missing.items()],
            "not obtained and unchanged",
            "; ",
        ),
    ]
    return f"{', '.join(p for p in parts if p)}."


def _part(names: list[str], what: str, separator: str = ", ") -> str:
    return f"{len(names)} {what} ({separator.join(names)})" if names else ""


def difference(before: Any, after: Any, path: str = "") -> str:
    """Description of the keys in which two entries differ, with both values."""
    if isinstance(before, dict) and isinstance(after, dict):
        keys = [k for k in {**before, **after} if before.get(k) != after.get(k)]
        return ", ".join(difference(before.get(k), after.get(k), f"{path}.{k}".strip(".")) for k in keys)
    shown = [str(v)[:12] if path.endswith("sha256") else v for v in (before, after)]
    if isinstance(before, list):
        return f"{path} {len(before)} entries, now others"
    return f"{path} {shown[0]}, now {shown[1]}" if before is not None else f"{path} {shown[1]} added"


def computed(name: str, lock: Lock, settings: Configuration, mirror: str, folder: Path) -> DatasetStanza:
    """Compute the lock entry of a data set. Known hashes are kept if the data still match; otherwise they are
    computed again.

    Adds to `lock.archives`. Raises InputError with the reason if the data cannot be obtained or are bad.
    """
    try:
        return _computed(name, lock, settings, mirror, folder)
    except InputError:
        archives = {s["archive"] for s in sources.sources_of(settings.datasets[name]) if "archive" in s}
        known = {a: lock.archives.pop(a) for a in archives if a in lock.archives}
        try:
            return _computed(
                name, lock._replace(datasets={**lock.datasets, name: {}}), settings, mirror, folder
            )
        except InputError:
            lock.archives.update(known)
            raise


def _computed(name: str, lock: Lock, settings: Configuration, mirror: str, folder: Path) -> DatasetStanza:
    stanza, before = settings.datasets[name], lock.datasets.get(name, {})
    listed = sources.sources_of(stanza)
    old = _list(before.get("source", {}))
    old = old if len(old) == len(listed) else [{}] * len(listed)
    new = [
        _hashes(source, hashes, lock, settings, mirror, folder)
        for source, hashes in zip(listed, old, strict=True)
    ]
    hashes: DatasetStanza = {}
    if any(new):
        hashes["source"] = new if isinstance(stanza["source"], list) else new[0]
    whole = _with(settings, lock._replace(datasets={**lock.datasets, name: hashes}))
    table, record = check.read(name, whole, mirror, folder)
    if isinstance(table, Absence):
        raise InputError(table.reason)
    stated = stanza.get("expect") or {}
    counts = {key: value for key, value in prepare.found(record).items() if key not in stated}
    return {**hashes, "expect": cast(Expect, counts)}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _hashes(
    source: Source, known: Source, lock: Lock, settings: Configuration, mirror: str, folder: Path
) -> Source:
    """Hashes of a source that its stanza does not state."""
    if sources.form_of(source) not in sources.FETCHED or "sha256" in source:
        return {}
    if "archive" not in source:
        return known or cast(Source, _hash(source, mirror, folder))
    name = source["archive"]
    entry = settings.archives.get(name, {})
    if "sha256" not in entry and name not in lock.archives:
        lock.archives[name] = _hash(entry, mirror, folder)
    members = _list(source.get("member"))
    if known or any("*" in str(member) for member in members):
        return known
    whole = _with(settings, lock)
    path, _ = check.fetched(name, whole, mirror, folder)
    found = digests(path, members, where=name)
    return {"sha256": found if isinstance(source["member"], list) else found[0]}


def _hash(entry: Archive, mirror: str, folder: Path) -> Archive:
    """Fetch an entry that has no hash yet, and return its hash, or the hashes of the files in a list.

    Returns {} for an entry that only a mirror folder can provide, if the folder does not have it.
    """
    path = folder / "unpinned.archive"
    record = fetch.fetch(entry, path, folder / "unpinned.json", mirror, pinned=False)
    if record["status"] != "ok":
        if "pip" in entry or "url" in entry or openml.is_openml(entry):
            raise InputError(record["reason"])
        return {}
    names = fetch.member_names(entry)
    if names == [openml.DATA]:
        return {"sha256": digests(path, names)[0]}
    return {"sha256": digests(path, names) if names else record["sha256"]}


def _with(settings: Configuration, lock: Lock) -> Configuration:
    """The configuration with the lock's entries added where the stanzas do not state them; entries that do
    not fit are ignored.
    """
    datasets = dict(settings.datasets)
    for name, entry in lock.datasets.items():
        try:
            datasets[name] = catalogue.laid_over(entry, settings.datasets[name])
        except InputError:
            continue
    archives: dict[str, Archive] = {
        name: {**lock.archives.get(name, {}), **entry} for name, entry in settings.archives.items()
    }
    return settings._replace(datasets=datasets, archives=archives)
