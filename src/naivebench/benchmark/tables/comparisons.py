"""The comparisons of a run: complete matrices of mean scores, one for each experiment and metric, with the
statistics of each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import pandas as pd

from naivebench.benchmark.tables.cells import average_columns, describe_gains, subtract_scores
from naivebench.benchmark.tables.frames import Frames
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import compare, families
from naivebench.evaluation.statistics.best import compare_with_best
from naivebench.evaluation.statistics.posthoc import holm

OMNIBUS = {
    "friedman": "Friedman, χ²",
    "friedman_ties": "Friedman, corrected for ties, χ²",
    "iman_davenport": "Iman–Davenport, F",
}
AGAINST_BEST = {  # names of `evaluation.statistics.best` -> our columns
    "verdict": "standing",
    "wilcoxon_holm": "p_best",
    "ranks_holm": "p_best_ranks",
    "rope": "rope_best",
    "worse": "worse_best",
}


class Comparison(NamedTuple):
    """Mean scores over folds of the methods and data sets of an experiment that can be compared.

    `main`: whether the experiment has the most cells of its protocol; `primary`: the main comparison of the
    primary protocol and metric, the only one that was named before the run.
    """

    protocol: str
    metric: str
    experiment: str
    primary: bool
    main: bool
    scores: pd.DataFrame  # data sets x methods, without missing values
    left_out: list[tuple[str, str]]  # data sets and methods that cannot be compared, and why

    @property
    def sign(self) -> int:
        """1 if higher scores are better, otherwise -1."""
        return METRICS[self.metric].sign

    @property
    def lower(self) -> bool:
        """Whether lower scores are better."""
        return self.sign < 0

    @property
    def heading(self) -> dict[str, Any]:
        """The columns that identify the comparison in every table."""
        return {name: getattr(self, name) for name in ("protocol", "metric", "experiment", "primary", "main")}


def list_comparisons(frames: Frames) -> list[Comparison]:
    """Every experiment and metric with at least two methods and two data sets, the primary comparison first.

    A comparison covers the cells of one experiment; each source family has one vote.
    """
    settings, scores = frames["settings"].iloc[0], frames["scores"]
    experiments = frames["experiments"].query("compared").to_dict("records")
    main = find_main_experiments(experiments)
    methods = set(frames["methods"]["method"])
    metrics = frames["metrics"].query("compared")["metric"]
    comparisons = []
    for experiment in experiments:
        protocol, name = experiment["protocol"], experiment["experiment"]
        part = scores[(scores["protocol"] == protocol) & scores["dataset"].isin(experiment["datasets"])]
        columns = [m for m in experiment["methods"] if m in methods]
        for metric, matrix, left_out in _list_matrices(part, metrics, columns):
            matrix, silent = let_families_vote(matrix, experiment)
            if min(matrix.shape) < 2:
                continue
            is_main = main[protocol] == name
            primary = is_main and (protocol, metric) == (settings["protocol"], settings["metric"])
            comparisons.append(
                Comparison(protocol, metric, name, primary, is_main, matrix, left_out + silent)
            )
    return sorted(comparisons, key=lambda c: not c.primary)


def find_main_experiments(experiments: list[dict[str, Any]]) -> dict[str, str]:
    """Protocol -> its experiment with the most cells; of several, the first."""
    main: dict[str, str] = {}
    for e in sorted(experiments, key=lambda e: -len(e["datasets"]) * len(e["methods"])):
        main.setdefault(e["protocol"], e["experiment"])
    return main


def _list_matrices(
    part: pd.DataFrame, metrics: Sequence[str], methods: list[str]
) -> Iterator[tuple[str, pd.DataFrame, list[tuple[str, str]]]]:
    """Metric, complete matrix and what it leaves out, for every metric with a score."""
    if min(part["dataset"].nunique(), part["method"].nunique()) < 2:
        return
    complete = find_complete(part, ["metric", "dataset"])
    of_metric = dict(iter(part.groupby("metric")))
    for metric in (m for m in metrics if m in of_metric):
        yield metric, *average_complete(of_metric[metric], complete.loc[metric], methods)


def find_complete(scores: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Whether the folds of each method are complete: a row for each value of `keys`, a column for each
    method.

    They are if each of its runs (all folds of one `repeat`) has as many folds as the same run of any other
    method, and if it has all runs or only the first one; methods that draw no random numbers run once where
    the parts are the same in every run.
    """
    folds = scores.groupby([*keys, "repeat", "method"], observed=True)["value"].size().unstack()
    whole = folds.eq(folds.max(axis=1), axis=0)
    of_set = whole.groupby(keys, observed=True)
    runs = of_set.sum()
    all_or_first = runs.eq(runs.max(axis=1), axis=0) | (runs.eq(1) & of_set.first())
    return all_or_first & ~(folds.notna() & ~whole).groupby(keys, observed=True).any()


