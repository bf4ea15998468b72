"""What describes a metric, whichever module computes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Metric(NamedTuple):
    """One metric: `better` is higher or lower, `range` the smallest and largest possible value."""

    id: str
    label: str
    function: Callable[..., float]
    better: str
    range: tuple[float, float]
    description: str
