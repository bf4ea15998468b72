"""The numbers that the page computes with, as arrays: all mean scores, scores of folds and costs, and an
index of them.

`scripts/data.js` reads them. A cell is a protocol, a data set and a method; cells are sorted by these three.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import numpy as np

from naivebench.benchmark.benchmark import complete
from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import (
    KEYS,
    Results,
    blind,
    families,
    group,
    in_catalogue_order,
    levels,
    rivals,
)
from naivebench.benchmark.results.summaries import Cost, Key, Summary
from naivebench.benchmark.results.tables import Cell, View
from naivebench.report.cards import data_kind
from naivebench.report.gains import title_of
from naivebench.report.palette import styles

if TYPE_CHECKING:
    import pandas as pd

# limit on the number of fold scores; protocols beyond it are left out, and the page says so
MOST_FOLDS = 400_000
COSTS = ("cpu_seconds", "fold_fit_seconds", "fold_predict_seconds", "peak_memory_mb", "n_parameters")


class Arrays(NamedTuple):
    """The arrays of a run in two parts.

    `manifest` is plain data that can be written as JSON. `values` contains little-endian float64 numbers
    followed by uint16 numbers, in the order given by manifest["layout"].
    """

    manifest: dict[str, Any]
    values: bytes


class Preset(TypedDict):
    """A comparison from the configuration."""

    id: str
    title: str
    protocol: str
    main: bool
    methods: list[str]
    datasets: list[str]


class Marks(TypedDict):
    """Reasons for missing scores."""

    texts: list[tuple[str, str]]  # mark, reason
    cells: dict[str, list[list[int | None]]]  # protocol -> indices of data set and method, index of the text


def arrays(results: Results, summary: Summary, heat_maps: list[View]) -> Arrays:
    """Build the arrays of a run; the reasons for missing scores are taken from `heat_maps`."""
    order = {
        "protocol": {p: i for i, p in enumerate(results.protocols)},
        "dataset": {d: i for i, d in enumerate(_datasets(results))},
        "method": {m: i for i, m in enumerate(results.methods)},
    }
    place = {d: i for i, d in enumerate(in_catalogue_order(results, order["dataset"]))}
    cells = sorted(
        summary.means, key=lambda cell: tuple(order[k][v] for k, v in zip(KEYS, cell, strict=True))
    )
    metrics = [m for m in results.metrics.values() if m.better]
    scores = [[summary.means[c].get(m.id, math.nan) for c in cells] for m in metrics]
    folds, groups, without = _folds(results, cells)
    parts: dict[str, np.ndarray] = {
        "scores": np.array(scores, dtype="<f8"),
        "costs": np.array([[cell_cost(summary, c)[k] for c in cells] for k in COSTS], dtype="<f8"),
        "folds": folds.astype("<f8"),
        "cells": np.array([[order[k][v] for k, v in zip(KEYS, c, strict=True)] for c in cells], dtype="<u2"),
    }
    alpha, rope = levels(results)
    manifest = {
        "layout": [[name, values.dtype.str[1:], values.size] for name, values in parts.items()],
        "protocols": list(results.protocols),
        "datasets": [_dataset(results, d, place) for d in order["dataset"]],
        "methods": _methods(results),
        "metrics": [m._asdict() | {"kind": formats.metric_kind(m.id)} for m in metrics],
        "costs": COSTS,
        "partial": _partial(results, cells, [m.id for m in metrics], np.array(scores)),
        "fold_groups": groups,
        "without_folds": without,
        "presets": presets(results),
        "marks": _marks(heat_maps, order),
        "primary": results.primary,
        "reference": results.reference,
        "alpha": alpha,
        "rope": rope,
    }
    return Arrays(manifest, b"".join(values.tobytes() for values in parts.values()))


def _datasets(results: Results) -> list[str]:
    """Data sets with scores, sorted by name as in the statistics."""
    return sorted(str(d) for d in results.scores["dataset"].unique())


def _dataset(results: Results, name: str, place: dict[str, int]) -> dict[str, Any]:
    prepared = results.prepared.get(name, {})
    return {
        "id": name,
        "family": families(results).get(name, name),
        "place": place[name],  # position in the catalogue
        "kind": data_kind(prepared),
        "rows": prepared.get("rows"),
        "attributes": len(prepared.get("attributes", [])),
        "classes": len(prepared.get("classes", {})),
        "missing": prepared.get("missing_cells", 0),
    }


def _methods(results: Results) -> list[dict[str, Any]]:
    looks = styles(group(results, m) for m in results.methods)
    outside = set(rivals(results))
    found = []
    for m in results.methods:
        look = looks[group(results, m)]
        known = {
            "id": m,
            "title": title_of(results, m),
            "group": group(results, m),
            "rival": m in outside,
            "blind": blind(results, m),
        }
        found.append(known | {"css": look.css, "glyph": look.glyph})
    return found


def cell_cost(summary: Summary, cell: Key) -> dict[str, float]:
    """Cost of (protocol, data set, method); unknown values are NaN.

    These are the CPU seconds of all folds, the mean CPU seconds of a fold's fit and of its prediction, the
    largest memory of a fold in MB, and the median number of parameters.
    """
    cost = summary.cost.get(cell, Cost(math.nan, math.nan, math.nan))
    size, pooled = summary.parameters.get(cell), summary.pooled.get(cell)
    folds = pooled.folds if pooled else math.nan
    return {
        "cpu_seconds": cost.seconds,
        "fold_fit_seconds": cost.fit_seconds / folds,
        "fold_predict_seconds": cost.predict_seconds / folds,
        "peak_memory_mb": cost.peak_memory_mb,
        "n_parameters": size.median if size else math.nan,
    }


def _partial(results: Results, cells: list[Key], metrics: list[str], scores: np.ndarray) -> list[int]:
    """Positions (metric * cells + cell) of means over some folds only; comparisons ignore these means."""
    whole = complete(results.scores, ["protocol", "metric", "dataset"]).stack()
    known = set(whole[whole].index)
    return [
        i * len(cells) + j
        for i, metric in enumerate(metrics)
        for j, (protocol, dataset, method) in enumerate(cells)
        if not math.isnan(scores[i, j]) and (protocol, metric, dataset, method) not in known
    ]


def _folds(results: Results, cells: list[Key]) -> tuple[np.ndarray, list[list[Any]], list[str]]:
    """Scores of all folds by the primary metric, their index, and the protocols left out.

    Scores are listed cell by cell, with NaN where a method has none. The index has an entry [protocol, data
    set, folds, test cases / training cases] for every protocol and data set with two folds or more.
    """
    part = results.scores[results.scores["metric"] == results.primary[1]]
    wide: dict[tuple[str, str], pd.DataFrame] = {}
    groups, without, size = [], [], 0
    for protocol in results.protocols:
        tables = dict(_of_protocol(part[part["protocol"] == protocol]))
        cells_of = sum(table[0].size for table in tables.values())
        if size + cells_of > MOST_FOLDS:
            without.append(protocol)
            continue
        size += cells_of
        for dataset, (table, ratio) in tables.items():
            wide[protocol, dataset] = table
            groups.append([protocol, dataset, len(table), ratio])
    values = [
        wide[p, d][m].to_numpy(dtype=float) if m in wide[p, d] else np.full(len(wide[p, d]), np.nan)
        for p, d, m in cells
        if (p, d) in wide
    ]
    return np.concatenate(values) if values else np.zeros(0), groups, without


def _of_protocol(part: pd.DataFrame) -> Any:
    """Yield (data set, (scores, folds x methods; test cases / training cases)) for data sets with two folds
    or more.
    """
    for dataset, rows in part.groupby("dataset", observed=True, sort=False):
        table = rows.pivot(index=["repeat", "fold"], columns="method", values="value")
        sizes = rows.drop_duplicates(["repeat", "fold"])[["n_test", "n_train"]].astype(float).mean()
        if len(table) > 1 and sizes["n_train"] > 0:
            yield (
                str(dataset),
                (table.replace([np.inf, -np.inf], np.nan), float(sizes["n_test"] / sizes["n_train"])),
            )


def presets(results: Results) -> list[Preset]:
    """The comparisons from the configuration, the primary one first.

    Each includes the methods and data sets that are left out of its ranking: the page applies the same rule
    to leave them out.
    """
    found: dict[str, Preset] = {}
    metric = results.primary[1]
    for entry in sorted(results.by_experiment, key=lambda e: (not e.primary, e.metric != metric)):
        name, out = entry.experiment or entry.protocol, entry.left_out
        found.setdefault(
            name,
            {
                "id": name,
                "title": entry.experiment_title or f"Protocol {entry.protocol}",
                "protocol": entry.protocol,
                "main": entry.main,
                "methods": [*entry.average_ranks, *(x.method for x in out if x.method)],
                "datasets": [*entry.datasets, *(x.dataset for x in out if x.dataset)],
            },
        )
    return list(found.values())


def _marks(heat_maps: list[View], order: dict[str, dict[str, int]]) -> Marks:
    texts: dict[tuple[str, str], int] = {}
    cells: dict[str, list[list[int | None]]] = {}
    for view in heat_maps:
        if view.protocol in cells:
            continue
        found = cells.setdefault(view.protocol, [])
        for row in view.table.rows:
            dataset = order["dataset"].get(str(row["dataset"].value))
            for method, cell in row.items():
                if isinstance(cell, Cell) and cell.value is None and method in order["method"]:
                    number = texts.setdefault((cell.text or formats.DASH, cell.title), len(texts))
                    found.append([dataset, order["method"][method], number])
    return {"texts": list(texts), "cells": cells}
