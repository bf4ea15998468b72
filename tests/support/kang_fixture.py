"""Seeded results of the experiment of Kang et al. 2006 in the file formats of the workflow.

The documents and proteins are synthetic, and the methods are really fitted.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize

from naivebench.benchmark import retrieval, run
from naivebench.benchmark.predictions import Predictions
from naivebench.core.plain import plain
from naivebench.core.table import Table
from naivebench.data.derive import derived
from naivebench.evaluation import folds as splits
from naivebench.evaluation.metrics import METRICS
from naivebench.models.isolate import Limits
from naivebench.report.papers.paper import read
from support.sequence_tables import AMINO_ACIDS, documents, sequences

PAPER, GROUPED = (read("kang2006").protocols[role] for role in ("paper", "grouped"))
KEYS = ["protocol", "dataset", "method", "repeat", "fold"]
STANZAS = {
    "majority": {"module": "baselines.majority", "group": "reference", "params": {}},
    "nb_mn_300": {"module": "sequences.nb_mn", "group": "sequence", "params": {"n_words": 300}},
    "rnbl_mn": {"module": "sequences.rnbl_mn", "group": "sequence", "params": {"n_words": 300}},
    "rnbl_mn_node": {
        "module": "sequences.rnbl_mn",
        "group": "sequence",
        "params": {"cll_scale": "node", "n_words": 300},
    },
    "c45_300": {"module": "sequences.c45_counts", "group": "tree", "params": {"n_words": 300}},
    "nb_protein": {"module": "sequences.nb_protein", "group": "sequence", "params": {}},
}
KINDS = ["nominal", "count", "sequence"]
N_TRAIN = 500
WORDS = (
    "wheat",
    "tonnes",
    "ship",
    "vessel",
    "port",
    "profit",
    "share",
    "dividend",
    "the",
    "of",
    "market",
    "crop",
    "bank",
    "rate",
    "oil",
    "barrel",
)
SITES = ("cytoplasmic", "extracellular", "mitochondrial", "nuclear")
ALL = ("reuters-earn", "reuters-corn", "scl2205-rh-nuclear", "scl2205-rh-mitochondrial", "scl2205-rh")
METRIC_IDS = (
    *("accuracy", "macro_f1", "mcc", "log_loss"),
    *("f1", "break_even", "break_even_nearest", "average_precision"),
)


def texts(topic: str) -> Table:
    """Documents of a topic and others.

    Both are unions of two sorts (A or B, and C or D), which one naive Bayes cannot separate.
    """
    rng = np.random.default_rng([6, *topic.encode()])
    n = N_TRAIN + 200
    y, part = (rng.random(n) > 0.3).astype(int), rng.integers(2, size=n)
    rates = np.full((4, len(WORDS)), 0.4)
    for sort, rich in enumerate(((0, 1), (2, 3), (0, 2), (1, 3))):
        rates[sort, list(rich)] = 4.0
    return documents(
        rng.poisson(rates[2 * y + part]), y, classes=[topic, "other"], words=WORDS, declared=True
    )


def proteins() -> Table:
    """Sequences whose composition depends on the site; the last site is rare."""
    rng = np.random.default_rng(7)
    y = rng.choice(4, size=160, p=(0.3, 0.15, 0.15, 0.4))
    y[:8] = np.repeat(np.arange(4), 2)
    weights = rng.dirichlet(np.full(20, 4.0), size=4)
    return sequences(
        ["".join(rng.choice(list(AMINO_ACIDS), size=60, p=weights[c])) for c in y],
        y,
        alphabet=AMINO_ACIDS,
        classes=list(SITES),
    )


def made(dataset: str) -> tuple[Table, splits.Folds, splits.Folds | None]:
    """Table, folds of the paper's protocol, and grouped folds."""
    if dataset.startswith("reuters"):
        table = texts(dataset.removeprefix("reuters-"))
        return table, splits.make(table, scheme="holdout", holdout=N_TRAIN), None
    table, site = proteins(), dataset.removeprefix("scl2205-rh").strip("-")
    if site:
        table, _ = derived(table, {"has_word": site}, dataset)
    return table, splits.make(table, folds=3, seed=[1]), splits.make(table, folds=4, seed=[2])


