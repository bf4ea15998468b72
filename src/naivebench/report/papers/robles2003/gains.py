"""Robles et al. 2003: gains of the searches over naive Bayes, as printed, as reproduced and honest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.tables import Row
from naivebench.report.figures.style import GROUND, INK, WIDTH, Picture
from naivebench.report.palette import STYLES
from naivebench.report.papers.paper import value
from naivebench.report.papers.run import Run, method_of, paired, scores, stands, votes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SEARCHES = ("IENB", "APNBC-EDA", "Pazzani-EDA")
PRINTED = "improvement_over_NB_pct"
MEASURES = ("printed", "reproduced", "honest")
CLOSE = 0.0005  # as a share: smaller differences are printed as the same number of points


class Gain(NamedTuple):
    """Accuracy minus that of naive Bayes on one data set, compared as in the paper; shares."""

    dataset: str
    method: str  # printed name
    printed: float | None  # None if the paper prints no gain
    reproduced: float  # under the paper's protocol
    honest: float


def gains(run: Run) -> list[Gain]:
    """Gains of every search on every data set of the paper that this run has under both protocols.

    Data sets with a test part of their own are left out: there, the search does not see the scored cases
    under the paper's protocol either.
    """
    found = []
    for stand in (s for s in stands(run, "paper", leading=True) if not tested_apart(run, s.id)):
        for name in SEARCHES:
            percent = value(run.paper, stand.printed, name, PRINTED)
            ours = [paired(run, [role], stand.id, name, "NB") for role in ("paper", "honest")]
            reproduced, honest = (pair.mean if pair else None for pair in ours)
            if reproduced is not None and honest is not None:
                printed = None if percent is None else percent / 100
                found.append(Gain(stand.id, name, printed, reproduced, honest))
    return found


def tested_apart(run: Run, dataset: str) -> bool:
    """Whether the test cases of a data set are not among the training cases of the paper's protocol.

    With leave-one-out, which is stored as one test part, there is one training case fewer than test cases.
    """
    method = method_of(run, "paper", dataset, "NB") or ""
    folds = scores(run, "paper", "accuracy").get((dataset, method), {})
    return any(s.trained != s.tested - 1 for s in folds.values())


def means(run: Run, several: Sequence[Gain]) -> tuple[float, float]:
    """Mean gain of a search under the paper's protocol and under the honest one.

    As in the claims, every source has one vote.
    """
    before, after = (votes(run, {g.dataset: getattr(g, k) for g in several}).values for k in MEASURES[1:])
    return math.fsum(before) / len(before), math.fsum(after) / len(after)


def table(run: Run) -> list[Row]:
    """A row for each data set and search."""
    return [
        {"dataset": dataset_cell(g.dataset), "method": g.method, **{k: getattr(g, k) for k in MEASURES}}
        for g in gains(run)
    ]


def change(run: Run) -> str:
    """Sentence on how the mean gains change once the search cannot see the test cases; "" without results."""
    several = {n: of for n in SEARCHES if (of := [g for g in gains(run) if g.method == n])}
    if not several:
        return ""
    told = []
    for name, of in several.items():
        before, after = (f"{100 * v:.1f}".replace("-", formats.MINUS) for v in means(run, of))
        told.append(f"{before} to {after} ({name})")
    fewest, most = (end(map(len, several.values())) for end in (min, max))
    sets = plural(most, "data set") if fewest == most else f"{fewest} to {most} data sets"
    start = "With an outer test, the mean gain in points over naive Bayes goes from"
    return f"{start} {listing(told)}, on {sets}."


def figure(run: Run) -> Picture | None:
    """Figure with three dots on a line for each data set, and a panel for each search.

    None if no data set has results under both protocols.
    """
    every = gains(run)
    if not every:
        return None
    import matplotlib.pyplot as plt

    names = [n for n in SEARCHES if any(g.method == n for g in every)]
    order = sorted({g.dataset for g in every}, key=lambda d: _largest(every, d))
    height = 0.24 * len(order) + 1.3
    drawn, axes = plt.subplots(
        1,
        len(names),
        figsize=(WIDTH, height),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for panel, name in zip(axes.flat, names, strict=True):
        _panel(panel, [g for g in every if g.method == name], order)
        panel.set_title(name, loc="left", color=INK)
    axes[0, 0].set_yticks(range(len(order)), order)
    drawn.supxlabel("Gain over naive Bayes, accuracy points", fontsize=9)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside upper left", ncols=3)
    text = (
        f"Gain of {listing(names)} over naive Bayes on {plural(len(order), 'data set')}: as printed,"
        " under the paper's protocol, and under the honest protocol."
    )
    return Picture(title(run, every), text, drawn, CAPTION, "robles2003_gains.csv")


CAPTION = (
    "For the printed and reproduced gains, the search has seen the cases that it is scored on; data sets with"
    " a test part of their own are left out. For the honest gains, everything is learned inside the training"
    " part. As in the paper, IENB is scored on its training cases and naive Bayes by leave-one-out, which"
    " favours IENB."
)


def title(run: Run, every: Sequence[Gain]) -> str:
    """Title of the figure, which depends on the gains of all searches."""
    several = [means(run, of) for n in SEARCHES if (of := [g for g in every if g.method == n])]
    if sum(after for _, after in several) < sum(before for before, _ in several) - CLOSE * len(several):
        return "Gains shrink once the search cannot see the test cases"
    return "Gains with and without a look at the test cases"


def _largest(every: Sequence[Gain], dataset: str) -> float:
    return max(g.reproduced for g in every if g.dataset == dataset)


def _panel(panel: Axes, of: Sequence[Gain], order: Sequence[str]) -> None:
    rows = [order.index(g.dataset) for g in of]
    panel.axvline(0, color=INK, lw=0.7)
    for g, row in zip(of, rows, strict=True):
        known = [100 * v for v in (g.printed, g.reproduced, g.honest) if v is not None]
        panel.plot([min(known), max(known)], [row, row], color=STYLES[0].light, lw=1, zorder=1)
    printed = [(100 * g.printed, r) for g, r in zip(of, rows, strict=True) if g.printed is not None]
    look: dict[str, Any] = {"s": 34, "linewidths": 1.3, "zorder": 2}
    panel.scatter(
        [x for x, _ in printed],
        [y for _, y in printed],
        facecolors=GROUND,
        edgecolors=STYLES[0].light,
        label="printed",
        **look,
    )
    panel.scatter(
        [100 * g.reproduced for g in of], rows, color=STYLES[1].light, marker="s", label="reproduced", **look
    )
    panel.scatter(
        [100 * g.honest for g in of], rows, color=STYLES[2].light, marker="D", label="honest", **look
    )
    panel.margins(y=0.6 / max(len(order), 1))
