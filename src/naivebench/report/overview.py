"""The first screen of the page: the facts of the comparison, the conclusion in sentences, and the ranking."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.comparisons import Comparison, Heading, pairs_of
from naivebench.benchmark.results.context import (
    Results,
    artificial,
    blind,
    comparison,
    families,
    group,
    protocols_of,
    rivals,
    stanza,
)
from naivebench.benchmark.results.formats import listing, metric_kind, plural
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import (
    MEAN_OF_FOLDS,
    Summary,
    compared,
    mean_std,
    pair,
    ranked,
    scores_of,
)
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, in_units
from naivebench.core.plain import plain
from naivebench.evaluation.statistics.compare import compare
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report import as_good, departures, duel, gains, on_set, suits
from naivebench.report.columns import GROUP, IMPROVEMENT, LOSSES, METHOD, TIES, WIN_RATE
from naivebench.report.figures import pareto

CONSTANT_WINS = (
    "A constant prediction can have the best value of this metric. Read it together with a metric that "
    "shows how well a method separates the classes."
)


UNSCORED = "no scores"


def scheme(results: Results, protocol: str, datasets: Sequence[str] = ()) -> str:
    """Describe the folds and repeats of a protocol, as found in its scores. `datasets`: only on these; () for
    all.
    """
    part = results.scores[results.scores["protocol"] == protocol]
    if datasets:
        part = part[part["dataset"].isin(datasets)]
    folds = part.groupby("dataset", observed=True).agg(
        folds=("fold", "nunique"), repeats=("repeat", "nunique")
    )
    if folds.empty:
        return UNSCORED
    if folds["folds"].max() == 1:
        return "one split per data set, pooled (leave-one-out or hold-out)"
    high = int(folds["folds"].max())
    own_parts = int((folds["folds"] == 1).sum())
    low = int(folds["folds"][folds["folds"] > 1].min())
    repeats, least = int(folds["repeats"].max()), int(folds["repeats"].min())
    text = f"{high if low == high else f'{low} to {high}'}-fold cross-validation" + (
        f", {'' if repeats == least else 'up to '}{repeats} repeats" if repeats > 1 else ""
    )
    return text + (
        f" ({own_parts} of {plural(len(folds), 'data set')} with {'its' if own_parts == 1 else 'their'} own "
        "test set)"
        if own_parts
        else ""
    )


class Fact(NamedTuple):
    """A fact about the comparison, shown in one line."""

    label: str
    value: str
    detail: str


class Front(NamedTuple):
    """The top of the page."""

    heading: str
    lead: list[str]  # sentences for a newcomer, HTML
    way: str  # how methods are compared, in one line
    sentences: list[str]  # the conclusion with its tests
    facts: list[Fact]
    left_out: list[str]  # of the primary ranking
    gains: gains.Drawing | None
    alone: str | None  # the data set of a run on a single one
    ranked: bool


def front(results: Results, summary: Summary) -> Front:
    """Build the top of the page."""
    sentences = [*conclusion(results, summary), *sensitivity(results, summary)]
    return Front(
        heading(results),
        lead(results, summary),
        way(results),
        sentences,
        facts(results),
        left_out(results),
        gains.drawing(results, summary),
        on_set.single(results),
        comparison(results, *results.primary) is not None,
    )


def heading(results: Results) -> str:
    """The question that the page answers."""
    alone = on_set.single(results)
    if not comparison(results, *results.primary):
        if alone:
            return f"Which method for {stanza(results, 'datasets', alone).get('title', alone)}?"
        return f"{plural(len(results.methods), 'method')} on {plural(len(results.datasets), 'data set')}"
    return "Which naive Bayes should you use?" if rivals(results) else "Which method should you use?"


def way(results: Results) -> str:
    """Describe in a few sentences how methods are compared: settings and folds."""
    entry = comparison(results, *results.primary)
    order = ranked(entry) if entry else []
    tuned = any("search" in stanza(results, "methods", m).get("tags", []) for m in order)
    protocol = protocols_of(results).get(results.primary[0])
    inside = protocol is not None and protocol.get("cuts", "training") == "training"
    told = [] if tuned else ["All methods have fixed settings."]
    folds = scheme(results, results.primary[0], entry.datasets if entry else ())
    told += [f"The scores come from {folds}."] if folds != UNSCORED else []
    told += ["Everything is learned inside the training folds."] if inside else []
    lacking = _list_missing_rivals(results)
    told += [f"This comparison lacks {listing(lacking.values())}."] if lacking else []
    return " ".join(told)


def named(results: Results, method: str, first: bool = False) -> str:
    """The name of a method as HTML for use in a sentence: its title up to the first comma or parenthesis.
    `first`: the name begins a sentence and is followed by its id, because short names are not unique.
    """
    title, short = gains.title_of(results, method), gains.short_title(results, method)
    link = f'<a href="#method-{escape(method)}" title="{escape(title)}">'
    if not first:
        return f"{link}{escape(formats.in_sentence(short))}</a>"
    return f"{link}{escape(short)}</a> (<code>{escape(method)}</code>)"


def mentioned(results: Results, method: str) -> str:
    """The name of a method without a link, for use after a sentence that links it."""
    return re.sub(r"<[^>]+>", "", named(results, method))


KEPT = 0.5  # share of the best method's gain that a cheap method has to keep to be recommended too
CHEAPER = 3  # the cost must be lower by at least this factor
SIMILAR = 2  # costs within this factor do not decide between two cheap methods


def lead(results: Results, summary: Summary) -> list[str]:
    """The main results for a newcomer, in at most five sentences of HTML.

    They cover the best member of the family, its difference from the reference and the best rival, its cost,
    a cheap method that keeps most of the gain, the methods that are as good as the best of all, and the kinds
    of data without a clear gain. A run without a ranking gets plain sentences.
    """
    entry = comparison(results, *results.primary)
    found = duels(results, summary)
    if results.scores.empty:
        return ["Nothing has a score. The page Problems says why."]
    if not entry:
        alone = on_set.single(results)
        return _on_one(results, summary, alone) if alone else [escape(s) for s in _apart(results)]
    if not found:
        return [escape(s) for s in conclusion(results, summary)[:2]]
    best, reference = next(iter(found.values())).a, results.reference
    costs = pareto.points(results, summary)
    said = [_first(results, entry, found, best)]
    if reference in costs and best in costs and best != reference:
        factor = _times(costs[best][0] / costs[reference][0])
        said.append(f"In total it needs {factor} CPU time of {mentioned(results, reference)}.")
    said += _cheap(results, summary, entry, best, costs)
    return [*said, *_as_good(results, entry), *_nothing(results, summary)]


def _apart(results: Results) -> list[str]:
    """Sentences for a run whose methods share fewer than two data sets."""
    return [
        "No two methods share two data sets, so they are not ranked together. The card of each data set "
        "ranks the methods that were run on it."
    ]


def _on_one(results: Results, summary: Summary, dataset: str) -> list[str]:
    """Sentences for a run on one data set: the best method, and how far behind it the best member of the
    family and the reference are.
    """
    metric, outside = results.primary[1], set(rivals(results))
    order = on_set.order(results, summary, dataset)
    if not order:
        return [f"No method has a score on {escape(dataset)}."]
    best = order[0]
    label, kind = label_of(results, metric), metric_kind(metric)
    score = formats.text(summary.means[results.primary[0], dataset, best][metric], kind)
    percent = "%" if kind == "percent" else ""
    said = [
        f"{named(results, best, first=True)} has the best {escape(formats.in_sentence(label))} of "
        f"{plural(len(order), 'method')}: {score}{percent}."
    ]
    family = next((m for m in order if m not in outside), None)
    others = [m for m in dict.fromkeys((family, results.reference)) if m and m != best and m in order]
    far = on_set.intervals(results, dataset, best, others)
    for m, gap in ((m, far[m]) for m in others if m in far):
        role = "The best member of the naive Bayes family, " if m == family and outside else "The reference, "
        sure = "" if not math.isfinite(gap.low) else ", clearly" if gap.high < 0 else ", not clearly"
        points = " points" if metric_kind(metric) == "percent" else ""
        amount = f"{_amount(gap.value, metric)}{points}"
        said.append(f"{role}{named(results, m)}, is {amount} behind{sure}{_between(gap, metric, True)}.")
    return said


def _first(results: Results, entry: Comparison, found: dict[str, duel.Duel], best: str) -> str:
    """Sentence on the best member of the family, the members that it is not clearly ahead of, and its
    difference from the reference and the best rival.
    """
    accuracy = entry.metric == "accuracy"
    by = "" if accuracy else f" by {formats.in_sentence(label_of(results, entry.metric))}"
    unit = "accuracy points" if accuracy else "points" if metric_kind(entry.metric) == "percent" else ""
    parts, first = [], True
    for role in (REFERENCE, RIVAL):
        if d := found.get(role):
            side = "above" if d.gain.value >= 0 else "below"
            parts.append(
                f"{_amount(d.gain.value, entry.metric)}{f' {unit}' if unit and first else ''} {side} "
                f"{named(results, d.b)}{_between(d.gain, entry.metric, first)}"
            )
            if role == RIVAL:
                parts[-1] += ", the best method of all" if ranked(entry)[0] == d.b else ", the best rival"
            first = False
    on = f"{by} on {plural(len(entry.datasets), 'data set')}"
    family = rivals(results)
    close = _not_behind(results, entry, best)
    if close:
        names = [named(results, m) for m in close[:LISTED]]
        names += [f"{len(close) - LISTED} more"] if len(close) > LISTED else []
        of = "the naive Bayes family" if family else "all methods"
        place = f"is first of {of}{on}, not clearly ahead of {listing(names)}"
    else:
        member = "member of the naive Bayes family" if family else "method"
        place = f"is the {'most accurate' if accuracy else 'best'} {member}{on}"
    return f"{named(results, best, first=True)} {place}: {listing(parts)}."


def _family(results: Results, entry: Comparison) -> list[str]:
    """The members of the family in a comparison, the best average rank first; all methods without rivals."""
    outside = set(rivals(results))
    return [m for m in ranked(entry) if m not in outside]


def _not_behind(results: Results, entry: Comparison, best: str) -> list[str]:
    """The members of the family that the best one is not clearly ahead of: Wilcoxon's test, with Holm's
    correction over its comparisons with members.
    """
    members = [m for m in _family(results, entry) if m != best]
    p = duel.against(entry, best, "wilcoxon", among=set(members))
    return [m for m in members if p.get(m, 1.0) > entry.alpha]


LISTED = 3  # methods that the lead names


def _as_good(results: Results, entry: Comparison) -> list[str]:
    """Sentence on the methods that are as good as the best of all by paired tests; [] with fewer than three
    methods.
    """
    if entry.best is None or len(entry.best.comparisons) < 2:
        return []
    best, *others = as_good.listed(entry.best)
    if not others:
        return [f"Paired tests on all data sets find no other method as good as {mentioned(results, best)}."]
    names = [named(results, m) for m in others[:LISTED]]
    names += [f"{len(others) - LISTED} more"] if len(others) > LISTED else []
    are = "are" if len(others) > 1 else "is"
    return [
        f"By paired tests on all data sets, {listing(names)} {are} as good as {mentioned(results, best)}."
    ]


def _amount(value: float, metric: str) -> str:
    """The size of a difference with few digits, such as `3.7` (points) or `0.031`."""
    return f"{abs(100 * value):.1f}" if metric_kind(metric) == "percent" else f"{abs(value):.3f}"


def _between(gain: Interval, metric: str, first: bool) -> str:
    """The ends of an interval in parentheses, with signs if the interval includes 0; "" if it is not
    finite.
    """
    if not math.isfinite(gain.low):
        return ""
    ends, sign = sorted((gain.low, gain.high)), "+" if gain.low < 0 < gain.high else ""
    if gain.high <= 0:
        ends = [-gain.high, -gain.low]
    percent = metric_kind(metric) == "percent"
    texts = (f"{100 * v:{sign}.1f}" if percent else f"{v:{sign}.3f}" for v in ends)
    text = " to ".join(t.replace("-", "\N{MINUS SIGN}") for t in texts)
    return f" ({'95% interval ' if first else ''}{text})"


def _times(factor: float) -> str:
    """Phrase such as `about 170 times the`, with two significant digits."""
    if 0.75 < factor < 1.5:
        return "about the same"
    digits = 1 - math.floor(math.log10(factor))
    return f"about {round(factor, digits):,.{max(digits, 0)}f} times the".replace(".0 ", " ")


def _cheap(
    results: Results,
    summary: Summary,
    entry: Comparison,
    best: str,
    costs: dict[str, tuple[float, float]],
) -> list[str]:
    """Sentence on a cheap member of the family that is clearly better than the reference, keeps at least
    `KEPT` of the best member's gain and costs at most 1 / `CHEAPER` as much; [] if there is none.

    It is the cheapest one that no other such member of similar cost clearly beats.
    """
    found, reference = gains.intervals(results, summary, entry), results.reference
    if best not in costs or best not in found or found[best].value <= 0 or reference not in costs:
        return []
    share = {m: found[m].value / found[best].value for m in _family(results, entry) if m in costs}
    p = duel.against(entry, str(reference), "wilcoxon")
    kept = [
        m
        for m in share
        if share[m] >= KEPT and CHEAPER * costs[m][0] <= costs[best][0] and p.get(m, 1.0) <= entry.alpha
    ]
    if not kept:
        return []
    least = min(costs[m][0] for m in kept)
    similar = [m for m in kept if costs[m][0] <= SIMILAR * least]
    unbeaten = [m for m in similar if not any(_beats_clearly(entry, other, m) for other in similar)]
    cheap = min(unbeaten or similar, key=lambda m: (costs[m][0], m))
    return [
        f"{named(results, cheap, first=True)} keeps {100 * share[cheap]:.0f}% of that gain for "
        f"{_times(costs[cheap][0] / costs[reference][0])} CPU time of {mentioned(results, reference)}, and "
        "is clearly better than it."
    ]


def _beats_clearly(entry: Comparison, method: str, other: str) -> bool:
    """Whether Wilcoxon's test of two methods alone finds the first one better."""
    found = pair(entry, method, other)
    if found is None or found.wilcoxon is None or found.rank_biserial is None:
        return False
    return found.wilcoxon <= entry.alpha and found.rank_biserial > 0


