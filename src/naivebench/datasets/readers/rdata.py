"""R's data files (.RData, saved in the default binary form): the one data frame that they hold."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.datasets.readers.raw import RawTable, from_rows

# NULL, environments that are always there, and the like: no value follows
NOTHING = (254, 253, 252, 251, 250, 242, 241)
SYMBOL, PAIRS, CHARACTERS, LOGICALS, INTEGERS, REALS, STRINGS, LIST, EXPRESSION, REFERENCE, ALTERNATIVE = (
    1,
    2,
    9,
    10,
    13,
    14,
    16,
    19,
    20,
    255,
    238,
)
MISSING_INTEGER = -(2**31)


class Vector(NamedTuple):
    """An R vector: an array or list of its elements, and its attributes by name."""

    values: object
    attributes: dict


class Stream:
    """Position in the bytes, and the symbols seen so far, to which later references point."""

    def __init__(self, data: bytes, where: str) -> None:
        self.data, self.where, self.at, self.symbols = data, where, 0, []

    def take(self, size: int) -> bytes:
        """The next bytes. Raises InputError at the end of the file."""
        if not 0 <= size <= len(self.data) - self.at:
            raise InputError(
                f"{self.where} is cut off at byte {len(self.data)}: delete it and fetch it again"
            )
        self.at += size
        return self.data[self.at - size : self.at]

    def integer(self) -> int:
        """The next integer of four bytes."""
        return struct.unpack(">i", self.take(4))[0]


def read(data: bytes, where: str) -> RawTable:
    """Read the data frame; factors come with their levels as value list, and missing values as empty cells.

    Raises InputError for another format, a file without exactly one data frame, and R objects that no data
    frame needs.
    """
    if data[:4] not in (b"RDX2", b"RDX3") or data[4:7] != b"\nX\n":
        raise InputError(
            f"{where} is no RData file in R's default form: save it again in R by save(frame, file = "
            "...) without other options"
        )
    stream = Stream(data, where)
    stream.take(7)
    version, _, _ = stream.integer(), stream.integer(), stream.integer()
    if version == 3:
        stream.take(stream.integer())  # name of the encoding
    objects = _object(stream)
    frames = (
        {name: x for name, x in objects.items() if isinstance(x, Vector) and _class(x) == "data.frame"}
        if isinstance(objects, dict)
        else {}
    )
    if len(frames) != 1:
        raise InputError(
            f"{where} holds {len(frames)} data frames, expected one: save the one that is wanted in a "
            "file of its own"
        )
    (frame,) = frames.values()
    names, columns = (
        list(frame.attributes["names"].values),
        [_cells(column, where) for column in frame.values],
    )
    rows = [list(row) for row in zip(*(cells for cells, _ in columns), strict=True)]
    return from_rows(
        names,
        rows,
        list(range(1, len(rows) + 1)),
        where,
        hints={name: hint for name, (_, hint) in zip(names, columns, strict=True)},
    )


def _class(value: Vector) -> str:
    return value.attributes["class"].values[-1] if "class" in value.attributes else ""


def _object(stream: Stream):
    """The next object: a dict for pairs of tag and value, a Vector, text, or None."""
    flags = stream.integer()
    kind, has_attributes = flags & 0xFF, bool(flags & 0x200)
    if kind in NOTHING:
        return None
    if kind == REFERENCE:
        return stream.symbols[(flags >> 8 or stream.integer()) - 1]
    if kind == SYMBOL:
        stream.symbols.append(_object(stream))
        return stream.symbols[-1]
    if kind == CHARACTERS:
        size = stream.integer()
        return None if size < 0 else stream.take(size).decode("utf-8", errors="replace")
    if kind == PAIRS:
        return _pairs(stream, flags)
    if kind == ALTERNATIVE:
        return _alternative(stream)
    values = _values(stream, kind)
    return Vector(values, _object(stream) if has_attributes else {})


def _pairs(stream: Stream, flags: int) -> dict:
    """A linked list of tagged values; those without a tag are numbered."""
    found: dict = {}
    while flags & 0xFF == PAIRS:
        if flags & 0x200:
            _object(stream)
        tag = _object(stream) if flags & 0x400 else len(found)
        found[tag] = _object(stream)
        flags = stream.integer()
    return found


def _values(stream: Stream, kind: int):
    if kind not in (LOGICALS, INTEGERS, REALS, STRINGS, LIST, EXPRESSION):
        raise InputError(
            f"{stream.where} holds an R object of type {kind}, which is no part of a plain data frame: "
            "save the columns as CSV"
        )
    size = stream.integer()
    if kind in (STRINGS, LIST, EXPRESSION):
        return [_object(stream) for _ in range(size)]
    code, width = (">f8", 8) if kind == REALS else (">i4", 4)
    return np.frombuffer(stream.take(width * size), dtype=code)


def _alternative(stream: Stream) -> Vector:
    """Compact forms of version 3: number sequences, and vectors wrapped with notes about themselves."""
    about, state, _ = _object(stream), _object(stream), _object(stream)
    name = next(iter(about.values())) if isinstance(about, dict) else ""
    if name in ("compact_intseq", "compact_realseq"):
        size, first, step = state.values.tolist()
        return Vector(first + step * np.arange(int(size)), {})
    if str(name).startswith("wrap_"):
        return next(iter(state.values())) if isinstance(state, dict) else state.values[0]
    raise InputError(
        f"{stream.where} holds a vector in the form {name!r}, which this reader does not know: save "
        "the columns as CSV"
    )


def _cells(column: Vector, where: str) -> tuple[list[str], dict]:
    """Text of a column's cells, and its hint."""
    values = column.values
    if isinstance(values, list):
        return ["" if value is None else str(value) for value in values], {"kind": "nominal"}
    if "levels" in column.attributes:
        levels = [str(level) for level in column.attributes["levels"].values]
        return ["" if code == MISSING_INTEGER else levels[code - 1] for code in values.tolist()], {
            "kind": "nominal",
            "values": levels,
        }
    return [_number(value) for value in values.tolist()], {"kind": "linear"}


def _number(value: float) -> str:
    if value != value or value == MISSING_INTEGER:
        return ""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
