"""Hill climbing over the arcs of a Bayesian network whose score is a sum over families."""

from __future__ import annotations

from collections.abc import Callable


def climb(
    n_variables: int, score: Callable[[int, frozenset[int]], float], max_parents: int
) -> list[frozenset[int]]:
    """Parents of every variable in the network where the climb ends: no change of one arc raises the score.

    The search starts without arcs, and each step adds, removes or reverses the arc that raises the score
    most; ties (within 1e-9) go to the first in the order of additions, removals, reversals, each by child and
    then parent. score(child, parents) is called many times for the same family, so it should cache its
    results.
    """
    v = n_variables
    parents: list[frozenset[int]] = [frozenset()] * v

    def gain(child: int, new: frozenset[int]) -> float:
        return score(child, new) - score(child, parents[child])

    while True:
        below = _descendants(parents)
        best = 1e-9
        change: tuple[tuple[int, frozenset[int]], ...] | None = None
        for j in range(v):
            for p in range(v):
                if p != j and p not in parents[j] and p not in below[j] and len(parents[j]) < max_parents:
                    more = parents[j] | {p}
                    raised = gain(j, more)
                    if raised > best + 1e-9:
                        best, change = raised, ((j, more),)
        for j in range(v):
            for p in sorted(parents[j]):
                less = parents[j] - {p}
                raised = gain(j, less)
                if raised > best + 1e-9:
                    best, change = raised, ((j, less),)
        for j in range(v):
            for p in sorted(parents[j]):
                less, turned = parents[j] - {p}, parents[p] | {j}
                if len(turned) <= max_parents and not less & below[p]:
                    raised = gain(j, less) + gain(p, turned)
                    if raised > best + 1e-9:
                        best, change = raised, ((j, less), (p, turned))
        if change is None:
            return parents
        for child, new in change:
            parents[child] = new


def _descendants(parents: list[frozenset[int]]) -> list[set[int]]:
    """The descendants of every variable."""
    below: list[set[int]] = [set() for _ in parents]
    for j in range(len(parents)):
        stack, seen = list(parents[j]), set()
        while stack:
            p = stack.pop()
            if p not in seen:
                seen.add(p)
                below[p].add(j)
                stack += parents[p]
    return below
