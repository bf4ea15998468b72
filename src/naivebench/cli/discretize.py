"""`naivebench discretize`: learn cut points of the numeric columns of a CSV file."""

from __future__ import annotations

import json
import math
from argparse import Namespace

from naivebench.cli import own_csv, terminal
from naivebench.core.checks import one_of
from naivebench.data.discretization import apply


def run(arguments: Namespace) -> None:
    """Learn the cut points and write them, one line per column, in the units of the file."""
    one_of(arguments.method, apply.DISCRETIZERS, "--method")
    params = own_csv.parse_params(
        arguments.param, apply.DISCRETIZERS[arguments.method], f"method {arguments.method}"
    )
    terminal.check_outputs(arguments, ("out",), ("train",))
    form = own_csv.form_of(arguments)
    table = own_csv.read_train(arguments.train, arguments.target, arguments.kind, form, arguments.drop)
    attributes = apply.cut_attributes(table)
    if not attributes:
        terminal.note(
            f"{arguments.train}: no column is numeric, so there is nothing to cut: choose a table with "
            "numbers"
        )
    units = [a.period / (2 * math.pi) if a.kind == "angular" else 1.0 for a in attributes]
    cuts = apply.learn(table, arguments.method, **params)
    lines = [
        f"{json.dumps(a.name, ensure_ascii=False)}: {json.dumps((c * u).tolist())}"
        for a, c, u in zip(attributes, cuts, units, strict=True)
    ]
    terminal.write(arguments.out, "{" + ",\n ".join(lines) + "}\n")
