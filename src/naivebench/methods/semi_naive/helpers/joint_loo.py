"""Leave-one-out accuracy of many partitions of the attributes into groups, each group one joined attribute.

Leaving a case out changes the counts of its own class only, so the term that a group adds to log P(rival) -
log P(own class) of a case depends only on its joint value and its class. For each group, the store contains
one row of K - 1 such terms for every pair of value and class that occurs, and the row number of every case. A
partition adds one row per group and counts the cases in which no rival class wins. Everything is float64;
ties within 1e-10 nats go to the class with more remaining cases, then to the lower index, as in
`naivebench.core.decide`. Equal cases are counted once, with a weight.

Groups are kept in a store of `memory` bytes (at least what one partition can need, 8 d n (K - 1) bytes) that
is emptied when it is full. Each thread has a separate store; the results do not depend on the number of
threads. A new group of m attributes costs O(n m), a partition of G groups O(n G K).
docs/methods/semi-naive.md#joined-attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled, counts
from naivebench.core.checks import InputError, at_least
from naivebench.core.decide import TIE
from naivebench.core.logspace import log_prior
from naivebench.core.table import Attribute, Table, make_table, n_classes
from naivebench.methods.semi_naive.helpers import partition_loops
from naivebench.methods.semi_naive.helpers.partition import Group, Smoothing, groups_of, product

MEMORY = 1 << 28
MASK_BITS = 63
LOOKUP_CELLS_PER_CASE = 16
GROUPS_AT_ONCE = 256
NO_FLOOR = -1
EXACT = 2.0**53  # products of whole numbers below it are exact


class Candidate(NamedTuple):
    """A partition as the difference from a base: groups that are added and groups that are removed."""

    plus: tuple[Group, ...]
    minus: tuple[Group, ...] = ()


class Uses(NamedTuple):
    """The groups of M candidates, concatenated."""

    keys: np.ndarray  # (U,) bit masks of the groups, int64 or whole numbers of any length
    signs: np.ndarray  # (U,) +1 for groups that are added, -1 for those that are removed
    pointers: np.ndarray  # (M + 1,) first use of every candidate


class Store(NamedTuple):
    """The groups that one thread has computed and keeps."""

    slots: dict[int, int]  # bit mask of a group -> row of `rows`; slot 0 is unused
    next_row: list[int]  # the first free row of `table`
    rows: np.ndarray  # (S, n) int32 rows of `table`
    table: np.ndarray  # (R, K - 1) float64 nats; row 0 is zero, for missing values
    scratch: tuple[np.ndarray, ...]  # keys, values, lookup, hash slots, counts, index


class Core(NamedTuple):
    """A data set prepared for searches: its n distinct cases with weights, ordered by `_hardest_first`."""

    codes: np.ndarray  # (d, n) int32, -1 = missing
    y: np.ndarray  # (n,) int32
    weights: np.ndarray  # (n,) int64 number of equal cases
    cardinalities: np.ndarray  # (d,) int64 lengths of the value lists
    any_missing: np.ndarray  # (d,) bool
    prior: np.ndarray  # (K, K - 1) log P(rival) - log P(own) by own class, the case left out
    precedes: np.ndarray  # (K, K - 1) bool: the rival wins a tie
    logs: np.ndarray  # (N + 1,) log(m + alpha), N = all cases
    smoothing: Smoothing
    stores: tuple[Store, ...]  # one per thread


def prepare(table: Table, smoothing: Smoothing, *, threads: int = 1, memory: int = MEMORY) -> Core:
    """Prepare `table` for searches.

    Raises InputError for attributes that are not discrete and for alpha = 0.
    """
    counts.only_discrete(table, "a search over joined attributes")
    at_least(threads, 1, "threads")
    if not smoothing.alpha > 0:
        raise InputError(
            f"alpha is {smoothing.alpha!r}, expected a number above 0: the searches compare logarithms "
            "of all probabilities"
        )
    table = counts.known_cases(table)
    columns = np.column_stack([table.y, table.codes]).astype(np.int32)
    distinct, weights = np.unique(columns, axis=0, return_counts=True)
    codes, y = np.ascontiguousarray(distinct[:, 1:].T), np.ascontiguousarray(distinct[:, 0])
    cardinalities = np.diff(counts.row_offsets(table)) - 1
    n_c = np.bincount(table.y, minlength=n_classes(table))
    with np.errstate(divide="ignore"):
        logs = np.log(np.arange(len(table.y) + 1) + float(smoothing.alpha))
    stores = tuple(
        _store(len(y), len(codes), n_classes(table), cardinalities, memory // threads) for _ in range(threads)
    )
    missing = np.any(codes < 0, axis=1) if codes.size else np.zeros(len(codes), bool)
    core = Core(
        codes,
        y,
        weights,
        cardinalities,
        missing,
        *_start(n_c, smoothing.prior_alpha),
        logs,
        smoothing,
        stores,
    )
    order = _hardest_first(core)
    return core._replace(codes=np.ascontiguousarray(codes[:, order]), y=y[order], weights=weights[order])


def _hardest_first(core: Core) -> np.ndarray:
    """Indices (n,) of the cases by how far the most probable wrong class leads under naive Bayes, largest
    lead first.

    Most cases that a partition gets wrong then come early, and counting stops once it cannot reach the floor.
    """
    lead = base_of(core, [(j,) for j in range(len(core.codes))]).max(axis=1, initial=-np.inf)
    _clear(core.stores[0])
    return np.argsort(-lead, kind="stable")


def _rivals(k: int) -> np.ndarray:
    """Classes other than c in row c, shape (K, K - 1)."""
    return np.array([[r for r in range(k) if r != c] for c in range(k)], dtype=np.intp).reshape(
        k, max(k - 1, 0)
    )


def _start(n_c: np.ndarray, prior_alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """The prior's term of log P(rival) - log P(own), and whether the rival wins a tie, both (K, K - 1) by own
    class.
    """
    k, others = len(n_c), _rivals(len(n_c))
    left = np.maximum(n_c - np.eye(k, dtype=np.int64), 0)  # row c: a case of class c is left out
    log_p, own_class = log_prior(left, prior_alpha), np.arange(k)[:, None]
    impossible = np.isneginf(log_p[own_class, others])
    prior = np.where(
        impossible, -np.inf, np.where(impossible, 0, log_p[own_class, others]) - log_p[own_class, own_class]
    )
    more, equal = (
        left[own_class, others] > left[own_class, own_class],
        left[own_class, others] == left[own_class, own_class],
    )
    return prior, more | (equal & (others < own_class))


def _store(n: int, d: int, k: int, cardinalities: np.ndarray, memory: int) -> Store:
    """An empty store; the pages of its large arrays take memory only once they are written."""
    row_bytes = 8 * max(k - 1, 1)
    n_rows = 1 + max((memory * 3 // 4) // row_bytes, n * max(d, 1))
    n_slots = 1 + max(min(memory // 4 // (4 * max(n, 1)), 1 << 20), max(d, 1))
    lookup = max(1 << 12, LOOKUP_CELLS_PER_CASE * n, int(cardinalities.max(initial=1)) + 1)
    hashed = 1 << max(int(2 * n).bit_length(), 3)
    scratch = (
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(lookup, np.int32),
        np.empty((hashed, 2), np.int64),
        np.empty((n, k), np.int64),
        np.empty((n, k), np.int32),
    )
    table = np.empty((n_rows, max(k - 1, 0)))
    table[0] = 0
    return Store({}, [1], np.empty((n_slots, n), np.int32), table, scratch)


def _clear(store: Store) -> None:
    store.slots.clear()
    store.next_row[0] = 1


def key_of(group: Group) -> int:
    """The group as a bit mask, bit j for attribute j."""
    return sum(1 << j for j in group)


def group_of_key(key: int) -> Group:
    """The group with this bit mask."""
    return tuple(j for j in range(key.bit_length()) if key >> j & 1)


def _members(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The attributes of the groups, concatenated, and where every group starts, (G + 1,), both int64."""
    if keys.dtype == object:
        groups = [group_of_key(key) for key in keys]
        sizes = np.array([len(group) for group in groups])
        members = np.array([j for group in groups for j in group], np.int64)
    else:
        in_group = (keys[:, None] >> np.arange(MASK_BITS)) & 1
        sizes, members = in_group.sum(axis=1), np.ascontiguousarray(np.nonzero(in_group)[1])
    return members, np.concatenate([[0], np.cumsum(sizes)])


