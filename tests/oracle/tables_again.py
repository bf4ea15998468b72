"""Recompute tables of `reports/tables`: each function returns rows with the keys and some columns of a table.

If two sets of random draws are compared, the columns `x from` and `x to` are the range in which x must be.
"""

from __future__ import annotations

import itertools

import comparisons
import numpy as np
import pandas as pd
import tests_again as t
from comparisons import LOWER
from scipy import stats

CELL = ["protocol", "dataset", "method"]
WITH_W = ("Friedman, χ²", "Iman–Davenport, F")
SURE = stats.norm.isf(1e-6)  # a correct value exceeds these limits once in a million


def gaps(first: np.ndarray, second: np.ndarray, metric: str) -> np.ndarray:
    """Differences over data sets, positive if the first is better; near ties and equal infinities are
    zero.
    """
    with np.errstate(invalid="ignore"):
        d = np.where(first == second, 0, first - second)
    sizes = np.maximum(*(np.where(np.isfinite(x), np.abs(x), 0) for x in (first, second)))
    d = comparisons.tied(d, sizes)
    return -d if metric in LOWER else d


def versus(a: np.ndarray, b: np.ndarray, metric: str) -> tuple[int, int, int]:
    """Numbers of wins, ties and losses."""
    d = gaps(a, b, metric)
    return int((d > 0).sum()), int((d == 0).sum()), int((d < 0).sum())


