"""Statistics of every comparison: ranks, tests of all methods, of pairs, and against the reference and the
best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import subtract_scores
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.benchmark.tables.frames import Frames
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import compare, effect_sizes, ranks
from naivebench.evaluation.statistics.best import against_best
from naivebench.evaluation.statistics.intervals import over_sets
from naivebench.evaluation.statistics.posthoc import holm
from naivebench.evaluation.statistics.rounding import NOISE, without_noise

CORRECTIONS = ("nemenyi", "holm", "hochberg", "shaffer", "bergmann_hommel")
OMNIBUS = {
    "friedman": "Friedman, χ²",
    "friedman_ties": "Friedman, corrected for ties, χ²",
    "iman_davenport": "Iman–Davenport, F",
}
Rows = list[dict[str, Any]]


class Judged(NamedTuple):
    """Rows of the tables about one comparison."""

    ranking: Rows
    effects: Rows
    pairs: Rows
    tests: Rows


def judge_comparisons(comparisons: Sequence[Comparison], frames: Frames, threads: int = 1) -> Frames:
    """Tables `ranking` (without costs), `effects`, `pairs` and `tests` of all comparisons, in their order."""
    settings = frames["settings"].iloc[0].to_dict()
    judge = partial(judge_comparison, settings=settings)
    if threads > 1 and len(comparisons) > 1:
        with ProcessPoolExecutor(threads, get_context("fork")) as pool:
            judged = list(pool.map(judge, comparisons))
    else:
        judged = list(map(judge, comparisons))
    return {
        name: pd.DataFrame([row for one in judged for row in getattr(one, name)]) for name in Judged._fields
    }


def judge_comparison(comparison: Comparison, settings: dict[str, Any]) -> Judged:
    """All statistics of one comparison; the reference is the control if it takes part."""
    methods, values = list(comparison.scores.columns), comparison.scores.to_numpy()
    reference = settings["reference"] if settings["reference"] in methods else None
    result = compare.compare(
        values,
        methods,
        list(comparison.scores.index),
        lower_is_better=comparison.lower,
        alpha=settings["alpha"],
        reference=reference,
    )
    order = sorted(methods, key=lambda m: (result.average_ranks[m], m))
    return Judged(
        rank_methods(comparison, result, order, reference, settings),
        measure_effects(comparison, result, order, reference, settings) if reference else [],
        list_pairs(comparison, result, order),
        test_all(comparison, result),
    )


def turn_pairs(result: compare.Comparison) -> dict[tuple[str, str], dict[str, Any]]:
    """(a, b) -> numbers of the pair, in both orders; wins and rank_biserial are those of a."""
    found = {}
    for pair in result.pairs:
        row = {name: getattr(pair, name) for name in ("p", *CORRECTIONS, "wins", "ties", "losses")}
        row |= {"z": abs(pair.z), "wilcoxon": pair.wilcoxon.p, "sign": pair.sign_test.p}
        row |= {
            "wilcoxon_statistic": pair.wilcoxon.statistic,
            "rank_biserial": pair.wilcoxon.rank_biserial,
        }
        found[pair.a, pair.b] = row
        correlation = None if row["rank_biserial"] is None else -row["rank_biserial"] + 0.0
        turned = {"wins": row["losses"], "losses": row["wins"], "rank_biserial": correlation}
        found[pair.b, pair.a] = row | turned
    return found


def list_pairs(comparison: Comparison, result: compare.Comparison, order: Sequence[str]) -> Rows:
    """A row for every pair of methods, the one with the better average rank as `a`. p-values are two-
    sided.
    """
    numbers, average = turn_pairs(result), result.average_ranks
    keys = (
        "z",
        "p",
        *CORRECTIONS,
        "wilcoxon_statistic",
        "wilcoxon",
        "rank_biserial",
        "wins",
        "ties",
        "losses",
    )
    return [
        comparison.heading
        | {"a": a, "b": b, "rank_difference": average[a] - average[b]}
        | {key: numbers[a, b][key] for key in keys}
        for i, a in enumerate(order)
        for b in order[i + 1 :]
    ]


def test_all(comparison: Comparison, result: compare.Comparison) -> Rows:
    """Tests of the hypothesis that all methods have the same average rank; `effect_size` is Kendall's W."""
    datasets, methods = comparison.scores.shape
    effect = result.friedman.statistic / (datasets * (methods - 1))
    rows = []
    for name, label in OMNIBUS.items():
        test = getattr(result, name)
        if test.p is None:
            continue
        degrees = test.df if isinstance(test.df, tuple) else (test.df,)
        row = {"test": label, "datasets": datasets, "methods": methods, "statistic": test.statistic}
        row |= {"df": ", ".join(f"{d:g}" for d in degrees), "p": test.p}
        row |= {"effect_size": effect if name != "friedman_ties" else None}
        rows.append(comparison.heading | row | {"critical_difference": result.critical_difference})
    return rows


def correct_against(
    numbers: dict[tuple[str, str], dict[str, Any]], order: Sequence[str], method: str, test: str
) -> dict[str, float]:
    """Other method -> p of a test against `method`, corrected by Holm over all comparisons with it."""
    known = {m: numbers[m, method][test] for m in order if m != method}
    known = {m: p for m, p in known.items() if p is not None}
    return dict(zip(known, holm(np.array(list(known.values()))).tolist(), strict=True)) if known else {}


