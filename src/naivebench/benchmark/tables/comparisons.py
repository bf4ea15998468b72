"""The comparisons of a run: complete matrices of mean scores, one for each experiment and metric."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pandas as pd

from naivebench.benchmark.tables.frames import Frames
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import families


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
    within: list[str]  # source families whose members all vote, because there are too few families

    @property
    def lower(self) -> bool:
        """Whether lower scores are better."""
        return METRICS[self.metric].better == "lower"

    @property
    def heading(self) -> dict[str, Any]:
        """The columns that identify the comparison in every table."""
        return {name: getattr(self, name) for name in ("protocol", "metric", "experiment", "primary", "main")}


def list_comparisons(frames: Frames) -> list[Comparison]:
    """Every experiment and metric with at least two methods and two data sets, the primary comparison first.

    A comparison covers the cells of one experiment; each source family has one vote.
    """
    settings = frames["settings"].iloc[0]
    experiments = frames["experiments"].query("compared").to_dict("records")
    main = find_main_experiments(experiments)
    methods = frames["methods"]["method"].tolist()
    metrics = frames["metrics"].query("compared")["metric"].tolist()
    found = []
    for experiment in experiments:
        scores = frames["scores"]
        part = scores[
            (scores["protocol"] == experiment["protocol"]) & scores["dataset"].isin(experiment["datasets"])
        ]
        columns = [m for m in experiment["methods"] if m in methods]
        for metric, matrix, left_out in _list_matrices(part, metrics, columns):
            matrix, silent = let_families_vote(matrix, experiment)
            if min(matrix.shape) < 2:
                continue
            is_main = main[experiment["protocol"]] == experiment["experiment"]
            key = experiment["protocol"], metric
            primary = is_main and key == (settings["protocol"], settings["metric"])
            within = families.within(list(matrix.index), experiment["families"])
            heading = (*key, experiment["experiment"], primary, is_main)
            found.append(Comparison(*heading, matrix, left_out + silent, within))
    return sorted(found, key=lambda c: not c.primary)


def find_main_experiments(experiments: list[dict[str, Any]]) -> dict[str, str]:
    """Protocol -> its experiment with the most cells; of several, the first."""
    sizes = [(e["protocol"], len(e["datasets"]) * len(e["methods"]), e["experiment"]) for e in experiments]
    main: dict[str, str] = {}
    for protocol, _, name in sorted(sizes, key=lambda of: of[1], reverse=True):
        main.setdefault(protocol, name)
    return main


def _list_matrices(
    part: pd.DataFrame, metrics: list[str], methods: list[str]
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
    left_out = [
        (m, f"has a score on only {n} of {len(table)} data sets")
        for m, n in counts.items()
        if n / len(table) <= 0.5
    ]
    table = table.loc[:, counts / len(table) > 0.5]
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
    voters = families.voters([d for d in experiment["datasets"] if d in matrix.index], family)
    silent = [
        (d, f"{voter} has the only vote of the family {family.get(d, d)}")
        for d, voter in voters.items()
        if voter != d
    ]
    return matrix[[voters[d] == d for d in matrix.index]], silent
