"""All statistics of a matrix of scores: average ranks, tests of all methods together, of every pair, and of
every method against the one with the best average rank.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from naivebench.core.checks import InputError, check_one_of
from naivebench.evaluation.statistics import bayes, posthoc, ranks
from naivebench.evaluation.statistics.rounding import remove_noise, subtract_without_noise
from naivebench.evaluation.statistics.wilcoxon import sign_test, signed_rank

AHEAD = "ahead"
EQUIVALENT = "practically equivalent"
UNDECIDED = "cannot be told apart"
PROBABLY = "probably behind"
BEHIND = "behind"
WORSE = 0.5  # P(practically worse) above which a method is not listed as good as the best


class Comparison(NamedTuple):
    """The result of `compare_scores`. Every p is two-sided, and undefined values are missing.

    - `average_ranks`: method -> mean rank over the data sets; 1 is best, ties share the mean of their ranks
    - `tests`: tests of all methods together, with test, statistic, df, p, effect_size (Kendall's W)
    - `pairs`: a, b (in the order of the columns), rank_difference (a - b), what `posthoc.compare_pairs`
      returns, Wilcoxon's test (wilcoxon_statistic, wilcoxon, rank_biserial, which is positive where a is
      better), sign (p of the sign test), wins (of a), ties, losses, mean_difference (a - b)
    - `critical_difference`: of average ranks, Nemenyi's test by the studentised range
    - `control`: every other method against the reference, see `posthoc.compare_with_control`
    """

    average_ranks: dict[str, float]
    tests: pd.DataFrame
    pairs: pd.DataFrame
    critical_difference: float
    control: pd.DataFrame | None


def compare_scores(
    scores: pd.DataFrame, *, lower_is_better: bool = False, alpha: float = 0.05, reference: str | None = None
) -> Comparison:
    """Compare the methods (columns) of a complete matrix of scores over its data sets (rows).

    Infinite scores count by rank only. Scores that differ by less than `rounding.NOISE` of their size are
    ties. Raises InputError for fewer than two methods, repeated methods, no data set, missing scores, alpha
    outside (0, 1), or an unknown reference.
    """
    check_scores(scores, alpha)
    values, methods = scores.to_numpy(dtype=np.float64), list(scores)
    # for ranks only: differences of rounded scores would not tie where those of the scores do
    rank = ranks.rank_rows(remove_noise(values), lower_is_better=lower_is_better)
    average, (n, k) = rank.mean(axis=0), rank.shape
    control = None
    if reference is not None:
        check_one_of(reference, methods, "the reference method")
        control = posthoc.compare_with_control(average, methods, reference, n)
    return Comparison(
        dict(zip(methods, average.tolist(), strict=True)),
        test_equal_ranks(rank),
        test_pairs(values, methods, average, lower_is_better),
        posthoc.critical_difference(k, n, alpha),
        control,
    )


def check_scores(scores: pd.DataFrame, alpha: float) -> None:
    """Raise InputError if a matrix of scores or alpha is not valid."""
    n, k = scores.shape
    if k < 2 or n < 1:
        raise InputError(f"a comparison needs at least 2 methods and 1 data set, but there are {k} and {n}")
    if not scores.columns.is_unique:
        repeated = scores.columns[scores.columns.duplicated()][0]
        raise InputError(f"method {repeated!r} occurs twice: give each column its own name")
    missing = np.argwhere(scores.isna().to_numpy())
    if len(missing):
        row, column = missing[0]
        raise InputError(
            f"the score of {scores.columns[column]!r} on {scores.index[row]!r} is missing or not a "
            "number: correct it, or leave out the method or the data set"
        )
    if not 0 < alpha < 1:
        raise InputError(f"alpha is {alpha!r}, expected a number between 0 and 1, such as 0.05")


def test_equal_ranks(rank: np.ndarray) -> pd.DataFrame:
    """Test that all methods have the same average rank, from ranks (N, k), if there are enough data sets."""
    n, k = rank.shape
    plain, ties = ranks.friedman(rank.mean(axis=0), n), ranks.friedman_with_ties(rank)
    f = ranks.iman_davenport(plain.statistic, n, k)
    kendall_w = plain.statistic / (n * (k - 1))  # 1 if all data sets order the methods alike
    rows = [
        ("Friedman, χ²", plain, kendall_w),
        ("Friedman, corrected for ties, χ²", ties, None),
        ("Iman–Davenport, F", f, kendall_w),
    ]
    return pd.DataFrame(
        [(name, test.statistic, ", ".join(map(str, test.df)), test.p, w) for name, test, w in rows],
        columns=["test", "statistic", "df", "p", "effect_size"],
    ).dropna(subset="p")


def test_pairs(
    values: np.ndarray, methods: list[str], average: np.ndarray, lower_is_better: bool
) -> pd.DataFrame:
    """Return `Comparison.pairs` of scores (N, k) with their average ranks (k,)."""
    table = posthoc.compare_pairs(average, len(values))
    first, second = table.pop("first").to_numpy(), table.pop("second").to_numpy()
    names = np.array(methods, dtype=object)
    table.insert(0, "a", names[first])
    table.insert(1, "b", names[second])
    table.insert(2, "rank_difference", average[first] - average[second])

    # differences of scores, positive where a is better
    rows = np.ascontiguousarray(values.T)
    difference = subtract_without_noise(rows[first], rows[second])
    better = -difference if lower_is_better else difference
    tests = [signed_rank(row) for row in better]
    table["wilcoxon_statistic"] = [test.statistic for test in tests]
    table["wilcoxon"] = [test.p for test in tests]
    table["rank_biserial"] = [test.rank_biserial for test in tests]
    wins, losses = (better > 0).sum(axis=1), (better < 0).sum(axis=1)
    table["sign"] = [sign_test(*counts) for counts in zip(wins.tolist(), losses.tolist(), strict=True)]
    table = table.assign(wins=wins, ties=len(values) - wins - losses, losses=losses)
    finite = np.isfinite(difference)
    means = np.where(finite, difference, 0.0).mean(axis=1)
    return table.assign(mean_difference=np.where(finite.all(axis=1), means, np.nan))


def list_both_orders(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `Comparison.pairs` in both orders of their methods, indexed by (a, b)."""
    turned = pairs.rename(columns={"a": "b", "b": "a", "wins": "losses", "losses": "wins"})
    signed = ["rank_difference", "rank_biserial", "mean_difference"]
    turned[signed] = 0.0 - turned[signed]
    return pd.concat([pairs, turned]).set_index(["a", "b"])


