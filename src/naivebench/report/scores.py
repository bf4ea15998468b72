"""Tables of scores: the heat map, the comparison of protocols, and all scores of every data set."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import Failure, Results, comparison, group, shuffled
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import (
    MEAN_OF_FOLDS,
    POOLED,
    Key,
    Share,
    Summary,
    accuracy_interval,
    ranked,
)
from naivebench.benchmark.results.tables import Cell, Column, Row, Table
from naivebench.evaluation.metrics import METRICS
from naivebench.report.cells import PARTLY, SCORES, Failures, Run, missing_cell
from naivebench.report.columns import DATASET, METHOD, PROTOCOL
from naivebench.report.overview import CONSTANT_WINS, methods_under
from naivebench.report.problems import folds_text

HEAT_MAP = (DATASET,)  # followed by a column for each method
LEVELS = (0.05, 0.25, 0.5, 1.0)  # shares of the scale: no colour below the first, then four shades


def colour_scale(differences: Iterable[float]) -> float:
    """The difference that gets the darkest shade: the 90 % quantile of the nonzero absolute differences."""
    sizes = sorted(abs(d) for d in differences if math.isfinite(d) and d)
    return sizes[min(len(sizes) - 1, int(0.9 * len(sizes)))] if sizes else 1.0


def shade(difference: float, scale: float) -> str:
    """CSS class of a difference from the reference: p1 to p4 if better, n1 to n4 if worse, empty near
    zero.
    """
    if math.isnan(difference):
        return ""
    level = sum(abs(difference) >= limit * scale for limit in LEVELS)
    return f"{'p' if difference > 0 else 'n'}{level}" if level else ""


def _gain(value: float, base: float | None, better: str | None) -> float:
    """Gain of a score over the reference's; NaN without a reference or if both are infinite."""
    if base is None or (math.isinf(value) and math.isinf(base)):
        return math.nan
    return value - base if better == "higher" else base - value


def by_rank(results: Results, protocol: str, metric: str, methods: Iterable[str]) -> list[str]:
    """Sort methods by average rank, best first; unranked methods follow in their given order."""
    entry, methods = comparison(results, protocol, metric), list(methods)
    first = [m for m in ranked(entry) if m in methods] if entry else []
    return [*first, *(m for m in methods if m not in first)]


def heat_map(
    results: Results, summary: Summary, protocol: str, metric: str, failures: Failures, run: Run
) -> Table:
    """Table of data sets x methods (by average rank), coloured by the difference from the reference.

    The best score of each data set is bold. Configured data sets that are not available have a row of marks.
    """
    better, kind = results.metrics[metric].better, formats.metric_kind(metric)
    methods = by_rank(results, protocol, metric, methods_under(results, summary, protocol))
    scores = {
        d: {m: summary.means.get((protocol, d, m), {}).get(metric) for m in methods} for d in results.datasets
    }
    scores = {
        d: row
        for d, row in scores.items()
        if any(v is not None for v in row.values()) or any((protocol, d, m) in run.files for m in methods)
    }
    gains = {
        (d, m): _gain(v, row.get(results.reference or ""), better)
        for d, row in scores.items()
        for m, v in row.items()
        if v is not None
    }
    scale = colour_scale(gains.values())
    columns = [*HEAT_MAP, *(Column(m, m, kind, method=m) for m in methods)]
    rows = []
    for dataset, row in scores.items():
        present = [v for v in row.values() if v is not None]
        best = (max(present) if better == "higher" else min(present)) if present else math.nan
        cells: Row = {"dataset": dataset_cell(dataset)}
        for method, value in row.items():
            failed = failures.get((protocol, dataset, method), [])
            cells[method] = (
                missing_cell(failed, (protocol, dataset, method) in run.files)
                if value is None
                else _score_cell(value, best, shade(gains[dataset, method], scale), kind, failed)
            )
        rows.append(cells)
    label = results.metrics[metric].label + (" in %" if kind == "percent" else "")
    direction = "higher is better" if better == "higher" else "lower is better"
    percent = kind == "percent"
    least = formats.text(scale, "points" if percent else "score").lstrip("+") + " points" * percent
    note = f"The darkest shade means at least {least} from {results.reference}."
    notes = [
        note if results.reference else "",
        CONSTANT_WINS if results.metrics[metric].constant_wins else "",
    ]
    return Table(
        "scores",
        f"{label} ({direction}), {MEAN_OF_FOLDS}, protocol {protocol}; methods by average rank.",
        tuple(columns),
        tuple(rows),
        " ".join(filter(None, notes)),
    )


