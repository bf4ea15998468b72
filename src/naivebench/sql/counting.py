"""Counting in a database: a method's statistics of a table, computed from the counts and sums that queries
return.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core import additive, exact, margins
from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Attribute, Table, make_table, subset, to_radians
from naivebench.data.discretization import apply as discretization
from naivebench.data.discretization import mdl
from naivebench.models import fitted, incremental, registry, weighting
from naivebench.sql import queries
from naivebench.sql.source import CLASS, Column, Source, changed, check_same, values_of

if TYPE_CHECKING:
    import ibis

    from naivebench.models.stanzas import MethodStanza

# number of ranges with equally many cases, used for cut points if a column has too many different numbers
BINS = 10_000
CIRCULAR = ("directional.vmnb",)  # methods whose statistics are sums of cosines and sines of angles
PARTS = 2  # parts of a number that the engine adds without rounding
REPEATED = 10_000_000  # largest number of cases for learning cut points; larger counts are scaled down


class _Cells(NamedTuple):
    """Counts of the values of one column by class; values may occur more than once."""

    numbers: np.ndarray  # (m,) float64 numbers, or codes of a discrete column
    y: np.ndarray  # (m,) class codes
    cases: np.ndarray  # (m,) int64, at least 1


class _Counting(NamedTuple):
    """A source together with the encoding that the method sees."""

    source: Source
    classes: dict[Any, int]  # label -> class code
    n_c: np.ndarray  # (K,) int64 cases by class code
    weights: np.ndarray | None  # (K,) by class code
    codes: dict[str, dict[Any, int]]  # value -> code for each discrete column, by place
    cuts: dict[str, np.ndarray]  # cut points of each column that is cut, by place
    ranges: dict[str, _Cells]  # largest numbers of BINS ranges, for columns whose numbers are not listed


def counted(
    source: Source, few: Table, method: str, stanza: MethodStanza, params: dict[str, Any]
) -> incremental.Counted | fitted.Fitted:
    """Count the statistics of the table, or fit the model if its structure comes from the counts.

    `few` is the table of `few_cases`.
    """
    fitted.check_kinds(few, stanza, method)
    labels, cases, weights = source.classes
    order = np.argsort(few.y[: len(labels)])
    counting = _Counting(
        source,
        dict(zip(labels, few.y.tolist(), strict=False)),
        np.array(cases, np.int64)[order],
        None if weights is None else weights[order],
        _codes(source, few),
        {},
        {},
    )
    discretizer = stanza.get("discretize")
    for column in source.columns:
        if discretizer and column.kind in discretization.CUT:
            counting.cuts[column.place] = _cut_points(counting, column, discretizer)
    none, cuts = subset(few, np.zeros(0, np.intp)), tuple(counting.cuts.values())
    n_c = weighting.weighted_counts(counting.n_c, counting.weights)
    empty, module = incremental.count(none, cuts, stanza, params), registry.load(stanza["module"])
    if not (hasattr(module, "count_families") and params["k"] > 1):
        statistics = _filled(counting, empty.statistics, stanza)
        return empty._replace(class_counts=n_c, statistics=statistics)
    # first the structure from pairs, then its tables: counting all attributes jointly would give nearly as
    # many cells as rows
    pairs = incremental.count(none, cuts, stanza, params | {"k": 1}).statistics
    parents = module.structure(_filled(counting, pairs, stanza), params["k"])
    families = module.count_families(discretization.apply(none, cuts) if discretizer else none, parents)
    found = empty._replace(class_counts=n_c, statistics=_filled(counting, families, stanza))
    model = incremental.model_of(found, method, stanza, params | {"parents": parents})
    return model._replace(params=params)


def _filled(counting: _Counting, empty: Any, stanza: MethodStanza) -> Any:
    """The statistics of the table, in the form of the statistics `empty` of a table without cases."""
    if isinstance(empty, margins.Statistics):
        values = _one_by_one(counting, empty.values, circular=False)
        joint = margins.filled(empty, values, _jointly(counting, margins.sets_of(empty)))
        return weighting.weighted(joint, counting.weights)
    if isinstance(empty, additive.Statistics):
        values = _one_by_one(counting, empty, circular=stanza["module"] in CIRCULAR)
        return weighting.weighted(values, counting.weights)
    raise InputError(
        f"{stanza['title']} cannot be fitted in a database: choose nb, gnb, mixed_nb, vmnb, tan, kdb or "
        "aode, or fit a model of words with `fit_words`"
    )


def _codes(source: Source, few: Table) -> dict[str, dict[Any, int]]:
    """Codes of the values of each discrete column, by place; NULL is -1."""
    discrete = [c for c in source.columns if c.kind in DISCRETE]
    return {
        c.place: {None: -1, **dict(zip(values_of(source, c), column.tolist(), strict=False))}
        for c, column in zip(discrete, few.codes.T, strict=True)
    }


def _cells(counting: _Counting, column: Column) -> _Cells:
    """Counts of one column by value, or range, and class, without missing numbers."""
    if column.place in counting.ranges:
        return counting.ranges[column.place]
    codes, rows = counting.codes.get(column.place), counting.source.values[column.place]
    known = [row for row in rows if codes is not None or row[0] is not None]
    values = [row[0] if codes is None else codes[row[0]] for row in known]
    numbers = np.array(values, np.float64 if codes is None else np.int64)
    return _Cells(
        to_radians(numbers, column.period) if column.kind == "angular" else numbers,
        np.array([counting.classes[row[1]] for row in known], np.int64),
        np.array([row[2] for row in known], np.int64),
    )


def _cut_points(counting: _Counting, column: Column, discretizer: str) -> np.ndarray:
    """Cut points of a numeric column, learned from its numbers, or from BINS ranges if it has too many
    different ones.
    """
    import ibis

    table = counting.source.table
    if counting.source.profiles[column.place].listed:
        return _learned(counting, column, _cells(counting, column), discretizer)
    table = table.select(CLASS, x=_numbers(table, column))
    rank = ibis.percent_rank().over(group_by=table.x.isnull(), order_by=table.x)
    place = ibis.ifelse(table.x.isnull(), -1, (rank * BINS).floor().cast("int64"))
    table = table.mutate(r=place)
    grouped = table.group_by("r", CLASS).aggregate(low=table.x.min(), high=table.x.max(), n=table.count())
    rows = queries.rows_of(grouped)
    check_same(counting.source, [(label, n) for _, label, *_, n in rows])
    r, labels, low, high, n = zip(*(row for row in rows if row[0] >= 0), strict=True)
    ranges, place = np.unique(r, return_inverse=True)
    bottoms, tops = np.full(len(ranges), np.inf), np.full(len(ranges), -np.inf)
    np.minimum.at(bottoms, place, low)
    np.maximum.at(tops, place, high)
    y = _coded(counting, counting.classes, labels)
    counting.ranges[column.place] = cells = _Cells(tops[place], y, np.array(n, np.int64))
    points = _learned(counting, column, cells, discretizer)
    left = np.searchsorted(tops, points, side="right") - 1  # index of the range below each point
    left = left[left < len(ranges) - 1]
    return np.array([mdl.midpoint(tops[i], bottoms[i + 1]) for i in left])


def _learned(counting: _Counting, column: Column, cells: _Cells, discretizer: str) -> np.ndarray:
    """Learn cut points from numbers with their case counts; whole class weights repeat the cases, as in
    `models.incremental`.
    """
    cases, w = cells.cases, counting.weights
    if w is not None and (w == np.floor(w)).all() and w @ counting.n_c <= incremental.REPEATED:
        cases = cases * w.astype(np.int64)[cells.y]
    if cases.sum() > REPEATED:
        cases = np.ceil(cases * (REPEATED / cases.sum())).astype(np.int64)
    table = make_table(
        [Attribute(column.name, "linear")],
        map(str, range(len(counting.classes))),
        np.repeat(cells.y, cases),
        reals=np.repeat(cells.numbers, cases)[:, None],
    )
    return discretization.learn(table, discretizer)[0]


def _one_by_one(counting: _Counting, empty: additive.Statistics, *, circular: bool) -> additive.Statistics:
    """Count the values of each attribute, or sum its numbers, one attribute at a time."""
    source, n_c, k = counting.source, counting.n_c, len(counting.n_c)
    n_jvc, sums, extent, distinct = (array.copy() for array in empty[3:])
    rows, real = iter(additive.row_offsets(empty.attributes)), 0
    for column in source.columns:
        place = column.place
        if column.kind in DISCRETE or place in counting.cuts:
            cells, first = _cells(counting, column), next(rows)
            if place in counting.cuts:
                codes = discretization.intervals(cells.numbers, counting.cuts[place])
                n_jvc[first] = n_c - np.bincount(cells.y, cells.cases, k).astype(np.int64)
            else:
                codes = cells.numbers
            np.add.at(n_jvc, (first + 1 + codes, cells.y), cells.cases)
            continue
        around = circular and column.kind == "angular"
        if source.profiles[place].listed:
            cells = _cells(counting, column)
            weights = cells.cases.astype(np.float64)
            sums[real], *extent[real] = additive.number_sums(
                cells.numbers, cells.y, weights, k, circular=around
            )
            if distinct.shape[1]:
                distinct[real] = additive.distinct_numbers(cells.numbers[:, None])[0]
        else:
            sums[real], extent[real] = _engine_sums(counting, column, circular=around)
            distinct[real] = -np.inf
        real += 1
    return empty._replace(n_c=n_c, n_jvc=n_jvc, sums=sums, extent=extent, distinct=distinct)


def _engine_sums(counting: _Counting, column: Column, *, circular: bool) -> tuple[np.ndarray, list[float]]:
    """Sums of a column in the form of `additive.Statistics`, (3, K), and the smallest and largest number.

    Squares are taken of differences from the class mean, so that they keep their digits.
    """
    table, of_class = counting.source.table, dict[Any, list[Fraction | int]]()
    x = _numbers(table, column)
    if circular:
        found = _added(counting, x, [x.cos(), x.sin()])
        of_class = {label: [a.n, *a.sums] for label, a in found.items()}
    else:
        profile = counting.source.profiles[column.place]
        low, high = profile.smallest or 0.0, profile.largest or 0.0
        if column.kind == "angular":
            low, high = -math.pi, math.pi
        unit = _power_above(max(-low, high))
        found = _added(counting, x, [x * _number(1 / unit)])
        total = {label: a.sums[0] * Fraction(unit) for label, a in found.items()}
        mean = {c: min(max(float(total[c] / a.n), a.low), a.high) for c, a in found.items()}
        unit = 2 * _power_above(high / 2 - low / 2)
        z = x * _number(1 / unit) - table[CLASS].cases(*((c, _number(m / unit)) for c, m in mean.items()))
        around = _added(counting, x, [z * z])
        if any(c not in around or around[c].n != a.n for c, a in found.items()):
            raise changed(counting.source.name)
        for c, a in found.items():
            m, one = Fraction(mean[c]), total[c]
            two = around[c].sums[0] * Fraction(unit) ** 2 + 2 * m * one - a.n * m * m
            of_class[c] = [a.n, one, max(two, one * one / a.n)]
    sums = np.full((3, len(counting.classes)), 0, dtype=object)
    for label, parts in of_class.items():
        sums[:, counting.classes[label]] = [int(part * (1 << exact.UNIT)) for part in parts]
    return sums, [min(a.low for a in found.values()), max(a.high for a in found.values())]


class _Added(NamedTuple):
    """Sums over the numbers of a column in one class."""

    n: int  # at least 1
    low: float
    high: float
    sums: list[Fraction]  # of each term


def _added(counting: _Counting, x: Any, terms: Sequence[Any]) -> dict[Any, _Added]:
    """Sums of terms, which are between -1 and 1, over the numbers x of every class.

    An engine rounds when it adds floats. Each term is therefore split into parts of few bits, whose sums are
    exact, and a remainder of at most n^2 2^-106 in n cases.
    """
    source = counting.source
    bits, sums = sum(source.classes.cases).bit_length(), {}
    names = [f"term{i}" for i in range(len(terms))]
    table = source.table.select(CLASS, x=x, **dict(zip(names, terms, strict=True)))
    for name in names:
        rest, unit = table[name], bits - 53  # a float holds any sum of multiples of 2^unit
        for i in range(PARTS):
            large = _number(1.5 * 2.0 ** (52 + unit))
            part = (rest + large) - large  # rounded to a multiple of 2^unit
            sums[f"{name}_{i}"], rest, unit = part.sum(), rest - part, unit + bits - 54
        sums[f"{name}_rest"] = rest.sum()
    x = table.x
    found = queries.rows_of(
        table.group_by(CLASS).aggregate(n=x.count(), low=x.min(), high=x.max(), **sums, cases=table.count())
    )
    check_same(source, [(row[0], row[-1]) for row in found])
    added = {}
    for label, n, low, high, *parts, _ in found:
        if n:
            each = [
                sum(map(Fraction, parts[i : i + PARTS + 1]), Fraction())
                for i in range(0, len(parts), PARTS + 1)
            ]
            added[label] = _Added(n, low, high, each)
    if not added:
        raise changed(source.name)
    return added


def _power_above(x: float) -> float:
    """A power of two that is larger than x, except for huge numbers."""
    return 2.0 ** min(max(math.frexp(x)[1], -1000), 1000)


def _number(x: float) -> Any:
    """A number in a query, as text: DuckDB reads 0.1 as a decimal number and rounds it again."""
    import ibis

    return ibis.literal(repr(float(x))).cast("float64")


def _numbers(table: ibis.Table, column: Column) -> Any:
    """A numeric column of the prepared table; angles are converted to radians in (-pi, pi], as in
    `core.table.to_radians` up to rounding.
    """
    import ibis

    x = table[column.place]
    if column.kind != "angular":
        return x
    turn = 2 * math.pi
    back = math.pi - x * (turn / column.period)
    wrapped = math.pi - (back - (back / turn).floor() * turn)
    return ibis.ifelse(wrapped <= -math.pi, math.pi, wrapped)


def _intervals(counting: _Counting) -> ibis.Table:
    """The prepared table with every number that is cut replaced by the index of its interval."""
    import ibis

    table, found = counting.source.table, {}
    of = {column.place: column for column in counting.source.columns}
    for place, points in counting.cuts.items():
        x = _numbers(table, of[place])
        ends = [_number(t) for t in points]
        index = _interval(x, ends, 0, len(ends))
        found[place] = ibis.ifelse(x.isnull(), ibis.null("int32"), index).cast("int32")
    return table.mutate(**found) if found else table


def _interval(x: Any, ends: Sequence[Any], first: int, last: int) -> Any:
    """The index of the interval of x, one of first..last, found by halving."""
    import ibis

    if first == last:
        return ibis.literal(first, "int32")
    middle = (first + last) // 2
    lower, upper = _interval(x, ends, first, middle), _interval(x, ends, middle + 1, last)
    return ibis.ifelse(x <= ends[middle], lower, upper)


def _jointly(counting: _Counting, sets: Sequence[tuple[int, ...]]) -> list[margins.Rows]:
    """Counts of the joint values of several attributes, for every set of attributes."""
    columns = counting.source.columns
    found = _joint(counting, [tuple(columns[j].place for j in s) for s in sets])
    return [
        margins.Rows({j: codes[columns[j].place].astype(np.int32) for j in s}, y.astype(np.int32), cases)
        for s, (codes, y, cases) in zip(sets, found, strict=True)
    ]


def _joint(
    counting: _Counting, sets: Sequence[tuple[str, ...]]
) -> list[tuple[dict[str, np.ndarray], np.ndarray, np.ndarray]]:
    """For every set of columns, the combinations that occur: codes by place (m,), class codes (m,), cases
    (m,).
    """
    found: list[Any] = [None] * len(sets)
    table = _intervals(counting)
    for i, rows in _rows(counting, table, [(*s, CLASS) for s in sets]) if sets else ():
        check_same(counting.source, rows)
        codes = {}
        for j, place in enumerate(sets[i]):
            of = counting.codes.get(place)
            values = [row[j] for row in rows]
            if of is None:
                codes[place] = np.array([-1 if v is None else v for v in values], np.int64)
            else:
                codes[place] = _coded(counting, of, values)
        y = _coded(counting, counting.classes, [row[-2] for row in rows])
        found[i] = (codes, y, np.array([row[-1] for row in rows], np.int64))
    return found


def _coded(counting: _Counting, codes: dict[Any, int], values: Sequence[Any]) -> np.ndarray:
    """Codes (m,) of the values. Raises InputError for a value that the first queries did not find."""
    try:
        return np.array([codes[value] for value in values], np.int64)
    except KeyError:
        raise changed(counting.source.name) from None


def _rows(
    counting: _Counting, table: ibis.Table, sets: Sequence[tuple[str, ...]]
) -> Iterator[tuple[int, list[queries.Row]]]:
    """Count many sets of columns as `queries.counts` does, in the fastest way that the engine has."""
    if table.get_backend().name != "duckdb":
        return queries.counts(table, sets)
    from naivebench.sql import stored

    texts = {place: [value for value in of if value is not None] for place, of in counting.codes.items()}
    texts[CLASS] = counting.source.classes.labels
    schema = table.schema()
    return stored.counts(table, sets, {c: values for c, values in texts.items() if schema[c].is_string()})
