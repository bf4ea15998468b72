"""Cost of reading a large table and writing its predictions.

Run `python tests/bench/bench_reading.py [result.json]`.

The generated table has 1,000,000 rows and 20 columns (ten of numbers, nine of words, the class), as CSV and
as Parquet. Measures a whole `naivebench predict --method nb` with its start, trained on the table, for 1,000
cases and for all of it: CPU seconds (the fewest of two runs) and the largest resident set. The CPU time of
reading the CSV file into a typed table is compared with that of pyarrow's own reader, each with one thread.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import os
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import targets
from pyarrow import csv
from pyarrow import parquet as pq

from naivebench.data import encode
from naivebench.data.readers import read as readers

ROWS, TESTED = 1_000_000, 1_000
# limits in CPU seconds and MB for few cases
PREDICT = {"csv": (3, 600), "parquet": (2, 400)}
RATIO = 3  # maximum ratio to pyarrow's own reader


def made(n: int, seed: int = 0) -> pa.Table:
    """Write numbers and words that depend on one of three classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    columns: dict[str, object] = {f"x{j}": rng.normal(y * (j % 3), 1 + j, n).round(2) for j in range(6)}
    columns |= {f"n{j}": rng.integers(0, 100, n) for j in range(4)}
    for j in range(9):
        words = np.array([f"w{k}" for k in range(5 + 3 * j)], dtype=object)
        columns[f"c{j}"] = words[np.minimum(rng.geometric(0.3, n) - 1 + y * (j % 2), len(words) - 1)]
    columns["class"] = np.array(["low", "middle", "high"], dtype=object)[y]
    return pa.table(columns)


def predicting(train: Path, test: Path, out: Path) -> tuple[float, float]:
    """CPU seconds and MB of the command, the fewest of two runs."""
    cpu, peak = zip(*(once(train, test, out) for _ in range(2)), strict=True)
    return min(cpu), min(peak)


def once(train: Path, test: Path, out: Path) -> tuple[float, float]:
    """CPU seconds and MB of one run."""
    command = [sys.executable, "-m", "naivebench", "predict", "--method", "nb", "--target", "class"]
    command += ["--train", str(train), "--test", str(test), "--out", str(out)]
    pid = os.posix_spawn(sys.executable, command, os.environ | {"PYTHONPATH": str(bench.ROOT / "src")})
    _, status, usage = os.wait4(pid, 0)
    assert status == 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def reading(path: Path) -> tuple[float, float]:
    """CPU seconds of our reader and of pyarrow's."""

    def ours() -> None:
        encode.to_table(readers.read(path, header=True, target="class"), target="class")

    def theirs() -> None:
        csv.read_csv(path, csv.ReadOptions(use_threads=False))

    ours(), theirs()
    return bench.cpu_seconds(ours, 2), bench.cpu_seconds(theirs, 2)


def main() -> None:
    """Print the rows and write them as JSON to the path given."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        paths = {name: Path(folder) / name for name in ("a.csv", "a.parquet", "few.csv", "few.parquet")}
        for name, table in (("a", made(ROWS)), ("few", made(TESTED, 1))):
            csv.write_csv(table, paths[f"{name}.csv"], csv.WriteOptions(quoting_style="none"))
            pq.write_table(table, paths[f"{name}.parquet"])
        size = paths["a.csv"].stat().st_size / 1e6
        for form, (seconds, megabytes) in PREDICT.items():
            for test in ("few", "a"):
                cpu, peak = predicting(paths[f"a.{form}"], paths[f"{test}.{form}"], Path(folder) / "out.csv")
                what = f"predict, {ROWS:,} x 20 from {form}, {TESTED if test == 'few' else ROWS:,} cases"
                bounds = (targets.at_most(cpu, seconds, " s"), targets.at_most(peak, megabytes, " MB"))
                for unit, value, bound in zip(("s", "MB"), (cpu, peak), bounds, strict=True):
                    row = {"what": f"{what}: {unit}", "measured": value}
                    rows.append(row | (bound if test == "few" else {"target": ""}))
        ours, theirs = reading(paths["a.csv"])
        row = {"what": f"CSV of {size:.0f} MB to a table: times pyarrow", "measured": ours / theirs}
        rows.append(row | targets.beside(str(row["what"]), "pyarrow", theirs, ours, RATIO))
    for row in rows:
        print(f"{row['what']:62}  {row['measured']:8.2f}  {row['target']}")
    targets.finish(rows, sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
