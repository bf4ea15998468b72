"""Formatting of the result of `complete` as plain text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naivebench.cli import terminal

if TYPE_CHECKING:
    from naivebench.evaluation.statistics.compare import Bayes, Comparison, Complete, Control, Pair
    from naivebench.evaluation.statistics.effect_sizes import Wins
    from naivebench.evaluation.statistics.ranks import ImanDavenport
    from naivebench.evaluation.statistics.within import FoldTests

MAX_COLUMNS = 12  # largest number of methods side by side
MAX_ROWS = 100  # largest number of comparisons on folds


def text_table(result: Complete) -> str:
    """Ranks, tests of all methods, pairs by ascending p, groups and notes."""
    found = result.comparison
    k, n = found.n_methods, found.n_datasets
    blocks = [
        [f"{k} methods on {n} data set{'s' * (n != 1)} ({found.better} is better)"],
        _ranks(found.average_ranks),
        _tests(found),
        _pairs(found.pairs),
        _control(found.control),
        _groups(found),
        _bayes(result.bayes),
        _wins(result.win_tie_loss, n),
        _folds(result.folds),
        [f"Note: {note}" for note in found.notes],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _ranks(average_ranks: dict[str, float]) -> list[str]:
    rows = [("method", "average rank")]
    rows += [(m, f"{rank:.4f}") for m, rank in sorted(average_ranks.items(), key=lambda item: item[1])]
    return [terminal.aligned(rows, left=1)]


def _tests(found: Comparison) -> list[str]:
    f, ties = found.friedman, found.friedman_ties
    return [
        f"Friedman: chi-square {f.statistic:.5g}, df {f.df}, p = {_p(f.p)}; Kendall's W {f.kendall_w:.3f}",
        f"Friedman, corrected for ties: chi-square {ties.statistic:.5g}, p = {_p(ties.p)}",
        f"Iman-Davenport: {_f_test(found.iman_davenport)}",
        f"Critical difference of average ranks (Nemenyi, alpha {found.alpha:g}): "
        f"{found.critical_difference:.4f}",
    ]


def _f_test(test: ImanDavenport) -> str:
    value = "infinite" if test.statistic is None else f"{test.statistic:.5g}"
    statistic = "not defined" if test.p is None else value
    return f"F {statistic}, df {test.df[0]} and {test.df[1]}, p = {_p(test.p)}"


def _pairs(pairs: list[Pair]) -> list[str]:
    corrections = ("Nemenyi", "Holm", "Hochberg", "Shaffer", "Bergmann")
    tests = ("Wilcoxon", "sign")
    rows: list[tuple[str, ...]] = [
        ("pair", "z", "p", *corrections, *tests, "wins-ties-losses", "biserial", "mean diff.")
    ]
    for p in sorted(pairs, key=lambda p: p.p):
        corrected = p.nemenyi, p.holm, p.hochberg, p.shaffer, p.bergmann_hommel
        by_sign = p.wilcoxon.p, p.sign_test.p
        rows.append(
            (
                f"{p.a} - {p.b}",
                f"{p.z:.3f}",
                *map(_p, (p.p, *corrected, *by_sign)),
                f"{p.wins}-{p.ties}-{p.losses}",
                f"{p.wilcoxon.rank_biserial:.2f}",
                "-" if p.mean_difference is None else f"{p.mean_difference:.4g}",
            )
        )
    return [
        "All pairs, two-sided p; columns named after a correction contain adjusted p:",
        terminal.aligned(rows, left=1),
    ]


def _groups(found: Comparison) -> list[str]:
    title, groups = "Groups without a significant difference", found.cliques["bergmann_hommel"]
    if not groups:
        return [f"{title} (Bergmann-Hommel): none"]
    return [f"{title} (Bergmann-Hommel):", *("  " + ", ".join(g) for g in groups)]


def _control(control: Control | None) -> list[str]:
    if not control:
        return []
    rows: list[tuple[str, ...]] = [("method", "z", "p", "Bonferroni-Dunn", "Holm", "Hochberg")]
    for c in sorted(control.comparisons, key=lambda c: c.p):
        rows.append((c.method, f"{c.z:.3f}", *map(_p, (c.p, c.bonferroni_dunn, c.holm, c.hochberg))))
    head = (
        f"Against {control.reference} only; z is positive if the method is better; critical difference "
        "(Bonferroni-Dunn) "
    )
    return [f"{head}{control.critical_difference:.4f}:", terminal.aligned(rows, left=1)]


def _bayes(bayes: Bayes) -> list[str]:
    rows: list[tuple[str, ...]] = [("pair", "P(better)", "P(rope)", "P(worse)")]
    rows += [(f"{a} - {b}", *map(_share, (p.better, p.rope, p.worse))) for (a, b), p in bayes.pairs.items()]
    return [
        "Bayesian signed rank of the first of a pair over data sets, region of practical equivalence "
        f"{bayes.rope:g}:",
        terminal.aligned(rows, left=1),
    ]


def _wins(table: Wins, n: int) -> list[str]:
    if len(table.methods) > MAX_COLUMNS:
        return []
    rows: list[tuple[str, ...]] = [("", *table.methods)]
    for i, (method, wins, ties) in enumerate(zip(table.methods, table.wins, table.ties, strict=True)):
        cells = [f"{w}-{t}-{n - w - t}" for w, t in zip(wins, ties, strict=True)]
        cells[i] = "-"
        rows.append((method, *cells))
    return ["Wins-ties-losses of the row against the column:", terminal.aligned(rows, left=1)]


def _folds(folds: list[FoldTests]) -> list[str]:
    comparisons = [f for f in folds if f.n > 1]
    if not comparisons:
        return []
    if len(comparisons) > MAX_ROWS:
        return [f"The JSON contains {len(comparisons)} comparisons on the folds of single data sets."]
    tests = ("corrected t", "p", "sorted runs", "Mann-Whitney", "d", "P(better)", "P(rope)", "P(worse)")
    rows: list[tuple[str, ...]] = [("data set", "pair", "folds", "mean diff.", *tests)]
    for f in comparisons:
        t = f.corrected_t
        rows.append(
            (
                f.dataset,
                f"{f.a} - {f.b}",
                str(f.n),
                f"{f.mean_difference:.4g}",
                _number(t and t.statistic),
                _p(t and t.p),
                _p(f.sorted_runs and f.sorted_runs.p),
                _p(f.mann_whitney and f.mann_whitney.p),
                _number(f.cohen_d),
                *map(_share, f.bayes or (None, None, None)),
            )
        )
    return [
        "On the folds of single data sets, two-sided p without correction for many data sets:",
        terminal.aligned(rows, left=2),
    ]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if value >= 0.0001 or value == 0 else f"{value:.1e}"
