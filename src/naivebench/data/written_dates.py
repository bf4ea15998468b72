"""Dates, times and counted words: the readings of a column, and the order of its cells.

All cells of a column have one form. A date such as 1/2/2020 has two readings, which must give the same order.
Texts that only a person could order, such as names of weekdays, are not read.
"""

from __future__ import annotations

import contextlib
import datetime
import re
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from naivebench.data.number_formats import ZEROS, parse_numbers

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAY, MONTH = r"(?P<day>0?[1-9]|[12]\d|3[01])", r"(?P<month>0?[1-9]|1[0-2])"
NAME = rf"(?P<month>(?:{'|'.join(MONTHS)})[a-z]*)\.?"
YEAR, SHORT = r"(?P<year>(?:1[5-9]|2[01])\d\d)", r"(?P<year>\d\d)"
EITHER = r"(?P<year>(?:1[5-9]|2[01])\d\d|\d\d)"
TIME = (
    r"(?:(?:T|,? )(?P<hour>[0-2]?\d)(?::(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d(?:\.\d+)?))?)?"
    r"(?: ?(?P<half>[ap])m)?(?: ?(?P<zone>z|utc|[+-]\d\d(?::?\d\d)?))?)?"
)
COMMAS, CLOCK, COUNTED = "numbers with decimal commas", "times or durations", "counted words"
# forms of cells, with the reading that each of them allows
FORMS = [
    (reading, re.compile(form, re.IGNORECASE))
    for reading, form in (
        ("year, month and day", rf"{YEAR}(?P<mark>[-/.]){MONTH}(?P=mark){DAY}{TIME}"),
        ("year, month and day", rf"{SHORT}(?P<mark>[-/]){MONTH}(?P=mark){DAY}{TIME}"),
        ("month, day and year", rf"{MONTH}(?P<mark>[-/.]){DAY}(?P=mark){EITHER}{TIME}"),
        ("day, month and year", rf"{DAY}(?P<mark>[-/.]){MONTH}(?P=mark){EITHER}{TIME}"),
        ("day, month and year", rf"{DAY}[-/. ]*{NAME}[-/., ]*{EITHER}{TIME}"),
        ("month, day and year", rf"{NAME} {DAY},? {YEAR}{TIME}"),
        ("month and year", rf"{NAME}[-/. ]+{YEAR}"),
        ("month and year", rf"{MONTH}[-/.]{YEAR}"),
        ("year and month", rf"{YEAR}[-/.]{MONTH}"),
        # numbers that may be a day, month and year without marks
        ("month, day and year", rf"(?P<month>\d\d)(?P<day>\d\d){EITHER}"),
        ("day, month and year", rf"(?P<day>\d\d)(?P<month>\d\d){EITHER}"),
        ("year, month and day", rf"{SHORT}(?P<month>\d\d)(?P<day>\d\d)"),
        # in a column with 1:07:00, 10:03 may be minutes, so seconds are a form of their own
        (CLOCK, r"(?P<hour>\d+):(?P<minute>[0-5]\d)"),
        (CLOCK, r"(?P<hour>\d+):(?P<minute>[0-5]\d):(?P<second>[0-5]\d(?:\.\d+)?)"),
        ("year and number", rf"{YEAR}[-/ ]?(?P<word>[qwmh]|kw|) ?(?P<count>\d{{1,2}})"),
        ("number and year", rf"(?P<word>[qwmh]|kw) ?(?P<count>\d{{1,2}})[-/, ]+{YEAR}"),
        # other text may count backwards, as in "T-5", "5 days ago" and "BC 5"
        (COUNTED, r"(?!bc|left|before|minus)(?P<word>[^\W\d_]+)[ ._:#]*(?P<count>\d+)"),
    )
]
SHARE, HEAD = 0.9, 20  # least share of dates among different cells; cells that are examined first
CENTURY = 50  # from this span on, the order of years of two digits is uncertain
Readings: TypeAlias = dict[str, np.ndarray]  # what the cells mean -> (u,) numbers that ascend with time


