"""Predictions as CSV, column by column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from naivebench.cli.decisions import Decision
from naivebench.core import arrow
from naivebench.data.readers.cells import Cells, is_number

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 1 << 16  # written at a time
SPECIAL = frozenset(',"\r\n')


def class_order(classes: tuple[str, ...]) -> list[int]:
    """Indices of the classes in the order of the output: by size if all labels are numbers, else in plain
    text order.
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
    """CSV text: the label, and the posterior of every class with all its digits. In front stand the row in
    the file, from 1, where not all are listed, and the cells of an identifying column (its name and cells);
    behind the label its expected cost.
    """
    order = class_order(classes)
    names = [
        *(["row"] if decision.ranked else []),
        *([] if ids is None else [ids[0]]),
        "predicted",
        *([] if decision.cost is None else ["expected_cost"]),
        *(f"P({classes[c]})" for c in order),
    ]
    labels = arrow.from_text(map(quoted, classes))
    identifiers = None if ids is None else ids[1].factors
    cells = arrow.from_text(map(quoted, identifiers.labels if identifiers else ()))

    def columns(rows: np.ndarray) -> Iterator[pa.Array]:
        if decision.ranked:
            yield arrow.from_numbers(rows + 1)
        if identifiers is not None:
            yield cells.take(arrow.from_numbers(identifiers.codes[rows]))
        yield labels.take(arrow.from_numbers(decision.labels[rows].astype(np.int64)))
        if decision.cost is not None:
            yield arrow.from_numbers(decision.cost[rows])
        yield from map(arrow.from_numbers, np.exp(log_proba[rows][:, order]).T)

    parts = [decision.rows[begin : begin + ROWS] for begin in range(0, len(decision.rows), ROWS)]
    return b"".join([(",".join(map(quoted, names)) + "\n").encode(), *(_lines(columns(p)) for p in parts)])


def quoted(cell: str) -> str:
    """A cell of CSV, in quotation marks where it needs them."""
    return '"' + cell.replace('"', '""') + '"' if SPECIAL.intersection(cell) else cell


def _lines(columns: Iterator[pa.Array]) -> bytes:
    """The rows of columns side by side: their text, which Arrow holds end to end."""
    import pyarrow as pa
    import pyarrow.compute as pc

    comma, end = (arrow.from_text([text])[0] for text in (",", "\n"))
    *first, last = [column.cast(pa.string()) for column in columns]
    nothing = arrow.from_text([""])[0]
    joined = pc.binary_join_element_wise(*first, pc.binary_join_element_wise(last, end, nothing), comma)
    return joined.buffers()[2].to_pybytes()
