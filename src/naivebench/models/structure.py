"""Drawing of the arcs of a network classifier as a figure.

An attribute is drawn one level below its lowest parent. The nodes of a level are ordered by the mean position
of their parents, so that few arcs cross (the barycentre method of Sugiyama, Tagawa and Toda 1981).
docs/explanations.md#structure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.bn_classifiers import families, kdb_hc, skdb
from naivebench.methods.naive_bayes import nb
from naivebench.models import fitted as fitted_methods
from naivebench.models.fitted import Fitted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLASS = "(class)"
SWEEPS = 4  # passes over the levels, alternately down and up
# shift of alternate levels to the left and right if arcs skip a level, so that they pass beside its nodes
STAGGER = 0.45
LONGEST = 18  # largest number of characters of a name in the figure
INK, FAINT, ARC, FACE = "#222222", "#cccccc", "#0072b2", "#f4f4f4"


class Structure(NamedTuple):
    """A directed acyclic graph over attributes, and over the class if `names` includes it."""

    names: tuple[str, ...]  # (m,)
    parents: tuple[tuple[int, ...], ...]  # (m,) indices
    root: int  # index of the class; -1 if it is not drawn


def of(fitted: Fitted) -> Structure:
    """The structure of a fitted network. The class is the first node if it is a parent of every attribute.

    Raises InputError for methods that are not networks over attributes.
    """
    model = fitted.model
    if isinstance(model, nb.Model):
        above: dict[str, list[str]] = {attribute.name: [] for attribute in fitted.attributes}
    else:
        above = fitted_methods.summary(fitted).get("structure", {})
    if not isinstance(above, dict) or not above:
        raise InputError(
            f"method {fitted.method} has no network of attributes to plot: choose tan, kdb or another method "
            "whose summary_ has a `structure`"
        )
    everywhere = isinstance(model, (nb.Model, families.Model, skdb.Model, kdb_hc.Model))
    names = ((CLASS,) if everywhere else ()) + tuple(above)
    place = {name: i for i, name in enumerate(names)}
    first = (0,) if everywhere else ()
    parents = [first + tuple(place[p] for p in its) for its in above.values()]
    return Structure(names, (*(() for _ in first), *map(tuple, parents)), place.get(CLASS, -1))


def levels(structure: Structure) -> np.ndarray:
    """Level of every node, (m,) int64: 0 without parents, otherwise one more than the largest level of its
    parents.
    """
    depth = np.full(len(structure.names), -1)
    while (depth < 0).any():
        ready = [
            i for i, its in enumerate(structure.parents) if depth[i] < 0 and all(depth[p] >= 0 for p in its)
        ]
        if not ready:
            raise ValueError("the parents form a cycle")
        for i in ready:
            depth[i] = max((depth[p] + 1 for p in structure.parents[i]), default=0)
    return depth


def layout(structure: Structure) -> np.ndarray:
    """Position of every node, shape (m, 2): x in node widths, centred at 0; y = -level."""
    depth = levels(structure)
    children: list[list[int]] = [[] for _ in structure.names]
    parents = [[p for p in its if p != structure.root] for its in structure.parents]
    for i, its in enumerate(parents):
        for p in its:
            children[p].append(i)
    rows = [np.flatnonzero(depth == level).tolist() for level in range(depth.max() + 1)]
    x = np.zeros(len(depth))
    for row in rows:
        _spread(x, row)
    for sweep in range(SWEEPS):
        beside = parents if sweep % 2 == 0 else children
        for row in rows if sweep % 2 == 0 else rows[::-1]:
            means = {i: float(np.mean(x[beside[i]])) if beside[i] else x[i] for i in row}
            row.sort(key=means.__getitem__)
            _spread(x, row)
    if any(depth[i] - depth[p] > 1 for i, its in enumerate(parents) for p in its):
        x += np.where(depth % 2 == 0, STAGGER, -STAGGER)
    return np.column_stack([x, -depth])


def _spread(x: np.ndarray, row: list[int]) -> None:
    """Place the nodes of a level side by side, in their order."""
    x[row] = np.arange(len(row)) - (len(row) - 1) / 2


def plot(fitted: Fitted) -> Figure:
    """Draw the network as a matplotlib figure: arcs between attributes in colour, arcs from the class faint.

    Raises InputError as `of`, and without matplotlib.
    """
    structure = of(fitted)
    places = layout(structure)
    widest = 1 + np.ptp(places[:, 0])
    size = (min(max(4.0, 1.35 * widest), 40.0), min(max(3.0, 1.1 * (1 - places[:, 1].min())), 40.0))
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "the plot of the structure needs matplotlib, which is not installed: run `pip install matplotlib`"
        ) from None
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set_xlim(places[:, 0].min() - 0.7, places[:, 0].max() + 0.7)
    axes.set_ylim(places[:, 1].min() - 0.5, 0.5)
    for i, its in enumerate(structure.parents):
        many = sum(p != structure.root for p in its) > 1
        for p in its:
            of_class = p == structure.root
            bend = 0.12 if many and not of_class else 0.0
            arrow = {
                "arrowstyle": "-|>",
                "color": FAINT if of_class else ARC,
                "linewidth": 0.8 if of_class else 1.3,
                "shrinkA": 9,
                "shrinkB": 11,
                "connectionstyle": f"arc3,rad={bend}",
            }
            axes.annotate("", xy=tuple(places[i]), xytext=tuple(places[p]), arrowprops=arrow, zorder=1)
    for (x, y), name in zip(places, structure.names, strict=True):
        text = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
        box = {"boxstyle": "round,pad=0.3", "facecolor": FACE, "edgecolor": INK, "linewidth": 0.8}
        axes.text(x, y, text, ha="center", va="center", fontsize=8, color=INK, bbox=box, zorder=2)
    axes.set_title(f"{fitted.method}: arrows lead from parents to children", fontsize=10)
    return figure
