"""The result of `compare` or `complete` as plain text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naivebench.cli import terminal

if TYPE_CHECKING:
    from naivebench.evaluation.statistics.compare import Omnibus
    from naivebench.evaluation.statistics.complete import Complete

MAX_COLUMNS = 12  # methods side by side
MAX_ROWS = 100  # comparisons on folds


def text_table(result: Complete) -> str:
    """Ranks, tests of all methods, pairs by ascending p, groups and notes; `result` of `compare.compare` or
    `complete.complete`.
    """
    k, n = result["n_methods"], result["n_datasets"]
    blocks = [
        [f"{k} methods on {n} data set{'s' * (n != 1)}, {result['better']} is better"],
        _ranks(result),
        _tests(result),
        _pairs(result),
        _control(result),
        _groups(result),
        _bayes(result),
        _hierarchical(result),
        _wins(result),
        _folds(result),
        [f"Note: {note}" for note in result["notes"]],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _ranks(result: Complete) -> list[str]:
    ordered = sorted(result["average_ranks"].items(), key=lambda item: item[1])
    intervals = result.get("rank_intervals")
    if not intervals:
        rows = [("method", "average rank"), *((m, f"{r:.4f}") for m, r in ordered)]
        return [terminal.aligned(rows, left=1)]
    header = ("method", "average rank", f"{intervals['level']:.0%} bootstrap", "best in")
    cells = [(m, f"{r:.4f}", intervals["methods"][m]) for m, r in ordered]
    body = ((m, r, f"{c['low']:.2f} to {c['high']:.2f}", f"{c['best']:.1%}") for m, r, c in cells)
    return [terminal.aligned([header, *body], left=1)]


def _tests(result: Complete) -> list[str]:
    f, ties, a = result["friedman"], result["friedman_ties"], result["friedman_aligned"]
    aligned = (
        "not defined"
        if a["p"] is None
        else f"chi-square {a['statistic']:.5g}, df {a['df']}, p = {_p(a['p'])}"
    )
    return [
        f"Friedman: chi-square {f['statistic']:.5g}, df {f['df']}, p = {_p(f['p'])}; Kendall's W "
        f"{f['kendall_w']:.3f}",
        f"Friedman, corrected for ties: chi-square {ties['statistic']:.5g}, p = {_p(ties['p'])}",
        f"Iman-Davenport: {_f_test(result['iman_davenport'])}",
        f"Friedman, aligned ranks: {aligned}",
        f"Quade: {_f_test(result['quade'])}",
        f"Critical difference of average ranks (Nemenyi, alpha {result['alpha']:g}): "
        f"{result['critical_difference']:.4f}",
    ]


def _f_test(test: Omnibus) -> str:
    if not isinstance(test["df"], list):
        return "not defined"
    statistic = (
        "not defined"
        if test["p"] is None
        else "infinite"
        if test["statistic"] is None
        else f"{test['statistic']:.5g}"
    )
    return f"F {statistic}, df {test['df'][0]} and {test['df'][1]}, p = {_p(test['p'])}"


def _pairs(result: Complete) -> list[str]:
    corrections = ("Nemenyi", "Holm", "Hochberg", "Shaffer", "Bergmann")
    tests = ("Wilcoxon", "Pratt", "sign")
    rows: list[tuple[str, ...]] = [
        ("pair", "z", "p", *corrections, *tests, "wins-ties-losses", "biserial", "mean diff.")
    ]
    for p in sorted(result["pairs"], key=lambda p: p["p"]):
        corrected = p["nemenyi"], p["holm"], p["hochberg"], p["shaffer"], p["bergmann_hommel"]
        by_sign = (test["p"] for test in (p["wilcoxon"], p["wilcoxon_pratt"], p["sign_test"]))
        rows.append(
            (
                f"{p['a']} - {p['b']}",
                f"{p['z']:.3f}",
                *map(_p, (p["p"], *corrected, *by_sign)),
                f"{p['wins']}-{p['ties']}-{p['losses']}",
                f"{p['wilcoxon']['rank_biserial']:.2f}",
                "-" if p["mean_difference"] is None else f"{p['mean_difference']:.4g}",
            )
        )
    return [
        "All pairs, two-sided p; columns named after a correction hold adjusted p:",
        terminal.aligned(rows, left=1),
    ]


def _groups(result: Complete) -> list[str]:
    title, groups = "Groups without a significant difference", result["cliques"]["bergmann_hommel"]
    if not groups:
        return [f"{title} (Bergmann-Hommel): none"]
    return [f"{title} (Bergmann-Hommel):", *("  " + ", ".join(g) for g in groups)]


def _control(result: Complete) -> list[str]:
    control = result["control"]
    if not control:
        return []
    rows = [("method", "z", "p", "Bonferroni-Dunn", "Holm", "Hochberg")]
    for c in sorted(control["comparisons"], key=lambda c: c["p"]):
        p = (_p(c["p"]), _p(c["bonferroni_dunn"]), _p(c["holm"]), _p(c["hochberg"]))
        rows.append((c["method"], f"{c['z']:.3f}", *p))
    head = (
        f"Against {control['reference']} alone, z positive where the method is better; critical difference "
        "(Bonferroni-Dunn) "
    )
    return [f"{head}{control['critical_difference']:.4f}:", terminal.aligned(rows, left=1)]


def _bayes(result: Complete) -> list[str]:
    bayes = result.get("bayes")
    if not bayes:
        return []
    rows: list[tuple[str, ...]] = [("pair", "P(better)", "P(rope)", "P(worse)")]
    rows += [
        (f"{p['a']} - {p['b']}", *(_share(p[key]) for key in ("better", "rope", "worse")))
        for p in bayes["pairs"]
    ]
    return [
        "Bayesian signed rank of the first of a pair over data sets, region of practical equivalence "
        f"{bayes['rope']:g}:",
        terminal.aligned(rows, left=1),
    ]


def _hierarchical(result: Complete) -> list[str]:
    hierarchical = result.get("hierarchical")
    if not hierarchical:
        return []
    rows: list[tuple[str, ...]] = [("pair", "P(better)", "P(rope)", "P(worse)", "data sets", "mean of means")]
    for p in hierarchical["pairs"]:
        rows.append(
            (
                f"{p['a']} - {p['b']}",
                *(_share(p[key]) for key in ("better", "rope", "worse")),
                str(p["n"]),
                _number(p["delta0"], 4),
            )
        )
    head = (
        "Bayesian hierarchical test of the first of a pair on a further data set, from the folds of all, "
        "region of practical equivalence"
    )
    return [f"{head} {hierarchical['rope']:g}:", terminal.aligned(rows, left=1)]


def _wins(result: Complete) -> list[str]:
    table = result.get("win_tie_loss")
    if not table or len(table["methods"]) > MAX_COLUMNS:
        return []
    cells = zip(table["methods"], table["wins"], table["ties"], strict=True)
    n = result["n_datasets"]
    rows = [
        (
            m,
            *(
                "-" if i == j else f"{w}-{t}-{n - w - t}"
                for j, (w, t) in enumerate(zip(wins, ties, strict=True))
            ),
        )
        for i, (m, wins, ties) in enumerate(cells)
    ]
    return [
        "Wins-ties-losses of the row against the column:",
        terminal.aligned([("", *table["methods"]), *rows], left=1),
    ]


def _folds(result: Complete) -> list[str]:
    comparisons = [f for f in result.get("folds", []) if f["n"] > 1]
    if not comparisons:
        return []
    if len(comparisons) > MAX_ROWS:
        return [f"{len(comparisons)} comparisons on the folds of single data sets stand in the JSON."]
    tests = ("corrected t", "p", "sorted runs", "Mann-Whitney", "d", "P(better)", "P(rope)", "P(worse)")
    rows: list[tuple[str, ...]] = [("data set", "pair", "folds", "mean diff.", *tests)]
    for f in comparisons:
        t, b, runs, means = f["corrected_t"] or {}, f["bayes"] or {}, f["sorted_runs"], f["mann_whitney"]
        rows.append(
            (
                f["dataset"],
                f"{f['a']} - {f['b']}",
                str(f["n"]),
                f"{f['mean_difference']:.4g}",
                _number(t.get("statistic")),
                _p(t.get("p")),
                _p(runs and runs["p"]),
                _p(means and means["p"]),
                _number(f["cohen_d"]),
                *(_share(b.get(key)) for key in ("better", "rope", "worse")),
            )
        )
    return [
        "On the folds of single data sets, two-sided p without correction for many data sets:",
        terminal.aligned(rows, left=2),
    ]


def _number(value: float | None, digits: int = 3) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if value >= 0.0001 or value == 0 else f"{value:.1e}"
