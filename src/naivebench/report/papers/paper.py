"""Reader of papers: `<key>/paper.yaml`, printed numbers in `data/published/`, and functions of the paper's
own.
"""

from __future__ import annotations

import csv
import importlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Required, TypedDict

from naivebench.benchmark.results.parts import PUBLISHED
from naivebench.benchmark.results.tables import Column
from naivebench.core.checks import InputError

FOLDER = Path(__file__).resolve().parent
SCHEMA = FOLDER / "paper.schema.yaml"
PRINTED = ("dataset", "method", "metric", "value", "std", "provenance", "table")  # columns of the CSV file
PARTS = ("idea", "test", "obtained", "reproduced", "honestly", "remember")  # parts of the summary
# modules next to this one whose functions a paper.yaml may name
SHARED = (
    "accuracies",
    "angles",
    "beside",
    "differences",
    "growth",
    "judges",
    "methods",
    "ranks",
    "repeats",
    "retrieval",
    "stated",
    "summary",
)


class DataSet(NamedTuple):
    """A data set of this project, and how it is related to one of the paper's."""

    printed: str
    id: str
    kind: str  # exact, generated, reduced, altered, part, substitute
    about: str = ""


class Method(NamedTuple):
    """Methods of this project that represent a printed one; the first one that was run counts."""

    ids: tuple[str, ...]
    discrete: tuple[str, ...]  # tried before `ids` if a data set has nominal or ordinal attributes
    more: Mapping[str, Any]  # further keys of this paper


class Figure(NamedTuple):
    """A printed number; `value` is None if it is illegible."""

    value: float | None
    std: float | None
    provenance: str
    table: str


class RowText(NamedTuple):
    """How printed numbers are compared with this run: the keys of `rows` in a paper.yaml."""

    metric: str
    agreement: str  # a key of `report.papers.rows.AGREEMENTS`, or a function of the paper
    sets: tuple[str, ...] = ()  # printed names of data sets; () for all
    honest_metric: str = ""
    figure: str = "accuracy_pct"  # metric of the printed numbers
    tolerance: float = 0.0  # as a share
    repeats: int = 1  # number of repeats behind a printed mean
    honest: tuple[str, ...] = ("honest",)  # roles in order of preference
    reference: str = ""  # printed name of the paper's naive Bayes
    about: str = ""
    own: str = ""  # function that makes further rows


class ClaimText(TypedDict, total=False):
    """A claim as the paper.yaml states it; further keys are arguments of its rule."""

    id: Required[str]
    where: Required[str]
    sentence: Required[str]
    href: str
    timed: bool
    general: bool
    about: list[str]
    sets: list[str] | str
    not_reproduced: str
    parts: list[dict[str, Any]]
    reproduced: list[dict[str, Any]]
    beside: list[dict[str, Any]]


class TableText(NamedTuple):
    """A table whose rows come from `own`; if it has no columns, `own` returns a whole table."""

    own: str
    arguments: Mapping[str, Any] = MappingProxyType({})
    id: str = ""
    caption: str = ""
    columns: tuple[Column, ...] = ()
    note: str | dict[str, str] = ""  # or `own`: function of the run and the rows


class PartText(NamedTuple):
    """A part of the paper's section of the page; if `own` is its only key, that function returns parts."""

    title: str = ""
    own: str = ""
    place: str = ""  # names the figures to show
    sentences: tuple[str | Mapping[str, Any], ...] = ()
    tables: tuple[TableText, ...] = ()
    folded: tuple[TableText, ...] = ()
    files: tuple[TableText, ...] = ()
    needs_tables: bool = False


class NumberText(NamedTuple):
    """Text that replaces a placeholder of the summary: from a function, or about a claim."""

    own: str = ""  # function of the run that returns text; "" without a result
    arguments: Mapping[str, Any] = MappingProxyType({})
    claim: str = ""  # id of the claim
    says: str = "effect"  # what the text says about the claim: a key of `report.papers.summary.SAYS`
    words: Mapping[str, str] = MappingProxyType({})  # honest verdict of the claim -> text
    suggested: Mapping[str, str] = MappingProxyType(
        {}
    )  # the same for the verdict of other data, if the honest one is untested


class SummaryText(NamedTuple):
    """The summary that opens the section: sentences with placeholders such as `{obtained}`."""

    idea: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    obtained: tuple[str, ...] = ("{obtained}",)
    reproduced: tuple[str, ...] = ("{reproduced}",)
    honestly: tuple[str, ...] = ("{honestly}",)
    remember: tuple[str, ...] = ()
    figure: str = ""  # id of the drawing that illustrates it
    numbers: Mapping[str, NumberText] = MappingProxyType({})  # by placeholder


class Drawing(NamedTuple):
    """A figure that one of the paper's own functions draws."""

    id: str  # names the file in results/figures and starts the ids in the SVG
    place: str  # `<paper>/<part>`, the `place` of a part of the section
    own: str  # function of the run
    arguments: Mapping[str, Any] = MappingProxyType({})
    folded: bool = False  # closed until a reader opens it


class Paper(NamedTuple):
    """A paper. Printed numbers are keyed by (data set, method, metric) as printed."""

    id: str
    title: str
    heading: str
    protocols: dict[str, str]  # role -> id of a protocol; the code refers to roles only
    data_sets: dict[str, tuple[DataSet, ...]]  # printed name -> data sets that represent it, best first
    methods: dict[str, Method]  # by printed name
    figures: dict[tuple[str, str, str], Figure]
    rows: tuple[RowText, ...]  # one for each kind of rows, see `report.papers.rows`; () without rows
    claims: tuple[ClaimText, ...]
    sections: tuple[PartText, ...]
    general: tuple[str, ...]
    notes: dict[str, dict[str, str]]  # printed data set -> method of this project, or * -> note
    more: Mapping[str, Any]  # further keys of this paper
    drawings: tuple[Drawing, ...] = ()
    summary: SummaryText = SummaryText()


