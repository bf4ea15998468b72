"""Loops over the bytes of text in plain Python, compiled by `core.compiled` for `blocks` alone."""

from __future__ import annotations

import numpy as np


def short_labels(offsets, text, codes, firsts):
    """Number equal cells alike, in the order in which they first occur: codes (n,) uint8, firsts (256,) place
    of the first cell of each number. offsets: (n + 1,) of the cells in the text.

    Returns how many numbers there are; -1 for a cell of more than 7 bytes or more than 256 numbers, where
    codes and firsts mean nothing.
    """
    keys, places, found = np.zeros(1024, np.uint64), np.zeros(1024, np.uint8), 0
    for i in range(codes.shape[0]):
        size = offsets[i + 1] - offsets[i]
        if size > 7:
            return -1
        key = np.uint64(size + 1)  # an empty cell is not an empty slot
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
