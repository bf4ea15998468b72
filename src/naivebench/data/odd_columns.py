"""Columns taken as labels although their cells are dates, or numbers with decimal commas.

Such a column is read without an error, but a model of it is worse than a model of the numbers. So it is
reported, together with what to set. docs/protocols/data-sets.md#numbers-that-are-labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from naivebench.data.readers.cells import is_number

DECIMAL_COMMA = re.compile(r"([+-]?)(\d*|\d{1,3}(?:\.\d{3})+),(\d+(?:[eE][+-]?\d+)?)")
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")  # may be an English number such as 1,234
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([ T].*)?|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})([ "
    r"T].*)?|\d{1,2}:\d{2}(:\d{2})?"
    rf"|\d{{1,2}}[-/. ]+{MONTH}[-/., ]+(\d{{4}}|\d{{2}})( .*)?|{MONTH} \d{{1,2}},? \d{{4}}( .*)?",
    re.IGNORECASE,
)
FEWEST = 2  # different dates; fewer are not reported
SHARE = 0.9  # least share of the different cells
LISTED = 10  # maximum number of columns to name


def looks_like(cells: Iterable[str]) -> str:
    """Kind of text that the different cells of a column, without missing ones, look like: "commas",
    "thousands", "dates", or "" for anything else.
    """
    different = set(cells)
    odd = [cell for cell in different if not is_number(cell)]
    commas = [cell for cell in odd if DECIMAL_COMMA.fullmatch(cell) or THOUSANDS.fullmatch(cell)]
    if commas and len(different) - len(odd) + len(commas) >= SHARE * len(different):
        return "thousands" if all(map(THOUSANDS.fullmatch, commas)) else "commas"
    dates = sum(DATE.fullmatch(cell) is not None for cell in different)
    return "dates" if dates >= max(FEWEST, SHARE * len(different)) else ""


def sentences(looks: dict[str, str], *, decimal: str, drop: str, kind: str) -> list[str]:
    """Warnings about odd columns (`looks` by name, from `looks_like`) and what to set, one sentence per look.

    decimal, drop, kind: how a user sets the decimal mark, drops a column, and declares a column as nominal.
    """
    cures = {
        "commas": f"looks like numbers with decimal commas, but is treated as labels (set {decimal}, or "
        f"{kind} if these are labels)",
        "thousands": "looks like numbers with commas between thousands or before decimals, but is "
        f"treated as labels (delete commas between thousands, set {decimal} for decimal commas, or {kind} "
        "if these are labels)",
        "dates": f"looks like dates, which are treated as plain labels (set {drop}, derive month, weekday "
        f"or age, or set {kind} if these are labels)",
    }
    by_sort = {sort: [name for name, look in looks.items() if look == sort] for sort in cures}
    return [f"{cures[sort]}: {_list(names)}" for sort, names in by_sort.items() if names]


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more
