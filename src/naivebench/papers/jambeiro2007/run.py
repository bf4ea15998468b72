"""Jambeiro and Wainer 2007: what is left of the print, and the run beside it, for all tables.

What the paper says in words is tested: see `jambeiro2007_tests`. This module has the run as the tables take
it, and the parts of the section in their order.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED, dataset_cell
from naivebench.results.summaries import Summary, mean_std
from naivebench.results.tables import Cell, Column, Row, Table

NESTED, PAPER, CURVES = "jambeiro2007", "paper/jambeiro2007", "curves/jambeiro2007"
GROUPED, TIME = "grouped/jambeiro2007", "time/jambeiro2007"
REFERENCE = "hpb"
ALPHA = 0.05
RATES = ("recall_1", "recall_2", "recall_5", "recall_10", "recall_20")
AREAS = {
    "hit_area": "AUC (hit curve)",
    "hit_area_10": "AUC up to 10 %",
    "rmse": "RMSE",
    "log_loss": "MCE",
    "log_loss_clipped": "MCE, clipped",
}
RULE = (
    "Recall: share of the positive cases among the first so many percent of the cases, best score "
    "first. Areas are under recall against "
    "selection rate. "
    "Means ± standard deviations over the folds. * after a figure: HPB is significantly better there, "
    "° HPB is significantly worse "
    f"(corrected resampled t test over the folds, two-sided, {ALPHA:g}, each for itself)."
)


class Published(NamedTuple):
    """What is left of the paper's tables, and what stands for its methods and data."""

    # (method, metric) as printed -> value, None where it is lost
    figures: dict[tuple[str, str], float | None]
    # name as printed -> methods of which the first one that was run counts, in the order of the tables
    methods: dict[str, list[str]]
    about: dict[str, str]  # data set of this project -> what it is, the leading one first
    general: tuple[str, ...]


class Run(NamedTuple):
    """The run as the tables take it."""

    results: Results
    summary: Summary
    published: Published
    datasets: tuple[str, ...]  # of the nested protocol, the leading one first
    printed: dict[str, str]  # name as printed -> method, in the paper's order
    methods: tuple[str, ...]  # the paper's, then the others
    # (protocol, data set, method, metric) -> (repeat, fold) -> value
    folds: dict[tuple[str, str, str, str], dict[tuple[int, int], float]]


def read(folder: Path = PUBLISHED) -> Published | None:
    """The printed figures and notes in `folder`; None without `jambeiro2007.csv`."""
    import yaml

    path, notes = folder / "jambeiro2007.csv", folder / "jambeiro2007_notes.yaml"
    if not path.is_file() or not notes.is_file():
        return None
    with open(path, newline="", encoding="utf-8") as file:
        figures = {
            (row["method"], row["metric"]): float(row["value"]) if row["value"] else None
            for row in csv.DictReader(file)
        }
    about = yaml.safe_load(notes.read_text(encoding="utf-8"))
    methods = {name: [ids] if isinstance(ids, str) else ids for name, ids in about["methods"].items()}
    return Published(
        figures, methods, {d["id"]: d["about"] for d in about["data_sets"]}, tuple(about["general"])
    )


def gather(results: Results, summary: Summary, folder: Path = PUBLISHED) -> Run | None:
    """The run with what is left of the paper; None without hit curves under one of its protocols."""
    published = read(folder) if {NESTED, PAPER} & set(results.protocols) else None
    scored = {d for p, d in results.hit_curves if p in (NESTED, PAPER)}
    if published is None or not scored:
        return None
    datasets = (*(d for d in published.about if d in scored), *sorted(scored - set(published.about)))
    frame = results.scores
    frame = frame[
        frame["protocol"].isin((NESTED, PAPER, CURVES, GROUPED, TIME))
        & frame["metric"].isin((*RATES, *AREAS))
    ]
    folds: dict = {}
    for row in frame.sort_values(["repeat", "fold"]).itertuples():
        key = (str(row.protocol), str(row.dataset), str(row.method), str(row.metric))
        folds.setdefault(key, {})[int(row.repeat), int(row.fold)] = float(row.value)
    present = {key[2] for key in folds}
    printed = {
        name: present_ids[0]
        for name, ids in published.methods.items()
        if (present_ids := [m for m in ids if m in present])
    }
    others = (m for m in results.methods if m in present and m not in printed.values())
    return Run(results, summary, published, datasets, printed, (*printed.values(), *others), folds)


