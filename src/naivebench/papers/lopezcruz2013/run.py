"""Lopez-Cruz, Bielza and Larranaga 2013: the printed figures, and the run beside them, for all tables.

Data sets that cannot be had have substitutes; they take part in ranks and tests of this run, and never in a
verdict.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED, dataset_cell
from naivebench.results.summaries import Summary, mean_std
from naivebench.results.tables import Cell, Column, Row, Table

PAPER, GROUPED = "paper/lopezcruz2013", "grouped"
METHODS = {
    "vMNB": ("vmnb",),
    "SelvMNB": ("sel_vmnb",),
    "GNB": ("gnb", "mixed_nb"),
    "SelGNB": ("sel_gnb",),
    "dNB": ("dnb",),
}
KINDS = {"exact": "exact", "part": "part of {}", "substitute": "substitute for {}"}
VERDICTS = (
    "within mean ± SD",
    "outside mean ± SD",
    "within derived bounds",
    "outside derived bounds",
    "no target",
)
RULE = (
    "Verdict, on the paper's own data only: whether the mean accuracy of this run is within the "
    "printed mean ± standard deviation over the folds; "
    "for dNB, whose printed column is lost, whether it is within the open bounds that follow from the "
    "other tables. "
    "Substitutes and parts have no verdict."
)


class Published(NamedTuple):
    """The printed figures: (data set, method, metric) as the paper names them -> (value, standard deviation
    or None, provenance).
    """

    figures: dict[tuple[str, str, str], tuple[float, float | None, str]]
    data_sets: dict[str, list[dict]]  # printed name -> id, kind and description of what stands for it
    general: tuple[str, ...]
    notes: dict[str, dict[str, str]]


class Stand(NamedTuple):
    """A data set of this run and what it stands for."""

    printed: str
    dataset: str
    kind: str  # a key of KINDS
    about: str
    leading: bool  # the first one of its printed name: it enters the average ranks

    @property
    def role(self) -> str:
        """exact, or what it is a part of or a substitute for."""
        return KINDS[self.kind].format(self.printed)


class Run(NamedTuple):
    """The run as the tables take it."""

    results: Results
    summary: Summary
    published: Published
    stands: tuple[Stand, ...]
    # (data set, method) -> (repeat, fold) -> accuracy, paper's protocol
    folds: dict[tuple[str, str], dict[tuple[int, int], float]]


def read(folder: Path = PUBLISHED) -> Published | None:
    """The printed figures, stand-ins and notes in `folder`; None without `lopezcruz2013.csv`."""
    import yaml

    path, notes = folder / "lopezcruz2013.csv", folder / "lopezcruz2013_notes.yaml"
    if not path.is_file():
        return None
    with open(path, newline="", encoding="utf-8") as file:
        figures = {
            (row["dataset"], row["method"], row["metric"]): (
                float(row["value"]),
                float(row["std"]) if row["std"] else None,
                row["provenance"],
            )
            for row in csv.DictReader(file)
        }
    about = yaml.safe_load(notes.read_text(encoding="utf-8")) if notes.is_file() else {}
    return Published(
        figures, about.get("data_sets", {}), tuple(about.get("general", ())), about.get("notes", {})
    )


def value(published: Published, dataset: str, method: str, metric: str) -> float | None:
    """The printed value, None where there is none."""
    printed = published.figures.get((dataset, method, metric))
    return printed[0] if printed else None


def fold_accuracies(results: Results, protocol: str) -> dict[tuple[str, str], dict[tuple[int, int], float]]:
    """(data set, method) -> (repeat, fold) -> accuracy under a protocol."""
    frame = results.scores
    frame = frame[(frame["protocol"] == protocol) & (frame["metric"] == "accuracy")]
    by_fold: dict[tuple[str, str], dict[tuple[int, int], float]] = {}
    for row in frame.sort_values(["repeat", "fold"]).itertuples():
        by_fold.setdefault((str(row.dataset), str(row.method)), {})[int(row.repeat), int(row.fold)] = float(
            row.value
        )
    return by_fold


def stands(published: Published, scored: set[str]) -> tuple[Stand, ...]:
    """The data sets of this run in the order of the paper."""
    standing = []
    for printed, candidates in published.data_sets.items():
        present = [c for c in candidates if c["id"] in scored]
        standing += [Stand(printed, c["id"], c["kind"], c["about"], c is present[0]) for c in present]
    return tuple(standing)


def method_of(run: Run, dataset: str, printed: str) -> str | None:
    """The method of this run that stands for a printed one; where there are discrete attributes GNB is
    mixed_nb, which counts them.
    """
    discrete = {"nominal", "ordinal"} & {
        a["kind"] for a in run.results.prepared.get(dataset, {}).get("attributes", [])
    }
    candidates = METHODS[printed][::-1] if discrete else METHODS[printed]
    return next((m for m in candidates if (dataset, m) in run.folds), None)


def over_folds(run: Run, dataset: str, method: str | None) -> tuple[float, float, int] | None:
    """Mean and standard deviation of the accuracies over all folds, and their number."""
    values = list(run.folds.get((dataset, method), {}).values()) if method else []
    return (*mean_std(values), len(values)) if values else None


def mean_sd_cell(accuracy: tuple[float, float, int] | None, css: str = "", title: str = "") -> Cell | None:
    """`72.75 ± 0.92`, in percent."""
    if accuracy is None:
        return None
    mean, std = accuracy[:2]
    spread = "" if std != std else f" ± {formats.text(std, 'percent')}"
    return Cell(mean, formats.text(mean, "percent") + spread, css, title)


def bounds(published: Published, printed: str, method: str) -> tuple[float, float] | None:
    """Open bounds, in percent, of an accuracy that is not printed."""
    low, high = (
        value(published, printed, method, f"accuracy_pct_{side}_bound_open") for side in ("lower", "upper")
    )
    return (
        None
        if low is None and high is None
        else (0.0 if low is None else low, 100.0 if high is None else high)
    )


def printed_cell(published: Published, printed: str, method: str) -> Cell | None:
    """The printed accuracy with its standard deviation, or its bounds."""
    figure = published.figures.get((printed, method, "accuracy_pct"))
    if figure:
        return Cell(round(figure[0] / 100, 6), f"{figure[0]:.2f} ± {figure[1]:.2f}", "quiet")
    limits = bounds(published, printed, method)
    if limits is None:
        return None
    low, high = limits
    text = f"< {high:.2f}" if low == 0 else f"> {low:.2f}" if high == 100 else f"{low:.2f} – {high:.2f}"
    return Cell(None, text, "quiet", "derived: the printed value is lost")


def verdict(published: Published, stand: Stand, method: str, mean: float) -> str:
    """One of VERDICTS for a mean accuracy (a share)."""
    figure, limits = (
        published.figures.get((stand.printed, method, "accuracy_pct")),
        bounds(published, stand.printed, method),
    )
    if stand.kind == "exact" and figure is not None:
        return VERDICTS[abs(100 * mean - figure[0]) > (figure[1] or 0.0)]
    if stand.kind == "exact" and limits is not None:
        return VERDICTS[2 + (not limits[0] < 100 * mean < limits[1])]
    return "no target"


def note(published: Published, printed: str, method: str = "*") -> str | None:
    """The note on a method, or on the whole data set."""
    return published.notes.get(printed, {}).get(method)


def kind_cell(stand: Stand) -> Cell:
    """exact, part or substitute; what for appears on hover."""
    return Cell(stand.kind, css="" if stand.kind == "exact" else "quiet", title=stand.role)


def table1(run: Run) -> Table:
    """Accuracies as the paper lays them out: a line of printed ones, and a line per data set of this run that
    stands for it.
    """
    lead = (
        Column("dataset", "Data set", "id"),
        Column("stands_for", "Stands for"),
        Column("source", "Source", hidden=True),
    )
    ours = {
        m: next((c for c in METHODS[m] if any(key[1] == c for key in run.folds)), METHODS[m][0])
        for m in METHODS
    }
    columns = [Column(m, m, "percent", f"Method {ours[m]}", method=ours[m]) for m in METHODS]
    columns += [Column(f"{m}_sd", f"{m}, SD", "percent", hidden=True) for m in METHODS]
    rows = []
    for printed in run.published.data_sets:
        row: Row = {
            "dataset": Cell(printed, printed, "quiet"),
            "stands_for": Cell("printed", css="quiet"),
            "source": "printed",
        }
        for m in METHODS:
            figure = run.published.figures.get((printed, m, "accuracy_pct"))
            row |= {
                m: printed_cell(run.published, printed, m),
                f"{m}_sd": figure[1] / 100 if figure and figure[1] is not None else None,
            }
        rows += [row, *(_line(run, s) for s in run.stands if s.printed == printed)]
    caption = (
        "Table 1: accuracy, %, mean ± standard deviation over all folds of the repeated cross-validation, "
        "as printed and of this run."
    )
    note = "Bold: best of the line. Bounds of dNB are derived from the other tables."
    return Table("lopezcruz2013_table1", caption, (*lead, *columns), tuple(rows), note)


def _line(run: Run, stand: Stand) -> dict:
    accuracies = {m: over_folds(run, stand.dataset, method_of(run, stand.dataset, m)) for m in METHODS}
    best = max((f[0] for f in accuracies.values() if f), default=None)
    row: Row = {
        "dataset": dataset_cell(stand.dataset),
        "stands_for": Cell(stand.role, title=stand.about),
        "source": "this run",
    }
    for m, f in accuracies.items():
        row |= {m: mean_sd_cell(f, "strong" if f and f[0] == best else ""), f"{m}_sd": f[1] if f else None}
    return row


VERDICT_COLUMNS = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("printed_name", "As printed"),
    Column(
        "printed",
        "Printed %",
        "percent",
        "Mean ± standard deviation over 100 folds, or derived bounds",
        hidden=True,
    ),
    Column("printed_sd", "Printed SD", "percent", hidden=True),
    Column("ours", "This run %", "percent", "Mean ± standard deviation over the folds", hidden=True),
    Column("ours_sd", "SD", "percent", hidden=True),
    Column("folds", "Folds", "integer"),
    Column("difference", "Difference", "points", "Points: this run minus printed"),
    Column("in_sd", "In SD", "signed", "Difference in printed standard deviations"),
    Column("verdict", "Verdict"),
    Column("note", "Note", "long"),
)


def exact_notes(run: Run) -> tuple[str, ...]:
    """What is known of the paper's own data sets."""
    notes = {s.dataset: note(run.published, s.printed) for s in run.stands if s.kind == "exact"}
    return tuple(f"{dataset}: {text}" for dataset, text in notes.items() if text)


