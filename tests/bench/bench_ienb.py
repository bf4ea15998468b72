"""Speed of the searches over probabilities and class weights.

Run `python tests/bench/bench_ienb.py [result.json]`.

Times are CPU seconds of one thread, or wall seconds of two, without compilation. The letter data have 20,000
cases, 16 attributes and 26 classes. They come from data/prepared/letter.npz with the cut points of Fayyad and
Irani, or are generated in the same shape with 16 values each.
"""

from __future__ import annotations

import os

os.environ.update(
    {
        name: "1"
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    }
)

import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from bench import made_table, peak_megabytes  # noqa: E402

from naivebench.core.table import Table, load  # noqa: E402
from naivebench.data.discretization import apply  # noqa: E402
from naivebench.methods.semi_naive import apnbc_eda, ienb, iterative_bayes  # noqa: E402

SIZES = {"population": 500, "selected": 500, "offspring": 1000, "patience": None}


def prepared(name: str, n: int, d: int, r: int, k: int) -> tuple[Table, str]:
    """A prepared data set with its cuts on all cases, or a generated table of the given shape."""
    path = ROOT / f"data/prepared/{name}.npz"
    if path.exists():
        table = load(path)
        return apply.apply(table, apply.learn(table, "fayyad_irani")), name
    return made_table(n, d, r, k), f"made table of {name}'s shape"


def rate(method, table: Table, generations: int, threads: int = 1, **params) -> tuple[float, float, object]:
    """Evaluations per CPU second and per wall second of one search, and its result."""
    started = time.process_time(), time.perf_counter()
    model = method.fit(
        table, rng=np.random.default_rng(0), max_generations=generations, threads=threads, **SIZES, **params
    )
    cpu, wall = time.process_time() - started[0], time.perf_counter() - started[1]
    return model.search.evaluations / cpu, model.search.evaluations / wall, model.search


def rows() -> list[dict]:
    """One row per measurement."""
    result = []
    for name, shape, generations, target in (
        ("letter", (20000, 16, 16, 26), 2, 150),
        ("german", (1000, 20, 4, 2), 20, None),
    ):
        table, label = prepared(name, *shape)
        for method in (ienb, apnbc_eda):
            method.warm_up(table, 1)
            short = method.__name__.rsplit(".", 1)[-1]
            cpu, _, found = rate(method, table, generations)
            _, wall, again = rate(method, table, generations, threads=2)
            same = "same result" if found[1:] == again[1:] else "OTHER RESULT"
            result += [
                {
                    "what": f"{short}, {label}",
                    "per_second": cpu,
                    "target": "",
                    **(targets.at_least(cpu, target, "/s") if target and method is ienb else {}),
                },
                {"what": f"{short}, {label}, 2 threads (wall), {same}", "per_second": wall, "target": ""},
            ]
        started = time.process_time()
        passes = len(iterative_bayes.fit(table).evaluations)
        result.append(
            {
                "what": f"iterative_bayes, {label}, {passes} passes: seconds",
                "per_second": time.process_time() - started,
                "target": "",
            }
        )
    return result


def main() -> None:
    """Print the table and write it as JSON to the path given."""
    found = rows()
    width = max(len(row["what"]) for row in found)
    for row in found:
        print(f"{row['what']:{width}}  {row['per_second']:12.2f}  {row['target']}")
    print(f"peak memory {peak_megabytes():.0f} MB")
    targets.finish(found, *sys.argv[1:2])


if __name__ == "__main__":
    main()
