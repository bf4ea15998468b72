"""What the searches for weights and probabilities share: threads that do not change the result, and warming
up.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from naivebench.core.checks import at_least


def in_threads(
    work: Callable[[np.ndarray], None], n: int, threads: int, multiple: int = 1, parts_per_thread: int = 4
) -> None:
    """Call work(indices) for consecutive parts of 0 to n - 1, whose lengths but the last are multiples of
    `multiple`.

    The parts are worked on at the same time by `threads` threads; each index must stand for work of its own.
    Raises InputError if `threads` is less than 1.
    """
    at_least(threads, 1, "threads")
    if threads == 1:
        work(np.arange(n))
        return
    size = max(1, -(-n // (int(threads) * parts_per_thread * multiple))) * multiple
    parts = [np.arange(first, min(first + size, n)) for first in range(0, n, size)]
    with ThreadPoolExecutor(int(threads)) as pool:
        for _ in pool.map(work, parts):
            pass
