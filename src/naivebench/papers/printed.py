"""Printed numbers beside those of this run: one layout for all papers.

Scores are shares of 1. The area under the hit curve up to 10 % is divided by 10 %, which makes it the mean
recall there: one point of it is one point of recall.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.core.hit_curves import UP_TO
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import correlated_t
from naivebench.evaluation.statistics.rounding import without_noise
from naivebench.papers.explain import judge_gap
from naivebench.papers.paper import EXACT, Printed
from naivebench.papers.run import CELL, Run
from naivebench.papers.verdicts import NOT_TESTED, SCALE, UNDECIDED, find_interval, pair_methods

ORDINARY, FITTED = "as the paper says", "found by comparison with the printed numbers"
SETTINGS = {"paper": ORDINARY, "printed": FITTED}  # role of the protocol -> where its settings come from
LABELS = {
    "accuracy": "accuracy",
    "hit_area_10": "mean recall, ≤ 10 %",
    "f1": "F1",
    "break_even": "break-even point, interpolated",
}


class Kind(NamedTuple):
    """One kind of printed numbers: an entry of `printed` in a paper.yaml."""

    metric: str
    honest_metric: str = ""  # "" for `metric`
    number: str = "accuracy_pct"  # metric of the printed numbers, percentages
    tolerance: float = 0.0  # as a share
    repeats: int = 1  # repeats behind a printed mean
    honest: Sequence[str] = ("honest",)  # roles in order of preference
    reference: str = ""  # printed name of the paper's naive Bayes
    sets: Sequence[str] = ()  # printed names, () for all


class Score(NamedTuple):
    """A score as a share: the mean of `by_run`, or of the test parts; an accuracy has `correct` of `tested`
    cases.
    """

    value: float
    by_run: tuple[float, ...] = ()  # pooled over the cases of a repeat
    correct: float | None = None  # mean over the runs
    tested: int | None = None

    @property
    def runs(self) -> int:
        """Number of repeats."""
        return max(len(self.by_run), 1)


class Agreement(NamedTuple):
    """Whether a score agrees with the printed one: reproduced, contradicted, undecided or not tested."""

    verdict: str
    why: str = ""
    implied: float | None = None  # correct cases computed from the printed number


Agree = Callable[[Run, Kind, Any, str, Printed | None, Score], Agreement]


def list_kinds(run: Run) -> list[Kind]:
    """The kinds of printed numbers of a paper."""
    return [Kind(**of) for of in run.paper.more.get("printed", ())]


def reference(run: Run) -> str:
    """Printed name of the paper's naive Bayes."""
    return list_kinds(run)[0].reference


def list_printed(run: Run, method: str, metric: str, sets: Sequence[str] = ()) -> dict[str, float]:
    """Printed values of a method by printed data set."""
    known = {d: n.value for (d, m, k), n in run.paper.numbers.items() if (m, k) == (method, metric)}
    present = set(run.paper.data_sets["printed"])
    return {d: v for d, v in known.items() if v is not None and d in present and (not sets or d in sets)}


def find_folds(run: Run, role: str, dataset: str, name: str, metric: str = "accuracy") -> pd.DataFrame:
    """Scores of a method (printed name or id) on the test parts of a data set; empty if there are none."""
    protocol = run.protocol(role)

    def group() -> tuple[pd.DataFrame, dict[tuple[str, str], np.ndarray]]:
        scores = run.read_scores(protocol, metric)
        return scores, scores.groupby(["dataset", "name"], sort=False).indices

    scores, groups = run.remember(("folds", protocol, metric, run.reading), group)
    return scores.iloc[groups.get((dataset, name), [])]


def find_method(run: Run, role: str, dataset: str, name: str, metric: str = "accuracy") -> str | None:
    """Our method for a printed one on a data set; None if it was not run."""
    folds = find_folds(run, role, dataset, name, metric)
    return None if folds.empty else str(folds["method"].iloc[0])


def average_score(run: Run, role: str, dataset: str, name: str, metric: str) -> Score | None:
    """The score under the protocol of a role, or None if there is none.

    An accuracy is k of N pooled over the cases of every repeat; other metrics are means over the test parts.
    """
    key = ("score", role, dataset, name, metric, run.reading)
    return run.remember(key, lambda: _average_folds(find_folds(run, role, dataset, name, metric), metric))  # type: ignore[no-any-return]


