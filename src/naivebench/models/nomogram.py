"""Nomograms: additive models drawn as point scales; the sum of the points gives a probability.

    log-odds of class c against the rest = intercept + nats_per_point * sum over attributes of points

The values of every attribute have points: 0 for the least evidence for the class, 100 for the best value of
the most influential attribute. With two classes the rest is the other class and the sum is the model's
posterior. With more, the rest is their mixture attribute by attribute, P(x_j | rest) = sum over k != c of
P(k) P(x_j | k) / sum of P(k): naive Bayes of the class against all others. docs/explanations.md#nomograms;
Mozina, Demsar, Kattan and Zupan 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, one_of
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import logsumexp
from naivebench.core.table import DISCRETE, Table, subset
from naivebench.data.discretization.apply import CUT
from naivebench.methods.per_column import column_nb
from naivebench.methods.per_column.helpers.chosen import TEXT
from naivebench.models import drawing, explain, registry
from naivebench.models import fitted as fitted_methods
from naivebench.models.fitted import Fitted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STEPS = 61  # number of points on the curve of a number
ADDITIVE = "nb, gnb, mixed_nb, vmnb, column_nb or nb_tuned"
LONGEST = 100.0  # points of the most influential attribute's best value
LETTER = 1.05  # width of a small letter, in points of the ruler
INK, FAINT, CURVE = "#222222", "#bbbbbb", "#0072b2"


class Scale(NamedTuple):
    """Scale of one attribute: its values and their points."""

    attribute: int  # index among the attributes of the table
    name: str
    labels: tuple[str, ...]  # labels of values or intervals; empty for numbers
    values: np.ndarray  # (m,) codes, or numbers in the raw unit, ascending
    points: np.ndarray  # (m,)
    least: float  # log-odds at 0 points, nats; a missing value has -least / nats_per_point points


class Nomogram(NamedTuple):
    """The scales for one class, starting with the attribute with the widest range."""

    class_label: str
    against: str  # the other class, or "the rest"
    scales: tuple[Scale, ...]
    intercept: float  # log-odds when all attributes have 0 points, nats
    nats_per_point: float


def nomogram_of(fitted: Fitted, table: Table, class_label: str) -> Nomogram:
    """Compute the nomogram of a fitted method with additive terms (`ADDITIVE`).

    table: any cases with the attributes of the training table. The scale of a number that is not cut into
    intervals spans its values in the table; the scale of an angle spans the circle. Raises InputError for
    other methods, for columns of text, unknown classes, and values that rule out a class.
    """
    one_of(class_label, fitted.classes, "class", f"the nomogram of {fitted.method}")
    blank = _blank(fitted_methods.seen_by_method(fitted, table))
    log_prior = _explained(fitted, blank).prior[0]
    c = fitted.classes.index(class_label)
    ranges = [_scale_of(fitted, table, blank, j) for j in range(len(table.attributes))]
    evidence = [
        against_rest(_explained(fitted, filled).terms[:, j], log_prior, c)
        for j, (_, _, filled) in enumerate(ranges)
    ]
    if not all(np.isfinite(e).all() for e in evidence) or not np.isfinite(_prior_odds(log_prior, c)):
        raise InputError(
            f"the nomogram of {fitted.method} would have infinite points: some value rules class "
            f"{class_label!r} or all others out; give a smoothing (alpha, prior_alpha) above 0"
        )
    spans = np.array([np.ptp(e) if len(e) else 0.0 for e in evidence])
    nats = float(spans.max(initial=0.0)) / LONGEST or 1.0
    scales = [
        Scale(j, table.attributes[j].name, ranges[j][0], ranges[j][1], (e - e.min()) / nats, float(e.min()))
        for j, e in enumerate(evidence)
        if spans[j] > 0
    ]
    two = len(fitted.classes) == 2
    return Nomogram(
        class_label,
        fitted.classes[1 - c] if two else "the rest",
        tuple(sorted(scales, key=lambda scale: -np.ptp(scale.points))),
        float(_prior_odds(log_prior, c) + sum(scale.least for scale in scales)),
        nats,
    )


def points(nomogram: Nomogram, fitted: Fitted, table: Table) -> np.ndarray:
    """Points of every case on every scale, shape (n, scales). A missing value has the points of zero
    evidence.

    Numbers outside a scale may have points below 0 or above the end of the scale.
    """
    explained = _explained(fitted, fitted_methods.seen_by_method(fitted, table))
    c = fitted.classes.index(nomogram.class_label)
    result = np.empty((len(table.y), len(nomogram.scales)))
    for s, scale in enumerate(nomogram.scales):
        evidence = against_rest(explained.terms[:, scale.attribute], explained.prior[0], c)
        result[:, s] = (evidence - scale.least) / nomogram.nats_per_point
    return result


def probability(nomogram: Nomogram, total: np.ndarray) -> np.ndarray:
    """P(class | x) for total points of any shape."""
    odds = nomogram.intercept + nomogram.nats_per_point * np.asarray(total, dtype=np.float64)
    return 0.5 * (1 + np.tanh(odds / 2))


def total_of(nomogram: Nomogram, p: float) -> float:
    """Total points that correspond to a probability in (0, 1)."""
    return float((np.log(p) - np.log1p(-p) - nomogram.intercept) / nomogram.nats_per_point)


def against_rest(terms: np.ndarray, log_prior: np.ndarray, c: int) -> np.ndarray:
    """log P(x | c) / P(x | rest), shape (n,), in nats, from terms (n, K) and log priors (K,) in nats; zeros
    stay 0.
    """
    others = np.arange(len(log_prior)) != c
    rest = logsumexp(terms[:, others] + log_prior[others], axis=1) - logsumexp(log_prior[others], axis=0)
    odds = terms[:, c] - rest
    return np.where(terms.any(axis=1), odds, 0.0)


def _prior_odds(log_prior: np.ndarray, c: int) -> float:
    return float(log_prior[c] - logsumexp(np.delete(log_prior, c), axis=0))


def _explained(fitted: Fitted, seen: Table) -> Contributions:
    """The method's terms. Raises InputError unless each belongs to one attribute."""
    module = registry.load(fitted.module)
    found = module.explain(fitted.model, seen) if hasattr(module, "explain") else None
    if not isinstance(found, Contributions) or found.parents or found.route:
        raise InputError(
            f"method {fitted.method} has no nomogram, because its terms do not belong to one attribute "
            f"each: choose {ADDITIVE}"
        )
    if found.rest_of:
        text = next(a.name for a in seen.attributes if a.kind in TEXT)
        raise InputError(
            f"a nomogram has no scale for words, but column {text!r} is text: fit {fitted.method} without it"
        )
    return found


