"""Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. It
smooths the class distribution of a combination by those of its parts, and is made for ranking cases by the
probability of a rare class when a few attributes have many values.

For a pattern W (a set of attribute = value pairs) with sub-patterns W_1..W_L that lack one pair each,

    P(c | W)    = (N_Wc + S P(c | g(W))) / (N_W + S)
    P'(c | g(W)) proportional to P(c) prod_j P(c | W_j) / P(c),  calibrated with B = b (L - 1), by default to
    P(c | g(W)) = (P'(c | g(W)) + B P(c)) / (1 + B),             P(c) = N_c / N

N_W counts the training cases that have the pattern. The patterns of one set of attributes form a family. From
the general families to the specific ones, S of each family is chosen from a grid by exact leave-one-out on
the training cases: by the area under the hit curve for two classes, by log loss for more (`criterion`). The
constant b is chosen by leave-one-out too. A missing value leaves its attribute out: the case is predicted
from the largest family without it. A value that does not occur in the training part stays in its patterns,
which then have no cases: they get P(c | g(W)), and so on down to P(c). With one attribute HPB is ADE. With
two attributes, b = 0, S = 0 at level 1 and S to infinity above it, HPB is maximum-likelihood naive Bayes.

Fit O(2^d n (log n + |grid| log n_positive)), predict O(2^d (log n + d K)), memory O(2^d n d). HPB therefore
uses at most `max_attributes` attributes, those with the largest bias-corrected information about the class.
Jambeiro and Wainer 2007; docs/methods/high-cardinality.md#hierarchical-pattern-bayes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive, counts, kernels, margins, tuning
from naivebench.core.checks import InputError, at_least, one_of, whole
from naivebench.core.explanations import Patterns
from naivebench.core.grouped import flat
from naivebench.core.information import information_of_counts
from naivebench.core.logspace import log_prior
from naivebench.core.margins import Statistics
from naivebench.core.margins import merge as merge
from naivebench.core.margins import widen as widen
from naivebench.core.patterns import Step, follow
from naivebench.core.table import MISSING, Table, n_cases, n_classes
from naivebench.core.tuning import Choice
from naivebench.methods.pattern_smoothing.helpers import hpb_families, hpb_smoothing
from naivebench.methods.pattern_smoothing.helpers.hpb_families import Family
from naivebench.methods.pattern_smoothing.helpers.hpb_smoothing import LeftOut

TELLS_UNSEEN = True
S_GRID = tuple(2.0**i for i in range(-4, 11))
B_GRID = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
LOO_DEPTHS = ("all", "family")
SHOWN = 10  # names listed in a warning
MAX_CELLS = 120_000_000  # 2^d n (d + K) beyond which fewer attributes are used
BLOCK_CELLS = 10_000_000  # float64 cells of a block in prediction


class Settings(NamedTuple):
    """Checked parameters of `estimate`."""

    calibration: str
    loo_depth: str
    # one value for all families, or one per level, the last also for deeper levels; None: choose
    s: float | tuple[float, ...] | None
    s_grid: tuple[float, ...]
    criterion: str  # area or log_loss


class Smoothed(NamedTuple):
    """One family of a fitted model; see `hpb_families.Family`."""

    attributes: tuple[int, ...]
    parents: tuple[int, ...]
    step: Step | None
    log_proba: np.ndarray  # (K, M) nats
    s: float
    score: float  # leave-one-out score of s, NaN if s was given
    counts: np.ndarray  # (K, M) int32 or float64, cases of every pattern per class


class Constants(NamedTuple):
    """Constants of the smoothing, and how they are chosen."""

    S: float | str | Sequence[float] = "auto"  # auto, a number, or a list with one number per level
    S_grid: Sequence[float] = S_GRID
    criterion: str = "auto"  # for S: area under the hit curve (auto with two classes) or log_loss
    b: float | str = "auto"  # a number of at least 0, or auto: the best value of the grid
    b_grid: Sequence[float] = B_GRID
    b_criterion: str = "auto"  # see `tuning`; auto: area_10 for two classes, log_loss for more
    calibration: str = "V1"  # V1, V2 or V3
    # all: a left-out case is removed from all its sub-patterns and from the class frequencies; family: only
    # from the family whose S is chosen
    loo_depth: str = "all"
    max_attributes: int = 8  # see `attributes_of`


class Model(NamedTuple):
    tables: tuple[Smoothed, ...]  # in the order of hpb_families.subsets, the empty family first
    columns: tuple[int, ...]  # discrete column of every attribute used
    names: tuple[str, ...]
    log_prior: np.ndarray  # (K,) nats
    b: Choice
    calibration: str
    criterion: str
    left_out: tuple[str, ...] = ()  # attributes with several values that are not used because of the limits


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Additive statistics of the cases of known class: the distinct cases and how often each occurs.

    weights: (n,) >= 0, by default 1 each. Raises InputError for attributes that are not discrete and for bad
    weights.
    """
    counts.only_discrete(table, "hpb")
    return margins.count(table, [tuple(range(len(table.attributes)))], weights)


