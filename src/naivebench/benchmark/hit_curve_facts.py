"""Results about the hit curves of all methods on one data set under one protocol, as the report shows them.

For a generated data set, predictions are also compared with its source: the true probabilities, and the
critical patterns planted in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from naivebench.benchmark.predictions import Part, Parts, concatenate_folds
from naivebench.core import hit_curves, patterns
from naivebench.core.hit_curves import HitCurve
from naivebench.core.table import Table, class_counts, n_cases
from naivebench.data import customs_generator
from naivebench.data.customs_generator import Customs
from naivebench.evaluation import folds as splits
from naivebench.evaluation.classification import make_cases
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics.intervals import estimate_mean
from naivebench.models.output_checks import CHOSEN_BY

GRID = np.round(np.geomspace(0.001, 1.0, 61), 6)  # selection rates of the plotted curves
TEST_RATES = tuple(np.round(np.arange(1, 21) / 100, 2).tolist())  # 1 % to 20 % in steps of 1 %
TESTED = ("hit_area", "hit_area_10", "rmse", "log_loss_clipped")  # metrics
EDGES = np.round(10.0 ** np.arange(-5, 0.01, 0.25), 12)  # edges of the bins of predicted probabilities
Curves = dict[tuple[int, int], HitCurve]  # (repeat, fold) -> curve of its test fold
Measured = dict[tuple[int, int], np.ndarray]  # (repeat, fold) -> metrics and recalls
FIRST = 0.01  # selection rate that defines the first cases, among which the cases of a pattern are counted


def compute_hit_facts(
    table: Table,
    folds: Folds,
    methods: dict[str, Parts],
    *,
    reference: str,
    source: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Compute curves, tests, constants and calibration of all methods, in a form for JSON. Numbers have six
    digits; a value that is not defined is None, and a fact that is not known for these data is left out.

    - `curves`: method -> recall at `rates`
    - `tests`: method -> the reference minus the method, by metric and in recall at `test_rates`
    - `constants`, `sizes`: method -> name -> a value for each fold
    - `identical`: method -> other methods with the same predictions on all of its folds, bit for bit
    - `calibration`: method -> distance of predicted from observed probabilities, and bins
    - `patterns`: the planted patterns, and how well each method recognises them

    reference: the method that is tested against every other method; source: the `source` of the data set's
    stanza, whose generator gives the true probabilities.
    """
    positive = hit_curves.positive_class(class_counts(table), table.classes)
    hits, customs = table.y == positive, redraw_generated_data(source, table)
    curves = {method: compute_curves(hits, parts, positive) for method, parts in methods.items()}
    recurring, unseen = compute_seen_case_and_new_value_shares(table, folds)
    content: dict[str, Any] = {
        "positive": table.classes[positive],
        "cases": n_cases(table),
        "positive_rate": float(hits.mean()),
        "folds": len(folds.fold),
        "recurring": recurring,
        "unseen": unseen,
        "reference": reference,
        "rates": GRID.tolist(),
        "test_rates": list(TEST_RATES),
        "curves": {
            m: {"recall": _round_values(pool_recall(by_fold.values(), GRID))} for m, by_fold in curves.items()
        },
        "calibration": {
            method: measure_calibration(hits, parts, positive, customs) for method, parts in methods.items()
        },
        "constants": {method: list_chosen_constants(parts) for method, parts in methods.items()},
        "sizes": {method: list_model_sizes(parts) for method, parts in methods.items()},
        "tests": {},
        "identical": find_identical_predictions(methods),
    }
    if reference in methods:
        ratio = splits.average_test_train_ratio(folds, n_cases(table))
        found = {m: compute_fold_metrics(table.y, parts, curves[m]) for m, parts in methods.items()}
        others = {m: rival for m, rival in found.items() if m != reference}
        content["tests"] = {m: compare_metrics(found[reference], rival, ratio) for m, rival in others.items()}
    return content if customs is None else content | {"patterns": score_patterns(customs, methods, positive)}


def compute_seen_case_and_new_value_shares(table: Table, folds: Folds) -> tuple[float | None, float | None]:
    """Measure two shares of the test cases over all folds: cases whose combination of all nominal and ordinal
    values occurs in the training part, and cases with a value that does not occur there.

    A missing cell counts as a value.
    """
    columns, n = np.ascontiguousarray(table.codes.T) + np.int32(1), n_cases(table)
    again, new, tested = 0, 0, 0
    for f in range(len(folds.fold)):
        train, test = splits.train_rows(folds, f, n), splits.test_rows(folds, f)
        steps, _ = patterns.learn_patterns(columns[:, train])
        again += int(np.count_nonzero(patterns.locate_patterns(steps, columns[:, test]) >= 0))
        unseen = [~np.isin(column[test], column[train]) for column in columns]
        new += int(np.count_nonzero(np.any(unseen, axis=0))) if unseen else 0
        tested += len(test)
    return _round_value(again / max(tested, 1)), _round_value(new / max(tested, 1))


