"""Compare the cost of estimators with that of the plain functions.

Run `python tests/bench/bench_estimators.py [result.json]`.

Times are CPU seconds of this process after compilation, the fastest of several rounds, of fit and
predict_log_proba on all cases. The estimator gets an array of numbers, a frame of numbers and categories, or
a frame of text. The plain functions (including cut points) get the finished table. The targets are about the
ratio of the two.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import sys

import numpy as np
import pandas as pd
import targets
from sklearn import naive_bayes

from naivebench import estimators
from naivebench.data import frames
from naivebench.data.discretization import apply as discretization
from naivebench.models import catalogue, fitted

ROUNDS = {1_000: 20, 1_000_000: 2}
# for (estimator, data): maximum ratio to the plain functions, on 1,000 and on 1,000,000 rows
TARGETS = {
    ("NB", "numbers"): (3, 2),
    ("NB", "frame"): (8, 2),
    ("NB", "text"): (30, 8),  # counting is so fast that reading text takes nearly all the time
    ("GaussianNB", "numbers"): (6, 4),
    ("TAN", "frame"): (6, 2),
}
WIDE = 2  # maximum ratio to scikit-learn's GaussianNB, on many columns and few cases
SORTING = 7  # maximum ratio to the sorting of the columns, for MDL cut points


def made(data: str, n: int, seed: int = 0) -> tuple[object, np.ndarray]:
    """A frame with twenty columns that depend on one of three classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    numbers = rng.normal(y[:, None], 2, (n, 20)).round(1)
    if data == "numbers":
        return numbers, y
    values = np.array([f"value {i}" for i in range(12)], dtype=object)
    codes = (np.abs(numbers * 2).astype(int) + y[:, None]) % 12
    columns: dict[str, object] = {f"a{j}": values[codes[:, j]] for j in range(10)}
    columns |= {f"b{j}": values[codes[:, j]] if data == "text" else numbers[:, j] for j in range(10)}
    frame = pd.DataFrame(columns)
    return frame if data == "text" else frame.astype({f"a{j}": "category" for j in range(10)}), y


def seconds(name: str, X: object, y: np.ndarray, rounds: int) -> tuple[float, float]:
    """CPU seconds of the plain functions and of the estimator."""
    estimator = getattr(estimators, name)()
    stanza = catalogue.methods()[estimator._method]
    table = frames.to_table(frames.plain(X), y.astype(np.int32), ("0", "1", "2"))
    params = estimator._params()

    def plain() -> None:
        rng = np.random.default_rng(0)
        model = fitted.fit(table, estimator._method, stanza, rng=rng, params=params)
        fitted.predict_log_proba(model, table)

    def whole() -> None:
        estimator.fit(X, y).predict_log_proba(X)

    plain(), whole()
    return bench.cpu_seconds(plain, rounds), bench.cpu_seconds(whole, rounds)


def cuts_row(n: int = 1_000_000) -> dict:
    """MDL cut points of ten columns, compared with the sorting that they need."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    X = np.asfortranarray(rng.normal(0.5 * y[:, None], 1, (n, 10)))
    table = frames.to_table(frames.plain(X), y.astype(np.int32), ("0", "1"))
    theirs = bench.cpu_seconds(lambda: [np.argsort(x) for x in X.T], 3)
    ours = bench.cpu_seconds(lambda: discretization.learn(table, "fayyad_irani"), 3)
    return targets.beside(f"MDL cut points of {n:,} x 10", "sorting them", theirs, ours, SORTING)


def intervals_row(n: int = 5_000_000) -> dict:
    """Naive Bayes with MDL cut points on ten columns, compared with the sorting that it needs."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    X = np.asfortranarray(rng.normal(0.5 * y[:, None], 1, (n, 10)))
    theirs = bench.cpu_seconds(lambda: [np.argsort(x) for x in X.T], 1)
    ours = bench.cpu_seconds(lambda: estimators.NB().fit(X, y), 1)
    return targets.beside(f"NB with cut points on {n:,} x 10", "sorting them", theirs, ours, SORTING)


def wide_row(n: int = 500, d: int = 20_000) -> dict:
    """Fit and predictions of GaussianNB on many columns, compared with scikit-learn's.

    Our time includes making the table by columns that methods use, and our means are those of exact sums.
    """
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    X = rng.normal(0.1 * y[:, None], 1, (n, d))
    peers = naive_bayes.GaussianNB(), estimators.GaussianNB()
    theirs, ours = (bench.cpu_seconds(lambda m=m: m.fit(X, y).predict_log_proba(X), 5) for m in peers)
    return targets.beside(f"GaussianNB on {n} x {d:,}", "scikit-learn", theirs, ours, WIDE)


def main() -> None:
    """Print the table and write it as JSON to the path given."""
    rows = []
    for (name, data), bounds in TARGETS.items():
        for (n, rounds), bound in zip(ROUNDS.items(), bounds, strict=True):
            theirs, ours = seconds(name, *made(data, n), rounds)
            what = f"{name} on {n:,} rows, {data}"
            rows.append(targets.beside(what, "plain functions", theirs, ours, bound))
    rows += [cuts_row(), intervals_row(), wide_row()]
    width = max(len(row["what"]) for row in rows)
    print(f"{'':{width}}  {'peer s':>9}  {'ours s':>9}  {'ratio':>6}  target")
    for row in rows:
        print(
            f"{row['what']:{width}}  {row['peer_seconds']:9.4f}  {row['seconds']:9.4f}  {row['ratio']:6.2f}  "
            f"{row['target']}"
        )
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
