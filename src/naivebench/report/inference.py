"""Tables of the significance tests: correction, sides, n, effect size, status (primary or exploratory)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.benchmark.results.comparisons import Comparison, FoldTest, Heading, Omnibus
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.parts import dataset_cell, method_cell, versus
from naivebench.benchmark.results.summaries import pair, ranked
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, View, strong, without_empty
from naivebench.report.columns import DATASET, LOSSES, PROTOCOL, TIES
from naivebench.report.effects import metric_on_page

# number of methods up to which the page shows all pairs of an exploratory comparison; the CSV has all
ALL_PAIRS = 15
FEW_SETS = 5
SHOWN_TESTS = 2000  # number of corrected t tests up to which the page shows all metrics; the CSV has all

TESTS = (
    Column("metric", "Metric", "id"),
    PROTOCOL,
    Column("status", "Status", "text", "Primary: named before the run; exploratory: everything else"),
    Column("test", "Test"),
    Column("correction", "Correction", hidden=True),
    Column("sides", "Sides", hidden=True),
    Column("n", "N", "integer", "Data sets"),
    Column("k", "k", "integer", "Methods"),
    Column("statistic", "Statistic", "statistic"),
    Column("df", "df"),
    Column("p", "p", "p"),
    Column(
        "effect",
        "Kendall's W",
        "score",
        "Effect size: agreement of the data sets on the ranks, 0 none to 1 complete",
    ),
)

PAIRS = (
    Column("a", "Method a", "id"),
    Column("b", "Method b"),
    Column(
        "rank_difference",
        "Δ rank",
        "signed",
        "Effect size: average rank of a minus that of b; negative: a is better",
    ),
    Column(
        "z",
        "z",
        "statistic",
        "Size of the difference in average rank over its standard error sqrt(k(k+1)/(6N))",
    ),
    Column("p", "p", "p", "Two-sided, uncorrected, standard normal"),
    Column("nemenyi", "Nemenyi", "p", "p times the number of pairs"),
    Column("holm", "Holm", "p"),
    Column("hochberg", "Hochberg", "p"),
    Column("shaffer", "Shaffer", "p", "Static procedure"),
    Column(
        "bergmann_hommel",
        "Bergmann–Hommel",
        "p",
        "Exhaustive sets of hypotheses; a dash where there are too many methods",
    ),
    Column("wilcoxon_statistic", "Wilcoxon statistic", "statistic", hidden=True),
    Column(
        "wilcoxon",
        "Wilcoxon",
        "p",
        "Signed-rank test over data sets, two-sided, not corrected for the number of pairs",
    ),
    Column(
        "rank_biserial",
        "r",
        "signed",
        "Effect size of Wilcoxon's test: matched-pairs rank-biserial correlation, positive if a is better",
    ),
    Column("wins", "W/T/L", "integer", "Data sets on which a is better than, equal to, worse than b"),
    TIES,
    LOSSES,
)

CORRECTED = (
    DATASET,
    Column("method", "Method"),
    Column(
        "mean_difference",
        "Mean difference",
        "signed",
        "Mean over the folds of the method's score minus the reference's",
    ),
    Column("statistic", "t", "statistic"),
    Column("df", "df", "integer"),
    Column("p", "p", "p", "Two-sided, not corrected for the number of methods and data sets"),
    Column("effect", "d", "statistic", "Effect size: Cohen's d of the paired differences of the folds"),
    Column("n", "Folds", "integer", "Paired differences J: all folds of all repeats"),
    Column(
        "test_train_ratio",
        "Test/train",
        "score",
        "Cases tested per case trained on, which corrects the variance",
    ),
)


def _degrees(df: float | Sequence[float]) -> str:
    return ", ".join(f"{d:g}" for d in (df if isinstance(df, (list, tuple)) else [df]) if d is not None)


OMNIBUS = (
    ("friedman", "Friedman, χ²"),
    ("friedman_ties", "Friedman, corrected for ties, χ²"),
    ("iman_davenport", "Iman–Davenport, F"),
)


def on_page(results: Results, protocol: str, metric: str) -> bool:
    """Whether the page shows the tests of all methods: for the primary protocol or the primary metric."""
    return protocol == results.primary[0] or metric == results.primary[1]


def shown_tests(results: Results, table: Table) -> list[Row]:
    """The rows of `tests` that the page shows."""
    return [row for row in table.rows if on_page(results, row["protocol"], row["metric"])]


def tests(results: Results) -> Table:
    """Table of the tests of all methods together, for every protocol and metric; those shown on the page come
    first.
    """
    rows = []
    for entry in sorted(
        results.comparisons, key=lambda e: (not e.primary, not on_page(results, e.protocol, e.metric))
    ):
        n, k = len(entry.datasets), len(entry.average_ranks)
        chi2 = entry.omnibus.get("friedman", Omnibus()).statistic
        effect = chi2 / (n * (k - 1)) if chi2 is not None else None
        for key, name in OMNIBUS:
            test = entry.omnibus.get(key)
            if not test or test.p is None:
                continue
            rows.append(
                {
                    "protocol": entry.protocol,
                    "metric": entry.metric,
                    "status": entry.status,
                    "test": name,
                    "correction": "none: one test per comparison",
                    "sides": "upper tail",
                    "n": n,
                    "k": k,
                    "statistic": test.statistic,
                    "df": _degrees(test.df),
                    "p": test.p,
                    "effect": effect if key in ("friedman", "iman_davenport") else None,
                }
            )
    note = (
        "N data sets, k methods. The tests use the upper tail and are uncorrected (one test per "
        "comparison). Null hypothesis: all methods have the same average rank. The CSV file has all "
        "protocols and metrics."
    )
    return Table(
        "tests", "Do the methods differ at all? Rank tests over data sets.", TESTS, tuple(rows), note
    )


P_VALUES = ("p", "nemenyi", "holm", "hochberg", "shaffer", "bergmann_hommel", "wilcoxon")


def pairs(results: Results, entry: Comparison, only: str | None = None) -> Table:
    """Table of all pairs of methods (only those with method `only`, if given), the method with the better
    average rank first.
    """
    order, ranks, alpha = ranked(entry), entry.average_ranks, entry.alpha
    rows: list[Row] = []
    for i, a in enumerate(order):
        for b in order[i + 1 :]:
            compared_pair = pair(entry, a, b) if only in (None, a, b) else None
            if not compared_pair:
                continue
            values = compared_pair._asdict()
            row = values | {
                "a": method_cell(a),
                "b": method_cell(b),
                "method": b,
                "rank_difference": Cell(ranks[a] - ranks[b], href=versus(a, b, entry.protocol, entry.metric)),
                "z": abs(compared_pair.z),
            }
            row |= {key: strong(values[key], alpha) for key in P_VALUES}
            row["wins"] = Cell(compared_pair.wins, compared_pair.tally)
            rows.append(row)
    n, k = len(entry.datasets), len(order)
    what = f"{entry.label}, protocol {entry.protocol} ({entry.status})"
    caption = f"Pairs of methods, {what}: N = {n} data sets, k = {k} methods."
    limit = entry.critical_difference
    distance = (
        f" Nemenyi's critical difference of average ranks is {limit:.3f} (from the studentised range)."
        if isinstance(limit, (int, float))
        else ""
    )
    note = (
        "All p-values are two-sided. The columns from Nemenyi to Bergmann–Hommel adjust p for the "
        f"{k * (k - 1) // 2} pairs. Values at or below α = {alpha} are bold.{distance}"
    )
    if not all(p.bergmann_hommel is not None for p in entry.pairs):
        note += " Bergmann–Hommel's procedure is not computed for so many methods."
    note += f" The table lists only the pairs with {only}; the CSV file has all of them." if only else ""
    return Table("pairs", caption, without_empty(PAIRS, rows), tuple(rows), note)


def pair_views(results: Results, complete: bool = False) -> list[View]:
    """One table of pairs per comparison, the primary one first.

    Unless `complete`, only the metrics of the page are included. Comparisons on fewer than `FEW_SETS` data
    sets, which tell next to nothing, are left out if there are larger ones.
    """
    views, largest = [], max((len(e.datasets) for e in results.comparisons), default=0)
    for entry in sorted(results.comparisons, key=lambda e: not e.primary):
        few = not entry.primary and len(entry.datasets) < FEW_SETS <= largest
        if not complete and (few or not metric_on_page(results, entry.protocol, entry.metric)):
            continue
        small = (
            complete
            or entry.primary
            or len(entry.average_ranks) <= ALL_PAIRS
            or results.reference not in entry.average_ranks
        )
        views.append(
            View(
                entry.protocol,
                entry.metric,
                pairs(results, entry, None if small else results.reference),
            )
        )
    return views


def _effect(test: FoldTest) -> float | None:
    """Cohen's d of the folds, from t = d / sqrt(1/J + n_test/n_train)."""
    t = test.statistic
    return None if t is None or not math.isfinite(t) else t * math.sqrt(1 / test.n + test.test_train_ratio)