def compute_curves(hits: np.ndarray, parts: Parts, positive: int) -> Curves:
    """Compute the hit curve of every test fold. hits: (n,) bool, the cases of the positive class."""
    return {
        key: hit_curves.hit_curve(hits[part.rows], hit_curves.score_cases(part.log_proba, positive))
        for key, part in parts.items()
    }


def pool_recall(curves: Iterable[HitCurve], rates: np.ndarray) -> np.ndarray:
    """Compute recall of all test folds at R selection rates, (R,); NaN without positive cases.

    Scores of different test folds come from different models and are not compared. At a rate of x, the first
    share x of every fold is inspected, and their hits are counted together.
    """
    total, found = 0.0, np.zeros(len(rates))
    for curve in curves:
        if curve.n_positive:
            total += curve.n_positive
            found += curve.n_positive * hit_curves.recall_at(curve, rates)
    return found / total if total else np.full(len(rates), np.nan)


def find_selection_rates(score: np.ndarray) -> np.ndarray:
    """Find the selection rate at which each case is inspected, (n,), best first; ties share a mean rate."""
    from scipy.stats import rankdata

    return (rankdata(-score) - 0.5) / max(len(score), 1)


def compute_fold_metrics(y: np.ndarray, parts: Parts, curves: Curves) -> Measured:
    """Compute the metrics `TESTED` and recall at `TEST_RATES` on every test fold. y: (n,) classes."""
    measured = {}
    for key, part in parts.items():
        cases = make_cases(y[part.rows], part.log_proba)
        metrics = [METRICS[metric].compute(cases) for metric in TESTED]
        measured[key] = np.append(metrics, hit_curves.recall_at(curves[key], TEST_RATES))
    return measured


def compare_metrics(reference: Measured, other: Measured, ratio: float) -> dict[str, Any]:
    """Compare the reference with a method over the folds that both have, by corrected resampled t tests in
    metrics and mean differences in recall at every selection rate.
    """
    gaps = np.array([reference[key] - other[key] for key in reference if key in other])
    gaps = gaps.reshape(-1, len(TESTED) + len(TEST_RATES))
    content: dict[str, Any] = {}
    for metric, values in zip(TESTED, gaps.T[: len(TESTED)], strict=True):
        test = estimate_mean(values[np.isfinite(values)], ratio)
        content[metric] = {"difference": test.value if test.n else None, "p": test.p}
    recall = gaps[:, len(TESTED) :]
    recall = recall[np.isfinite(recall).all(axis=1)]
    means = recall.mean(axis=0) if len(recall) else np.full(len(TEST_RATES), np.nan)
    return content | {"recall": {"difference": _round_values(means)}}


def list_chosen_constants(parts: Parts) -> dict[str, list[Any]]:
    """List constants that the summaries report as chosen: for each name, a value per fold."""
    summaries = [p.summary for p in parts.values()]
    common = {key: summaries[0][key] for key in summaries[0] if all(key in s for s in summaries)}
    names = [k.removesuffix(CHOSEN_BY) for k in common if k.endswith(CHOSEN_BY) and common[k] != "fixed"]
    return {k: [s[k] for s in summaries] for k in names if k in common}


def list_model_sizes(parts: Parts) -> dict[str, list[float]]:
    """List the numbers of explicit rows and of splits of learned class tables, one per fold."""
    summaries = [p.summary for p in parts.values()]
    sizes = {"rows": [s["rows"] for s in summaries if "rows" in s]}
    sizes["splits"] = [sum(s["splits"].values()) for s in summaries if "splits" in s]
    return {key: values for key, values in sizes.items() if len(values) == len(summaries)}


def find_identical_predictions(methods: dict[str, Parts]) -> dict[str, list[str]]:
    """Find the methods whose predictions equal those of another one on all of their test folds."""

    def are_equal(parts: Parts, other: Parts) -> bool:
        return all(f in other and np.array_equal(p.log_proba, other[f].log_proba) for f, p in parts.items())

    equal = {m: [o for o in methods if o != m and are_equal(methods[m], methods[o])] for m in methods}
    return {m: others for m, others in equal.items() if others}


