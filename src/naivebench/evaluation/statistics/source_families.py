"""Votes of source families: data sets of one family repeat each other's cases or share an attribute space, so
they are not independent evidence, and a family has one vote in every statistic that treats data sets as
independent.

Fewer than `FEWEST` families are no evidence about further families. Then every data set votes, and the result
applies only to further members of these families.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

FEWEST = 3


def list_repeated_families(datasets: Sequence[str], family: Mapping[str, str]) -> list[str]:
    """Return the families with several data sets if there are too few families to vote; otherwise []."""
    names = [family.get(d, d) for d in datasets]
    few = len(set(names)) < FEWEST
    return [f for f in dict.fromkeys(names) if few and names.count(f) > 1]


def choose_representatives(datasets: Sequence[str], family: Mapping[str, str]) -> dict[str, str]:
    """Map each data set to the one that votes for it: the first of its family or itself (`FEWEST`).

    `family`: data set -> its family; a data set that is not in it is its own family.
    """
    if list_repeated_families(datasets, family):
        return {d: d for d in datasets}
    first: dict[str, str] = {}
    return {d: first.setdefault(family.get(d, d), d) for d in datasets}


def average_by_family(values: Mapping[str, float], family: Mapping[str, str]) -> list[float]:
    """Return a value for each vote: the mean over a family, in the order of the families' first members."""
    members: dict[str, list[float]] = {}
    for dataset, voter in choose_representatives(list(values), family).items():
        members.setdefault(voter, []).append(values[dataset])
    return [math.fsum(numbers) / len(numbers) for numbers in members.values()]
