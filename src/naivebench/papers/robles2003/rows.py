"""Robles et al. 2003 in the layout of all papers: a row per method and data set of its Tables 3 to 6."""

from __future__ import annotations

from naivebench.papers.before.rows import Measured, PaperRow, Place
from naivebench.papers.robles2003.run import (
    HONEST,
    PAPER,
    PERMUTED,
    PRINTED,
    Case,
    gather,
    mismatch,
    plain_verdict,
    printed_cell,
    printed_count,
    read,
)
from naivebench.results.context import Results
from naivebench.results.summaries import Summary, mean_std

REFERENCE = "nb"
ABOUT = (
    "Accuracy. Paper: leave-one-out accuracy that the search maximised, cut points from all cases. "
    "Honest: cut points and search inside every "
    "training part. Shuffled labels: over the rate of the largest class; below zero where "
    "leave-one-out takes the left-out class for the rarer one."
)


def rows(results: Results, summary: Summary) -> tuple[PaperRow, ...]:
    """One per method and data set with scores under the paper's protocol, () without any."""
    published = read() if {PAPER, PRINTED} & set(results.protocols) else None
    return tuple(_row(case) for case in gather(results, summary, published)) if published else ()


def _row(case: Case) -> PaperRow:
    k = mean_std(case.counts)[0]
    return PaperRow(
        paper="robles2003",
        printed_name=case.printed_name,
        dataset=case.dataset,
        method=case.method,
        cases=case.cases or None,
        printed=printed_cell(case.percent, case.percent_std),
        printed_count=printed_count(case),
        place=Place(case.protocol, "accuracy"),
        ours=Measured(k / case.tested, k, case.tested, len(case.counts)),
        verdict=case.verdict,
        why=mismatch(case),
        plain=plain_verdict(case) if case.spec else "",
        honest=Place(HONEST, "accuracy"),
        permuted=Place(PERMUTED, "accuracy"),
        reference=REFERENCE,
        stands="exact",
    )
