"""Loops over probabilities and weights in plain Python, compiled by `core.compiled` for their searches.

LANES individuals are evaluated at a time, next to each other in memory, so that one instruction processes all
of them. Sums run in a fixed order and no logarithm or exponential is taken here. Callers check the row
numbers.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.count_loops import added_up, fill

LANES = 8  # individuals that are evaluated together
TIE = 1e-10  # nats, as in evaluation.decide
BISECTIONS = 200  # limit; a bracket of floats cannot be halved more often


def project(genes, lower, upper, weights, starts):
    """Move every distribution of every individual, in place, to the nearest point with lower <= p <= upper
    and sum w p = 1.

    genes: (m, g); lower, upper, weights: (g,); distribution s consists of the genes starts[s] to
    starts[s + 1] - 1. The nearest point is clip(p + t, lower, upper); the shift t is found by bisection, with
    Newton steps where they stay in the bracket.
    """
    for i in range(genes.shape[0]):
        for s in range(starts.shape[0] - 1):
            first, last = starts[s], starts[s + 1]
            if first == last:
                continue
            low, high = np.inf, -np.inf
            for k in range(first, last):
                low = min(low, lower[k] - genes[i, k])
                high = max(high, upper[k] - genes[i, k])
            t = min(max(0.0, low), high)
            for _ in range(BISECTIONS):
                total, free = -1.0, 0.0
                for k in range(first, last):
                    p = genes[i, k] + t
                    inside = p > lower[k] and p < upper[k]
                    total += weights[k] * (p if inside else (lower[k] if p <= lower[k] else upper[k]))
                    free += weights[k] if inside else 0.0
                if abs(total) <= 1e-15:
                    break
                if total > 0:
                    high = t
                else:
                    low = t
                step = t - total / free if free > 0 else low
                t = step if low < step < high else (low + high) / 2
                if not low < t < high:
                    break
            for k in range(first, last):
                p = genes[i, k] + t
                genes[i, k] = lower[k] if p <= lower[k] else (upper[k] if p >= upper[k] else p)


def side_by_side(logs, index, pairs, tables):
    """Set tables[r, c, b] = logs[b, index[r, c]], and 0 where the index is -1 (rows of missing values), then
    append a row for each of `pairs` (p, 2): the sum of two earlier rows.
    """
    n_rows = index.shape[0]
    for r in range(n_rows):
        for c in range(index.shape[1]):
            k = index[r, c]
            for b in range(LANES):
                tables[r, c, b] = logs[b, k] if k >= 0 else 0.0
    for p in range(pairs.shape[0]):
        first, second, total = tables[pairs[p, 0]], tables[pairs[p, 1]], tables[n_rows + p]
        for c in range(index.shape[1]):
            for b in range(LANES):
                total[c, b] = first[c, b] + second[c, b]


def correct_cases(rows, tables, own_class, y, order, weights, correct):
    """Set correct[b] to the sum of weights[i] over the rows i that individual b assigns to their class y[i].

    rows: (n, 1 + d) row numbers, the first that of the prior; tables: (R, K, LANES) log probabilities; where
    own_class (R, K, LANES) is not empty, the terms of a row's own class come from it, except the prior. The
    decision is the first class in `order` within TIE of the largest score; order: (K + 1, K), row y[i] with
    `own_class`, otherwise the last row.
    """
    n, d, n_classes = rows.shape[0], rows.shape[1], tables.shape[1]
    left_out = own_class.shape[0] > 0
    width = n_classes * LANES
    flat = tables.reshape(tables.shape[0], width)
    scores = np.empty((n_classes, LANES))
    flat_scores = scores.reshape(width)
    own, rival = np.empty(LANES), np.empty(LANES)
    correct[:] = 0.0
    for i in range(n):
        c, row = np.uint64(y[i]), np.uint64(rows[i, 0])
        for k in range(width):
            flat_scores[k] = flat[row, k]
        j = 1
        while j + 3 < d:
            r0, r1 = np.uint64(rows[i, j]), np.uint64(rows[i, j + 1])
            r2, r3 = np.uint64(rows[i, j + 2]), np.uint64(rows[i, j + 3])
            for k in range(width):
                flat_scores[k] = (((flat_scores[k] + flat[r0, k]) + flat[r1, k]) + flat[r2, k]) + flat[r3, k]
            j += 4
        while j < d:
            r0 = np.uint64(rows[i, j])
            for k in range(width):
                flat_scores[k] += flat[r0, k]
            j += 1
        for b in range(LANES):
            own[b] = scores[c, b]
        if left_out:
            for b in range(LANES):
                own[b] = tables[row, c, b]
            for j in range(1, d):
                r0 = np.uint64(rows[i, j])
                for b in range(LANES):
                    own[b] += own_class[r0, c, b]
            for b in range(LANES):
                scores[c, b] = own[b]
        rival[:] = -np.inf
        for k in range(n_classes):
            if k != y[i]:
                for b in range(LANES):
                    rival[b] = scores[k, b] if scores[k, b] > rival[b] else rival[b]
        close = 0
        for b in range(LANES):
            right, wrong = rival[b] < own[b] - TIE, own[b] < rival[b] - TIE
            correct[b] += weights[i] if right else 0.0
            close += not (right or wrong)
        if close:
            for b in range(LANES):
                if not (rival[b] < own[b] - TIE or own[b] < rival[b] - TIE):
                    least = max(rival[b], own[b]) - TIE
                    for k in order[y[i] if left_out else n_classes]:
                        if scores[k, b] >= least:
                            correct[b] += weights[i] if k == y[i] else 0.0
                            break


def weighted_correct(scores, log_weights, y, order, correct):
    """Set correct[b] to the number of cases i whose class y[i] is chosen from scores[i] + log_weights[:, b],
    with ties as in `correct_cases`.

    scores: (n, K) log posteriors; log_weights: (K, LANES); order: (K + 1, K), row y[i].
    """
    n, n_classes = scores.shape
    weighted = np.empty((n_classes, LANES))
    largest = np.empty(LANES)
    chosen = np.empty(LANES, np.int64)
    correct[:] = 0.0
    for i in range(n):
        largest[:] = -np.inf
        for c in range(n_classes):
            for b in range(LANES):
                s = scores[i, c] + log_weights[c, b]
                weighted[c, b] = s
                largest[b] = s if s > largest[b] else largest[b]
        for b in range(LANES):
            largest[b] -= TIE
        for k in range(n_classes - 1, -1, -1):
            c = order[y[i], k]
            for b in range(LANES):
                chosen[b] = c if weighted[c, b] >= largest[b] else chosen[b]
        for b in range(LANES):
            correct[b] += 1.0 if chosen[b] == y[i] else 0.0


def left_out_values(positions, counts, weights, starts, alphas, cases, z, projected, one_left, values):
    """Set values[k] to the probability that gene k, a relative position, represents when one case with its
    value is left out.

    positions, counts, weights: (g,); distribution s consists of the genes starts[s] to starts[s + 1] - 1,
    smoothed by alphas[s], its intervals as wide as for cases[s] cases. Genes without cases keep their values.
    For the first distribution, the prior, one_left[k] (K, K) is the whole distribution without a case of
    class k.
    """
    for s in range(starts.shape[0] - 1):
        first, last = starts[s], starts[s + 1]
        total, size = -1.0, 0.0
        for k in range(first, last):
            total += counts[k] * weights[k]
            size += weights[k]
        n = max(cases[s] - 1.0, 1.0)
        whole = np.array([0, last - first])
        lower, upper, drawn = np.empty(last - first), np.empty(last - first), np.empty((1, last - first))
        for out in range(first, last):
            if counts[out] == 0:
                continue
            mass = 0.0
            for k in range(first, last):
                p = counts[k] + alphas[s] - (1.0 if k == out else 0.0)
                p = p / (total + alphas[s] * size) if total + alphas[s] * size > 0 else 1 / size
                half = z * np.sqrt(max(p * (1 - p), 0.0) / n)
                lower[k - first] = max(p - half, min(1e-6, p))
                upper[k - first] = min(p + half, 1.0)
                drawn[0, k - first] = lower[k - first] + positions[k] * (upper[k - first] - lower[k - first])
                mass += weights[k] * drawn[0, k - first]
            if projected:
                project(drawn, lower, upper, weights[first:last], whole)
            else:
                drawn /= mass
            values[out] = drawn[0, out - first]
            if s == 0:
                one_left[out] = drawn[0]


def joint_probabilities(prior, table, totals, rows, sizes, alpha, i, p):
    """Set p[c] to P(c) times the product of P(x_j | c), up to a factor; rows of -1 are skipped.

    table: (R, K) probabilities, or, where totals (d, K) is not empty, counts, which are smoothed to (table +
    alpha) / (total + alpha r).
    """
    largest = 0.0
    for c in range(p.shape[0]):
        p[c] = prior[c]
        largest = max(largest, p[c])
    for j in range(rows.shape[1]):
        row = rows[i, j]
        if row < 0:
            continue
        if largest < 1e-100 and largest > 0:
            for c in range(p.shape[0]):
                p[c] *= 1e100
        largest = 0.0
        for c in range(p.shape[0]):
            if totals.shape[0]:
                p[c] *= (table[row, c] + alpha) / (totals[j, c] + alpha * sizes[j])
            else:
                p[c] *= table[row, c]
            largest = max(largest, p[c])
    return largest


def doubt(prior, table, totals, rows, sizes, alpha, left_out):
    """Mean of 1 - max P(c | x) over all cases but `left_out`."""
    p = np.empty(prior.shape[0])
    total, used = 0.0, 0
    for i in range(rows.shape[0]):
        if i == left_out:
            continue
        largest = joint_probabilities(prior, table, totals, rows, sizes, alpha, i, p)
        total += 1 - largest / added_up(p) if largest > 0 else 1.0
        used += 1
    return total / max(used, 1)


def update(
    prior, table, totals, rows, starts, sizes, alpha, y, ranks, cases, left_out, floor, printed, renormalise
):
    """Run one pass of Iterative Bayes over `cases` except `left_out`, which changes `table` and `totals`. See
    `iterate`.
    """
    n_classes = prior.shape[0]
    p = np.empty(n_classes)
    for i in cases:
        if i == left_out:
            continue
        largest = joint_probabilities(prior, table, totals, rows, sizes, alpha, i, p)
        if largest == 0:
            continue
        h = -1
        for c in range(n_classes):
            if p[c] >= largest * (1 - TIE) and (h < 0 or ranks[c] < ranks[h]):
                h = c
        confidence = p[h] / added_up(p)
        delta = 1 - confidence / n_classes if printed else (1 - confidence) / n_classes
        if delta == 0:
            continue
        delta = delta if h == y[i] else -delta
        for j in range(rows.shape[1]):
            row = rows[i, j]
            if row < 0:
                continue
            for c in range(n_classes):
                old = table[row, c]
                table[row, c] = max(old + (delta if c == h else -delta / 2), floor)
                if renormalise:
                    column = table[starts[j] : starts[j] + sizes[j], c]
                    column *= (totals[j, c] if totals.shape[0] else 1.0) / added_up(column)
                elif totals.shape[0]:
                    totals[j, c] += table[row, c] - old


def iterate(
    prior,
    table,
    totals,
    rows,
    starts,
    sizes,
    alpha,
    y,
    ranks,
    cases,
    left_out,
    floor,
    printed,
    renormalise,
    evaluations,
):
    """Run passes of Iterative Bayes while the mean doubt falls; afterwards, `table` and `totals` are those of
    the last accepted pass.

    prior: (K,); table: (R, K); totals: (d, K), or (0, K) if the table contains probabilities; rows: (n, d),
    -1 = missing; starts, sizes: (d,) first row and number of values of each attribute; ranks: (K,) of the
    classes in ties; cases: order of presentation. evaluations: (1 + largest number of passes,) receives the
    doubt at the start and after each accepted pass. Return how many numbers were written.
    """
    evaluations[0] = doubt(prior, table, totals, rows, sizes, alpha, left_out)
    for k in range(1, evaluations.shape[0]):
        table_before, totals_before = table.copy(), totals.copy()
        update(
            prior,
            table,
            totals,
            rows,
            starts,
            sizes,
            alpha,
            y,
            ranks,
            cases,
            left_out,
            floor,
            printed,
            renormalise,
        )
        evaluations[k] = doubt(prior, table, totals, rows, sizes, alpha, left_out)
        if evaluations[k] >= evaluations[k - 1]:
            for r in range(table.shape[0]):
                fill(table[r], table_before[r])
            for j in range(totals.shape[0]):
                fill(totals[j], totals_before[j])
            return k
    return evaluations.shape[0]
