"""Rules merge_counts and merge_sums: add up the results of several shards, in their order."""

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.streaming import limits, stored
from naivebench.core import absence
from naivebench.models.isolate import Limits


def main(
    parts: str, out: str, *, methods: dict, timeout_seconds: float, memory_mb: float, stop: bool
) -> None:
    """Merge files.

    `parts`: paths, separated by blanks; `timeout_seconds`, `memory_mb`: limits of each method; `stop`:
    whether a failure ends the job.
    """
    files = parts.split()
    if gone := next(filter(None, map(absence.read, files)), None):
        return stored.absent(gone, out)

    def work(within: limits.Within) -> None:
        stored.save(stored.merged(files, methods, within), methods, out)

    return limits.run(work, list(methods), Limits(timeout_seconds, memory_mb), stop=stop)


if __name__ == "__main__":
    arguments.call(main, stored.absent)