@flat
def estimate(
    statistics: Statistics,
    *,
    constants: Constants = Constants(),
) -> Model:
    """Fit the model to counted cases: choose the constants and smooth all families.

    Raises InputError for bad parameters.
    """
    return _estimate(statistics, constants)[0]


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    constants: Constants = Constants(),
) -> Model:
    """Count the cases and fit the model to the counts, `estimate(count(train))`, with the parameters of
    `estimate` and the errors of both.
    """
    return estimate(count(train), constants=constants)


@flat
def fit_leave_one_out(
    table: Table, *, rng: np.random.Generator | None = None, constants: Constants = Constants()
) -> tuple[Model, np.ndarray]:
    """Fit the model to all cases; return it with log P(c | x_i) of every case without its own counts, (n, K)
    nats. S and b are those found on all cases.

    A case of unknown class is predicted by the model.
    """
    model, left_out = _estimate(count(table), constants)
    result, known = predict_log_proba(model, table), counts.known_cases(table)
    result[table.y >= 0] = left_out[margins.distinct_rows(known.codes.T, known.y)]
    return model, result


@flat
def settings(*, n_classes: int, constants: Constants = Constants()) -> Settings:
    """Check the parameters that all values of b share.

    Raises InputError for a parameter outside its range.
    """
    S, S_grid, criterion = constants[:3]
    calibration, loo_depth = constants.calibration, constants.loo_depth
    one_of(calibration, hpb_smoothing.CALIBRATIONS, "calibration", "hpb")
    one_of(loo_depth, LOO_DEPTHS, "loo_depth", "hpb")
    one_of(criterion, ("auto", "area", "log_loss"), "criterion", "hpb")
    if isinstance(S, (list, tuple)):
        if not S:
            raise InputError("S in hpb is an empty list, expected one number per level")
        for value in S:
            at_least(value, 0, "S", "hpb")
        s: float | tuple[float, ...] | None = tuple(float(value) for value in S)
    else:
        tuning.check(S, "S", "hpb", grid=S_grid)
        s = float(S) if isinstance(S, (int, float)) else None
    chosen = criterion if criterion != "auto" else ("area" if n_classes == 2 else "log_loss")
    return Settings(calibration, loo_depth, s, tuple(float(s) for s in S_grid), chosen)


