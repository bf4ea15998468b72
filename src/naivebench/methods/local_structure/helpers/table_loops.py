"""Loops of structured class tables in plain Python, compiled by `core.compiled`.

Loops of default tables in plain Python, compiled by `core.compiled` for `default_table`.

The cases of P patterns are given as pairs of a value of the child and a number of cases, pattern by pattern:
the pairs of pattern p are at first[p]:first[p + 1] of `label` and `cases`. alone (P,): score of a pattern as
an explicit row in fixed point, sum over c of N_c log N_c - N log N. Callers have checked every index.

Loops of decision graphs in plain Python, compiled by `core.compiled` for `graph_search` and `hc_dt`.

The score of a leaf with class counts N_c is sum over c of term[N_c] - total_term[N], N = sum of N_c, in whole
fixed-point units, so sums are exact in any order of cases and classes. Callers have checked every index.

Loops of the information bottleneck in plain Python, compiled by `core.compiled` for `aibn`.

A cluster has masses (K,) float64 n p(t, c), a total (sum of the masses, a whole number) and a name (its
lowest value). Terms and losses are whole numbers of 1 / scale nats. Ties go to the lowest pair of names,
where the smaller name of a pair comes first.
"""

from __future__ import annotations

import numpy as np


def row_price(m, bits_per_row, n_combinations):
    """Bits that one more explicit row costs after m rows, not counting the data."""
    return (
        bits_per_row
        + np.log2((n_combinations - m) / (m + 1))
        + np.log2(float(m + 1))
        - np.log2(float(max(m, 1)))
    )


def change(p, sign, first, label, cases, totals, default, n, weights):
    """Change of the score of the default row if the cases of pattern p leave it (sign -1) or return to it
    (1).

    default: cases of the default row per value; n: their total.
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
    """Add explicit rows, then remove some, as long as that lowers the bits. Fills explicit (P,) and leaves
    the cases of the default row in `default`. Ties go to the first pattern.
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


LEAF, BINARY = 0, 1
MISSING = -1


def score_splits(codes, y, cases, term, total_term, n_values, n_classes, complete, occurring, binary, value):
    """Change of the score by the splits of one leaf on every attribute, among the cases that have the
    attribute.

    codes: (d, n) int32 below n_values, -1 = missing; y: (n,) below n_classes; cases: rows of the leaf;
    term[0] is 0. Filled in: complete (d,), the change by a leaf per value; occurring (d,), the number of
    values that occur; binary (d,), the change by the best split of one value against the others; and value
    (d,), that value, the lowest if several are best, -1 if there is none. The time grows with the number of
    cases, not with values times classes.
    """
    totals, touched = np.zeros(n_values, np.int64), np.empty(n_values, np.int64)
    last = np.empty(n_values, np.int64)
    observed, own = np.empty(n_classes, np.int64), np.zeros(n_classes, np.int64)
    labels = np.empty(len(cases), np.int64)  # classes of the cases, grouped by value
    for j in range(codes.shape[0]):
        column, m, n = codes[j], 0, 0
        observed[:] = 0
        for i in cases:
            x = column[i]
            if x < 0:
                continue
            if totals[x] == 0:
                touched[m] = x
                m += 1
            totals[x] += 1
            observed[y[i]] += 1
        for t in range(m):
            last[touched[t]] = n
            n += totals[touched[t]]
        for i in cases:
            x = column[i]
            if x >= 0:
                labels[last[x]] = y[i]
                last[x] += 1
        all_terms = np.int64(0)
        for c in range(n_classes):
            all_terms += term[observed[c]]
        whole = all_terms - total_term[n]
        complete[j], occurring[j], binary[j], value[j] = -whole, m, 0, -1
        for t in range(m):
            x = touched[t]
            branch, others = -total_term[totals[x]], all_terms - total_term[n - totals[x]]
            for i in range(last[x] - totals[x], last[x]):
                own[labels[i]] += 1
            for i in range(last[x] - totals[x], last[x]):
                c = labels[i]
                if own[c] > 0:
                    branch += term[own[c]]
                    others += term[observed[c] - own[c]] - term[observed[c]]
                    own[c] = 0
            totals[x] = 0
            complete[j] += branch
            gain = branch + others - whole
            if value[j] < 0 or gain > binary[j] or (gain == binary[j] and x < value[j]):
                binary[j], value[j] = gain, x


