"""Synthetic results in which the claims of Robles et al. 2003 hold: scores by hand, without classifiers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from naivebench.benchmark.results.context import Results, load
from naivebench.benchmark.results.summaries import Summary, summarize

PAPER, PRINTED, HONEST, PERMUTED = (
    "paper/robles2003",
    "paper/robles2003-printed",
    "honest",
    "permuted/robles2003",
)
COLUMNS = ["protocol", "dataset", "method", "repeat", "fold", "n_test", "metric", "value"]
SETS = {
    "iris": 150,
    "crx": 690,
    "pima": 768,
    "glass": 214,
    "hepatitis": 155,
    "vote": 435,
    "german": 1000,
    "segment": 2310,
}
# points above naive Bayes under the honest protocol; twice that under the paper's protocol
GAINS = {
    "nb": 0,
    "ienb": 6,
    "iterative_bayes": 1,
    "iterative_bayes_counts": 1,
    "iterative_bayes_printed": 1,
    "apnbc_eda": 5,
    "apnbc": 1,
    "fssj": 2,
    "bsej": 4,
    "pazzani_eda": 8,
}
SIZES = {"bsej": (10, 8, 400), "pazzani_eda": (6, 3, 4000)}  # attributes, groups, evaluations
RESUBSTITUTION = 2  # points by which naive Bayes on its training cases exceeds its leave-one-out accuracy
SEARCHES = ("ienb", "apnbc_eda", "pazzani_eda")


def _noise(*key: str) -> np.random.Generator:
    return np.random.default_rng([5, *"/".join(key).encode()])


def _sizes(dataset: str, method: str, several: int) -> list[tuple[str, float]]:
    """The first `several` sizes of a method's structure and search on a data set."""
    names = ("attributes_used", "groups", "evaluations")[:several]
    known = zip(names, SIZES.get(method, ()), strict=False)
    return [(name, float(size + _noise(dataset, name, method).integers(0, 2))) for name, size in known]


def rows(spread: float = 0.002) -> list[tuple]:
    """Ten honest folds, and ten runs of the searches (one run of other methods) on all cases.

    Gains on small data sets are larger.
    """
    made = []
    for dataset, n in SETS.items():
        hard = _noise(dataset).normal(0, 0.02, 10)
        for method, gain in GAINS.items():
            level = 0.7 + gain / 100 * (1 + 150 / n if method == "ienb" else 1)
            own = _noise(dataset, method).normal(0, spread, 10)
            for f in range(10):
                size = len(range(f, n, 10))
                value = round(size * (level + hard[f] + own[f])) / size
                part = (HONEST, dataset, method, 0, f, size)
                made.append((*part, "accuracy", value))
                made += [(*part, metric, number) for metric, number in _sizes(dataset, method, 2)]
            for r in range(10 if method in SEARCHES else 1):
                whole = (PAPER, dataset, method, r, 0, n)
                made.append(
                    (*whole, "accuracy", (round(n * (level + gain / 100)) + (r % 3 - 1) * (n > 500)) / n)
                )
                made += [(*whole, metric, number) for metric, number in _sizes(dataset, method, 3)]
        itself = round(n * (0.7 + RESUBSTITUTION / 100)) / n
        made.append((PAPER, dataset, "nb_resubstitution", 0, 0, n, "accuracy", itself))
        for method, level in (("nb", 0.7), ("bsej", 0.8)):
            made.append((PRINTED, dataset, method, 0, 0, n - 1, "accuracy", round(n * level) / (n - 1)))
        made.append((PERMUTED, dataset, "nb", 0, 0, n, "accuracy", 0.5))
    return made


def write(root: Path, made: list[tuple]) -> tuple[Results, Summary]:
    """Write `root`/results and `root`/prepared, and return them loaded, with their summary."""
    import pandas as pd

    (root / "results").mkdir(parents=True)
    (root / "prepared").mkdir()
    scores = pd.DataFrame(made, columns=COLUMNS)
    cases = scores["dataset"].map(SETS)
    left_out = scores["n_test"] >= cases - 1  # leave-one-out: each case is tested by a model of the others
    scores = scores.assign(n_train=np.where(left_out, scores["n_test"] - 1, cases - scores["n_test"]))
    scores.to_parquet(root / "results" / "scores.parquet", index=False)
    for name, n in SETS.items():
        facts = {"dataset": name, "status": "ok", "rows": n, "classes": {"a": n // 2, "b": n - n // 2}}
        facts |= {"attributes": [], "majority_rate": 0.5}
        (root / "prepared" / f"{name}.json").write_text(json.dumps(facts))
    loaded = load(root / "results", root / "prepared")
    return loaded, summarize(loaded)


def exchanged(made: list[tuple], *pairs: tuple[str, str]) -> list[tuple]:
    """The same rows with names of methods exchanged."""
    names = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    return [(*row[:2], names.get(row[2], row[2]), *row[3:]) for row in made]
