"""Loading of loops that other processes have compiled, before they are called.

numba has no public way to load without compiling, so this uses attributes of its pinned version.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

from naivebench.core import compiled


def load(seen: dict[str, int]) -> Iterator[None]:
    """Load what is in numba's cache for the loops of imported modules, one function for one list of types at
    a time.

    seen: modification times of the index files that need not be read again; they are updated.
    """
    modules = [name for name in sys.modules if name.startswith("naivebench.") and name.endswith("_loops")]
    for loop in (loop for name in modules for loop in vars(compiled.loops(sys.modules[name])).values()):
        # None where nothing can be cached, or with NUMBA_DISABLE_JIT
        file = getattr(getattr(loop, "_cache", None), "_cache_file", None)
        changed = _modified(file._index_path) if file else 0
        if not file or changed == seen.get(file._index_path, 0):
            continue
        codegen = loop.targetctx.codegen()
        for key in file._load_index():
            if key[0] not in loop.overloads and key == loop._cache._index_key(key[0], codegen):
                if not _loaded(loop, key[0]):
                    break
                yield
        else:
            seen[file._index_path] = changed


def _loaded(loop: Any, types: Any) -> bool:
    """Load a loop, unless another process compiles loops of the same file: numba writes its index first, so
    the code might be that of an older version of the file.
    """
    with compiled.locked(loop.py_func.__code__.co_filename, wait=False) as free:
        if free:
            type(loop).compile(loop, types)
        return free


def _modified(path: str) -> int:
    """Modification time in nanoseconds, 0 if there is no such file."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0
