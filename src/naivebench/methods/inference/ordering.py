"""Plan of an elimination: the order of the variables, the factors that are multiplied, and the resulting
tables.

The plan does not depend on the numbers in the tables.

Factors are known by their scopes, the variables of their axes. Sets of variables are Python integers, one bit
per variable. Min-fill eliminates next the variable whose elimination joins the fewest pairs of neighbours
that were not yet joined; ties are decided by the smallest table, then by rank. Koller and Friedman 2009,
section 9.4; docs/methods/bayesian-networks.md#elimination-order.
"""

from __future__ import annotations

import heapq
import math
import string
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from naivebench.core.checks import InputError

LETTERS = string.ascii_letters[:-2]  # symbols of variables
LARGEST_TABLE = 1 << 27  # cells: 1 GB of float64
MOST_OPERANDS = 12  # factors multiplied at once: numpy takes at most 32, and fewer keep the inner loop fast


class Step(NamedTuple):
    """One product of factors, summed over `variable` (-1: nothing is summed out).

    Slots count the factors, old and new.
    """

    variable: int
    fill: int  # pairs of neighbours joined
    operands: tuple[int, ...]  # slots
    scope: str  # symbols of the variables of the result
    cells: int  # size of the product before the sum
    subscripts: str  # for numpy.einsum


def bits(mask: int) -> Iterator[int]:
    """Positions of the ones, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def symbols_of(n: int) -> tuple[str, ...]:
    """One character per variable: letters while they last, because numpy.einsum takes these as they are."""
    return tuple(LETTERS[:n]) if n <= len(LETTERS) else tuple(chr(0x10000 + i) for i in range(n))


def min_fill(
    scopes: Sequence[Sequence[int]], kept: int, cards: Sequence[int], ranks: Sequence[int]
) -> list[tuple[int, int]]:
    """Order of elimination of all variables of the scopes but those in the mask `kept`: (variable, its fill)
    each.
    """
    adjacent = _neighbours(scopes)
    costs = {v: (*_cost(adjacent, v, cards), ranks[v], v) for v in adjacent if not kept >> v & 1}
    heap = list(costs.values())
    heapq.heapify(heap)
    order = []
    while costs:
        entry = heapq.heappop(heap)
        fill, _, _, v = entry
        if costs.get(v) != entry:
            continue
        del costs[v]
        order.append((v, fill))
        for u in bits(_remove(adjacent, v, fill)):
            if u in costs:
                costs[u] = (*_cost(adjacent, u, cards), ranks[u], u)
                heapq.heappush(heap, costs[u])
    return order


def _neighbours(scopes: Sequence[Sequence[int]]) -> dict[int, int]:
    """Every variable with the mask of those that share a scope with it, itself included."""
    adjacent: dict[int, int] = {}
    for scope in scopes:
        mask = 0
        for v in scope:
            mask |= 1 << v
        for v in scope:
            adjacent[v] = adjacent.get(v, 0) | mask
    return adjacent


def _cost(adjacent: dict[int, int], v: int, cards: Sequence[int]) -> tuple[int, int]:
    """Pairs of neighbours of v that are not joined, and the cells of the table over v and its neighbours."""
    around = rest = adjacent[v]
    unjoined, weight = 0, 1
    while rest:
        low = rest & -rest
        u = low.bit_length() - 1
        rest ^= low
        unjoined += (around & ~adjacent[u]).bit_count()
        weight *= cards[u]
    return unjoined >> 1, weight


def _remove(adjacent: dict[int, int], v: int, fill: int) -> int:
    """Eliminate v: join its neighbours. Returns the mask of the variables whose cost may have changed."""
    around = adjacent.pop(v) & ~(1 << v)
    touched = around
    for u in bits(around):
        adjacent[u] = (adjacent[u] | around) & ~(1 << v)
        if fill:
            touched |= adjacent[u]
    return touched


def schedule(
    scopes: Sequence[Sequence[int]],
    query: Sequence[int],
    *,
    symbols: Sequence[str],
    cards: Sequence[int],
    ranks: Sequence[int],
) -> tuple[Step, ...]:
    """Steps that sum all variables but `query` out of the product of factors; the last result has the axes of
    `query`.

    Raises InputError if a table would have more than LARGEST_TABLE cells.
    """
    kept = sum(1 << v for v in query)
    order = min_fill(scopes, kept, cards, ranks)
    place = {symbols[v]: p for p, (v, _) in enumerate(order)} | {symbols[v]: len(order) for v in query}
    card = {symbols[v]: cards[v] for scope in scopes for v in scope} | {symbols[v]: cards[v] for v in query}
    texts = ["".join([symbols[v] for v in scope]) for scope in scopes]
    goal = "".join([symbols[q] for q in query])
    buckets: list[list[int]] = [[] for _ in range(len(order) + 1)]
    for slot, text in enumerate(texts):
        buckets[min([place[s] for s in text], default=len(order))].append(slot)
    steps: list[Step] = []
    for (v, fill), bucket in zip([*order, (-1, 0)], buckets, strict=True):
        for operands, last in _groups(bucket, texts, card):
            factors = [texts[k] for k in operands]
            product = "".join(dict.fromkeys("".join(factors)))
            scope = product if not last else product.replace(symbols[v], "") if v >= 0 else goal
            cells = checked_cells([card[s] for s in product])
            steps.append(
                Step(*((v, fill) if last else (-1, 0)), operands, scope, cells, _subscripts(factors, scope))
            )
            texts.append(scope)
            if last and v >= 0:
                buckets[min([place[s] for s in scope], default=len(order))].append(len(texts) - 1)
    return tuple(steps)


def checked_cells(cards: Sequence[int]) -> int:
    """Cells of a table over variables with the given numbers of values. Raises InputError if there are too
    many.
    """
    cells = math.prod(cards)
    if cells > LARGEST_TABLE or len(cards) > len(LETTERS):
        limit = f"a table of {cells:.3g} cells, the limit is {LARGEST_TABLE}"
        raise InputError(f"exact inference needs {limit}: observe more variables, or leave some out")
    return cells


def _groups(
    bucket: list[int], texts: list[str], card: dict[str, int]
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Products that combine a bucket of slots into one factor, and whether each product is the last.

    The caller gives every result the next slot.
    """
    if len(bucket) > MOST_OPERANDS:
        bucket = sorted(bucket, key=lambda k: math.prod([card[s] for s in texts[k]]))
    while len(bucket) > MOST_OPERANDS:
        yield tuple(bucket[:MOST_OPERANDS]), False
        bucket = [len(texts) - 1, *bucket[MOST_OPERANDS:]]
    yield tuple(bucket), True


def _subscripts(texts: list[str], scope: str) -> str:
    """Subscripts for numpy.einsum; symbols that are not letters are replaced by unused letters."""
    used = "".join(dict.fromkeys("".join(texts)))
    text = ",".join(texts) + "->" + scope
    if used.isascii():
        return text
    return text.translate(dict(zip(map(ord, used), LETTERS, strict=False)))
