"""The control of a protocol: the same data with shuffled class labels, on which nothing can be learned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from naivebench.core.table import Table, load

LABELS = 0x5AFE  # sets this stream apart from those of folds and methods


def permute_labels(table: Table, entropy: Sequence[int]) -> Table:
    """The table with its labels in another order, the same one for the same entropy (seed, protocol, data
    set).
    """
    rng = np.random.default_rng(np.random.SeedSequence([*entropy, LABELS]))
    return table._replace(y=rng.permutation(table.y))


def load_for(path: str | Path, entropy: Sequence[int] | None) -> Table:
    """The prepared table as a protocol shows it: permuted by `entropy`, or as it is with None."""
    table = load(path)
    return table if entropy is None else permute_labels(table, entropy)