def _average_folds(folds: pd.DataFrame, metric: str) -> Score | None:
    if folds.empty:
        return None
    values, tested = folds["value"].to_numpy(), folds["n_test"].to_numpy()
    if metric != "accuracy":
        values = values[np.isfinite(values)]
        return Score(math.fsum(values) / len(values) * SCALE.get(metric, 1.0)) if len(values) else None
    _, of = np.unique(folds["repeat"].to_numpy(), return_inverse=True)
    correct, cases = np.bincount(of, np.round(values * tested)), np.bincount(of, tested)
    shares = tuple((correct / cases).tolist())
    return Score(math.fsum(shares) / len(shares), shares, float(correct.mean()), int(cases[0]))


def describe_printed(run: Run, agree: Agree | None) -> pd.DataFrame:
    """A row for each printed method, data set that stands for one of the paper's, and kind of settings.

    The settings found by comparison with the printed numbers have the role `printed`. Columns: see
    columns.yaml.
    """
    rows = [
        row
        for kind in list_kinds(run)
        for stand in run.list_stands(*SETTINGS, metric=kind.metric).itertuples()
        if not kind.sets or stand.printed in kind.sets
        for name in run.paper.methods
        for role in SETTINGS
        if (row := _describe_one(run, kind, stand, name, role, agree))
    ]
    return pd.DataFrame(rows)


def _describe_one(
    run: Run, kind: Kind, stand: Any, name: str, role: str, agree: Agree | None
) -> dict[str, Any] | None:
    metric, fair_metric = kind.metric, kind.honest_metric or kind.metric
    ours = average_score(run, role, stand.dataset, name, metric)
    method = find_method(run, role, stand.dataset, name, metric)
    if ours is None or method is None:
        return None
    number = run.paper.numbers.get((stand.printed, name, kind.number))
    agreement = agree(run, kind, stand, name, number, ours) if agree else Agreement(
        NOT_TESTED, "the printed digits are illegible"
    )  # fmt: skip
    if stand.kind != EXACT:
        agreement = Agreement(NOT_TESTED, f"{stand.kind}: not the paper's data", agreement.implied)
    folds = find_folds(run, role, stand.dataset, name, metric)
    reference = find_method(run, role, stand.dataset, kind.reference, metric) or ""
    row = {"paper": run.paper.id, "protocol": run.paper.protocols[role], "dataset": stand.dataset}
    row |= {"printed_name": stand.printed, "copy": stand.kind, "method": method, "printed_method": name}
    row |= {"settings": SETTINGS[role], "figure": LABELS.get(metric, metric.replace("_", " "))}
    row |= {"cases": int(folds.loc[folds["repeat"] == folds["repeat"].min(), "n_test"].sum())}
    row |= {"printed_count": agreement.implied}
    row["printed"] = None if number is None or number.value is None else round(number.value / 100, 12)
    row["printed_sd"] = None if number is None or number.std is None else round(number.std / 100, 12)
    row |= {"ours": ours.value, "correct": ours.correct, "tested": ours.tested, "runs": ours.runs}
    row |= {"verdict": agreement.verdict, "why": agreement.why}
    notes = run.paper.notes.get(stand.printed, {}) | run.paper.notes.get(stand.dataset, {})
    row["fact"] = notes.get(method) or notes.get("*")

    # the honest score of the same method, and what the paper's protocol adds to it
    fair_role = next(
        (r for r in kind.honest if average_score(run, r, stand.dataset, method, fair_metric)), kind.honest[0]
    )
    fair = average_score(run, fair_role, stand.dataset, method, fair_metric)
    low, high = find_limits(run, fair_role, stand.dataset, method, fair_metric) if fair else (None, None)
    row |= {"honest": fair.value if fair else None, "honest_low": low, "honest_high": high}
    row |= {"honest_protocol": run.paper.protocols.get(fair_role, "")}
    row |= {"honest_figure": LABELS.get(fair_metric, fair_metric.replace("_", " "))}
    row["optimism"] = ours.value - fair.value if fair and role == "paper" else None
    row["permuted"] = find_excess(run, stand.dataset, method, metric) if role == "paper" else None
    row["log_loss"] = run.means(fair_role, "log_loss").get((stand.dataset, method))
    return (
        row
        | _find_odds(run, fair_role, stand.dataset, method, reference, fair_metric)
        | {"against": reference}
    )


