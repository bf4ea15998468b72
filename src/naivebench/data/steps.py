"""The steps that a stanza takes between the file's cells and the typed table, in the order of `steps:`.

    steps:
      - keep: [month, carrier, flight, arr_delay]
      - cut: {column: temp, parts: 3, labels: [low, middle, high]}
      - sort: [date, hour]

A new step is a function in `row_steps` or `column_steps`, an entry in STEPS, and its keys in
benchmark/configuration/datasets.schema.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from naivebench.core.checks import InputError, one_of
from naivebench.data import column_steps, row_steps, stanza
from naivebench.data.readers.raw_table import RawTable

# steps whose keys are arguments
KEYED: dict[str, Callable[..., RawTable]] = {
    "keep_rows": row_steps.keep_rows,
    "drop_rows": row_steps.drop_rows,
    "blank": column_steps.blank,
    "recode": column_steps.recode,
    "cut": column_steps.cut,
    "iso_week": column_steps.iso_week,
    "blocks": column_steps.blocks,
    "strokes": column_steps.strokes,
    "windows": column_steps.windows,
    "first_of": row_steps.first_of,
    "sample": row_steps.sample,
}
# all steps; the others have one argument, a list or a mapping of columns
STEPS: dict[str, Callable[..., RawTable]] = KEYED | {
    "keep": column_steps.keep,
    "choose": row_steps.choose,
    "complete": row_steps.complete,
    "join": column_steps.join,
    "threshold": column_steps.threshold,
    "sort": row_steps.sort,
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
        if name in KEYED:
            named = {("new" if key == "as" else key): value for key, value in options.items()}
            raw = KEYED[name](raw, missing, at, **named)
        else:
            raw = STEPS[name](raw, missing, at, options)
        if not raw.lines:
            raise InputError(f"{at} leaves no rows: check the values that it selects")
    return raw
