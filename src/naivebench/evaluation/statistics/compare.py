"""All statistics of a matrix of scores, data sets x methods: `compare` from the scores alone, and `complete`
with effect sizes, Bayesian tests, and tests on the folds of single data sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, at_least, one_of
from naivebench.core.plain import plain
from naivebench.evaluation.statistics import bayes, effect_sizes, posthoc, ranks, wilcoxon, within
from naivebench.evaluation.statistics.bergmann import bergmann_hommel
from naivebench.evaluation.statistics.effect_sizes import RankBiserial, Wins
from naivebench.evaluation.statistics.ranks import Friedman, ImanDavenport
from naivebench.evaluation.statistics.rounding import find_differences, remove_noise
from naivebench.evaluation.statistics.wilcoxon import SignResult, WilcoxonResult, sign_test

CORRECTIONS = ("nemenyi", "holm", "hochberg", "shaffer", "bergmann_hommel")


class Pair(NamedTuple):
    """Comparison of two methods, a before b; every p is two-sided."""

    a: str
    b: str
    rank_difference: float  # a - b
    z: float  # for the size of the rank difference
    p: float
    nemenyi: float  # m p; this and the next four are adjusted p-values by `CORRECTIONS`
    holm: float
    hochberg: float
    shaffer: float
    bergmann_hommel: float
    wilcoxon: WilcoxonResult  # rank_biserial is positive where a is better
    sign_test: SignResult
    wins: int  # of method a
    ties: int
    losses: int
    mean_difference: float | None  # a - b


class Control(NamedTuple):
    """Comparisons of all methods with the reference."""

    reference: str
    critical_difference: float  # Bonferroni-Dunn
    comparisons: list[posthoc.Against]


class Comparison(NamedTuple):
    """The result of `compare`."""

    average_ranks: dict[str, float]  # by method: 1 = best, ties averaged
    friedman: Friedman  # not corrected for ties
    friedman_ties: Friedman  # corrected for ties
    iman_davenport: ImanDavenport
    pairs: list[Pair]
    critical_difference: float  # of average ranks, Nemenyi's test by the studentised range
    control: Control | None
    # groups of methods, best first, that are not different: by critical_difference, holm, bergmann_hommel
    cliques: dict[str, list[list[str]]]
    n_datasets: int
    n_methods: int
    alpha: float
    better: str  # higher or lower
    notes: list[str]  # sentences


class SignedRank(NamedTuple):
    """Result of the Bayesian signed-rank test of scores a against b; None if a score is infinite."""

    better: float | None
    rope: float | None
    worse: float | None
    n: int
    mean_difference: float | None  # a - b


class Bayes(NamedTuple):
    """Results of the Bayesian signed-rank test over data sets, by pair."""

    rope: float
    draws: int
    seed: int
    pairs: dict[tuple[str, str], SignedRank]


class Complete(NamedTuple):
    """The result of `complete`; the pairs of the last two fields are all pairs, or those with the
    reference.
    """

    comparison: Comparison
    win_tie_loss: Wins
    rank_biserial: RankBiserial
    bayes: Bayes
    folds: list[within.FoldTests]  # for every data set with folds and every pair


def compare(
    scores: np.ndarray,
    methods: Sequence[str],
    datasets: Sequence[str],
    *,
    lower_is_better: bool = False,
    alpha: float = 0.05,
    reference: str | None = None,
) -> Comparison:
    """Compare k methods on N data sets: ranks, Friedman, all pairs with corrections, Wilcoxon, critical
    difference.

    `scores`: (N, k), infinite values allowed. Scores that differ by less than `rounding.NOISE` of their size
    are ties. All numbers of the result are finite; quantities that are not defined are None, with a sentence
    in `notes`.

    Raises InputError for fewer than 2 methods, repeated methods, no data set, missing scores, alpha outside
    (0, 1), or an unknown reference.
    """
    unrounded = _check_scores(scores, methods, datasets, alpha)
    # for ranks only: differences of rounded scores would not tie where those of the scores do
    scores = remove_noise(unrounded)
    if reference is not None:
        one_of(reference, methods, "the reference method")
    n, k = scores.shape
    rank = ranks.rank_rows(scores, lower_is_better=lower_is_better)
    average = rank.mean(axis=0)
    friedman = ranks.friedman(average, n)
    f = ranks.iman_davenport(friedman.statistic, n, k)
    pairwise = posthoc.compare_pairs(average, n)
    p = pairwise.p
    adjusted = {
        "nemenyi": posthoc.bonferroni(p),
        "holm": posthoc.holm(p),
        "hochberg": posthoc.hochberg(p),
        "shaffer": posthoc.shaffer(p, k),
        "bergmann_hommel": bergmann_hommel(average, p),
    }
    pairs = _pairs(unrounded, methods, average, pairwise, adjusted, lower_is_better)
    cd = posthoc.critical_difference(k, n, alpha)
    control = None
    if reference is not None:
        comparisons = posthoc.compare_with_control(average, methods, reference, n)
        control = Control(reference, posthoc.control_critical_difference(k, n, alpha), comparisons)
    return Comparison(
        average_ranks={m: float(r) for m, r in zip(methods, average, strict=True)},
        friedman=friedman,
        friedman_ties=ranks.friedman_of_ties(rank),
        iman_davenport=f,
        pairs=pairs,
        critical_difference=cd,
        control=control,
        cliques=_cliques(methods, average, adjusted, cd, alpha),
        n_datasets=n,
        n_methods=k,
        alpha=float(alpha),
        better="lower" if lower_is_better else "higher",
        notes=_notes(scores, rank, datasets, f, pairs, alpha),
    )


def complete(
    scores: np.ndarray,
    methods: Sequence[str],
    datasets: Sequence[str],
    *,
    folds: Sequence[within.Folds] = (),
    lower_is_better: bool = False,
    alpha: float = 0.05,
    reference: str | None = None,
    rope: float = bayes.ROPE,
) -> Complete:
    """Run `compare`, and compute effect sizes, Bayesian tests, and tests on folds.

    Raises InputError as `compare` does, and for a negative rope.
    """
    at_least(rope, 0, "rope")
    comparison = compare(
        scores, methods, datasets, lower_is_better=lower_is_better, alpha=alpha, reference=reference
    )
    values = np.asarray(scores, dtype=np.float64)
    largest = float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
    if largest > 1.5 and rope == bayes.ROPE:
        comparison.notes.append(
            f"The region of practical equivalence is {rope:g} in the unit of the scores, which go up to "
            f"{largest:g}: one point of percentages is 1."
        )
    pairs = list(combinations(methods, 2))
    if reference is not None:
        pairs = [(m, reference) for m in methods if m != reference]
    column = dict(zip(methods, values.T, strict=True))
    signed_ranks = {
        (a, b): signed_rank(column[a], column[b], lower_is_better=lower_is_better, rope=rope)
        for a, b in pairs
    }
    return Complete(
        comparison,
        *effect_sizes.compare_all(values, methods, lower_is_better=lower_is_better),
        Bayes(float(rope), bayes.DRAWS, bayes.SEED, signed_ranks),
        [
            within.compare(f, a, b, lower_is_better=lower_is_better, rope=rope)
            for f in folds
            for a, b in pairs
        ],
    )


def as_json(found: Complete) -> dict[str, Any]:
    """The result with the comparison's keys among the others, and every pair as an object."""
    result = plain(found.comparison) | {name: plain(getattr(found, name)) for name in Complete._fields[1:]}
    result["bayes"]["pairs"] = [{"a": a, "b": b} | plain(t) for (a, b), t in found.bayes.pairs.items()]
    return result


