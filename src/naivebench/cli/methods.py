"""`naivebench methods`: list the available methods, or describe one of them."""

from __future__ import annotations

import json
import string
import textwrap
from argparse import Namespace
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.cli import terminal
from naivebench.models import own, parameters
from naivebench.models.parameters import Described, described
from naivebench.models.stanzas import UNREAD, MethodStanza, with_defaults

WIDTH = 100  # characters per line
EXAMPLE = "naivebench predict --method {} --train a.csv --test b.csv --target class --out predictions.csv"


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


class Card(NamedTuple):
    """The description of one method, in addition to its row."""

    text: str  # what it does
    caveat: str  # what it computes differently from what its name suggests; "" if nothing
    paper: str
    parameters: list[Described]
    estimator: str  # class in `naivebench.estimators`; "" if there is none
    package: str  # package that only this method needs; "" if there is none
    documentation: str  # section of docs/; "" if there is none
    examples: list[str]


def run(arguments: Namespace) -> None:
    """Print the table or the description of one method, or JSON."""
    root = terminal.named_or_around(arguments.project) or Path()
    stanzas = terminal.methods(arguments.project)
    if arguments.method is not None:
        stanza = terminal.stanza_of(stanzas, arguments.method)
        row, card = describe(arguments.method, stanza, root), card_of(arguments.method, stanza)
        terminal.say(_json(row, card) if arguments.json else told(row, card))
        return
    rows = [describe(name, stanza, root) for name, stanza in stanzas.items()]
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
        remedy = f"predict the test rows that `naivebench folds` lists with the other tool and write {source}"
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


def card_of(name: str, stanza: MethodStanza) -> Card:
    """Build the description of one method."""
    module, estimator = stanza.get("module", ""), stanza.get("estimator", "")
    text = parameters.docstring(module)
    examples = [EXAMPLE.format(name)] if module else []
    if estimator:
        from naivebench.estimators import write_call  # imports scikit-learn

        call = write_call(stanza)
        examples.append(f"from naivebench.estimators import {estimator}; {call}.fit(X, y).predict(X)")
    return Card(
        stanza.get("idea", text),
        stanza.get("caveat", ""),
        stanza.get("reference", ""),
        described(module, stanza["params"]) if module else [],
        estimator,
        stanza.get("package", ""),
        parameters.section(text),
        examples,
    )


def told(row: Row, card: Card) -> str:
    """The description as text: what the method does, facts, parameters and examples."""
    kinds = ", ".join(row.kinds)
    if row.discretize:
        kinds += f" (the discretizer {row.discretize} turns numbers and angles into intervals)"
    facts = [
        ("paper", card.paper),
        ("kinds", kinds),
        ("group", row.group),
        ("cost", row.cost),
        ("estimator", card.estimator and f"naivebench.estimators.{card.estimator}"),
        ("package", card.package),
        ("code" if card.parameters or card.text else "predictions", row.source),
        ("documentation", card.documentation),
        ("availability", row.availability + (f": {row.remedy}" if row.remedy else "")),
    ]
    parts = [
        f"{row.id}: {row.title}",
        card.text,
        textwrap.fill(card.caveat, WIDTH),
        terminal.aligned([fact for fact in facts if fact[1]]),
        "\n".join(["parameters, with their values in the catalogue:", *map(_parameter, card.parameters)])
        if card.parameters
        else "",
        "\n".join(["examples:", *(f"  {line}" for line in card.examples)]) if card.examples else "",
    ]
    return "\n\n".join(filter(None, parts))


def _parameter(parameter: Described) -> str:
    value = "" if parameter.value is UNREAD else f" = {parameter.value}"
    default = f" The default of `fit` is {parameter.default}." if parameter.changed else ""
    meaning = textwrap.fill(parameter.meaning + default, WIDTH - 6)
    return f"  {parameter.name}{value}\n{textwrap.indent(meaning, ' ' * 6)}".rstrip()


def _json(row: Row, card: Card) -> str:
    """Row and description as JSON; a value that only the module knows is null."""
    parameters = [
        {key: None if value is UNREAD else value for key, value in p._asdict().items()}
        for p in card.parameters
    ]
    content = row._asdict() | card._asdict() | {"parameters": parameters}
    return json.dumps(content, indent=1, ensure_ascii=False)


def predictions(pattern: str, root: Path) -> list[Path]:
    """Existing files with predictions of another tool."""
    glob = "".join(
        text + ("*" if field == "dataset" else "**" if field else "")
        for text, field, _, _ in string.Formatter().parse(pattern)
    )
    return sorted(root.glob(glob))
