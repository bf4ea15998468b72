"""Plan the jobs of the workflow: bundle methods into units and folds into parts.

No file is read here, except that for methods with `timeout_seconds` it is checked whether their package is
installed.

A unit contains the methods that one evaluate job fits on one data set under one protocol. It is either
`_bundle` (the methods that are cheap on data of this size, because starting a job costs more than most fits)
or a single method. A user's own method always has a separate job, so that it cannot affect other methods; so
does a method with its own time limit. A part is a block of the folds of a unit: `all` or `0`, `1`, ... The
division into units and parts does not change a byte of the results.
"""

from __future__ import annotations

import importlib.util
import math
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, cast

from naivebench.core.plain import plain
from naivebench.data.stanza import DatasetStanza
from naivebench.models import own
from naivebench.models.stanzas import MethodStanza

if TYPE_CHECKING:
    from naivebench.benchmark.configuration.shapes import Drawn, Grain, Protocol

# a method is bundled if this weight times the number of cases is at most `bundle_rows`
WEIGHT = {"light": 0, "normal": 1, "heavy": 60}


class Unit(NamedTuple):
    """One evaluate job."""

    protocol: str
    dataset: str
    unit: str
    part: str
    methods: tuple[str, ...]
    cost: str  # cost of its most expensive method
    folds: tuple[int, int] | None  # first fold of the part and one past the last; None: all folds
    effort: int  # rough duration relative to other jobs


class StanzaUnder(MethodStanza, total=False):
    """The stanza of a method under a protocol, which may add keys."""

    chosen_on_test: list[str]  # names of the parameters
    reshuffled: Drawn
    installed: str | None  # version of its `package`


def keeps_holdout(protocol: Protocol, dataset: str) -> bool:
    """Whether the protocol uses the data set's own hold-out: always, never, or for the data sets that it
    lists.
    """
    kept = protocol.own_holdout
    return dataset in kept if isinstance(kept, list) else kept


def entropy(seed: int, protocol: str, dataset: str) -> tuple[int, ...]:
    """Seed words of a protocol and data set, independent of the order of jobs.

    Method, repeat and fold are added for every fit.
    """
    return (seed, zlib.crc32(protocol.encode()), zlib.crc32(dataset.encode()))


def stanza_under(protocol: Protocol, method: str, stanza: MethodStanza) -> StanzaUnder:
    """The stanza of a method, completed by the protocol.

    The protocol adds parameters, the names of the parameters to choose on the test parts, and how other folds
    for that choice are drawn.
    """
    under: StanzaUnder = {**stanza}
    if params := protocol.params.get(method):
        under["params"] = {**stanza.get("params", {}), **params}
    if chosen := protocol.chosen_on_test.get(method):
        under["chosen_on_test"] = chosen
    if method in protocol.reshuffled:
        under["reshuffled"] = _drawn(protocol)
    return under


def fixed_parts(protocol: Protocol, dataset: str, stanza: DatasetStanza) -> bool:
    """Whether the training and test parts are the same in every repeat.

    Repeats are then repeated runs of the methods that draw random numbers.
    """
    return protocol.folds.scheme in ("leave_one_out", "holdout") or (
        keeps_holdout(protocol, dataset) and bool(stanza.get("holdout"))
    )


def repeats(protocol: Protocol, dataset: str) -> int:
    """How often the protocol draws the folds of a data set."""
    folds = protocol.folds
    return len(folds.seeds or ()) or folds.repeats_of.get(dataset, folds.repeats)


def split(protocol: Protocol, dataset: str) -> Drawn:
    """The arguments of `evaluation.folds.make` that a protocol gives for a data set."""
    plain = _drawn(protocol)
    return plain if plain.get("seeds") else {**plain, "repeats": repeats(protocol, dataset)}


def _drawn(protocol: Protocol) -> Drawn:
    given = plain(protocol.folds, brief=True)
    return cast("Drawn", {key: value for key, value in given.items() if key != "repeats_of"})


def n_folds(protocol: Protocol, dataset: str, stanza: DatasetStanza, stochastic: bool = False) -> int:
    """Number of folds that a method runs on the data set under the protocol (a small data set may have
    fewer).
    """
    drawn = len(protocol.folds.train_cases or ()) or repeats(protocol, dataset)
    if fixed_parts(protocol, dataset, stanza):
        return drawn if stochastic else 1
    return protocol.folds.folds * drawn


