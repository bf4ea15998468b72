"""Loops of hidden Markov models in plain Python, compiled by `core.compiled` for `class_hmm`.

Scaled recursions (Rabiner 1989): alpha_t sums to one, the logarithms of the scales add up to log P(sequence).
Tables are start (S,), move (S, S) with rows = from, emit (V + 1, S): a row per letter, the last one of ones
for a skipped letter.
"""

from __future__ import annotations

import numpy as np


def log_likelihood(tokens, offsets, start, move, emit, result):
    """result (n,) = log P(sequence), nats; 0 for an empty sequence, -inf for an impossible one."""
    n_states = start.shape[0]
    alpha, ahead = np.empty(n_states), np.empty(n_states)
    for i in range(result.shape[0]):
        total = 0.0
        for t in range(offsets[i], offsets[i + 1]):
            letter = emit[tokens[t]]
            if t == offsets[i]:
                ahead[:] = start
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
    """Fill alpha (T, S), each row summing to one, and scale (T,) for tokens[first:last]."""
    n_states = start.shape[0]
    for t in range(last - first):
        now, letter = alpha[t], emit[tokens[first + t]]
        if t == 0:
            now[:] = start
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
    their log P, nats.

    `pairs` still lacks the factor move. alpha (T, S) and scale (T,) are scratch for the longest sequence;
    every sequence must be possible.
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
