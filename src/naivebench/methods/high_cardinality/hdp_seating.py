"""Compiled loops for the seating of customers at tables behind hierarchical Dirichlet processes: steps of the
Gibbs sampler of `high_cardinality.hdp`, and expectations for `high_cardinality.eskdb`.

A tree of nodes has a distribution theta_u ~ Dirichlet(c_l theta_parent(u)) at each node u of level l. The
customers n of a leaf are cases; customers of an inner node are the tables t of its children, and cases that
end there. t tables of n customers have the weight S(n, t) c^t, where S are unsigned Stirling numbers of the
first kind: the number of ways to seat n customers at t tables.

The loops draw no random numbers: callers pass uniform numbers. n, t: (M, K) int64, total_n: (M,) of the M
nodes and K values of the tree, parent: (M,).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

WINDOW = 21  # number of values of a table count that are compared in one step
CACHED = 4096  # number of values for which a parent's Stirling numbers are cached


@njit(cache=True)
def tabulate_log_stirling(limit):
    """Tabulate log S(n, t) for 1 <= t <= n <= limit, at n (n - 1) / 2 + t - 1, float64."""
    table = np.zeros(limit * (limit + 1) // 2)
    for n in range(1, limit):
        row, following = n * (n - 1) // 2, n * (n + 1) // 2
        log_n = math.log(n)
        table[following] = table[row] + log_n
        for t in range(1, n):
            stay, opened = table[row + t] + log_n, table[row + t - 1]
            larger, smaller = max(stay, opened), min(stay, opened)
            table[following + t] = larger + math.log1p(math.exp(smaller - larger))
    return table


@njit(cache=True)
def _digamma(x):
    """Return the derivative of log Gamma for x > 0, with an absolute error below 1e-12."""
    shift = 0.0
    while x < 10.0:
        shift -= 1.0 / x
        x += 1.0
    y = 1.0 / (x * x)
    return (
        shift + math.log(x) - 0.5 / x - y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y / 132))))
    )


@njit(cache=True)
def _trigamma(x):
    """Return the second derivative of log Gamma for x > 0, with a relative error below 1e-11."""
    shift = 0.0
    while x < 10.0:
        shift += 1.0 / (x * x)
        x += 1.0
    y = 1.0 / (x * x)
    return (
        shift + 1.0 / x + 0.5 * y + y / x * (1 / 6 - y * (1 / 30 - y * (1 / 42 - y * (1 / 30 - y * 5 / 66))))
    )


@njit(cache=True)
def _approximate_log_stirling(n, t):
    """Approximate log S(n, t) for large n, from the saddle point of the function (x + 1) (x + 2) ... (x + n -
    1).

    Tilted to mean t - 1, the number of further tables is a sum of independent bits. Its probability at the
    mean is taken from the binomial distribution of the same mean and variance, which is exact for the
    smallest and the largest t.
    """
    further = t - 1.0
    if t == 1:
        return math.lgamma(n)
    if t >= n:
        return 0.0
    x = further / math.log(1.0 + n / further)
    mean, variance = 0.0, 1.0
    for _ in range(60):
        mean = x * (_digamma(x + n) - _digamma(x + 1.0))
        variance = mean - x * x * (_trigamma(x + 1.0) - _trigamma(x + n))
        step = (further - mean) / variance
        x *= math.exp(min(max(step, -1.0), 1.0))
        if abs(step) < 1e-9:
            break
    p = 1.0 - variance / further
    trials = further / p
    at_mean = math.lgamma(trials + 1.0) - math.lgamma(further + 1.0) - math.lgamma(trials - further + 1.0)
    at_mean += further * math.log(p) + (trials - further) * math.log1p(-p)
    return math.lgamma(x + n) - math.lgamma(x + 1.0) - further * math.log(x) + at_mean


@njit(cache=True)
def log_stirling(n, t, table, limit):
    """Return log S(n, t), 1 <= t <= n, from the table for n up to `limit`, otherwise by the saddle point."""
    if n <= limit:
        return table[n * (n - 1) // 2 + t - 1]
    return _approximate_log_stirling(n, t)


@njit(cache=True)
def resample_level_tables(
    nodes, classes, draws, parent, fixed_parent, log_base, n, total_n, t, log_c, log_rising, table, limit
):
    """Take one Gibbs step for the table counts t[nodes[s], classes[s]] of one level, slot by slot.

    The count t of a node with n customers of the class has weight S(n, t) c^t times the probability of the
    tables at the parent, whose customers they are: S(n', t') / (c' (c' + 1) ... (c' + N' - 1)), or base^t
    under a fixed parent. If n <= WINDOW, all values of t are compared; otherwise only values in a window
    placed at random around the current value. draws: (slots, 2) uniform numbers. log_rising[N]: log of the
    parent's rising factorial. Nodes are in ascending order, so the children of a parent are next to each
    other, and Stirling numbers beyond the table are cached for the present parent.
    """
    owner, start = np.full(n.shape[1], -1), np.zeros(n.shape[1], np.int64)
    cache, weights = np.empty((n.shape[1], CACHED)), np.empty(WINDOW)
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
            if owner[k] != v and n[v, k] + high - now > limit:
                owner[k], start[k] = v, n[v, k] + low - now - CACHED // 2
                cache[k, :] = np.nan

        # weights of the values, relative to the largest
        largest = -math.inf
        for value in range(low, high + 1):
            weight = log_stirling(m, value, table, limit) + value * log_c
            if fixed_parent:
                weight += value * log_base[k]
            else:
                customers = n[v, k] + value - now
                place = customers - start[k]
                if customers <= limit or place < 0 or place >= CACHED:
                    seats = log_stirling(customers, t[v, k], table, limit)
                else:
                    if math.isnan(cache[k, place]):
                        cache[k, place] = _approximate_log_stirling(customers, t[v, k])
                    seats = cache[k, place]
                weight += seats - log_rising[total_n[v] + value - now]
            weights[value - low] = weight
            largest = max(largest, weight)

        # draw a value by one uniform number
        sum_of_weights = 0.0
        for i in range(high - low + 1):
            weights[i] = math.exp(weights[i] - largest)
            sum_of_weights += weights[i]
        rest, chosen = draws[s, 1] * sum_of_weights, high
        for i in range(high - low):
            rest -= weights[i]
            if rest < 0:
                chosen = low + i
                break
        t[u, k] = chosen
        if not fixed_parent:
            n[v, k] += chosen - now
            total_n[v] += chosen - now


@njit(cache=True)
def _log_rising_factorial(a, m):
    """Return log a (a + 1) ... (a + m - 1) for a > 0."""
    if m > 8:
        return math.lgamma(a + m) - math.lgamma(a)
    product = 1.0
    for i in range(m):
        product *= a + i
    return math.log(product)


@njit(cache=True)
def log_likelihood(first, last, parent, n, total_n, theta, concentration):
    """Return the log probability of the customers of nodes first..last - 1 under Dirichlet(c theta[parent]),
    with the distributions of these nodes integrated out.

    A node with a single customer is left out, because its probability does not depend on c.
    """
    result = 0.0
    for u in range(first, last):
        if total_n[u] > 1:
            result -= _log_rising_factorial(concentration, total_n[u])
            for k in range(n.shape[1]):
                if n[u, k] > 0:
                    result += _log_rising_factorial(concentration * theta[parent[u], k], n[u, k])
    return result


@njit(cache=True)
def draw_seating(nodes, classes, draws, parent, n, t, theta, concentration):
    """Draw table counts: customer i + 1 opens a table with probability a / (a + i), a = c theta[parent]."""
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


@njit(cache=True)
def _compute_expected_tables(a, n):
    """Return the expected number of tables of n customers for concentration a, a (psi(a + n) - psi(a))."""
    if n <= 1.0:
        return n
    if n <= 6.0 and n == math.floor(n):
        tables = 0.0
        for i in range(int(n)):
            tables += a / (a + i)
        return tables
    return min(n, max(1.0, a * (_digamma(a + n) - _digamma(a))))


@njit(cache=True)
def compute_expected_seating(first, start, owner, above, ends, base, rounds, n, totals, concentrations):
    """Compute the customers n (entries,), totals (nodes,) and concentrations (levels,) in place.

    Level l has the entries from first[l] and the nodes from start[l]. owner: node of an entry. above: entry
    of the parent node; level 0 has the parent probability `base`. ends: cases that end at an entry.
    """
    levels = concentrations.shape[0]
    theta, tables = np.zeros(n.shape[0]), np.zeros(levels)
    for step in range(rounds):
        # tables, from the leaves up
        n[:] = ends
        totals[:] = 0
        for level in range(levels - 1, -1, -1):
            c, tables[level] = concentrations[level], 0.0
            for e in range(first[level], first[level + 1]):
                totals[owner[e]] += n[e]
                a = c * (theta[above[e]] if level else base)
                t = _compute_expected_tables(a, n[e]) if step else min(1.0, n[e])
                tables[level] += t
                if level:
                    n[above[e]] += t

        # concentrations and distributions, from the root down
        for level in range(levels):
            c, opened = concentrations[level], 0.0
            for u in range(start[level], start[level + 1]):
                opened += 1.0 / c if totals[u] == 1.0 else _digamma(c + totals[u]) - _digamma(c)
            if step:
                c = min(max((1.0 + tables[level]) / (1.0 + opened), 1e-6), 1e6)
                concentrations[level] = c
            for e in range(first[level], first[level + 1]):
                prior = theta[above[e]] if level else base
                theta[e] = (n[e] + c * prior) / (totals[owner[e]] + c)
