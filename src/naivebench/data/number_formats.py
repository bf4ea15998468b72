"""Numbers as people write them: decimal commas, thousands separators, units, percent.

A form belongs to a column, never to a single cell, so the functions take the different cells of one column.
docs/protocols/data-sets.md#numbers-as-they-are-written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.table import is_number as is_number

BLANKS = " \u00a0\u2009\u202f"
EXPONENT = r"(?:[eE][+-]?[0-9]+)?"
GROUPED = r"[1-9][0-9]{{0,2}}(?P<mark>[{}_'’" + BLANKS + r"])[0-9]{{3}}(?:(?P=mark)[0-9]{{3}})*"
# numbers by their decimal mark: a whole part with or without thousands separators, a fraction, an exponent
FORMS = {
    decimal: re.compile(
        rf"[+-]?(?=\{decimal}?[0-9])(?:{GROUPED.format(other)}|[0-9]+)?(?:\{decimal}[0-9]*)?{EXPONENT}"
    )
    for decimal, other in ((".", ","), (",", "."))
}
PLAIN = {
    decimal: str.maketrans(
        {mark: None for mark in other + "_'’" + BLANKS} | {",": None if other == "," else "."}
    )
    for decimal, other in ((".", ","), (",", "."))
}
CURRENCIES = (
    r"(?:US|CA|AU|NZ|HK|A|C|R|S)?\$|[€£¥₹₽₩₺₫₪₴₦₱]|USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|BRL|RUB|CAD|AUD|NZD|SEK"
    r"|NOK|DKK|PLN|CZK|HUF|TRY|MXN|ZAR|SGD|HKD|KRW|kr|zł|Rs\.?"
)
UNITS = (
    r"%|‰|°C|°F|°|kg|mg|µg|ng|(?:[mµnp]?g|[mµnp]?mol|[mµk]?I?U|mEq)/[dmµ]?l|m?g/kg|k?g/c?m[23²³]|lbs?|oz|tons?|km/h|mph|m/s|km|cm|mm|µm|nm|ft|in|mi|miles?|ms|min|mins"
    r"|minutes?|secs?|seconds?|h|hrs?|hours?|days?|weeks?|months?|years?|yrs?|ml|dl|cl|kB|MB|GB|TB|k?Hz|MHz|GHz"
    r"|kWh?|MWh?|kV|mV|mA|hPa|kPa|Pa|mmHg|bar|bpm|dB|k?cal|k?J|k?m²|k?m2|m³|m3"
    r"|sq\.? ?ft|acres?|ha|bp|ppm|ppb|px|(?<= )[gmstlKVWAN]"
)
WITH_UNIT = re.compile(
    rf"(?P<sign>[+-]?)(?P<before>{CURRENCIES})?\s*(?P<number>[+-]?[0-9.,].*?)\s*(?P<after>{CURRENCIES}|{UNITS})?",
    re.IGNORECASE,
)
OTHER_TEXT = re.compile(
    r"((?:\w{0,4}\s|[^\w\s.+-])?)[+-]?[0-9][0-9.,]*((?:\s*[^\W\d_]{1,6}(?:/[^\W\d_]{1,6}[23²³]?)?|\s*[^\w\s:;-])?)"
)  # a number with other short text
WHOLE = re.compile(r"[+-]?[0-9]+")
ZEROS = re.compile(r"0[0-9]+")  # 01 and 007, but not 0.1
THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
EXACT = 2**53  # from this number on, float64 cannot hold every whole number
MANY, FEW = 10, 3  # cells with other text, from which on, and different texts, up to which, it may be a unit
HEAD = 20  # cells that are examined before all the others


class Numbers(NamedTuple):
    """Numbers in the cells of a column, their form, and remarks on this form as (what is done, example)."""

    values: np.ndarray  # float64, of the different cells, or of all cells (n,) with NaN for missing ones
    form: str  # decimal mark (a blank if both fit) and unit, such as ",€"; "" for plain numbers
    remarks: list[tuple[str, str]]


def parse_numbers(cells: Sequence[str], decimal: str = "") -> Numbers | None:
    """Return the numbers of different cells, none of them missing; None unless all have the same form.

    decimal: "." or ","; "" chooses the mark with which all cells are numbers, a point if both fit.
    """
    if not cells or (decimal != "," and all(map(is_number, cells))):
        return Numbers(np.array(list(map(float, cells))), "", [])
    plain = [re.sub("^\u2013|\u2212", "-", cell) for cell in cells]  # the minus sign of word processors
    remarks = list[tuple[str, str]]()
    # most columns of other text, and columns without a unit, are recognised by their first cells
    head, unit = strip_unit(plain[:HEAD])
    if not any(all(map(FORMS[mark].fullmatch, head)) for mark in decimal or ".,"):
        return None
    if unit:
        plain, unit = strip_unit(plain)
        remarks.append(("the unit is left out of the numbers", cells[0]))

    fits = [mark for mark in decimal or ".," if all(map(FORMS[mark].fullmatch, plain))]
    values = {mark: np.array([float(cell.translate(PLAIN[mark])) for cell in plain]) for mark in fits}
    if not fits or np.isinf(values[fits[0]]).any():
        return None
    either = len(fits) == 2 and bool((values["."] == values[","]).all())
    if not decimal:
        remarks += list_separator_remarks(plain, fits, len(fits) == 2 and not either)
    return Numbers(values[fits[0]], (" " if either else fits[0]) + unit, remarks)


def strip_unit(cells: list[str]) -> tuple[list[str], str]:
    """Strip the unit or currency that all cells share; cells with different units or none stay unchanged."""
    matches = [WITH_UNIT.fullmatch(cell) for cell in cells]
    units = {(m["before"] or "", m["after"] or "") if m else ("", "") for m in matches}
    if len(units) != 1 or units == {("", "")}:
        return cells, ""
    return [m["sign"] + m["number"] if m else "" for m in matches], "".join(units.pop())


def has_unknown_units(cells: Sequence[str]) -> bool:
    """Whether all of many cells are numbers with one of a few short texts around them, such as rare units.
    Letters directly before a number make the cell a name (P12).
    """
    around = {m and (m[1], m[2].strip()) for m in map(OTHER_TEXT.fullmatch, cells)}
    return len(cells) >= MANY and None not in around and len(around) <= FEW and around != {("", "")}


def list_separator_remarks(cells: list[str], fits: list[str], ambiguous: bool) -> list[tuple[str, str]]:
    """List remarks on decimal commas and thousands separators, in cells without a unit."""
    example = max(cells, key=len)
    if ambiguous and any("," in cell for cell in cells):
        return [("commas are read as thousands separators; for decimal commas set `--decimal ,`", example)]
    if ambiguous:
        return list_mixed_form_remarks(cells)
    grouped = [cell for cell in cells if (m := FORMS[fits[0]].fullmatch(cell)) and m["mark"]]
    remarks = [("thousands separators are left out", grouped[0])] if grouped else []
    comma = next((cell for cell in cells if "," in cell), "") if fits == [","] else ""
    return [*remarks, ("commas are read as decimal marks", comma)] if comma else remarks


def list_mixed_form_remarks(cells: Sequence[str]) -> list[tuple[str, str]]:
    """List remarks on columns such as 3.468 and 912: three digits after every point, or without a point."""
    pointed = [cell for cell in cells if "." in cell]
    integers = [cell for cell in cells if "." not in cell]
    if not pointed or not all(map(THOUSANDS.fullmatch, pointed)):
        return []
    longest = max((cell.lstrip("+-") for cell in integers), key=len, default="")
    if len(longest) != 3 or not all(map(WHOLE.fullmatch, integers)):
        return []
    text = "points are read as decimal marks; if they separate thousands, set `--decimal ,`"
    return [(text, f"{pointed[0]} beside {longest}")]


def explain_numeric_codes(cells: Sequence[str]) -> tuple[str, str] | None:
    """Explain, with an example, why whole numbers are codes: leading zeros, or too many digits for floats."""
    integers = [cell for cell in cells if WHOLE.fullmatch(cell)]
    zeros = next(filter(ZEROS.fullmatch, integers), None)
    if zeros is not None:
        text = "numbers with leading zeros are treated as labels (`--kind COL=linear` reads them as numbers)"
        return text, zeros
    long = next((cell for cell in integers if len(cell) > 15 and int(float(cell)) != int(cell)), None)
    return None if long is None else ("numbers longer than float64 can hold are treated as labels", long)


def could_be_number(cell: str) -> bool:
    """Whether a single cell is a number in one of the forms."""
    return is_number(cell) or parse_numbers([cell]) is not None


def find_differing_labels(labels: Sequence[str]) -> list[str]:
    """Find two labels that are not numbers in the same form."""
    other = next((cell for cell in labels if parse_numbers([labels[0], cell]) is None), labels[-1])
    return [labels[0], other]