def find_limits(
    run: Run, role: str, dataset: str, method: str, metric: str
) -> tuple[float | None, float | None]:
    """Wilson's interval of a pooled accuracy; for other metrics the corrected resampled t interval."""
    if metric == "accuracy":
        row = find_share(run, role, dataset, method)
        return (None, None) if row is None else (row["low"], row["high"])
    folds = find_folds(run, role, dataset, method, metric)
    interval = intervals.mean(list(folds["value"] * SCALE.get(metric, 1.0)), find_ratio(folds))
    return (max(0.0, interval.low), min(1.0, interval.high)) if math.isfinite(interval.low) else (None, None)


def find_share(run: Run, role: str, dataset: str, method: str) -> pd.Series | None:
    """Pooled accuracy of a cell with Wilson's interval: a row of the frame `accuracies`, or None."""

    def index() -> pd.DataFrame:
        return run.frames["accuracies"].set_index(CELL)

    accuracies, key = (
        run.remember(("accuracies",), index),
        (run.paper.protocols.get(role, ""), dataset, method),
    )
    return accuracies.loc[key] if key in accuracies.index else None


def find_ratio(folds: pd.DataFrame) -> float:
    """Test cases per training case over the test parts; 0 if there are no training cases."""
    trained = folds["n_train"].sum()
    return float(folds["n_test"].sum() / trained) if trained > 0 else 0.0


def find_chance(run: Run, role: str, dataset: str, metric: str) -> float | None:
    """The score without any information: the rate of the largest class, or the score of a constant
    prediction.

    For the area up to 10 %, it is the mean recall there of a random order.
    """
    if metric in SCALE:
        return UP_TO / 2
    if metric != "accuracy":
        blind = average_score(run, role, dataset, "majority", metric)
        return blind.value if blind else None
    share, record = find_share(run, role, dataset, "majority"), run.record(dataset)
    if share is not None and share["tested"] / share["repeats"] != record.get("rows"):
        return float(share["accuracy"])  # each test part has its own largest class
    return record.get("majority_rate")


def find_excess(run: Run, dataset: str, method: str, metric: str, role: str = "permuted") -> float | None:
    """The score on shuffled labels minus that without information; None if there are no such scores."""
    shuffled, base = (
        average_score(run, role, dataset, method, metric),
        find_chance(run, role, dataset, metric),
    )
    return None if shuffled is None or base is None else shuffled.value - base


def _find_odds(run: Run, role: str, dataset: str, method: str, reference: str, metric: str) -> dict[str, Any]:
    """Probabilities of being better than the reference, practically equivalent or worse, on honest test
    parts.
    """
    names = ["better", "rope", "worse"]
    if not reference or method == reference or not run.protocol(role):
        return dict.fromkeys(names)
    folds = [find_folds(run, role, dataset, m, metric) for m in (method, reference)]
    pairs = pair_methods(pd.concat(folds), method, reference)
    if not pairs or len(pairs[0].differences) < 2 or pairs[0].ratio is None:
        return dict.fromkeys(names)
    differences = pairs[0].differences * SCALE.get(metric, 1.0)
    odds = correlated_t(without_noise(differences, np.array([1.0])), pairs[0].ratio)
    return {name: getattr(odds, name) for name in names}


def compare_repeats(
    run: Run, kind: Kind, stand: Any, name: str, number: Printed | None, ours: Score
) -> Agreement:
    """Compare a printed mean over repeats of cross-validation with that of this run."""
    if number is None or number.value is None:
        return Agreement(NOT_TESTED, "nothing is printed")
    if ours.runs < 2:
        return Agreement(UNDECIDED, "one repeat: how much the mean varies from repeat to repeat is not known")
    gap = find_gap(kind, number.value / 100, ours)
    return Agreement(*judge_gap(gap.value, gap.low, gap.high, kind.tolerance, ours.runs, "repeat"))


def find_gap(kind: Kind, printed: float, ours: Score) -> intervals.Interval:
    """The mean of this run over at least two repeats minus a printed mean, as shares.

    The printed deviation is over folds and says little about the mean, so both means get the spread over the
    repeats of this run.
    """
    mean, spread = find_spread(ours.by_run)
    return intervals.two_means((mean, spread, ours.runs), (printed, spread, kind.repeats))


