"""Hierarchical pattern Bayes (HPB) estimates P(class | attributes) from combinations of values. It smooths
the class distribution of a combination by the distributions of its parts, and is made for ranking cases by
the probability of a rare class when a few attributes have many values.

For a pattern W (a set of attribute = value pairs) with sub-patterns W_1..W_L that lack one pair each,

    P(c | W)    = (N_Wc + S P(c | g(W))) / (N_W + S)
    P'(c | g(W)) proportional to P(c) prod_j P(c | W_j) / P(c),  calibrated with B = b (L - 1), by default to
    P(c | g(W)) = (P'(c | g(W)) + B P(c)) / (1 + B),             P(c) = N_c / N

N_W counts the training cases that have the pattern. The patterns of one set of attributes form a family. S of
each family is chosen from a grid by exact leave-one-out on the training cases, from the general families to
the specific ones; b is chosen afterwards. A case with a missing value is predicted from the largest family
without the attribute.

Fit O(2^d n (log n + |grid| log n_positive)), predict O(2^d (log n + d K)), memory O(2^d n d). HPB therefore
uses at most `max_attributes` attributes, those with the largest bias-corrected information about the class.
Jambeiro and Wainer 2007; docs/methods/high-cardinality.md#hierarchical-pattern-bayes.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, patterns, tuning
from naivebench.core.checks import check_one_of, check_whole
from naivebench.core.information import information_of_counts
from naivebench.core.logspace import log_prior
from naivebench.core.patterns import Step
from naivebench.core.table import MISSING, Table, class_counts, n_cases, n_classes, subset
from naivebench.core.tuning import Choice
from naivebench.methods.high_cardinality import hpb_pattern_families
from naivebench.methods.high_cardinality.de import select_discrete_columns
from naivebench.methods.high_cardinality.hpb_pattern_families import (
    CALIBRATIONS,
    Family,
    Settings,
    choose_smoothing_of_families,
    combine_parents,
)

TELLS_UNSEEN = True
GRIDS = {"b": (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)}  # tried by `auto`, and by `chosen_on_test` of a protocol
SHOWN = 10  # names listed in a warning
MAX_CELLS = 120_000_000  # 2^d n (d + K) beyond which fewer attributes are used
BLOCK_CELLS = 10_000_000  # float64 cells of a block in prediction


class SmoothedFamily(NamedTuple):
    """One family of a fitted model. The last column, number -1, is for patterns that did not occur."""

    attributes: tuple[int, ...]
    parents: tuple[int, ...]
    step: Step | None
    log_proba: np.ndarray  # (K, M + 1) nats, the last NaN
    s: float


class Model(NamedTuple):
    tables: tuple[SmoothedFamily, ...]  # in the order of hpb_pattern_families.subsets, the empty family first
    columns: tuple[int, ...]  # discrete column of every attribute used
    names: tuple[str, ...]
    log_prior: np.ndarray  # (K,) nats
    b: Choice
    settings: Settings
    left_out: tuple[str, ...] = ()  # attributes with several values that are not used because of the limits


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    S: float | str = "auto",
    criterion: str = "auto",
    b: float | str = "auto",
    b_criterion: str = "auto",
    calibration: str = "V1",
    loo_depth: str = "all",
    max_attributes: int = 8,
) -> Model:
    """Choose the constants and smooth all families.

    S, b: a number of at least 0, or auto for the best value of the grid. criterion: the score for S, area
    under the hit curve (auto with two classes) or log_loss. b_criterion: see `tuning`; auto is area_10 for
    two classes and log_loss for more. calibration: V1, V2 or V3. loo_depth: all removes a left-out case from
    all its sub-patterns and from the class frequencies, family only from the family whose S is chosen.
    max_attributes: see `choose_attributes`. Raises InputError for bad parameters and for attributes that are
    not discrete.
    """
    train = counts.prepare_discrete_training(train, "hpb")
    check_one_of(calibration, CALIBRATIONS, "calibration", "hpb")
    check_one_of(loo_depth, ("all", "family"), "loo_depth", "hpb")
    check_one_of(criterion, ("auto", "area", "log_loss"), "criterion", "hpb")
    check_one_of(b_criterion, ("auto", *tuning.CRITERIA), "b_criterion", "hpb")
    tuning.check_number_or_auto(S, "S", "hpb")
    tuning.check_number_or_auto(b, "b", "hpb")
    if criterion == "auto":
        criterion = "area" if n_classes(train) == 2 else "log_loss"
    s = None if S == "auto" else float(S)
    settings = Settings(calibration, loo_depth == "family", s, criterion)
    columns, others = choose_attributes(train, check_whole(max_attributes, 1, "max_attributes", "hpb"))
    # the distinct cases, and how often each occurs
    of_case = patterns.learn_patterns(np.vstack([train.codes.T.astype(np.int32) + 1, train.y[None, :]]))[1]
    distinct, cases = subset(train, patterns.find_example_cases(of_case)), np.bincount(of_case)
    used = np.ascontiguousarray(distinct.codes.T)[columns]
    families = hpb_pattern_families.build_families(used, distinct.y, n_classes(train), cases)
    if b != "auto":
        choice = tuning.wrap_constant(b)
    elif len(columns) < 2 or n_cases(train) < 2:  # b has no effect
        choice = tuning.wrap_constant(max(GRIDS["b"]))
    else:
        choice = tuning.choose_by_leave_one_out(
            distinct,
            GRIDS["b"],
            lambda b: _gather_predictions(
                families, choose_smoothing_of_families(families, b, settings)[1], len(cases)
            ),
            criterion=b_criterion,
            cases=cases,
        )
    chosen, _ = choose_smoothing_of_families(families, choice.value, settings)
    tables: list[np.ndarray] = []
    smoothed = []
    for f, s in zip(families, chosen, strict=True):
        tables.append(hpb_pattern_families.smooth_family(f, tables, choice.value, s, calibration))
        log_proba = np.insert(tables[-1], tables[-1].shape[1], np.nan, 1)
        smoothed.append(SmoothedFamily(f.attributes, f.parents, f.step, log_proba, s))
    names = [tuple(train.attributes[j].name for j in part) for part in (columns, others)]
    prior = log_prior(class_counts(train), 0)
    return Model(tuple(smoothed), tuple(columns), names[0], prior, choice, settings, names[1])


def choose_attributes(train: Table, max_attributes: int) -> tuple[list[int], list[int]]:
    """Choose the columns that HPB uses and the columns that it leaves out, both in order of their names.

    The candidates are the columns with at least two values that occur. HPB uses as many of them as
    `max_attributes`, time and memory allow: those with the largest I(X; C) minus its bias (r - 1)(K - 1) /
    2n, where r is the number of occurring values. Ties go to the first name.
    """
    names, offsets = [a.name for a in train.attributes], counts.row_offsets(train.attributes)
    n_jvc = counts.value_counts(train, offsets)
    occurs = np.any(n_jvc, axis=1)
    occurs[offsets[:-1]] = False
    occurring = np.array([np.count_nonzero(occurs[a:b]) for a, b in itertools.pairwise(offsets)], np.int64)
    usable = sorted(np.flatnonzero(occurring > 1).tolist(), key=lambda j: names[j])
    n, k = n_cases(train), n_classes(train)
    most = max((d for d in range(1, max_attributes + 1) if n * 2.0**d * (d + k) <= MAX_CELLS), default=1)
    if len(usable) <= most:
        return usable, []
    observed = np.maximum(counts.count_observed(n_jvc, offsets).sum(axis=1), 1)
    present = np.count_nonzero(class_counts(train))
    gain = information_of_counts(n_jvc, offsets, n) - (occurring - 1) * (present - 1) / (2 * observed)
    ranked = sorted(usable, key=lambda j: (-gain[j], names[j]))
    kept, left_out = (sorted(part, key=lambda j: names[j]) for part in (ranked[:most], ranked[most:]))
    return kept, left_out


def _gather_predictions(families: list[Family], left_out: list[np.ndarray], n: int) -> np.ndarray:
    """Return leave-one-out predictions (m, K) of the distinct cases, each from its largest family."""
    result = np.empty((n, len(left_out[0])))
    for family, values in zip(families, left_out, strict=True):
        result[family.rows] = values[:, family.row_pairs].T
    return result


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats, of the largest pattern: from the table if the pattern occurred,
    otherwise from its sub-patterns.

    Raises ValueError if the table has fewer discrete attributes than the training part.
    """
    columns = select_discrete_columns(table, model.columns)
    n, k = n_cases(table), len(model.log_prior)
    result, step = np.empty((n, k)), max(1, BLOCK_CELLS // (len(model.tables) * k))
    for block in (slice(first, min(first + step, n)) for first in range(0, n, step)):
        ids, target = _find_patterns(model, columns[:, block])
        values = _smooth_families(model, ids)
        for f in np.unique(target):
            rows = np.flatnonzero(target == f)
            result[block][rows] = values[f][:, rows].T
    return result


def _find_patterns(model: Model, columns: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Find the pattern of every case in every family, or -1, and each case's largest family, (m,)."""
    number = {t.attributes: i for i, t in enumerate(model.tables)}
    ids = [np.zeros(columns.shape[1], np.int64)]
    for t in model.tables[1:]:
        assert t.step is not None  # only the empty family has no step
        ids.append(patterns.extend_ids(t.step, ids[number[t.attributes[:-1]]], columns[t.attributes[-1]]))
    bits = (columns != MISSING).T.astype(np.int64) @ (1 << np.arange(len(columns)))
    of_bits = np.zeros(2 ** len(columns), np.int64)
    for attributes, i in number.items():
        of_bits[sum(1 << j for j in attributes)] = i
    return ids, of_bits[bits]


def _smooth_families(model: Model, ids: list[np.ndarray]) -> list[np.ndarray]:
    """Compute log P(c | pattern), (K, m), of every family."""
    values: list[np.ndarray] = []
    for t, of_cases in zip(model.tables, ids, strict=True):
        values.append(t.log_proba[:, of_cases])
        new = np.flatnonzero(of_cases < 0)
        if len(new):
            above = [values[p][:, new] for p in t.parents]
            prior, calibration = model.log_prior[:, None], model.settings.calibration
            values[-1][:, new] = combine_parents(above, prior, model.b.value, calibration)
    return values


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters (K - 1 per pattern that occurs), the attributes used, S per family, b with the
    scores of its grid, and a warning if attributes are left out.
    """
    n_patterns = sum(t.log_proba.shape[1] - 1 for t in model.tables)
    result = {
        "n_parameters": (len(model.log_prior) - 1) * n_patterns,
        "attributes_used": len(model.names),
        "attributes": list(model.names),
        "patterns": n_patterns - 1,  # without the empty one
        **tuning.summarize_choice(model.b, "b"),
        "S": {" x ".join(model.names[j] for j in t.attributes): t.s for t in model.tables[1:]},
    }
    if model.left_out:
        used, total = len(model.names), len(model.names) + len(model.left_out)
        shown = ", ".join(model.left_out[:SHOWN]) + (", ..." if len(model.left_out) > SHOWN else "")
        result["warnings"] = [
            f"uses {used} of {total} attributes, those with the most information about the class, and leaves "
            f"out {shown}; max_attributes sets the limit, and each further attribute doubles time and memory"
        ]
    return result
