"""Rule count: the statistics of every method on every part of a shard."""

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.streaming import counting, limits, shard_rows, stored
from naivebench.benchmark.streaming.rates import followed
from naivebench.core import absence, files, table
from naivebench.models.isolate import Limits


def main(
    sample: str,
    layout_file: str,
    out: str,
    rows: str,
    *,
    path: str,
    pieces: list[list],
    split: dict,
    methods: dict,
    timeout_seconds: float,
    memory_mb: float,
    stop: bool,
) -> dict | None:
    """Count the rows of a shard.

    `sample`: the rows from which cut points are learned; `rows`: file for the encoded rows that will be
    predicted; `methods`: stanzas; `timeout_seconds`, `memory_mb`: limits of each method; `stop`: whether a
    failure ends the job.
    """
    if gone := absence.read(sample):
        return absent(gone, out, rows)
    shard = shard_rows.shard_of(path, pieces, layout_file, split)

    def work(within: limits.Within) -> dict:
        read = shard_rows.keep(shard_rows.divided(shard), shard, kept)
        counts = counting.count(shard, read, methods, table.load(sample), within)
        counted, rates = followed(counts, lambda counted: counted.told["rows"])
        stored.save(counted, methods, out)
        return rates

    with files.replace(rows) as kept:
        return limits.run(work, list(methods), Limits(timeout_seconds, memory_mb), stop=stop)


def absent(gone: absence.Absence, out: str, rows: str, **_: object) -> None:
    """Write the reason why there are no counts, and no rows."""
    stored.absent(gone, out)
    with files.replace(rows) as empty:
        empty.touch()


if __name__ == "__main__":
    arguments.call(main, absent)
