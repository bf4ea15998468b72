"""Draw one figure of the report as SVG; a figure that cannot be drawn is an SVG that says why."""

from naivebench.core.checks import one_of
from naivebench.core.files import replace
from naivebench.pipeline.jobs import arguments
from naivebench.reporting.context import load
from naivebench.reporting.figures import FIGURES
from naivebench.reporting.figures.style import draw
from naivebench.reporting.summaries import summarize


def main(figure: str, results: str, prepared: str, out: str) -> None:
    """`figure`: an id of FIGURES; `results`, `prepared`: folders; `out`: the SVG."""
    one_of(figure, FIGURES, "figure")
    found = load(results, prepared)
    svg = draw(figure, FIGURES[figure], found, summarize(found))
    with replace(out) as temporary:
        temporary.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main)
