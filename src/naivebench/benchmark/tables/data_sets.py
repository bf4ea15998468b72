"""Tables about single data sets: descriptions, scores of all methods, and optimism."""

from __future__ import annotations

import pandas as pd

from naivebench.benchmark.tables.cells import pivot_means
from naivebench.benchmark.tables.comparisons import find_main_experiments
from naivebench.benchmark.tables.frames import Frames


def describe_datasets(frames: Frames) -> pd.DataFrame:
    """Describe every data set: size, kind, source, status, primary scores of reference and best method."""
    settings, table = frames["settings"].iloc[0], frames["datasets"].drop(columns=["stanza", "record"])
    about = []
    for stanza, record in zip(frames["datasets"]["stanza"], frames["datasets"]["record"], strict=True):
        row = {"title": stanza.get("title"), "warnings": len(record.get("warnings", ()))}
        row |= {key: stanza.get(key) for key in ("reference", "licence")}
        row |= {key: record.get(key) for key in ("source", "sha256", "reason", "remedy")}
        if not row["source"]:  # the data set was not prepared
            source = stanza.get("source", {})
            listed = isinstance(source, dict)
            row["source"] = ", ".join(f"{k} {v}" for k, v in source.items()) if listed else str(source)
        about.append(row)
    table = pd.concat([table, pd.DataFrame(about, table.index)], axis=1)
    table["title"] = table["title"].fillna(table["dataset"])

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
    sets, or the reason for its absence; ranked methods first. Empty without such an experiment.
    """
    settings, experiments = frames["settings"].iloc[0], frames["experiments"].query("compared")
    main = find_main_experiments(experiments.to_dict("records"))
    if settings["protocol"] not in main:
        return pd.DataFrame()
    asked = experiments.set_index("experiment").loc[main[settings["protocol"]]]
    methods = list(dict.fromkeys([*order, *asked["methods"]]))
    wide = pivot_means(frames["means"], settings["protocol"], settings["metric"])
    wide = wide.reindex(index=sorted(asked["datasets"]), columns=methods)
    table = wide.stack(future_stack=True).rename("score").rename_axis(["dataset", "method"]).reset_index()
    table = table.merge(explain_failures(frames, settings["protocol"]), how="left")

    failed, scored = table["status"].notna(), table["score"].notna()
    table.loc[~failed & ~scored, ["status", "reason"]] = "failed", "no record of it"
    mark = table["status"].replace("timeout", "failed").fillna("")
    return table.assign(mark=mark.mask(failed & scored, "partly"), reason=table["reason"].fillna(""))


def explain_failures(frames: Frames, protocol: str) -> pd.DataFrame:
    """List data set, method, status and reason of the first failure of every cell under a protocol."""
    failures = frames["failures"]
    failures = failures[failures["protocol"].isin([protocol, ""])]
    remedy = " (" + failures["remedy"] + ")"
    everyone = frames["methods"]["method"].tolist()
    failures = failures.assign(
        reason=failures["reason"] + remedy.where(failures["remedy"] != "", ""),
        method=[[method] if method else everyone for method in failures["method"]],
    )
    failures = failures.explode("method").drop_duplicates(["dataset", "method"])
    return failures[["dataset", "method", "status", "reason"]]


def measure_optimism(frames: Frames) -> pd.DataFrame:
    """Compare pooled accuracy under other and honest protocols; no difference for shuffled labels."""
    pooled = frames["accuracies"].drop(columns=["repeats", "folds"])
    base = pooled[pooled["protocol"] == "honest"].drop(columns="protocol").set_index(["dataset", "method"])
    table = pooled[pooled["protocol"] != "honest"].drop(columns=["low", "high"])
    table = table.join(base.add_prefix("honest_"), on=["dataset", "method"])
    shuffled = frames["protocols"].query("shuffled")["protocol"]
    optimism = table["accuracy"] - table["honest_accuracy"]
    table["optimism"] = optimism.mask(table["protocol"].isin(shuffled))
    return table.astype({"honest_correct": "Int64", "honest_tested": "Int64"})
