"""Facts about the run: data sets and their scores, protocols, experiments, missing scores, jobs, versions."""

from __future__ import annotations

from typing import Any

import pandas as pd

from naivebench.benchmark.tables.cells import KEYS, Frames, pivot_means
from naivebench.benchmark.tables.comparisons import find_main_experiments


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
    experiment = experiments.set_index("experiment").loc[main[settings["protocol"]]]
    methods = list(dict.fromkeys([*order, *experiment["methods"]]))
    wide = pivot_means(frames["means"], settings["protocol"], settings["metric"])
    wide = wide.reindex(index=sorted(experiment["datasets"]), columns=methods)
    return wide.stack(future_stack=True).rename("score").rename_axis(["dataset", "method"]).reset_index()


def measure_optimism(frames: Frames) -> pd.DataFrame:
    """Compare pooled accuracy with that under `honest`; shuffled labels have no difference (NaN)."""
    pooled = frames["accuracies"][["protocol", "dataset", "method", "accuracy"]]
    base = pooled[pooled["protocol"] == "honest"].drop(columns="protocol").set_index(["dataset", "method"])
    table = pooled[pooled["protocol"] != "honest"]
    table = table.join(base.add_prefix("honest_"), on=["dataset", "method"])
    shuffled = table["protocol"].isin(frames["protocols"].query("shuffled")["protocol"])
    return table.assign(optimism=(table["accuracy"] - table["honest_accuracy"]).mask(shuffled))


def list_protocols(frames: Frames) -> pd.DataFrame:
    """List the protocols of the run: purpose, folds, and numbers of data sets and methods with a score."""
    rows = []
    for given in frames["protocols"].to_dict("records"):
        part = frames["scores"][frames["scores"]["protocol"] == given["protocol"]]
        row = {"protocol": given["protocol"], "title": given["title"]}
        row |= {"scheme": describe_scheme(given["settings"]["folds"], part)}
        rows.append(row | {"datasets": part["dataset"].nunique(), "methods": part["method"].nunique()})
    return pd.DataFrame(rows)


def describe_scheme(folds: dict[str, Any], scores: pd.DataFrame) -> str:
    """Name the scheme of a protocol, and how many folds and repeats the scores have if there are several."""
    if sizes := folds["train_cases"]:
        return f"{len(sizes)} sizes of the training part"
    counts = scores.groupby("dataset").agg(folds=("fold", "nunique"), repeats=("repeat", "nunique"))
    ranges = {key: sorted({count.min(), count.max()}) for key, count in counts.items() if count.max() > 1}
    spans = [f"{key} {' to '.join(map(str, ends))}" for key, ends in ranges.items()]
    return ": ".join([folds["scheme"].replace("_", " "), *([", ".join(spans)] if spans else [])])


def list_experiments(frames: Frames) -> pd.DataFrame:
    """List the experiments: protocol, data sets and methods with a score, and their number of cells."""
    scored, rows = frames["scores"][KEYS].drop_duplicates(), []
    for e in frames["experiments"].to_dict("records"):
        of_protocol = scored[scored["protocol"] == e["protocol"]]
        is_part = of_protocol["dataset"].isin(e["datasets"]) & of_protocol["method"].isin(e["methods"])
        row = {key: e[key] for key in ("experiment", "title", "protocol")} | {"cells": int(is_part.sum())}
        rows.append(row | {f"{key}s": of_protocol[key][is_part].nunique() for key in ("dataset", "method")})
    return pd.DataFrame(rows)


def list_failures(frames: Frames) -> pd.DataFrame:
    """List scores that could not be computed, and data sets that are not available, with reason and remedy.
    Folds with the same reason share a row, and `all` stands for every method or protocol.
    """
    keys = ["status", "dataset", "method", "protocol", "stage", "reason", "remedy"]
    table = frames["failures"][keys].drop_duplicates().sort_values(keys)
    return table.replace({"method": "", "protocol": ""}, "all")


def count_missing_scores(failures: pd.DataFrame) -> pd.DataFrame:
    """Count missing scores by method, status and reason, with their numbers of data sets and protocols. Parts
    of a reason that are specific to one data set are left out; `failures` has them.
    """
    keys = ["method", "status", "reason"]
    df = failures[failures["status"] != "unavailable"]
    df = df.assign(reason=df["reason"].astype(str).str.replace(", but the data set has .*", "", regex=True))
    counts = {f"{key}s": (key, "nunique") for key in ("dataset", "protocol")}
    return df.groupby(keys, sort=False).agg(**counts).reset_index()


def list_versions_and_settings(frames: Frames) -> pd.DataFrame:
    """List the versions of programs and packages, and the alpha, rope, time and memory limits of the run."""
    given = frames["settings"].iloc[0].reindex(["alpha", "rope", "timeout_seconds", "memory_mb"]).dropna()
    settings = pd.DataFrame({"item": "Setting " + given.index, "version": given.map("{:g}".format)})
    return pd.concat([frames["versions"], settings], ignore_index=True)


def sum_jobs_by_rule(jobs: pd.DataFrame) -> pd.DataFrame:
    """Sum the jobs by rule. Wall times are summed, even if jobs ran in parallel.

    `rule` is the name of the column for claims.
    """
    sums = {"jobs": ("job", "size"), "max_rss_mb": ("max_rss_mb", "max")}
    sums |= {key: (key, "sum") for key in ("cpu_seconds", "wall_seconds")}
    return jobs.groupby("rule").agg(**sums).rename_axis("workflow_rule").reset_index()


def describe_run(frames: Frames) -> pd.DataFrame:
    """Describe the size of the run in one row. Sizes of models and evaluations of searches are not scores."""
    scores = frames["scores"][frames["scores"]["metric"].isin(frames["metrics"]["metric"])]
    counts = {f"{key}s": scores[key].nunique() for key in ("protocol", "dataset", "method")}
    return frames["settings"][["title"]].assign(scores=len(scores), **counts)
