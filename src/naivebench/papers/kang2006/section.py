"""Kang, Silvescu and Honavar 2006 as a section of the page: the paper's tables filled by this run."""

from __future__ import annotations

from pathlib import Path

from naivebench.papers.kang2006 import proteins as sites
from naivebench.papers.kang2006 import texts, trees
from naivebench.papers.kang2006.run import RULE, gather
from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED, Section
from naivebench.results.summaries import Summary


def section(results: Results, summary: Summary, folder: Path = PUBLISHED) -> Section | None:
    """The experiment's part of the page; None without figures per class under the paper's protocol."""

    run = gather(results, summary, folder)
    if run is None:
        return None
    parts = (texts.part(run), texts.thresholds(run), sites.part(run), sites.grouped(run), trees.part(run))
    summaries = (*texts.summaries(run), *sites.summaries(run), *trees.summaries(run))
    return Section(summaries, run.published.general, tuple(p for p in parts if p), RULE)
