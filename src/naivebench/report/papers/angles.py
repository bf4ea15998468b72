"""Angles, for any paper: the effect of rotating them, the density that fits them better, and judges of
claims.

The job `angles` rotates and fits them. `more.drawn` of a paper.yaml names the data set whose fit is drawn.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from naivebench.benchmark.angles import Facts, Fit, Rotated
from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import capital, listing, plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.core.plain import named
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import run as runs
from naivebench.report.papers.judges import tally
from naivebench.report.papers.rules import ALPHA, FEW, holm
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import Statement, estimated

LIKELIEST = "gnb_likeliest_cut"


def datasets(run: Run) -> list[str]:
    """Data sets with results of the job `angles`: those of the paper in its order, then the others."""
    order = [s.id for s in runs.stands(run, "paper")]
    others = sorted(run.results.angles.keys() - set(order))
    found = [*(d for d in order if d in run.results.angles), *others]
    return [d for d in found if run.kept is None or d in run.kept]


def facts(run: Run, dataset: str) -> Facts:
    """Results of the job `angles` for a data set; its lists are empty if there is no file."""
    return named(Facts, run.results.angles.get(dataset, {}))


class Turned(NamedTuple):
    """One method on one data set, by the angle by which all angles were rotated; offset 0 comes first."""

    dataset: str
    method: str
    rows: list[Rotated]


def rotations(run: Run) -> list[Turned]:
    """All methods on all data sets with rotated angles, including those with the likeliest cut."""
    found = []
    for dataset in datasets(run):
        rows = facts(run, dataset).rotation
        for method in dict.fromkeys(r.method for r in rows):
            own = [r for r in rows if r.method == method]
            found.append(Turned(dataset, method, sorted(own, key=lambda r: r.offset_degrees)))
    return found


def turned(run: Run) -> list[Turned]:
    """The results of `rotations` for methods whose angles were rotated."""
    return [r for r in rotations(run) if len(r.rows) > 1]


def rotation(run: Run) -> list[Row]:
    """Rows on how rotating all angles affects vMNB and GNB, and the accuracy with the likeliest cut."""
    likeliest = {r.dataset: r.rows[0].accuracy for r in rotations(run) if r.method == LIKELIEST}
    return [_turned(run, r, likeliest.get(r.dataset)) for r in turned(run)]


def _turned(run: Run, of: Turned, likeliest: float | None) -> Row:
    kinds = runs.kinds(run, of.dataset)
    accuracies, others = [r.accuracy for r in of.rows], [r.changed for r in of.rows[1:]]
    low, high = min(accuracies), max(accuracies)
    mean = math.fsum(accuracies) / len(accuracies)
    return {
        "dataset": dataset_cell(of.dataset),
        "method": method_cell(of.method),
        "angular": Cell(kinds.count("angular"), f"{kinds.count('angular')} of {len(kinds)}"),
        "attributes": len(kinds),
        "unrotated": of.rows[0].accuracy,
        "mean": mean,
        "lowest": low,
        "highest": high,
        "spread": Cell(high - low, css="strong" if high > low else ""),
        "likeliest": None if of.method == "vmnb" else likeliest,
        "loss": None if of.method == "vmnb" or likeliest is None else likeliest - mean,
        "changed_mean": math.fsum(others) / len(others),
        "changed_most": max(others),
        "worst": of.rows[accuracies.index(low)].offset_degrees if high > low else None,
    }


def offsets(run: Run) -> list[Row]:
    """A row for each data set, method and offset."""
    return [
        r._asdict() | {"dataset": dataset_cell(of.dataset), "method": method_cell(of.method)}
        for of in turned(run)
        for r in of.rows
    ]


def rotation_sentence(run: Run) -> str:
    """Sentence on how many predictions of each method change."""
    found, parts = turned(run), []
    for method in dict.fromkeys(m for _, m, _ in found):
        changed = {d: max(r.changed for r in rows) for d, m, rows in found if m == method}
        most = max(changed, key=lambda d: changed[d])
        share = formats.text(changed[most], "percent")
        parts.append(
            f"{method} changes up to {share} % of its predictions ({most})"
            if changed[most]
            else f"no prediction of {method} changes on {plural(len(changed), 'data set')}"
        )
    if not parts:
        return ""
    return (
        f"{capital(listing(parts))}. Angles have no natural starting point, so any change is only an "
        f"effect of where the circle is cut. To see whether the cut does harm, compare the accuracy of "
        f"GNB averaged over all"
        " cuts with its accuracy where each circle is cut at its likeliest place."
    )


class Fitted(NamedTuple):
    """Both densities fitted to one angle in one class of a data set."""

    dataset: str
    attribute: str
    label: str
    fit: Fit

    @property
    def gain(self) -> float:
        """Log-likelihood of the von Mises minus that of the Gaussian density, nats."""
        return self.fit.von_mises - self.fit.gaussian


def fitted(run: Run) -> list[Fitted]:
    """All fits, by data set, angular attribute and class."""
    return [
        Fitted(of.dataset, attribute.name, label, fit)
        for of in (facts(run, d) for d in datasets(run))
        for attribute in of.attributes
        for label, fit in zip(of.classes, attribute.fits, strict=True)
        if fit
    ]


def fits(run: Run) -> list[Row]:
    """A row for each fit of an angular attribute in one class of a data set."""
    return [
        {"dataset": dataset_cell(f.dataset), "attribute": f.attribute, "class": f.label}
        | f.fit._asdict()
        | {"gain": f.gain}
        for f in fitted(run)
    ]


def gains(run: Run) -> dict[str, float]:
    """Gain in log-likelihood per angle, nats, by data set."""
    by_set: dict[str, list[Fitted]] = {}
    for f in fitted(run):
        by_set.setdefault(f.dataset, []).append(f)
    return {
        d: (math.fsum(f.fit.von_mises for f in of) - math.fsum(f.fit.gaussian for f in of))
        / sum(f.fit.n for f in of)
        for d, of in by_set.items()
    }


def fit(run: Run) -> list[Row]:
    """Log-likelihoods of both densities for each data set."""
    every, rows = fitted(run), list[Row]()
    for dataset, gain in gains(run).items():
        own = [f for f in every if f.dataset == dataset]
        better = sum(f.gain > 0 for f in own)
        row: Row = {k: math.fsum(getattr(f.fit, k) for f in own) for k in ("von_mises", "gaussian")}
        row |= {
            "dataset": dataset_cell(dataset),
            "angular": len({f.attribute for f in own}),
            "values": sum(f.fit.n for f in own),
            "gain": gain,
            "better": Cell(better, f"{better} of {len(own)}"),
            "fits": len(own),
        }
        rows.append(row)
    return rows


def drawn(run: Run) -> tuple[str, str] | None:
    """The data set whose fits are drawn, and the reason.

    It is the one that represents the paper's, otherwise the one with the largest gain per angle.
    """
    wanted = run.paper.more.get("drawn")
    for stand in runs.stands(run, "paper"):
        if stand.printed == wanted and facts(run, stand.id).attributes:
            return stand.id, f"The paper draws variable 11 of {wanted}, which {stand.id} replaces."
    by_set = gains(run)
    if not by_set:
        return None
    best = max(by_set, key=lambda d: by_set[d])
    return (
        best,
        f"No substitute for the paper's {wanted} is available, so the data set with the largest gain per "
        f"angle is shown instead.",
    )


def likelihood(run: Run, printed: str = "", variable: int = 0) -> list[Statement] | str:
    """Judge whether the von Mises density has the higher log-likelihood in every fit.

    With `printed` and `variable` (counted from 1), only the fits of that angle count, on the data set that
    represents the printed one.
    """
    found = fitted(run)
    if printed:
        named = {s.id for s in runs.stands(run, "paper", leading=True) if s.printed == printed}
        found = [f for f in found if f.dataset in named]
        names = list(dict.fromkeys(f.attribute for f in found))
        found = [f for f in found if f.attribute in names[variable - 1 : variable]]
    if not found:
        return f"no angle {variable} of what stands for {printed}" if printed else "no angles were fitted"
    above, sets = sum(f.gain > 0 for f in found), list(dict.fromkeys(f.dataset for f in found))
    fits, on = plural(len(found), "fit"), plural(len(sets), "data set")
    quantity = f"of {fits} of one angle in one class, on {on}, all cases"
    what, region = "Fits with the higher log-likelihood", (len(found), math.inf)
    plain = f"von Mises densities have the higher log-likelihood in {{}} of {fits}"
    return [tally(what, quantity, "", above, above, region, "", sets, plain)]


def period(run: Run) -> list[Statement] | str:
    """Judge on how many data sets GNB loses accuracy by cuts other than the likeliest, and how much vMNB
    changes by rotation.

    The loss of GNB is the mean over all cuts; “can” claims it on at least one data set. The change of vMNB is
    the largest one.
    """
    found: dict[str, dict[str, list[float]]] = {}
    for dataset, method, rows in rotations(run):
        found.setdefault(dataset, {})[method] = [r.accuracy for r in rows]
    losses, moved = dict[str, Interval](), dict[str, float]()
    for dataset in (s.id for s in runs.stands(run, "paper", leading=True) if s.id in found):
        of, cases = found[dataset], run.results.prepared[dataset]["rows"]
        gaussian = next((of[m] for m in ("gnb", "mixed_nb") if m in of), None)
        own = of.get("vmnb", [])
        if gaussian and LIKELIEST in of and own:
            mean = math.fsum(gaussian) / len(gaussian)
            losses[dataset] = widest(of[LIKELIEST][0], mean, cases)
            moved[dataset] = max(abs(a - own[0]) for a in own)
    if len(losses) < FEW:
        return f"fewer than {FEW} data sets were rotated"
    voting, where = runs.votes(run, moved), "all angles turned by eight offsets"
    change = ("Largest change of vMNB by rotation", "accuracy pooled over the folds", where, ("vmnb", ""))
    interval = intervals.over_sets(voting.values)._replace(p=None)
    plain = "Rotation changes the accuracy of vMNB by {}"
    moved_by = estimated(*change, interval, voting.things, (-ROPE, ROPE), "points", data=moved, plain=plain)
    return [_judge_losses(losses, where), moved_by]


def widest(one: float, other: float, cases: int) -> Interval:
    """The widest interval of the difference of two accuracies on the same cases that the accuracies allow.

    Which cases each method gets right is not stored, so that only one is right in as many as possible.
    """
    first, second = (round(cases * min(a, 1 - b)) for a, b in ((one, other), (other, one)))
    return intervals.paired_shares(first, second, cases)._replace(value=one - other)


def _judge_losses(losses: dict[str, Interval], where: str) -> Statement:
    """Statement on the data sets on which GNB loses accuracy."""
    several = list(losses.values())
    p = holm([1.0 if i.p is None else i.p for i in several])
    q = holm([intervals.equivalence(i, ROPE, math.inf) for i in several])
    shown = [d for (d, i), r in zip(losses.items(), p, strict=True) if r <= ALPHA and i.value > 0]
    against = [d for d, r in zip(losses, q, strict=True) if r <= ALPHA and d not in shown]
    n, most = len(losses), max(losses.values(), key=lambda i: i.value)
    told = [f"{word} {listing(of)}" for word, of in (("yes:", shown), ("practically none:", against)) if of]
    told.append(f"the largest loss is {formats.text(most.value, 'points')} points")
    return tally(
        "Data sets on which GNB is significantly worse over all cuts than with the likeliest cut",
        f"of {plural(n, 'data set')}, accuracy pooled over the folds, with Holm's correction",
        where,
        len(shown),
        n - len(against),
        (1.0, math.inf),
        "; ".join(told),
        list(losses),
        f"GNB loses accuracy by other cuts than the likeliest on {{}} of {plural(n, 'data set')}",
    )
