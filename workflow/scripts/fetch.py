"""Rule fetch: one archive into data/raw, or a status file that says why not."""

from naivebench.datasets.fetch import fetch
from naivebench.pipeline.jobs import arguments


def main(out: str, status: str, archive: dict, mirror: str) -> None:
    """`archive`: its entry in the catalogue; `mirror`: a folder, or empty."""
    fetch(archive, out, status, mirror)


if __name__ == "__main__":
    arguments.call(main)