def _nothing(results: Results, summary: Summary) -> list[str]:
    """Sentence on the kinds of data, among those with enough data sets, without a clear gain over the
    reference; [] in a run without the reference.
    """
    alpha = suits.test_level(results)
    open_ = [
        suits.PHRASES[s.title, s.value]
        for s in suits.suited(results, summary)
        if (s.title, s.value) in suits.ALONE
        and len(s.datasets) >= suits.FEW
        and s.gain is not None
        and suits.verdict(s.gain.test, alpha) != suits.BETTER
    ]
    if not open_ or not results.reference:
        return []
    member = "even the best member of the family" if rivals(results) else "even the best method"
    return [
        f"On data sets with {listing(open_, 'or')}, {member} is not clearly better than "
        f"{mentioned(results, results.reference)}."
    ]


def facts(results: Results) -> list[Fact]:
    """The facts about what was compared."""
    protocol, metric = results.primary
    scored = {*results.scores["dataset"], *results.learning["dataset"]}
    family = families(results)
    sources = len({family.get(d, d) for d in scored})
    absent = [d for d in results.datasets if d not in scored]
    gone = [d for d in absent if not_available(results, d)]
    counts = [
        f"They come from {plural(sources, 'source')}; every source has one vote in comparisons."
        if sources < len(scored)
        else "",
        f"{len(gone)} could not be obtained." if gone else "All were available.",
        f"{_have(len(absent) - len(gone))} no score." if len(absent) > len(gone) else "",
    ]
    groups, others = (
        {group(results, m) for m in results.methods},
        [p for p in results.protocols if p != protocol],
    )
    entry = comparison(results, protocol, metric)
    ranked_here = (
        (f"{plural(len(entry.average_ranks), 'method')} on {plural(len(entry.datasets), 'data set')}")
        if entry
        else "nothing"
    )
    return [
        Fact("Data sets", f"{len(scored)}", " ".join(filter(None, counts))),
        Fact("Methods", f"{len(results.methods)}", f"They form {plural(len(groups), 'group')}."),
        Fact(
            "Ranked here",
            ranked_here,
            "This is the main experiment of the protocol. Methods that are left out are listed below the "
            "ranking.",
        ),
        Fact("Protocol", protocol, scheme(results, protocol)),
        Fact(
            "Primary metric",
            label_of(results, metric),
            f"The reference method is {results.reference}."
            if results.reference
            else "There is no reference method.",
        ),
        Fact(
            "Also run",
            plural(len(others), "protocol") if others else "nothing",
            "The page Protocols lists them." if others else "The run has only one protocol.",
        ),
    ]


