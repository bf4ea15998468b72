"""What the sections of the papers' experiments are made of, and what all of their tables share."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from naivebench.benchmark.results.tables import Cell, Table

DATA = Path(__file__).resolve().parents[4] / "data"
PUBLISHED = DATA / "published"
TUNED = DATA / "tuned" / "gains.csv"  # tables/tuning_gains.csv of a run of config/tuned.yaml


class Part(NamedTuple):
    """Sentences, figures and tables under a title that opens them; the folded ones have a line of their own
    to open, `files` are CSV alone.
    """

    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    folded: tuple[Table, ...] = ()
    place: str = ""  # of its figures, see figures.catalogue
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
    """Address of the page's view of two methods side by side."""
    return "#" + urlencode({"at": "versus", "a": a, "b": b, "protocol": protocol, "metric": metric})
