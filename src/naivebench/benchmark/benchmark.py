"""Statistics of a whole benchmark: from tidy scores to one comparison per protocol and metric."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Required, TypedDict

import numpy as np

from naivebench.core.plain import plain
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import bayes, best, compare, corrected_t, effect_sizes, families

if TYPE_CHECKING:
    import pandas as pd

    from naivebench.benchmark.configuration.shapes import Part, Primary


class LeftOut(TypedDict, total=False):
    """A data set or a method that cannot be compared, and why."""

    dataset: str
    method: str
    reason: Required[str]


class Matrix(NamedTuple):
    """Mean scores over folds of the methods and data sets that can be compared."""

    values: np.ndarray  # (N data sets, k methods)
    datasets: list[str]
    methods: list[str]
    left_out: list[LeftOut]


class Heading(TypedDict):
    """The keys of a comparison: its experiment, protocol and metric, its data sets, and what was left out."""

    experiment: str
    experiment_title: str
    main: bool  # whether its experiment is the one of the protocol with the most cells
    protocol: str
    metric: str
    metric_label: str
    better: str  # `higher` or `lower`
    primary: bool  # the main comparison of the primary protocol and metric; all others are exploratory
    datasets: list[str]
    within: list[str]  # source families whose members all vote, see `evaluation.statistics.families`
    left_out: list[LeftOut]


class Ranks(TypedDict):
    """The content of results/statistics/ranks.json."""

    # the fields of `compare.Comparison`, the methods as good as the best one (`best`), and a `Heading`
    comparisons: list[dict[str, Any]]


class Cell(TypedDict):
    """The keys of one method on one data set."""

    protocol: str
    metric: str
    dataset: str
    method: str


class FoldTest(Cell):
    """Corrected t test of a method against the reference on the folds of a data set."""

    mean_difference: float  # method - reference
    statistic: float | None
    df: int
    p: float | None
    n: int  # number of folds
    test_train_ratio: float
    cohen_d: float | None
    primary: bool
    note: str


class FoldTests(TypedDict):
    """The content of results/statistics/corrected_t.json."""

    reference: str
    comparisons: list[FoldTest]


def matrix(scores: pd.DataFrame, protocol: str, metric: str, methods: list[str]) -> Matrix:
    """Complete matrix of mean scores, the input of every rank test.

    Methods that have scores on at most half of the data sets (because they do not accept the attributes, or
    failed) are left out first. Then every data set is left out on which one of the remaining methods has no
    score. Both are listed. A score is the mean over all folds of a method, provided that they are complete.
    They are complete if each of its runs (all folds of one `repeat`) has as many folds as the same run of any
    other method, and if it has all runs or only the first one; methods that draw no random numbers run once
    where the parts are the same in every run. An infinite score (log loss after a probability of zero) counts
    as a score and ranks last.

    `methods`: order of the columns; methods without any score are skipped. Data sets are sorted by name.
    """
    part = scores[(scores["protocol"] == protocol) & (scores["metric"] == metric)]
    return _matrix(part, complete(part, ["dataset"]), methods)


def _matrix(part: pd.DataFrame, whole: pd.DataFrame, methods: list[str]) -> Matrix:
    """`matrix` of the scores of one protocol and metric, which are complete where `whole` is true."""
    means = part.groupby(["dataset", "method"], sort=False)["value"].mean().unstack().sort_index()
    table = means.where(whole.reindex(index=means.index, columns=means.columns))
    table = table[[m for m in methods if m in table.columns]].copy()
    share = table.notna().mean()
    left_out: list[LeftOut] = [
        {
            "method": m,
            "reason": f"has a score on only {int(table[m].notna().sum())} of {len(table)} data sets",
        }
        for m in table.columns
        if share[m] <= 0.5
    ]
    table = table.loc[:, share > 0.5]
    for dataset, row in table[table.isna().any(axis=1)].iterrows():
        left_out.append(
            {"dataset": dataset, "reason": f"lacks a complete score of {', '.join(row.index[row.isna()])}"}
        )
    table = table.dropna()
    return Matrix(table.to_numpy(dtype=float), list(table.index), list(table.columns), left_out)


def voting(m: Matrix, experiment: Part) -> Matrix:
    """Keep the data sets that vote and list the others as left out. The order of the experiment decides which
    data set of a family votes (`statistics.families`).
    """
    family = experiment.families or {}
    voters = families.voters([d for d in experiment.datasets if d in m.datasets], family)
    silent: list[LeftOut] = [
        {"dataset": d, "reason": f"{voter} has the only vote of the family {family.get(d, d)}"}
        for d, voter in voters.items()
        if voter != d
    ]
    kept = [i for i, d in enumerate(m.datasets) if voters[d] == d]
    return Matrix(m.values[kept], [m.datasets[i] for i in kept], m.methods, m.left_out + silent)


def complete(scores: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Whether the folds of each method are complete, as `matrix` defines it.

    `keys`: columns that identify a data set in a comparison. The result has a row for each of their values
    and a column for each method.
    """
    folds = scores.groupby([*keys, "repeat", "method"], observed=True)["value"].size().unstack()
    whole = folds.eq(folds.max(axis=1), axis=0)
    by_set = whole.groupby(keys, observed=True)
    runs = by_set.sum()
    all_or_first = runs.eq(runs.max(axis=1), axis=0) | (runs.eq(1) & by_set.first())
    return all_or_first & ~(folds.notna() & ~whole).groupby(keys, observed=True).any()