def predictions(table: Table, folds: splits.Folds, methods) -> Predictions:
    """Predictions of all methods on all folds, as the workflow makes them."""
    row = folds.test.astype(np.int32)
    settings = {
        m: run.Setting(m, {**STANZAS[m], "kinds": KINDS}, table, folds, None, "training", (3,), Limits(60))
        for m in methods
    }
    found = {m: run.evaluate(setting, m) for m, setting in settings.items()}
    return Predictions(folds.repeat, folds.fold, folds.offsets, row, found)


def _rows(protocol: str, dataset: str, table: Table, found: Predictions):
    for method, p in found.methods.items():
        for f in range(len(found.fold)):
            part = slice(found.offsets[f], found.offsets[f + 1])
            for metric in METRIC_IDS:
                value = METRICS[metric].function(
                    table.y[found.row[part]], p.log_proba[part], predicted=p.predicted[part]
                )
                yield (
                    protocol,
                    dataset,
                    method,
                    int(found.repeat[f]),
                    int(found.fold[f]),
                    part.stop - part.start,
                    metric,
                    value,
                )


def _prepared(dataset: str, table: Table) -> dict:
    counts = dict(
        zip(table.classes, np.bincount(table.y, minlength=len(table.classes)).tolist(), strict=True)
    )
    attributes = [
        {"name": a.name, "kind": a.kind, "values": len(a.values), "missing": 0} for a in table.attributes
    ]
    found = {
        "dataset": dataset,
        "status": "ok",
        "reason": "",
        "remedy": "",
        "rows": len(table.y),
        "classes": counts,
        "attributes": attributes,
    }
    return found | {
        "missing_cells": 0,
        "warnings": [],
        "source": "made",
        "sha256": "",
        "holdout": None,
        "majority_rate": 0.5,
    }


def _cell(root: Path, protocol: str, dataset: str, table: Table, folds: splits.Folds) -> list[tuple]:
    """Scores of one protocol and data set; the scores of each class are in a separate file."""
    methods = [m for m in STANZAS if m != "nb_protein" or not dataset.startswith("reuters")]
    found = predictions(table, folds, methods)
    told = plain(retrieval.facts(table, folds, retrieval.gather([found])), brief=True)
    path = root / "results" / "break_even" / protocol / f"{dataset}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"protocol": protocol, "dataset": dataset, **told}, allow_nan=False))
    return list(_rows(protocol, dataset, table, found))


def write(root: Path, datasets=ALL, grouped: bool = True):
    """Write `root`/results and `root`/prepared, and return them loaded, with their summary."""
    import pandas as pd

    results, prepared, rows = root / "results", root / "prepared", []
    (results / "statistics").mkdir(parents=True)
    prepared.mkdir()
    for dataset in datasets:
        table, folds, by_group = made(dataset)
        rows += _cell(root, PAPER, dataset, table, folds)
        rows += _cell(root, GROUPED, dataset, table, by_group) if by_group and grouped else []
        (prepared / f"{dataset}.json").write_text(json.dumps(_prepared(dataset, table)))
    scores = pd.DataFrame(rows, columns=[*KEYS, "n_test", "metric", "value"])
    cases = {p.stem: json.loads(p.read_text())["rows"] for p in prepared.glob("*.json")}
    scores = scores.assign(n_train=scores["dataset"].map(cases) - scores["n_test"])
    scores.to_parquet(results / "scores.parquet", index=False)
    times = scores.loc[scores["metric"] == "accuracy", KEYS].assign(
        fit_seconds=0.002, predict_seconds=0.001, peak_memory_mb=1.5
    )
    times.to_parquet(results / "timings.parquet", index=False)
    stanzas = {m: {"title": m.replace("_", " "), "kinds": KINDS, **s} for m, s in STANZAS.items()}
    (results / "config.json").write_text(json.dumps({"methods": stanzas, "datasets": {}, "config": {}}))
    loaded = load(results, prepared)
    return loaded, summarize(loaded)
