"""Rule scan: find the labels and numbers in the columns of one shard of a streamed data set."""

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.shards import Piece
from naivebench.benchmark.streaming import scan
from naivebench.benchmark.streaming.rates import followed
from naivebench.core import absence
from naivebench.core.files import replace


def main(dataset: str, out: str, *, path: str, pieces: list[list], stanza: dict) -> dict:
    """Scan a shard.

    `path`: file or folder of the data set; `stanza`: the keys that reading depends on.
    """
    seen = scan.scan(path, [Piece(*piece) for piece in pieces], stanza, f"data set {dataset!r}")
    found, rates = followed(seen, lambda found: found.rows)
    with replace(out) as temporary:
        scan.save(found, temporary)
    return rates


def absent(gone: absence.Absence, out: str, **_: object) -> None:
    """Write the reason why the scan failed."""
    with replace(out) as temporary:
        absence.write(temporary, gone)


if __name__ == "__main__":
    arguments.call(main, absent)
