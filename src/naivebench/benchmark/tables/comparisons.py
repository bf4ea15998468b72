"""The comparisons of a run: complete matrices of mean scores, one for each experiment and metric, with the
statistics of each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import Frames, estimate_gain
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import bayes, source_families
from naivebench.evaluation.statistics.compare import (
    compare_scores,
    compare_with_best,
    list_both_orders,
    subtract_scores,
)

Excluded = list[tuple[str, str]]  # data sets and methods that cannot be compared, and why
RARE_CASES = "hit_area_10"  # metric of protocols in which a constant answer has a high accuracy
WINS = ["wins", "ties", "losses"]
CORRECTED = ["z", "bonferroni_dunn", "holm", "hochberg"]  # tests of ranks against the reference


class Comparison(NamedTuple):
    """Mean scores over folds of the methods and data sets of an experiment that can be compared.

    `main`: Whether the experiment has the most cells of its protocol. `primary`: Whether this is the main
    comparison of the primary protocol and metric, the only one that was named before the run.
    """

    protocol: str
    metric: str
    experiment: str
    primary: bool
    main: bool
    scores: pd.DataFrame  # data sets x methods, without missing values
    left_out: Excluded

    @property
    def sign(self) -> int:
        """1 if higher scores are better, otherwise -1."""
        return METRICS[self.metric].sign

    @property
    def labels(self) -> dict[str, Any]:
        """The columns that identify the comparison in every table."""
        return {name: getattr(self, name) for name in ("protocol", "metric", "experiment", "primary", "main")}


def list_comparisons(frames: Frames) -> list[Comparison]:
    """List experiments and metrics with two or more methods and data sets, the primary comparison first.

    A comparison covers the cells of one experiment; each source family has one vote. Besides the metrics that
    are compared under every protocol, `RARE_CASES` ranks methods under the protocols that compute it.
    """
    settings, scores = frames["settings"].iloc[0], frames["scores"]
    experiments = frames["experiments"].query("compared").to_dict("records")
    main = find_main_experiments(experiments)
    methods = set(frames["methods"]["method"])
    family = frames["datasets"].set_index("dataset")["family"].to_dict()
    metrics = frames["metrics"].query("compared or metric == @RARE_CASES")["metric"]
    comparisons = []
    for experiment in experiments:
        protocol, name = experiment["protocol"], experiment["experiment"]
        part = scores[(scores["protocol"] == protocol) & scores["dataset"].isin(experiment["datasets"])]
        columns = [m for m in experiment["methods"] if m in methods]
        if min(part["dataset"].nunique(), part["method"].nunique()) < 2:
            continue
        complete = find_complete_methods(part, ["metric", "dataset"])
        of_metric = dict(iter(part.groupby("metric")))
        for metric in (m for m in metrics if m in of_metric):
            matrix, left_out = average_complete_scores(of_metric[metric], complete.loc[metric], columns)
            matrix, silent = select_representatives(matrix, experiment["datasets"], family)
            if min(matrix.shape) < 2:
                continue
            is_main = main[protocol] == name
            primary = is_main and (protocol, metric) == (settings["protocol"], settings["metric"])
            comparisons.append(
                Comparison(protocol, metric, name, primary, is_main, matrix, left_out + silent)
            )
    return sorted(comparisons, key=lambda c: not c.primary)


def find_main_experiments(experiments: list[dict[str, Any]]) -> dict[str, str]:
    """Find the experiment of each protocol with the most cells; of several, the first."""
    main: dict[str, str] = {}
    for e in sorted(experiments, key=lambda e: -len(e["datasets"]) * len(e["methods"])):
        main.setdefault(e["protocol"], e["experiment"])
    return main


def find_complete_methods(scores: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Whether the folds of each method (columns) are complete, for each value of `keys` (rows).

    They are complete if each run of the method (all folds of one `repeat`) has as many folds as the same run
    of any other method, and if it has all runs or only the first one: methods that draw no random numbers run
    once where the parts are the same in every run.
    """
    folds = scores.groupby([*keys, "repeat", "method"], observed=True)["value"].size().unstack()
    is_complete = folds.eq(folds.max(axis=1), axis=0)
    of_set = is_complete.groupby(keys, observed=True)
    runs = of_set.sum()
    all_or_first = runs.eq(runs.max(axis=1), axis=0) | (runs.eq(1) & of_set.first())
    return all_or_first & ~(folds.notna() & ~is_complete).groupby(keys, observed=True).any()


