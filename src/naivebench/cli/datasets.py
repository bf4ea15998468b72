"""List the data sets, their availability, and how to get missing ones.

A run (`make`) fetches all of them; `naivebench check DATASET` fetches one and describes it.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path
from typing import Any

from naivebench.benchmark.configuration import Configuration
from naivebench.cli import project, terminal
from naivebench.data import prepare, sources

EXAMPLES = "  naivebench datasets"


def add_arguments(command: ArgumentParser) -> None:
    project.add_project_options(command)


def run(arguments: Namespace) -> None:
    """Print the table, and how to obtain missing data sets."""
    settings = project.read_configuration(arguments)
    rows, names_by_remedy = [("id", "title", "kinds", "availability", "source")], dict[str, list[str]]()
    for name, stanza in settings.datasets.items():
        record = read_data_record(settings.root / "data" / "prepared" / f"{name}.json")
        counts = Counter(attribute["kind"] for attribute in record.get("attributes", ()))
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "-"
        availability, remedy = describe_availability(name, settings)
        source = record.get("source") or prepare.describe_source(stanza)
        rows.append((name, stanza["title"], kinds, availability, source))
        names_by_remedy.setdefault(remedy, []).append(name)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        terminal.print_text("  ".join(map(str.ljust, row, widths)).rstrip())
    for remedy, names in names_by_remedy.items():
        if remedy:
            terminal.print_text(f"\n{', '.join(names)}: {remedy}")


def read_data_record(path: Path) -> dict[str, Any]:
    """Return the record of a prepared data set or a fetched archive, or an empty dict if there is none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def describe_availability(name: str, settings: Configuration) -> tuple[str, str]:
    """Describe the availability of a data set in a few words, and how to obtain it if it is missing."""
    needs = sources.find_inputs(settings.datasets[name], settings.archives)
    data = settings.root / "data"
    prepared, raw = data / "prepared" / f"{name}.json", data / "raw" / f"{needs.archive}.json"
    for path, state in ((prepared, "ready"), (raw, "fetched")):
        if record := read_data_record(path):
            if record["status"] != "ok":
                return record["status"], f"{record['reason'].rstrip('.')}. {record['remedy']}".strip()
            return state, ""
    if needs.derive:
        availability, remedy = describe_availability(needs.derive, settings)
        return ("generated on demand" if availability == "ready" else availability), remedy
    if needs.file:
        path = Path(sources.resolve_own_file(needs.file, settings.root)).resolve()
        if path.is_file():
            return "file is there", ""
        return "file is missing", f"Put the file at {path}, or correct `file` in its source."
    if not needs.archive:
        return "generated on demand", ""
    if any(key in source for source in needs.alternatives for key in ("archive", "pip", "url")):
        return "not fetched yet", "A run (`make`) fetches them all, and `naivebench check ID` fetches one."
    paths = " or ".join(str(source["mirror"]) for source in needs.alternatives)
    folder = "the mirror folder (key `mirror` of config.yaml, or NAIVEBENCH_MIRROR)"
    return "by mirror only", needs.alternatives[0].get("remedy") or f"Put the file into {folder} as {paths}."
