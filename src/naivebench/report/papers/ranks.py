"""Average ranks, adjusted p-values of all pairs and sorted-runs tests, for any paper.

They are shown as printed, recomputed from printed numbers, and computed on this run.

The printed numbers have these names in data/published: `average_rank` and `p_adjusted_<correction>` of `<n>
datasets`, `rank_among_<n>` of a method whose accuracy is illegible, and `wilcoxon_sorted_runs_p_one_sided`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import families
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.tables import Cell, Row, raw
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import run as runs
from naivebench.report.papers.accuracies import of_printed
from naivebench.report.papers.beside import role_cell
from naivebench.report.papers.judges import tally
from naivebench.report.papers.paper import Paper, value
from naivebench.report.papers.run import Run, scores
from naivebench.report.papers.verdicts import Statement, estimated

if TYPE_CHECKING:
    from naivebench.evaluation.statistics.compare import Comparison

ALPHA = 0.05
CORRECTIONS = {
    "nemenyi": "Nemenyi",
    "holm": "Holm",
    "shaffer": "Shaffer_static",
    "bergmann_hommel": "Bergmann_Hommel",
}
ONE_SIDED = "wilcoxon_sorted_runs_p_one_sided"


def _all(paper: Paper) -> str:
    """Name of all data sets together in the published file."""
    return f"{len(paper.data_sets)} datasets"


def printed_ranks(paper: Paper) -> dict[str, float]:
    """The printed average ranks, best first."""
    ranks = {m: value(paper, _all(paper), m, "average_rank") for m in paper.methods}
    return dict(sorted(((m, r) for m, r in ranks.items() if r is not None), key=lambda item: item[1]))


def printed_rows(paper: Paper) -> np.ndarray:
    """Ranks of the paper's methods on its data sets, shape (data sets, methods), from the printed accuracies.

    Ties share their mean rank. The method with illegible accuracies gets its derived rank, `rank_among_<n>`.
    """
    from scipy.stats import rankdata

    rows = []
    for printed in paper.data_sets:
        known = {m: value(paper, printed, m, "accuracy_pct") for m in paper.methods}
        others = [m for m, v in known.items() if v is not None]
        ranks = dict(zip(others, rankdata([-(known[m] or 0.0) for m in others]), strict=True))
        (lost,) = (m for m in paper.methods if m not in ranks)
        place = value(paper, printed, lost, f"rank_among_{len(paper.methods)}") or 0.0
        rows.append([place if m == lost else ranks[m] + (ranks[m] >= place) for m in paper.methods])
    return np.array(rows, dtype=float)


def adjusted(ranks: dict[str, float], n: int) -> dict[frozenset[str], dict[str, float]]:
    """p of all pairs, adjusted by the four corrections, computed from average ranks over n data sets."""
    from naivebench.evaluation.statistics import posthoc
    from naivebench.evaluation.statistics.bergmann import bergmann_hommel

    names, average = list(ranks), np.array(list(ranks.values()))
    pairwise = posthoc.pairwise(average, n)
    p = pairwise.p
    computed = {
        "nemenyi": posthoc.bonferroni(p),
        "holm": posthoc.holm(p),
        "shaffer": posthoc.shaffer(p, len(names)),
        "bergmann_hommel": bergmann_hommel(average, p),
    }
    pairs = [frozenset((names[i], names[j])) for i, j in zip(pairwise.first, pairwise.second, strict=True)]
    return {pair: {c: float(computed[c][i]) for c in CORRECTIONS} for i, pair in enumerate(pairs)}


class Own(NamedTuple):
    """Comparison of the paper's methods on data sets of this run."""

    datasets: list[str]
    protocols: list[str]
    compared: Comparison


def compared(run: Run, under: Sequence[str] = ("paper",)) -> Own | None:
    """Run `compare` on the paper's methods, with one data set of this run for each printed one.

    Each data set uses the first of the roles `under` whose protocol has all methods. None with fewer than two
    data sets.
    """
    from naivebench.evaluation.statistics.compare import compare

    complete: dict[str, list[float]] = {}
    used: dict[str, None] = {}
    for stand in runs.stands(run, *under, leading=True):
        for role in under:
            found = of_printed(run, stand.id, role)
            if stand.id not in complete and len(found) == len(run.paper.methods):
                complete[stand.id] = [mean for mean, _ in found.values()]
                used[run.paper.protocols[role]] = None
    if len(complete) < 2:
        return None
    compared = compare(np.array(list(complete.values())), list(run.paper.methods), list(complete))
    return Own(list(complete), list(used), compared)


def averages(run: Run) -> list[Row]:
    """Rows of average ranks: printed, of this run and under its honest protocols."""
    comparison, honest = compared(run), compared(run, run.paper.rows[0].honest)
    printed = printed_ranks(run.paper) if runs.stands(run, "paper") else {}
    return [
        {
            "method": Cell(run.paper.methods[m].ids[0], m),
            "printed": Cell(r, f"{r:g}"),
            "ours": comparison.compared.average_ranks[m] if comparison else None,
            "honest": honest.compared.average_ranks[m] if honest else None,
        }
        for m, r in printed.items()
    ]