def average_complete_scores(
    part: pd.DataFrame, complete: pd.DataFrame, methods: list[str]
) -> tuple[pd.DataFrame, Excluded]:
    """Return the complete matrix of mean scores of a protocol and metric, and exclusions with reasons.

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


def select_representatives(
    matrix: pd.DataFrame, order: list[str], family: dict[str, str]
) -> tuple[pd.DataFrame, Excluded]:
    """Return the data sets that vote, and list those that do not. The order of the experiment decides which
    data set of a family votes (`evaluation.statistics.source_families`).
    """
    voters = source_families.choose_representatives([d for d in order if d in matrix.index], family)
    silent = [
        (d, f"{voter} has the only vote of the family {family.get(d, d)}")
        for d, voter in voters.items()
        if voter != d
    ]
    return matrix[[voters[d] == d for d in matrix.index]], silent


def analyze_comparisons(comparisons: Sequence[Comparison], frames: Frames) -> Frames:
    """Make the tables `ranking`, `effects`, `pairs` and `tests` of all comparisons in turn."""
    settings = frames["settings"].iloc[0].to_dict()
    parts: dict[str, list[pd.DataFrame]] = {name: [] for name in ("ranking", "effects", "pairs", "tests")}
    for comparison in comparisons:
        tables = analyze_comparison(comparison, settings)
        tables["ranking"] = add_costs(tables["ranking"], comparison, frames)
        for name, table in tables.items():
            parts[name].append(table.assign(**comparison.labels))
    return {name: pd.concat(dfs, ignore_index=True) if dfs else pd.DataFrame() for name, dfs in parts.items()}


def analyze_comparison(comparison: Comparison, settings: dict[str, Any]) -> Frames:
    """Compute all statistics of one comparison; the reference is the control if it takes part.

    Every table has a row for each method, pair or test. Methods are sorted by average rank, the best first;
    p-values are two-sided. In `pairs`, `a` has the better average rank.
    """
    scores, alpha = comparison.scores, settings["alpha"]
    reference = settings["reference"] if settings["reference"] in scores else None
    # the region of practical equivalence is in the unit of the primary metric
    rope = settings["rope"] if comparison.metric == settings["metric"] else None
    result = compare_scores(scores, lower_is_better=comparison.sign < 0, alpha=alpha, reference=reference)
    order = sorted(scores.columns, key=lambda m: (result.average_ranks[m], m))
    pairs = list_both_orders(result.pairs)

    # against the best method
    best, others = order[0], order[1:]
    gaps = subtract_scores(scores, best, comparison.sign)
    verdicts = compare_with_best(gaps, pairs.xs(best, level="b").loc[others], alpha=alpha, rope=rope)

    ranks = pd.DataFrame({"average_rank": result.average_ranks, "datasets": len(scores)}).loc[order]
    ranks = ranks.rename_axis("method")
    ranking = ranks.assign(score=scores.mean()).join(verdicts).fillna({"standing": "best"})
    tests = result.tests.assign(datasets=len(scores), methods=len(order))
    tests["critical_difference"] = result.critical_difference  # the same for all pairs
    by_rank = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :]]
    tables = {"ranking": ranking, "pairs": pairs.loc[by_rank], "tests": tests}

    # against the reference
    if reference and result.control is not None:
        gains = subtract_scores(scores, reference, comparison.sign).drop(columns=reference)
        against = pairs.xs(reference, level="b")
        # a gain is missing where a score is infinite, and then so is the mean: over the other data sets it
        # would compare unlike things
        means = pd.DataFrame({method: estimate_gain(gains[method]) for method in gains}).T
        tables["ranking"] = ranking.join(against[WINS].join(means))
        tables["effects"] = ranks.join(measure_effects(gains, against, result.control, rope))
    return {name: table.reset_index() for name, table in tables.items()}


def measure_effects(
    gains: pd.DataFrame, against: pd.DataFrame, control: pd.DataFrame, rope: float | None
) -> pd.DataFrame:
    """Measure wins, effect sizes and tests of ranks (`control`) of every method against the reference. With
    the primary metric (`rope`), add the probabilities of being better, practically equivalent and worse
    (Bayesian signed ranks test).

    `gains`: data sets x other methods, positive where a method is better. `against`: rows of
    `list_both_orders` for these methods.
    """
    effects = against[[*WINS, "sign", "rank_biserial", "wilcoxon"]].join(control[CORRECTED])
    if rope is None:
        return effects
    finite = gains.columns[gains.notna().all()]
    rows = [bayes.bayesian_signed_rank(gains[method].to_numpy(), rope) for method in finite]
    return effects.join(pd.DataFrame(rows, finite, columns=bayes.Probabilities._fields))


def add_costs(ranking: pd.DataFrame, comparison: Comparison, frames: Frames) -> pd.DataFrame:
    """Add the group of each method, its CPU time over the data sets of the comparison, missing where a data
    set lacks it, and that time over the reference's (`cost_factor`).

    `on_front` marks methods of the primary comparison that no other method beats in both mean score and CPU
    time.
    """
    datasets, costs = comparison.scores.index, frames["costs"]
    costs = costs[(costs["protocol"] == comparison.protocol) & costs["dataset"].isin(datasets)]
    seconds = costs.groupby("method")["cpu_seconds"].sum(min_count=len(datasets))
    ranking = ranking.merge(frames["methods"][["method", "group"]], how="left").join(seconds, on="method")
    reference = ranking["method"] == frames["settings"]["reference"].iloc[0]
    ranking["cost_factor"] = ranking["cpu_seconds"] / ranking["cpu_seconds"][reference].max()
    ranking["on_front"] = find_pareto_front(ranking, comparison.sign) if comparison.primary else False
    return ranking


def find_pareto_front(part: pd.DataFrame, sign: int) -> pd.Series:
    """Whether each method is better than every faster one; equally fast ones are compared by score.

    `part`: one comparison, with the columns method, score and cpu_seconds; `sign`: 1 if higher scores are
    better, otherwise -1.
    """
    known = part[part["cpu_seconds"] > 0].assign(gain=sign * part["score"])
    gains = known.sort_values(["cpu_seconds", "gain", "method"], ascending=[True, False, True])["gain"]
    front = gains > gains.cummax().shift(fill_value=-np.inf)
    return front.reindex(part.index, fill_value=False)


def list_exclusions(comparisons: Sequence[Comparison]) -> pd.DataFrame:
    """List data sets and methods that comparisons leave out; metrics with the same reason share a row."""
    rows = [(name, c.experiment, c.protocol, c.metric, why) for c in comparisons for name, why in c.left_out]
    keys = ["left_out", "experiment", "protocol", "reason"]
    table = pd.DataFrame(rows, columns=[*keys[:3], "metrics", "reason"])
    number = Counter(c.experiment for c in comparisons)  # of metrics
    listed = table.groupby(keys, sort=False)["metrics"].agg(list).reset_index()
    has_all = listed["metrics"].map(len) == listed["experiment"].map(number)
    listed["metrics"] = listed["metrics"].map(", ".join).mask(has_all, "all")
    return listed.sort_values(["left_out", "protocol", "experiment"], kind="stable")
