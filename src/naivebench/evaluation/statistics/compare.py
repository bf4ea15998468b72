"""All statistics of a matrix of scores, data sets x methods, as one value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, one_of
from naivebench.evaluation.statistics import bergmann, control, mcnemar, posthoc, ranks, wilcoxon
from naivebench.evaluation.statistics.mcnemar import McNemarResult
from naivebench.evaluation.statistics.rounding import differences, without_noise
from naivebench.evaluation.statistics.sign import SignResult, sign_test
from naivebench.evaluation.statistics.wilcoxon import WilcoxonResult

CORRECTIONS = ("nemenyi", "nemenyi_range", "holm", "hochberg", "shaffer", "bergmann_hommel")


class ImanDavenport(NamedTuple):
    """Result of Iman and Davenport's test; p is None if it is not defined."""

    statistic: float | None  # None if it is infinite or not defined
    df: tuple[int, int]
    p: float | None


class Friedman(NamedTuple):
    """Result of Friedman's test."""

    statistic: float
    df: int
    p: float
    kendall_w: float


class Pair(NamedTuple):
    """Comparison of two methods, a before b; every p is two-sided."""

    a: str
    b: str
    rank_difference: float  # a - b
    z: float  # for the size of the rank difference
    p: float
    nemenyi: float  # m p; this and the next five are adjusted p-values by `CORRECTIONS`
    nemenyi_range: float  # by the studentised range
    holm: float
    hochberg: float
    shaffer: float
    bergmann_hommel: float
    wilcoxon: WilcoxonResult  # rank_biserial is positive where a is better
    wilcoxon_pratt: WilcoxonResult
    sign_test: SignResult
    mcnemar: McNemarResult | None  # if all scores are 0 or 1, and rows are cases
    wins: int  # of method a
    ties: int
    losses: int
    mean_difference: float | None  # a - b


class Against(NamedTuple):
    """Comparison of a method with the reference."""

    method: str
    z: float  # positive: better than the reference
    p: float
    bonferroni_dunn: float
    holm: float
    hochberg: float


class Control(NamedTuple):
    """Comparisons of all methods with the reference."""

    reference: str
    critical_difference: float  # Bonferroni-Dunn
    comparisons: list[Against]


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
    unrounded = _checked(scores, methods, datasets, alpha)
    # for ranks only: differences of rounded scores would not tie where those of the scores do
    scores = without_noise(unrounded)
    if reference is not None:
        one_of(reference, methods, "the reference method")
    n, k = scores.shape
    rank = ranks.rank_rows(scores, lower_is_better=lower_is_better)
    average = rank.mean(axis=0)
    friedman = ranks.friedman(average, n)
    f = ranks.iman_davenport(friedman.statistic, n, k)
    pairwise = posthoc.pairwise(average, n)
    adjusted = _adjusted(average, pairwise)
    pairs = _pairs(unrounded, methods, average, pairwise, adjusted, lower_is_better)
    cd = posthoc.critical_difference(k, n, alpha)
    return Comparison(
        average_ranks={m: float(r) for m, r in zip(methods, average, strict=True)},
        friedman=_friedman(friedman),
        friedman_ties=_friedman(ranks.tie_corrected(rank)),
        iman_davenport=ImanDavenport(_finite(f.statistic), f.df, _finite(f.p)),
        pairs=pairs,
        critical_difference=cd,
        control=None if reference is None else _control(methods, average, n, reference, alpha),
        cliques=_cliques(methods, average, adjusted, cd, alpha),
        n_datasets=n,
        n_methods=k,
        alpha=float(alpha),
        better="lower" if lower_is_better else "higher",
        notes=_notes(rank, datasets, f, pairs, alpha) + _infinite_notes(scores),
    )


def _friedman(r: ranks.FriedmanResult) -> Friedman:
    return Friedman(r.statistic, r.df, r.p, r.kendall_w)


def _checked(scores: np.ndarray, methods: Sequence[str], datasets: Sequence[str], alpha: float) -> np.ndarray:
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


def _control(methods: Sequence[str], average: np.ndarray, n: int, reference: str, alpha: float) -> Control:
    """Compare all methods with the reference."""
    r = control.against(average, list(methods).index(reference), n)
    columns = zip(r.others, r.z, r.p, r.bonferroni_dunn, r.holm, r.hochberg, strict=True)
    comparisons = [Against(methods[other], *map(float, numbers)) for other, *numbers in columns]
    return Control(reference, control.critical_difference(len(methods), n, alpha), comparisons)


def _adjusted(average: np.ndarray, pairwise: posthoc.PairwiseResult) -> dict[str, np.ndarray]:
    """Adjusted p of all pairs by correction, in the order of `CORRECTIONS`."""
    p, k = pairwise.p, len(average)
    return {
        "nemenyi": posthoc.bonferroni(p),
        "nemenyi_range": posthoc.nemenyi(pairwise.z, k),
        "holm": posthoc.holm(p),
        "hochberg": posthoc.hochberg(p),
        "shaffer": posthoc.shaffer(p, k),
        "bergmann_hommel": bergmann.bergmann_hommel(average, p),
    }