def _score_cell(value: float, best: float, css: str, kind: str, failed: Sequence[Failure]) -> Cell | float:
    classes = css + (" best" if value == best else "")
    if not failed:
        return Cell(value, css=classes.strip()) if classes else value
    reason = f"mean of the other folds; {folds_text(failed)}: {failed[0].status}: {failed[0].reason}"
    return Cell(value, formats.text(value, kind) + PARTLY, f"{classes} part".strip(), reason)


def _counts(pooled: Share | None) -> Cell | None:
    return Cell(pooled.correct, f"{pooled.correct:,}/{pooled.tested:,}") if pooled else None


def _interval(pooled: Share | None) -> Cell | None:
    return Cell(pooled.low, f"{100 * pooled.low:.1f} – {100 * pooled.high:.1f}") if pooled else None


PROTOCOLS = (
    DATASET,
    Column("method", "Method", "text"),
    PROTOCOL,
    Column("correct", "k/N", "integer", f"Correct cases k of N tested under this protocol: {POOLED}"),
    Column("tested", "N", "integer", hidden=True),
    Column("accuracy", "Pooled %", "percent", f"k/N: {POOLED}"),
    Column(
        "honest_correct",
        "Honest k/N",
        "integer",
        f"Correct cases k of N tested under the honest protocol: {POOLED}",
    ),
    Column("honest_tested", "Honest N", "integer", hidden=True),
    Column("honest_accuracy", "Honest pooled %", "percent", f"Honest k/N: {POOLED}"),
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
        "Pooled accuracy under this protocol minus the honest one, in percentage points; empty for "
        "shuffled labels",
    ),
)


def protocols(results: Results, summary: Summary, honest: str = "honest") -> Table:
    """Table that compares the other protocols with the honest one, per data set and method."""
    rows, control = [], shuffled(results)
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
                row |= {k: getattr(ours, k) for k in ("tested", "accuracy")}
                row |= {
                    f"honest_{k}": getattr(fair, k) if fair else None for k in ("tested", "accuracy", "high")
                }
                inside = fair and fair.low <= ours.accuracy <= fair.high
                optimism = ours.accuracy - fair.accuracy if fair and protocol not in control else None
                row["optimism"] = (
                    Cell(optimism, css="" if inside else "strong") if optimism is not None else None
                )
                rows.append(row)
    return Table(
        "protocols",
        "Pooled accuracy under each protocol and under the honest protocol.",
        PROTOCOLS,
        tuple(rows),
        "k/N counts the test cases of all folds together, so it differs a little from means over folds "
        "elsewhere. "
        "Optimism is bold where the accuracy lies outside the honest interval.",
    )


