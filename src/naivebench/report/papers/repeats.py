"""The paper's test on repeated runs of a search: Mann-Whitney of the runs against one repeated value.

It reflects the seed of the search, not the sample of cases.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Row
from naivebench.evaluation.statistics import intervals
from naivebench.report.papers import run as runs
from naivebench.report.papers.methods import alike
from naivebench.report.papers.rows import measured
from naivebench.report.papers.run import Run, paired, stands
from naivebench.report.papers.verdicts import Statement, tallied

LEVEL = 0.001  # significance level of the paper's tests


def mann_whitney(counts: Sequence[float], constant: float) -> float:
    """Two-sided p of the paper's test: `counts` of the runs against `constant`, repeated as often.

    The p is 1 if all values are equal.
    """
    from scipy.stats import mannwhitneyu

    if all(k == constant for k in counts):
        return 1.0
    repeated = [constant] * len(counts)
    return float(mannwhitneyu(list(counts), repeated, alternative="two-sided", method="asymptotic").pvalue)


def run_counts(run: Run, role: str, dataset: str, name: str) -> tuple[float, ...]:
    """Correct cases of every run of a method under the protocol of a role."""
    figure = measured(run, role, dataset, runs.method_of(run, role, dataset, name), "accuracy")
    return tuple(share * figure.tested for share in figure.by_run) if figure and figure.tested else ()


def on_runs(
    run: Run,
    pairs: Sequence[Sequence[str]] = (),
    first: str = "",
    second: str = "",
    at_least: float = 1.0,
    sets: Sequence[str] = (),
    between: Sequence[float] | None = None,
    exact: bool = False,
) -> list[Statement] | str:
    """Judge in how many comparisons the paper's test finds a difference in either direction.

    The test is uncorrected and under the paper's protocol, as in the paper. If there are so few runs that no
    result can reach the level, as with a single run, the comparison is uncertain. `at_least`: the claimed
    share; `between`: the claimed counts; `exact`: only the paper's own data.
    """
    above, below, equal, unable = list[str](), list[str](), list[str](), list[str]()
    data = dict[str, None]()
    for a, b in pairs or [(first, second)]:
        for stand in stands(run, "paper", leading=True):
            if (sets and stand.printed not in sets) or (exact and stand.kind != "exact"):
                continue
            one, other = (run_counts(run, "paper", stand.id, m) for m in (a, b))
            if one and other:
                data[stand.id] = None
                constant, label = math.fsum(other) / len(other), f"{a} on {stand.id}"
                if mann_whitney([constant + 1] * len(one), constant) >= LEVEL:
                    unable.append(label)
                elif mann_whitney(one, constant) >= LEVEL:
                    equal.append(label)
                else:
                    (above if math.fsum(one) / len(one) > constant else below).append(label)
    different, total = len(above) + len(below), len(above) + len(below) + len(equal) + len(unable)
    if not total:
        return "the paper's own test needs runs of both methods under the paper's protocol"
    wanted = math.ceil(at_least * total - 1e-9)
    told = (("lower:", below), ("no difference:", equal), ("too few runs to tell:", unable))
    return [
        tallied(
            "Different by the paper's Mann-Whitney test of the runs",
            f"p < {LEVEL:g} uncorrected, of {total} comparisons",
            runs.named(run, "paper"),
            different,
            different + len(unable),
            (float(between[0]), float(between[1])) if between else (wanted, math.inf),
            "; ".join(f"{words} {listing(labels)}" for words, labels in told if labels),
            data,
            (first, second),
            plain=f"The runs differ in {{}} of {total} comparisons",
        )
    ]


def improved(run: Run, first: str, second: str, exact: bool = False) -> list[Statement] | str:
    """Judge on how many data sets the mean over the runs exceeds that of the other method, under the paper's
    protocol.

    A data set with a single run of the first method has no mean over runs and does not count.
    """
    counts: list[tuple[str, float, float]] = []
    alone = []
    for stand in stands(run, "paper", leading=True):
        one, other = (run_counts(run, "paper", stand.id, m) for m in (first, second))
        if not one or not other or (exact and stand.kind != "exact"):
            continue
        if len(one) == 1:
            alone.append(stand.id)
        else:
            counts.append((stand.id, math.fsum(one) / len(one), math.fsum(other) / len(other)))
    if not counts:
        return f"this run does not have several runs of {first}, and {second}, under the paper's protocol"
    what, by_set = f"{first} is above {second}, means over the runs", {d: a > b for d, a, b in counts}
    told = [f"a single run on {listing(alone)}, which does not count"] if alone else []
    return [on_all(run, what, by_set, (first, second), told)]


def on_all(
    run: Run,
    what: str,
    by_set: dict[str, bool],
    methods: tuple[str, str] = ("", ""),
    told: Sequence[str] = (),
) -> Statement:
    """Statement on the number of data sets for which `by_set` is true, claimed for all, under the paper's
    protocol.
    """
    n, below = sum(by_set.values()), [d for d, so in by_set.items() if not so]
    more = "; ".join([*([f"not on {listing(below)}"] if below else []), *told])
    quantity, region = f"of {len(by_set)} data sets", (len(by_set), math.inf)
    where = runs.named(run, "paper")
    plain = f"{what.partition(', ')[0]} on {{}} of {len(by_set)} data sets"
    return tallied(what, quantity, where, n, n, region, more, by_set, methods, "data set", plain)


def significance(run: Run, pairs: Sequence[Sequence[str]], marked: Sequence[Sequence[str]] = ()) -> list[Row]:
    """Rows with the paper's test on the runs of this run next to the corrected t test over honest folds.

    Both methods of a pair have the same protocol and settings. `marked`: the pairs that the paper tests.
    """
    lines = []
    for name, against in pairs:
        for stand in stands(run, "paper", leading=True):
            rival = alike(run, "paper", name, against)
            one, other = (run_counts(run, "paper", stand.id, m) for m in (name, rival))
            if not one or not other:
                continue
            constant, (mean, std) = math.fsum(other) / len(other), mean_std(one)
            method = runs.method_of(run, "paper", stand.id, name) or name
            line: Row = {
                "dataset": dataset_cell(stand.id),
                "method": method_cell(method),
                "against": runs.method_of(run, "paper", stand.id, rival),
                "printed": _marked(run, stand.printed, name) if [name, against] in marked else None,
                "difference": mean - constant,
                "std": std,
                "runs": len(one),
                "mann_whitney": mann_whitney(one, constant) if len(one) > 1 else None,
            }
            lines.append(line | _honest(run, stand.id, name, against))
    return lines


def sees(run: Run, _: list[Row]) -> str:
    """Sentences on the limits of the paper's test."""
    repeats = run.paper.rows[0].repeats
    one_case = formats.p_phrase(mann_whitney([1.0] * repeats, 0.0))
    return (
        f"The paper's test takes {repeats} runs on the same cases against one repeated value: it sees the"
        f" seed of the search, not the sample. {repeats} equal runs that gain one single case give p"
        f" {one_case}, with any number of cases. No correction for the number of comparisons."
    )


def _honest(run: Run, dataset: str, name: str, against: str) -> Row:
    pair = paired(run, ["honest"], dataset, name, against)
    if pair is None or len(pair.differences) < 2:
        return {}
    test = intervals.mean(pair.differences, pair.ratio or 0.0)
    return {
        "honest_difference": test.value,
        "low": test.low,
        "high": test.high,
        "folds": test.n,
        "corrected": test.p,
    }


def _marked(run: Run, printed: str, name: str) -> str | None:
    """Whether the paper marks the row as significant, or None if the paper has no such row.

    For a method without accuracies, the mark is on the gain.
    """
    figures = (run.paper.figures.get((printed, name, m)) for m in ("accuracy_pct", run.paper.more["gain"]))
    figure = next((f for f in figures if f), None)
    if figure is None:
        return None
    marked = "dagger" in figure.provenance and "no dagger" not in figure.provenance
    return "significant" if marked else "not significant"
