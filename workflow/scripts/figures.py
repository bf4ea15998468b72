"""Draw all figures of the report as SVG; one that cannot be drawn is an SVG that says why, one that this run
has nothing for an empty file.
"""

from pathlib import Path

from naivebench.core.files import replace
from naivebench.pipeline.jobs import arguments
from naivebench.reporting.figures.catalogue import draw_all
from naivebench.results.context import load
from naivebench.results.summaries import summarize


def main(results: str, prepared: str, out: str) -> None:
    """`results`, `prepared`, `out`: folders; `out` gets an SVG per figure."""
    loaded = load(results, prepared)
    for name, svg in draw_all(loaded, summarize(loaded)).items():
        with replace(Path(out) / f"{name}.svg") as temporary:
            temporary.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main)
