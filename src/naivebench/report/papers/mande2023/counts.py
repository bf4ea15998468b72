"""mande2023: printed numbers of correct cases, for each data set, method and seed, compared with this run."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import NamedTuple

from naivebench.benchmark.results.context import protocols_of
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Column, Row, Table
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import DataSet, Figure, value
from naivebench.report.papers.rows import Agreement, Measured
from naivebench.report.papers.run import Run, scores
from naivebench.report.papers.verdicts import CONTRADICTED, REPRODUCED, UNTESTED


class Count(NamedTuple):
    """Correct cases of one cross-validation."""

    stand: DataSet
    name: str  # printed name of the method
    method: str
    seed: int
    cases: int
    ours: int
    printed: int | None  # None if nothing is printed for this seed

    @property
    def verdict(self) -> str:
        """Verdict on the count; not tested if nothing is printed, or if the data are not the paper's own."""
        if self.printed is None or self.stand.kind != "exact":
            return UNTESTED
        return REPRODUCED if self.ours == self.printed else CONTRADICTED


def seeds(run: Run) -> tuple[int, ...]:
    """Seeds of the repeats in the configuration of this run."""
    protocol = protocols_of(run.results).get(run.paper.protocols["paper"])
    return tuple(protocol.get("folds", {}).get("seeds", ())) if protocol else ()


def counts_of(run: Run, stand: DataSet, name: str) -> list[Count]:
    """One count for each seed whose folds are complete."""
    method = runs.method_of(run, "paper", stand.id, name)
    folds = scores(run, "paper", "accuracy").get((stand.id, method or ""), {})
    rows, found = run.results.prepared.get(stand.id, {}).get("rows"), []
    for repeat, seed in enumerate(seeds(run)):
        parts = [s for (r, _), s in folds.items() if r == repeat]
        cases = int(sum(s.tested for s in parts))
        if method and parts and cases == rows:
            printed = value(run.paper, stand.printed, name, f"correct_seed_{seed}")
            ours = sum(round(s.value * s.tested) for s in parts)
            found.append(
                Count(stand, name, method, seed, cases, ours, None if printed is None else int(printed))
            )
    return found


def every(run: Run) -> Iterator[Count]:
    """All counts of the run, by data set, method and seed."""
    for stand in runs.stands(run, "paper"):
        for name in run.paper.methods:
            yield from counts_of(run, stand, name)


def agree(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """Compare the counts with the printed ones: reproduced only if all are equal.

    The method has no randomness, so there is no tolerance.
    """
    several = [c for c in counts_of(run, stand, name) if c.printed is not None]
    if not several:
        return Agreement(UNTESTED, "nothing is printed for these seeds")
    implied = statistics.fmean(c.printed or 0 for c in several)
    off = [f"seed {c.seed} {c.ours - (c.printed or 0):+d}" for c in several if c.ours != c.printed]
    if not off:
        return Agreement(REPRODUCED, f"the same {len(several)} counts", implied)
    return Agreement(CONTRADICTED, f"cases off: {listing(off)}".replace("-", "−"), implied)


def told(run: Run) -> str:
    """Sentence on how many printed counts are reproduced; "" if there are none."""
    tested = [c for c in every(run) if c.verdict != UNTESTED]
    same = {n: [c.verdict == REPRODUCED for c in tested if c.name == n] for n in run.paper.methods}
    if not tested:
        return ""
    total = sum(map(sum, same.values()))
    by_method = listing(f"{n} {sum(found)} of {len(found)}" for n, found in same.items() if found)
    return f"{total} of {plural(len(tested), 'printed count')} are the same: {by_method}."


def differences(run: Run) -> str:
    """Sentence on how far the counts that are not reproduced are off; "" if there are none."""
    off = [abs(c.ours - (c.printed or 0)) for c in every(run) if c.verdict != UNTESTED]
    if not off:
        return ""
    if not any(off):
        return "In this run all counts are reproduced."
    many = sum(map(bool, off))
    verb = "is" if many == 1 else "are"
    return f"In this run {plural(many, 'count')} {verb} off, by at most {plural(max(off), 'case')}."


def table(run: Run) -> Table | None:
    """Table of the counts of this run: a row for each data set, a column for each method, a number for each
    seed.
    """
    by_set: dict[str, list[Count]] = {}
    for count in every(run):
        by_set.setdefault(count.stand.id, []).append(count)
    names = [n for n in run.paper.methods if any(c.name == n for several in by_set.values() for c in several)]
    columns = (
        Column("dataset", "Data set", "id"),
        Column("cases", "N", "integer"),
        *(Column(f"counts_{n.lower()}", n, "text") for n in names),
    )
    rows = []
    for dataset, several in by_set.items():
        row: Row = {"dataset": dataset_cell(dataset), "cases": several[0].cases}
        rows.append(row | {f"counts_{n.lower()}": _cell([c for c in several if c.name == n]) for n in names})
    caption = f"Correct cases of this run, seeds {listing(map(str, seeds(run)))}."
    note = "In parentheses: the printed count, if it differs."
    return Table("mande2023_counts", caption, columns, tuple(rows), note) if rows else None


def _cell(several: list[Count]) -> Cell:
    texts = [str(c.ours) if c.printed in (None, c.ours) else f"{c.ours} ({c.printed})" for c in several]
    strange = any(c.verdict == CONTRADICTED for c in several)
    return Cell(" ".join(texts) or None, css="strong" if strange else "", title=_about(several))


def _about(several: list[Count]) -> str:
    return several[0].stand.about if several else ""


def verdicts(run: Run) -> list[Row]:
    """A row for each method with the number of counts that are reproduced."""
    rows: list[Row] = []
    for name in run.paper.methods:
        several = [c for c in every(run) if c.name == name]
        if several:
            found = [c.verdict for c in several]
            rows.append(
                {
                    "method": method_cell(several[0].method),
                    "printed": sum(c.printed is not None for c in several),
                    "same": sum(c.printed == c.ours for c in several),
                    **{v.replace(" ", "_"): found.count(v) for v in (REPRODUCED, CONTRADICTED, UNTESTED)},
                }
            )
    return rows


def single(run: Run) -> list[Row]:
    """A row for every count with its verdict, for the CSV file."""
    return [
        {
            "dataset": c.stand.id,
            "printed_name": c.stand.printed,
            "method": c.method,
            "seed": c.seed,
            "cases": c.cases,
            "printed": c.printed,
            "reproduced": c.ours,
            "verdict": c.verdict,
            "why": c.stand.about or None,
        }
        for c in every(run)
    ]
