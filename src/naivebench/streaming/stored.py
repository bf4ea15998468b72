"""What jobs of streamed data sets hand on: values by key in one .npz, plain arrays all of it, and what is told
beside them.

A key is method/repeat/part. The bytes depend on the values alone. docs/methods.md#saved-models.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.files import replace
from naivebench.evaluation import sums
from naivebench.models import incremental, saved
from naivebench.pipeline import registry

TOLD = "told"
NO_MODULE = ModuleType("plain")  # of values that no method's module describes


class Stored(NamedTuple):
    """Values by key, and by method why there are none."""

    values: dict[str, Any]
    failures: dict[str, list[str]]  # method -> status, reason
    told: dict[str, Any]  # anything JSON has


def save(stored: Stored, stanzas: dict[str, dict], path: str | Path) -> None:
    """Write the values; those of methods that failed are left out. stanzas: of the methods by id."""
    entries = {}
    for key, value in sorted(stored.values.items()):
        if key.partition("/")[0] not in stored.failures:
            content = saved.pack(value, _module(key, stanzas), {}, f"what {key} counted")
            entries[key] = np.frombuffer(content, np.uint8)
    told = json.dumps({"failures": stored.failures, "told": stored.told}, sort_keys=True)
    entries[TOLD] = np.frombuffer(told.encode(), np.uint8)
    with replace(path) as temporary, open(temporary, "wb") as file:
        np.savez(file, allow_pickle=False, **entries)


def load(path: str | Path, stanzas: dict[str, dict]) -> Stored:
    """Read what `save` wrote."""
    with np.load(path) as file:
        told = json.loads(file[TOLD].tobytes())
        values = {
            key: saved.unpack(file[key].tobytes(), _module(key, stanzas), f"{path}, {key}")
            for key in file.files
            if key != TOLD
        }
    return Stored(values, told["failures"], told["told"])


def _module(key: str, stanzas: dict[str, dict]) -> ModuleType:
    stanza = stanzas.get(key.partition("/")[0])
    return registry.load(stanza["module"]) if stanza else NO_MODULE


def merged(paths: Iterable[str | Path], stanzas: dict[str, dict]) -> Stored:
    """The values of files with the same keys, merged in their order."""
    total = Stored({}, {}, {})
    for path in paths:
        more = load(path, stanzas)
        for key, value in more.values.items():
            total.values[key] = (
                _merge(total.values[key], value, stanzas[key.partition("/")[0]])
                if (key in total.values)
                else value
            )
        for method, why in more.failures.items():
            total.failures.setdefault(method, why)
        for name, number in more.told.items():
            total.told[name] = total.told.get(name, 0) + number
    return total


def _merge(a: Any, b: Any, stanza: dict) -> Any:
    return sums.merge(a, b) if isinstance(a, sums.Sums) else incremental.merge(a, b, stanza)
