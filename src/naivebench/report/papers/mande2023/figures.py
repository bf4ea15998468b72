"""Figure of the printed counts of Weka that are reproduced, by method."""

from __future__ import annotations

from naivebench.benchmark.results.formats import plural
from naivebench.report.figures.style import INK, Picture
from naivebench.report.palette import STYLES
from naivebench.report.papers.mande2023.counts import every
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import CONTRADICTED, REPRODUCED, UNTESTED

LABELS = {REPRODUCED: "same count", CONTRADICTED: "other count", UNTESTED: "nothing to compare with"}
LOOKS = dict(zip(LABELS, (STYLES[1], STYLES[2], STYLES[0]), strict=True))


def counts(run: Run) -> Picture | None:
    """A bar for each method: counts that are equal, that differ, and that cannot be compared."""
    every_count = list(every(run))
    if not every_count:
        return None
    import matplotlib.pyplot as plt

    names = [n for n in run.paper.methods if any(c.name == n for c in every_count)]
    drawn, axes = plt.subplots(figsize=(5.15, 0.36 * len(names) + 1.1), layout="constrained")
    left = [0] * len(names)
    for verdict, label in LABELS.items():
        widths = [sum(c.name == n and c.verdict == verdict for c in every_count) for n in names]
        if any(widths):
            axes.barh(names, widths, left=left, height=0.62, color=LOOKS[verdict].light, label=label)
        left = [a + b for a, b in zip(left, widths, strict=True)]
    for row, name in enumerate(names):
        same = sum(c.name == name and c.verdict == REPRODUCED for c in every_count)
        axes.annotate(f" {same} same", (left[row], row), va="center", fontsize=8, color=INK)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("Counts of correct cases: tables × seeds")
    drawn.legend(loc="outside upper left", ncols=3)
    same = sum(c.verdict == REPRODUCED for c in every_count)
    tested = sum(c.verdict != UNTESTED for c in every_count)
    text = f"Correct cases of {plural(len(names), 'method')}: equal to the print, different, or not printed."
    return Picture(f"{same} of {tested} printed counts are reproduced", text, drawn)
