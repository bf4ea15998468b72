"""Table 2 of Lopez-Cruz et al. 2013: parameters, variables, share of angular ones and time of every
classifier, printed and of this run.
"""

from __future__ import annotations

import re

from naivebench.papers.lopezcruz2013.run import (
    METHODS,
    PAPER,
    Run,
    Stand,
    count,
    kind_cell,
    method_of,
    value,
)
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.parts import dataset_cell, method_cell
from naivebench.results.summaries import mean_std
from naivebench.results.tables import Cell, Column, Row, Table

SIZE_COLUMNS = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("kind", "Kind", "text", "exact: the paper's data"),
    Column("n_parameters_printed", "Printed parameters", "rank", hidden=True),
    Column("n_parameters", "Parameters", "rank", "Printed / this run (mean over the folds)"),
    Column("n_variables_printed", "Printed variables", "rank", hidden=True),
    Column("n_variables", "Variables", "rank", "Printed / this run: attributes used (mean over the folds)"),
    Column("pct_angular_printed", "Printed angular", "percent", hidden=True),
    Column(
        "pct_angular",
        "Angular %",
        "percent",
        "Printed / this run: share of angular ones among the attributes used",
    ),
    Column("learning_time_printed", "Printed time", "seconds", time=True, hidden=True),
    Column(
        "learning_time",
        "Time to learn",
        "seconds",
        "Printed / this run: CPU time of one fit (mean over the folds)",
        time=True,
    ),
)


def table2(run: Run) -> Table:
    """Parameters, variables, share of angular ones and time of every method on every data set."""
    chosen, rows = structures(run.results), []
    for stand, m in ((s, m) for s in run.stands for m in METHODS):
        method = method_of(run, stand.dataset, m)
        if method is None:
            continue
        row: Row = {
            "dataset": dataset_cell(stand.dataset),
            "method": method_cell(method),
            "kind": kind_cell(stand),
        }
        rows.append(row | _sizes(run, stand, m, method, chosen.get((stand.dataset, method))))
    caption = (
        "Table 2: size of the classifiers, printed / this run. The paper learned from all cases, this run "
        "from the training part of every fold."
    )
    return Table(
        "lopezcruz2013_table2",
        caption,
        SIZE_COLUMNS,
        tuple(rows),
        "What the paper prints for dNB repeats GNB and is left out.",
    )


def _sizes(run: Run, stand: Stand, printed_name: str, method: str, chosen: list[list[str]] | None) -> dict:
    key = (PAPER, stand.dataset, method)
    means, cost, tested = run.summary.means.get(key, {}), run.summary.cost.get(key), run.summary.pooled[key]
    share = angular_share(run.results.prepared.get(stand.dataset, {}), means, chosen)
    ours = {
        "n_parameters": means.get("n_parameters"),
        "n_variables": means.get("attributes_used"),
        "pct_angular": share,
    }
    seconds = cost["fit_seconds"] / tested["folds"] if cost else None
    row: Row = {}
    for name, mine in ours.items():
        theirs = None if printed_name == "dNB" else value(run.published, stand.printed, printed_name, name)
        shown = mine if name != "pct_angular" or mine is None else 100 * mine
        row |= {name: Cell(mine, f"{count(theirs)} / {count(shown)}"), f"{name}_printed": theirs}
    row["pct_angular_printed"] = (
        None if row["pct_angular_printed"] is None else row["pct_angular_printed"] / 100
    )
    theirs = value(run.published, stand.printed, printed_name, "learning_time_s")
    times = " / ".join(formats.text(t, "seconds") for t in (theirs, seconds))
    return row | {"learning_time": Cell(seconds, times), "learning_time_printed": theirs}


def structures(results: Results) -> dict[tuple[str, str], list[list[str]]]:
    """(data set, method) -> names of the attributes chosen in every fold, where the method describes its
    structure as `{a} {b}`.
    """
    frame = results.structures
    by_method: dict[tuple[str, str], list[list[str]]] = {}
    for row in frame[frame["protocol"] == PAPER].itertuples():
        groups = re.findall(r"\{([^{}]*)\}", str(row.structure))
        by_method.setdefault((str(row.dataset), str(row.method)), []).append(
            [name for g in groups for name in g.split(" x ")]
        )
    return by_method


def angular_share(prepared: dict, means: dict, chosen: list[list[str]] | None) -> float | None:
    """Share of angular attributes among those used, mean over the folds; None where it is not known."""
    used = means.get("attributes_used")
    kinds = {a["name"]: a["kind"] for a in prepared.get("attributes", [])}
    if chosen and any(chosen):
        return mean_std(
            sum(kinds.get(n) == "angular" for n in names) / len(names) for names in chosen if names
        )[0]
    if used and "angular_used" in means:
        return means["angular_used"] / used
    if used is None or abs(used - len(kinds)) > 1e-9 or not kinds:
        return None
    return sum(k == "angular" for k in kinds.values()) / len(kinds)