def are_dates(cells: Sequence[str]) -> bool:
    """Whether nearly all of at least two different cells are dates or times; counted words may be names."""
    forms = [form for reading, form in FORMS if reading != COUNTED and any(map(form.fullmatch, cells[:HEAD]))]
    return any(sum(map(bool, map(f.fullmatch, cells))) >= max(2, SHARE * len(cells)) for f in forms)


def read_times(cells: Sequence[str], decimal: str = "") -> Readings:
    """Read the different cells in all meanings that give an order; none if the order would be a guess."""
    readings: Readings = {}
    for mark, name in ((".", "numbers"), (",", COMMAS)):
        numbers = parse_numbers(cells, mark) if mark == (decimal or mark) else None
        if numbers is not None:
            readings[name] = numbers.values
    # 98, 99, 00 may be years, and 0905 a time
    if any(map(ZEROS.fullmatch, cells)) and any(max(values) >= 60 for values in readings.values()):
        readings = {}
    return readings | read_forms(cells)  # numbers may be dates too


def read_forms(cells: Sequence[str]) -> Readings:
    """Read the cells in every form that fits all of them."""
    readings: Readings = {}
    for reading, form in FORMS:
        if not all(map(form.fullmatch, cells)):
            continue
        parts = [match.groupdict() for match in map(form.fullmatch, cells) if match]
        if not have_same_parts(parts):
            continue
        if reading == COUNTED:
            numbers = read_times([part["count"] for part in parts])
            readings |= {COUNTED: numbers["numbers"]} if "numbers" in numbers else {}
            continue
        with contextlib.suppress(ValueError):  # a day that does not exist
            readings[reading] = np.array(list(map(read_instant, parts)))
    return readings


def have_same_parts(parts: Sequence[dict[str, str | None]]) -> bool:
    """Whether all cells have the same word and parts; years of two digits must be within half a century."""
    words = {((part.get("word") or "").casefold(), len(part.get("year") or "")) for part in parts}
    clocks = {(part.get("half") is None, part.get("zone") is None) for part in parts if part.get("hour")}
    years = [int(part.get("year") or 0) for part in parts]
    return len(words) == 1 and len(clocks) <= 1 and (years[0] > 99 or max(years) - min(years) < CENTURY)


def read_instant(parts: dict[str, str | None]) -> float:
    """Return seconds since a fixed day, UTC, or a number that ascends with a year and the count beside it.
    Raises ValueError for a day that does not exist.
    """
    part = {name: text for name, text in parts.items() if text}
    if "count" in part:
        return 100 * int(part["year"]) + int(part["count"])
    hour = int(part.get("hour", 0))
    if "half" in part:
        hour = hour % 12 + 12 * (part["half"] in "pP")
    seconds = 3600 * hour + 60 * int(part.get("minute", 0)) + float(part.get("second", 0))
    if part.get("zone", "")[-1:].isdigit():
        sign, minutes = part["zone"][0], part["zone"][-2:]
        seconds -= 3600 * int(part["zone"][:3]) + 60 * int(sign + minutes) * (len(part["zone"]) > 3)
    if "month" in part:
        month, year = part["month"], int(part["year"])
        number = int(month) if month.isdigit() else 1 + MONTHS.index(month[:3].lower())
        day = datetime.date(year if year > 99 else 2000 + year, number, int(part.get("day", 1)))
        seconds += 86_400 * day.toordinal()
    return seconds


def find_unordered_cell(cells: Sequence[str]) -> str:
    """Return the first cell that cannot be ordered together with the first of the cells."""
    return next((cell for cell in cells if not read_times([cells[0], cell])), cells[0])


def have_same_order(readings: Readings) -> bool:
    """Whether all meanings order the cells in the same way."""
    orders = [np.unique(times, return_inverse=True)[1] for times in readings.values()]
    return all((order == orders[0]).all() for order in orders[1:])
