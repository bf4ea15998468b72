"""`naivebench compare`: rank tests on a matrix of scores."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import NamedTuple

import numpy as np

from naivebench.checks import InputError
from naivebench.commands import terminal
from naivebench.datasets import readers
from naivebench.datasets.raw import place


class Scores(NamedTuple):
    """A matrix of scores with its names."""

    values: np.ndarray  # (N data sets, k methods)
    datasets: list[str]
    methods: list[str]


def run(arguments: Namespace) -> None:
    """Read, compare, write the JSON and print the text table."""
    from naivebench.statistics import compare, text

    terminal.check_output(arguments.out)
    scores = read_scores(arguments.scores)
    result = compare.compare(scores.values, scores.methods, scores.datasets, lower_is_better=arguments.lower_is_better, alpha=arguments.alpha)
    terminal.write(arguments.out, json.dumps(result, indent=1, allow_nan=False) + "\n")
    if arguments.out != "-":
        sys.stdout.write(text.text_table(result))


def read_scores(path: str) -> Scores:
    """The matrix of a CSV: header line, first column the data set. Raises InputError with line and column."""
    raw = readers.read(path, "csv", header=True)
    if len(raw.names) < 3:
        raise InputError(f"{path} has {len(raw.names)} columns, expected the data set's name and at least two methods")
    values = np.empty((len(raw.lines), len(raw.names) - 1))
    for j, (name, column) in enumerate(zip(raw.names[1:], raw.columns[1:], strict=True)):
        for i, cell in enumerate(column):
            try:
                values[i, j] = float(cell)
            except ValueError:
                values[i, j] = np.nan
            if np.isnan(values[i, j]):
                what = f"is {cell!r}, which is no number" if cell else "is empty"
                raise InputError(f"{place(raw, i)}: the score of method {name!r} {what}: a comparison needs every score, leave out the row or column")
    return Scores(values, list(raw.columns[0]), list(raw.names[1:]))
