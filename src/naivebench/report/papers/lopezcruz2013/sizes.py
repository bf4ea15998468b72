"""Table 2 of Lopez-Cruz et al. 2013: size and learning time of every classifier, printed and of this run.

Sizes are the number of parameters and of variables, and the share of angular variables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.report.papers import run as runs
from naivebench.report.papers.beside import count, role_cell
from naivebench.report.papers.paper import DataSet, value
from naivebench.report.papers.run import Run

OURS = {"n_parameters": "n_parameters", "n_variables": "attributes_used"}


def table2(run: Run) -> list[Row]:
    """Rows of Table 2, for every method on every data set."""
    chosen, rows = structures(run), []
    for stand, m in ((s, m) for s in runs.stands(run, "paper") for m in run.paper.methods):
        method = runs.method_of(run, "paper", stand.id, m)
        if method:
            lead: Row = {"dataset": dataset_cell(stand.id), "method": method_cell(method)}
            sizes = _sizes(run, stand, m, method, chosen.get((stand.id, method)))
            rows.append(lead | {"kind": role_cell(stand)} | sizes)
    return rows


def _sizes(run: Run, stand: DataSet, printed: str, method: str, chosen: list[list[str]] | None) -> Row:
    key = (run.paper.protocols["paper"], stand.id, method)
    means, cost = run.summary.means.get(key, {}), run.summary.cost.get(key)
    ours = {name: means.get(metric) for name, metric in OURS.items()}
    kinds = {a["name"]: a["kind"] for a in run.results.prepared.get(stand.id, {}).get("attributes", [])}
    ours["pct_angular"] = angular_share(kinds, means, chosen)
    row: Row = {}
    for name, mine in ours.items():
        # the printed block of dNB repeats that of GNB, except on Protein10, and contradicts the text
        theirs = None if printed == "dNB" else value(run.paper, stand.printed, printed, name)
        percent = name == "pct_angular"
        shown = mine if mine is None or not percent else 100 * mine
        row |= {
            name: Cell(mine, f"{count(theirs, 2)} / {count(shown, 2)}"),
            f"{name}_printed": theirs / 100 if percent and theirs is not None else theirs,
        }
    seconds = cost.fit_seconds / run.summary.pooled[key].folds if cost else None
    theirs = value(run.paper, stand.printed, printed, "learning_time_s")
    times = " / ".join(formats.text(t, "seconds") for t in (theirs, seconds))
    return row | {"learning_time": Cell(seconds, times), "learning_time_printed": theirs}


def structures(run: Run) -> dict[tuple[str, str], list[list[str]]]:
    """(data set, method) -> names of the attributes chosen in every fold.

    Only for methods that describe their structure in the form `{a} {b}`.
    """
    frame = run.results.structures
    by_method: dict[tuple[str, str], list[list[str]]] = {}
    for row in frame[frame["protocol"] == run.paper.protocols["paper"]].itertuples():
        groups = re.findall(r"\{([^{}]*)\}", str(row.structure))
        names = [name for g in groups for name in g.split(" x ")]
        by_method.setdefault((str(row.dataset), str(row.method)), []).append(names)
    return by_method


def angular_share(
    kinds: Mapping[str, str], means: Mapping[str, float], chosen: list[list[str]] | None
) -> float | None:
    """Share of angular attributes among those used, mean over the folds; None if it is unknown."""
    used = means.get("attributes_used")
    if chosen and any(chosen):
        shares = (sum(kinds.get(n) == "angular" for n in names) / len(names) for names in chosen if names)
        return mean_std(shares)[0]
    if used and "angular_used" in means:
        return means["angular_used"] / used
    if used is None or abs(used - len(kinds)) > 1e-9 or not kinds:
        return None
    return sum(k == "angular" for k in kinds.values()) / len(kinds)
