"""Tables 3 to 5 of Lopez-Cruz et al. 2013: average ranks, corrected p-values and sorted-runs tests, printed,
again from what is printed, and of this run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.tables import Cell, Row, raw
from naivebench.report.papers import run as runs
from naivebench.report.papers.beside import role_cell
from naivebench.report.papers.lopezcruz2013.accuracy import of_printed, stands
from naivebench.report.papers.paper import Paper, value
from naivebench.report.papers.run import Run, scores

if TYPE_CHECKING:
    from naivebench.evaluation.statistics.compare import Comparison

ALPHA = 0.05
SETS = "8 datasets"  # how the published file names the rows of Tables 3 and 4
N = 8
CORRECTIONS = {
    "nemenyi": "Nemenyi",
    "holm": "Holm",
    "shaffer": "Shaffer_static",
    "bergmann_hommel": "Bergmann_Hommel",
}
ONE_SIDED = "wilcoxon_sorted_runs_p_one_sided"


def printed_ranks(paper: Paper) -> dict[str, float]:
    """Table 3, best first."""
    ranks = {m: value(paper, SETS, m, "average_rank") for m in paper.methods}
    return dict(sorted(((m, r) for m, r in ranks.items() if r is not None), key=lambda item: item[1]))


def printed_rows(paper: Paper) -> np.ndarray:
    """Ranks of the five methods on the paper's data sets, (8, 5): those of the printed accuracies, ties
    shared, with the derived rank of dNB put in.
    """
    from scipy.stats import rankdata

    rows = []
    for printed in paper.data_sets:
        known = {m: value(paper, printed, m, "accuracy_pct") for m in paper.methods}
        others = [m for m, v in known.items() if v is not None]
        ranks = dict(zip(others, rankdata([-(known[m] or 0.0) for m in others]), strict=True))
        (lost,) = (m for m in paper.methods if m not in ranks)
        place = value(paper, printed, lost, "rank_among_5") or 0.0
        rows.append([place if m == lost else ranks[m] + (ranks[m] >= place) for m in paper.methods])
    return np.array(rows, dtype=float)


def adjusted(ranks: dict[str, float], n: int) -> dict[frozenset[str], dict[str, float]]:
    """Adjusted p of all pairs by the four corrections, from average ranks over n data sets alone."""
    from naivebench.evaluation.statistics import posthoc

    names = list(ranks)
    pairwise = posthoc.pairwise(np.array(list(ranks.values())), n)
    p = pairwise.p
    columns: dict[str, np.ndarray | None] = {
        "nemenyi": posthoc.bonferroni(p),
        "holm": posthoc.holm(p),
        "shaffer": posthoc.shaffer(p, len(names)),
        "bergmann_hommel": posthoc.bergmann_hommel(p, len(names)),
    }
    pairs = [frozenset((names[i], names[j])) for i, j in zip(pairwise.first, pairwise.second, strict=True)]
    computed = {c: column for c in CORRECTIONS if (column := columns[c]) is not None}
    return {pair: {c: float(p[i]) for c, p in computed.items()} for i, pair in enumerate(pairs)}


class Own(NamedTuple):
    """The five methods compared on data sets of this run."""

    datasets: list[str]
    protocols: list[str]
    compared: Comparison


def own_comparison(run: Run, under: Sequence[str] = ("paper",)) -> Own | None:
    """`compare` of the five methods, one data set per printed one, under the first of the roles of protocols
    that has all five; None with fewer than two data sets.
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


def table3(run: Run) -> list[Row]:
    """Average ranks."""
    comparison, honest = own_comparison(run), own_comparison(run, ("grouped", "paper"))
    printed = printed_ranks(run.paper) if stands(run) else {}
    return [
        {
            "method": Cell(run.paper.methods[m].ids[0], m),
            "printed": Cell(r, f"{r:g}"),
            "ours": comparison.compared.average_ranks[m] if comparison else None,
            "honest": honest.compared.average_ranks[m] if honest else None,
        }
        for m, r in printed.items()
    ]


def table4(run: Run) -> list[Row]:
    """Adjusted p of all pairs by four corrections; [] without scores."""
    if not stands(run):
        return []
    comparison, again = own_comparison(run), adjusted(printed_ranks(run.paper), N)
    mine = {frozenset((p.a, p.b)): p for p in comparison.compared.pairs} if comparison else {}
    rows: list[Row] = []
    for pair in dict.fromkeys(m for _, m, metric in run.paper.figures if metric.startswith("p_adjusted_")):
        names, row = frozenset(pair.split(" vs ")), dict[str, object](pair=pair.replace(" vs ", " – "))
        for c, name in CORRECTIONS.items():
            printed, computed = value(run.paper, SETS, pair, f"p_adjusted_{name}"), again[names][c]
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
    """(runs, folds) accuracy of the first printed method minus the second; None on other folds."""
    methods = [runs.method_of(run, "paper", dataset, m) or "" for m in (first, second)]
    one, other = (scores(run, "paper", "accuracy").get((dataset, m), {}) for m in methods)
    repeats, folds = (sorted({key[i] for key in one}) for i in range(2))
    if not one or one.keys() != other.keys() or len(one) != len(repeats) * len(folds):
        return None
    return np.array([[one[r, f].value - other[r, f].value for f in folds] for r in repeats])