def pairwise(run: Run) -> list[Row]:
    """Rows of p of all pairs, adjusted by four corrections; the list is empty without scores."""
    if not runs.stands(run, "paper"):
        return []
    comparison, again = compared(run), _again(run.paper)
    mine = {frozenset((p.a, p.b)): p for p in comparison.compared.pairs} if comparison else {}
    rows: list[Row] = []
    for pair in dict.fromkeys(m for _, m, metric in run.paper.figures if metric.startswith("p_adjusted_")):
        names, row = frozenset(pair.split(" vs ")), dict[str, object](pair=pair.replace(" vs ", " – "))
        for c, name in CORRECTIONS.items():
            printed, computed = value(run.paper, _all(run.paper), pair, f"p_adjusted_{name}"), again[names][c]
            css = "" if f"{computed:.4f}" == f"{printed:.4f}" else "strong"
            ours = getattr(mine.get(names), c, None)
            row |= {
                f"{c}_printed": Cell(printed, f"{printed:.4f} / {computed:.4f}", css),
                f"{c}_again": computed,
                f"{c}_ours": Cell(ours, css="strong" if ours is not None and ours <= ALPHA else ""),
            }
        rows.append(row)
    return rows


def differences(run: Run, dataset: str, first: str, second: str) -> np.ndarray | None:
    """Accuracy of the first printed method minus the second, shape (runs, folds); None if their folds
    differ.
    """
    methods = [runs.method_of(run, "paper", dataset, m) or "" for m in (first, second)]
    one, other = (scores(run, "paper", "accuracy").get((dataset, m), {}) for m in methods)
    repeats, folds = (sorted({key[i] for key in one}) for i in range(2))
    if not one or one.keys() != other.keys() or len(one) != len(repeats) * len(folds):
        return None
    return np.array([[one[r, f].value - other[r, f].value for f in folds] for r in repeats])


def sorted_tests(run: Run) -> list[Row]:
    """Rows of sorted-runs tests of the paper's pairs on every data set."""
    pairs = dict.fromkeys(m for _, m, metric in run.paper.figures if metric == ONE_SIDED)
    rows = []
    for stand, pair in ((s, p) for s in runs.stands(run, "paper") for p in pairs):
        a, b = pair.split(" vs ")
        d = differences(run, stand.id, a, b)
        if d is None:
            continue
        row: Row = {"dataset": dataset_cell(stand.id), "kind": role_cell(stand), "pair": f"{a} – {b}"}
        row |= _own_test(run, stand.id, a, d)
        figure = run.paper.figures.get((stand.printed, pair, ONE_SIDED))
        if figure and figure.value is not None:
            css, doubled = "" if stand.kind == "exact" else "quiet", min(1.0, 2 * figure.value)
            side = re.findall(r"alternative ([<>=]\*?)", figure.provenance)[0]
            strong = f"{css} strong" if doubled <= ALPHA else css
            row |= {
                "printed_side": Cell(side, css=css),
                "printed_one": Cell(figure.value, css=css),
                "printed_two": Cell(doubled, css=strong.strip()),
            }
            if stand.kind == "exact":
                star, theirs = raw(row["one_sided"]) <= ALPHA, "*" in side
                same = side[0] == row["side"] or not (star or theirs)
                row["agrees"] = "yes" if same and star == theirs else "no"
        rows.append(row)
    return rows


def _own_test(run: Run, dataset: str, first: str, d: np.ndarray) -> Row:
    """Results of this run's tests on differences of shape (runs, folds)."""
    from naivebench.evaluation.statistics.corrected_t import corrected_t
    from naivebench.evaluation.statistics.sorted_runs import sorted_runs
    from naivebench.report.papers.rows import ratio

    test = sorted_runs(d)
    row: Row = {"difference": float(d.mean()), "side": test.direction, "one_sided": test.p_one_sided}
    row |= {"two_sided": _p(test.p), "null": test.method, "runs": d.shape[0], "folds": d.shape[1]}
    if d.size > 1:
        method = runs.method_of(run, "paper", dataset, first) or ""
        row["corrected"] = _p(
            corrected_t(d.ravel(), ratio(scores(run, "paper", "accuracy")[dataset, method])).p
        )
    return row


def _p(p: float | None) -> Cell:
    return Cell(p, css="strong" if p is not None and p <= ALPHA else "")


def _again(paper: Paper) -> dict[frozenset[str], dict[str, float]]:
    """Adjusted p computed from the printed average ranks."""
    return adjusted(printed_ranks(paper), len(paper.data_sets))


def recomputed(paper: Paper) -> tuple[int, int]:
    """Number of printed adjusted p that follow from the printed average ranks to four digits, and their
    total.
    """
    again = _again(paper)
    agreeing = [
        f"{again[frozenset(m.split(' vs '))][c]:.4f}" == f"{figure.value:.4f}"
        for c, name in CORRECTIONS.items()
        for (_, m, metric), figure in paper.figures.items()
        if metric == f"p_adjusted_{name}"
    ]
    return sum(agreeing), len(agreeing)


