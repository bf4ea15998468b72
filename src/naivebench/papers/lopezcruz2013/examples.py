"""The worked examples of Lopez-Cruz et al. 2013 as a part of its section: what the theorems say, drawn."""

from __future__ import annotations

from naivebench.papers.lopezcruz2013.run import Run
from naivebench.results.formats import listing
from naivebench.results.parts import Part

SENTENCES = (
    "The paper's own examples, re-drawn: cases sampled with a fixed seed from the densities as "
    "printed, boundaries from the closed forms.",
    "One angle makes two classes meet at two points of the circle, two angles along curves on the "
    "torus, a direction along a circle on the sphere, "
    "an angle and a number along a curve on the cylinder.",
)


def part(run: Run) -> Part:
    """Sentences; figures 3 to 12 and 14 stand below them, folded."""
    drawn = [dataset for dataset, surfaces in run.results.surfaces.items() if surfaces]
    real = (
        (
            f"What the methods of this run make of {listing(drawn)} stands on the cards of the data "
            "sets and of the methods.",
        )
        if drawn
        else ()
    )
    return Part("Decision surfaces of the worked examples", SENTENCES + real, place="lopezcruz2013/examples")
