"""Kang et al. 2006 on proteins: every site against the rest (Table 2), and one classifier for all classes.

The data sets replace the paper's sequences, which are not available. They are split into random folds and
into folds that keep relatives together.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.benchmark.retrieval import MethodScores
from naivebench.report.papers import run as runs
from naivebench.report.papers.judges import tally
from naivebench.report.papers.paper import DataSet
from naivebench.report.papers.retrieval import bold_best, chosen, label, of_class, told
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import Statement

MEASURES = {"accuracy": "Accuracy", "sensitivity": "Sensitivity", "precision": "“Specificity” (precision)"}
UNDEFINED = Cell(None, "N/A", "quiet", "no protein was assigned to this site")


def sites(run: Run, methods: list[str]) -> list[Row]:
    """Accuracy, sensitivity and precision of every site, pooled over the test parts; a column for each
    method.
    """
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
    """Sentence on the accuracy of giving the same answer for all proteins."""
    rates = []
    for stand in chosen(run, "sites", leading=True):
        cases = told(run, "paper", stand.id).cases
        rates.append(f"{formats.text(max(cases.values()) / sum(cases.values()), 'percent')} % ({stand.id})")
    return f"The same prediction for all proteins is right for {formats.listing(rates)}." if rates else ""


class Grouped(NamedTuple):
    """Scores of a method on a site in random folds and in folds that keep similar proteins together."""

    stand: DataSet
    method: str
    random: MethodScores
    grouped: MethodScores

    @property
    def drop(self) -> float:
        """Random minus grouped accuracy."""
        return self.random.accuracy - self.grouped.accuracy


def in_both(run: Run) -> list[Grouped]:
    """All sites and methods that were run in both kinds of folds."""
    found = []
    for stand in chosen(run, "sites", "grouped"):
        mild, strict = (told(run, role, stand.id).methods for role in ("paper", "grouped"))
        found += [Grouped(stand, m, mild[m], strict[m]) for m in mild if m in strict]
    return found


def together(run: Run) -> list[Row]:
    """A row for each site and method, comparing random folds with folds that keep similar proteins
    together.
    """
    rows = []
    for of in in_both(run):
        a, b = of.random, of.grouped
        row: Row = {"site": label(of.stand), "dataset": dataset_cell(of.stand.id)}
        row |= {"method": method_cell(of.method)}
        row |= {"random": a.accuracy, "grouped": b.accuracy, "drop": of.drop}
        rows.append(row | {"mcc_random": a.mcc, "mcc_grouped": b.mcc, "mcc_drop": a.mcc - b.mcc})
    return rows


def drop(run: Run) -> str:
    """Sentence on how much accuracy depends on relatives in the training part."""
    found = [of for of in in_both(run) if of.method != "majority"]
    if not found:
        return ""
    worst = max(found, key=lambda of: (of.drop, of.stand.id, of.method))
    average = sum(of.drop for of in found) / len(found)
    change = f"{formats.text(abs(average), 'percent')} points {'lower' if average >= 0 else 'higher'}"
    return (
        f"With similar proteins in one fold accuracy is {change} on average over the methods that use words;"
        f" their largest drop is {formats.text(worst.drop, 'percent')} points ({worst.method} on"
        f" {worst.stand.id})."
    )


def positive(run: Run, under: str, printed: str, method: str) -> list[Statement] | str:
    """Judge how many proteins a method assigns to the site of a printed task; the paper says none."""
    stands = [s for s in chosen(run, "sites", under, leading=True) if s.printed == printed]
    found = of_class(run, under, stands[0], method) if stands else None
    if found is None:
        return f"this run does not have {method} on {printed} under {runs.named(run, under)}"
    site, total = label(stands[0]), sum(told(run, under, stands[0].id).cases.values())
    right = round(found.n * (found.sensitivity or 0.0))
    wrong = round((total - found.n) * (1 - (1.0 if found.specificity is None else found.specificity)))
    what, quantity = f"Proteins that {method} assigns to {site}", f"of {total:,}, test parts pooled"
    more = f"{right} of them belong there" if right + wrong else ""
    of = (right + wrong, right + wrong, (-math.inf, 0.5), more, [stands[0].id])
    plain = f"{method} assigns {{}} of {total:,} proteins to {site}"
    return [tally(what, quantity, runs.named(run, under), *of, plain)]


def all_classes(run: Run) -> list[Row]:
    """A row for each method that classifies all classes at once."""
    return [
        {"dataset": dataset_cell(stand.id), "kind": stand.kind, "method": method_cell(method)}
        | {"accuracy": of.accuracy, "mcc": of.mcc}
        for stand in chosen(run, "all_classes")
        for method, of in told(run, "paper", stand.id).methods.items()
    ]
