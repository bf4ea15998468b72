"""The steps that a stanza takes between the file's cells and the typed table, in the order of `steps:`.

    steps:
      - keep: [month, carrier, flight, arr_delay]
      - cut: {column: temp, parts: 3, labels: [low, middle, high]}
      - sort: [date, hour]

A step is a function of the table (`StepTable`) and of the step's keys in the stanza (`as`, which is reserved
in Python, is `new`), or of the step's whole value as `options`. To add a step, write such a function and add
it to STEPS. Its keys, their types and the first paragraph of its docstring become the schema and the
documentation of the step (benchmark/configuration/schemas.py).
"""

from __future__ import annotations

import datetime
import fnmatch
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_known_words
from naivebench.data import Classes, Kind, Step, written_dates
from naivebench.data.class_labels import invert_class_mapping
from naivebench.data.discretization.equal_frequency import count_possible_classes, find_class_bounds
from naivebench.data.number_formats import is_number
from naivebench.data.readers import raw_table
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.raw_table import (
    NO_NUMBER,
    RawTable,
    format_place,
    replace_columns,
    select_rows,
)

Blocks = dict[str, list[list[int]]]  # label -> list of [first, last] rows
Condition = dict[str, Any]  # the arguments of `match_condition`
Joins = dict[str, Any]  # new column -> list of columns or pattern; separator, digits
Labels = list[Any]
Sizes = dict[Any, int]  # label -> number of rows
Thresholds = dict[str, dict[str, Any]]  # new column -> column, above
NOMINAL: Kind = {"kind": "nominal"}
DEGREES: Kind = {"kind": "angular", "period": 360}


class StepTable(NamedTuple):
    """The table that a step changes, and the step and stanza for messages."""

    raw: RawTable
    where: str

    def find_column(self, name: str) -> Cells:
        """Return the column of this name. Raises InputError if there is none."""
        return raw_table.find_column(self.raw, name, self.where)

    def list_cells(self, names: Sequence[str]) -> list[list[str]]:
        """List the cells of columns. Lists of values keep the values of rows that are left out later."""
        return [self.find_column(name).text for name in names]

    def read_numbers(self, name: str) -> np.ndarray:
        """Return a column as numbers (n,), NaN where missing. Raises InputError for other cells."""
        self.find_column(name)
        return raw_table.read_numeric_column(self.raw, name, self.where).values

    def set_column(self, name: str, cells: list[str], hint: Kind, *, over: bool = False) -> RawTable:
        """Add a column at the end or, with `over`, replace the cells of the column if it exists."""
        if name in self.raw.columns and not over:
            cure = "give it another name"
            raise InputError(f"{self.where} adds a column {name!r}, which already exists: {cure}")
        return replace_columns(self.raw, {name: cells}, hints={name: hint})


def apply_steps(raw: RawTable, steps: Sequence[Step], where: str) -> RawTable:
    """Apply the steps in order.

    The schema of the stanzas has checked the steps and their keys. Raises InputError for unknown columns, and
    if no rows are left.
    """
    for number, entry in enumerate(steps, start=1):
        ((name, options),) = entry.items()
        table = StepTable(raw, f"step {number} ({name}) of {where}")
        step = STEPS[name]
        if "options" in step.__annotations__:
            raw = step(table, options)
        else:
            raw = step(table, **{("new" if key == "as" else key): value for key, value in options.items()})
        if not raw.lines:
            raise InputError(f"{table.where} leaves no rows: check the values that it selects")
    return raw


def keep_rows(table: StepTable, options: Condition) -> RawTable:
    """Keep the rows whose cell of `column` is one of `values`, or a number `above` a bound."""
    return select_rows(table.raw, np.flatnonzero(match_condition(table, **options)))


def drop_rows(table: StepTable, options: Condition) -> RawTable:
    """Leave out the rows whose cell of `column` is one of `values` ("": missing), or a number `above` a
    bound.
    """
    return select_rows(table.raw, np.flatnonzero(~match_condition(table, **options)))


def blank_cells(table: StepTable, options: Condition) -> RawTable:
    """Make cells of `column` missing that are one of `values`, or a number `above` a bound."""
    column, hits = options["column"], match_condition(table, **options)
    cells = np.where(hits, "", np.array(table.find_column(column).text, dtype=object))
    return replace_columns(table.raw, {column: cells.tolist()})


