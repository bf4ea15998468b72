"""Counting pass: compute the statistics of every method on every part of a shard.

A row is counted once for all folds, and the statistics of a training part are merged from its parts.
"""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from naivebench.benchmark.streaming import layout
from naivebench.benchmark.streaming.layout import Layout
from naivebench.benchmark.streaming.limits import Within, attempt
from naivebench.benchmark.streaming.shard_rows import Divided, Shard, held_parts
from naivebench.benchmark.streaming.stored import Stored
from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Table, make_table, n_cases
from naivebench.models import fitted, incremental, registry

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza


def unfit(settled: Layout, method: str, stanza: MethodStanza) -> str:
    """The reason why a method cannot be counted on the data set, or an empty text."""
    empty = _empty(settled)
    if "module" not in stanza:
        return "belongs to another tool, but the data set is streamed"
    if not incremental.is_incremental(registry.load(stanza["module"]), stanza.get("params", {})):
        return "needs all cases at once, but the data set is streamed"
    try:
        fitted.check_kinds(empty, stanza, method)
    except InputError as error:
        return str(error)
    return ""


def _empty(settled: Layout) -> Table:
    discrete = sum(a.kind in DISCRETE for a in settled.attributes)
    codes, reals = np.zeros((0, discrete), np.int8), np.zeros((0, len(settled.attributes) - discrete))
    return make_table(settled.attributes, settled.classes, [], codes, reals)


def count(
    shard: Shard,
    read: Iterable[Divided],
    stanzas: dict[str, MethodStanza],
    sample: Table,
    within: Within | None = None,
) -> Iterator[Stored]:
    """Yield the counts of all methods after each block; the last ones cover all rows.

    read: the rows of the shard. within: limits of every method. `told`: number of rows read.
    """
    result = Stored({}, {}, {"rows": 0}, {})
    cuts: dict[str, tuple[np.ndarray, ...]] = {}
    empty = _empty(shard.layout)

    def add(method: str, rows: dict[tuple[int, int], list[Table]]) -> None:
        for (repeat, part), tables in rows.items():
            _add(result, f"{method}/{repeat}/{part}", _stacked(tables), stanzas[method], cuts[method])

    def begin(method: str) -> None:
        if why := unfit(shard.layout, method, stanzas[method]):
            result.failures[method] = ["not applicable", why]
            return
        cuts[method] = layout.cuts(sample, shard.layout, stanzas[method].get("discretize"))
        whole = range(shard.split.repeats), range(shard.split.tested + 1)
        add(method, {key: [empty] for key in itertools.product(*whole)})

    for method in stanzas:
        attempt(result.failures, method, within, functools.partial(begin, method))
    for held in held_parts(read, shard.split.tested + 1):
        for method in stanzas if held.parts else ():
            attempt(result.failures, method, within, functools.partial(add, method, held.parts))
        result.told["rows"] += held.rows
        yield result


def _stacked(tables: Sequence[Table]) -> Table:
    if len(tables) == 1:
        return tables[0]
    return tables[0]._replace(
        codes=np.concatenate([t.codes.T for t in tables], axis=1).T,
        reals=np.concatenate([t.reals.T for t in tables], axis=1).T,
        y=np.concatenate([t.y for t in tables]),
    )


def _add(result: Stored, key: str, table: Table, stanza: MethodStanza, cuts: tuple[np.ndarray, ...]) -> None:
    before = result.values.get(key)
    if before is not None and n_cases(table) == 0:
        return
    started = time.process_time()
    counted = incremental.count(table, cuts, stanza, stanza.get("params", {}))
    result.values[key] = counted if before is None else incremental.merge(before, counted, stanza)
    result.times[key] = result.times.get(key, 0) + time.process_time() - started