def _blank(seen: Table) -> Table:
    """A table with one case whose values are all missing."""
    one = subset(seen, np.zeros(1, np.intp)) if len(seen.y) else None
    if one is None:
        raise InputError("a nomogram needs a table with at least one case, for the ranges of its numbers")
    return one._replace(codes=np.full_like(one.codes, -1), reals=np.full_like(one.reals, np.nan))


def _scale_of(
    fitted: Fitted, table: Table, blank: Table, j: int
) -> tuple[tuple[str, ...], np.ndarray, Table]:
    """Labels and values of attribute j, and a table of cases that have only these values."""
    attribute, raw = blank.attributes[j], table.attributes[j]
    before = blank.attributes[:j]
    if attribute.kind in DISCRETE:
        values = np.arange(len(attribute.values))
        filled = subset(blank, np.zeros(len(values), np.intp))
        codes = filled.codes.copy()
        codes[:, sum(a.kind in DISCRETE for a in before)] = values
        labels = explain.intervals_of(fitted, table)[j] or attribute.values
        return labels, values, filled._replace(codes=codes)
    column = explain.columns(table)[j]
    assert column is not None
    known = column[~np.isnan(column)]
    if raw.kind == "angular":
        numbers = np.linspace(-np.pi, np.pi, STEPS)
    else:
        numbers = np.linspace(known.min(), known.max(), STEPS) if len(known) else np.zeros(1)
    labels, numbers, group = _of_distribution(fitted, j, numbers)
    filled = subset(blank, np.zeros(len(numbers), np.intp))
    reals = filled.reals.copy()
    for other in group:
        reals[:, _real_column(blank, other)] = 0.0
    reals[:, _real_column(blank, j)] = numbers
    return labels, numbers * explain.in_raw_unit(raw), filled._replace(reals=reals)


def _real_column(table: Table, j: int) -> int:
    """Column of `reals` of attribute j."""
    return sum(a.kind in CUT for a in table.attributes[:j])


def _of_distribution(
    fitted: Fitted, j: int, numbers: np.ndarray
) -> tuple[tuple[str, ...], np.ndarray, Sequence[int]]:
    """Labels and numbers that the distribution of attribute j takes, chosen from `numbers`, and the
    attributes of its group, which must be observed.
    """
    chosen = fitted.model.chosen if isinstance(fitted.model, column_nb.Model) else None
    word = chosen.distributions[j] if chosen is not None else ""
    if word == "bernoulli":
        return ("<= 0", "> 0"), np.array([0.0, 1.0]), ()
    if word == "poisson":
        return (), np.unique(np.rint(numbers)), ()
    groups = chosen.groups if chosen is not None else ()
    return (), numbers, next((group for group in groups if j in group), ())


# drawing


def nomogram(fitted: Fitted, table: Table, class_label: str, *, top: int = 10) -> Figure:
    """Draw a matplotlib figure of the `top` attributes with the widest ranges, the total and the probability.

    Values are drawn at their points; a number is drawn as a curve of its value against its points. The hollow
    marker shows a missing value. Raises InputError as `nomogram_of`, and without matplotlib.
    """
    found = nomogram_of(fitted, table, class_label)
    shown = found.scales[:top]
    heights = [0.55, *(0.7 if scale.labels else 1.1 for scale in shown), 0.9]
    figure = drawing.figure("the nomogram", figsize=(8, 0.6 + 1.15 * sum(heights)), layout="constrained")
    axes = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    for ax in axes:
        for side in ("left", "right", "top", "bottom"):
            ax.spines[side].set_visible(False)
        ax.set_yticks([])
    _ruler(axes[0], found)
    for ax, scale in zip(axes[1:-1], shown, strict=True):
        _draw(ax, scale, found)
    _totals(axes[-1], found, len(shown))
    figure.suptitle(f"{fitted.method}: {class_label} against {found.against}", fontsize=10)
    return figure


