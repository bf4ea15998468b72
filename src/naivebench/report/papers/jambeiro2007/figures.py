"""Figures of Jambeiro and Wainer 2007: hit curves with bands, calibration, learning curves, time, memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.hit_facts import Bin, Facts
from naivebench.benchmark.results.formats import listing, plural, seconds
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import raw
from naivebench.report.figures import rows
from naivebench.report.figures.style import FAINT, GROUND, INK, WIDTH, Picture, log_axis, name_ends
from naivebench.report.palette import DASHES, STYLES, Style
from naivebench.report.papers.beside import name_of
from naivebench.report.papers.growth import AXES, Point, growth_rows, learned, points, series
from naivebench.report.papers.jambeiro2007 import hits
from naivebench.report.papers.jambeiro2007.hits import REFERENCE
from naivebench.report.papers.jambeiro2007.stored import facts
from naivebench.report.papers.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 2  # panels next to each other
# the drawn methods: each has the same colour in all figures, and a dash in lines without markers
DRAWN = ("hpb", "tan_tuned", "nb_tuned", "ade", "hdp", "dg_cb", "hashed_logistic", "de")
RATES = (0.001, 0.01, 0.1, 1.0)
TEXTS = {"seconds": seconds, "memory": lambda v: f"{v:g} MB", "parameters": lambda v: f"{v:,.0f}"}
ROWS = {
    "seconds": "CPU time of one fit (mean over the folds)",
    "memory": "growth of the process (largest over the folds)",
    "parameters": "numbers that the model keeps",
}
FEWEST = 20  # least number of cases of a bin that is drawn


def looks(methods: Container[str]) -> dict[str, Style]:
    """Colour and marker of the drawn methods; the last one is grey."""
    return {m: style for m, style in zip(DRAWN, (*STYLES[1:], STYLES[0]), strict=True) if m in methods}


def dash_of(method: str) -> Any:
    """Dash of a drawn method; two methods share each dash and have colours that every reader can tell
    apart.
    """
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
    figure.legend(handles=handles, loc="outside upper left", ncols=3, handlelength=3.2)


def _names(run: Run, methods: Iterable[str]) -> str:
    return listing(name_of(run, m) for m in methods)


def hit_curves(run: Run) -> Picture | None:
    """Recall against selection rate, as in the paper's Fig. 1, with a panel for each data set; None if there
    are none.
    """
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
        "As in Fig. 1 of the paper, the curves show the recall if the given share of the cases is inspected, "
        "the highest predicted probability first. The thin line is a random order. The shaded bands of HPB "
        "and of the best other method contain the whole curve with a probability of 95 % (bootstrap over the "
        "test cases, with fixed models)."
    )
    return Picture(_leads(run, datasets), text, figure, caption, "jambeiro2007_curves.csv")


def _leads(run: Run, datasets: list[str]) -> str:
    """Sentence on how often HPB has the largest area up to 10 % of the drawn methods."""
    first = 0
    for name in datasets:
        areas_of = {m: c.area_10[0] for m, c in facts(run, "honest", name).curves.items() if m in DRAWN}
        known = {m: a for m, a in areas_of.items() if a is not None}
        first += bool(known) and max(known, key=lambda m: known[m]) == REFERENCE
    return (
        f"Among the first 10 % of the cases, HPB finds more positives than every other drawn method on "
        f"{first or 'none'} of {plural(len(datasets), 'data set')}"
    )


def _curves_of(panel: Axes, stored: Facts, styles: dict[str, Style]) -> None:
    rates, curves = np.array(stored.rates), {m: c for m, c in stored.curves.items() if m in styles}
    x = np.log10(rates)
    panel.set(xlim=(x[0], 0), ylim=(0, 1))
    panel.plot(x, rates, color=FAINT, lw=0.9)
    others = sorted((m for m in curves if m != REFERENCE), key=lambda m: curves[m].area_10[0] or 0.0)
    for method in (m for m in (REFERENCE, *others[-1:]) if m in curves and None not in curves[m].low):
        low, high = (np.array(side, float) for side in (curves[method].low, curves[method].high))
        panel.fill_between(x, low, high, color=styles[method].light, alpha=0.2, lw=0)
    for method in (m for m in reversed(styles) if m in curves and None not in curves[m].recall):
        look: dict[str, Any] = {"color": styles[method].light, "ls": dash_of(method)}
        recall = np.array(curves[method].recall, float)
        panel.plot(x, recall, lw=1.9 if method == REFERENCE else 1.1, **look)
    panel.set_xticks(np.log10(RATES), [f"{100 * t:g}" for t in RATES])
    panel.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])


def calibration(run: Run) -> Picture | None:
    """The largest predicted probabilities next to the observed rates, with a row for each method.

    The first data set with curves is shown; None if there is none.
    """
    datasets = hits.datasets(run)
    if not datasets:
        return None
    dataset = datasets[0]
    tops = {m: b for m, b in _highest(run, dataset).items() if b.observed is not None}
    if not tops:
        return None
    order = sorted(tops, key=lambda m: -(tops[m].predicted or 0))
    over = sum((b.predicted or 0) > (b.observed or 0) for b in tops.values())
    title = (
        f"{over or 'None'} of {plural(len(tops), 'method')} "
        f"{'overestimates' if over == 1 else 'overestimate'} the share of positives among the largest "
        f"predictions on {dataset}"
    )
    if own := tops.get(REFERENCE):
        title += f"; where HPB predicts {_percent(own.predicted)}, {_percent(own.observed)} are positive"
    text = "Largest predictions and observed share: " + ", ".join(
        f"{name_of(run, m)} {_percent(tops[m].predicted)} and {_percent(tops[m].observed)}" for m in order
    )
    known = any(b.true is not None for b in tops.values())
    caption = (
        f"The plot shows the cases of {dataset} with the largest predicted probability of the positive class "
        f"(the highest bin with at least {FEWEST} cases), on a log scale. Filled marks are mean predictions, "
        f"and open marks are observed shares of positives"
        f"{'; the black square is the true probability' if known else ''}."
    )
    return Picture(title, text + ".", _tops(run, tops, order), caption, "jambeiro2007_calibration.csv")


def _highest(run: Run, dataset: str) -> dict[str, Bin]:
    """For each drawn method, the highest bin that has enough cases."""
    by_method = facts(run, "honest", dataset).calibration
    full = {m: [b for b in by_method[m].bins if b.cases >= FEWEST] for m in looks(by_method)}
    return {m: max(bins, key=lambda b: b.predicted or 0) for m, bins in full.items() if bins}


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0):.2g} %"


def _tops(run: Run, tops: dict[str, Bin], order: list[str]) -> Figure:
    styles = looks(tops)
    figure, (panel,) = rows.chart([name_of(run, m) for m in order])
    for row, method in enumerate(order):
        top, look = tops[method], styles[method]
        ends = [100 * max(v or 0, 1e-4) for v in (top.predicted, top.observed)]
        panel.plot(ends, [row, row], color=look.light, lw=1.4, zorder=2)
        panel.plot(ends[:1], [row], "o", color=look.light, ms=7, mec=GROUND, mew=0.6, zorder=4)
        panel.plot(ends[1:], [row], "o", color=look.light, mfc=GROUND, ms=6, mew=1.4, zorder=4)
        if top.true:
            panel.plot([100 * top.true], [row], "s", color=INK, ms=3.5, zorder=5)
    panel.set_xscale("log")
    shares = [100 * max(v, 1e-4) for b in tops.values() for v in (b.predicted, b.observed) if v]
    log_axis(panel.xaxis, shares, lambda value: f"{value:g}")
    panel.set_xlabel("Probability of the positive class, % (log scale)")
    texts = [f"{_percent(tops[m].predicted)} / {_percent(tops[m].observed)}" for m in order]
    rows.beside(panel, texts, "predicted / observed")
    return figure


def reliability(run: Run) -> Picture | None:
    """Observed and true against predicted probability on log scales, with a small panel for each method.

    The first data set with curves is shown; None if there is none.
    """
    datasets = hits.datasets(run)
    if not datasets:
        return None
    dataset = datasets[0]
    by_method = facts(run, "honest", dataset).calibration
    styles = looks(by_method)
    figure, panels = _grid(list(styles), across=3, height=1.55)
    for method, panel in panels.items():
        panel.set(xlim=(-4, 0), ylim=(-4, 0))
        panel.plot([-4, 0], [-4, 0], color=FAINT, lw=0.9)
        bins = [b for b in by_method[method].bins if b.cases >= FEWEST]
        for key, color, size in (("observed", styles[method].light, 4.2), ("true", INK, 2.2)):
            pairs = np.array(
                [[b.predicted, getattr(b, key)] for b in bins if getattr(b, key) and b.predicted]
            ).reshape(-1, 2)
            u, v = np.log10(pairs[(pairs > 1e-4).all(axis=1)]).T
            panel.plot(u, v, "s" if key == "true" else "o", color=color, ms=size, mew=0)
        for ticks in (panel.set_xticks, panel.set_yticks):
            ticks([-4, -2, 0], ["0.01", "1", "100"])
        panel.set_title(name_of(run, method), color=INK, loc="left")
    figure.supxlabel(f"Predicted probability, % ({dataset})", fontsize=9)
    figure.supylabel("Observed, %", fontsize=9)
    known = any(b.true is not None for m in styles for b in by_method[m].bins)
    caption = (
        f"The panels show the probability of the positive class on {dataset} for the cases of all test "
        f"folds, on log scales. Dots are observed shares of positives in bins with at least {FEWEST} cases"
        f"{', and small squares are mean true probabilities' if known else ''}. Below the line, the method "
        "overestimates the probability."
    )
    title = f"Calibration of the positive class on {dataset}, a panel for each method"
    text = f"Calibration of {_names(run, styles)} on {dataset}."
    return Picture(title, text, figure, caption, "jambeiro2007_calibration.csv")


def _lines(
    panel: Axes,
    grown: list[Point],
    axis: str,
    styles: dict[str, Style],
    value: Callable[[Point], float | None],
) -> dict[str, np.ndarray]:
    """Draw a line with dots for each method along an axis, and return the drawn values by method.

    The x axis is logarithmic, except for attributes.
    """
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
        look: dict[str, Any] = {"color": styles[method].light, "ls": dash_of(method), "ms": 4, "mew": 0}
        panel.plot(*line.T, marker="o", lw=1.7 if method == REFERENCE else 1.1, **look)
    # labels only at the ends, because others would touch
    panel.set_xticks([scale(x) for x in xs], [f"{x:,}" if x in (xs[0], xs[-1]) else "" for x in xs])
    return {method: line[:, 1] for method, line in lines.items()}


def learning(run: Run) -> Picture | None:
    """Area up to 10 % against the size of the data, with a panel for each series; None if there are no
    series.
    """
    if not hits.datasets(run) or not (grown := points(run)):
        return None
    axes = [a for a in ("rows", "values") if any(p.axis == a for p in grown)] or list(
        dict.fromkeys(p.axis for p in grown)
    )
    from matplotlib.ticker import MultipleLocator

    styles = looks({p.method for p in grown})
    figure, panels = _grid(axes, height=2.6)
    for axis, panel in panels.items():
        drawn = _lines(panel, grown, axis, styles, lambda p: mean_std(p.area_10)[0])
        panel.set_ylim(0, 1.08 * max(v for values in drawn.values() for v in values))
        panel.yaxis.set_major_locator(MultipleLocator(0.01))  # because labels have two digits
        panel.set_xlabel(f"{AXES[axis].capitalize()} (log scale)")
    name_ends(panel, {name_of(run, m): float(values[-1]) for m, values in drawn.items()}, 0.085)
    figure.supylabel("Area under the hit curve up to 10 %", fontsize=9)
    text = f"Area up to 10 % of {_names(run, styles)} against the number of {listing(AXES[a] for a in axes)}."
    told = learned(run)
    caption = "Synthetic customs declarations; only one factor is varied per panel. Mean over the folds."
    title = told[0].removesuffix(".") if told else "Area under the hit curve against the size of the data"
    return Picture(title, text, figure, caption, "jambeiro2007_learning.csv")


def cost(run: Run) -> Picture | None:
    """CPU time of one fit against cases, values and attributes; None if there are too few sizes."""
    return _costs(run, ["seconds"])


def cost_grid(run: Run) -> Picture | None:
    """Like `cost`, for CPU time, memory where it could be measured, and the number of parameters."""
    return _costs(run, list(TEXTS))


def _costs(run: Run, keys: list[str]) -> Picture | None:
    if not hits.datasets(run) or not (grown := points(run)):
        return None
    axes = [a for a in AXES if any(p.axis == a for p in grown)]
    measured = [
        key for key in keys if any(len({x for x, _ in series(grown, a, REFERENCE, key)}) >= 3 for a in axes)
    ]
    if not measured:
        return None
    styles = looks({p.method for p in grown})
    cells = [(key, axis) for key in measured for axis in axes]
    ends: dict[tuple[str, str], dict[str, float]] = {}
    figure, panels = _grid(cells, across=len(axes), height=2.4 if len(measured) == 1 else 1.9)
    for (key, axis), panel in panels.items():
        drawn = _lines(panel, grown, axis, styles, partial(_decimal_log, key))
        _decades(panel, [v for values in drawn.values() for v in values], TEXTS[key])
        panel.set_xlabel(AXES[axis].capitalize().replace(" of all ", " of all\n"))
        if axis != axes[0]:
            panel.tick_params(axis="y", labelleft=False)
        ends[key, axis] = {name_of(run, m): float(values[-1]) for m, values in drawn.items()}
    _same_heights(panels, measured, axes)
    for key in measured:
        name_ends(panels[key, axes[-1]], ends[key, axes[-1]], 0.1)
    text = f"{listing(measured).capitalize()} of {_names(run, styles)} against the size of the data."
    caption = (
        f"The {'rows show' if len(measured) > 1 else 'plot shows'} the "
        f"{listing(ROWS[key] for key in measured)}, on log scales except for attributes. The data are "
        "synthetic customs declarations; only one factor is varied per column."
    )
    title = (
        _growth(run) if keys == ["seconds"] else "How time, memory and size of the models grow with the data"
    )
    return Picture(title, text, figure, caption, "time_jambeiro2007_growth.csv")


def _same_heights(panels: dict[Any, Axes], keys: list[str], axes: list[str]) -> None:
    """Give panels in a row the same scale; only the first one has labels."""
    for key in keys:
        limits = [panels[key, axis].get_ylim() for axis in axes]
        for axis in axes:
            panels[key, axis].set_ylim(min(low for low, _ in limits), max(high for _, high in limits))


def _growth(run: Run) -> str:
    """Sentence on how HPB's time grows."""
    by_axis = {r["axis"]: r for r in growth_rows(run) if raw(r["method"]) == REFERENCE}
    factor = by_axis.get(AXES["attributes"], {}).get("time_factor")
    exponent = by_axis.get(AXES["rows"], {}).get("time_exponent")
    parts = [f"is multiplied by {factor:.1f} with each attribute"] if factor else []
    parts += [f"grows as the number of cases to the power {exponent:.2f}"] if exponent else []
    return f"The time to fit HPB {listing(parts)}" if parts else "Time to fit against the size of the data"


def _decimal_log(key: str, point: Point) -> float | None:
    value = getattr(point, key)
    return math.log10(value) if value and value > 0 else None


def _decades(panel: Axes, drawn: list[float], text: Callable[[float], str]) -> None:
    """Set ticks at powers of ten, for values that are already logarithms."""
    low, high = (math.floor(min(drawn)), math.ceil(max(drawn))) if drawn else (0, 1)
    panel.set_ylim(low - 0.1, max(high, low + 1) + 0.1)
    ticks = range(low, max(high, low + 1) + 1)
    panel.set_yticks(list(ticks), [text(10.0**t) for t in ticks])
