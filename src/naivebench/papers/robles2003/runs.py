"""Robles et al. (2003): the paper's test of the runs of its searches, and the table of significance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from naivebench.papers.pairs import Scores, find_interval
from naivebench.papers.printed import average_score, name_reference, pair_on
from naivebench.papers.run import Run
from naivebench.papers.verdicts import Verdict, judge_count, list_members, need_share, report_untested
from naivebench.papers.words import join_names

LEVEL = 0.001  # significance level of the paper's tests
TESTED = [(m, "NB") for m in ("IENB", "Iterative Bayes", "APNBC-EDA", "FSSJ", "BSEJ", "Pazzani-EDA")]
TESTED += [("Pazzani-EDA", "BSEJ")]


def select_own(run: Run) -> Scores:
    """Scores of the paper's own data under its protocol."""
    return run.select_scores("paper", exact=True)


def name_alike(run: Run, role: str, name: str, against: str) -> str:
    """The method to compare with: under the paper's protocol naive Bayes scored in the same way."""
    alike = run.paper.methods[name].get("naive_bayes", against)
    return alike if against == name_reference(run) and role != "honest" else against


def count_correct(run: Run, dataset: str, name: str, role: str = "paper") -> tuple[float, ...]:
    """Correct cases of every run of a method under the paper's protocol."""
    score = average_score(run, role, dataset, name)
    return tuple(share * (score.tested or 0) for share in score.by_run) if score else ()


def test_runs(counts: Sequence[float], constant: float) -> float:
    """Two-sided p of the paper's test: Mann-Whitney of the runs against a constant, repeated as often."""
    from scipy.stats import mannwhitneyu

    if all(k == constant for k in counts):
        return 1.0
    repeated = [constant] * len(counts)
    return float(mannwhitneyu(list(counts), repeated, alternative="two-sided", method="asymptotic").pvalue)


def compare_runs(counts: Sequence[float], constant: float) -> str:
    """Whether the runs are higher, lower or equal by the paper's test, or too few to reach its level."""
    if test_runs([constant + 1] * len(counts), constant) >= LEVEL:
        return "unable"
    if test_runs(counts, constant) >= LEVEL:
        return "equal"
    return "higher" if math.fsum(counts) / len(counts) > constant else "lower"


def compare_tests(run: Run) -> pd.DataFrame:
    """The paper's test on the runs beside the corrected t test over honest folds."""
    rows, stands = [], run.list_stands("paper").drop_duplicates("printed")
    scores = run.read_scores("paper")
    for name, against in TESTED:
        rival = name_alike(run, "paper", name, against)
        for stand in stands.itertuples():
            dataset = stand.dataset
            one, other = (count_correct(run, dataset, m) for m in (name, rival))
            if not one or not other:
                continue
            constant, mean = (math.fsum(counts) / len(counts) for counts in (other, one))
            row: dict[str, Any] = {"dataset": dataset, "method": scores.find_method(dataset, name)}
            row["against"] = scores.find_method(dataset, rival)
            row["difference"] = mean - constant
            row["mann_whitney"] = test_runs(one, constant) if len(one) > 1 else None
            pair = pair_on(run, ["honest"], dataset, name, against)
            if pair and len(pair.differences) > 1:
                test = find_interval(pair, of_parts=True)
                row |= {"honest_difference": test.value, "corrected": test.p}
            rows.append(row)
    return pd.DataFrame(rows)


def runs_improve(run: Run, first: str, second: str) -> Verdict:
    """The mean over the runs exceeds that of the other method on all data sets with several runs."""
    means, alone = {}, []
    for dataset in select_own(run).datasets:
        one, other = (count_correct(run, dataset, m) for m in (first, second))
        if len(one) == 1 and len(other):
            alone.append(dataset)
        elif len(one) and len(other):
            means[dataset] = math.fsum(one) / len(one) > math.fsum(other) / len(other)
    if not means:
        several = f"several runs of {first}, and {second}, under the paper's protocol"
        return report_untested(f"this run does not have {several}")
    note = f"a single run on {join_names(alone)}, which does not count" if alone else ""
    return count_all(run, f"{first} is above {second}, means over the runs", means, (first, second), note)


def runs_differ(run: Run, pairs: Sequence[tuple[str, str]], share: float = 1.0) -> Verdict:
    """The paper's test: Mann-Whitney of the runs against the other method's mean, repeated as often.

    It is uncorrected, and counts differences in either direction. If there are so few runs that no result can
    reach the level, the comparison is uncertain.
    """
    outcomes: dict[str, list[str]] = {"higher": [], "lower": [], "equal": [], "unable": []}
    datasets: dict[str, None] = {}
    for first, second in pairs:
        for dataset in select_own(run).datasets:
            one, other = (count_correct(run, dataset, m) for m in (first, second))
            if len(one) and len(other):
                datasets[dataset] = None
                outcomes[compare_runs(one, math.fsum(other) / len(other))].append(f"{first} on {dataset}")
    total = sum(map(len, outcomes.values()))
    if not total:
        return report_untested("the paper's own test needs runs of both methods under the paper's protocol")
    higher, lower, equal, unable = outcomes.values()
    different = len(higher) + len(lower)
    return judge_count(
        different, different + len(unable), need_share(share, total),
        f"The runs differ in {{}} of {total} comparisons",
        "Different by the paper's Mann-Whitney test of the runs",
        f"p < {LEVEL:g} uncorrected, of {total} comparisons", protocol=run.name_roles(["paper"]),
        note=list_members(lower=lower, no_difference=equal, too_few_runs_to_tell=unable),
        datasets=tuple(datasets), things="comparison",
    )  # fmt: skip


def count_all(
    run: Run, what: str, by_dataset: Mapping[str, bool], methods: tuple[str, str] = ("", ""), note: str = ""
) -> Verdict:
    """The number of data sets for which something is true; the paper claims it for all."""
    total, below = len(by_dataset), [d for d, so in by_dataset.items() if not so]
    notes = filter(None, (f"not on {join_names(below)}" if below else "", note))
    return judge_count(
        total - len(below), total - len(below), (float(total), math.inf),
        f"{what.partition(', ')[0]} on {{}} of {total} data sets", what, f"of {total} data sets",
        protocol=run.name_roles(["paper"]), note="; ".join(notes), datasets=tuple(by_dataset),
        methods=methods, things="data set",
    )  # fmt: skip