def comparable(
    scores: pd.DataFrame, experiments: dict[str, Part], metrics: list[str], primary: Primary
) -> Iterator[tuple[Matrix, Heading]]:
    """Matrix and heading of every experiment and metric with at least two methods and two data sets.

    A comparison covers the cells of one experiment; each source family has one vote.
    """
    main = main_experiments(experiments)
    for name, experiment in experiments.items():
        part = scores[
            (scores["protocol"] == experiment.protocol) & scores["dataset"].isin(experiment.datasets)
        ]
        if min(part["dataset"].nunique(), part["method"].nunique()) < 2:
            continue
        whole, of_metric = complete(part, ["metric", "dataset"]), dict(iter(part.groupby("metric")))
        for metric in (m for m in metrics if m in of_metric):
            m = voting(_matrix(of_metric[metric], whole.loc[metric], experiment.methods), experiment)
            if len(m.methods) < 2 or len(m.datasets) < 2:
                continue
            yield (
                m,
                {
                    "experiment": name,
                    "experiment_title": experiment.title,
                    "main": main[experiment.protocol] == name,
                    "protocol": experiment.protocol,
                    "metric": metric,
                    "metric_label": METRICS[metric].label,
                    "better": METRICS[metric].better,
                    "primary": (main.get(primary.protocol), primary.metric) == (name, metric),
                    "datasets": m.datasets,
                    "within": families.within(m.datasets, experiment.families or {}),
                    "left_out": m.left_out,
                },
            )


def ranks(
    scores: pd.DataFrame,
    experiments: dict[str, Part],
    metrics: list[str],
    primary: Primary,
    alpha: float,
    rope: float = bayes.ROPE,
) -> Ranks:
    """Compare the methods of every matrix of `comparable` by `statistics.compare`.

    The reference of `primary` is the control if it is among the methods. The key `best` lists the methods
    that are as good as the best one (`best.against_best`). `rope` is in the unit of the primary metric; other
    metrics have none.
    """
    comparisons = []
    for m, heading in comparable(scores, experiments, metrics, primary):
        control = primary.reference if primary.reference in m.methods else None
        lower = heading["better"] == "lower"
        result = compare.compare(
            m.values, m.methods, m.datasets, lower_is_better=lower, alpha=alpha, reference=control
        )
        as_good = best.against_best(
            m.values,
            m.methods,
            lower_is_better=lower,
            alpha=alpha,
            rope=rope if heading["metric"] == primary.metric else None,
        )
        comparisons.append({**plain(result), "best": plain(as_good), **heading})
    return {"comparisons": comparisons}


def main_experiments(experiments: dict[str, Part]) -> dict[str, str]:
    """Protocol -> its experiment with the most cells; of several, the first."""
    main: dict[str, str] = {}
    for name, e in experiments.items():
        most = experiments.get(main.get(e.protocol, ""))
        if most is None or len(e.datasets) * len(e.methods) > len(most.datasets) * len(most.methods):
            main[e.protocol] = name
    return main


def fold_differences(
    scores: pd.DataFrame, protocols: list[str], metrics: list[str], methods: list[str], reference: str
) -> Iterator[tuple[Cell, np.ndarray, float]]:
    """Yield (cell, differences (J,) of method minus reference, test cases / training cases).

    There is one for every data set and method with finite differences on at least two folds. The ratio is
    that of the means over the folds.
    """
    wanted = scores[scores["protocol"].isin(protocols) & scores["metric"].isin(metrics)]
    for (protocol, metric, dataset), part in wanted.groupby(["protocol", "metric", "dataset"], sort=False):
        folds = part.pivot(index=["repeat", "fold"], columns="method", values="value").replace(
            [np.inf, -np.inf], np.nan
        )
        sizes = part.drop_duplicates(["repeat", "fold"])[["n_test", "n_train"]].mean()
        if reference not in folds or not sizes["n_train"] > 0:
            continue
        ratio = float(sizes["n_test"] / sizes["n_train"])
        of_method = dict(zip(folds.columns, folds.to_numpy(dtype=float).T, strict=True))
        for method in (m for m in methods if m in of_method and m != reference):
            differences = of_method[method] - of_method[reference]
            differences = differences[~np.isnan(differences)]
            if len(differences) >= 2:
                yield (
                    {"protocol": protocol, "metric": metric, "dataset": dataset, "method": method},
                    differences,
                    ratio,
                )


def corrected_tests(
    scores: pd.DataFrame,
    protocols: list[str],
    metrics: list[str],
    methods: list[str],
    reference: str,
    primary: Primary | None = None,
) -> FoldTests:
    """Nadeau-Bengio corrected t test of every method against the reference on every data set with at least
    two folds.

    `primary`: the comparison that is not exploratory; by default there is none.
    """
    comparisons: list[FoldTest] = []
    for cell, differences, ratio in fold_differences(scores, protocols, metrics, methods, reference):
        result = corrected_t.corrected_t(differences, ratio)
        comparisons.append(
            {
                **cell,
                "mean_difference": float(differences.mean()),
                "statistic": result.statistic,
                "df": result.df,
                "p": result.p,
                "n": len(differences),
                "test_train_ratio": ratio,
                "cohen_d": effect_sizes.cohen_d(differences),
                "primary": is_primary(cell, primary),
                "note": result.note,
            }
        )
    return {"reference": reference, "comparisons": comparisons}


def is_primary(cell: Cell, primary: Primary | None) -> bool:
    """Whether a cell belongs to the primary protocol and metric."""
    return primary is not None and (cell["protocol"], cell["metric"]) == (
        primary.protocol,
        primary.metric,
    )
