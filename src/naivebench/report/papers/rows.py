"""Papers against this run in one layout: printed, reproduced, verdict, honest, optimism, shuffled labels, log
loss, odds against naive Bayes.

One builder makes the rows of every paper from the part `rows` of its paper.yaml, or its `parts`. Figures are
shares of 1. The
area under the hit curve up to 10 % is divided by 10 %, which makes it the mean recall there: like an accuracy
it lies between 0 and 1, and one point of it is one point of recall.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.summaries import accuracy_interval, mean_std
from naivebench.core.hit_curves import UP_TO
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE, Probabilities, correlated_t
from naivebench.evaluation.statistics.rounding import without_noise
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import DataSet, Figure, RowText, own
from naivebench.report.papers.run import Folds, Run, paired, scores
from naivebench.report.papers.verdicts import (
    CONTRADICTED,
    HOLDS,
    REPRODUCED,
    UNDECIDED,
    UNTESTED,
    judge,
    needed,
)

SCALE = {"hit_area_10": 1 / UP_TO}  # metric -> factor that makes a share of it
LABELS = {
    "accuracy": "accuracy",
    "hit_area_10": "mean recall, ≤ 10 %",
    "f1": "F1",
    "break_even": "break-even point, interpolated",
}
ORDINARY, FITTED = "as the paper says", "found by comparison with the print"
SETTINGS = {"paper": ORDINARY, "printed": FITTED}  # role of the protocol -> where its settings come from
ROW_VERDICTS = (REPRODUCED, CONTRADICTED, UNDECIDED, UNTESTED)


class Measured(NamedTuple):
    """A figure as a share: the mean of `by_run`, or of the test parts; `correct` of `tested` cases, means
    over the runs, if an accuracy.
    """

    value: float
    by_run: tuple[float, ...] = ()  # pooled over the cases of a repeat
    correct: float | None = None
    tested: int | None = None

    @property
    def runs(self) -> int:
        """Repeats."""
        return max(len(self.by_run), 1)


class Agreement(NamedTuple):
    """How a figure of this run stands to the printed one."""

    verdict: str  # one of ROW_VERDICTS
    why: str = ""
    implied: float | None = None  # correct cases that the print implies


class PaperRow(NamedTuple):
    """A method on a data set in a paper, with what this run has beside it; None where it has nothing."""

    paper: str
    stand: DataSet
    name: str  # of the method, as printed
    method: str
    settings: str  # a value of SETTINGS
    metric: str
    protocol: str
    cases: int | None  # N that the printed figure is a share of, else of this run
    figure: Figure | None  # the print
    agreement: Agreement
    ours: Measured | None
    honest_protocol: str
    honest_metric: str  # as `metric`, but for figures that are the same number where thresholds are swept
    honest: Measured | None
    low: float | None  # 95 % interval of the honest figure
    high: float | None
    optimism: float | None  # with one and the same setting on both sides, else None
    excess: float | None  # on shuffled labels, over what is to be had without information
    log_loss: float | None
    odds: Probabilities | None  # against the reference, honest test parts
    reference: str  # the naive Bayes of the paper, a method of this run; "" without one
    kept: float | None = None  # the excess where the data set keeps its attributes, see `remaining`

    @property
    def fair(self) -> bool:
        """Whether the paper's own protocol is honest already."""
        return (self.protocol, self.metric) == (self.honest_protocol, self.honest_metric)


def rows(run: Run) -> tuple[PaperRow, ...]:
    """A row for each printed method on each data set that stands for one of the paper's, and settings; then
    those of the paper's own function, if it has one.
    """
    made = [
        row
        for part in run.paper.rows
        for stand in runs.stands(run, *SETTINGS, metric=part.metric)
        if not part.sets or stand.printed in part.sets
        for name in run.paper.methods
        for role in SETTINGS
        if (row := _row(run, part, stand, name, role))
    ]
    further = dict.fromkeys(part.own for part in run.paper.rows if part.own)
    return (*made, *(row for name in further for row in own(run.paper, name)(run)))