def attributes_of(statistics: Statistics, max_attributes: int = 8) -> tuple[list[int], list[int]]:
    """Columns that HPB uses and columns that it leaves out, both by name.

    The candidates are the columns with at least two values that occur. HPB uses as many of them as
    `max_attributes`, time and memory allow: those with the largest I(X; C) minus its bias (r - 1)(K - 1) /
    2n, where r is the number of occurring values. Ties go to the first name.
    """
    values = statistics.values
    names, offsets = [a.name for a in values.attributes], additive.row_offsets(values.attributes)
    occurs = np.any(values.n_jvc, axis=1)
    occurs[offsets[:-1]] = False
    occurring = np.array([np.count_nonzero(occurs[a:b]) for a, b in itertools.pairwise(offsets)], np.int64)
    usable = sorted(np.flatnonzero(occurring > 1).tolist(), key=lambda j: names[j])
    n, k = int(values.n_c.sum()), len(values.n_c)
    most = max((d for d in range(1, int(max_attributes) + 1) if n * 2.0**d * (d + k) <= MAX_CELLS), default=1)
    if len(usable) <= most:
        return usable, []
    observed = np.maximum(counts.observed_totals(values.n_jvc, offsets).sum(axis=1), 1)
    present = np.count_nonzero(values.n_c)
    information = information_of_counts(values.n_jvc, offsets, n)
    gain = information - (occurring - 1) * (present - 1) / (2 * observed)
    ranked = sorted(usable, key=lambda j: (-gain[j], names[j]))
    kept, left_out = (sorted(part, key=lambda j: names[j]) for part in (ranked[:most], ranked[most:]))
    return kept, left_out


def _estimate(statistics: Statistics, constants: Constants) -> tuple[Model, np.ndarray]:
    """Fit the model; return it with its leave-one-out predictions (m, K) for the distinct cases."""
    b, b_grid, b_criterion = constants[3:6]
    one_of(b_criterion, ("auto", *tuning.CRITERIA), "b_criterion", "hpb")
    tuning.check(b, "b", "hpb", grid=b_grid)
    whole(constants.max_attributes, 1, "max_attributes", "hpb")
    chosen = settings(n_classes=len(statistics.values.classes), constants=constants)
    columns, others = attributes_of(statistics, constants.max_attributes)
    train, cases = margins.distinct_cases(statistics)
    families = hpb_families.grow(
        np.ascontiguousarray(train.codes.T)[columns], train.y, n_classes(train), cases
    )
    choice, solution = _choose_b(train, cases, families, chosen, b, sorted(b_grid), b_criterion)
    names = tuple(train.attributes[j].name for j in columns)
    prior = log_prior(statistics.values.n_c, 0)
    tables = smoothed(families, choice.value, solution.s, chosen.calibration)
    model = Model(
        _joined(families, tables, solution),
        tuple(columns),
        names,
        prior,
        choice,
        chosen.calibration,
        chosen.criterion,
        tuple(train.attributes[j].name for j in others),
    )
    return model, _of_cases(families, solution.left_out, n_cases(train))


def _choose_b(
    train: Table,
    cases: np.ndarray,
    families: list[Family],
    chosen: Settings,
    b: float | str,
    grid: list[float],
    criterion: str,
) -> tuple[Choice, Solution]:
    """Choose b from the grid by leave-one-out, unless it is given; return it with the solution of all
    families for it.

    With fewer than two attributes b has no effect. train: the distinct cases; cases: (m,) how often each
    occurs.
    """
    if not tuning.is_auto(b) or len(families) < 4 or cases.sum() < 2:
        choice = tuning.fixed(grid[-1] if tuning.is_auto(b) else b)
        return choice, solve(families, choice.value, chosen)
    latest: list[tuple[float, Solution]] = []  # solutions are large, so only the latest one is kept

    def left_out(value: float) -> np.ndarray:
        latest[:] = [(value, solve(families, value, chosen))]
        return _of_cases(families, latest[0][1].left_out, n_cases(train))

    usual = "area_10" if n_classes(train) == 2 else "log_loss"
    choice = tuning.by_leave_one_out(
        train, grid, left_out, criterion=usual if criterion == "auto" else criterion, cases=cases
    )
    value, solution = latest[0]
    return choice, solution if value == choice.value else solve(families, choice.value, chosen)


