"""First pass over a streamed data set: find the labels and numbers in every column, and draw a sample of
rows.

The findings of the shards are merged in any order; from all of them, `settle` decides on kinds and value
lists.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.benchmark.shards import Piece
from naivebench.benchmark.streaming import blocks, layout
from naivebench.benchmark.streaming.blocks import Block
from naivebench.benchmark.streaming.layout import RESERVED
from naivebench.core.checks import InputError, did_you_mean
from naivebench.data import raw_columns
from naivebench.data.readers.byte_ranges import Range
from naivebench.data.readers.raw_table import is_number
from naivebench.data.stanza import DatasetStanza
from naivebench.evaluation import row_hash

if TYPE_CHECKING:
    import pyarrow as pa

SAMPLE = 50_000  # largest number of rows in the sample, from which cut points are learned
SHARE = 8  # the sample contains at most about one in 8 rows
SORTS = ("numbers", "labels", "text")
NUMBERS = ("linear", "angular")
MOST_VALUES = 10_000  # largest number of different values of a column, unless the stanza sets another one


class Column(NamedTuple):
    """Content of the cells of one column.

    A set of values is None if it has more values than are allowed.
    """

    sort: str  # numbers, labels or text
    words: frozenset[str] | None  # different cells that are not numbers, without marks of missing cells
    figures: frozenset[str] | None  # different cells that are numbers; empty for columns read as numbers
    missing: int = 0  # number of missing cells
    no_number: int = 0  # number of cells such as NA, which are missing if the other cells are numbers
    low: float = math.inf  # smallest number
    high: float = -math.inf


class Found(NamedTuple):
    """Findings about some of the rows."""

    columns: dict[str, Column]
    rows: int
    classes: dict[str, int]  # label -> number of rows
    sampled: np.ndarray  # (m,) uint64, hashes of the rows of the sample, ascending
    sample: Any  # cells of the sample, an Arrow table; None without rows
    # byte ranges by `layout.name_of` of pieces of CSV files, None without rows
    ranges: dict[str, Range | None]


NOTHING = Found({}, 0, {}, np.zeros(0, np.uint64), None, {})


def scan(path: str | Path, pieces: Iterable[Piece], stanza: DatasetStanza, where: str) -> Iterator[Found]:
    """Yield the findings about the pieces after each of their blocks.

    Raises InputError for columns that cannot be used, for cells of numeric columns that are not numbers, and
    if files differ in their columns.
    """
    found, limit = NOTHING, bound(NOTHING)
    yield found
    for piece in pieces:
        types = blocks.types_of(path, piece.file)
        target = layout.target_of(stanza, list(types), where)
        lost = next((name for name in stanza.get("drop", ()) if name not in types), None)
        if lost is not None:
            raise InputError(
                f"drop of {where} names {lost!r}, which is not a column{did_you_mean(lost, types)}"
            )
        used = {name: sort for name, sort in types.items() if name not in stanza.get("drop", ())}
        odd = next((name for name, sort in used.items() if sort not in SORTS), None)
        if odd is not None:
            raise InputError(
                f"column {odd!r} of {where} is of type {used[odd]}: convert it to numbers or labels, or "
                "list it under `drop`"
            )
        ranges = {piece: blocks.range_of(path, piece)}
        if blocks.is_divided(path, piece):
            found = found._replace(ranges=found.ranges | {layout.name_of(piece): ranges[piece]})
        for block in blocks.blocks(path, piece, list(used), ranges):
            found = _added(found, _of_block(block, used, target, stanza, limit), stanza, where)
            # sorting and cutting after every block would take as long as reading it
            if len(found.sampled) > 2 * SAMPLE:
                found = _cut(found)
                limit = bound(found)
            yield found
    yield _cut(found)


def bound(found: Found) -> int:
    """Upper bound of the hashes that more rows need to belong to the sample."""
    return int(found.sampled[-1]) if len(found.sampled) == SAMPLE else 2**64 // SHARE


def _of_block(block: Block, types: dict[str, str], target: str, stanza: DatasetStanza, limit: int) -> Found:
    import pyarrow as pa

    marks = raw_columns.marks_of(stanza.get("missing"))
    most = stanza.get("most_values", MOST_VALUES)
    columns: dict[str, Column] = {}
    cut: dict[str, pa.Array] = {}
    classes: dict[str, int] = {}
    for name, sort in types.items():
        kind = layout.kind_of(stanza, name).get("kind")
        cells = cut[name] = block.columns[name]
        if name != target and (kind in NUMBERS or (kind is None and sort == "numbers")):
            columns[name] = _numbers(blocks.numbers(cells, name, kind or "linear", marks, block), sort)
        else:
            cells = cut[name] = blocks.encoded(cells)
            if name != target and (many := _many_numbers(cells, sort, marks, most)):
                columns[name] = many
                continue
            counts = _labels(cells)
            classes = {v: n for v, n in counts.items() if v not in marks} if name == target else classes
            columns[name] = _texts(counts, sort, marks)
    hashed = row_hash.hashes(RESERVED, block.file, block.first, block.n)
    rows = np.flatnonzero(hashed < np.uint64(limit))
    rows = rows[np.argsort(hashed[rows], kind="stable")]
    sample = pa.table({name: _plain(cut[name].take(pa.array(rows))) for name in types})
    return Found(columns, block.n, classes, hashed[rows], sample, {})


def _plain(column: pa.Array) -> pa.Array:
    import pyarrow as pa

    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _labels(cells: pa.Array) -> dict[str, int]:
    """Label -> number of cells; the key "" counts missing cells."""
    indices, labels = blocks.labels(cells)
    times = np.bincount(indices.astype(np.int64) + 1, minlength=len(labels) + 1).tolist()
    counts: dict[str, int] = {"": times[0]}
    for label, n in zip(labels, times[1:], strict=True):
        counts[label] = counts.get(label, 0) + n
    return counts


def _many_numbers(cells: pa.DictionaryArray, sort: str, marks: frozenset[str], most: int) -> Column | None:
    """Result of `_texts` for text that consists of numbers, if there are more different ones than may be
    kept; otherwise None.

    Arrow either reads the same numbers as `float` or rejects the text.
    """
    import pyarrow as pa
    from pyarrow import compute

    if sort != "text" or len(cells.dictionary) <= most:
        return None
    labels = compute.utf8_trim_whitespace(cells.dictionary)
    other = compute.is_in(labels, value_set=pa.array(sorted(marks | raw_columns.NO_NUMBER), labels.type))
    figures = labels.filter(compute.invert(other))
    try:
        numbers = figures.cast(pa.float64()).to_numpy()
    except pa.ArrowInvalid:
        return None
    if not np.isfinite(numbers).all() or compute.count_distinct(figures).as_py() <= most:
        return None
    indices = blocks.indices(cells)
    times = np.bincount(indices.astype(np.int64) + 1, minlength=len(labels) + 1)
    places = np.flatnonzero(other.to_numpy(zero_copy_only=False))
    counts = {"": int(times[0])}
    for label, n in zip(labels.take(pa.array(places)).to_pylist(), times[places + 1].tolist(), strict=True):
        counts[label] = counts.get(label, 0) + n
    column = _texts(counts, sort, marks)
    return column._replace(figures=None, low=float(numbers.min()), high=float(numbers.max()))


def _numbers(values: np.ndarray, sort: str) -> Column:
    observed = values[~np.isnan(values)]
    low, high = float(observed.min(initial=math.inf)), float(observed.max(initial=-math.inf))
    return Column(sort, frozenset(), frozenset(), len(values) - len(observed), 0, low, high)


def _texts(counts: dict[str, int], sort: str, marks: frozenset[str]) -> Column:
    labels = counts.keys() - marks
    figures = frozenset(label for label in labels if is_number(label))
    numbers = [float(label) for label in figures]
    return Column(
        sort,
        frozenset(labels - figures),
        figures,
        sum(counts.get(mark, 0) for mark in marks),
        sum(counts.get(cell, 0) for cell in raw_columns.NO_NUMBER - marks),
        min(numbers, default=math.inf),
        max(numbers, default=-math.inf),
    )


def merge(a: Found, b: Found, stanza: DatasetStanza, where: str) -> Found:
    """Merge the findings about two sets of rows.

    Raises InputError if their columns differ.
    """
    return _cut(_added(a, b, stanza, where))


def _cut(found: Found) -> Found:
    """Sort the sample by the hashes of its rows, and cut it to the largest size allowed."""
    import pyarrow as pa

    if found.sample is None:
        return found
    order = np.argsort(found.sampled, kind="stable")[:SAMPLE]
    return found._replace(sampled=found.sampled[order], sample=found.sample.take(pa.array(order)))


def _added(a: Found, b: Found, stanza: DatasetStanza, where: str) -> Found:
    """Merge like `merge`, but keep all rows of both samples."""
    import pyarrow as pa

    ranges = a.ranges | b.ranges
    if not a.rows or not b.rows:
        return (a if a.rows else b)._replace(ranges=ranges)
    types = [{name: column.sort for name, column in found.columns.items()} for found in (a, b)]
    if types[0] != types[1]:
        odd = sorted({name for one in types for name in one if types[0].get(name) != types[1].get(name)})
        raise InputError(
            f"files of {where} differ in the type or the position of column "
            f"{(odd or list(types[0]))[0]!r}: give all files of the data set the same columns"
        )
    most = stanza.get("most_values", MOST_VALUES)
    sampled, sample = np.concatenate([a.sampled, b.sampled]), pa.concat_tables([a.sample, b.sample])
    classes = {v: a.classes.get(v, 0) + b.classes.get(v, 0) for v in sorted({*a.classes, *b.classes})}
    columns = {name: _both(a.columns[name], b.columns[name], most) for name in a.columns}
    return Found(columns, a.rows + b.rows, classes, sampled, sample, ranges)


def _both(a: Column, b: Column, most: int) -> Column:
    words, figures = _joined(a.words, b.words, most), _joined(a.figures, b.figures, most)
    missing, no_number = a.missing + b.missing, a.no_number + b.no_number
    return Column(a.sort, words, figures, missing, no_number, min(a.low, b.low), max(a.high, b.high))


def _joined(a: frozenset[str] | None, b: frozenset[str] | None, most: int) -> frozenset[str] | None:
    if a is None or b is None:
        return None
    both = a if b <= a else a | b
    return both if len(both) <= most else None


def save(found: Found, path: str | Path) -> None:
    """Write the findings; the bytes depend only on them."""
    import pyarrow as pa

    columns = {
        name: [c.sort, *(None if s is None else sorted(s) for s in c[1:3]), *c[3:]]
        for name, c in found.columns.items()
    }
    meta = json.dumps([columns, found.rows, dict(sorted(found.classes.items())), found.ranges])
    stream = io.BytesIO()
    if found.sample is not None:
        with pa.ipc.new_stream(stream, found.sample.schema) as writer:
            writer.write_table(found.sample.combine_chunks())
    sample = np.frombuffer(stream.getvalue(), np.uint8)
    with open(path, "wb") as file:
        np.savez(file, meta=np.array(meta), sampled=found.sampled, sample=sample)


def load(path: str | Path) -> Found:
    """Read what `save` wrote."""
    import pyarrow as pa

    with np.load(path) as file:
        meta, sampled, stream = json.loads(str(file["meta"])), file["sampled"], file["sample"].tobytes()
    columns = {
        name: Column(sort, *(None if s is None else frozenset(s) for s in (words, figures)), *rest)  # type: ignore[arg-type]
        for name, (sort, words, figures, *rest) in meta[0].items()
    }
    sample = pa.ipc.open_stream(stream).read_all() if stream else None
    ranges = {name: None if r is None else Range(*r) for name, r in meta[3].items()}
    return Found(columns, meta[1], meta[2], sampled, sample, ranges)
