"""Memory of the job `count`: `python tests/bench/bench_memory.py [result.json]`.

Cases with two classes and nominal attributes, one of 5,000 values, are written to Parquet and counted as one
shard with five folds by row hash. Each row is measured in its own process, and its largest resident set is
compared with the memory that the job requests from Slurm. Further rows measure the memory of a process that
only starts, or only reads.
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
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from bench import peak_megabytes  # noqa: E402
from bench_streaming import METHODS, SPLIT, apart, last, settled, tell  # noqa: E402

from naivebench.benchmark import shards  # noqa: E402
from naivebench.benchmark.streaming import blocks, counting, layout, memory, shard_rows  # noqa: E402
from naivebench.benchmark.streaming.shard_rows import Shard  # noqa: E402
from naivebench.core import compiled, count_loops  # noqa: E402

ROWS, ROW_GROUP, MANY = 1_250_000, 500_000, 5_000
COUNTED = {10: ["nb", "nb tan aode"], 40: ["nb", "aode", "nb tan aode"]}  # columns: methods counted together


def write(folder: str, columns: int) -> None:
    """Write cases whose first attribute has `MANY` values and whose others have 2 to 11."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(columns)
    sizes = {f"a{j}": 2 + j % 10 if j else MANY for j in range(columns)} | {"class": 2}
    cells = {
        name: pa.DictionaryArray.from_arrays(
            rng.integers(0, size, ROWS, dtype=np.int16), [f"v{v}" for v in range(size)]
        )
        for name, size in sizes.items()
    }
    pq.write_table(pa.table(cells), f"{folder}/0.parquet", row_group_size=ROW_GROUP)


def started() -> tuple[float, float]:
    """MB of a process that has imported the libraries, and of one that has also loaded compiled loops."""
    import pyarrow.parquet  # noqa: F401

    before = peak_megabytes()
    compiled.available()
    codes, y = np.zeros((1, 1), np.int8), np.zeros(1, np.int32)
    compiled.loops(count_loops).value_counts(codes, y, np.array([0, 2]), np.zeros((2, 2), np.int64))
    return before, peak_megabytes()


def read(folder: str, what: layout.Layout) -> float:
    """MB of a process that reads all blocks and drops them."""
    for block in blocks.blocks(folder, _piece(folder), layout.columns(what)):
        del block
    return peak_megabytes()


def counted(folder: str, what: layout.Layout, sample: Any, methods: list[str]) -> tuple[float, float]:
    """MB of the statistics of all parts, and the largest resident set of a process that counts them."""
    compiled.available()
    stanzas = {method: METHODS[method] for method in methods}
    shard = Shard(folder, [_piece(folder)], what, SPLIT)
    with tempfile.NamedTemporaryFile() as kept:
        read = shard_rows.keep(shard_rows.divided(shard), shard, kept.name)
        found = last(counting.count(shard, read, stanzas, sample))
    return sum(map(_bytes, found.values.values())) / 1e6, peak_megabytes()


def _piece(folder: str) -> shards.Piece:
    ((piece,),) = shards.cut(shards.files_of(folder), 1)
    return piece


def _bytes(value: Any) -> int:
    """Bytes of all arrays of a NamedTuple."""
    return sum(map(_bytes, value)) if isinstance(value, tuple) else getattr(value, "nbytes", 0)


def count_row(folder: str, found: tuple[layout.Layout, Any], columns: int, methods: str) -> dict:
    statistics, megabytes = apart(counted, folder, *found, methods.split())
    stanzas = [METHODS[method] for method in methods.split()]
    size = memory.statistics(found[0], stanzas, ROWS, SPLIT.repeats, SPLIT.tested + 1)
    return {
        "what": f"count of {methods.replace(' ', ', ')}, {ROWS:,} x {columns}",
        "columns": columns,
        "methods": methods.split(),
        "statistics_megabytes": statistics,
        "megabytes": megabytes,
        "requested_megabytes": memory.request(size),
        **targets.at_most(megabytes, memory.request(size), " MB"),
        "achieved": f"{megabytes:.0f} MB, {statistics:.0f} MB of statistics",
    }


def main(out: str | None = None) -> None:
    libraries, with_loops = apart(started)
    rows = []
    for columns, together in COUNTED.items():
        with tempfile.TemporaryDirectory() as folder:
            apart(write, folder, columns)
            found = apart(settled, folder)
            reading = apart(read, folder, found[0])
            rows += [count_row(folder, found, columns, methods) for methods in together]
    parts = {
        "libraries": libraries,
        "loops": with_loops - libraries,
        "reading": reading - libraries,
        "rows": shard_rows.HELD / 1e6,
    }
    shown = ", ".join(f"{name} {size:.0f} MB" for name, size in parts.items())
    rows.append({"what": "parts of the memory", "parts": parts, "target": "", "achieved": shown})
    for row in rows:
        tell(row)
    targets.finish(rows, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
