"""Jambeiro and Wainer 2007 in the layout of all papers: a row per method and data set, area up to 10 %."""

from __future__ import annotations

from naivebench.papers.before.rows import PaperRow, Place, measured
from naivebench.papers.jambeiro2007.run import NESTED, PAPER, Run, gather, values
from naivebench.results.context import Results
from naivebench.results.summaries import Summary

METRIC = "hit_area_10"
PERMUTED = "permuted/jambeiro2007"
ABOUT = (
    "Mean recall when up to 10 % are inspected: ten times the area under the hit curve there. Printed "
    "digits: lost, and the data private. "
    "Paper: constants chosen on the folds that are reported. Honest: constants chosen inside every "
    "training part, same folds. "
    "Shuffled labels: over the 5 % of a random order."
)


def rows(results: Results, summary: Summary) -> tuple[PaperRow, ...]:
    """One per printed method and data set with scores under the paper's protocol, () without any."""
    run = gather(results, summary)
    if run is None:
        return ()
    pairs = ((d, m) for d in run.datasets for m in run.printed.values())
    return tuple(_row(run, d, m) for d, m in pairs if values(run, PAPER, d, m, METRIC))


def _row(run: Run, dataset: str, method: str) -> PaperRow:
    place = Place(PAPER, METRIC)
    return PaperRow(
        paper="jambeiro2007",
        printed_name="customs declarations",
        dataset=dataset,
        method=method,
        cases=run.results.prepared.get(dataset, {}).get("rows"),
        printed=None,
        printed_count=None,
        place=place,
        ours=measured(run.results, run.summary, place, dataset, method),
        verdict="no target",
        why="the printed digits are lost",
        honest=Place(NESTED, METRIC),
        permuted=Place(PERMUTED, METRIC),
        reference=run.printed.get("NB", ""),
        stands="substitute",
    )
