"""Loops of the structure searches in plain Python, compiled by `core.compiled` for `joint_loo`.

No logarithm is taken here. Codes are -1 where missing; callers have checked every index. Indices are unsigned
so that the compiled code need not test for negative ones.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.count_loops import fill


def compact(values, keys, span, lookup, slots):
    """Renumber keys >= 0 by first occurrence into `values` (-1 stays -1); return how many there are.

    lookup: (>= span,) scratch for small spans; slots: (power of two,) scratch of a hash table for larger
    ones.
    """
    n_values = 0
    if span <= lookup.shape[0]:
        lookup[:span] = -1
        for i in range(keys.shape[0]):
            if keys[i] < 0:
                values[i] = -1
                continue
            key = np.uint64(keys[i])
            if lookup[key] < 0:
                lookup[key] = n_values
                n_values += 1
            values[i] = lookup[key]
        return n_values
    mask = np.uint64(slots.shape[0] - 1)
    slots[:, 0] = -1
    for i in range(keys.shape[0]):
        if keys[i] < 0:
            values[i] = -1
            continue
        place = (np.uint64(keys[i]) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20) & mask
        while slots[place, 0] != keys[i] and slots[place, 0] >= 0:
            place = (place + np.uint64(1)) & mask
        if slots[place, 0] < 0:
            slots[place, 0] = keys[i]
            slots[place, 1] = n_values
            n_values += 1
        values[i] = slots[place, 1]
    return n_values


def joint_values(codes, members, radices, missing_is_value, keys, values, lookup, slots):
    """Number the joint values of the attributes `members` that occur, by first occurrence; return how many
    there are.

    codes: (d, n), radices: (len(members),) length of each value list, one longer if missing is a value of its
    own (then only a case that lacks all members is missing). keys, values: (n,) scratch and result.
    """
    n = codes.shape[1]
    shift = np.int64(1) if missing_is_value else np.int64(0)
    span = radices[0]
    for i in range(n):
        keys[i] = np.int64(codes[members[0], i]) + shift
    for m in range(1, members.shape[0]):
        radix = radices[m]
        if span * radix > lookup.shape[0]:
            span = compact(values, keys, span, lookup, slots)
            for i in range(n):
                keys[i] = values[i]
        column = codes[members[m]]
        for i in range(n):
            code = np.int64(column[i]) + shift
            keys[i] = -1 if keys[i] < 0 or code < 0 else keys[i] * radix + code
        span = span * radix
    if missing_is_value:
        for i in range(n):
            anything = False
            for member in members:
                anything = anything or codes[member, i] >= 0
            if not anything:
                keys[i] = -1
    return compact(values, keys, span, lookup, slots)


def number_values(
    codes,
    y,
    weights,
    members,
    firsts,
    radices,
    missing_is_value,
    rows,
    n_values,
    totals,
    keys,
    values,
    lookup,
    slots,
):
    """For every group g of attributes members[firsts[g] : firsts[g + 1]], write its joint value in every case
    to rows[g] (n,), the number of joint values that occur to n_values[g], and the weight of the cases of each
    class in which its value is known to totals[g] (K,).

    radices: of each attribute in a group of several; `missing_is_value` does not concern groups of one.
    """
    for g in range(firsts.shape[0] - 1):
        group = members[firsts[g] : firsts[g + 1]]
        as_value = missing_is_value and group.shape[0] > 1
        lengths = radices[group] + (np.int64(1) if as_value else np.int64(0))
        n_values[g] = joint_values(codes, group, lengths, as_value, keys, values, lookup, slots)
        row, total = rows[g], totals[g]
        for i in range(values.shape[0]):
            row[i] = values[i]
            if values[i] >= 0:
                total[np.uint64(y[i])] += weights[i]


def contributions(rows, n_values, y, weights, logs, rest, own_class, counts, index, table, first):
    """Turn the joint values of groups into rows of `table`, group after group as long as there is room;
    return the number of these groups and the first free row. See `contribution_rows`.

    rows: (G, n), n_values: (G,), rest, own_class: (G, K); counts, index: scratch.
    """
    for g in range(rows.shape[0]):
        if first + y.shape[0] > table.shape[0]:
            return g, first
        row, of_values, at = rows[g], counts[: n_values[g]], index[: n_values[g]]
        of_values[:] = 0
        at[:] = -1
        for i in range(y.shape[0]):
            if row[i] >= 0:
                of_values[np.uint64(row[i]), np.uint64(y[i])] += weights[i]
        first += contribution_rows(y, of_values, logs, rest[g], own_class[g], at, table, first, row)
    return rows.shape[0], first


def contribution_rows(y, counts, logs, rest, own_class, index, table, first, rows):
    """Write the terms that a group adds to log P(rival) - log P(own class) with the case left out; return the
    number of rows.

    One row of `table` (., K - 1) per occurring pair of value and class, from row `first` on. rows[i] is the
    value of case i and becomes its row, 0 (a row of zeros) where the value is missing. counts: (V, K),
    logs[m] = log(m + alpha), rest, own_class: (K,) log of the denominators with all cases and without one;
    index: (V, K) scratch of -1.
    """
    n_classes = counts.shape[1]
    used = 0
    for i in range(rows.shape[0]):
        if rows[i] < 0:
            rows[i] = 0
            continue
        v, c = np.uint64(rows[i]), np.uint64(y[i])
        if index[v, c] < 0:
            row = table[first + used]
            kept = counts[v]
            base = logs[np.uint64(kept[c] - 1)] - own_class[c]
            for k in range(y[i]):
                row[k] = (logs[np.uint64(kept[k])] - rest[k]) - base
            for k in range(y[i] + 1, n_classes):
                row[k - 1] = (logs[np.uint64(kept[k])] - rest[k]) - base
            index[v, c] = first + used
            used += 1
        rows[i] = index[v, c]
    return used


def group_masks(batch, masks, pointers):
    """Write the groups of individuals as bit masks, bit j for attribute j, in order of their first
    attributes; return how many groups there are.

    batch: (m, d) number of each attribute's group, 0 = not used, at most d <= 63; masks: (m d,);
    pointers: (m + 1,) ends up as the first group of every individual.
    """
    m, d = batch.shape
    place = np.empty(d + 1, np.int64)
    used = 0
    for i in range(m):
        pointers[i] = used
        place[:] = -1
        for j in range(d):
            label = batch[i, j]
            if label == 0:
                continue
            if place[label] < 0:
                place[label] = used
                masks[used] = 0
                used += 1
            masks[place[label]] |= np.int64(1) << np.int64(j)
    pointers[m] = used
    return used


def lay_out(rows, table, slots, needed, first, size, terms):
    """Fill terms[s, k, i] with the term of the group in slot slots[s] for rival k of case first + i, i <
    size, for all groups that are needed.
    """
    for s in range(slots.shape[0]):
        if not needed[s]:
            continue
        row, term = rows[slots[s]], terms[s]
        for i in range(size):
            t = table[np.uint64(row[first + i])]
            for k in range(t.shape[0]):
                term[k, i] = t[k]


def add_up(start, terms, used, signs, total):
    """Set total to start plus or minus the terms used[0], used[1], ..., added in this order."""
    size = start.shape[0]
    fill(total, start)
    s = 0
    while s + 3 < used.shape[0]:  # four at a time spare three quarters of the loads and stores of the sums
        t0, t1, t2, t3 = terms[used[s]], terms[used[s + 1]], terms[used[s + 2]], terms[used[s + 3]]
        s0, s1, s2, s3 = signs[s], signs[s + 1], signs[s + 2], signs[s + 3]
        for i in range(size):
            total[i] = (((total[i] + s0 * t0[i]) + s1 * t1[i]) + s2 * t2[i]) + s3 * t3[i]
        s += 4
    while s < used.shape[0]:
        t0, s0 = terms[used[s]], signs[s]
        for i in range(size):
            total[i] += s0 * t0[i]
        s += 1


def wins(sums, b, precedes, tie):
    """Whether case b is assigned to its own class. sums: (K - 1, .) log P(rival) - log P(own); precedes:
    rivals that win a tie.
    """
    best = 0.0
    for k in range(sums.shape[0]):
        best = max(best, sums[k, b])
    if best > tie:
        return False
    lost = False
    for k in range(sums.shape[0]):
        lost = lost or (precedes[k] and sums[k, b] >= best - tie)
    return not lost


def correct_cases(
    base, base_rows, rows, table, slots, pointers, used, signs, y, weights, precedes, tie, floor, correct
):
    """Set correct[m] to the weight of the cases that candidate m assigns to their own class, or to a number
    of at most `floor` if the candidate cannot exceed it.

    Candidate m adds the groups in slots[used[pointers[m] : pointers[m + 1]]] with their signs to the base.
    base: (B, K - 1), base_rows: (n,), rows: (S, n) row of `table` per slot and case, precedes: (K, K - 1) by
    own class. Cases are taken in blocks, in which the terms of every slot are laid out once for all
    candidates, rival after rival, so that sums and comparisons run over neighbours in memory.
    """
    n, n_rivals = y.shape[0], table.shape[1]
    width = max(16, 256 // max(n_rivals, 1) // 8 * 8)
    terms = np.zeros((slots.shape[0], n_rivals, width))
    flat_terms = terms.reshape(slots.shape[0], n_rivals * width)
    start, total, worst = np.zeros((n_rivals, width)), np.empty((n_rivals, width)), np.empty(width)
    flat_start, flat_total = start.reshape(n_rivals * width), total.reshape(n_rivals * width)
    correct[:] = 0
    needed, left = np.ones(slots.shape[0], np.bool_), weights.sum()
    for first in range(0, n, width):
        size = min(width, n - first)
        if floor >= 0:
            needed[:] = False
            for m in range(pointers.shape[0] - 1):
                if correct[m] + left > floor:
                    needed[used[pointers[m] : pointers[m + 1]]] = True
        lay_out(rows, table, slots, needed, first, size, terms)
        for i in range(size):
            for k in range(n_rivals):
                start[k, i] = base[base_rows[first + i], k]
        for m in range(pointers.shape[0] - 1):
            if correct[m] + left <= floor:
                continue
            part = slice(pointers[m], pointers[m + 1])
            add_up(flat_start, flat_terms, used[part], signs[part], flat_total)
            worst[:] = -np.inf
            for k in range(n_rivals):
                for i in range(width):
                    worst[i] = total[k, i] if total[k, i] > worst[i] else worst[i]
            count, close = 0, 0
            for i in range(size):
                count += weights[first + i] if worst[i] < -tie else 0
                close += -tie <= worst[i] <= tie
            if close:
                for i in range(size):
                    if -tie <= worst[i] <= tie and wins(total, i, precedes[y[first + i]], tie):
                        count += weights[first + i]
            correct[m] += count
        left -= weights[first : first + size].sum()
