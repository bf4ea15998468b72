"""Dates, times and other texts that have an order of time: what a column can mean, and the order it gives.

A date may have several meanings, such as 1/2/2020, and then all of them must give the same order. Texts that
only a person could order, such as names of weekdays, have no meaning here.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from naivebench.data.written_numbers import read_numbers

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? +)?"
CLOCK = (
    r"(?P<hour>\d{{1,2}})(?::(?P<minute>\d{{2}})(?::(?P<second>\d{{2}}(?:[.,]\d+)?))?){}"
    r"(?: ?(?P<half>[ap])\.?m\.?)?(?: ?(?:z|utc|gmt|(?P<zone>[+-]\d{{2}}):?(?P<rest>\d{{2}})?))?"
)
CLOCK_PARTS = ("hour", "minute", "second", "half", "zone", "rest")
# forms of a day, and what their parts may mean: year, month, day
DAYS = (
    (r"(\d{4})(?P<mark>[-/.])(\d{1,2})(?P=mark)(\d{1,2})", ("ymd",)),
    (r"(\d{1,2})(?P<mark>[-/.])(\d{1,2})(?P=mark)(\d{4})", ("mdy", "dmy")),
    (r"(\d{1,2})\.(\d{1,2})\.(\d{2})", ("mdy", "dmy")),
    (r"(\d{1,2})(?P<mark>[-/])(\d{1,2})(?P=mark)(\d{2})", ("mdy", "dmy", "ymd")),
    (rf"(\d{{1,2}})(?:st|nd|rd|th)?[-/. ]*{MONTH}[-/., ]*(\d{{4}}|\d{{2}})", ("dmy",)),
    (rf"{MONTH}[-/. ]+(\d{{1,2}})(?:st|nd|rd|th)?,?[-/ ]+(\d{{4}})", ("mdy",)),
    (rf"(\d{{4}})[-/. ]+{MONTH}[-/. ]+(\d{{1,2}})", ("ymd",)),
    (rf"{MONTH}[-/., ]+(\d{{4}})", ("my",)),
    (r"(\d{4})[-/](0?[1-9]|1[0-2])", ("ym",)),
    (r"(0?[1-9]|1[0-2])[-/](\d{4})", ("my",)),
)
FORMS = (
    *(
        (re.compile(rf"{WEEKDAY}{d}(?:(?:T|,? +){CLOCK.format('?')})?", re.IGNORECASE), order)
        for d, order in DAYS
    ),
    (re.compile(CLOCK.format(""), re.IGNORECASE), ("",)),
)
PERIODS = re.compile(r"(?:19|20)\d\d[- ]?[QWMH]\d{1,2}|[QWMH]\d{1,2}[- /]?(?:19|20)\d\d", re.IGNORECASE)
# numbers that may be a day, month and year without marks
JOINED = (
    (re.compile(r"(\d{2})(\d{2})(\d{4})"), ("mdy", "dmy")),
    (re.compile(r"(\d{2})(\d{2})(\d{2})"), ("mdy", "dmy")),
    (re.compile(r"(\d{4})\.(\d{1,2})"), ("ym",)),
)
NAMES = {
    "mdy": "month, day and year",
    "dmy": "day, month and year",
    "ymd": "year, month and day",
    "my": "month and year",
    "ym": "year and month",
    "": "a time of day",
}
COMMAS = "numbers with decimal commas"
YEARS, DATED = range(1800, 2200), range(1000, 3000)  # years that numbers without marks, and dates, may mean
SHARE = 0.9  # least share of the different cells of a column of dates
HEAD = 20  # cells that are examined before all the others
Readings: TypeAlias = dict[str, np.ndarray]  # what the cells mean -> (u,) numbers that ascend with time


class UnclearCenturyError(ValueError):
    """Years of two digits that span more than 50 years."""


def are_dates(cells: Sequence[str]) -> bool:
    """Whether nearly all of at least two different cells are dates, weeks, months, quarters or times."""
    forms = (*(form for form, _ in FORMS), PERIODS)
    likely = [form for form in forms if any(map(form.fullmatch, cells[:HEAD]))]
    dates = sum(any(form.fullmatch(cell) for form in likely) for cell in cells) if likely else 0
    return dates >= max(2, SHARE * len(cells))


def read_times(cells: Sequence[str], decimal: str = "") -> Readings:
    """Everything that the different cells of a column can mean and that has an order."""
    readings: Readings = {}
    for mark, name in ((".", "numbers"), (",", COMMAS)):
        numbers = read_numbers(cells, mark) if mark == (decimal or mark) else None
        if numbers is not None:
            readings[name] = np.array(numbers.values)
    try:
        for form, orders in JOINED if readings else FORMS:
            if not all(map(form.fullmatch, cells[:HEAD])):
                continue
            matches = [m for m in map(form.fullmatch, cells) if m]
            for order in orders if len(matches) == len(cells) else ():
                times = instants(matches, order, YEARS if readings else DATED)
                readings |= {} if times is None else {NAMES[order]: times}
    except UnclearCenturyError:
        return {}
    return readings or read_counted(cells)


def instants(matches: Sequence[re.Match[str]], order: str, years: range) -> np.ndarray | None:
    """Seconds of dates whose parts are in this order; None if one of them does not exist."""
    parts = [dict(zip(order, parts_of(match), strict=True)) for match in matches]
    start = century(part["y"] for part in parts if "y" in part)
    try:
        days = [day_of(part, start) for part in parts]
        seconds = [clock_of(match) for match in matches]
    except ValueError:
        return None
    if not all(day.year in years for day in days):
        return None
    return np.array([86_400.0 * d.toordinal() + s for d, s in zip(days, seconds, strict=True)])


def parts_of(match: re.Match[str]) -> list[int]:
    """Day, month and year, or those that the form has, in the order of the text."""
    clock = {match.re.groupindex.get(name) for name in ("mark", *CLOCK_PARTS)}
    found = [text for place, text in enumerate(match.groups(), start=1) if place not in clock]
    return [int(text) if text.isdigit() else 1 + MONTHS.index(text[:3].lower()) for text in found]


def century(years: Iterable[int]) -> int:
    """The first year of the shortest span that contains all years of two digits (1998 for 98 and 3), 0 if
    they have four.
    """
    found = sorted(set(years))
    if not found or found[0] > 99:
        return 0
    gaps = np.diff([*found, found[0] + 100])
    if gaps.max() < 50 or found[-1] > 99:
        raise UnclearCenturyError
    first = found[(int(gaps.argmax()) + 1) % len(found)]
    return first + (2000 if first < 69 else 1900)


def day_of(part: dict[str, int], start: int) -> datetime.date:
    year = part.get("y", 2000)
    return datetime.date(start + (year - start) % 100 if start else year, part.get("m", 1), part.get("d", 1))


def clock_of(match: re.Match[str]) -> float:
    """Seconds since midnight in UTC, 0 without a time. Raises ValueError for a time that does not exist."""
    if "hour" not in match.re.groupindex or match["hour"] is None:
        return 0.0
    hour, minute, second = (float((match[name] or "0").replace(",", ".")) for name in CLOCK_PARTS[:3])
    if minute > 59 or second >= 61 or (match["half"] and not 1 <= hour <= 12):
        raise ValueError
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].lower() == "p" else 0)
    sign = -1 if (match["zone"] or "").startswith("-") else 1
    zone = 60 * int(match["zone"] or 0) + sign * int(match["rest"] or 0)
    return 3600 * hour + 60 * (minute - zone) + second


def read_counted(cells: Sequence[str]) -> Readings:
    """The number in "week 10", if all cells have the same text around it, or the numbers beside a year that
    is first or last, as in "2020-W10" and "Q1 2020".
    """
    parts = [re.split(r"(\d+)", cell) for cell in cells]
    around = {tuple(" ".join(text.casefold().split()) for text in part[::2]) for part in parts}
    if len(around) != 1 or len(parts[0]) == 1:
        return {}
    texts, numbers = around.pop(), np.array([list(map(int, part[1::2])) for part in parts], dtype=np.float64)
    years = [
        all(len(part[i]) == 4 and int(part[i]) in YEARS for part in parts) for i in range(1, len(parts[0]), 2)
    ]
    # T-5 is the fifth before, not after
    if len(years) == 1 and not re.search(r"(?:^|\W|\b[a-z]{1,2})[-\u2212]$", texts[0]):
        return {"counted words": numbers[:, 0]}
    if len(years) == 1 or (len(years) > 2 and not any(any(map(str.isalpha, text)) for text in texts)):
        return {}
    if years == [False, True]:
        numbers = numbers[:, ::-1]
    elif not years[0]:
        return {}
    order = np.unique(numbers, axis=0, return_inverse=True)[1]
    return {"years with numbers": order.ravel().astype(np.float64)}


def give_one_order(readings: Readings) -> bool:
    """Whether all meanings order the cells in the same way."""
    orders = [np.unique(times, return_inverse=True)[1] for times in readings.values()]
    return all((order == orders[0]).all() for order in orders[1:])
