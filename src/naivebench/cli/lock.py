"""Record hashes and counts of data sets in the lock file of their catalogue.

The file contains hashes of files, and the numbers of rows, attributes, missing cells and cases
of each class. They are checked whenever a data set is prepared. Keys that a stanza sets itself are not
written. The command prints which entries are new or changed, and keeps those of data sets that it could not
obtain. A known hash stays: if a file on the network has changed, delete the entry first.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import yaml

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import Configuration, catalogue
from naivebench.benchmark.configuration.catalogue import Catalogue
from naivebench.cli import check, project, terminal
from naivebench.core.checks import InputError, check_known_words
from naivebench.core.files import replace_file
from naivebench.data import fetch, openml, prepare, sources
from naivebench.data.archive import hash_members

EXAMPLES = "  naivebench lock zoo\n  naivebench lock"
Entries = dict[str, dict[str, Any]]  # archives and datasets: id -> entry, of all lock files together


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("datasets", nargs="*", metavar="DATASET", help="id of a data set (default: all)")
    project.add_configuration_option(command)


def run(arguments: Namespace) -> int:
    """Lock the named data sets, or all of them; return 1 if one could not be obtained."""
    root, lost, unchanged = project.require_project(), 0, 0
    catalogues, settings = configuration.read_unlocked_catalogues(root, arguments.configfile)
    check_known_words(arguments.datasets, settings.datasets, check.LISTED, "naivebench lock")
    locks: Entries = {
        section: {k: v for c in catalogues for k, v in c.lock.data.get(section, {}).items() if k in known}
        for section, known in (("archives", settings.archives), ("datasets", settings.datasets))
    }
    for one in catalogues:
        path = os.path.relpath(one.lock_path, root)
        for name in [n for n in one.datasets.data if n in (arguments.datasets or [n])]:
            before = locks["datasets"].get(name)
            try:
                entry = locks["datasets"][name] = lock_dataset(name, locks, settings)
            except InputError as error:
                lost += 1
                terminal.print_text(f"{path}: not obtained, entry kept: {name}: {error}")
                continue
            if entry == before:
                unchanged += 1
            else:
                terminal.print_text(f"{path}: {'changed' if before else 'new'}: {name}")
        write_lock_file(one, locks)
    terminal.print_text(f"{unchanged} entries are unchanged")
    return int(lost > 0)


def lock_dataset(name: str, locks: Entries, settings: Configuration) -> dict[str, Any]:
    """Return the hashes of the sources and counts of the prepared data set; adds to `locks["archives"]`."""
    stanza, before = settings.datasets[name], locks["datasets"].get(name, {})
    listed, old = sources.list_sources(stanza), sources.wrap_in_list(before.get("source", {}))
    old = old if len(old) == len(listed) else [{}] * len(listed)
    new = [hash_source(s, known, locks, settings) for s, known in zip(listed, old, strict=True)]
    entry: dict[str, Any] = {}
    if any(new):
        entry["source"] = new if isinstance(stanza["source"], list) else new[0]

    # read the data set with all entries, apart from those that do not fit their stanza any more
    datasets = dict(settings.datasets)
    for other, stored in {**locks["datasets"], name: entry}.items():
        with contextlib.suppress(InputError):
            datasets[other] = catalogue.add_missing_keys(stored, datasets[other])
    archives = {a: locks["archives"].get(a, {}) | stated for a, stated in settings.archives.items()}
    _, record = check.read_dataset(name, settings._replace(datasets=datasets, archives=archives))
    expected = stanza.get("expect") or {}
    return entry | {"expect": {k: v for k, v in prepare.list_counts(record).items() if k not in expected}}


def hash_source(source: Any, known: Any, locks: Entries, settings: Configuration) -> Any:
    """Compute the hashes of a source that its stanza does not state."""
    if sources.find_source_form(source) not in sources.FETCHED or "sha256" in source:
        return {}
    if "archive" not in source:
        return known or hash_archive(source, settings)
    name, archives = source["archive"], settings.archives
    if "sha256" not in archives.get(name, {}) and name not in locks["archives"]:
        locks["archives"][name] = hash_archive(archives.get(name, {}), settings)
    return {}


def hash_archive(entry: Any, settings: Configuration) -> dict[str, Any]:
    """Fetch an entry that has no hash yet and hash it; {} if a mirror, its only source, lacks it."""
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        path, status = Path(folder, "archive"), Path(folder, "status.json")
        record = fetch.fetch_archive(entry, path, status, check.find_mirror(settings), pinned=False)
        if record["status"] != "ok":
            if "pip" in entry or "url" in entry or "openml" in entry:
                raise InputError(record["reason"])
            return {}
        names = fetch.list_member_names(entry)
        hashes = hash_members(path, names) if names else record["sha256"]
        return {"sha256": hashes[0] if names == [openml.DATA] else hashes}


def write_lock_file(one: Catalogue, locks: Entries) -> None:
    """Write the lock file of a catalogue, if it changes."""
    entries = {
        section: {name: locks[section][name] for name in ids if locks[section].get(name)}
        for section, ids in (("archives", one.archives.data), ("datasets", one.datasets.data))
    }
    if entries == {section: one.lock.data.get(section, {}) for section in entries}:
        return
    filled = {section: part for section, part in entries.items() if part or section == "datasets"}
    text = yaml.safe_dump(filled, default_flow_style=None, sort_keys=False, width=110, allow_unicode=True)
    with replace_file(one.lock_path) as temporary:
        temporary.write_text(catalogue.HEAD + text, encoding="utf-8")