def _limits(found: Nomogram) -> tuple[float, float]:
    missing = [-scale.least / found.nats_per_point for scale in found.scales]
    return min([0.0, *missing]) - 6, max([LONGEST, *missing]) + 6


def _name(ax: Axes, text: str) -> None:
    ax.set_ylabel(text, rotation=0, ha="right", va="center", fontsize=9, color=INK)


def _ruler(ax: Axes, found: Nomogram) -> None:
    _name(ax, "points")
    ax.set_xlim(*_limits(found))
    ax.set_ylim(0, 1)
    ax.hlines(0, 0, LONGEST, color=INK, linewidth=1)
    for x in range(0, 101, 10):
        ax.vlines(x, 0, 0.3, color=INK, linewidth=0.8)
        ax.text(x, 0.4, str(x), ha="center", va="bottom", fontsize=8, color=INK)
    ax.set_xticks([])


def _draw(ax: Axes, scale: Scale, found: Nomogram) -> None:
    _name(ax, scale.name)
    ax.set_xlim(*_limits(found))
    ax.set_xticks([])
    missing = -scale.least / found.nats_per_point
    if not scale.labels:
        ax.plot(scale.points, scale.values, color=CURVE, linewidth=1.4)
        ax.yaxis.set_visible(True)
        ax.set_yticks(
            [scale.values[0], scale.values[-1]], [f"{scale.values[0]:.4g}", f"{scale.values[-1]:.4g}"]
        )
        ax.tick_params(labelsize=7, colors=INK, length=2)
        ax.axvline(missing, color=FAINT, linewidth=0.8, linestyle=":")
        return
    ax.set_ylim(-1.6, 1.6)
    ax.hlines(0, 0, scale.points.max(), color=INK, linewidth=1)
    ax.plot([missing], [0], "o", markerfacecolor="white", markeredgecolor=FAINT, markersize=6, zorder=2)
    order = np.argsort(scale.points, kind="stable")
    labels = [scale.labels[v] if len(scale.labels[v]) <= 22 else scale.labels[v][:21] + "…" for v in order]
    for v, text, lane in zip(order, labels, lanes(scale.points[order], labels), strict=True):
        ax.vlines(scale.points[v], 0, 0.25 * np.sign(lane or 1), color=INK, linewidth=0.8)
        if lane:
            style: dict[str, Any] = {"va": "bottom" if lane > 0 else "top", "ha": "center", "fontsize": 7}
            ax.text(scale.points[v], lane, text, color=INK, **style)


def lanes(points: np.ndarray, labels: Sequence[str]) -> list[float]:
    """Height of every label: the first of four at which it does not overlap a label to its left; 0 if none is
    free.
    """
    free = dict.fromkeys((-0.3, 0.3, -0.95, 0.95), -np.inf)
    result = []
    for x, label in zip(points, labels, strict=True):
        half = 0.5 * (LETTER * len(label) + 1)
        lane = next((lane for lane, end in free.items() if x - half >= end), 0.0)
        if lane:
            free[lane] = x + half
        result.append(lane)
    return result


def _totals(ax: Axes, found: Nomogram, n_shown: int) -> None:
    """Draw the axis of total points with the probability below; attributes that are not shown count as
    missing.
    """
    _name(ax, f"P({found.class_label})")
    hidden = sum(-scale.least / found.nats_per_point for scale in found.scales[n_shown:])
    most = sum(float(scale.points.max()) for scale in found.scales[:n_shown])
    low, high = (min(max(total_of(found, p) - hidden, 0.0), most) for p in (0.005, 0.995))
    high = high if high > low else low + 1.0
    ax.set_xlim(low - 0.06 * (high - low), high + 0.06 * (high - low))
    ax.set_ylim(-1.2, 1.4)
    ax.hlines(0, low, high, color=INK, linewidth=1)
    from matplotlib.ticker import MaxNLocator

    for x in MaxNLocator(8).tick_values(low, high):
        if low <= x <= high:
            ax.vlines(x, 0, 0.25, color=INK, linewidth=0.8)
            ax.text(x, 0.35, f"{x:g}", ha="center", va="bottom", fontsize=8, color=INK)
    taken: list[float] = []
    for p in (0.5, 0.1, 0.9, 0.01, 0.99, 0.3, 0.7, 0.2, 0.8, 0.05, 0.95, 0.4, 0.6):
        x = total_of(found, p) - hidden
        if low <= x <= high and all(abs(x - other) > 0.045 * (high - low) for other in taken):
            taken.append(x)
            ax.vlines(x, -0.25, 0, color=CURVE, linewidth=0.8)
            ax.text(x, -0.35, f"{p:g}", ha="center", va="top", fontsize=8, color=CURVE)
    ax.set_xlabel("total points, and the probability below them", fontsize=8, color=INK)
    ax.set_xticks([])
