"""List the methods, or describe one.

With METHOD, the command prints what this method does, its paper, the kinds of columns it accepts,
the meaning of its parameters, its class in `naivebench.estimators`, its section of the documentation, and
examples.
"""

from __future__ import annotations

import shutil
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from naivebench.cli import project, terminal
from naivebench.models import own_methods, parameters
from naivebench.models.method_stanzas import UNREAD, MethodStanza, find_method

EXAMPLES = "  naivebench methods\n  naivebench methods tan"
WIDEST = 100  # characters of a line of a description


def add_arguments(command: ArgumentParser) -> None:
    project.add_project_options(command)
    command.add_argument("method", nargs="?", metavar="METHOD", help="id of the method to describe")


def run(arguments: Namespace) -> None:
    """Print the list, or the description of one method, in the width of the terminal."""
    methods, width = project.read_methods(arguments), shutil.get_terminal_size().columns
    if arguments.method is None:
        terminal.print_text(list_methods(methods, width))
    else:
        stanza = find_method(methods, arguments.method)
        terminal.print_text(describe_method(arguments.method, stanza, min(width, WIDEST)))


def list_methods(methods: Mapping[str, MethodStanza], width: int) -> str:
    """List id and title of every method."""
    longest = max(map(len, methods))
    titles = {"id": "title"} | {name: stanza["title"] for name, stanza in methods.items()}
    return "\n".join(wrap_text(title, width, f"{name:{longest}}  ") for name, title in titles.items())


def wrap_text(text: str, width: int, start: str = "") -> str:
    """Return a paragraph after `start`, wrapped between words; its other lines begin below its first word."""
    return textwrap.fill(
        text,
        width,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )


def describe_method(name: str, stanza: MethodStanza, width: int) -> str:
    """Describe a method: its purpose, facts, parameters and examples."""
    module, estimator = stanza.get("module", ""), stanza.get("estimator", "")
    text = parameters.read_docstring(module)
    # lines of formulas begin with blanks
    idea = [wrap_text(stanza.get("idea", ""), width)]
    idea += [part if "\n " in f"\n{part}" else wrap_text(part, width) for part in text.split("\n\n")]
    facts = {
        "group": stanza["group"],
        "kinds": ", ".join(stanza.get("kinds", [])),
        "discretizer": stanza.get("discretize"),
        "cost": stanza["cost"],
        "source": own_methods.source_file_name(module) if module else stanza["predictions"],
        "paper": stanza.get("reference"),
        "estimator": estimator and f"naivebench.estimators.{estimator}",
        "package": stanza.get("package"),
        "documentation": ", ".join(parameters.list_sections(text)),
    }
    known = {key: value for key, value in facts.items() if value}
    longest = max(map(len, known))
    rows = [wrap_text(value, width, f"{key:{longest}}  ") for key, value in known.items()]
    blocks = [
        f"{name}: {stanza['title']}",
        *idea,
        wrap_text(stanza.get("caveat", ""), width),
        "\n".join(rows),
    ]
    for parameter in parameters.describe_parameters(module, stanza["params"]) if module else []:
        value = "" if parameter.value is UNREAD else f" = {parameter.value}"
        blocks.append(f"parameter {parameter.name}{value}\n{wrap_text(parameter.meaning, width, '    ')}")
    if module:
        blocks.append(f"example: naivebench fit --method {name} --train a.csv --target class --out model.nb")
    if estimator:
        from naivebench.estimators import format_constructor  # imports scikit-learn

        if call := format_constructor(stanza):
            blocks.append(f"in Python: from naivebench.estimators import {estimator}; {call}.fit(X, y)")
    return "\n\n".join(filter(None, blocks))
