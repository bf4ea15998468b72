"""Dates, times and other texts that can be ordered by time: the possible meanings of a column, and its order.

A date such as 1/2/2020 has several meanings; all of them must give the same order. Texts that only a person
could order, such as names of weekdays, are not read.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from naivebench.data.number_formats import ZEROS, parse_numbers

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? +)?"
CLOCK = (
    r"(?P<hour>\d{{1,2}})(?::(?P<minute>\d{{2}})(?::(?P<second>\d{{2}}(?:[.,]\d+)?))?){}"
    r"(?: ?(?P<half>[ap])\.?m\.?)?"
    r"(?: ?(?P<place>z|utc|gmt|(?P<zone>[+-]\d{{2}}):?(?P<rest>\d{{2}})?)(?: ?[\[(][\w/+ -]+[\])])?)?"
)
CLOCK_PARTS = ("hour", "minute", "second", "half", "place", "zone", "rest")
# forms of a day, and the possible orders of year, month and day
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
CLOCKS = re.compile(r"-?\d+:[0-5]\d(?::[0-5]\d)?(?:[.,]\d+)?(?: ?[ap]\.?m\.?)?", re.IGNORECASE)
PERIODS = re.compile(r"(?:19|20)\d\d[- ]?[QWMH]\d{1,2}|[QWMH]\d{1,2}[- /]?(?:19|20)\d\d", re.IGNORECASE)
LOOKS = {"times": (CLOCKS,), "dates": (*(form for form, _ in FORMS), PERIODS)}
# numbers that may be a day, month and year without marks
JOINED = (
    (re.compile(r"(\d{2})(\d{2})(\d{4})"), ("mdy", "dmy")),
    (re.compile(r"(\d{2})(\d{2})(\d{2})"), ("mdy", "dmy", "ymd")),
    (re.compile(r"(\d{4})\.(\d{1,2})"), ("ym",)),
    (re.compile(r"(0?[1-9]|1[0-2])\.(\d{4})"), ("my",)),
    (re.compile(r"(0?[1-9]|1[0-2])\.(\d{2})"), ("my",)),
)
# words beside a number that counts upwards in time; all other text may count backwards, as in "5 days ago"
UNIT = (
    r"(?:d|days?|tage?|w|wks?|weeks?|kw|wochen?|m|mo|months?|monate?|q|qtr|quarters?|quartale?|h|half|s"
    r"|semesters?|y|yrs?|years?|jahre?|fy|hours?|t|steps?|v|visits?|waves?|rounds?|trials?|sessions?|periods?|phases?|stages?"
    r"|cycles?|seasons?|terms?|epochs?|runs?|minutes?|batch(?:es)?|blocks?|games?|tests?|sprints?|generations?"
    r"|spring|summer|autumn|fall|winter|ws|ss|[年月日周週季])"
)
# T-5 counts backwards, so a hyphen needs a longer word
COUNTED = re.compile(rf"{UNIT}[ ._:#]*|{UNIT}(?<=\w{{3}})-|[-. ]*{UNIT}\.?", re.IGNORECASE)
BESIDE_YEAR = re.compile(rf"[-/ ._,]*(?:{UNIT}[-/ ._,]*){{0,2}}", re.IGNORECASE)
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
FEW = 5  # most different cells such as 10.16 that are prices or measurements rather than months and years
UNIX = {10, 13, 16, 19}  # digits of seconds since 1970, and of thousandths, millionths and so on
Form: TypeAlias = tuple[re.Pattern[str], tuple[str, ...]]
Readings: TypeAlias = dict[str, np.ndarray]  # what the cells mean -> (u,) numbers that ascend with time


def find_time_form(cells: Sequence[str]) -> str:
    """Return the form of nearly all of at least two different cells: "times" of day or durations, such as
    135:29:00, "dates" (also weeks, months and quarters), or "".
    """
    for look, forms in LOOKS.items():
        likely = [form for form in forms if any(map(form.fullmatch, cells[:HEAD]))]
        fits = sum(any(form.fullmatch(cell) for form in likely) for cell in cells) if likely else 0
        if fits >= max(2, SHARE * len(cells)):
            return look
    return ""


def read_times(cells: Sequence[str], decimal: str = "") -> Readings:
    """Read the different cells in all meanings that give an order; none if the order would be a guess."""
    readings: Readings = {}
    for mark, name in ((".", "numbers"), (",", COMMAS)):
        numbers = parse_numbers(cells, mark) if mark == (decimal or mark) else None
        if numbers is not None:
            readings[name] = numbers.values
    if not readings:
        return read_date_forms(cells, FORMS, DATED) or read_counted_periods(cells)
    # plain numbers may be dates too, and then both meanings must give one order
    joined = read_date_forms(cells, JOINED if len(cells) > FEW else JOINED[:-1], YEARS)
    return readings | joined if joined or not are_ambiguous_times(cells) else {}


def find_unordered_cell(cells: Sequence[str]) -> str:
    """Return the first cell that cannot be ordered together with the first of the cells."""
    return next((cell for cell in cells if not read_times([cells[0], cell])), cells[0])


def read_date_forms(cells: Sequence[str], forms: Sequence[Form], years: range) -> Readings:
    """Return the meanings of dates and times whose form all cells have."""
    readings: Readings = {}
    for form, orders in forms:
        # most forms are excluded by the first cells, which saves most of the time
        if not all(map(form.fullmatch, cells[:HEAD])):
            continue
        matches = [m for m in map(form.fullmatch, cells) if m]
        if len(matches) == len(cells) and have_same_clock_parts(matches, not orders[0]):
            times = {NAMES[order]: read_instants(matches, order, years) for order in orders}
            readings |= {name: seconds for name, seconds in times.items() if seconds is not None}
    return readings


def have_same_clock_parts(matches: Sequence[re.Match[str]], alone: bool) -> bool:
    """Whether all times of day agree in having a zone, and in having AM or PM. Without a date (`alone`), they
    must also agree in having seconds, because 10:03 in a column with 1:07:00 may be minutes.
    """
    parts = ("place", "half", "second") if alone else ("place", "half")
    timed = [match for match in matches if match.groupdict().get("hour")]
    return len({tuple(match[part] is None for part in parts) for match in timed}) <= 1


def are_ambiguous_times(numbers: Sequence[str]) -> bool:
    """Whether numbers are seconds since 1970 mixed with thousandths, or have leading zeros and may be
    years or dates, such as 98, 99, 00 and 9912, 0001; 01 to 59 are months, days, weeks or minutes, and three
    digits are days or counts.
    """
    digits = {len(number) for number in numbers}
    if len(digits) > 1 and digits <= UNIX:
        return True
    if len(digits) > 1 or not any(map(ZEROS.fullmatch, numbers)) or not all(map(str.isdigit, numbers)):
        return False
    return max(digits) > 3 or (max(digits) == 2 and max(numbers) >= "60")


def read_instants(matches: Sequence[re.Match[str]], order: str, years: range) -> np.ndarray | None:
    """Return seconds of dates whose parts are in this order; None if a date does not exist, or if the century
    of a year of two digits is not certain.
    """
    form = matches[0].re
    not_a_day = {form.groupindex.get(name) for name in ("mark", *CLOCK_PARTS)}
    places = [place for place in range(1, form.groups + 1) if place not in not_a_day]
    parts = []
    for match in matches:
        texts = [match[place] for place in places]
        numbers = [int(text) if text.isdigit() else 1 + MONTHS.index(text[:3].lower()) for text in texts]
        parts.append(dict(zip(order, numbers, strict=True)))

    # a month alone means its first day, and a time of day alone a fixed day
    days = []
    try:
        start = find_century([part["y"] for part in parts if "y" in part])
        for part in parts:
            year = part.get("y", 2000)
            year = start + (year - start) % 100 if start else year
            days.append(datetime.date(year, part.get("m", 1), part.get("d", 1)))
        seconds = [read_time_of_day(match) for match in matches]
    except ValueError:
        return None
    if any(day.year not in years for day in days):
        return None
    return np.array([86_400.0 * d.toordinal() + s for d, s in zip(days, seconds, strict=True)])


def find_century(years: Sequence[int]) -> int:
    """Return the first year of the shortest span that contains all years of two digits (1998 for 98 and 3), 0
    if they have four. Raises ValueError if no such span is much shorter than the others.
    """
    known = sorted(set(years))
    if not known or known[0] > 99 or (known[0] == 0 and known[-1] > 99):  # 0000-00-00 means missing
        return 0
    gaps = np.diff([*known, known[0] + 100])
    if gaps.max() < 50 or known[-1] > 99:
        raise ValueError
    first = known[(int(gaps.argmax()) + 1) % len(known)]
    return first + (2000 if first < 69 else 1900)


def read_time_of_day(match: re.Match[str]) -> float:
    """Return seconds since midnight, UTC; 0 without a time. Raises ValueError for an impossible time."""
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


def read_counted_periods(cells: Sequence[str]) -> Readings:
    """Read the number in cells such as "week 10", if all of them have the same unit or period next to it, or
    the numbers next to a year that is first or last, as in "2020-W10" and "Q1 2020".
    """
    parts = [re.split(r"(\d+)", cell) for cell in cells]
    around = {tuple(" ".join(text.casefold().split()) for text in part[::2]) for part in parts}
    if len(around) != 1 or len(parts[0]) not in (3, 5, 7):
        return {}
    texts, numbers = around.pop(), np.array([list(map(int, part[1::2])) for part in parts], dtype=np.float64)
    if len(texts) == 2:
        unclear = are_ambiguous_times([part[1] for part in parts])  # FY98, FY99, FY00
        known = COUNTED.fullmatch("".join(texts)) and not all(texts)
        return {"counted words": numbers[:, 0]} if known and not unclear else {}

    are_years = [
        all(len(part[i]) == 4 and int(part[i]) in YEARS for part in parts) for i in range(1, len(parts[0]), 2)
    ]
    if not all(map(BESIDE_YEAR.fullmatch, texts)):
        return {}
    if len(are_years) > 2 and not any(any(map(str.isalpha, text)) for text in texts):
        return {}
    if are_years == [False, True]:
        numbers = numbers[:, ::-1]
    elif not are_years[0]:
        return {}
    order = np.unique(numbers, axis=0, return_inverse=True)[1]
    return {"years with numbers": order.ravel().astype(np.float64)}


def have_same_order(readings: Readings) -> bool:
    """Whether all meanings order the cells in the same way."""
    orders = [np.unique(times, return_inverse=True)[1] for times in readings.values()]
    return all((order == orders[0]).all() for order in orders[1:])