def _have(count: int) -> str:
    """A number with "has" or "have", for the beginning of a sentence."""
    return f"{count} {'has' if count == 1 else 'have'}"


def not_available(results: Results, dataset: str) -> bool:
    """Whether a data set is unavailable according to its description or a failure."""
    return results.prepared.get(dataset, {}).get("status") == "unavailable" or any(
        f.dataset == dataset and f.status == "unavailable" and not f.method for f in results.failures
    )


def label_of(results: Results, metric: str) -> str:
    """The label of a metric, or its id if it is unknown."""
    return results.metrics[metric].label if metric in results.metrics else metric


RIVAL, REFERENCE = "best rival", "reference"


def duels(results: Results, summary: Summary, entry: Comparison | None = None) -> dict[str, duel.Duel]:
    """Compare the best member of the family in the primary comparison (or in `entry`) with the best rival and
    the reference, as far as these take part.
    """
    entry = entry or comparison(results, *results.primary)
    if not entry:
        return {}
    order, outside = ranked(entry), set(rivals(results))
    family = next((m for m in order if m not in outside), None)
    rival = next((m for m in order if m in outside and not blind(results, m)), None)
    wanted = {RIVAL: (rival, order[0]), REFERENCE: (results.reference, results.reference)}
    found = {
        role: duel.duel(results, summary, entry, family, other, to or other)
        for role, (other, to) in wanted.items()
        if family and other in order and other != family
    }
    return {role: d for role, d in found.items() if d}


