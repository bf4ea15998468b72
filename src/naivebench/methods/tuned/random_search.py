"""Another method whose settings are chosen by random search. The search runs inside the training part, within
a budget of tries or of CPU time.

The default settings come first, then settings drawn from the method's space (`helpers/spaces.py`), which
depend on `rng` alone. The loss of settings is the mean over inner stratified folds of the log loss,
probabilities clipped; everything is learned inside these folds, including cut points and value lists. The
settings with the least loss (the earliest, if several are equal) are fitted to all training cases.

The search ends after a number of configurations or after CPU seconds of this process, user and system, all
its threads. With seconds the result depends on the speed of the machine, with a number alone it does not.
docs/methods/baselines.md#settings-by-random-search; Bergstra and Bengio 2012.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.checks import InputError, at_least, one_of, whole
from naivebench.core.table import MISSING, UNSEEN, Table, restrict_values, subset
from naivebench.data.discretization import apply as discretization
from naivebench.methods.tuned.helpers.spaces import SPACES, Space, configurations

TELLS_UNSEEN = True  # so do some of the methods; for the others such a value is missing
MANY = 100  # fits, for which a method should be warm


class Trial(NamedTuple):
    """A configuration that was tried, and its loss."""

    discretizer: str | None
    settings: dict[str, Any]  # without those that keep their default
    loss: float  # nats; NaN where the budget did not suffice, or there was nothing to choose


class Model(NamedTuple):
    method: str
    cuts: tuple[np.ndarray, ...] | None  # of every linear and angular attribute; None: numbers stay
    model: Any  # of the method
    trials: tuple[Trial, ...]
    chosen: int  # place in `trials`


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    method: str = "nb",
    configurations: int | None = 20,
    cpu_seconds: float | None = None,
    inner_folds: int = 5,
) -> Model:
    """Search and fit. method: one of `SPACES`; configurations: largest number that is tried, including the
    defaults;
    cpu_seconds: of the search, without the last fit. One of both may be None.

    Raises InputError for bad parameters, and what the method raises.
    """
    return search(train, rng, method, configurations, cpu_seconds, inner_folds, time.process_time)


def search(
    train: Table,
    rng: np.random.Generator,
    method: str,
    most: int | None,
    cpu_seconds: float | None,
    inner_folds: int,
    clock: Callable[[], float],
) -> Model:
    """Search and fit as `fit` does, with a given clock in seconds.

    The clock is read before every inner fit. Settings that run out of time are not counted; if these are the
    defaults, they are used without a loss.
    """
    one_of(method, SPACES, "method", "random_search")
    if most is None and cpu_seconds is None:
        raise InputError("random_search needs a limit: set configurations or cpu_seconds")
    most = None if most is None else whole(most, 1, "configurations", "random_search")
    if cpu_seconds is not None:
        at_least(cpu_seconds, 0, "cpu_seconds", "random_search")
    whole(inner_folds, 2, "inner_folds", "random_search")
    train, space = counts.known_cases(train), SPACES[method]
    seed = int(rng.integers(2**63))
    _warm_up(train, space)
    folds = list(tuning.inner_folds(train, inner_folds))
    parts: dict[tuple[str | None, int], tuple[Table, Table]] = {}
    trials: list[Trial] = []
    started = clock()
    for discretizer, settings in configurations(space, np.random.default_rng(seed)):
        losses: list[float] = []
        for f, (inside, outside) in enumerate(folds):
            if cpu_seconds is not None and clock() - started >= cpu_seconds:
                break
            key = discretizer, f
            if key not in parts:
                parts[key] = _parts(train, space, discretizer, inside, outside)
            losses.append(_loss(space, settings, seed, *parts[key]))
        complete = len(losses) == len(folds) > 0
        if complete or not trials:
            trials.append(Trial(discretizer, settings, float(np.mean(losses)) if complete else float("nan")))
        if not complete or len(trials) == most:
            break
    chosen = min(range(len(trials)), key=lambda i: trials[i].loss)
    cuts, seen = _cut(train, trials[chosen].discretizer)
    model = space.module.fit(seen, rng=np.random.default_rng(seed), **trials[chosen].settings)
    return Model(method, cuts, model, tuple(trials), chosen)


def _warm_up(train: Table, space: Space) -> None:
    """Load and compile everything that the fits need, before the clock starts."""
    if hasattr(space.module, "warm_up"):
        space.module.warm_up(_cut(train, (space.discretizers or (None,))[0])[1], MANY)


def _cut(train: Table, discretizer: str | None) -> tuple[tuple[np.ndarray, ...] | None, Table]:
    if discretizer is None:
        return None, train
    cuts = tuple(discretization.learn(train, discretizer))
    return cuts, discretization.apply(train, cuts)


def _parts(
    train: Table, space: Space, discretizer: str | None, inside: np.ndarray, outside: np.ndarray
) -> tuple[Table, Table]:
    """Training and test part of an inner fold, in the form that the method gets."""
    cuts, _ = _cut(subset(train, inside), discretizer)
    seen = train if cuts is None else discretization.apply(train, cuts)
    seen = restrict_values(seen, inside, UNSEEN if _tells_unseen(space.module) else MISSING)
    return subset(seen, inside), subset(seen, outside)


def _tells_unseen(module: ModuleType) -> bool:
    return getattr(module, "TELLS_UNSEEN", False)


def _loss(space: Space, settings: dict[str, Any], seed: int, inside: Table, outside: Table) -> float:
    model = space.module.fit(inside, rng=np.random.default_rng(seed), **settings)
    return tuning.clipped_log_loss(outside.y, space.module.predict_log_proba(model, outside))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    module = SPACES[model.method].module
    seen = table if model.cuts is None else discretization.apply(table, model.cuts)
    if not _tells_unseen(module):
        seen = seen._replace(codes=np.maximum(seen.codes, MISSING))
    return module.predict_log_proba(model.model, seen)


def summarize(model: Model) -> dict[str, Any]:
    """As the method, with the settings chosen as `structure`, and the losses, negated, as `trace`: the best
    of the configurations so far, and that of each.
    """
    best = model.trials[model.chosen]
    tried = [-trial.loss for trial in model.trials if trial.loss == trial.loss]
    chosen = {"discretize": best.discretizer} if best.discretizer else {}
    chosen |= best.settings or {"settings": "default"}
    return {
        **SPACES[model.method].module.summarize(model.model),
        "structure": ", ".join(
            f"{k} {v:.3g}" if isinstance(v, float) else f"{k} {v}" for k, v in chosen.items()
        ),
        "trace": {
            "evaluations": list(range(1, len(tried) + 1)),
            "best": np.maximum.accumulate(tried).tolist() if tried else [],
            "mean": tried,
        },
    }
