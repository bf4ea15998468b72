"""Compilation of loops in several processes."""

from __future__ import annotations

import importlib
import threading
from pathlib import Path

import pytest

from naivebench.core import compiled


def test_a_loop_waits_while_another_process_compiles_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    fcntl = pytest.importorskip("fcntl")
    source = tmp_path / "module_of_one_loop.py"
    source.write_text("def twice(x):\n    return x + x\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    twice = compiled.loops(importlib.import_module("module_of_one_loop")).twice
    results: list[int] = []
    calling = threading.Thread(target=lambda: results.append(twice(2)))
    with source.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)  # as another process does while it compiles
        calling.start()
        calling.join(0.3)
        assert not results
    calling.join()
    assert results == [4]
    assert sum(twice.stats.cache_misses.values()) == 1
