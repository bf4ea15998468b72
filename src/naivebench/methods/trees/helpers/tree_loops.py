"""Loops of trees in plain Python, compiled by `core.compiled`.

Loops of C4.5 in plain Python, compiled by `core.compiled` for `c45_pruning`, `trees.c45` and `nbtree`.

`data` is a `c45_pruning.Data`, `tree` a `c45_pruning.Tree`. Cases are row numbers; `weight` (n,) holds the
weight of a case at the node in hand. Entropies are in bits.

Loops of NBTree in plain Python, compiled by `core.compiled` for `trees.nbtree`.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.count_loops import added_up

SLACK = 1e-6  # cases: sums of fractional weights differ by less
SAME = 1e-6  # bits per case: gains that differ by less are equal
LARGEST_SMALLEST = 25.0  # cases: a numeric test never needs more in each branch


def x_log_x(x):
    """x log2 x, 0 at 0."""
    return x * np.log2(x) if x > 0.0 else 0.0


def known_totals(order, known, y, weight, right):
    """Weights per class of the cases order[:known], into right (K,); returns their sum."""
    right[:] = 0.0
    for i in range(known):
        right[y[order[i]]] += weight[order[i]]
    return added_up(right)


def best_threshold(order, x, y, weight, known, n, total, resolution, smallest, right, scratch):
    """Best cut of one column: (bits of the two branches together, weight at or below, value below, value
    above, cuts tried).

    order: (m,) cases by ascending x, the first `known` of them observed; right: (K,) weights per class of
    those, n their sum (used up); total: weight with the cases that lack x; a cut needs neighbours more than
    `resolution` apart; smallest: weight needed in each branch; scratch: (3, K).
    """
    left, block, left_terms = scratch[0], scratch[1], scratch[2]
    right_terms, touched = np.zeros(right.shape[0]), np.zeros(right.shape[0], np.int64)
    scratch[:] = 0.0
    right_sum = left_sum = n_left = best_left = below = above = 0.0
    for c in range(right.shape[0]):
        right_terms[c] = x_log_x(right[c])
        right_sum += right_terms[c]
    best, tried, i = np.inf, 0, 0
    while i < known:
        value, n_touched = x[order[i]], 0
        while i < known and x[order[i]] <= value + resolution:
            value, c = x[order[i]], y[order[i]]
            if block[c] == 0.0:
                touched[n_touched] = c
                n_touched += 1
            block[c] += weight[order[i]]
            i += 1
        if i == known:
            break
        for t in range(n_touched):
            c = touched[t]
            left[c] += block[c]
            right[c] = max(right[c] - block[c], 0.0)
            n_left += block[c]
            block[c] = 0.0
            left_sum -= left_terms[c]
            right_sum -= right_terms[c]
            left_terms[c], right_terms[c] = x_log_x(left[c]), x_log_x(right[c])
            left_sum += left_terms[c]
            right_sum += right_terms[c]
        if n - n_left < smallest - SLACK:
            break
        if n_left < smallest - SLACK:
            continue
        tried += 1
        bits = x_log_x(n_left) - left_sum + x_log_x(n - n_left) - right_sum
        if bits < best - SAME * total:
            best, best_left, below, above = bits, n_left, value, x[order[i]]
    return best, best_left, below, above, tried


def score_numeric(
    order, rows, data, weight, class_totals, min_cases, correct, resolution, gain, info, below, above
):
    """Best threshold of every numeric column `rows` (p,) at a node.

    order: (p, m) cases of the node by ascending value, missing ones last; class_totals: (K,) weights at the
    node; correct: take log2(cuts tried) / weight from the gain. Fills, per row, gain (bits; -1: constant
    here, 0: no cut), info (split information, bits) and the values below and above the cut.
    """
    m, total = order.shape[1], added_up(class_totals)
    right, scratch = np.zeros(class_totals.shape[0]), np.zeros((3, class_totals.shape[0]))
    for j in range(rows.shape[0]):
        x, ordered, known = data.numeric[rows[j]], order[j], m
        gain[j] = info[j] = 0.0
        while known > 0 and np.isnan(x[ordered[known - 1]]):
            known -= 1
        if known == 0 or x[ordered[0]] == x[ordered[known - 1]]:
            gain[j] = -1.0
            continue
        if known == m:
            right[:], n = class_totals, total
        else:
            n = known_totals(ordered, known, data.y, weight, right)
        whole = x_log_x(n)
        for c in range(right.shape[0]):
            whole -= x_log_x(right[c])
        smallest = max(min(0.1 * n / right.shape[0], LARGEST_SMALLEST), min_cases)
        bits, n_left, below[j], above[j], tried = best_threshold(
            ordered, x, data.y, weight, known, n, total, resolution, smallest, right, scratch
        )
        if tried == 0:
            continue
        price = np.log2(tried) if correct else 0.0
        gain[j] = max((whole - bits - price) / total, 0.0)
        if gain[j] <= SAME:
            continue
        unknown = total - n if known < m else 0.0
        info[j] = (x_log_x(total) - x_log_x(n_left) - x_log_x(n - n_left) - x_log_x(unknown)) / total


def score_nominal(cases, data, weight, sizes, class_totals, min_cases, gain, info):
    """Gain and split information (bits) of one branch per value, for every nominal column; gain 0 unless two
    branches have `min_cases`.
    """
    n_classes, total = class_totals.shape[0], added_up(class_totals)
    table = np.zeros((1 + (sizes.max() if sizes.shape[0] else 0), n_classes))
    for j in range(sizes.shape[0]):
        codes = data.nominal[j]
        for i in cases:
            table[codes[i]] = 0.0  # the last row serves code -1
        for i in cases:
            table[codes[i], data.y[i]] += weight[i]
        n = within = parts = 0.0
        enough = 0
        known = np.zeros(n_classes)
        for i in cases:
            if codes[i] < 0 or table[codes[i], 0] < 0.0:
                continue
            row = table[codes[i]]
            size = added_up(row)
            enough += size >= min_cases - SLACK
            n += size
            parts += x_log_x(size)
            for c in range(n_classes):
                within += x_log_x(row[c])
            known += row
            row[0] = -1.0  # done
        gain[j] = info[j] = 0.0
        if enough < 2:
            continue
        whole = x_log_x(n)
        for c in range(n_classes):
            whole -= x_log_x(known[c])
        unknown = total - n if n < total - SLACK * 1e-3 else 0.0
        gain[j] = max((whole - (parts - within)) / total, 0.0)
        info[j] = (x_log_x(total) - parts - x_log_x(unknown)) / total


def fill_cases(cases, weights, branch, slot, share, starts, out_cases, out_weights):
    """Cases and weights of the branches that are kept, end to end: branch b goes to part slot[b] (-1: left
    out).

    branch: (m,) branch of each case, -1: missing, which goes to every branch with its weight times share[b].
    """
    position = starts[:-1].copy()
    for i in range(cases.shape[0]):
        if branch[i] >= 0:
            s = slot[branch[i]]
            if s >= 0:
                out_cases[position[s]], out_weights[position[s]] = cases[i], weights[i]
                position[s] += 1
            continue
        for b in range(slot.shape[0]):
            s = slot[b]
            if s >= 0 and share[b] > 0.0:
                out_cases[position[s]], out_weights[position[s]] = cases[i], weights[i] * share[b]
                position[s] += 1


def fill_orders(order, keep, branch_of, slot, share, starts, out):
    """The rows `keep` of order (p, m) divided as in `fill_cases`; part s becomes a block (p, size of s) of
    out, row by row.

    branch_of: (n,) branch by case.
    """
    p = keep.shape[0]
    for j in range(p):
        position = p * starts[:-1] + j * (starts[1:] - starts[:-1])
        for i in order[keep[j]]:
            if branch_of[i] >= 0:
                s = slot[branch_of[i]]
                if s >= 0:
                    out[position[s]] = i
                    position[s] += 1
                continue
            for b in range(slot.shape[0]):
                s = slot[b]
                if s >= 0 and share[b] > 0.0:
                    out[position[s]] = i
                    position[s] += 1


def added_errors(n, e, confidence, z):
    """Errors to add to e errors among n cases for the upper confidence limit; z = Phi^-1(1 - confidence)."""
    if n <= 0.0:
        return 0.0
    if e < 1.0:
        base = n * (1.0 - confidence ** (1.0 / n))
        if e <= 0.0:
            return base
        one = max(n - 1.0, 0.0) if n <= 1.5 else limit(n, 1.0, z)
        return base + e * (one - base)
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    return limit(n, e, z)


def limit(n, e, z):
    """Upper limit of the number of errors by the normal approximation with continuity correction, less e."""
    f = (e + 0.5) / n
    root = np.sqrt(f / n - f * f / n + z * z / (4.0 * n * n))
    return (f + z * z / (2.0 * n) + z * root) / (1.0 + z * z / n) * n - e


def leaf_errors(counts, confidence, z):
    """Estimated errors of a leaf with weights counts (K,)."""
    n = added_up(counts)
    e = n - counts.max()
    return e + added_errors(n, e, confidence, z)


def all_leaf_errors(counts, confidence, z, result):
    """`leaf_errors` of every row of counts."""
    for i in range(counts.shape[0]):
        result[i] = leaf_errors(counts[i], confidence, z)


def branch_at(tree, data, node, case):
    """Branch that the case takes at an inner node, -1 where it lacks the attribute."""
    row = data.position[tree.test[node]]
    if data.is_numeric[tree.test[node]]:
        value = data.numeric[row, case]
        if np.isnan(value):
            return -1
        return 0 if value <= tree.threshold[node] else 1
    return data.nominal[row, case]


def branches(tree, data, node, cases, result):
    """`branch_at` of many cases."""
    for i in range(cases.shape[0]):
        result[i] = branch_at(tree, data, node, cases[i])


def shares(tree, node, known, result):
    """Share of every branch: of the weights `known` (b,) seen there, else as so far, else equal."""
    first, total = tree.first[node], added_up(known)
    if total > 0.0:
        result[:] = known / total
        return
    for b in range(known.shape[0]):
        result[b] = added_up(tree.counts[first + b])
    total = added_up(result)
    for b in range(known.shape[0]):
        result[b] = result[b] / total if total > 0.0 else 1.0 / known.shape[0]


def route(tree, data, root, cases, weights, confidence, z, write):
    """Send cases down the subtree of `root`: the estimated errors of its leaves; `write`: the tree takes the
    new counts.

    Weights of cases that lack an attribute are divided by the shares of the others that arrive.
    """
    held, mass, top, depth, errors = cases.copy(), weights.copy(), cases.shape[0], 1, 0.0
    nodes, begins = np.zeros(tree.test.shape[0] + 1, np.int64), np.zeros(tree.test.shape[0] + 1, np.int64)
    nodes[0], begins[0] = root, 0
    class_weights = np.zeros(tree.counts.shape[1])
    while depth > 0:
        depth -= 1
        node, begin = nodes[depth], begins[depth]
        class_weights[:] = 0.0
        for i in range(begin, top):
            class_weights[data.y[held[i]]] += mass[i]
        if tree.test[node] < 0:
            errors += leaf_errors(class_weights, confidence, z)
            top = begin
        else:
            part, part_mass = held[begin:top].copy(), mass[begin:top].copy()
            branch = np.empty(part.shape[0], np.int64)
            branches(tree, data, node, part, branch)
            n_branches = tree.n_children[node]
            known, share, starts = (
                np.zeros(n_branches),
                np.zeros(n_branches),
                np.zeros(n_branches + 1, np.int64),
            )
            missing = 0
            for i in range(part.shape[0]):
                if branch[i] < 0:
                    missing += 1
                else:
                    known[branch[i]] += part_mass[i]
                    starts[branch[i] + 1] += 1
            shares(tree, node, known, share)
            for b in range(n_branches):
                starts[b + 1] += starts[b] + (missing if share[b] > 0.0 else 0)
            top = begin + starts[n_branches]
            if top > held.shape[0]:
                more, more_mass = np.empty(2 * top, held.dtype), np.empty(2 * top)
                more[:begin], more_mass[:begin] = held[:begin], mass[:begin]
                held, mass = more, more_mass
            fill_cases(
                part,
                part_mass,
                branch,
                np.arange(n_branches),
                share,
                starts,
                held[begin:top],
                mass[begin:top],
            )
            for b in range(n_branches):
                nodes[depth], begins[depth] = tree.first[node] + b, begin + starts[b]
                depth += 1
        if write:
            tree.counts[node] = class_weights
    return errors


def descend(tree, data, share, distribution, sizes, result, reached):
    """Averaged class frequencies of the leaves that each case reaches, into result (n, K), and their weight,
    into reached (n,).

    share: (nodes,) of the weight of the parent; distribution: (nodes, K) frequencies; sizes: (nodes,)
    weights.
    """
    nodes, mass = np.zeros(tree.test.shape[0] + 1, np.int64), np.zeros(tree.test.shape[0] + 1)
    for i in range(result.shape[0]):
        depth, nodes[0], mass[0] = 1, 0, 1.0
        while depth > 0:
            depth -= 1
            node, w = nodes[depth], mass[depth]
            while tree.test[node] >= 0:
                b = branch_at(tree, data, node, i)
                if b < 0:
                    break
                node = tree.first[node] + b
            if tree.test[node] < 0:
                for c in range(result.shape[1]):
                    result[i, c] += w * distribution[node, c]
                reached[i] += sizes[node]
                continue
            for child in range(tree.first[node], tree.first[node] + tree.n_children[node]):
                if share[child] > 0.0:
                    nodes[depth], mass[depth] = child, w * share[child]
                    depth += 1


TIE = 1e-10  # nats, as in evaluation.decide


def correct(rows, y, fold, f, cases, starts, missing, pseudo, logs, counts, prior_alpha, class_counts):
    """Cases of fold f that naive Bayes of the other folds classifies correctly, learned and applied in each
    branch apart.

    rows: (d, n) row of every value in the common table, missing[j] (d,) the row of a missing value; cases:
    (n,) by branch, branch b at starts[b] to starts[b + 1]; pseudo: (d,) alpha r_j; logs: (n + 1,) log(m +
    alpha); counts: (R, K) zeros, left as zeros; class_counts: (K,) for ties.
    """
    d, n_classes, right = rows.shape[0], class_counts.shape[0], 0
    n_c, n_jc, score = np.zeros(n_classes), np.zeros((d, n_classes)), np.zeros(n_classes)
    for b in range(starts.shape[0] - 1):
        part = cases[starts[b] : starts[b + 1]]
        n_c[:], n_jc[:] = prior_alpha, 0.0
        for i in part:
            if fold[i] != f:
                n_c[y[i]] += 1.0
                for j in range(d):
                    counts[rows[j, i], y[i]] += 1
                    n_jc[j, y[i]] += rows[j, i] != missing[j]
        for c in range(n_classes):
            n_c[c] = np.log(n_c[c]) if n_c[c] > 0.0 else -np.inf
            for j in range(d):
                n_jc[j, c] = np.log(n_jc[j, c] + pseudo[j])
        for i in part:
            if fold[i] == f:
                score[:] = n_c
                for j in range(d):
                    if rows[j, i] != missing[j]:
                        for c in range(n_classes):
                            score[c] += logs[counts[rows[j, i], c]] - n_jc[j, c]
                right += winner(score, class_counts) == y[i]
        for i in part:
            for j in range(d):
                counts[rows[j, i], y[i]] = 0
    return right


def winner(score, class_counts):
    """Class of the largest score; ties go to the class with more cases, then to the lower index."""
    best, largest = -1, score.max()
    for c in range(score.shape[0]):
        if score[c] >= largest - TIE and (best < 0 or class_counts[c] > class_counts[best]):
            best = c
    return best
