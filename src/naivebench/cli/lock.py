"""Record hashes and counts of data sets in the lock file of their catalogue.

The file contains hashes of files, and the numbers of rows, attributes, missing cells and cases
of each class. They are checked whenever a data set is prepared. Keys that a stanza sets itself are not
written. The command prints which entries are new or changed, and keeps those of data sets that it could not
obtain. A known hash stays: if a file on the network has changed, delete the entry first.
"""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import Configuration, catalogue
from naivebench.benchmark.configuration.catalogue import Catalogue
from naivebench.cli import check, project, terminal
from naivebench.core.checks import InputError
from naivebench.core.files import replace_file
from naivebench.data import fetch, openml, prepare, sources
from naivebench.data.archive import hash_members

EXAMPLES = "  naivebench lock zoo\n  naivebench lock"
WIDTH = 110  # length of a line in a lock file


class Locks(NamedTuple):
    """The entries of the lock files of all catalogues, and the configuration without them."""

    settings: Configuration
    archives: dict[str, Any]
    datasets: dict[str, Any]

    def complete_configuration(self) -> Configuration:
        """Return the configuration with all entries; those that do not fit their stanza are ignored."""
        settings, datasets = self.settings, dict(self.settings.datasets)
        for name, entry in self.datasets.items():
            try:
                datasets[name] = catalogue.add_missing_keys(entry, settings.datasets[name])
            except InputError:
                continue
        archives = {a: self.archives.get(a, {}) | entry for a, entry in settings.archives.items()}
        return settings._replace(datasets=datasets, archives=archives)


def add_arguments(command: ArgumentParser) -> None:
    text = "id of a data set in config/datasets/ (default: all)"
    command.add_argument("datasets", nargs="*", metavar="DATASET", help=text)
    project.add_configuration_option(command)


def run(arguments: Namespace) -> int:
    """Lock the named data sets, or all of them; return 1 if one could not be obtained."""
    root, lost, unchanged = project.require_project(), 0, 0
    catalogues, settings = configuration.read_unlocked_catalogues(root, arguments.configfile)
    for name in arguments.datasets:
        check.require_dataset(name, settings)
    locks = read_locks(catalogues, settings)
    for one in catalogues:
        path = os.path.relpath(one.lock_path, root)
        for name in one.datasets.data:
            if arguments.datasets and name not in arguments.datasets:
                continue
            before = locks.datasets.get(name)
            try:
                locks.datasets[name] = lock_dataset(name, locks)
            except InputError as error:
                lost += 1
                terminal.print_text(f"{path}: not obtained, entry kept: {name}: {error}")
                continue
            if locks.datasets[name] == before:
                unchanged += 1
            else:
                terminal.print_text(f"{path}: {'changed' if before else 'new'}: {name}")
        write_lock_file(one, locks)
    terminal.print_text(f"{unchanged} entries are unchanged")
    return int(lost > 0)


def read_locks(catalogues: list[Catalogue], settings: Configuration) -> Locks:
    """Collect the entries of the data sets and archives that are still in the catalogues."""
    archives, datasets = (
        {k: v for c in catalogues for k, v in c.lock.data.get(section, {}).items() if k in known}
        for section, known in (("archives", settings.archives), ("datasets", settings.datasets))
    )
    return Locks(settings, archives, datasets)


def lock_dataset(name: str, locks: Locks) -> dict[str, Any]:
    """Return the hashes of the sources and counts of a data set, and add its archives to `locks.archives`."""
    stanza, before = locks.settings.datasets[name], locks.datasets.get(name, {})
    listed, old = sources.list_sources(stanza), sources.wrap_in_list(before.get("source", {}))
    old = old if len(old) == len(listed) else [{}] * len(listed)
    new = [hash_source(source, known, locks) for source, known in zip(listed, old, strict=True)]
    entry: dict[str, Any] = {}
    if any(new):
        entry["source"] = new if isinstance(stanza["source"], list) else new[0]
    whole = locks._replace(datasets={**locks.datasets, name: entry}).complete_configuration()
    _, record = check.read_dataset(name, whole)
    stated = stanza.get("expect") or {}
    return entry | {"expect": {k: v for k, v in prepare.list_counts(record).items() if k not in stated}}


def hash_source(source: Any, known: Any, locks: Locks) -> Any:
    """Compute the hashes of a source that its stanza does not state."""
    if sources.find_source_form(source) not in sources.FETCHED or "sha256" in source:
        return {}
    if "archive" not in source:
        return known or hash_archive(source, locks.settings)
    name, archives = source["archive"], locks.settings.archives
    if "sha256" not in archives.get(name, {}) and name not in locks.archives:
        locks.archives[name] = hash_archive(archives.get(name, {}), locks.settings)
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


def write_lock_file(one: Catalogue, locks: Locks) -> None:
    """Write the lock file of a catalogue, if it changes."""
    entries = {
        "archives": {k: locks.archives[k] for k in one.archives.data if locks.archives.get(k)},
        "datasets": {k: locks.datasets[k] for k in one.datasets.data if locks.datasets.get(k)},
    }
    if entries == {section: one.lock.data.get(section, {}) for section in entries}:
        return
    filled = {section: part for section, part in entries.items() if part or section == "datasets"}
    text = yaml.safe_dump(filled, default_flow_style=None, sort_keys=False, width=WIDTH, allow_unicode=True)
    with replace_file(one.lock_path) as temporary:
        temporary.write_text(catalogue.HEAD + text, encoding="utf-8")
