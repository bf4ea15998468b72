"""The first screen in numbers: what was compared, the conclusion as a sentence, and the ranking."""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.results import formats
from naivebench.results.context import Results, comparison, group, stanza
from naivebench.results.formats import listing, plural
from naivebench.results.parts import method_cell
from naivebench.results.summaries import (
    Summary,
    compared,
    correction,
    mean_std,
    not_different,
    pair,
    ranked,
)
from naivebench.results.tables import Cell, Column, Table


def scheme(results: Results, protocol: str) -> str:
    """How a protocol tests, read off the scores: folds and repeats."""
    part = results.scores[results.scores["protocol"] == protocol]
    folds = part.groupby("dataset", observed=True).agg(
        folds=("fold", "nunique"), repeats=("repeat", "nunique")
    )
    if folds.empty:
        return "no scores"
    if folds["folds"].max() == 1:
        return "one split per data set, pooled (leave-one-out or hold-out)"
    high = int(folds["folds"].max())
    own_parts = int((folds["folds"] == 1).sum())
    low = int(folds["folds"][folds["folds"] > 1].min())
    repeats, least = int(folds["repeats"].max()), int(folds["repeats"].min())
    text = f"{high if low == high else f'{low} to {high}'}-fold cross-validation" + (
        f", {'' if repeats == least else 'up to '}{repeats} repeats" if repeats > 1 else ""
    )
    return text + (f"; {plural(own_parts, 'set')} by own test part" if own_parts else "")


def facts(results: Results) -> list[tuple[str, str, str]]:
    """(label, value, detail) of what was compared."""
    protocol, metric = results.primary
    scored = len({*results.scores["dataset"], *results.learning["dataset"]})
    absent = len(results.datasets) - scored
    groups = {group(results, m) for m in results.methods}
    others = [p for p in results.protocols if p != protocol]
    return [
        ("Data sets", f"{scored}", f"and {absent} not available" if absent else "all available"),
        ("Methods", f"{len(results.methods)}", "in " + plural(len(groups), "group")),
        ("Protocol", protocol, scheme(results, protocol)),
        (
            "Primary metric",
            results.metrics[metric].label if metric in results.metrics else metric,
            f"reference method {results.reference or 'none'}",
        ),
        ("Also run", listing(others) or "nothing", "compared below" if others else "one protocol only"),
    ]


def _runners_up(entry: dict, best: str) -> str:
    same = not_different(entry, best)
    name, alpha = correction(entry)[1], entry.get("alpha", 0.05)
    test = f"two-sided z tests on average ranks, {name} correction over all pairs, α = {alpha}"
    worse = len(entry["average_ranks"]) - 1 - len(same)
    if not same:
        return f"Every other method ranks significantly lower ({test})."
    verb = "is" if len(same) == 1 else "are"
    rest = (
        f"; the {plural(worse, 'other')} {'ranks' if worse == 1 else 'rank'} significantly lower"
        if worse
        else "; no method ranks significantly lower"
    )
    return f"{listing(same)} {verb} not significantly different from it{rest} ({test})."


def conclusion(results: Results) -> list[str]:
    """The result of the primary comparison, as sentences made from the numbers."""
    protocol, metric = results.primary
    entry = comparison(results, protocol, metric)
    if not entry:
        return [
            "There is no ranking: it takes at least two methods that were scored on the same two data sets."
        ]
    order, ranks = ranked(entry), entry["average_ranks"]
    best = [m for m in order if ranks[m] == ranks[order[0]]]
    label, n = entry.get("metric_label", metric), len(entry["datasets"])
    head = (
        f"{listing(best)} {'has' if len(best) == 1 else 'share'} the best average rank in "
        f"{label.lower() if label.istitle() else label}"
    )
    sentences = [
        f"{head}: {formats.text(ranks[best[0]], 'rank')} of {len(order)} methods, over "
        f"{plural(n, 'data set')}, protocol {protocol}."
    ]
    sentences.append(_runners_up(entry, best[0]))
    davenport = entry.get("iman_davenport")
    if davenport and davenport.get("p") is not None:
        alpha = entry.get("alpha", 0.05)
        verdict = (
            "The methods differ"
            if davenport["p"] <= alpha
            else "Over all methods there is no significant difference"
        )
        sentences.append(
            f"{verdict} (Iman–Davenport F = {formats.text(davenport['statistic'], 'statistic')}, p "
            f"{formats.p_phrase(davenport['p'])})."
        )
    return sentences


