"""Kang et al. 2006 on proteins: Table 2 on what stands for the lost sequences, and what is left when
relatives stay in one fold.
"""

from __future__ import annotations

from naivebench.papers.kang2006.run import (
    GROUPED,
    PAPER,
    Run,
    columns_of,
    method_of,
    methods_of,
    of_class,
    proteins,
)
from naivebench.results import formats
from naivebench.results.parts import Part, dataset_cell, method_cell
from naivebench.results.tables import Cell, Column, Row, Table

MEASURES = {"accuracy": "Accuracy", "sensitivity": "Sensitivity", "precision": "“Specificity” (precision)"}
ALL = "all sites"
UNDEFINED = Cell(None, "N/A", "quiet", "no protein was assigned to this site")


def table2(run: Run) -> Table:
    """Accuracy, sensitivity and precision of every site against the rest, accuracy and MCC over all sites."""
    tasks = proteins(run)
    ran = {m: next((i for _, d in tasks if (i := method_of(run, d, m))), "") for m in columns_of(run)}
    columns = [
        Column("task", "Task", "text"),
        Column("dataset", "Data set", "text"),
        Column("site", "Site", "id"),
    ]
    columns.append(Column("cases", "Proteins", "integer"))
    columns += [
        Column("measure", "Measure"),
        *(Column(m, m, "percent", f"Method {ran[m]}", method=ran[m]) for m in ran if ran[m]),
    ]
    rows = []
    for task, dataset in tasks:
        ids = {m: method_of(run, dataset, m) or "" for m in ran if ran[m]}
        head = {"task": task, "dataset": dataset_cell(dataset)}
        cases = run.facts[PAPER, dataset]["cases"]
        for site in run.published.table2[task]["locations"]:
            figures = {m: of_class(run, dataset, site, i) for m, i in ids.items()}
            for key, label in MEASURES.items():
                values = _cells({m: f.get(key) for m, f in figures.items()}, figures)
                rows.append(head | {"site": site, "cases": cases.get(site), "measure": label, **values})
        whole = {m: methods_of(run, PAPER, dataset).get(i, {}) for m, i in ids.items()}
        last = head | {"site": ALL, "cases": sum(cases.values())}
        rows.append(
            last | {"measure": "Accuracy", **_cells({m: w.get("accuracy") for m, w in whole.items()}, whole)}
        )
        correlations = {
            m: Cell(w["mcc"], formats.text(w["mcc"], "score")) for m, w in whole.items() if "mcc" in w
        }
        rows.append(last | {"measure": "Matthews correlation", **correlations})
    caption = (
        "Table 2: localisation of proteins, %, 10-fold cross-validation, test parts pooled. The printed "
        "digits are lost."
    )
    note = (
        "Bold: best of the line. N/A: nothing was assigned to the site, as printed for the SVM on "
        "mitochondrial."
    )
    return Table("kang2006_table2", caption, tuple(columns), tuple(rows), note)


def _cells(values: dict[str, float | None], present: dict[str, dict]) -> dict[str, Cell]:
    best = max((v for v in values.values() if v is not None), default=None)
    return {
        m: UNDEFINED if v is None else Cell(v, css="strong" if v == best else "")
        for m, v in values.items()
        if present[m]
    }


def part(run: Run) -> Part | None:
    """Table 2."""
    tasks = proteins(run)
    if not tasks:
        return None
    rates = []
    for _, dataset in tasks:
        cases = run.facts[PAPER, dataset]["cases"]
        rates.append(f"{formats.text(max(cases.values()) / sum(cases.values()), 'percent')} % on {dataset}")
    sentences = (
        f"The answer “{formats.listing(dict.fromkeys(_largest(run, d) for _, d in tasks), 'or')}” "
        f"alone is right for {formats.listing(rates)}.",
        "All data sets are substitutes: none of these figures can confirm a printed one.",
    )
    return Part("Proteins: Table 2", sentences, (table2(run),))


def _largest(run: Run, dataset: str) -> str:
    cases = run.facts[PAPER, dataset]["cases"]
    return max(cases, key=lambda c: cases[c])


GROUPED_COLUMNS = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("random", "Random folds %", "percent", "Accuracy over all sites"),
    Column(
        "grouped", "Similar together %", "percent", "Accuracy over all sites, similar proteins in one fold"
    ),
    Column("drop", "Drop", "points", "Random minus grouped"),
    Column("mcc_random", "MCC, random", "score", "Matthews correlation"),
    Column("mcc_grouped", "MCC, together", "score", "Matthews correlation"),
    Column("mcc_drop", "MCC, drop", "signed"),
)


def grouped_rows(run: Run) -> list[dict]:
    """A row per data set and method that ran under both protocols."""
    rows = []
    for dataset in dict.fromkeys(d for p, d in run.facts if p == GROUPED):
        mild, strict = (methods_of(run, p, dataset) for p in (PAPER, GROUPED))
        for method in (m for m in mild if m in strict):
            a, b = mild[method], strict[method]
            row: Row = {
                "dataset": dataset_cell(dataset),
                "method": method_cell(method),
                "random": a["accuracy"],
                "grouped": b["accuracy"],
            }
            row |= {
                "drop": a["accuracy"] - b["accuracy"],
                "mcc_random": a["mcc"],
                "mcc_grouped": b["mcc"],
                "mcc_drop": a["mcc"] - b["mcc"],
            }
            rows.append(row)
    return rows


def grouped(run: Run) -> Part | None:
    """Random folds against folds that keep similar proteins together."""
    rows = grouped_rows(run)
    if not rows:
        return None
    caption = "Accuracy in random folds and in folds that keep similar proteins together."
    sentences = (
        "Two proteins are linked if they share a tenth of their words of five letters; what links "
        "connect stays in one fold. "
        "This keeps all pairs of about 82 % identity or more together, and not all of the distant "
        "relatives, so the drop is a lower bound.",
    )
    return Part(
        "Proteins: relatives in one fold",
        sentences,
        (Table("kang2006_grouped", caption, GROUPED_COLUMNS, tuple(rows)),),
    )


def summaries(run: Run) -> tuple[str, ...]:
    """What the section shows of proteins, in a sentence."""
    rows = [r for r in grouped_rows(run) if r["method"].value != "majority"]
    if not rows:
        return ()
    worst = max(rows, key=lambda r: (r["drop"], r["dataset"].value, r["method"].value))
    average = sum(r["drop"] for r in rows) / len(rows)
    change = f"{formats.text(abs(average), 'percent')} points {'lower' if average >= 0 else 'higher'}"
    return (
        f"With similar proteins in one fold accuracy is {change} on average; "
        f"the largest drop is {formats.text(worst['drop'], 'percent')} points ({worst['method'].value} "
        f"on {worst['dataset'].value}).",
    )
