"""Storage of fitted methods in files: one .npz with plain arrays and a description in JSON. Reading a file
runs none of its content.

The description is a tree of the parts of the value. None, booleans, numbers and strings are stored directly;
arrays and values with parts are lists that start with their type:

    ["array", i]   ["scalar", i]   ["integers", i]   ["texts", [length, ...], text, ...]
    ["tuple", ...]   ["list", ...]   ["dict", [key, value], ...]
    ["record", "bn_classifiers.helpers.families.Level", {field: part, ...}]

Array i is the entry `a<i>` of the archive; integers of any size are stored as hexadecimal digits. The archive
is not compressed, so reading a file never takes more memory than its size. A record is a NamedTuple of a
naivebench module that the method has already imported; a file refers to no other code. A file written by an
estimator also contains the estimator's attributes, which other readers ignore.
docs/methods/fitted-methods.md#saved-models.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import math
import sys
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypedDict

import numpy as np

from naivebench import __version__
from naivebench.core.checks import InputError
from naivebench.core.files import check_regular, replace
from naivebench.core.table import KINDS, Attribute
from naivebench.models import own, registry
from naivebench.models.fitted import Fitted, Form

FORMAT = (
    # increases when older programs cannot use the files; version 1: without the format of the training file
    2
)
MARK = "naivebench model"
# names of records are relative to the first of these that contains them
PACKAGES = ("naivebench.methods.", "naivebench.")
DESCRIPTION = "description"
PLAIN = "biufUS"  # kinds of arrays that contain no objects


class Description(TypedDict):
    """Header of a model file, stored next to the tree of its parts."""

    what: str  # MARK
    format: int  # FORMAT of the version that wrote it
    version: str  # version of naivebench
    module: str  # module of the method


class State(NamedTuple):
    """State of an estimator apart from its fitted method."""

    estimator: str  # name of its class
    attributes: dict[str, Any]  # parameters and fitted attributes by name


class Content(NamedTuple):
    """The decoded content of a model file."""

    fitted: Fitted
    state: State | None  # None if the file was not written by an estimator
    version: str  # version of naivebench that wrote the file


def save(fitted: Fitted, path: str | Path, state: State | None = None) -> None:
    """Write the model file; its bytes depend only on the model and the state.

    Raises InputError for a model that contains objects of other libraries.
    """
    content = to_bytes(fitted, state)
    with replace(path) as temporary:
        temporary.write_bytes(content)


def load(path: str | Path, modules: Collection[str]) -> Fitted:
    """Read a model file. `modules`: the method modules that may be used, as listed in a project's stanzas.

    Raises InputError for a file that cannot be read, is damaged, or comes from a newer version or other code.
    """
    return from_bytes(_read(path), modules, str(path))


def load_content(path: str | Path, modules: Collection[str]) -> Content:
    """Read a model file like `load`, including the state of its estimator. Raises InputError as `load`."""
    content = _read(path)
    fitted = from_bytes(content, modules, str(path))
    with _reading(content, str(path)):
        arrays = _arrays(content)
        description = json.loads(arrays[DESCRIPTION].tobytes())
        source = _Source(arrays, registry.load(fitted.module), str(path))
        state = _decoded(description.get("state"), source)
        _check_state(state, len(fitted.classes))
        return Content(fitted, state, str(description["version"]))


def _read(path: str | Path) -> bytes:
    check_regular(path)
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def to_bytes(fitted: Fitted, state: State | None = None) -> bytes:
    """Convert to the content of a model file. Raises InputError for a model with objects of other
    libraries.
    """
    description = Description(what=MARK, format=FORMAT, version=__version__, module=fitted.module)
    code = registry.load(fitted.module)
    arrays: list[np.ndarray] = []
    what = f"a model of method {fitted.method}"
    trees = {"fitted": _encoded(fitted, arrays, what, code)}
    if state is not None:
        trees["state"] = _encoded(state, arrays, what, code)
    text = np.frombuffer(json.dumps({**description, **trees}).encode(), np.uint8)
    out = io.BytesIO()
    parts: dict[str, Any] = {DESCRIPTION: text} | {f"a{i}": array for i, array in enumerate(arrays)}
    np.savez(out, **parts)
    return out.getvalue()


def from_bytes(content: bytes, modules: Collection[str], where: str) -> Fitted:
    """The fitted method in the content of a model file; `where` names the file. Raises InputError as
    `load`.
    """
    with _reading(content, where):
        arrays = _arrays(content)
        if DESCRIPTION not in arrays:
            raise InputError(
                f"{where} is not a model of naivebench but another .npz file: name a file that "
                "`naivebench fit` or `save` wrote"
            )
        description = json.loads(arrays[DESCRIPTION].tobytes())
        _check_origin(description, modules, where)
    code = registry.load(description["module"])
    with _reading(content, where):
        fitted = _decoded(description["fitted"], _Source(arrays, code, where))
        _check(fitted, description["module"])
    return fitted


@contextlib.contextmanager
def _reading(content: bytes, where: str) -> Iterator[None]:
    """Turn any error that zipfile, numpy, json and this module raise for a damaged file into an
    InputError.
    """
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        what = "a damaged model" if content[:2] == b"PK" else "not a model of naivebench"
        why = " ".join(f"{type(error).__name__} {error}".split())[:120]
        raise InputError(f"{where} is {what} ({why}): create it again with `naivebench fit`") from error


class _Source(NamedTuple):
    """Source of the arrays and records that a description refers to."""

    arrays: dict[str, np.ndarray]
    code: ModuleType  # module of the method
    where: str


def _arrays(content: bytes) -> dict[str, np.ndarray]:
    """Read the arrays of an uncompressed archive. Raises ValueError if together they are larger than the
    archive.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        if any(e.compress_type != zipfile.ZIP_STORED for e in entries):
            raise ValueError("it is compressed, but model files are not")
        if sum(e.file_size for e in entries) > len(content):
            raise ValueError("its parts are larger than the file")
        return {entry.filename.removesuffix(".npy"): _array(archive.read(entry)) for entry in entries}


