"""Figures of the experiment of Lopez-Cruz et al. 2013: accuracy under rotation of all angles, fitted
densities over roses, worked examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing, plural
from naivebench.report.figures import rows
from naivebench.report.figures.roses import fits, widest
from naivebench.report.figures.style import GROUND, WIDTH, Picture, legend_above
from naivebench.report.palette import STYLES
from naivebench.report.papers.angles import Turned, drawn, facts, turned
from naivebench.report.papers.lopezcruz2013 import figures_of_examples
from naivebench.report.papers.paper import value
from naivebench.report.papers.run import Run, protocol

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from naivebench.benchmark.angles import AngularAttribute

ACROSS = 3  # panels next to each other
VARIABLE, FIT = 11, "fig13 Protein10 variable 11"  # of Fig. 13, and its name among the printed numbers


def worked_example(run: Run, number: int) -> Picture | None:
    """A worked example, the same in every run; None without scores under the paper's protocol."""
    return figures_of_examples.draw(number) if protocol(run, "paper") else None


def goodness_of_fit(run: Run) -> Picture | None:
    """The fitted densities of one attribute over roses; None if there are no angles.

    The attribute is that of Fig. 13 if the data set represents the paper's.
    """
    chosen = drawn(run) if protocol(run, "paper") else None
    if chosen is None:
        return None
    dataset, why = chosen
    found = facts(run, dataset)
    if attribute := eleventh(run, dataset):
        return fits(found, attribute, why)
    attribute = widest(found)
    why += " The figure shows the angle whose log-likelihoods differ most."
    return fits(found, attribute, why) if attribute else None


def eleventh(run: Run, dataset: str) -> AngularAttribute | None:
    """The variable of Fig. 13 on the data set that represents the paper's; None on others."""
    several = facts(run, dataset).attributes
    represents = any(s.id == dataset for s in run.paper.data_sets[run.paper.more["drawn"]])
    return several[VARIABLE - 1] if represents and len(several) >= VARIABLE else None


def likelihoods(run: Run) -> list[str]:
    """Sentences on the log-likelihoods that Fig. 13 prints, and on those of this run."""
    chosen = drawn(run)
    if chosen is None:
        return []
    printed = [value(run.paper, FIT, name, "log_likelihood") or 0.0 for name in ("von Mises", "Gaussian")]
    mises, gaussian, gap = (formats.text(v, "rank") for v in (*printed, printed[0] - printed[1]))
    sentences = [
        f"Fig. 13 prints the log-likelihoods {mises} (von Mises) and {gaussian} (Gaussian), {gap} nats apart,"
        f" for one of the four classes of variable {VARIABLE} of {run.paper.more['drawn']}; the others are"
        " illegible."
    ]
    if attribute := eleventh(run, chosen[0]):
        labels = zip(facts(run, chosen[0]).classes, attribute.fits, strict=True)
        gaps = [f"{formats.text(f.von_mises - f.gaussian, 'rank')} ({label})" for label, f in labels if f]
        sentences.append(f"On {chosen[0]}, which replaces it, they are {listing(gaps)} nats apart.")
    return sentences


def rotation(run: Run) -> Picture | None:
    """Accuracy without rotation and its range over the offsets, with a row for each data set; None without
    angles.
    """
    found = turned(run) if protocol(run, "paper") else []
    if not found:
        return None
    frame, names = frame_of(found), list(dict.fromkeys(t.dataset for t in found))
    looks = looks_of(frame)
    widest = {m: max((t for t in found if t.method == m), key=_spread) for m in looks["hue_order"]}
    level = [m for m, t in widest.items() if not _spread(t)]
    moved = [f"{m} by up to {_spread(t):.1f} points ({t.dataset})" for m, t in widest.items() if _spread(t)]
    told = [f"does not change the accuracy of {listing(level)}"] if level else []
    told += [f"changes that of {listing(moved)}"] if moved else []
    title = f"Turning all angles {', but '.join(told)}"
    text = (
        f"Range of the accuracy over all offsets on {plural(len(names), 'data set')}, points: "
        + "; ".join(f"{t.method} on {t.dataset} {_spread(t):.1f}" for t in found)
    )
    caption = (
        "Marks show the accuracy with the angles as they are, and lines its range when all angles are turned "
        "by the same offset. A method without a line does not depend on where the circle is cut."
    )
    return Picture(title, text + ".", draw_ranges(frame), caption, "lopezcruz2013_rotation.csv")


