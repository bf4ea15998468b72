"""Compilation of a module's loops on first use, without fast-math and without the interpreter lock, so that
threads run them in parallel.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from naivebench.core.checks import at_least


def loaded() -> bool:
    """Whether an earlier step has imported numba."""
    return sys.modules.get("numba") is not None


@functools.cache
def loops(module: types.ModuleType) -> types.SimpleNamespace:
    """All functions of a module of loops, by name.

    The functions call one another, so each is compiled in a copy of the module's namespace that contains the
    compiled ones. Those that the module lists as `SIMD` are compiled by `_with_simd`. Compiled code is cached
    on disk next to the sources or in NUMBA_CACHE_DIR; where neither is writable, it is compiled again in
    every process.
    """
    scope = _scope(module)
    names = [name for name, value in vars(module).items() if _is_loop(value, module)]
    simd = getattr(module, "SIMD", ())
    made = {}
    for name in names:
        loop = _in_scope(vars(module)[name], scope)
        made[name] = _compile(loop, name in simd)
    return types.SimpleNamespace(**made)


@functools.cache
def _scope(module: types.ModuleType) -> dict[str, Any]:
    """A copy of a module's namespace in which loops call compiled loops."""
    scope = dict(vars(module))
    for name, value in vars(module).items():
        if _is_loop(value, module):
            scope[name] = _compile_callee(_in_scope(value, scope))
        elif isinstance(value, types.FunctionType):  # a loop of another module
            scope[name] = _scope(sys.modules[value.__module__])[value.__name__]
    return scope


def _is_loop(value: object, module: types.ModuleType) -> bool:
    return isinstance(value, types.FunctionType) and value.__module__ == module.__name__


def _in_scope(function: types.FunctionType, scope: dict[str, Any]) -> types.FunctionType:
    return types.FunctionType(function.__code__, scope, function.__name__)


def _compile(function: types.FunctionType, simd: bool) -> Callable[..., Any]:
    try:
        loop = _jit()(function, cache=True, nogil=True, no_cfunc_wrapper=True)
    except RuntimeError:  # no folder for the disk cache is writable
        return _jit()(function, nogil=True, no_cfunc_wrapper=True)
    if hasattr(loop, "compile"):  # not with NUMBA_DISABLE_JIT
        once = functools.partial(_compile_once, loop.compile, function.__code__.co_filename)
        loop.compile = functools.partial(_with_simd, once) if simd else once
    return loop


def _compile_once(compile_: Callable[[Any], Any], source: str, signature: Any) -> Any:
    """Call compile_(signature), which reads or writes the disk cache, while no other process does so for the
    same source file: a loop that two processes need at the same time is compiled by the first and read by
    the second.
    """
    with locked(source):
        return compile_(signature)


def _with_simd(compile_: Callable[[Any], Any], signature: Any) -> Any:
    """Call compile_(signature) with LLVM's vectorizer of straight-line code, which adds both parts of a
    complex number by one instruction.

    It is on for this call only, because numba knows of wrong code for some other functions (its issue 8705):
    the tests compare the results of such loops with those of NumPy, bit by bit.
    """
    from numba import config

    before = config.SLP_VECTORIZE  # type: ignore[attr-defined]
    config.SLP_VECTORIZE = 1  # type: ignore[attr-defined]
    try:
        return compile_(signature)
    finally:
        config.SLP_VECTORIZE = before  # type: ignore[attr-defined]


@contextlib.contextmanager
def locked(source: str, wait: bool = True) -> Iterator[bool]:
    """Lock the compiled code of a source file, and say whether that succeeded: without `wait`, it does not
    while another process holds the lock.
    """
    with contextlib.ExitStack() as held:
        free = True
        try:
            import fcntl

            # the lock ends with this block, or with the process
            fcntl.flock(
                held.enter_context(open(source, "rb")), fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB)
            )
        except BlockingIOError:
            free = False
        except (ImportError, OSError):  # not all systems have locks
            pass
        yield free


def _compile_callee(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop for loops that call it: without files, and without the conversion of Python objects,
    which takes as long to compile as a short loop.
    """
    return _jit()(function, nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)


def _jit() -> Any:  # the types of numba lack some options
    import numba

    _without_scipy()
    return numba.njit


@functools.cache
def _without_scipy() -> None:
    """Keep numba from importing SciPy's linear algebra, which no loop needs and which takes 40 % of numba's
    start-up.

    numba looks for it once; if it is missing, numba uses its own loop for inner products.
    """
    if "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]  # makes its import fail
        try:
            import numba.np.arraymath  # noqa: F401
        finally:
            del sys.modules["scipy.linalg"]


def in_threads(
    work: Callable[[np.ndarray], None], n: int, threads: int, multiple: int = 1, parts_per_thread: int = 4
) -> None:
    """Call work(indices) for consecutive parts of 0 to n - 1, in `threads` threads at the same time.

    The length of every part but the last is a multiple of `multiple`; the work of each index must be
    independent of the others. Raises InputError if `threads` is less than 1.
    """
    at_least(threads, 1, "threads")
    if threads == 1:
        work(np.arange(n))
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to import

    size = max(1, -(-n // (int(threads) * parts_per_thread * multiple))) * multiple
    parts = [np.arange(first, min(first + size, n)) for first in range(0, n, size)]
    with ThreadPoolExecutor(int(threads)) as pool:
        for _ in pool.map(work, parts):
            pass
