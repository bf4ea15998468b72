"""Compute cut points for the numeric columns of a table.

The output is JSON, {"column": [cut, ...], ...}; a value x <= cut lies to the left of the cut.
Angles range from -period/2 to period/2.
"""

from __future__ import annotations

import inspect
import json
import math
from argparse import ArgumentParser, Namespace

from naivebench.cli import input_tables, terminal
from naivebench.core.checks import check_one_of
from naivebench.data.discretization import apply

EXAMPLES = "  naivebench discretize --method fayyad_irani --train a.csv --target class --out cuts.json"
METHOD = "discretizer, such as fayyad_irani; an unknown name prints a list"


def add_arguments(command: ArgumentParser) -> None:
    input_tables.add_training_options(command, METHOD)
    command.add_argument("--out", required=True, metavar="CUTS.json", help="file, - for standard output")


def run(arguments: Namespace) -> None:
    """Learn the cut points and write them, one line per column, in the units of the file."""
    terminal.check_output_path(arguments.out, [arguments.train])
    name = arguments.method
    check_one_of(name, apply.DISCRETIZERS, "--method")
    known = inspect.signature(apply.DISCRETIZERS[name]).parameters.values()
    annotations = {p.name: p.annotation for p in known if p.kind is p.KEYWORD_ONLY}
    params = input_tables.parse_params(arguments.param, annotations, f"method {name}")
    table = input_tables.read_training_table(arguments)
    attributes = apply.list_cut_attributes(table)
    lines = []
    for attribute, cuts in zip(attributes, apply.learn_cuts(table, name, **params), strict=True):
        unit = attribute.period / (2 * math.pi) if attribute.kind == "angular" else 1.0
        lines.append(
            f"{json.dumps(attribute.name, ensure_ascii=False)}: {json.dumps((cuts * unit).tolist())}"
        )
    terminal.write_output(arguments.out, "{" + ",\n ".join(lines) + "}\n")
