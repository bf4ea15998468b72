"""Loops of a module compiled on first use, without fast-math and without the interpreter lock, so that
threads run them side by side.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from naivebench.core.checks import at_least


@functools.cache
def loops(module: types.ModuleType) -> types.SimpleNamespace:
    """All functions of a module of loops by name; they call one another, so each is compiled in a copy that
    holds the compiled ones.

    Compiled code is cached on disk beside the sources or in NUMBA_CACHE_DIR; where neither can be written it
    is compiled anew in every process.
    """
    scope = dict(vars(module))
    names = [
        name
        for name, value in scope.items()
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__
    ]
    for name, value in scope.items():  # loops of other modules
        if isinstance(value, types.FunctionType) and name not in names:
            scope[name] = getattr(loops(sys.modules[value.__module__]), name)
    for name in names:
        scope[name] = _compile(types.FunctionType(scope[name].__code__, scope, name))
    return types.SimpleNamespace(**{name: scope[name] for name in names})


def _compile(function: Callable[..., Any]) -> Callable[..., Any]:
    import numba

    _without_scipy()
    try:
        return numba.njit(function, cache=True, nogil=True)
    except RuntimeError:  # no place for the disk cache can be written
        return numba.njit(function, nogil=True)


@functools.cache
def _without_scipy() -> None:
    """Let numba do without SciPy's linear algebra, which no loop needs and whose import is 40 % of its start:
    it looks for that once, and takes a loop of its own for inner products where there is none.
    """
    if "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]  # not to be had
        try:
            import numba.np.arraymath  # noqa: F401
        finally:
            del sys.modules["scipy.linalg"]


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
