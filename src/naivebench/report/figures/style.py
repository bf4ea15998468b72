"""Shared look of all figures, and the conversion of a matplotlib figure to an SVG inside the page."""

from __future__ import annotations

import contextlib
import html
import io
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench.report.palette import LOOKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

    from naivebench.benchmark.results.context import Results
    from naivebench.benchmark.results.summaries import Summary

# INK becomes the colour of the surrounding text and GROUND the page's background; FAINT is for grid lines
INK = "#010203"
GROUND = "#fdfcfb"
FAINT = "#9a9b9c"
LEGIBLE = 10  # pixels: height of the smallest letters of a figure on any screen
WIDTH = 5.6  # inches: with letters of 9 points, it fits a screen of 500 pixels with letters of 10 pixels

SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "naivebench",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "axes.linewidth": 0.7,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.alpha": 0.35,
    "grid.linewidth": 0.6,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "legend.frameon": False,
    "legend.fontsize": 9,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "path.simplify": False,
    "figure.dpi": 72,
    "axes.unicode_minus": True,
    "axes.formatter.useoffset": False,  # labels are written with all digits
    "mathtext.fontset": "dejavusans",
}


class Picture(NamedTuple):
    """A drawn figure.

    `title` is its message, a sentence based on results. `figure` is None if it cannot be drawn; then `text`
    says why, otherwise it says what the figure shows. `table` is the name of the CSV file with the figure's
    numbers.
    """

    title: str
    text: str
    figure: Figure | None = None
    caption: str = ""
    table: str = ""


@contextlib.contextmanager
def styled() -> Iterator[None]:
    """Context in which matplotlib has the report's settings and needs no display."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    settings: Any = {**matplotlib.rcParamsDefault, "backend": "Agg", **SETTINGS}
    with matplotlib.rc_context(settings):
        yield
    plt.close("all")


def log_axis(axis: Axis, values: Sequence[float], text: Callable[[float], str]) -> None:
    """Set the ticks of a logarithmic axis that spans `values`: powers of ten, and if these are few, 2 and 5
    times them.

    `text`: formats a tick's label.
    """
    from matplotlib.ticker import LogLocator

    decades = math.log10(max(values) / min(values))
    axis.set_major_locator(
        LogLocator(
            subs=(1.0,)
            if decades > 3
            else (1.0, 2.0, 5.0)
            if decades > 0.6
            else (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
        )
    )
    axis.set_major_formatter(lambda value, _: text(value))
    axis.set_minor_formatter(lambda value, _: "")


def name_ends(axes: Axes, ends: Mapping[str, float], gap: float) -> None:
    """Write the name of each line at the right of the axes, at the height of its end.

    Names are moved apart to at least `gap`, a share of the height of the axes. The limits of the axes must be
    final.
    """
    to_share = axes.transData + axes.transAxes.inverted()
    at = {name: float(to_share.transform((axes.get_xlim()[1], y))[1]) for name, y in ends.items()}
    placed, last = dict[str, float](), math.inf
    for name in sorted(at, key=lambda n: -at[n]):
        last = placed[name] = min(at[name], last - gap)
    lift = max(0.0, -min(placed.values(), default=0.0))
    for name, share in placed.items():
        ends_at: dict[str, Any] = {
            "xycoords": "axes fraction",
            "textcoords": "axes fraction",
            "color": INK,
            "va": "center",
        }
        thread = {"arrowstyle": "-", "color": FAINT, "lw": 0.6, "shrinkA": 1, "shrinkB": 0}
        axes.annotate(name, (1.005, at[name]), (1.05, share + lift), arrowprops=thread, **ends_at)


def legend_above(axes: Axes, columns: int = 5) -> None:
    """Place the legend above the axes, in rows of `columns` entries, without a title."""
    count = len(axes.get_legend_handles_labels()[1])
    look: dict[str, Any] = {"columnspacing": 1.1, "handletextpad": 0.3, "borderpad": 0, "labelspacing": 0.25}
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=min(columns, max(count, 1)), **look)


def themed(svg: str) -> str:
    """Replace fixed colours by those of the page's theme: text, background and groups."""
    for style in LOOKS:
        svg = re.sub(f"(?i){style.light}", f"var(--{style.css}, {style.light})", svg)
    return (
        svg.replace(INK, "currentColor")
        .replace(GROUND, "var(--ground, #fff)")
        .replace(FAINT, "var(--faint, #9a9b9c)")
    )


def plain(svg: str) -> str:
    """The inverse of `themed`: replace the page's colours by the fixed ones of the light theme, for programs
    other than a browser.
    """
    svg = svg.replace("currentColor", INK).replace("var(--ground, #fff)", GROUND)
    return re.sub(r"var\(--\w+, (#\w+)\)", r"\1", svg)


