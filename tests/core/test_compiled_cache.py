"""Loops that one process has compiled are loaded by the next, which compiles nothing."""

import os
import subprocess
import sys

CODE = """
import fcntl, os
import numpy as np
from naivebench.core import compiled, compiled_cache, rounded_loops
seen = {}
loop = compiled.loops(rounded_loops).extents
with open(rounded_loops.__file__) as locked:
    fcntl.flock(locked, fcntl.LOCK_EX)  # as another process does while it compiles
    assert (list(compiled_cache.load(seen)), loop.signatures) == ([], [])  # what it writes is not read yet
index, key = loop._cache._cache_file._index_path, loop._cache._index_key
known = {index: os.stat(index).st_mtime_ns} if os.path.exists(index) else {}
assert list(compiled_cache.load(known)) == []  # the file has not changed
loop._cache._index_key = lambda *_: "another processor"
assert (list(compiled_cache.load({})), loop.signatures) == ([], [])
loop._cache._index_key = key
print(len(list(compiled_cache.load(seen))), len(loop.signatures), seen == known)
low, high = np.full(2, np.inf), np.full(2, -np.inf)
loop(np.array([[1.0, 3.0], [np.nan, 2.0]]), low, high)
print(*low, *high, sum(loop.stats.cache_misses.values()), len(list(compiled_cache.load(seen))))
"""


def test_a_second_process_loads_what_the_first_has_compiled(tmp_path):
    def told():
        return subprocess.run(
            [sys.executable, "-c", CODE],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout.splitlines()

    assert told() == ["0 0 True", "1.0 2.0 3.0 2.0 1 0"]
    assert told() == ["1 1 True", "1.0 2.0 3.0 2.0 0 0"]


def test_without_compilation_loops_run_and_nothing_is_loaded():
    code = (
        "import numpy as np; from naivebench.core import compiled, compiled_cache, rounded_loops; "
        "low, high = np.full(1, np.inf), np.full(1, -np.inf); "
        "compiled.loops(rounded_loops).extents(np.array([[1.0, 3.0]]), low, high); "
        "print(*low, *high, list(compiled_cache.load({})))"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "1.0 3.0 []\n"), done.stderr


def test_only_listed_loops_are_compiled_with_simd(tmp_path):
    """One instruction adds both parts of a complex number, and no sum is in another order."""
    code = (
        "import numba, numpy as np; from naivebench.core import compiled; "
        "from naivebench.methods.bn_classifiers.helpers import bn_loops; "
        "loop = compiled.loops(bn_loops).add_children; heads = np.zeros((1, 4), complex); "
        "loop(np.zeros((2, 3), np.int32), np.arange(2), np.array([2, 2]), heads, np.zeros((1, 16), complex), "
        "np.zeros((2, 3, 1), complex)); (text,) = loop.inspect_llvm().values(); "
        "words = 'fadd <2 x double>', 'fadd fast', 'reassoc'; "
        "print(numba.config.SLP_VECTORIZE, *(word in text for word in words))"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_SLP_VECTORIZE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "0 True False False\n"), done.stderr
