"""Compare the speed of the count-based methods with scikit-learn.

Run `make bench` or `python tests/bench/bench.py [result.json]`.

Times are CPU seconds of this process, with one thread for numpy and the compiler. The letter data have 20,000
cases, 16 attributes of 16 values and 26 classes. They come from data/prepared/letter.npz or are generated in
the same shape. One 10-fold cross-validation includes selecting the parts, fit and predict_log_proba in all
folds; the time is that of the fastest of several rounds. Compilation is timed separately.
"""

from __future__ import annotations

import os

os.environ.update(
    {
        name: "1"
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    }
)

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import targets

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from naivebench.core.table import Attribute, Table, load, make_table, subset  # noqa: E402
from naivebench.models import registry  # noqa: E402

METHODS = {  # id: (module, parameters, target: how many times as fast as CategoricalNB)
    "nb": ("naive_bayes.nb", {}, 30),
    "tan": ("bn_classifiers.tan", {}, 4),
    "kdb": ("bn_classifiers.kdb", {"k": 1}, 4),
    "kdb k=2": ("bn_classifiers.kdb", {"k": 2}, None),
    "aode": ("bn_classifiers.aode", {}, 2),
}


def made_table(n: int, d: int, r: int, n_classes: int, seed: int = 0) -> Table:
    """Nominal codes that depend on the class, built column by column in compact types."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n, dtype=np.int32)
    codes = np.empty((n, d), np.int8, order="F")
    for j in range(d):
        codes[:, j] = (
            y * (j + 1) // 3
            + rng.integers(0, r // 2 + 1, n, dtype=np.int32)
            + rng.integers(0, r // 3 + 1, n, dtype=np.int32)
        ) % r
    attributes = [Attribute(f"x{j}", "nominal", tuple(map(str, range(r)))) for j in range(d)]
    return make_table(attributes, [str(c) for c in range(n_classes)], y, codes)


def letter() -> tuple[Table, str]:
    """The letter data as nominal codes, or a generated table of the same shape."""
    path = ROOT / "data/prepared/letter.npz"
    if path.exists():
        table = load(path)
        if table.codes.shape == (20000, 16):
            return table, "letter"
    return made_table(20000, 16, 16, 26), "made table of letter's shape"


def folds_of(table: Table, k: int = 10) -> list[tuple[np.ndarray, np.ndarray]]:
    """Training and test rows of k folds."""
    fold = np.random.default_rng(1).permutation(len(table.y)) % k
    return [(np.flatnonzero(fold != f), np.flatnonzero(fold == f)) for f in range(k)]


def cpu_seconds(work: Callable[[], None], rounds: int) -> float:
    """CPU seconds of the fastest of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def cross_validation(module: str, params: dict, table: Table, folds) -> Callable[[], None]:
    """Run one cross-validation of one of our methods."""
    method = registry.load(module)
    rng = np.random.default_rng(0)

    def run() -> None:
        for train, test in folds:
            model = method.fit(subset(table, train), rng=rng, **params)
            method.predict_log_proba(model, subset(table, test))

    return run


def categorical_nb(table: Table, folds) -> Callable[[], None]:
    """Run one cross-validation of scikit-learn's CategoricalNB."""
    from sklearn.naive_bayes import CategoricalNB

    codes, y = np.ascontiguousarray(table.codes, dtype=np.int64), table.y
    categories = [len(a.values) for a in table.attributes]

    def run() -> None:
        for train, test in folds:
            CategoricalNB(min_categories=categories).fit(codes[train], y[train]).predict_log_proba(
                codes[test]
            )

    return run


def child(code: str, environment: dict[str, str] | None = None) -> dict:
    """The JSON that a fresh Python process prints."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **(environment or {})}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=ROOT, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


COMPILE = """
import json, sys, time
sys.path[:0] = ["tests", "tests/bench"]
import bench
import numba
started = time.process_time()
table = bench.made_table(300, 4, 5, 3)
for module, params, _ in bench.METHODS.values():
    method = bench.registry.load(module)
    method.predict_log_proba(method.fit(table, **params), table)
