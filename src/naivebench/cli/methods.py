"""`naivebench methods`: what can be fitted."""

from __future__ import annotations

import json
import string
from argparse import Namespace
from pathlib import Path
from typing import Any

from naivebench.cli import terminal
from naivebench.models import own
from naivebench.models.stanzas import MethodStanza, with_defaults


def run(arguments: Namespace) -> None:
    """Print the table or its JSON."""
    root = terminal.named_or_around(arguments.project) or Path()
    rows = [describe(name, stanza, root) for name, stanza in terminal.methods(arguments.project).items()]
    if arguments.json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    shown = [
        (
            r["id"],
            r["title"],
            r["group"],
            ", ".join(r["kinds"]),
            r["discretize"] or "-",
            _params(r["params"]),
            r["availability"],
        )
        for r in rows
    ]
    terminal.say(
        terminal.aligned(
            [("id", "title", "group", "kinds", "discretizer", "parameters", "availability"), *shown]
        )
    )
    for row in rows:
        if row["remedy"]:
            terminal.say(f"\n{row['id']}: {row['remedy']}")


def _params(params: dict) -> str:
    return ", ".join(f"{key}={value}" for key, value in params.items()) or "-"


def describe(name: str, stanza: MethodStanza, root: Path) -> dict:
    """One row: id, title, group, kinds, discretize, params, cost, source, availability, remedy."""
    row: dict[str, Any] = {"id": name, "title": stanza["title"], "group": stanza["group"]}
    row |= {"kinds": stanza.get("kinds", []), "discretize": stanza.get("discretize")}
    row |= {"params": with_defaults(stanza)["params"], "cost": stanza["cost"]}
    if "module" in stanza:
        return row | {
            "source": own.shown(stanza["module"]),
            "availability": "ready",
            "remedy": "",
        }
    files = predictions(stanza["predictions"], root)
    availability = f"{len(files)} prediction file{'' if len(files) == 1 else 's'}"
    remedy = (
        ""
        if files
        else f"predict the test rows of data/folds/ with the other tool and write {stanza['predictions']}"
    )
    return row | {"source": stanza["predictions"], "availability": availability, "remedy": remedy}


def predictions(pattern: str, root: Path) -> list[Path]:
    """Files of another tool's predictions that are there."""
    glob = "".join(
        text + ("*" if field == "dataset" else "**" if field else "")
        for text, field, _, _ in string.Formatter().parse(pattern)
    )
    return sorted(root.glob(glob))