def count(number: float | None) -> str:
    """A count or mean count: whole where it is, else with two decimals."""
    if number is None:
        return formats.DASH
    return f"{number:,.0f}" if abs(number - round(number)) < 1e-9 else f"{number:,.2f}"


COUNTS = {
    "n_angular": ("Angular", ("angular", "direction")),
    "n_linear": ("Linear", ("linear",)),
    "n_discrete": ("Discrete", ("nominal", "ordinal")),
}


def table6(run: Run) -> Table:
    """The data sets: what the paper used and what stands for it."""
    names = [*COUNTS, "n_classes", "n_instances"]
    labels = [*(label for label, _ in COUNTS.values()), "Classes", "Cases"]
    columns = [Column("dataset", "Data set", "id"), Column("stands_for", "Stands for")]
    columns += [
        Column(n, label, "integer", "Printed / this run") for n, label in zip(names, labels, strict=True)
    ]
    columns += [
        Column(f"{n}_printed", label, "integer", hidden=True) for n, label in zip(names, labels, strict=True)
    ]
    columns += [Column("about", "What it is", "long"), Column("note", "Note", "long")]
    rows = []
    for stand in run.stands:
        prepared = run.results.prepared.get(stand.dataset, {})
        kinds = [a["kind"] for a in prepared.get("attributes", [])]
        ours: Row = {n: sum(k in members for k in kinds) for n, (_, members) in COUNTS.items()}
        ours |= {"n_classes": len(prepared.get("classes", {})), "n_instances": prepared.get("rows")}
        row: Row = {
            "dataset": dataset_cell(stand.dataset),
            "stands_for": stand.role,
            "about": stand.about,
            "note": note(run.published, stand.printed),
        }
        for n, mine in ours.items():
            theirs = value(run.published, stand.printed, "-", n)
            row |= {n: Cell(mine, f"{count(theirs)} / {count(mine)}"), f"{n}_printed": theirs}
        rows.append(row)
    return Table(
        "lopezcruz2013_table6", "Table 6: the data sets, printed / this run.", tuple(columns), tuple(rows)
    )


def gather(results: Results, summary: Summary, folder: Path = PUBLISHED) -> Run | None:
    """The run with the printed figures; None without these or without scores under the paper's protocol."""
    published = read(folder) if PAPER in results.protocols else None
    if published is None:
        return None
    folds = fold_accuracies(results, PAPER)
    standing = stands(
        published, {dataset for dataset, method in folds if any(method in ids for ids in METHODS.values())}
    )
    return Run(results, summary, published, standing, folds) if standing else None


def _filled(table: Table) -> tuple[Table, ...]:
    return (table,) if table.rows else ()
