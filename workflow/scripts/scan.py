"""Rule scan: what the columns of one shard of a streamed data set hold."""

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.shards import Piece
from naivebench.benchmark.streaming import scan
from naivebench.benchmark.streaming.rates import followed
from naivebench.core import absence
from naivebench.core.files import replace


def main(dataset: str, out: str, *, path: str, pieces: list[list], stanza: dict) -> dict:
    """`path`: file or folder of the data set; `stanza`: the keys that reading depends on."""
    seen = scan.scan(path, [Piece(*piece) for piece in pieces], stanza, f"data set {dataset!r}")
    found, rates = followed(seen, lambda found: found.rows)
    with replace(out) as temporary:
        scan.save(found, temporary)
    return rates


def absent(gone: absence.Absence, out: str, **_: object) -> None:
    """The scan that could not be made."""
    with replace(out) as temporary:
        absence.write(temporary, gone)


if __name__ == "__main__":
    arguments.call(main, absent)
