"""Counting pass: compute the statistics of every method on every part of a shard.

The parts of a repeat are its test parts and the rest, which belongs to the training part of every fold. A row
is therefore counted once for all folds, and the statistics of a training part are merged from its parts. See
docs/protocols/honest.md#folds-by-row-hash.
"""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.benchmark.shards import Piece
from naivebench.benchmark.streaming import blocks, layout
from naivebench.benchmark.streaming.blocks import Block
from naivebench.benchmark.streaming.layout import Layout
from naivebench.benchmark.streaming.limits import Within, attempt
from naivebench.benchmark.streaming.stored import Stored
from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Table, make_table, n_cases, subset
from naivebench.evaluation import row_hash
from naivebench.models import fitted, incremental, registry

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza

HELD = 32 << 20  # bytes of encoded rows that are counted or predicted at a time


class Split(NamedTuple):
    """Folds by row hash; the first `tested` of them are test parts."""

    folds: int
    repeats: int
    tested: int
    seed: Sequence[int]


class Shard(NamedTuple):
    """Input of a job: the pieces of a data set, how they are encoded, and how rows are split."""

    path: str | Path
    pieces: Sequence[Piece]
    layout: Layout
    split: Split


def shard_of(
    path: str | Path, pieces: Sequence[Sequence[Any]], layout_file: str | Path, split: dict[str, Any]
) -> Shard:
    """Build the shard that a job file describes: pieces and split with the fields of `Piece` and `Split`."""
    return Shard(path, [Piece(*piece) for piece in pieces], layout.load(layout_file), Split(**split))


def parts(block: Block, shard: Shard, repeat: int) -> np.ndarray:
    """The part of every row, (n,): 0..tested - 1 for test parts, or `tested` for rows in the training part of
    every fold.
    """
    split = shard.split
    hashed = row_hash.hashes([*split.seed, repeat], block.file, block.first, block.n)
    part = np.minimum(row_hash.folds_of(hashed, split.folds), split.tested)
    part[layout.reserved(block, shard.layout.reserved)] = split.tested
    return part


def shard_blocks(shard: Shard) -> Iterator[tuple[Block, Table]]:
    """Yield the blocks of a shard and their tables."""
    settled = shard.layout
    for piece in shard.pieces:
        name = layout.name_of(piece)
        ranges = {piece: settled.ranges[name]} if name in settled.ranges else None
        for block in blocks.blocks(shard.path, piece, layout.columns(settled), ranges):
            yield block, layout.encoded(block, settled)


class Held(NamedTuple):
    """Rows read since the last time: their number, and those of known class by repeat and part."""

    rows: int
    # the tables of the blocks, which any sharding divides alike; no parts until enough rows are collected
    parts: dict[tuple[int, int], list[Table]]


def held_parts(shard: Shard, n_parts: int) -> Iterator[Held]:
    """Yield the first `n_parts` parts of a shard after every block.

    Several blocks are collected before their parts are returned, because counting them and adding up metrics
    have a fixed cost.
    """
    held: dict[tuple[int, int], list[Table]] = {}
    size = 0
    for block, table in shard_blocks(shard):
        for repeat in range(shard.split.repeats):
            part_of = parts(block, shard, repeat)
            for part in range(n_parts):
                rows = np.flatnonzero((part_of == part) & (table.y >= 0))
                held.setdefault((repeat, part), []).append(subset(table, rows))
                size += len(rows) * (table.codes.itemsize * table.codes.shape[1] + table.reals.shape[1] * 8)
        full = size > HELD
        yield Held(block.n, held if full else {})
        if full:
            held, size = {}, 0
    yield Held(0, held)


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
    shard: Shard, stanzas: dict[str, MethodStanza], sample: Table, within: Within | None = None
) -> Iterator[Stored]:
    """Yield the counts of all methods after each block; the last ones cover all rows.

    within: limits of every method. `told`: number of rows read.
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
    for read in held_parts(shard, shard.split.tested + 1):
        for method in stanzas if read.parts else ():
            attempt(result.failures, method, within, functools.partial(add, method, read.parts))
        result.told["rows"] += read.rows
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
