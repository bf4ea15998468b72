"""Means, counts, costs and sizes of every cell (method, data set and protocol), and their differences."""

from __future__ import annotations

import math

import pandas as pd

from naivebench.benchmark import score
from naivebench.evaluation.statistics.intervals import estimate_set_mean

Frames = dict[str, pd.DataFrame]
KEYS = list(score.CELL)


def summarize_cells(frames: Frames) -> Frames:
    """Aggregate the folds of every cell.

    Protocols for learning curves are left out, because a mean over training sizes is meaningless.

    - `means`: protocol, dataset, method, metric, value: unweighted mean over the folds
    - `accuracies`: protocol, dataset, method, correct, tested (cases of all folds), accuracy, low, high
      (Wilson's 95 % interval), repeats, folds
    - `costs`: protocol, dataset, method, fit_seconds, predict_seconds, cpu_seconds (CPU seconds, sums over
      the folds), peak_memory_mb (largest), parameters_median, parameters_max
    """
    learning = set(frames["protocols"].query("learning")["protocol"])
    scores = frames["scores"][~frames["scores"]["protocol"].isin(learning)]
    timings = frames["timings"][~frames["timings"]["protocol"].isin(learning)]
    return {
        "means": average_scores(scores),
        "accuracies": pool_accuracy(scores),
        "costs": sum_costs(scores, timings),
    }


def average_scores(scores: pd.DataFrame) -> pd.DataFrame:
    """Average the folds of every cell and metric.

    A cell is left out if it lacks a value on a test fold on which another method has one, because its mean
    over the other parts would not be comparable. A cell without any value is left out, too.
    """
    keys = [*KEYS, "metric"]
    means = scores.groupby(keys, sort=False)["value"].mean().dropna()
    part = ["protocol", "dataset", "metric", "repeat", "fold"]
    undefined = scores[scores["value"].isna()]
    if len(undefined):
        defined = scores[scores["value"].notna()].merge(undefined[part].drop_duplicates(), on=part)
        partial = undefined.merge(defined[part].drop_duplicates(), on=part)
        means = means.drop(pd.MultiIndex.from_frame(partial[keys].drop_duplicates()), errors="ignore")
    return means.reset_index()


def pool_accuracy(scores: pd.DataFrame) -> pd.DataFrame:
    """Count correct and tested cases of every cell, with their share and its Wilson 95 % interval.

    Repeated cross-validation tests a case once in every repeat, but the interval counts it only once.
    """
    from statsmodels.stats.proportion import proportion_confint

    accuracy = scores[scores["metric"] == "accuracy"]
    counted = accuracy.assign(correct=(accuracy["value"] * accuracy["n_test"]).round())
    sums = {"correct": ("correct", "sum"), "tested": ("n_test", "sum")}
    counts = {"repeats": ("repeat", "nunique"), "folds": ("fold", "size")}
    pooled = counted.groupby(KEYS, sort=False).agg(**sums, **counts).reset_index()
    pooled = pooled[pooled["tested"] > 0].astype({"correct": int, "tested": int})
    correct, cases = (pooled[key].to_numpy() / pooled["repeats"].to_numpy() for key in ("correct", "tested"))
    low, high = proportion_confint(correct, cases, method="wilson")
    return pooled.assign(accuracy=pooled["correct"] / pooled["tested"], low=low, high=high)


def sum_costs(scores: pd.DataFrame, timings: pd.DataFrame) -> pd.DataFrame:
    """Sum CPU seconds of every cell with a time, and find its memory and the sizes of its models."""
    columns = {"fit_seconds": "sum", "predict_seconds": "sum", "peak_memory_mb": "max"}
    costs = timings.groupby(KEYS, sort=False).agg(columns)
    sizes = scores[scores["metric"] == "n_parameters"].groupby(KEYS, sort=False)["value"]
    sizes = sizes.agg(["median", "max"]).add_prefix("parameters_")
    costs.insert(2, "cpu_seconds", costs["fit_seconds"] + costs["predict_seconds"])
    return costs.join(sizes, how="outer").reset_index()


def pivot_means(means: pd.DataFrame, protocol: str, metric: str) -> pd.DataFrame:
    """Arrange mean scores of a protocol and metric: a row for each data set, a column for each method."""
    part = means[(means["protocol"] == protocol) & (means["metric"] == metric)]
    return part.pivot(index="dataset", columns="method", values="value")


def estimate_gain(gains: pd.Series, name: str = "gain") -> dict[str, float]:
    """Compute the mean of differences over data sets with its 95 % t interval, missing if undefined."""
    interval = estimate_set_mean(gains.tolist())
    low, high = (end if math.isfinite(end) else math.nan for end in (interval.low, interval.high))
    return {name: interval.value, f"{name}_low": low, f"{name}_high": high}


def count_wins(gains: pd.Series) -> dict[str, int]:
    """Count the data sets with a positive, a zero and a negative difference."""
    return {"wins": (gains > 0).sum(), "ties": (gains == 0).sum(), "losses": (gains < 0).sum()}


def sort_rows(table: pd.DataFrame, frames: Frames, keys: list[str]) -> pd.DataFrame:
    """Sort rows by columns; methods and protocols are in the order of the frames."""
    places = {
        key: {name: i for i, name in enumerate(frames[f"{key}s"][key])} for key in ("method", "protocol")
    }
    return table.sort_values(
        keys, key=lambda c: c.map(places[c.name]) if c.name in places else c, kind="stable"
    )
