"""Run one method on the folds of one data set: select the data that it sees, fit it, and check its output.

A method sees only the training part. Value lists that are not declared by metadata are restricted to the
values of the training part, and real columns become intervals by cut points learned on the training part
(`cuts: training`). With `cuts: all`, as in some papers, both come from all cases. A value that does not occur
in the training part is treated as missing, except that a module with `TELLS_UNSEEN = True` gets it as UNSEEN.
The cases to predict have no labels and groups (`table.hide_labels`).
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import time
import zlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.benchmark.predictions import FoldResult, MethodPredictions, make_unmeasured_fold
from naivebench.core.decisions import decide_classes
from naivebench.core.table import (
    Table,
    class_counts,
    hide_labels,
    n_cases,
    n_classes,
    restrict_to_seen_values,
    select_few_cases,
    subset,
)
from naivebench.data.discretization import cut_points
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.models import isolate, output_checks, registry

if TYPE_CHECKING:
    from naivebench.models.method_stanzas import MethodStanza

GRACE = 10.0  # seconds beyond the limit of a fold after which the process that watches it also counts as lost
FEW = 20  # cases of a fit that only loads compiled loops
FoldRun = tuple[FoldResult, tuple[np.ndarray, np.ndarray] | None]  # log_proba, predicted; None if it failed
# model, log_proba, training cases of each class, CPU seconds of fit and prediction
Answer = tuple[Any, np.ndarray, np.ndarray, float, float]


class Setting(NamedTuple):
    """Everything that the predictions of one method depend on."""

    method: str
    stanza: MethodStanza
    table: Table
    folds: Folds  # the folds to run
    # cut points per fold (under leave_one_out: tested case) and real column; None: real columns stay
    cuts: list[list[np.ndarray]] | None
    cuts_see: str  # `training` or `all`
    entropy: tuple[int, ...]  # settings.make_seed_words of the protocol and data set
    limits: isolate.Limits  # limits of one fold
    fingerprint: str = ""  # hash of all of this, code and library versions


def evaluate_method(setting: Setting) -> MethodPredictions:
    """Return the predictions of the method on all folds. The method is imported and warmed up in this
    process, which should be a child (`isolate`), and fitted in its child processes.
    """
    results = reuse_folds(setting)
    missing = [f for f in range(len(setting.folds.fold)) if f not in results]
    if missing:
        run_fold = prepare_method(setting, missing)
        isolate.extend_deadline(setting.limits.seconds + GRACE)
        for f, outcome in isolate.run_isolated(run_fold, missing, setting.limits):
            isolate.extend_deadline(setting.limits.seconds + GRACE)
            results[f] = unpack_outcome(outcome)
        isolate.extend_deadline(setting.limits.seconds)
    return join_folds(setting, results)


def reuse_folds(
    setting: Setting, earlier: MethodPredictions | None = None, keep_failed: bool = True
) -> dict[int, FoldRun]:
    """Return the results of the folds that need no run.

    A method that cannot handle the data set runs on no fold. Folds of `earlier` (same folds, same
    fingerprint) are reused: those that are ok, and with `keep_failed` the failed ones too, unless another
    timeout stopped them.
    """
    if reason := explain_refusal(setting):
        return dict.fromkeys(range(len(setting.folds.fold)), (make_unmeasured_fold(*reason), None))
    marks = setting.fingerprint, len(setting.folds.fold)
    if earlier is None or (earlier.fingerprint, len(earlier.folds)) != marks:
        return {}
    same_timeout = earlier.timeout_seconds == setting.limits.seconds
    results: dict[int, FoldRun] = {}
    for f, result in enumerate(earlier.folds):
        if result.status == "ok" or (keep_failed and (result.status != "timeout" or same_timeout)):
            part = slice(setting.folds.offsets[f], setting.folds.offsets[f + 1])
            results[f] = (result, (earlier.log_proba[part], earlier.predicted[part]))
    return results


def unpack_outcome(outcome: isolate.Outcome) -> FoldRun:
    """Return the result of a fold that ran in a child, or the reason for its loss."""
    if outcome.status == "ok":
        return outcome.value
    return make_unmeasured_fold(outcome.status, outcome.reason), None


def join_folds(setting: Setting, results: Mapping[int, FoldRun]) -> MethodPredictions:
    """Concatenate the folds; folds without predictions become NaN and -1."""
    sizes = np.diff(setting.folds.offsets)
    log_proba = np.full((int(sizes.sum()), n_classes(setting.table)), np.nan, dtype=np.float32)
    predicted = np.full(len(log_proba), -1, dtype=np.int32)
    for f, (result, arrays) in results.items():
        if result.status == "ok" and arrays is not None:
            part = slice(setting.folds.offsets[f], setting.folds.offsets[f + 1])
            log_proba[part], predicted[part] = arrays
    folds = tuple(results[f][0] for f in range(len(sizes)))
    return MethodPredictions(setting.fingerprint, setting.limits.seconds, log_proba, predicted, folds)


def explain_refusal(setting: Setting) -> tuple[str, str] | None:
    """Return status and reason if the method cannot handle the data set or its package is missing."""
    package = setting.stanza.get("package")
    if package and importlib.util.find_spec(package) is None:
        why = setting.stanza.get("not_installed")
        return "unavailable", f"package {package} is not installed" + (f" because {why}" if why else "")
    if "kinds" not in setting.stanza:  # another tool has predicted
        return None
    kinds = setting.stanza["kinds"]
    others = [f"{a.name} ({a.kind})" for a in registry.find_unsupported(setting.stanza, setting.table)]
    if not others:
        return None
    names = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
    accepted = " and ".join(filter(None, [", ".join(kinds[:-1]), kinds[-1]]))
    return "not applicable", f"the method takes only {accepted} attributes, but the data set has {names}"


def prepare_method(setting: Setting, missing: list[int]) -> Callable[[int], FoldRun]:
    """Import the method, warm it up for the folds `missing`, and return the function that runs a fold."""
    module = registry.load(setting.stanza["module"])
    name = getattr(module, "__name__", "")
    # rivals and external methods call no compiled loops of this package
    if name.startswith("naivebench.methods.") and not name.startswith("naivebench.methods.baselines."):
        _warm_up_method(setting, module, missing[0])

    @functools.cache
    def measure_memory_before() -> float:
        """Limit the memory of this process and return how much it uses, once, before the first fold."""
        isolate.limit_memory(setting.limits.memory_mb)
        return isolate.reset_peak_memory()

    def run_fold(f: int) -> FoldRun:
        measure_memory_before()
        label = int(setting.folds.repeat[f]), int(setting.folds.fold[f])
        words = [*setting.entropy, zlib.crc32(setting.method.encode()), *label]
        rng = np.random.default_rng(np.random.SeedSequence(words))
        if setting.folds.scheme == "leave_one_out":
            answer = _predict_left_out_cases(setting, module, f, rng)
        else:
            train = splits.train_rows(setting.folds, f, n_cases(setting.table))
            parts = _make_tables_of_fold(setting, module, train, splits.test_rows(setting.folds, f), f)
            answer = _fit_and_predict(setting, module, *parts, rng)
        model, log_proba, counts, fitting, predicting = answer
        predicted = decide_classes(log_proba, counts)
        summary = output_checks.check_summary(module.summarize(model))
        memory = max(0.0, isolate.peak_memory_mb() - measure_memory_before())
        result = FoldResult("ok", "", summary, fitting, predicting, memory)
        return result, (log_proba.astype(np.float32), predicted)

    return run_fold


def _warm_up_method(setting: Setting, module: ModuleType, f: int) -> None:
    """Load or compile loops outside the measured time, by a small fit; the folds report its errors."""
    test, alone = splits.test_rows(setting.folds, f), setting.folds.scheme == "leave_one_out"
    n = n_cases(setting.table)
    train = np.delete(np.arange(n), test[0]) if alone else splits.train_rows(setting.folds, f, n)
    few = select_few_cases(_make_tables_of_fold(setting, module, train, test[:1], f)[0], FEW)
    params, rng = setting.stanza.get("params", {}), np.random.default_rng(0)
    with contextlib.suppress(Exception, SystemExit):
        model = module.fit(few, rng=rng, **params)
        module.predict_log_proba(model, few)
        if alone and hasattr(module, "leave_one_out"):
            module.leave_one_out(model, few)


def _discretize_for_fold(setting: Setting, f: int) -> Table:
    """Discretize by the cut points of fold (leave_one_out: tested case) f if the method wants intervals."""
    if not setting.stanza.get("discretize") or not setting.cuts:
        return setting.table
    # cut points of all cases are the same for every fold
    return cut_points.apply_cuts(setting.table, setting.cuts[0 if setting.cuts_see == "all" else f])


def _make_tables_of_fold(
    setting: Setting, module: ModuleType, train: np.ndarray, test: np.ndarray, cuts_of: int
) -> tuple[Table, Table]:
    """Return training part and test fold, given as rows, in the form that the method sees."""
    table = _discretize_for_fold(setting, cuts_of)
    if setting.cuts_see == "training":
        table = restrict_to_seen_values(table, train, registry.find_unseen_code(module))
    return subset(table, train), subset(table, test)


def _fit_and_predict(
    setting: Setting, module: ModuleType, train: Table, test: Table, rng: np.random.Generator
) -> Answer:
    started = time.process_time()
    model = module.fit(train, rng=rng, **setting.stanza.get("params", {}))
    fitted = time.process_time()
    log_proba = module.predict_log_proba(model, hide_labels(test))
    predicted = time.process_time()
    log_proba = output_checks.check_posterior(log_proba, n_cases(test), n_classes(train))
    return model, log_proba, class_counts(train), fitted - started, predicted - fitted


def _predict_left_out_cases(setting: Setting, module: ModuleType, f: int, rng: np.random.Generator) -> Answer:
    """Predict every case from all others, by the method's own procedure or, without one, by n fits.

    For a method that searches, its `leave_one_out` evaluates the model found on all cases, as its authors
    did. Cut points of all cases also use the skipped rows.
    """
    rows, params, model = splits.test_rows(setting.folds, f), setting.stanza.get("params", {}), None
    table = _discretize_for_fold(setting, 0) if setting.cuts_see == "all" else setting.table
    table = table if len(rows) == n_cases(table) else subset(table, rows)
    started, seconds = time.process_time(), np.zeros(2)
    if hasattr(module, "leave_one_out") and setting.cuts_see == "all":
        model = module.fit(table, rng=rng, **params)
        log_proba = module.leave_one_out(model, table)
        seconds[0] = time.process_time() - started
    else:
        log_proba = np.empty((n_cases(table), n_classes(table)))
        for i in range(len(rows)):
            parts = _make_tables_of_fold(setting, module, np.delete(rows, i), rows[i : i + 1], i)
            last, log_proba[i : i + 1], _, *of_case = _fit_and_predict(setting, module, *parts, rng)
            seconds += of_case
            # without cut points of all cases, no model of all cases is summarized
            model = last if setting.cuts_see == "training" else None
    log_proba = output_checks.check_posterior(log_proba, n_cases(table), n_classes(table))
    counts = class_counts(table) - np.eye(n_classes(table), dtype=int)[table.y]
    model = module.fit(table, rng=rng, **params) if model is None else model
    return model, log_proba, counts, *seconds.tolist()
