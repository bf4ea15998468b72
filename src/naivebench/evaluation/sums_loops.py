"""A loop over tested cases in plain Python, which `core.compiled` compiles for `sums`.

The NumPy version in `sums` gives the same bits.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.exact_loops import add_float, add_square


def tally(y, predicted, log_proba, proba, squares, odds, scale, counts, pieces):
    """Add every case to the counts and to the pieces of exact sums; return how many cases are impossible.

    squares: (n,) sums of the squares of the posteriors; odds: (m, n) log odds of the first m classes; scale:
    log of the clip, and the constants BITS and LOWEST of `sums`. counts: confusion, confident, and the cells
    of the histogram (K, 2, STEPS), where those of the other classes stay as they are. pieces: of the first
    three losses, of the last one, and of the confidence by bin.
    """
    (floor, bits, lowest), (confusion, confident, histogram) = scale, counts
    losses, doubts, confidence = pieces
    side, n_bins, impossible = histogram.shape[2] // 2, confident.shape[1], 0
    shift, least, absolute = 52 - bits, ((1023 + lowest) << bits) - 1, (1 << 63) - 1
    for i in range(y.shape[0]):
        c = np.uint64(y[i])
        confusion[c, np.uint64(predicted[i])] += 1
        true_log, true = log_proba[i, c], proba[i, c]
        if true_log > -np.inf:
            add_float(-true_log, losses[0])
        else:
            impossible += 1
        add_float(-max(true_log, floor), losses[1])
        add_float(squares[i] - 2 * true + 1, losses[2])
        add_square(1 - true, doubts)
        top = proba[i, 0]
        for k in range(1, proba.shape[1]):
            top = max(top, proba[i, k])
        place = np.uint64(min(np.int64(top * n_bins), n_bins - 1))
        add_float(top, confidence[place])
        confident[0, place] += 1
        confident[1, place] += 1 if y[i] == predicted[i] else 0
        for k in range(odds.shape[0]):
            word = np.float64(odds[k, i]).view(np.int64)
            step = min(max(((word & absolute) >> shift) - least, 0), side)
            step = side - step if word < 0 else side + step
            histogram[k, 1 if y[i] == k else 0, np.uint64(step)] += 1
    return impossible
