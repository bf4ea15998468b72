"""Advice for and against a method, derived by fixed rules from its gain over naive Bayes by kind of data.

A method is compared with naive Bayes in the primary comparison. If it takes no part in that, the comparison
of its own experiments with most data sets is used. Intervals are for the mean difference over the data sets
(Student's t). An interval above 0 counts for the method, one below 0 against it.
"""

from __future__ import annotations

import math
import statistics
from typing import NamedTuple

from naivebench.benchmark.results.comparisons import Comparison
from naivebench.benchmark.results.context import Results, comparison, protocols_of, shuffled, stanza
from naivebench.benchmark.results.formats import in_sentence, listing, metric_kind, plural, significant, text
from naivebench.benchmark.results.parts import versus
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, in_units
from naivebench.evaluation.statistics.intervals import Interval, over_sets
from naivebench.report.columns import LOSSES, TIES
from naivebench.report.duel import gains
from naivebench.report.suits import FEW, PHRASES, PROPERTIES, properties

# modules of plain naive Bayes: for tables, for rankings of rare classes, and for words
PLAIN = ("naive_bayes.nb", "naive_bayes.nb_tuned", "sequences.nb_mn")
RANKING = (
    "auc"  # judges a ranking where the metric of a protocol itself, such as a hit curve, is not compared
)
DEAR = 10  # ratio of CPU times from which time speaks against a method
NAMED = 3  # kinds of data that a sentence names
RULES = (
    "Use a method for a kind of data if the 95 % interval of its mean gain over naive Bayes lies above 0, "
    "and avoid it if the interval lies below 0. Kinds with fewer than "
    f"{FEW} data sets are left out. The same rule applies to the calibration error. Avoid a method if it "
    f"needs at least {DEAR} times the CPU time of naive Bayes (median over the data sets), and on data "
    "where it failed. The intervals are exploratory and not corrected for the number of kinds."
)


class Gain(NamedTuple):
    """Difference between a method and naive Bayes on the data sets of one kind; positive where the method is
    better.

    `calibration`: calibration error of the method minus that of naive Bayes, so negative where the method is
    better; None if the run has no calibration errors. `cost`: median ratio of CPU times, None if one of the
    times is 0 or unknown.
    """

    about: str  # title of the property, "" for all data sets
    value: str
    gain: Interval
    wins: int
    ties: int
    losses: int
    cost: float | None
    calibration: Interval | None

    @property
    def words(self) -> str:
        """The kind of data, worded for use within a sentence."""
        return PHRASES[self.about, self.value] if self.about else "all data sets"


class Advice(NamedTuple):
    """The results of a method that speak for and against it."""

    method: str
    against: str  # the naive Bayes method that it is compared with
    protocol: str
    metric: str
    experiment: str
    gains: tuple[Gain, ...]  # the gain on all data sets first
    failed: tuple[str, ...]  # data sets with a failed cell under this protocol

    @property
    def whole(self) -> Gain:
        """The gain on all data sets."""
        return self.gains[0]


def advice(results: Results, summary: Summary, method: str) -> Advice | None:
    """Collect the results of a method; None if no comparison includes both it and naive Bayes."""
    found = _basis(results, method)
    if not found:
        return None
    entry, against = found
    differences = gains(results, summary, entry, method, against)
    if not differences:
        return None
    parts = [("", "", list(differences))]
    of_sets = {d: properties(results.prepared.get(d, {})) for d in differences}
    for title, _, values in PROPERTIES:
        for value in values:
            sets = [d for d in differences if (title, value) in of_sets[d]]
            parts += [(title, value, sets)] if len(sets) >= FEW else []
    several = tuple(
        _gain(summary, entry, (method, against), part, {d: differences[d] for d in part[2]}) for part in parts
    )
    failed = {
        f.dataset
        for f in results.failures
        if f.method == method and f.protocol == entry.protocol and f.status in ("failed", "timeout")
    }
    named = (entry.protocol, entry.metric, entry.experiment or "")
    return Advice(method, against, *named, several, tuple(sorted(failed)))


def _basis(results: Results, method: str) -> tuple[Comparison, str] | None:
    """The comparison by which a method is judged, and the naive Bayes method in it."""
    shuffled_labels, found = shuffled(results), []
    for entry in results.by_experiment:
        against = _plain(results, entry, method)
        if against and entry.protocol not in shuffled_labels and entry.metric == _metric(results, entry):
            rank = (entry.primary, entry.protocol == results.primary[0], len(entry.datasets))
            found.append((rank, entry, against))
    if not found:
        return None
    _, entry, against = max(found, key=lambda of: of[0])
    return entry, against


