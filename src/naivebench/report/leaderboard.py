"""The leaderboard: methods of the primary comparison, sorted by average rank, with their costs."""

from __future__ import annotations

import statistics

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.comparisons import Heading
from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, scores_of
from naivebench.benchmark.results.tables import Column, Row, Table
from naivebench.evaluation.statistics.effect_sizes import improvement
from naivebench.evaluation.statistics.ranks import rank_rows, win_rates
from naivebench.evaluation.statistics.rounding import without_noise
from naivebench.report import as_good
from naivebench.report.arrays import cell_cost
from naivebench.report.columns import GROUP, IMPROVEMENT, METHOD, WIN_RATE

COLUMNS = (
    METHOD,
    GROUP,
    Column("average_rank", "Avg. rank", "rank", "1 is best"),
    WIN_RATE,
    as_good.VERDICT,
    IMPROVEMENT,
    Column(
        "n_parameters",
        "Parameters",
        "integer",
        "Median over the folds, then over the data sets",
        cost="n_parameters",
    ),
    Column("datasets", "N", "integer", "Data sets"),
    Column(
        "fit_seconds",
        "Fit",
        "seconds",
        "CPU seconds of a fit: mean over the folds, then median over the data sets",
        time=True,
        cost="fold_fit_seconds",
    ),
    Column(
        "predict_seconds",
        "Predict",
        "seconds",
        "CPU seconds of the predictions of a fold: mean over the folds, then median over the data sets",
        time=True,
        cost="fold_predict_seconds",
    ),
    Column(
        "peak_memory_mb",
        "Peak MB",
        "megabytes",
        "Largest extra memory of a fold, then median over the data sets",
        time=True,
        cost="peak_memory_mb",
    ),
)


def table(results: Results, summary: Summary) -> Table:
    """Table of the methods of the primary comparison, the best average rank first; empty without one."""
    entry = comparison(results, *results.primary)
    if not entry:
        return Table("leaderboard", "", COLUMNS, ())
    methods, lower = list(entry.average_ranks), entry.lower
    scores = scores_of(summary, entry)
    ranks = rank_rows(without_noise(scores), lower_is_better=lower)
    wins, average = win_rates(ranks), ranks.mean(axis=0)
    at = methods.index(results.reference) if results.reference in methods else None
    verdicts = as_good.cells(entry.best)
    gain = None if at is None else improvement(scores, scores[:, at], lower_is_better=lower)
    rows: list[Row] = [
        {
            "method": method_cell(method),
            "group": group(results, method),
            "average_rank": float(average[j]),
            "win_rate": float(wins[j]),
            "verdict": verdicts[method]["verdict"],
            "improvement": None if gain is None else float(gain[j]),
            "datasets": len(scores),
            **_cost(summary, entry, method),
        }
        for j, method in enumerate(methods)
    ]
    rows.sort(key=lambda row: (row["average_rank"], row["method"].value))
    caption = (
        f"Leaderboard, {entry.label}, protocol {entry.protocol}: {plural(len(rows), 'method')} on "
        f"{plural(len(scores), 'data set')}."
    )
    return Table("leaderboard", caption, COLUMNS, tuple(rows))


def _cost(summary: Summary, entry: Heading, method: str) -> dict[str, float | None]:
    """Cost of a method on a data set, as medians over the data sets of the comparison."""
    of_cells = [cell_cost(summary, (entry.protocol, d, method)) for d in entry.datasets]
    known = {c.key: [v for of in of_cells if (v := of[c.cost]) == v] for c in COLUMNS if c.cost}
    return {k: statistics.median(values) if values else None for k, values in known.items()}


def sentences(results: Results, board: Table) -> list[str]:
    """Sentences that explain how to read the leaderboard."""
    if not board.rows:
        return []
    first, reference = board.rows[0], results.reference
    rank, won = formats.text(first["average_rank"], "rank"), formats.text(first["win_rate"], "percent")
    said = [
        "The methods are sorted by average rank. The win rate counts each data set as a game between each "
        "pair of methods; a tie is half a win.",
        f"{first['method'].value} is first with an average rank of {rank} and a win rate of {won}%.",
    ]
    if reference:
        said.append(
            f"Less error is the average share of the errors of {reference} that a method avoids; it is "
            "negative if the method makes more errors."
        )
    said.append(
        "Ranks and win rates depend on which methods take part. Paired tests decide whether a method is as "
        f"good as the first one: see the column {as_good.VERDICT.label}."
    )
    return said
