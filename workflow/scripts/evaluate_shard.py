"""Rule evaluate_shard: sums of the metrics on one shard."""

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.streaming import evaluating, limits, shard_rows, stored
from naivebench.benchmark.streaming.rates import followed
from naivebench.core import absence
from naivebench.models.isolate import Limits


def main(
    layout_file: str,
    models: str,
    rows: str,
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
    """Predict the rows of a shard, and write the sums of the metrics.

    `models`: file with the models of all methods and folds; `rows`: file of encoded rows that rule count
    wrote; `timeout_seconds`, `memory_mb`: limits of each method; `stop`: whether a failure ends the job.
    """
    if gone := absence.read(models):
        return stored.absent(gone, out)
    shard = shard_rows.shard_of(path, pieces, layout_file, split)

    def work(within: limits.Within) -> dict:
        sums = evaluating.evaluate(shard, shard_rows.kept(shard, rows), stored.load(models, methods), within)
        evaluated, rates = followed(sums, lambda evaluated: evaluated.told["rows"])
        stored.save(evaluated, methods, out)
        return rates

    return limits.run(work, list(methods), Limits(timeout_seconds, memory_mb), stop=stop)


if __name__ == "__main__":
    arguments.call(main, stored.absent)
