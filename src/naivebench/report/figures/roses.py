"""Rose diagrams of angular attributes, and fitted densities drawn over them, as SVG text.

Areas are proportional to frequencies: the radius is the square root of the frequency or density. Zero points
to the right, angles grow counterclockwise, and the cut of the circle at half a period is on the left. The
input is the facts of one data set (methods.directional.analysis.angles.Facts).
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from naivebench.benchmark.results.formats import plural, text
from naivebench.core.plain import named
from naivebench.report.figures.style import head
from naivebench.report.palette import STYLES

if TYPE_CHECKING:
    from naivebench.benchmark.results.context import Results
    from naivebench.methods.directional.analysis.angles import AngularAttribute, Facts
    from naivebench.methods.directional.analysis.goodness_of_fit import Fit

WIDTH = 444  # fits a screen of 500 pixels with letters of 10 pixels
FEW = 3  # attributes up to which roses are large
# roses per row, by whether there are few
ACROSS, RADIUS = {True: 2, False: 3}, {True: 76, False: 46}
FITS_ACROSS, FITS_RADIUS = 3, 46
SHOWN = 10  # attributes on a card
FITS_TABLE = "lopezcruz2013_fits.csv"
COLOURS = STYLES[1:]  # each class has its own colour up to this number of classes
POINTS = 144  # points of a density curve


def drawable(results: Results, datasets: Iterable[str]) -> dict[str, Facts]:
    """Data set -> the facts of its angles, for data sets that have angles."""
    from naivebench.methods.directional.analysis.angles import Facts

    facts = {d: named(Facts, results.angles.get(d, {})) for d in datasets}
    return {d: of for d, of in facts.items() if of.attributes}


def roses(name: str, facts: Facts) -> str:
    """Draw one rose per angular attribute with sectors stacked by class.

    At most `SHOWN` attributes are drawn: those that tell most about the class.
    """
    attributes = telling(facts.attributes)
    classes = facts.classes if len(facts.classes) <= len(COLOURS) else []
    across, radius = (which[len(attributes) <= FEW] for which in (ACROSS, RADIUS))
    legend, top = _legend(classes)
    step = 2 * radius + 44
    height = top + step * math.ceil(len(attributes) / across)
    parts = [legend]
    for i, attribute in enumerate(attributes):
        x, y = (i % across + 0.5) * WIDTH / across, top + (i // across + 0.5) * step + 8
        parts += [_label(x, y - radius - 20, attribute.name, 12), _axes(x, y, radius, attribute.period)]
        parts.append(
            _stack(
                x,
                y,
                radius,
                attribute.counts if classes else [[sum(s) for s in zip(*attribute.counts, strict=True)]],
            )
        )
    total = len(facts.attributes)
    which = "the angular attributes"
    if total > len(attributes):
        which = (
            f"the {len(attributes)} of {total} angular attributes with the most information about the class"
        )
    stacked = "stacked by class" if classes else "for all classes together"
    caption = (
        f"The sectors show the cases of {which}, {stacked}. Areas are proportional to frequencies, and the "
        "dotted ring is the uniform density."
    )
    described = (
        f"Rose diagrams of {plural(len(attributes), 'attribute')}: "
        + "; ".join(_described(a) for a in attributes)
        + "."
    )
    return (
        head(name, _message(attributes), described, str(WIDTH), str(height), f"0 0 {WIDTH} {height}", caption)
        + "".join(parts)
        + "</svg>\n"
    )


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


def fits(name: str, facts: Facts, attribute: AngularAttribute, why: str = "") -> str:
    """Draw both densities of an attribute over the rose of each of the largest eight classes, with
    log-likelihoods.

    `why`: the reason for showing this attribute.
    """
    both = {c: fit for c, fit in enumerate(attribute.fits) if fit}
    shown = sorted(sorted(both, key=lambda c: -both[c].n)[: 2 * FITS_ACROSS])
    step, top = 2 * FITS_RADIUS + 84, 22
    height = top + step * math.ceil(len(shown) / FITS_ACROSS)
    parts = [_line_legend()]
    for i, c in enumerate(shown):
        fit = both[c]
        x, y = (
            (i % FITS_ACROSS + 0.5) * WIDTH / FITS_ACROSS,
            top + (i // FITS_ACROSS) * step + FITS_RADIUS + 36,
        )
        parts += [
            _label(x, y - FITS_RADIUS - 20, f"{facts.classes[c]} ({fit.n:,})", 12),
            _axes(x, y, FITS_RADIUS, attribute.period),
        ]
        parts.append(_fit(x, y, FITS_RADIUS, attribute.counts[c], fit))
        for line, value in enumerate((fit.von_mises, fit.gaussian)):
            label = f"{('von Mises', 'Gaussian')[line]} {text(value, 'rank')}"
            parts.append(_label(x, y + FITS_RADIUS + 24 + 13 * line, label, 11))
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
    return (
        head(
            name,
            title,
            described + ".",
            str(WIDTH),
            str(height),
            f"0 0 {WIDTH} {height}",
            caption,
            FITS_TABLE,
        )
        + "".join(parts)
        + "</svg>\n"
    )


def widest(facts: Facts) -> AngularAttribute | None:
    """The attribute on which the densities differ most in log-likelihood; None without fits."""
    fitted = [a for a in facts.attributes if any(a.fits)]
    return max(fitted, key=lambda a: math.fsum(f.von_mises - f.gaussian for f in a.fits if f), default=None)


def _n(value: float) -> str:
    """Format a coordinate with one decimal."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def _at(x: float, y: float, r: float, angle: float) -> str:
    return f"{_n(x + r * math.cos(angle))} {_n(y - r * math.sin(angle))}"