def match_condition(
    table: StepTable, column: str, values: Labels | None = None, above: float | None = None
) -> np.ndarray:
    """Find which cells meet a condition; a missing cell meets only `values: [""]`."""
    if (values is None) == (above is None):
        raise InputError(f"{table.where} must have either values or above: give one of them")
    if values is None:
        return table.read_numbers(column) > above

    # cells are compared as text and as numbers; "" means every missing cell
    (codes, labels), missing = table.find_column(column).factors, table.raw.missing
    known = {str(value) for value in values}
    numbers = {float(value) for value in known if is_number(value)}
    hits = [
        cell in known or ("" in known and cell in missing) or (is_number(cell) and float(cell) in numbers)
        for cell in labels
    ]
    return np.array([*hits, "" in known])[codes]


def keep_first_units(table: StepTable, *, column: str, unit: list[str]) -> RawTable:
    """For each value of `column`, keep only the first unit (rows that agree in the columns `unit`) that has
    this value.
    """
    units = zip(*table.list_cells(unit), strict=True)
    first: dict[str, tuple[str, ...]] = {}
    pairs = enumerate(zip(table.find_column(column).text, units, strict=True))
    return select_rows(table.raw, [i for i, (cell, key) in pairs if first.setdefault(cell, key) == key])


def sample_rows(table: StepTable, *, column: str, cases: Sizes, seed: int) -> RawTable:
    """Keep `cases` rows (label -> number) of each label of `column`, drawn with the `seed`; rows of other
    labels are left out.
    """
    cells, rng = table.find_column(column), np.random.default_rng(seed)
    drawn = []
    for label, number in cases.items():
        rows = np.array(cells.find_rows([str(label)]), dtype=np.int64)
        if number > len(rows):
            raise InputError(f"{table.where} asks for more than {len(rows)} rows of {label!r}: lower `cases`")
        drawn.append(rng.choice(rows, number, replace=False))
    return select_rows(table.raw, np.sort(np.concatenate(drawn)))


def sort_rows(table: StepTable, options: list[str]) -> RawTable:
    """Sort the rows by the columns of a list, starting with the first one. Numbers, dates and times are
    sorted as such; other text is refused.

    Rows that agree stay in the order of the file.
    """
    keys = [read_time_order(table, name)[0] for name in options]
    return select_rows(table.raw, np.lexsort(keys[::-1]))


def read_time_order(table: StepTable, name: str) -> tuple[np.ndarray, str]:
    """Return numbers (n,) that ascend with the time or number in a column, and how cells were read.

    Raises InputError for empty cells, for text whose order is uncertain, and for dates with two meanings that
    give different orders.
    """
    raw, where, cells = table.raw, table.where, table.find_column(name)
    empty = cells.find_rows(table.raw.missing | NO_NUMBER)
    if empty:
        more = f" and {len(empty) - 1} more rows have" if len(empty) > 1 else " has"
        raise InputError(
            f"{where}: {format_place(raw, empty[0])}{more} no value in column {name!r}: fill it in, or "
            "delete such rows"
        )
    codes, labels = cells.factors
    readings = written_dates.read_times(labels, raw.decimal)
    example = f"{cells[0]!r} in {format_place(raw, 0)}"
    if not readings:
        odd = cells.find_rows([written_dates.find_unordered_cell(labels)])[0]
        beside = f" and {cells[odd]!r} in {format_place(raw, odd)}" if odd else ""
        raise InputError(
            f"{where}: {example}{beside} cannot be put in order of time: write dates as 2020-01-31, times of "
            "day as 09:30:00, and other times as numbers without leading zeros, or as 'week 10'"
        )
    if not written_dates.have_same_order(readings):
        cure = "write dates as 2020-01-31 and times as 01:10:03"
        if written_dates.COMMAS in readings and len(readings) == 2:
            cure = "set `--decimal` to a point or a comma"
        raise InputError(
            f"{where}: {example} may mean {' or '.join(readings)}, which order the rows differently: {cure}"
        )
    means, times = next(iter(readings.items()))
    return times[codes], f"{means}, such as {cells[0]!r}"


def describe_time_order(name: str, times: np.ndarray, means: str) -> str:
    """Describe an order by the times (n,) of a column. Raises InputError if all times are the same."""
    different = len(np.unique(times))
    if different == 1:
        raise InputError(
            f"--time {name}: all rows have the same time ({means}), which gives no order: name another column"
        )
    ties = "" if different == len(times) else "; rows of the same time keep the order of the file"
    return f"Rows are ordered by column {name!r} ({means}){ties}."