def dataset_columns(results: Results) -> tuple[Column, ...]:
    """Columns of the table of scores of one data set."""
    head = (
        METHOD,
        Column("dataset", "Data set", "text", hidden=True),
        PROTOCOL,
        Column("correct", "k/N, pooled", "integer", f"Correct cases k of N tested: {POOLED}"),
        Column("tested", "N", "integer", hidden=True),
        Column(
            "low",
            "95% interval, pooled",
            "percent",
            "Wilson's interval of k/N, in percent; sorted by its lower end",
        ),
        Column("high", "Upper end", "percent", hidden=True),
    )
    units = {"percent": " %", "integer": "", "score": ""}
    middle = tuple(
        Column(
            m.id,
            m.label + units[formats.metric_kind(m.id)],
            formats.metric_kind(m.id),
            f"{m.description} {formats.capital(MEAN_OF_FOLDS)}.",
            hidden=m.id in METRICS and METRICS[m.id].detail and m.id != results.primary[1],
        )
        for m in results.metrics.values()
        if m.better
    )
    return (
        *head,
        *middle,
        Column(
            "cpu_seconds", "CPU time", "seconds", "CPU seconds of fit and predict over all folds", time=True
        ),
        Column("fold_scores", "Fold scores", "long", "File of all metrics of every fold", hidden=True),
        Column(
            "predictions", "Predictions", "long", "File of the posteriors of every test case", hidden=True
        ),
    )


def dataset_scores(results: Results, summary: Summary, dataset: str, failures: Failures, run: Run) -> Table:
    """Table of all scores of one data set, with links to the files that they are computed from.

    There is one row per protocol and method; under each protocol, the best mean of the primary metric comes
    first.
    """
    columns, rows = dataset_columns(results), []
    for protocol in results.protocols:
        for method in by_score(results, summary, protocol, dataset):
            key = (protocol, dataset, method)
            means, failed = summary.means.get(key), failures.get(key, [])
            if not means and not any(row.method for row in failed):
                continue
            pooled, cost = accuracy_interval(summary, key), summary.cost.get(key)
            row: Row = {
                "protocol": protocol,
                "dataset": dataset,
                "method": method_cell(method),
                "correct": _counts(pooled),
                "low": _interval(pooled),
            }
            row |= {k: getattr(pooled, k, None) for k in ("tested", "high")} | (means or {})
            row["cpu_seconds"] = cost.seconds if cost and means else None
            row |= _files(run, key) if means else {}
            if failed:
                row["correct"] = _with_mark(row["correct"], failed)
            rows.append(row)
    filled = {key for row in rows for key, value in row.items() if value is not None}
    columns = tuple(
        c if c.key in filled or c.key not in results.metrics else c._replace(hidden=True) for c in columns
    )
    return Table("dataset_scores", f"All methods on {dataset}: means over the folds.", columns, tuple(rows))


def by_score(results: Results, summary: Summary, protocol: str, dataset: str) -> list[str]:
    """Sort methods by their mean of the primary metric on one data set, best first; those without one are
    last.
    """
    metric = results.primary[1]
    sign = 1 if metric in results.metrics and results.metrics[metric].better == "lower" else -1
    scored = {m: summary.means.get((protocol, dataset, m), {}).get(metric, math.nan) for m in results.methods}
    return sorted(
        scored, key=lambda m: (math.isnan(scored[m]), sign * scored[m] if scored[m] == scored[m] else 0)
    )


def _files(run: Run, key: Key) -> Row:
    """Cells with links from a page in the folder of reports to the fold scores and predictions of a cell."""
    folds, files = SCORES.format(*key[:2]), run.files.get(key, [])
    row: Row = {"fold_scores": Cell(folds, "folds", title=folds, href=f"../{folds}")}
    if files:
        text = "predictions" if len(files) == 1 else f"predictions, 1 of {len(files)} files"
        row["predictions"] = Cell(" ".join(files), text, title=" ".join(files), href=f"../{files[0]}")
    return row


def _with_mark(cell: Cell | None, failed: Sequence[Failure]) -> Cell:
    if cell is None:
        return missing_cell(failed)
    return cell._replace(
        text=f"{cell.text}{PARTLY}",
        css="part",
        title=f"{folds_text(failed)}: {failed[0].status}: {failed[0].reason}",
    )


def groups_of(results: Results) -> dict[str, list[str]]:
    """Method group -> its methods, in the order of the configuration."""
    members: dict[str, list[str]] = {}
    for method in results.methods:
        members.setdefault(group(results, method), []).append(method)
    return members
