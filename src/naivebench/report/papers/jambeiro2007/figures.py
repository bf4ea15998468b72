"""Figures of Jambeiro and Wainer 2007: hit curves with bands, calibration, learning curves, time, memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.hit_facts import Facts
from naivebench.benchmark.results.formats import listing, plural, seconds
from naivebench.benchmark.results.summaries import mean_std
from naivebench.report.figures.shapes import areas, dots, strokes, thinned
from naivebench.report.figures.style import FAINT, INK, Picture
from naivebench.report.palette import DASHES, STYLES, Style
from naivebench.report.papers.beside import name_of
from naivebench.report.papers.growth import AXES, Point, points, series
from naivebench.report.papers.jambeiro2007 import hits
from naivebench.report.papers.jambeiro2007.hits import REFERENCE
from naivebench.report.papers.jambeiro2007.stored import facts
from naivebench.report.papers.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 3  # panels beside each other
WIDTH = 9.4  # inches, the same for all, so that their letters have the same size
# one colour each in all figures, and in lines without markers a dash
DRAWN = ("hpb", "tan_tuned", "nb_tuned", "ade", "hdp", "dg_cb", "hashed_logistic", "de")
RATES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
FINE = np.array([0.004, 0.002])  # deviation of thinned curves, in decades and recall
TEXTS = {"seconds": seconds, "memory": lambda v: f"{v:g} MB", "parameters": lambda v: f"{v:,.0f}"}
ROWS = {
    "seconds": "CPU time of one fit (mean over the folds)",
    "memory": "growth of the process (largest over the folds)",
    "parameters": "numbers that the model keeps",
}
FEWEST = 20  # cases of a bin below which it is not drawn


def looks(methods: Container[str]) -> dict[str, Style]:
    """Colour and marker of the drawn methods; the last one is grey."""
    return {m: style for m, style in zip(DRAWN, (*STYLES[1:], STYLES[0]), strict=True) if m in methods}


def dash_of(method: str) -> Any:
    """The dash of a drawn method: two of them share one, whose colours are far apart for every reader."""
    return DASHES[DRAWN.index(method) // 2]


def _grid(names: Sequence[Any], across: int = ACROSS, height: float = 2.3) -> tuple[Figure, dict[Any, Axes]]:
    import matplotlib.pyplot as plt

    across = min(len(names), across)
    down = math.ceil(len(names) / across)
    figure, axes = plt.subplots(
        down, across, figsize=(WIDTH, height * down + 0.6), squeeze=False, layout="constrained"
    )
    for panel in axes.flat[len(names) :]:
        panel.set_visible(False)
    return figure, dict(zip(names, axes.flat, strict=False))


def _legend(figure: Figure, run: Run, styles: dict[str, Style], marker: bool = False) -> None:
    import matplotlib.pyplot as plt

    handles = [
        plt.Line2D(
            [],
            [],
            color=s.light,
            ls=dash_of(m),
            marker="o" if marker else "",
            ms=4,
            lw=1.6,
            label=name_of(run, m),
        )
        for m, s in styles.items()
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=4, handlelength=3.2)


def _names(run: Run, methods: Iterable[str]) -> str:
    return listing(name_of(run, m) for m in methods)


def hit_curves(run: Run) -> Picture | None:
    """Recall against selection rate as the paper's Fig. 1, a panel per data set; None without any."""
    datasets = hits.datasets(run)
    if not datasets:
        return None
    styles = looks({m for d in datasets for m in facts(run, "honest", d).curves})
    figure, panels = _grid(datasets)
    for name, panel in panels.items():
        curves = facts(run, "honest", name)
        _curves_of(panel, curves, styles)
        panel.set_title(
            f"{name}: {100 * curves.positive_rate:.1f} % {curves.positive}", color=INK, loc="left"
        )
    figure.supxlabel("Selection rate, % (log scale)", fontsize=9)
    figure.supylabel("Recall, %", fontsize=9)
    _legend(figure, run, styles)
    text = f"Hit curves of {_names(run, styles)} on {plural(len(datasets), 'data set')}."
    caption = (
        "Hit curves as in Fig. 1 of the paper: recall when so many percent of the cases are inspected, "
        "best score first; thin line: random order. "
        "Shaded, for HPB and for the drawn method with the largest area up to 10 % among the others: "
        "bands that hold the whole curve with 95 % "
        "(bootstrap over the cases of the test parts, models as they are)."
    )
    return Picture("Hit curves", text, figure, caption)


