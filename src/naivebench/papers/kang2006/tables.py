"""Kang et al. (2006): tables of break-even points, thresholds, protein sites and trees."""

from __future__ import annotations

from typing import Any

import pandas as pd

from naivebench.papers.printed_numbers import compare_gains
from naivebench.papers.run_results import Run

METHODS = ("RNBL-MN", "RNBL-MN, factor |D|", "NB-MN", "C4.5", "SVM")
FURTHER = (
    *("rnbl_mn_level", "rnbl_mn_occurrence", "nb_mn", "nb_mn_300_occurrence", "nb_mn_binary", "nb_bernoulli"),
    *("nb_bernoulli_300", "cnb", "twcnb", "linear_svm_counts_300_tf_idf", "linear_svm_counts"),
)
MEASURES = {"accuracy": "Accuracy", "sensitivity": "Sensitivity", "precision": "“Specificity” (precision)"}
SWEPT = ["f1_swept", "f1", "optimism", "average_precision"]
SIZES = ["nodes", "leaves", "depth", "words"]
FOLDS = ["site", "dataset", "method", "random", "grouped", "drop", "mcc_random", "mcc_grouped", "mcc_drop"]


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    table1, further = list_break_even_points(run)
    return {
        "table1": table1,
        "table1_further": further,
        "published": compare_published_scores(run),
        "thresholds_mean": average_swept_scores(run),
        "table2": list_site_scores(run),
        "grouped": compare_grouped_folds(run),
        "trees": describe_trees(run),
        "gains": compare_gains(run, "RNBL-MN", ["NB-MN"]),
    }


def parse_class_name(printed: str) -> str:
    """Return the class that a printed task compares with the rest: the last word of its name."""
    return printed.split()[-1]


def read_method_scores(run: Run, role: str, dataset: str) -> dict[str, dict[str, Any]]:
    """Read scores over all classes and for each class, by method; {} if there are none."""
    return run.find_stored_results("break_even", role, dataset).get("methods", {})


def find_method_scores(run: Run, role: str, dataset: str, name: str) -> dict[str, Any]:
    """Find a method's scores (printed name or id), over all classes and by class; {} if there are none."""
    return read_method_scores(run, role, dataset).get(run.read_scores(role).find_method_id(dataset, name), {})


def find_task_scores(run: Run, role: str, dataset: str, task: str, name: str) -> dict[str, Any]:
    """Find the scores of a method for the class of a printed task; {} if there are none."""
    return find_method_scores(run, role, dataset, name).get("classes", {}).get(parse_class_name(task), {})


def list_scored_tasks(run: Run, which: str, role: str = "paper") -> list[Any]:
    """List the scored data sets for the paper's `topics`, `sites` or `all_classes`.

    The flag `leading` marks the data set that `paper.yaml` lists first for a printed name.
    """
    copies = run.list_scored_sets(role)
    copies = copies[copies["printed"].isin(run.paper.more[which])]
    scored = [bool(read_method_scores(run, role, d)) for d in copies["dataset"]]
    return list(copies.assign(leading=~copies["printed"].duplicated())[scored].itertuples())


def list_break_even_points(run: Run) -> tuple[pd.DataFrame, pd.DataFrame]:
    """List break-even points by topic: Table 1, with a column per method, and one of further methods."""
    table, further = [], []
    for copy in list_scored_tasks(run, "topics"):
        facts = run.find_stored_results("break_even", "paper", copy.dataset)
        topic = parse_class_name(copy.printed)
        train = (facts["train_cases"] or {}).get(topic)
        place = {"topic": topic, "dataset": copy.dataset, "copy": copy.kind, "n_train": train}
        place["n_test"] = None if train is None else facts["cases"][topic] - train
        points = {
            m: find_task_scores(run, "paper", copy.dataset, copy.printed, m).get("break_even")
            for m in (*METHODS, *FURTHER)
        }
        table.append(place | {m: points[m] for m in METHODS})
        further += [place | {"method": m, "break_even": points[m]} for m in FURTHER if points[m] is not None]
    return pd.DataFrame(table), pd.DataFrame(further)


