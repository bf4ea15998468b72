"""Best methods by kind of data: the primary comparison, repeated on every kind of data set."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark.results.comparisons import Comparison
from naivebench.benchmark.results.context import Results, blind, comparison, rivals
from naivebench.benchmark.results.formats import in_sentence, listing, metric_kind, plural, text
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, ranked
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, in_units
from naivebench.evaluation.statistics import wilcoxon
from naivebench.evaluation.statistics.intervals import Interval, over_sets
from naivebench.evaluation.statistics.ranks import average_ranks
from naivebench.evaluation.statistics.rounding import without_noise
from naivebench.report.duel import gains
from naivebench.report.gains import short_title

if TYPE_CHECKING:
    from naivebench.benchmark.results.context import Prepared

FEW = 6  # data sets: with fewer, Wilcoxon's two-sided p cannot reach 0.05
SMALL, LARGE = 500, 5000  # cases
BETTER = "yes, better"  # a verdict
DISCRETE = {"nominal", "ordinal"}
WORDS = {"count", "sequence"}


def data_kind(prepared: Prepared) -> str:
    """Classify a data set by its attributes: discrete, numeric, mixed, words or letters, or unknown."""
    present = {a["kind"] for a in prepared.get("attributes", [])}
    discrete, numeric = present & DISCRETE, present - DISCRETE - WORDS
    if present & WORDS:
        return "words or letters"
    return (
        "mixed" if discrete and numeric else "discrete" if discrete else "numeric" if numeric else "unknown"
    )


def missing(prepared: Prepared) -> str:
    """Say whether a data set has missing cells: `some` or `none`."""
    return "some" if prepared.get("missing_cells") else "none"


SIZES = (f"below {SMALL:,}", f"{SMALL:,} to {LARGE:,}", f"above {LARGE:,}")
PROPERTIES: tuple[tuple[str, Callable[[Prepared], str], tuple[str, ...]], ...] = (
    ("Attributes", data_kind, ("discrete", "mixed", "numeric", "words or letters", "unknown")),
    ("Cases", lambda p: SIZES[(p["rows"] >= SMALL) + (p["rows"] > LARGE)], SIZES),
    ("Classes", lambda p: "two" if len(p["classes"]) == 2 else "more than two", ("two", "more than two")),
    ("Missing values", missing, ("none", "some")),
    ("Attributes of small sets", lambda p: data_kind(p) if p["rows"] < SMALL else "", ("discrete",)),
    ("Missing values of small sets", lambda p: missing(p) if p["rows"] < SMALL else "", ("some",)),
)
PHRASES = {  # names of the data sets with a property, for sentences and tables
    ("Attributes", "discrete"): "nominal attributes",
    ("Attributes", "numeric"): "numeric attributes",
    ("Attributes", "mixed"): "mixed attributes",
    ("Attributes", "words or letters"): "words or letters",
    ("Attributes", "unknown"): "unknown attributes",
    ("Cases", SIZES[0]): f"fewer than {SMALL:,} cases",
    ("Cases", SIZES[1]): f"{SIZES[1]} cases",
    ("Cases", SIZES[2]): f"more than {LARGE:,} cases",
    ("Classes", "two"): "two classes",
    ("Classes", "more than two"): "more than two classes",
    ("Missing values", "none"): "no missing values",
    ("Missing values", "some"): "missing values",
    ("Attributes of small sets", "discrete"): f"nominal attributes and fewer than {SMALL:,} cases",
    ("Missing values of small sets", "some"): f"missing values and fewer than {SMALL:,} cases",
}
ALONE = (  # rows of the first screen with one property; `FIRST` adds pairs, whose gains do not add up
    ("Attributes", "discrete"),
    ("Attributes", "numeric"),
    ("Attributes", "mixed"),
    ("Cases", SIZES[0]),
    ("Missing values", "some"),
    ("Classes", "more than two"),
)
FIRST = (*ALONE, ("Attributes of small sets", "discrete"), ("Missing values of small sets", "some"))


class Gap(NamedTuple):
    """Differences of one method from another over data sets: their mean, which is shown, and Wilcoxon's test,
    which decides, as in the primary comparison.
    """

    median: float
    mean: Interval  # with Student's t interval, in the unit of the metric
    test: wilcoxon.WilcoxonResult


class Suited(NamedTuple):
    """The methods of the primary comparison on the data sets that share a property."""

    title: str
    value: str
    datasets: list[str]
    ranks: dict[str, float]  # best first
    family: str | None  # best member of the naive Bayes family
    gain: Gap | None  # of that member over the reference; None if it is the reference, or there is none
    rival: str | None  # best rival on all data sets
    to_rival: Gap | None  # of the best of the family over that rival


def properties(prepared: Prepared) -> list[tuple[str, str]]:
    """(title, value) of every property of a data set; [] if the data set is not available."""
    return [(title, value(prepared)) for title, value, _ in PROPERTIES] if prepared.get("rows") else []


def suited(results: Results, summary: Summary) -> list[Suited]:
    """Compare the methods on each kind of data set of the primary comparison, in the order of
    `PROPERTIES`.
    """
    entry = comparison(results, *results.primary)
    if not entry:
        return []
    rival = next((m for m in ranked(entry) if m in set(rivals(results)) and not blind(results, m)), None)
    of_sets = {d: dict(properties(results.prepared.get(d, {}))) for d in entry.datasets}
    found = []
    for title, _, values in PROPERTIES:
        for value in values:
            sets = [d for d in entry.datasets if of_sets[d].get(title) == value]
            found += [_on(results, summary, entry, title, value, sets, rival)] if sets else []
    return found


def _on(
    results: Results,
    summary: Summary,
    entry: Comparison,
    title: str,
    value: str,
    sets: list[str],
    rival: str | None,
) -> Suited:
    methods, metric = ranked(entry), entry.metric
    scores = np.array([[summary.means[entry.protocol, d, m][metric] for m in methods] for d in sets])
    lower = results.metrics[metric].better == "lower"
    average = average_ranks(without_noise(scores), lower_is_better=lower)
    order = sorted(zip(average.tolist(), methods, strict=True))
    outside = set(rivals(results))
    family = next((m for _, m in order if m not in outside), None) if outside else None
    here = replace(entry, datasets=tuple(sets))

    def compare_with(other: str | None) -> Gap | None:
        if not family or other not in methods or other == family:
            return None
        values = list(gains(results, summary, here, family, other).values())
        if not values:
            return None
        return Gap(statistics.median(values), over_sets(values), wilcoxon.signed_rank(np.array(values)))

    ranks = {m: r for r, m in order}
    gain, to_rival = compare_with(results.reference), compare_with(rival)
    return Suited(title, value, sets, ranks, family, gain, rival, to_rival)


COLUMNS = (
    Column("property", "Data sets with", "id"),
    Column("value", "Value", hidden=True),
    Column("n", "N", "integer", "Number of data sets of the primary comparison that have this property"),
    Column("family", "Best of the family", title="Best average rank among the naive Bayes family"),
    Column("mean", "Gain", "difference", "Mean gain over the reference with its 95% t interval"),
    Column("low", "95% from", "difference", hidden=True),
    Column("high", "to", "difference", hidden=True),
    Column("wilcoxon", "p", "p", "Two-sided Wilcoxon test of the gain", hidden=True),
    Column(
        "verdict",
        "As good as the best rival?",
        title="Two-sided Wilcoxon test of the differences; beside it, their mean with its 95% t interval",
    ),
    Column("rival_mean", "Difference", "difference", "Mean difference from the best rival", hidden=True),
    Column("rival_low", "95% from", "difference", hidden=True),
    Column("rival_high", "to", "difference", hidden=True),
    Column("rival_wilcoxon", "p", "p", "Two-sided Wilcoxon test of the differences", hidden=True),
    Column("best", "Best of all", hidden=True),
    Column("best_rank", "Avg. rank", "rank", hidden=True),
    Column("family_rank", "Avg. rank", "rank", hidden=True),
    Column("gain", "Median gain", "difference", hidden=True),
    Column("reference_rank", "Reference", "rank", "Average rank of the reference", hidden=True),
)


def table(results: Results, summary: Summary) -> Table:
    """Table of the best methods of the family and of all methods, one row per property of data sets."""
    found, alpha = suited(results, summary), test_level(results)
    rival = short_title(results, found[0].rival) if found and found[0].rival else ""
    labels = {"verdict": f"As good as {in_sentence(rival)}?"} if rival else {}
    if results.reference:
        labels["mean"] = f"Gain over {in_sentence(short_title(results, results.reference))}"
    columns = tuple(
        c._replace(label=labels.get(c.key, c.label)) for c in in_units(COLUMNS, results.primary[1])
    )
    return Table(
        "suits",
        "The primary comparison, repeated on the data sets that share a property.",
        columns,
        tuple(_row(results, s, alpha) for s in found),
        f"The rows are exploratory: their tests are not corrected for their number, and those with fewer "
        f"than {FEW} data sets (grey) are weak evidence.",
    )


def test_level(results: Results) -> float:
    """Level of the tests of the primary comparison."""
    entry = comparison(results, *results.primary)
    return entry.alpha if entry else 0.05


def _row(results: Results, s: Suited, alpha: float) -> Row:
    named = PHRASES[s.title, s.value]
    family = method_cell(s.family)._replace(text=short_title(results, s.family)) if s.family else None
    best = next(iter(s.ranks))
    kind = "points" if metric_kind(results.primary[1]) == "percent" else "signed"
    return {
        "property": Cell(s.title, named[:1].upper() + named[1:]),
        "value": s.value,
        "n": Cell(len(s.datasets), css="quiet" if len(s.datasets) < FEW else ""),
        "family": family,
        **_make_interval_cells("", s.gain, kind),
        "verdict": _judge_rival(s.to_rival, kind, alpha),
        **_make_interval_cells("rival_", s.to_rival, kind),
        "best": best,
        "best_rank": s.ranks[best],
        "family_rank": s.ranks.get(s.family or ""),
        "gain": s.gain.median if s.gain else None,
        "reference_rank": s.ranks.get(results.reference or ""),
    }


def _make_interval_cells(prefix: str, gap: Gap | None, kind: str) -> Row:
    """Cells of a mean, its interval and its test; the page shows the first two in a single cell."""
    keys = [f"{prefix}{k}" for k in ("mean", "low", "high", "wilcoxon")]
    if gap is None:
        return dict.fromkeys(keys)
    if not math.isfinite(gap.mean.low):
        return dict(zip(keys, (gap.mean.value, None, None, gap.test.p), strict=True))
    together = Cell(gap.mean.value, _text(gap.mean, kind))
    return dict(zip(keys, (together, gap.mean.low, gap.mean.high, gap.test.p), strict=True))


def _text(found: Interval, kind: str) -> str:
    """Text such as `+0.44 (−1.20 to 2.08)` for a mean and its interval."""
    ends = " to ".join(text(v, kind).lstrip("+") for v in (found.low, found.high))
    return f"{text(found.value, kind)} ({ends})"


def _judge_rival(to_rival: Gap | None, kind: str, alpha: float) -> Cell | None:
    """Cell with the verdict on the best rival and the mean difference; None without a difference to test."""
    if to_rival is None or not math.isfinite(to_rival.mean.low):
        return None
    told = verdict(to_rival.test, alpha)
    return Cell(told, f"{told}: {_text(to_rival.mean, kind)}")


def verdict(test: wilcoxon.WilcoxonResult, alpha: float) -> str:
    """Whether a method is as good as another, by the test of its differences from that one."""
    if test.p > alpha:
        return "not clearly different"
    return BETTER if test.rank_biserial > 0 else "no"


def sentences(found: list[Suited], prepared: Prepared) -> list[str]:
    """Sentences on the methods that one data set's properties favour, one for each property."""
    told = []
    for s in (s for s in found if (s.title, s.value) in properties(prepared)):
        best = [f"{m} ({text(r, 'rank')})" for m, r in list(s.ranks.items())[:3]]
        family = (
            "" if s.family in list(s.ranks)[:3] or not s.family else f"; the best of the family is {s.family}"
        )
        few = " These are too few for a firm conclusion." if len(s.datasets) < FEW else ""
        have = "have" if len(best) > 1 else "has"
        told.append(
            f"On {plural(len(s.datasets), 'data set')} with {PHRASES[s.title, s.value]}, {listing(best)} "
            f"{have} the best average rank{'s' if len(best) > 1 else ''}{family}.{few}"
        )
    return told
