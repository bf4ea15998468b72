"""The steps that a stanza takes between the file's cells and the typed table, in the order of `steps:`.

    steps:
      - keep: [month, carrier, flight, arr_delay]
      - cut: {column: temp, parts: 3, labels: [low, middle, high]}
      - sort: [date, hour]

A new step is a function in `row_steps` or `column_steps`, an entry in STEPS, and its keys in
workflow/schemas/datasets.schema.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from naivebench.core.checks import InputError, one_of
from naivebench.data import column_steps, row_steps, stanza
from naivebench.data.readers.raw_table import RawTable

Function = Callable[[RawTable, Any, frozenset[str], str], RawTable]


def keyed(function: Callable[..., RawTable]) -> Function:
    """A step whose keys in the stanza are keyword arguments; the key `as`, which is reserved in Python,
    becomes `new`.
    """

    def step(raw: RawTable, options: dict[str, Any], missing: frozenset[str], where: str) -> RawTable:
        named = {("new" if key == "as" else key): value for key, value in options.items()}
        return function(raw, missing=missing, where=where, **named)

    return step


STEPS: dict[str, Function] = {
    "keep_rows": keyed(row_steps.keep_rows),
    "drop_rows": keyed(row_steps.drop_rows),
    "blank": keyed(column_steps.blank),
    "recode": keyed(column_steps.recode),
    "cut": keyed(column_steps.cut),
    "iso_week": keyed(column_steps.iso_week),
    "blocks": keyed(column_steps.blocks),
    "strokes": keyed(column_steps.strokes),
    "windows": keyed(column_steps.windows),
    "first_of": keyed(row_steps.first_of),
    "keep": column_steps.keep,
    "choose": row_steps.choose,
    "complete": row_steps.complete,
    "join": column_steps.join,
    "threshold": column_steps.threshold,
    "sort": row_steps.sort,
    "sample": row_steps.sample,
}


def apply(raw: RawTable, steps: Sequence[stanza.Step], where: str, missing: frozenset[str]) -> RawTable:
    """Apply the steps in order.

    `missing`: cells that mean missing. Raises InputError for unknown steps and columns, and if no rows are
    left.
    """
    for number, step in enumerate(steps, start=1):
        ((name, options),) = step.items()
        one_of(name, STEPS, f"step {number}", where)
        at = f"step {number} ({name}) of {where}"
        raw = STEPS[name](raw, options, missing, at)
        if not raw.lines:
            raise InputError(f"{at} leaves no rows: check the values that it selects")
    return raw
