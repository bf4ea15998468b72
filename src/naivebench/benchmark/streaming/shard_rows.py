"""The rows of a shard, encoded and divided into the parts of the folds.

The parts of a repeat are its test parts and the rest, which belongs to the training part of every fold. See
docs/protocols/honest.md#folds-by-row-hash. The counting pass reads the rows from their files, and keeps those
of the test parts for the evaluation pass, because reading and encoding takes longer than predicting with
small models.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark.shards import Piece
from naivebench.benchmark.streaming import blocks, layout
from naivebench.benchmark.streaming.blocks import Block
from naivebench.benchmark.streaming.layout import Layout
from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE
from naivebench.core.table import Table, code_dtype, make_table, n_cases, subset
from naivebench.evaluation import row_hash

HELD = 32 << 20  # bytes of encoded rows that are counted or predicted at a time
NOWHERE = -1  # the part of rows without a class
KEPT = ("rows", "codes", "reals", "y", "part")  # arrays of a block in a file of `keep`


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


class Divided(NamedTuple):
    """Encoded rows, and the part of each in every repeat."""

    rows: int  # number of rows read for them
    table: Table  # n cases
    part: np.ndarray  # (repeats, n): 0..tested - 1, `tested` for no test part, or NOWHERE


def divided(shard: Shard) -> Iterator[Divided]:
    """Yield the blocks of a shard, read from its files."""
    for block, table in shard_blocks(shard):
        part = np.stack([parts(block, shard, repeat) for repeat in range(shard.split.repeats)])
        part[:, table.y < 0] = NOWHERE
        yield Divided(block.n, table, part)


def keep(read: Iterable[Divided], shard: Shard, path: str | Path) -> Iterator[Divided]:
    """Yield the same blocks, and write their rows that are in a test part to an .npz file for `kept`.

    Raises InputError if the file cannot be written.
    """
    try:
        with zipfile.ZipFile(path, "w") as archive:
            for i, block in enumerate(read):
                for name, array in _tested(block, shard.split.tested).items():
                    # in the format of `numpy.savez`, which would need all blocks in memory
                    with archive.open(f"{i}/{name}.npy", "w", force_zip64=True) as file:
                        np.lib.format.write_array(file, array, allow_pickle=False)
                yield block
    except OSError as error:
        raise InputError(
            f"the encoded rows of a shard cannot be written to {Path(path).parent} ({error.strerror}): make "
            "room there, then run `make rerun-failed`"
        ) from error


def _tested(block: Divided, tested: int) -> dict[str, np.ndarray]:
    """The arrays of the rows that are in a test part of some repeat."""
    rows = np.flatnonzero(((block.part >= 0) & (block.part < tested)).any(axis=0))
    table = block.table if len(rows) == n_cases(block.table) else subset(block.table, rows)
    part: np.ndarray = block.part[:, rows].astype(code_dtype(tested))
    arrays = np.array(block.rows), table.codes.T, table.reals.T, table.y, part
    return dict(zip(KEPT, arrays, strict=True))


def kept(shard: Shard, path: str | Path) -> Iterator[Divided]:
    """Yield the blocks that `keep` wrote. Raises InputError if the file is damaged."""
    attributes, classes = shard.layout.attributes, shard.layout.classes
    try:
        with np.load(path) as file:
            for i in range(len(file.files) // len(KEPT)):
                rows, codes, reals, y, part = (file[f"{i}/{name}"] for name in KEPT)
                yield Divided(int(rows), make_table(attributes, classes, y, codes.T, reals.T), part)
    except UNREADABLE as error:
        raise absence.damaged(path, error) from error


class Held(NamedTuple):
    """Rows read since the last time: their number, and those of known class by repeat and part."""

    rows: int
    # the tables of the blocks, which any sharding divides alike; no parts until enough rows are collected
    parts: dict[tuple[int, int], list[Table]]


def held_parts(read: Iterable[Divided], n_parts: int) -> Iterator[Held]:
    """Yield the first `n_parts` parts of rows after every block.

    Several blocks are collected before their parts are returned, because counting them and adding up metrics
    have a fixed cost.
    """
    held: dict[tuple[int, int], list[Table]] = {}
    size = 0
    for block in read:
        table = block.table
        for repeat, part_of in enumerate(block.part):
            for part in range(n_parts):
                rows = np.flatnonzero(part_of == part)
                held.setdefault((repeat, part), []).append(subset(table, rows))
                size += len(rows) * (table.codes.itemsize * table.codes.shape[1] + table.reals.shape[1] * 8)
        full = size > HELD
        yield Held(block.rows, held if full else {})
        if full:
            held, size = {}, 0
    yield Held(0, held)
