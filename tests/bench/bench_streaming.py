"""Out-of-core learning: `python tests/bench/bench_streaming.py [result.json] [largest power of ten]`.

Cases with 40 nominal attributes of 2 to 11 values and two classes are written to Parquet once, streamed from
there in blocks, and deleted. Each row is measured in its own process, which scans, counts, estimates and
evaluates with five folds by row hash: CPU seconds without compilation, and the largest resident set. The
default is 10^5 to 10^7 rows; 8 as the second argument or in NAIVEBENCH_BENCH_LARGEST adds 10^8 (1.5 GB of
disk, half an hour for all three methods).
"""

from __future__ import annotations

import os

os.environ.update(
    {
        name: "1"
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    }
)

import itertools
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from bench import peak_megabytes  # noqa: E402

from naivebench.benchmark import shards  # noqa: E402
from naivebench.benchmark.streaming import (  # noqa: E402
    counting,
    evaluating,
    layout,
    modelling,
    scan,
    settle,
    shard_rows,
    stored,
)
from naivebench.benchmark.streaming.shard_rows import Shard, Split  # noqa: E402
from naivebench.core import compiled  # noqa: E402

COLUMNS, ROW_GROUP, FILE_ROWS = 40, 500_000, 5_000_000
STANZA = {"target": "class"}
SPLIT = Split(5, 1, 5, [1])
KINDS = ["nominal", "ordinal"]
METHODS = {
    "nb": {"module": "naive_bayes.nb", "kinds": KINDS},
    "tan": {"module": "bn_classifiers.tan", "kinds": KINDS},
    "aode": {"module": "bn_classifiers.aode", "kinds": KINDS},
}
MEGABYTES, GROWTH, SHARDS = 1000, 1.3, 16
COUNTING = "our own counting"  # evaluating a row takes at most as long as counting it