def _array(data: bytes) -> np.ndarray:
    """Read an array of plain numbers or text in .npy format. Raises ValueError if the header contradicts the
    length of the data.
    """
    file = io.BytesIO(data)
    version = np.lib.format.read_magic(file)
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }[version]
    shape, _, dtype = read_header(file)
    if dtype.kind not in PLAIN or math.prod(shape) * dtype.itemsize != len(data) - file.tell():
        raise ValueError("the size of an array differs from the declared one")
    return np.load(io.BytesIO(data), allow_pickle=False)


def _check_origin(description: Description, modules: Collection[str], where: str) -> None:
    """Raise InputError if this version and this project cannot use the file."""
    if description["what"] != MARK:
        raise InputError(
            f"{where} is not a model of naivebench but another .npz file: name a file that `naivebench "
            "fit` or `save` wrote"
        )
    if int(description["format"]) > FORMAT:
        raise InputError(
            f"{where} was written by naivebench {description['version']} in format "
            f"{description['format']}, but this is naivebench {__version__}, which reads formats up to "
            f"{FORMAT}: install a newer version, or fit the model again"
        )
    module = description["module"]
    if module not in modules:
        cure = "name the project that has it with --project" if own.is_own(module) else "fit the model again"
        raise InputError(
            f"{where} is a model of {module!r}, which is not the module of any method in "
            "config/methods.yaml: "
            f"{cure}"
        )


def _encoded(part: Any, arrays: list[np.ndarray], what: str, code: ModuleType) -> Any:
    """Encode a part of the value as JSON; its arrays are appended to `arrays`."""
    if part is None or type(part) in (bool, int, float, str):
        return part
    if isinstance(part, (np.ndarray, np.generic)) and part.dtype.kind in PLAIN:
        arrays.append(np.asarray(part))
        return ["array" if isinstance(part, np.ndarray) else "scalar", len(arrays) - 1]
    if isinstance(part, np.ndarray) and all(type(number) is int for number in part.flat):
        arrays.append(np.array([format(number, "x") for number in part.flat], "S").reshape(part.shape))
        return ["integers", len(arrays) - 1]
    if isinstance(part, np.ndarray) and all(type(text) is str for text in part.flat):
        return ["texts", list(part.shape), *part.flat]

    def inner(value: Any) -> Any:
        return _encoded(value, arrays, what, code)

    if isinstance(part, tuple) and hasattr(part, "_fields"):
        name = _name(type(part), code)
        if name is not None:
            return ["record", name, {f: inner(v) for f, v in zip(part._fields, part, strict=True)}]
    if type(part) in (tuple, list):
        return [type(part).__name__, *map(inner, part)]
    if type(part) is dict:
        return ["dict", *([inner(k), inner(v)] for k, v in part.items())]
    library = type(part).__module__.partition(".")[0]
    raise InputError(
        f"{what} cannot be saved, because it contains a {type(part).__name__} of {library}, not plain "
        "arrays: give `predict` the training file instead"
    )


