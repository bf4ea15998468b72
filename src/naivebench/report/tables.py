"""Tables of the pages: choose rows and columns of a CSV file, and format each cell as HTML.

This module computes no number: a cell is a value of a CSV file, or draws an interval of such values.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from naivebench.core.checks import format_count

HERE = Path(__file__).parent
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is ten times as fast
MARKS = {  # group of methods -> glyph; the class of the same name in page.css has its colour
    "reference": "●",
    "naive Bayes": "■",
    "Bayesian network": "◆",
    "baseline": "▲",
    "semi-naive": "✚",
    "tree": "◄",
    "directional": "✖",
    "high cardinality": "★",
    "sequence": "▼",
    "other": "✦",
}
SHARES = {"percent", "percents", "points", "share"}  # formats of shares of 1
PATTERNS = {
    "integer": "{:,.0f}",
    "decimal": "{:,.2f}",
    "fine": "{:.3f}",
    "four": "{:.4f}",
    "signed": "{:+.2f}",
    "percent": "{:.1f}",
    "percents": "{:.2f}",
    "share": "{:.0f} %",
    "points": "{:+.2f}",
    "seconds": "{:,.3g}",
}
NUMERIC = {*PATTERNS, "p", "factor", "with_interval", "in_unit"}  # formats that are aligned to the right
UNITS = {  # of effects -> format
    "points": "points", "percent": "percents", "signed": "fine", "ratio": "decimal", "statistic": "decimal",
    "integer": "integer",
}  # fmt: skip
WORDS = {"True": "yes", "False": "no"}
SUFFIXES = {  # suffix of a column that the column without it describes -> label
    "_low": "{}, low",
    "_high": "{}, high",
    "_sd": "{}, SD",
    "_p": "{}, p",
    "_wins": "{}, wins",
    "_printed": "{}, printed",
}


class Column(NamedTuple):
    """A column as `columns.yaml` declares it."""

    name: str
    label: str
    format: str = "text"
    tip: str = ""
    unit: str = ""
    source: str = ""  # the column of the CSV file, if it is shown under another name
    of: tuple[str, ...] = ()  # further columns: value, low, high of an interval, or notes below the cell
    only: Mapping[str, str] = {}  # other column -> the value that it needs, or the cell is empty
    span: tuple[float, float] = (0.0, 1.0)  # ends of the drawn axis
    ticks: Mapping[str, float] = {}  # label -> value on the drawn axis
    wide: bool = False  # hidden on narrow screens

    @property
    def main_column(self) -> str:
        """The column of the CSV file that has the value of a cell."""
        return self.of[0] if self.format in ("interval", "with_interval") else self.source or self.name


class Table(NamedTuple):
    """A table of a page; each row is a list of HTML cells in the order of the columns."""

    csv: str
    columns: list[Column]
    rows: list[list[Markup]]
    ids: list[str]  # anchors of the rows, [] if they have none

    @property
    def has_arrows(self) -> bool:
        """Whether an estimate is beyond its axis, so that an arrow is drawn."""
        return any('class="beyond' in cell for row in self.rows for cell in row)


class Targets(NamedTuple):
    """The methods, data sets and papers to which cells link, and the path to the site's folder."""

    methods: Mapping[str, Mapping[str, Any]] = {}  # id -> title, short_title, group
    datasets: frozenset[str] = frozenset()
    papers: Mapping[str, str] = {}  # id -> name in the navigation
    root: str = ""


def read_tables(folder: Path) -> dict[str, pd.DataFrame]:
    """Read all CSV files of a folder, by name."""
    return {path.stem: read_table(path) for path in sorted(folder.glob("*.csv"))}


def read_table(path: Path) -> pd.DataFrame:
    """Read a CSV file. Only an empty cell is a missing value, because `None` and `NA` can be names."""
    try:
        return pd.read_csv(path, low_memory=False, keep_default_na=False, na_values=[""])
    except pd.errors.EmptyDataError:
        return pd.DataFrame()


