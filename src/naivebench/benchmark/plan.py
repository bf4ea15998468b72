"""Which jobs the workflow runs: how methods are bundled into units and folds into parts.

No file is read here. Methods with `timeout_seconds` are looked up: whether their package is installed.

A unit is what one evaluate job fits on one data set under one protocol: `_bundle` (the methods that are cheap
on data of this size; starting a job costs more than most fits), or a single method. A method of one's own
always has a job of its own, so that nothing it does touches others; so has a method with a limit of time of
its own. A part is a block of its folds, `all` or `0`, `1`, ... The results are the same bytes however they
are cut.
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

# a method belongs to the bundle where so many times the cases are at most `bundle_rows`
WEIGHT = {"light": 0, "normal": 1, "heavy": 60}


class Unit(NamedTuple):
    """One evaluate job."""

    protocol: str
    dataset: str
    unit: str
    part: str
    methods: tuple[str, ...]
    cost: str  # of its dearest method
    folds: tuple[int, int] | None  # first and one past the last fold of the part, None: all
    effort: int  # how long it takes in comparison with other jobs, roughly


class StanzaUnder(MethodStanza, total=False):
    """A method under a protocol."""

    chosen_on_test: list[str]  # parameters
    reshuffled: Drawn
    installed: str | None  # version of its `package`


def keeps_holdout(protocol: Protocol, dataset: str) -> bool:
    """Whether the protocol respects the data set's own hold-out: always, never, or for the data sets that it
    lists.
    """
    kept = protocol.own_holdout
    return dataset in kept if isinstance(kept, list) else kept


def entropy(seed: int, protocol: str, dataset: str) -> tuple[int, ...]:
    """Seed words of a protocol and data set, independent of any order of jobs; method, repeat and fold are
    added per fit.
    """
    return (seed, zlib.crc32(protocol.encode()), zlib.crc32(dataset.encode()))


def stanza_under(protocol: Protocol, method: str, stanza: MethodStanza) -> StanzaUnder:
    """The stanza of a method with the parameters that the protocol gives it, the names of those that it has
    chosen on the test parts, and how other folds for the choice are drawn.
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
    """Whether the training and test parts are the same in every repeat: repeats are then runs of methods that
    draw random numbers.
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
    """Folds that a method runs under the protocol on the data set (a small data set may give fewer)."""
    drawn = len(protocol.folds.train_cases or ()) or repeats(protocol, dataset)
    if fixed_parts(protocol, dataset, stanza):
        return drawn if stochastic else 1
    return (protocol.folds.tested or protocol.folds.folds) * drawn


def units(
    cells: Iterable[tuple[str, str, str]],
    protocols: dict[str, Protocol],
    datasets: dict[str, DatasetStanza],
    methods: dict[str, MethodStanza],
    grain: Grain,
) -> list[Unit]:
    """Cut the cells (protocol, dataset, method) into jobs, in a fixed order.

    `grain`: `one_fold_per_job`, `bundle_rows` (data sets of at most so many cases, by their stanza's
    `expect.rows`, bundle the methods of cost normal too, those of a 60th of them the heavy ones),
    `heavy_folds_per_job`.
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
        # a choice takes all folds
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
    """Seconds of one fit of a method: those of the configuration, or of its stanza if they are more."""
    return max(usual, stanza.get("timeout_seconds", 0))


def _unit_of(method: str, stanza: MethodStanza, rows: float, grain: Grain) -> str:
    if "module" not in stanza or own.is_own(stanza["module"]) or grain.one_fold_per_job:
        return method
    if "timeout_seconds" in stanza and _can_run(stanza):
        return method  # the limit of a job is that of all its methods
    weight = WEIGHT[stanza.get("cost", "light")]
    return "_bundle" if not weight or weight * rows <= grain.bundle_rows else method


def _can_run(stanza: MethodStanza) -> bool:
    """Whether the package of a method is installed; without it a job of its own would only cost its start."""
    return "package" not in stanza or importlib.util.find_spec(stanza["package"]) is not None


def _effort(members: list[str], methods: dict[str, MethodStanza], stanza: DatasetStanza) -> int:
    """Of one fold: the weights of the methods times the cases (of a large set, where they are unknown)."""
    weights = sum(1 + 5 * WEIGHT[methods[m].get("cost", "light")] for m in members)
    return weights * stanza.get("expect", {}).get("rows", 100_000)


def _block(members: list[str], methods: dict[str, MethodStanza], cost: str, grain: Grain) -> int | None:
    """Folds per job, None for all of them."""
    if any("module" not in methods[m] for m in members):
        return None
    if grain.one_fold_per_job:
        return 1
    return grain.heavy_folds_per_job if cost == "heavy" else None
