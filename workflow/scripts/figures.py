"""Draw all figures of the report as SVG; one that cannot be drawn is an SVG that says why, one that this run
has nothing for an empty file.
"""

from pathlib import Path

from naivebench.core.absence import Absence
from naivebench.core.files import replace
from naivebench.pipeline.jobs import arguments
from naivebench.reporting.figures.catalogue import FIGURES, draw_all
from naivebench.reporting.figures.style import sentence
from naivebench.results.context import load
from naivebench.results.summaries import summarize


def main(results: str, prepared: str, out: str) -> None:
    """`results`, `prepared`, `out`: folders; `out` gets an SVG per figure."""
    loaded = load(results, prepared)
    write(draw_all(loaded, summarize(loaded)), out)


def write(drawings: dict[str, str], out: str) -> None:
    """Every figure into its file."""
    for name, svg in drawings.items():
        with replace(Path(out) / f"{name}.svg") as temporary:
            temporary.write_text(svg, encoding="utf-8")


def absent(gone: Absence, out: str, **_: object) -> None:
    """A sentence in place of every figure."""
    why = f"This figure could not be drawn: {gone.reason} ({gone.remedy})."
    write({name: sentence(name, name.replace("_", " "), why) for name in FIGURES}, out)


if __name__ == "__main__":
    arguments.call(main, absent)
