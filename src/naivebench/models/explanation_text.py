"""Formatting of the records of `models/explain.py` as text and as HTML: one table per case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import NamedTuple

from naivebench.models.explain import (
    Cell,
    Condition,
    Contribution,
    Evidence,
    Record,
    Value,
    total,
)

INTERVAL = re.compile(r"\(\S+, \S+\]")


class Row(NamedTuple):
    """One row of an explanation's table: its numbers and their description."""

    numbers: tuple[str, ...]
    about: str
    strength: float = 0.0  # log-odds, drawn as a bar in HTML


class Told(NamedTuple):
    """Text of one record: title, table and note."""

    title: str
    head: tuple[str, ...]  # headings of the columns of numbers
    rows: list[Row]
    note: str


class Explanations(list[Record]):
    """Records of `models.explain`, one dict per case, shown as text by `str` and as a table in notebooks."""

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


def as_text(records: Iterable[Record], *, top: int = 10) -> str:
    """Format records as text, one paragraph per record, with the `top` largest contributions, patterns or
    leaves.
    """
    paragraphs = []
    for told in (_tell(record, top) for record in records):
        numbers = [told.head, *(row.numbers for row in told.rows)]
        widths = [max(map(len, column)) for column in zip(*numbers, strict=True)]
        abouts = ["", *(row.about for row in told.rows)]
        lines = [
            "  ".join(["", *(x.rjust(w) for x, w in zip(row, widths, strict=True)), about]).rstrip()
            for row, about in zip(numbers, abouts, strict=True)
        ]
        paragraphs.append("\n".join([told.title, *lines, *([f"  {told.note}"] if told.note else [])]))
    return "\n\n".join(paragraphs) + "\n"


def as_html(records: Iterable[Record], *, top: int = 10) -> str:
    """Format records like `as_text`, as an HTML fragment without scripts, for notebooks and web pages."""
    parts = []
    for told in (_tell(record, top) for record in records):
        widest = max((abs(row.strength) for row in told.rows), default=0.0) or 1.0
        head = "".join(f"<th>{escape(text)}</th>" for text in told.head)
        body = "".join(
            "<tr>"
            + "".join(f'<td style="text-align:right">{escape(x)}</td>' for x in row.numbers)
            + f'<td style="text-align:left">{escape(row.about)}{_bar(row.strength / widest)}</td></tr>'
            for row in told.rows
        )
        note = f"<p>{escape(told.note)}</p>" if told.note else ""
        parts.append(
            f"<table><caption>{escape(told.title)}</caption><tr>{head}<th></th></tr>{body}</table>{note}"
        )
    return '<div class="naivebench-explanation">' + "".join(parts) + "</div>"


def _bar(share: float) -> str:
    """A bar below the text, blue for the predicted class and orange for the runner-up."""
    if not share:
        return ""
    colour = "#0072b2" if share > 0 else "#d55e00"
    return f'<div style="height:3px;width:{100 * abs(share):.0f}%;background:{colour}"></div>'


def _tell(record: Record, top: int) -> Told:
    against = "" if record["against"] is None else f", against {record['against']}"
    title = f"case {record['case']}: {record['predicted']}, probability {record['probability']:.4g}{against}"
    if "note" in record:
        title += f" ({record['note']})"
    return WRITERS[record["kind"]](record, top, title)


def _contributions(record: Record, top: int, title: str) -> Told:
    items = record["contributions"]
    rows = [_evidence(item, _name(item)) for item in items[:top]]
    left = [item["log_odds"] for item in items[top:]]
    number = len(left)
    if "others" in record:
        left.append(record["others"]["log_odds"])
        number += record["others"]["number"]
    if number:
        rows.append(_evidence({"log_odds": total(left)}, f"{number} more"))
    if "rest" in record:
        rows.append(_evidence(record["rest"], record["rest"]["of"]))
    rows.append(_evidence(record["prior"], "prior"))
    rows.append(_evidence({"log_odds": record["log_odds"]}, "together"))
    notes = [f"at the leaf of: {_path(record['route'])}"] if record.get("route") else []
    if record["impossible"]:
        notes.append("every class is ruled out by some value, so the prior decides")
    if record.get("without_say"):
        notes.append(f"without a say: {_listed(record['without_say'])}")
    return Told(title, ("log-odds",), rows, "; ".join(notes))


def _evidence(item: Evidence, about: str) -> Row:
    value = item["log_odds"]
    out = f", rules out {_listed(item['rules_out'])}" if "rules_out" in item else ""
    return Row(("" if value is None else f"{value:+.3f}",), about + out, value or 0.0)


def _super_parents(record: Record, top: int, title: str) -> Told:
    rows = [
        Row((f"{item['weight']:.3f}", f"{item['probability']:.3f}"), _valued(item))
        for item in record["super_parents"][:top]
    ]
    return Told(title, ("weight", "probability"), rows, _more(record, len(record["super_parents"]), top))


def _patterns(record: Record, top: int, title: str) -> Told:
    rows = []
    for item in record["patterns"][:top]:
        about = _cells(item["values"]) or "class frequencies"
        counts = ", ".join(f"{label} {n:g}" for label, n in item["counts"].items()) or "no case"
        numbers = (f"{item['probability']:.3f}", f"{item['prior']:.3f}", f"{item['weight_of_counts']:.3f}")
        rows.append(Row(numbers, f"{about}: {counts}"))
    return Told(
        title,
        ("probability", "from parts", "weight of counts"),
        rows,
        _more(record, len(record["patterns"]), top),
    )


def _leaves(record: Record, top: int, title: str) -> Told:
    rows = []
    for leaf in record["leaves"][:top]:
        counts = ", ".join(f"{label} {n:g}" for label, n in leaf["counts"].items())
        rows.append(Row((f"{leaf['weight']:.3f}",), f"{_path(leaf['path']) or 'root'}: {counts}"))
    return Told(title, ("weight",), rows, _more(record, len(record["leaves"]), top))


WRITERS: dict[str, Callable[[Record, int, str], Told]] = {
    "contributions": _contributions,
    "super_parents": _super_parents,
    "patterns": _patterns,
    "leaves": _leaves,
}


def _more(record: Record, listed: int, top: int) -> str:
    number = max(listed - top, 0) + record.get("others", {}).get("number", 0)
    return f"{number} more" if number else ""


def _name(item: Contribution) -> str:
    """The name of a contribution, such as "x = 3 in (2, 4], given y = red", or a word."""
    if "word" in item:
        return f"{item['word']} x {item['count']:g}"
    given = _cells(item.get("given", {}))
    return _valued(item) + (f", given {given}" if given else "")


def _valued(item: Cell) -> str:
    text = f"{item['attribute']} = {_shown(item['value'])}"
    if "interval" in item:
        text += f" in {item['interval']}" if item["interval"].startswith("(") else f" ({item['interval']})"
    return text


def _cells(values: dict[str, Value]) -> str:
    """Several cells in one line, such as "x = red, y in (2, 4], z > 5": labels, numbers and intervals."""
    texts = []
    for name, value in values.items():
        shown = _shown(value)
        relation = "" if shown.startswith(("<= ", "> ")) else "in " if INTERVAL.fullmatch(shown) else "= "
        texts.append(f"{name} {relation}{shown}")
    return ", ".join(texts)


def _path(steps: list[Condition]) -> str:
    tests = (
        f"{s['attribute']} {s['relation']} {_shown(s['value'])}" + ("" if s["observed"] else " (missing)")
        for s in steps
    )
    return " and ".join(tests)


def _shown(value: Value) -> str:
    return "missing" if value is None else value if isinstance(value, str) else f"{value:.6g}"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