def _percents(of: Turned) -> list[float]:
    """Accuracies by offset, without rotation first."""
    return [100 * r.accuracy for r in of.rows]


def _spread(of: Turned) -> float:
    return max(_percents(of)) - min(_percents(of))


def frame_of(found: list[Turned]) -> pd.DataFrame:
    """Accuracies of all offsets: dataset, method, degrees, accuracy (percent)."""
    import pandas as pd

    rows = [
        (t.dataset, t.method, r.offset_degrees, a)
        for t in found
        for r, a in zip(t.rows, _percents(t), strict=True)
    ]
    return pd.DataFrame(rows, columns=["dataset", "method", "degrees", "accuracy"])


def looks_of(frame: pd.DataFrame) -> dict[str, Any]:
    """Arguments for seaborn: a colour and a mark for each method."""
    methods = [*frame["method"].unique()]
    looks = dict(zip(methods, STYLES[1:], strict=False))
    marks = {
        "palette": {m: s.light for m, s in looks.items()},
        "markers": {m: s.marker for m, s in looks.items()},
    }
    return {"hue": "method", "style": "method", "hue_order": methods, "style_order": methods, **marks}


def draw_ranges(frame: pd.DataFrame) -> Figure:
    """Accuracy without rotation and its range over the offsets, a row for each data set."""
    import seaborn as sns

    names, looks = [*frame["dataset"].unique()], looks_of(frame)
    methods = looks["hue_order"]
    ranges = (
        frame.groupby(["dataset", "method"], sort=False)["accuracy"]
        .agg(["first", "min", "max"])
        .reset_index()
    )
    shift = 0.24 * (ranges["method"].map(methods.index) - (len(methods) - 1) / 2)
    ranges["row"] = ranges["dataset"].map(names.index) + shift
    figure, (panel,) = rows.chart(names)
    colours = ranges["method"].map(looks["palette"])
    panel.hlines(ranges["row"], ranges["min"], ranges["max"], color=colours, lw=2.6, alpha=0.55, zorder=2)
    style = {"s": 30, "edgecolor": GROUND, "linewidth": 0.5, "zorder": 4}
    sns.scatterplot(ranges, x="first", y="row", ax=panel, **looks, **style)
    panel.set(xlabel="Accuracy, %", ylabel="")
    legend_above(panel, 4)
    return figure


def offsets(run: Run) -> Picture | None:
    """Accuracy against the offset, with a panel for each data set and a line for each method; None without
    angles.
    """
    found = turned(run) if protocol(run, "paper") else []
    if not found:
        return None
    frame = frame_of(found)
    names, methods = frame["dataset"].unique(), frame["method"].unique()
    text = (
        f"Accuracy of {listing(methods)} on {plural(len(names), 'data set')} after rotating all angles by "
        "an offset."
    )
    caption = (
        "The same data with all angles turned by an offset. A level line means that the method does not "
        "depend on where the circle is cut."
    )
    title = f"Accuracy against the offset on {plural(len(names), 'data set')}"
    return Picture(title, text, draw_offsets(frame), caption, "lopezcruz2013_offsets.csv")


def draw_offsets(frame: pd.DataFrame) -> Figure:
    """Accuracy against the offset, a panel for each data set."""
    import seaborn as sns

    panels = {"col": "dataset", "col_wrap": ACROSS, "height": 1.7, "aspect": WIDTH / ACROSS / 1.7}
    style = {
        "dashes": False,
        "errorbar": None,
        "linewidth": 1.2,
        "markeredgewidth": 0,
        "markersize": 4,
        "facet_kws": {"sharey": False, "legend_out": False},
    }
    looks = looks_of(frame)
    grid = sns.relplot(frame, x="degrees", y="accuracy", kind="line", **panels, **looks, **style)
    grid.set_titles("{col_name}").set(xticks=[0, 90, 180, 270]).set_axis_labels("", "")
    grid.figure.supxlabel("Offset, degrees of the circle", fontsize=9)
    grid.figure.supylabel("Accuracy, %", fontsize=9)
    sns.move_legend(grid, "upper left", ncols=len(looks["hue_order"]), title=None)
    grid.tight_layout(rect=(0, 0, 1, 0.94))
    return grid.figure
