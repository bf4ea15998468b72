"""Loops of methods for texts and sequences in plain Python, compiled by `core.compiled`.

Loops of multinomial models in plain Python, compiled by `core.compiled` for `multinomial`.

Callers have checked every index.

Loops of hidden Markov models in plain Python, compiled by `core.compiled` for `class_hmm`.

Scaled recursions (Rabiner 1989): alpha_t sums to one, and the logarithms of the scales add up to log
P(sequence). The tables are start (S,), move (S, S) from the state of the row to that of the column, and emit
(V + 1, S) with a row per letter and a last row, of ones, for skipped letters.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.count_loops import fill

BLOCK = 64  # number of columns that stay in the cache while all classes are filled in


def class_totals(indptr, indices, data, y, totals):
    """Add the rows of a sparse matrix to totals (K, columns), each to the row of its class."""
    for i in range(y.shape[0]):
        row = totals[y[i]]
        for e in range(indptr[i], indptr[i + 1]):
            row[np.uint64(indices[e])] += data[e]


def class_sums(indptr, indices, data, y, weights, totals, cases):
    """Add the rows of a sparse matrix, each times its weight (n,), to totals (K, columns) in the row of its
    class; and add its weight to cases (K, columns) in each of its columns.
    """
    for i in range(y.shape[0]):
        row, occurs, w = totals[y[i]], cases[y[i]], weights[i]
        for e in range(indptr[i], indptr[i + 1]):
            j = np.uint64(indices[e])
            row[j] += data[e] * w
            occurs[j] += w


def log_table(totals, inside, alpha, log_alpha, log_denominator, table):
    """Fill table (columns, K) with log(totals + alpha) - log_denominator, or 0 for columns not inside.
    totals: (K, columns).
    """
    n_classes, n_columns = totals.shape
    for first in range(0, n_columns, BLOCK):
        last = min(first + BLOCK, n_columns)
        for c in range(n_classes):
            for i in range(first, last):
                n = totals[c, i]
                if inside[i]:
                    table[i, c] = (np.log(n + alpha) if n > 0 else log_alpha) - log_denominator[c]
                else:
                    table[i, c] = 0.0


def scores(indptr, indices, data, log_prior, table, total):
    """Fill total (n, K) with log_prior + sum over the entries of a row of data * table[column]. Entries are
    added in order, four at a time.
    """
    n_classes = log_prior.shape[0]
    for i in range(total.shape[0]):
        sums, e, last = total[i], indptr[i], indptr[i + 1]
        fill(sums, log_prior)
        while e + 3 < last:
            t0, t1 = table[np.uint64(indices[e])], table[np.uint64(indices[e + 1])]
            t2, t3 = table[np.uint64(indices[e + 2])], table[np.uint64(indices[e + 3])]
            x0, x1, x2, x3 = data[e], data[e + 1], data[e + 2], data[e + 3]
            for c in range(n_classes):
                sums[c] = (((sums[c] + x0 * t0[c]) + x1 * t1[c]) + x2 * t2[c]) + x3 * t3[c]
            e += 4
        while e < last:
            terms, x = table[np.uint64(indices[e])], data[e]
            for c in range(n_classes):
                sums[c] += x * terms[c]
            e += 1


def log_likelihood(tokens, offsets, start, move, emit, result):
    """Fill result (n,) with log P(sequence) in nats; 0 for an empty sequence, -inf for an impossible one."""
    n_states = start.shape[0]
    alpha, ahead = np.empty(n_states), np.empty(n_states)
    for i in range(result.shape[0]):
        total = 0.0
        for t in range(offsets[i], offsets[i + 1]):
            letter = emit[tokens[t]]
            if t == offsets[i]:
                fill(ahead, start)
            else:
                ahead[:] = 0.0
                for r in range(n_states):
                    for s in range(n_states):
                        ahead[s] += alpha[r] * move[r, s]
            scale = 0.0
            for s in range(n_states):
                ahead[s] *= letter[s]
                scale += ahead[s]
            if scale == 0.0:
                total = -np.inf
                break
            for s in range(n_states):
                alpha[s] = ahead[s] / scale
            total += np.log(scale)
        result[i] = total


def forward(tokens, first, last, start, move, emit, alpha, scale):
    """Fill alpha (T, S), with each row summing to one, and scale (T,) for tokens[first:last]."""
    n_states = start.shape[0]
    for t in range(last - first):
        now, letter = alpha[t], emit[tokens[first + t]]
        if t == 0:
            fill(now, start)
        else:
            before = alpha[t - 1]
            now[:] = 0.0
            for r in range(n_states):
                for s in range(n_states):
                    now[s] += before[r] * move[r, s]
        total = 0.0
        for s in range(n_states):
            now[s] *= letter[s]
            total += now[s]
        scale[t] = total
        share = 1.0 / total
        for s in range(n_states):
            now[s] *= share


def expected_counts(tokens, offsets, rows, start, move, emit, alpha, scale, starts, pairs, letters):
    """Add the expected counts of the sequences `rows` to starts (S,), pairs (S, S) and letters (V + 1, S);
    return the log P of these sequences in nats.

    `pairs` must still be multiplied by move. alpha (T, S) and scale (T,) are scratch space for the longest
    sequence; every sequence must be possible.
    """
    n_states = start.shape[0]
    total = 0.0
    beta, ahead = np.empty(n_states), np.empty(n_states)
    for i in rows:
        first, last = offsets[i], offsets[i + 1]
        if first == last:
            continue
        forward(tokens, first, last, start, move, emit, alpha, scale)
        beta[:] = 1.0
        for t in range(last - first - 1, -1, -1):
            now, letter, letter_counts = alpha[t], emit[tokens[first + t]], letters[tokens[first + t]]
            total += np.log(scale[t])
            share = 1.0 / scale[t]
            for s in range(n_states):
                letter_counts[s] += now[s] * beta[s]
                ahead[s] = letter[s] * beta[s] * share
            if t > 0:
                before = alpha[t - 1]
                for r in range(n_states):
                    beta[r] = 0.0
                    for s in range(n_states):
                        pairs[r, s] += before[r] * ahead[s]
                        beta[r] += move[r, s] * ahead[s]
            else:
                for s in range(n_states):
                    starts[s] += now[s] * beta[s]
    return total
