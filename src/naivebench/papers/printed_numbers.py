"""Numbers, printed and of this run, in one layout for all papers.

Scores are shares of 1. The area under the hit curve up to 10 % is divided by 10 %, which makes it the mean
recall there: one point of area is one point of recall.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.core.hit_curves import UP_TO
from naivebench.papers.paper import EXACT, Printed
from naivebench.papers.run_results import DISCRETE, Run
from naivebench.papers.verdicts import HOLDS, NOT_TESTED, SCALE, Region, compare_with_region

ORDINARY, FITTED = "as the paper says", "found by comparison with the printed numbers"
SETTINGS = {"paper": ORDINARY, "printed": FITTED}  # role of the protocol -> where its settings come from
LABELS = {"hit_area_10": "mean recall, ≤ 10 %", "f1": "F1", "break_even": "break-even point, interpolated"}
GAINS = ["gain_printed", "gain_paper", "gain_honest"]


class Kind(NamedTuple):
    """One kind of printed numbers: an entry of `printed` in a paper.yaml."""

    metric: str
    honest_metric: str = ""  # "" for `metric`
    number: str = "accuracy_pct"  # metric of the printed numbers, percentages
    tolerance: float = 0.0  # as a share
    repeats: int = 1  # repeats behind a printed mean
    honest: Sequence[str] = ("honest",)  # roles in order of preference
    sets: Sequence[str] = ()  # printed names, () for all

    @property
    def measure(self) -> str:
        """Name the measure in words, and the measure of the honest scores if they have another one."""
        measure, honest = (LABELS.get(m, m) for m in (self.metric, self.honest_metric))
        return f"{measure} (honest: {honest})" if honest else measure


class Score(NamedTuple):
    """A score as a share: the mean over the runs or the test folds. An accuracy counts `tested` cases."""

    value: float
    by_run: tuple[float, ...] = ()  # pooled over the cases of a repeat
    tested: int | None = None


# whether a score agrees with the printed one: reproduced, contradicted, undecided or not tested
JudgeNumber = Callable[[Run, Kind, Any, str, Printed | None, Score], str]


def list_number_kinds(run: Run) -> list[Kind]:
    return [Kind(**fields) for fields in run.paper.more.get("printed", ())]


def list_printed_values(run: Run, method: str, metric: str, sets: Sequence[str] = ()) -> dict[str, float]:
    """List the printed values of a method by printed data set."""
    known = {d: n.value for (d, m, k), n in run.paper.numbers.items() if (m, k) == (method, metric)}
    wanted = set(sets) or set(run.paper.data_sets["printed"])
    return {d: v for d, v in known.items() if v is not None and d in wanted}


# --- scores of a cell


def average_score(run: Run, role: str, dataset: str, name: str, metric: str = "accuracy") -> Score | None:
    """Return the score under the protocol of a role, or None if there is none.

    An accuracy is k of N pooled over the cases of every repeat; other metrics are means over the test folds.
    """
    folds = run.read_scores(role, metric).find_scores(dataset, name)
    values, tested = folds["value"].to_numpy(), folds["n_test"].to_numpy()
    if metric != "accuracy":
        values = values[np.isfinite(values)]
        return Score(fmean(values) * SCALE.get(metric, 1.0)) if len(values) else None
    if folds.empty:
        return None
    _, repeat = np.unique(folds["repeat"].to_numpy(), return_inverse=True)
    correct, cases = np.bincount(repeat, np.round(values * tested)), np.bincount(repeat, tested)
    shares = tuple((correct / cases).tolist())
    return Score(fmean(shares), shares, int(cases[0]))


def compute_test_train_ratio(folds: pd.DataFrame) -> float:
    """Compute test cases per training case over the test folds; 0 if there are no training cases."""
    trained = folds["n_train"].sum()
    return float(folds["n_test"].sum() / trained) if trained > 0 else 0.0


def subtract_chance_score(
    run: Run, dataset: str, method: str, metric: str, role: str = "permuted"
) -> float | None:
    """Return the score on shuffled labels minus the score of chance, or None if there are no scores.

    The score without information is the rate of the largest class, or of a constant prediction; for the
    area up to 10 %, it is the mean recall there of a random order.
    """
    shuffled, constant = (average_score(run, role, dataset, m, metric) for m in (method, "majority"))
    blind = UP_TO / 2 if metric in SCALE else constant.value if constant else None
    if metric == "accuracy":
        record = run.facts.records.get(dataset, {})
        if not constant or constant.tested == record.get("rows"):  # test folds have the same largest class
            blind = record.get("majority_rate")
    return None if shuffled is None or blind is None else shuffled.value - blind


# --- the table of printed numbers


def describe_printed_numbers(run: Run, judge_number: JudgeNumber | None) -> pd.DataFrame:
    """Make a row for each printed method, data set that represents one of the paper's, and kind of settings.

    The settings found by comparison with the printed numbers have the role `printed`.
    """
    rows = [
        _describe_printed_number(run, kind, copy, name, role, ours, judge_number)
        for kind in list_number_kinds(run)
        for copy in run.list_scored_sets(*SETTINGS, metric=kind.metric).itertuples()
        if not kind.sets or copy.printed in kind.sets
        for name in run.paper.methods
        for role in SETTINGS
        if (ours := average_score(run, role, copy.dataset, name, kind.metric))
    ]
    return pd.DataFrame(rows)


def _describe_printed_number(
    run: Run, kind: Kind, copy: Any, name: str, role: str, ours: Score, judge_number: JudgeNumber | None
) -> dict[str, Any]:
    # the printed number and ours
    dataset, scores = copy.dataset, run.read_scores(role, kind.metric)
    method, folds = scores.find_method_id(dataset, name), scores.find_scores(dataset, name)
    number = run.paper.numbers.get((copy.printed, name, kind.number))
    verdict = NOT_TESTED
    if judge_number and copy.kind == EXACT:
        verdict = judge_number(run, kind, copy, name, number, ours)
    printed, printed_sd = (None if v is None else round(v / 100, 12) for v in (number or (None, None))[:2])

    # the honest score of the same method, and, in the same measure, what the paper's protocol adds to it
    fair_metric, is_ordinary = kind.honest_metric or kind.metric, role == "paper"
    several = (average_score(run, r, dataset, method, fair_metric) for r in kind.honest)
    fair = next(filter(None, several), None)
    return {
        "paper": run.paper.id, "protocol": scores.protocol, "dataset": dataset,
        "printed_name": copy.printed, "copy": copy.kind, "method": method, "printed_method": name,
        "settings": SETTINGS[role], "measure": kind.measure,
        "cases": int(folds.loc[folds["repeat"] == folds["repeat"].min(), "n_test"].sum()),
        "printed": printed, "printed_sd": printed_sd, "ours": ours.value, "verdict": verdict,
        "honest": fair.value if fair else None,
        "optimism": ours.value - fair.value if fair and is_ordinary and not kind.honest_metric else None,
        "permuted": subtract_chance_score(run, dataset, method, kind.metric) if is_ordinary else None,
    }  # fmt: skip


def decide_agreement(low: float, high: float, region: Region) -> str:
    """Decide whether a printed number is reproduced, from an interval and the region of agreement."""
    word = compare_with_region(low, high, region)
    return "reproduced" if word == HOLDS else word


# --- gains over another method, and data sets


def compare_gains(run: Run, first: str, rivals: Sequence[str]) -> pd.DataFrame:
    """List the score of a method minus the score of its rivals on every data set: printed, under the paper's
    protocol, and honest.
    """
    rows = []
    for rival, kind in ((rival, kind) for rival in rivals for kind in list_number_kinds(run)):
        factor, scores = SCALE.get(kind.metric, 1.0), run.select_scores("paper", metric=kind.metric)
        fair = run.select_scores(*kind.honest, metric=kind.honest_metric or kind.metric)
        for copy in run.list_scored_sets("paper", *kind.honest, metric=kind.metric).itertuples():
            paper, honest = (table.find_pair(copy.dataset, first, rival) for table in (scores, fair))
            either = honest or paper
            if not either or (kind.sets and copy.printed not in kind.sets):
                continue

            # a paper prints gains themselves, in points, or scores of both methods
            one, other = (run.paper.look_up(copy.printed, name, kind.number) for name in (first, rival))
            percent = None if one is None or other is None else one - other
            if "gain" in run.paper.more:
                percent = run.paper.look_up(copy.printed, first, run.paper.more["gain"])
            rows.append((
                copy.dataset, *either.methods, kind.measure, None if percent is None else percent / 100,
                paper.mean * factor if paper else None,
                factor * honest.estimate_difference().value if honest else None,
            ))  # fmt: skip
    return pd.DataFrame(rows, columns=["dataset", "method", "against", "measure", *GAINS])


def compare_data_sets(run: Run, facts: dict[str, str]) -> pd.DataFrame:
    """Compare printed facts about the paper's data sets with facts about the sets that represent them.

    `facts`: Maps a metric of the printed numbers to our number of attributes by kind, of classes, of cases,
    or of the cases that the paper uses for learning.
    """
    rows = []
    for copy in run.list_scored_sets(*SETTINGS).itertuples():
        record = run.facts.records[copy.dataset]
        kinds, cases = [a["kind"] for a in record.get("attributes", [])], record.get("rows", 0)
        continuous = sum(k in ("linear", "angular") for k in kinds)
        held_out = run.paper.look_up(copy.printed, "-", "n_validation")
        ours = {
            "attributes": len(kinds), "continuous": continuous, "nominal": len(kinds) - continuous,
            "angular": sum(k in ("angular", "direction") for k in kinds), "linear": kinds.count("linear"),
            "discrete": sum(k in DISCRETE for k in kinds), "classes": len(record.get("classes", {})),
            "cases": record.get("rows"), "learning": record.get("holdout") or cases if held_out else cases,
        }  # fmt: skip
        row: dict[str, Any] = {"dataset": copy.dataset, "printed_name": copy.printed, "copy": copy.kind}
        row |= {metric: ours[fact] for metric, fact in facts.items()}
        row |= {f"{metric}_printed": run.paper.look_up(copy.printed, "-", metric) for metric in facts}
        rows.append(row | {"about": copy.about or None})
    return pd.DataFrame(rows)
