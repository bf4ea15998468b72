"""Paper against ours in one layout: printed, reproduced, verdict, honest, optimism, shuffled labels, log
loss, odds against naive Bayes.

Every paper makes `PaperRow`s; `table` turns them into the same columns for all of them. Figures are shares of
1. The area under the hit curve up to 10 % is divided by 10 %, which makes it the mean recall there: like an
accuracy it lies between 0 and 1, and one point of it is one point of recall.
"""

from __future__ import annotations

import math
import statistics
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.hit_curves import UP_TO
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import plural
from naivebench.results.parts import dataset_cell, method_cell
from naivebench.results.summaries import Summary, accuracy_interval, mean_std
from naivebench.results.tables import Cell, Column, Row, Table
from naivebench.statistics.bayes import ROPE, Probabilities, correlated_t
from naivebench.statistics.rounding import without_noise

SCALE = {"hit_area_10": 1 / UP_TO}  # metric -> factor that makes a share of it
FIGURES = {
    "accuracy": "accuracy",
    "hit_area_10": "mean recall, ≤ 10 %",
    "break_even": "break-even of {}",
    "f1": "F1 of {}",
}
# metric -> keys in results/break_even
OF_CLASS = {"break_even": ("break_even",), "break_even_fixed": ("fixed", "break_even"), "f1": ("f1",)}
VERDICTS = ("exact", "within interval", "near", "not near", "not reproduced", "no target")
OWN_FOLDS = (
    "the paper's own folds: everything is learned in the training part, and no groups of cases are known"
)
FITTED = "with settings found by comparison with the print; with the method's defaults: {}"
LEVEL = 0.975  # of the quantile: 95 % intervals


class Place(NamedTuple):
    """Where a figure of a method on a data set is found: in the scores, or with a `label` in the figures of
    that class against the rest.
    """

    protocol: str
    metric: str
    label: str = ""


class Measured(NamedTuple):
    """A figure as a share; `correct` of `tested` cases if an accuracy, means over the runs."""

    value: float
    correct: float | None = None
    tested: int | None = None
    runs: int = 1


class PaperRow(NamedTuple):
    """A method on a data set in a paper, and where its figures of this run are found."""

    paper: str
    printed_name: str  # of the data set, as in the paper
    dataset: str
    method: str
    cases: int | None  # N that the printed figure is a share of, else of this run
    printed: Cell | None
    printed_count: float | None  # correct cases that the print implies
    place: Place  # the figure under the paper's protocol
    ours: Measured | None
    verdict: str  # one of VERDICTS
    why: str  # of the verdict, on hover
    honest: Place
    permuted: Place | None  # None for a figure of which nobody knows what it is without information
    reference: str  # the naive Bayes of the paper, a method of this run; "" without one
    stands: str  # exact, part, substitute
    # the verdict with the method's defaults, where those of `ours` were found by comparison with the print
    plain: str = ""


class Shown(NamedTuple):
    """The counterparts of a row, None where there are none."""

    row: PaperRow
    honest: Measured | None
    low: float | None  # 95 % interval of the honest figure
    high: float | None
    optimism: float | None
    excess: float | None  # on shuffled labels, over what is to be had without information
    log_loss: float | None
    odds: Probabilities | None  # against the reference


Folds = dict[tuple[str, str, str, str], dict[tuple[int, int], tuple[float, float, float]]]


def measured(results: Results, summary: Summary, place: Place, dataset: str, method: str) -> Measured | None:
    """The figure of a place: k of N pooled over all folds, the mean over the folds, or that of a class; None
    where it is not.
    """
    if place.label:
        value = _of_class(results, place, dataset, method)
        return None if value is None else Measured(value)
    if place.metric == "accuracy":
        pooled = accuracy_interval(summary, (place.protocol, dataset, method))
        return Measured(pooled["accuracy"], pooled["correct"], pooled["tested"]) if pooled else None
    value = summary.means.get((place.protocol, dataset, method), {}).get(place.metric)
    return None if value is None else Measured(value * SCALE.get(place.metric, 1.0))


def _classes(results: Results, protocol: str, dataset: str, method: str) -> dict[str, dict]:
    return (
        results.break_even.get((protocol, dataset), {}).get("methods", {}).get(method, {}).get("classes", {})
    )


def _of_class(results: Results, place: Place, dataset: str, method: str) -> float | None:
    value: Any = _classes(results, place.protocol, dataset, method).get(place.label)
    for key in OF_CLASS[place.metric]:
        value = (value or {}).get(key)
    return value


