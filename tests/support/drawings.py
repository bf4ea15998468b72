"""Drawings for pages in tests.

Figures take time, so only those that a test looks at are drawn.
"""

from __future__ import annotations

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.summaries import Summary
from naivebench.report.figures.catalogue import FIGURES, draw, on_cards

from naivebench.report import page


def drawings(results: Results, summary: Summary, *places: str) -> dict[str, str]:
    """The figures of the sections `places` (and of `cards`) as SVG, by id; a sentence for each other one."""
    drawn = {
        id_: draw(id_, results, summary)
        for id_, figure in FIGURES.items()
        if figure.place.partition("/")[0] in places
    }
    return page.pictures(None) | drawn | (on_cards(results, summary) if "cards" in places else {})
