"""Loops over cells of text in plain Python, which `core.compiled` compiles for `blocks` and `layout`."""

from __future__ import annotations

import numpy as np


def short_labels(offsets, text, codes, firsts):
    """Give equal cells the same number, in the order in which they first occur.

    Writes codes, (n,) uint8, and firsts, (256,): the index of the first cell of each number. offsets: (n +
    1,) borders of the cells in the text.

    Returns the number of different cells; -1 if a cell has more than 7 bytes or there are more than 256
    different cells, and codes and firsts are then meaningless.
    """
    keys, places, found = np.zeros(1024, np.uint64), np.zeros(1024, np.uint8), 0
    for i in range(codes.shape[0]):
        size = offsets[i + 1] - offsets[i]
        if size > 7:
            return -1
        key = np.uint64(size + 1)  # distinguishes an empty cell from an empty slot
        for j in range(offsets[i], offsets[i + 1]):
            key = key << np.uint64(8) | np.uint64(text[np.uint64(j)])
        slot = key * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(54)
        while keys[slot] != key:
            if keys[slot] == 0:
                if found == 256:
                    return -1
                keys[slot], places[slot], firsts[found] = key, found, i
                found += 1
            else:
                slot = slot + np.uint64(1) & np.uint64(1023)
        codes[i] = places[slot]
    return found


def recode(indices, found, codes):
    """Write found[indices] to codes, (n,); negative indices take the last entry."""
    last = found.shape[0] - 1
    for i in range(codes.shape[0]):
        codes[i] = found[np.uint64(indices[i] if indices[i] >= 0 else last)]