def route(codes, kind, attribute, value, yes, no, first, child_values, child_nodes, node):
    """Send every case from node 0 to its leaf, or to the first node whose attribute it lacks; fills node
    (n,).

    A value that does not occur in the training part (-2) differs from the value of any binary split, and has
    no child at a complete split. The children of a complete split at node t are sorted: the child of
    child_values[i] is child_nodes[i] for i in first[t]..first[t + 1] - 1, and no[t] is the child of all other
    values.
    """
    for i in range(codes.shape[1]):
        at = 0
        while kind[at] != LEAF:
            x = codes[attribute[at], i]
            if x == MISSING or (x < 0 and kind[at] != BINARY):
                break
            if kind[at] == BINARY:
                at = yes[at] if x == value[at] else no[at]
                continue
            place = first[at] + np.searchsorted(child_values[first[at] : first[at + 1]], x)
            at = child_nodes[place] if place < first[at + 1] and child_values[place] == x else no[at]
        node[i] = at


def fixed(m, scale):
    """m log m in fixed point, 0 for m = 0."""
    if m <= 0:
        return np.int64(0)
    return np.int64(np.rint(m * np.log(m) * scale))


def united_term(masses, totals, i, j, scale):
    """Term of the union of clusters i and j: sum over c of m_c log m_c - n log n. For i = j it is the term of
    cluster i.
    """
    share = 0.0 if i == j else 1.0
    term = -fixed(totals[i] + share * totals[j], scale)
    for c in range(masses.shape[1]):
        term += fixed(masses[i, c] + share * masses[j, c], scale)
    return term


def loss_of(masses, totals, terms, i, j, scale):
    """Loss n dI of merging the clusters i and j, in fixed point."""
    return max(terms[i] + terms[j] - united_term(masses, totals, i, j, scale), np.int64(0))


def before(loss, low, high, other_loss, other_low, other_high):
    """Whether the first pair (loss and names) is merged before the second."""
    if loss != other_loss:
        return loss < other_loss
    return low < other_low or (low == other_low and high < other_high)


def absorb(names, masses, totals, terms, i, j, scale):
    """Merge cluster j into cluster i."""
    names[i] = min(names[i], names[j])
    masses[i] += masses[j]
    totals[i] += totals[j]
    terms[i] = united_term(masses, totals, i, i, scale)


def merge_ordered(names, masses, totals, scale, pairs, losses):
    """Merge neighbours in the given order down to one cluster; fills `pairs` of names, (m - 1, 2), and
    `losses`, (m - 1,).

    `loss[i]` belongs to cluster i and the one on its right; `right` links the remaining clusters.
    """
    m = names.shape[0]
    terms, loss = np.empty(m, np.int64), np.empty(m, np.int64)
    right, left = np.arange(1, m + 1), np.arange(-1, m - 1)
    for i in range(m):
        terms[i] = united_term(masses, totals, i, i, scale)
    for i in range(m - 1):
        loss[i] = loss_of(masses, totals, terms, i, i + 1, scale)
    for step in range(m - 1):
        best = 0
        i = right[0]
        while right[i] < m:
            if loss[i] <= loss[best]:
                a, b = names[i], names[right[i]]
                x, y = names[best], names[right[best]]
                if before(loss[i], min(a, b), max(a, b), loss[best], min(x, y), max(x, y)):
                    best = i
            i = right[i]
        i, j = best, right[best]
        pairs[step, 0], pairs[step, 1] = min(names[i], names[j]), max(names[i], names[j])
        losses[step] = loss[i]
        absorb(names, masses, totals, terms, i, j, scale)
        right[i] = right[j]
        if right[j] < m:
            left[right[j]] = i
            loss[i] = loss_of(masses, totals, terms, i, right[i], scale)
        if left[i] >= 0:
            loss[left[i]] = loss_of(masses, totals, terms, left[i], i, scale)


