"""Methods that are as good as the best one of a comparison.

The best method has the best average rank. Every other method is judged by two tests against the best one
alone, so further methods influence the verdict only through the correction for their number. A test on
average ranks, whose answer depends on which other methods take part (Benavoli, Corani and Mangili 2016,
Journal of Machine Learning Research 17), is reported next to the verdict but does not influence it.
"""

from __future__ import annotations

import pandas as pd

from naivebench.evaluation.statistics import bayes, posthoc

AHEAD = "ahead"
EQUIVALENT = "practically equivalent"
UNDECIDED = "cannot be told apart"
PROBABLY = "probably behind"
BEHIND = "behind"
WORSE = 0.5  # P(practically worse) above which a method is not listed as good as the best


def judge_against_best(p: float, effect: float, posterior: bayes.Probabilities | None, alpha: float) -> str:
    """Return the verdict on one method against the best one.

    `p`: corrected p of Wilcoxon's test; `effect`: its rank-biserial correlation, positive where the method is
    better; `posterior`: probabilities of the Bayesian signed-rank test, None where they are not defined.
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
    """Judge every other method. Returns its standing and p_best (Wilcoxon's p, corrected by Holm).

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