def find_spread(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation (n - 1); an infinite value makes the mean infinite and the deviation
    NaN.
    """
    several = [float(v) for v in values]
    if not several:
        return math.nan, math.nan
    mean = (
        math.fsum(several) / len(several) if all(map(math.isfinite, several)) else sum(several) / len(several)
    )
    if len(several) < 2 or not math.isfinite(mean):
        return mean, math.nan
    return mean, math.sqrt(math.fsum((v - mean) ** 2 for v in several) / (len(several) - 1))


def compare_gains(run: Run, first: str, rivals: Sequence[str]) -> pd.DataFrame:
    """Score of a method minus that of its rivals on every data set: printed, under the paper's protocol,
    honest.

    The honest interval is that of the corrected resampled t test; a single test part has none.
    """
    return pd.DataFrame([row for rival in rivals for row in _list_gains(run, first, rival)])


def _list_gains(run: Run, first: str, second: str) -> Iterator[dict[str, Any]]:
    for kind in list_kinds(run):
        stands = run.list_stands("paper", *kind.honest, metric=kind.metric)
        factor = SCALE.get(kind.metric, 1.0)
        for stand in stands.itertuples():
            if kind.sets and stand.printed not in kind.sets:
                continue
            paper = pair_on(run, ["paper"], stand.dataset, first, second, kind.metric)
            honest = pair_on(
                run, kind.honest, stand.dataset, first, second, kind.honest_metric or kind.metric
            )
            if not paper and not honest:
                continue
            sides = [run.paper.value(stand.printed, name, kind.number) for name in (first, second)]
            printed = None if None in sides else (sides[0] - sides[1]) / 100  # type: ignore[operator]
            row = {"dataset": stand.dataset, "printed_name": stand.printed, "copy": stand.kind}
            row |= dict(zip(("method", "against"), (honest or paper).methods, strict=True))
            row |= {"gain_printed": printed, "gain_paper": paper.mean * factor if paper else None}
            interval = find_interval(honest) if honest else None
            row["gain_honest"] = factor * interval.value if interval else None
            known = interval is not None and math.isfinite(interval.high - interval.low)
            row["gain_honest_low"], row["gain_honest_high"] = (
                (factor * interval.low, factor * interval.high)
                if interval is not None and known
                else (None, None)
            )
            row["p"] = interval.p if interval is not None else None
            yield row


def pair_on(
    run: Run, roles: Sequence[str], dataset: str, first: str, second: str, metric: str = "accuracy"
) -> Any:
    """Two methods on one data set under the first role whose protocol has both; None if none has."""
    key = ("pair", tuple(roles), dataset, first, second, metric, run.use, run.reading)
    return run.remember(key, lambda: _pair_on(run, roles, dataset, first, second, metric))


def _pair_on(run: Run, roles: Sequence[str], dataset: str, first: str, second: str, metric: str) -> Any:
    for role in filter(run.protocol, roles):
        folds = [find_folds(run, role, dataset, m, metric) for m in (first, second)]
        if not any(f.empty for f in folds) and (pairs := pair_methods(pd.concat(folds), first, second)):
            return pairs[0]
    return None


def compare_data_sets(run: Run, facts: dict[str, str]) -> pd.DataFrame:
    """The data sets that stand for the paper's, with facts as printed and of this run.

    `facts`: metric of the printed numbers -> key of `describe_data_set`.
    """
    rows = []
    for stand in run.list_stands(*SETTINGS).itertuples():
        notes = run.paper.notes.get(stand.printed, {}) | run.paper.notes.get(stand.dataset, {})
        row: dict[str, Any] = {"dataset": stand.dataset, "printed_name": stand.printed, "copy": stand.kind}
        ours = describe_data_set(run, stand.printed, stand.dataset)
        row |= {metric: ours[fact] for metric, fact in facts.items()}
        row |= {f"{metric}_printed": run.paper.value(stand.printed, "-", metric) for metric in facts}
        rows.append(row | {"about": stand.about or None, "note": notes.get("*")})
    return pd.DataFrame(rows)


def describe_data_set(run: Run, printed: str, dataset: str) -> dict[str, int | None]:
    """Number of attributes by kind, of classes and of cases; learning and validation are the paper's
    split.
    """
    record = run.record(dataset)
    kinds, cases = [a["kind"] for a in record.get("attributes", [])], record.get("rows", 0)
    continuous = sum(k in ("linear", "angular") for k in kinds)
    held_out = run.paper.value(printed, "-", "n_validation")
    learning = record.get("holdout") or cases if held_out else cases
    return {
        "attributes": len(kinds),
        "continuous": continuous,
        "nominal": len(kinds) - continuous,
        "angular": sum(k in ("angular", "direction") for k in kinds),
        "linear": kinds.count("linear"),
        "discrete": sum(k in ("nominal", "ordinal") for k in kinds),
        "classes": len(record.get("classes", {})),
        "cases": record.get("rows"),
        "learning": learning,
        "validation": cases - learning or None,
    }