def conclusion(results: Results, summary: Summary) -> list[str]:
    """Sentences on the outcome of the primary comparison, composed from its numbers.

    The sentences name the best member of the family, its difference from the best rival and the reference,
    and the methods that are as good as the best.
    """
    entry = comparison(results, *results.primary)
    if not entry:
        return []
    order, outside = ranked(entry), set(rivals(results))
    best = next((m for m in order if m not in outside), None) if outside else None
    label = formats.in_sentence(label_of(results, entry.metric))
    count, ranks = plural(len(order), "method"), entry.average_ranks
    whole = f"among {count} by {label} on {plural(len(entry.datasets), 'data set')}"
    first = f"average rank {formats.text(ranks[order[0]], 'rank')}"
    sentences = []
    if best == order[0]:
        sentences.append(f"{best} is the best of the naive Bayes family and of all: {first} {whole}.")
    elif best:
        own = formats.text(ranks[best], "rank")
        sentences.append(
            f"{best} is the best of the naive Bayes family, average rank {own} {whole}; the best of all is "
            f"{order[0]} ({formats.text(ranks[order[0]], 'rank')})."
        )
    else:
        sentences.append(f"{order[0]} is the best: {first} {whole}.")
    found = duels(results, summary)
    if found:
        parts = [duel.lead(d, entry.metric) for d in found.values()]
        roles = listing(f"{d.b} is the {role}" for role, d in found.items())
        sentences.append(f"On average it differs {listing(parts)}; {roles}.")
    sentences += as_good.sentences(entry.best, entry.metric)
    told = duel.disagreement((d for d in found.values() if order[0] not in (d.a, d.b)), entry)
    return [*sentences, *([told] if told else []), *_installation(results), *_untuned(results, order)]


