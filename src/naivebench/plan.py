"""Which jobs the workflow runs: how methods are bundled into units and folds into parts. No file is read here.

A unit is what one evaluate job fits on one data set under one protocol: `_light` (all methods of cost light), `_normal`
(all methods of cost normal, on a small data set), or a single method. A part is a block of its folds, `all` or `0`, `1`, ...
The results are the same bytes however they are cut.
"""

from __future__ import annotations

import zlib
from typing import NamedTuple


class Unit(NamedTuple):
    """One evaluate job."""

    protocol: str
    dataset: str
    unit: str
    part: str
    methods: tuple[str, ...]
    cost: str  # of its dearest method
    folds: tuple[int, int] | None  # first and one past the last fold of the part, None: all


def keeps_holdout(protocol: dict, dataset: str) -> bool:
    """Whether the protocol respects the data set's own hold-out: always, never, or for the data sets that it lists."""
    own = protocol.get("own_holdout", False)
    return dataset in own if isinstance(own, list) else bool(own)


def entropy(seed: int, protocol: str, dataset: str) -> tuple[int, ...]:
    """Seed words of a protocol and data set, independent of any order of jobs; method, repeat and fold are added per fit."""
    return (seed, zlib.crc32(protocol.encode()), zlib.crc32(dataset.encode()))


def n_folds(protocol: dict, dataset: str, stanza: dict) -> int:
    """Folds that the protocol asks for on the data set (a tiny data set may give fewer)."""
    if protocol["folds"]["scheme"] in ("leave_one_out", "holdout") or (keeps_holdout(protocol, dataset) and stanza.get("holdout")):
        return 1
    return protocol["folds"]["folds"] * protocol["folds"]["repeats"]


def units(cells, protocols: dict, datasets: dict, methods: dict, grain: dict) -> list[Unit]:
    """Cut the cells (protocol, dataset, method) into jobs, in a fixed order.

    `grain`: `one_fold_per_job`, `bundle_rows` (data sets of at most so many cases, by their stanza's `expect.rows`, bundle
    the methods of cost normal too), `heavy_folds_per_job`.
    """
    bundles: dict[tuple[str, str, str], list[str]] = {}
    for protocol, dataset, method in cells:
        small = datasets[dataset].get("expect", {}).get("rows", grain["bundle_rows"] + 1) <= grain["bundle_rows"]
        bundles.setdefault((protocol, dataset, _unit_of(method, methods[method], small, grain)), []).append(method)
    jobs = []
    for (protocol, dataset, unit), members in bundles.items():
        cost = max((methods[m].get("cost", "light") for m in members), key=("light", "normal", "heavy").index)
        block = _block(members, methods, cost, grain)
        total = n_folds(protocols[protocol], dataset, datasets[dataset])
        if block is None or total == 1:
            jobs.append(Unit(protocol, dataset, unit, "all", tuple(members), cost, None))
            continue
        for part, first in enumerate(range(0, total, block)):
            jobs.append(Unit(protocol, dataset, unit, str(part), tuple(members), cost, (first, min(first + block, total))))
    return jobs


def _unit_of(method: str, stanza: dict, small: bool, grain: dict) -> str:
    cost = stanza.get("cost", "light")
    if "module" not in stanza or grain["one_fold_per_job"] or cost == "heavy":
        return method
    if cost == "light":
        return "_light"
    return "_normal" if small else method


def _block(members: list[str], methods: dict, cost: str, grain: dict) -> int | None:
    """Folds per job, None for all of them."""
    if any("module" not in methods[m] for m in members):
        return None
    if grain["one_fold_per_job"]:
        return 1
    return grain["heavy_folds_per_job"] if cost == "heavy" else None
