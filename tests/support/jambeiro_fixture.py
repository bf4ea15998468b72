"""Seeded results of the experiment of Jambeiro and Wainer 2007 in the file formats of the workflow.

Both the predictions and the declarations are synthetic.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize

from naivebench.benchmark import hit_facts
from naivebench.benchmark.hit_facts import Part
from naivebench.core.plain import plain
from naivebench.core.table import Table
from naivebench.data import customs_generator
from naivebench.evaluation import folds as folding
from naivebench.evaluation.metrics import METRICS
from naivebench.report.papers import paper
from naivebench.report.papers.jambeiro2007.hits import AREAS, RATES

ROLES = paper.read("jambeiro2007").protocols
NESTED, PAPER, CURVES, GROUPED, TIME, MADE, RESHUFFLED, REPORTED, PERMUTED = (
    ROLES[role]
    for role in ("honest", "paper", "curves", "grouped", "time", "made", "reshuffled", "reported", "permuted")
)
KEYS = ["protocol", "dataset", "method", "repeat", "fold"]
SOURCE = {
    "generator": "customs",
    "params": {"rows": 6000, "seed": 3, "codes": 90, "importers": 120, "positives_per_10000": 600},
}
# standard deviation of the difference between a method's log odds and the true ones; None: the base rate for
# every case
NOISE = {
    "hpb": 0.2,
    "tan_tuned": 1.6,
    "nb_tuned": 2.0,
    "noisy_or": 2.4,
    "dg_cb": 1.2,
    "dg_c": None,
    "ade": 2.0,
    "de": 3.0,
    "prior": None,
    "hdp": 0.9,
    "nb": 3.0,
}
CHOSEN = ("hpb", "tan_tuned", "nb_tuned", "dg_cb", "ade", "de")
# added to the noise
LOSS = {NESTED: 0.0, PAPER: -0.1, GROUPED: 2.5, TIME: 2.0, MADE: 0.0, RESHUFFLED: 0.0, REPORTED: -0.1}
SERIES = {"rows": (1000, 2000, 4000, 8000), "values": (300, 600, 1200), "attributes": (2, 4, 6, 8)}
SEEN = ("hpb", "nb_tuned", "dg_cb")  # methods of the series


def made() -> Table:
    """The data set `customs`."""
    return customs_generator.table(**SOURCE["params"])


def _log_proba(
    truth: np.ndarray, noise: float | None, rng: np.random.Generator, impossible: np.ndarray
) -> np.ndarray:
    p = (
        np.full(len(truth), truth.mean())
        if noise is None
        else 1 / (1 + np.exp(-(np.log(truth / (1 - truth)) + rng.normal(0, noise, len(truth)))))
    )
    p[impossible] = 0.0
    with np.errstate(divide="ignore"):
        return np.log(np.column_stack([1 - p, p])).astype(np.float32)


def _summary(protocol: str, method: str, fold: int) -> dict:
    found: dict = {"n_parameters": 100 + fold}
    if method == "dg_c":
        found |= {"leaves": 1 + fold % 2, "splits": {"importer": fold % 2}}
    if method == "hpb":
        found["S"] = {"customs_code": 4.0, "customs_code x importer": 64.0 if fold else 16.0}
    if method in CHOSEN:
        name = "b" if method == "hpb" else "s"
        found |= {name: 1.0 if fold else 3.0, f"{name}_chosen_by": "leave_one_out"}
        if protocol == PAPER:
            found[f"{name}_chosen_by"] = "fixed"
            found |= {
                "chosen_on_test": {name: 1.0},
                "reshuffled": name == "b",
                "on_test_grid": [{name: 0.1}, {name: 1.0}],
                "on_test_scores": [0.01, 0.03],
            }
    return found


def _predictions(
    protocol: str, dataset: str, truth: np.ndarray, y: np.ndarray, drawn: folding.Folds, noise: dict
) -> dict:
    methods: dict = {}
    for m, own in noise.items():
        rng = np.random.default_rng([7, *f"{dataset} {m}".encode()])
        log_proba = _log_proba(
            truth,
            None if own is None else max(own + LOSS[protocol], 0.05),
            rng,
            np.flatnonzero(y)[: 9 * (m == "noisy_or")],
        )
        parts = [(folding.test_rows(drawn, f), f) for f in range(len(drawn.fold))]
        methods[m] = {(0, f): Part(rows, log_proba[rows], _summary(protocol, m, f)) for rows, f in parts}
    return methods


def _scores(protocol: str, dataset: str, y: np.ndarray, methods: dict):
    for method, parts in methods.items():
        for (repeat, fold), part in parts.items():
            label = (protocol, dataset, method, repeat, fold, len(part.rows))
            for metric in ("accuracy", *RATES, *AREAS):
                yield *label, metric, METRICS[metric].function(y[part.rows], part.log_proba)
            yield *label, "n_parameters", float(part.summary["n_parameters"])


def _prepared(dataset: str, rows: int, sizes: list[int], counts: dict) -> dict:
    attributes = [
        {"name": f"a{j}", "kind": "nominal", "values": v, "missing": 0} for j, v in enumerate(sizes)
    ]
    found = {
        "dataset": dataset,
        "status": "ok",
        "reason": "",
        "remedy": "",
        "rows": rows,
        "classes": counts,
        "attributes": attributes,
    }
    return found | {
        "missing_cells": 0,
        "warnings": [],
        "source": "made",
        "sha256": "",
        "holdout": None,
        "majority_rate": 0.97,
    }


def _series():
    """The (data set, cases, values of the attributes, seconds of HPB).

    Seconds are 2 ^ attributes, linear in cases and independent of values.
    """
    for n in SERIES["rows"]:
        yield f"customs-rows-{n}", n, [40, 40, 40, 40], n / 1000
    for v in SERIES["values"]:
        yield f"customs-values-{v}", 1000, [v // 4] * 4, 1.0
    for d in SERIES["attributes"]:
        yield f"mushroom-attributes-{d}", 1000, [5] * d, 0.01 * 2**d


def write(
    root: Path,
    *,
    datasets=("customs", "amazon-access"),
    protocols=(NESTED, PAPER, GROUPED, TIME),
    noise=NOISE,
    curves: bool = True,
    draws: int = 0,
):
    """Write `root`/results and `root`/prepared, and return them loaded, with their summary.

    `draws` are further data sets under the protocol of the draws; there HPB also runs with its constant
    chosen on test parts, and on shuffled labels.
    """
    import pandas as pd

    results, prepared = root / "results", root / "prepared"
    (results / "statistics").mkdir(parents=True)
    prepared.mkdir()
    table, truth = made(), customs_generator.truth(**SOURCE["params"]).probability
    schemes = {GROUPED: {"scheme": "grouped", "folds": 4}, TIME: {"scheme": "time", "folds": 3}}
    rows, times = [], []
    made_sets = [f"customs-draw-{i + 1}" for i in range(draws)]
    pairs = [(d, p) for d in datasets for p in protocols] + [(d, MADE) for d in made_sets]
    for dataset in (*datasets, *made_sets):
        for protocol in (p for d, p in pairs if d == dataset):
            drawn = folding.make(table, seed=[1], **schemes.get(protocol, {"folds": 4}))
            methods = _predictions(protocol, dataset, truth, table.y, drawn, noise)
            rows += _scores(protocol, dataset, table.y, methods)
            source = SOURCE if dataset.startswith("customs") else None
            found = hit_facts.facts(table, drawn, methods, reference="hpb", seed=[1], source=source, draws=40)
            (results / "hit_curves" / protocol).mkdir(parents=True, exist_ok=True)
            (results / "hit_curves" / protocol / f"{dataset}.json").write_text(
                json.dumps({"protocol": protocol, "dataset": dataset, **plain(found, brief=True)})
            )
        counts = dict(zip(table.classes, np.bincount(table.y).tolist(), strict=True))
        (prepared / f"{dataset}.json").write_text(
            json.dumps(_prepared(dataset, len(table.y), [60, 80, 20, 10], counts))
        )
        if dataset in made_sets:
            drawn = folding.make(table, seed=[1], folds=4)
            for protocol in (RESHUFFLED, REPORTED):
                methods = _predictions(protocol, dataset, truth, table.y, drawn, {"hpb": noise["hpb"]})
                rows += _scores(protocol, dataset, table.y, methods)
    for f, level in enumerate((0.0052, 0.0049, 0.0051, 0.0048) if draws else ()):
        rows.append((PERMUTED, "customs", "hpb", 0, f, len(table.y) // 4, "hit_area_10", level))
    for dataset, n, sizes, seconds in _series() if curves else ():
        for m in SEEN:
            for f in range(2):
                level = 0.02 + 0.004 * np.log10(n) + 0.003 * (m == "hpb") + 0.0005 * f
                rows += [
                    (CURVES, dataset, m, 0, f, n // 2, "hit_area_10", level),
                    (CURVES, dataset, m, 0, f, n // 2, "accuracy", 0.97),
                ]
                rows.append((CURVES, dataset, m, 0, f, n // 2, "n_parameters", float(sum(sizes))))
                times.append(
                    (
                        CURVES,
                        dataset,
                        m,
                        0,
                        f,
                        seconds * (0.5 if m == "nb_tuned" else 1.0),
                        0.01,
                        5 * seconds if m == "hpb" else 0.0,
                    )
                )
        (prepared / f"{dataset}.json").write_text(
            json.dumps(_prepared(dataset, n, sizes, {"correct": n - n // 30, "misclassified": n // 30}))
        )
    scores = pd.DataFrame(rows, columns=[*KEYS, "n_test", "metric", "value"])
    cases = {p.stem: json.loads(p.read_text())["rows"] for p in prepared.glob("*.json")}
    scores = scores.assign(n_train=scores["dataset"].map(cases) - scores["n_test"])
    scores.to_parquet(results / "scores.parquet", index=False)
    columns = [*KEYS, "fit_seconds", "predict_seconds", "peak_memory_mb"]
    pd.DataFrame(times, columns=columns).to_parquet(results / "timings.parquet", index=False)
    groups = {m: "baseline" if m in ("hdp",) else "high cardinality" for m in noise} | {
        "nb": "naive Bayes",
        "prior": "reference",
    }
    stanzas = {m: {"title": m.replace("_", " "), "group": groups[m], "kinds": ["nominal"]} for m in noise}
    config = {
        "methods": stanzas,
        "datasets": {
            d: {"source": SOURCE if d.startswith("customs") else {"file": "x.csv"}} for d in datasets
        },
        "config": {},
    }
    (results / "config.json").write_text(json.dumps(config))
    loaded = load(results, prepared)
    return loaded, summarize(loaded)
