"""Search for the groups of attributes on which naive Bayes has the best leave-one-out accuracy.

Leaving a case out changes the counts of its own class only, so the term that a group adds to log P(rival) -
log P(own class) of a case depends only on its joint value and its class. The terms of a group are computed
once and stored, K - 1 for every case; a partition adds up the terms of its groups and counts the cases in
which no rival class wins. Ties within 1e-10 nats go to the class with more remaining cases, then to the lower
index, as in `naivebench.core.decisions`. Equal cases are stored once, with a weight. A group of m attributes
costs O(n m), and a partition of G groups costs O(n G K).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import check_at_least
from naivebench.core.decisions import TIE, find_tie_winners
from naivebench.core.logspace import log_prior
from naivebench.core.table import Table, cardinalities, class_counts, n_classes
from naivebench.methods.semi_naive.partitions import LARGEST, Group, Groups, Model, Structure, fit_groups

MEMORY = 1 << 28  # bytes of stored terms; at least those of one partition
MOST_STORED = 1 << 16  # groups, however few cases they have
LOOKUP_CELLS = 16  # per case: joint values of a wider span are numbered by sorting
CELLS = 256  # sums of cases and rivals that are added up together: they stay in the cache
NO_FLOOR = -1


class Cases(NamedTuple):
    """The n distinct cases of a table, prepared for searches, and the terms computed so far.

    Cases are sorted by how clearly naive Bayes misclassifies them: most errors of a partition are then found
    early, and counting stops as soon as it cannot reach the floor.
    """

    codes: np.ndarray  # (d, n) int32, negative = missing
    y: np.ndarray  # (n,) int32
    weights: np.ndarray  # (n,) int64 number of equal cases
    lengths: np.ndarray  # (d,) int64 lengths of the value lists, at least 1
    base: np.ndarray  # (n, K - 1) log P(rival) - log P(own class) of the priors, the case left out
    precedes: np.ndarray  # (K, K - 1) bool, by own class: the rival wins a tie
    logs: np.ndarray  # (N + 1,) log(m + alpha), N = all cases
    alpha: float
    slots: dict[int, int]  # bit mask of a group -> place of its terms
    terms: np.ndarray  # (S, n, K - 1) float64 nats


class Move(NamedTuple):
    """One step from a partition to another."""

    plus: Groups  # groups that are added
    minus: Groups  # groups that are removed
    after: Groups


def prepare_cases(table: Table, alpha: float = 1.0, prior_alpha: float = 1.0) -> Cases:
    """Prepare a table of discrete attributes for searches. alpha > 0, prior_alpha >= 0."""
    table = counts.select_labelled_cases(table)
    columns = np.column_stack([table.y, table.codes]).astype(np.int32)
    distinct, weights = np.unique(columns, axis=0, return_counts=True)
    codes, y = np.ascontiguousarray(distinct[:, 1:].T), np.ascontiguousarray(distinct[:, 0])

    # row c of these tables is for a case of class c that is left out, its columns for the rival classes
    k = n_classes(table)
    n_c = class_counts(table)
    log_p = log_prior(np.maximum(n_c - np.eye(k, dtype=np.int64), 0), prior_alpha)
    with np.errstate(invalid="ignore"):
        lead = np.where(np.isneginf(log_p), -np.inf, log_p - np.diag(log_p)[:, None])
    rivals = ~np.eye(k, dtype=bool)
    lead, precedes = (part[rivals].reshape(k, k - 1) for part in (lead, find_tie_winners(n_c)))

    n_stored = max(min(MEMORY // max(8 * (k - 1) * len(y), 1), MOST_STORED), len(codes) + 3)
    logs = np.log(np.arange(len(table.y) + 1) + float(alpha))
    base, terms = lead[y], np.empty((n_stored, len(y), k - 1))
    lengths = np.maximum(cardinalities(table), 1)
    cases = Cases(codes, y, weights, lengths, base, precedes, logs, float(alpha), {}, terms)

    # naive Bayes decides the order of the cases
    naive_bayes = sum_group_terms(cases, [(j,) for j in range(len(codes))])
    order = np.argsort(-naive_bayes.max(axis=1, initial=-np.inf), kind="stable")
    cases.slots.clear()
    return cases._replace(
        codes=np.ascontiguousarray(codes[:, order]), y=y[order], weights=weights[order], base=base[order]
    )


def sum_group_terms(cases: Cases, groups: Sequence[Group]) -> np.ndarray:
    """Sum the terms of a partition, (n, K - 1), from which `score_moves` starts."""
    total = cases.base.copy()
    for slot in find_term_slots(cases, make_group_masks([groups])):
        total += cases.terms[slot]
    return total


def make_group_masks(partitions: Sequence[Sequence[Group]]) -> np.ndarray:
    """Make the bit masks of all groups, bit j for attribute j: int64, or Python integers above 63 bits."""
    masks = [sum(1 << j for j in group) for groups in partitions for group in groups]
    return np.array(masks, np.int64 if max(masks, default=0).bit_length() < 64 else object)


def find_term_slots(cases: Cases, masks: np.ndarray) -> np.ndarray:
    """Find the slots of the terms of at most S groups. Terms that are not stored are computed; if they do not
    fit, all stored terms are discarded first.
    """
    groups, inverse = np.unique(masks, return_inverse=True)
    known = groups.tolist()
    if len(cases.slots) + sum(group not in cases.slots for group in known) > len(cases.terms):
        cases.slots.clear()
    first, new = len(cases.slots), [group for group in known if group not in cases.slots]
    if new:
        cases.slots.update(zip(new, range(first, first + len(new)), strict=True))
        in_group = (np.array(new, masks.dtype)[:, None] >> np.arange(len(cases.codes)) & 1).astype(bool)
        members = np.ascontiguousarray(np.nonzero(in_group)[1])
        firsts = np.concatenate([[0], np.cumsum(in_group.sum(axis=1))])
        lookup = np.empty(max(1 << 12, LOOKUP_CELLS * len(cases.y)), np.int64)
        counted, smoothing = (cases.codes, cases.y, cases.weights), (cases.lengths, cases.alpha, cases.logs)
        fill_group_terms(*counted, members, firsts, *smoothing, lookup, cases.terms[first:])
    return np.array([cases.slots[group] for group in known], np.int64)[inverse.reshape(-1)]


@njit(cache=True)
def fill_group_terms(codes, y, weights, members, firsts, lengths, alpha, logs, lookup, terms):
    """Write the terms of each group g of attributes members[firsts[g] : firsts[g + 1]] to terms[g] (n, K -
    1). A term is added to log P(rival) - log P(own class) of a left-out case; it is 0 if the value is
    missing.
    """
    n, k = y.shape[0], terms.shape[2] + 1
    keys = np.empty(n, np.int64)
    for g in range(firsts.shape[0] - 1):
        # number the joint values
        group = members[firsts[g] : firsts[g + 1]]
        span, cells = lengths[group[0]], float(lengths[group[0]])
        for i in range(n):
            keys[i] = codes[group[0], i]
        for j in group[1:]:
            if span * lengths[j] > lookup.shape[0]:
                span = renumber_keys(keys, span, lookup)
            for i in range(n):
                keys[i] = -1 if keys[i] < 0 or codes[j, i] < 0 else keys[i] * lengths[j] + codes[j, i]
            span, cells = span * lengths[j], min(cells * lengths[j], LARGEST)
        n_values = renumber_keys(keys, span, lookup)

        # count them by class, and take logarithms once for each
        counted, totals = np.zeros((n_values, k), np.int64), np.zeros(k, np.int64)
        for i in range(n):
            if keys[i] >= 0:
                counted[keys[i], y[i]] += weights[i]
                totals[y[i]] += weights[i]
        rival, own = np.empty((n_values, k)), np.empty((n_values, k))
        for c in range(k):
            log_total = math.log(totals[c] + alpha * cells)
            log_own_total = math.log(max(totals[c] - 1, 0) + alpha * cells)
            for v in range(n_values):
                rival[v, c] = logs[counted[v, c]] - log_total
                own[v, c] = logs[max(counted[v, c] - 1, 0)] - log_own_total
        for i in range(n):
            v, c = keys[i], y[i]
            for r in range(k - 1):
                terms[g, i, r] = rival[v, r + (r >= c)] - own[v, c] if v >= 0 else 0.0


@njit(cache=True)
def renumber_keys(keys, span, lookup):
    """Number the keys below `span` consecutively, in place; negative keys stay. Return the number of values.

    lookup: scratch space. Keys of a wider span are sorted.
    """
    n_values = 0
    if span <= lookup.shape[0]:
        lookup[:span] = -1
        for i in range(keys.shape[0]):
            if keys[i] >= 0:
                if lookup[keys[i]] < 0:
                    lookup[keys[i]] = n_values
                    n_values += 1
                keys[i] = lookup[keys[i]]
        return n_values
    last = np.int64(-1)
    for i in np.argsort(keys):
        if keys[i] >= 0:
            if keys[i] != last:
                last = keys[i]
                n_values += 1
            keys[i] = n_values - 1
    return n_values


@njit(cache=True)
def fill_weights_of_correct_cases(base, terms, pointers, used, signs, y, weights, precedes, floor, correct):
    """Set correct[m] to the weight of the cases that candidate m assigns to their own class, or to a number
    of at most `floor` if the candidate cannot exceed it.

    Candidate m adds the terms in slots used[pointers[m] : pointers[m + 1]] with their signs to base (n, K -
    1). Cases are taken in blocks, so that the sums stay in the cache and counting stops early.
    """
    n, n_rivals = base.shape
    width = max(16, CELLS // max(n_rivals, 1))
    total, all_weights = np.empty((width, n_rivals)), weights.sum()
    flat = total.reshape(-1)
    for m in range(pointers.shape[0] - 1):
        won, left = 0, all_weights
        for first in range(0, n, width):
            if won + left <= floor:
                break
            size = min(width, n - first)
            total[:size] = base[first : first + size]
            for s in range(pointers[m], pointers[m + 1]):
                term, sign = terms[used[s], first : first + size].reshape(-1), signs[s]
                for cell in range(size * n_rivals):
                    flat[cell] += sign * term[cell]
            for i in range(size):
                left -= weights[first + i]
                best = -np.inf
                for r in range(n_rivals):
                    best = max(best, total[i, r])
                lost = best > TIE
                if abs(best) <= TIE:  # a tie, which some rivals win
                    for r in range(n_rivals):
                        lost = lost or (precedes[y[first + i], r] and total[i, r] >= max(best, 0.0) - TIE)
                won += 0 if lost else weights[first + i]
        correct[m] = won


def score_candidates(
    cases: Cases,
    base: np.ndarray,
    masks: np.ndarray,
    signs: np.ndarray,
    pointers: np.ndarray,
    floor: int = NO_FLOOR,
) -> np.ndarray:
    """Count the cases that each of M candidates classifies correctly, (M,) int64.

    Candidate m adds the groups masks[pointers[m] : pointers[m + 1]] with their signs to `base`. As many
    candidates are counted together as the store has room for. A candidate that cannot exceed `floor` may get
    a lower number.
    """
    correct, done = np.zeros(len(pointers) - 1, np.int64), 0
    while done < len(correct):
        room = pointers[done] + len(cases.terms)
        upto = int(np.searchsorted(pointers, room, side="right")) - 1
        part = slice(pointers[done], pointers[upto])
        groups = pointers[done : upto + 1] - pointers[done], find_term_slots(cases, masks[part]), signs[part]
        labels = cases.y, cases.weights, cases.precedes
        fill_weights_of_correct_cases(base, cases.terms, *groups, *labels, floor, correct[done:upto])
        done = upto
    return correct


def score_moves(cases: Cases, base: np.ndarray, moves: Sequence[Move]) -> np.ndarray:
    """Count the cases classified correctly after each move from the partition with the sums `base`, (m,)."""
    masks = make_group_masks([groups for move in moves for groups in (move.plus, move.minus)])
    signs = np.array([s for move in moves for s in (*[1.0] * len(move.plus), *[-1.0] * len(move.minus))])
    pointers = np.cumsum([0, *(len(move.plus) + len(move.minus) for move in moves)])
    return score_candidates(cases, base, masks, signs, pointers)


def score_partition(cases: Cases, groups: Groups) -> int:
    """Count the cases that a partition classifies correctly."""
    return int(score_moves(cases, cases.base, [Move(groups, (), groups)])[0])


def make_replacement_move(groups: Groups, old: Groups, new: Groups) -> Move:
    """Replace the groups `old` by `new`, in the place of the first of `old` or at the end."""
    place = groups.index(old[0]) if old else len(groups)
    before, behind = groups[:place], tuple(g for g in groups[place:] if g not in old)
    return Move(new, old, (*before, *new, *behind))


def climb_partitions(
    cases: Cases,
    groups: Groups,
    list_moves: Callable[[Groups], list[Move]],
    count_evaluations: Callable[[Groups], int],
    budget: float = math.inf,
) -> Structure:
    """Climb from `groups` to a partition that no move improves: take the move that classifies most cases
    correctly, as long as this is more than before; of equally good moves, take the first.

    list_moves: the moves from a partition in order of preference. count_evaluations: the evaluations that the
    paper counts for one step, including the last step, which gains nothing. A step that would exceed `budget`
    is not started.
    """
    current = score_partition(cases, groups)
    evaluations, to_solution = 0, 0
    while evaluations + count_evaluations(groups) <= budget:
        evaluations += count_evaluations(groups)
        moves = list_moves(groups)
        correct = score_moves(cases, sum_group_terms(cases, groups), moves) if moves else np.zeros(0)
        if correct.max(initial=0) <= current:
            break
        best = int(correct.argmax())
        groups, current, to_solution = moves[best].after, int(correct[best]), evaluations
    return Structure(groups, current, evaluations, to_solution)


def list_usable_attributes(cases: Cases) -> list[int]:
    """List the attributes with at least one known value; other attributes cannot be part of a group."""
    return np.flatnonzero((cases.codes >= 0).any(axis=1)).tolist()


def fit_best_partition(
    train: Table,
    search: Callable[[Cases], Structure],
    method: str,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Fit naive Bayes on the partition that `search` finds. Raises InputError for a pseudo-count outside its
    range and for attributes that are not discrete.
    """
    check_at_least(alpha, 1e-12, "alpha", method)  # logarithms of all probabilities are compared
    check_at_least(prior_alpha, 0, "prior_alpha", method)
    counts.check_kinds(train.attributes, method)
    structure = search(prepare_cases(train, alpha, prior_alpha))
    facts: dict[str, Any] = {
        "evaluations": structure.evaluations,
        "evaluations_to_solution": structure.evaluations_to_solution,
        "training_fitness": structure.correct / max(int((train.y >= 0).sum()), 1),
    }
    if structure.trace is not None:
        facts["trace"] = structure.trace
    return fit_groups(train, sorted(structure.groups), alpha, prior_alpha)._replace(facts=facts)
