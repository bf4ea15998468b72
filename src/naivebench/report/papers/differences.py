"""Gains of a paper's method over another one on every data set, as numbers, a sentence and a figure.

Gains are shown as printed, under the paper's protocol and under an honest one. `rows` of the paper.yaml
defines which scores are compared.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench.benchmark.results.context import families
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.tables import Row
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.figures.style import FAINT, GROUND, INK, Picture
from naivebench.report.palette import STYLES
from naivebench.report.papers import run as runs
from naivebench.report.papers.judges import holm
from naivebench.report.papers.paper import DataSet, RowText, value
from naivebench.report.papers.rows import SCALE
from naivebench.report.papers.rules import ALPHA
from naivebench.report.papers.run import Run, difference, paired

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, ROW, HEAD = 5.1, 0.25, 1.15  # inches: of the figure, of a row, and above and below all rows together
LEAST = 1.0  # points that an axis shows on both sides of 0 at least, so that equal methods look equal
EXPLAINED = {
    "printed": "in the paper, on its own data",
    "paper": "this run, the paper's protocol",
    "honest": "this run, honest, with 95 % interval",
}


class Gain(NamedTuple):
    """Score of one method minus that of another on a data set, as shares; None where a score is missing."""

    stand: DataSet
    printed: float | None
    paper: float | None
    honest: Interval | None  # without limits if there is a single test part


def gains(run: Run, first: str, second: str) -> list[Gain]:
    """Gains on every data set that represents one of the paper's, in the paper's order."""
    return [
        gain
        for part in run.paper.rows
        for stand in runs.stands(run, "paper", *part.honest, metric=part.metric)
        if not part.sets or stand.printed in part.sets
        if (gain := _gain(run, part, stand, first, second))
    ]


def _gain(run: Run, part: RowText, stand: DataSet, first: str, second: str) -> Gain | None:
    fair_metric = part.honest_metric or part.metric
    factor = SCALE.get(part.metric, 1.0)
    paper = paired(run, ["paper"], stand.id, first, second, part.metric)
    honest = paired(run, part.honest, stand.id, first, second, fair_metric)
    if paper is None and honest is None:
        return None
    sides = [value(run.paper, stand.printed, name, part.figure) for name in (first, second)]
    printed = None if sides[0] is None or sides[1] is None else (sides[0] - sides[1]) / 100
    interval = None
    if honest:
        found = difference(honest)
        interval = found._replace(**{k: factor * getattr(found, k) for k in ("value", "low", "high")})
    return Gain(stand, printed, paper.mean * factor if paper else None, interval)


def table(run: Run, first: str, rivals: Sequence[str]) -> list[Row]:
    """The numbers of the figure, a row for each data set and rival."""
    rows = []
    every = [(against, g) for against in rivals for g in gains(run, first, against)]
    for against, g in every:
        row: Row = {"dataset": dataset_cell(g.stand.id), "printed_name": g.stand.printed}
        row |= {"kind": g.stand.kind, "method": first, "against": against}
        row |= {"printed": g.printed, "paper": g.paper, "honest": g.honest.value if g.honest else None}
        if g.honest and math.isfinite(g.honest.high - g.honest.low):
            row |= {"low": g.honest.low, "high": g.honest.high}
        rows.append(row)
    return rows


class Counts(NamedTuple):
    """Number of data sets whose honest interval is above 0 or below 0, and of all that have an interval.

    `single` counts the further data sets with a single test fold, which has no interval. The first two counts
    test every data set by itself, the last two correct for their number (Holm).
    """

    better: int
    worse: int
    total: int
    single: int
    better_holm: int
    worse_holm: int


def known(several: Sequence[Gain]) -> dict[str, Interval]:
    """Honest intervals by data set, without those of a single test fold."""
    found = {g.stand.id: g.honest for g in several if g.honest}
    return {d: i for d, i in found.items() if math.isfinite(i.high - i.low)}


def counts(several: Sequence[Gain]) -> Counts:
    """Count data sets by their honest intervals."""
    limits, single = list(known(several).values()), sum(g.honest is not None for g in several)
    better, worse = sum(i.low > 0 for i in limits), sum(i.high < 0 for i in limits)
    corrected = [i for i, p in zip(limits, holm(limits), strict=True) if p <= ALPHA]
    by_holm = sum(i.low > 0 for i in corrected), sum(i.high < 0 for i in corrected)
    return Counts(better, worse, len(limits), single - len(limits), *by_holm)


def _on_single(several: Sequence[Gain]) -> str:
    """Format the results on single folds: `; of 18 with a single test fold it scores higher on 8 and lower on
    1`.

    The text is "" if there is no such data set.
    """
    values = [g.honest.value for g in several if g.honest and not math.isfinite(g.honest.high - g.honest.low)]
    if not values:
        return ""
    higher, lower = sum(v > 0 for v in values), sum(v < 0 for v in values)
    return f"; of {len(values)} with a single test fold it scores higher on {higher} and lower on {lower}"


def told(run: Run, first: str, second: str, name: str = "", further: bool = False) -> str:
    """Text on the honest intervals: `significantly better than NB on 4 of 9 data sets and worse on 2, each
    tested by itself (from 5 sources; 3 and 1 with Holm's correction)`.

    The text is "" if there are no intervals. With `further`, it is short enough to follow another one:
    `better than TAN on 3 of 9 and worse on 1 (2 and 1 with Holm's correction)`.
    """
    several = gains(run, first, second)
    of, family = counts(several), families(run.results)
    if not of.total:
        return ""
    corrected = f"{of.better_holm} and {of.worse_holm} with Holm's correction"
    if further:
        text = f"better than {name or second} on {of.better} of {of.total} and worse on {of.worse}"
        return f"{text} ({corrected})"
    sources = len({family.get(d, d) for d in known(several)})
    more = [f"from {plural(sources, 'source')}"] if sources < of.total else []
    text = f"significantly better than {name or second} on {of.better} of {plural(of.total, 'data set')}"
    text += f" and worse on {of.worse}, each tested by itself ({'; '.join([*more, corrected])})"
    return text + _on_single(several)


def figure(run: Run, first: str, rivals: Sequence[str], quantity: str) -> Picture | None:
    """Figure with a row for each data set and a panel for each rival of a method.

    None if no data set has scores of the method and a rival.
    """
    by_rival = {rival: found for rival in rivals if (found := gains(run, first, rival))}
    if not by_rival:
        return None
    import matplotlib.pyplot as plt

    names = list(dict.fromkeys(g.stand.id for of in by_rival.values() for g in of))
    drawn, axes = plt.subplots(
        1,
        len(by_rival),
        figsize=(WIDTH, ROW * len(names) + HEAD),
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for panel, (rival, of) in zip(axes[0], by_rival.items(), strict=True):
        _panel(panel, of, names)
        panel.set_title(f"{first} minus {rival}", loc="left", color=INK)
    axes[0, 0].set_yticks(range(len(names)), [_label(n, by_rival) for n in names])
    drawn.supxlabel(quantity, fontsize=9)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside upper left", ncols=1)
    return Picture(message(first, by_rival), _text(first, by_rival, len(names)), drawn, CAPTION)


CAPTION = (
    "To the right of the line, the first method is better. A star marks the paper's own data; the other data"
    " sets replace data that are not available. The intervals are those of the corrected resampled t test"
    " over the test folds; a single test fold has none."
)


def message(first: str, by_rival: Mapping[str, Sequence[Gain]]) -> str:
    """Sentence on how often the method is significantly better, by the honest intervals."""
    parts = []
    for rival, several in by_rival.items():
        of = counts(several)
        of_rival = (
            f"{rival} on {of.better} of {plural(of.total, 'data set')} (worse on {of.worse}; with Holm's"
        )
        of_rival += f" correction {of.better_holm} and {of.worse_holm})"
        parts.append(of_rival + _on_single(several))
    return f"{first} is significantly better than {listing(parts)}"


def _text(first: str, by_rival: Mapping[str, Sequence[Gain]], sets: int) -> str:
    return (
        f"Differences between {first} and {listing(by_rival)} on {plural(sets, 'data set')}: in the paper,"
        " under the paper's protocol, and under the honest protocol with intervals."
    )


def _label(name: str, by_rival: Mapping[str, Sequence[Gain]]) -> str:
    """Name of the data set, with a star if it is the paper's own."""
    kinds = {g.stand.kind for of in by_rival.values() for g in of if g.stand.id == name}
    return f"{name} ★" if runs.EXACT in kinds else name


