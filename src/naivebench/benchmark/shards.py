"""Divide the files of a streamed data set into shards, and plan how the shards' results are merged.

No file is opened here.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from naivebench.core.checks import InputError

FAN_IN = 8  # files that one merge job reads


class Piece(NamedTuple):
    """A part of a file: its row groups from part / parts of their number up to (part + 1) / parts; a file
    without row groups counts as one.
    """

    file: str
    part: int
    parts: int


def files_of(path: str | Path) -> list[str]:
    """The files of a folder, relative to it, in the order of a streamed data set; [""] for a single file.

    Names that begin with . or _ are left out. Raises InputError if there is none.
    """
    top = Path(path)
    if not top.is_dir():
        return [""]
    below = [file.relative_to(top) for file in top.rglob("*") if file.is_file()]
    seen = sorted(file.parts for file in below if not any(p.startswith((".", "_")) for p in file.parts))
    if not seen:
        raise InputError(f"the folder {path} contains no files: name a folder of Parquet, Arrow or CSV files")
    return ["/".join(parts) for parts in seen]


def cut(files: Sequence[str], shards: int) -> list[list[Piece]]:
    """The pieces of every shard, in the order of the files.

    They are whole files if there are at least as many files as shards, otherwise parts of files. A shard may
    be empty.
    """
    parts = -(-shards // len(files))
    pieces = [Piece(file, part, parts) for file in files for part in range(parts)]
    bounds = [i * len(pieces) // shards for i in range(shards + 1)]
    return [pieces[a:b] for a, b in itertools.pairwise(bounds)]


def row_groups(piece: Piece, groups: int) -> range:
    """Indices of the row groups of a piece; `groups`: number of row groups of its file."""
    return range(piece.part * groups // piece.parts, (piece.part + 1) * groups // piece.parts)


def levels(shards: int) -> list[int]:
    """Number of files on every level of the merge tree.

    The first level has one file per shard; each file of a later level merges up to `FAN_IN` of the level
    before; the last level has one.
    """
    sizes = [shards]
    while sizes[-1] > 1:
        sizes.append(-(-sizes[-1] // FAN_IN))
    return sizes


def below(shards: int, level: int, node: int) -> list[int]:
    """Indices of the files on the level before that are merged into file `node` of `level`."""
    return list(range(FAN_IN * node, min(FAN_IN * (node + 1), levels(shards)[level - 1])))
