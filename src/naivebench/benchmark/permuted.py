"""Control of a protocol: the same data with shuffled class labels, from which nothing can be learned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from naivebench.core.table import Table, load

LABELS = 0x5AFE  # separates this random stream from those of folds and methods


def permute_labels(table: Table, entropy: Sequence[int]) -> Table:
    """Permute the labels of the table; the same entropy (seed, protocol, data set) gives the same order."""
    rng = np.random.default_rng(np.random.SeedSequence([*entropy, LABELS]))
    return table._replace(y=rng.permutation(table.y))


def load_for(path: str | Path, entropy: Sequence[int] | None) -> Table:
    """Load the prepared table as a protocol uses it: labels permuted by `entropy`, or unchanged if that is
    None.
    """
    table = load(path)
    return table if entropy is None else permute_labels(table, entropy)
