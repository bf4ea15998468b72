"""`naivebench methods`: list the available methods, or describe one of them."""

from __future__ import annotations

import string
import textwrap
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from naivebench.cli import terminal
from naivebench.models import own, parameters
from naivebench.models.stanzas import UNREAD, MethodStanza, with_defaults

TEXT = """With METHOD, the command prints what this method does, its paper, the meaning of its parameters,
its class in `naivebench.estimators`, its section of the documentation, and examples."""
EXAMPLES = "  naivebench methods\n  naivebench methods tan"
WIDTH = 100  # characters per line
LISTED = ("id", "title", "group", "kinds", "discretizer", "parameters", "availability")
SHOWN_APART = ("id", "title", "parameters")  # not among the facts of a description


def add_arguments(command: ArgumentParser) -> None:
    """Add the arguments of `naivebench methods`."""
    terminal.add_project(command)
    command.add_argument("method", nargs="?", metavar="METHOD", help="id of the method to describe")


def run(arguments: Namespace) -> None:
    """Print the table, or the description of one method."""
    root = terminal.find_project(arguments.project) or Path()
    stanzas = terminal.read_methods(arguments.project)
    if arguments.method is None:
        records = [describe_method(name, stanza, root) for name, stanza in stanzas.items()]
        rows = [tuple(write_value(record[key]) for key in LISTED) for record in records]
        terminal.say(terminal.align([LISTED, *rows]))
    else:
        stanza = terminal.find_method(stanzas, arguments.method)
        terminal.say(write_card(describe_method(arguments.method, stanza, root), stanza))


def describe_method(name: str, stanza: MethodStanza, root: Path) -> dict[str, Any]:
    """What the list says about a method."""
    availability, source = "ready", stanza.get("predictions", "")
    if "module" in stanza:
        source = own.shown(stanza["module"])
    else:
        parts = string.Formatter().parse(source)
        pattern = "".join(
            text + ("*" if field == "dataset" else "**" if field else "") for text, field, *_ in parts
        )
        availability = f"{len(list(root.glob(pattern)))} prediction file(s)"
    return {
        "id": name,
        "title": stanza["title"],
        "group": stanza["group"],
        "kinds": stanza.get("kinds", []),
        "discretizer": stanza.get("discretize"),
        "parameters": with_defaults(stanza)["params"],
        "cost": stanza["cost"],
        "source": source,
        "availability": availability,
    }


def write_card(record: dict[str, Any], stanza: MethodStanza) -> str:
    """The description of a method: what it does, facts, parameters and examples."""
    module, estimator = stanza.get("module", ""), stanza.get("estimator", "")
    text = parameters.docstring(module)
    facts = {
        "paper": stanza.get("reference", ""),
        "estimator": estimator and f"naivebench.estimators.{estimator}",
        "package": stanza.get("package", ""),
        "documentation": parameters.section(text),
    }
    rows = [(k, write_value(v)) for k, v in (record | facts).items() if v and k not in SHOWN_APART]
    blocks = [f"{record['id']}: {record['title']}", stanza.get("idea", text)]
    blocks += [textwrap.fill(stanza.get("caveat", ""), WIDTH), terminal.align(rows)]
    described = parameters.described(module, stanza["params"]) if module else []
    for parameter in described:
        value = "" if parameter.value is UNREAD else f" = {parameter.value}"
        meaning = textwrap.fill(parameter.meaning, WIDTH)
        blocks.append(f"parameter {parameter.name}{value}\n{textwrap.indent(meaning, '    ')}")
    if module:
        command = f"naivebench fit --method {record['id']} --train a.csv --target class --out model.nb"
        blocks.append(f"example: {command}")
    if estimator:
        from naivebench.estimators import write_call  # imports scikit-learn

        if call := write_call(stanza):
            blocks.append(f"in Python: from naivebench.estimators import {estimator}; {call}.fit(X, y)")
    return "\n\n".join(filter(None, blocks))


def write_value(value: Any) -> str:
    """Lists and mappings as text, - for nothing."""
    if isinstance(value, dict):
        value = [f"{key}={setting}" for key, setting in value.items()]
    return (", ".join(map(str, value)) if isinstance(value, list) else value) or "-"