def corrected_views(results: Results, complete: bool = False) -> list[View]:
    """Nadeau and Bengio's corrected t test of every method against the reference, per protocol and metric,
    the primary one first.

    Unless `complete`, only the primary metric is included if all metrics would need more than `SHOWN_TESTS`
    rows.
    """
    by_view: dict[tuple[str, str], list[FoldTest]] = {}
    alpha = results.comparisons[0].alpha if results.comparisons else 0.05
    for test in results.corrected_t:
        by_view.setdefault((test.protocol, test.metric), []).append(test)
    if not complete and len(results.corrected_t) > SHOWN_TESTS:
        by_view = {k: v for k, v in by_view.items() if k[1] == results.primary[1]}
    place = {m: i for i, m in enumerate(results.methods)}
    views = []
    for protocol, metric in sorted(by_view, key=lambda k: (k != results.primary, k)):
        tests = sorted(by_view[protocol, metric], key=lambda t: (t.dataset, place.get(t.method, 0)))
        label = results.metrics[metric].label if metric in results.metrics else metric
        kind = Heading(protocol=protocol, metric=metric, primary=any(t.primary for t in tests)).status
        caption = (
            f"Each method against {results.reference} on each data set, {label}, protocol {protocol} "
            f"({kind})."
        )
        note = (
            "The corrected resampled t test (Nadeau & Bengio 2003) is two-sided; there is no correction for "
            f"the number of tests. Values of p at or below {alpha:g} are bold. The folds share training "
            "cases, so an ordinary t test would find differences where there are none. The CSV file has all "
            "metrics."
        )
        rows = tuple(_corrected_row(test, results.reference, alpha) for test in tests)
        views.append(View(protocol, metric, Table("corrected_t", caption, CORRECTED, rows, note)))
    return views


def _corrected_row(test: FoldTest, reference: str | None, alpha: float) -> Row:
    difference: Cell | float = test.mean_difference
    if reference:
        difference = Cell(difference, href=versus(test.method, reference, test.protocol, test.metric))
    return test._asdict() | {
        "dataset": dataset_cell(test.dataset),
        "method": method_cell(test.method),
        "mean_difference": difference,
        "p": strong(test.p, alpha),
        "effect": _effect(test),
    }
