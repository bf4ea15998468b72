"""Kang et al. (2006): tables of break-even points, thresholds, protein sites and trees."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import pandas as pd

from naivebench.papers.pairs import ScoreTable
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


class Task(NamedTuple):
    """A printed task on a data set with results; a name of a method is printed or an id."""

    printed: str
    label: str  # class that is compared with the rest
    dataset: str
    copy: str  # relation of the data set to the paper's
    is_leading: bool  # whether `paper.yaml` lists the data set first
    results: Mapping[str, Any]  # of `benchmark.class_scores.score_classes`
    scores: ScoreTable

    def find_scores(self, name: str) -> dict[str, Any]:
        """Find a method's scores over all classes and by class; {} if there are none."""
        return self.results["methods"].get(self.scores.find_method_id(self.dataset, name), {})

    def find_class_scores(self, name: str) -> dict[str, Any]:
        """Find a method's scores for the class of the task; {} if there are none."""
        return self.find_scores(name).get("classes", {}).get(self.label, {})


def list_tasks(run: Run, which: str, role: str = "paper") -> list[Task]:
    """List the paper's `topics`, `sites` or `all_classes` on the data sets with results."""
    copies, tasks = run.list_scored_sets(role), []
    copies = copies[copies["printed"].isin(run.paper.more[which])]
    for copy in copies.assign(leading=~copies["printed"].duplicated()).itertuples():
        results, label = run.find_stored_results("break_even", role, copy.dataset), copy.printed.split()[-1]
        if results.get("methods"):
            place = (copy.printed, label, copy.dataset, copy.kind, copy.leading)
            tasks.append(Task(*place, results, run.read_scores(role)))
    return tasks


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


def list_break_even_points(run: Run) -> tuple[pd.DataFrame, pd.DataFrame]:
    """List break-even points by topic: Table 1, with a column per method, and one of further methods."""
    table, further = [], []
    for task in list_tasks(run, "topics"):
        train = (task.results["train_cases"] or {}).get(task.label)
        place = {"topic": task.label, "dataset": task.dataset, "copy": task.copy, "n_train": train}
        place["n_test"] = None if train is None else task.results["cases"][task.label] - train
        points = {m: task.find_class_scores(m).get("break_even") for m in (*METHODS, *FURTHER)}
        table.append(place | {m: points[m] for m in METHODS})
        further += [place | {"method": m, "break_even": points[m]} for m in FURTHER if points[m] is not None]
    return pd.DataFrame(table), pd.DataFrame(further)


def average_swept_scores(run: Run) -> pd.DataFrame:
    """Average F1 over topics: at the break-even point of the test documents, and of the predicted class."""
    rows = [
        {"method": method} | result["classes"].get(task.label, {})
        for task in list_tasks(run, "topics")
        for method, result in task.results["methods"].items()
        if task.is_leading and method != "majority"
    ]
    frame = pd.DataFrame(rows, columns=["method", *SWEPT]).dropna(subset=["f1_swept", "f1"])
    frame["optimism"] = frame["f1_swept"] - frame["f1"]
    by_method = frame.groupby("method", sort=False)
    means = by_method[SWEPT].mean()
    return means.assign(largest=by_method["optimism"].max(), topics=by_method.size()).reset_index()


def compare_published_scores(run: Run) -> pd.DataFrame:
    """Compare our scores with those that others published on the same tasks."""
    # one data set for each printed one, so that a published score is compared only once
    tasks = [t for which in ("topics", "all_classes") for t in list_tasks(run, which) if t.is_leading]
    rows = []
    for source in run.paper.more["others"]:
        for task, (printed, names) in product(tasks, source["methods"].items()):
            share = run.paper.look_up(task.printed, printed, source["figure"])
            if share is None:
                continue
            share /= 100 if source["figure"].endswith("_pct") else 1
            for name in names:
                of_class = task.find_class_scores(name)
                ours = (of_class or task.find_scores(name)).get(source["metric"])
                if ours is None:
                    continue
                rows.append({
                    "row": task.label if of_class else task.printed, "published_by": source["cited"],
                    "printed_method": printed, "printed": share, "dataset": task.dataset, "ours": ours,
                    "method": task.scores.find_method_id(task.dataset, name),
                    "difference": ours - share, "about": source["about"],
                })  # fmt: skip
    return pd.DataFrame(rows)


def list_site_scores(run: Run) -> pd.DataFrame:
    """List accuracy, sensitivity and precision of every site, pooled over the test folds: Table 2."""
    rows = []
    for task, (key, measure) in product(list_tasks(run, "sites"), MEASURES.items()):
        place = {"task": task.printed.split()[0], "site": task.label, "dataset": task.dataset}
        place |= {"cases": task.results["cases"][task.label], "measure": measure}
        rows.append(place | {m: task.find_class_scores(m).get(key) for m in METHODS})
    return pd.DataFrame(rows)


def compare_grouped_folds(run: Run) -> pd.DataFrame:
    """Compare scores of a site in random folds and in folds that keep similar proteins together."""
    rows = []
    for task in list_tasks(run, "sites", "grouped"):
        random = run.find_stored_results("break_even", "paper", task.dataset).get("methods", {})
        for method in (m for m in random if m in task.results["methods"]):
            row = {"site": task.label, "dataset": task.dataset, "method": method}
            for score, prefix in (("accuracy", ""), ("mcc", "mcc_")):
                one, other = random[method][score], task.results["methods"][method][score]
                row |= {f"{prefix}random": one, f"{prefix}grouped": other, f"{prefix}drop": one - other}
            rows.append(row)
    return pd.DataFrame(rows)


def describe_trees(run: Run) -> pd.DataFrame:
    """Average tree sizes over the folds, on all data sets with results under the paper's protocol."""
    grown = [
        {"dataset": row.dataset, "method": method} | tree
        for row in run.frames["break_even"].itertuples()
        if row.protocol == run.paper.protocols["paper"]
        for method, facts in row.facts["methods"].items()
        for tree in facts["trees"]
    ]
    cell = ["dataset", "method"]
    by_cell = pd.DataFrame(grown, columns=[*cell, *SIZES]).groupby(cell, sort=False)
    sizes = by_cell[SIZES].mean()
    sizes.insert(0, "parts", by_cell.size())
    return sizes.reset_index()
