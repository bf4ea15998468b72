"""How the files of a streamed data set become shards, and how what the shards found is merged. No file is
read here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

FAN_IN = 8  # files that one merge job reads


class Piece(NamedTuple):
    """A run of the row groups of a file: those from part / parts of their number on, up to (part + 1) / parts.

    A file without row groups counts as one.
    """

    file: str
    part: int
    parts: int


def cut(files: Sequence[str], shards: int) -> list[list[Piece]]:
    """The pieces of every shard, in the order of the files: whole files if there are at least as many as
    shards, else parts of files. A shard may be empty.
    """
    parts = -(-shards // len(files))
    pieces = [Piece(file, part, parts) for file in files for part in range(parts)]
    bounds = [i * len(pieces) // shards for i in range(shards + 1)]
    return [pieces[a:b] for a, b in zip(bounds[:-1], bounds[1:], strict=True)]


def row_groups(piece: Piece, groups: int) -> range:
    """The row groups of a piece, of so many that its file has."""
    return range(piece.part * groups // piece.parts, (piece.part + 1) * groups // piece.parts)


def levels(shards: int) -> list[int]:
    """Number of files on every level of the merge tree: the shards, then what merges `FAN_IN` of them each, at
    last one.
    """
    sizes = [shards]
    while sizes[-1] > 1:
        sizes.append(-(-sizes[-1] // FAN_IN))
    return sizes


def below(shards: int, level: int, node: int) -> list[int]:
    """The files of the level before that are merged into file `node` of a level."""
    return list(range(FAN_IN * node, min(FAN_IN * (node + 1), levels(shards)[level - 1])))