def _joined(families: list[Family], tables: list[np.ndarray], solution: Solution) -> tuple[Smoothed, ...]:
    rows = zip(families, tables, solution.s, solution.scores, strict=True)
    return tuple(
        Smoothed(f.attributes, f.parents, f.step, log_proba, s, score, f.counts)
        for f, log_proba, s, score in rows
    )


class Solution(NamedTuple):
    """Result of leave-one-out for one b."""

    left_out: list[np.ndarray]  # (K, P) nats per family: prediction for a case of the pair, without the case
    s: list[float]
    scores: list[float]


def solve(families: list[Family], b: float, chosen: Settings) -> Solution:
    """Choose S of every family, from the general to the specific ones."""
    n_c = _wide(families[0].counts[:, 0])
    present, whole_prior = np.flatnonzero(n_c), log_prior(n_c, 0)[:, None]
    # (K, K): column y is the log prior without one case of class y
    without = log_prior(np.maximum(n_c - np.eye(len(n_c), dtype=np.int64), 0), 0).T
    all_cases = chosen.loo_depth == "family"  # then sub-patterns still count the left-out case
    prior_of = np.repeat(whole_prior, len(n_c), axis=1) if all_cases else without
    solution, whole_tables = (
        Solution([without[:, families[0].pair_label]], [float("nan")], [float("nan")]),
        [whole_prior],
    )
    for family in families[1:]:
        left_out = _left_out(
            family, whole_tables if all_cases else solution.left_out, all_cases, prior_of, b, chosen
        )
        s, score = _coefficient(family, left_out, chosen, present, int(n_c.sum()))
        solution.left_out.append(
            hpb_smoothing.posterior(left_out.counts, left_out.total, left_out.log_prior, s)
        )
        solution.s.append(s)
        solution.scores.append(score)
        if all_cases:
            whole_tables.append(_table(family, whole_tables, b, s, chosen.calibration))
    return solution


def smoothed(
    families: list[Family], b: float, s: Sequence[float], calibration: str = "V1"
) -> list[np.ndarray]:
    """log P(c | W) of all patterns of every family, (K, M) nats each, for given b and S per family (the first
    S is not used).
    """
    tables = [log_prior(families[0].counts[:, 0], 0)[:, None]]
    for family, of_family in zip(families[1:], s[1:], strict=True):
        tables.append(_table(family, tables, b, of_family, calibration))
    return tables


def _table(family: Family, tables: list[np.ndarray], b: float, s: float, calibration: str) -> np.ndarray:
    """log P(c | W), (K, M), from the tables of the families above."""
    parents = [tables[p][:, rows] for p, rows in zip(family.parents, family.pattern_parents, strict=True)]
    prior = hpb_smoothing.combined(parents, tables[0], b, calibration)
    return hpb_smoothing.posterior(family.counts, family.counts.sum(axis=0), prior, s)


def _left_out(
    family: Family,
    tables: list[np.ndarray],
    all_cases: bool,
    log_prior_of: np.ndarray,
    b: float,
    chosen: Settings,
) -> LeftOut:
    """Inputs of leave-one-out for a family: counts and prior of every pair without one of its cases.

    tables: log P(c | W) of the families above, per pattern of all cases (`all_cases`) or per pair without the
    case; log_prior_of: (K, K), column y for a left-out case of class y.
    """
    above = family.pattern_parents[:, family.pair_pattern] if all_cases else family.pair_parents
    parents = [tables[p][:, rows] for p, rows in zip(family.parents, above, strict=True)]
    rest = family.counts[:, family.pair_pattern]
    own = family.pair_label, np.arange(len(family.pair_label))
    rest[own] = np.maximum(rest[own] - 1, 0)  # a weight below 1 is removed completely
    prior = hpb_smoothing.combined(parents, log_prior_of[:, family.pair_label], b, chosen.calibration)
    return LeftOut(family.pair_label, _wide(family.pair_count), rest, rest.sum(axis=0), prior)


