"""Tables of scores: the heat map, the protocols beside each other, and all scores of every data set."""

from __future__ import annotations

import math
from collections.abc import Iterable

from naivebench.reporting.overview import methods_under
from naivebench.results import formats
from naivebench.results.context import Results, group
from naivebench.results.parts import dataset_cell, method_cell
from naivebench.results.summaries import Summary, accuracy_interval
from naivebench.results.tables import Cell, Column, Row, Table

SYMBOLS = {"failed": "×", "timeout": "t/o", "not applicable": "n/a", "unavailable": "–"}
LEVELS = (0.05, 0.25, 0.5, 1.0)  # of the scale: below the first no colour, then four shades


def failures_by_cell(results: Results) -> dict[tuple, list[dict]]:
    """(protocol, dataset, method) -> rows of failures.csv; an empty protocol or method stands for all."""
    by_cell: dict[tuple, list[dict]] = {}
    for row in results.failures:
        for protocol in [row["protocol"]] if row["protocol"] else results.protocols:
            for method in [row["method"]] if row["method"] else results.methods:
                by_cell.setdefault((protocol, row["dataset"], method), []).append(row)
    return by_cell


def folds_text(rows: list[dict]) -> str:
    """`fold 3`, `folds 1, 2, 5` or nothing if all of them."""
    folds = [
        r["fold"] if r["repeat"] in ("", "0") else f"{r['repeat']}.{r['fold']}"
        for r in rows
        if r["fold"] not in ("", "all")
    ]
    return ("fold " if len(folds) == 1 else "folds ") + ", ".join(folds) if folds else ""


def missing_cell(failures: list[dict]) -> Cell:
    """The symbol of a score that is not there, its reason on hover."""
    if not failures:
        return Cell(None, formats.DASH, "miss", "not scored")
    row = failures[0]
    reason = f"{row['status']}: {row['reason']}" + (f" ({row['remedy']})" if row["remedy"] else "")
    return Cell(None, SYMBOLS.get(row["status"], "×"), "miss", reason)


def colour_scale(differences: Iterable[float]) -> float:
    """The difference that gets the darkest shade: the 90 % point of the absolute differences, not zero."""
    sizes = sorted(abs(d) for d in differences if math.isfinite(d) and d)
    return sizes[min(len(sizes) - 1, int(0.9 * len(sizes)))] if sizes else 1.0


def shade(difference: float, scale: float) -> str:
    """CSS class of a difference to the reference: p1 to p4 if better, n1 to n4 if worse, empty near zero."""
    if math.isnan(difference):
        return ""
    level = sum(abs(difference) >= limit * scale for limit in LEVELS)
    return f"{'p' if difference > 0 else 'n'}{level}" if level else ""


def _gain(value: float, base: float | None, better: str | None) -> float:
    """By how much a score beats the reference's; NaN without one or where both are infinite."""
    if base is None or (math.isinf(value) and math.isinf(base)):
        return math.nan
    return value - base if better == "higher" else base - value


def heat_map(results: Results, summary: Summary, protocol: str, metric: str, failures: dict) -> Table:
    """Data sets x methods, coloured by the difference to the reference; the best of each data set in bold."""
    better, kind = results.metrics[metric].better, formats.metric_kind(metric)
    methods = methods_under(results, summary, protocol)
    scores = {
        d: {m: summary.means.get((protocol, d, m), {}).get(metric) for m in methods} for d in results.datasets
    }
    scores = {d: row for d, row in scores.items() if any(v is not None for v in row.values())}
    gains = {
        (d, m): _gain(v, row.get(results.reference or ""), better)
        for d, row in scores.items()
        for m, v in row.items()
        if v is not None
    }
    scale = colour_scale(gains.values())
    columns = [Column("dataset", "Data set", "id"), *(Column(m, m, kind, method=m) for m in methods)]
    rows = []
    for dataset, row in scores.items():
        present = [v for v in row.values() if v is not None]
        best = max(present) if better == "higher" else min(present)
        cells: Row = {"dataset": dataset_cell(dataset)}
        for method, value in row.items():
            failed = failures.get((protocol, dataset, method), [])
            cells[method] = (
                missing_cell(failed)
                if value is None
                else _score_cell(value, best, shade(gains[dataset, method], scale), kind, failed)
            )
        rows.append(cells)
    label = results.metrics[metric].label + (" in %" if kind == "percent" else "")
    direction = "higher is better" if better == "higher" else "lower is better"
    note = (
        "Darkest shade: at least "
        f"{formats.text(scale, 'points' if kind == 'percent' else 'score').lstrip('+')} from "
        f"{results.reference}."
    )
    return Table(
        "scores",
        f"{label} ({direction}), mean over the folds, protocol {protocol}.",
        tuple(columns),
        tuple(rows),
        note if results.reference else "",
    )


def _score_cell(value: float, best: float, css: str, kind: str, failed: list[dict]) -> Cell | float:
    classes = css + (" best" if value == best else "")
    if not failed:
        return Cell(value, css=classes.strip()) if classes else value
    reason = f"mean of the other folds; {folds_text(failed)}: {failed[0]['status']}: {failed[0]['reason']}"
    return Cell(value, formats.text(value, kind) + "†", f"{classes} part".strip(), reason)


def _counts(pooled: dict | None) -> Cell | None:
    return Cell(pooled["correct"], f"{pooled['correct']:,}/{pooled['tested']:,}") if pooled else None