@cache
def read_column_declarations() -> dict[str, Column]:
    """Read the columns of `columns.yaml`, by name."""
    declared = yaml.load((HERE / "columns.yaml").read_text(encoding="utf-8"), LOADER)
    # `from` is a keyword of Python, so the field has another name
    return {name: Column(name, source=about.pop("from", ""), **about) for name, about in declared.items()}


def find_column(columns: Mapping[str, Column], name: str) -> Column:
    """Find a column by name; `gain_low` is described by `gain`, and any other name is its own label."""
    if name in columns:
        return columns[name]
    for suffix, pattern in SUFFIXES.items():
        base = name.removesuffix(suffix)
        if base != name and base in columns:
            about = columns[base]
            format = {"_p": "p", "_wins": "text"}.get(suffix, about.format.replace("with_interval", "points"))
            return Column(name, pattern.format(about.label), format, about.tip, about.unit)
    return Column(name, name.replace("_", " ").capitalize())


@cache
def read_pages() -> dict[str, dict[str, Any]]:
    """Read pages and their sections from `pages.yaml`, with settings that follow from their names."""
    pages = yaml.load((HERE / "pages.yaml").read_text(encoding="utf-8"), LOADER)
    for name, page in pages.items():
        page["template"] = f"{name}.j2"
        if name.startswith("papers/"):
            page |= {"template": "paper.html.j2", "paper": Path(name).stem}
            page["tables"] = ["papers", "printed_counts", "gain_means"]
        # a section that several papers share is one object in YAML; each page gets a copy of it
        sections = page.get("sections", {})
        page["sections"] = {
            id_: derive_section_settings(s, page.get("paper", "")) for id_, s in sections.items()
        }
    return pages


def derive_section_settings(section: dict[str, Any], paper: str) -> dict[str, Any]:
    """Add the function and the table of its figure to a section, and choose the rows of its paper."""
    if "figure" in section:
        figure = section["figure"]
        section = {"data": {figure: None}} | section | {"draw": figure.removeprefix(f"{paper}_")}
    if paper and not section.get("table", paper).startswith(paper):
        section = section | {"match": {"paper": paper}}
    return section


def read_static_file(name: str) -> str:
    """Read `page.css` or `page.js`."""
    return (HERE / "static" / name).read_text(encoding="utf-8")


@cache
def make_environment(*folders: Path) -> Environment:
    """Make a Jinja environment with the report's templates; `folders` have further ones."""
    loader = FileSystemLoader([*folders, HERE / "templates"])
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals |= {"marks": MARKS, "numeric": NUMERIC}
    environment.filters |= {"number": format_number, "place": place_on_axis, "words": name_css_class}
    environment.filters |= {"things": format_count, "code": mark_code}
    return environment


def name_css_class(words: Any) -> str:
    """Name the CSS class of a group or a verdict: `Bayesian network` -> `bayesian-network`."""
    return "-".join(str(words).lower().split())


def mark_code(text: Any) -> Markup:
    """Escape a text, and mark words between backticks as code; short code stays on one line."""
    parts = [escape(part) for part in re.split(r"`([^`]+)`", str(text))]
    names = ["" if len(part) > 40 else "whole" for part in parts[1::2]]
    parts[1::2] = map(Markup('<code class="{}">{}</code>').format, names, parts[1::2])
    return Markup("").join(parts)


def format_number(value: Any, format: str = "text") -> str:
    """Format a value. Text stays as it is, and a missing value is a dash."""
    if pd.isna(value):
        return "–"
    if isinstance(value, str) or format not in NUMERIC:
        return WORDS.get(str(value), f"{value:,.6g}" if isinstance(value, float) else str(value))
    if format == "p":
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if format == "factor":
        return f"{value:,.0f}×" if value >= 10 else f"{value:.1f}×"
    if format == "seconds" and abs(value) >= 1000:
        format = "integer"
    scale = 100 if format in SHARES else 1
    text = PATTERNS[format].format(scale * value)
    zero = not text.strip("+-0.,")
    return text.lstrip("+-") if zero else text.replace("-", "−")


