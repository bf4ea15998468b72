"""What jobs of streamed data sets hand on: values by key in one .npz, all of plain arrays, and what is told
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

from naivebench.core import absence
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
    times: dict[str, float]  # CPU seconds by key, in a file of their own since they differ from run to run


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
    with replace(_times(path)) as temporary:
        temporary.write_text(json.dumps(stored.times, sort_keys=True))


def load(path: str | Path, stanzas: dict[str, dict]) -> Stored:
    """Read what `save` wrote."""
    with np.load(path) as file:
        told = json.loads(file[TOLD].tobytes())
        values = {
            key: saved.unpack(file[key].tobytes(), _module(key, stanzas), f"{path}, {key}")
            for key in file.files
            if key != TOLD
        }
    return Stored(values, told["failures"], told["told"], json.loads(_times(path).read_text()))


def absent(gone: absence.Absence, out: str, **_: object) -> None:
    """Write why there are no values."""
    with replace(out) as temporary:
        absence.write(temporary, gone)
    with replace(_times(out)) as temporary:
        temporary.write_text("{}")


def _times(path: str | Path) -> Path:
    return Path(path).with_suffix(".times.json")


def _module(key: str, stanzas: dict[str, dict]) -> ModuleType:
    stanza = stanzas.get(key.partition("/")[0])
    return registry.load(stanza["module"]) if stanza and "module" in stanza else NO_MODULE


def merged(paths: Iterable[str | Path], stanzas: dict[str, dict]) -> Stored:
    """The values of files with the same keys, merged in their order."""
    total = Stored({}, {}, {}, {})
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
        for into, numbers in ((total.told, more.told), (total.times, more.times)):
            for name, number in numbers.items():
                into[name] = into.get(name, 0) + number
    return total


def _merge(a: Any, b: Any, stanza: dict) -> Any:
    return sums.merge(a, b) if isinstance(a, sums.Sums) else incremental.merge(a, b, stanza)