def _wide(cases: np.ndarray) -> np.ndarray:
    """Counts of cases as int64, so that products fit; weights (float64) stay as they are."""
    return cases if cases.dtype.kind == "f" else cases.astype(np.int64)


def _coefficient(
    family: Family, left_out: LeftOut, chosen: Settings, present: np.ndarray, n: int
) -> tuple[float, float]:
    if chosen.s is None:
        return hpb_smoothing.best_s(left_out, chosen.s_grid, chosen.criterion, present, n)
    if isinstance(chosen.s, tuple):
        return chosen.s[min(len(family.attributes), len(chosen.s)) - 1], float("nan")
    return chosen.s, float("nan")


def _of_cases(families: list[Family], left_out: list[np.ndarray], n: int) -> np.ndarray:
    """Leave-one-out predictions (m, K) of the distinct cases, each from its largest family."""
    result = np.empty((n, len(left_out[0])))
    for family, values in zip(families, left_out, strict=True):
        result[family.rows] = values[:, family.row_pairs].T
    return result


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats.

    Raises ValueError if the table has fewer discrete attributes than the training part.
    """
    columns = _columns(model, table)
    n, k = n_cases(table), len(model.log_prior)
    result, step = np.empty((n, k)), max(1, BLOCK_CELLS // (len(model.tables) * k))
    for first in range(0, n, step):
        block = slice(first, min(first + step, n))
        result[block] = _predict_block(model, columns[:, block]).T
    return result


def _columns(model: Model, table: Table) -> np.ndarray:
    """Codes (d, n) of the attributes used."""
    if model.columns and table.codes.shape[1] <= max(model.columns):
        raise ValueError(
            f"the model uses discrete attribute {max(model.columns)}, but the table has only "
            f"{table.codes.shape[1]}"
        )
    return np.ascontiguousarray(table.codes.T)[list(model.columns)]


def _predict_block(model: Model, columns: np.ndarray) -> np.ndarray:
    """log P(c | x), (K, m): the table entry if the pattern occurred, otherwise the estimate from its
    sub-patterns.
    """
    ids = _locate(model, columns)
    target = _targets(model, columns)
    result = np.empty((len(model.log_prior), columns.shape[1]))
    unseen = []
    for f in np.unique(target):
        rows = np.flatnonzero(target == f)
        occurred = ids[f][rows] >= 0
        result[:, rows[occurred]] = model.tables[f].log_proba[:, ids[f][rows[occurred]]]
        unseen.append(rows[~occurred])
    rest = np.sort(np.concatenate(unseen)) if unseen else np.empty(0, np.intp)
    if len(rest):
        values = _all_families(model, [i[rest] for i in ids], target[rest])
        for f in np.unique(target[rest]):
            rows = np.flatnonzero(target[rest] == f)
            result[:, rest[rows]] = values[f][:, rows]
    return result


def _locate(model: Model, columns: np.ndarray) -> list[np.ndarray]:
    """Pattern of every case in every family, -1 where it did not occur."""
    number = {t.attributes: i for i, t in enumerate(model.tables)}
    ids = [np.zeros(columns.shape[1], np.int64)]
    for t in model.tables[1:]:
        assert t.step is not None  # only the empty family has no step
        ids.append(follow(t.step, ids[number[t.attributes[:-1]]], columns[t.attributes[-1]]))
    return ids


def _targets(model: Model, columns: np.ndarray) -> np.ndarray:
    """For every case, the largest family of attributes that it has, (m,)."""
    code = np.zeros(columns.shape[1], np.int64)
    for j, column in enumerate(columns):
        code |= (column != MISSING).astype(np.int64) << j
    of_code = np.zeros(2 ** len(columns), np.int64)
    for i, t in enumerate(model.tables):
        of_code[sum(1 << j for j in t.attributes)] = i
    return of_code[code]


def _all_families(model: Model, ids: list[np.ndarray], target: np.ndarray) -> dict[int, np.ndarray]:
    """log P(c | pattern), (K, m), of every family that the target families depend on."""
    wanted = {frozenset(model.tables[f].attributes) for f in np.unique(target)}
    prior = model.log_prior[:, None]
    values: dict[int, np.ndarray] = {}
    for i, t in enumerate(model.tables):
        if not any(w.issuperset(t.attributes) for w in wanted):
            continue
        log_proba = _taken(t.log_proba, ids[i])
        new = np.flatnonzero(ids[i] < 0)
        if len(new):
            log_proba[:, new] = hpb_smoothing.combined(
                [values[p][:, new] for p in t.parents], prior, model.b.value, model.calibration
            )
        values[i] = log_proba
    return values


def explain(model: Model, table: Table) -> Patterns:
    """All patterns that the prediction of a case depends on, with their counts; memory O(n 2^d K)."""
    columns = _columns(model, table)
    ids, target = _locate(model, columns), _targets(model, columns)
    mask = np.array([sum(1 << j for j in t.attributes) for t in model.tables])
    used = (mask & mask[target, None]) == mask
    shape, kind = (*used.shape, len(model.log_prior)), np.result_type(model.tables[0].counts, np.int64)
    n_wc, prior, log_proba = np.zeros(shape, kind), np.zeros(shape), np.zeros(shape)
    values = _all_families(model, ids, target)
    for i, of_family in values.items():
        t = model.tables[i]
        n_wc[:, i] = np.where(ids[i] >= 0, _taken(t.counts, ids[i]), 0).T
        above, whole_prior = [values[p] for p in t.parents], model.log_prior[:, None]
        prior[:, i] = (
            hpb_smoothing.combined(above, whole_prior, model.b.value, model.calibration)
            if above
            else whole_prior
        ).T
        log_proba[:, i] = of_family.T
    families = tuple(tuple(model.columns[j] for j in t.attributes) for t in model.tables)
    return Patterns(families, used, target, n_wc, prior, log_proba, np.array([t.s for t in model.tables]))


def _taken(table: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """Columns `ids` (m,) of a table (K, M), with arbitrary values where an id is -1. The table may be
    empty.
    """
    if not table.shape[1]:
        return np.zeros((len(table), len(ids)), table.dtype)
    return np.take(table, np.maximum(ids, 0), axis=1)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops for `n_folds` fits of this size before any time is measured."""
    d = min(train.codes.shape[1], 8)
    kernels.warm_up(fit, predict_log_proba, train, n_folds, n_cases(train) * 2**d * 20 * len(S_GRID))


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters (K - 1 per pattern that occurs), the attributes used, S per family with its score, and
    b with the scores of its grid.
    """
    rows = {" x ".join(model.names[j] for j in t.attributes): t for t in model.tables[1:]}
    return {
        "n_parameters": int((len(model.log_prior) - 1) * sum(t.log_proba.shape[1] for t in model.tables)),
        "attributes_used": len(model.names),
        "attributes": list(model.names),
        "patterns": int(sum(t.log_proba.shape[1] for t in model.tables[1:])),
        **tuning.summary(model.b, "b"),
        "S": {name: t.s for name, t in rows.items()},
        "S_scores": {name: None if np.isnan(t.score) else t.score for name, t in rows.items()},
        "S_criterion": model.criterion,
        "calibration": model.calibration,
        **_limited(model),
    }


def _limited(model: Model) -> dict[str, Any]:
    """Warning that attributes are left out; {} if all are used."""
    if not model.left_out:
        return {}
    used, every = len(model.names), len(model.names) + len(model.left_out)
    shown = ", ".join(model.left_out[:SHOWN]) + (", ..." if len(model.left_out) > SHOWN else "")
    text = (
        f"uses {used} of {every} attributes, those with the most information about the class, and leaves out "
        f"{shown}; max_attributes sets the limit, and each further attribute doubles time and memory"
    )
    return {"warnings": [text]}
