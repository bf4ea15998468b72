"""Seeded results of the experiment of Lopez-Cruz et al. 2013 in the file formats of the workflow.

Both the angles and the accuracies are synthetic.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize

from naivebench.benchmark.angles import summarize_angles
from naivebench.core.plain import plain
from naivebench.core.table import Attribute, Table, make_table
from naivebench.report.papers.paper import read

PROTOCOLS = read("lopezcruz2013").protocols
PAPER, GROUPED = PROTOCOLS["paper"], PROTOCOLS["grouped"]
KEYS = ["protocol", "dataset", "method", "repeat", "fold"]
PRINTED = ("vmnb", "sel_vmnb", "gnb", "sel_gnb", "dnb")
BEYOND = ("gnb_sincos", "gnb_likeliest_cut", "kernel_vmnb", "mixture_vmnb")
METHODS = ("majority", *PRINTED, "mixed_nb", *BEYOND)
# (angular, linear, nominal attributes, classes, rows in the report), and the accuracies of the printed
# methods in percent
SETS = {
    "magic": ((1, 9, 0, 2, 19020), (72.70, 75.20, 72.68, 75.90, 78.10)),
    "arrhythmia": ((5, 8, 3, 2, 452), (75.1, 78.0, 75.0, 78.1, 76.0)),
    "covertype-15120": ((1, 9, 4, 7, 15120), (60.1, 61.0, 60.4, 61.0, 66.2)),
    "termite-mounds": ((1, 0, 0, 14, 906), (21.2, 21.2, 21.6, 21.6, 19.4)),
    "protein-dihedrals": ((2, 0, 0, 4, 19987), (76.3, 76.3, 72.1, 72.6, 77.4)),
    "protein-windows": ((30, 0, 0, 4, 18597), (70.3, 73.1, 66.4, 69.0, 73.8)),
    "ewr-weather": ((1, 3, 2, 3, 8703), (58.3, 58.3, 57.5, 57.5, 57.9)),
    "libras-directions": ((44, 0, 0, 15, 360), (62.2, 66.4, 55.0, 60.2, 58.1)),
}
ANGLES = (
    "magic",
    "covertype-15120",
    "termite-mounds",
    "protein-dihedrals",
    "protein-windows",
    "ewr-weather",
    "libras-directions",
)
GROUPED_SETS = ("protein-dihedrals", "protein-windows", "ewr-weather")
NEAR_CUT = {"protein-dihedrals", "protein-windows", "ewr-weather"}


def table(dataset: str, n: int = 260) -> Table:
    """A synthetic table of the data set's shape.

    Angles are von Mises for each class, some of them around the cut at pi.
    """
    angular, linear, nominal, k, _ = SETS[dataset][0]
    rng = np.random.default_rng([9, *dataset.encode()])
    angular, y = min(angular, 6), rng.integers(k, size=n)
    y[:k] = np.arange(k)
    centre = (
        rng.uniform(2.0, 4.2, (angular, k)) if dataset in NEAR_CUT else rng.uniform(-1.5, 1.5, (angular, k))
    )
    angles = np.column_stack(
        [rng.vonmises((centre[j, y] + math.pi) % (2 * math.pi) - math.pi, 2.5) for j in range(angular)]
    )
    reals = np.column_stack([angles, rng.normal(size=(n, linear)) + 0.3 * y[:, None]]) if linear else angles
    attributes = [Attribute(f"phi_{j}", "angular", period=360.0) for j in range(angular)] + [
        Attribute(f"x_{j}", "linear") for j in range(linear)
    ]
    attributes += [Attribute(f"n_{j}", "nominal", ("a", "b"), declared=True) for j in range(nominal)]
    return make_table(
        attributes, [f"class {c}" for c in range(k)], y, codes=rng.integers(2, size=(n, nominal)), reals=reals
    )


def _prepared(dataset: str) -> dict:
    angular, linear, nominal, k, rows = SETS[dataset][0]
    kinds = ["angular"] * angular + ["linear"] * linear + ["nominal"] * nominal
    attributes = [
        {"name": f"{'phi' if kind == 'angular' else kind}_{j}", "kind": kind, "values": 9, "missing": 0}
        for j, kind in enumerate(kinds)
    ]
    counts = {f"class {c}": rows // k for c in range(k)}
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
        "majority_rate": 1 / k,
    }


def accuracy(dataset: str, method: str) -> float | None:
    """The level around which the folds of a method vary, as a share; None if the method is not applicable."""
    shape, printed = SETS[dataset]
    if method == "majority":
        return 1 / shape[3]
    if method in ("gnb", "mixed_nb"):
        return printed[2] / 100 if (method == "mixed_nb") == (shape[2] > 0) else None
    if method in BEYOND:
        return (printed[0] + 0.4 * BEYOND.index(method)) / 100
    return printed[PRINTED.index(method)] / 100


def _rows(protocol: str, dataset: str, repeats: int, loss: float, rng: np.random.Generator):
    angular, linear, nominal, k, n = SETS[dataset][0]
    hardness = rng.normal(size=(repeats, 10))  # some folds are hard for all methods
    for method in METHODS:
        level = accuracy(dataset, method)
        for r in range(repeats if level is not None else 0):
            for f in range(10):
                size = len(range(f, n, 10))
                noise = math.sqrt(level * (1 - level) / size) * (hardness[r, f] + 0.3 * rng.normal())
                correct = round(size * min(1.0, max(0.0, level - loss * (method != "majority") + noise)))
                used = angular + linear + nominal
                yield protocol, dataset, method, r, f, size, "accuracy", correct / size
                yield (
                    protocol,
                    dataset,
                    method,
                    r,
                    f,
                    size,
                    "n_parameters",
                    float(2 * k * (angular + linear) + k * nominal + k - 1),
                )
                if not method.startswith("sel_"):
                    yield protocol, dataset, method, r, f, size, "attributes_used", float(used)
                else:
                    yield protocol, dataset, method, r, f, size, "attributes_used", float(2 + (f + r) % 2)


def _structures():
    for dataset in SETS:
        angular, linear, _, _, _ = SETS[dataset][0]
        names = ["{phi_0}", f"{{linear_{angular}}}" if linear else "{phi_1}"]
        for method in ("sel_vmnb", "sel_gnb"):
            yield from ((PAPER, dataset, method, 0, f, " ".join(names[: 1 + f % 2])) for f in range(10))


def write(root: Path, *, repeats: int = 10, datasets=tuple(SETS), angles: bool = True, grouped: bool = True):
    """Write `root`/results and `root`/prepared, and return them loaded, with their summary."""
    import pandas as pd

    results, prepared, rng = root / "results", root / "prepared", np.random.default_rng(4)
    (results / "statistics").mkdir(parents=True)
    (results / "angles").mkdir()
    prepared.mkdir()
    rows = [row for d in datasets for row in _rows(PAPER, d, repeats, 0.0, rng)]
    rows += [
        row for d in datasets if grouped and d in GROUPED_SETS for row in _rows(GROUPED, d, 1, 0.06, rng)
    ]
    scores = pd.DataFrame(rows, columns=[*KEYS, "n_test", "metric", "value"])
    scores = scores.assign(n_train=9 * scores["n_test"])
    scores.to_parquet(results / "scores.parquet", index=False)
    times = scores.loc[scores["metric"] == "accuracy", KEYS].assign(
        fit_seconds=0.002, predict_seconds=0.001, peak_memory_mb=1.5
    )
    times.to_parquet(results / "timings.parquet", index=False)
    pd.DataFrame(list(_structures()), columns=[*KEYS, "structure"]).to_csv(
        results / "structures.csv", index=False
    )
    for name in datasets:
        (prepared / f"{name}.json").write_text(json.dumps(_prepared(name)))
        if angles and name in ANGLES:
            (results / "angles" / f"{name}.json").write_text(
                json.dumps(plain(summarize_angles(table(name))._replace(dataset=name)))
            )
    groups = {m: "directional" for m in (*PRINTED, *BEYOND)} | {
        "majority": "reference",
        "gnb": "naive Bayes",
        "mixed_nb": "naive Bayes",
        "dnb": "naive Bayes",
    }
    stanzas = {
        m: {"title": m.replace("_", " "), "group": groups[m], "kinds": ["linear", "angular"]} for m in METHODS
    }
    (results / "config.json").write_text(json.dumps({"methods": stanzas, "datasets": {}, "config": {}}))
    loaded = load(results, prepared)
    return loaded, summarize(loaded)
