"""Loop of the choice of S in HPB in plain Python, compiled by `core.compiled` for `hpb_smoothing`."""

from __future__ import annotations

import numpy as np

LARGEST_ODDS = 1e290
SPLIT = 4097.0


def twice_below(distinct, above, a, b, g, h, weight, s):
    """Sum of weight[i] (above[l] + above[r]), l and r the places of the odds of item i in `distinct` from the
    left and from the right.

    Odds are (a + s g) / (b + s h), rounded as in `hpb_smoothing`; above[j]: cases with odds distinct[j] or
    larger, one entry more than distinct.
    """
    size = distinct.shape[0]
    total = 0
    for i in range(a.shape[0]):
        share, rest = a[i] + s * g[i], b[i] + s * h[i]
        odds = LARGEST_ODDS
        if rest > 0:
            odds = min(share / rest, LARGEST_ODDS)
        high = odds * SPLIT
        odds = high - (high - odds)
        left, count = 0, size
        while count > 0:
            half = count >> 1
            middle = left + half
            if distinct[np.uint64(middle)] < odds:
                left = middle + 1
                count -= half + 1
            else:
                count = half
        right = left + 1 if left < size and distinct[left] == odds else left
        total += weight[i] * (above[left] + above[right])
    return total
