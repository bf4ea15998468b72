"""`naivebench methods`: list the available methods."""

from __future__ import annotations

import json
import string
from argparse import Namespace
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.cli import terminal
from naivebench.models import own
from naivebench.models.stanzas import MethodStanza, with_defaults


class Row(NamedTuple):
    """One method in the list."""

    id: str
    title: str
    group: str
    kinds: list[str]
    discretize: str | None
    params: dict[str, Any]
    cost: str
    source: str  # file of the code or of the predictions
    availability: str
    remedy: str  # "" if the method is ready


def run(arguments: Namespace) -> None:
    """Print the table, or JSON."""
    root = terminal.named_or_around(arguments.project) or Path()
    rows = [describe(name, stanza, root) for name, stanza in terminal.methods(arguments.project).items()]
    if arguments.json:
        print(json.dumps([row._asdict() for row in rows], indent=1, ensure_ascii=False))
        return
    table = [("id", "title", "group", "kinds", "discretizer", "parameters", "availability")]
    for r in rows:
        params = ", ".join(f"{key}={value}" for key, value in r.params.items()) or "-"
        kinds = ", ".join(r.kinds)
        table.append((r.id, r.title, r.group, kinds, r.discretize or "-", params, r.availability))
    terminal.say(terminal.aligned(table))
    for r in rows:
        if r.remedy:
            terminal.say(f"\n{r.id}: {r.remedy}")


def describe(name: str, stanza: MethodStanza, root: Path) -> Row:
    """Build the row of one method."""
    if "module" in stanza:
        source, availability, remedy = own.shown(stanza["module"]), "ready", ""
    else:
        source, files = stanza["predictions"], predictions(stanza["predictions"], root)
        availability = f"{len(files)} prediction file{'' if len(files) == 1 else 's'}"
        remedy = f"predict the test rows of data/folds/ with the other tool and write {source}"
        remedy = "" if files else remedy
    return Row(
        name,
        stanza["title"],
        stanza["group"],
        stanza.get("kinds", []),
        stanza.get("discretize"),
        with_defaults(stanza)["params"],
        stanza["cost"],
        source,
        availability,
        remedy,
    )


def predictions(pattern: str, root: Path) -> list[Path]:
    """Existing files with predictions of another tool."""
    glob = "".join(
        text + ("*" if field == "dataset" else "**" if field else "")
        for text, field, _, _ in string.Formatter().parse(pattern)
    )
    return sorted(root.glob(glob))
