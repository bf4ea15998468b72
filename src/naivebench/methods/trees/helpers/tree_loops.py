"""Loops of trees in plain Python, compiled by `core.compiled`.

Loops of C4.5 in plain Python, compiled by `core.compiled` for `c45_pruning`, `trees.c45` and `nbtree`.

`data` is a `c45_pruning.Data`, `tree` a `c45_pruning.Tree`, `coded` a `coded_columns.Coded`. Cases are row
numbers; `weight` (n,) has the weight of every case at the current node. Entropies are in bits. `terms` is a
table of `log_terms`.

Loops of NBTree in plain Python, compiled by `core.compiled` for `trees.nbtree`.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.count_loops import added_up, fill

SLACK = 1e-6  # in cases: tolerance for sums of fractional weights
SAME = 1e-6  # in bits per case: gains that differ by less count as equal
LARGEST_SMALLEST = 25.0  # in cases: largest weight that a numeric test requires in each branch
EPSILON = 1e-3  # in bits: how far the gain of a test may be below the mean
TOLERANCE = 0.1  # in errors: how far a simpler form may exceed the subtree
PAIRWISE = 128  # largest length that NumPy adds up without dividing it into halves


def pairwise_sum(x):
    """Sum of numbers (m,) in the same order in which NumPy adds up neighbours in memory."""
    n = x.shape[0]
    if n < 8:
        return added_up(x)
    if n <= PAIRWISE:
        r = x[:8].copy()
        whole = n - n % 8
        for i in range(8, whole, 8):
            for k in range(8):
                r[k] += x[i + k]
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        for i in range(whole, n):
            total += x[i]
        return total
    half = n // 2 - n // 2 % 8
    return pairwise_sum(x[:half]) + pairwise_sum(x[half:])


def x_log_x(x):
    """x log2 x, or 0 for x = 0."""
    return x * np.log2(x) if x > 0.0 else 0.0


def log_terms(n):
    """x log2 x of 0 to n, shape (n + 1,)."""
    result = np.empty(n + 1)
    for i in range(n + 1):
        result[i] = x_log_x(float(i))
    return result


def log_term(x, terms):
    """x log2 x of a weight, from the table if it is a whole number."""
    whole = int(x)
    return terms[whole] if whole == x else x_log_x(x)


def known_totals(order, known, y, weight, right):
    """Fill right (K,) with the weights per class of the cases order[:known]; return their sum."""
    right[:] = 0.0
    for i in range(known):
        right[y[order[i]]] += weight[order[i]]
    return added_up(right)


def best_threshold(order, x, y, weight, known, n, total, resolution, smallest, right, scratch, terms):
    """Best cut of one column: (bits of the two branches together, weight at or below, value below, value
    above, cuts tried).

    order: (m,) cases by ascending x, the first `known` of them observed; right: (K,) weights per class of the
    observed cases, overwritten; n: their sum; total: weight including the cases that lack x; resolution: a
    cut needs neighbours that are further apart; smallest: weight required in each branch; scratch: (4, K).
    """
    block, touched = scratch[3], np.zeros(right.shape[0], np.int64)
    block[:] = 0.0
    left_sum, right_sum = start_cuts(right, scratch, terms)
    n_left = best_left = below = above = 0.0
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
        n_left, left_sum, right_sum = move_left(
            block, touched[:n_touched], n_left, left_sum, right_sum, right, scratch, terms
        )
        if n - n_left < smallest - SLACK:
            break
        if n_left < smallest - SLACK:
            continue
        tried += 1
        bits = log_term(n_left, terms) - left_sum + log_term(n - n_left, terms) - right_sum
        if bits < best - SAME * total:
            best, best_left, below, above = bits, n_left, value, x[order[i]]
    return best, best_left, below, above, tried


def start_cuts(right, scratch, terms):
    """Sums of the terms of both sides before the first cut; scratch[:3] gets the weights at its left and the
    terms of both sides.
    """
    scratch[:2], total = 0.0, 0.0
    for c in range(right.shape[0]):
        scratch[2, c] = log_term(right[c], terms)
        total += scratch[2, c]
    return 0.0, total


def move_left(block, touched, n_left, left_sum, right_sum, right, scratch, terms):
    """Move the weights block (K,) of the classes `touched` to the left of the cut and set them to 0; returns
    the weight at the left and the sums of the terms of both sides.
    """
    left, left_terms, right_terms = scratch[0], scratch[1], scratch[2]
    for c in touched:
        left[c] += block[c]
        right[c] = max(right[c] - block[c], 0.0)
        n_left += block[c]
        block[c] = 0.0
        left_sum -= left_terms[c]
        right_sum -= right_terms[c]
        left_terms[c], right_terms[c] = log_term(left[c], terms), log_term(right[c], terms)
        left_sum += left_terms[c]
        right_sum += right_terms[c]
    return n_left, left_sum, right_sum


def smallest_branch(n, n_classes, min_cases):
    """Weight that a numeric test needs in each branch."""
    return max(min(0.1 * n / n_classes, LARGEST_SMALLEST), min_cases)


def bits_of(weights, n, terms):
    """Weight n times the entropy of weights (K,)."""
    whole = log_term(n, terms)
    for c in range(weights.shape[0]):
        whole -= log_term(weights[c], terms)
    return whole


def gain_and_info(whole, bits, n_left, n, total, unknown, tried, correct, terms):
    """Gain of a threshold and its split information (0 without any gain)."""
    price = np.log2(tried) if correct else 0.0
    gain = max((whole - bits - price) / total, 0.0)
    if gain <= SAME:
        return gain, 0.0
    sides = log_term(n_left, terms), log_term(n - n_left, terms), log_term(unknown, terms)
    return gain, (log_term(total, terms) - sides[0] - sides[1] - sides[2]) / total


def score_numeric(
    order, rows, data, weight, class_totals, min_cases, correct, resolution, terms, gain, info, below, above
):
    """Best threshold of every numeric column `rows` (p,) at a node.

    order: (p, m) cases of the node by ascending value, missing ones last; class_totals: (K,) weights at the
    node; correct: subtract log2(cuts tried) / weight from the gain. Fills, at each row, gain (bits; -1:
    constant at this node, 0: no cut), info (split information, bits) and the values below and above the cut.
    """
    m, total = order.shape[1], added_up(class_totals)
    right, scratch = np.zeros(class_totals.shape[0]), np.zeros((4, class_totals.shape[0]))
    for j in range(rows.shape[0]):
        row, ordered, known = rows[j], order[j], m
        x = data.numeric[row]
        gain[row] = info[row] = 0.0
        while known > 0 and np.isnan(x[ordered[known - 1]]):
            known -= 1
        if known == 0 or x[ordered[0]] == x[ordered[known - 1]]:
            gain[row] = -1.0
            continue
        if known == m:
            fill(right, class_totals)
            n = total
        else:
            n = known_totals(ordered, known, data.y, weight, right)
        whole, smallest = bits_of(right, n, terms), smallest_branch(n, right.shape[0], min_cases)
        bits, n_left, below[row], above[row], tried = best_threshold(
            ordered, x, data.y, weight, known, n, total, resolution, smallest, right, scratch, terms
        )
        if tried > 0:
            unknown = total - n if known < m else 0.0
            gain[row], info[row] = gain_and_info(
                whole, bits, n_left, n, total, unknown, tried, correct, terms
            )


def score_coded(
    rows, coded, cases, y, weights, class_totals, min_cases, correct, terms, table, gain, info, below, above
):
    """`score_numeric` of coded columns from tables of values by classes, without sorted cases.

    rows: (p,) numeric columns; cases: (m,) at the node in ascending order, y and weights (m,) of these cases;
    table: (values, K) zeros, left as zeros.
    """
    n_classes, n = class_totals.shape[0], added_up(class_totals)
    right, scratch = np.zeros(n_classes), np.zeros((4, n_classes))
    touched, n_touched = np.empty(table.shape, np.int64), np.zeros(table.shape[0], np.int64)
    present = np.empty(table.shape[0], np.int64)
    whole, smallest = bits_of(class_totals, n, terms), smallest_branch(n, n_classes, min_cases)
    for row in rows:
        codes, values = coded.codes[row], coded.values[coded.starts[row] : coded.starts[row + 1]]
        for i in range(cases.shape[0]):
            v, c = codes[cases[i]], y[i]
            if table[v, c] == 0.0:
                touched[v, n_touched[v]] = c
                n_touched[v] += 1
            table[v, c] += weights[i]
        n_present = 0
        for v in range(values.shape[0]):
            if n_touched[v] > 0:
                present[n_present] = v
                n_present += 1
        gain[row], info[row] = 0.0 if n_present > 1 else -1.0, 0.0
        fill(right, class_totals)
        left_sum, right_sum = start_cuts(right, scratch, terms)
        n_left = best_left = 0.0
        best, tried = np.inf, 0
        for k in range(n_present - 1):
            v = present[k]
            n_left, left_sum, right_sum = move_left(
                table[v], touched[v, : n_touched[v]], n_left, left_sum, right_sum, right, scratch, terms
            )
            if n - n_left < smallest - SLACK:
                break
            if n_left < smallest - SLACK:
                continue
            tried += 1
            bits = log_term(n_left, terms) - left_sum + log_term(n - n_left, terms) - right_sum
            if bits < best - SAME * n:
                best, best_left, below[row], above[row] = bits, n_left, values[v], values[present[k + 1]]
        for v in present[:n_present]:
            table[v] = 0.0
            n_touched[v] = 0
        if tried > 0:
            gain[row], info[row] = gain_and_info(whole, best, best_left, n, n, 0.0, tried, correct, terms)


def score_nominal(cases, data, weight, sizes, class_totals, min_cases, gain, info):
    """Gain and split information (bits) of a split with one branch per value, for every nominal column. Both
    are 0 unless at least two branches have `min_cases`.
    """
    n_classes, total = class_totals.shape[0], added_up(class_totals)
    table = np.zeros((1 + (sizes.max() if sizes.shape[0] else 0), n_classes))
    for j in range(sizes.shape[0]):
        codes = data.nominal[j]
        for i in cases:
            table[codes[i]] = 0.0  # the last row is for code -1
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
            row[0] = -1.0  # marks the row as done
        gain[j] = info[j] = 0.0
        if enough < 2:
            continue
        whole = x_log_x(n)
        for c in range(n_classes):
            whole -= x_log_x(known[c])
        unknown = total - n if n < total - SLACK * 1e-3 else 0.0
        gain[j] = max((whole - (parts - within)) / total, 0.0)
        info[j] = (x_log_x(total) - parts - x_log_x(unknown)) / total


def choose(gain, info, in_mean):
    """Test with the highest gain ratio among those with at least the mean gain, the first one of ties; -1 if
    no test has a gain.

    gain, info: (t,) bits, info 0 where there is no test; in_mean: (t,) whether a test counts in the mean.
    """
    counted, m = np.empty(gain.shape[0]), 0
    for test in range(gain.shape[0]):
        if info[test] > SAME and in_mean[test]:
            counted[m] = gain[test]
            m += 1
    if m == 0:
        return -1
    best, highest, least = -1, 0.0, pairwise_sum(counted[:m]) / m - EPSILON
    for test in range(gain.shape[0]):
        if info[test] > SAME and gain[test] >= least and gain[test] / info[test] > highest + SAME:
            best, highest = test, gain[test] / info[test]
    return best


def threshold_between(values, below, above):
    """Largest value of the training part (n,) not above the middle of two neighbours at the node."""
    middle = 0.5 * below + 0.5 * above
    if not below <= middle < above:
        middle = below
    largest = below
    for i in range(values.shape[0]):
        if largest < values[i] <= middle:
            largest = values[i]
    return largest


def is_splittable(class_weights, min_cases):
    """Whether a node with weights (K,) has two classes and enough cases for two branches."""
    total = pairwise_sum(class_weights)
    return total >= 2 * min_cases - SLACK and class_weights.max() < total - SLACK


def longer(numbers):
    """Double the length of an array (m, ...) by appending zeros."""
    return np.concatenate((numbers, np.zeros_like(numbers)))


def divide(cases, weights, branch, wanted, share):
    """Divide the cases of a node among the `wanted` branches.

    Returns the part of every branch (b,), -1 for branches that are not wanted; the cases and weights of all
    parts, one part after the other; and the start of each part. branch: (m,) branch of every case; a missing
    one, -1, goes to all branches with its weight times share (b,).
    """
    slot, sizes, missing = np.full(share.shape[0], -1), np.zeros(share.shape[0], np.int64), 0
    for s in range(wanted.shape[0]):
        slot[wanted[s]] = s
    for i in range(branch.shape[0]):
        if branch[i] >= 0:
            sizes[branch[i]] += 1
        else:
            missing += 1
    starts = np.zeros(wanted.shape[0] + 1, np.int64)
    for s in range(wanted.shape[0]):
        more = missing if share[wanted[s]] > 0 else 0
        starts[s + 1] = starts[s] + sizes[wanted[s]] + more
    out_cases, out_weights = np.empty(starts[-1], np.int32), np.empty(starts[-1])
    fill_cases(cases, weights, branch, slot, share, starts, out_cases, out_weights)
    return slot, out_cases, out_weights, starts


def split_weights(cases, weights, branch, y, table):
    """Add the weights per class of all branches to table (b, K), which has zeros; return the share (b,) of
    every branch.
    """
    known, m, unknown = np.empty(cases.shape[0]), 0, np.zeros(table.shape[1])
    for i in range(cases.shape[0]):
        if branch[i] >= 0:
            table[branch[i], y[cases[i]]] += weights[i]
            known[m] = weights[i]
            m += 1
        else:
            unknown[y[cases[i]]] += weights[i]
    total, share = pairwise_sum(known[:m]), np.empty(table.shape[0])
    for b in range(table.shape[0]):
        share[b] = pairwise_sum(table[b]) / total
        for c in range(table.shape[1]):
            table[b, c] += share[b] * unknown[c]
    return share


def grow(
    order, ordered_rows, coded_rows, coded, data, sizes, in_mean, class_counts, min_cases, correct, resolution
):
    """Grow the full tree; return test, threshold, first, n_children and counts of every node, as in
    `c45_pruning.Tree`.

    order: (p, n) int32, cases by ascending value of the numeric columns ordered_rows (p,); coded_rows: the
    other numeric columns; sizes: (q,) values of the nominal ones; in_mean: (t,) tests that count in the mean
    gain; class_counts: (K,) of the root.
    """
    n, n_tests, n_numeric = data.y.shape[0], in_mean.shape[0], data.numeric.shape[0]
    columns = np.zeros(n_numeric, np.int64), np.zeros(sizes.shape[0], np.int64)
    for t in range(n_tests):
        columns[0 if data.is_numeric[t] else 1][data.position[t]] = t
    weight, branch_of = np.zeros(n), np.empty(n, np.int64)
    gain, info = np.zeros(n_tests), np.zeros(n_tests)
    numeric_gain, numeric_info = np.zeros(n_numeric), np.zeros(n_numeric)
    below, above, terms = np.zeros(n_numeric), np.zeros(n_numeric), log_terms(n)
    most_values = 0
    for j in coded_rows:
        most_values = max(most_values, coded.starts[j + 1] - coded.starts[j])
    value_table = np.zeros((most_values, class_counts.shape[0]))
    nominal_gain, nominal_info = np.zeros(sizes.shape[0]), np.zeros(sizes.shape[0])
    test, first, n_children = np.zeros(16, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64)
    threshold, counts, n_nodes = np.zeros(16), np.zeros((16, class_counts.shape[0])), 1
    fill(counts[0], class_counts)
    test[0] = -1
    numbers, all_cases, all_weights = [0], [np.arange(n).astype(np.int32)], [np.ones(n)]
    all_rows, all_orders, all_coded = [ordered_rows], [order], [coded_rows]
    while len(numbers) > 0:
        number, cases, weights = numbers.pop(), all_cases.pop(), all_weights.pop()
        rows, orders, coded_here = all_rows.pop(), all_orders.pop(), all_coded.pop()
        totals, y = np.zeros(class_counts.shape[0]), data.y[cases]
        for i in range(cases.shape[0]):
            weight[cases[i]] = weights[i]
            totals[y[i]] += weights[i]
        if not is_splittable(totals, min_cases):
            continue
        limits = min_cases, correct
        found = numeric_gain, numeric_info, below, above
        numeric_gain[:], numeric_info[:] = 0.0, 0.0
        score_numeric(orders, rows, data, weight, totals, *limits, resolution, terms, *found)
        score_coded(coded_here, coded, cases, y, weights, totals, *limits, terms, value_table, *found)
        score_nominal(cases, data, weight, sizes, totals, min_cases, nominal_gain, nominal_info)
        gain[:], info[:] = 0.0, 0.0
        for j in range(n_numeric):
            gain[columns[0][j]], info[columns[0][j]] = numeric_gain[j], numeric_info[j]
        for j in range(sizes.shape[0]):
            gain[columns[1][j]], info[columns[1][j]] = nominal_gain[j], nominal_info[j]
        best = choose(gain, info, in_mean)
        if best < 0:
            continue
        row, n_branches, cut = data.position[best], 2, 0.0
        if data.is_numeric[best]:
            values = coded.values[coded.starts[row] : coded.starts[row + 1]]
            if values.shape[0] == 0:
                values = data.numeric[row]
            cut = threshold_between(values, below[row], above[row])
        else:
            n_branches = sizes[row]
        while n_nodes + n_branches > test.shape[0]:
            test, first, n_children = longer(test), longer(first), longer(n_children)
            threshold, counts = longer(threshold), longer(counts)
        test[number], threshold[number], first[number], n_children[number] = best, cut, n_nodes, n_branches
        branch = np.empty(cases.shape[0], np.int64)
        for i in range(cases.shape[0]):
            if data.is_numeric[best]:
                value = data.numeric[row, cases[i]]
                branch[i] = -1 if np.isnan(value) else (1 if value > cut else 0)
            else:
                branch[i] = data.nominal[row, cases[i]]
            branch_of[cases[i]] = branch[i]
        table = counts[n_nodes : n_nodes + n_branches]
        share = split_weights(cases, weights, branch, data.y, table)
        wanted, m = np.empty(n_branches, np.int64), 0
        for b in range(n_branches):
            test[n_nodes + b] = -1
            if is_splittable(table[b], min_cases):
                wanted[m] = b
                m += 1
        slot, out_cases, out_weights, starts = divide(cases, weights, branch, wanted[:m], share)
        keep = np.flatnonzero(numeric_gain[rows] >= 0.0)
        kept_rows, n_kept = rows[keep], keep.shape[0]
        kept_coded = coded_here[numeric_gain[coded_here] >= 0.0]
        out_orders = np.empty(n_kept * starts[-1], np.int32)
        fill_orders(orders, keep, branch_of, slot, share, starts, out_orders)
        left = np.ones(m, np.int64)
        # pushes the largest part first: it is taken last, when the arrays of the others no longer exist
        for _ in range(m):
            s = -1
            for other in range(m):
                if left[other] > 0 and (
                    s < 0 or starts[other + 1] - starts[other] > starts[s + 1] - starts[s]
                ):
                    s = other
            left[s] = 0
            numbers.append(n_nodes + wanted[s])
            all_cases.append(out_cases[starts[s] : starts[s + 1]])
            all_weights.append(out_weights[starts[s] : starts[s + 1]])
            all_rows.append(kept_rows)
            all_coded.append(kept_coded)
            part = out_orders[n_kept * starts[s] : n_kept * starts[s + 1]]
            all_orders.append(part.reshape(n_kept, starts[s + 1] - starts[s]))
        n_nodes += n_branches
    return test[:n_nodes], threshold[:n_nodes], first[:n_nodes], n_children[:n_nodes], counts[:n_nodes]


def add_from_below(tree, errors):
    """Replace errors (nodes,) of every inner node by the sum over its children, from the last node on."""
    for node in range(tree.test.shape[0] - 1, -1, -1):
        if tree.test[node] >= 0:
            errors[node] = pairwise_sum(errors[tree.first[node] : tree.first[node] + tree.n_children[node]])


def breadth_first(tree):
    """Nodes that are still part of the tree, level by level, and the position of the first child of each in
    this list.
    """
    order, first, m = np.zeros(tree.test.shape[0], np.int64), np.zeros(tree.test.shape[0], np.int64), 1
    for i in range(tree.test.shape[0]):
        if i == m:
            break
        node = order[i]
        if tree.test[node] >= 0:
            first[i] = m
            for b in range(tree.n_children[node]):
                order[m] = tree.first[node] + b
                m += 1
    return order[:m], first[:m]


def prune(tree, data, whole, confidence, z, raising):
    """From the bottom up, replace subtrees by leaves or by their largest branches; see `c45_pruning`.

    whole: no case lacks a value, so all weights are 1.
    """
    errors = np.empty(tree.test.shape[0])
    all_leaf_errors(tree.counts, confidence, z, errors)
    n = data.y.shape[0]
    numbers, done = [0], [False]
    all_cases, all_weights = [np.arange(n).astype(np.int32)], [np.ones(n)]
    while len(numbers) > 0:
        node, children_done = numbers.pop(), done.pop()
        cases, weights = all_cases.pop(), all_weights.pop()
        if tree.test[node] < 0:
            continue
        if children_done:
            if not decide(tree, data, whole, node, cases, weights, errors, confidence, z, raising):
                continue
            renew_leaf_errors(tree, node, errors, confidence, z)
        numbers.append(node)
        done.append(not children_done)
        all_cases.append(cases)
        all_weights.append(weights)
        if children_done:
            continue
        first, n_branches = tree.first[node], tree.n_children[node]
        branch, share = np.empty(cases.shape[0], np.int64), np.empty(n_branches)
        branches(tree, data, node, cases, branch)
        known, inner, m = np.zeros(n_branches), np.empty(n_branches, np.int64), 0
        for i in range(cases.shape[0]):
            if branch[i] >= 0:
                known[branch[i]] += weights[i]
        for b in range(n_branches):
            if tree.test[first + b] >= 0:
                inner[m] = b
                m += 1
        shares(tree, node, known, share)
        _, out_cases, out_weights, starts = divide(cases, weights, branch, inner[:m], share)
        for s in range(m):
            numbers.append(first + inner[s])
            done.append(False)
            all_cases.append(out_cases[starts[s] : starts[s + 1]])
            all_weights.append(out_weights[starts[s] : starts[s + 1]])


def decide(tree, data, whole, node, cases, weights, errors, confidence, z, raising):
    """Keep the node, make it a leaf, or replace it by its largest branch.

    Returns True if it was replaced, which means that its children must be pruned again.
    """
    first, last = tree.first[node], tree.first[node] + tree.n_children[node]
    as_tree, as_leaf = pairwise_sum(errors[first:last]), leaf_errors(tree.counts[node], confidence, z)
    most, largest = -np.inf, first
    for child in range(first, last):
        most = max(most, pairwise_sum(tree.counts[child]))
    for child in range(first, last):
        if pairwise_sum(tree.counts[child]) >= most - SLACK:
            largest = child
    as_branch, others = np.inf, cases[:0]
    if raising and whole:
        others = others_than(tree, data, node, largest, cases)
        as_branch = errors_with(tree, data, largest, others, errors, confidence, z)
    elif raising:
        as_branch = route(tree, data, largest, cases, weights, confidence, z, as_tree + TOLERANCE, False)
    errors[node] = as_tree
    if as_leaf <= min(as_tree, as_branch) + TOLERANCE:
        tree.test[node], errors[node] = -1, as_leaf
    elif as_branch <= as_tree + TOLERANCE:
        tree.test[node], tree.threshold[node] = tree.test[largest], tree.threshold[largest]
        tree.first[node], tree.n_children[node] = tree.first[largest], tree.n_children[largest]
        if whole:
            add_whole_cases(tree, data, largest, others, True, np.empty(others.shape[0], np.int64))
        else:
            route(tree, data, node, cases, weights, confidence, z, np.inf, True)
        return True
    return False


def renew_leaf_errors(tree, root, errors, confidence, z):
    """Compute the estimated errors of the leaves below `root` again after its counts have changed. Inner
    nodes are decided again later.
    """
    waiting = [root]
    while len(waiting) > 0:
        node = waiting.pop()
        if tree.test[node] < 0:
            errors[node] = leaf_errors(tree.counts[node], confidence, z)
        else:
            for child in range(tree.first[node], tree.first[node] + tree.n_children[node]):
                waiting.append(child)


def fill_cases(cases, weights, branch, slot, share, starts, out_cases, out_weights):
    """Fill in the cases and weights of the branches that are kept, one part after the other: branch b goes to
    part slot[b] (-1: left out).

    branch: (m,) branch of each case; a missing one, -1, goes to every branch b with its weight times
    share[b].
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
    """Divide the rows `keep` of order (p, m) as `fill_cases` does; part s becomes a block (p, size of s) of
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
    """Fill result with `leaf_errors` of every row of counts."""
    for i in range(counts.shape[0]):
        result[i] = leaf_errors(counts[i], confidence, z)


def branch_at(tree, data, node, case):
    """Branch that the case takes at an inner node, -1 if it lacks the attribute."""
    row = data.position[tree.test[node]]
    if data.is_numeric[tree.test[node]]:
        value = data.numeric[row, case]
        if np.isnan(value):
            return -1
        return 0 if value <= tree.threshold[node] else 1
    return data.nominal[row, case]


def branches(tree, data, node, cases, result):
    """Fill result with `branch_at` of every case."""
    row, cut = data.position[tree.test[node]], tree.threshold[node]
    if data.is_numeric[tree.test[node]]:
        x = data.numeric[row]
        for i in range(cases.shape[0]):
            value = x[cases[i]]
            result[i] = -1 if np.isnan(value) else (0 if value <= cut else 1)
    else:
        codes = data.nominal[row]
        for i in range(cases.shape[0]):
            result[i] = codes[cases[i]]


def shares(tree, node, known, result):
    """Fill result with the share of every branch: of the weights `known` (b,) of cases with the attribute; if
    there are none, of the counts in the tree; if these are 0 too, equal shares.
    """
    first, total = tree.first[node], added_up(known)
    if total > 0.0:
        for b in range(known.shape[0]):
            result[b] = known[b] / total
        return
    for b in range(known.shape[0]):
        result[b] = added_up(tree.counts[first + b])
    total = added_up(result)
    for b in range(known.shape[0]):
        result[b] = result[b] / total if total > 0.0 else 1.0 / known.shape[0]


def others_than(tree, data, node, child, cases):
    """The cases (m,) at a node that do not go to one of its children."""
    branch = np.empty(cases.shape[0], np.int64)
    branches(tree, data, node, cases, branch)
    return cases[branch != child - tree.first[node]]


def add_whole_cases(tree, data, root, cases, inner, reached):
    """Add whole cases (m,) to the counts of the leaf that each reaches from `root`, into reached (m,); inner:
    to those of the inner nodes below `root` too.
    """
    # locals, because handing over a tuple of arrays for every step takes longer than the step
    test, first, threshold, counts = tree.test, tree.first, tree.threshold, tree.counts
    is_numeric, position, numeric, nominal = data.is_numeric, data.position, data.numeric, data.nominal
    for i in range(cases.shape[0]):
        node, case = root, cases[i]
        c = data.y[case]
        while test[node] >= 0:
            row = position[test[node]]
            if is_numeric[test[node]]:
                node = first[node] + (0 if numeric[row, case] <= threshold[node] else 1)
            else:
                node = first[node] + nominal[row, case]
            if inner and test[node] >= 0:
                counts[node, c] += 1.0
        counts[node, c] += 1.0
        reached[i] = node


def errors_with(tree, data, root, cases, errors, confidence, z):
    """Estimated errors of the leaves below `root` if more whole cases (m,) went there; errors: (nodes,) those
    of the leaves as they are. Leaves are added up in the order of `route`.
    """
    m, total = cases.shape[0], 0.0
    leaves, before, waiting = np.empty(m, np.int64), np.empty(m), [root]
    add_whole_cases(tree, data, root, cases, False, leaves)
    for i in range(m):
        before[i], errors[leaves[i]] = errors[leaves[i]], -1.0
    while len(waiting) > 0:
        node = waiting.pop()
        if tree.test[node] >= 0:
            for child in range(tree.first[node], tree.first[node] + tree.n_children[node]):
                waiting.append(child)
        elif errors[node] >= 0.0:
            total += errors[node]
        else:
            total += leaf_errors(tree.counts[node], confidence, z)
    for i in range(m - 1, -1, -1):
        tree.counts[leaves[i], data.y[cases[i]]] -= 1.0
        errors[leaves[i]] = before[i]
    return total


def route(tree, data, root, cases, weights, confidence, z, limit, write):
    """Send cases down the subtree of `root`; return the estimated errors of its leaves, or a part of them
    that exceeds `limit`. With `write`, the tree stores the new counts.

    The weight of a case that lacks an attribute is divided by the shares of the cases at the node that have
    it.
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
            if errors > limit:
                return errors
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
                fill(more[:begin], held)
                fill(more_mass[:begin], mass)
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
            fill(tree.counts[node], class_weights)
    return errors


def inherit(tree, share, distribution, sizes):
    """Fill the shares (nodes,) of the weight of the parent; nodes without cases get the class frequencies and
    the weight of their parent.
    """
    for node in range(tree.test.shape[0]):
        if tree.test[node] >= 0:
            start, stop = tree.first[node], tree.first[node] + tree.n_children[node]
            total = max(pairwise_sum(sizes[start:stop]), 1e-300)
            for child in range(start, stop):
                share[child] = sizes[child] / total
                if not sizes[child] > 0.0:
                    sizes[child] = sizes[node]
                    fill(distribution[child], distribution[node])


def descend(tree, data, share, distribution, sizes, result, reached):
    """Add the averaged class frequencies of the leaves that each case reaches to result (n, K), and their
    weight to reached (n,).

    share: (nodes,) share of the parent's weight; distribution: (nodes, K) frequencies; sizes: (nodes,)
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


TIE = 1e-10  # nats, as in core.decide


def correct(rows, y, fold, f, cases, starts, missing, pseudo, logs, counts, prior_alpha, class_counts):
    """Number of cases of fold f that naive Bayes learned on the other folds classifies correctly, with a
    separate naive Bayes in each branch.

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
                fill(score, n_c)
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
