"""Drawing of the arcs of a network classifier: docs/explanations.md#structure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.naive_bayes import nb
from naivebench.models import fitted as fitted_methods
from naivebench.models.fitted import Fitted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLASS = "(class)"
LONGEST = 18  # largest number of characters of a name in the figure
INK, FAINT, ARC, FACE = "#222222", "#cccccc", "#0072b2", "#f4f4f4"


def find_parents(fitted: Fitted) -> dict[str, list[str]]:
    """Parents of every node of a fitted network, including the class.

    Raises InputError for methods that are not networks over attributes.
    """
    parents: Any = fitted_methods.summary(fitted).get("structure")
    if isinstance(fitted.model, nb.Model):
        parents = {attribute.name: [] for attribute in fitted.attributes}
    if not isinstance(parents, dict) or not parents:
        raise InputError(
            f"method {fitted.method} has no network of attributes to plot: choose tan, kdb or another method "
            "whose summary_ has a `structure`"
        )
    if CLASS in parents:
        return parents
    return {CLASS: []} | {name: [CLASS, *above] for name, above in parents.items()}


def place_nodes(parents: dict[str, list[str]]) -> dict[str, tuple[float, float]]:
    """Position of every node: y = -level, one level below its lowest parent, and x in widths of a node.

    The nodes of a level are in the order of the mean position of their parents, so that few arcs cross.
    Alternate levels are shifted by half a width, so that longer arcs pass beside the nodes between.
    """
    level: dict[str, int] = {}
    while len(level) < len(parents):
        ready = [n for n, above in parents.items() if n not in level and all(p in level for p in above)]
        level |= {n: max((level[p] + 1 for p in parents[n]), default=0) for n in ready}
    places: dict[str, tuple[float, float]] = {}
    for depth in range(max(level.values()) + 1):
        row = [name for name in parents if level[name] == depth]
        above = {name: [places[p][0] for p in parents[name] if p != CLASS] for name in row}
        row.sort(key=lambda name: float(np.mean(above[name])) if above[name] else 0.0)
        for i, name in enumerate(row):
            places[name] = (i - (len(row) - 1) / 2 + 0.25 * (-1) ** depth, -depth)
    return places


def plot(fitted: Fitted) -> Figure:
    """Draw the network as a matplotlib figure: arcs between attributes in colour, arcs from the class faint.

    Raises InputError as `find_parents`, and without matplotlib.
    """
    parents = find_parents(fitted)
    places = place_nodes(parents)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "the plot of the structure needs matplotlib, which is not installed: run `pip install matplotlib`"
        ) from None
    x, y = np.array(list(places.values())).T
    figure = Figure(figsize=(np.clip(1.35 * (1 + np.ptp(x)), 4, 40), np.clip(1.1 * (1 - y.min()), 3, 40)))
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(x.min() - 0.7, x.max() + 0.7), ylim=(y.min() - 0.5, 0.5))
    for name, above in parents.items():
        for parent in above:
            colour, bend = (FAINT, 0.0) if parent == CLASS else (ARC, 0.12)
            arrow = {"arrowstyle": "-|>", "color": colour, "shrinkA": 9, "shrinkB": 11}
            arrow |= {"connectionstyle": f"arc3,rad={bend}"}
            axes.annotate("", xy=places[name], xytext=places[parent], arrowprops=arrow, zorder=1)
    for name, (left, height) in places.items():
        text = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
        box = {"boxstyle": "round,pad=0.3", "facecolor": FACE, "edgecolor": INK}
        axes.text(left, height, text, ha="center", va="center", fontsize=8, color=INK, bbox=box, zorder=2)
    axes.set_title(f"{fitted.method}: arrows lead from parents to children", fontsize=10)
    return figure
