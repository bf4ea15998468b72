"""Decision graph of P(class | attributes): a decision tree in which branches may join again. A greedy search
by a Bayesian score splits and merges leaves.

    score = sum over leaves of [ log Gamma(K a) - log Gamma(K a + N) + sum over c of log Gamma(a + N_c) -
        log Gamma(a) ]
            + log(kappa) (K - 1) times the number of leaves

There are three operators on leaves: C, a complete split on an attribute (a leaf for every value that is
possible there, that is, not excluded by the splits on some path to the leaf); B, a binary split (one value
against the others); M, a merge of two leaves into one. The operator that raises the score most is applied
until none raises it. Cases without the attribute of a split stay at the node. They contribute log p(these
cases | cases with the attribute): the leaf score of all cases of the node minus the score of the cases with
the attribute.

Ties go to C before B before M, then to the lower attribute, value and leaf. Among equally good partners of a
leaf, the one with the most cases wins, then the older one.

Fit and prediction: high_cardinality.bn_dg. O(d) per case and split on its path.
docs/methods/high-cardinality.md#class-table-as-decision-graph; Chickering, Heckerman and Meek 1997.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from naivebench.core.checks import InputError, check_at_least
from naivebench.methods.high_cardinality import split_graphs
from naivebench.methods.high_cardinality.split_graphs import BINARY, COMPLETE, Node

OPERATORS = "CBM"
SPLIT_ALL, SPLIT_ONE, MERGE = 0, 1, 2  # places in OPERATORS, and the order in which ties are broken


class Score(NamedTuple):
    """Tables of the score in fixed point, in units of 1 / scale nats."""

    n_classes: int  # K
    term: np.ndarray  # (n + 1,) int64 log Gamma(a + m) - log Gamma(a)
    total_term: np.ndarray  # (n + 1,) int64 log Gamma(K a + m) - log Gamma(K a)
    per_leaf: int  # -log(kappa) (K - 1)
    scale: float

    def score_leaves(self, class_counts: np.ndarray) -> np.ndarray:
        """Score leaves without the prior of the structure (kappa), (...,) int64; counts: (..., K)."""
        return self.term[class_counts].sum(axis=-1) - self.total_term[class_counts.sum(axis=-1)]


def check_search_parameters(operators: str, kappa: float, alpha: float) -> None:
    """Raise InputError if a parameter of the search is outside its range."""
    known = isinstance(operators, str) and set(operators) <= set(OPERATORS)
    if not known or len(set(operators)) < len(operators):
        raise InputError(
            f"operators in bn_dg is {operators!r}, expected different letters of "
            f"{OPERATORS} (C: complete split, B: binary split, M: merge)"
        )
    check_at_least(alpha, 0, "alpha", "bn_dg")
    check_at_least(kappa, 0, "kappa", "bn_dg")
    if alpha == 0 or not 0 < kappa <= 1:
        raise InputError(
            f"alpha is {alpha!r} and kappa is {kappa!r} in bn_dg, expected alpha above 0, and "
            "kappa above 0 and at most 1"
        )


def tabulate_score(n: int, n_classes: int, most: int, alpha: float, kappa: float) -> Score:
    """Tabulate the score of up to n cases, in units that depend on n, most, alpha and kappa alone."""
    m = np.arange(n + 1, dtype=np.float64)
    largest = gammaln(most * alpha + n + 2) - gammaln(most * alpha) - (n + 1) * (most - 1) * np.log(kappa) + 2
    scale = 2.0 ** (60 - int(np.ceil(np.log2(largest))))
    term, total_term = (
        np.rint((gammaln(a + m) - gammaln(a)) * scale).astype(np.int64) for a in (alpha, n_classes * alpha)
    )
    per_leaf = int(np.rint(-(n_classes - 1) * np.log(kappa) * scale))
    return Score(n_classes, term, total_term, per_leaf, scale)


class _Leaf(NamedTuple):
    cases: np.ndarray  # rows
    possible: tuple[int, ...]  # (d,) set of the values that are possible, value v as bit v
    copies: int  # number of equal leaves that a leaf without cases represents


class GraphSearch:
    """A graph that starts as a single leaf, and the operators that would raise its score.

    codes: (d, n) int32 in 0..sizes[j] - 1, or -1; y: (n,) classes; usable: (d,) bool, attributes that may be
    split on. The caller may exclude attributes later, but never admit one again.
    """

    def __init__(
        self,
        codes: np.ndarray,
        y: np.ndarray,
        sizes: np.ndarray,
        score: Score,
        operators: str,
        usable: np.ndarray,
    ) -> None:
        self.codes, self.y, self.sizes = codes, y, sizes
        self.score, self.operators, self.usable = score, operators, usable
        self.counts = np.zeros((64, score.n_classes), np.int64)  # of every node, with room for more
        self.open = np.zeros(64, bool)  # which nodes are leaves with cases
        self.nodes: list[Node] = []
        self.leaves: dict[int, _Leaf] = {}
        self.merged_into: dict[int, int] = {}
        # (-gain, operator, attribute, value, leaf, partner)
        self.heap: list[tuple[int, int, int, int, int, int]] = []
        self.gains: list[float] = []  # nats, of the operators applied
        self._add_leaf(np.arange(len(y)), tuple((1 << r) - 1 for r in sizes.tolist()))

    def peek_largest_gain(self) -> int:
        """Return the largest gain itself, and put its operator on top of the heap; 0 without gains."""
        while self.heap:
            change, operator, attribute, _, leaf, partner = self.heap[0]
            if leaf not in self.leaves:
                heapq.heappop(self.heap)
            elif operator == MERGE and partner >= 0 and not self.open[partner]:
                heapq.heappop(self.heap)
                self._push_merge(leaf)
            elif operator != MERGE and not self.usable[attribute]:
                heapq.heappop(self.heap)
                self._push_splits(leaf)
            else:
                return -change
        return 0

    def apply_best_operator(self) -> int:
        """Apply the operator on top of the heap; return the attribute of a split, or -1 for a merge."""
        change, operator, attribute, value, leaf, partner = heapq.heappop(self.heap)
        if operator != MERGE:
            self._split_leaf(leaf, attribute, value, -change)
        elif partner >= 0:
            self._merge_leaves(leaf, partner, -change)
        else:  # the leaves without cases of one complete split join the largest leaf
            largest = np.flatnonzero(self.open)
            partner = int(largest[np.argmax(self.counts[largest].sum(axis=1))])
            self._merge_leaves(leaf, partner, self.score.per_leaf * self.leaves[leaf].copies)
        return attribute

    def compute_log_score(self) -> float:
        """Compute the score of the graph in nats: the score of the single leaf plus all gains."""
        root = int(self.score.score_leaves(self.nodes[0].counts)) - self.score.per_leaf
        return root / self.score.scale + sum(self.gains)

    def count_leaves(self) -> int:
        """Count the leaves, including each one without cases."""
        return sum(leaf.copies for leaf in self.leaves.values())

    def _add_leaf(self, cases: np.ndarray, possible: tuple[int, ...], copies: int = 1) -> int:
        """Add a leaf, and put the operators on the heap that would raise the score by changing it."""
        leaf = len(self.nodes)
        if leaf == len(self.open):
            self.counts = np.concatenate([self.counts, np.zeros_like(self.counts)])
            self.open = np.concatenate([self.open, np.zeros_like(self.open)])
        self.counts[leaf] = np.bincount(self.y[cases], minlength=self.score.n_classes)
        self.open[leaf] = len(cases) > 0
        self.nodes.append(Node(self.counts[leaf].copy()))
        self.leaves[leaf] = _Leaf(cases, possible, copies)
        if len(cases):
            self._push_splits(leaf)
        if "M" in self.operators:
            self._push_merge(leaf)
        return leaf

    def _push_splits(self, leaf: int) -> None:
        """Put the best complete and the best binary split of a leaf on the heap, if they raise the score."""
        cases, possible, _ = self.leaves[leaf]
        n_classes, term, total_term, per_leaf, _ = self.score
        complete, occurring, binary, value = split_graphs.score_splits(
            self.codes, self.y, cases, term, total_term, int(self.sizes.max()), n_classes
        )
        if "C" in self.operators:
            complete -= per_leaf * (np.array([values.bit_count() for values in possible]) - 1)
            complete[~self.usable | (occurring < 2)] = 0
            j = int(np.argmax(complete))
            if complete[j] > 0:
                heapq.heappush(self.heap, (-int(complete[j]), SPLIT_ALL, j, -1, leaf, -1))
        if "B" in self.operators:
            binary[~self.usable] = 0
            j = int(np.argmax(binary))
            if binary[j] > per_leaf:
                heapq.heappush(self.heap, (-int(binary[j] - per_leaf), SPLIT_ONE, j, int(value[j]), leaf, -1))

    def _push_merge(self, leaf: int) -> None:
        """Put the best merge of a leaf with an older one that has cases on the heap, if it raises the score.

        Older leaves may disappear later, but none is added, so the gain of the best merge of a leaf never
        grows. The partner of a leaf without cases is chosen when it is merged.
        """
        per_leaf = self.score.per_leaf
        if not self.open[leaf]:
            if leaf > 0 and per_leaf > 0:
                heapq.heappush(self.heap, (-per_leaf, MERGE, -1, -1, leaf, -1))
            return
        older = np.flatnonzero(self.open[:leaf])
        if len(older) == 0:
            return
        counts, theirs, score_leaves = self.counts[leaf], self.counts[older], self.score.score_leaves
        gains = score_leaves(theirs + counts) - score_leaves(theirs) - score_leaves(counts) + per_leaf
        best = older[gains == gains.max()]
        if gains.max() > 0:
            partner = int(best[np.argmax(self.counts[best].sum(axis=1))])
            heapq.heappush(self.heap, (-int(gains.max()), MERGE, -1, -1, leaf, partner))

    def _remove_leaf(self, leaf: int) -> _Leaf:
        self.open[leaf] = False
        return self.leaves.pop(leaf)

    def _split_leaf(self, leaf: int, attribute: int, value: int, gain: int) -> None:
        """Split a leaf, completely (if value is -1) or on one value."""
        cases, possible, _ = self._remove_leaf(leaf)
        self.gains.append(gain / self.score.scale)
        x, rest = self.codes[attribute, cases], possible[attribute]
        values: tuple[int, ...] = (value,)
        children: tuple[int, ...]

        def add_child(rows: np.ndarray, values: int, copies: int = 1) -> int:
            return self._add_leaf(rows, (*possible[:attribute], values, *possible[attribute + 1 :]), copies)

        if value >= 0:
            only = 1 << value
            children = (add_child(cases[x == value], only),)
            other = add_child(cases[(x >= 0) & (x != value)], rest & ~only)
            kind = BINARY
        else:
            occurring, parts = split_graphs.group_by_value(x)
            kind, values = COMPLETE, tuple(occurring.tolist())
            children = tuple(add_child(cases[p], 1 << v) for v, p in zip(values, parts, strict=True))
            for v in values:
                rest &= ~(1 << v)
            other = add_child(cases[:0], rest, rest.bit_count()) if rest else -1
        self.nodes[leaf] = Node(self.nodes[leaf].counts, kind, attribute, values, children, other)

    def _merge_leaves(self, leaf: int, partner: int, gain: int) -> None:
        """Replace two leaves by a new one."""
        one, two = self._remove_leaf(leaf), self._remove_leaf(partner)
        cases = np.concatenate([one.cases, two.cases])
        self.gains.append(gain / self.score.scale)
        possible = tuple(a | b for a, b in zip(one.possible, two.possible, strict=True))
        self.merged_into[leaf] = self.merged_into[partner] = self._add_leaf(cases, possible)