def chance(results: Results, summary: Summary, place: Place, dataset: str, method: str) -> float | None:
    """What a place shows without information: the rate of the largest class (accuracy), of the class, or half
    of the 10 % (area).
    """
    if place.label:
        sizes = {label: c["n"] for label, c in _classes(results, place.protocol, dataset, method).items()}
        return sizes[place.label] / sum(sizes.values()) if place.label in sizes else None
    if place.metric in SCALE:
        return UP_TO / 2
    facts, pooled = results.prepared.get(dataset, {}), summary.pooled.get((place.protocol, dataset, method))
    base = accuracy_interval(summary, (place.protocol, dataset, "majority"))
    if base and pooled and pooled["tested"] / pooled["repeats"] != facts.get("rows"):
        return base["accuracy"]  # a test part has a largest class of its own
    return facts.get("majority_rate")


def excess(results: Results, summary: Summary, place: Place, dataset: str, method: str) -> float | None:
    """The figure on shuffled labels minus that without information; None without scores there."""
    shuffled, base = (
        measured(results, summary, place, dataset, method),
        chance(results, summary, place, dataset, method),
    )
    return None if shuffled is None or base is None else shuffled.value - base


def fold_scores(results: Results, places: set[tuple[str, str]]) -> Folds:
    """(protocol, metric, data set, method) -> (repeat, fold) -> value as a share, test cases, training cases.

    `places`: (protocol, metric). Tables without training cases had all other cases in the training part.
    """
    frame, by_fold = results.scores, Folds()
    for protocol, metric in sorted(places):
        part = frame[(frame["protocol"] == protocol) & (frame["metric"] == metric)]
        keys = zip(
            part["dataset"].astype(str), part["method"].astype(str), part["repeat"], part["fold"], strict=True
        )
        for (dataset, method, repeat, fold), value, tested, trained in zip(
            keys, part["value"], part["n_test"], part["n_train"], strict=True
        ):
            share = float(value) * SCALE.get(metric, 1.0)
            by_fold.setdefault((protocol, metric, dataset, method), {})[int(repeat), int(fold)] = (
                share,
                float(tested),
                float(trained),
            )
    return by_fold


def _ratio(folds: list[tuple[float, float, float]]) -> float | None:
    """Test cases per training case, of the means over the folds; None where it is not known."""
    tested, trained = (math.fsum(f[i] for f in folds) for i in (1, 2))
    return tested / trained if trained > 0 else None


def interval(folds: list[tuple[float, float, float]]) -> tuple[float, float] | None:
    """Corrected resampled t interval, 95 %, of a mean over folds: mean ± t sqrt((1/J + n_test/n_train) s^2)
    (Nadeau and Bengio 2003).
    """
    from scipy.special import stdtrit

    folds = [f for f in folds if math.isfinite(f[0])]
    ratio = _ratio(folds)
    if len(folds) < 2 or ratio is None:
        return None
    mean, deviation = mean_std(f[0] for f in folds)
    half = float(stdtrit(len(folds) - 1, LEVEL)) * deviation * math.sqrt(1 / len(folds) + ratio)
    return max(0.0, mean - half), min(1.0, mean + half)


def odds(results: Results, row: PaperRow, folds: Folds) -> Probabilities | None:
    """Probabilities that the method is better than the reference, practically alike, worse, on the honest
    folds that both have.

    Those of the run where it has them, else the correlated t posterior of the differences with the run's
    region of practical equivalence.
    """
    if row.honest.label or row.method == row.reference:
        return None
    key = (row.honest.protocol, row.honest.metric, row.dataset)
    for known in (
        results.bayes.get("by_dataset", []) if results.bayes.get("reference") == row.reference else []
    ):
        if (known["protocol"], known["metric"], known["dataset"], known["method"]) == (*key, row.method):
            return Probabilities(known["better"], known["rope"], known["worse"])
    ours, other = (folds.get((*key, m), {}) for m in (row.method, row.reference))
    both = [f for f in ours if f in other and math.isfinite(ours[f][0] - other[f][0])]
    ratio = _ratio([ours[f] for f in both])
    if len(both) < 2 or ratio is None:
        return None
    differences = np.array([ours[f][0] - other[f][0] for f in sorted(both)])
    return correlated_t(without_noise(differences, np.array([1.0])), ratio, results.bayes.get("rope", ROPE))


def show(results: Results, summary: Summary, rows: tuple[PaperRow, ...]) -> tuple[Shown, ...]:
    """The rows with what this run has beside them."""
    folds = fold_scores(results, {row.honest[:2] for row in rows if not row.honest.label})
    return tuple(_shown(results, summary, row, folds) for row in rows)