def table5(run: Run) -> list[Row]:
    """Sorted-runs tests of the paper's six pairs on every data set."""
    pairs = dict.fromkeys(m for _, m, metric in run.paper.figures if metric == ONE_SIDED)
    rows = []
    for stand, pair in ((s, p) for s in stands(run) for p in pairs):
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
    """The tests of this run on (runs, folds) differences."""
    from naivebench.evaluation.statistics.corrected_t import corrected_t
    from naivebench.evaluation.statistics.sorted_runs import sorted_runs
    from naivebench.report.papers.rows import ratio

    test = sorted_runs(d)
    row: Row = {"difference": float(d.mean()), "side": test.direction, "one_sided": test.p_one_sided}
    row |= {"two_sided": _p(test.p_two_sided), "null": test.method, "runs": d.shape[0], "folds": d.shape[1]}
    if d.size > 1:
        method = runs.method_of(run, "paper", dataset, first) or ""
        row["corrected"] = _p(
            corrected_t(d.ravel(), ratio(scores(run, "paper", "accuracy")[dataset, method])).p
        )
    return row


def _p(p: float | None) -> Cell:
    return Cell(p, css="strong" if p is not None and p <= ALPHA else "")


def recomputed(paper: Paper) -> tuple[int, int]:
    """How many printed entries of Table 4 come out of Table 3 to four digits, and how many there are."""
    again = adjusted(printed_ranks(paper), N)
    agreeing = [
        f"{again[frozenset(m.split(' vs '))][c]:.4f}" == f"{figure.value:.4f}"
        for c, name in CORRECTIONS.items()
        for (_, m, metric), figure in paper.figures.items()
        if metric == f"p_adjusted_{name}"
    ]
    return sum(agreeing), len(agreeing)


def printed_sentence(paper: Paper) -> str:
    """Friedman's test of the printed ranks, with and without correction for ties."""
    from naivebench.evaluation.statistics import ranks

    average = printed_ranks(paper)
    plain = ranks.friedman(np.array(list(average.values())), N)
    ties = ranks.tie_corrected(printed_rows(paper))
    f = ranks.iman_davenport(plain.statistic, N, len(average))
    return (
        f"The printed ranks give Friedman's χ² = {plain.statistic:.3f} (p = {plain.p:.5f}), corrected for "
        "ties "
        f"{ties.statistic:.3f} (p = {ties.p:.5f}), and without that correction Iman and Davenport's F = "
        f"{f.statistic:.5f} (p = {f.p:.5f}); what the paper has is lost in the text that could be read."
    )


def friedman(compared: Comparison) -> str:
    """The three statistics of a comparison with their p."""
    chi2, ties, f = (
        f"{t.statistic:.3f} (p {formats.p_phrase(t.p)})" if t.p is not None else "not defined"
        for t in (compared.friedman, compared.friedman_ties, compared.iman_davenport)
    )
    return f"χ² = {chi2}, corrected for ties {ties}, F = {f}"


def sentences(run: Run) -> list[str]:
    """Friedman's test, printed and of this run, and what the other tables come down to."""
    if not stands(run):
        return []
    text, comparison = printed_sentence(run.paper), own_comparison(run)
    if comparison:
        sets = plural(len(comparison.datasets), "data set")
        text += f" This run, on {sets}: under {listing(comparison.protocols)} {friedman(comparison.compared)}"
        fair = own_comparison(run, ("grouped", "paper"))
        if fair and fair.protocols != comparison.protocols:
            text += f"; on the folds that decide claims, {listing(fair.protocols)}, {friedman(fair.compared)}"
        text += f". Its ranks are over {listing(comparison.datasets)}."
    equal, total = recomputed(run.paper)
    printed = [
        figure.value
        for (_, _, metric), figure in run.paper.figures.items()
        if metric == ONE_SIDED and figure.value is not None
    ]
    one, two = (sum(factor * p <= ALPHA for p in printed) for factor in (1, 2))
    return [
        text,
        f"{equal} of the {total} printed p-values of Table 4 come out of Table 3 to four digits.",
        f"Of the {len(printed)} one-sided p-values of Table 5, {one} are at most {ALPHA:g}; doubled, as "
        "the side "
        f"was chosen after seeing the data, {two} are.",
    ]
