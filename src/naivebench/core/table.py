"""The typed data set: named attributes, each of one kind, stored in a few compact arrays.

    Attribute("sex", "nominal", ("female", "male"))      discrete: integer codes into `values`, -1 = missing
    Attribute("age", "linear")                           real column, NaN = missing
    Attribute("aspect", "angular", period=360.0)         real column in radians in (-pi, pi], whatever the raw
                                                         unit was
    Attribute("axis", "direction", ("x", "y", "z"))      a block of real columns: one unit vector per case

Discrete columns (kinds nominal and ordinal) are in `codes` in the order of `attributes`, real columns
(linear, angular, direction) in `reals`; an attribute of kind count has the columns of `counts`, one of kind
sequence has `sequences`.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

DISCRETE = ("nominal", "ordinal")
REAL = ("linear", "angular", "direction")
KINDS = (*DISCRETE, *REAL, "count", "sequence")
HIDDEN = int(np.iinfo(np.int32).min)  # class of a case whose label a method must not see; not a valid index
MISSING, UNSEEN = -1, -2  # codes without a value: the cell is empty; the value is not in the training part


class Attribute(NamedTuple):
    """One attribute. `declared`: whether its value list comes from metadata, so that values may be used that
    the training part does not contain.
    """

    name: str
    kind: str
    # labels of nominal and ordinal codes in code order; component names of a direction
    values: tuple[str, ...] = ()
    period: float = 0.0  # period in the raw unit (360 for degrees) of an angular attribute, otherwise 0
    declared: bool = False
    # how numbers are written in the file: decimal mark (a blank if both fit) and unit, such as ",€"; "" for
    # plain numbers
    form: str = ""


def make_linear_attributes(names: Iterable[str]) -> tuple[Attribute, ...]:
    """Make linear attributes with these names."""
    columns = zip(names, *map(itertools.repeat, Attribute("", "linear")[1:]), strict=False)
    # a table may have many, and the constructor takes three times as long
    return tuple(map(functools.partial(tuple.__new__, Attribute), columns))


class Counts(NamedTuple):
    """Non-negative counts in compressed sparse rows, e.g. words in documents."""

    indptr: np.ndarray  # (n + 1,) int64
    indices: np.ndarray  # (nnz,) int32, column of each entry
    data: np.ndarray  # (nnz,) float64
    n_columns: int


class Sequences(NamedTuple):
    """The token sequences of all cases, stored end to end."""

    tokens: np.ndarray  # (total length,) integer codes into `alphabet`
    offsets: np.ndarray  # (n + 1,) int64
    alphabet: tuple[str, ...]


class Table(NamedTuple):
    """A data set of n cases.

    `y` is -1 where the class is unknown, HIDDEN in a table that a method predicts; `classes` lists the K
    labels in code order.
    """

    attributes: tuple[Attribute, ...]
    # (n, number of discrete attributes) int8, int16 or int32, column-major; MISSING or UNSEEN without a value
    codes: np.ndarray
    reals: np.ndarray  # (n, number of real columns) float64, column-major; NaN = missing
    counts: Counts | None
    sequences: Sequences | None
    y: np.ndarray  # (n,) int32
    classes: tuple[str, ...]
    groups: np.ndarray | None = None  # (n,) int32: cases of one group stay on one side of a grouped split


def n_cases(table: Table) -> int:
    """Return the number of cases n."""
    return len(table.y)


def n_classes(table: Table) -> int:
    """Return the number of classes K, including those without a case."""
    return len(table.classes)


def discrete_attributes(table: Table) -> tuple[Attribute, ...]:
    """Return the attributes of the columns of `codes`, in order."""
    return tuple(a for a in table.attributes if a.kind in DISCRETE)


def real_attributes(table: Table) -> tuple[Attribute, ...]:
    """Return the attribute of every column of `reals`, in order; a direction spans `real_width` columns."""
    return tuple(a for a in table.attributes if a.kind in REAL for _ in range(real_width(a)))


def real_width(attribute: Attribute) -> int:
    """Return the number of columns of `reals` that the attribute takes."""
    return len(attribute.values) if attribute.kind == "direction" else 1


def list_columns(table: Table) -> Iterator[tuple[Attribute, Any]]:
    """List every attribute with its column: codes (n,), numbers (n,), components (n, p), or None for text."""
    codes, first = iter(table.codes.T), 0
    for attribute in table.attributes:
        column = next(codes) if attribute.kind in DISCRETE else None
        if attribute.kind in REAL:
            # a slice is a view, so that nothing is copied
            last = first + real_width(attribute)
            column = table.reals[:, first:last] if attribute.kind == "direction" else table.reals[:, first]
            first = last
        yield attribute, column


def join_columns(
    columns: list[tuple[Attribute, Any]],
    classes: Iterable[str],
    y: ArrayLike,
    counts: Counts | None = None,
    sequences: Sequences | None = None,
    groups: ArrayLike | None = None,
    *,
    rows: np.ndarray | None = None,
) -> Table:
    """Build the table of attributes with their columns, as from `list_columns`, and these `rows` of them."""
    codes = [column for a, column in columns if a.kind in DISCRETE]
    reals = [part for a, column in columns if a.kind in REAL for part in np.atleast_2d(column.T)]
    codes, reals = ([c if rows is None else c[rows] for c in kind] for kind in (codes, reals))
    return make_table(
        [a for a, _ in columns],
        classes,
        y,
        np.column_stack(codes) if codes else None,
        np.column_stack(reals) if reals else None,
        counts,
        sequences,
        groups,
    )


def cardinalities(table: Table) -> np.ndarray:
    """Return the number of values r_j of every discrete attribute, int64."""
    return np.array([len(a.values) for a in discrete_attributes(table)], dtype=np.int64)


def class_counts(table: Table, weights: np.ndarray | None = None) -> np.ndarray:
    """Count cases per (known) class n_c, (K,) int64, or sum their weights (n,) in float64."""
    known = table.y >= 0
    return np.bincount(table.y[known], None if weights is None else weights[known], n_classes(table))


def code_dtype(largest: int) -> type:
    """Return the smallest signed integer type for codes up to `largest` and -1."""
    return next(t for t in (np.int8, np.int16, np.int32) if largest <= np.iinfo(t).max)


def find_code_type(attributes: Iterable[Attribute]) -> type:
    """Return the type of codes in a table with these attributes."""
    return code_dtype(max((len(a.values) for a in attributes if a.kind in DISCRETE), default=0))


def make_table(
    attributes: Iterable[Attribute],
    classes: Iterable[str],
    y: ArrayLike,
    codes: ArrayLike | None = None,
    reals: ArrayLike | None = None,
    counts: Counts | None = None,
    sequences: Sequences | None = None,
    groups: ArrayLike | None = None,
) -> Table:
    """Build a Table from array-likes, choosing compact types and column-major order; shapes are checked."""
    attributes = tuple(attributes)
    y = np.ascontiguousarray(y, dtype=np.int32)
    n = len(y)
    discrete = [a for a in attributes if a.kind in DISCRETE]
    kinds = [a.kind for a in attributes]
    width = kinds.count("linear") + kinds.count("angular")
    width += sum(real_width(a) for a in attributes if a.kind == "direction")
    codes = np.zeros((n, 0), np.int8) if codes is None else np.asarray(codes)
    reals = np.zeros((n, 0)) if reals is None else np.asarray(reals)
    if codes.shape != (n, len(discrete)) or reals.shape != (n, width):
        raise ValueError(
            f"expected {n} cases, {len(discrete)} discrete and {width} real columns, got codes of shape "
            f"{codes.shape} and reals of shape {reals.shape}"
        )
    groups = None if groups is None else np.ascontiguousarray(groups, dtype=np.int32)
    return Table(
        attributes,
        np.asfortranarray(codes, dtype=find_code_type(discrete)),
        np.asfortranarray(reals, dtype=np.float64),
        counts,
        sequences,
        y,
        tuple(classes),
        groups,
    )


def subset(table: Table, rows: np.ndarray) -> Table:
    """Select the cases `rows` (repeats allowed), in this order; value lists and classes do not change."""
    rows, counts, sequences = np.asarray(rows, dtype=np.intp), table.counts, table.sequences
    if counts is not None:
        indptr, kept = _find_ragged_positions(counts.indptr, rows)
        counts = Counts(indptr, counts.indices[kept], counts.data[kept], counts.n_columns)
    if sequences is not None:
        offsets, kept = _find_ragged_positions(sequences.offsets, rows)
        sequences = Sequences(sequences.tokens[kept], offsets, sequences.alphabet)
    return table._replace(
        codes=table.codes.T.take(rows, axis=1).T,
        reals=table.reals.T.take(rows, axis=1).T,
        counts=counts,
        sequences=sequences,
        y=table.y.take(rows),
        groups=None if table.groups is None else table.groups.take(rows),
    )


def select_attributes(table: Table, columns: Sequence[int] | np.ndarray) -> Table:
    """Return a table of discrete attributes with only the attributes `columns`, in that order."""
    attributes = tuple(table.attributes[j] for j in columns)
    return table._replace(attributes=attributes, codes=table.codes[:, list(columns)])


def select_few_cases(table: Table, n: int) -> Table:
    """Return the first `n` cases and the first of every class, enough to compile what a fit will call."""
    firsts = np.unique(table.y, return_index=True)[1]
    return subset(table, np.union1d(np.arange(min(n_cases(table), n)), firsts))


def drop_attributes(table: Table, names: Iterable[str]) -> Table:
    """Return the table without the attributes of these names; nothing is copied if there are none."""
    names = set(names)
    kept = [a for a in table.attributes if a.name not in names]
    codes = [j for j, a in enumerate(discrete_attributes(table)) if a.name not in names]
    reals = [j for j, a in enumerate(real_attributes(table)) if a.name not in names]
    kinds = {a.kind for a in kept}
    return table._replace(
        attributes=tuple(kept),
        codes=table.codes if len(codes) == table.codes.shape[1] else table.codes[:, codes],
        reals=table.reals if len(reals) == table.reals.shape[1] else table.reals[:, reals],
        counts=table.counts if "count" in kinds else None,
        sequences=table.sequences if "sequence" in kinds else None,
    )


def keep_kinds(table: Table, kinds: Iterable[str]) -> Table:
    """Return the table with only the attributes of these kinds."""
    kinds = set(kinds)
    return drop_attributes(table, [a.name for a in table.attributes if a.kind not in kinds])


def hide_labels(table: Table) -> Table:
    """Hide labels from a method: y becomes HIDDEN, which fails as an index, and groups are left out."""
    return table._replace(y=np.full(n_cases(table), HIDDEN, np.int32), groups=None)


def _find_ragged_positions(offsets: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the new offsets, and the positions of the kept entries in the old arrays."""
    lengths = (offsets[1:] - offsets[:-1])[rows]
    new = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return new, np.arange(new[-1]) + np.repeat(offsets[:-1][rows] - new[:-1], lengths)