def subtract_scores(wide: pd.DataFrame, reference: str, sign: int) -> pd.DataFrame:
    """Return mean scores minus those of the reference, times `sign`, which makes better methods positive.

    `wide` and result: data sets x methods. A difference is missing where one of the two scores is missing or
    infinite; differences in the last bits are 0.
    """
    scores = wide.to_numpy(dtype=float)
    base = wide[[reference]].to_numpy(dtype=float)
    gaps = sign * subtract_without_noise(scores.T, np.broadcast_to(base, scores.shape).T).T + 0.0
    gaps[~(np.isfinite(scores) & np.isfinite(base))] = np.nan
    return pd.DataFrame(gaps, wide.index, wide.columns)


def judge_against_best(p: float, effect: float, posterior: bayes.Probabilities | None, alpha: float) -> str:
    """Return the verdict on one method against the best one. `p`: of Wilcoxon's test, corrected; `effect`:
    its rank-biserial correlation, positive where the method is better; `posterior`: if it is defined.
    """
    if p <= alpha:
        return AHEAD if effect > 0 else BEHIND
    if posterior is not None and posterior.worse > WORSE:
        return PROBABLY
    if posterior is not None and posterior.rope >= bayes.SURE:
        return EQUIVALENT
    return UNDECIDED


def compare_with_best(
    gains: pd.DataFrame, tests: pd.DataFrame, *, alpha: float = 0.05, rope: float | None = None
) -> pd.DataFrame:
    """Judge every other method: standing and p_best (Wilcoxon's p, corrected by Holm), by method.

    Each is judged by tests of this method and the best one alone, so others count only in the correction.
    The answer of tests on average ranks depends on which methods take part (Benavoli, Corani and Mangili
    2016, Journal of Machine Learning Research 17).

    `gains`: data sets x other methods, positive where the method is better than the best one, missing where a
    score is infinite; `tests`: wilcoxon and rank_biserial of every method against the best one. `rope`: half
    the region of practical equivalence in the unit of the scores; without it, and with infinite scores,
    Wilcoxon's test decides alone.
    """
    corrected = posthoc.holm(tests["wilcoxon"].to_numpy()).tolist()
    rows = []
    for method, effect, p in zip(tests.index, tests["rank_biserial"], corrected, strict=True):
        gain, posterior = gains[method], None
        if rope is not None and gain.notna().all():
            posterior = bayes.bayesian_signed_rank(gain.to_numpy(), rope)
        rows.append((judge_against_best(p, effect, posterior, alpha), p))
    return pd.DataFrame(rows, tests.index, columns=["standing", "p_best"])