def _list_missing_rivals(results: Results) -> dict[str, str]:
    """Titles of the rivals of the primary protocol whose packages are not installed, each with a phrase on
    the reason.

    Stanzas that run a library's default settings in addition to the comparison do not count as rivals.
    """
    gone = {
        f.method
        for f in results.failures
        if f.status == "unavailable" and f.method and f.protocol == results.primary[0]
    }
    stanzas = (stanza(results, "methods", m) | {"id": m} for m in rivals(results) if m in gone)
    reasons = {
        s.get("title", s["id"]): s.get("not_installed")
        for s in stanzas
        if departures.TAG not in s.get("tags", [])
    }
    return {
        title: f"{title}, which is not installed{f' because {reason}' if reason else ''}"
        for title, reason in reasons.items()
    }


def _installation(results: Results) -> list[str]:
    """Sentence on how to install the packages of rivals that are missing."""
    lacking = _list_missing_rivals(results)
    if not lacking:
        return []
    return [
        f"To add {listing(lacking)}, run `.venv/bin/python -m pip install --require-hashes "
        "-r envs/requirements.txt -r envs/extras.txt`, then `make`."
    ]


def _untuned(results: Results, order: Sequence[str]) -> list[str]:
    """Sentence that says that no method is tuned, if none searches its settings."""
    if any("search" in stanza(results, "methods", m).get("tags", []) for m in order):
        return []
    return ["No method is tuned: all run with fixed settings."]


