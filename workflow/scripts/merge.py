"""Rules merge_counts and merge_sums: what several shards counted, added up in their order."""

from naivebench.core import absence
from naivebench.pipeline.jobs import arguments
from naivebench.streaming import stored


def main(parts: str, out: str, *, methods: dict) -> None:
    """`parts`: files, separated by blanks."""
    files = parts.split()
    if gone := next(filter(None, map(absence.read, files)), None):
        return stored.absent(gone, out)
    stored.save(stored.merged(files, methods), methods, out)


if __name__ == "__main__":
    arguments.call(main, stored.absent)