def _curves_of(panel: Axes, stored: Facts, styles: dict[str, Style]) -> None:
    rates, curves = np.array(stored.rates), {m: c for m, c in stored.curves.items() if m in styles}
    x = np.log10(rates)
    panel.set(xlim=(x[0], 0), ylim=(0, 1))
    strokes(panel, [thinned(np.column_stack([x, rates]), FINE)], color=FAINT, lw=0.9)
    others = sorted((m for m in curves if m != REFERENCE), key=lambda m: curves[m].area_10[0] or 0.0)
    for method in (m for m in (REFERENCE, *others[-1:]) if m in curves and None not in curves[m].low):
        low, high = (
            thinned(np.column_stack([x, np.array(side, float)]), FINE)
            for side in (curves[method].low, curves[method].high)
        )
        areas(panel, [np.vstack([low, high[::-1]])], color=styles[method].light, alpha=0.2)
    for method in (m for m in reversed(styles) if m in curves and None not in curves[m].recall):
        line = thinned(np.column_stack([x, np.array(curves[method].recall, float)]), FINE)
        strokes(
            panel,
            [line],
            color=styles[method].light,
            lw=1.9 if method == REFERENCE else 1.1,
            ls=dash_of(method),
        )
    panel.set_xticks(np.log10(RATES), [f"{100 * t:g}" for t in RATES], fontsize=8)
    panel.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])


def calibration(run: Run) -> Picture | None:
    """Observed and true against predicted probability on log scales, a small panel per method, on the first
    data set with curves; None without one.
    """
    datasets = hits.datasets(run)
    if not datasets:
        return None
    dataset = datasets[0]
    by_method = facts(run, "honest", dataset).calibration
    styles = looks(by_method)
    figure, panels = _grid(list(styles), across=4, height=1.55)
    for method, panel in panels.items():
        panel.set(xlim=(-4, 0), ylim=(-4, 0))
        strokes(panel, [np.array([[-4, -4], [0, 0]])], color=FAINT, lw=0.9)
        bins = [b for b in by_method[method].bins if b.cases >= FEWEST]
        for key, color, size in (("observed", styles[method].light, 4.2), ("true", INK, 2.2)):
            pairs = np.array(
                [[b.predicted, getattr(b, key)] for b in bins if getattr(b, key) and b.predicted]
            ).reshape(-1, 2)
            u, v = np.log10(pairs[(pairs > 1e-4).all(axis=1)]).T
            dots(panel, u, v, color=color, size=size, square=key == "true")
        for ticks in (panel.set_xticks, panel.set_yticks):
            ticks([-4, -2, 0], ["0.01", "1", "100"], fontsize=8)
        panel.set_title(name_of(run, method), color=INK, loc="left", fontsize=8)
    figure.supxlabel(f"Predicted probability, % ({dataset})", fontsize=9)
    figure.supylabel("Observed, %", fontsize=9)
    known = (
        "; small squares: mean true probability"
        if any(b.true is not None for m in styles for b in by_method[m].bins)
        else ""
    )
    caption = (
        f"Probability of the positive class on {dataset}, cases of all test parts, log scales. Dots: "
        "observed share of positives in bins "
    )
    caption += f"with at least {FEWEST} cases{known}. Below the line: overestimated."
    return Picture(
        "Calibration of the positive class",
        f"Calibration of {_names(run, styles)} on {dataset}.",
        figure,
        caption,
    )