def _label(x: float, y: float, label: str, size: float, anchor: str = "middle", extra: str = "") -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="currentColor"{extra}>{html.escape(label)}</text>'
    )


def _legend(classes: Sequence[str]) -> tuple[str, int]:
    """Legend of the classes' colours, in as many lines as needed, and its height."""
    parts, x, y = [], 4.0, 5
    for label, look in zip(classes, COLOURS, strict=False):
        width = 33 + 7.0 * len(label)
        x, y = (4.0, y + 17) if x > 4 and x + width > WIDTH else (x, y)
        parts.append(
            f'<rect x="{_n(x)}" y="{y}" width="10" height="10" fill="var(--{look.css}, {look.light})"/>'
        )
        parts.append(_label(x + 15, y + 9, label, 12, "start"))
        x += width
    return "".join(parts), y + 19 if classes else 4


def _line_legend() -> str:
    parts = []
    for x, label, look, dash in (
        (4, "von Mises", STYLES[1], ""),
        (110, "Gaussian", STYLES[2], ' stroke-dasharray="5 3"'),
    ):
        parts.append(
            f'<path d="M{x} 10H{x + 26}" fill="none" stroke="var(--{look.css}, {look.light})" '
            f'stroke-width="1.8"{dash}/>'
        )
        parts.append(_label(x + 32, 14, label, 12, "start"))
    return "".join(parts)


def _quarters(period: float) -> tuple[str, ...]:
    """Labels of the right, upper, left and lower ends, in the raw unit."""
    if abs(period - 2 * math.pi) < 1e-3:
        return "0", "π/2", "±π", "−π/2"
    unit = "°" if period in (180, 360) else ""
    return tuple(f"{period * quarter / 4:g}{unit}" for quarter in range(4))


def _axes(x: float, y: float, r: float, period: float) -> str:
    """Draw the outer circle, the cross lines and the angles at their ends."""
    right, upper, left, lower = _quarters(period)
    quiet = ' opacity="0.7"'
    return (
        f'<g fill="none" stroke="var(--faint, #9a9b9c)" stroke-width="0.7"><circle cx="{_n(x)}" '
        f'cy="{_n(y)}" r="{_n(r)}"/>'
        f'<path d="M{_n(x - r)} {_n(y)}H{_n(x + r)}M{_n(x)} {_n(y - r)}V{_n(y + r)}" opacity="0.5"/></g>'
        + _label(x + r + 3, y + 3, right, 10, "start", quiet)
        + _label(x, y - r - 3, upper, 10, "middle", quiet)
        + _label(x - r - 3, y + 3, left, 10, "end", quiet)
        + _label(x, y + r + 10, lower, 10, "middle", quiet)
    )


