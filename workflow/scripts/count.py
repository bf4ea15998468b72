"""Rule count: the statistics of every method on every part of a shard."""

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.streaming import counting, limits, stored
from naivebench.benchmark.streaming.rates import followed
from naivebench.core import absence, table
from naivebench.models.isolate import Limits


def main(
    sample: str,
    layout_file: str,
    out: str,
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

    `sample`: the rows from which cut points are learned; `methods`: stanzas; `timeout_seconds`, `memory_mb`:
    limits of each method; `stop`: whether a failure ends the job.
    """
    if gone := absence.read(sample):
        return stored.absent(gone, out)
    shard = counting.shard_of(path, pieces, layout_file, split)

    def work(within: limits.Within) -> dict:
        counts = counting.count(shard, methods, table.load(sample), within)
        counted, rates = followed(counts, lambda counted: counted.told["rows"])
        stored.save(counted, methods, out)
        return rates

    return limits.run(work, list(methods), Limits(timeout_seconds, memory_mb), stop=stop)


if __name__ == "__main__":
    arguments.call(main, stored.absent)