def _lines(
    panel: Axes,
    grown: list[Point],
    axis: str,
    styles: dict[str, Style],
    value: Callable[[Point], float | None],
) -> list[float]:
    """A line with dots per method along an axis, log x but for attributes; the values drawn."""
    xs, lines = sorted({p.x for p in grown if p.axis == axis}), {}
    scale = (lambda x: x) if axis == "attributes" else math.log10
    for method in styles:
        pairs = [
            (scale(p.x), value(p))
            for p in grown
            if (p.axis, p.method) == (axis, method) and value(p) is not None
        ]
        if pairs:
            lines[method] = np.array(pairs, dtype=float)
    span = scale(xs[-1]) - scale(xs[0]) or 1.0
    panel.set_xlim(scale(xs[0]) - 0.06 * span, scale(xs[-1]) + 0.06 * span)
    for method, line in lines.items():
        strokes(
            panel,
            [line],
            color=styles[method].light,
            lw=1.7 if method == REFERENCE else 1.1,
            ls=dash_of(method),
        )
        dots(panel, *line.T, color=styles[method].light, size=4)
    panel.set_xticks([scale(x) for x in xs], [f"{x:,}" for x in xs], fontsize=8)
    return [v for line in lines.values() for v in line[:, 1]]


def learning(run: Run) -> Picture | None:
    """Area up to 10 % against what grows, a panel per series; None where nothing grows."""
    if not hits.datasets(run) or not (grown := points(run)):
        return None
    axes = [a for a in ("rows", "values") if any(p.axis == a for p in grown)] or list(
        dict.fromkeys(p.axis for p in grown)
    )
    styles = looks({p.method for p in grown})
    figure, panels = _grid(axes)
    for axis, panel in panels.items():
        drawn = _lines(panel, grown, axis, styles, lambda p: mean_std(p.area_10)[0])
        panel.set_ylim(0, 1.08 * max(drawn))
        panel.set_xlabel(f"{AXES[axis].capitalize()} (log scale)")
    figure.supylabel("AUC up to 10 %", fontsize=9)
    _legend(figure, run, styles, marker=True)
    text = f"Area up to 10 % of {_names(run, styles)} against the number of {listing(AXES[a] for a in axes)}."
    return Picture(
        "Learning curves",
        text,
        figure,
        "Made customs declarations in which only one thing grows. Mean over the folds.",
    )


def cost(run: Run) -> Picture | None:
    """CPU time, memory where it could be measured, and parameters of one fit against cases, values and
    attributes; None where nothing grows.
    """
    if not hits.datasets(run) or not (grown := points(run)):
        return None
    axes = [a for a in AXES if any(p.axis == a for p in grown)]
    measured = [
        key for key in TEXTS if any(len({x for x, _ in series(grown, a, REFERENCE, key)}) >= 3 for a in axes)
    ]
    styles = looks({p.method for p in grown})
    cells = [(key, axis) for key in measured for axis in axes]
    figure, panels = _grid(cells, across=len(axes), height=1.8)
    for (key, axis), panel in panels.items():
        drawn = _lines(panel, grown, axis, styles, partial(_decimal_log, key))
        _decades(panel, drawn, TEXTS[key])
        panel.set_xlabel(AXES[axis].capitalize())
    _legend(figure, run, styles, marker=True)
    text = f"Time and size of {_names(run, styles)} against the size of the data."
    caption = f"Rows: {listing(ROWS[key] for key in measured)}. Log scales but for attributes."
    return Picture("Cost against the size of the data", text, figure, caption)


def _decimal_log(key: str, point: Point) -> float | None:
    value = getattr(point, key)
    return math.log10(value) if value and value > 0 else None


def _decades(panel: Axes, drawn: list[float], text: Callable[[float], str]) -> None:
    """Ticks at powers of ten for values that are logarithms already."""
    low, high = (math.floor(min(drawn)), math.ceil(max(drawn))) if drawn else (0, 1)
    panel.set_ylim(low - 0.1, max(high, low + 1) + 0.1)
    ticks = range(low, max(high, low + 1) + 1)
    panel.set_yticks(list(ticks), [text(10.0**t) for t in ticks], fontsize=8)
