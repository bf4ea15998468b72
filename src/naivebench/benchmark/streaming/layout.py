"""Layout of a streamed data set: kinds of columns, value lists and classes, and the encoding of blocks by
them.
"""

from __future__ import annotations

import fnmatch
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench.benchmark.shards import Piece
from naivebench.benchmark.streaming import blocks, text_loops
from naivebench.benchmark.streaming.blocks import Block
from naivebench.core import compiled
from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, MISSING, Attribute, Table, code_dtype, make_table, to_radians
from naivebench.data.discretization import apply as discretization
from naivebench.data.readers.byte_ranges import Range
from naivebench.data.stanza import DatasetStanza, Kind
from naivebench.evaluation import row_hash
from naivebench.models import saved

KINDS = ("nominal", "ordinal", "linear", "angular")
RESERVED = [8]  # seed of the hash that reserves rows for cut points; no protocol uses it


class Layout(NamedTuple):
    """How every block is encoded."""

    target: str
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    marks: tuple[str, ...]  # marks of missing cells
    cuts: dict[str, np.ndarray]  # declared cut points of attributes, in radians for angles
    reserved: int  # cut points are learned from the rows whose hash of `RESERVED` is smaller
    ranges: dict[str, Range | None]  # byte ranges of divided CSV files, by `name_of` of the pieces


def name_of(piece: Piece) -> str:
    """A name that identifies the piece in its data set."""
    return f"{piece.part}/{piece.parts}/{piece.file}"


def kind_of(stanza: DatasetStanza, column: str) -> Kind:
    """The entry of a column in the stanza: its own entry in `kinds`, otherwise that of the first pattern
    that matches, otherwise the default.
    """
    given = stanza.get("kinds") or {}
    kinds: dict[str, str | Kind] = {"default": given} if isinstance(given, str) else given
    pattern = next((k for k in kinds if "*" in k and fnmatch.fnmatchcase(column, k)), "default")
    entry = kinds.get(column, kinds.get(pattern)) or {}
    stated: Kind = {"kind": entry} if isinstance(entry, str) else {**entry}
    return {"kind": "ordinal", **stated} if "values" in stated else stated


def target_of(stanza: DatasetStanza, names: Sequence[str], where: str) -> str:
    """The class column of a stanza, by default the last one.

    Raises InputError if it does not exist.
    """
    target = stanza.get("target", "last")
    if target in names:
        return str(target)
    place = {"first": 0, "last": -1}.get(str(target), target)
    if isinstance(place, int) and place < len(names):
        return names[place]
    raise InputError(f"target of {where} is {target!r}, expected one of its columns: {', '.join(names[:10])}")


def columns(layout: Layout) -> list[str]:
    """Names of the columns to read."""
    return [layout.target, *(a.name for a in layout.attributes)]


def encoded(block: Block, layout: Layout) -> Table:
    """The table of a block; y is -1 where the class is missing.

    Raises InputError for cells that are not in their value list or are not numbers.
    """
    marks = frozenset(layout.marks)
    discrete = [a for a in layout.attributes if a.kind in DISCRETE]
    real = [a for a in layout.attributes if a.kind not in DISCRETE]
    dtype = code_dtype(max((len(a.values) for a in discrete), default=0))
    codes: np.ndarray = np.empty((block.n, len(discrete)), dtype, order="F")
    for j, attribute in enumerate(discrete):
        _encode(block, attribute.name, attribute.values, marks, codes[:, j])
    reals = np.empty((block.n, len(real)), order="F")
    for j, a in enumerate(real):
        values = blocks.numbers(block.columns[a.name], a.name, a.kind, marks, block)
        reals[:, j] = to_radians(values, a.period) if a.kind == "angular" else values
    y = np.empty(block.n, np.int32)
    _encode(block, layout.target, layout.classes, marks, y)
    return make_table(layout.attributes, layout.classes, y, codes, reals)


def _encode(block: Block, name: str, values: Iterable[str], marks: frozenset[str], codes: np.ndarray) -> None:
    """Write the codes of a column, (n,)."""
    code = dict.fromkeys(marks, MISSING) | {value: i for i, value in enumerate(values)}
    indices, labels = blocks.labels(block.columns[name])
    foreign = next((i for i, label in enumerate(labels) if label not in code and (indices == i).any()), None)
    if foreign is not None:
        row = block.first + int(np.flatnonzero(indices == foreign)[0])
        raise InputError(
            f"{block.file or 'the file'}, row {row} (counted from 0): {labels[foreign]!r} is not in the "
            f"value list of column {name!r}: add it to the list"
        )
    # missing cells have index -1 and get the last entry
    found = np.array([*(code.get(label, MISSING) for label in labels), MISSING], codes.dtype)
    if compiled.loaded():
        compiled.loops(text_loops).recode(indices, found, codes)
    else:
        found.take(indices, out=codes, mode="wrap")


def reserved(block: Block, bound: int) -> np.ndarray:
    """Whether each row is reserved for learning cut points, (n,) bool."""
    if bound == 0:
        return np.zeros(block.n, bool)
    return row_hash.hashes(RESERVED, block.file, block.first, block.n) < np.uint64(bound)


def cuts(sample: Table, layout: Layout, discretizer: str | None) -> tuple[np.ndarray, ...]:
    """Cut points of every linear and angular attribute: the declared ones, and for other attributes those
    learned from the reserved rows.

    Without a discretizer there are none.
    """
    if not discretizer:
        return ()
    named = [a.name for a in discretization.cut_attributes(sample)]
    if layout.cuts.keys() >= set(named):
        return tuple(layout.cuts[name] for name in named)
    learned = discretization.learn(sample, discretizer)
    return tuple(layout.cuts.get(name, points) for name, points in zip(named, learned, strict=True))


def save(settled: Layout, path: str | Path) -> None:
    """Write a layout to a file."""
    Path(path).write_bytes(saved.pack(settled, sys.modules[__name__], {}, "a layout"))


def load(path: str | Path) -> Layout:
    """Read what `save` wrote."""
    return saved.unpack(Path(path).read_bytes(), sys.modules[__name__], str(path))
