"""Rule fetch: download one archive into data/raw, or write a status file with the reason of the failure."""

from naivebench.benchmark.jobs import arguments
from naivebench.data.fetch import fetch


def main(out: str, status: str, archive: dict, mirror: str) -> None:
    """Fetch an archive.

    `archive`: its entry in the catalogue; `mirror`: a folder, or an empty text.
    """
    fetch(archive, out, status, mirror)


if __name__ == "__main__":
    arguments.call(main)