def restrict_to_seen_values(table: Table, rows: np.ndarray, unseen: int = MISSING) -> Table:
    """Keep only the values seen in the cases `rows` (the training part), and declared ones. Codes are
    renumbered in the old order; an unseen value gets the code `unseen`: missing, or UNSEEN for methods that
    distinguish the two (docs/methods/conventions.md#value-lists-and-unseen-values).
    """
    codes, attributes = table.codes, list(table.attributes)
    discrete = [i for i, attribute in enumerate(attributes) if attribute.kind in DISCRETE]
    for column, i in enumerate(discrete):
        if attributes[i].declared:
            continue
        column_codes, values = table.codes[:, column], attributes[i].values
        times = np.bincount(column_codes.take(rows).astype(np.intp) + 1, minlength=len(values) + 1)[1:]
        if times.all():
            continue
        # the last entry serves missing cells, code -1
        new_code = np.append(np.where(times > 0, np.cumsum(times > 0) - 1, unseen), MISSING)
        if codes is table.codes:
            codes = codes.copy(order="F")
        codes[:, column] = new_code[column_codes]
        attributes[i] = attributes[i]._replace(values=tuple(itertools.compress(values, times)))
    return table._replace(codes=codes, attributes=tuple(attributes))


def ordinal_scores(attribute: Attribute) -> np.ndarray:
    """Return the scores (r,) of ordinal values: the labels if all are numbers, or else 0, 1, ..."""
    try:
        scores = np.array([float(v) for v in attribute.values])
    except ValueError:
        return np.arange(len(attribute.values), dtype=np.float64)
    return scores if np.isfinite(scores).all() else np.arange(len(attribute.values), dtype=np.float64)


