"""Results about the hit curves of all methods on one data set under one protocol, as the report shows
them.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from naivebench.benchmark import planted
from naivebench.benchmark.predictions import Predictions
from naivebench.core import hit_curves, patterns
from naivebench.core.table import Table, class_counts, n_cases
from naivebench.data.customs_generator import Customs
from naivebench.evaluation import folds as splits
from naivebench.evaluation import hit_folds
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.models.answers import CHOSEN_BY

TEST_RATES = tuple(np.round(np.arange(1, 21) / 100, 2).tolist())  # 1 % to 20 % in steps of 1 %
EDGES = np.round(10.0 ** np.arange(-5, 0.01, 0.25), 12)  # edges of the bins of predicted probabilities


class Part(NamedTuple):
    """The predictions of a method on one test part."""

    rows: np.ndarray  # (m,) rows of the prepared table
    log_proba: np.ndarray  # (m, K) nats
    summary: dict[str, Any]


Parts = dict[tuple[int, int], Part]  # (repeat, fold) -> its test part


def gather(loaded: Iterable[Predictions]) -> dict[str, Parts]:
    """Method -> its test parts that are ok, in the order of the files."""
    gathered: dict[str, Parts] = {}
    for predictions in loaded:
        for method, p in predictions.methods.items():
            parts = gathered.setdefault(method, {})
            for f, result in enumerate(p.folds):
                inside = slice(predictions.offsets[f], predictions.offsets[f + 1])
                if result.status == "ok":
                    parts[int(predictions.repeat[f]), int(predictions.fold[f])] = Part(
                        predictions.row[inside], p.log_proba[inside], result.summary
                    )
    return {method: dict(sorted(parts.items())) for method, parts in gathered.items() if parts}


def facts(
    table: Table,
    folds: Folds,
    methods: dict[str, Parts],
    *,
    reference: str,
    seed: Sequence[int],
    source: Mapping[str, Any] | None = None,
    draws: int = hit_folds.DRAWS,
) -> dict[str, Any]:
    """Curves, tests, constants and calibration of all methods, in the form for JSON. Numbers have six digits;
    a value that is not defined is None, and a fact that is not known for these data is left out.

    - `curves`: method -> recall at `rates` with its band, and the areas below the curve with their intervals
    - `tests`: method -> the reference minus the method, by metric and in recall at `test_rates`
    - `constants`, `sizes`: method -> name -> a value for each fold
    - `identical`: method -> other method -> number of folds with the same predictions
    - `calibration`: method -> distance of predicted from observed probabilities, and bins
    - `patterns`: the planted patterns, and what each method makes of them

    reference: the method that is tested against every other method; seed, draws: seed words and size of the
    bootstrap; source: the `source` of the data set's stanza, from whose generator the true probabilities are
    known.
    """
    positive = hit_curves.positive_class(class_counts(table), table.classes)
    hits, made = table.y == positive, planted.truth_of(source, table)
    ratio, against = test_train_ratio(folds, n_cases(table)), methods.get(reference)
    again = recurrence(table, folds)
    content: dict[str, Any] = {
        "positive": table.classes[positive],
        "cases": n_cases(table),
        "positive_rate": float(hits.mean()),
        "scheme": folds.scheme,
        "folds": len(folds.fold),
        "test_train_ratio": ratio,
        "recurring": again[0],
        "unseen": again[1],
        "reference": reference,
        "rates": hit_folds.GRID.tolist(),
        "test_rates": list(TEST_RATES),
        "curves": {
            m: curve(hits, parts, positive, [*seed, zlib.crc32(m.encode())], draws)
            for m, parts in methods.items()
        },
        "tests": {
            m: tests(table, against, parts, positive, ratio)
            for m, parts in methods.items()
            if against and m != reference
        },
        "constants": {m: values for m, parts in methods.items() if (values := constants(parts))},
        "sizes": {m: values for m, parts in methods.items() if (values := sizes(parts))},
        "identical": identical(methods),
        "calibration": {m: calibration(hits, parts, positive, made) for m, parts in methods.items()},
    }
    return content if made is None else content | {"patterns": _patterns(made, methods, positive)}


def test_train_ratio(folds: Folds, n: int) -> float:
    """Mean of test cases / training cases over the folds."""
    sizes = np.diff(folds.offsets)
    trained = [max(splits.train_size(folds, f, n), 1) for f in range(len(sizes))]
    return float(np.mean(sizes / np.array(trained)))


def recurrence(table: Table, folds: Folds) -> tuple[float | None, float | None]:
    """Shares of the test cases, over all folds: those whose combination of all nominal and ordinal values
    occurs in the training part, and those with a value that does not occur there.

    A missing cell counts as a value.
    """
    columns, n = np.ascontiguousarray(table.codes.T) + np.int32(1), n_cases(table)
    again, new, tested = 0, 0, 0
    for f in range(len(folds.fold)):
        train, test = splits.train_rows(folds, f, n), splits.test_rows(folds, f)
        steps, _ = patterns.learn(columns[:, train])
        again += int(np.count_nonzero(patterns.locate(steps, columns[:, test]) >= 0))
        unseen = [~np.isin(column[test], column[train]) for column in columns]
        new += int(np.count_nonzero(np.any(unseen, axis=0))) if unseen else 0
        tested += len(test)
    return _number(again / max(tested, 1)), _number(new / max(tested, 1))


def curve(hits: np.ndarray, parts: Parts, positive: int, seed: Sequence[int], draws: int) -> dict[str, Any]:
    """Recall at the rates of the grid with its band, and the areas with their intervals."""
    blocks = [
        hit_folds.blocks(hits[p.rows], hit_curves.scores(p.log_proba, positive)) for p in parts.values()
    ]
    band = hit_folds.banded(
        blocks, hit_folds.GRID, rng=np.random.default_rng(np.random.SeedSequence(list(seed))), draws=draws
    )
    ends = {name: _short(getattr(band, name)) for name in ("recall", "low", "high", "area", "area_10")}
    return {"folds": len(parts), **ends, "factor": _number(band.factor)}


def tests(table: Table, reference: Parts, parts: Parts, positive: int, ratio: float) -> dict[str, Any]:
    """Corrected resampled t tests of the reference minus a method over the folds that both have.

    p_holm is corrected over the selection rates.
    """
    keys = [k for k in reference if k in parts]
    sides = [[side[k] for k in keys] for side in (reference, parts)]

    def by(metric: str) -> dict[str, Any]:
        values = [
            np.array([METRICS[metric].function(table.y[p.rows], p.log_proba) for p in side]) for side in sides
        ]
        return _test(values[0] - values[1], ratio)

    recalls = [
        np.array([_recalls(table, p, positive) for p in side]).reshape(len(keys), -1) for side in sides
    ]
    usable = np.isfinite(recalls[0]).all(axis=1) & np.isfinite(recalls[1]).all(axis=1)
    at_rates, p_holm = hit_folds.corrected_tests(recalls[0][usable], recalls[1][usable], ratio)
    differences, p = ([_number(getattr(r, key)) for r in at_rates] for key in ("mean", "p"))
    by_metric = {metric: by(metric) for metric in ("hit_area", "hit_area_10", "rmse", "log_loss_clipped")}
    at_all = {"difference": differences, "p": p, "p_holm": _short(p_holm)}
    return {"folds": len(keys), **by_metric, "recall": at_all}


def _recalls(table: Table, part: Part, positive: int) -> np.ndarray:
    curve = hit_curves.hit_curve(
        table.y[part.rows], hit_curves.scores(part.log_proba, positive), positive=positive
    )
    return hit_curves.recall_at(curve, TEST_RATES)


def _test(differences: np.ndarray, ratio: float) -> dict[str, Any]:
    result = corrected_t(differences[np.isfinite(differences)], ratio)
    return {"difference": _number(result.mean), "p": _number(result.p), "n": result.n}


def constants(parts: Parts) -> dict[str, Any]:
    """Constants that the summaries report as chosen: for each name a value per fold; values chosen on the
    test parts are given once.
    """
    summaries = [p.summary for p in parts.values()]
    common = set(summaries[0]).intersection(*summaries)  # keys in the summaries of all folds
    by = {k: k.removesuffix(CHOSEN_BY) for k in summaries[0] if k in common and k.endswith(CHOSEN_BY)}
    names = [name for k, name in by.items() if name in common and summaries[0][k] != "fixed"]
    chosen: dict[str, Any] = {name: [s[name] for s in summaries] for name in names}
    coefficients = summaries[0].get("S")
    if isinstance(coefficients, dict):
        chosen["S"] = {family: [s.get("S", {}).get(family) for s in summaries] for family in coefficients}
    if "chosen_on_test" in summaries[0]:
        told = ("chosen_on_test", "reshuffled", "on_test_grid", "on_test_scores")
        chosen |= {k: summaries[0][k] for k in told}
    return chosen


def sizes(parts: Parts) -> dict[str, list[float]]:
    """Numbers of explicit rows, leaves and splits of learned class tables, one per fold."""
    summaries = [p.summary for p in parts.values()]
    told = set(summaries[0]).intersection(*summaries)  # keys in the summaries of all folds
    kept: dict[str, list[float]] = {
        key: [s[key] for s in summaries] for key in ("rows", "leaves") if key in told
    }
    if "splits" in told:
        kept["splits"] = [sum(s["splits"].values()) for s in summaries]
    return kept


def identical(methods: dict[str, Parts]) -> dict[str, dict[str, int]]:
    """Method -> other method -> number of test parts on which the stored predictions of both are the same,
    bit for bit. Pairs without such a test part are left out.
    """
    found: dict[str, dict[str, int]] = {m: {} for m in methods}
    for one, other in itertools.combinations(methods, 2):
        common = methods[one].keys() & methods[other].keys()
        n = sum(_same(methods[one][k], methods[other][k]) for k in common)
        if n:
            found[one][other] = found[other][one] = n
    return {m: others for m, others in found.items() if others}


def _same(one: Part, other: Part) -> bool:
    return np.array_equal(one.rows, other.rows) and np.array_equal(one.log_proba, other.log_proba)


def calibration(hits: np.ndarray, parts: Parts, positive: int, made: Customs | None) -> dict[str, Any]:
    """Predicted, observed and, where it is known, true P(positive) in bins of the predicted one, and the
    distances between them.
    """
    rows = np.concatenate([p.rows for p in parts.values()])
    predicted = np.concatenate([np.exp(p.log_proba[:, positive].astype(np.float64)) for p in parts.values()])
    inside = np.searchsorted(EDGES, predicted, side="right")
    cases = np.bincount(inside, minlength=len(EDGES) + 1)

    def sums(values: np.ndarray) -> np.ndarray:
        return np.bincount(inside, weights=values, minlength=len(EDGES) + 1)

    of_predicted, of_observed = sums(predicted), sums(hits[rows].astype(np.float64))
    gap = float(np.abs(of_predicted - of_observed).sum() / max(len(rows), 1))
    of_true = None if made is None else sums(made.probability[rows])
    bins = []
    for b in np.flatnonzero(cases):
        of_bin = {
            "predicted": _number(of_predicted[b] / cases[b]),
            "observed": _number(of_observed[b] / cases[b]),
        }
        of_bin |= {} if of_true is None else {"true": _number(of_true[b] / cases[b])}
        bins.append({"cases": int(cases[b])} | of_bin)
    if made is None:
        return {"gap": _number(gap), "bins": bins}
    distance = planted.probabilities(made, rows, predicted)
    known = {"rmse_true": _number(distance.rmse), "divergence": _number(distance.divergence)}
    return {"gap": _number(gap), **known, "bins": bins}


def _patterns(made: Customs, methods: dict[str, Parts], positive: int) -> dict[str, Any]:
    """The planted patterns, and how well each method separates them from their competitors.

    Cases are counted as often as they are tested.
    """
    tested = next(iter(methods.values()))
    by_method = {}
    for method, parts in methods.items():
        rows = np.concatenate([p.rows for p in parts.values()])
        predicted = np.concatenate(
            [np.exp(p.log_proba[:, positive].astype(np.float64)) for p in parts.values()]
        )
        rates = np.concatenate(
            [hit_folds.selection_rates(hit_curves.scores(p.log_proba, positive)) for p in parts.values()]
        )
        fates = planted.recovered(made, rows, predicted, rates)
        by_method[method] = {
            "found": [fate.found for fate in fates],
            "predicted": [_number(fate.predicted) for fate in fates],
            "first": [_number(fate.first) for fate in fates],
        }
    rows = np.concatenate([p.rows for p in tested.values()])
    return {"planted": [of._asdict() for of in planted.described(made, rows)], "methods": by_method}


def _number(value: float | None) -> float | None:
    """Round to six significant digits; None for a value that is not a finite number."""
    return None if value is None or not np.isfinite(value) else float(f"{value:.6g}")


def _short(values: ArrayLike) -> list[float | None]:
    return [_number(v) for v in np.asarray(values, dtype=np.float64).tolist()]