def _metric(results: Results, entry: Comparison) -> str:
    """The metric by which the comparisons of a protocol are judged.

    This is the first metric that the protocol itself lists, or the area under the ROC curve if that metric is
    not compared. For a protocol without metrics of its own, it is the primary metric.
    """
    protocol = protocols_of(results).get(entry.protocol)
    own = protocol.get("metrics") if protocol else None
    if not own:
        return results.primary[1]
    there = {e.metric for e in results.by_experiment if e.protocol == entry.protocol}
    return own[0] if own[0] in there or RANKING not in there else RANKING


def _plain(results: Results, entry: Comparison, method: str) -> str:
    """The naive Bayes method in a comparison that includes `method`; "" if there is none or `method` is naive
    Bayes.
    """
    if method not in entry.average_ranks:
        return ""
    if method == results.reference:
        return ""
    others = [m for m in results.methods if m in entry.average_ranks and m != method]
    if results.reference in others or (results.reference and entry.protocol == results.primary[0]):
        return results.reference or ""  # under the primary protocol it has scores beyond its experiments
    modules = {m: stanza(results, "methods", m).get("module", "") for m in (method, *others)}
    there = [m for m in results.methods if m in modules]
    found = next((m for module in PLAIN for m in there if modules[m] == module), "")
    return "" if found == method else found


def _gain(
    summary: Summary,
    entry: Comparison,
    pair: tuple[str, str],
    part: tuple[str, str, list[str]],
    differences: dict[str, float],
) -> Gain:
    title, value, sets = part
    cells = [[(entry.protocol, d, m) for m in pair] for d in sets]
    ratios = [
        summary.cost[own].seconds / summary.cost[other].seconds
        for own, other in cells
        if own in summary.cost and other in summary.cost and summary.cost[other].seconds > 0
    ]
    errors = [[summary.means[cell].get("ece", math.nan) for cell in both] for both in cells]
    known = [own - other for own, other in errors if math.isfinite(own - other)]
    return Gain(
        title,
        value,
        over_sets(list(differences.values())),
        sum(v > 0 for v in differences.values()),
        sum(v == 0 for v in differences.values()),
        sum(v < 0 for v in differences.values()),
        statistics.median(ratios) if ratios else None,
        over_sets(known) if known else None,
    )


def _named(found: list[Gain], metric: str) -> str:
    """List gains in words, such as `two classes (2.10 points more, 0.30 to 3.90, 12 data sets)`."""
    points = metric_kind(metric) == "percent"
    parts = []
    for g in found[:NAMED]:
        sign = 1 if g.gain.value >= 0 else -1
        ends = sorted((sign * g.gain.low, sign * g.gain.high))
        value, low, high = (
            text(v, "points" if points else "signed").lstrip("+") for v in (abs(g.gain.value), *ends)
        )
        more = f"{value}{' points' if points else ''} {'more' if sign > 0 else 'less'}"
        parts.append(f"{g.words} ({more}, {low} to {high}, {plural(g.gain.n, 'data set')})")
    return listing(parts)


def _further(found: list[Gain]) -> str:
    """Phrase that counts the kinds of data that a sentence does not name; "" if it names all."""
    rest = len(found) - NAMED
    return f", and for {plural(rest, 'more kind')} of data in the table" if rest > 0 else ""


def _kinds(found: Advice) -> list[Gain]:
    """The gains on kinds of data that only some of the data sets have."""
    return [g for g in found.gains[1:] if g.gain.n < found.whole.gain.n]


def use(found: Advice) -> list[str]:
    """Reasons to use the method, one sentence each."""
    kinds = _kinds(found)
    better = sorted((g for g in kinds if g.gain.low > 0), key=lambda g: -g.gain.value)
    told = []
    if better and len(better) == len(kinds) > 1:
        told.append(
            "for every kind of data that was tested. The gain is largest for data with "
            + _named(better, found.metric)
            + "."
        )
    elif better:
        told.append(f"for data with {_named(better, found.metric)}{_further(better)}.")
    elif found.whole.gain.low > 0:
        told.append(f"in general: {_named([found.whole], found.metric)}.")
    error = found.whole.calibration
    if error and error.high < 0:
        told.append(f"when you need calibrated probabilities: {_calibration(error)}.")
    return told


def avoid(found: Advice) -> list[str]:
    """Reasons not to use the method, one sentence each."""
    worse = sorted((g for g in _kinds(found) if g.gain.high < 0), key=lambda g: g.gain.value)
    told = []
    if worse:
        told.append(f"for data with {_named(worse, found.metric)}{_further(worse)}.")
    elif found.whole.gain.high < 0:
        told.append(f"in general: {_named([found.whole], found.metric)}.")
    error, cost = found.whole.calibration, found.whole.cost
    if error and error.low > 0:
        told.append(f"when you need calibrated probabilities: {_calibration(error)}.")
    if cost is not None and cost >= DEAR:
        told.append(f"when time matters: it needs {_times(cost)} the CPU time of naive Bayes.")
    if found.failed:
        some = listing(found.failed[:NAMED])
        more = f" and {len(found.failed) - NAMED} more" if len(found.failed) > NAMED else ""
        told.append(f"on data like {some}{more}, where it failed or took too long.")
    return told


