"""Printed numbers of correct cases, and averages over classes, compared with this run: data set, method and
seed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.classification import Macro, macro
from naivebench.papers.paper import EXACT, Printed
from naivebench.papers.printed import Agreement, Kind, Score, describe_printed, find_folds
from naivebench.papers.run import Run
from naivebench.papers.verdicts import CONTRADICTED, NOT_TESTED
from naivebench.papers.words import MINUS, join_names

# classes that a file declares and no case has, if the table leaves them out; Weka's averages include them
EMPTY = {"weka-annealing": 1, "weka-auto-imports": 1, "weka-glass-identification": 1, "weka-primary-tumor": 1}
LABELS = {"precision": "Precision", "recall": "Recall", "f1": "F1"}
DIVISORS = ("declared", "occurring")
SMALL = 1e-9  # printed numbers have 16 digits
COUNTS = [
    *("dataset", "printed_name", "printed_method", "method", "seed", "cases", "correct_printed", "correct"),
    *("verdict", "why"),
]


def list_seeds(run: Run) -> list[int]:
    """Seeds of the repeats."""
    frame = run.frames["protocols"]
    return [
        seed for seeds in frame.loc[frame["protocol"] == run.protocol("paper"), "seeds"] for seed in seeds
    ]


def list_counts(run: Run) -> pd.DataFrame:
    """A row for each data set, method and seed whose folds are complete, with a verdict on the paper's own
    data.
    """

    def count() -> pd.DataFrame:
        stands = [(s, name) for s in run.list_stands("paper").itertuples() for name in run.paper.methods]
        return pd.DataFrame(
            [row for s, name in stands for row in _count_correct(run, s, name)], columns=COUNTS
        )

    counts: pd.DataFrame = run.remember(("counts",), count)
    return counts


def _count_correct(run: Run, stand: Any, name: str) -> list[dict[str, Any]]:
    folds, rows = find_folds(run, "paper", stand.dataset, name), []
    for repeat, seed in enumerate(list_seeds(run)):
        parts = folds[folds["repeat"] == repeat]
        if parts.empty or parts["n_test"].sum() != run.record(stand.dataset).get("rows"):
            continue
        ours = int((parts["value"] * parts["n_test"]).round().sum())
        printed, verdict = run.paper.value(stand.printed, name, f"correct_seed_{seed}"), NOT_TESTED
        if printed is not None and stand.kind == EXACT:
            verdict = "reproduced" if ours == printed else CONTRADICTED
        method, cases = parts["method"].iloc[0], int(parts["n_test"].sum())
        values = (
            stand.dataset,
            stand.printed,
            name,
            method,
            seed,
            cases,
            printed,
            ours,
            verdict,
            stand.about or None,
        )
        rows.append(dict(zip(COUNTS, values, strict=True)))
    return rows


def agree_counts(
    run: Run, kind: Kind, stand: Any, name: str, number: Printed | None, ours: Score
) -> Agreement:
    """Reproduced only if the counts of all seeds are equal: the method has no randomness, so there is no
    tolerance.
    """
    counts = list_counts(run).dropna(subset="correct_printed")
    counts = counts[(counts["dataset"] == stand.dataset) & (counts["printed_method"] == name)]
    if counts.empty:
        return Agreement(NOT_TESTED, "nothing is printed for these seeds")
    implied = math.fsum(counts["correct_printed"]) / len(counts)
    off = [
        f"seed {c.seed} {c.correct - int(c.correct_printed):+d}"
        for c in counts.itertuples()
        if c.correct != c.correct_printed
    ]
    if not off:
        return Agreement("reproduced", f"the same {len(counts)} counts", implied)
    return Agreement(CONTRADICTED, f"cases off: {join_names(off)}".replace("-", MINUS), implied)


def list_printed_rows(run: Run) -> pd.DataFrame:
    """Printed accuracies beside those of this run; both are means over the seeds."""
    return describe_printed(run, agree_counts)


def list_averages(run: Run) -> pd.DataFrame:
    """Precision, recall and F1 averaged over classes, from the decisions of all folds of a seed.

    `declared`: the sum over classes divided by the number of declared classes, which is what is printed;
    `occurring`: divided by the number of classes with a case or a decision.
    """
    frame, seeds, rows = run.frames["confusions"], list_seeds(run), []
    frame = frame[frame["protocol"] == run.protocol("paper")]
    stored = dict(list(frame.groupby(["dataset", "method", "repeat"])))
    for c in list_counts(run).itertuples():
        cells = stored.get((c.dataset, c.method, seeds.index(c.seed)))
        if cells is None or cells["cases"].sum() != c.cases:
            continue
        known = len(run.record(c.dataset)["classes"])
        confusion = np.zeros((known, known))
        confusion[cells["class"].astype(int), cells["decided"].astype(int)] = cells["cases"]
        averages = macro(confusion, known + EMPTY.get(c.dataset, 0)), macro(confusion)
        for measure in Macro._fields:
            declared, occurring = (getattr(of, measure) for of in averages)
            key, verdict = (c.printed_name, c.printed_method, f"macro_{measure}_seed_{c.seed}"), NOT_TESTED
            printed = run.paper.value(*key)
            if printed is not None and run.kinds[c.dataset] == EXACT:
                verdict = "reproduced" if abs(printed - declared) < SMALL else CONTRADICTED
            row = {"dataset": c.dataset, "printed_name": c.printed_name, "method": c.method, "seed": c.seed}
            row |= {
                "measure": measure,
                "average_printed": printed,
                "declared": declared,
                "occurring": occurring,
            }
            rows.append(row | {"verdict": verdict})
    columns = [
        "dataset",
        "printed_name",
        "method",
        "seed",
        "measure",
        "average_printed",
        *DIVISORS,
        "verdict",
    ]
    return pd.DataFrame(rows, columns=columns)


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables: every count and average, and how many are the same, by method."""
    counts, averages = list_counts(run), list_averages(run)
    verdicts = counts.groupby("method", sort=False).apply(_sum_verdicts, include_groups=False).reset_index()
    shown = averages.dropna(subset="average_printed").astype({"average_printed": float})
    same = {f"same_{name}": (shown["average_printed"] - shown[name]).abs() < SMALL for name in DIVISORS}
    by = shown.assign(measure=shown["measure"].map(LABELS), **same).groupby(["method", "measure"], sort=False)
    macros = by[list(same)].sum()
    macros.insert(0, "numbers_printed", by.size())
    return {"verdicts": verdicts, "counts": counts, "macros": macros.reset_index(), "averages": averages}


def _sum_verdicts(of: pd.DataFrame) -> pd.Series:
    numbers = {"numbers_printed": of["correct_printed"].notna().sum()}
    numbers["numbers_same"] = (of["correct_printed"] == of["correct"]).sum()
    words = ("reproduced", CONTRADICTED, NOT_TESTED)
    return pd.Series(numbers | {f"numbers_{w.replace(' ', '_')}": (of["verdict"] == w).sum() for w in words})
