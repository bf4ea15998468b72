"""Tables of the significance tests: correction, sides, n, effect size, and whether primary or exploratory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.parts import dataset_cell, method_cell, versus
from naivebench.benchmark.results.summaries import pair, ranked
from naivebench.benchmark.results.tables import Cell, Column, Table, View

# methods up to which the page shows all pairs of an exploratory comparison; the CSV always has all
ALL_PAIRS = 15
FEW_SETS = 5
SHOWN_TESTS = 2000  # corrected t tests up to which the page shows all metrics; the CSV always does

TESTS = (
    Column("metric", "Metric", "id"),
    Column("protocol", "Protocol"),
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
    Column("ties", "Ties", "integer", hidden=True),
    Column("losses", "Losses", "integer", hidden=True),
)

CORRECTED = (
    Column("dataset", "Data set", "id"),
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


def status(entry: dict) -> str:
    """`primary` or `exploratory`."""
    return "primary" if entry.get("primary") else "exploratory"


def _degrees(df: float | Sequence[float]) -> str:
    return ", ".join(f"{d:g}" for d in (df if isinstance(df, (list, tuple)) else [df]) if d is not None)


OMNIBUS = (
    ("friedman", "Friedman, χ²"),
    ("friedman_ties", "Friedman, corrected for ties, χ²"),
    ("iman_davenport", "Iman–Davenport, F"),
    ("friedman_aligned", "Friedman, aligned ranks, χ²"),
    ("quade", "Quade, F"),
)


def on_page(results: Results, entry: dict) -> bool:
    """Whether the page has a comparison's tests of all methods: primary protocol or primary metric."""
    return entry["protocol"] == results.primary[0] or entry["metric"] == results.primary[1]


def shown_tests(results: Results, table: Table) -> list[dict]:
    """The rows of `tests` that the page has."""
    return [row for row in table.rows if on_page(results, row)]


def tests(results: Results) -> Table:
    """The tests of all methods together for every protocol and metric, those that the page shows first."""
    rows = []
    for entry in sorted(results.comparisons, key=lambda e: (not e.get("primary"), not on_page(results, e))):
        n, k = len(entry["datasets"]), len(entry["average_ranks"])
        friedman = entry.get("friedman") or {}
        chi2 = friedman.get("statistic")
        effect = chi2 / (n * (k - 1)) if chi2 is not None else None
        for key, name in OMNIBUS:
            test = entry.get(key)
            if not test or test.get("p") is None:
                continue
            rows.append(
                {
                    "protocol": entry["protocol"],
                    "metric": entry["metric"],
                    "status": status(entry),
                    "test": name,
                    "correction": "none: one test per comparison",
                    "sides": "upper tail",
                    "n": n,
                    "k": k,
                    "statistic": test.get("statistic"),
                    "df": _degrees(test.get("df")),
                    "p": test.get("p"),
                    "effect": effect if key in ("friedman", "iman_davenport") else None,
                }
            )
    note = (
        "N data sets, k methods. Upper tail; no correction: one test per comparison. Null hypothesis: "
        "all methods have the same average rank; "
        "for aligned ranks and Quade, which use sizes, the same scores but for the level of a data "
        "set. The CSV has all protocols and metrics."
    )
    return Table(
        "tests", "Do the methods differ at all? Rank tests over data sets.", TESTS, tuple(rows), note
    )


def _p(cell: object, alpha: float) -> Any:
    return Cell(cell, css="strong") if isinstance(cell, (int, float)) and cell <= alpha else cell