def average_swept_scores(run: Run) -> pd.DataFrame:
    """Average F1 over topics: at the break-even point of the test documents, and of the predicted class."""
    rows = [
        {"method": method} | of["classes"].get(parse_class_name(copy.printed), {})
        for copy in list_scored_tasks(run, "topics")
        if copy.leading
        for method, of in read_method_scores(run, "paper", copy.dataset).items()
        if method != "majority"
    ]
    frame = pd.DataFrame(rows, columns=["method", *SWEPT]).dropna(subset=["f1_swept", "f1"])
    frame["optimism"] = frame["f1_swept"] - frame["f1"]
    by_method = frame.groupby("method", sort=False)
    means = by_method[SWEPT].mean()
    return means.assign(largest=by_method["optimism"].max(), topics=by_method.size()).reset_index()


def compare_published_scores(run: Run) -> pd.DataFrame:
    """Compare our scores with those that others published on the same tasks."""
    # one data set for each printed one, so that a published score is compared only once
    copies = [s for which in ("topics", "all_classes") for s in list_scored_tasks(run, which) if s.leading]
    rows: list[dict[str, Any]] = []
    for source in run.paper.more["others"]:
        for copy, (printed, names) in ((s, m) for s in copies for m in source["methods"].items()):
            share = run.paper.look_up(copy.printed, printed, source["figure"])
            if share is None:
                continue
            share /= 100 if source["figure"].endswith("_pct") else 1
            topic = parse_class_name(copy.printed)
            for name in names:
                whole = find_method_scores(run, "paper", copy.dataset, name)
                of_topic = whole.get("classes", {}).get(topic)
                ours = (of_topic or whole).get(source["metric"])
                if ours is None:
                    continue
                rows.append({
                    "row": topic if of_topic else copy.printed, "published_by": source["cited"],
                    "printed_method": printed, "printed": share, "dataset": copy.dataset, "ours": ours,
                    "method": run.read_scores("paper").find_method_id(copy.dataset, name),
                    "difference": ours - share, "about": source["about"],
                })  # fmt: skip
    return pd.DataFrame(rows)


def list_site_scores(run: Run) -> pd.DataFrame:
    """List accuracy, sensitivity and precision of every site, pooled over the test folds: Table 2."""
    rows = []
    for copy in list_scored_tasks(run, "sites"):
        task, site = copy.printed.split()
        cases = run.find_stored_results("break_even", "paper", copy.dataset)["cases"][site]
        classes = {m: find_task_scores(run, "paper", copy.dataset, copy.printed, m) for m in METHODS}
        for key, measure in MEASURES.items():
            row = {"task": task, "site": site, "dataset": copy.dataset, "cases": cases, "measure": measure}
            rows.append(row | {m: of.get(key) for m, of in classes.items()})
    return pd.DataFrame(rows)


def compare_grouped_folds(run: Run) -> pd.DataFrame:
    """Compare scores of a site in random folds and in folds that keep similar proteins together."""
    rows = []
    for copy in list_scored_tasks(run, "sites", "grouped"):
        random, grouped = (read_method_scores(run, role, copy.dataset) for role in ("paper", "grouped"))
        for method in (m for m in random if m in grouped):
            row = {"site": parse_class_name(copy.printed), "dataset": copy.dataset, "method": method}
            row |= {"random": random[method]["accuracy"], "grouped": grouped[method]["accuracy"]}
            row |= {"mcc_random": random[method]["mcc"], "mcc_grouped": grouped[method]["mcc"]}
            rows.append(row)
    table = pd.DataFrame(rows, columns=FOLDS)
    table["drop"] = table["random"] - table["grouped"]
    table["mcc_drop"] = table["mcc_random"] - table["mcc_grouped"]
    return table


def describe_trees(run: Run) -> pd.DataFrame:
    """Average tree sizes over the folds, on all data sets with results under the paper's protocol."""
    grown = [
        {"dataset": dataset, "method": method} | tree
        for kind, protocol, dataset in run.facts.stored
        if kind == "break_even" and protocol == run.paper.protocols["paper"]
        for method, of in read_method_scores(run, "paper", dataset).items()
        if method != "majority"
        for tree in of["trees"]
    ]
    cell = ["dataset", "method"]
    by_cell = pd.DataFrame(grown, columns=[*cell, *SIZES]).groupby(cell, sort=False)
    sizes = by_cell[SIZES].mean()
    sizes.insert(0, "parts", by_cell.size())
    return sizes.reset_index()