def signed_rank(a: np.ndarray, b: np.ndarray, *, lower_is_better: bool, rope: float) -> SignedRank:
    """Run `bayes.signed_rank` on scores a (N,) against b (N,)."""
    d = find_differences(a, b)
    if not np.isfinite(d).all():
        return SignedRank(None, None, None, len(d), None)
    found = bayes.signed_rank(-d if lower_is_better else d, rope)
    return SignedRank(*found, len(d), float(d.mean()))


def _check_scores(
    scores: np.ndarray, methods: Sequence[str], datasets: Sequence[str], alpha: float
) -> np.ndarray:
    """The scores as float64. Raises InputError if scores, methods, data sets or alpha are not valid."""
    scores = np.asarray(scores, dtype=np.float64)
    if scores.shape != (len(datasets), len(methods)):
        raise InputError(
            f"the scores have shape {scores.shape}, expected {len(datasets)} data sets x "
            f"{len(methods)} methods"
        )
    if len(methods) < 2 or len(datasets) < 1:
        raise InputError(
            f"a comparison needs at least 2 methods and 1 data set, but there are {len(methods)} and "
            f"{len(datasets)}"
        )
    repeated = [m for m, count in Counter(methods).items() if count > 1]
    if repeated:
        raise InputError(f"method {repeated[0]!r} occurs twice: give each column its own name")
    if np.isnan(scores).any():
        row, column = np.argwhere(np.isnan(scores))[0]
        raise InputError(
            f"the score of {methods[column]!r} on {datasets[row]!r} is missing: leave out the method or "
            "the data set"
        )
    if not 0 < alpha < 1:
        raise InputError(f"alpha is {alpha!r}, expected a number between 0 and 1, such as 0.05")
    return scores