def _shown(results: Results, summary: Summary, row: PaperRow, folds: Folds) -> Shown:
    fair = measured(results, summary, row.honest, row.dataset, row.method)
    key, limits = (row.honest.protocol, row.dataset, row.method), None
    if row.honest.label or fair is None:
        pass
    elif row.honest.metric != "accuracy":
        limits = interval(
            list(folds[row.honest.protocol, row.honest.metric, row.dataset, row.method].values())
        )
    elif pooled := accuracy_interval(summary, key):
        limits = pooled["low"], pooled["high"]
    low, high = limits or (None, None)
    optimism = row.ours.value - fair.value if row.ours and fair else None
    extra = excess(results, summary, row.permuted, row.dataset, row.method) if row.permuted else None
    loss = summary.means.get(key, {}).get("log_loss")
    return Shown(row, fair, low, high, optimism, extra, loss, odds(results, row, folds))


COLUMNS = (
    Column("paper", "Paper", hidden=True),
    Column("protocol", "Protocol", hidden=True),
    Column("dataset", "Data set", "id", "On hover: the paper's data set that it is or stands for"),
    Column("printed_name", "As printed", "text", hidden=True),
    Column("stands", "Stands", "text", "exact: the paper's data", hidden=True),
    Column("method", "Method", "text"),
    Column("figure", "Figure"),
    Column(
        "cases",
        "N",
        "integer",
        "Cases that the printed figure is a share of; where none is printed, cases of this run",
    ),
    Column("printed_count", "Printed k", "rank", "Correct cases that the print implies"),
    Column("printed", "Printed %", "percent"),
    Column(
        "reproduced",
        "Reproduced",
        "percent",
        "This run under the paper's protocol: correct cases k/N, pooled or means over the runs, and percent",
    ),
    Column("correct", "k", "rank", hidden=True),
    Column("tested", "Tested", "integer", hidden=True),
    Column("runs", "Runs", "integer", hidden=True),
    Column("verdict", "Verdict", title="*: with settings found by comparison with the print"),
    Column("plain", "Verdict by defaults", hidden=True),
    Column(
        "honest",
        "Honest % [95%]",
        "percent",
        "Everything that is learned or chosen, inside the training part. Interval: Wilson's for "
        "accuracies, pooled; of other means the corrected "
        "resampled t interval over the folds",
    ),
    Column("honest_low", "Lower end", "percent", hidden=True),
    Column("honest_high", "Upper end", "percent", hidden=True),
    Column("honest_protocol", "Honest protocol", hidden=True),
    Column(
        "optimism",
        "Optimism",
        "points",
        "Reproduced minus honest, points; bold: reproduced is outside the honest interval",
    ),
    Column(
        "permuted",
        "Shuffled",
        "points",
        "The paper's protocol on shuffled labels, minus what is to be had without information",
    ),
    Column("log_loss", "Log loss", "score", "Honest, nats, all classes"),
    Column(
        "better",
        "P(better)",
        "rank",
        "Probability of being better than the paper's naive Bayes by more than one point, honest folds",
    ),
    Column("rope", "P(rope)", "rank", "Probability of being within one point of the paper's naive Bayes"),
    Column(
        "worse",
        "P(worse)",
        "rank",
        "Probability of being worse than the paper's naive Bayes by more than one point",
    ),
    Column("reference", "Against", hidden=True),
)


def table(results: Results, id_: str, caption: str, shown: tuple[Shown, ...], note: str = "") -> Table:
    """The one layout of all papers; an empty cell says on hover why.

    Where all figures are of one kind, the note says which.
    """
    rows = tuple(_line(results, s) for s in shown)
    alike = len({row["figure"] for row in rows}) == 1
    columns = tuple(c._replace(hidden=c.hidden or (alike and c.key == "figure")) for c in COLUMNS)
    return Table(id_, caption, columns, rows, note)


def _line(results: Results, s: Shown) -> dict:
    row, ours = s.row, s.row.ours
    kind = (
        "" if row.stands == "exact" else f"{row.stands} of " if row.stands == "part" else f"{row.stands} for "
    )
    cells: Row = {
        "paper": row.paper,
        "protocol": row.place.protocol,
        "printed_name": row.printed_name,
        "stands": row.stands,
        "reference": row.reference or None,
        "plain": row.plain or row.verdict,
    }
    cells |= {
        "dataset": dataset_cell(row.dataset)._replace(title=f"{kind}{row.printed_name}"),
        "method": method_cell(row.method),
    }
    cells |= {
        "figure": FIGURES[row.place.metric].format(row.place.label),
        "cases": row.cases,
        "printed": row.printed or _none("nothing to compare with"),
    }
    cells["printed_count"] = (
        None if row.printed_count is None else Cell(row.printed_count, count(row.printed_count))
    )
    cells["reproduced"] = _reproduced(ours) if ours else _absent(row.place)
    cells |= {"correct": ours.correct, "tested": ours.tested, "runs": ours.runs} if ours else {}
    cells["verdict"] = Cell(row.verdict, title=row.why)
    if row.plain:
        cells["verdict"] = Cell(
            row.verdict,
            f"{row.verdict} *",
            title=". ".join(filter(None, (FITTED.format(row.plain), row.why))),
        )
    return cells | _honest_cells(s) | _odds_cells(s)


