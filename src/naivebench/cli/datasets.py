"""List the data sets, their availability, and how to get missing ones.

A run (`make`) fetches all of them; `naivebench check DATASET` fetches one and describes it.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from naivebench.benchmark.configuration import Configuration
from naivebench.cli import project, terminal
from naivebench.data import sources

EXAMPLES = "  naivebench datasets"


def add_arguments(command: ArgumentParser) -> None:
    project.add_configuration_option(command)


def run(arguments: Namespace) -> None:
    """Print the table, and how to obtain missing data sets."""
    settings = project.read_configuration(arguments)
    names_by_remedy: dict[str, list[str]] = {}
    longest = max(map(len, settings.datasets), default=0)
    for name, stanza in settings.datasets.items():
        availability, remedy = describe_availability(name, settings)
        terminal.print_text(f"{name:{longest}}  {availability:19}  {stanza['title']}")
        names_by_remedy.setdefault(remedy, []).append(name)
    for remedy, names in names_by_remedy.items():
        if remedy:
            terminal.print_text(f"\n{', '.join(names)}: {remedy}")


def describe_availability(name: str, settings: Configuration) -> tuple[str, str]:
    """Describe the availability of a data set in a few words, and how to obtain it if it is missing."""
    needs = sources.find_inputs(settings.datasets[name], settings.archives)
    data = settings.root / "data"
    prepared, raw = data / "prepared" / f"{name}.json", data / "raw" / f"{needs.archive}.json"
    for path, state in ((prepared, "ready"), (raw, "fetched")):
        if path.is_file():
            record = json.loads(path.read_text(encoding="utf-8"))
            if record["status"] != "ok":
                return record["status"], f"{record['reason'].rstrip('.')}. {record['remedy']}".strip()
            return state, ""
    if needs.derive:
        return describe_availability(needs.derive, settings)
    if needs.file:
        path = Path(sources.resolve_own_file(needs.file, settings.root)).resolve()
        if path.is_file():
            return "file is there", ""
        return "file is missing", f"Put the file at {path}, or correct `file` in its source."
    if not needs.archive:
        return "generated on demand", ""
    return "not fetched yet", "A run (`make`) fetches them all, and `naivebench check ID` fetches one."
