"""Comparison of discretizers: methods that differ only in their discretizer, side by side."""

from __future__ import annotations

import json
from statistics import fmean

from scipy.stats import rankdata

from naivebench.benchmark.results.context import Results, stanza
from naivebench.benchmark.results.formats import metric_kind, plural
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Column, Row, Table

Alike = dict[str, dict[str, str]]  # title of a method -> discretizer -> id


def alike(results: Results, methods: list[str]) -> Alike:
    """Groups of methods with the same module and parameters but different discretizers.

    The key of a group is the id of its first method in the catalogue.
    """
    groups: dict[str, dict[str, str]] = {}
    for method in methods:
        given = stanza(results, "methods", method)
        if given.get("discretize"):
            key = json.dumps([given.get("module"), given.get("params", {})], sort_keys=True)
            groups.setdefault(key, {}).setdefault(given["discretize"], method)
    return {next(iter(group.values())): group for group in groups.values() if len(group) > 1}


def table(results: Results, summary: Summary) -> Table:
    """Table of the mean score and average rank of every discretizer, per method, over the data sets that all
    share.

    The table is empty if no protocol has such methods.
    """
    metric = results.primary[1]
    rows: list[Row] = []
    columns = [Column("discretizer", "Discretizer", "id")]
    caption = ""
    for protocol in results.protocols:
        scored = {(d, m) for p, d, m in summary.means if p == protocol}
        groups = alike(results, [m for m in results.methods if any(m == other for _, other in scored)])
        ids = [m for group in groups.values() for m in group.values()]
        sets = [d for d in results.datasets if ids and all((d, m) in scored for m in ids)]
        if not sets:
            continue
        names = list(dict.fromkeys(d for group in groups.values() for d in group))
        found: dict[str, Row] = {name: {"discretizer": name} for name in names}
        better = -1 if results.metrics[metric].better == "higher" else 1
        for method, group in groups.items():
            scores = [[summary.means[protocol, d, m][metric] for m in group.values()] for d in sets]
            ranks = [rankdata([better * round(s, 12) for s in of_set]) for of_set in scores]
            for i, name in enumerate(group):
                found[name][f"score_{method}"] = fmean(of_set[i] for of_set in scores)
                found[name][f"rank_{method}"] = fmean(float(r[i]) for r in ranks)
            columns.append(Column(f"score_{method}", method, metric_kind(metric)))
            columns.append(Column(f"rank_{method}", f"{method}, rank", "rank", "1 is the best discretizer"))
        rows = list(found.values())
        label = results.metrics[metric].label
        caption = f"{label}, mean over {plural(len(sets), 'data set')}, and average rank of each discretizer."
        break
    return Table("discretizers", caption, tuple(columns), tuple(rows))
