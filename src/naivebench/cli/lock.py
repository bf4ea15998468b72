"""`naivebench lock`: write hashes and expected counts of data sets to the lock files of their catalogues."""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import yaml

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import Configuration, catalogue
from naivebench.benchmark.configuration.catalogue import Catalogue
from naivebench.cli import check, terminal
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.files import replace
from naivebench.data import fetch, openml, prepare, sources
from naivebench.data.archive import digests

TEXT = """The file contains hashes of files, and the numbers of rows, attributes, missing cells and cases
of each class. They are checked whenever a data set is prepared. Keys that a stanza sets itself are not
written. The command prints what is new, what changed and what could not be obtained; entries of the latter
are kept."""
EXAMPLES = "  naivebench lock zoo\n  naivebench lock"
WIDTH = 110  # length of a line in a lock file
Entries = dict[str, dict[str, Any]]  # section (archives, datasets) -> id -> computed keys


def add_arguments(command: ArgumentParser) -> None:
    """Add the arguments of `naivebench lock`."""
    text = "id of a data set in config/datasets/ (default: all)"
    command.add_argument("datasets", nargs="*", metavar="DATASET", help=text)
    terminal.add_project(command, configured=True, mirror=True)


def run(arguments: Namespace) -> int:
    """Lock the named data sets, or all of them; return 1 if one could not be obtained."""
    root = terminal.require_project(arguments.project)
    catalogues, settings = configuration.to_lock(root, arguments.configfile)
    for name in arguments.datasets:
        check.require_dataset(name, settings)
    lock = read_entries(catalogues, settings)
    wanted, mirror = arguments.datasets or list(settings.datasets), check.find_mirror(arguments, settings)
    complete = True
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        for one in catalogues:
            names = [d for d in catalogue.keys_of(one, "datasets") if d in wanted]
            news, missing = update_entries(names, lock, settings, mirror, Path(folder))
            gone = [d for d in one.lock.data.get("datasets") or {} if d not in settings.datasets]
            news += [f"removed, because no longer in the catalogue: {', '.join(gone)}"] if gone else []
            write_lock(one, lock)
            complete = complete and not missing
            for sentence in [*news, *(f"not obtained, entry kept: {text}" for text in missing)]:
                terminal.say(f"{os.path.relpath(one.lock_path, root)}: {sentence}")
    return int(not complete)


def read_entries(catalogues: list[Catalogue], settings: Configuration) -> Entries:
    """Entries of the lock files for archives and data sets that still exist."""
    known: dict[str, Any] = {"archives": settings.archives, "datasets": settings.datasets}
    return {
        section: {k: v for c in catalogues for k, v in (c.lock.data.get(section) or {}).items() if k in ids}
        for section, ids in known.items()
    }


def update_entries(
    names: list[str], lock: Entries, settings: Configuration, mirror: str, folder: Path
) -> tuple[list[str], list[str]]:
    """Compute the entries of data sets; return what is new or changed, and what could not be obtained."""
    news, missing = [], []
    same = 0
    for name in names:
        before = lock["datasets"].get(name)
        try:
            after = lock_dataset(name, lock, settings, mirror, folder)
        except InputError as error:
            missing.append(f"{name}: {error}")
            continue
        if not before:
            news.append(f"new: {name}")
        elif before != after:
            news.append(f"changed: {name}: {describe_change(before, after)}")
        same += before == after
        lock["datasets"][name] = after
    return [*news, *([f"{same} as before"] if same else [])], missing


def describe_change(before: Any, after: Any, path: str = "") -> str:
    """The keys in which two entries differ, with both values."""
    if isinstance(before, dict) and isinstance(after, dict):
        keys = [k for k in {**before, **after} if before.get(k) != after.get(k)]
        return ", ".join(describe_change(before.get(k), after.get(k), f"{path}.{k}".strip(".")) for k in keys)
    old, new = (str(value)[:40] for value in (before, after))
    return f"{path} {old}, now {new}"


