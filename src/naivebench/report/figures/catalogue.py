"""All figures of the page, with their places and the functions that draw them.

A paper lists its figures under `drawings` in its paper.yaml.
"""

from __future__ import annotations

import functools
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
    """A figure of the page.

    `draw` returns a Picture with title and caption, or SVG text, or None if this run has nothing to draw; the
    page then leaves the figure out.
    """

    id: str  # name of the file in results/figures, and prefix of the ids in the SVG
    place: str  # a section of the page, or `experiment/part` of a paper's section
    draw: Callable[[Results, Summary], style.Picture | str | None]
    folded: bool = False  # hidden behind a summary line


def _of_paper(key: str, drawing: Drawing, results: Results, summary: Summary) -> style.Picture | str | None:
    """Draw a figure of a paper with the function from the paper's folder."""
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
    """Draw one figure as SVG; "" if there is nothing to draw."""
    return style.draw(id_, FIGURES[id_].draw, results, summary)


def draw_all(results: Results, summary: Summary) -> dict[str, str]:
    """Draw all figures: id -> SVG."""
    return {id_: draw(id_, results, summary) for id_ in FIGURES}


@functools.cache
def read_run(results: str, prepared: str, of_run: tuple[str, ...] | None = None) -> tuple[Results, Summary]:
    """Content of a run and its summary from the folders, read once; processes forked later share them."""
    loaded = load(results, prepared, of_run)
    return loaded, summarize(loaded)


def draw_some(
    ids: list[str], results: str, prepared: str, of_run: tuple[str, ...] | None = None
) -> dict[str, str]:
    """Draw some figures from the folders of a run: id -> SVG.

    This can run in a separate process.
    """
    run = read_run(results, prepared, of_run)
    return {id_: draw(id_, *run) for id_ in ids}


def on_cards(results: Results, summary: Summary) -> dict[str, str]:
    """Draw the figures on the cards of data sets: id -> SVG."""
    return {
        f"roses-{d}": style.draw(f"roses-{d}", lambda *_, facts=facts: roses(facts), results, summary)
        for d, facts in drawable(results, results.angles).items()
    }


def section(id_: str) -> str:
    """The section of the page, or the paper, that a figure belongs to; `cards` for figures on cards."""
    return FIGURES[id_].place.partition("/")[0] if id_ in FIGURES else "cards"