def _panel(panel: Axes, of: Sequence[Gain], names: Sequence[str]) -> None:
    """Draw the marks of a panel; the first data set is at the top."""
    look: dict[str, Any] = {"linestyle": "", "zorder": 3}
    marks: dict[str, dict[str, Any]] = {
        "printed": {"marker": "o", "mfc": GROUND, "mec": STYLES[0].light, "ms": 6, "mew": 1.2},
        "paper": {"marker": "s", "color": STYLES[1].light, "ms": 4.5},
        "honest": {"marker": "D", "color": STYLES[2].light, "ms": 5.5},
    }
    panel.axvline(0, color=INK, lw=0.8)
    for g in of:
        if g.honest and math.isfinite(g.honest.low):
            row = names.index(g.stand.id)
            panel.hlines(row, 100 * g.honest.low, 100 * g.honest.high, color=STYLES[2].light, lw=1.6)
    for key, mark in marks.items():
        known = [(g, v) for g in of if (v := getattr(g, key)) is not None]
        shares = [v.value if isinstance(v, Interval) else v for _, v in known]
        rows = [names.index(g.stand.id) for g, _ in known]
        if known:
            panel.plot([100 * s for s in shares], rows, label=EXPLAINED[key], **look, **mark)
    left, right = panel.get_xlim()
    panel.set_xlim(min(left, -LEAST), max(right, LEAST))
    panel.set_ylim(len(names) - 0.5, -0.5)
    panel.grid(axis="y", color=FAINT)