def basis(results: Results, found: Advice) -> str:
    """Sentence that says how a method outside the primary comparison is judged; "" for other methods."""
    entry = comparison(results, *results.primary)
    if entry and found.method in entry.average_ranks:
        return ""
    label = results.metrics[found.metric].label if found.metric in results.metrics else found.metric
    return (
        f"This method is not part of the main comparison. The advice rests on its {in_sentence(label)} on "
        f"{plural(found.whole.gain.n, 'data set')} of the experiment {found.experiment} (protocol "
        f"{found.protocol})."
    )


def _calibration(error: Interval) -> str:
    """Phrase such as `its calibration error is 0.012 lower`, with the interval."""
    word = "lower" if error.value < 0 else "higher"
    ends = sorted(abs(v) for v in error[1:3])
    interval = " to ".join(text(v, "score") for v in ends)
    more = f"{text(abs(error.value), 'score')} {word} ({interval})"
    return f"its calibration error is {more} than that of naive Bayes"


def _times(ratio: float) -> str:
    return f"{significant(ratio, 2)} times"


def cost(found: Advice) -> str:
    """Sentence on the CPU time of the method relative to naive Bayes; "" if times are unknown."""
    ratio = found.whole.cost
    if ratio is None:
        return ""
    sizes = [(significant(g.cost, 2), g.words) for g in found.gains if g.about == "Cases" and g.cost]
    by_size = listing(f"{times} with {words}" for times, words in sizes)
    differ = len({times for times, _ in sizes}) > 1
    median = f"median over the data sets{f'; {by_size}' if differ else ''}"
    return f"{_times(ratio)} the CPU time of naive Bayes ({median})."


COLUMNS = (
    Column("method", "Method", "text", hidden=True),
    Column("against", "Against", "text", hidden=True),
    Column("experiment", "Experiment", "text", hidden=True),
    Column("protocol", "Protocol", "text", hidden=True),
    Column("metric", "Metric", "text", hidden=True),
    Column("property", "Property", "id"),
    Column("value", "Value"),
    Column("n", "N", "integer", "Data sets of this kind"),
    Column("mean", "Gain", "difference", "Mean difference from naive Bayes; positive: the method is better"),
    Column("low", "95% from", "difference", "t interval of the gain over the data sets: lower end"),
    Column("high", "to", "difference"),
    Column("wins", "W/T/L", "integer", "Data sets on which the method is better, equal, worse"),
    TIES,
    LOSSES,
    Column(
        "calibration", "Calibration", "signed", "Calibration error minus that of naive Bayes; below 0: better"
    ),
    Column("calibration_low", "95% from", "signed", "t interval of that difference: lower end"),
    Column("calibration_high", "to", "signed"),
    Column("cpu_ratio", "CPU ratio", "ratio", "CPU time over that of naive Bayes, median", time=True),
)


def table(results: Results, found: Advice) -> Table:
    """Table of the gains of a method on each kind of data."""
    label = results.metrics[found.metric].label if found.metric in results.metrics else found.metric
    return Table(
        "method_gains",
        f"Gain of {found.method} over {found.against} by kind of data: {label}, protocol {found.protocol}.",
        in_units(COLUMNS, found.metric),
        tuple(_row(found, g) for g in found.gains),
        RULES,
    )


def _row(found: Advice, g: Gain) -> Row:
    there = versus(found.method, found.against, found.protocol, found.metric)
    row: Row = {k: getattr(found, k) for k in ("method", "against", "experiment", "protocol", "metric")}
    row |= {"property": g.about or "All data sets", "value": g.value or "all", "n": g.gain.n}
    row |= {"mean": g.gain.value} | _ends(g.gain, "")
    row |= {"wins": Cell(g.wins, f"{g.wins}/{g.ties}/{g.losses}", href=there)}
    row |= {"ties": g.ties, "losses": g.losses, "cpu_ratio": g.cost}
    error = g.calibration
    return row | ({"calibration": error.value} | _ends(error, "calibration_") if error else {})


def _ends(interval: Interval, prefix: str) -> Row:
    """Both ends of an interval; None for an infinite end."""
    ends = (("low", interval.low), ("high", interval.high))
    return {f"{prefix}{name}": v if math.isfinite(v) else None for name, v in ends}