def values(run: Run, protocol: str, dataset: str, method: str, metric: str) -> list[float]:
    """Values of a metric over the folds; [] without any."""
    return [v for v in run.folds.get((protocol, dataset, method, metric), {}).values() if v == v]


def mean(run: Run, protocol: str, dataset: str, method: str, metric: str) -> float | None:
    """Mean over the folds, None without any."""
    by_fold = values(run, protocol, dataset, method, metric)
    return mean_std(by_fold)[0] if by_fold else None


def facts(run: Run, protocol: str, dataset: str) -> dict:
    """Hit curves of a protocol and data set, {} without any."""
    return run.results.hit_curves.get((protocol, dataset), {})


def name_of(run: Run, method: str) -> str:
    """The paper's name of a method, else its id."""
    return next((printed for printed, m in run.printed.items() if m == method), method)


def method_cell(run: Run, method: str) -> Cell:
    """The name of a method as in the paper, as a link to its card."""
    return Cell(method, name_of(run, method), css="method", href=f"#method-{method}")


def spread(by_fold: list[float], text: Callable[[float], str], css: str = "", mark: str = "") -> Cell | None:
    """`mean ± standard deviation` written by `text`, None without values."""
    if not by_fold:
        return None
    m, s = mean_std(by_fold)
    return Cell(m, text(m) + (f" ± {text(s)}" if s == s else "") + mark, css)


def share(value: float) -> str:
    """Percent with one decimal."""
    return f"{100 * value:.1f}"


def signed(value: float) -> str:
    """A difference with four decimals and its sign."""
    return f"{value:+.4f}".replace("-", formats.MINUS)


def decimals(digits: int) -> Callable[[float], str]:
    """Writes a number with so many decimals, ∞ for an infinite one."""
    return lambda value: "∞" if value == float("inf") else f"{value:.{digits}f}"


def counted(choices: list) -> str:
    """`1 (4×), 2` : values with how often each occurs, most often first."""
    counts = Counter(
        formats.DASH if v is None else f"{v:g}" if isinstance(v, (int, float)) else str(v) for v in choices
    )
    return ", ".join(
        v if n == 1 and len(counts) == 1 else f"{v} ({n}×)"
        for v, n in sorted(counts.items(), key=lambda c: (-c[1], c[0]))
    )


def chosen(run: Run, protocol: str, dataset: str, method: str) -> str | None:
    """The constants of a method over the folds, without S of the pattern families (an own table)."""
    constants = facts(run, protocol, dataset).get("constants", {}).get(method, {})
    if "chosen_on_test" in constants:
        return ", ".join(f"{k} = {v:g}" for k, v in constants["chosen_on_test"].items())
    return "; ".join(f"{k} = {counted(v)}" for k, v in constants.items() if k != "S") or None


def data_table(run: Run) -> Table:
    """The data sets: shape, rate of positives, what they are."""
    columns = (
        Column("dataset", "Data set", "id"),
        Column("rows", "Cases", "integer"),
        Column("positive", "Positive class"),
        Column("rate", "Positive %", "percent"),
        Column(
            "values", "Values of the attributes", "text", "Different values of every attribute, most first"
        ),
        Column("folds", "Folds", "integer"),
        Column("about", "What it is", "long"),
    )
    rows = []
    for dataset in run.datasets:
        stored, prepared = (
            facts(run, NESTED, dataset) or facts(run, PAPER, dataset),
            run.results.prepared.get(dataset, {}),
        )
        sizes = sorted((a.get("values") or 0 for a in prepared.get("attributes", [])), reverse=True)
        row: Row = {
            "dataset": dataset_cell(dataset),
            "rows": stored["cases"],
            "positive": stored["positive"],
            "rate": stored["positive_rate"],
        }
        row |= {
            "values": ", ".join(f"{s:,}" for s in sizes),
            "folds": stored["folds"],
            "about": run.published.about.get(dataset),
        }
        rows.append(row)
    return Table("jambeiro2007_data", "The data, in place of the paper's.", columns, tuple(rows))
