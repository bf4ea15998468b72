"""Rose diagrams of angular attributes, and fitted densities drawn over them.

Areas are proportional to frequencies: the radius is the square root of the frequency or density. Zero points
to the right, angles grow counterclockwise, and the cut of the circle at half a period is on the left. The
input is the facts of one data set (benchmark.angles.Facts).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.results.formats import plural, text
from naivebench.core.plain import named
from naivebench.report.figures.style import FAINT, INK, WIDTH, Picture
from naivebench.report.palette import STYLES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from naivebench.benchmark.angles import AngularAttribute, Facts
    from naivebench.benchmark.results.context import Results

ACROSS = 3  # roses in a row
SHOWN = 10  # attributes on a card
PANELS = 6  # classes whose fitted densities are drawn
FITS_TABLE = "lopezcruz2013_fits.csv"
COLOURS = [look.light for look in STYLES[1:]]  # each class has its own colour up to this number of classes


def drawable(results: Results, datasets: Iterable[str]) -> dict[str, Facts]:
    """Data set -> the facts of its angles, for data sets that have angles."""
    from naivebench.benchmark.angles import Facts

    facts = {d: named(Facts, results.angles.get(d, {})) for d in datasets}
    return {d: of for d, of in facts.items() if of.attributes}


def roses(facts: Facts) -> Picture:
    """One rose per angular attribute with sectors stacked by class.

    At most `SHOWN` attributes are drawn: those that tell most about the class.
    """
    attributes = telling(facts.attributes)
    classes = facts.classes if len(facts.classes) <= len(COLOURS) else []
    total, which = len(facts.attributes), "the angular attributes"
    if total > len(attributes):
        which = (
            f"the {len(attributes)} of {total} angular attributes with the most information about the class"
        )
    stacked = "stacked by class" if classes else "for all classes together"
    caption = (
        f"The sectors show the cases of {which}, {stacked}. Areas are proportional to frequencies, and the "
        "dotted ring is the uniform density."
    )
    count = plural(len(attributes), "attribute")
    described = f"Rose diagrams of {count}: {'; '.join(_described(a) for a in attributes)}."
    return Picture(_message(attributes), described, draw_roses(attributes, classes), caption)


def rose_panels(titles: Sequence[str], periods: Sequence[float]) -> tuple[Figure, Any]:
    """Polar axes in rows, labelled at the quarters in the unit of each period."""
    import matplotlib.pyplot as plt

    down = math.ceil(len(titles) / ACROSS)
    size, polar = (WIDTH, 2.2 * down), {"projection": "polar"}
    figure, grid = plt.subplots(
        down, ACROSS, figsize=size, squeeze=False, subplot_kw=polar, layout="constrained"
    )
    for panel in grid.flat[len(titles) :]:
        panel.axis("off")
    for panel, title, period in zip(grid.flat, titles, periods, strict=False):
        panel.set(title=title, yticks=[])
        panel.set_xticks([0, math.pi / 2, math.pi, 3 * math.pi / 2], quarters(period))
        panel.tick_params(pad=-2)
        panel.spines["polar"].set_color(FAINT)
    return figure, grid.flat[: len(titles)]


def quarters(period: float) -> tuple[str, ...]:
    """Labels of the right, upper, left and lower ends, in the raw unit."""
    if abs(period - 2 * math.pi) < 1e-3:
        return "0", "π/2", "±π", "−π/2"
    unit = "°" if period in (180, 360) else ""
    return tuple(f"{period * quarter / 4:g}{unit}" for quarter in range(4))


def fill_sectors(panel: Any, inner: np.ndarray, outer: np.ndarray, **look: Any) -> None:
    """Fill all sectors of the circle, from -pi on, between two radii (bins,) as one path."""
    steps = 5
    angles = np.linspace(-math.pi, math.pi, len(inner) + 1)
    arcs = np.linspace(angles[:-1], angles[1:], steps, axis=1).ravel()
    panel.fill_between(arcs, np.repeat(inner, steps), np.repeat(outer, steps), lw=0, **look)


def draw_roses(attributes: Sequence[AngularAttribute], classes: Sequence[str]) -> Figure:
    """Sectors of every attribute, stacked by class; without `classes`, of all cases together."""
    figure, panels = rose_panels([a.name for a in attributes], [a.period for a in attributes])
    for panel, attribute in zip(panels, attributes, strict=True):
        counts = np.array(attribute.counts)
        ends = np.vstack(
            [np.zeros(counts.shape[1]), counts.cumsum(axis=0) if classes else counts.sum(axis=0)]
        )
        largest = max(ends[-1].max(), 1)
        radius = np.sqrt(ends / largest)
        for inner, outer, colour in zip(radius[:-1], radius[1:], COLOURS, strict=False):
            fill_sectors(panel, inner, outer, color=colour, alpha=0.85)
        ring = math.sqrt(ends[-1].mean() / largest)
        panel.plot(np.linspace(0, 2 * math.pi, 60), np.full(60, ring), ":", color=INK, lw=0.8)
        panel.set_ylim(0, 1)
    if classes:
        import matplotlib.pyplot as plt

        keys = [plt.Rectangle((0, 0), 1, 1, color=c) for c in COLOURS[: len(classes)]]
        figure.legend(keys, classes, loc="outside upper left", ncols=min(len(classes), 4))
    return figure


def _message(attributes: Sequence[AngularAttribute]) -> str:
    """Sentence on the attribute that tells most about the class, and its share of the class entropy."""
    told = [_information(a.counts) for a in attributes]
    best = told.index(max(told))
    cases = [sum(row) for row in attributes[best].counts]
    entropy = -math.fsum(n / sum(cases) * math.log(n / sum(cases)) for n in cases if n)
    name, share = attributes[best].name, 100 * told[best] / entropy if entropy else 0.0
    several = len(told) > 1
    which = f"Of the {len(told)} angles shown, {name}" if several else f"The angle {name}"
    much = "the most information" if several else "information"
    return f"{which} gives {much} about the class ({share:.0f} % of its entropy)"


def telling(attributes: Sequence[AngularAttribute]) -> Sequence[AngularAttribute]:
    """At most `SHOWN` attributes, in their order: those whose sectors have the largest mutual information
    with the class.
    """
    if len(attributes) <= SHOWN:
        return attributes
    best = sorted(range(len(attributes)), key=lambda i: -_information(attributes[i].counts))[:SHOWN]
    return [attributes[i] for i in sorted(best)]


def _information(counts: list[list[int]]) -> float:
    """Plug-in estimate of the mutual information of sector and class, nats."""
    total = sum(map(sum, counts))
    sectors = [sum(s) for s in zip(*counts, strict=True)]
    return math.fsum(
        n / total * math.log(n * total / (sum(row) * sectors[b]))
        for row in counts
        for b, n in enumerate(row)
        if n
    )


def _described(attribute: AngularAttribute) -> str:
    sectors = [sum(s) for s in zip(*attribute.counts, strict=True)]
    middle = (sectors.index(max(sectors)) + 0.5) / len(sectors)
    fullest = middle * attribute.period - attribute.period / 2
    return (
        f"{attribute.name}, {sum(sectors):,} cases, most of them around {fullest % attribute.period:.4g} "
        f"of a period of {attribute.period:.4g}"
    )


def fits(facts: Facts, attribute: AngularAttribute, why: str = "") -> Picture:
    """Both densities of an attribute over the rose of each of the largest classes, with log-likelihoods.

    `why`: the reason for showing this attribute.
    """
    both = {c: fit for c, fit in enumerate(attribute.fits) if fit}
    shown = sorted(sorted(both, key=lambda c: -both[c].n)[:PANELS])
    better = sum(f.von_mises > f.gaussian for f in both.values())
    title = (
        f"The von Mises density fits {attribute.name} better than the Gaussian in {better or 'none'} of "
        f"{len(both)} {'class' if len(both) == 1 else 'classes'}"
    )
    likelihoods = [(facts.classes[c], both[c]) for c in shown]
    described = f"Fitted densities of {attribute.name}, log-likelihoods in nats: " + "; ".join(
        f"{label} von Mises {fit.von_mises:.1f}, Gaussian {fit.gaussian:.1f}" for label, fit in likelihoods
    )
    left = len(both) - len(shown)
    caption = (
        f"Each panel shows attribute {attribute.name} of {facts.dataset} in one "
        f"class{f' (the largest {len(shown)})' if left else ''}, with von Mises and Gaussian densities "
        "fitted by maximum likelihood; their log-likelihoods in nats are below. The Gaussian is cut open at "
        "the left, where it has two values for one angle. Areas are proportional to frequencies. "
        f"{why}"
    ).strip()
    return Picture(title, f"{described}.", draw_fits(facts, attribute, shown), caption, FITS_TABLE)


def widest(facts: Facts) -> AngularAttribute | None:
    """The attribute on which the densities differ most in log-likelihood; None without fits."""
    fitted = [a for a in facts.attributes if any(a.fits)]
    return max(fitted, key=lambda a: math.fsum(f.von_mises - f.gaussian for f in a.fits if f), default=None)


def draw_fits(facts: Facts, attribute: AngularAttribute, shown: Sequence[int]) -> Figure:
    """Rose and both fitted densities of each class on one scale; high curves leave the circle."""
    import matplotlib.pyplot as plt

    from naivebench.methods.directional.von_mises import log_density

    both = [(c, fit) for c in shown if (fit := attribute.fits[c])]
    titles = [f"{facts.classes[c]} ({fit.n:,})" for c, fit in both]
    figure, panels = rose_panels(titles, [attribute.period] * len(both))
    angles = np.linspace(-math.pi, math.pi, 145)
    lines: dict[str, Any] = {
        "Gaussian": {"color": COLOURS[1], "ls": "--"},
        "von Mises": {"color": COLOURS[0]},
    }
    for panel, (c, fit) in zip(panels, both, strict=True):
        counts = np.asarray(attribute.counts[c])
        width = 2 * math.pi / len(counts)
        frequency = counts / max(counts.sum(), 1) / width
        gaussian = np.exp(-0.5 * ((angles - fit.mean) / fit.sd) ** 2) / (fit.sd * math.sqrt(2 * math.pi))
        densities = {"Gaussian": gaussian, "von Mises": np.exp(log_density(angles, fit.mu, fit.kappa))}
        highest = max(density.max() for density in densities.values())
        scale = max(frequency.max(), min(highest, 2 * frequency.max()))
        fill_sectors(panel, 0 * frequency, np.sqrt(frequency / scale), color=INK, alpha=0.16)
        panel.plot(angles, np.full(145, math.sqrt(1 / (2 * math.pi * scale))), ":", color=INK, lw=0.8)
        for label, density in densities.items():
            panel.plot(angles, np.sqrt(density / scale), lw=1.6, label=label, **lines[label])
        panel.set_ylim(0, 1)
        likelihoods = f"von Mises {text(fit.von_mises, 'rank')}\nGaussian {text(fit.gaussian, 'rank')}"
        panel.set_xlabel(likelihoods)
    keys = [plt.Line2D([], [], lw=1.6, label=label, **lines[label]) for label in ("von Mises", "Gaussian")]
    figure.legend(handles=keys, loc="outside upper left", ncols=2)
    return figure
