"""P(class | all attributes) as a default table found by hill climbing on the description length.

A few combinations of the values of all attributes have class frequencies of their own (explicit rows), all
others share those of the default row.

    bits = log2(m) + log2 binomial(prod_j r_j, m) + 1/2 (K - 1) log2(n) (m + 1) - sum over cases of log2
        P(c_i | row)

m = explicit rows (log2 0 counts as 0), r_j = values that occur. Add the row that lowers the bits most while
one does (ties: first in the order of the values), then take rows back while that lowers the bits. Cases that
lack a value take no part; they, and all cases without any explicit row, are predicted by the prior N_c / N.
Rows are smoothed as in direct estimation (naivebench.local_structure.helpers.class_cpt).
With `parents: search` the attributes are chosen too, as the parents of the class in a network: one is added
or taken out while that lowers the bits, with log2 binomial(d', p) for p of d' attributes.
docs/methods.md#class-table-as-default-table; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import counts, patterns, tuning
from naivebench.core.checks import one_of
from naivebench.core.information import fixed_point
from naivebench.core.logspace import log_prior
from naivebench.core.table import MISSING, Table, n_cases, n_classes
from naivebench.core.tuning import Choice
from naivebench.local_structure.helpers import class_cpt
from naivebench.local_structure.helpers.class_cpt import Columns

TELLS_UNSEEN = True
PARENTS = ("all", "search")
SHOWN = 20  # rows in a summary


class Model(NamedTuple):
    columns: Columns  # of the parents
    steps: tuple[patterns.Step, ...]  # number of an explicit row from the codes of a case
    rows: np.ndarray  # (m, d') codes of the explicit rows, in lexicographic order
    row_counts: np.ndarray  # (m, K) int64
    default_counts: np.ndarray  # (K,) int64 cases with all values in no explicit row
    all_counts: np.ndarray  # (K,) int64 training cases
    bits: float  # description length
    smoothing: Choice


class _Code(NamedTuple):
    """What rows are judged by."""

    weights: np.ndarray  # (n + 1,) int64 m log m in fixed point
    units_per_bit: float
    bits_per_row: float  # of its frequencies
    n_combinations: float  # prod_j r_j


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    smoothing: float | str = "auto",
    smoothing_grid: Sequence[float] = tuning.SMOOTHING_GRID,
    criterion: str = "auto",
    folds: int = 5,
    parents: str = "all",
) -> Model:
    """Find the explicit rows; parents: all attributes, or search (`search`).

    smoothing: s >= 0 of the prediction, or auto: from its grid by inner folds
    (`class_cpt.choose_smoothing`). Raises InputError for bad parameters and for attributes that are not
    discrete.
    """
    one_of(parents, PARENTS, "parents", "hc_df")
    counts.only_discrete(train, "hc_df")
    learn = search if parents == "search" else _climb
    train = counts.known_cases(train)
    choice = class_cpt.choose_smoothing(
        train,
        smoothing,
        method="hc_df",
        grid=smoothing_grid,
        criterion=criterion,
        folds=folds,
        fit=lambda part: learn(part, class_cpt.occurring(part), tuning.fixed(1.0)),
        predict=lambda model, part, s: predict_log_proba(model._replace(smoothing=tuning.fixed(s)), part),
    )
    return learn(train, class_cpt.occurring(train), choice)


def search(train: Table, columns: Columns, smoothing: Choice) -> Model:
    """The table of the parents found by adding or taking out the attribute that lowers the bits most, while
    one does; ties: the first attribute.
    """
    d, chosen = len(columns.used), frozenset[int]()
    best = _climb(train, _only(columns, chosen), smoothing)
    while True:
        moves = [(chosen ^ {j}) for j in range(d)]
        found = [_climb(train, _only(columns, parents), smoothing) for parents in moves]
        bits = [m.bits + parents_bits(d, len(p)) for m, p in zip(found, moves, strict=True)]
        if not moves or min(bits) >= best.bits + parents_bits(d, len(chosen)):
            return best
        place = int(np.argmin(bits))
        chosen, best = moves[place], found[place]


def parents_bits(d: int, p: int) -> float:
    """Bits that name p parents of d attributes; their number costs the same for every p."""
    return math.log2(math.comb(d, p))


def _only(columns: Columns, chosen: Collection[int]) -> Columns:
    places = sorted(chosen)
    values = tuple(columns.values[j] for j in places)
    return columns._replace(used=columns.used[places], sizes=columns.sizes[places], values=values)


def _climb(train: Table, columns: Columns, smoothing: Choice) -> Model:
    k, n = n_classes(train), n_cases(train)
    codes = class_cpt.recoded(train, columns)
    steps, ids = patterns.learn(codes)
    per_pattern = patterns.class_counts(ids, train.y, patterns.size(steps), k)
    weights, scale = fixed_point(n)
    code = _Code(
        weights,
        scale * float(np.log(2)),
        (k - 1) / 2 * float(np.log2(max(n, 1))),
        float(np.prod(columns.sizes, dtype=float)),
    )
    chosen = _trim(code, per_pattern, _grow(code, per_pattern))
    default = per_pattern.sum(axis=0) - per_pattern[chosen].sum(axis=0)
    rows, n_c = _rows(codes, ids, chosen), np.bincount(train.y, minlength=k)
    bits = _bits(code, per_pattern[chosen], default, n_c)
    return Model(columns, patterns.learn(rows.T)[0], rows, per_pattern[chosen], default, n_c, bits, smoothing)


def _rows(codes: np.ndarray, ids: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Codes (m, d') of the patterns `chosen`, whose numbers follow the lexicographic order."""
    order = np.argsort(ids, kind="stable")
    return codes[:, order[np.searchsorted(ids[order], chosen)]].T