def _interval(pooled: dict | None) -> Cell | None:
    return Cell(pooled["low"], f"{100 * pooled['low']:.1f} – {100 * pooled['high']:.1f}") if pooled else None


PROTOCOLS = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("protocol", "Protocol"),
    Column("correct", "k/N", "integer", "Correct cases k of N tested under this protocol"),
    Column("tested", "N", "integer", hidden=True),
    Column("accuracy", "Accuracy %", "percent", "k/N"),
    Column(
        "honest_correct",
        "Honest k/N",
        "integer",
        "Correct cases of all tested under the honest protocol, folds and repeats pooled",
    ),
    Column("honest_tested", "Honest N", "integer", hidden=True),
    Column("honest_accuracy", "Honest %", "percent"),
    Column(
        "honest_low",
        "95% interval",
        "percent",
        "Wilson's interval of the honest accuracy; sorted by its lower end",
    ),
    Column("honest_high", "Upper end", "percent", hidden=True),
    Column(
        "optimism",
        "Optimism",
        "points",
        "Accuracy under this protocol minus honest accuracy, in percentage points",
    ),
)


def protocols(results: Results, summary: Summary, honest: str = "honest") -> Table:
    """Every other protocol beside the honest one, per data set and method."""
    rows = []
    for protocol in (p for p in results.protocols if p != honest):
        for dataset in results.datasets:
            for method in results.methods:
                ours = accuracy_interval(summary, (protocol, dataset, method))
                fair = accuracy_interval(summary, (honest, dataset, method))
                if not ours:
                    continue
                row: Row = {
                    "dataset": dataset_cell(dataset),
                    "method": method_cell(method),
                    "protocol": protocol,
                }
                row |= {
                    "correct": _counts(ours),
                    "honest_correct": _counts(fair),
                    "honest_low": _interval(fair),
                }
                row |= {k: ours[k] for k in ("tested", "accuracy")}
                row |= {f"honest_{k}": fair[k] if fair else None for k in ("tested", "accuracy", "high")}
                inside = fair and fair["low"] <= ours["accuracy"] <= fair["high"]
                optimism = ours["accuracy"] - fair["accuracy"] if fair else None
                row["optimism"] = (
                    Cell(optimism, css="" if inside else "strong") if optimism is not None else None
                )
                rows.append(row)
    return Table(
        "protocols",
        "Accuracy under each protocol beside the honest accuracy.",
        PROTOCOLS,
        tuple(rows),
        "Optimism in bold: outside the honest interval.",
    )


def dataset_columns(results: Results) -> tuple[Column, ...]:
    """Columns of the scores of one data set."""
    head = (
        Column("method", "Method", "id"),
        Column("dataset", "Data set", "text", hidden=True),
        Column("protocol", "Protocol"),
        Column("correct", "k/N", "integer", "Correct cases of all tested, folds pooled"),
        Column("tested", "N", "integer", hidden=True),
        Column(
            "low", "95% interval", "percent", "Wilson's interval of k/N, in percent; sorted by its lower end"
        ),
        Column("high", "Upper end", "percent", hidden=True),
    )
    units = {"percent": " %", "integer": "", "score": ""}
    middle = tuple(
        Column(m.id, m.label + units[formats.metric_kind(m.id)], formats.metric_kind(m.id), m.description)
        for m in results.metrics.values()
        if m.better
    )
    return (
        *head,
        *middle,
        Column(
            "cpu_seconds", "CPU time", "seconds", "CPU seconds of fit and predict over all folds", time=True
        ),
    )


def dataset_scores(results: Results, summary: Summary, dataset: str, failures: dict) -> Table:
    """All scores of one data set, a row per protocol and method."""
    columns, rows = dataset_columns(results), []
    for protocol in results.protocols:
        for method in results.methods:
            key = (protocol, dataset, method)
            means, failed = summary.means.get(key), failures.get(key, [])
            if not means and not any(row["method"] for row in failed):
                continue
            pooled, cost = accuracy_interval(summary, key), summary.cost.get(key)
            row: Row = {
                "protocol": protocol,
                "dataset": dataset,
                "method": method_cell(method),
                "correct": _counts(pooled),
                "low": _interval(pooled),
            }
            row |= {k: pooled[k] if pooled else None for k in ("tested", "high")} | (means or {})
            row["cpu_seconds"] = cost["fit_seconds"] + cost["predict_seconds"] if cost and means else None
            if failed:
                row["correct"] = _with_mark(row["correct"], failed)
            rows.append(row)
    filled = {key for row in rows for key, value in row.items() if value is not None}
    columns = tuple(
        c if c.key in filled or c.key not in results.metrics else c._replace(hidden=True) for c in columns
    )
    return Table("dataset_scores", f"All methods on {dataset}: means over the folds.", columns, tuple(rows))


def _with_mark(cell: Cell | None, failed: list[dict]) -> Cell:
    if cell is None:
        return missing_cell(failed)
    return cell._replace(
        text=f"{cell.text}†",
        css="part",
        title=f"{folds_text(failed)}: {failed[0]['status']}: {failed[0]['reason']}",
    )


def groups_of(results: Results) -> dict[str, list[str]]:
    """Method group -> its methods, in the order of the configuration."""
    members: dict[str, list[str]] = {}
    for method in results.methods:
        members.setdefault(group(results, method), []).append(method)
    return members
