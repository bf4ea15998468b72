"""Rule estimate: the models of all methods and folds, from the merged counts of all shards."""

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.streaming import limits, modelling, stored
from naivebench.benchmark.streaming.shard_rows import Split
from naivebench.core import absence
from naivebench.models.isolate import Limits


def main(
    counts: str,
    out: str,
    *,
    split: dict,
    methods: dict,
    timeout_seconds: float,
    memory_mb: float,
    stop: bool,
) -> None:
    """Fit the models from counts.

    `methods`: stanzas; `timeout_seconds`, `memory_mb`: limits of each method, for the models of all folds;
    `stop`: whether a failure ends the job.
    """
    if gone := absence.read(counts):
        return stored.absent(gone, out)

    def work(within: limits.Within) -> None:
        counted = stored.load(counts, methods)
        stored.save(modelling.estimate(counted, methods, Split(**split), within), methods, out)

    return limits.run(work, list(methods), Limits(timeout_seconds, memory_mb), stop=stop)


if __name__ == "__main__":
    arguments.call(main, stored.absent)
