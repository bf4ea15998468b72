"""Memory that jobs of streamed data sets request from a cluster, estimated from the size of their statistics.

See docs/large-data.md#memory-of-a-job.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from naivebench.benchmark.streaming import layout
from naivebench.benchmark.streaming.layout import Layout
from naivebench.core import absence, counts, margins
from naivebench.core.files import UNREADABLE
from naivebench.core.table import DISCRETE
from naivebench.models.stanzas import MethodStanza

LEAST = 1000  # MB that a job requests at least
BASE = 400  # MB for interpreter, libraries and rows
ROOM = 1.5  # factor on the bytes of the statistics, for the time while they are merged
INTERVALS = 20  # assumed number of intervals of a number or an angle
SINGLY = ("naive_bayes", "directional")  # families whose methods count attributes one by one
CASES = ("bn_classifiers.kdb", "pattern_smoothing.hpb")  # modules that store pairs or the distinct cases


def megabytes(
    folder: Path, shards: Iterable[int], methods: dict[str, MethodStanza], split: dict[str, Any]
) -> int:
    """MB for the statistics of these shards of a streamed data set.

    folder: the folder of their scans; without scans, the result is `LEAST`. methods: stanzas; split: the
    fields of `shard_rows.Split`.
    """
    try:
        if absence.read(folder / "layout.npz"):
            return LEAST
        settled, rows = layout.load(folder / "layout.npz"), 0
        for shard in shards:
            with np.load(folder / f"{shard}.npz") as file:
                rows += int(json.loads(str(file["meta"]))[1])
    except UNREADABLE:
        return LEAST
    sizes = statistics(settled, list(methods.values()), rows, split["repeats"], split["tested"] + 1)
    return request(sizes)


def request(size: int) -> int:
    """MB to request for statistics of `size` bytes."""
    return max(LEAST, math.ceil(BASE + ROOM * size / 1e6))


def statistics(settled: Layout, stanzas: Sequence[MethodStanza], rows: int, repeats: int, parts: int) -> int:
    """Upper bound of the bytes of the methods' statistics on all parts of all repeats.

    A pair of attributes takes a table of 8 bytes per cell, or 20 bytes for every combination that occurs; a
    distinct case takes 12 bytes and 4 more per attribute.
    """
    r = np.array([len(a.values) if a.kind in DISCRETE else INTERVALS for a in settled.attributes], np.int64)
    pairs = margins.all_pairs(len(r))
    cells = (r[pairs[:, 0]] + 1) * (r[pairs[:, 1]] + 1) * len(settled.classes)
    dense = cells <= min(counts.DENSE_CELLS, margins.TOTAL_CELLS // max(len(pairs), 1))
    occurring = np.minimum(repeats * parts * cells, repeats * rows)
    of_pairs = int(np.where(dense, 8 * repeats * parts * cells, 20 * occurring).sum())
    of_cases = repeats * rows * (4 * len(r) + 12)
    total = 0
    for stanza in stanzas:
        module = stanza.get("module", "")
        if module in CASES or module.endswith(".py"):  # the latter is a user's own module
            total += max(of_pairs, of_cases)
        elif module and module.partition(".")[0] not in SINGLY:
            total += of_pairs
    return total