print(json.dumps({"seconds": time.process_time() - started}))
"""

MILLION = """
import json, sys, time
sys.path[:0] = ["tests", "tests/bench"]
import bench
table = bench.made_table(10**6, 40, 10, 5)
before = bench.peak_megabytes()
method = bench.registry.load(%r)
started = time.process_time()
model = method.fit(table)
seconds = time.process_time() - started
print(json.dumps({"seconds": seconds, "megabytes": bench.peak_megabytes(), "before": before}))
"""

START_UP = """
import json, os
import numpy as np
from naivebench.core import decide, table
from naivebench.models import registry
from naivebench.benchmark.jobs import arguments
rng = np.random.default_rng(0)
y = np.arange(150) %% 3
attributes = [table.Attribute(n, "nominal", tuple("abc")) for n in "pqrs"]
t = table.make_table(attributes, "xyz", y, (y[:, None] + rng.integers(0, 2, (150, 4))) %% 3)
for module in %r:
    method = registry.load(module)
    for fold in range(10):
        rows = np.arange(150) %% 10 == fold
        model = method.fit(table.subset(t, np.flatnonzero(~rows)), rng=rng)
        log_proba = method.predict_log_proba(model, table.subset(t, np.flatnonzero(rows)))
        decide.decide(log_proba, table.class_counts(t))
print(json.dumps({"seconds": sum(os.times()[:2])}))
"""


def peak_megabytes() -> float:
    """Largest resident set of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024**2 if sys.platform == "darwin" else 1024
    )


def speed_rows() -> list[dict]:
    """Cross-validation of every method, compared with CategoricalNB."""
    import numba  # noqa: F401  # its presence makes every fold use the compiled loops, as large work does

    table, name = letter()
    folds = folds_of(table)
    runs = {
        method: cross_validation(module, params, table, folds)
        for method, (module, params, _) in METHODS.items()
    }
    for run in runs.values():
        run()
    theirs, ours = float("inf"), dict.fromkeys(runs, float("inf"))
    reference = categorical_nb(table, folds)
    for _ in range(5):  # interleaved, so that all are disturbed in the same way
        theirs = min(theirs, cpu_seconds(reference, 1))
        for method, run in runs.items():
            ours[method] = min(ours[method], cpu_seconds(run, 1))
    rows = [{"what": f"10-fold CV of CategoricalNB, {name}", "seconds": theirs, "target": "", "achieved": ""}]
    for method, seconds in ours.items():
        target = METHODS[method][2]
        row = {
            **targets.beside(f"10-fold CV of {method}, {name}", "CategoricalNB", theirs, seconds),
            "achieved": f"{theirs / seconds:.1f} times as fast",
        }
        rows.append({**row, **(targets.at_least(theirs / seconds, target) if target else {})})
    return rows


def compile_rows() -> list[dict]:
    """Compilation of all loops with an empty disk cache, and loading them from it."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = (child(COMPILE, {"NUMBA_CACHE_DIR": cache})["seconds"] for _ in range(2))
    return [
        {"what": "compiling all loops, empty disk cache", "seconds": cold, "target": "", "achieved": ""},
        {"what": "loading all loops from the disk cache", "seconds": warm, "target": "", "achieved": ""},
    ]


def million_rows() -> list[dict]:
    """Fit of a generated table with a million cases, 40 attributes of 10 values and 5 classes.

    Each fit has its own process.
    """
    rows = []
    for method in ("nb", "tan", "kdb", "aode"):
        found = child(MILLION % METHODS[method][0])
        achieved = f"{found['megabytes']:.0f} MB peak ({found['before']:.0f} MB before the fit)"
        rows.append(
            {
                "what": f"fit of {method}, 1,000,000 x 40 x 10 values",
                "seconds": found["seconds"],
                **targets.at_most(found["megabytes"], 1000, " MB"),
                "achieved": achieved,
                **found,
            }
        )
    return rows


def start_up_rows() -> list[dict]:
    """The whole process of a small count-based job: start, imports, 10 folds on 150 cases."""
    seconds = min(child(START_UP % (["naive_bayes.nb"],))["seconds"] for _ in range(3))
    every = min(child(START_UP % ([m for m, _, _ in METHODS.values()],))["seconds"] for _ in range(3))
    return [
        {
            "what": "job of nb on 150 cases, start-up included",
            "seconds": seconds,
            **targets.at_most(seconds, 0.3, " s"),
            "achieved": f"{seconds:.2f} s",
        },
        {
            "what": "job of nb, tan, kdb and aode on 150 cases",
            "seconds": every,
            **targets.at_most(every, 0.3, " s"),
            "achieved": f"{every:.2f} s",
        },
    ]


def main() -> None:
    """Print the table and write it as JSON to the path given; exit with 1 if a target is missed."""
    rows = [*start_up_rows(), *compile_rows(), *speed_rows(), *million_rows()]
    width = max(len(row["what"]) for row in rows)
    print(f"{'':{width}}  {'CPU s':>8}  {'target':14}  achieved")
    for row in rows:
        print(f"{row['what']:{width}}  {row['seconds']:8.4f}  {row['target']:14}  {row['achieved']}")
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
