"""mande2023: printed precision, recall and F1, averaged over classes, from the pooled decisions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.benchmark.results.context import protocols_of
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.tables import Row
from naivebench.evaluation.classification import Macro, macro
from naivebench.report.papers.mande2023.counts import Count, every
from naivebench.report.papers.paper import value
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import CONTRADICTED, REPRODUCED, UNTESTED

# classes that a file declares and no case has, if the table leaves them out; Weka's averages include them
EMPTY = {"weka-annealing": 1, "weka-auto-imports": 1, "weka-glass-identification": 1, "weka-primary-tumor": 1}
LABELS = {"precision": "Precision", "recall": "Recall", "f1": "F1"}
SMALL = 1e-9  # printed numbers have 16 digits


class Measure(NamedTuple):
    """One measure of one cross-validation."""

    at: Count  # data set, method and seed
    name: str  # a field of `Macro`
    printed: float | None
    declared: float  # the sum over classes divided by the number of declared classes
    occurring: float  # the same divided by the number of classes with a case or a decision

    @property
    def verdict(self) -> str:
        """Verdict on the value by the declared classes, which is what is printed."""
        if self.printed is None or self.at.stand.kind != "exact":
            return UNTESTED
        return REPRODUCED if same(self.printed, self.declared) else CONTRADICTED


def same(printed: float | None, ours: float) -> bool:
    """Whether a value equals the printed one."""
    return printed is not None and abs(printed - ours) < SMALL


def measures(run: Run) -> list[Measure]:
    """All measures of the cross-validations whose counts are known, if their decisions are stored."""
    frame = run.results.confusions
    frame = frame[frame["protocol"] == run.paper.protocols["paper"]]
    stored = dict(list(frame.groupby(["dataset", "method", "repeat"], observed=True)))
    seeds = _seeds(run)
    found = []
    for count in every(run):
        cells = stored.get((count.stand.id, count.method, seeds.index(count.seed)))
        if cells is None or cells["cases"].sum() != count.cases:
            continue
        known = len(run.results.prepared[count.stand.id]["classes"])
        confusion = np.zeros((known, known))
        confusion[cells["class"], cells["decided"]] = cells["cases"]
        declared, occurring = macro(confusion, known + EMPTY.get(count.stand.id, 0)), macro(confusion)
        for name in Macro._fields:
            printed = value(run.paper, count.stand.printed, count.name, f"macro_{name}_seed_{count.seed}")
            found.append(Measure(count, name, printed, getattr(declared, name), getattr(occurring, name)))
    return found


def _seeds(run: Run) -> list[int]:
    protocol = protocols_of(run.results).get(run.paper.protocols["paper"]) or {}
    return list(protocol.get("folds", {}).get("seeds", ()))


def verdicts(run: Run) -> list[Row]:
    """A row for each method and measure that is printed, with the number of values that are equal."""
    rows: list[Row] = []
    printed = [m for m in measures(run) if m.printed is not None]
    for name in run.paper.methods:
        for field, label in LABELS.items():
            several = [m for m in printed if m.at.name == name and m.name == field]
            if several:
                rows.append(
                    {
                        "method": method_cell(several[0].at.method),
                        "measure": label,
                        "printed": len(several),
                        "declared": sum(same(m.printed, m.declared) for m in several),
                        "occurring": sum(same(m.printed, m.occurring) for m in several),
                    }
                )
    return rows


def single(run: Run) -> list[Row]:
    """A row for every measure with its verdict, for the CSV file."""
    return [
        {
            "dataset": m.at.stand.id,
            "printed_name": m.at.stand.printed,
            "method": m.at.method,
            "seed": m.at.seed,
            "measure": m.name,
            "printed": m.printed,
            "declared": m.declared,
            "occurring": m.occurring,
            "verdict": m.verdict,
        }
        for m in measures(run)
    ]


def told(run: Run) -> str:
    """Sentence on the printed averages that are reproduced; "" if there are none."""
    tested = [m for m in measures(run) if m.verdict != UNTESTED]
    if not tested:
        return ""
    declared = sum(m.verdict == REPRODUCED for m in tested)
    occurring = sum(same(m.printed, m.occurring) for m in tested)
    return (
        f"{declared} of {plural(len(tested), 'printed average')} over classes are the same if the sum is "
        f"divided by the number of declared classes, and {occurring} if it is divided by the number of "
        "classes that occur."
    )
