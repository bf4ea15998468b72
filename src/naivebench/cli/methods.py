"""List the methods, or describe one.

With METHOD, the command prints what this method does, its paper, the kinds of columns it accepts,
the meaning of its parameters, its class in `naivebench.estimators`, its section of the documentation, and
examples.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from naivebench.cli import project, terminal
from naivebench.models import own_methods, parameters
from naivebench.models.method_stanzas import UNREAD, find_method

EXAMPLES = "  naivebench methods\n  naivebench methods tan"


def add_arguments(command: ArgumentParser) -> None:
    project.add_configuration_option(command)
    command.add_argument("method", nargs="?", metavar="METHOD", help="id of the method to describe")


def run(arguments: Namespace) -> None:
    methods, name = project.read_methods(arguments), arguments.method
    if name is None:
        longest = max(map(len, methods))
        for method, stanza in methods.items():
            terminal.print_text(f"{method:{longest}}  {stanza['title']}")
        return

    stanza = find_method(methods, name)
    module, estimator = stanza.get("module", ""), stanza.get("estimator", "")
    text = parameters.read_docstring(module)
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
    blocks = [
        f"{name}: {stanza['title']}",
        stanza.get("idea", ""),
        text,
        stanza.get("caveat", ""),
        "\n".join(f"{key}: {value}" for key, value in facts.items() if value),
    ]
    for parameter in parameters.describe_parameters(module, stanza["params"]) if module else []:
        value = "" if parameter.value is UNREAD else f" = {parameter.value}"
        blocks.append(f"parameter {parameter.name}{value}\n    {parameter.meaning}")
    if module:
        blocks.append(f"example: naivebench fit --method {name} --train a.csv --target class --out model.nb")
    if estimator:
        from naivebench.estimators import format_constructor  # imports scikit-learn

        if call := format_constructor(stanza):
            blocks.append(f"in Python: from naivebench.estimators import {estimator}; {call}.fit(X, y)")
    terminal.print_text("\n\n".join(filter(None, blocks)))