def lock_dataset(
    name: str, lock: Entries, settings: Configuration, mirror: str, folder: Path
) -> dict[str, Any]:
    """The entry of a data set. Known hashes are kept if the data still match, otherwise computed again."""
    try:
        return compute_entry(name, lock, settings, mirror, folder)
    except InputError:
        archives = {s["archive"] for s in sources.sources_of(settings.datasets[name]) if "archive" in s}
        known = {a: lock["archives"].pop(a) for a in archives if a in lock["archives"]}
        without = {**lock, "datasets": {**lock["datasets"], name: {}}}
        try:
            return compute_entry(name, without, settings, mirror, folder)
        except InputError:
            lock["archives"].update(known)
            raise


def compute_entry(
    name: str, lock: Entries, settings: Configuration, mirror: str, folder: Path
) -> dict[str, Any]:
    """Hashes of the sources and counts of the prepared data set; adds to `lock["archives"]`."""
    stanza, before = settings.datasets[name], lock["datasets"].get(name, {})
    listed, old = sources.sources_of(stanza), as_list(before.get("source", {}))
    old = old if len(old) == len(listed) else [{}] * len(listed)
    new = [hash_source(*pair, lock, settings, mirror, folder) for pair in zip(listed, old, strict=True)]
    entry: dict[str, Any] = {}
    if any(new):
        entry["source"] = new if isinstance(stanza["source"], list) else new[0]
    whole = add_entries(settings, {**lock, "datasets": {**lock["datasets"], name: entry}})
    table, record = check.read_dataset(name, whole, mirror, folder)
    if isinstance(table, Absence):
        raise InputError(table.reason)
    stated = stanza.get("expect") or {}
    return entry | {"expect": {k: v for k, v in prepare.found(record).items() if k not in stated}}


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def hash_source(
    source: Any, known: Any, lock: Entries, settings: Configuration, mirror: str, folder: Path
) -> Any:
    """Hashes of a source that its stanza does not state."""
    if sources.form_of(source) not in sources.FETCHED or "sha256" in source:
        return {}
    if "archive" not in source:
        return known or hash_archive(source, mirror, folder)
    name = source["archive"]
    if "sha256" not in settings.archives.get(name, {}) and name not in lock["archives"]:
        lock["archives"][name] = hash_archive(settings.archives.get(name, {}), mirror, folder)
    members = as_list(source.get("member"))
    if known or any("*" in str(member) for member in members):
        return known
    path, _ = check.fetch_archive(name, add_entries(settings, lock), mirror, folder)
    hashes = digests(path, members, where=name)
    return {"sha256": hashes if isinstance(source["member"], list) else hashes[0]}


def hash_archive(entry: Any, mirror: str, folder: Path) -> dict[str, Any]:
    """Fetch an entry that has no hash yet, and return its hash, or the hashes of the files in a list.

    Empty for an entry that only a mirror folder can provide, if the folder does not have it.
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


def add_entries(settings: Configuration, lock: Entries) -> Configuration:
    """The configuration with the lock's entries where the stanzas do not state them; entries that do not fit
    are ignored.
    """
    datasets: dict[str, Any] = dict(settings.datasets)
    for name, entry in lock["datasets"].items():
        try:
            datasets[name] = catalogue.laid_over(entry, settings.datasets[name])
        except InputError:
            continue
    archives: Any = {a: {**lock["archives"].get(a, {}), **entry} for a, entry in settings.archives.items()}
    return settings._replace(datasets=datasets, archives=archives)


def write_lock(one: Catalogue, lock: Entries) -> None:
    """Write the lock file of a catalogue, if it changes."""
    entries = {
        section: {k: known[k] for k in catalogue.keys_of(one, section) if known.get(k)}
        for section, known in lock.items()
    }
    if entries == {section: one.lock.data.get(section) or {} for section in entries}:
        return
    filled = {section: part for section, part in entries.items() if part or section == "datasets"}
    text = yaml.safe_dump(filled, default_flow_style=None, sort_keys=False, width=WIDTH, allow_unicode=True)
    with replace(one.lock_path) as temporary:
        temporary.write_text(catalogue.HEAD + text, encoding="utf-8")
