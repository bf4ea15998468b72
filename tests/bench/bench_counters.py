"""Compare reading and counting of streamed data sets with DuckDB and pyarrow.

Run `python tests/bench/bench_counters.py [result.json]`.

Times are CPU seconds of this process with one thread, without compilation, the fewest of three rounds. The
data are 10^6 rows of the 40 nominal columns of `bench_streaming`. We count every part of five folds, and
DuckDB counts all rows. A program that is not installed has no rows.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import bench_streaming
import targets

from naivebench.benchmark import shards
from naivebench.benchmark.streaming import counting, scan, shard_rows

ROWS, ROUNDS, RATIO, PAIRS = 1_000_000, 3, 1.5, 40
COLUMNS = [f"a{j}" for j in range(bench_streaming.COLUMNS)]


def fewest(work: Callable[[], object]) -> float:
    return bench.cpu_seconds(lambda: (work(), None)[1], ROUNDS)


def of_parquet(folder: str) -> Iterator[dict]:
    """Scan, and counts of naive Bayes and of all pairs, compared with grouping sets of DuckDB."""
    try:
        import duckdb
    except ImportError:
        return
    found, sample = bench_streaming.settled(folder)
    (pieces,) = shards.cut(shards.files_of(folder), 1)
    shard = shard_rows.Shard(folder, pieces, found, bench_streaming.SPLIT)

    def ours(method: str) -> None:
        bench_streaming.settled(folder)
        stanzas = {method: bench_streaming.METHODS[method]}
        with tempfile.NamedTemporaryFile() as kept:
            read = shard_rows.keep(shard_rows.divided(shard), shard, kept.name)
            bench_streaming.last(counting.count(shard, read, stanzas, sample))

    database = duckdb.connect()
    database.execute("set threads = 1")

    def theirs(groups: list[str]) -> None:
        sets = ", ".join(f"({group}, class)" for group in groups)
        chosen = ", ".join(COLUMNS)
        database.execute(
            f"select {chosen}, class, count(*) from '{folder}/*.parquet' group by grouping sets ({sets})"
        ).fetchall()

    pairs = [f"{a}, {b}" for i, a in enumerate(COLUMNS) for b in COLUMNS[i + 1 :]]
    ours("tan")
    peer, what = f"DuckDB {duckdb.__version__}, grouping sets", f"{ROWS:,} x {len(COLUMNS)} of Parquet"
    yield targets.beside(
        f"scan and counts of nb, {what}",
        peer,
        fewest(lambda: theirs(COLUMNS)),
        fewest(lambda: ours("nb")),
        RATIO,
    )
    some = fewest(lambda: theirs(pairs[:PAIRS])) * len(pairs) / PAIRS
    task = f"scan and counts of all {len(pairs)} pairs (the peer's: from {PAIRS}), {what}"
    yield targets.beside(task, peer, some, fewest(lambda: ours("tan")), RATIO)


def of_csv(folder: str, out: Path) -> dict:
    """The scan of a CSV file, compared with pyarrow's own reader, which detects types."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from pyarrow import csv

    table = pq.read_table(folder).slice(0, ROWS // 2)
    text = pa.table({name: table[name].cast(pa.string()) for name in table.column_names})
    csv.write_csv(text, out / "a.csv", csv.WriteOptions(quoting_style="none"))
    (pieces,) = shards.cut([""], 1)

    def ours() -> None:
        bench_streaming.last(scan.scan(out / "a.csv", pieces, bench_streaming.STANZA, "made"))

    def theirs() -> None:
        with csv.open_csv(out / "a.csv", csv.ReadOptions(use_threads=False, block_size=4 << 20)) as reader:
            for _ in reader:
                pass

    ours(), theirs()
    task = f"scan of {(out / 'a.csv').stat().st_size / 1e6:.0f} MB of CSV"
    return targets.beside(task, f"pyarrow {pa.__version__}, open_csv", fewest(theirs), fewest(ours), RATIO)


def main() -> None:
    """Print the rows and write them as JSON to the path given."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        bench_streaming.write(str(data), ROWS)
        rows = [*of_parquet(str(data)), of_csv(str(data), Path(folder))]
    for row in rows:
        print(f"{row['what']:62}  {row['ratio']:8.2f}  {row['target']}")
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
