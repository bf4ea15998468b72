"""Comparisons of methods: functions of scores that return verdicts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from naivebench.core.checks import format_count
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import FEWEST
from naivebench.papers.pairs import Pair, Scores, Test, describe_evidence, run_tests, vote_by_family
from naivebench.papers.verdicts import POSITIVE, Region, Verdict, join_names, make_share_region


def judge_better(
    scores: Scores, first: str, second: str, *, claimed: Region = POSITIVE, smaller: bool = False,
    quantity: str = "", trivial_counts: bool = False,
) -> Verdict:  # fmt: skip
    """Judge whether the first method is better, by a mean with one vote for each family.

    `smaller`: Smaller scores are better. If one of the methods predicts the same as the paper's trivial
    method on a data set, the data set counts only with `trivial_counts`, because it repeats another
    comparison. On a single data set the difference over its test folds decides.
    """
    pairs, sign = scores.list_pairs(first, second), -1 if smaller else 1
    if not pairs:
        return scores.report_no_pair(first, second)
    metric, (one, other) = METRICS.get(scores.metric), (first, second)[::sign]
    quantity = f"{quantity or name_measure(scores.metric)}, {describe_averaging(pairs)}"

    # a single data set has an interval over its test folds, runs or cases, several have one over their votes
    evidence = [p for p in pairs if trivial_counts or not any(p.trivial)]
    if len(pairs) == 1 and evidence:
        interval = pairs[0].estimate_difference(sign)
        things = "test case" if pairs[0].only else pairs[0].things
        quantity += f", {pairs[0].dataset}"
    else:
        votes, things = vote_by_family({p.dataset: sign * p.mean for p in evidence}, scores.facts["family"])
        interval = intervals.estimate_set_mean(votes)
    return Verdict.from_interval(
        interval, claimed, "points" if metric and metric.points else "signed", things,
        f"{one} minus {other}", quantity,
        **describe_evidence(pairs, sign) | {"datasets": tuple(p.dataset for p in evidence or pairs)},
    )  # fmt: skip


def judge_no_worse(scores: Scores, first: str, second: str, **more: Any) -> Verdict:
    """Judge whether the first method loses at most a practically unimportant amount."""
    return judge_better(scores, first, second, claimed=(-scores.margin, math.inf), **more)


def judge_similar(scores: Scores, first: str, second: str) -> Verdict:
    return judge_better(scores, first, second, claimed=(-scores.margin, scores.margin))


def judge_falling_gain(scores: Scores, first: str, second: str) -> Verdict:
    """Judge whether the first method gains less with more cases, by Spearman's rank correlation."""
    pairs = scores.list_pairs(first, second)
    if not pairs:
        return scores.report_no_pair(first, second)
    rows, family = scores.facts["rows"], scores.facts["family"]
    cases, _ = vote_by_family({p.dataset: float(rows[p.dataset]) for p in pairs}, family)
    gains, things = vote_by_family({p.dataset: p.mean for p in pairs}, family)
    return Verdict.from_interval(
        intervals.spearman(cases, gains), (-math.inf, 0.0), "signed", things,
        f"Rank correlation of {first} minus {second} with the number of cases",
        f"{name_measure(scores.metric)}, {describe_averaging(pairs)}",
        **describe_evidence(pairs),
    )  # fmt: skip


def name_measure(metric: str) -> str:
    """Name a metric within a sentence: `hit area to 10 %`, but `F1` and `RMSE`."""
    label = METRICS[metric].label if metric in METRICS else metric.replace("_", " ")
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def describe_averaging(pairs: Sequence[Pair]) -> str:
    """Describe the score of a data set: a mean over runs, a mean over test folds, or over all test cases."""
    if any(p.things == "run" for p in pairs):
        return "mean over runs"
    return "mean over test folds" if any(len(p.differences) > 1 for p in pairs) else "over all test cases"


def judge_average_ranks(scores: Scores, names: Sequence[str], first: str, second: str) -> Verdict:
    """Judge whether the first method has a better average rank than the second among all of `names`.

    Rank 1 is best on a data set that has them all; ties share their mean rank.
    """
    means, protocols = scores.average_by_method(names)
    ranks = means.rank(axis=1, ascending=False)
    if len(ranks) < FEWEST:
        return Verdict(reason=f"fewer than {FEWEST} data sets have {join_names(names)}")
    votes, things = vote_by_family((ranks[second] - ranks[first]).to_dict(), scores.facts["family"])
    return Verdict.from_interval(
        intervals.estimate_set_mean(votes), POSITIVE, "signed", things,
        f"{first} above {second}", "difference of average ranks", protocol=", ".join(sorted(protocols)),
        methods=scores.find_method_ids(ranks.index, first, second), datasets=tuple(ranks.index),
    )  # fmt: skip


