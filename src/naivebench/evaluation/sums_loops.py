"""A loop over tested cases in plain Python, which `core.compiled` compiles for `sums`.

The NumPy version in `sums` gives the same bits.
"""

from __future__ import annotations

import numpy as np


def tally(y, predicted, log_proba, proba, odds, scale, counts, numbers):
    """Count the cases, write the numbers of each, and return how many are impossible. See `sums._Tally`.

    odds: log odds (K, n) and their int64; scale: log of the clip, and the constants BITS and LOWEST of
    `sums`. counts: confusion, confident, and the cells of the histogram (K, 2, STEPS), to which cases are
    added. numbers: losses, top and bins, to be overwritten; losses[2] contains the sum of the squared
    posteriors.
    """
    (log_odds, words), (floor, bits, lowest) = odds, scale
    (confusion, confident, histogram), (losses, top, bins) = counts, numbers
    side, n_bins, impossible = histogram.shape[2] // 2, confident.shape[1], 0
    shift, least, absolute = 52 - bits, ((1023 + lowest) << bits) - 1, (1 << 63) - 1
    for i in range(y.shape[0]):
        c = np.uint64(y[i])
        confusion[c, np.uint64(predicted[i])] += 1
        true_log, true = log_proba[i, c], proba[i, c]
        possible = true_log > -np.inf
        impossible += 0 if possible else 1
        losses[0, i] = -true_log if possible else 0.0
        losses[1, i] = -max(true_log, floor)
        losses[2, i] = losses[2, i] - 2 * true + 1
        losses[3, i] = 1 - true
        largest = proba[i, 0]
        for k in range(1, proba.shape[1]):
            largest = max(largest, proba[i, k])
        top[i] = largest
        place = np.uint64(min(np.int64(largest * n_bins), n_bins - 1))
        bins[i] = place
        confident[0, place] += 1
        confident[1, place] += 1 if y[i] == predicted[i] else 0
        for k in range(proba.shape[1]):
            step = min(max(((words[k, i] & absolute) >> shift) - least, 0), side)
            step = side - step if log_odds[k, i] < 0 else side + step
            histogram[k, 1 if y[i] == k else 0, np.uint64(step)] += 1
    return impossible
