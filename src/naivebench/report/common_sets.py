"""Rank the methods of the primary protocol together, on as many data sets as they have in common."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.benchmark.results.comparisons import Heading
from naivebench.benchmark.results.context import Results, families, group, in_catalogue_order, levels
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import Summary, mean_std
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, in_units
from naivebench.evaluation.statistics import ranks
from naivebench.evaluation.statistics.best import against_best
from naivebench.evaluation.statistics.families import voters
from naivebench.evaluation.statistics.rounding import without_noise
from naivebench.report import as_good
from naivebench.report.cells import Failures
from naivebench.report.columns import GROUP, LOSSES, METHOD, TIES
from naivebench.report.duel import gains
from naivebench.report.overview import label_of

LEAST = 10  # least number of data sets for a ranking

COLUMNS = (
    METHOD,
    GROUP,
    Column("average_rank", "Avg. rank", "rank", "Average rank on the common data sets, 1 = best"),
    *as_good.COLUMNS,
    Column("mean", "Mean", "metric", "Mean over the common data sets"),
    Column("datasets", "Own sets", "integer", "Data sets on which the method has a score"),
    Column("wins", "W/T/L", "integer", "Against the reference, on all data sets that both have"),
    TIES,
    LOSSES,
    Column("median", "Median gain", "difference", "Over the reference, on all data sets that both have"),
    Column("left_out", "Why it is not ranked", "long"),
)


class Common(NamedTuple):
    """Methods that share at least `LEAST` data sets, these data sets, and the reasons why other methods are
    left out.
    """

    methods: list[str]
    datasets: list[str]
    left_out: dict[str, str]


def largest(having: Mapping[str, set[str]], least: int = LEAST) -> Common:
    """Find the data sets that all methods share, leaving out methods where needed.

    A method is left out while the methods share fewer than `least` data sets, and fewer than the largest
    number of any method. The method whose omission lets the others share most goes first; among equals, the
    one with the fewest data sets, then the last one.

    `having`: method -> its data sets.
    """
    methods, left = [m for m in having if having[m]], dict[str, str]()
    least = min(least, max((len(having[m]) for m in methods), default=0))
    while len(methods) > 2 and len(_shared(having, methods)) < least:
        at = {m: i for i, m in enumerate(methods)}
        out = max(methods, key=lambda m: (len(_shared(having, methods, m)), -len(having[m]), at[m]))
        left[out] = (
            f"With this method, {len(methods)} methods share "
            f"{plural(len(_shared(having, methods)), 'data set')}; without it, the others share "
            f"{len(_shared(having, methods, out))}. It has {plural(len(having[out]), 'data set')}."
        )
        methods.remove(out)
    return Common(methods, sorted(_shared(having, methods)), left)


def _shared(having: Mapping[str, set[str]], methods: Sequence[str], without: str = "") -> set[str]:
    found = [having[m] for m in methods if m != without]
    return set.intersection(*found) if found else set()


def voting(results: Results, common: Common) -> Common:
    """Keep only the data sets that vote: one of each source family."""
    voter = voters(in_catalogue_order(results, common.datasets), families(results))
    return common._replace(datasets=[d for d in common.datasets if voter[d] == d])


def having(results: Results, summary: Summary, failures: Failures) -> dict[str, set[str]]:
    """Method -> data sets with complete scores for the primary protocol and metric, in the order of the
    methods.
    """
    protocol, metric = results.primary
    return {
        m: {
            d
            for d in results.datasets
            if metric in summary.means.get((protocol, d, m), ()) and not failures.get((protocol, d, m))
        }
        for m in results.methods
        if any((protocol, d, m) in summary.means for d in results.datasets)
    }


def table(results: Results, summary: Summary, failures: Failures) -> Table:
    """Table of the methods that ran under the primary protocol: ranks on the common data sets, or the reason
    for none.
    """
    protocol, metric = results.primary
    own = having(results, summary, failures)
    common = voting(results, largest(own))
    rows = _rows(results, summary, common, own) if len(common.methods) > 1 and common.datasets else []
    label = label_of(results, metric)
    caption = (
        f"{label}, protocol {protocol}, all experiments: {plural(len(common.methods), 'method')} on the "
        f"{plural(len(common.datasets), 'data set')} that they share."
    )
    note = f"This ranking is exploratory. Its data sets are {listing(common.datasets)}." if rows else ""
    return Table("ranking_all", caption, in_units(COLUMNS, metric), tuple(rows), note)


def _rows(results: Results, summary: Summary, common: Common, own: Mapping[str, set[str]]) -> list[Row]:
    protocol, metric = results.primary
    scores = np.array(
        [[summary.means[protocol, d, m][metric] for m in common.methods] for d in common.datasets]
    )
    lower = results.metrics[metric].better == "lower"
    average = ranks.average_ranks(without_noise(scores), lower_is_better=lower)
    alpha, rope = levels(results)
    found = against_best(scores, common.methods, lower_is_better=lower, alpha=alpha, rope=rope)
    to_best = as_good.cells(found)
    placed = dict(zip(common.methods, average.tolist(), strict=True))
    rows = []
    for method in sorted(own, key=lambda m: (placed.get(m, np.inf), m)):
        row = {"method": method_cell(method), "group": group(results, method), "datasets": len(own[method])}
        if method in placed:
            values = scores[:, common.methods.index(method)].tolist()
            row |= {"average_rank": placed[method], **to_best[method], "mean": mean_std(values)[0]}
        row |= {"left_out": common.left_out.get(method, "")}
        rows.append(row | _against_reference(results, summary, method, own))
    return rows


def _against_reference(results: Results, summary: Summary, method: str, own: Mapping[str, set[str]]) -> Row:
    reference, (protocol, metric) = results.reference, results.primary
    if reference is None or reference not in own or method == reference:
        return {"wins": Cell(None, "reference", "quiet")} if method == reference else {}
    both = tuple(sorted(own[method] & own[reference]))
    entry = Heading(protocol=protocol, metric=metric, datasets=both)
    values = list(gains(results, summary, entry, method, reference).values())
    if not values:
        return {}
    won, lost = sum(v > 0 for v in values), sum(v < 0 for v in values)
    tied = len(values) - won - lost
    return {
        "wins": Cell(won, f"{won}/{tied}/{lost}", href=versus(method, reference, protocol, metric)),
        "ties": tied,
        "losses": lost,
        "median": statistics.median(values),
    }