def _pairs(
    scores: np.ndarray,
    methods: Sequence[str],
    average: np.ndarray,
    pairwise: posthoc.PairwiseResult,
    adjusted: dict[str, np.ndarray],
    lower_is_better: bool,
) -> list[Pair]:
    """Compare every pair of methods."""
    rows = np.ascontiguousarray(scores.T)
    difference = find_differences(rows[pairwise.first], rows[pairwise.second])
    better = -difference if lower_is_better else difference
    tests = wilcoxon.signed_rank_rows(better)
    won, lost = ((sign * better > 0).sum(axis=1).tolist() for sign in (1, -1))
    pairs: list[Pair] = []
    for index, (i, j) in enumerate(zip(pairwise.first, pairwise.second, strict=True)):
        wins, losses = won[index], lost[index]
        finite = np.isfinite(difference[index]).all()
        pairs.append(
            Pair(
                methods[i],
                methods[j],
                float(average[i] - average[j]),
                float(pairwise.z[index]),
                float(pairwise.p[index]),
                **{correction: float(adjusted[correction][index]) for correction in CORRECTIONS},
                wilcoxon=tests[index],
                sign_test=sign_test(wins, losses),
                wins=wins,
                ties=len(scores) - wins - losses,
                losses=losses,
                mean_difference=float(difference[index].mean()) if finite else None,
            )
        )
    return pairs


def _cliques(
    methods: Sequence[str], average: np.ndarray, adjusted: dict[str, np.ndarray], cd: float, alpha: float
) -> dict[str, list[list[str]]]:
    """Groups of methods by critical difference and by two corrections."""
    apart = {"critical_difference": np.abs(average[:, None] - average) >= cd}
    for correction in ("holm", "bergmann_hommel"):
        significant = np.zeros((len(average), len(average)), dtype=bool)
        significant[np.triu_indices(len(average), 1)] = adjusted[correction] <= alpha
        apart[correction] = significant | significant.T
    return {
        rule: [[methods[m] for m in group] for group in posthoc.cliques(average, differ)]
        for rule, differ in apart.items()
    }


def _notes(
    scores: np.ndarray,
    rank: np.ndarray,
    datasets: Sequence[str],
    f: ImanDavenport,
    pairs: list[Pair],
    alpha: float,
) -> list[str]:
    """Sentences about everything that limits the validity of the numbers."""
    n, k = rank.shape
    least, infinite = 2.0 ** (1 - n), int(np.isinf(scores).sum())
    normal, same = (sum(p.wilcoxon.method == "normal" for p in pairs), sum(p.wilcoxon.n == 0 for p in pairs))
    of_pairs, tied = _plural(len(pairs), "pair"), int((ranks.tied_excess(rank) > 0).sum())
    repeated = [str(d) for d, count in Counter(datasets).items() if count > 1]
    notes = []
    if n == 1:
        notes.append(
            "There is one data set: the F form of Friedman's test is not defined, and no test can say much."
        )
    elif f.statistic is None:
        notes.append(
            "All data sets rank the methods in the same order: the F form of Friedman's test is infinite."
        )
    if least > alpha and not normal:
        notes.append(
            f"With {_plural(n, 'data set')} Wilcoxon's two-sided p is at least {least:.4g} and cannot reach "
            f"{alpha:g}."
        )
    if k == 2:
        notes.append(
            "With two methods there is one pair and nothing to correct for; Wilcoxon's test is the "
            "usual choice."
        )
    if np.isin(scores, (0, 1)).all():
        notes.append(
            "All scores are 0 or 1: with rows as cases of one data set, the sign test is McNemar's "
            "exact test."
        )
    if (rank == rank[0, 0]).all():
        notes.append("All methods tie on all data sets.")
    elif tied:
        corrected = ranks.friedman_of_ties(rank)
        notes.append(
            f"Methods tie on {tied} of {_plural(n, 'data set')}; corrected for ties, Friedman's "
            f"statistic is {corrected.statistic:.6g} (p = {corrected.p:.4g})."
        )
    if same:
        notes.append(f"Both methods tie on every data set in {same} of {of_pairs} (p = 1).")
    if normal:
        notes.append(
            f"Wilcoxon's p is a normal approximation for {normal} of {of_pairs} (more than "
            f"{wilcoxon.EXACT_UP_TO} differences), exact otherwise."
        )
    if repeated:
        notes.append(f"Data sets that are listed more than once count as independent: {', '.join(repeated)}.")
    if infinite:
        notes.append(f"Infinite scores ({infinite} of {scores.size}) only count by rank.")
    return notes


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
