"""Lopez-Cruz et al. 2013: ranks, adjusted p-values and sorted-runs tests, printed, recomputed, this run's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from naivebench.papers.lopezcruz2013.run import (
    METHODS,
    PAPER,
    VERDICTS,
    Run,
    kind_cell,
    method_of,
    over_folds,
    value,
)
from naivebench.results import formats
from naivebench.results.formats import listing, plural
from naivebench.results.parts import Part, dataset_cell
from naivebench.results.summaries import test_train_ratio
from naivebench.results.tables import Cell, Column, Row, Table, raw

if TYPE_CHECKING:
    import numpy as np

PRINTED_SETS = 8
ALPHA = 0.05
CORRECTIONS = {
    "nemenyi": "Nemenyi",
    "holm": "Holm",
    "shaffer": "Shaffer_static",
    "bergmann_hommel": "Bergmann_Hommel",
}
PAIRS = (
    ("vMNB", "GNB"),
    ("vMNB", "dNB"),
    ("GNB", "dNB"),
    ("SelvMNB", "SelGNB"),
    ("SelvMNB", "dNB"),
    ("SelGNB", "dNB"),
)
RANKS = "8 datasets"  # how the published file names the rows of Tables 3 and 4


def printed_ranks(run: Run) -> dict[str, float]:
    """Table 3, in its order: best first."""
    ranks = {m: value(run.published, RANKS, m, "average_rank") for m in METHODS}
    return dict(sorted(((m, r) for m, r in ranks.items() if r is not None), key=lambda item: item[1]))


def adjusted(ranks: dict[str, float], n: int) -> dict[frozenset, dict[str, float]]:
    """Adjusted p of all pairs by the four corrections, from average ranks over n data sets alone."""
    import numpy as np

    from naivebench.statistics import posthoc

    names = list(ranks)
    pairwise = posthoc.pairwise(np.array(list(ranks.values())), n)
    p = pairwise.p
    columns: dict[str, np.ndarray | None] = {
        "nemenyi": posthoc.bonferroni(p),
        "holm": posthoc.holm(p),
        "shaffer": posthoc.shaffer(p, len(names)),
    }
    columns["bergmann_hommel"] = posthoc.bergmann_hommel(p, len(names))
    pairs = [frozenset((names[i], names[j])) for i, j in zip(pairwise.first, pairwise.second, strict=True)]
    computed = {c: column for c in CORRECTIONS if (column := columns[c]) is not None}
    return {pair: {c: float(p[i]) for c, p in computed.items()} for i, pair in enumerate(pairs)}


def own_comparison(run: Run) -> dict | None:
    """`compare` of the five methods, one data set per printed one; None with fewer than two."""
    import numpy as np

    from naivebench.statistics.compare import compare

    rows = {
        s.dataset: [over_folds(run, s.dataset, method_of(run, s.dataset, m)) for m in METHODS]
        for s in run.stands
        if s.leading
    }
    complete = {d: [f[0] for f in accuracies if f] for d, accuracies in rows.items() if all(accuracies)}
    if len(complete) < 2:
        return None
    return compare(np.array(list(complete.values())), list(METHODS), list(complete)) | {
        "datasets": list(complete)
    }


def table3(run: Run, comparison: dict | None) -> Table:
    """Average ranks."""
    columns = (
        Column("method", "Method", "id"),
        Column("printed", "Printed", "score", f"Average rank over the {PRINTED_SETS} data sets of the paper"),
        Column(
            "ours",
            "This run",
            "score",
            "Average rank over the data sets that stand for them, substitutes included",
        ),
    )
    rows = [
        {
            "method": Cell(METHODS[m][0], m),
            "printed": Cell(r, f"{r:g}"),
            "ours": comparison["average_ranks"][m] if comparison else None,
        }
        for m, r in printed_ranks(run).items()
    ]
    note = ""
    if comparison:
        note = f"This run: {listing(comparison['datasets'])}."
    return Table("lopezcruz2013_table3", "Table 3: average ranks, 1 = best.", columns, tuple(rows), note)


def _p_columns(correction: str, name: str) -> tuple[Column, ...]:
    printed = (
        "Adjusted p as printed / recomputed from the printed average ranks alone; bold: they differ in the "
        "fourth digit"
    )
    return (
        Column(f"{correction}_printed", name.split("_")[0], "p", printed),
        Column(f"{correction}_again", "recomputed", "p", hidden=True),
        Column(
            f"{correction}_ours", "this run", "p", "From the average ranks of this run; bold: at most 0.05"
        ),
    )


def table4(run: Run, comparison: dict | None) -> Table:
    """Adjusted p of all pairs by four corrections."""
    again = adjusted(printed_ranks(run), PRINTED_SETS)
    mine = {frozenset((p["a"], p["b"])): p for p in comparison["pairs"]} if comparison else {}
    rows = []
    for pair in dict.fromkeys(
        m for _, m, metric in run.published.figures if metric.startswith("p_adjusted_")
    ):
        row: Row = {"pair": pair.replace(" vs ", " – ")}
        names = frozenset(pair.split(" vs "))
        for c, printed_name in CORRECTIONS.items():
            printed, computed = (
                value(run.published, RANKS, pair, f"p_adjusted_{printed_name}"),
                again[names][c],
            )
            same = f"{computed:.4f}" == f"{printed:.4f}"
            row |= {
                f"{c}_printed": Cell(printed, f"{printed:.4f} / {computed:.4f}", "" if same else "strong"),
                f"{c}_again": computed,
            }
            ours = mine.get(names, {}).get(c)
            row[f"{c}_ours"] = Cell(ours, css="strong" if ours is not None and ours <= ALPHA else "")
        rows.append(row)
    columns = (
        Column("pair", "Pair", "id"),
        *(column for c, name in CORRECTIONS.items() for column in _p_columns(c, name)),
    )
    caption = (
        "Table 4: adjusted p-values of all pairs, two-sided z tests on average ranks: printed / recomputed "
        "from Table 3, and of this run."
    )
    return Table("lopezcruz2013_table4", caption, columns, tuple(rows))


TABLE5 = (
    Column("dataset", "Data set", "id"),
    Column(
        "kind",
        "Kind",
        "text",
        "exact: the paper's data; else the printed figures are of what the data set stands for",
    ),
    Column("pair", "Pair"),
    Column("printed_side", "H1", "text", "Alternative hypothesis of the paper, * = significant there"),
    Column("printed_one", "Printed p", "p", "One-sided, the side chosen after the accuracies were seen"),
    Column("printed_two", "Doubled", "p", "The printed p as a two-sided one; bold: at most 0.05"),
    Column(
        "difference",
        "Difference",
        "points",
        "Points: mean accuracy of the first method minus that of the second, this run",
    ),
    Column("side", "H1", "text", "Which of the two is better in this run"),
    Column("one_sided", "p, one-sided", "p", "Sorted-runs Wilcoxon test, on the side that the data show"),
    Column("two_sided", "p, two-sided", "p", "Sorted-runs Wilcoxon test; bold: at most 0.05"),
    Column(
        "null",
        "Null",
        "text",
        "Exact null distribution, or the normal approximation where mean differences tie",
    ),
    Column(
        "corrected",
        "p, corrected t",
        "p",
        "Corrected resampled t test over all folds (Nadeau & Bengio 2003), two-sided; bold: at most 0.05",
    ),
    Column("runs", "Runs", "integer", hidden=True),
    Column("folds", "Folds of a run", "integer", hidden=True),
    Column(
        "agrees",
        "As printed",
        "text",
        "The paper's own data: same side and the same conclusion from the one-sided p at 0.05",
    ),
)


def differences(run: Run, dataset: str, first: str, second: str) -> np.ndarray | None:
    """(runs, folds) accuracy of the first printed method minus the second; None on other folds."""
    import numpy as np

    one, other = (run.folds.get((dataset, method_of(run, dataset, m) or ""), {}) for m in (first, second))
    repeats, folds = (sorted({key[i] for key in one}) for i in range(2))
    if not one or one.keys() != other.keys() or len(one) != len(repeats) * len(folds):
        return None
    return np.array([[one[r, f] - other[r, f] for f in folds] for r in repeats])


def table5(run: Run) -> Table:
    """Sorted-runs tests of the paper's six pairs on every data set."""
    rows = []
    for stand, (a, b) in ((s, p) for s in run.stands for p in PAIRS):
        d = differences(run, stand.dataset, a, b)
        if d is None:
            continue
        figure = run.published.figures.get((stand.printed, f"{a} vs {b}", "wilcoxon_sorted_runs_p_one_sided"))
        row: Row = {
            "dataset": dataset_cell(stand.dataset),
            "kind": kind_cell(stand),
            "pair": f"{a} – {b}",
        } | _own_test(d, ratio(run, stand.dataset))
        if figure:
            side = re.findall(r"alternative ([<>=]\*?)", figure[2])[0]
            css, doubled = "" if stand.kind == "exact" else "quiet", min(1.0, 2 * figure[0])
            row |= {"printed_side": Cell(side, css=css), "printed_one": Cell(figure[0], css=css)}
            row["printed_two"] = Cell(doubled, css=f"{css} strong" if doubled <= ALPHA else css)
            if stand.kind == "exact":
                star = raw(row["one_sided"]) <= ALPHA
                row["agrees"] = (
                    "yes"
                    if (side[0] == row["side"] or not (star or "*" in side)) and star == ("*" in side)
                    else "no"
                )
        rows.append(row)
    caption = (
        "Table 5: Wilcoxon's test on the sorted differences of the folds, averaged over the runs; printed "
        "and of this run."
    )
    return Table(
        "lopezcruz2013_table5",
        caption,
        TABLE5,
        tuple(rows),
        "No correction for the number of comparisons, in the paper and here.",
    )


