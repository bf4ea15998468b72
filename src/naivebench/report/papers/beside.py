"""A printed number next to that of this run: `printed / ours` in one cell.

The printed number is also in the column `<key>_printed` of the CSV file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Cell, Column, Row
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import DataSet, value
from naivebench.report.papers.rows import SETTINGS
from naivebench.report.papers.run import Run

# how a data set of this project is related to one of the paper's
ROLES = {
    "exact": "exact",
    "part": "part of {}",
    "reduced": "reduced {}",
    "altered": "altered {}",
    "generated": "generated {}",
    "substitute": "substitute for {}",
}

KIND = Column(
    "kind",
    "Kind",
    "text",
    "exact: the rows of the paper; part: other rows or columns of the same source; reduced: columns chosen "
    "after looking at the labels; altered: another version of the rows; generated: drawn from a stated law; "
    "substitute: other data of the same sort",
)


def count(number: float | None, digits: int = 1) -> str:
    """Format a count or a mean count, with `digits` decimals unless it is whole."""
    if number is None or math.isnan(number):
        return formats.DASH
    return f"{number:,.0f}" if abs(number - round(number)) < 1e-9 else f"{number:,.{digits}f}"


def numbers(key: str, printed: float | None, ours: float | None, digits: int = 1, mark: bool = False) -> Row:
    """Cells of a printed number and ours; with `mark`, the cell is bold where they differ."""
    if printed is None and ours is None:
        return {key: None, f"{key}_printed": None}
    css = "strong" if mark and printed not in (None, ours) else ""
    return {
        key: Cell(ours, f"{count(printed, digits)} / {count(ours, digits)}", css),
        f"{key}_printed": printed,
    }


def role_cell(stand: DataSet) -> Cell:
    """Cell with the kind of a data set, such as `exact`; the tooltip names the paper's data set."""
    css = "" if stand.kind == runs.EXACT else "quiet"
    return Cell(stand.kind, css=css, title=ROLES[stand.kind].format(stand.printed))


def data_sets(run: Run, counts: Mapping[str, str], digits: int = 1, mark: bool = False) -> list[Row]:
    """Rows of the data sets that represent the paper's. `counts`: metric of the printed numbers -> key of
    `facts`.
    """
    rows = []
    for stand in runs.stands(run, *SETTINGS):
        row: Row = {"dataset": dataset_cell(stand.id), "printed_name": stand.printed, "kind": stand.kind}
        row |= {"stands_for": ROLES[stand.kind].format(stand.printed), "about": stand.about or None}
        notes = run.paper.notes.get(stand.printed, {}) | run.paper.notes.get(stand.id, {})
        row["note"] = notes.get("*")
        ours = facts(run, stand)
        for metric, fact in counts.items():
            row |= numbers(metric, value(run.paper, stand.printed, "-", metric), ours[fact], digits, mark)
        rows.append(row)
    return rows


def facts(run: Run, stand: DataSet) -> dict[str, int | None]:
    """Number of attributes by kind, of classes and of cases of a data set.

    `learning` and `validation` are the sizes of the paper's split, if the paper says how many cases it holds
    out.
    """
    prepared, kinds = run.results.prepared.get(stand.id, {}), runs.kinds(run, stand.id)
    continuous, cases = sum(k in ("linear", "angular") for k in kinds), prepared.get("rows", 0)
    held_out = value(run.paper, stand.printed, "-", "n_validation")
    learning = prepared.get("holdout") or cases if held_out else cases
    return {
        "attributes": len(kinds),
        "continuous": continuous,
        "nominal": len(kinds) - continuous,
        "angular": sum(k in ("angular", "direction") for k in kinds),
        "linear": kinds.count("linear"),
        "discrete": sum(k in runs.DISCRETE for k in kinds),
        "classes": len(prepared.get("classes", {})),
        "cases": prepared.get("rows"),
        "learning": learning,
        "validation": cases - learning or None,
    }


def differing(_: Run, rows: list[Row]) -> str:
    """Sentence that counts the data sets on which a number differs from the printed one."""
    bold = sum(any(isinstance(c, Cell) and c.css == "strong" for c in row.values()) for row in rows)
    return f"Numbers that differ from the printed ones are bold; this concerns {plural(bold, 'data set')}."


def name_of(run: Run, method: str) -> str:
    """The paper's name of a method, or its id if the paper does not have it.

    If several methods have the same printed name, only the first one that was run gets it; the others keep
    their ids.
    """
    metric = run.paper.rows[0].metric
    scored = {m for role in ("honest", "made") for _, m in runs.scores(run, role, metric)}
    for name, ids in run.paper.methods.items():
        if next((m for m in ids.ids if m in scored or m == method), None) == method:
            return name
    return method


def named_cell(run: Run, method: str) -> Cell:
    """Cell with the name of a method in the paper, linked to its card."""
    return method_cell(method)._replace(text=name_of(run, method))


def values(run: Run, role: str, dataset: str, method: str, metric: str) -> list[float]:
    """Values of a metric over the test parts; the list is empty if there are none."""
    folds = runs.scores(run, role, metric).get((dataset, method), {})
    return [s.value for s in folds.values() if not math.isnan(s.value)]


def mean(run: Run, role: str, dataset: str, method: str, metric: str) -> float | None:
    """Mean of a metric over the test parts, or None if there are no values."""
    by_fold = values(run, role, dataset, method, metric)
    return mean_std(by_fold)[0] if by_fold else None


def spread(by_fold: list[float], text: Callable[[float], str], css: str = "", mark: str = "") -> Cell | None:
    """Cell with `mean ± standard deviation`, formatted by `text`; None if there are no values."""
    if not by_fold:
        return None
    m, s = mean_std(by_fold)
    return Cell(m, text(m) + (f" ± {text(s)}" if s == s else "") + mark, css)


def decimals(digits: int) -> Callable[[float], str]:
    """Return a function that formats a number with `digits` decimals and infinity as ∞."""
    return lambda value: "∞" if value == math.inf else f"{value:.{digits}f}"
