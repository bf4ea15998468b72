"""All figures of the page: where each stands, and the function that draws it. A paper lists its figures in
`drawings` of its paper.yaml.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from naivebench.benchmark.results.context import Results, load
from naivebench.benchmark.results.summaries import Summary, summarize
from naivebench.report.figures import (
    bias_variance,
    calibration,
    learning_curves,
    pareto,
    probabilities,
    ranks,
    scores,
    style,
    times,
    trajectories_of_ranks,
)
from naivebench.report.figures.roses import drawable, roses
from naivebench.report.papers.paper import Drawing, keys, own, read
from naivebench.report.papers.run import gather


class Figure(NamedTuple):
    """A figure. `draw` returns a Picture with title and caption, or SVG text, or None: this run has nothing
    to draw, and the page says nothing of it.
    """

    id: str  # names the file in results/figures and starts the ids in the SVG
    place: str  # a section of the page, or `experiment/part` of a paper's section
    draw: Callable[[Results, Summary], style.Picture | str | None]
    folded: bool = False  # behind a summary line


def _of_paper(key: str, drawing: Drawing, results: Results, summary: Summary) -> style.Picture | str | None:
    """A figure that a paper's folder draws."""
    paper = read(key)
    return own(paper, drawing.own)(gather(paper, results, summary), **drawing.arguments)


ENTRIES = (
    Figure("pareto", "ranking", pareto.pareto),
    Figure("critical_difference", "statistics/ranks", ranks.critical_difference),
    Figure("score_distributions", "scores", scores.score_distributions),
    Figure("rank_trajectories", "scores", trajectories_of_ranks.rank_trajectories),
    Figure("optimism", "protocols", scores.optimism),
    Figure("probabilities", "statistics", probabilities.probabilities),
    Figure("calibration", "calibration", calibration.calibration),
    Figure("reliability", "calibration", calibration.reliability, folded=True),
    Figure("learning_curves", "learning", learning_curves.learning_curves),
    Figure("more_learning_curves", "learning", learning_curves.more_learning_curves, folded=True),
    Figure("bias_variance", "learning/bias", bias_variance.bias_variance),
    Figure("times", "cost", times.times),
    *(
        Figure(d.id, d.place, partial(_of_paper, key, d), d.folded)
        for key in keys()
        for d in read(key).drawings
    ),
)
FIGURES = {figure.id: figure for figure in ENTRIES}


def draw(id_: str, results: Results, summary: Summary) -> str:
    """One figure as SVG, "" if there is nothing to draw."""
    return style.draw(id_, FIGURES[id_].draw, results, summary)


def draw_all(results: Results, summary: Summary) -> dict[str, str]:
    """Id -> SVG of every figure."""
    return {id_: draw(id_, results, summary) for id_ in FIGURES}


def draw_some(results: str, prepared: str, ids: list[str]) -> dict[str, str]:
    """Id -> SVG of these figures, from the folders of a run: work for a process of its own."""
    loaded = load(results, prepared)
    summary = summarize(loaded)
    return {id_: draw(id_, loaded, summary) for id_ in ids}


def on_cards(results: Results) -> dict[str, str]:
    """Id -> SVG of the figures on the cards of data sets and methods."""
    drawn = {
        f"roses-{d}": roses(f"roses-{d}", facts) for d, facts in drawable(results, results.angles).items()
    }
    surfaces = {
        f"surface-{d}-{m}": svg for d, of_set in results.surfaces.items() for m, svg in of_set.items()
    }
    return drawn | surfaces


def section(id_: str) -> str:
    """The section of the page, or the paper, that a figure belongs to; `cards` for those on cards."""
    return FIGURES[id_].place.partition("/")[0] if id_ in FIGURES else "cards"
