"""Rows that two data sets have in common, whatever the order of rows and columns, and after discretisation.

Three forms of a table are compared: its cells as they are, its numbers cut at the quartiles of the larger
table, and at those of each table (then units do not matter). A row is the multiset of its cells, so the order
of columns does not matter; classes are left out, since they may be merged or those of another question.
"""

import itertools

import numpy as np

from naivebench.core.table import DISCRETE, real_width

LEAST = 0.25  # shared part of the smaller table beyond what independent columns would give
BINS = (0.25, 0.5, 0.75)
SPACE = 4  # attributes from which a common attribute space is no accident


def columns(table):
    """Every column as an array: labels of discrete ones (numbers where all are), floats of the others."""
    discrete, real, found = iter(table.codes.T), iter(table.reals.T), []
    for attribute in table.attributes:
        if attribute.kind in DISCRETE:
            labels = np.array([*attribute.values, ""], dtype=object)  # the last one for codes below 0
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
    """What neither the order of rows nor the unit changes: skewness; of labels, how often each occurs."""
    if not _is_number(column):
        return 1, *sorted(np.unique(column.astype(str), return_counts=True)[1].tolist())
    known = column[~np.isnan(column)]
    return 0, round(float(np.mean((known - known.mean()) ** 3) / (known.std() ** 3 or 1)), 6) if len(known) else 0.0


def forms(first, second):
    """(columns of both tables, whether their order counts) in every form; both have as many columns."""
    yield first, second, False
    for a, b in ((first, second), (sorted(first, key=_shape), sorted(second, key=_shape))):
        numbers = [_is_number(x) and _is_number(y) for x, y in zip(a, b, strict=True)]
        if not any(numbers):
            return
        both = [
            [_quartiles(x) if n else None for x, n in zip(side, numbers, strict=True)] for side in (a, b)
        ]
        larger = both[0] if len(a[0]) >= len(b[0]) else both[1]
        for cuts in ((larger, larger), both):
            yield *(
                [x if c is None else _cut(x, c) for x, c in zip(side, of, strict=True)]
                for side, of in zip((a, b), cuts, strict=True)
            ), True


def rows(side, in_order):
    """A number for each row, equal for rows with the same cells, in the same columns or in any."""
    total = np.zeros(len(side[0]), dtype=np.uint64)
    for place, column in enumerate(side):
        cells = [f"{v:.6g}" if isinstance(v, float) else str(v) for v in column.tolist()]
        hashes = {c: np.uint64(hash((place if in_order else 0, c)) % 2**64) for c in set(cells)}
        total += np.array([hashes[cell] for cell in cells], dtype=np.uint64)
    return total


def share(first, second, in_order):
    """How many different rows both sides have, as a share of the cases of the smaller one."""
    a, b = rows(first, in_order), rows(second, in_order)
    return len(np.intersect1d(a, b)) / min(len(a), len(b))


def shared(first, second, seed=0):
    """How much larger the shared part of two tables is than it is with their columns shuffled one by one, in
    the form in which the difference is largest; 0 for tables with different numbers of columns.
    """
    a, b = columns(first), columns(second)
    if not a or len(a) != len(b):
        return 0.0
    rng, most = np.random.default_rng(seed), 0.0
    for one, other, in_order in forms(a, b):
        found = share(one, other, in_order)
        if found > most:
            mixed = ([rng.permutation(c) for c in side] for side in (one, other))
            most = max(most, found - share(*mixed, in_order))
    return most


def same_space(first, second):
    """Whether all attributes of both are discrete and have the same lists of values, in any order."""
    spaces = [
        sorted(tuple(sorted(a.values)) for a in t.attributes) if all(a.kind in DISCRETE for a in t.attributes) else []
        for t in (first, second)
    ]
    return len(spaces[0]) >= SPACE and spaces[0] == spaces[1]


def same_columns(first, second):
    """How many columns with at least ten different values both have with the same cells, in any order of the
    rows.
    """
    def known(table):
        return {tuple(sorted(map(str, c))) for c in columns(table) if len(set(map(str, c))) >= 10}

    return len(known(first) & known(second))


def related(tables):
    """[(name, other name, why)] of all pairs of tables that share rows, an attribute space or columns."""
    found = []
    for (a, first), (b, second) in itertools.combinations(tables.items(), 2):
        part = shared(first, second)
        if part >= LEAST:
            found.append((a, b, f"{part:.0%} of the rows of the smaller one"))
        elif same_space(first, second):
            found.append((a, b, "the same attributes and values"))
        elif same_columns(first, second) >= 2:
            found.append((a, b, f"{same_columns(first, second)} columns"))
    return found
