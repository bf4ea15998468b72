"""Correct cases and averages over classes, printed and recomputed, by data set, method and seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.classification import Macro, average_classes
from naivebench.papers.paper import EXACT, Printed
from naivebench.papers.printed_numbers import Kind, Score
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import CONTRADICTED, NOT_TESTED

# number of declared classes without cases that the prepared table omits; Weka's averages include them
EMPTY = {"weka-annealing": 1, "weka-auto-imports": 1, "weka-glass-identification": 1, "weka-primary-tumor": 1}
SMALL = 1e-9  # printed numbers have 16 digits
COUNTS = ["dataset", "printed_name", "printed_method", "method", "seed", "cases"]
COUNTS += ["correct_printed", "correct", "verdict"]


def list_seeds(run: Run) -> list[int]:
    return list(run.frames["protocols"].set_index("protocol")["seeds"].get(run.find_protocol("paper"), ()))


def judge_equality(kind: str, printed: float | None, ours: float) -> str:
    """Compare a number without a tolerance, because the methods are not random."""
    if printed is None or kind != EXACT:
        return NOT_TESTED
    return "reproduced" if abs(printed - ours) < SMALL else CONTRADICTED


def list_counts_of_correct_cases(run: Run) -> pd.DataFrame:
    """List printed and recomputed counts, with a verdict, for every data set, method and complete seed."""
    if "counts" in run.cache:
        return run.cache["counts"]
    rows, scores, seeds = [], run.read_scores("paper"), list_seeds(run)
    for copy in run.list_scored_sets("paper").itertuples():
        for name in run.paper.methods:
            for repeat, parts in scores.find_scores(copy.dataset, name).groupby("repeat"):
                cases, seed = int(parts["n_test"].sum()), seeds[repeat]
                if cases != run.facts.records[copy.dataset].get("rows"):
                    continue
                ours = int((parts["value"] * parts["n_test"]).round().sum())
                printed = run.paper.look_up(copy.printed, name, f"correct_seed_{seed}")
                place = (copy.dataset, copy.printed, name, scores.find_method_id(copy.dataset, name))
                rows.append((*place, seed, cases, printed, ours, judge_equality(copy.kind, printed, ours)))
    run.cache["counts"] = pd.DataFrame(rows, columns=COUNTS)
    return run.cache["counts"]


def judge_number(run: Run, kind: Kind, copy: Any, name: str, number: Printed | None, ours: Score) -> str:
    """Return `reproduced` if the counts of all seeds are."""
    counts = list_counts_of_correct_cases(run)
    here = (counts["dataset"] == copy.dataset) & (counts["printed_method"] == name)
    verdicts = {*counts["verdict"][here]} - {NOT_TESTED}
    return CONTRADICTED if CONTRADICTED in verdicts else next(iter(verdicts), NOT_TESTED)


def list_class_averages(run: Run) -> pd.DataFrame:
    """Average precision, recall and F1 over classes, from the decisions of all folds of a seed.

    `declared` divides the sum over classes by the number of declared classes, as the printed averages do;
    `occurring` divides it by the number of classes with a case or a decision.
    """
    frame, seeds, rows = run.frames["confusions"], list_seeds(run), []
    frame = frame[frame["protocol"] == run.find_protocol("paper")]
    stored = dict(list(frame.groupby(["dataset", "method", "repeat"], observed=True)))
    for c in list_counts_of_correct_cases(run).itertuples():
        cells = stored.get((c.dataset, c.method, seeds.index(c.seed)))
        if cells is None or cells["cases"].sum() != c.cases:
            continue
        k = len(run.facts.records[c.dataset]["classes"])
        confusion = np.zeros((k, k))
        confusion[cells["class"].astype(int), cells["decided"].astype(int)] = cells["cases"]
        averages = average_classes(confusion, k + EMPTY.get(c.dataset, 0)), average_classes(confusion)
        for measure, declared, occurring in zip(Macro._fields, *averages, strict=True):
            printed = run.paper.look_up(c.printed_name, c.printed_method, f"macro_{measure}_seed_{c.seed}")
            rows.append({
                "dataset": c.dataset, "printed_name": c.printed_name, "method": c.method, "seed": c.seed,
                "measure": measure, "average_printed": printed, "declared": declared, "occurring": occurring,
                "verdict": judge_equality(run.copy_kinds[c.dataset], printed, declared),
            })  # fmt: skip
    return pd.DataFrame(rows)


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    return {"counts": list_counts_of_correct_cases(run), "averages": list_class_averages(run)}
