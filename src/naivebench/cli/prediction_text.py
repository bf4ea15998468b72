"""Formatting of predictions as CSV, column by column."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from naivebench.cli.decisions import Decision
from naivebench.core import arrow
from naivebench.data.readers.cells import Cells, Factors
from naivebench.data.written_numbers import is_number

ROWS = 1 << 16  # number of rows written at a time
FEW = 10_000  # up to this number of cells, formatting them takes less time than importing pyarrow
SPECIAL = frozenset(',"\r\n')


def class_order(classes: tuple[str, ...]) -> list[int]:
    """Indices of the classes in output order: numeric order if all labels are numbers, otherwise plain text
    order.
    """
    if all(map(is_number, classes)):
        return sorted(range(len(classes)), key=lambda i: (float(classes[i]), classes[i]))
    return sorted(range(len(classes)), key=lambda i: classes[i])


def predictions(
    log_proba: np.ndarray,
    classes: tuple[str, ...],
    decision: Decision,
    ids: tuple[str, Cells] | None = None,
) -> bytes:
    """CSV text with the label and the posterior of every class with all digits.

    If the cases are a selection or ranked, the first column is the row in the file, from 1. The next column
    contains the cells of an identifying column (its name and cells), if given. The expected cost, if any,
    follows the label.
    """
    order = class_order(classes)
    names = [
        *(["row"] if decision.ranked else []),
        *([] if ids is None else [ids[0]]),
        "predicted",
        *([] if decision.cost is None else ["expected_cost"]),
        *(f"P({classes[c]})" for c in order),
    ]
    identifiers = None if ids is None else ids[1].factors

    def columns(rows: np.ndarray) -> Iterator[np.ndarray | Factors]:
        if decision.ranked:
            yield rows + 1
        if identifiers is not None:
            yield Factors(identifiers.codes[rows], identifiers.labels)
        yield Factors(decision.labels[rows].astype(np.int64), list(classes))
        if decision.cost is not None:
            yield decision.cost[rows]
        yield from np.exp(log_proba[rows][:, order]).T

    many = len(decision.rows) * len(names) > FEW or "pyarrow" in sys.modules
    lines = _lines if many and arrow.available() else _plain_lines
    parts = [decision.rows[begin : begin + ROWS] for begin in range(0, len(decision.rows), ROWS)]
    return b"".join([(",".join(map(quoted, names)) + "\n").encode(), *(lines(columns(p)) for p in parts)])


def quoted(cell: str) -> str:
    """A CSV cell, quoted if necessary."""
    return '"' + cell.replace('"', '""') + '"' if SPECIAL.intersection(cell) else cell


def _lines(columns: Iterator[np.ndarray | Factors]) -> bytes:
    """Join columns to the lines of a CSV, with Arrow."""
    import pyarrow as pa
    import pyarrow.compute as pc

    def text(column: np.ndarray | Factors) -> pa.Array:
        if isinstance(column, Factors):
            return arrow.from_text(map(quoted, column.labels)).take(arrow.from_numbers(column.codes))
        return arrow.from_numbers(column).cast(pa.string())

    comma, end = (arrow.from_text([text])[0] for text in (",", "\n"))
    *first, last = map(text, columns)
    nothing = arrow.from_text([""])[0]
    joined = pc.binary_join_element_wise(*first, pc.binary_join_element_wise(last, end, nothing), comma)
    return joined.buffers()[2].to_pybytes()


def _plain_lines(columns: Iterator[np.ndarray | Factors]) -> bytes:
    """Join columns to the same lines as `_lines`, without Arrow."""

    def cells(column: np.ndarray | Factors) -> list[str]:
        if isinstance(column, Factors):
            labels = list(map(quoted, column.labels))
            return [labels[code] for code in column.codes]
        return list(map(spelt if column.dtype.kind == "f" else str, column.tolist()))

    return "".join(",".join(row) + "\n" for row in zip(*map(cells, columns), strict=True)).encode()


def spelt(number: float) -> str:
    """A number as Arrow formats it: the fewest digits that identify it, without an exponent from 1e-6 to
    below 1e10.
    """
    if not np.isfinite(number):
        return str(number)
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + int(exponent)
    if number == 0:
        plain = "0"
    elif not -6 < point <= 10:
        fraction = f".{text[1:]}" if text[1:] else ""
        plain = f"{text[0]}{fraction}e{point - 1:+d}"
    elif point <= 0:
        plain = f"0.{'0' * -point}{text}"
    else:
        whole = text.ljust(point, "0")
        plain = whole[:point] + (f".{whole[point:]}" if whole[point:] else "")
    return f"{'-' if sign else ''}{plain}"
