"""Network classifiers as SQL expressions: tables of attributes given their parents, and averages over
super-parents.

A code is a column c0, c1, ... of the last stage, NULL where it is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.logspace import log
from naivebench.methods.bn_classifiers import aode
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.bn_classifiers.helpers.families import Level, Model, Sparse, lookup
from naivebench.sql import scoring_text as sql
from naivebench.sql.scoring_text import Part, Writer


def terms(query: Writer, model: Model, places: Sequence[int]) -> list[Part]:
    """Expressions for log P(x_j | c, observed parents) of every attribute of the network, whose columns are
    c<place>.

    A case uses the longest prefix of the parents that is observed (`families`). Adds stages with the row
    numbers of the tables.
    """
    rows: dict[str, str] = {}
    parts = []
    for j, levels in enumerate(model.levels):
        x, tables = f"p.c{places[j]}", [model.log_table[model.offsets[j] + 1 : model.offsets[j + 1]]]
        if not levels:
            parts.append(sql.by_place(query, x, tables[0]))
            continue
        r, first, configuration = len(tables[0]), len(tables[0]), ""
        branches, row, sparse = [f"WHEN {x} IS NULL THEN NULL"], x, []
        for m, level in enumerate(levels):
            value = f"p.c{places[level.parent]}"
            branches.append(f"WHEN {value} IS NULL THEN {row}")
            configuration = f"({configuration} * {level.r_parent} + {value})" if configuration else value
            if level.base >= 0:
                cells = model.log_table[level.base : level.base + level.q * (r + 1)]
                tables.append(cells.reshape(level.q, r + 1, -1)[:, 1:].reshape(level.q * r, -1))
                row, first = f"{first} + {configuration} * {r} + {x}", first + level.q * r
            else:
                _check_numbers(model, j, level)
                row = "NULL"
                seen = [x, *(f"p.c{places[above.parent]}" for above in levels[: m + 1])]
                later = [f"p.c{places[above.parent]}" for above in levels[m + 1 : m + 2]]
                only = [*(f"{c} IS NOT NULL" for c in seen), *(f"{c} IS NULL" for c in later)]
                rows[f"q{places[j]}_{m}"] = f"CASE WHEN {' AND '.join(only)} THEN {configuration} END"
                sparse.append((f"p.q{places[j]}_{m}", level))
        rows[f"r{places[j]}"] = f"CASE {' '.join(branches)} ELSE {row} END"
        part = sql.by_place(query, f"p.r{places[j]}", np.concatenate(tables))
        for key, level in sparse:
            part = _first_known(part, _sparse(query, model, j, level, key, x))
        parts.append(part)
    sql.extend(query, rows)
    return parts


def _check_numbers(model: Model, j: int, level: Level) -> None:
    if level.renumber is not None:
        raise InputError(
            f"the table of attribute {model.names[j]!r} is too large for a query: use fewer parents, or "
            "join or leave out values"
        )


def _first_known(one: Part, other: Part) -> Part:
    """Expressions with the value of `one`, or that of `other` where it is NULL."""
    both = zip(one.columns, other.columns, strict=True)
    return Part([f"COALESCE({a}, {b})" for a, b in both], one.joins + other.joins)


def _sparse(query: Writer, model: Model, j: int, level: Level, key: str, x: str) -> Part:
    """Expressions for the terms of a sparse table, in which only the cells that occur are stored.

    key: the configuration of the parents, NULL for cases that use another level.
    """
    assert level.joint is not None  # levels without rows in the dense table have sparse counts
    assert level.marginal is not None
    r, k = int(model.offsets[j + 1] - model.offsets[j] - 1), len(model.log_prior)
    cells, configurations = (np.unique(sparse.keys // k) for sparse in (level.joint, level.marginal))
    known = families.sparse_terms(model, j, level, cells % r, cells // r)
    joint = sql.by_place(query, f"{key} * {r} + {x}", known, cells)
    totals = _logarithm(lookup(level.marginal, configurations, k) + model.pseudo_total[j])
    marginal = sql.by_place(query, key, -totals, configurations)
    nothing = sql.number(query, float(-_logarithm(model.pseudo_total[j : j + 1])[0]))
    values = slice(model.offsets[j] + 1, model.offsets[j + 1])
    prior = np.stack([log(model.pseudo[values]), log(model.limit[values])], axis=1)
    prior[model.silent[values]] = np.nan  # values without cases and prior are skipped
    of_value = sql.by_place(query, f"CASE WHEN {key} IS NOT NULL THEN {x} END", prior)
    pseudo, limit = of_value.columns
    columns = [
        f"COALESCE({at}, {pseudo} + COALESCE({total}, {nothing}), {limit})"
        for at, total in zip(joint.columns, marginal.columns, strict=True)
    ]
    return Part(columns, joint.joins + marginal.joins + of_value.joins)


def _logarithm(x: np.ndarray) -> np.ndarray:
    """Natural logarithm; NaN at 0."""
    return np.where(x > 0, log(x), np.nan)


def members(query: Writer, model: aode.Model) -> dict[int, list[str]]:
    """Expressions for log P(c, x_i) + sum over j of log P(x_j | c, x_i) of every super-parent i, K each.

    Adds stages with the terms that come from joins.
    """
    used, k = model.used.tolist(), len(model.nb.log_prior)
    r = (np.diff(model.nb.offsets) - 1).tolist()
    terms: dict[int, list[list[str]]] = {}
    joined: dict[tuple[str, ...], Part] = {}
    for i in used:
        terms[i] = []
        first = 1 + int(model.nb.offsets[i]) + 1
        start = sql.by_place(query, f"p.c{i}", model.log_table[first : first + r[i]])
        pairs = {i: start} | {j: _pair(query, model, i, j, r) for j in used if j != i}
        for j, part in pairs.items():
            names = tuple(f"e{i}_{j}_{c}" for c in range(k))
            if part.joins:
                joined[names] = part
            otherwise = query.dialect.infinity if j == i else sql.number(query, 0)
            columns = [f"p.{name}" for name in names] if part.joins else part.columns
            terms[i].append([f"COALESCE({column}, {otherwise})" for column in columns])
    sql.extend_by_parts(query, joined)
    return {i: [sql.sum_of(of_class) for of_class in zip(*terms[i], strict=True)] for i in used}


def _pair(query: Writer, model: aode.Model, i: int, j: int, r: Sequence[int]) -> Part:
    """Expressions for log P(x_j | c, x_i), NULL if either value is missing."""
    both, k = f"p.c{i} * {r[j]} + p.c{j}", len(model.nb.log_prior)
    if (i, j) in model.sparse:
        pair = model.sparse[i, j]
        cells, parents = (np.unique(sparse.keys // k) for sparse in pair)
        of_value = log(np.array(model.alpha / r[j]))
        totals = {
            key: _known_total(pair.parent, keys, model, k)
            for key, keys in (("cells", cells // r[j]), ("parents", parents))
        }
        known = log(lookup(pair.joint, cells, k) + model.alpha / r[j]) - totals["cells"]
        joint = sql.by_place(query, both, known, cells)
        parent = sql.by_place(query, f"p.c{i}", of_value - totals["parents"], parents)
        nothing = sql.number(query, float(of_value - (log(np.array(model.alpha)) if model.alpha else 0.0)))
        here = f"WHEN p.c{i} IS NOT NULL AND p.c{j} IS NOT NULL"
        columns = [
            f"CASE {here} THEN COALESCE({at}, {above}, {nothing}) END"
            for at, above in zip(joint.columns, parent.columns, strict=True)
        ]
        return Part(columns, joint.joins + parent.joins)
    first, width = int(model.base[i, j]), r[j] + 1
    table = model.log_table[first : first + (r[i] + 1) * width].reshape(r[i] + 1, width, k)[1:, 1:]
    if r[i] * r[j] > sql.INLINE:
        return sql.by_place(query, both, table.reshape(-1, k))
    rows = [
        [sql.choose(f"p.c{j}", [sql.number(query, x) for x in row]) for row in of_class]
        for of_class in np.moveaxis(table, 2, 0).tolist()
    ]
    return Part([sql.choose(f"p.c{i}", of_class) for of_class in rows])


def _known_total(parent: Sparse, keys: np.ndarray, model: aode.Model, k: int) -> np.ndarray:
    """log (n_{c,x_i} + e) for the values of a super-parent, shape (n, K); 0 if there are neither cases nor a
    prior.
    """
    total = lookup(parent, keys, k) + model.alpha
    return log(np.where(total > 0, total, 1.0))