def place_on_axis(value: float, span: tuple[float, float]) -> str:
    """Find the position on an axis from span[0] to span[1], in percent; values outside go to its end."""
    share = (min(max(value, span[0]), span[1]) - span[0]) / (span[1] - span[0])
    return f"{100 * share:.1f}%"


def draw_interval(value: float, low: float, high: float, span: tuple[float, float]) -> Markup:
    """Draw an estimate and its interval on an axis as wide as the cell; an arrow if it is beyond the axis."""
    if pd.isna(value):
        return Markup("")
    if not span[0] <= value <= span[1]:
        side, arrow = ("before", "◂") if value < span[0] else ("after", "▸")
        return Markup('<span class="beyond {}">{}</span>').format(side, arrow)
    ends = (value, value) if pd.isna(low) or pd.isna(high) else (low, high)
    middle, left, right, zero = (place_on_axis(x, span) for x in (value, *ends, 0))
    return Markup(
        '<svg class="drawn" aria-hidden="true">'
        f'<line class="zero" x1="{zero}" x2="{zero}" y1="-30%" y2="130%"/>'
        f'<line class="range" x1="{left}" x2="{right}" y1="50%" y2="50%"/>'
        f'<circle cx="{middle}" cy="50%" r="4"/></svg>'
    )


def format_interval(value: float, low: float, high: float, format: str = "points") -> Markup:
    """Format an estimate with its interval: `+3.72 (2.32 to 5.13)`."""
    if pd.isna(value) or pd.isna(low):
        return escape(format_number(value, format))
    ends = " to ".join(format_number(end, format).removeprefix("+") for end in (low, high))
    return Markup("{} <small>({})</small>").format(format_number(value, format), ends)


def link_to(path: str, text: Any, targets: Targets) -> Markup:
    """Link to a path inside the site."""
    return Markup('<a href="{}{}">{}</a>').format(targets.root, path, text)


def link_method(method: Any, targets: Targets) -> Markup:
    """Link a method of this run to its card, with the mark of its group."""
    about = targets.methods[method]
    group = about["group"] if about["group"] in MARKS else "other"
    mark = Markup('<span class="mark {}" aria-hidden="true">{}</span> ')
    text = Markup('<span class="title">{}</span> <code>{}</code>').format(about["title"], method)
    return mark.format(name_css_class(group), MARKS[group]) + link_to(f"methods.html#{method}", text, targets)


def link_short_title(method: Any, targets: Targets) -> Markup:
    """Link a method in a sentence to its card, by its short title."""
    if method not in targets.methods:
        return escape(format_number(method))
    about = targets.methods[method]
    title = about["title"] if pd.isna(about["short_title"]) else about["short_title"]
    return link_to(f"methods.html#{method}", title, targets)


