"""Speed of the trees on one core: `python tests/bench/bench_trees.py [result.json]`.

Times are CPU seconds of this process after compilation, the fastest of several rounds. The letter data have
20,000 cases, 16 numbers and 26 classes. They come from data/prepared/letter.npz or the folder
NAIVEBENCH_MIRROR, or are generated in the same shape. The words are 8,000 documents with 300 counts of words
and two classes.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import gzip
import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import targets

from naivebench.core.table import Attribute, Counts, Table, load, make_table
from naivebench.data.discretization import apply as discretization
from naivebench.models import registry

ROUNDS = 3
RUNS = {  # id: (module, table, target in seconds for fit and prediction, or None)
    "c45, letter": ("trees.c45", "letter", 10),
    "c45, words": ("trees.c45", "words", 10),
    "rbc, letter": ("trees.rbc", "letter, cut", None),
    "rnbl, letter": ("trees.rnbl", "letter, cut", None),
    "nbtree, letter": ("trees.nbtree", "letter", None),
    "kmeans_nb, letter": ("naive_bayes.kmeans_nb", "letter", None),
}


def numeric_letter() -> tuple[Table, str]:
    """The letter data as numbers, or a generated table of the same shape."""
    path = bench.ROOT / "data/prepared/letter.npz"
    mirrored = Path(os.environ.get("NAIVEBENCH_MIRROR", "")) / "letter/letter-recognition.data.gz"
    if mirrored.exists():
        with gzip.open(mirrored, "rt") as file:
            cells = np.array([line.replace(",", " ").split() for line in file if line.strip()])
        labels, y = np.unique(cells[:, 0], return_inverse=True)
        columns = cells[:, 1:].astype(np.float64)
        table, source = make_table([], labels.tolist(), y), "letter"
    elif path.exists():
        table = load(path)
        columns = table.reals if table.reals.shape[1] == 16 else table.codes.astype(np.float64)
        source = "letter"
    else:
        table, source = bench.made_table(20000, 16, 16, 26), "made in the same shape"
        columns = table.codes.astype(np.float64)
    attributes = [Attribute(f"x{j}", "linear") for j in range(columns.shape[1])]
    return make_table(attributes, table.classes, table.y, None, columns), source


def words(n: int = 8000, d: int = 300, seed: int = 0) -> Table:
    """A table of word counts.

    Some words are more frequent in one class, and a twentieth of the labels is changed.
    """
    rng = np.random.default_rng(seed)
    y, rate = rng.integers(0, 2, n), 0.3 / np.sqrt(rng.zipf(1.5, d))
    x = rng.poisson(rate * (1 + 0.4 * y[:, None] * (rng.random(d) < 0.2)), (n, d))
    row, column = np.nonzero(x)
    indptr = np.append(0, np.cumsum(np.bincount(row, minlength=n))).astype(np.int64)
    counts = Counts(indptr, column.astype(np.int32), x[row, column].astype(np.float64), d)
    return make_table(
        [Attribute("words", "count")], ("a", "b"), np.where(rng.random(n) < 0.05, 1 - y, y), counts=counts
    )


def fit_and_predict(module: str, table: Table) -> Callable[[], None]:
    """Run fit and prediction of a method on all cases."""
    method = registry.load(module)
    return lambda: method.predict_log_proba(method.fit(table, rng=np.random.default_rng(0)), table)


def folds_row(letter: Table, source: str) -> dict:
    """Ten-fold cross-validation of C4.5; J48 of Weka 3.6 took 0.63 s on another machine."""
    run = bench.cross_validation("trees.c45", {}, letter, bench.folds_of(letter))
    run()
    return {
        "what": "c45, letter, 10-fold CV",
        "seconds": bench.cpu_seconds(run, ROUNDS),
        "target": "",
        "data": source,
    }


def main() -> None:
    """Print the table and write it as JSON to the path given."""
    letter, source = numeric_letter()
    cut = discretization.apply(letter, discretization.learn(letter, "fayyad_irani"))
    tables = {"letter": letter, "letter, cut": cut, "words": words()}
    rows = []
    for name, (module, table, target) in RUNS.items():
        run = fit_and_predict(module, tables[table])
        run()
        seconds = bench.cpu_seconds(run, ROUNDS)
        rows.append(
            {
                "what": f"{name}, fit and predict",
                "seconds": seconds,
                "target": "",
                **(targets.at_most(seconds, target, " s") if target else {}),
                "data": "made" if table == "words" else source,
            }
        )
    rows.append(folds_row(letter, source))
    width = max(len(row["what"]) for row in rows)
    print(f"{'':{width}}  {'CPU s':>8}  {'target':12}  data")
    for row in rows:
        print(f"{row['what']:{width}}  {row['seconds']:8.3f}  {row['target']:12}  {row['data']}")
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