RANKING = (
    Column("method", "Method", "id"),
    Column("group", "Group"),
    Column("average_rank", "Avg. rank", "rank", "Average rank over the data sets, 1 = best"),
    Column(
        "p_best",
        "p, best",
        "p",
        "Adjusted two-sided p-value of the difference in average rank to the best method",
    ),
    Column("mean", "Mean", "score", "Mean of the metric over the data sets compared"),
    Column("std", "SD", "score", "Standard deviation over the data sets"),
    Column(
        "wins",
        "W/T/L",
        "integer",
        "Data sets on which the method is better than, equal to, worse than the reference method",
    ),
    Column("ties", "Ties", "integer", hidden=True),
    Column("losses", "Losses", "integer", hidden=True),
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


def _against_reference(results: Results, entry: dict | None, method: str) -> dict:
    against = pair(entry, method, results.reference) if results.reference else None
    if not against:
        return {
            "wins": Cell(None, "reference" if method == results.reference else None, "quiet"),
            "ties": None,
            "losses": None,
        }
    text = f"{against['wins']}/{against['ties']}/{against['losses']}"
    return {"wins": Cell(against["wins"], text), "ties": against["ties"], "losses": against["losses"]}


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
    """Methods that were run under a protocol, failed ones included, in the order of the configuration."""
    ran = {m for p, _, m in summary.means if p == protocol} | {
        f.get("method") for f in results.failures if f.get("protocol") == protocol
    }
    return tuple(m for m in results.methods if m in ran)


def ranking(results: Results, summary: Summary, protocol: str, metric: str) -> Table:
    """Methods by average rank, with the mean score, wins against the reference, log loss and CPU time."""
    entry = comparison(results, protocol, metric)
    sets = compared(results, summary, protocol, metric)
    order = ranked(entry) if entry else []
    kind = formats.metric_kind(metric)
    unit = " %" if kind == "percent" else ""
    columns = tuple(
        c._replace(kind=kind, label=c.label + unit) if c.key in ("mean", "std") else c for c in RANKING
    )
    rows = []
    methods = methods_under(results, summary, protocol)
    for method in (*order, *(m for m in methods if m not in order)):
        best = pair(entry, order[0], method) if entry and order else None
        mean, std = _mean(summary, protocol, sets, method, metric)
        costs = [c for d in sets if (c := summary.cost.get((protocol, d, method)))]
        seconds = (
            math.fsum(c["fit_seconds"] + c["predict_seconds"] for c in costs)
            if sets and len(costs) == len(sets)
            else None
        )
        rows.append(
            {
                "method": (
                    method_cell(method)._replace(title=stanza(results, "methods", method).get("title", ""))
                ),
                "group": group(results, method),
                "average_rank": entry["average_ranks"].get(method) if entry else None,
                "p_best": best[correction(entry)[0]] if entry and best else None,
                "mean": mean,
                "std": std,
                **_against_reference(results, entry, method),
                "log_loss_clipped": _mean(summary, protocol, sets, method, "log_loss_clipped")[0],
                "cpu_seconds": seconds,
            }
        )
    label = results.metrics[metric].label if metric in results.metrics else metric
    note = (
        f"p, best: {correction(entry)[1]} correction over all {plural(len(entry['pairs']), 'pair')}, "
        "two-sided."
        if entry
        else ""
    )
    caption = (
        f"{label}, protocol {protocol}: {plural(len(order) or len(methods), 'method')} on the "
        f"{plural(len(sets), 'data set')} that all have."
    )
    return Table("ranking", caption, columns, tuple(rows), note)