def sensitivity(results: Results, summary: Summary) -> list[str]:
    """Sentence with the main result without artificial data sets.

    [] if there are no artificial data sets, or fewer than two others.
    """
    entry = comparison(results, *results.primary)
    if not entry:
        return []
    observed = [d for d in entry.datasets if not artificial(results, d)]
    made = len(entry.datasets) - len(observed)
    if not made or len(observed) < 2:
        return []
    head = replace(entry, datasets=tuple(observed))
    found = compare(
        scores_of(summary, head), list(entry.average_ranks), observed, lower_is_better=entry.lower
    )
    head = replace(head, average_ranks=found.average_ranks, pairs=pairs_of(plain(found.pairs)))
    order, fought = ranked(head), duels(results, summary, head)
    first = formats.text(head.average_ranks[order[0]], "rank")
    told = (
        f"Sensitivity check: without the {f'{made} ' if made > 1 else ''}artificial data "
        f"set{'s' if made > 1 else ''}, {order[0]} has the best average rank ({first}) on the other "
        f"{len(observed)}"
    )
    if fought:
        family = next(iter(fought.values())).a
        own = formats.text(head.average_ranks[family], "rank")
        best = "" if family == order[0] else f"; {family} is the best of the naive Bayes family ({own})"
        leads = listing(duel.lead(d, entry.metric) for d in fought.values())
        told += f"{best} and differs on average {leads}"
    return [f"{told}."]


def headline(results: Results, summary: Summary) -> Table:
    """Table of the comparisons in the first sentences, with effect sizes and tests."""
    entry = comparison(results, *results.primary)
    found = duels(results, summary)
    return duel.table(found, entry) if entry and found else Table("headline", "", duel.COLUMNS, ())


def left_out(results: Results) -> list[str]:
    """The reasons why data sets and methods of the main experiment are not in the primary ranking, one line
    each.
    """
    entry = comparison(results, *results.primary)
    by_reason: dict[str, list[str]] = {}
    for left in entry.left_out if entry else ():
        by_reason.setdefault(left.reason, []).append(left.name)
    return [f"{listing(names)} ({reason})" for reason, names in by_reason.items()]


def within(entry: Heading) -> str:
    """Sentence, with a leading blank, on a comparison with too few source families to give each one vote;
    otherwise "".
    """
    if not entry.within:
        return ""
    return (
        f" Every data set has one vote here, because there are fewer than three source families. The "
        f"data sets of {listing(entry.within)} are not independent, so the result applies only to data "
        f"sets of this kind."
    )


RANKING = (
    METHOD,
    GROUP,
    Column("average_rank", "Avg. rank", "rank", "Average rank over the data sets, 1 = best"),
    *as_good.COLUMNS,
    Column(
        "p_reference",
        "p, reference",
        "p",
        "Two-sided Wilcoxon test against the reference method, with Holm's correction over the "
        "comparisons with it",
    ),
    *(c._replace(scripts=True) for c in (WIN_RATE, IMPROVEMENT)),
    Column("mean", "Mean", "metric", f"Mean over the data sets compared; {MEAN_OF_FOLDS} of each"),
    Column("std", "SD", "metric", "Standard deviation over the data sets"),
    Column(
        "wins",
        "W/T/L",
        "integer",
        "Data sets on which the method is better than, equal to, worse than the reference method",
    ),
    TIES,
    LOSSES,
    Column(
        "log_loss_clipped",
        "Log loss",
        "score",
        "Mean log loss in nats, P(true class) raised to at least 1/(test cases + 2)",
    ),
    Column(
        "cpu_seconds",
        "CPU time",
        "seconds",
        "CPU seconds of fit and predict, summed over data sets compared and folds",
        time=True,
    ),
)