def _pairs(
    scores: np.ndarray,
    methods: Sequence[str],
    average: np.ndarray,
    pairwise: posthoc.PairwiseResult,
    adjusted: dict[str, np.ndarray],
    lower_is_better: bool,
) -> list[Pair]:
    """Compare every pair of methods."""
    pairs: list[Pair] = []
    cases, rows = bool(np.isin(scores, (0, 1)).all()), np.ascontiguousarray(scores.T)
    difference = differences(rows[pairwise.first], rows[pairwise.second])
    better = -difference if lower_is_better else difference
    tests = wilcoxon.signed_rank_rows(better)
    won, lost = ((sign * better > 0).sum(axis=1).tolist() for sign in (1, -1))
    for index, (i, j) in enumerate(zip(pairwise.first, pairwise.second, strict=True)):
        wins, losses = won[index], lost[index]
        pairs.append(
            Pair(
                methods[i],
                methods[j],
                float(average[i] - average[j]),
                float(pairwise.z[index]),
                float(pairwise.p[index]),
                **{correction: float(adjusted[correction][index]) for correction in CORRECTIONS},
                wilcoxon=tests[index][0],
                wilcoxon_pratt=tests[index][1],
                sign_test=sign_test(wins, losses),
                mcnemar=mcnemar.mcnemar(wins, losses) if cases else None,
                wins=wins,
                ties=len(scores) - wins - losses,
                losses=losses,
                mean_difference=_mean(difference[index]),
            )
        )
    return pairs


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _mean(values: np.ndarray) -> float | None:
    return float(values.mean()) if np.isfinite(values).all() else None


def _cliques(
    methods: Sequence[str], average: np.ndarray, adjusted: dict[str, np.ndarray], cd: float, alpha: float
) -> dict[str, list[list[str]]]:
    """Groups of methods by critical difference and by two corrections."""
    k = len(methods)
    groups = {"critical_difference": posthoc.cliques(average, cd=cd)}
    for correction in ("holm", "bergmann_hommel"):
        significant = np.zeros((k, k), dtype=bool)
        significant[np.triu_indices(k, 1)] = adjusted[correction] <= alpha
        groups[correction] = posthoc.cliques(average, significant=significant | significant.T)
    return {c: [[methods[m] for m in group] for group in group_list] for c, group_list in groups.items()}


def _notes(
    rank: np.ndarray, datasets: Sequence[str], f: ranks.ImanDavenportResult, pairs: list[Pair], alpha: float
) -> list[str]:
    """Sentences about everything that limits the validity of the numbers."""
    n, k = rank.shape
    notes = []
    if n == 1:
        notes.append(
            "There is one data set: the F form of Friedman's test is not defined, and no test can say much."
        )
    elif np.isinf(f.statistic):
        notes.append(
            "All data sets rank the methods in the same order: the F form of Friedman's test is infinite."
        )
    if 2.0 ** (1 - n) > alpha and all(pair.wilcoxon.method == "exact" for pair in pairs):
        notes.append(
            f"With {_plural(n, 'data set')} Wilcoxon's two-sided p is at least {2.0 ** (1 - n):.4g} "
            f"and cannot reach {alpha:g}."
        )
    if k == 2:
        notes.append(
            "With two methods there is one pair and nothing to correct for; Wilcoxon's test is the "
            "usual choice."
        )
    if pairs[0].mcnemar is not None:
        notes.append(
            "All scores are 0 or 1: with rows as cases of one data set, the sign test is McNemar's "
            "exact test."
        )
    return notes + _tie_notes(rank) + _wilcoxon_notes(pairs) + _name_notes(datasets)


def _infinite_notes(scores: np.ndarray) -> list[str]:
    infinite = int(np.isinf(scores).sum())
    if not infinite:
        return []
    return [f"Infinite scores ({infinite} of {scores.size}) only count by rank."]


def _tie_notes(rank: np.ndarray) -> list[str]:
    tied = int((ranks.tied_excess(rank) > 0).sum())
    if not tied:
        return []
    if (rank == rank[0, 0]).all():
        return ["All methods tie on all data sets."]
    r = ranks.tie_corrected(rank)
    return [
        f"Methods tie on {tied} of {_plural(len(rank), 'data set')}; corrected for ties, Friedman's "
        f"statistic is {r.statistic:.6g} (p = {r.p:.4g})."
    ]


def _wilcoxon_notes(pairs: list[Pair]) -> list[str]:
    same = sum(p.wilcoxon.n == 0 for p in pairs)
    normal = sum(p.wilcoxon.method == "normal" for p in pairs)
    notes = []
    if same:
        notes.append(
            f"Both methods tie on every data set in {same} of {_plural(len(pairs), 'pair')} (p = 1)."
        )
    if normal:
        limit = f"more than {wilcoxon.EXACT_UP_TO} differences"
        notes.append(
            f"Wilcoxon's p is a normal approximation for {normal} of {_plural(len(pairs), 'pair')} "
            f"({limit}), exact otherwise."
        )
    return notes


def _name_notes(datasets: Sequence[str]) -> list[str]:
    repeated = [str(d) for d, count in Counter(datasets).items() if count > 1]
    return (
        [f"Data sets that are listed more than once count as independent: {', '.join(repeated)}."]
        if repeated
        else []
    )


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