def ratio(run: Run, dataset: str) -> float | None:
    """Test cases per training case of the folds of this run; None where they are not told."""
    frame = run.results.scores
    frame = frame[
        (frame["protocol"] == PAPER) & (frame["dataset"] == dataset) & (frame["metric"] == "accuracy")
    ]
    return test_train_ratio(frame.drop_duplicates(["repeat", "fold"]))


def _own_test(d: np.ndarray, test_train: float | None) -> dict:
    """The tests of this run on (runs, folds) differences; `test_train`: test cases per training case."""
    from naivebench.statistics.corrected_t import corrected_t
    from naivebench.statistics.sorted_runs import sorted_runs

    test = sorted_runs(d)
    row: Row = {
        "difference": float(d.mean()),
        "side": test.direction,
        "one_sided": test.p_one_sided,
        "null": test.method,
    }
    row["two_sided"] = Cell(test.p_two_sided, css="strong" if test.p_two_sided <= ALPHA else "")
    row |= {"runs": d.shape[0], "folds": d.shape[1]}
    if d.size > 1 and test_train is not None:
        p = corrected_t(d.ravel(), test_train).p
        row["corrected"] = Cell(p, css="strong" if p is not None and p <= ALPHA else "")
    return row


def omnibus(run: Run, comparison: dict | None) -> str:
    """Friedman and Iman-Davenport from the printed ranks, and of this run."""
    import numpy as np

    from naivebench.statistics import ranks

    average = printed_ranks(run)
    friedman = ranks.friedman(np.array(list(average.values())), PRINTED_SETS)
    f = ranks.iman_davenport(friedman.statistic, PRINTED_SETS, len(average))
    text = (
        f"The printed ranks give Friedman's χ² = {friedman.statistic:.3f} (p = {friedman.p:.5f}) "
        f"and Iman and Davenport's F = {f.statistic:.5f} (p = {f.p:.5f}); what the paper has is lost "
        "in the text that could be read."
    )
    if comparison:
        davenport, n = comparison["iman_davenport"], plural(len(comparison["datasets"]), "data set")
        text += (
            f" This run, on {n}: χ² = {comparison['friedman']['statistic']:.3f} (p "
            f"{formats.p_phrase(comparison['friedman']['p'])})"
        )
        text += (
            f", F = {davenport['statistic']:.3f} (p {formats.p_phrase(davenport['p'])})."
            if davenport["p"] is not None
            else "."
        )
    return text