def _cells(core: Core, members: np.ndarray, firsts: np.ndarray) -> np.ndarray:
    """Number of cells r of every group, (G,) float64: the exact product of the lengths, rounded once."""
    several = np.repeat(np.diff(firsts) > 1, np.diff(firsts))
    as_value = several & (core.smoothing.join_missing == "value")
    lengths = np.maximum(core.cardinalities, 1)[members] + (as_value & core.any_missing[members])
    cells = np.multiply.reduceat(lengths.astype(np.float64), firsts[:-1])
    for g in np.flatnonzero(cells >= EXACT):
        cells[g] = product(lengths[firsts[g] : firsts[g + 1]])
    return cells


def _fill(core: Core, store: Store, keys: np.ndarray) -> int:
    """Compute groups that are not in the store, in the given order, as long as there is room; return their
    number.
    """
    loops, (joint, values, lookup, hashed, n_vc, index) = (
        compiled.loops(partition_loops),
        store.scratch,
    )
    first = len(store.slots) + 1
    keys = keys[: len(store.rows) - first]
    if not len(keys):
        return 0
    rows, (members, firsts) = store.rows[first : first + len(keys)], _members(keys)
    n_values, totals = np.zeros(len(keys), np.int64), np.zeros((len(keys), n_vc.shape[1]), np.int64)
    loops.number_values(
        core.codes,
        core.y,
        core.weights,
        members,
        firsts,
        np.maximum(core.cardinalities, 1),
        core.smoothing.join_missing == "value",
        rows,
        n_values,
        totals,
        joint,
        values,
        lookup,
        hashed,
    )
    cells = _cells(core, members, firsts)
    if core.smoothing.smoothing_cells == "observed":
        cells = np.where(np.diff(firsts) > 1, n_values, cells)
    pseudo = core.smoothing.alpha * cells[:, None]
    rest, own_class = np.log(totals + pseudo), np.log(np.maximum(totals - 1, 0) + pseudo)
    done, store.next_row[0] = loops.contributions(
        rows, n_values, core.y, core.weights, core.logs, rest, own_class, n_vc, index, store.table,
        store.next_row[0],
    )  # fmt: skip
    store.slots.update(zip(keys[:done].tolist(), range(first, first + done), strict=True))
    return done


