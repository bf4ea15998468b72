"""Figure of the probabilities that a method is better than, practically equivalent to, or worse than the
reference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.benchmark.results.comparisons import AgainstReference
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import listing, metric_kind, plural
from naivebench.benchmark.results.summaries import Summary
from naivebench.report.figures import rows
from naivebench.report.figures.style import FAINT, GROUND, INK, Picture
from naivebench.report.palette import STYLES
from naivebench.report.probabilities import SURE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

READABLE = 0.13  # least share of a bar in which its number is written
PARTS = ("better", "rope", "worse")
COLOURS = [STYLES[1].light, FAINT, STYLES[2].light]


def primary(results: Results) -> AgainstReference | None:
    """The Bayesian comparison over data sets of the primary protocol and metric, or None."""
    entries = results.bayes.comparisons
    named = [e for e in entries if e.primary]
    alike = [e for e in entries if (e.protocol, e.metric) == results.primary and e.main]
    return next(iter([*named, *alike]), None)


def probabilities(results: Results, summary: Summary) -> Picture:
    """Draw P(better), P(practically equivalent) and P(worse) of every method against the reference as stacked
    bars.
    """
    import pandas as pd

    title = "Probability of being better, practically equivalent or worse"
    entry = primary(results)
    shown = [
        m for m in (entry.methods if entry else ()) if m.better is not None and m.method in results.methods
    ]
    reference = results.bayes.reference or results.reference or "nb"
    if entry is None or not shown:
        return Picture(
            title, f"No Bayesian comparison against the reference method ({reference}) in this run."
        )
    shown.sort(key=lambda m: ((m.worse or 0) - (m.better or 0), m.method))
    rope = results.bayes.rope or 0.0
    region = (
        f"{100 * rope:g} percentage point{'' if rope == 0.01 else 's'}"
        if metric_kind(entry.metric) == "percent"
        else f"{rope:g}"
    )
    sure = {part: [m.method for m in shown if (getattr(m, part) or 0) >= SURE] for part in PARTS}
    title = (
        f"With a probability of at least {SURE:g}, {len(sure['better']) or 'none'} of "
        f"{plural(len(shown), 'method')} {'is' if len(sure['better']) == 1 else 'are'} better than "
        f"{reference} by more than {region}, {len(sure['rope']) or 'none'} practically as good, and "
        f"{len(sure['worse']) or 'none'} worse"
    )
    text = f"Better than {reference} with a probability of at least {SURE}: "
    text += f"{listing(sure['better']) or 'none'}. "
    text += (
        "P(better), P(alike), P(worse): "
        + "; ".join(f"{m.method} {m.better:.2f}, {m.rope:.2f}, {m.worse:.2f}" for m in shown)
        + "."
    )
    caption = (
        f"Bars are probabilities in percent that compare a method with {reference} over "
        f"{plural(max(m.n or 0 for m in shown), 'data set')} (Bayesian signed-rank test). Alike means a "
        f"difference within {region}. A name is bold if one outcome has a probability of at least {SURE:g}."
    )
    heads = (f"better than {reference}", "alike", f"worse than {reference}")
    frame = pd.DataFrame([(m.method, m.better, m.rope, m.worse) for m in shown], columns=["method", *PARTS])
    return Picture(title, text, draw_bars(frame, heads), caption, "probabilities.csv")


def draw_bars(frame: pd.DataFrame, heads: tuple[str, str, str]) -> Figure:
    """Stacked bars with their numbers (columns method and PARTS); seaborn has no stacked bars."""
    shares = frame[list(PARTS)].fillna(0.0)
    decided = frame["method"][shares.max(axis=1) >= SURE]
    figure, (panel,) = rows.chart([*frame["method"]], bold=decided)
    shares.plot.barh(
        stacked=True, ax=panel, color=COLOURS, width=0.78, edgecolor=GROUND, lw=0.6, legend=False
    )
    bars: Any
    for bars in panel.containers:
        panel.bar_label(
            bars, fmt=lambda v: f"{100 * v:.0f}" if v >= READABLE else "", label_type="center", color=GROUND
        )
    panel.set(xlim=(0, 1), xticks=[], ylim=(len(frame) - 0.5, -0.5))
    panel.set_yticks(range(len(frame)), frame["method"])
    panel.spines["bottom"].set_visible(False)
    places = ((0.0, "left"), (0.5, "center"), (1.0, "right"))
    for (x, side), head, colour in zip(places, heads, (COLOURS[0], INK, COLOURS[2]), strict=True):
        panel.text(x, -0.72, head, ha=side, va="bottom", color=colour, weight="bold")
    return figure