def _unique_ids(svg: str, prefix: str) -> str:
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    return re.sub(r'href="#([^"]+)"', rf'href="#{prefix}-\1"', svg.replace("xlink:href=", "href="))


PLACES = re.compile(r' (?:d|x|y|x1|x2|y1|y2|cx|cy|width|height|viewBox|transform)="[^"]*"')


def _rounded(svg: str) -> str:
    """Round coordinates: to tenths of a pixel from 10 pixels on, smaller ones to hundredths."""

    def shorter(match: re.Match[str]) -> str:
        digits = 1 if abs(float(match[0])) >= 10 else 2
        return f"{float(match[0]):.{digits}f}".rstrip("0").rstrip(".")

    return PLACES.sub(lambda place: re.sub(r"-?\d+\.\d{2,}", shorter, place[0]), svg)


def head(
    name: str, title: str, text: str, width: str, height: str, view: str, caption: str = "", table: str = ""
) -> str:
    """The start of an SVG: size, message, description, and the text that the page shows below it."""
    labels = f'role="img" aria-labelledby="{name}-title {name}-desc"'
    size = f'width="{width}" height="{height}" viewBox="{view}"'
    described = (
        f'<title id="{name}-title">{html.escape(title)}</title><desc '
        f'id="{name}-desc">{html.escape(text)}</desc>'
    )
    noted = f' data-caption="{html.escape(caption)}"' if caption else ""
    noted += f' data-numbers="{html.escape(table)}"' if table else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {labels}{noted} font-family="system-ui, '
        f'sans-serif" stroke-linejoin="round">{described}'
    )


def to_svg(name: str, picture: Picture) -> str:
    """Convert a picture to SVG for use inside the page: text stays text, ids start with `name`, no dates, no
    fonts.
    """
    if picture.figure is None:
        return sentence(name, picture.title, picture.text)
    buffer = io.StringIO()
    metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
    picture.figure.savefig(buffer, format="svg", metadata=metadata, bbox_inches="tight", pad_inches=0.04)
    svg = buffer.getvalue()
    width, height = re.findall(r' viewBox="\S+ \S+ (\S+) ([^"]+)"', _rounded(svg))[0]
    body = re.sub(
        r"<metadata>.*?</metadata>|<style.*?</style>",
        "",
        svg[svg.index(">", svg.index("<svg")) + 1 :],
        flags=re.DOTALL,
    )
    body = re.sub(
        r"font: (?:(\w+) )?([\d.]+)px [^;\"]*",
        lambda m: f"font-size: {m.group(2)}px" + (f"; font-weight: {m.group(1)}" if m.group(1) else ""),
        body,
    )
    body = re.sub(r"\n\s*", "\n", _rounded(re.sub(r"<!--.*?-->\s*", "", body, flags=re.DOTALL)))
    drawing, view = _unique_ids(themed(body), name), f"0 0 {width} {height}"
    return (
        head(name, picture.title, picture.text, width, height, view, picture.caption, picture.table) + drawing
    )


def least_width(svg: str) -> int:
    """Width of a drawing in pixels at which its smallest letters are `LEGIBLE` pixels high."""
    sizes = [float(size) for size in re.findall(r"font-size[=:]\s*\"?([\d.]+)", svg)]
    view = re.search(r'viewBox="\S+ \S+ (\S+)', svg)
    return math.ceil(float(view.group(1)) * LEGIBLE / min(sizes)) if sizes and view else 0


def sentence(name: str, title: str, text: str) -> str:
    """An SVG with a sentence instead of a figure."""
    import textwrap

    lines = textwrap.wrap(text, 88) or [""]
    height = 20 * len(lines) + 16
    spans = "".join(
        f'<tspan x="8" y="{22 + 20 * i}">{html.escape(line)}</tspan>' for i, line in enumerate(lines)
    )
    return (
        head(name, title, text, "640", str(height), f"0 0 640 {height}")
        + f'<text font-size="13" fill="currentColor">{spans}</text></svg>\n'
    )


def draw(
    name: str,
    function: Callable[[Results, Summary], Picture | str | None],
    results: Results,
    summary: Summary,
) -> str:
    """Draw one figure as SVG; "" if the function has nothing to draw.

    If drawing fails, the SVG shows a sentence instead.
    """
    with styled():
        try:
            drawn = function(results, summary)
            return to_svg(name, drawn) if isinstance(drawn, Picture) else drawn or ""
        except Exception as error:
            text = f"This figure could not be drawn: {type(error).__name__}: {error}"
            return sentence(name, name.replace("_", " "), text)