def nearest(names, masses, totals, terms, shares, alive, i, scale):
    """Partner with the smallest loss among the clusters before i that are not yet merged, and the loss; -1
    and the largest int if there is none.

    Pairs are excluded by the bound dI >= 2 p_i p_j / (p_i + p_j) V^2, where V is half the absolute difference
    of p(c|i) and p(c|j) summed over c (Pinsker's inequality for both terms of the divergence).
    """
    best, partner, slack = np.int64(9223372036854775807), -1, 1.0 - 1e-9
    for j in range(i):
        if not alive[j]:
            continue
        distance = 0.0
        for c in range(masses.shape[1]):
            distance += abs(shares[i, c] - shares[j, c])
        if (
            0.5 * totals[i] * totals[j] / (totals[i] + totals[j]) * distance * distance * scale * slack - 64.0
            > best
        ):
            continue
        loss, name = loss_of(masses, totals, terms, i, j, scale), names[partner] if partner >= 0 else names[i]
        pair = min(names[i], names[j]), max(names[i], names[j])
        if partner < 0 or before(loss, pair[0], pair[1], best, min(names[i], name), max(names[i], name)):
            best, partner = loss, j
    return partner, best


def first_owner(names, partner, loss, alive, end):
    """Cluster, not yet merged, whose stored pair is merged first; -1 if none has a partner."""
    best = -1
    for i in range(end):
        if not alive[i] or partner[i] < 0 or (best >= 0 and loss[i] > loss[best]):
            continue
        if best < 0:
            best = i
            continue
        a, b, x, y = names[i], names[partner[i]], names[best], names[partner[best]]
        if before(loss[i], min(a, b), max(a, b), loss[best], min(x, y), max(x, y)):
            best = i
    return best


def merge_nearest(names, masses, totals, scale, pairs, losses):
    """Merge the pair with the smallest loss among all pairs, down to one cluster, for any number of classes.
    Fills `pairs` and `losses` as `merge_ordered` does.

    A merged cluster is appended as a new one. For each cluster, its best partner among the clusters before it
    is stored. Clusters before it can only disappear, so a stored pair whose partner is already merged ranks
    no later than the true best pair; it is computed again when it comes first. All arrays have room for 2 m -
    1 clusters, of which the caller fills the first m.
    """
    m = losses.shape[0] + 1
    shares, terms = np.empty_like(masses), np.empty(2 * m - 1, np.int64)
    partner, loss, alive = (
        np.full(2 * m - 1, -1, np.int64),
        np.empty(2 * m - 1, np.int64),
        np.zeros(2 * m - 1, np.bool_),
    )
    alive[:m] = True
    for i in range(m):
        shares[i] = masses[i] / totals[i]
        terms[i] = united_term(masses, totals, i, i, scale)
        partner[i], loss[i] = nearest(names, masses, totals, terms, shares, alive, i, scale)
    for new in range(m, 2 * m - 1):
        i = first_owner(names, partner, loss, alive, new)
        while not alive[partner[i]]:
            partner[i], loss[i] = nearest(names, masses, totals, terms, shares, alive, i, scale)
            i = first_owner(names, partner, loss, alive, new)
        j = partner[i]
        pairs[new - m, 0], pairs[new - m, 1], losses[new - m] = (
            min(names[i], names[j]),
            max(names[i], names[j]),
            loss[i],
        )
        alive[i], alive[j], alive[new] = False, False, True
        names[new], masses[new], totals[new] = names[i], masses[i], totals[i]
        absorb(names, masses, totals, terms, new, j, scale)
        shares[new] = masses[new] / totals[new]
        partner[new], loss[new] = nearest(names, masses, totals, terms, shares, alive, new, scale)
