"""Learning curves: scores by number of training cases, and the size at which a method overtakes the
reference.
"""

from __future__ import annotations

import statistics
from typing import NamedTuple

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import listing, metric_kind, plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Cell, Column, Table
from naivebench.report.columns import DATASET, PROTOCOL


class Point(NamedTuple):
    """Score of a method at one training size: mean and standard deviation (n - 1) over the folds."""

    protocol: str
    dataset: str
    method: str
    n_train: float  # mean over the folds
    mean: float
    std: float
    folds: int


# (protocol, dataset, method) -> points, sorted by number of training cases
Curves = dict[tuple[str, str, str], list[Point]]


def curves(results: Results) -> Curves:
    """All learning curves of the run by the primary metric, in the order of the report.

    Sizes for which a fold is missing have no point.
    """
    frame, points = results.learning, dict[tuple[str, str, str], list[Point]]()
    frame = frame[frame["metric"] == results.primary[1]]
    folds = frame.groupby(["protocol", "dataset"], observed=True)["fold"].nunique().to_dict()
    for (protocol, dataset, method, _), part in frame.groupby(
        ["protocol", "dataset", "method", "repeat"], observed=True
    ):
        if len(part) == folds[protocol, dataset]:
            size = float(part["n_train"].mean())
            points.setdefault((protocol, dataset, method), []).append(
                Point(protocol, dataset, method, size, *mean_std(part["value"]), len(part))
            )
    methods = {m: i for i, m in enumerate(results.methods)}
    return {
        key: sorted(points[key], key=lambda p: p.n_train)
        for key in sorted(points, key=lambda k: (k[0], k[1], methods[k[2]]))
    }


def gains(results: Results, points: Curves, key: tuple[str, str, str]) -> list[tuple[float, float]]:
    """Pairs (training cases, gain over the reference) at the sizes that both curves have."""
    sign = -1 if results.metrics[results.primary[1]].better == "lower" else 1
    base = {p.n_train: p.mean for p in points.get((*key[:2], results.reference or ""), [])}
    return [(p.n_train, sign * (p.mean - base[p.n_train])) for p in points[key] if p.n_train in base]


def overtakes(gained: list[tuple[float, float]]) -> float | None:
    """Smallest training size from which the method stays better than the reference; None if there is none.

    Ties count as not better.
    """
    start = None
    for size, gain in gained:
        start = (size if start is None else start) if gain > 0 else None
    return start


COLUMNS = (
    DATASET,
    Column("method", "Method"),
    PROTOCOL,
    Column(
        "n_train",
        "Training cases",
        "integer",
        "Number of cases on which each model was trained, mean over the folds",
    ),
    Column("mean", "Mean", "score", "Mean over the folds"),
    Column("std", "SD", "score", "Standard deviation over the folds"),
    Column("folds", "Folds", "integer", hidden=True),
    Column(
        "gain",
        "Gain",
        "signed",
        "Gain in the mean over the reference method with the same number of training cases",
    ),
    Column(
        "overtakes",
        "Better from",
        "integer",
        "Smallest number of training cases from which the method stays better than the reference method",
    ),
)
NEVER = "never"


def table(results: Results) -> Table:
    """Table with a row for every size of every curve."""
    points_of, rows, reference = curves(results), [], results.reference
    metric = results.metrics.get(results.primary[1])
    kinds = {"mean": metric_kind(results.primary[1]), "std": metric_kind(results.primary[1])}
    kinds["gain"] = "points" if kinds["mean"] == "percent" else "signed"
    for key, points in points_of.items():
        gained = gains(results, points_of, key) if key[2] != reference else []
        start = overtakes(gained)
        crossing = Cell(start, NEVER if start is None else None) if gained else None
        for point in points:
            row = {
                "dataset": dataset_cell(point.dataset),
                "method": method_cell(point.method),
                "protocol": point.protocol,
            }
            row |= {k: getattr(point, k) for k in ("n_train", "mean", "std", "folds")}
            rows.append(row | {"gain": dict(gained).get(point.n_train), "overtakes": crossing})
    alone = len({k[0] for k in points_of}) < 2
    columns = tuple(
        c._replace(kind=kinds.get(c.key, c.kind), hidden=c.hidden or (c.key == "protocol" and alone))
        for c in COLUMNS
    )
    label = metric.label + (" in %" if kinds["mean"] == "percent" else "") if metric else results.primary[1]
    caption = f"{label} against the number of training cases, with the same test folds for all sizes."
    return Table(
        "learning_curves",
        caption,
        columns,
        tuple(rows),
        f"The gain and the crossing refer to {reference}." if reference else "",
    )


class Crossings(NamedTuple):
    """Numbers of curves: those that start behind the reference, those that overtake it for good later, and
    all.
    """

    behind: int
    later: int
    curves: int


def _gains_by_method(results: Results) -> dict[str, list[list[tuple[float, float]]]]:
    """Method -> the gains over the reference along each of its curves."""
    points = curves(results)
    found: dict[str, list[list[tuple[float, float]]]] = {}
    for key in (k for k in points if k[2] != results.reference):
        if gained := gains(results, points, key):
            found.setdefault(key[2], []).append(gained)
    return found


def crossings(results: Results) -> Crossings:
    """Count the crossings over all methods and data sets."""
    found = [gained for several in _gains_by_method(results).values() for gained in several]
    later = sum((start := overtakes(gained)) is not None and start > gained[0][0] for gained in found)
    return Crossings(sum(gained[0][1] < 0 for gained in found), later, len(found))


def sentences(results: Results) -> tuple[str, ...]:
    """Sentences on which methods overtake the reference (on how many data sets, with how many cases), and on
    how many curves start behind it.
    """
    reference, gains_of = results.reference, _gains_by_method(results)
    if not gains_of:
        return ()
    ahead = {m: [s for s in map(overtakes, several) if s is not None] for m, several in gains_of.items()}
    parts = [
        f"{m} on {len(ahead[m])} of {plural(len(gains_of[m]), 'data set')}{_from(ahead[m])}"
        for m in sorted(gains_of, key=lambda m: _most(ahead[m], gains_of[m], m))
    ]
    text = (
        f"Methods that stay better than {reference} from some number of training cases up to the "
        f"largest: {listing(parts)}."
    )
    behind, later, count = crossings(results)
    second = (
        f"With the fewest training cases, {behind} of these {plural(count, 'curve')} "
        f"{'is' if behind == 1 else 'are'} worse than {reference}, "
    )
    third = "overtakes it later and stays better" if later == 1 else "overtake it later and stay better"
    return (text, f"{second}and {later} {third}.")


def _most(
    ahead: list[float], gained: list[list[tuple[float, float]]], method: str
) -> tuple[float, float, str]:
    """Sort key: methods that overtake most often come first, then those that do so earliest."""
    return -len(ahead) / len(gained), statistics.median(ahead) if ahead else 0, method


def _from(sizes: list[float]) -> str:
    if not sizes:
        return ""
    return f" ({'median: ' if len(sizes) > 1 else ''}from {statistics.median(sizes):,.0f} cases on)"
