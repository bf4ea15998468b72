"""Greedy search for a decision graph: apply the operator that raises the Bayesian score most, until none
raises it.

    score = sum over leaves of [ log Gamma(K a) - log Gamma(K a + N) + sum over c of log Gamma(a + N_c) -
        log Gamma(a) ]
            + log(kappa) (K - 1) times the number of leaves

There are three operators on leaves: C, a complete split on an attribute (a leaf for every value that is
possible there, that is, not excluded by the splits on some path to the leaf); B, a binary split (one value
against the others); M, a merge of two leaves into one. The change of the score depends only on the leaves
involved. Cases without the attribute of a split stay at the node. They contribute log p(these cases | cases
with the attribute): the leaf score of all cases of the node minus that of the cases with the attribute.

Ties: C before B before M, then the lower attribute, value and leaf. A leaf without cases can be merged with
any other leaf at the same gain; it is merged with the leaf that has the most cases. Among equally good
partners of other leaves, the one with the most cases wins, then the older one.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled
from naivebench.methods.local_structure.helpers import table_loops
from naivebench.methods.local_structure.helpers.class_cpt import BINARY, COMPLETE, Node, by_value

SPLIT_ALL, SPLIT_ONE, MERGE = 0, 1, 2  # also the order in which ties between operators are broken


class Score(NamedTuple):
    """Tables of the score in fixed point, in units of 1 / scale nats."""

    term: np.ndarray  # (n + 1,) int64 log Gamma(a + m) - log Gamma(a)
    total_term: np.ndarray  # (n + 1,) int64 log Gamma(K a + m) - log Gamma(K a)
    per_leaf: int  # -log(kappa) (K - 1)
    scale: float


class Step(NamedTuple):
    """One operator that was applied."""

    operator: int
    gain: float  # nats
    cases: int  # at the leaf, or at both leaves of a merge
    attribute: int  # of a split, otherwise -1
    value: int  # of a binary split, otherwise -1


@dataclass
class Search:
    """State of the search.

    Leaves that are split or merged stay in `nodes`; `open` marks the leaves with cases.
    """

    codes: np.ndarray  # (d, n) int32
    y: np.ndarray  # (n,)
    sizes: np.ndarray  # (d,)
    score: Score
    operators: str
    usable: np.ndarray  # (d,) bool: attributes that may be split on; an attribute never becomes usable again
    counts: np.ndarray  # (capacity, K) int64
    open: np.ndarray  # (capacity,) bool
    nodes: list[Node] = field(default_factory=list)
    cases: dict[int, np.ndarray] = field(default_factory=dict)  # rows of the cases at each leaf
    # bits of the values that are possible at each leaf, None: all
    allowed: dict[int, tuple[np.ndarray | None, ...]] = field(default_factory=dict)
    # number of equal leaves that a leaf without cases represents
    multiplicity: dict[int, int] = field(default_factory=dict)
    forward: dict[int, int] = field(default_factory=dict)
    # (-gain, operator, attribute, value, leaf, partner)
    heap: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


def score_tables(n: int, n_classes: int, alpha: float, kappa: float, most_classes: int = 0) -> Score:
    """Tables for up to n cases. Tables with equal n, alpha, kappa and `most_classes` have the same units."""
    from scipy.special import gammaln

    m, most = np.arange(n + 1, dtype=np.float64), max(n_classes, most_classes)
    largest = gammaln(most * alpha + n + 2) - gammaln(most * alpha) - (n + 1) * (most - 1) * np.log(kappa) + 2
    scale = 2.0 ** (60 - int(np.ceil(np.log2(largest))))
    term, total_term = (
        np.rint((gammaln(a + m) - gammaln(a)) * scale).astype(np.int64) for a in (alpha, n_classes * alpha)
    )
    return Score(term, total_term, int(np.rint(-(n_classes - 1) * np.log(kappa) * scale)), scale)


def leaf_score(score: Score, class_counts: np.ndarray) -> np.ndarray:
    """Score of leaves without the prior of the structure (kappa), (...,) int64. class_counts: (..., K)."""
    return score.term[class_counts].sum(axis=-1) - score.total_term[class_counts.sum(axis=-1)]


def search(
    codes: np.ndarray,
    y: np.ndarray,
    sizes: np.ndarray,
    n_classes: int,
    *,
    score: Score,
    operators: str,
    max_steps: int | None = None,
) -> Search:
    """Grow a graph from a single leaf with `operators`, a string of their letters. codes: (d, n) int32 in
    0..sizes[j] - 1, or -1.
    """
    state = start(codes, y, sizes, n_classes, score=score, operators=operators)
    while best(state) > 0 and (max_steps is None or len(state.steps) < max_steps):
        apply(state)
    return state


def start(
    codes: np.ndarray,
    y: np.ndarray,
    sizes: np.ndarray,
    n_classes: int,
    *,
    score: Score,
    operators: str,
    usable: np.ndarray | None = None,
) -> Search:
    """Start a search: a single leaf, and the operators on it that would raise the score. usable: (d,) bool,
    by default all.
    """
    usable = np.ones(len(sizes), bool) if usable is None else usable
    no_counts = np.zeros((64, n_classes), np.int64)
    state = Search(codes, y, sizes, score, operators, usable, no_counts, np.zeros(64, bool))
    _add_leaf(state, np.arange(len(y)), (None,) * len(sizes))
    return state


def best(state: Search) -> int:
    """Largest gain in the score by an operator, 0 if no operator raises it. That operator is then on top of
    the heap.
    """
    while state.heap:
        change, operator, attribute, _, leaf, partner = state.heap[0]
        if leaf not in state.cases:
            heapq.heappop(state.heap)
        elif operator == MERGE and leaf not in state.multiplicity and not state.open[partner]:
            heapq.heappop(state.heap)
            _offer_merge(state, leaf)
        elif operator != MERGE and not state.usable[attribute]:
            heapq.heappop(state.heap)
            _offer_splits(state, leaf)
        else:
            return -change
    return 0


def apply(state: Search) -> int:
    """Apply the operator on top of the heap; return the attribute of a split, or -1 for a merge."""
    change, operator, attribute, value, leaf, partner = heapq.heappop(state.heap)
    if operator != MERGE:
        _split(state, leaf, attribute, value, -change)
    elif leaf in state.multiplicity:
        _merge_empty(state, leaf)
    else:
        _merge(state, leaf, partner, -change)
    return attribute


def log_score(state: Search) -> float:
    """Score of the graph in nats: the score of the single leaf plus all gains."""
    root = int(leaf_score(state.score, state.nodes[0].counts)) - state.score.per_leaf
    return root / state.score.scale + sum(step.gain for step in state.steps)


def _add_leaf(
    state: Search, cases: np.ndarray, allowed: tuple[np.ndarray | None, ...], multiplicity: int = 1
) -> int:
    """Add a leaf, and put the operators on it that would raise the score on the heap.

    multiplicity: number of leaves that a leaf without cases represents.
    """
    leaf, n_classes = len(state.nodes), state.counts.shape[1]
    if leaf == len(state.open):
        state.counts = np.concatenate([state.counts, np.zeros_like(state.counts)])
        state.open = np.concatenate([state.open, np.zeros_like(state.open)])
    state.counts[leaf] = np.bincount(state.y[cases], minlength=n_classes)
    state.nodes.append(Node(state.counts[leaf].copy()))
    state.cases[leaf], state.allowed[leaf], state.open[leaf] = cases, allowed, len(cases) > 0
    if len(cases):
        _offer_splits(state, leaf)
        if "M" in state.operators:
            _offer_merge(state, leaf)
        return leaf
    state.multiplicity[leaf] = multiplicity
    if leaf > 0 and "M" in state.operators and state.score.per_leaf > 0:
        heapq.heappush(state.heap, (-state.score.per_leaf, MERGE, -1, -1, leaf, -1))
    return leaf


def _offer_splits(state: Search, leaf: int) -> None:
    """Put the best complete and the best binary split of a leaf on the heap, if they raise the score."""
    d = len(state.sizes)
    complete, binary = np.zeros(d, np.int64), np.zeros(d, np.int64)
    occurring, value = np.zeros(d, np.int64), np.full(d, -1, np.int64)
    compiled.loops(table_loops).score_splits(
        state.codes,
        state.y,
        state.cases[leaf],
        state.score.term,
        state.score.total_term,
        int(state.sizes.max(initial=1)),
        state.counts.shape[1],
        complete,
        occurring,
        binary,
        value,
    )
    if "C" in state.operators and d:
        complete -= state.score.per_leaf * (_possible(state, leaf) - 1)
        possible = state.usable & (occurring > 1)
        j = int(np.argmax(np.where(possible, complete, -1)))
        if possible[j] and complete[j] > 0:
            heapq.heappush(state.heap, (-int(complete[j]), SPLIT_ALL, j, -1, leaf, -1))
    if "B" in state.operators and d:
        binary[~state.usable] = 0
        j = int(np.argmax(binary))
        if binary[j] > state.score.per_leaf:
            heapq.heappush(
                state.heap, (-int(binary[j] - state.score.per_leaf), SPLIT_ONE, j, int(value[j]), leaf, -1)
            )


def _possible(state: Search, leaf: int) -> np.ndarray:
    """Number of possible values of every attribute at a leaf, (d,)."""
    bits = state.allowed[leaf]
    return np.array(
        [r if b is None else _ones(b) for r, b in zip(state.sizes, bits, strict=True)], dtype=np.int64
    )


def _ones(bits: np.ndarray) -> int:
    """Number of bits that are set; `np.bitwise_count` needs NumPy 2."""
    return int.from_bytes(bits.tobytes(), "little").bit_count()


def _offer_merge(state: Search, leaf: int) -> None:
    """Put the best merge of a leaf with an older one that has cases on the heap, if it raises the score.

    Older leaves may disappear later, but none is added, so the gain of the best merge of a leaf never grows.
    """
    older = np.flatnonzero(state.open[:leaf])
    if len(older) == 0:
        return
    counts, theirs = state.counts[leaf], state.counts[older]
    gains = (
        leaf_score(state.score, theirs + counts)
        - leaf_score(state.score, theirs)
        - leaf_score(state.score, counts)
        + state.score.per_leaf
    )
    best = older[gains == gains.max()]
    if gains.max() > 0:
        partner = int(best[np.argmax(state.counts[best].sum(axis=1))])
        heapq.heappush(state.heap, (-int(gains.max()), MERGE, -1, -1, leaf, partner))


def _close(state: Search, leaf: int) -> tuple[np.ndarray, tuple[np.ndarray | None, ...]]:
    """Remove a leaf from the open ones; return its cases and possible values."""
    state.open[leaf] = False
    state.multiplicity.pop(leaf, None)
    return state.cases.pop(leaf), state.allowed.pop(leaf)


def _record(
    state: Search, operator: int, gain: int, cases: int, attribute: int = -1, value: int = -1
) -> None:
    state.steps.append(Step(operator, gain / state.score.scale, cases, attribute, value))


def _split(state: Search, leaf: int, attribute: int, value: int, gain: int) -> None:
    """Split a leaf, completely (value -1) or on one value."""
    cases, allowed = _close(state, leaf)
    _record(state, SPLIT_ALL if value < 0 else SPLIT_ONE, gain, len(cases), attribute, value)
    x = state.codes[attribute, cases]
    before = allowed[attribute]
    bits = _all_bits(int(state.sizes[attribute])) if before is None else before

    def child(rows: np.ndarray, possible: np.ndarray, multiplicity: int = 1) -> int:
        return _add_leaf(
            state, rows, (*allowed[:attribute], possible, *allowed[attribute + 1 :]), multiplicity
        )

    if value >= 0:
        only = _one_bit(value, len(bits))
        yes, no = child(cases[x == value], only), child(cases[(x >= 0) & (x != value)], bits & ~only)
        state.nodes[leaf] = state.nodes[leaf]._replace(
            kind=BINARY, attribute=attribute, value=value, yes=yes, no=no
        )
        return
    values, parts = by_value(x)
    rest = bits.copy()
    for v in values:
        rest &= ~_one_bit(int(v), len(bits))
    children = tuple(
        child(cases[part], _one_bit(int(v), len(bits))) for v, part in zip(values, parts, strict=True)
    )
    n_empty = _ones(rest)
    no = child(cases[:0], rest, n_empty) if n_empty else -1
    state.nodes[leaf] = state.nodes[leaf]._replace(
        kind=COMPLETE, attribute=attribute, no=no, child_values=tuple(values.tolist()), child_nodes=children
    )


def _all_bits(r: int) -> np.ndarray:
    return np.packbits(np.ones(r, np.uint8))


def _one_bit(value: int, length: int) -> np.ndarray:
    bits = np.zeros(length, np.uint8)
    bits[value >> 3] = 128 >> (value & 7)
    return bits


def _merge(state: Search, leaf: int, partner: int, gain: int) -> None:
    """Replace two leaves by a new one."""
    (cases, allowed), (others, also) = _close(state, leaf), _close(state, partner)
    _record(state, MERGE, gain, len(cases) + len(others))
    both = tuple(
        a if a is b else None if a is None or b is None else a | b for a, b in zip(allowed, also, strict=True)
    )
    new = _add_leaf(state, np.concatenate([cases, others]), both)
    state.forward[leaf] = state.forward[partner] = new


def _merge_empty(state: Search, leaf: int) -> None:
    """Merge the leaves without cases of one complete split with the leaf that has the most cases."""
    leaves = np.flatnonzero(state.open)
    partner = int(leaves[np.argmax(state.counts[leaves].sum(axis=1))])
    _merge(state, leaf, partner, state.score.per_leaf * state.multiplicity[leaf])
