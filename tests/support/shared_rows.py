"""Rows that two data sets have in common, in any order of rows and columns, and after discretization.

Cells are compared as they are, with the columns in any order. Numbers are also cut at the quartiles of the
larger table, or of each table (then units do not matter), with the columns as they are and in the order of
their skewness. Classes are left out, because they may be merged or answer another question.
"""

import hashlib
import itertools

import numpy as np

from naivebench.core.table import DISCRETE, real_width

LEAST = 0.25  # shared part of the smaller table, in addition to what independent columns would give
BINS = (0.25, 0.5, 0.75)
MANY = 10  # with this many different values, equal columns are not accidental
SPACE = 4  # with this many attributes, equal value lists are not accidental


def columns(table):
    """Every column as an array: labels of discrete columns (numbers if all are numbers), floats of the
    others.
    """
    discrete, real, found = iter(table.codes.T), iter(table.reals.T), []
    for attribute in table.attributes:
        if attribute.kind in DISCRETE:
            labels = np.array([*attribute.values, ""], dtype=object)  # the last label is for codes below 0
            found.append(_numbers(labels[np.maximum(next(discrete), -1)]))
        elif attribute.kind not in ("count", "sequence"):
            found += [next(real) for _ in range(real_width(attribute))]
    return found


def _numbers(labels):
    try:
        return np.array([float(label) if label else np.nan for label in labels])
    except ValueError:
        return labels


def _cut(column, cuts):
    coded = np.searchsorted(cuts, column, side="right").astype(float)
    return np.where(np.isnan(column), np.nan, coded)


def _quartiles(column):
    known = column[~np.isnan(column)]
    return np.unique(np.quantile(known, BINS)) if len(known) else np.zeros(0)


def _is_number(column):
    return column.dtype != object


def _shape(column):
    """A property that depends neither on the order of rows nor on the unit.

    It is the skewness of numbers, and the frequencies of labels.
    """
    if not _is_number(column):
        return 1, *sorted(np.unique(column.astype(str), return_counts=True)[1].tolist())
    known = column[~np.isnan(column)]
    if not len(known):
        return 0, 0.0
    return 0, round(float(np.mean((known - known.mean()) ** 3) / (known.std() ** 3 or 1)), 6)


def forms(first, second):
    """The (columns of both tables, whether their order counts) in every form, with equal numbers of
    columns.
    """
    yield first, second, False
    for a, b in ((first, second), (sorted(first, key=_shape), sorted(second, key=_shape))):
        numbers = [_is_number(x) and _is_number(y) for x, y in zip(a, b, strict=True)]
        if not any(numbers):
            return
        both = [[_quartiles(x) if n else None for x, n in zip(side, numbers, strict=True)] for side in (a, b)]
        larger = both[0] if len(a[0]) >= len(b[0]) else both[1]
        for cuts in ((larger, larger), both):
            yield (
                *(
                    [x if c is None else _cut(x, c) for x, c in zip(side, of, strict=True)]
                    for side, of in zip((a, b), cuts, strict=True)
                ),
                True,
            )


def rows(side, in_order):
    """A number for each row, equal for rows with the same cells in the same columns, or in any columns."""
    total = np.zeros(len(side[0]), dtype=np.uint64)
    for place, column in enumerate(side):
        cells = [f"{v:.6g}" if isinstance(v, float) else str(v) for v in column.tolist()]
        hashes = {c: _hash(f"{place if in_order else ''} {c}") for c in set(cells)}
        total += np.array([hashes[cell] for cell in cells], dtype=np.uint64)
    return total


def _hash(text):
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def share(first, second, in_order):
    """Number of different rows that both sides have, as a share of the cases of the smaller one."""
    a, b = rows(first, in_order), rows(second, in_order)
    return len(np.intersect1d(a, b)) / min(len(a), len(b))


def shared(a, b, seed=0):
    """By how much the shared part of two tables exceeds that of the same tables with each column shuffled.

    The result is for the form with the largest difference, and 0 if the numbers of columns differ. Tables are
    given by their columns.
    """
    if not a or len(a) != len(b):
        return 0.0
    rng, most = np.random.default_rng(seed), 0.0
    for one, other, in_order in forms(a, b):
        found = share(one, other, in_order)
        if found > most:
            mixed = ([rng.permutation(c) for c in side] for side in (one, other))
            most = max(most, found - share(*mixed, in_order))
    return most


def space(table):
    """The lists of values of a table's attributes in any order; [] if an attribute is not discrete, or few
    are.
    """
    if len(table.attributes) < SPACE or any(a.kind not in DISCRETE for a in table.attributes):
        return []
    return sorted(tuple(sorted(a.values)) for a in table.attributes)


def varied(side):
    """The cells of every column with many different values, in any order of the rows."""
    cells = (sorted(map(str, c.tolist())) for c in side)
    return {tuple(c) for c in cells if len(set(c)) >= MANY}


def related(tables):
    """A list of (name, other name, reason) of all pairs of tables that share rows, value lists or columns."""
    sides = {name: columns(table) for name, table in tables.items()}
    spaces = {name: space(table) for name, table in tables.items()}
    contents = {name: varied(side) for name, side in sides.items()}
    found = []
    for a, b in itertools.combinations(tables, 2):
        if (part := shared(sides[a], sides[b])) >= LEAST:
            found.append((a, b, f"{part:.0%} of the rows of the smaller one"))
        elif spaces[a] and spaces[a] == spaces[b]:
            found.append((a, b, "the same attributes and values"))
        elif len(same := contents[a] & contents[b]) >= 2:
            found.append((a, b, f"{len(same)} columns"))
    return found
