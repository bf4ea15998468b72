"""The loop of a benchmark: fit and predict one method on the folds of one data set.

A method sees only the training part. Value lists that are not declared by metadata are restricted to the
values of the training part, and real columns become intervals by cut points learned on the training part
(`cuts: training`); with `cuts: all`, as some papers did, both come from all cases. A value that does not
occur in the training part is treated as missing, except that a module with `TELLS_UNSEEN = True` gets it as
UNSEEN. The cases to predict have no labels and groups (`table.without_labels`).
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import inspect
import time
import zlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.benchmark.predictions import FoldResult, MethodPredictions
from naivebench.core.decide import decide
from naivebench.core.table import (
    DISCRETE,
    Table,
    class_counts,
    few_cases,
    n_cases,
    n_classes,
    restrict_values,
    subset,
)
from naivebench.data.discretization import apply as discretization
from naivebench.evaluation.folds import Folds, train_rows
from naivebench.models import answers, isolate, registry

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza

NAN = float("nan")
GRACE = 10.0  # seconds beyond the limit of a fold after which the process that watches it also counts as lost
FEW = 20  # cases of a fit that only loads compiled loops
SHARED_CELLS = 20_000_000  # cells of cut tables, of one to four bytes, that methods share
Predicted = tuple[np.ndarray, np.ndarray]  # log_proba and predicted of the test cases of a fold
FoldRun = tuple[FoldResult, Predicted | None]  # None if the fold failed
# log_proba, predicted, summary, CPU seconds of fit and prediction
Run = tuple[np.ndarray, np.ndarray, dict[str, Any], float, float]


class Setting(NamedTuple):
    """Everything that the predictions of one method depend on, apart from code and library versions."""

    method: str
    stanza: MethodStanza
    table: Table
    folds: Folds  # the folds to run
    # cut points per fold (under leave_one_out: tested case) and real column; None: real columns stay
    cuts: list[list[np.ndarray]] | None
    cuts_see: str  # `training` or `all`
    entropy: tuple[int, ...]  # plan.entropy of the protocol and data set
    limits: isolate.Limits  # limits of one fold
    threads: int = 1  # cores of one fit; the results do not depend on it
    cut_tables: list[Table] | None = None  # what `cut_tables` returned; None: cut again for every fold


class Begun(NamedTuple):
    """Folds of a method: those with a result before any fit, and those to run."""

    results: dict[int, FoldRun]
    missing: list[int]


def evaluate(
    setting: Setting, fingerprint: str, earlier: MethodPredictions | None = None, keep_failed: bool = True
) -> MethodPredictions:
    """Predictions of the method on the test cases of all folds, failures included as such.

    The method is imported and warmed up in this process, which should be a child (`isolate`), and fitted in
    child processes of it.
    """
    results, missing = begin(setting, fingerprint, earlier, keep_failed)
    if missing:
        run_fold = prepared(setting, missing)
        isolate.extend_deadline(setting.limits.seconds + GRACE)
        for f, outcome in isolate.run(run_fold, missing, setting.limits):
            isolate.extend_deadline(setting.limits.seconds + GRACE)
            results[f] = fold_run(outcome)
        isolate.extend_deadline(setting.limits.seconds)
    return gathered(setting, fingerprint, results)


def begin(setting: Setting, fingerprint: str, earlier: MethodPredictions | None, keep_failed: bool) -> Begun:
    """Divide the folds into those that need no run and all others.

    Folds of `earlier` (same folds, same fingerprint) are taken over: those that are ok, and with
    `keep_failed` the failed ones too, unless another timeout stopped them. A method that cannot handle the
    data set runs on no fold.
    """
    everything = range(len(setting.folds.fold))
    if barred := _barred(setting):
        return Begun(dict.fromkeys(everything, (FoldResult(*barred, {}, NAN, NAN, NAN), None)), [])
    kept = _kept(setting, earlier, fingerprint, keep_failed)
    return Begun(kept, [f for f in everything if f not in kept])


def prepared(setting: Setting, missing: list[int]) -> Callable[[int], FoldRun]:
    """Import the method, warm it up for the folds `missing`, and return the function that runs a fold."""
    module = registry.load(setting.stanza["module"])
    if has_loops(module):
        _warm_up(setting, module, missing)
    return _fold_runner(setting, module)


def fold_run(outcome: isolate.Outcome) -> FoldRun:
    """What a fold that ran in a child gave, or why it was lost."""
    if outcome.status == "ok":
        return outcome.value
    return FoldResult(outcome.status, outcome.reason, {}, NAN, NAN, NAN), None


def gathered(setting: Setting, fingerprint: str, results: Mapping[int, FoldRun]) -> MethodPredictions:
    """Concatenate the folds; folds without predictions become NaN and -1."""
    sizes = np.diff(setting.folds.offsets)
    log_proba = np.full((int(sizes.sum()), n_classes(setting.table)), np.nan, dtype=np.float32)
    predicted = np.full(len(log_proba), -1, dtype=np.int32)
    for f, (result, arrays) in results.items():
        if result.status == "ok" and arrays is not None:
            part = slice(setting.folds.offsets[f], setting.folds.offsets[f + 1])
            log_proba[part], predicted[part] = arrays
    folds = tuple(results[f][0] for f in range(len(sizes)))
    return MethodPredictions(fingerprint, setting.limits.seconds, log_proba, predicted, folds)


def _barred(setting: Setting) -> tuple[str, str] | None:
    """Status and reason if the method cannot handle the data set or its package is missing; otherwise
    None.
    """
    package = setting.stanza.get("package")
    if package and importlib.util.find_spec(package) is None:
        why = setting.stanza.get("not_installed")
        return "unavailable", f"package {package} is not installed" + (f" because {why}" if why else "")
    if "kinds" not in setting.stanza:  # another tool has predicted
        return None
    kinds = set(setting.stanza["kinds"])
    # an attribute without values does not matter
    others = [
        a for a in setting.table.attributes if a.kind not in kinds and (a.kind not in DISCRETE or a.values)
    ]
    if not others:
        return None
    names = ", ".join(f"{a.name} ({a.kind})" for a in others[:3]) + (
        f" and {len(others) - 3} more" if len(others) > 3 else ""
    )
    *first, last = setting.stanza["kinds"]
    taken = f"{', '.join(first)} and {last}" if first else last
    return "not applicable", f"the method takes only {taken} attributes, but the data set has {names}"


def _kept(
    setting: Setting, earlier: MethodPredictions | None, fingerprint: str, keep_failed: bool
) -> dict[int, FoldRun]:
    if earlier is None or earlier.fingerprint != fingerprint or len(earlier.folds) != len(setting.folds.fold):
        return {}
    same_timeout = earlier.timeout_seconds == setting.limits.seconds
    kept: dict[int, FoldRun] = {}
    for f, result in enumerate(earlier.folds):
        if result.status == "ok" or (keep_failed and (result.status != "timeout" or same_timeout)):
            part = slice(setting.folds.offsets[f], setting.folds.offsets[f + 1])
            kept[f] = (result, (earlier.log_proba[part], earlier.predicted[part]))
    return kept


def _fold_runner(setting: Setting, module: ModuleType) -> Callable[[int], FoldRun]:
    """Return the function that runs in the child process, fold by fold."""
    whole = _whole(setting)

    @functools.cache
    def memory_before() -> float:
        """Memory of this process at the start of the first fold; limits count from there, too."""
        isolate.limit_memory(setting.limits.memory_mb)
        return isolate.reset_peak_memory()

    def run_fold(f: int) -> FoldRun:
        memory_before()
        test = _test(setting, f)
        rng = np.random.default_rng(
            np.random.SeedSequence(
                [*setting.entropy, zlib.crc32(setting.method.encode()), *_label(setting, f)]
            )
        )
        run = _leave_one_out if setting.folds.scheme == "leave_one_out" else _split
        log_proba, predicted, summary, fit_seconds, predict_seconds = run(
            setting, module, whole, test, f, rng
        )
        memory = max(0.0, isolate.peak_memory_mb() - memory_before())
        result = FoldResult("ok", "", answers.summary(summary), fit_seconds, predict_seconds, memory)
        return result, (log_proba.astype(np.float32), predicted)

    return run_fold


def has_loops(module: ModuleType) -> bool:
    """Whether a method may call compiled loops of this package: rivals and methods of others do not."""
    name = getattr(module, "__name__", "")
    return name.startswith("naivebench.methods.") and not name.startswith("naivebench.methods.baselines.")


def _warm_up(setting: Setting, module: ModuleType, folds: list[int]) -> None:
    """Load or compile the loops of a method in this process, outside the measured time: fit few cases.

    An error is left to the folds, which report it.
    """
    whole, test = _whole(setting), _test(setting, folds[0])
    if setting.folds.scheme == "leave_one_out":
        train, test = np.delete(np.arange(n_cases(whole)), test[0]), test[:1]
    else:
        train = train_rows(setting.folds, folds[0], n_cases(whole))
    part = _parts(setting, module, whole, train, test, folds[0])[0]
    few, params, rng = few_cases(part, FEW), _params(setting, module), np.random.default_rng(0)
    with contextlib.suppress(Exception, SystemExit):
        if setting.folds.scheme == "leave_one_out" and hasattr(module, "fit_leave_one_out"):
            module.fit_leave_one_out(few, rng=rng, **params)
        module.predict_log_proba(module.fit(few, rng=rng, **params), few)


def _whole(setting: Setting) -> Table:
    """All cases, cut by the cut points of all cases if the protocol lets the method see them."""
    if setting.cuts_see == "all" and setting.stanza.get("discretize") and setting.cuts:
        return _cut(setting, setting.table, 0)
    return setting.table


def cut_tables(table: Table, cuts: list[list[np.ndarray]]) -> list[Table] | None:
    """The table cut by the cut points of every fold, so that methods can share it; None if it is large."""
    if table.reals.size * len(cuts) > SHARED_CELLS:
        return None
    return [discretization.apply(table, points) for points in cuts]


def _cut(setting: Setting, table: Table, f: int) -> Table:
    """The table cut by the cut points of fold f."""
    assert setting.cuts is not None  # the callers have asked
    if setting.cut_tables is not None and table is setting.table:
        return setting.cut_tables[f]
    return discretization.apply(table, setting.cuts[f])


def _test(setting: Setting, f: int) -> np.ndarray:
    """Rows of the test part of fold f."""
    return setting.folds.test[setting.folds.offsets[f] : setting.folds.offsets[f + 1]]


def _label(setting: Setting, f: int) -> tuple[int, int]:
    return int(setting.folds.repeat[f]), int(setting.folds.fold[f])


def _parts(
    setting: Setting, module: ModuleType, whole: Table, train: np.ndarray, test: np.ndarray, cuts_of: int
) -> tuple[Table, Table]:
    """Training and test part, given as rows, in the form that the method sees."""
    if setting.cuts_see == "training":
        if setting.stanza.get("discretize") and setting.cuts is not None:
            whole = _cut(setting, whole, cuts_of)
        whole = restrict_values(whole, train, registry.unseen_code(module))
    return subset(whole, train), subset(whole, test)


def _params(setting: Setting, module: ModuleType) -> dict[str, Any]:
    """Parameters of the stanza, and the number of cores for a method that can use several."""
    params = setting.stanza.get("params", {})
    takes_threads = "threads" in inspect.signature(module.fit).parameters
    return {"threads": setting.threads, **params} if takes_threads else params


def _fit_predict(
    setting: Setting, module: ModuleType, train: Table, test: Table, rng: np.random.Generator
) -> tuple[Any, np.ndarray, float, float]:
    started = time.process_time()
    model = module.fit(train, rng=rng, **_params(setting, module))
    fitted = time.process_time()
    log_proba = answers.predict_unlabelled(module, model, test)
    predicted = time.process_time()
    log_proba = answers.posterior(log_proba, n_cases(test), n_classes(train))
    return model, log_proba, fitted - started, predicted - fitted


def _split(
    setting: Setting, module: ModuleType, whole: Table, test: np.ndarray, f: int, rng: np.random.Generator
) -> Run:
    """Run one training and one test part."""
    train = train_rows(setting.folds, f, n_cases(whole))
    train_table, test_table = _parts(setting, module, whole, train, test, f)
    model, log_proba, fit_seconds, predict_seconds = _fit_predict(
        setting, module, train_table, test_table, rng
    )
    predicted = decide(log_proba, class_counts(train_table))
    return log_proba, predicted, module.summarize(model), fit_seconds, predict_seconds


def _leave_one_out(
    setting: Setting, module: ModuleType, whole: Table, test: np.ndarray, f: int, rng: np.random.Generator
) -> Run:
    """Predict every case from all others, by the method's own procedure or, without one, by n fits.

    For a method that searches, `fit_leave_one_out` evaluates the model found on all cases, as its authors
    did. Cut points of all cases are learned from skipped rows too.
    """
    params, model = _params(setting, module), None
    whole = whole if len(test) == n_cases(whole) else subset(whole, test)
    started = time.process_time()
    if hasattr(module, "fit_leave_one_out") and setting.cuts_see == "all":
        model, log_proba = module.fit_leave_one_out(whole, rng=rng, **params)
        seconds = (time.process_time() - started, 0.0)
    elif hasattr(module, "leave_one_out") and setting.cuts_see == "all":
        log_proba = module.leave_one_out(whole, rng=rng, **params)
        seconds = (time.process_time() - started, 0.0)
    else:
        log_proba, seconds = np.empty((n_cases(whole), n_classes(whole))), (0.0, 0.0)
        for i in range(len(test)):
            rest = np.delete(np.arange(n_cases(whole)), i)
            parts = _parts(setting, module, whole, rest, np.array([i]), i)
            last, log_proba[i : i + 1], fit_seconds, predict_seconds = _fit_predict(
                setting, module, *parts, rng
            )
            # without cut points of all cases, no model of all cases is summarized
            model = last if setting.cuts_see == "training" else None
            seconds = (seconds[0] + fit_seconds, seconds[1] + predict_seconds)
    log_proba = answers.posterior(log_proba, n_cases(whole), n_classes(whole))
    counts = class_counts(whole) - np.eye(n_classes(whole), dtype=int)[whole.y]
    model = module.fit(whole, rng=rng, **params) if model is None else model
    return log_proba, decide(log_proba, counts), module.summarize(model), *seconds
