"""Kang et al. 2006 on proteins: every site against the rest (Table 2) on what stands for the lost sequences,
in random folds and in folds that keep relatives together; and one classifier for all classes.
"""

from __future__ import annotations

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.report.papers.kang2006.facts import bold_best, chosen, label, of_class, told
from naivebench.report.papers.run import Run

MEASURES = {"accuracy": "Accuracy", "sensitivity": "Sensitivity", "precision": "“Specificity” (precision)"}
UNDEFINED = Cell(None, "N/A", "quiet", "no protein was assigned to this site")


def sites(run: Run, methods: list[str]) -> list[Row]:
    """Accuracy, sensitivity and precision of every site, test parts pooled; a column per method."""
    rows = []
    for stand in chosen(run, "sites"):
        task, site = stand.printed.split()
        head: Row = {"task": task, "site": site, "dataset": dataset_cell(stand.id)}
        head["cases"] = told(run, "paper", stand.id).cases[site]
        of_site = {m: f for m in methods if (f := of_class(run, "paper", stand, m))}
        for key, measure in MEASURES.items():
            known = bold_best({m: getattr(f, key) for m, f in of_site.items()})
            cells = dict.fromkeys(of_site, UNDEFINED) | known
            rows.append(head | {"measure": measure} | cells)
    return rows


def largest(run: Run) -> str:
    """What answering no to every protein would give."""
    rates = []
    for stand in chosen(run, "sites", leading=True):
        cases = told(run, "paper", stand.id).cases
        rates.append(f"{formats.text(max(cases.values()) / sum(cases.values()), 'percent')} % ({stand.id})")
    return f"One answer for all proteins is right for {formats.listing(rates)}." if rates else ""


def together(run: Run) -> list[Row]:
    """A row per site and method that ran in random folds and in folds that keep similar proteins together."""
    rows = []
    for stand in chosen(run, "sites", "grouped"):
        mild, strict = (told(run, role, stand.id).methods for role in ("paper", "grouped"))
        for method in (m for m in mild if m in strict):
            a, b = mild[method], strict[method]
            row: Row = {"site": label(stand), "dataset": dataset_cell(stand.id)}
            row |= {"method": method_cell(method)}
            row |= {"random": a.accuracy, "grouped": b.accuracy, "drop": a.accuracy - b.accuracy}
            row |= {"mcc_random": a.mcc, "mcc_grouped": b.mcc, "mcc_drop": a.mcc - b.mcc}
            rows.append(row)
    return rows


def drop(run: Run) -> str:
    """What relatives in the training part are worth, in a sentence."""
    rows = [r for r in together(run) if r["method"].value != "majority"]
    if not rows:
        return ""
    worst = max(rows, key=lambda r: (r["drop"], r["dataset"].value, r["method"].value))
    average = sum(r["drop"] for r in rows) / len(rows)
    change = f"{formats.text(abs(average), 'percent')} points {'lower' if average >= 0 else 'higher'}"
    return (
        f"With similar proteins in one fold accuracy is {change} on average; the largest drop is "
        f"{formats.text(worst['drop'], 'percent')} points ({worst['method'].value} on "
        f"{worst['dataset'].value})."
    )


def all_classes(run: Run) -> list[Row]:
    """A row per method of one classifier for all classes."""
    return [
        {"dataset": dataset_cell(stand.id), "kind": stand.kind, "method": method_cell(method)}
        | {"accuracy": of.accuracy, "mcc": of.mcc}
        for stand in chosen(run, "all_classes")
        for method, of in told(run, "paper", stand.id).methods.items()
    ]
