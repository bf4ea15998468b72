"""Lopez-Cruz, Bielza and Larranaga 2013 as a section of the page: printed figures beside this run's."""

from __future__ import annotations

import math
from pathlib import Path

from naivebench.papers.lopezcruz2013 import angles, beyond, examples, sizes, statistics
from naivebench.papers.lopezcruz2013.run import (
    METHODS,
    RULE,
    VERDICT_COLUMNS,
    Run,
    _filled,
    exact_notes,
    gather,
    mean_sd_cell,
    method_of,
    note,
    over_folds,
    printed_cell,
    table1,
    table6,
    verdict,
)
from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED, Part, Section, dataset_cell, method_cell
from naivebench.results.summaries import Summary
from naivebench.results.tables import Cell, Row, Table


def verdicts(run: Run) -> Table:
    """A verdict on every accuracy of the paper's own data sets."""

    rows = []
    for stand, m in ((s, m) for s in run.stands if s.kind == "exact" for m in METHODS):
        method = method_of(run, stand.dataset, m)
        accuracy = over_folds(run, stand.dataset, method)
        if method is None or accuracy is None:
            continue
        judged, figure = (
            verdict(run.published, stand, m, accuracy[0]),
            run.published.figures.get((stand.printed, m, "accuracy_pct")),
        )
        printed = printed_cell(run.published, stand.printed, m)
        row: Row = {
            "dataset": dataset_cell(stand.dataset),
            "method": method_cell(method),
            "printed_name": m,
            "folds": accuracy[2],
        }
        row |= {
            "printed": printed._replace(css="") if printed else None,
            "ours": mean_sd_cell(accuracy),
            "ours_sd": accuracy[1],
        }
        if figure:
            difference = accuracy[0] - figure[0] / 100
            printed_sd = figure[1] or math.nan
            row |= {
                "printed_sd": printed_sd / 100,
                "difference": difference,
                "in_sd": 100 * difference / printed_sd,
            }
        row |= {
            "verdict": Cell(judged, css="strong" if judged.startswith("outside") else ""),
            "note": note(run.published, stand.printed, m),
        }
        rows.append(row)
    columns = (
        VERDICT_COLUMNS
        if any(row["note"] for row in rows)
        else tuple(c._replace(hidden=True) if c.key == "note" else c for c in VERDICT_COLUMNS)
    )
    return Table(
        "lopezcruz2013_verdicts",
        "The paper's own data sets: printed and reproduced accuracy.",
        columns,
        tuple(rows),
    )


def section(results: Results, summary: Summary, folder: Path = PUBLISHED) -> Section | None:
    """The experiment's part of the page; None without print or scores under the paper's protocol."""

    run = gather(results, summary, folder)
    if run is None:
        return None
    accuracy = Part(
        "Accuracy and size",
        exact_notes(run),
        (table1(run), *_filled(verdicts(run))),
        (sizes.table2(run), table6(run)),
    )
    parts = (
        accuracy,
        statistics.part(run),
        beyond.part(run),
        beyond.grouped(run),
        angles.rotation(run),
        angles.goodness_of_fit(run),
        examples.part(run),
    )
    return Section(
        statistics.summaries(run, verdicts(run)), run.published.general, tuple(p for p in parts if p), RULE
    )
