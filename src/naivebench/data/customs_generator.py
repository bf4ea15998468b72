"""Synthetic customs declarations in the published form of Jambeiro and Wainer 2007, with their true
probabilities.

The four nominal attributes, customs code, importer, country of production and entry point, have Zipf-like
frequencies. Importers repeat: each declares a few codes from a few countries at a few entry points over part
of the period. Cases are in order of time. P(misclassified | case) has two sources that act independently
(noisy-or): a logistic base of small effects of the single values, and critical patterns, combinations of two
to four values that are each harmless and together raise the probability. The patterns are written into some
cases, together with several times as many near misses, which lack one of the values. The classes are drawn
from the true probabilities, so scores, calibration and the recovery of patterns can be measured against the
truth. The paper's data are private; only their form is used. The parameters and `rng` determine everything.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, make_table

NAMES = ("customs_code", "importer", "country", "entry_point")
CLASSES = ("correct", "misclassified")
COUNTRIES, ENTRY_POINTS = 160, 80
RATE = 0.01  # expected share of misclassified cases
CRITICAL_SHARE = 0.4  # expected part of them that is due to critical patterns
ORDERS = (2, 3, 4)  # numbers of attributes of critical patterns, used in turn
# for each attribute of a critical pattern, this many times as many cases match the whole pattern except that
# attribute, so that more general patterns do not give it away
NEAR_MISSES = 2
SPREAD = 0.6  # standard deviation of the effect of a value on the base, in log odds


class Pattern(NamedTuple):
    """A pattern that alone makes cases with all its `values` misclassified with `probability`."""

    values: dict[int, int]  # code of each attribute of the pattern, by column number
    probability: float


class Customs(NamedTuple):
    """A data set of n customs declarations in order of time."""

    codes: np.ndarray  # (n, 4) int32: customs code, importer, country, entry point
    y: np.ndarray  # (n,) int8, 1 = misclassified
    probability: np.ndarray  # (n,) true P(y = 1 | case)
    base: np.ndarray  # (n,) the probability without critical patterns
    patterns: tuple[Pattern, ...]


def draw_customs(
    *, rows: int = 300_000, seed: int = 1, codes: int = 7600, importers: int = 18_800
) -> Customs:
    """Draw a data set. The numbers of attribute values are upper limits: rare values may not occur.

    Raises InputError if there are too few rows for the critical cases.
    """
    rng, sizes = np.random.default_rng(seed), (codes, importers, COUNTRIES, ENTRY_POINTS)
    columns = _draw_attributes(rng, rows, *sizes)
    patterns = _insert_patterns(rng, columns, CRITICAL_SHARE * RATE * rows)
    not_critical = np.ones(rows)
    for pattern in patterns:
        not_critical[find_rows_with(columns, pattern.values)] *= 1 - pattern.probability
    scores = sum(rng.normal(0, SPREAD, size)[column] for size, column in zip(sizes, columns.T, strict=True))
    base = _calibrate_probabilities(scores, not_critical, RATE)
    probability = 1 - (1 - base) * not_critical
    return Customs(columns, (rng.random(rows) < probability).astype(np.int8), probability, base, patterns)


def _compute_zipf_probabilities(size: int, exponent: float = 1.0) -> np.ndarray:
    """Return probabilities proportional to 1 / (rank + 5)^exponent; the shift limits the first share."""
    weights = 1 / (np.arange(size) + 6.0) ** exponent
    return weights / weights.sum()


def _draw_attributes(
    rng: np.random.Generator, rows: int, codes: int, importers: int, countries: int, entry_points: int
) -> np.ndarray:
    """Return the attributes of all cases, (rows, 4) int32.

    An importer is active over part of the period, 0..1, and draws from its own repertoires, in which earlier
    entries are more frequent; one case in 20 takes a value from the whole market instead. The importer of a
    case is drawn by popularity among those active at its time. Values are numbered at random.
    """
    when = np.sort(rng.random(rows))
    start = rng.random(importers) * 1.5 - 0.5
    stop = start + rng.gamma(2.0, 0.35, importers)
    popularity = _compute_zipf_probabilities(importers)
    importer = rng.choice(importers, rows, p=popularity)
    for _ in range(20):  # an importer that is not active is drawn again, but not for ever
        idle = np.flatnonzero((when < start[importer]) | (when > stop[importer]))
        importer[idle] = rng.choice(importers, len(idle), p=popularity)

    columns: list[np.ndarray] = [np.empty(0)] * 4
    columns[1] = rng.permutation(importers)[importer]
    for place, size, most, exponent in (
        (0, codes, 24, 0.9),
        (2, countries, 6, 1.2),
        (3, entry_points, 4, 1.1),
    ):
        market = _compute_zipf_probabilities(size, exponent)
        repertoire = rng.choice(size, (importers, most), p=market)
        length = np.minimum(most, 1 + rng.geometric(3 / most, importers))
        drawn = (rng.random(rows) ** 2 * length[importer]).astype(np.int64)
        values = np.where(
            rng.random(rows) < 0.05, rng.choice(size, rows, p=market), repertoire[importer, drawn]
        )
        columns[place] = rng.permutation(size)[values]
    return np.column_stack(columns).astype(np.int32)


def find_rows_with(columns: np.ndarray, values: dict[int, int]) -> np.ndarray:
    """Return the rows of `columns` (n, 4) that have all the values."""
    hit = np.ones(len(columns), bool)
    for j, value in values.items():
        hit &= columns[:, j] == value
    return np.flatnonzero(hit)


def _insert_patterns(rng: np.random.Generator, columns: np.ndarray, wanted: float) -> tuple[Pattern, ...]:
    """Rewrite cases, each at most once, so that patterns are expected to add `wanted` misclassified cases."""
    free, expected, original = np.ones(len(columns), bool), 0.0, columns.copy()
    patterns, orders = list[Pattern](), itertools.cycle(ORDERS)
    while expected < wanted:
        cases = int(rng.integers(8, 12 + len(columns) // 10_000))
        values, times, natural = _choose_pattern_values(rng, original, next(orders), cases, patterns)
        _write_values_into_rows(rng, columns, free, times, values, cases)
        for left_out, value in values.items():
            others = {j: v for j, v in values.items() if j != left_out}
            _write_values_into_rows(rng, columns, free, times, others, NEAR_MISSES * cases, (left_out, value))
        patterns.append(Pattern(values, float(rng.uniform(0.15, 0.6))))
        expected += patterns[-1].probability * (cases + natural)
    return tuple(patterns)


def _choose_pattern_values(
    rng: np.random.Generator, columns: np.ndarray, order: int, most: int, patterns: list[Pattern]
) -> tuple[dict[int, int], tuple[int, int], int]:
    """Return the values of a random case in `order` attributes that at most `most` cases share, the first and
    last row of its importer's time (or of all cases), and the number of cases that share them.
    """
    for _ in range(1000):
        attributes = sorted(rng.choice(4, order, replace=False).tolist())
        model = int(rng.integers(len(columns)))
        values = {j: int(columns[model, j]) for j in attributes}
        natural = len(find_rows_with(columns, values))
        if natural <= most and all(values != pattern.values for pattern in patterns):
            same = find_rows_with(columns, {1: values[1]}) if 1 in values else np.array([0, len(columns) - 1])
            return values, (int(same[0]), int(same[-1])), natural
    raise InputError(f"generator 'customs' has no rare groups of {order} values: increase `rows` or `codes`")


def _write_values_into_rows(
    rng: np.random.Generator,
    columns: np.ndarray,
    free: np.ndarray,
    times: tuple[int, int],
    values: dict[int, int],
    cases: int,
    avoid: tuple[int, int] | None = None,
) -> None:
    """Write the values into free rows between `times`, or anywhere if these are too few. avoid: the column
    and value of rows to skip.
    """
    for first, last in (times, (0, len(columns) - 1)):
        usable = free[first : last + 1]
        if avoid is not None:
            usable = usable & (columns[first : last + 1, avoid[0]] != avoid[1])
        rows = first + np.flatnonzero(usable)
        if len(rows) >= cases:
            break
    else:
        raise InputError("generator 'customs' has too few rows for its critical cases: increase `rows`")
    chosen = rng.choice(rows, cases, replace=False)
    free[chosen] = False
    columns[chosen[:, None], list(values)] = list(values.values())


def _calibrate_probabilities(scores: np.ndarray, not_critical: np.ndarray, rate: float) -> np.ndarray:
    """Compute logistic probabilities of scores with the intercept that makes `rate` their mean."""
    low, high = -40.0, 40.0
    for _ in range(80):
        middle = (low + high) / 2
        if (1 - not_critical / (1 + np.exp(np.clip(scores + middle, -500, 500)))).mean() > rate:
            high = middle
        else:
            low = middle
    return 1 / (1 + np.exp(-np.clip(scores + low, -500, 500)))


def make_customs(*, rows: int = 300_000, seed: int = 1, codes: int = 7600, importers: int = 18_800) -> Table:
    """Return the data set of `draw_customs` as a table, in order of time; `groups` are the importers."""
    cases = draw_customs(rows=rows, seed=seed, codes=codes, importers=importers)
    attributes, numbered = [], np.empty_like(cases.codes)
    for j, name in enumerate(NAMES):
        occurring, numbered[:, j] = np.unique(cases.codes[:, j], return_inverse=True)
        values = tuple(f"{name[:2]}{value}" for value in occurring.tolist())
        attributes.append(Attribute(name, "nominal", values))
    return make_table(attributes, CLASSES, cases.y, numbered, groups=numbered[:, 1])
