"""A matrix of scores, data sets x methods, from a CSV file."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError


class Matrix(NamedTuple):
    """Scores of k methods on N data sets."""

    scores: np.ndarray  # (N, k) float64, infinite values allowed
    methods: list[str]
    datasets: list[str]


def read_matrix(path: str | Path) -> Matrix:
    """Read a CSV with one header row: first column the data set, then one column of scores per method.

    Raises InputError, with row (line of the file) and column, for a file that cannot be read, ragged rows,
    empty or non-numeric cells, unnamed or repeated methods, and fewer than two methods or data sets.
    """
    lines = [
        (number, [cell.strip() for cell in cells])
        for number, cells in _lines(path)
        if any(cell.strip() for cell in cells)
    ]
    if not lines:
        raise InputError(f"{path} is empty, expected a header row and one row per data set")
    methods = _methods(path, *lines[0])
    datasets, rows = [], []
    for number, cells in lines[1:]:
        if len(cells) != len(methods) + 1:
            raise InputError(
                f"{path}, row {number}: {len(cells)} cells, expected {len(methods) + 1} as in the header"
            )
        if not cells[0]:
            raise InputError(f"{path}, row {number}, column 1: the name of the data set is empty")
        datasets.append(cells[0])
        rows.append(
            [_number(path, number, method, cell) for method, cell in zip(methods, cells[1:], strict=True)]
        )
    if len(datasets) < 2:
        raise InputError(
            f"{path} has {len(datasets)} data sets, at least 2 rows below the header are needed to "
            "compare methods"
        )
    return Matrix(np.array(rows), methods, datasets)


def _lines(path: str | Path) -> list[tuple[int, list[str]]]:
    """(line number, cells) of the file."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start}), save it as CSV in UTF-8") from error
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    lines = []
    try:
        for cells in reader:
            lines.append((reader.line_num, cells))
    except csv.Error as error:
        raise InputError(f"{path}, row {reader.line_num}: not CSV ({error})") from error
    return lines


def _methods(path: str | Path, number: int, header: list[str]) -> list[str]:
    """Names of the methods in the header."""
    methods = header[1:]
    if not methods and (separator := next((s for s in ";\t" if s in header[0]), None)):
        name = "semicolons" if separator == ";" else "tabs"
        raise InputError(f"{path}, row {number}: cells are separated by {name}, expected commas")
    for column, method in enumerate(methods, start=2):
        if not method:
            raise InputError(f"{path}, row {number}, column {column}: the method has no name")
        if method in methods[: column - 2]:
            raise InputError(
                f"{path}, row {number}, column {column}: method {method!r} stands twice, give each "
                "column its own name"
            )
    if len(methods) < 2:
        raise InputError(
            f"{path} has {len(methods)} methods, at least 2 columns after the name of the data set are "
            "needed to compare methods"
        )
    return methods


def _number(path: str | Path, number: int, method: str, cell: str) -> float:
    """The score in a cell."""
    place = f"{path}, row {number}, column {method!r}"
    if not cell:
        raise InputError(
            f"{place}: the cell is empty, a comparison needs every score; fill it in or leave out the "
            "row or the column"
        )
    try:
        value = float(cell)
    except ValueError:
        raise InputError(
            f"{place}: {cell!r} is not a number; write 0.85 with a point and without a percent sign"
        ) from None
    if np.isnan(value):
        raise InputError(
            f"{place}: the score is {cell}, a comparison needs every score; fill it in or leave out "
            "the row or the column"
        )
    return value
