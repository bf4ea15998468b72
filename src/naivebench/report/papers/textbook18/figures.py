"""The network of the wet grass as SVG, with the probability of every variable before and after each
finding.
"""

from __future__ import annotations

from naivebench.methods.inference import elimination
from naivebench.report.figures.style import head
from naivebench.report.palette import STYLES
from naivebench.report.papers.run import Run
from naivebench.report.papers.textbook18 import worked

NAME = "textbook18-wet-grass"
# left and upper edge of each box
PLACES = {"Rain": (4, 8), "Sprinkler": (240, 8), "Malala": (4, 150), "Anisa": (240, 150)}
LABELS = {
    "Rain": "Rain",
    "Sprinkler": "Sprinkler was on",
    "Malala": "Malala's grass is wet",
    "Anisa": "Anisa's grass is wet",
}
WIDTH, HEIGHT, BAR = 216, 92, 66
TOTAL = (460, 246)


def wet_grass(_: Run) -> str:
    """The network as SVG; the same in every run."""
    network = worked.wet_grass()
    body = []
    for i, name in enumerate(network.names):
        body += [_arrow(PLACES[network.names[p]], PLACES[name]) for p in network.parents[i]]
    for name in network.names:
        bars = [
            (
                known,
                name in evidence,
                float(elimination.posterior(network, [name], evidence)[1]) if name not in evidence else 1.0,
            )
            for known, evidence in worked.STAGES
        ]
        body.append(_box(PLACES[name], LABELS[name], bars))
    text = (
        "Rain and sprinkler wet Anisa's grass; only rain wets Malala's. The bars show the probability of "
        "each variable given what is known."
    )
    caption = (
        "Bars show the probability of each variable given what is known; observed variables are filled. "
        "Once Anisa's grass is known to be wet, Malala's is evidence for rain and thereby against the "
        "sprinkler."
    )
    before, after = (
        float(elimination.posterior(network, ["Sprinkler"], evidence)[1])
        for _, evidence in worked.STAGES[-2:]
    )
    title = f"Malala's wet grass explains the sprinkler away: from {before:.2f} to {after:.2f}"
    size = f"{TOTAL[0]}", f"{TOTAL[1]}"
    return head(NAME, title, text, *size, f"0 0 {size[0]} {size[1]}", caption) + "".join(body) + "</svg>\n"


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Arrow from the lower edge of a box to the upper edge of another."""
    x0, y0, x1, y1 = start[0] + WIDTH / 2, start[1] + HEIGHT, end[0] + WIDTH / 2, end[1] - 3
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    tip = [
        (x1, y1),
        (x1 - 9 * ux + 4 * uy, y1 - 9 * uy - 4 * ux),
        (x1 - 9 * ux - 4 * uy, y1 - 9 * uy + 4 * ux),
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in tip)
    line = (
        f'<path d="M{x0:.1f} {y0:.1f}L{x1 - 8 * ux:.1f} {y1 - 8 * uy:.1f}" stroke="currentColor" '
        'stroke-width="1.3" fill="none"/>'
    )
    return line + f'<polygon points="{points}" fill="currentColor"/>'


def _box(place: tuple[float, float], label: str, bars: list[tuple[str, bool, float]]) -> str:
    x, y = place
    frame = (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="var(--ground, #fff)" '
        'stroke="currentColor" stroke-width="1"/>'
    )
    parts = [
        frame,
        f'<text x="{x + 10}" y="{y + 19}" font-size="13" font-weight="600" '
        f'fill="currentColor">{label}</text>',
    ]
    for i, (known, observed, value) in enumerate(bars):
        top = y + 30 + 19 * i
        color = "currentColor" if observed else f"var(--g1, {STYLES[1].light})"
        parts.append(
            f'<text x="{x + 10}" y="{top + 10}" font-size="11" fill="currentColor">{_short(known)}</text>'
        )
        parts.append(
            f'<rect x="{x + 92}" y="{top}" width="{BAR}" height="12" fill="var(--faint, #9a9b9c)" '
            'opacity="0.3"/>'
        )
        parts.append(f'<rect x="{x + 92}" y="{top}" width="{BAR * value:.1f}" height="12" fill="{color}"/>')
        shown = "seen" if observed else f"{value:.4f}"
        parts.append(
            f'<text x="{x + 98 + BAR}" y="{top + 10}" font-size="11" fill="currentColor">{shown}</text>'
        )
    return "".join(parts)


def _short(known: str) -> str:
    """Short label of a finding, to fit next to a bar."""
    return {"nothing": "before", "Anisa's grass is wet": "Anisa wet", "both lawns are wet": "both wet"}.get(
        known, known
    )