def _sector(x: float, y: float, inner: float, outer: float, begin: float, end: float) -> str:
    """Path of a ring sector, counterclockwise from `begin` to `end`."""
    arc = f"L{_at(x, y, outer, begin)}A{_n(outer)} {_n(outer)} 0 0 0 {_at(x, y, outer, end)}"
    if inner <= 0:
        return f"M{_n(x)} {_n(y)}{arc}Z"
    return (
        f"M{_at(x, y, inner, begin)}{arc}L{_at(x, y, inner, end)}A{_n(inner)} {_n(inner)} 0 0 1 "
        f"{_at(x, y, inner, begin)}Z"
    )


def _ring(x: float, y: float, r: float) -> str:
    """Ring of the uniform density."""
    return (
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill="none" stroke="currentColor" '
        'stroke-width="0.7" stroke-dasharray="2 2"/>'
    )


def _stack(x: float, y: float, radius: float, counts: list[list[int]]) -> str:
    """Draw sectors stacked outwards, a path per row of counts, and the ring of equal frequencies."""
    bins = len(counts[0])
    below, paths = [0] * bins, [""] * len(counts)
    largest = max(sum(s) for s in zip(*counts, strict=True)) or 1
    for c, row in enumerate(counts):
        for b, n in enumerate(row):
            if n:
                inner, outer = (radius * math.sqrt(v / largest) for v in (below[b], below[b] + n))
                paths[c] += _sector(
                    x,
                    y,
                    inner,
                    outer,
                    2 * math.pi * b / bins - math.pi,
                    2 * math.pi * (b + 1) / bins - math.pi,
                )
                below[b] += n
    drawn = "".join(
        f'<path d="{path}" fill="var(--{look.css}, {look.light})" fill-opacity="0.85"/>'
        for path, look in zip(paths, COLOURS, strict=False)
        if path
    )
    return drawn + _ring(x, y, radius * math.sqrt(sum(below) / bins / largest))


def _fit(x: float, y: float, radius: float, counts: list[int], fit: Fit) -> str:
    """Draw the rose of one class and both densities on one scale; curves are cut off just outside the
    circle.
    """
    import numpy as np

    from naivebench.methods.directional.helpers.von_mises import log_density

    angles = np.linspace(-math.pi, math.pi, POINTS + 1)
    mises = np.exp(log_density(angles, fit.mu, fit.kappa))
    gaussian = np.exp(-0.5 * ((angles - fit.mean) / fit.sd) ** 2) / (fit.sd * math.sqrt(2 * math.pi))
    frequency = np.asarray(counts) / max(sum(counts), 1) * len(counts) / (2 * math.pi)
    scale = max(frequency.max(), min(max(mises.max(), gaussian.max()), 2 * frequency.max()))
    bins = len(counts)
    rose = "".join(
        _sector(
            x,
            y,
            0,
            radius * math.sqrt(f / scale),
            2 * math.pi * b / bins - math.pi,
            2 * math.pi * (b + 1) / bins - math.pi,
        )
        for b, f in enumerate(frequency)
        if f > 0
    )
    parts = [
        f'<path d="{rose}" fill="currentColor" fill-opacity="0.16"/>',
        _ring(x, y, radius * math.sqrt(1 / (2 * math.pi * scale))),
    ]
    for density, look, dash in ((gaussian, STYLES[2], ' stroke-dasharray="5 3"'), (mises, STYLES[1], "")):
        reach = np.minimum(radius * np.sqrt(density / scale), 1.12 * radius)
        line = "M" + "L".join(_at(x, y, r, a) for r, a in zip(reach.tolist(), angles.tolist(), strict=True))
        parts.append(
            f'<path d="{line}" fill="none" stroke="var(--{look.css}, {look.light})" '
            f'stroke-width="1.6"{dash}/>'
        )
    return "".join(parts)
