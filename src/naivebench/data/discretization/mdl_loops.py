"""Loops of MDL cut points in plain Python, compiled by `core.compiled` for `mdl`: the same bits as NumPy."""

from __future__ import annotations


def merge_sorted(numbers, starts, values, below):
    """Fill values (n,) with the distinct numbers of K sorted parts, and below (n + 1, K) with the length of
    every part up to each of them; return how many there are.

    numbers: (n,), part k, ascending, from starts[k] to starts[k + 1].
    """
    place, m = starts[:-1].copy(), 0
    below[0] = 0
    while True:
        least, found = 0.0, False
        for k in range(place.shape[0]):
            if place[k] < starts[k + 1] and (not found or numbers[place[k]] < least):
                least, found = numbers[place[k]], True
        if not found:
            return m
        values[m] = least
        m += 1
        for k in range(place.shape[0]):
            while place[k] < starts[k + 1] and numbers[place[k]] == least:
                place[k] += 1
            below[m, k] = place[k] - starts[k]


def fill_bits(below, n_log_n, bits):
    """Fill bits (m - 2,) with n1 E1 + n2 E2 of every cut of some cases; below: (m, K) as in `mdl.Sorted`,
    from the row before their first value to the row of their last one.
    """
    first, last = below[0], below[below.shape[0] - 1]
    n = (last - first).sum()
    for i in range(bits.shape[0]):
        n_left, left, right = 0, 0.0, 0.0
        for k in range(below.shape[1]):
            of_class = below[i + 1, k] - first[k]
            n_left += of_class
            left += n_log_n[of_class]
            right += n_log_n[last[k] - first[k] - of_class]
        bits[i] = (n_log_n[n_left] - left) + (n_log_n[n - n_left] - right)