def _score(
    core: Core, store: Store, base: np.ndarray, base_rows: np.ndarray, uses: Uses, floor: int
) -> np.ndarray:
    """Number of cases that every candidate classifies correctly; candidates are counted whenever the store is
    full or has all groups. A candidate that cannot exceed `floor` may get a lower number.
    """
    correct, done = np.zeros(len(uses.pointers) - 1, np.int64), 0
    while done < len(correct):
        first = uses.pointers[done]
        keys, met, number = np.unique(uses.keys[first:], return_index=True, return_inverse=True)
        order = np.argsort(met)
        slots = _slots(core, store, keys[order])
        end = len(uses.keys) if len(slots) == len(keys) else first + met[order[len(slots)]]
        upto = int(np.searchsorted(uses.pointers[1:], end, side="right"))
        pointers = uses.pointers[done : upto + 1] - first
        slots = slots if upto > done else slots[:0]
        compiled.loops(partition_loops).correct_cases(
            base,
            base_rows,
            store.rows,
            store.table,
            slots,
            pointers,
            np.argsort(order)[number.reshape(-1)[: pointers[-1]]],
            uses.signs[first : first + pointers[-1]],
            core.y,
            core.weights,
            core.precedes,
            TIE,
            floor,
            correct[done:upto],
        )
        if upto < len(correct):
            _clear(store)
        done = upto
    return correct


def _slots(core: Core, store: Store, keys: np.ndarray) -> np.ndarray:
    """Slots of the groups, from the first on, as far as the store has room; missing groups are computed."""
    wanted = keys.tolist()
    new = np.flatnonzero([key not in store.slots for key in wanted])
    for start in range(0, len(new), GROUPS_AT_ONCE):
        part = new[start : start + GROUPS_AT_ONCE]
        done = _fill(core, store, keys[part])
        if done < len(part):
            wanted = wanted[: part[done]]
            break
    return np.array([store.slots[key] for key in wanted], np.int64)


def _part(uses: Uses, candidates: np.ndarray) -> Uses:
    """The groups of some of the candidates."""
    sizes = np.diff(uses.pointers)
    chosen = np.isin(np.repeat(np.arange(len(sizes)), sizes), candidates)
    pointers = np.concatenate([[0], np.cumsum(sizes[candidates])])
    return Uses(uses.keys[chosen], uses.signs[chosen], pointers)


