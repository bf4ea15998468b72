"""Parts of the sections about the papers' experiments, and elements that all of their tables share."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from naivebench.benchmark.results.tables import Cell, Table

DATA = Path(__file__).resolve().parents[4] / "data"
PUBLISHED = DATA / "published"


class Part(NamedTuple):
    """Sentences, figures and tables under a title that can be opened.

    Each of the `folded` tables has its own line to open it; `files` are available only as CSV.
    """

    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    folded: tuple[Table, ...] = ()
    place: str = ""  # place of its figures, see figures.catalogue
    files: tuple[Table, ...] = ()
    formulas: tuple[str, ...] = ()  # MathML, ready for the page


def dataset_cell(name: str) -> Cell:
    """The name of a data set as a link to its card."""
    return Cell(name, href=f"#dataset-{name}")


def method_cell(method: str) -> Cell:
    """The name of a method as a link to its card."""
    return Cell(method, css="method", href=f"#method-{method}")


@functools.cache
def versus(a: str, b: str, protocol: str, metric: str) -> str:
    """Address of the view of the page that compares two methods."""
    return "#" + urlencode({"at": "versus", "a": a, "b": b, "protocol": protocol, "metric": metric})
