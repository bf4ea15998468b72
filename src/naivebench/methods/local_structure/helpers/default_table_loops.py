"""Loops of default tables in plain Python, compiled by `core.compiled` for `default_table`.

Patterns (P,) with their cases per value of the child as pairs, pattern by pattern: those of pattern p are at
first[p]:first[p + 1] of `label` and `cases`. alone (P,): fixed-point score of a row of its own, sum over c of
N_c log N_c less N log N. Callers have checked every index.
"""

from __future__ import annotations

import numpy as np


def row_price(m, bits_per_row, n_combinations):
    """Bits that the row added to m explicit rows costs apart from the data."""
    return (
        bits_per_row
        + np.log2((n_combinations - m) / (m + 1))
        + np.log2(float(m + 1))
        - np.log2(float(max(m, 1)))
    )


def change(p, sign, first, label, cases, totals, default, n, weights):
    """Change of the score of the default row, with cases `default` per value and n in all, where those of
    pattern p leave (sign -1) or come back (1).
    """
    total = weights[n] - weights[n + sign * totals[p]]
    for i in range(first[p], first[p + 1]):
        before = default[label[i]]
        total += weights[before + sign * cases[i]] - weights[before]
    return total


def move(p, sign, first, label, cases, default):
    """Take the cases of pattern p out of the default row (sign -1) or put them back (1)."""
    for i in range(first[p], first[p + 1]):
        default[label[i]] += sign * cases[i]


def climb(
    first,
    label,
    cases,
    totals,
    alone,
    default,
    weights,
    units_per_bit,
    bits_per_row,
    n_combinations,
    explicit,
):
    """Rows are added, then taken back, while that lowers the bits. Fills explicit (P,) and leaves the cases
    of the default row in `default`; equal changes: the first pattern.
    """
    m, n = 0, totals.sum()
    while m < len(totals):
        best, most = -1, np.int64(0)
        for p in range(len(totals)):
            if not explicit[p]:
                gain = alone[p] + change(p, -1, first, label, cases, totals, default, n, weights)
                if best < 0 or gain > most:
                    best, most = p, gain
        if most / units_per_bit <= row_price(m, bits_per_row, n_combinations):
            break
        explicit[best] = True
        move(best, -1, first, label, cases, default)
        m, n = m + 1, n - totals[best]
    while m > 0:
        worst, least = -1, np.int64(0)
        for p in range(len(totals)):
            if explicit[p]:
                saved = alone[p] - change(p, 1, first, label, cases, totals, default, n, weights)
                if worst < 0 or saved < least:
                    worst, least = p, saved
        if least / units_per_bit > row_price(m - 1, bits_per_row, n_combinations):
            break
        explicit[worst] = False
        move(worst, 1, first, label, cases, default)
        m, n = m - 1, n + totals[worst]