def recomputed(run: Run) -> tuple[int, int]:
    """How many printed entries of Table 4 come out of Table 3 to four digits, and how many there are."""
    again = adjusted(printed_ranks(run), PRINTED_SETS)
    agreeing = [
        f"{again[frozenset(m.split(' vs '))][c]:.4f}" == f"{figure[0]:.4f}"
        for c, name in CORRECTIONS.items()
        for (_, m, metric), figure in run.published.figures.items()
        if metric == f"p_adjusted_{name}"
    ]
    return sum(agreeing), len(agreeing)


def one_sided_text(run: Run) -> str:
    """What is left of the printed significances with two-sided p-values."""
    printed = [
        f[0]
        for (_, _, metric), f in run.published.figures.items()
        if metric == "wilcoxon_sorted_runs_p_one_sided"
    ]
    one, two = (sum(factor * p <= ALPHA for p in printed) for factor in (1, 2))
    return (
        f"Of the {len(printed)} one-sided p-values of Table 5, {one} are at most {ALPHA:g}; "
        f"doubled, as the side was chosen after seeing the data, {two} are."
    )


def part(run: Run) -> Part:
    """Ranks and tests."""
    comparison = own_comparison(run)
    equal, total = recomputed(run)
    sentences = (
        omnibus(run, comparison),
        f"{equal} of the {total} printed p-values of Table 4 come out of Table 3 to four digits.",
        one_sided_text(run),
    )
    return Part("Ranks and tests", sentences, (table3(run, comparison), table4(run, comparison), table5(run)))