def units(
    cells: Iterable[tuple[str, str, str]],
    protocols: dict[str, Protocol],
    datasets: dict[str, DatasetStanza],
    methods: dict[str, MethodStanza],
    grain: Grain,
) -> list[Unit]:
    """Cut the cells (protocol, dataset, method) into jobs, in a fixed order.

    `grain`: `one_fold_per_job`, `bundle_rows`, `heavy_folds_per_job`. On data sets of at most `bundle_rows`
    cases (by their stanza's `expect.rows`), methods of cost normal are bundled too; on at most a 60th of
    that, also heavy ones.
    """
    bundles: dict[tuple[str, str, str, int], list[str]] = {}
    for protocol, dataset, method in cells:
        rows = datasets[dataset].get("expect", {}).get("rows", math.inf)
        total = n_folds(
            protocols[protocol], dataset, datasets[dataset], methods[method].get("stochastic", False)
        )
        runs = total > 1 and fixed_parts(protocols[protocol], dataset, datasets[dataset])
        unit = _unit_of(method, methods[method], rows, grain)
        bundles.setdefault(
            (protocol, dataset, f"{unit}_runs" if runs and unit != method else unit, total), []
        ).append(method)
    jobs = []
    for (protocol, dataset, unit, total), members in bundles.items():
        cost = max((methods[m].get("cost", "light") for m in members), key=list(WEIGHT).index)
        cost = "normal" if cost == "heavy" and unit.startswith("_") else cost
        # a choice of constants needs all folds
        whole = not set(members).isdisjoint(protocols[protocol].chosen_on_test)
        block = None if whole else _block(members, methods, cost, grain)
        drawn = n_folds(protocols[protocol], dataset, datasets[dataset], stochastic=True)
        effort = _effort(members, methods, datasets[dataset])
        if total == 1 or block is None:
            jobs.append(
                Unit(
                    protocol,
                    dataset,
                    unit,
                    "all",
                    tuple(members),
                    cost,
                    None if total == drawn else (0, total),
                    effort * total,
                )
            )
            continue
        for part, first in enumerate(range(0, total, block)):
            jobs.append(
                Unit(
                    protocol,
                    dataset,
                    unit,
                    str(part),
                    tuple(members),
                    cost,
                    (first, min(first + block, total)),
                    effort * min(block, total - first),
                )
            )
    return jobs


def timeout(stanza: MethodStanza, usual: float) -> float:
    """Time limit of one fit of a method, in seconds: the larger of the limits in the configuration and in its
    stanza.
    """
    return max(usual, stanza.get("timeout_seconds", 0))


def _unit_of(method: str, stanza: MethodStanza, rows: float, grain: Grain) -> str:
    if "module" not in stanza or own.is_own(stanza["module"]) or grain.one_fold_per_job:
        return method
    if "timeout_seconds" in stanza and _can_run(stanza):
        return method  # a time limit applies to all methods of a job
    weight = WEIGHT[stanza.get("cost", "light")]
    return "_bundle" if not weight or weight * rows <= grain.bundle_rows else method


def _can_run(stanza: MethodStanza) -> bool:
    """Whether the package of a method is installed; without it, a separate job would do nothing but start."""
    return "package" not in stanza or importlib.util.find_spec(stanza["package"]) is not None


def _effort(members: list[str], methods: dict[str, MethodStanza], stanza: DatasetStanza) -> int:
    """Effort of one fold: the weights of the methods times the number of cases (if unknown, that of a large
    data set).
    """
    weights = sum(1 + 5 * WEIGHT[methods[m].get("cost", "light")] for m in members)
    return weights * stanza.get("expect", {}).get("rows", 100_000)


def _block(members: list[str], methods: dict[str, MethodStanza], cost: str, grain: Grain) -> int | None:
    """Number of folds per job; None for all folds."""
    if any("module" not in methods[m] for m in members):
        return None
    if grain.one_fold_per_job:
        return 1
    return grain.heavy_folds_per_job if cost == "heavy" else None
