"""Tree-augmented naive Bayes on merged values: the agglomerative information bottleneck merges values that
say the same about the class. This helps attributes with many values and few cases of each.

The values of each attribute are merged on the training part, separately for each attribute, for as long as
the information about the class does not fall below `mmi` (local_structure.helpers.aibn). The tree is then
learned on the clusters (bn_classifiers.tan). A value without a cluster counts as missing. Constants given as
`auto` are chosen one after the other by inner folds (`tuning.along_coordinates`), from grids of seven, four
and three values as in the paper. docs/methods/high-cardinality.md#agglomerative-information-bottleneck;
Jambeiro and Wainer 2007 (AIBN/TAN).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import compiled, counts, tuning
from naivebench.core.checks import InputError, at_least, one_of, whole
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, few_cases
from naivebench.core.tuning import Choice
from naivebench.methods.bn_classifiers import tan
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.local_structure.helpers import aibn, table_loops

N0_GRID = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
AIBN_SMOOTHING_GRID = (0.0, 1.0, 10.0, 100.0)
MMI_GRID = (0.9, 0.95, 0.99)


class Model(NamedTuple):
    maps: tuple[np.ndarray, ...]  # (d,) cluster of every value, -1 for values that never occurred
    information: np.ndarray  # (d, 2) I(X;C) before and after the merging, nats
    tan: families.Model  # learned on the clusters
    choices: dict[str, Choice]  # n0, aibn_smoothing, mmi


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    n0: float | str = "auto",
    aibn_smoothing: float | str = "auto",
    mmi: float | str = "auto",
    mmi_form: str = "fraction",
    n0_grid: Sequence[float] = N0_GRID,
    aibn_smoothing_grid: Sequence[float] = AIBN_SMOOTHING_GRID,
    mmi_grid: Sequence[float] = MMI_GRID,
    criterion: str = "auto",
    folds: int = 5,
    prior_alpha: float = 1.0,
) -> Model:
    """Merge values and learn the tree. n0: Friedman smoothing of the tree; aibn_smoothing: s of p(c|t); each
    is at least 0, or auto.

    mmi: smallest share of I(X;C) that the clusters must keep (in nats with `mmi_form: absolute`), or auto.
    criterion: see naivebench.core.tuning; auto is area_10 for two classes and log_loss for more. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    values = {"n0": n0, "aibn_smoothing": aibn_smoothing, "mmi": mmi}
    grids = {"n0": n0_grid, "aibn_smoothing": aibn_smoothing_grid, "mmi": mmi_grid}
    check_params(values, grids, mmi_form, criterion, prior_alpha)
    folds = whole(folds, 2, "folds", "aibn_tan")
    counts.only_discrete(train, "aibn_tan")
    train = counts.known_cases(train)

    given = {name: tuning.fixed(value) for name, value in values.items() if not tuning.is_auto(value)}

    def choose(name: str, at: dict[str, float]) -> Choice:
        held = at | {other: choice.value for other, choice in given.items()}
        fit_predict = _predictions(name, grids[name], held, mmi_form, prior_alpha)
        return tuning.by_cross_validation(
            train, grids[name], fit_predict, folds=folds, criterion=tuning.criterion_of(train, criterion)
        )

    free = {name: grids[name] for name in values if name not in given}
    choices = given | tuning.along_coordinates(free, choose)
    at = {name: choice.value for name, choice in choices.items()}
    merges = aibn.all_merges(train, smoothing=at["aibn_smoothing"])
    maps, tree = _fit_merged(train, merges, at["mmi"], mmi_form, at["n0"], prior_alpha)
    kept = [
        (m.information, m.information - m.losses[: aibn.retained(m, at["mmi"], mmi_form)].sum())
        for m in merges
    ]
    return Model(maps, np.array(kept).reshape(-1, 2), tree, choices)


def check_params(
    values: dict[str, Any],  # numbers, or auto
    grids: dict[str, Sequence[float]],
    mmi_form: str,
    criterion: str,
    prior_alpha: float,
) -> None:
    """Raise InputError for a parameter outside its range."""
    one_of(criterion, ("auto", *tuning.CRITERIA), "criterion", "aibn_tan")
    at_least(prior_alpha, 0, "prior_alpha", "aibn_tan")
    for name, value in values.items():
        tuning.check(value, name, "aibn_tan", grid=grids[name])
    if tuning.is_auto(values["mmi"]) and mmi_form != "fraction":
        raise InputError(
            f"mmi in aibn_tan is auto, but mmi_form is {mmi_form!r}: give mmi as a number of nats, or set "
            "mmi_form to fraction"
        )
    aibn.check_limit(0 if tuning.is_auto(values["mmi"]) else values["mmi"], mmi_form)


def _predictions(
    name: str, grid: Sequence[float], at: dict[str, float], mmi_form: str, prior_alpha: float
) -> Callable[[Table, Table], Iterator[np.ndarray]]:
    """Return a function of an inner training part and an inner test part that yields the predictions for
    every value of the constant `name`.
    """

    def fit_predict(inside: Table, outside: Table) -> Iterator[np.ndarray]:
        merges = None
        for value in grid:
            tried = {**at, name: value}
            if merges is None or name == "aibn_smoothing":
                merges = aibn.all_merges(inside, smoothing=tried["aibn_smoothing"])
            maps, tree = _fit_merged(inside, merges, tried["mmi"], mmi_form, tried["n0"], prior_alpha)
            yield tan.predict_log_proba(tree, aibn.compress(outside, maps))

    return fit_predict


def _fit_merged(
    train: Table, merges: tuple[aibn.Merges, ...], mmi: float, mmi_form: str, n0: float, prior_alpha: float
) -> tuple[tuple[np.ndarray, ...], families.Model]:
    """Maps to clusters, and the tree learned on them, from the merges found on `train`."""
    maps = tuple(aibn.clusters(of_one, mmi, mmi_form) for of_one in merges)
    return maps, tan.fit(aibn.compress(train, maps), n0=n0, prior_alpha=prior_alpha)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return tan.predict_log_proba(model.tan, aibn.compress(table, model.maps))


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any time is measured."""
    compiled.loops(table_loops)
    few = few_cases(train, 50)
    predict_log_proba(fit(few, n0=1.0, aibn_smoothing=1.0, mmi=1.0), few)
    tan.warm_up(train, 50 * n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters, attributes_used and structure of the tree; for each attribute, the numbers of values and
    clusters and the share of I(X;C) kept; and the constants.
    """
    names = model.tan.names
    values, sizes = (
        [int((m >= 0).sum()) for m in model.maps],
        [int(m.max(initial=-1)) + 1 for m in model.maps],
    )
    kept = [float(after / before) if before > 0 else 1.0 for before, after in model.information]
    result = {
        **families.summarize(model.tan),
        "values": dict(zip(names, values, strict=True)),
        "clusters": dict(zip(names, sizes, strict=True)),
        "information_kept": dict(zip(names, kept, strict=True)),
    }
    for name, choice in model.choices.items():
        result |= tuning.summary(choice, name)
    return result