def against_best(
    scores: pd.DataFrame, metric: str, rope: float | None, draws: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Every other method compared with the one with the best average rank.

    Columns: p of Wilcoxon's test and of average ranks, both with Holm's correction; ranges for P(rope) and
    P(worse) if there is a ROPE; and `effect`, that of Wilcoxon's test. See
    docs/protocols/statistics.md#as-good-as-the-best.
    """
    raw, names, n = scores.to_numpy(float), list(scores.columns), len(scores)
    r = t.ranks(comparisons.signed(scores, metric)).mean(0)
    best = min(range(len(names)), key=lambda i: (round(r[i], 10), names[i]))
    others = [i for i in range(len(names)) if i != best]
    d = {i: gaps(raw[:, i], raw[:, best], metric) for i in others}
    tests = [t.wilcoxon(d[i]) for i in others]
    found = pd.DataFrame({"method": [names[i] for i in others], "effect": [x[2] for x in tests]})
    found["p_best"] = t.corrected(np.array([x[1] for x in tests]), "holm")
    z = np.array([t.z_of_pair(r, i, best, n) for i in others])
    found["p_best_ranks"] = t.corrected(t.two_sided(z), "holm")
    for at, i in enumerate(others):
        if rope is None or not np.isfinite(d[i]).all():
            continue
        for name, p in zip(("rope", "worse"), t.signed_rank(d[i], rope, draws, rng)[1:], strict=True):
            wide = SURE * np.sqrt((p * (1 - p) + 2 / draws) * (1 / draws + 1 / 50_000)) + 1 / draws
            found.loc[at, [f"{name}_best from", f"{name}_best to"]] = p - wide, p + wide
    return pd.concat([found, pd.DataFrame({"method": [names[best]]})], ignore_index=True)


def verdict(p: float, effect: float, rope: float, worse: float, alpha: float) -> str:
    """Verdict on a method compared with the best one, from p and effect of Wilcoxon's test and the
    probabilities.

    The best method has no p. Probabilities that do not exist are NaN.
    """
    if np.isnan(p):
        return "best"
    if p <= alpha:
        return "ahead" if effect > 0 else "behind"
    if worse > 0.5:
        return "probably behind"
    return "practically equivalent" if rope >= 0.95 else "cannot be told apart"


def with_verdicts(ours: pd.DataFrame, told: pd.DataFrame, keys: list[str], alpha: float) -> pd.DataFrame:
    """Our tests with their verdicts.

    The probabilities are the published ones, because they are random draws; they are compared with our
    ranges.
    """
    drawn = told[[*keys, "rope_best", "worse_best"]].astype({"rope_best": float, "worse_best": float})
    found = ours.merge(drawn, on=keys, how="left")
    columns = ("p_best", "effect", "rope_best", "worse_best")
    found["verdict"] = [verdict(*row, alpha) for row in found[list(columns)].itertuples(index=False)]
    # methods without a rank have no verdict
    found["verdict"] = found.verdict.where(found.average_rank.notna())
    return found.drop(columns=["effect", "rope_best", "worse_best"])


def of_comparison(
    scores: pd.DataFrame, metric: str, reference: str, draws: int, rope: float | None
) -> dict[str, pd.DataFrame]:
    """Rank tests of one complete matrix: the tables `tests`, `pairs`, `wins`, `effects` and `ranking`,
    without their keys.
    """
    raw, a = scores.to_numpy(float), comparisons.signed(scores, metric)
    names, (n, k) = list(scores.columns), a.shape
    r = t.ranks(a).mean(0)
    found = t.omnibus(a)
    w = found["Friedman, χ²"][0] / (n * (k - 1))  # Kendall's W
    tests = [
        {
            "test": name,
            "n": n,
            "k": k,
            "statistic": s,
            "df": df,
            "p": p,
            "effect": w if name in WITH_W else np.nan,
        }
        for name, (s, df, p) in found.items()
    ]
    p = {(i, j): float(t.two_sided(t.z_of_pair(r, i, j, n))) for i, j in itertools.combinations(range(k), 2)}
    flat = np.array(list(p.values()))
    ways = {w: dict(zip(p, t.corrected(flat, w), strict=True)) for w in ("holm", "hochberg")}
    ways["shaffer"] = dict(zip(p, t.shaffer(flat, k), strict=True))
    exhaustive = t.bergmann_hommel(p, r)
    pairs = []
    for (i, j), x in p.items():
        statistic, pw, effect = t.wilcoxon(gaps(raw[:, i], raw[:, j], metric))
        wins, ties, losses = versus(raw[:, i], raw[:, j], metric)
        both = {"ties": ties, "z": abs(t.z_of_pair(r, i, j, n)), "p": x, "nemenyi": min(1.0, len(p) * x)}
        both |= {w: ways[w][i, j] for w in ways} | {"wilcoxon_statistic": statistic, "wilcoxon": pw}
        if k <= 7:
            both["bergmann_hommel"] = exhaustive[i, j]
        else:
            both["bergmann_hommel from"], both["bergmann_hommel to"] = exhaustive[i, j], ways["shaffer"][i, j]
        one = {"a": names[i], "b": names[j], "rank_difference": r[i] - r[j], "rank_biserial": effect}
        other = {"a": names[j], "b": names[i], "rank_difference": r[j] - r[i], "rank_biserial": -effect}
        pairs.append(both | one | {"wins": wins, "losses": losses})
        pairs.append(both | other | {"wins": losses, "losses": wins})
    effects = against(scores, a, raw, r, reference, metric)
    ranking = of_ranking(scores, raw, r, reference, metric)
    ranking = ranking.merge(against_best(scores, metric, rope, draws, np.random.default_rng(4)), on="method")
    return {
        "tests": pd.DataFrame(tests),
        "pairs": pd.DataFrame(pairs),
        "effects": effects,
        "ranking": ranking,
    }


def against(scores, a, raw, r, reference: str, metric: str) -> pd.DataFrame:
    """Every method compared with the reference."""
    names, n, k = list(scores.columns), *a.shape
    found = pd.DataFrame({"method": names, "average_rank": r, "n": n}).set_index("method")
    if reference not in names:
        return found
    ref = names.index(reference)
    others = [i for i in range(k) if i != ref]
    z = {i: t.z_of_pair(r, ref, i, n) for i in others}
    p = np.array([float(t.two_sided(z[i])) for i in others])
    for way in ("holm", "hochberg"):
        found.loc[[names[i] for i in others], way] = t.corrected(p, way)
    for i, x in zip(others, p, strict=True):
        wins, ties, losses = versus(raw[:, i], raw[:, ref], metric)
        sign = stats.binomtest(min(wins, losses), wins + losses).pvalue if wins + losses else 1.0
        row = {"z": z[i], "wins": wins, "ties": ties, "losses": losses, "sign": sign}
        row["bonferroni_dunn"] = min(1.0, (k - 1) * x)
        _, row["wilcoxon"], row["rank_biserial"] = t.wilcoxon(gaps(raw[:, i], raw[:, ref], metric))
        for key, value in row.items():
            found.loc[names[i], key] = value
    return found


def of_ranking(scores, raw: np.ndarray, r: np.ndarray, reference: str, metric: str) -> pd.DataFrame:
    names, n = list(scores.columns), len(raw)
    found = pd.DataFrame({"method": names, "average_rank": r, "mean": scores.mean().to_numpy()})
    found["std"] = scores.std(ddof=1).to_numpy() if n > 1 else np.nan
    if reference in names:
        others = [i for i in range(len(names)) if names[i] != reference]
        of_reference = raw[:, names.index(reference)]
        p = np.array([t.wilcoxon(gaps(raw[:, i], of_reference, metric))[1] for i in others])
        found.loc[others, "p_reference"] = t.corrected(p, "holm")
    if reference in names:
        ref = names.index(reference)
        for i in range(len(names)):
            if i != ref:
                found.loc[i, ["wins", "ties", "losses"]] = versus(raw[:, i], raw[:, ref], metric)
    return found


def of_leaderboard(scores: pd.DataFrame, metric: str, reference: str) -> pd.DataFrame:
    """Win rate and improvement (docs/protocols/statistics.md#win-rate-and-improvement)."""
    a, names = comparisons.signed(scores, metric), list(scores.columns)
    n, k = a.shape
    error = scores.to_numpy(float) if metric in LOWER else 1 - scores.to_numpy(float)
    base = error[:, [names.index(reference)]]
    largest = np.maximum(base, error)
    gain = np.divide(base - error, largest, out=np.zeros_like(error), where=largest > 0)
    found = pd.DataFrame({"method": names, "average_rank": t.ranks(a).mean(0), "datasets": n})
    found["win_rate"] = (t.games(a).sum(1) - n / 2) / (n * (k - 1))
    found["improvement"] = gain.mean(0)
    return found