def average_with_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation (n - 1); an infinite value makes the mean infinite, the deviation NaN."""
    values = [float(v) for v in values]
    if not values:
        return math.nan, math.nan
    mean = math.fsum(values) / len(values) if all(map(math.isfinite, values)) else sum(values) / len(values)
    if len(values) < 2 or not math.isfinite(mean):
        return mean, math.nan
    return mean, math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))


def describe_gain(gains: Sequence[float], name: str = "gain") -> dict[str, float]:
    """Mean of differences over data sets with its 95 % t interval; NaN where there is none."""
    interval = over_sets(list(gains)) if len(gains) else over_sets([])
    ends = [end if math.isfinite(end) else math.nan for end in interval[1:3]]
    return {name: interval.value, f"{name}_low": ends[0], f"{name}_high": ends[1]}


def rank_methods(
    comparison: Comparison,
    result: compare.Comparison,
    order: Sequence[str],
    reference: str | None,
    settings: dict[str, Any],
) -> Rows:
    """A row for every method, the best average rank first: its score, standing against the best method, and
    gain over the reference.
    """
    scores, lower = comparison.scores, comparison.lower
    values, methods = scores.to_numpy(), list(scores.columns)
    rope = settings["rope"] if comparison.metric == settings["metric"] else None
    standings = stand_against_best(values, methods, lower, settings["alpha"], rope)
    numbers = turn_pairs(result)
    to_reference = correct_against(numbers, order, reference, "wilcoxon") if reference else {}
    won = ranks.win_rates(ranks.rank_rows(without_noise(values), lower_is_better=lower))
    less_error = np.full(len(methods), np.nan)
    if reference:
        less_error = effect_sizes.improvement(
            values, scores[[reference]].to_numpy()[:, 0], lower_is_better=lower
        )
    rows = []
    for method in order:
        at = methods.index(method)
        score, deviation = average_with_deviation(values[:, at])
        row = {"method": method, "average_rank": result.average_ranks[method], **standings[method]}
        row |= {"p_reference": to_reference.get(method), "datasets": len(scores)}
        row |= {"score": score, "score_std": deviation, "win_rate": float(won[at])}
        row["improvement"] = float(less_error[at])
        if reference and method != reference:
            row |= {key: numbers[method, reference][key] for key in ("wins", "ties", "losses")}
            row |= describe_gain(
                subtract_scores(scores, method, reference, METRICS[comparison.metric].better)
            )
        rows.append(comparison.heading | row)
    return rows


def stand_against_best(
    values: np.ndarray, methods: Sequence[str], lower: bool, alpha: float, rope: float | None
) -> dict[str, dict[str, Any]]:
    """Method -> whether it is as good as the best one, and the tests behind that
    (`evaluation.statistics.best`).
    """
    best = against_best(values, methods, lower_is_better=lower, alpha=alpha, rope=rope)
    standings: dict[str, dict[str, Any]] = {best.method: {"standing": "best"}}
    for other in best.comparisons:
        standings[other.method] = {
            "standing": other.verdict,
            "p_best": other.wilcoxon_holm,
            "p_best_ranks": other.ranks_holm,
            "rope_best": other.rope,
            "worse_best": other.worse,
        }
    return standings


def measure_effects(
    comparison: Comparison,
    result: compare.Comparison,
    order: Sequence[str],
    reference: str,
    settings: dict[str, Any],
) -> Rows:
    """Every method against the reference: wins, effect sizes, tests of ranks, and with the primary metric the
    Bayesian signed ranks test.
    """
    numbers = turn_pairs(result)
    control = {of.method: of for of in result.control.comparisons} if result.control else {}
    rows = []
    for method in order:
        row = {
            "method": method,
            "average_rank": result.average_ranks[method],
            "datasets": len(comparison.scores),
        }
        if method != reference:
            pair, z_test = numbers[method, reference], control[method]
            keys = ("wins", "ties", "losses", "sign", "rank_biserial", "wilcoxon")
            row |= {key: pair[key] for key in keys}
            row |= {key: getattr(z_test, key) for key in ("z", "bonferroni_dunn", "holm", "hochberg")}
            if comparison.metric == settings["metric"]:
                row |= estimate_probabilities(comparison, method, reference, settings["rope"])
        rows.append(comparison.heading | row)
    return rows


def estimate_probabilities(
    comparison: Comparison, method: str, reference: str, rope: float
) -> dict[str, Any]:
    """P(better), P(practically equivalent) and P(worse) by the Bayesian signed ranks test over data sets,
    with the mean and median difference and the number of data sets inside the region of practical
    equivalence.

    Mean and median have the sign of the difference in scores. The edge of the region counts as inside, up to
    rounding noise.
    """
    a, b = (comparison.scores[m].to_numpy() for m in (method, reference))
    row = compare.signed_rank(a, b, lower_is_better=comparison.lower, rope=rope)._asdict()
    del row["n"]
    gains = subtract_scores(comparison.scores, method, reference, METRICS[comparison.metric].better)
    if row["better"] is not None and len(gains) == len(a):
        edge = rope + NOISE * max(rope, gains.abs().max())
        row["median"] = (-1 if comparison.lower else 1) * median(gains) + 0.0
        row["inside"] = int((gains.abs() <= edge).sum())
    return row


def list_exclusions(comparisons: Sequence[Comparison]) -> pd.DataFrame:
    """Data sets and methods that a main comparison leaves out; metrics with the same reason share a row."""
    by_reason: dict[tuple[str, str, str], list[str]] = {}
    main = [c for c in comparisons if c.main]
    for comparison in main:
        for name, reason in comparison.left_out:
            by_reason.setdefault((name, comparison.protocol, reason), []).append(comparison.metric)
    metrics = {c.metric for c in main}
    rows = [
        (name, protocol, "all" if set(of) == metrics else ", ".join(of), reason)
        for (name, protocol, reason), of in sorted(by_reason.items())
    ]
    return pd.DataFrame(rows, columns=["left_out", "protocol", "metrics", "reason"])