def keys() -> tuple[str, ...]:
    """Ids of the papers, ordered by year."""
    found = {path.parent.name: _yaml(path)["year"] for path in FOLDER.glob("*/paper.yaml")}
    return tuple(sorted(found, key=lambda key: (found[key], key)))


@lru_cache(maxsize=32)
def _yaml(path: Path) -> dict[str, Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), loader)


@lru_cache(maxsize=32)
def _content(path: Path) -> dict[str, Any]:
    """Content of a paper.yaml. Raises InputError if it does not fit the schema."""
    import jsonschema

    content = _yaml(path)
    if strange := _not_text(content):
        raise InputError(f"{path}: the key {strange!r} is not text: put it in quotes")
    errors = sorted(
        jsonschema.Draft202012Validator(_yaml(SCHEMA)).iter_errors(content), key=lambda e: list(e.path)
    )
    if errors:
        where = ".".join(map(str, errors[0].path)) or "its top level"
        raise InputError(f"{path}: {where}: {errors[0].message}. {SCHEMA.name} lists what is allowed")
    return content


def read(key: str, folder: Path = FOLDER, published: Path = PUBLISHED) -> Paper:
    """Read the paper `key`. Raises InputError if its paper.yaml does not fit the schema."""
    content = _content(folder / key / "paper.yaml")
    own: dict[str, Any] = {k: content.get(k, {}) for k in ("protocols", "notes", "more")}
    own |= {k: tuple(content.get(k, ())) for k in ("claims", "general")}
    data_sets = {
        str(printed): tuple(DataSet(str(printed), **d) for d in sets)
        for printed, sets in content.get("data_sets", {}).items()
    }
    methods = {name: _method(m) for name, m in content.get("methods", {}).items()}
    figures = _figures(published / content.get("figures", f"{key}.csv"))
    return Paper(
        key,
        content["title"],
        content["heading"],
        data_sets=data_sets,
        methods=methods,
        figures=figures,
        rows=rows_of(content.get("rows", {})),
        sections=tuple(_part(part) for part in content.get("sections", ())),
        drawings=tuple(Drawing(**d) for d in content.get("drawings", ())),
        summary=_summary(content.get("summary", {})),
        **own,
    )


def rows_of(content: Mapping[str, Any]) -> tuple[RowText, ...]:
    """The kinds of rows that the key `rows` defines; keys that a part does not have are taken from `rows`
    itself.
    """
    whole = {k: v for k, v in content.items() if k != "parts"}
    made = []
    for part in content.get("parts", [{}] if content else []):
        found = {k: tuple(v) if isinstance(v, list) else v for k, v in (whole | part).items()}
        honest = found.get("honest", ("honest",))
        made.append(RowText(**found | {"honest": (honest,) if isinstance(honest, str) else honest}))
    return tuple(made)


def _summary(content: Mapping[str, Any]) -> SummaryText:
    texts = {k: tuple(v) if isinstance(v, list) else (v,) for k, v in content.items() if k in PARTS}
    numbers = {name: NumberText(**number) for name, number in content.get("numbers", {}).items()}
    return SummaryText(**texts, figure=content.get("figure", ""), numbers=numbers)


def _part(content: Mapping[str, Any]) -> PartText:
    tables = {k: tuple(map(_table, content.get(k, ()))) for k in ("tables", "folded", "files")}
    return PartText(**{**content, **tables, "sentences": tuple(content.get("sentences", ()))})


def _table(content: Mapping[str, Any]) -> TableText:
    columns = tuple(Column(**column) for column in content.get("columns", ()))
    return TableText(**{**content, "columns": columns})


def _not_text(content: Any) -> Any:
    """The first key that YAML did not read as text, such as a bare `on` or a number; None if all keys are
    text.
    """
    if isinstance(content, dict):
        strange = next((k for k in content if not isinstance(k, str)), None)
        return strange if strange is not None else _not_text(list(content.values()))
    found = (_not_text(c) for c in content) if isinstance(content, list) else ()
    return next((k for k in found if k is not None), None)


def _method(content: list[str] | dict[str, Any]) -> Method:
    more = {"ids": content} if isinstance(content, list) else dict(content)
    return Method(tuple(more.pop("ids")), tuple(more.pop("discrete", ())), more)


def _figures(path: Path) -> dict[tuple[str, str, str], Figure]:
    """Read the printed numbers of a paper; {} if it has no file. One row may be about several methods."""
    if not path.is_file():
        return {}
    with open(path, newline="", encoding="utf-8") as file:
        rows = [[row[key] for key in PRINTED] for row in csv.DictReader(file)]
    return {
        (dataset, method, metric): Figure(_number(value), _number(std), provenance, table)
        for dataset, methods, metric, value, std, provenance, table in rows
        for method in methods.split(", ")
    }


def _number(text: str) -> float | None:
    return float(text) if text else None


def value(paper: Paper, dataset: str, method: str, metric: str) -> float | None:
    """A printed number, or None if there is none."""
    figure = paper.figures.get((dataset, method, metric))
    return figure.value if figure else None


def own(paper: Paper, name: str) -> Callable[..., Any]:
    """Return the function `module.function` that a paper.yaml names.

    The module is one that papers share, or in the paper's own folder.
    """
    module, function = name.rsplit(".", 1)
    folder = "naivebench.report.papers" + ("" if module in SHARED else f".{paper.id}")
    return getattr(importlib.import_module(f"{folder}.{module}"), function)
