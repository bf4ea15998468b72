"""Loops of the information bottleneck in plain Python, compiled by `core.compiled` for `aibn`.

A cluster has masses (K,) float64 n p(t, c), a total (sum of the masses, a whole number) and a name (its
lowest value). Terms and losses are whole numbers of 1 / scale nats. Equal losses: lowest pair of names, the
smaller name first.
"""

from __future__ import annotations

import numpy as np


def fixed(m, scale):
    """m log m in fixed point."""
    if m <= 0:
        return np.int64(0)
    return np.int64(np.rint(m * np.log(m) * scale))


def united_term(masses, totals, i, j, scale):
    """Term of the union of clusters i and j: sum over c of m_c log m_c - n log n; i = j gives that of cluster
    i alone.
    """
    share = 0.0 if i == j else 1.0
    term = -fixed(totals[i] + share * totals[j], scale)
    for c in range(masses.shape[1]):
        term += fixed(masses[i, c] + share * masses[j, c], scale)
    return term


def loss_of(masses, totals, terms, i, j, scale):
    """n dI of merging i and j in fixed point."""
    return max(terms[i] + terms[j] - united_term(masses, totals, i, j, scale), np.int64(0))


def before(loss, low, high, other_loss, other_low, other_high):
    """Whether the first pair (loss and names) is merged before the second."""
    if loss != other_loss:
        return loss < other_loss
    return low < other_low or (low == other_low and high < other_high)


def absorb(names, masses, totals, terms, i, j, scale):
    """Cluster j ends in cluster i."""
    names[i] = min(names[i], names[j])
    masses[i] += masses[j]
    totals[i] += totals[j]
    terms[i] = united_term(masses, totals, i, i, scale)


def merge_ordered(names, masses, totals, scale, pairs, losses):
    """Merge neighbours in the given order down to one cluster; fills pairs (m - 1, 2) of names and losses (m
    - 1,).

    `loss[i]` belongs to cluster i and the one on its right; `right` links the clusters that are left.
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
    """Partner of least loss among the living clusters in front of i, and the loss; -1 and the largest int if
    there is none.

    Pairs are excluded by dI >= 2 p_i p_j / (p_i + p_j) V^2, V = half the absolute difference of p(c|i) and
    p(c|j) summed over c (Pinsker's inequality for both terms of the divergence).
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
    """The living cluster whose remembered pair comes first, -1 if none has a partner."""
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
    """As `merge_ordered` for any number of classes: the pair of least loss among all pairs.

    A merged cluster is new and stands at the end. Each cluster remembers its best partner among those in
    front of it: these only become fewer, so what it remembers of a partner that has ended comes no later than
    its best pair does, and is worked out anew when it comes first. All arrays have room for 2 m - 1 clusters,
    the first m are given.
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