def _row(run: Run, content: RowText, stand: DataSet, name: str, role: str) -> PaperRow | None:
    metric = content.metric
    method = runs.method_of(run, role, stand.id, name, metric)
    ours = measured(run, role, stand.id, method, metric)
    if method is None or ours is None:
        return None
    fair_metric = content.honest_metric or metric
    fair_role = next(
        (r for r in content.honest if measured(run, r, stand.id, method, fair_metric)), content.honest[0]
    )
    fair = measured(run, fair_role, stand.id, method, fair_metric)
    low, high = _limits(run, fair_role, stand.id, method, fair_metric) if fair else (None, None)
    reference = runs.method_of(run, role, stand.id, content.reference, metric) or ""
    figure = run.paper.figures.get((stand.printed, name, content.figure))
    agree: Callable[..., Agreement] = AGREEMENTS.get(content.agreement) or own(run.paper, content.agreement)
    agreement = agree(run, stand, name, figure, ours)
    if stand.kind != "exact":
        agreement = Agreement(UNTESTED, f"{stand.kind}: not the paper's data", agreement.implied)
    fair_id = run.paper.protocols.get(fair_role, "")
    return PaperRow(
        run.paper.id,
        stand,
        name,
        method,
        SETTINGS[role],
        metric,
        run.paper.protocols[role],
        _cases(run, role, stand.id, method, metric),
        figure,
        agreement,
        ours,
        fair_id,
        fair_metric,
        fair,
        low,
        high,
        ours.value - fair.value if fair and role == "paper" else None,
        excess(run, stand.id, method, metric) if role == "paper" else None,
        run.summary.means.get((fair_id, stand.id, method), {}).get("log_loss"),
        _odds(run, fair_role, stand.id, method, reference, fair_metric),
        reference,
        remaining(run, stand.id, method, metric) if role == "paper" else None,
    )


def _cases(run: Run, role: str, dataset: str, method: str, metric: str) -> int:
    """Cases tested in one repeat."""
    folds = scores(run, role, metric)[dataset, method]
    first = min(repeat for repeat, _ in folds)
    return int(math.fsum(s.tested for (repeat, _), s in folds.items() if repeat == first))


def measured(run: Run, role: str, dataset: str, method: str | None, metric: str) -> Measured | None:
    """The figure under the protocol of a role: k of N pooled over the cases of every repeat, the mean over
    the test parts for other metrics; None where it is not.
    """
    folds = scores(run, role, metric).get((dataset, method or ""), {})
    if not folds:
        return None
    if metric != "accuracy":
        values = [s.value for s in folds.values() if math.isfinite(s.value)]
        return Measured(mean_std(values)[0] * SCALE.get(metric, 1.0)) if values else None
    by_run: dict[int, list[tuple[int, float]]] = {}
    for (repeat, _), s in folds.items():
        by_run.setdefault(repeat, []).append((round(s.value * s.tested), s.tested))
    totals = [(sum(k for k, _ in parts), sum(n for _, n in parts)) for parts in by_run.values()]
    correct = math.fsum(k for k, _ in totals) / len(totals)
    shares = tuple(k / n for k, n in totals)
    return Measured(math.fsum(shares) / len(shares), shares, correct, int(totals[0][1]))


def _limits(run: Run, role: str, dataset: str, method: str, metric: str) -> tuple[float | None, float | None]:
    """Wilson's interval of a pooled accuracy, else the corrected resampled t interval over the test parts."""
    if metric == "accuracy":
        pooled = accuracy_interval(run.summary, (run.paper.protocols[role], dataset, method))
        return (pooled.low, pooled.high) if pooled else (None, None)
    folds = scores(run, role, metric)[dataset, method]
    interval = intervals.mean([s.value * SCALE.get(metric, 1.0) for s in folds.values()], ratio(folds))
    return (max(0.0, interval.low), min(1.0, interval.high)) if math.isfinite(interval.low) else (None, None)


def ratio(folds: Folds) -> float:
    """Test cases per training case, of the means over the test parts; 0 where there are no training cases."""
    tested, trained = (math.fsum(getattr(s, side) for s in folds.values()) for side in ("tested", "trained"))
    return tested / trained if trained > 0 else 0.0


def chance(run: Run, role: str, dataset: str, metric: str) -> float | None:
    """What is had without information: the rate of the largest class (accuracy), the mean recall of a random
    order up to 10 % (area), what one score for all cases gives (other metrics).
    """
    if metric in SCALE:
        return UP_TO / 2
    if metric != "accuracy":
        blind = measured(run, role, dataset, "majority", metric)
        return blind.value if blind else None
    name, facts = run.paper.protocols.get(role, ""), run.results.prepared.get(dataset, {})
    base = accuracy_interval(run.summary, (name, dataset, "majority"))
    pooled = run.summary.pooled.get((name, dataset, "majority"))
    if base and pooled and pooled.tested / pooled.repeats != facts.get("rows"):
        return base.accuracy  # a test part has a largest class of its own
    return facts.get("majority_rate")


