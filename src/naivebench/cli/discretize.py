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
from naivebench.data.discretization import cut_points

EXAMPLES = "  naivebench discretize --method fayyad_irani --train a.csv --target class --out cuts.json"


def add_arguments(command: ArgumentParser) -> None:
    text = "discretizer, such as fayyad_irani; a wrong name gives a list"
    input_tables.add_training_options(command, text, "JSON file with cut points")


def run(arguments: Namespace) -> None:
    """Learn the cut points and write them, one line per column, in the units of the file."""
    name = arguments.method
    check_one_of(name, cut_points.DISCRETIZERS, "--method")
    known = inspect.signature(cut_points.DISCRETIZERS[name]).parameters.values()
    options = {p.name: p for p in known if p.kind is p.KEYWORD_ONLY}
    params = input_tables.parse_params(arguments.param, options, f"method {name}")
    table = input_tables.read_training_table(arguments)
    attributes = cut_points.list_cut_attributes(table)
    lines = []
    for attribute, cuts in zip(attributes, cut_points.learn_cuts(table, name, **params), strict=True):
        unit = attribute.period / (2 * math.pi) if attribute.kind == "angular" else 1.0
        column = json.dumps(attribute.name, ensure_ascii=False)
        lines.append(f"{column}: {json.dumps((cuts * unit).tolist())}")
    terminal.write_output(arguments.out, "{" + ",\n ".join(lines) + "}\n")