def printed_sentence(paper: Paper) -> str:
    """Sentence on Friedman's test of the printed ranks, with and without correction for ties."""
    from naivebench.evaluation.statistics import ranks

    average = printed_ranks(paper)
    plain = ranks.friedman(np.array(list(average.values())), len(paper.data_sets))
    ties = ranks.friedman_of_ties(printed_rows(paper))
    f = ranks.iman_davenport(plain.statistic, len(paper.data_sets), len(average))
    return (
        f"The printed ranks give Friedman's χ² = {plain.statistic:.3f} (p = {plain.p:.5f}), corrected for"
        f" ties {ties.statistic:.3f} (p = {ties.p:.5f}), and without that correction Iman and Davenport's F ="
        f" {f.statistic:.5f} (p = {f.p:.5f}). The statistics printed in the paper are illegible in the"
        " available copy."
    )


def friedman(of: Comparison) -> str:
    """Format the three statistics of a comparison with their p."""
    chi2, ties, f = (
        f"{t.statistic:.3f} (p {formats.p_phrase(t.p)})" if t.p is not None else "not defined"
        for t in (of.friedman, of.friedman_ties, of.iman_davenport)
    )
    return f"χ² = {chi2}, corrected for ties {ties}, F = {f}"


def sentences(run: Run) -> list[str]:
    """Sentences on Friedman's test, printed and of this run, and on the other printed p-values."""
    if not runs.stands(run, "paper"):
        return []
    text, comparison = printed_sentence(run.paper), compared(run)
    if comparison:
        sets = plural(len(comparison.datasets), "data set")
        text += f" This run, on {sets}: under {listing(comparison.protocols)} {friedman(comparison.compared)}"
        fair = compared(run, run.paper.rows[0].honest)
        if fair and fair.protocols != comparison.protocols:
            text += f"; on the folds that decide claims, {listing(fair.protocols)}, {friedman(fair.compared)}"
        text += f". The ranks of this run are over {listing(comparison.datasets)}."
    equal, total = recomputed(run.paper)
    printed = [
        figure.value
        for (_, _, metric), figure in run.paper.figures.items()
        if metric == ONE_SIDED and figure.value is not None
    ]
    one, two = (sum(factor * p <= ALPHA for p in printed) for factor in (1, 2))
    return [
        text,
        f"{equal} of the {total} printed p-values of all pairs follow from the printed average ranks, to four"
        " digits.",
        f"Of the {len(printed)} printed one-sided p-values, {one} are at most {ALPHA:g}. The side of "
        f"each test was chosen after seeing the data; after doubling the p-values, {two} are.",
    ]


def only_pair(run: Run, first: str, second: str, under: Sequence[str] = ("paper",)) -> list[Statement] | str:
    """Judge whether only one pair of methods differs in its average ranks.

    One statement is the difference with Nemenyi's simultaneous interval. The other counts the other pairs
    that differ; pairs without a significant difference may or may not differ.
    """
    comparison = compared(run, under)
    if comparison is None:
        return "fewer than two data sets have all methods of the paper"
    average, cd = comparison.compared.average_ranks, comparison.compared.critical_difference
    gap, n = average[second] - average[first], len(comparison.datasets)
    others = [p for p in comparison.compared.pairs if {p.a, p.b} != {first, second}]
    (own,) = (p for p in comparison.compared.pairs if p not in others)
    corrected = {f"{p.a} – {p.b}": p.bergmann_hommel for p in others}
    different = [name for name, p in corrected.items() if p is not None and p <= ALPHA]
    family = families(run.results)
    sources = len({family.get(d, d) for d in comparison.datasets})
    shared = f"; the {n} data sets come from {sources} sources, and each has a vote, as in the paper's test"
    where = f"protocol {listing(comparison.protocols, 'or')}"
    one, other = (run.paper.methods[m].ids[0] for m in (first, second))
    interval = Interval(gap, gap - cd, gap + cd, n, own.bergmann_hommel)
    more = "p after Bergmann and Hommel" + (shared if sources < n else "")
    quantity = "difference of average ranks, simultaneous for all pairs (Nemenyi)"
    told = (f"{first} above {second}", quantity, where, (one, other), interval, "data set")
    counted = (
        "Other pairs that differ",
        f"of {len(others)} pairs, with Bergmann and Hommel's correction",
        where,
    )
    said = f"yes: {listing(different)}" if different else ""
    counts = (len(different), len(others), (-math.inf, 0.5))
    return [
        estimated(
            *told,
            (0.0, math.inf),
            "signed",
            more,
            comparison.datasets,
            f"The average rank of {first} is {{}} better than that of {second}",
        ),
        tally(*counted, *counts, said, comparison.datasets, f"{{}} of {len(others)} other pairs differ"),
    ]