def summaries(run: Run, verdicts: Table) -> tuple[str, ...]:
    """The result of the reproduction, from the numbers."""
    counted = {v: sum(raw(row["verdict"]) == v for row in verdicts.rows) for v in VERDICTS}
    inside, outside, derived, broken, _ = (counted[v] for v in VERDICTS)
    sentences = []
    if verdicts.rows:
        names = listing(dict.fromkeys(str(raw(row["dataset"])) for row in verdicts.rows))
        sentences.append(
            f"On the paper's own data ({names}) {inside} of {inside + outside} accuracies are within "
            "the printed mean ± standard deviation"
        )
        sentences[0] += (
            f", and {derived} of {derived + broken} derived bounds of dNB hold." if derived + broken else "."
        )
    others = {
        kind: list(dict.fromkeys(s.printed for s in run.stands if s.kind == kind))
        for kind in ("substitute", "part")
    }
    if any(others.values()):
        counts = [
            f"{text} {listing(others[kind])}"
            for kind, text in (("substitute", "substitutes for"), ("part", "a part of"))
            if others[kind]
        ]
        sentences.append(f"The other data sets are {listing(counts)}, without a verdict.")
    return (*sentences, *_against_gaussian(run))


def _against_gaussian(run: Run) -> tuple[str, ...]:
    """On which data sets von Mises densities do better than Gaussian ones, by both tests."""
    sides: dict[str, list[str]] = {"better": [], "worse": [], "not different": []}
    for stand in run.stands:
        d = differences(run, stand.dataset, "vMNB", "GNB")
        if d is None:
            continue
        test = _own_test(d, ratio(run, stand.dataset))
        p = [raw(test["two_sided"]), raw(test.get("corrected"))]
        certain = all(v is not None and v <= ALPHA for v in p)
        sides["not different" if not certain else "better" if test["side"] == ">" else "worse"].append(
            stand.dataset
        )
    parts = [f"{side} on {listing(names)}" for side, names in sides.items() if names]
    return (f"vMNB against GNB, both tests two-sided at {ALPHA:g}: {listing(parts)}.",) if parts else ()
