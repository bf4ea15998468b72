"""The result of `compare` as plain text for a terminal."""

from __future__ import annotations

TITLES = {"nemenyi": "Nemenyi", "holm": "Holm", "shaffer": "Shaffer", "bergmann_hommel": "Bergmann"}


def text_table(result: dict) -> str:
    """Ranks, tests of all methods, pairs by ascending p, groups and notes; `result` as `compare.compare` returns it."""
    k, n = result["n_methods"], result["n_datasets"]
    blocks = [
        [f"{k} methods on {n} data set{'s' * (n != 1)}, {result['better']} is better"],
        _ranks(result),
        _tests(result),
        _pairs(result),
        _groups(result),
        [f"Note: {note}" for note in result["notes"]],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _ranks(result: dict) -> list[str]:
    ordered = sorted(result["average_ranks"].items(), key=lambda item: item[1])
    return _aligned([("method", "average rank"), *((m, f"{r:.4f}") for m, r in ordered)], left=1)


def _tests(result: dict) -> list[str]:
    f, i = result["friedman"], result["iman_davenport"]
    statistic = "not defined" if i["p"] is None else "infinite" if i["statistic"] is None else f"{i['statistic']:.5g}"
    return [
        f"Friedman: chi-square {f['statistic']:.5g}, df {f['df']}, p = {_p(f['p'])}; Kendall's W {f['kendall_w']:.3f}",
        f"Iman-Davenport: F {statistic}, df {i['df'][0]} and {i['df'][1]}, p = {_p(i['p'])}",
        f"Critical difference of average ranks (Nemenyi, alpha {result['alpha']:g}): {result['critical_difference']:.4f}",
    ]


def _pairs(result: dict) -> list[str]:
    shown = [c for c in TITLES if any(p[c] is not None for p in result["pairs"])]
    header = ("pair", "z", "p", *(TITLES[c] for c in shown), "Wilcoxon", "wins-ties-losses", "mean diff.")
    rows = [header]
    for p in sorted(result["pairs"], key=lambda p: p["p"]):
        mean = "-" if p["mean_difference"] is None else f"{p['mean_difference']:.4g}"
        corrected = (_p(p[c]) for c in shown)
        rows.append(
            (f"{p['a']} - {p['b']}", f"{p['z']:.3f}", _p(p["p"]), *corrected, _p(p["wilcoxon"]["p"]), f"{p['wins']}-{p['ties']}-{p['losses']}", mean)
        )
    return ["All pairs, two-sided p; columns named after a correction hold adjusted p:", *_aligned(rows, left=1)]


def _groups(result: dict) -> list[str]:
    by, name = ("bergmann_hommel", "Bergmann-Hommel") if result["cliques"]["bergmann_hommel"] is not None else ("holm", "Holm")
    groups = result["cliques"][by]
    if not groups:
        return [f"Groups without a significant difference ({name}): none"]
    return [f"Groups without a significant difference ({name}):", *("  " + ", ".join(g) for g in groups)]


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if value >= 0.0001 or value == 0 else f"{value:.1e}"


def _aligned(rows: list[tuple[str, ...]], left: int) -> list[str]:
    """Columns padded to equal width, the first `left` to the left, the others to the right."""
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    cells = ([cell.ljust(w) if c < left else cell.rjust(w) for c, (cell, w) in enumerate(zip(row, widths, strict=True))] for row in rows)
    return ["  ".join(row).rstrip() for row in cells]