def is_number(cell: str) -> bool:
    """Whether the cell is a finite decimal number."""
    try:
        number = float(cell)
    except ValueError:
        return False
    return number - number == 0 and "_" not in cell


def natural_order(labels: Iterable[str]) -> list[str]:
    """Return the distinct labels: numbers by size, then text by code point."""
    return sorted(set(labels), key=lambda s: (0, float(s), s) if is_number(s) else (1, 0.0, s))


def scale_to_unit(vectors: np.ndarray) -> np.ndarray:
    """Scale vectors (n, p) to length one; NaN for vectors of length zero or with a missing component."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, length, out=np.full_like(vectors, np.nan), where=length > 0)


def to_radians(angles: np.ndarray, period: float) -> np.ndarray:
    """Convert angles of any period (360 for degrees, 24 for hours) to radians in (-pi, pi]; NaN stays."""
    turned = np.asarray(angles, dtype=np.float64) * (2 * math.pi / period)
    wrapped = -((math.pi - turned) % (2 * math.pi) - math.pi)
    return np.where(wrapped <= -math.pi, math.pi, wrapped)


def save(table: Table, path: str | Path) -> None:
    """Write the table as one .npz file whose bytes depend on the table alone."""
    meta: dict[str, Any] = {"attributes": [a._asdict() for a in table.attributes], "classes": table.classes}
    arrays: dict[str, Any] = {"codes": table.codes, "reals": table.reals, "y": table.y}
    if table.counts is not None:
        meta["n_columns"] = table.counts.n_columns
        arrays |= {f"counts_{name}": getattr(table.counts, name) for name in ("indptr", "indices", "data")}
    if table.sequences is not None:
        meta["alphabet"] = table.sequences.alphabet
        arrays |= {"tokens": table.sequences.tokens, "offsets": table.sequences.offsets}
    if table.groups is not None:
        arrays["groups"] = table.groups
    with open(path, "wb") as file:
        np.savez(file, meta=np.array(json.dumps(meta)), **arrays)


def load(path: str | Path) -> Table:
    """Read a table written by `save`."""
    with np.load(path) as file:
        a = {k: file[k] for k in file.files}
    meta = json.loads(str(a["meta"]))
    attributes = tuple(Attribute(**{**x, "values": tuple(x["values"])}) for x in meta["attributes"])
    counts = (
        Counts(a["counts_indptr"], a["counts_indices"], a["counts_data"], meta["n_columns"])
        if "counts_indptr" in a
        else None
    )
    sequences = Sequences(a["tokens"], a["offsets"], tuple(meta["alphabet"])) if "tokens" in a else None
    codes, reals = np.asfortranarray(a["codes"]), np.asfortranarray(a["reals"])
    return Table(attributes, codes, reals, counts, sequences, a["y"], tuple(meta["classes"]), a.get("groups"))
