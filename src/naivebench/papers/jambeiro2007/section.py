"""Jambeiro and Wainer 2007 as a section of the page: the paper's tables filled by this run."""

from __future__ import annotations

from pathlib import Path

from naivebench.papers.jambeiro2007 import cost, significance, tables, truth
from naivebench.papers.jambeiro2007.run import RULE, gather
from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED, Section
from naivebench.results.summaries import Summary


def section(results: Results, summary: Summary, folder: Path = PUBLISHED) -> Section | None:
    """The experiment's part of the page; None without hit curves."""

    run = gather(results, summary, folder)
    if run is None:
        return None
    first = (tables.curves(run), significance.part(run), tables.optimism(run), tables.splits(run))
    parts = (*first, truth.calibration(run), truth.patterns(run), cost.learning(run), cost.growth(run))
    return Section(
        (significance.lost(run), *significance.generator(run)),
        run.published.general,
        tuple(p for p in parts if p),
        RULE,
    )