def measure_calibration(
    hits: np.ndarray, parts: Parts, positive: int, customs: Customs | None
) -> dict[str, Any]:
    """Measure predicted, observed and, where it is known, true P(positive) in bins of the predicted one, and
    the distances between them: `rmse_true`, and the mean Kullback-Leibler divergence in nats.

    The divergence is None if it is infinite (a positive probability was predicted to be 0).
    """
    tested = concatenate_folds(parts)
    predicted = compute_probability(tested, positive)
    values = {"predicted": predicted, "observed": hits[tested.rows].astype(np.float64)}
    values |= {} if customs is None else {"true": customs.probability[tested.rows]}
    inside = np.searchsorted(EDGES, predicted, side="right")
    cases = np.bincount(inside, minlength=len(EDGES) + 1)
    sums = {name: np.bincount(inside, numbers, len(EDGES) + 1) for name, numbers in values.items()}
    gap = np.abs(sums["predicted"] - sums["observed"]).sum() / max(len(predicted), 1)
    bins = [
        {"cases": int(cases[b])} | {name: _round_value(total[b] / cases[b]) for name, total in sums.items()}
        for b in np.flatnonzero(cases)
    ]
    distances = {} if customs is None else compare_probabilities(customs.probability[tested.rows], predicted)
    return {"gap": _round_value(gap)} | distances | {"bins": bins}


def compare_probabilities(true: np.ndarray, predicted: np.ndarray) -> dict[str, float | None]:
    """Measure distances between true and predicted P(positive), (m,) each; see `measure_calibration`."""
    from scipy.special import rel_entr

    rmse = np.sqrt(np.mean(np.square(predicted - true)))
    divergence = (rel_entr(true, predicted) + rel_entr(1 - true, 1 - predicted)).mean()
    return {"rmse_true": _round_value(rmse), "divergence": _round_value(divergence)}


def redraw_generated_data(source: Mapping[str, Any] | None, table: Table) -> Customs | None:
    """Draw the data of the generator `customs` again; None for other data and for changed labels."""
    if not isinstance(source, Mapping) or source.get("generator") != "customs":
        return None
    customs = customs_generator.draw_customs(**source.get("params", {}))
    return customs if np.array_equal(customs.y, table.y) else None


def score_patterns(customs: Customs, methods: dict[str, Parts], positive: int) -> dict[str, Any]:
    """Describe every planted pattern (its number of attributes, tested cases and mean true probability)
    and how well each method separates it from its competitors. Cases count as often as they are tested.
    """
    rows, planted = concatenate_folds(next(iter(methods.values()))).rows, []
    for pattern in customs.patterns:
        hits = rows[customs_generator.find_rows_with(customs.codes[rows], pattern.values)]
        true = float(customs.probability[hits].mean()) if len(hits) else None
        planted.append({"order": len(pattern.values), "cases": len(hits), "true": true})
    by_method = {m: measure_pattern_recognition(customs, parts, positive) for m, parts in methods.items()}
    return {"planted": planted, "methods": by_method}


def measure_pattern_recognition(customs: Customs, parts: Parts, positive: int) -> dict[str, list[Any]]:
    """Describe how a method treats each planted pattern; None if no tested case matches it.

    found: whether, for each attribute of the pattern, its cases are on average inspected before the cases
    that match the pattern except in that attribute; the pattern is then recognised among its more general
    competitors. predicted: mean P(positive). first: share of its cases that are among the first 1 %.
    """
    tested = concatenate_folds(parts)
    codes, predicted = customs.codes[tested.rows], compute_probability(tested, positive)
    scores = [hit_curves.score_cases(part.log_proba, positive) for part in parts.values()]
    rates = np.concatenate([find_selection_rates(of_fold) for of_fold in scores])
    fates: dict[str, list[Any]] = {"found": [], "predicted": [], "first": []}
    for pattern in customs.patterns:
        hits = customs_generator.find_rows_with(codes, pattern.values)
        fate: tuple[bool | None, float | None, float | None] = (None, None, None)
        if len(hits):
            misses = []  # mean rates of the cases that match the pattern except in one attribute
            for left_out in pattern.values:
                rest = {j: value for j, value in pattern.values.items() if j != left_out}
                near = np.setdiff1d(customs_generator.find_rows_with(codes, rest), hits, assume_unique=True)
                misses += [rates[near].mean()] if len(near) else []
            early = bool(rates[hits].mean() < min(misses, default=1.0))
            fate = early, _round_value(predicted[hits].mean()), _round_value((rates[hits] <= FIRST).mean())
        for name, value in zip(fates, fate, strict=True):
            fates[name].append(value)
    return fates


def compute_probability(tested: Part, positive: int) -> np.ndarray:
    """Compute the predicted P(positive) of all cases, (m,)."""
    return np.exp(tested.log_proba[:, positive].astype(np.float64))


def _round_value(value: float) -> float | None:
    """Round to six significant digits; return None for a value that is not a finite number."""
    return float(f"{value:.6g}") if np.isfinite(value) else None


def _round_values(values: np.ndarray) -> list[float | None]:
    return [_round_value(v) for v in values.tolist()]
