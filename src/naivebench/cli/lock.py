"""Record hashes and counts of data sets in the lock file of their catalogue.

The file contains hashes of files, and the numbers of rows, attributes, missing cells and cases
of each class. They are checked whenever a data set is prepared. Keys that a stanza sets itself are not
written. The command prints which entries are new or changed. It also names the data sets that could not be
obtained, and keeps their entries.
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
from naivebench.cli.datasets import read_data_record
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.files import replace_file
from naivebench.data import fetch, openml, prepare, sources
from naivebench.data.archive import hash_members

EXAMPLES = "  naivebench lock zoo\n  naivebench lock"
WIDTH = 110  # length of a line in a lock file
MISSING = "not obtained, entry kept"


class LockState(NamedTuple):
    """Values that the data sets of one call share."""

    settings: Configuration
    archives: dict[str, Any]  # id -> entry of the lock file
    datasets: dict[str, Any]
    mirror: str
    folder: Path  # for archives that are fetched

    def complete_configuration(self) -> Configuration:
        """Return the configuration, with lock entries for keys that stanzas lack; entries that do not fit are
        ignored.
        """
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
    project.add_project_options(command, mirror=True)


def run(arguments: Namespace) -> int:
    """Lock the named data sets, or all of them; return 1 if one could not be obtained."""
    root = project.require_project(arguments.project, writes=True)
    catalogues, settings = configuration.read_unlocked_catalogues(root, arguments.configfile)
    for name in arguments.datasets:
        check.require_dataset(name, settings)
    archives, datasets = (
        {k: v for c in catalogues for k, v in c.lock.data.get(section, {}).items() if k in known}
        for section, known in (("archives", settings.archives), ("datasets", settings.datasets))
    )
    wanted, complete = arguments.datasets or list(settings.datasets), True
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        mirror = check.find_mirror(arguments, settings)
        state = LockState(settings, archives, datasets, mirror, Path(folder))
        for one in catalogues:
            news = update_lock_entries([d for d in one.datasets.data if d in wanted], state)
            gone = [d for d in one.lock.data.get("datasets", {}) if d not in settings.datasets]
            news["removed, because it is not in the catalogue any more"] = [", ".join(gone)] if gone else []
            write_lock_file(one, state)
            complete = complete and not news[MISSING]
            for what, sentences in news.items():
                for sentence in sentences:
                    terminal.print_text(f"{os.path.relpath(one.lock_path, root)}: {what}: {sentence}")
    return int(not complete)


def update_lock_entries(names: list[str], state: LockState) -> dict[str, list[str]]:
    """Compute the entries of data sets. Returns names and sentences, grouped by what happened."""
    news: dict[str, list[str]] = {"new": [], "changed": [], "unchanged": [], MISSING: []}
    for name in names:
        before = state.datasets.get(name)
        try:
            state.datasets[name] = lock_dataset(name, state)
        except InputError as error:
            news[MISSING].append(f"{name}: {error}")
            continue
        same = state.datasets[name] == before
        news["unchanged" if same else "changed" if before else "new"].append(name)
    # hundreds of names would hide what changed
    if unchanged := news["unchanged"]:
        news["unchanged"] = [f"{len(unchanged)} of {len(names)} data sets"]
    return news


def lock_dataset(name: str, state: LockState) -> dict[str, Any]:
    """Return the entry of a data set. Known hashes that no longer match the data are computed again."""
    try:
        return compute_lock_entry(name, state)
    except InputError:
        own = {s.get("archive") for s in sources.list_sources(state.settings.datasets[name])}
        archives = {a: entry for a, entry in state.archives.items() if a not in own}
        without = state._replace(archives=archives, datasets={**state.datasets, name: {}})
        entry = compute_lock_entry(name, without)
        state.archives.update(archives)
        return entry


def compute_lock_entry(name: str, state: LockState) -> dict[str, Any]:
    """Return the hashes of the sources and counts of the prepared data set; adds to `state.archives`."""
    stanza, before = state.settings.datasets[name], state.datasets.get(name, {})
    listed, old = sources.list_sources(stanza), sources.wrap_in_list(before.get("source", {}))
    old = old if len(old) == len(listed) else [{}] * len(listed)
    new = [hash_source(source, known, state) for source, known in zip(listed, old, strict=True)]
    entry: dict[str, Any] = {}
    if any(new):
        entry["source"] = new if isinstance(stanza["source"], list) else new[0]
    whole = state._replace(datasets={**state.datasets, name: entry}).complete_configuration()
    table, record = check.read_dataset(name, whole, state.mirror, state.folder)
    if isinstance(table, Absence):
        raise InputError(table.reason)
    stated = stanza.get("expect") or {}
    return entry | {"expect": {k: v for k, v in prepare.list_counts(record).items() if k not in stated}}


def hash_source(source: Any, known: Any, state: LockState) -> Any:
    """Compute the hashes of a source that its stanza does not state."""
    if sources.find_source_form(source) not in sources.FETCHED or "sha256" in source:
        return {}
    if "archive" not in source:
        return known or hash_archive(source, state)
    name, archives = source["archive"], state.settings.archives
    if "sha256" not in archives.get(name, {}) and name not in state.archives:
        state.archives[name] = hash_archive(archives.get(name, {}), state)
    members = sources.wrap_in_list(source.get("member"))
    if known or any("*" in str(member) for member in members):
        return known
    path, status = check.obtain_archive(name, state.complete_configuration(), state.mirror, state.folder)
    record = read_data_record(status)
    if record["status"] != "ok":
        raise InputError(record["reason"])
    hashes = hash_members(path, members)
    return {"sha256": hashes if isinstance(source["member"], list) else hashes[0]}


def hash_archive(entry: Any, state: LockState) -> dict[str, Any]:
    """Fetch an entry that has no hash yet, and return its hash, or the hashes of the files in a list.

    The hash is empty for an entry that only a mirror folder can provide, if the folder lacks it.
    """
    path = state.folder / "unpinned.archive"
    record = fetch.fetch_archive(entry, path, path.with_suffix(".json"), state.mirror, pinned=False)
    if record["status"] != "ok":
        if "pip" in entry or "url" in entry or "openml" in entry:
            raise InputError(record["reason"])
        return {}
    names = fetch.list_member_names(entry)
    if names == [openml.DATA]:
        return {"sha256": hash_members(path, names)[0]}
    return {"sha256": hash_members(path, names) if names else record["sha256"]}


def write_lock_file(one: Catalogue, state: LockState) -> None:
    """Write the lock file of a catalogue, if it changes."""
    entries = {
        "archives": {k: state.archives[k] for k in one.archives.data if state.archives.get(k)},
        "datasets": {k: state.datasets[k] for k in one.datasets.data if state.datasets.get(k)},
    }
    if entries == {section: one.lock.data.get(section, {}) for section in entries}:
        return
    filled = {section: part for section, part in entries.items() if part or section == "datasets"}
    text = yaml.safe_dump(filled, default_flow_style=None, sort_keys=False, width=WIDTH, allow_unicode=True)
    with replace_file(one.lock_path) as temporary:
        temporary.write_text(catalogue.HEAD + text, encoding="utf-8")
