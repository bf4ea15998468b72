"""Tables about single data sets: descriptions, scores of all methods, and optimism."""

from __future__ import annotations

import pandas as pd

from naivebench.benchmark.tables.cells import pivot_means
from naivebench.benchmark.tables.comparisons import find_main_experiments
from naivebench.benchmark.tables.frames import Frames


def describe_datasets(frames: Frames) -> pd.DataFrame:
    """Describe every data set: size, kind, source, status, primary scores of reference and best method."""
    settings, table = frames["settings"].iloc[0], frames["datasets"].drop(columns=["stanza", "record"])
    for key in ("title", "reference", "licence"):
        table[key] = [stanza.get(key) for stanza in frames["datasets"]["stanza"]]
    for key in ("source", "sha256", "reason", "remedy"):
        table[key] = [record.get(key) for record in frames["datasets"]["record"]]

    sign, wide = settings["sign"], pivot_means(frames["means"], settings["protocol"], settings["metric"])
    wide = wide[[m for m in frames["methods"]["method"] if m in wide]].dropna(how="all")
    if wide.empty:
        return table
    best = pd.DataFrame({"best_method": (sign * wide).idxmax(axis=1)})
    best["best_accuracy"] = sign * (sign * wide).max(axis=1)
    if settings["reference"] in wide:
        best["nb_accuracy"] = wide[settings["reference"]]
        best["best_gain"] = sign * (best["best_accuracy"] - best["nb_accuracy"])
    return table.join(best, on="dataset")


def list_warnings(frames: Frames) -> pd.DataFrame:
    """List warnings from the preparation of the data sets, one in each row."""
    records = zip(frames["datasets"]["dataset"], frames["datasets"]["record"], strict=True)
    rows = [(dataset, warning) for dataset, record in records for warning in record.get("warnings", ())]
    return pd.DataFrame(rows, columns=["dataset", "warning"])


def make_score_matrix(order: list[str], frames: Frames) -> pd.DataFrame:
    """Return the score of every method of the main experiment under the primary protocol on each of its data
    sets; ranked methods first. The matrix is empty if there is no such experiment.
    """
    settings, experiments = frames["settings"].iloc[0], frames["experiments"].query("compared")
    main = find_main_experiments(experiments.to_dict("records"))
    if settings["protocol"] not in main:
        return pd.DataFrame()
    asked = experiments.set_index("experiment").loc[main[settings["protocol"]]]
    methods = list(dict.fromkeys([*order, *asked["methods"]]))
    wide = pivot_means(frames["means"], settings["protocol"], settings["metric"])
    wide = wide.reindex(index=sorted(asked["datasets"]), columns=methods)
    return wide.stack(future_stack=True).rename("score").rename_axis(["dataset", "method"]).reset_index()


def measure_optimism(frames: Frames) -> pd.DataFrame:
    """Compare pooled accuracy with that under `honest`; shuffled labels have no difference (NaN)."""
    pooled = frames["accuracies"][["protocol", "dataset", "method", "accuracy"]]
    base = pooled[pooled["protocol"] == "honest"].drop(columns="protocol").set_index(["dataset", "method"])
    table = pooled[pooled["protocol"] != "honest"]
    table = table.join(base.add_prefix("honest_"), on=["dataset", "method"])
    shuffled = table["protocol"].isin(frames["protocols"].query("shuffled")["protocol"])
    return table.assign(optimism=(table["accuracy"] - table["honest_accuracy"]).mask(shuffled))