def pairs(results: Results, entry: dict, only: str | None = None) -> Table:
    """Every pair of methods (those with method `only`, if given), the better method by average rank first."""
    order, ranks, alpha = ranked(entry), entry["average_ranks"], entry.get("alpha", 0.05)
    rows = []
    for i, a in enumerate(order):
        for b in order[i + 1 :]:
            compared_pair = pair(entry, a, b) if only in (None, a, b) else None
            if not compared_pair:
                continue
            wilcoxon = compared_pair.get("wilcoxon") or {}
            row = {
                "a": method_cell(a),
                "b": method_cell(b),
                "method": b,
                "rank_difference": Cell(
                    ranks[a] - ranks[b], href=versus(a, b, entry["protocol"], entry["metric"])
                ),
                "z": abs(compared_pair["z"]),
            }
            row |= {
                k: _p(compared_pair.get(k), alpha)
                for k in ("p", "nemenyi", "holm", "hochberg", "shaffer", "bergmann_hommel")
            }
            row |= {"wilcoxon": _p(wilcoxon.get("p"), alpha), "wilcoxon_statistic": wilcoxon.get("statistic")}
            row["rank_biserial"] = wilcoxon.get("rank_biserial")
            row |= {
                "wins": Cell(
                    compared_pair["wins"],
                    f"{compared_pair['wins']}/{compared_pair['ties']}/{compared_pair['losses']}",
                ),
                "ties": compared_pair["ties"],
                "losses": compared_pair["losses"],
            }
            rows.append(row)
    n, k = len(entry["datasets"]), len(order)
    what = f"{entry.get('metric_label', entry['metric'])}, protocol {entry['protocol']} ({status(entry)})"
    caption = f"Pairs of methods, {what}: N = {n} data sets, k = {k} methods."
    limit = entry.get("critical_difference")
    distance = (
        f" Nemenyi's critical difference in average rank is {limit:.3f} (studentised range)."
        if isinstance(limit, (int, float))
        else ""
    )
    note = (
        f"All p-values two-sided; Nemenyi to Bergmann–Hommel adjust p for the {k * (k - 1) // 2} pairs; "
        f"bold at or below α = {alpha}.{distance}"
    )
    if not all(p.get("bergmann_hommel") is not None for p in entry["pairs"]):
        note += " Bergmann–Hommel's procedure is not computed for so many methods."
    note += f" Pairs with {only} only; the CSV has all." if only else ""
    empty = {c.key for c in PAIRS if all(row.get(c.key) is None for row in rows)}
    columns = tuple(c._replace(hidden=c.hidden or c.key in empty) for c in PAIRS)
    return Table("pairs", caption, columns, tuple(rows), note)


def pair_views(results: Results, complete: bool = False) -> list[View]:
    """One table of pairs per comparison, the primary one first.

    Unless `complete`, comparisons on fewer than `FEW_SETS` data sets, which tell next to nothing, stand aside
    where there are larger ones.
    """
    views, largest = [], max((len(e["datasets"]) for e in results.comparisons), default=0)
    for entry in sorted(results.comparisons, key=lambda e: not e.get("primary")):
        if not complete and not entry.get("primary") and len(entry["datasets"]) < FEW_SETS <= largest:
            continue
        small = (
            complete
            or entry.get("primary")
            or len(entry["average_ranks"]) <= ALL_PAIRS
            or results.reference not in entry["average_ranks"]
        )
        views.append(
            View(
                entry["protocol"],
                entry["metric"],
                pairs(results, entry, None if small else results.reference),
            )
        )
    return views


def _effect(row: dict) -> float | None:
    """Cohen's d of the folds, from t = d / sqrt(1/J + n_test/n_train)."""
    t = row.get("statistic")
    return (
        None if t is None or not math.isfinite(t) else t * math.sqrt(1 / row["n"] + row["test_train_ratio"])
    )


def corrected_views(results: Results, complete: bool = False) -> list[View]:
    """Nadeau and Bengio's corrected t test of every method against the reference, per protocol and metric,
    the primary one first.

    Unless `complete`, only the primary metric where all would be more than `SHOWN_TESTS` rows.
    """
    by_view: dict[tuple, list[dict]] = {}
    alpha = next((e["alpha"] for e in results.comparisons if "alpha" in e), 0.05)
    for row in results.corrected_t.get("comparisons", []):
        by_view.setdefault((row["protocol"], row["metric"]), []).append(row)
    if not complete and sum(map(len, by_view.values())) > SHOWN_TESTS:
        by_view = {k: v for k, v in by_view.items() if k[1] == results.primary[1]}
    views = []
    for protocol, metric in sorted(by_view, key=lambda k: (k != results.primary, k)):
        rows = []
        for row in sorted(
            by_view[protocol, metric],
            key=lambda r: (
                r["dataset"],
                results.methods.index(r["method"]) if r["method"] in results.methods else 0,
            ),
        ):
            cells = {c.key: row.get(c.key) for c in CORRECTED}
            cells |= {"dataset": dataset_cell(row["dataset"]), "method": method_cell(row["method"])}
            if results.reference:
                there = versus(row["method"], results.reference, protocol, metric)
                cells["mean_difference"] = Cell(cells["mean_difference"], href=there)
            rows.append(cells | {"p": _p(row.get("p"), alpha), "effect": _effect(row)})
        label = results.metrics[metric].label if metric in results.metrics else metric
        kind = status({"primary": any(row.get("primary") for row in by_view[protocol, metric])})
        caption = (
            f"Each method against {results.reference} on each data set, {label}, protocol {protocol} "
            f"({kind})."
        )
        note = (
            "Corrected resampled t test (Nadeau & Bengio 2003), two-sided, no correction for the number of "
            "tests; "
        )
        note += (
            f"bold: p at or below {alpha:g}. An ordinary t test of these folds, which share training cases, "
        )
        note += "finds differences where there are none. The CSV has all metrics."
        views.append(View(protocol, metric, Table("corrected_t", caption, CORRECTED, tuple(rows), note)))
    return views
