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
    """A heading with sentences, figures and tables, in this order; the folded ones stand behind a summary,
    `files` are CSV alone.
    """

    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    folded: tuple[Table, ...] = ()
    place: str = ""  # of its figures, see figures.catalogue
    files: tuple[Table, ...] = ()
    formulas: tuple[str, ...] = ()  # MathML, ready for the page


class Section(NamedTuple):
    """What the page shows of an experiment."""

    summaries: tuple[str, ...]  # results, as sentences made from numbers
    general: tuple[str, ...]  # what is known of the printed figures
    parts: tuple[Part, ...]
    rule: str  # how the tables are to be read

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, for the CSV files."""
        return tuple(table for part in self.parts for table in (*part.tables, *part.folded, *part.files))


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
