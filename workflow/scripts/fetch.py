"""Rule fetch: one archive into data/raw, or a status file that says why not."""

import json

from naivebench.datasets.fetch import fetch
from naivebench.pipeline import arguments


def main(archive: str, out: str, status: str, mirror: str = "") -> None:
    fetch(json.loads(archive), out, status, mirror)


if __name__ == "__main__":
    arguments.call(main)