def excess(run: Run, dataset: str, method: str, metric: str, role: str = "permuted") -> float | None:
    """The figure on shuffled labels minus that without information; None without scores there."""
    shuffled, base = measured(run, role, dataset, method, metric), chance(run, role, dataset, metric)
    return None if shuffled is None or base is None else shuffled.value - base


def remaining(run: Run, dataset: str, method: str, metric: str) -> float | None:
    """The excess on shuffled labels where attributes remain: numbers without a cut point on shuffled labels
    have those of the true labels. None for papers without such a control.
    """
    if "permuted_after_cuts" not in run.paper.protocols:
        return None
    found = runs.kinds(run, dataset)
    nominal = bool(found) and set(found) <= set(runs.DISCRETE)
    return excess(run, dataset, method, metric, "permuted" if nominal else "permuted_after_cuts")


def _odds(
    run: Run, role: str, dataset: str, method: str, reference: str, metric: str
) -> Probabilities | None:
    """Probabilities of being better than the reference, practically alike, worse, on the honest test parts
    that both have, with the run's region of practical equivalence.
    """
    import numpy as np

    if not reference or method == reference:
        return None
    pair = paired(run, [role], dataset, method, reference, metric)
    if pair is None or len(pair.differences) < 2 or pair.ratio is None:
        return None
    differences = np.array(pair.differences) * SCALE.get(metric, 1.0)
    return correlated_t(
        without_noise(differences, np.array([1.0])),
        pair.ratio,
        ROPE if run.results.bayes.rope is None else run.results.bayes.rope,
    )


def over_repeats(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """A printed mean of `repeats` repeats of a cross-validation against that of this run.

    Reproduced: the interval of the difference lies within the tolerance.
    """
    if figure is None or figure.value is None:
        return Agreement(UNTESTED, "nothing is printed")
    if ours.runs < 2:
        return Agreement(UNDECIDED, "one repeat: how much the mean varies from repeat to repeat is not known")
    return within(from_print(run, figure.value / 100, ours), run.paper.rows[0].tolerance, ours.runs, "repeat")


def from_print(run: Run, printed: float, ours: Measured) -> intervals.Interval:
    """The mean of this run over at least two repeats minus a printed one, shares.

    The printed deviation is over folds and says little of the mean; the spread of the mean over the repeats
    of this run is taken for both.
    """
    mean, spread = mean_std(ours.by_run)
    return intervals.two_means((mean, spread, ours.runs), (printed, spread, run.paper.rows[0].repeats))


def within(difference: intervals.Interval, tolerance: float, n: int, things: str) -> Agreement:
    """The verdict on a difference from the print, in shares: within the tolerance or not."""
    region = (-tolerance, tolerance)
    verdict = judge(difference.low, difference.high, region)
    text = (
        f"difference {100 * difference.value:+.2f} [{100 * difference.low:+.2f},"
        f" {100 * difference.high:+.2f}] points"
    )
    text += f", tolerance {100 * tolerance:g}"
    if verdict == UNDECIDED:
        number = needed(*difference[:3], n, region)
        text += f"; about {plural(number, things)} would decide" if number else ""
    return Agreement(REPRODUCED if verdict == HOLDS else verdict, text.replace("-", "−"))


def near(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """One split, no variance: within the tolerance or not."""
    if figure is None or figure.value is None:
        return Agreement(UNTESTED, "nothing is printed")
    gap = ours.value - figure.value / 100
    return within(intervals.Interval(gap, gap, gap, 1), run.paper.rows[0].tolerance, 1, "split")


def nothing(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """The printed digits are lost."""
    return Agreement(UNTESTED, "the printed digits are lost")


AGREEMENTS: dict[str, Callable[..., Agreement]] = {
    "over_repeats": over_repeats,
    "near": near,
    "lost": nothing,
}


def counted(several: Iterable[PaperRow]) -> dict[str, int]:
    """Rows by verdict."""
    verdicts = [row.agreement.verdict for row in several]
    return {v: verdicts.count(v) for v in ROW_VERDICTS}