def _against_reference(results: Results, entry: Comparison | None, method: str) -> Row:
    against = pair(entry, method, results.reference) if results.reference else None
    if not against or not entry:
        mark = "reference" if method == results.reference else None
        return {"wins": Cell(None, mark, "quiet"), "ties": None, "losses": None}
    there = versus(method, against.b, entry.protocol, entry.metric)
    wins = Cell(against.wins, against.tally, href=there)
    return {"wins": wins, "ties": against.ties, "losses": against.losses}


def _mean(
    summary: Summary,
    protocol: str,
    sets: Sequence[str],
    method: str,
    metric: str,
    missing: str = "no score on {} of {} data sets compared",
) -> tuple[float | Cell, float | None]:
    scores = (summary.means.get((protocol, d, method), {}) for d in sets)
    values = [s[metric] for s in scores if metric in s]
    absent = len(sets) - len(values)
    if absent or not sets:
        return Cell(None, css="quiet", title=missing.format(absent, len(sets))), None
    return mean_std(values)


def methods_under(results: Results, summary: Summary, protocol: str) -> tuple[str, ...]:
    """Methods that were run under a protocol, including failed ones, in the order of the configuration."""
    ran = {m for p, _, m in summary.means if p == protocol} | {
        f.method for f in results.failures if f.protocol == protocol
    }
    return tuple(m for m in results.methods if m in ran)


def ranking(
    results: Results, summary: Summary, protocol: str, metric: str, entry: Comparison | None = None
) -> Table:
    """Table of methods by average rank, with the mean score, wins against the reference, log loss and CPU
    time.

    `entry`: rank statistics of an experiment other than the protocol's main one.
    """
    sets = entry.datasets if entry else compared(results, summary, protocol, metric)
    entry = entry or comparison(results, protocol, metric)
    order = ranked(entry) if entry else []
    rows = []
    to_best = as_good.cells(entry.best) if entry else {}
    reference = results.reference if results.reference in order else None
    to_reference = duel.against(entry, reference, "wilcoxon") if entry and reference else {}
    for method in order or methods_under(results, summary, protocol):
        mean, std = _mean(summary, protocol, sets, method, metric)
        costs = [c for d in sets if (c := summary.cost.get((protocol, d, method)))]
        seconds = math.fsum(c.seconds for c in costs) if sets and len(costs) == len(sets) else None
        rows.append(
            {
                "method": (
                    method_cell(method)._replace(title=stanza(results, "methods", method).get("title", ""))
                ),
                "group": group(results, method),
                "average_rank": entry.average_ranks.get(method) if entry else None,
                **to_best.get(method, {}),
                "p_reference": to_reference.get(method),
                "mean": mean,
                "std": std,
                **_against_reference(results, entry, method),
                "log_loss_clipped": _mean(summary, protocol, sets, method, "log_loss_clipped")[0],
                "cpu_seconds": seconds,
            }
        )
    no_rope = entry is None or entry.best.rope is None
    columns = tuple(
        c._replace(hidden=c.key in ("rope_best", "worse_best") and no_rope) if not c.hidden else c
        for c in in_units(RANKING, metric)
    )
    known = results.metrics.get(metric)
    note = (
        f"Best: {order[0]}. The p-values are two-sided, with Holm's correction over the comparisons "
        "with one method."
        if entry
        else ""
    )
    note += within(entry) if entry else ""
    note += f" {CONSTANT_WINS}" if known and known.constant_wins else ""
    caption = (
        f"{label_of(results, metric)}, protocol {protocol}: {plural(len(rows), 'method')} on the "
        f"{plural(len(sets), 'data set')} that all have."
    )
    return Table("ranking", caption, columns, tuple(rows), note.strip())