def format_cell(row: Mapping[str, Any], column: Column, targets: Targets) -> Markup:
    """Format a cell of a row (column -> value) as HTML."""
    if any(row[name] != value for name, value in column.only.items()):
        return Markup("")
    if column.format == "interval":
        group = targets.methods.get(row.get("method", ""), {"group": "all"})["group"]
        value, low, high = (row[name] for name in column.of[:3])
        drawing = draw_interval(value, low, high, column.span)
        cell = Markup('<span class="drawing {}">{}</span>').format(name_css_class(group), drawing)
        words = ", ".join(str(row[name]) for name in column.of[3:] if not pd.isna(row[name]))
        return cell + (Markup("<small>{}</small>").format(words) if words else "")
    if column.format == "with_interval":
        return format_interval(*(row[name] for name in column.of))
    value = row[column.main_column]
    if column.format == "in_unit":
        return escape(format_number(value, UNITS.get(row["effect_unit"], "four")))
    if column.format == "method" and value in targets.methods:
        return link_method(value, targets)
    if column.format == "dataset" and value in targets.datasets:
        return link_to(f"datasets.html#{value}", value, targets)
    if column.format == "paper" and value in targets.papers:
        return link_to(f"papers/{value}.html", targets.papers[value], targets)
    if pd.isna(value):
        return Markup("–")
    if column.format == "code":
        return Markup("<code>{}</code>").format(format_number(value))
    if column.format == "folded":
        return Markup("<details><summary>{}</summary>{}</details>").format(column.label, mark_code(value))
    cell = mark_code(format_number(value, column.format))
    if column.format == "verdict":
        cell = Markup('<span class="verdict {}">{}</span>').format(name_css_class(value), value)
    notes = [row[name] for name in column.of if not pd.isna(row[name])]
    return cell + Markup("").join(Markup("<br><small>{}</small>").format(mark_code(note)) for note in notes)


def select_matching_rows(frame: pd.DataFrame, match: Mapping[str, Any]) -> pd.DataFrame:
    """Select the rows in which every column of `match` has the given value."""
    if not len(frame) or not match:
        return frame
    masks = [(frame[name] == value).to_numpy(bool, na_value=False) for name, value in match.items()]
    return frame[np.logical_and.reduce(masks)]


def choose_rows(section: Mapping[str, Any], frames: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Choose the rows of a section by `match` (column: value), then by `where` (a query), and `sort` them."""
    frame = select_matching_rows(frames.get(section["table"], pd.DataFrame()), section.get("match", {}))
    if "where" in section and len(frame):
        frame = frame[frame.eval(section["where"]).fillna(False).astype(bool)]
    if "sort" in section and len(frame):
        frame = frame.sort_values(section["sort"], kind="stable")
    return frame


def spread_values(
    frame: pd.DataFrame, spread: Mapping[str, str], columns: Mapping[str, Column]
) -> tuple[pd.DataFrame, list[Column]]:
    """Turn each value of a column into a column with the format of the values, in the order of appearance."""
    rows, names, values = spread["rows"], spread["columns"], find_column(columns, spread["values"])
    wide = frame.pivot(index=rows, columns=names, values=values.main_column)
    wide = wide.loc[frame[rows].unique(), frame[names].unique()].reset_index()
    others = [values._replace(name=name, label=name, source="", tip="") for name in wide.columns[1:]]
    return wide, [find_column(columns, rows), *others]


def make_table(
    section: Mapping[str, Any],
    frames: Mapping[str, pd.DataFrame],
    columns: Mapping[str, Column],
    targets: Targets,
) -> Table | None:
    """Make the table of a section without its empty columns; None if it has no rows."""
    frame = choose_rows(section, frames)
    if not len(frame):
        return None
    if "spread" in section:
        frame, chosen = spread_values(frame, section["spread"], columns)
    else:
        chosen = [find_column(columns, name) for name in section.get("columns", frame.columns)]
    # a partial run lacks the columns of methods and series that it leaves out
    frame = frame.reindex(columns=list(dict.fromkeys([*frame, *list_needed_columns(chosen)])))
    wide = section.get("wide", ())
    chosen = [c._replace(wide=c.name in wide) for c in chosen if frame[c.main_column].notna().any()]
    rows = [[format_cell(row, column, targets) for column in chosen] for row in frame.to_dict("records")]
    ids = frame[section["row_id"]].tolist() if "row_id" in section else []
    return Table(section["table"], chosen, rows, ids)


def list_needed_columns(columns: Iterable[Column]) -> list[str]:
    """List the distinct columns of the CSV file that the given columns of a page need."""
    return list(dict.fromkeys(name for c in columns for name in (*c.of, *c.only, c.main_column)))
