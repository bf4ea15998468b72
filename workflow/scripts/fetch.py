"""Rule fetch: one archive into data/raw, or a status file that says why not."""

from naivebench.benchmark.jobs import arguments
from naivebench.data.fetch import fetch


def main(out: str, status: str, archive: dict, mirror: str) -> None:
    """`archive`: its entry in the catalogue; `mirror`: a folder, or empty."""
    fetch(archive, out, status, mirror)


if __name__ == "__main__":
    arguments.call(main)