def recode_labels(table: StepTable, *, column: str, values: Classes, new: str = "") -> RawTable:
    """Give `column` (or a new one, `as`) other labels; `values` maps each new label to a list of old ones,
    or to `"*"` for all others.

    Cells in no list stay the same.
    """
    (index, rest), cells = invert_class_mapping(values), table.find_column(column).text
    check_known_words(sorted(index), sorted(set(cells)), f"a value of column {column!r}", table.where)
    recoded = [index.get(cell, cell if rest is None or cell in table.raw.missing else rest) for cell in cells]
    labels = [str(label) for label in values]
    hint: Kind = {"kind": "nominal", "values": labels}
    declared = set(recoded) - table.raw.missing <= set(labels)
    return table.set_column(new or column, recoded, hint if declared else NOMINAL, over=not new)


def cut_into_classes(table: StepTable, *, column: str, labels: Labels) -> RawTable:
    """Turn the numbers of `column` into classes of the same size, named by `labels`, lowest first.

    Equal numbers stay together, in the upper class. Raises InputError if there are too few different numbers.
    """
    numbers, parts = table.read_numbers(column), len(labels)
    most = count_possible_classes(numbers, parts)
    if most < parts:
        cure = f"use at most {most} parts" if most > 1 else "choose another column"
        raise InputError(
            f"{table.where}: column {column!r} must have at least {parts} different numbers, none of them "
            f"too frequent, to be cut into {parts} parts: {cure}"
        )
    labels = [str(label) for label in labels]
    part = np.searchsorted(find_class_bounds(numbers, parts), numbers, side="right")
    cells = np.where(np.isnan(numbers), "", np.array([*labels, ""], dtype=object)[part]).tolist()
    return table.set_column(column, cells, {"kind": "ordinal", "values": labels}, over=True)


def add_threshold_columns(table: StepTable, options: Thresholds) -> RawTable:
    """Add columns, each given as name -> {column, above}: `yes` if the number is above, otherwise `no`.

    A missing number gives a missing cell.
    """
    for name, option in options.items():
        numbers = table.read_numbers(option["column"])
        cells = np.select([np.isnan(numbers), numbers > float(option["above"])], ["", "yes"], "no")
        table = table._replace(raw=table.set_column(name, cells.tolist(), {}))
    return table.raw


def add_iso_week(table: StepTable, *, year: str, month: str, day: str, new: str) -> RawTable:
    """Add a column `as` with the ISO week of the date in the columns `year`, `month` and `day`, for grouped
    folds.

    A week is written as in ISO 8601: 2013-W07.
    """
    weeks = []
    for row, cells in enumerate(zip(*table.list_cells([year, month, day]), strict=True)):
        try:
            weeks.append("{}-W{:02d}".format(*datetime.date(*map(int, cells)).isocalendar()))
        except (ValueError, OverflowError) as error:
            raise InputError(
                f"{format_place(table.raw, row)}: {'-'.join(cells)} is not a date ({table.where}): correct "
                "the date, or remove the row in an earlier step"
            ) from error
    return table.set_column(new, weeks, NOMINAL)


def add_block_labels(table: StepTable, *, rows: Blocks, new: str) -> RawTable:
    """Add a column `as` that labels blocks of rows of the file; `rows` maps each label to a list of `[first,
    last]`, from 0.

    Rows outside all blocks are missing.
    """
    cells, end = [""] * len(table.raw.lines), len(table.raw.lines) - 1
    for label, parts in rows.items():
        for first, last in parts:
            if not 0 <= first <= last <= end or any(cells[first : last + 1]):
                raise InputError(
                    f"{table.where} has the block [{first}, {last}], which shares rows with another block, "
                    f"or ends outside of the rows 0 to {end}: correct it"
                )
            cells[first : last + 1] = [str(label)] * (last + 1 - first)
    return table.set_column(new, cells, NOMINAL)


