"""Storage of fitted methods in files, written by skops: reading a file runs none of its content.

A file contains a `Content`, with arrays as they are, and a header in `naivebench.json` with the module of the
method. The file refers only to code of NumPy, SciPy and scikit-learn, and to NamedTuples of naivebench or of
the user's own module that are already imported. docs/deploying.md#model-files.
"""

from __future__ import annotations

import inspect
import io
import json
import re
import sys
import zipfile
from collections.abc import Collection
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from naivebench import __version__
from naivebench.core.checks import InputError, describe_error, shorten_line
from naivebench.core.files import check_regular_file, replace_file
from naivebench.models import own_methods, registry
from naivebench.models.fitted import Fitted

HEADER = "naivebench.json"
SCHEMA = "schema.json"  # of skops
FORMAT = 3  # increases when older programs cannot use the files; formats 1 and 2 were of naivebench 1


class Content(NamedTuple):
    """The content of a model file."""

    fitted: Fitted
    estimator: str  # class of the estimator that wrote the file; "" for the command line
    attributes: dict[str, Any]  # of the estimator: parameters and what was learned beside `fitted`


def save(content: Content, path: str | Path) -> None:
    """Write a model file. Raises InputError for a model that skops cannot save."""
    data = to_bytes(content)
    with replace_file(path) as temporary:
        temporary.write_bytes(data)


def to_bytes(content: Content) -> bytes:
    """Convert to the bytes of a model file. Raises InputError for a model that skops cannot save."""
    import skops.io

    module = content.fitted.module
    try:
        data = skops.io.dumps(content)
        others = _find_unknown_types(data, registry.load(module))
        if others:
            raise ValueError(f"it contains a {others[0]}, which could not be read again")
    except Exception as error:
        raise InputError(
            f"a model of method {content.fitted.method} cannot be saved ({_shorten_error(error)}): "
            "use it in Python, from its own package"
        ) from error
    return _set_header_and_object_ids(data, {"format": FORMAT, "version": __version__, "module": module})


def _set_header_and_object_ids(data: bytes, header: dict[str, Any]) -> bytes:
    """Add the header to a file of skops, and number its objects, so that equal models have equal bytes."""
    numbers: dict[str, str] = {}
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        schema = re.sub(
            r'("__id__": |"file": ")(\d+)',
            lambda found: found[1] + numbers.setdefault(found[2], str(len(numbers))),
            old.read(SCHEMA).decode(),
        )
        members = {
            numbers.get(Path(n).stem, Path(n).stem) + Path(n).suffix: n for n in old.namelist() if n != SCHEMA
        }
        for name in sorted(members):
            new.writestr(zipfile.ZipInfo(name), old.read(members[name]))
        new.writestr(zipfile.ZipInfo(SCHEMA), schema)
        new.writestr(zipfile.ZipInfo(HEADER), json.dumps(header))
    return file.getvalue()


def load(path: str | Path, modules: Collection[str]) -> Content:
    """Read a model file. `modules`: the method modules that may be used, as in a project's stanzas. Raises
    InputError for a file that cannot be read, is damaged, or comes from a newer version or other code.
    """
    check_regular_file(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror or error}): name another file") from error
    return from_bytes(data, modules, str(path))


def from_bytes(data: bytes, modules: Collection[str], where: str) -> Content:
    """Return the content of a model file; `where` names the file. Raises InputError as `load` does."""
    import skops.io

    try:
        module = _read_module(data, modules, where)
        others = _find_unknown_types(data, registry.load(module))
        if others:
            raise InputError(
                f"{where} contains the type {others[0]!r}, which this version of naivebench "
                "does not have or trust: fit the model again"
            )
        content = skops.io.loads(data, trusted=skops.io.get_untrusted_types(data=data))
        if not (isinstance(content, Content) and isinstance(content.fitted, Fitted)):
            raise ValueError(f"it contains a {type(content).__name__}")
        if content.fitted.module != module:
            raise ValueError(f"it contains a model of {content.fitted.module!r}")
        return content
    except InputError:
        raise
    except Exception as error:  # zipfile, json and skops raise any error for a damaged file
        what = "a damaged model" if data[:2] == b"PK" else "not a model of naivebench"
        raise InputError(
            f"{where} is {what} ({_shorten_error(error)}): create it again with `naivebench fit`"
        ) from error


def _read_module(data: bytes, modules: Collection[str], where: str) -> str:
    """Return the module in the header of a model file. Raises InputError if this program cannot use it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if HEADER not in archive.namelist():
            raise InputError(
                f"{where} is not a model of naivebench {__version__}, but another archive or a model of "
                "version 1: name a file that `naivebench fit` or `save` wrote, or fit the model again"
            )
        header = json.loads(archive.read(HEADER))
    if int(header["format"]) > FORMAT:
        raise InputError(
            f"{where} was written by naivebench {header['version']}, but this is naivebench {__version__}: "
            "install a newer version, or fit the model again"
        )
    module = str(header["module"])
    if module not in modules:
        cure = "fit the model again"
        if own_methods.is_own_file(module):
            cure = "run the command in the project that has it"
        raise InputError(
            f"{where} is a model of {module!r}, which is not the module of any method in "
            f"config/methods.yaml: {cure}"
        )
    return module


def _shorten_error(error: Exception) -> str:
    return shorten_line(describe_error(error), 120)


def _find_unknown_types(data: bytes, code: ModuleType) -> list[str]:
    """List types that skops does not trust, except NamedTuples of naivebench or the method's own module."""
    import skops.io

    others = []
    for name in skops.io.get_untrusted_types(data=data):
        module, _, short = name.rpartition(".")
        kind = getattr(sys.modules.get(module), short, None)
        ours = module.startswith("naivebench.") or module == code.__name__
        if not (ours and inspect.isclass(kind) and issubclass(kind, tuple) and hasattr(kind, "_fields")):
            others.append(name)
    return others