def _none(why: str) -> Cell:
    return Cell(None, css="quiet", title=why)


def _absent(place: Place) -> Cell:
    return _none(
        f"no {FIGURES.get(place.metric, 'threshold fixed in training').format(place.label)} under "
        f"{place.protocol} in this run"
    )


def count(number: float) -> str:
    """A count or a mean count: whole where it is, else with one decimal."""
    return f"{number:,.0f}" if abs(number - round(number)) < 1e-9 else f"{number:,.1f}"


def _reproduced(ours: Measured) -> Cell:
    percent = formats.text(ours.value, "percent")
    return Cell(
        ours.value, percent if ours.correct is None else f"{count(ours.correct)}/{ours.tested:,}, {percent}"
    )


def _honest_cells(s: Shown) -> dict:
    row, same = s.row, s.row.honest == s.row.place
    cells: dict = {
        "honest": _absent(row.honest),
        "optimism": _none("no honest figure" if s.honest is None else "no figure under the paper's protocol"),
    }
    if s.honest:
        limits = "" if s.low is None or s.high is None else f" [{100 * s.low:.1f} – {100 * s.high:.1f}]"
        why = "" if limits else "one test part and no share of cases: no interval"
        if same:
            why = "decided without a threshold: the same figure" if row.honest.label else OWN_FOLDS
        cells["honest"] = Cell(
            s.honest.value,
            formats.text(s.honest.value, "percent") + limits + (", same" if same else ""),
            title=why,
        )
        cells |= {"honest_low": s.low, "honest_high": s.high}
    if s.optimism is not None:
        inside = row.ours is None or s.low is None or s.high is None or s.low <= row.ours.value <= s.high
        cells["optimism"] = Cell(
            s.optimism,
            css="quiet" if same else "" if inside else "strong",
            title="the same figure" if same else "",
        )
    cells["permuted"] = s.excess
    if s.excess is None:
        cells["permuted"] = (
            _absent(row.permuted)
            if row.permuted
            else _none("what it is without information depends on the threshold")
        )
    cells["log_loss"] = (
        _none(f"no log loss under {row.honest.protocol} in this run") if s.log_loss is None else s.log_loss
    )
    return cells | {"honest_protocol": row.honest.protocol}


def _odds_cells(s: Shown) -> dict:
    if s.odds:
        return s.odds._asdict()
    row = s.row
    if row.method == row.reference:
        return {"better": Cell(None, "reference", "quiet"), "rope": None, "worse": None}
    why = "one test part: the test takes two folds or more"
    if not row.honest.label:
        why = (
            f"{row.method} and {row.reference or 'naive Bayes'} do not share two folds under "
            f"{row.honest.protocol} in this run"
        )
    return dict.fromkeys(("better", "rope", "worse"), _none(why))


def sentence(shown: tuple[Shown, ...]) -> str:
    """How many rows have which verdict, and the medians of optimism and of the excess on shuffled labels."""
    counts = {v: sum(s.row.verdict == v for s in shown) for v in VERDICTS}
    verdicts = ", ".join(f"{v} {n}" for v, n in counts.items() if n)
    optimism = [s.optimism for s in shown if s.optimism is not None and s.row.honest != s.row.place]
    fair = sum(s.row.honest == s.row.place for s in shown)
    same = f"; {plural(fair, 'row')} more where the paper's protocol is honest already" if fair else ""
    extra = [s.excess for s in shown if s.excess is not None]
    medians = f"Median optimism {_median(optimism)}{same}. Median excess on shuffled labels {_median(extra)}."
    return f"{plural(len(shown), 'row')}: {verdicts}.{_fitted(shown)} {medians}"


def _fitted(shown: tuple[Shown, ...]) -> str:
    """What is left of the verdicts without the settings that were found by comparison with the print."""
    fitted = sum(bool(s.row.plain) for s in shown)
    if not fitted:
        return ""
    plain = [s.row.plain or s.row.verdict for s in shown]
    verdicts = ", ".join(f"{v} {plain.count(v)}" for v in VERDICTS if v in plain)
    return (
        f" In {plural(fitted, 'row')} (*) the settings were found by comparison with the print; with the "
        f"methods' defaults: {verdicts}."
    )


def _median(values: list[float]) -> str:
    return (
        f"{formats.text(statistics.median(values), 'points')} points ({plural(len(values), 'row')})"
        if values
        else "not to be had in this run"
    )