def write(folder: str, n: int) -> None:
    """Write n cases to files of `FILE_ROWS`; every attribute depends on the class and on the attribute before
    it.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    sizes = 2 + np.arange(COLUMNS) % 10
    dictionaries = [pa.array([f"v{v}" for v in range(size)]) for size in sizes]
    for file, first in enumerate(range(0, n, FILE_ROWS)):
        writer = None
        for begin in range(first, min(first + FILE_ROWS, n), ROW_GROUP):
            rng, rows = np.random.default_rng([3, begin]), min(ROW_GROUP, n - begin)
            y, before = rng.integers(0, 2, rows, dtype=np.int8), np.zeros(rows, np.int8)
            columns = {}
            for j, size in enumerate(sizes):
                drawn = rng.integers(0, size, rows, dtype=np.int8)
                told = rng.random(rows, dtype=np.float32)
                cells = np.where(told < 0.05, y * (size - 1), np.where(told < 0.2, before % size, drawn))
                before = cells = cells.astype(np.int8)
                columns[f"a{j}"] = pa.DictionaryArray.from_arrays(cells, dictionaries[j])
            columns["class"] = pa.DictionaryArray.from_arrays(y, ["no", "yes"])
            table = pa.table(columns)
            writer = writer or pq.ParquetWriter(f"{folder}/{file:03d}.parquet", table.schema)
            writer.write_table(table, row_group_size=ROW_GROUP)
        writer.close()


def last(states: Iterator[Any]) -> Any:
    for state in states:
        held = state
    return held


def settled(folder: str) -> tuple[layout.Layout, Any]:
    """Layout and sample of the whole folder."""
    (pieces,) = shards.cut(shards.files_of(folder), 1)
    found = last(scan.scan(folder, pieces, STANZA, "made"))
    what, _ = settle.settle(found, STANZA, "made")
    return what, settle.sampled(found, what)


def method_row(method: str, folder: str, n: int) -> dict:
    """CPU seconds of scan, count and evaluation of one method on all rows."""
    stanzas, began = {method: METHODS[method]}, time.process_time()
    what, sample = settled(folder)
    scanned = time.process_time() - began
    (pieces,) = shards.cut(shards.files_of(folder), 1)
    first = [pieces[0]._replace(parts=2)]
    compiled.available()  # few rows would not load the compiler
    for rows in (first, pieces):  # the first call compiles
        shard, times = Shard(folder, rows, what, SPLIT), [time.process_time()]
        with tempfile.NamedTemporaryFile() as kept:
            read = shard_rows.keep(shard_rows.divided(shard), shard, kept.name)
            models = modelling.estimate(last(counting.count(shard, read, stanzas, sample)), stanzas, SPLIT)
            times.append(time.process_time())
            evaluated = last(evaluating.evaluate(shard, shard_rows.kept(shard, kept.name), models))
            times.append(time.process_time())
        assert not evaluated.failures, evaluated.failures
    counts, evaluation = np.diff(times)
    return {
        "what": f"{method}, {n:,} x {COLUMNS}",
        "method": method,
        "rows": n,
        "seconds": counts + evaluation,
        "scan_seconds": scanned,
        "count_seconds": counts,
        "evaluate_seconds": evaluation,
        "megabytes": peak_megabytes(),
        "parquet_bytes": sum(file.stat().st_size for file in Path(folder).iterdir()),
        **targets.at_most(peak_megabytes(), MEGABYTES, " MB"),
        "achieved": f"{peak_megabytes():.0f} MB; rows per second: scan {n / scanned:,.0f}, "
        f"count {n / counts:,.0f}, evaluate {n / evaluation:,.0f}",
    }


def shards_row(folder: str, n: int) -> dict:
    """Whether 1 and 16 shards give the same files of statistics, models and sums."""
    what, sample = settled(folder)
    files = []
    for number in (1, SHARDS):
        pieces = shards.cut(shards.files_of(folder), number)
        with tempfile.TemporaryDirectory() as out:

            def merged(step: str, make: Callable[[Shard, str], Iterator[Any]]) -> Any:
                paths = [f"{out}/{step}{i}.npz" for i in range(len(pieces))]  # noqa: B023
                for i, (path, part) in enumerate(zip(paths, pieces, strict=True)):  # noqa: B023
                    shard = Shard(folder, part, what, SPLIT)
                    stored.save(last(make(shard, f"{out}/{i}.rows")), METHODS, path)
                whole = stored.merged(paths, METHODS)
                stored.save(whole, METHODS, f"{out}/{step}.npz")
                return whole

            def count(shard: Shard, kept: str) -> Iterator[Any]:
                read = shard_rows.keep(shard_rows.divided(shard), shard, kept)
                return counting.count(shard, read, METHODS, sample)

            def evaluate(shard: Shard, kept: str) -> Iterator[Any]:
                return evaluating.evaluate(shard, shard_rows.kept(shard, kept), models)  # noqa: B023

            counted = merged("counts", count)
            models = modelling.estimate(counted, METHODS, SPLIT)
            stored.save(models, METHODS, f"{out}/models.npz")
            merged("sums", evaluate)
            files.append([Path(f"{out}/{name}.npz").read_bytes() for name in ("counts", "models", "sums")])
    same = sum(a == b for a, b in zip(*files, strict=True))
    return {
        "what": f"1 shard and {SHARDS}, {n:,} x {COLUMNS}",
        "target": "same bytes",
        "met": same == len(files[0]),
        "achieved": f"{same} of {len(files[0])} files are the same bytes",
    }


def ratio_row(row: dict) -> dict:
    """How long evaluating takes beside counting the same rows."""
    counted, evaluated = row["count_seconds"], row["evaluate_seconds"]
    return {
        **targets.beside(f"evaluation by {row['what']}", COUNTING, counted, evaluated, 1),
        "evaluated": row["method"],
        "achieved": f"{evaluated / counted:.2f} x",
    }


def growth_row(method: str, rows: list[dict], power: int) -> dict:
    """Factor by which the cost of a row grows from 10^power to the largest number of rows."""
    costs = {r["rows"]: r["seconds"] / r["rows"] for r in rows if r["method"] == method}
    smallest, largest = costs[10**power], costs[max(costs)]
    return {
        "what": f"{method}, cost of a row, {10**power:,} to {max(costs):,}",
        **targets.at_most(largest / smallest, GROWTH, " times"),
        "grown": method,
        "from": 10**power,
        "achieved": f"{largest / smallest:.2f} times",
    }


def apart(work: Callable[..., Any], *arguments: Any) -> Any:
    """Call work(*arguments) in its own process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def main(out: str | None = None, largest: str | None = None) -> None:
    largest = largest or os.environ.get("NAIVEBENCH_BENCH_LARGEST", "7")
    rows: list[dict] = []
    others: list[dict] = []
    for power in range(5, int(largest) + 1):
        with tempfile.TemporaryDirectory() as folder:
            apart(write, folder, 10**power)
            for method in METHODS:
                rows.append(apart(method_row, method, folder, 10**power))
                others.append(ratio_row(rows[-1]))
                tell(rows[-1])
                tell(others[-1])
            if power == 6:
                others.append(apart(shards_row, folder, 10**power))
                tell(others[-1])
    for power, method in itertools.product((5, 6), METHODS):
        others.append(growth_row(method, rows, power))
        tell(others[-1])
    targets.finish(rows + others, out)


def tell(row: dict) -> None:
    print(f"{row['what']:45s} {row['target']:18s} {row['achieved']}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