def _score(code: _Code, class_counts: np.ndarray) -> np.ndarray:
    """sum over c of N_c log N_c / N in fixed point, (...,) int64. class_counts: (..., K)."""
    return code.weights[class_counts].sum(axis=-1) - code.weights[class_counts.sum(axis=-1)]


def _row_price(code: _Code, m: int) -> float:
    """Bits that the row added to m explicit rows costs apart from the data."""
    return code.bits_per_row + float(
        np.log2((code.n_combinations - m) / (m + 1)) + np.log2(m + 1) - np.log2(max(m, 1))
    )


def _bits(code: _Code, row_counts: np.ndarray, default: np.ndarray, all_counts: np.ndarray) -> float:
    """Description length.

    Cases that lack a value cost the bits of all cases less those of the complete ones.
    """
    complete = row_counts.sum(axis=0) + default
    data = (
        _score(code, row_counts).sum()
        + _score(code, default)
        + _score(code, all_counts)
        - _score(code, complete)
    )
    return (
        code.bits_per_row
        + sum(_row_price(code, m) for m in range(len(row_counts)))
        - float(data) / code.units_per_bit
    )


def _grow(code: _Code, per_pattern: np.ndarray) -> np.ndarray:
    """Patterns with a row of their own, in the order of being added.

    Patterns of equal counts are looked at once.
    """
    vectors, group, sizes = np.unique(per_pattern, axis=0, return_inverse=True, return_counts=True)
    members = np.argsort(group.reshape(-1), kind="stable")
    following = np.cumsum(sizes) - sizes  # place in `members` of the next pattern of every group
    last, default, alone = np.cumsum(sizes), per_pattern.sum(axis=0), _score(code, vectors)
    chosen: list[int] = []
    while len(chosen) < len(per_pattern):
        left = np.flatnonzero(following < last)
        gains = alone[left] + _score(code, default - vectors[left]) - _score(code, default)
        if gains.max() / code.units_per_bit <= _row_price(code, len(chosen)):
            break
        best = left[gains == gains.max()]
        best = best[np.argmin(members[following[best]])]
        chosen.append(int(members[following[best]]))
        default = default - vectors[best]
        following[best] += 1
    return np.array(chosen, dtype=np.int64)


def _trim(code: _Code, per_pattern: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """The patterns that stay explicit, sorted: rows that cost more than they save go back to the default
    row.
    """
    chosen = np.sort(chosen)
    default = per_pattern.sum(axis=0) - per_pattern[chosen].sum(axis=0)
    while len(chosen):
        alone = per_pattern[chosen]
        saved = (
            _score(code, alone) + _score(code, default) - _score(code, default + alone)
        ) / code.units_per_bit
        worst = int(np.argmin(saved))
        if saved[worst] > _row_price(code, len(chosen) - 1):
            break
        default = default + alone[worst]
        chosen = np.delete(chosen, worst)
    return chosen


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    codes = class_cpt.recoded(table, model.columns)
    m = len(model.rows)
    row = patterns.locate(model.steps, codes) if m else np.full(codes.shape[1], -1)
    row[row < 0] = m
    row[(codes == MISSING).any(axis=0) | (m == 0)] = m + 1
    smoothed = log_prior(np.vstack([model.row_counts, model.default_counts]), model.smoothing.value)
    return np.vstack([smoothed, log_prior(model.all_counts, 0.0)])[row]


def summarize(model: Model) -> dict:
    """n_parameters, attributes_used, rows, description length in bits, and the rows with most cases as
    text.
    """
    m, k = len(model.rows), len(model.all_counts)
    largest = np.argsort(-model.row_counts.sum(axis=1), kind="stable")[:SHOWN]
    return {
        "n_parameters": (m + 1) * (k - 1),
        "attributes_used": len(model.columns.used) if m else 0,
        "rows": m,
        "bits": model.bits,
        **tuning.summary(model.smoothing, "smoothing"),
        "structure": [_said(model.columns, model.rows[i]) for i in largest],
    }


def _said(columns: Columns, row: np.ndarray) -> str:
    return ", ".join(
        f"{columns.attributes[a].name} = {class_cpt.label(columns, j, int(row[j]))}"
        for j, a in enumerate(columns.used)
    )
