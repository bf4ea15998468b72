"""`naivebench methods`: list the available methods, or describe one of them."""

from __future__ import annotations

import re
import textwrap
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from naivebench.cli import terminal
from naivebench.models import own, parameters
from naivebench.models.stanzas import UNREAD, MethodStanza, add_defaults

TEXT = """With METHOD, the command prints what this method does, its paper, the meaning of its parameters,
its class in `naivebench.estimators`, its section of the documentation, and examples."""
EXAMPLES = "  naivebench methods\n  naivebench methods tan"
WIDTH = 100  # characters per line


def add_arguments(command: ArgumentParser) -> None:
    """Add the arguments of `naivebench methods`."""
    terminal.add_project(command)
    command.add_argument("method", nargs="?", metavar="METHOD", help="id of the method to describe")


def run(arguments: Namespace) -> None:
    """Print the table, or the description of one method."""
    root = terminal.find_project(arguments.project)
    stanzas = terminal.read_methods(arguments)
    if arguments.method is None:
        rows = [["id", "title", "group", "kinds", "discretizer", "parameters", "availability"]]
        for name, stanza in stanzas.items():
            params, available = add_defaults(stanza)["params"], find_state(stanza, root)
            about = (stanza["group"], stanza.get("kinds"), stanza.get("discretize"), params, available)
            rows.append([name, stanza["title"], *map(write_value, about)])
        terminal.print_text(terminal.align_rows(rows))
    else:
        stanza = terminal.find_method(stanzas, arguments.method)
        terminal.print_text(write_card(arguments.method, stanza, root))


def find_state(stanza: MethodStanza, root: Path | None) -> str:
    """Whether the method is ready, or the number of files of an external method."""
    if "module" in stanza:
        return "ready"
    pattern = re.sub(r"\{(\w+)\}", lambda m: "*" if m[1] == "dataset" else "**", stanza["predictions"])
    return f"{len(list((root or Path()).glob(pattern)))} prediction file(s)"


def write_card(name: str, stanza: MethodStanza, root: Path | None) -> str:
    """The description of a method: what it does, facts, parameters and examples."""
    module, estimator = stanza.get("module", ""), stanza.get("estimator", "")
    text = parameters.read_docstring(module)
    facts = {
        "group": stanza["group"],
        "kinds": stanza.get("kinds"),
        "discretizer": stanza.get("discretize"),
        "cost": stanza["cost"],
        "source": own.name_source(module) if module else stanza["predictions"],
        "availability": find_state(stanza, root),
        "paper": stanza.get("reference"),
        "estimator": estimator and f"naivebench.estimators.{estimator}",
        "package": stanza.get("package"),
        "documentation": ", ".join(parameters.list_sections(text)),
    }
    rows = [(key, write_value(value)) for key, value in facts.items() if value]
    idea, caveat = (textwrap.fill(stanza.get(key, ""), WIDTH) for key in ("idea", "caveat"))
    blocks = [f"{name}: {stanza['title']}", idea, text, caveat, terminal.align_rows(rows)]
    for parameter in parameters.describe_parameters(module, stanza["params"]) if module else []:
        value = "" if parameter.value is UNREAD else f" = {parameter.value}"
        meaning = textwrap.indent(textwrap.fill(parameter.meaning, WIDTH), "    ")
        blocks.append(f"parameter {parameter.name}{value}\n{meaning}")
    if module:
        blocks.append(f"example: naivebench fit --method {name} --train a.csv --target class --out model.nb")
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
