"""List the data sets, their availability, and how to get missing ones.

A run (`make`) fetches all of them; `naivebench check DATASET` fetches one and describes it.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from naivebench.cli import project, terminal

EXAMPLES = "  naivebench datasets"


def add_arguments(command: ArgumentParser) -> None:
    project.add_configuration_option(command)


def run(arguments: Namespace) -> None:
    settings = project.read_configuration(arguments)
    names_by_remedy: dict[str, list[str]] = {}
    longest = max(map(len, settings.datasets), default=0)
    for name, stanza in settings.datasets.items():
        path = settings.root / "data" / "prepared" / f"{name}.json"
        availability = "not prepared yet"
        remedy = "A run (`make`) prepares all of them, and `naivebench check ID` reads one."
        if path.is_file():
            record = json.loads(path.read_text(encoding="utf-8"))
            availability, remedy = "ready", ""
            if record["status"] != "ok":
                availability = record["status"]
                remedy = f"{record['reason'].rstrip('.')}. {record['remedy']}".strip()
        terminal.print_text(f"{name:{longest}}  {availability:16}  {stanza['title']}")
        names_by_remedy.setdefault(remedy, []).append(name)
    for remedy, names in names_by_remedy.items():
        if remedy:
            terminal.print_text(f"\n{', '.join(names)}: {remedy}")
