"""Choice of a method's constants inside the training part by the score of their values.

A parameter given as `auto` is chosen from a grid, which the constant `GRIDS` of the method has under the name
of the parameter; a number is used as given. The criterion is the one of Jambeiro and Wainer 2007, the area
under the hit curve up to a selection rate of 10 % (`area_10`); `area` is the whole area, `log_loss` the mean
-log P(true class) clipped at 1 / (n + 2). The paper used the folds that it reports; here only training cases
are used. Equal scores (within 1e-12) go to the largest value, the strongest smoothing. Inner folds do not
depend on the order of cases, attributes or classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import hit_curves
from naivebench.core.checks import check_at_least
from naivebench.core.stratified_folds import stratify_cases
from naivebench.core.table import Table, class_counts, discrete_attributes, n_cases, n_classes, subset

CRITERIA = ("area_10", "area", "log_loss")
SMOOTHING_GRID = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
TIE = 1e-12
FOLDS = 5  # inner folds
ROUNDS = 3  # maximum of a search along coordinates


class Choice(NamedTuple):
    """A constant, and how it was chosen. `scores` has one score for each value in `grid`; larger is better.
    Both are empty for a fixed value.
    """

    value: float
    grid: tuple[float, ...]
    scores: tuple[float, ...]
    criterion: str  # area_10, area, log_loss (minus it), or empty
    how: str  # leave_one_out, cross_validation or fixed


def check_number_or_auto(value: object, name: str, method: str) -> None:
    """Raise InputError unless `value` is `auto` or a number of at least 0."""
    if value != "auto":
        check_at_least(value, 0, name, method)


def score(
    y: np.ndarray,
    log_proba: np.ndarray,
    criterion: str = "area_10",
    positive: int | None = None,
    cases: np.ndarray | None = None,
) -> float:
    """Return the criterion for predictions (n, K) in nats, larger is better; NaN for a single class. cases:
    (n,) number of cases per row, by default 1. positive: class of an area, see `hit_curves.average_curves`.
    """
    if criterion == "log_loss":
        if not len(y):
            return float("nan")
        true = log_proba[np.arange(len(y)), y].astype(np.float64)
        n = len(y) if cases is None else int(cases.sum())
        return float(np.average(np.maximum(true, np.log(1 / (n + 2))), weights=cases))
    measure = hit_curves.compute_area if criterion == "area" else hit_curves.area_up_to
    return hit_curves.average_curves(y, log_proba, measure, positive=positive, weights=cases)


def choose_criterion(
    train: Table, criterion: str = "auto", cases: np.ndarray | None = None
) -> tuple[str, int | None]:
    """Choose for `auto` the beginning of the hit curve for two classes, and log loss for more; also find the
    positive class of two. cases: (n,) number of cases per row, by default 1.
    """
    if n_classes(train) != 2:
        return "log_loss" if criterion == "auto" else criterion, None
    n_c = class_counts(train) if cases is None else np.bincount(train.y, cases, 2)
    return "area_10" if criterion == "auto" else criterion, hit_curves.positive_class(n_c, train.classes)


def choose_best(grid: Sequence[float], scores: Sequence[float]) -> float:
    """Return the value with the largest score; of ties, or if no score is defined, the largest value."""
    defined = [s for s in scores if not np.isnan(s)]
    if not defined:
        return float(max(grid))
    top = max(defined)
    least = top - TIE * max(1.0, abs(top)) if np.isfinite(top) else top
    return float(max(v for v, s in zip(grid, scores, strict=True) if s >= least))


def wrap_constant(value: float | str) -> Choice:
    """Return a constant that the user set as a `Choice` with an empty grid."""
    return Choice(float(value), (), (), "", "fixed")


def choose_one_by_one(
    grids: Mapping[str, Sequence[float]], choose: Callable[[str, dict[str, float]], Choice]
) -> dict[str, Choice]:
    """Choose several constants, each while the others are fixed. Start from the middle of every grid, and
    repeat until no constant changes.

    choose(name, values of all constants) tries the grid of one of them.
    """
    choices = {name: wrap_constant(grid[len(grid) // 2]) for name, grid in grids.items()}
    for _ in range(ROUNDS if len(grids) > 1 else 1):
        before = dict(choices)
        for name in grids:
            choices[name] = choose(name, {other: choice.value for other, choice in choices.items()})
        if all(before[name].value == choice.value for name, choice in choices.items()):
            break
    return choices


def choose_by_leave_one_out(
    train: Table,
    grid: Sequence[float],
    log_proba_of: Callable[[float], np.ndarray],
    *,
    criterion: str = "area_10",
    cases: np.ndarray | None = None,
) -> Choice:
    """Choose by exact leave-one-out; log_proba_of(value) returns (n, K), with row i computed without case i.
    All classes of `train` are known. criterion: see `choose_criterion`; cases: (n,) number of cases per row,
    by default 1.
    """
    criterion, positive = choose_criterion(train, criterion, cases)
    scores = tuple(score(train.y, log_proba_of(v), criterion, positive, cases) for v in grid)
    return Choice(choose_best(grid, scores), tuple(map(float, grid)), scores, criterion, "leave_one_out")


def choose_by_cross_validation(
    train: Table,
    grid: Sequence[Any],
    fit_predict: Callable[[Table, Table], Iterable[np.ndarray]],
) -> Choice:
    """Choose the value with the best mean score over `FOLDS` inner stratified folds in which it is defined.

    fit_predict(inner training part, inner test fold) yields log_proba (n_test, K) for every value of the grid
    in order; it should compute everything else only once. The classes of `train` are known. With fewer than 2
    cases, nothing is fitted and the largest value is taken.
    """
    criterion, positive = choose_criterion(train)
    rows = []
    for inside, outside in draw_inner_folds(train):
        part = subset(train, outside)
        predictions = fit_predict(subset(train, inside), part)
        rows.append([score(part.y, log_proba, criterion, positive) for log_proba in predictions])
    by_fold = np.array(rows, dtype=np.float64).reshape(len(rows), len(grid))
    defined = ~np.isnan(by_fold)
    sums, folds_of = np.where(defined, by_fold, 0.0).sum(axis=0), defined.sum(axis=0)
    scores = tuple(float(s / m) if m else float("nan") for s, m in zip(sums, folds_of, strict=True))
    return Choice(choose_best(grid, scores), tuple(map(float, grid)), scores, criterion, "cross_validation")


def draw_inner_folds(train: Table) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield rows (inside, outside) of stratified folds that depend on the set of cases alone; at most one
    fold per case, and none for fewer than 2 cases.
    """
    n = n_cases(train)
    k = min(FOLDS, n)
    if k < 2:
        return
    # by class label and then by codes, attribute by attribute in order of the names, equal tables have equal
    # orders, however their cases, attributes and classes were arranged
    names = [a.name for a in discrete_attributes(train)]
    by_name = sorted(range(len(names)), key=lambda j: names[j])
    label_rank = np.argsort(np.argsort(np.array(train.classes, dtype=np.str_), kind="stable"), kind="stable")
    order = np.lexsort((*(train.codes[:, j] for j in reversed(by_name)), label_rank[train.y]))
    fold = np.empty(n, dtype=np.int32)
    fold[order] = stratify_cases(label_rank[train.y[order]], k, np.random.default_rng(n))
    for f in range(k):
        yield np.flatnonzero(fold != f), np.flatnonzero(fold == f)


def summarize_choice(choice: Choice, name: str) -> dict[str, Any]:
    """Report the value, how it was chosen, and the score of every value of the grid (None: not defined)."""
    result: dict[str, Any] = {name: choice.value, f"{name}_chosen_by": choice.how}
    if choice.grid:
        result[f"{name}_grid"] = list(choice.grid)
        result[f"{name}_scores"] = [None if np.isnan(s) else s for s in choice.scores]
        result[f"{name}_criterion"] = choice.criterion
    return result
