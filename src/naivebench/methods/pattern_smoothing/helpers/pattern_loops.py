"""Loops of pattern smoothing in plain Python, compiled by `core.compiled`.

Loops of the Gibbs sampler of HDP in plain Python, compiled by `core.compiled` for `hdp_sampler`.

The loops draw no random numbers: callers pass uniform numbers. Stirling numbers are the unsigned ones of the
first kind: S(n, t) = number of ways to seat n customers at t tables, weighted as in the Chinese restaurant
process. Callers have checked every index.

Loop of the choice of S in HPB in plain Python, compiled by `core.compiled` for `hpb_smoothing`.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.count_loops import fill

WINDOW = 21  # number of values of a table count that are compared in one step
CACHED = 4096  # number of values for which a parent's Stirling numbers are cached


def stirling_table(limit):
    """log S(n, t) for 1 <= t <= n <= limit, at n (n - 1) / 2 + t - 1, float64."""
    table = np.zeros(limit * (limit + 1) // 2)
    for n in range(1, limit):
        row, following = n * (n - 1) // 2, n * (n + 1) // 2
        log_n = math.log(n)
        table[following] = table[row] + log_n
        for t in range(1, n):
            stay, opened = table[row + t] + log_n, table[row + t - 1]
            table[following + t] = (
                stay + math.log1p(math.exp(opened - stay))
                if stay > opened
                else opened + math.log1p(math.exp(stay - opened))
            )
    return table


def digamma(x):
    """Derivative of log Gamma for x > 0, absolute error below 1e-12."""
    shift = 0.0
    while x < 10.0:
        shift -= 1.0 / x
        x += 1.0
    y = 1.0 / (x * x)
    return (
        shift + math.log(x) - 0.5 / x - y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y / 132))))
    )


def trigamma(x):
    """Second derivative of log Gamma for x > 0, relative error below 1e-11."""
    shift = 0.0
    while x < 10.0:
        shift += 1.0 / (x * x)
        x += 1.0
    y = 1.0 / (x * x)
    return (
        shift + 1.0 / x + 0.5 * y + y / x * (1 / 6 - y * (1 / 30 - y * (1 / 42 - y * (1 / 30 - y * 5 / 66))))
    )


def saddle_point(n, t):
    """log S(n, t) for large n, from the saddle point of the generating function (x + 1) (x + 2) ... (x + n -
    1).

    Tilted to mean t - 1, the number of further tables is a sum of independent bits. Its probability at the
    mean is taken from the binomial distribution of the same mean and variance, which is exact for the
    smallest and the largest t. For the relative error of S, see the tests.
    """
    further = t - 1.0
    if t == 1:
        return math.lgamma(n)
    if t >= n:
        return 0.0
    x = further / math.log(1.0 + n / further)
    mean, variance = 0.0, 1.0
    for _ in range(60):
        mean = x * (digamma(x + n) - digamma(x + 1.0))
        variance = mean - x * x * (trigamma(x + 1.0) - trigamma(x + n))
        step = (further - mean) / variance
        x *= math.exp(min(max(step, -1.0), 1.0))
        if abs(step) < 1e-9:
            break
    p = 1.0 - variance / further
    trials = further / p
    at_mean = math.lgamma(trials + 1.0) - math.lgamma(further + 1.0) - math.lgamma(trials - further + 1.0)
    at_mean += further * math.log(p) + (trials - further) * math.log1p(-p)
    return math.lgamma(x + n) - math.lgamma(x + 1.0) - further * math.log(x) + at_mean


def log_stirling(n, t, table, limit):
    """log S(n, t) for 1 <= t <= n: from the table for n up to `limit`, otherwise by the saddle point."""
    if n <= limit:
        return table[n * (n - 1) // 2 + t - 1]
    return saddle_point(n, t)


def first_tables(first, last, parent, fixed_parent, n, total_n, t, concentration):
    """Seat the customers of nodes first..last - 1, which are on one level, at their expected numbers of
    tables, and add the tables to the customers of their parents.

    t = floor(c (psi(c + n) - psi(c))), at least 1, for n customers. n, t: (M, K), total_n: (M,).
    """
    for u in range(first, last):
        for k in range(n.shape[1]):
            m = n[u, k]
            t[u, k] = m
            if m > 1:
                t[u, k] = min(
                    m, max(1, int(concentration * (digamma(concentration + m) - digamma(concentration))))
                )
            if not fixed_parent:
                n[parent[u], k] += t[u, k]
                total_n[parent[u]] += t[u, k]


def sweep(
    nodes,
    classes,
    draws,
    parent,
    fixed_parent,
    log_base,
    n,
    total_n,
    t,
    log_c,
    log_rising,
    table,
    limit,
    cache,
):
    """One Gibbs step for the table counts t[nodes[s], classes[s]] of one level, slot by slot.

    The count t of a node with n customers of the class has weight S(n, t) c^t times the probability of the
    tables at the parent, whose customers they are: S(n', t') / (c' (c' + 1) ... (c' + N' - 1)), or base^t
    under a fixed parent. If n <= WINDOW all values of t are compared, otherwise those of a window placed at
    random around the current value. draws: (slots, 2) uniform numbers; log_rising[N]: log of the parent's
    rising factorial; nodes ascend, so the children of a parent follow one another; cache: (K, CACHED)
    scratch.
    """
    owner = np.full(n.shape[1], -1)
    start = np.zeros(n.shape[1], np.int64)
    weights = np.empty(WINDOW)
    for s in range(nodes.shape[0]):
        u, k = nodes[s], classes[s]
        m, now, v = n[u, k], t[u, k], parent[u]
        if m < 2:
            continue
        low, high = 1, m
        if m > WINDOW:
            low = now - int(draws[s, 0] * WINDOW)
            high = min(m, low + WINDOW - 1)
            low = max(low, 1)
        if not fixed_parent:
            low = max(low, now + t[v, k] - n[v, k])
        largest = -math.inf
        for value in range(low, high + 1):
            weight = log_stirling(m, value, table, limit) + value * log_c
            if fixed_parent:
                weight += value * log_base[k]
            else:
                customers = n[v, k] + value - now
                weight += (
                    parent_stirling(customers, v, k, t[v, k], table, limit, cache, owner, start)
                    - log_rising[total_n[v] + value - now]
                )
            weights[value - low] = weight
            largest = max(largest, weight)
        chosen = low + pick(weights, high - low + 1, largest, draws[s, 1])
        t[u, k] = chosen
        if not fixed_parent:
            n[v, k] += chosen - now
            total_n[v] += chosen - now


def parent_stirling(customers, v, k, tables, table, limit, cache, owner, start):
    """log S(customers, tables) of class k at parent v; numbers beyond the table are cached while v stays the
    parent.
    """
    if customers <= limit:
        return table[customers * (customers - 1) // 2 + tables - 1]
    if owner[k] != v:
        owner[k] = v
        start[k] = customers - cache.shape[1] // 2
        cache[k, :] = np.nan
    place = customers - start[k]
    if place < 0 or place >= cache.shape[1]:
        return saddle_point(customers, tables)
    if math.isnan(cache[k, place]):
        cache[k, place] = saddle_point(customers, tables)
    return cache[k, place]


def pick(weights, count, largest, draw):
    """Index drawn with probability proportional to exp(weights[:count]) by one uniform number."""
    total = 0.0
    for i in range(count):
        weights[i] = math.exp(weights[i] - largest)
        total += weights[i]
    rest = draw * total
    for i in range(count - 1):
        rest -= weights[i]
        if rest < 0:
            return i
    return count - 1


def accumulate(first, last, parent, n, total_n, concentration, p, sums):
    """Add p = (n + c p of the parent) / (n. + c) of nodes first..last - 1 to `sums`, and keep it in p; p,
    sums: (M, K).
    """
    for u in range(first, last):
        for k in range(n.shape[1]):
            p[u, k] = (n[u, k] + concentration * p[parent[u], k]) / (total_n[u] + concentration)
            sums[u, k] += p[u, k]


def log_rising(a, m):
    """log a (a + 1) ... (a + m - 1) for a > 0."""
    if m > 8:
        return math.lgamma(a + m) - math.lgamma(a)
    product = 1.0
    for i in range(m):
        product *= a + i
    return math.log(product)


def log_likelihood(first, last, parent, n, total_n, theta, concentration):
    """log probability of the customers of nodes first..last - 1 under Dirichlet(c theta[parent]), their own
    distributions integrated out.

    A node with a single customer is left out, because its probability does not depend on c.
    """
    result = 0.0
    for u in range(first, last):
        if total_n[u] > 1:
            result -= log_rising(concentration, total_n[u])
            for k in range(n.shape[1]):
                if n[u, k] > 0:
                    result += log_rising(concentration * theta[parent[u], k], n[u, k])
    return result


def seat(nodes, classes, draws, parent, n, t, theta, concentration):
    """Draw table counts given the parents' distributions: customer i + 1 opens a table with probability a /
    (a + i), a = c theta[parent].

    draws: one uniform number for every customer after the first at the slots (nodes, classes).
    """
    used = 0
    for s in range(nodes.shape[0]):
        u, k = nodes[s], classes[s]
        a = concentration * theta[parent[u], k]
        tables = min(1, n[u, k])
        for i in range(1, n[u, k]):
            if draws[used] * (a + i) < a:
                tables += 1
            used += 1
        t[u, k] = tables


def pass_up(first, last, parent, n, total_n, t, before):
    """Update the customers of the parents of nodes first..last - 1 after the tables of these nodes changed;
    before: (nodes of the level, K) their tables before the change.
    """
    for u in range(first, last):
        for k in range(n.shape[1]):
            more = t[u, k] - before[u - first, k]
            n[parent[u], k] += more
            total_n[parent[u]] += more


def expected_tables(a, n):
    """Expected number of tables that n customers open under concentration a > 0, a (psi(a + n) - psi(a))."""
    if n <= 1.0:
        return n
    if n <= 6.0 and n == math.floor(n):
        tables = 0.0
        for i in range(int(n)):
            tables += a / (a + i)
        return tables
    return min(n, max(1.0, a * (digamma(a + n) - digamma(a))))


def expected_seating(first, start, owner, above, ends, base, rounds, n, totals, concentrations):
    """Compute the customers n (entries,), totals (nodes,) and concentrations (levels,) of a seating by
    expectation, in place.

    Level l has the entries first[l]..first[l + 1] - 1 and the nodes start[l]..start[l + 1] - 1. owner: node
    of an entry; above: entry of the parent node, -1 on level 0, whose parent has probability `base`; ends:
    (entries,) cases that end at the entry.
    """
    levels = concentrations.shape[0]
    theta, tables = np.zeros(n.shape[0]), np.zeros(levels)
    for step in range(rounds):
        fill(n, ends)
        totals[:] = 0
        for level in range(levels - 1, -1, -1):
            c, tables[level] = concentrations[level], 0.0
            for e in range(first[level], first[level + 1]):
                totals[owner[e]] += n[e]
                if step:
                    t = expected_tables(c * (theta[above[e]] if level else base), n[e])
                else:
                    t = min(1.0, n[e])
                tables[level] += t
                if level:
                    n[above[e]] += t
        for level in range(levels):
            c, opened = concentrations[level], 0.0
            for u in range(start[level], start[level + 1]):
                opened += 1.0 / c if totals[u] == 1.0 else digamma(c + totals[u]) - digamma(c)
            if step:
                c = min(max((1.0 + tables[level]) / (1.0 + opened), 1e-6), 1e6)
                concentrations[level] = c
            for e in range(first[level], first[level + 1]):
                prior = theta[above[e]] if level else base
                theta[e] = (n[e] + c * prior) / (totals[owner[e]] + c)


LARGEST_ODDS = 1e290
SPLIT = 4097.0


def twice_below(distinct, above, a, b, g, h, weight, s):
    """Sum of weight[i] (above[l] + above[r]), where l and r are the left and right insertion points of the
    odds of item i in `distinct`.

    Odds are (a + s g) / (b + s h), rounded as in `hpb_smoothing`; above[j]: number of cases with odds
    distinct[j] or larger, one entry more than distinct.
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
