"""Results that jobs of streamed data sets pass on: values by key in one .npz file, all of them plain arrays,
and additional JSON data.

A key is method/repeat/part. The bytes depend only on the values. See
docs/methods/fitted-methods.md#saved-models.
"""

from __future__ import annotations

import functools
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.benchmark.streaming.limits import Within, attempt
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.evaluation import sums
from naivebench.models import incremental, registry, saved

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza

TOLD = "told"
NO_MODULE = ModuleType("plain")  # for values that no method's module describes


class Stored(NamedTuple):
    """Values by key, and for each failed method the reason."""

    values: dict[str, Any]
    failures: dict[str, list[str]]  # method -> status, reason
    told: dict[str, Any]  # additional data in JSON form
    times: dict[str, float]  # key -> CPU seconds; in a separate file, because they differ from run to run


def save(stored: Stored, stanzas: dict[str, MethodStanza], path: str | Path) -> None:
    """Write the values one by one, without those of failed methods.

    A method also fails here if one of its values contains anything but arrays. stanzas: those of the methods,
    by id.
    """
    failures = dict(stored.failures)
    with replace(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:

        def write(key: str, value: Any) -> None:
            _write(archive, key, saved.pack(value, _module(key, stanzas), {}, f"what {key} counted"))

        for key, value in sorted(stored.values.items()):
            attempt(failures, key.partition("/")[0], None, functools.partial(write, key, value))
        told = json.dumps({"failures": failures, "told": stored.told}, sort_keys=True)
        _write(archive, TOLD, told.encode())
    with replace(_times(path)) as temporary:
        temporary.write_text(json.dumps(stored.times, sort_keys=True))


def _write(archive: zipfile.ZipFile, key: str, content: bytes) -> None:
    """Write an entry in the format of `numpy.savez`, which would need all entries in memory."""
    with archive.open(f"{key}.npy", "w", force_zip64=True) as file:
        np.lib.format.write_array(file, np.frombuffer(content, np.uint8), allow_pickle=False)


def load(path: str | Path, stanzas: dict[str, MethodStanza]) -> Stored:
    """Read what `save` wrote."""
    with np.load(path) as file:
        told = json.loads(file[TOLD].tobytes())
        values = {
            key: saved.unpack(file[key].tobytes(), _module(key, stanzas), f"{path}, {key}")
            for key in file.files
            if key != TOLD and key.partition("/")[0] not in told["failures"]
        }
    return Stored(values, told["failures"], told["told"], json.loads(_times(path).read_text()))


def absent(gone: absence.Absence, out: str, **_: object) -> None:
    """Write the reason why there are no values."""
    with replace(out) as temporary:
        absence.write(temporary, gone)
    with replace(_times(out)) as temporary:
        temporary.write_text("{}")


def _times(path: str | Path) -> Path:
    return Path(path).with_suffix(".times.json")


def _module(key: str, stanzas: dict[str, MethodStanza]) -> ModuleType:
    stanza = stanzas.get(key.partition("/")[0])
    return registry.load(stanza["module"]) if stanza and "module" in stanza else NO_MODULE


def merged(
    paths: Iterable[str | Path], stanzas: dict[str, MethodStanza], within: Within | None = None
) -> Stored:
    """Merge the values with the same keys, in the order of the files.

    within: the limits of every method.
    """
    total = Stored({}, {}, {}, {})

    def add(key: str, value: Any, method: str) -> None:
        known = key in total.values
        total.values[key] = _merge(total.values[key], value, stanzas[method]) if known else value

    for path in paths:
        more = load(path, stanzas)
        for key, value in more.values.items():
            method = key.partition("/")[0]
            attempt(total.failures, method, within, functools.partial(add, key, value, method))
        for method, why in more.failures.items():
            total.failures.setdefault(method, why)
        for into, numbers in ((total.told, more.told), (total.times, more.times)):
            for name, number in numbers.items():
                into[name] = into.get(name, 0) + number
    return total


def _merge(a: Any, b: Any, stanza: MethodStanza) -> Any:
    return sums.merge(a, b) if isinstance(a, sums.Sums) else incremental.merge(a, b, stanza)
