"""One table layout for the comparison of papers with this run.

Its columns are the printed and the reproduced score, the verdict, the honest score, optimism, shuffled
labels, log loss, and the odds against naive Bayes.

The rows of every paper come from the part `rows` of its paper.yaml, or its `parts`. Scores are shares of 1.
The area under the hit curve up to 10 % is divided by 10 %, which makes it the mean recall there: like an
accuracy it lies between 0 and 1, and one point of it is one point of recall.
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
ORDINARY, FITTED = "as the paper says", "found by comparison with the printed numbers"
SETTINGS = {"paper": ORDINARY, "printed": FITTED}  # role of the protocol -> where its settings come from
ROW_VERDICTS = (REPRODUCED, CONTRADICTED, UNDECIDED, UNTESTED)


class Measured(NamedTuple):
    """A score as a share: the mean of `by_run`, or of the test parts.

    An accuracy has `correct` of `tested` cases, both means over the runs.
    """

    value: float
    by_run: tuple[float, ...] = ()  # pooled over the cases of a repeat
    correct: float | None = None
    tested: int | None = None

    @property
    def runs(self) -> int:
        """Number of repeats."""
        return max(len(self.by_run), 1)


class Agreement(NamedTuple):
    """Whether a score of this run agrees with the printed one."""

    verdict: str  # one of ROW_VERDICTS
    why: str = ""
    implied: float | None = None  # correct cases computed from the printed number


class PaperRow(NamedTuple):
    """A method of a paper on a data set, with the results of this run; None where it has none."""

    paper: str
    stand: DataSet
    name: str  # printed name of the method
    method: str
    settings: str  # a value of SETTINGS
    metric: str
    protocol: str
    cases: int | None  # number of cases of which the printed number is a share, otherwise that of this run
    figure: Figure | None  # the printed number
    agreement: Agreement
    ours: Measured | None
    honest_protocol: str
    honest_metric: str  # as `metric`, except for scores that equal another metric where thresholds are swept
    honest: Measured | None
    low: float | None  # 95 % interval of the honest score
    high: float | None
    optimism: float | None  # if both sides have the same settings, otherwise None
    excess: float | None  # score on shuffled labels minus the score without information
    log_loss: float | None
    odds: Probabilities | None  # compared with the reference, on honest test parts
    reference: str  # method of this run that is the paper's naive Bayes; "" if there is none
    kept: float | None = None  # the excess if the data set keeps its attributes, see `remaining`

    @property
    def fair(self) -> bool:
        """Whether the paper's own protocol is already honest."""
        return (self.protocol, self.metric) == (self.honest_protocol, self.honest_metric)


def rows(run: Run) -> tuple[PaperRow, ...]:
    """A row for each printed method, each data set that represents one of the paper's, and each kind of
    settings.

    They are followed by the rows that functions of the paper's own make.
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
    """The score under the protocol of a role, or None if there is none.

    An accuracy is k of N pooled over the cases of every repeat; other metrics are means over the test parts.
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
    """Wilson's interval of a pooled accuracy; for other metrics the corrected resampled t interval."""
    if metric == "accuracy":
        pooled = accuracy_interval(run.summary, (run.paper.protocols[role], dataset, method))
        return (pooled.low, pooled.high) if pooled else (None, None)
    folds = scores(run, role, metric)[dataset, method]
    interval = intervals.mean([s.value * SCALE.get(metric, 1.0) for s in folds.values()], ratio(folds))
    return (max(0.0, interval.low), min(1.0, interval.high)) if math.isfinite(interval.low) else (None, None)


def ratio(folds: Folds) -> float:
    """Test cases per training case, from means over the test parts; 0 if there are no training cases."""
    tested, trained = (math.fsum(getattr(s, side) for s in folds.values()) for side in ("tested", "trained"))
    return tested / trained if trained > 0 else 0.0


def chance(run: Run, role: str, dataset: str, metric: str) -> float | None:
    """Score that is achievable without information.

    For accuracy this is the rate of the largest class, for the area the mean recall of a random order up to
    10 %, and for other metrics the score of a constant prediction.
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
        return base.accuracy  # each test part has its own largest class
    return facts.get("majority_rate")


def excess(run: Run, dataset: str, method: str, metric: str, role: str = "permuted") -> float | None:
    """The score on shuffled labels minus that without information; None if there are no such scores."""
    shuffled, base = measured(run, role, dataset, method, metric), chance(run, role, dataset, metric)
    return None if shuffled is None or base is None else shuffled.value - base


def remaining(run: Run, dataset: str, method: str, metric: str) -> float | None:
    """The excess on shuffled labels where attributes remain, or None for papers without this control.

    On shuffled labels, numeric attributes may have no cut points; here they keep those of the true labels.
    """
    if "permuted_after_cuts" not in run.paper.protocols:
        return None
    found = runs.kinds(run, dataset)
    nominal = bool(found) and set(found) <= set(runs.DISCRETE)
    return excess(run, dataset, method, metric, "permuted" if nominal else "permuted_after_cuts")


def _odds(
    run: Run, role: str, dataset: str, method: str, reference: str, metric: str
) -> Probabilities | None:
    """Probabilities of being better than the reference, practically equivalent or worse.

    They use the honest test parts that both methods have, and the run's region of practical equivalence.
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
    """Compare a printed mean of `repeats` repeats of cross-validation with that of this run.

    Reproduced: the interval of the difference lies within the tolerance.
    """
    if figure is None or figure.value is None:
        return Agreement(UNTESTED, "nothing is printed")
    if ours.runs < 2:
        return Agreement(UNDECIDED, "one repeat: how much the mean varies from repeat to repeat is not known")
    return within(from_print(run, figure.value / 100, ours), run.paper.rows[0].tolerance, ours.runs, "repeat")


def from_print(run: Run, printed: float, ours: Measured) -> intervals.Interval:
    """The mean of this run over at least two repeats minus a printed mean, as shares.

    The printed deviation is over folds and says little about the mean, so both means get the spread over the
    repeats of this run.
    """
    mean, spread = mean_std(ours.by_run)
    return intervals.two_means((mean, spread, ours.runs), (printed, spread, run.paper.rows[0].repeats))


def within(difference: intervals.Interval, tolerance: float, n: int, things: str) -> Agreement:
    """Verdict on a difference from a printed number, in shares: whether it is within the tolerance."""
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
    """Compare a score of one split, which has no variance: whether it is within the tolerance."""
    if figure is None or figure.value is None:
        return Agreement(UNTESTED, "nothing is printed")
    gap = ours.value - figure.value / 100
    return within(intervals.Interval(gap, gap, gap, 1), run.paper.rows[0].tolerance, 1, "split")


def nothing(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """Report that the printed digits are illegible."""
    return Agreement(UNTESTED, "the printed digits are illegible")


AGREEMENTS: dict[str, Callable[..., Agreement]] = {
    "over_repeats": over_repeats,
    "near": near,
    "lost": nothing,
}


def counted(several: Iterable[PaperRow]) -> dict[str, int]:
    """Number of rows by verdict."""
    verdicts = [row.agreement.verdict for row in several]
    return {v: verdicts.count(v) for v in ROW_VERDICTS}