def _name(kind: type, code: ModuleType) -> str | None:
    """Name of a NamedTuple in a file; None if it could not be found again under that name."""
    module, name = kind.__module__, kind.__qualname__
    if getattr(sys.modules.get(module), name, None) is not kind:
        return None
    if module == code.__name__:  # a user's own file gets another module name on every machine
        return name
    package = next((p for p in PACKAGES if module.startswith(p)), None)
    return f"{module.removeprefix(package)}.{name}" if package else None


def _decoded(part: Any, source: _Source) -> Any:
    """Decode a part; the inverse of `_encoded`."""
    if not isinstance(part, list):
        if isinstance(part, dict):
            raise ValueError("the description has no type")
        return part
    sort, *rest = part
    if sort in ("array", "scalar"):
        array = source.arrays[f"a{rest[0]}"]
        return array if sort == "array" else array[()]
    if sort == "integers":
        digits = source.arrays[f"a{rest[0]}"]
        return np.array([int(number, 16) for number in digits.flat], dtype=object).reshape(digits.shape)
    if sort == "texts":
        return np.array(rest[1:], dtype=object).reshape(rest[0])
    if sort == "record":
        name, parts = rest
        return _record(name, parts, source)
    if sort == "dict":
        return {_decoded(k, source): _decoded(v, source) for k, v in rest}
    return {"tuple": tuple, "list": list}[sort](_decoded(item, source) for item in rest)


def _record(name: str, parts: dict[str, Any], source: _Source) -> Any:
    """A NamedTuple of a module that is already imported. Raises InputError if its fields have changed."""
    module, _, short = name.rpartition(".")
    found = next((m for p in PACKAGES if (m := sys.modules.get(p + module))), None) if module else source.code
    kind: Any = vars(found).get(short) if found is not None else None
    if not (inspect.isclass(kind) and issubclass(kind, tuple) and hasattr(kind, "_fields")):
        raise InputError(
            f"{source.where} contains a {name!r}, which this version of naivebench does not have: fit the "
            "model again"
        )
    fields, given = set(kind._fields), set(parts)
    if given - fields or fields - given - set(vars(kind)["_field_defaults"]):
        raise InputError(
            f"{source.where} was written by another version of naivebench: there, a {name!r} had the "
            f"parts {', '.join(parts)}, and now it has {', '.join(kind._fields)}: fit the model again"
        )
    return kind(**{field: _decoded(value, source) for field, value in parts.items()})


def _check_state(state: Any, n_classes: int) -> None:
    """Raise ValueError unless the state is None or has the form that all its users rely on."""
    if state is None:
        return
    good = isinstance(state, State) and isinstance(state.estimator, str)
    good = good and isinstance(state.attributes, dict) and all(isinstance(a, str) for a in state.attributes)
    labels, order = (state.attributes.get(name) if good else None for name in ("classes_", "_order"))
    good = good and isinstance(labels, np.ndarray) and labels.shape == (n_classes,)
    if not (good and isinstance(order, np.ndarray) and sorted(order.tolist()) == list(range(n_classes))):
        raise ValueError("its parts do not fit together")


def _check(fitted: Any, module: str) -> None:
    """Raise ValueError unless the value has the form that all its users rely on."""
    good = isinstance(fitted, Fitted) and fitted.module == module and isinstance(fitted.form, Form)
    good = good and isinstance(fitted.form.encoding, str) and fitted.form.decimal in ("", ".", ",")
    marks = fitted.form.missing if good else None
    good = good and (marks is None or (isinstance(marks, tuple) and all(isinstance(m, str) for m in marks)))
    good = good and isinstance(fitted.method, str) and isinstance(fitted.params, dict)
    good = good and all(
        isinstance(a, Attribute)
        and isinstance(a.name, str)
        and a.kind in KINDS
        and isinstance(a.values, tuple)
        and all(isinstance(v, str) for v in a.values)
        and isinstance(a.period, (int, float))
        and isinstance(a.form, str)
        for a in fitted.attributes
    )
    good = good and isinstance(fitted.classes, tuple) and all(isinstance(c, str) for c in fitted.classes)
    if not (good and fitted.class_counts.shape == (len(fitted.classes),) and fitted.class_counts.sum() > 0):
        raise ValueError("its parts do not fit together")