def average_complete(
    part: pd.DataFrame, complete: pd.DataFrame, methods: list[str]
) -> tuple[pd.DataFrame, list[tuple[str, str]]]:
    """Complete matrix of the mean scores of one protocol and metric, and what it leaves out, with reasons.

    Methods that have scores on at most half of the data sets (because they do not accept the attributes, or
    failed) are left out first. Then every data set is left out on which one of the remaining methods has no
    score. An infinite score (log loss after a probability of zero) counts as a score and ranks last.
    """
    means = part.groupby(["dataset", "method"], sort=False)["value"].mean().unstack().sort_index()
    table = means.where(complete.reindex(index=means.index, columns=means.columns))
    table = table[[m for m in methods if m in table.columns]]
    counts = table.notna().sum()
    few = counts[counts / len(table) <= 0.5]
    left_out = [(m, f"has a score on only {n} of {len(table)} data sets") for m, n in few.items()]
    table = table.drop(columns=few.index)
    for dataset, row in table[table.isna().any(axis=1)].iterrows():
        left_out.append((dataset, f"lacks a complete score of {', '.join(row.index[row.isna()])}"))
    return table.dropna(), left_out


def let_families_vote(
    matrix: pd.DataFrame, experiment: dict[str, Any]
) -> tuple[pd.DataFrame, list[tuple[str, str]]]:
    """Keep the data sets that vote, and list the others. The order of the experiment decides which data set
    of a family votes (`evaluation.statistics.families`).
    """
    family = experiment["families"]
    voters = families.choose_voters([d for d in experiment["datasets"] if d in matrix.index], family)
    silent = [
        (d, f"{voter} has the only vote of the family {family.get(d, d)}")
        for d, voter in voters.items()
        if voter != d
    ]
    return matrix[[voters[d] == d for d in matrix.index]], silent


def judge_comparisons(comparisons: Sequence[Comparison], frames: Frames, threads: int = 1) -> Frames:
    """Tables `ranking` (without costs), `effects`, `pairs` and `tests` of all comparisons, in their order."""
    judge = partial(judge_comparison, settings=frames["settings"].iloc[0].to_dict())
    if threads > 1 and len(comparisons) > 1:
        with ProcessPoolExecutor(threads, get_context("fork")) as pool:
            judged = list(pool.map(judge, comparisons))
    else:
        judged = list(map(judge, comparisons))
    tables = {}
    for name in ("ranking", "effects", "pairs", "tests"):
        parts = [
            one[name].assign(**c.heading) for c, one in zip(comparisons, judged, strict=True) if name in one
        ]
        tables[name] = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()
    return tables


def judge_comparison(comparison: Comparison, settings: dict[str, Any]) -> Frames:
    """All statistics of one comparison; the reference is the control if it takes part.

    Every table has a row for each method, pair or test. Methods are by average rank, the best first; p-values
    are two-sided. In `pairs`, `a` has the better average rank.
    """
    scores = comparison.scores
    reference = settings["reference"] if settings["reference"] in scores else None
    result = compare.compare(
        scores.to_numpy(),
        list(scores.columns),
        list(scores.index),
        lower_is_better=comparison.lower,
        alpha=settings["alpha"],
        reference=reference,
    )
    order = sorted(scores.columns, key=lambda m: (result.average_ranks[m], m))
    pairs = turn_pairs(result)
    tables = {
        "ranking": rank_methods(comparison, result, pairs, reference, settings).loc[order],
        "pairs": pairs.loc[[(a, b) for i, a in enumerate(order) for b in order[i + 1 :]]],
        "tests": test_all(result),
    }
    if reference:
        tables["effects"] = measure_effects(comparison, result, pairs, reference, settings).loc[order]
    return {name: table.reset_index() for name, table in tables.items()}


def turn_pairs(result: compare.Comparison) -> pd.DataFrame:
    """The numbers of every pair in both orders, indexed by (a, b); wins and rank_biserial are those of a."""
    rows = [
        pair._asdict()
        | {"z": abs(pair.z), "wilcoxon": pair.wilcoxon.p, "wilcoxon_statistic": pair.wilcoxon.statistic}
        | {"rank_biserial": pair.wilcoxon.rank_biserial, "sign": pair.sign_test.p}
        for pair in result.pairs
    ]
    pairs = pd.DataFrame(rows).drop(columns=["sign_test", "mean_difference"])
    turned = pairs.rename(columns={"a": "b", "b": "a", "wins": "losses", "losses": "wins"})
    signed = ["rank_difference", "rank_biserial"]
    turned[signed] = 0.0 - turned[signed]
    return pd.concat([pairs, turned]).set_index(["a", "b"])