def _shared_out(
    core: Core, base: np.ndarray, base_rows: np.ndarray, uses: Uses, owner: np.ndarray, floor: int = NO_FLOOR
) -> np.ndarray:
    """Run `_score` in parallel: thread owner[m] counts candidate m."""
    if len(core.stores) == 1 or len(owner) == 1:
        return _score(core, core.stores[0], base, base_rows, uses, floor)
    correct = np.zeros(len(owner), np.int64)
    parts = [np.flatnonzero(owner == t) for t in range(len(core.stores))]

    def run(store: Store, part: np.ndarray) -> np.ndarray:
        return _score(core, store, base, base_rows, _part(uses, part), floor)

    with ThreadPoolExecutor(len(parts)) as pool:
        for part, result in zip(parts, pool.map(run, core.stores, parts), strict=True):
            correct[part] = result
    return correct


def _uses(candidates: Sequence[Candidate]) -> Uses:
    keys = [key_of(group) for c in candidates for group in (*c.plus, *c.minus)]
    signs = [sign for c in candidates for sign in (*[1.0] * len(c.plus), *[-1.0] * len(c.minus))]
    sizes = [len(c.plus) + len(c.minus) for c in candidates]
    return Uses(
        _keys(keys), np.array(signs, np.float64), np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
    )


def _keys(keys: list[int]) -> np.ndarray:
    """Array of bit masks: int64, or Python integers if 63 bits are not enough."""
    return np.array(keys, np.int64 if max(keys, default=0).bit_length() <= MASK_BITS else object)


def correct_of_partitions(core: Core, partitions: Iterable[Sequence[Group]]) -> np.ndarray:
    """Number of cases that each partition classifies correctly, (m,) int64.

    Groups: ascending attribute indices.
    """
    return _correct(core, _uses([Candidate(tuple(groups)) for groups in partitions]))


def correct_of_individuals(core: Core, batch: np.ndarray, floor: int = NO_FLOOR) -> np.ndarray:
    """Number of cases that each individual of (m, d) classifies correctly, (m,) int64: gene j is the number
    of attribute j's group, 0 = unused.

    An individual with at most `floor` correct cases may get a lower number, because counting stops early.
    """
    m, d = batch.shape
    if d > MASK_BITS:
        return correct_of_partitions(core, [groups_of(row) for row in batch.tolist()])
    masks, pointers = np.empty(m * d, np.int64), np.empty(m + 1, np.int64)
    n_groups = compiled.loops(partition_loops).group_masks(
        np.ascontiguousarray(batch, np.int64), masks, pointers
    )
    return _correct(core, Uses(masks[:n_groups], np.ones(n_groups), pointers), floor)


def _correct(core: Core, uses: Uses, floor: int = NO_FLOOR) -> np.ndarray:
    owner = np.arange(len(uses.pointers) - 1) % len(core.stores)
    return _shared_out(core, core.prior, core.y, uses, owner, floor)


def base_of(core: Core, groups: Sequence[Group]) -> np.ndarray:
    """Sums (n, K - 1) of the terms of a partition, the starting point of `correct_of_moves`."""
    store, total = core.stores[0], core.prior[core.y]
    keys = _keys([key_of(group) for group in groups])
    places = _slots(core, store, keys)
    if len(places) < len(keys):
        _clear(store)
        places = _slots(core, store, keys)
    for place in places:
        total += store.table[store.rows[place]]
    return total


def correct_of_moves(core: Core, base: np.ndarray, moves: Sequence[Candidate]) -> np.ndarray:
    """Number of correctly classified cases after each move from the partition with the sums `base`, (m,)
    int64.

    The same thread gets a group in every step, so that its store stays useful.
    """
    owner = np.array([sum(map(sum, move.plus)) % len(core.stores) for move in moves], dtype=np.int64)
    return _shared_out(core, base, np.arange(len(core.y), dtype=np.int32), _uses(moves), owner)


def n_cases(core: Core) -> int:
    """Number of cases of known class; equal cases are counted as often as they occur."""
    return int(core.weights.sum())


def warm_up() -> None:
    """Load the compiled loops before time is measured."""
    attributes = (Attribute("a", "nominal", ("0", "1")), Attribute("b", "nominal", ("0", "1")))
    core = prepare(make_table(attributes, ("0", "1"), [0, 1], [[0, 0], [1, 1]]), Smoothing(), memory=0)
    correct_of_moves(core, base_of(core, ((0,),)), [Candidate(((0, 1),), ((0,),))])