def judge_wins(scores: Scores, first: str, second: str, *, claimed: Region | float = 1.0) -> Verdict:
    """Judge on how many data sets the first method is significantly better (Holm), against `claimed`.

    A data set counts against the claim if the first method is significantly worse, or if two one-sided tests
    show that the difference is practically unimportant; the others leave the count open.
    """
    tests = run_tests(scores, [(first, second)])
    shown, against = (sum(t.direction == sign for t in tests) for sign in (1, -1))
    return _judge_tests(scores, [(first, second)], tests, shown, against, claimed, "Significantly better")


def judge_differences(
    scores: Scores, method_pairs: Sequence[tuple[str, str]], *, claimed: Region | float = 1.0
) -> Verdict:
    """Judge how many comparisons differ significantly in either direction; `claimed` is their number."""
    tests = run_tests(scores, method_pairs)
    shown = sum(bool(t.direction) for t in tests)
    return _judge_tests(scores, method_pairs, tests, shown, 0, claimed, "Significantly different")


def judge_no_worse_on_each(
    scores: Scores, method_pairs: Sequence[tuple[str, str]], *, share: float = 1.0, exceptions: int = 0
) -> Verdict:
    """Judge on how many data sets the first method of every pair is not worse by more than one point.

    The claim is at least a share of the data sets minus `exceptions`. Whole intervals lie above that point.
    """
    within, by_dataset = scores.margin, dict[str, list[Test]]()
    for test in run_tests(scores, method_pairs):
        by_dataset.setdefault(test.pair.dataset, []).append(test)
    complete = [tests for tests in by_dataset.values() if len(tests) == len(method_pairs)]
    shown = sum(all(t.interval.low > -within for t in tests) for tests in complete)
    against = sum(any(t.interval.high < -within for t in tests) for tests in complete)
    first = [tests[0]._replace(p_equal=1.0) for tests in complete]  # equal methods speak for the claim
    what = f"No worse by more than {100 * within:.2f} points"
    claimed = make_share_region(share, len(first), exceptions)
    return _judge_tests(scores, method_pairs, first, shown, against, claimed, what, -within)


def _judge_tests(
    scores: Scores, method_pairs: Sequence[tuple[str, str]], tests: Sequence[Test], shown: int, against: int,
    claimed: Region | float, what: str, border: float = 0.0,
) -> Verdict:  # fmt: skip
    """Judge a count of `what`, between the sure members and the undecided ones, with the mean differences
    behind it, which have to exceed `border`.
    """
    if not tests:
        return scores.report_no_pair(*method_pairs[0])
    total, evidence = len(tests), describe_evidence([t.pair for t in tests])
    if len(method_pairs) > 1:
        evidence["methods"] = ("", "")
    equal = sum(t.is_practically_equal for t in tests)
    quantity = f"of {format_count(total, 'data set' if len(evidence['datasets']) == total else 'comparison')}"
    alike = f", practically equal on {equal}" if equal else ""
    what = f"{what} ({join_names(f'{a} against {b}' for a, b in method_pairs)})"
    drawn = [judge_better(scores, *pair, claimed=(border, math.inf)) for pair in method_pairs]
    return Verdict.from_count(
        shown, total - against - equal,
        claimed if isinstance(claimed, tuple) else make_share_region(claimed, total),
        what, f"{quantity}{alike}", things="comparison", **evidence,
        drawn=tuple(verdict for verdict in drawn if verdict.is_tested),
    )  # fmt: skip


def judge_time_ratio(
    scores: Scores, seconds: Mapping[tuple[str, str, str], float], first: str, second: str, *, claimed: Region
) -> Verdict:
    """Judge whether the mean ratio of the methods' CPU times of learning lies in the claimed region.

    `seconds`: (protocol, data set, id) -> sum over the test folds. The mean over data sets is geometric.
    """
    table, logs = scores.tables[0], dict[str, float]()
    for d in scores.datasets:
        methods = table.find_method_id(d, first), table.find_method_id(d, second)
        one, other = (seconds.get((table.protocol, d, m), math.nan) for m in methods)
        if one > 0 and other > 0:
            logs[d] = math.log(one / other)
    if not logs:
        return scores.report_no_pair(first, second)
    votes, things = vote_by_family(logs, scores.facts["family"])
    interval = intervals.estimate_ratio([math.exp(v) for v in votes])
    if interval.n < FEWEST:
        interval = interval._replace(low=0.0, high=math.inf, p=None)
    return Verdict.from_interval(
        interval, claimed, "ratio", things, f"{first} against {second}", "CPU time of learning, ratio",
        protocol=table.protocol, datasets=tuple(logs), methods=scores.find_method_ids(logs, first, second),
    )  # fmt: skip
