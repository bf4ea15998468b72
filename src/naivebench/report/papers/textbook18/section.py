"""The textbook chapter on naive Bayes and inference: worked examples, and its sequence models on real data.

All numbers of the examples are computed, without results of a run, so they are always shown. The available
text of the chapter breaks off inside its second section. The tables of its network are missing; those of the
same story in Barber 2012 replace them.
"""

from __future__ import annotations

from typing import Any

from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.parts import Part, dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Column, Row, Table
from naivebench.report.papers.run import Run
from naivebench.report.papers.textbook18.derivations import derivations
from naivebench.report.papers.textbook18.worked import Grid, of_documents, worked_examples

# the chapter's models; a data set with results of one of them is shown
OWN = ("nb_protein", "nb_protein_fraction", "class_hmm", "class_hmm_per_residue")
METHODS = ("majority", "nb_mn", "nb_mn_2gram", "nb_mn_3gram", "nb_mn_fraction", *OWN)
EQUAL = 1e-9  # tolerance for probabilities that are printed as fractions
METRICS = ("accuracy", "macro_f1", "mcc", "log_loss")


def reproduced(run: Run) -> str:
    """Sentence on how many of the chapter's printed numbers are reproduced."""
    ours, printed = of_documents(), {m: f.value for (_, _, m), f in run.paper.figures.items()}
    same = sum(v is not None and abs(ours[m] - v) < EQUAL for m, v in printed.items())
    return f"{same} of {plural(len(printed), 'printed number')} of the text example are reproduced exactly."


def explaining_away(_: Run) -> str:
    """Sentence on how the last finding changes the probability of the sprinkler."""
    return next(e.sentences[1] for e in worked_examples() if e.title.endswith("explaining away"))


def parts(_: Run) -> tuple[Part, ...]:
    """Parts of the section with the worked examples, which need no results."""
    formulas = derivations()
    return tuple(
        Part(
            example.title,
            example.sentences,
            tuple(
                _table(grid, f"textbook18_{number}{letter}")
                for grid, letter in zip(example.tables, "abcdef", strict=False)
            ),
            formulas=formulas.get(example.title, ()),
        )
        for number, example in enumerate(worked_examples(), start=1)
    )


def _table(grid: Grid, id_: str) -> Table:
    """Convert a grid to a table; numbers have at most four decimals."""
    numeric = [all(isinstance(row[j], (int, float)) for row in grid.rows) for j in range(len(grid.header))]
    kinds = ["score" if is_number and j else "id" if not j else "text" for j, is_number in enumerate(numeric)]
    columns = tuple(
        Column(f"c{j}", times(name), kind)
        for j, (name, kind) in enumerate(zip(grid.header, kinds, strict=True))
    )
    rows = tuple({f"c{j}": _cell(value) for j, value in enumerate(row)} for row in grid.rows)
    return Table(id_, times(grid.caption), columns, rows)


def _cell(value: Any) -> Cell:
    if isinstance(value, float):
        return Cell(value, f"{value:.4f}".rstrip("0").rstrip("."))
    return Cell(value, times(str(value)))


def times(text: str) -> str:
    """Replace the x in texts such as `1/2 x 2/7` by the multiplication sign."""
    return text.replace(" x ", " × ")


def values(_: Run) -> list[Row]:
    """A row for each number of the worked examples."""
    return [
        {"example": e.title, "quantity": name, "value": value}
        for e in worked_examples()
        for name, value in e.values.items()
    ]


def models(run: Run) -> list[Row]:
    """Rows on the chapter's sequence models, with means over test parts, by protocol, data set and method."""
    means, rows = run.summary.means, list[Row]()
    for protocol in run.paper.protocols.values():
        for dataset in run.results.datasets:
            if not any((protocol, dataset, m) in means for m in OWN):
                continue
            for method in (m for m in METHODS if (protocol, dataset, m) in means):
                row: Row = {"dataset": dataset_cell(dataset), "protocol": protocol}
                row |= {"method": method_cell(method)}
                scores = means[protocol, dataset, method]
                rows.append(row | {metric: scores.get(metric) for metric in METRICS})
    return rows