def test_all(result: compare.Comparison) -> pd.DataFrame:
    """Tests of the hypothesis that all methods have the same average rank; `effect_size` is Kendall's W."""
    rows = []
    for name, label in OMNIBUS.items():
        test = getattr(result, name)
        degrees = test.df if isinstance(test.df, tuple) else (test.df,)
        row = {"test": label, "statistic": test.statistic, "df": ", ".join(f"{d:g}" for d in degrees)}
        effect = None if name == "friedman_ties" else result.friedman.kendall_w
        rows += [row | {"p": test.p, "effect_size": effect}] if test.p is not None else []
    table = pd.DataFrame(rows)
    table[["datasets", "methods"]] = result.n_datasets, result.n_methods
    return table.assign(critical_difference=result.critical_difference)


def rank_methods(
    comparison: Comparison,
    result: compare.Comparison,
    pairs: pd.DataFrame,
    reference: str | None,
    settings: dict[str, Any],
) -> pd.DataFrame:
    """A row for every method: its score, standing against the best method, and gain over the reference."""
    scores, lower = comparison.scores, comparison.lower
    values = scores.to_numpy()
    table = pd.DataFrame({"average_rank": result.average_ranks, "datasets": len(scores)})
    table = table.join(average_columns(scores))

    # against the best method; the region of practical equivalence is in the unit of the primary metric
    rope = settings["rope"] if comparison.metric == settings["metric"] else None
    best = compare_with_best(values, list(scores), lower_is_better=lower, alpha=settings["alpha"], rope=rope)
    others = pd.DataFrame(best.comparisons).set_index("method").rename(columns=AGAINST_BEST)
    table = table.join(others[list(AGAINST_BEST.values())]).fillna({"standing": "best"})

    # against the reference
    if reference:
        against = pairs.xs(reference, level="b")
        table["p_reference"] = pd.Series(holm(against["wilcoxon"].to_numpy()), against.index)
        table = table.join(against[["wins", "ties", "losses"]])
        gains = subtract_scores(scores, reference, comparison.sign).drop(columns=reference)
        table = table.join(pd.DataFrame({m: describe_gains(gains[m].dropna()) for m in gains}).T)
    return table.rename_axis("method")


def measure_effects(
    comparison: Comparison,
    result: compare.Comparison,
    pairs: pd.DataFrame,
    reference: str,
    settings: dict[str, Any],
) -> pd.DataFrame:
    """Every method against the reference: wins, effect sizes, tests of ranks, and with the primary metric the
    probabilities of being better, practically equivalent and worse (Bayesian signed ranks test).
    """
    table = pd.DataFrame({"average_rank": result.average_ranks, "datasets": result.n_datasets})
    columns = ["wins", "ties", "losses", "sign", "rank_biserial", "wilcoxon"]
    table = table.join(pairs.xs(reference, level="b")[columns])
    if result.control:
        control = pd.DataFrame(result.control.comparisons).set_index("method")
        table = table.join(control[["z", "bonferroni_dunn", "holm", "hochberg"]])
    if comparison.metric == settings["metric"]:
        scores, probabilities = comparison.scores, {}
        for method in scores.columns.drop(reference):
            a, b = scores[method].to_numpy(), scores[reference].to_numpy()
            test = compare.signed_rank(a, b, lower_is_better=comparison.lower, rope=settings["rope"])
            probabilities[method] = {"better": test.better, "rope": test.rope, "worse": test.worse}
        table = table.join(pd.DataFrame(probabilities).T.astype(float))
    return table.rename_axis("method")


def list_exclusions(comparisons: Sequence[Comparison]) -> pd.DataFrame:
    """Data sets and methods that a main comparison leaves out; metrics with the same reason share a row."""
    main = [c for c in comparisons if c.main]
    rows = [(name, c.protocol, c.metric, reason) for c in main for name, reason in c.left_out]
    table = pd.DataFrame(rows, columns=["left_out", "protocol", "metrics", "reason"])
    everything = {c.metric for c in main}
    by_reason = table.groupby(["left_out", "protocol", "reason"])["metrics"]
    return by_reason.agg(lambda m: "all" if set(m) == everything else ", ".join(m)).reset_index()