def replace_points_by_strokes(table: StepTable, *, x: list[str] | str, y: list[str] | str) -> RawTable:
    """Replace the points of a path by the directions in degrees from each point to the next; `x` and `y` are
    lists of columns or patterns.

    The columns `stroke 1`, `stroke 2`, ... are angles from the x axis towards y. x, y: names of the columns
    in the order of the path, or one pattern such as "x*" for those in file order. There is no direction where
    a point repeats or is missing.
    """
    across, up = match_columns(table, x), match_columns(table, y)
    if len(across) != len(up) or len(up) < 2:
        raise InputError(
            f"{table.where} names {len(across)} columns in x and {len(up)} in y, expected the same number, "
            "at least two"
        )
    dx, dy = (np.diff([table.read_numbers(name) for name in names], axis=0) for names in (across, up))
    angles = np.where((dx == 0) & (dy == 0), np.nan, np.degrees(np.arctan2(dy, dx)))
    for i, column in enumerate(angles, start=1):
        cells = ["" if angle != angle else format(angle, ".9f") for angle in column.tolist()]
        table = table._replace(raw=table.set_column(f"stroke {i}", cells, DEGREES))
    return replace_columns(table.raw, {}, drop={*across, *up})


def join_rows_into_windows(
    table: StepTable, *, columns: list[str], length: int, label: int, within: list[str]
) -> RawTable:
    """Join each window of `length` consecutive rows into a new row. The new row contains `columns` of each of
    these rows, numbered from 1, and the other columns of the row number `label`. All rows of a window agree
    in the columns `within`.
    """
    if not 1 <= label <= length:
        raise InputError(f"{table.where} has label {label}, expected a row of the window from 1 to {length}")
    keys = list(zip(*table.list_cells(within), strict=True))
    breaks = [0, *(i for i in range(1, len(keys)) if keys[i] != keys[i - 1]), len(keys)]
    starts = np.array([i for a, b in pairwise(breaks) for i in range(a, b - length + 1)], dtype=np.intp)
    pairs = [(f"{name} {k + 1}", name, k) for k in range(length) for name in columns]
    cells = {name: table.find_column(name).text for name in columns}
    spread = {new: [cells[name][i] for i in (starts + k).tolist()] for new, name, k in pairs}
    hints = {new: table.raw.hints[name] for new, name, _ in pairs if name in table.raw.hints}
    return replace_columns(select_rows(table.raw, starts + label - 1), spread, hints=hints, drop=set(columns))


def keep_columns(table: StepTable, options: list[str]) -> RawTable:
    """Keep only the columns of a list, in its order."""
    chosen = {name: table.find_column(name) for name in options}
    table.list_cells(options)  # so that the lists of values keep those of rows that later steps leave out
    return replace_columns(table.raw, {}, drop=table.raw.columns.keys() - chosen.keys())._replace(
        columns=chosen
    )


def join_cells(table: StepTable, options: Joins) -> RawTable:
    """Add columns, each given as name -> columns, or a pattern such as `"p*"`, whose cells are joined with a
    `separator` between them; whole numbers are padded to `digits`.

    The new cell is missing if one of the others is. With zeros in front, text sorts as numbers do.
    """
    joins = {key: value for key, value in options.items() if key not in ("separator", "digits")}
    separator, digits = str(options.get("separator", "")), options.get("digits", 0)
    for name, parts in joins.items():
        cells = []
        for row in zip(*table.list_cells(match_columns(table, parts)), strict=True):
            padded = [cell.zfill(digits) if cell.isdigit() else cell for cell in row] if digits else row
            cells.append(separator.join(padded) if table.raw.missing.isdisjoint(row) else "")
        table = table._replace(raw=table.set_column(name, cells, {}))
    return table.raw


def match_columns(table: StepTable, names: list[str] | str) -> list[str]:
    """Return the columns of a list, or those that match one pattern, in the order of the file."""
    listed = names if isinstance(names, list) else fnmatch.filter(table.raw.names, names)
    if not listed:
        known = ", ".join(table.raw.names[:20])
        raise InputError(f"{table.where}: no column matches {names!r}; there are {known}")
    return listed


STEPS: dict[str, Callable[..., RawTable]] = {
    "keep_rows": keep_rows,
    "drop_rows": drop_rows,
    "blank": blank_cells,
    "recode": recode_labels,
    "cut": cut_into_classes,
    "iso_week": add_iso_week,
    "blocks": add_block_labels,
    "strokes": replace_points_by_strokes,
    "windows": join_rows_into_windows,
    "first_of": keep_first_units,
    "keep": keep_columns,
    "join": join_cells,
    "threshold": add_threshold_columns,
    "sort": sort_rows,
    "sample": sample_rows,
}
