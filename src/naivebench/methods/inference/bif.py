"""The interchange format for Bayesian networks (BIF 0.15), as read and written by the network repositories.

    network NAME { property TEXT ; }
    variable X { type discrete [ 2 ] { yes, no }; property TEXT ; }
    probability ( X | A, B ) { (yes, no) 0.1, 0.9; default 0.5, 0.5; }
        a row per configuration of the parents
    probability ( X | A, B ) { table 0.1, 0.3, ..., 0.9, 0.7, ...; }
        all at once: X runs slowest, then A, then B

Comments are // to the end of the line and /* */. Commas, and the bar in the head of a table, only separate.
Words with blanks or brackets stand in double quotes; written, all stand in them that are not plain letters,
digits, _ and - after a letter, as the format has it, and the words of the format itself. Cozman 1998, The
Interchange Format for Bayesian Networks.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np

from naivebench.core.checks import InputError, closest, did_you_mean
from naivebench.core.files import check_regular
from naivebench.core.unpack import BROKEN, unpacked
from naivebench.methods.inference.network import SUM_TOLERANCE, Network, make_network, row_text

# a row whose sum misses 1 by less was printed with few digits: it is divided by its sum, with a note
ROUNDED = 0.02
TABLE_MAX = 1 << 26  # cells of a table, 512 MB
COMMENTS = re.compile(r'"[^"\n]*"|//[^\n]*|/\*.*?\*/|/\*', re.DOTALL)
TOKENS = re.compile(r'"[^"\n]*"|[{}()\[\];|]|[^\s{}()\[\];|,"]+|"')
BLOCKS = ("network", "variable", "probability")
PLAIN = re.compile(r"[A-Za-z_-][A-Za-z0-9_-]*")
RESERVED = (*BLOCKS, "property", "type", "discrete", "table", "default")


class Source(NamedTuple):
    """The tokens of a file, with the text and name for error messages."""

    text: str  # without comments
    tokens: list[str]
    where: str


class Variable(NamedTuple):
    name: str
    states: tuple[str, ...]


def read(path: str | Path) -> Network:
    """Read a BIF file, gzipped or not.

    Raises InputError with file and line for every error in it.
    """
    check_regular(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        text = (unpacked(data, str(path)) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    except BROKEN as error:
        raise InputError(
            f"{path} is a broken or truncated gzip file ({error}): download or copy it again"
        ) from error
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file in UTF-8: check that it is a BIF file") from None
    return parse(text, where=str(path))


def parse(text: str, *, where: str = "the network") -> Network:
    """Parse the network of a BIF text.

    A row whose sum differs from 1 by up to ROUNDED is divided by its sum; `Network.notes` reports this.

    Raises InputError with line: for wrong syntax, unknown or repeated names and values, missing tables and
    rows, numbers that are not probabilities, rows that do not sum to one, a cycle of parents.
    """
    text = _without_comments(text, where)
    source = Source(text, TOKENS.findall(text), where)
    variables: dict[str, Variable] = {}
    heads: list[tuple[int, int]] = []  # first token of a probability block, its line is found when needed
    at = 0
    while at < len(source.tokens):
        block = source.tokens[at]
        if block == "variable":
            variable, end = _variable(source, at)
            if variable.name in variables:
                _fail(source, at, f"variable {variable.name!r} is declared twice")
            variables[variable.name] = variable
        elif block in ("network", "probability"):
            end = _block_end(source, at)
            heads += [(at, end)] if block == "probability" else []
        else:
            _fail(
                source,
                at,
                f"expected one of {', '.join(BLOCKS)}, found {block!r}{closest(block, BLOCKS)}; write "
                "comments as /* */",
            )
        at = end
    return _network(source, variables, heads)


def _without_comments(text: str, where: str) -> str:
    """Replace comments by blanks, without moving lines."""
    if "//" not in text and "/*" not in text:
        return text

    def blank(match: re.Match[str]) -> str:
        if match[0] == "/*":
            raise InputError(
                f"{where}, line {text.count(chr(10), 0, match.start()) + 1}: the comment /* has no end: "
                "close it with */"
            )
        return match[0] if match[0].startswith('"') else re.sub(r"[^\n]", " ", match[0])

    return COMMENTS.sub(blank, text)


def _fail(source: Source, at: int, message: str) -> NoReturn:
    """Raise InputError with the line of token `at`."""
    position = len(source.text)
    for k, match in enumerate(TOKENS.finditer(source.text)):
        if k == at:
            position = match.start()
            break
    line = source.text.count("\n", 0, position) + 1
    raise InputError(f"{source.where}, line {line}: {message}")


def _expect(source: Source, at: int, wanted: str, context: str) -> int:
    """Position after the token `wanted`. Raises InputError if there is another token."""
    if at >= len(source.tokens):
        _fail(
            source, at, f"the file ends within {context}, expected {wanted!r}: check whether it is truncated"
        )
    if source.tokens[at] != wanted:
        _fail(source, at, f"expected {wanted!r} in {context}, found {source.tokens[at]!r}")
    return at + 1


def _word(source: Source, at: int, context: str) -> str:
    """The word at `at`, without quotes."""
    if at >= len(source.tokens):
        _fail(source, at, f"the file ends within {context}: check whether it is truncated")
    token = source.tokens[at]
    if token in "{}()[];|" or token == '"':
        _fail(source, at, f"expected a word in {context}, found {token!r}")
    return _unquoted(token)


def _unquoted(token: str) -> str:
    return token[1:-1] if token[0] == '"' else token


def _find(source: Source, at: int, wanted: str, context: str) -> int:
    """Position of the next token `wanted`."""
    try:
        return source.tokens.index(wanted, at)
    except ValueError:
        return _fail(
            source,
            len(source.tokens),
            f"the file ends within {context}, expected {wanted!r}: check whether it is truncated",
        )


def _block_end(source: Source, at: int) -> int:
    """Position after the closing brace of a block without inner braces; properties may contain anything up to
    their semicolon.
    """
    what = f"the {source.tokens[at]} block"
    at = _find(source, at, "{", what) + 1
    while True:
        if at >= len(source.tokens):
            _fail(source, at, f"the file ends within {what}, expected '}}': check whether it is truncated")
        if source.tokens[at] == "}":
            return at + 1
        if source.tokens[at] in BLOCKS:
            _fail(source, at, f"expected '}}' at the end of {what}, found {source.tokens[at]!r}")
        at = _find(source, at, ";", what) + 1


def _variable(source: Source, at: int) -> tuple[Variable, int]:
    """Read a variable block: its name and values, and the position after it."""
    name = _word(source, at + 1, "a variable's head")
    what = f"variable {name!r}"
    at = _expect(source, at + 2, "{", what)
    states: tuple[str, ...] | None = None
    while at < len(source.tokens) and source.tokens[at] != "}":
        if source.tokens[at] == "property":
            at = _find(source, at, ";", what) + 1
            continue
        if source.tokens[at] != "type" or states is not None:
            _fail(
                source, at, f"expected type (once), property or '}}' in {what}, found {source.tokens[at]!r}"
            )
        states, at = _states(source, at, what)
    end = _expect(source, at, "}", what)
    if states is None:
        _fail(source, at, f"{what} has no type: give `type discrete [ 2 ] {{ yes, no }};`")
    return Variable(name, states), end


def _states(source: Source, at: int, what: str) -> tuple[tuple[str, ...], int]:
    """The values of `type discrete [ n ] { ... };` and the position after it."""
    kind = _word(source, at + 1, what)
    if kind != "discrete":
        _fail(source, at + 1, f"{what} is of type {kind!r}, but only discrete variables are supported")
    first = at
    at = _expect(source, at + 2, "[", what)
    count = _word(source, at, what)
    at = _expect(source, _expect(source, at + 1, "]", what), "{", what)
    end = _find(source, at, "}", what)
    states = tuple(_word(source, k, f"the values of {what}") for k in range(at, end))
    if not count.isdigit() or len(states) != int(count):
        _fail(
            source,
            first,
            f"{what} declares [{count}] values but lists {len(states)}: put values with blanks in double "
            "quotes",
        )
    if len(set(states)) < len(states):
        _fail(source, first, f"{what} lists a value twice: {', '.join(states[:12])}")
    return states, _expect(source, end + 1, ";", what)


def _network(source: Source, variables: dict[str, Variable], heads: list[tuple[int, int]]) -> Network:
    """Tables of all variables, in the order in which the variables were declared."""
    tables, parents, notes = {}, {}, []
    for at, end in heads:
        child, above, body = _head(source, at, variables)
        if child in tables:
            _fail(source, at, f"variable {child!r} has two probability blocks")
        tables[child] = _table(source, body, end - 1, child, above, variables)
        parents[child] = above
        notes += _check_rows(source, at, child, above, variables, tables[child])
    lacking = [name for name in variables if name not in tables]
    if lacking:
        raise InputError(
            f"{source.where}: variable {lacking[0]!r} has no probability block: add it, or copy the file "
            "again if it is truncated"
        )
    if not variables:
        raise InputError(f"{source.where} declares no variable: check that it is a BIF file")
    states = [variables[name].states for name in variables]
    try:
        return make_network(
            list(variables),
            states,
            [parents[n] for n in variables],
            [tables[n] for n in variables],
            notes=notes,
        )
    except InputError as error:
        raise InputError(f"{source.where}: {error}") from error


def _head(source: Source, at: int, variables: dict[str, Variable]) -> tuple[str, list[str], int]:
    """Child, parents, and the place after the opening brace of a probability block."""
    first = _expect(source, at + 1, "(", "the head of a probability block")
    close = _find(source, first, ")", "the head of a probability block")
    names = []
    for k in range(first, close):
        if source.tokens[k] == "|":
            continue
        names.append(_word(source, k, "the head of a probability block"))
        if names[-1] not in variables:
            _fail(
                source,
                k,
                f"the probability block names {names[-1]!r}, which is not a "
                f"variable{did_you_mean(names[-1], variables)}",
            )
    if not names:
        _fail(source, at, "the probability block names no variable")
    if len(set(names)) < len(names):
        _fail(source, at, f"the head of the probability block of {names[0]!r} names a variable twice")
    return names[0], names[1:], _expect(source, close + 1, "{", f"the probability block of {names[0]!r}")


def _table(
    source: Source, at: int, end: int, child: str, above: list[str], variables: dict[str, Variable]
) -> np.ndarray:
    """The entries of one probability block as P(child | parents), the child on the last axis; NaN where the
    file gives no value.
    """
    what = f"the probability block of {child!r}"
    shape = [len(variables[name].states) for name in (*above, child)]
    size, width = math.prod(shape), shape[-1]
    if size > TABLE_MAX:
        _fail(
            source,
            at,
            f"the table of {child!r} has {len(above)} parents and {size:,} cells, but at most {TABLE_MAX:,} "
            "are read: give the variable fewer parents",
        )
    table = np.full((size // width, width), np.nan)
    default, places = (
        None,
        [{label: code for code, label in enumerate(variables[name].states)} for name in above],
    )
    tokens = source.tokens
    while at < end:
        stop = _find(source, at, ";", what)
        if tokens[at] == "(":
            close = _find(source, at, ")", what)
            row = _row(source, at, close, places, above, what)
            if not np.isnan(table[row, 0]):
                _fail(
                    source,
                    at,
                    f"{what} gives the row ({', '.join(map(_unquoted, tokens[at + 1 : close]))}) twice",
                )
            table[row] = _numbers(source, close + 1, stop, width, what)
        elif tokens[at] == "table":
            table = np.moveaxis(
                np.reshape(_numbers(source, at + 1, stop, size, what), [width, *shape[:-1]]), 0, -1
            ).reshape(-1, width)
        elif tokens[at] == "default":
            default = _numbers(source, at + 1, stop, width, what)
        elif tokens[at] != "property":
            _fail(
                source,
                at,
                f"expected table, default, property or a row such as (yes, no) in {what}, found "
                f"{tokens[at]!r}",
            )
        at = stop + 1
    return _filled(table, default).reshape(shape)


def _filled(table: np.ndarray, default: list[float] | None) -> np.ndarray:
    """The table with the default row filled in where no row was given."""
    if default is not None:
        table[np.isnan(table).any(axis=1)] = default
    return table


def _row(
    source: Source, at: int, close: int, places: list[dict[str, int]], above: list[str], what: str
) -> int:
    """Number of the row of a configuration `( value, value )`, the last parent running fastest."""
    labels = [_unquoted(token) for token in source.tokens[at + 1 : close]]
    if len(labels) != len(above):
        _fail(
            source,
            at,
            f"a row of {what} names {len(labels)} value(s), expected one for each of {len(above)} parents",
        )
    row = 0
    for k, (label, codes, parent) in enumerate(zip(labels, places, above, strict=True)):
        if label not in codes:
            _fail(
                source,
                at + 1 + k,
                f"{label!r} in {what} is not a value of {parent!r}, expected one of "
                f"{', '.join(list(codes)[:12])}",
            )
        row = row * len(codes) + codes[label]
    return row


def _numbers(source: Source, at: int, stop: int, count: int, what: str) -> list[float]:
    """The probabilities between two places.

    Raises InputError unless there are `count` of them, each from 0 to 1.
    """
    try:
        numbers = [float(token) for token in source.tokens[at:stop]]
    except ValueError:
        _fail(source, *_bad_number(source, at, stop, what))
    if len(numbers) != count:
        _fail(source, at - 1, f"expected {count} number(s) in {what}, found {len(numbers)}")
    for k, number in enumerate(numbers):
        if not 0 <= number <= 1 + ROUNDED:
            _fail(source, at + k, f"{source.tokens[at + k]} in {what} is not a probability")
    return numbers


def _bad_number(source: Source, at: int, stop: int, what: str) -> tuple[int, str]:
    """Position of the first token from `at` that is not a number, and the error message for it."""
    for k in range(at, stop):
        try:
            float(source.tokens[k])
        except ValueError:
            break
    return k, f"{source.tokens[k]!r} in {what} is not a number"


def _check_rows(
    source: Source, at: int, child: str, above: list[str], variables: dict[str, Variable], table: np.ndarray
) -> list[str]:
    """Rescale rows that miss one by rounding, in place; returns a note about them.

    Raises InputError for missing or wrong rows.
    """
    sums = table.sum(axis=-1)
    off = np.abs(sums - 1)
    if not (off > SUM_TOLERANCE).any() and not np.isnan(sums).any():
        return []
    wrong = np.argwhere(~(off <= ROUNDED))
    if len(wrong):
        row = tuple(wrong[0].tolist())
        what = (
            "is missing: add the row, or a default"
            if np.isnan(sums[row])
            else f"sums to {sums[row]:.7g}, expected 1"
        )
        labels = [variables[parent].states[code] for parent, code in zip(above, row, strict=True)]
        _fail(source, at, f"{row_text(child, above, labels)} {what}")
    rescaled = off > SUM_TOLERANCE
    table[rescaled] /= sums[rescaled][:, None]
    return [
        f"{int(rescaled.sum())} row(s) of P({child}) do not sum to 1 (by up to {off.max():.2g}) and were "
        "divided by their sums"
    ]


def text_of(network: Network, *, name: str = "unknown") -> str:
    """The network as BIF, a row per configuration of the parents, every number with all its digits, so that
    `parse` gives the same tables.

    Raises InputError for a name or value with a double quote or a line break, which BIF has no way to write.
    """
    variables = [_quoted(variable) for variable in network.names]
    states = [[_quoted(label) for label in labels] for labels in network.states]
    lines = [f"network {_quoted(name)} {{", "}"]
    for variable, labels in zip(variables, states, strict=True):
        declared = f"type discrete [ {len(labels)} ] {{ {', '.join(labels)} }};"
        lines += [f"variable {variable} {{", f"  {declared}", "}"]
    for i, table in enumerate(network.tables):
        above = ", ".join(variables[p] for p in network.parents[i])
        lines.append(f"probability ( {variables[i]}{' | ' if above else ''}{above} ) {{")
        for row in np.ndindex(table.shape[:-1]):
            given = ", ".join(states[p][code] for p, code in zip(network.parents[i], row, strict=True))
            head = f"({given})" if above else "table"
            lines.append(f"  {head} {', '.join(map(repr, table[row].tolist()))};")
        lines.append("}")
    return "\n".join(lines) + "\n"


def in_plain_words(network: Network) -> Network:
    """The network with names and values of letters, digits and _ only, for programs that cannot read quotes.

    Names that become equal are numbered. The order of variables and values stays the same.
    """
    names = _plain(network.names)
    return network._replace(names=names, states=tuple(_plain(labels) for labels in network.states))


def _plain(words: Sequence[str]) -> tuple[str, ...]:
    """Different plain words, one for each."""
    taken: dict[str, None] = {}
    for word in words:
        said = word.replace("<=", "le ").replace(">", "gt ").replace("-", " minus ")
        plain = re.sub(r"[^A-Za-z0-9]+", "_", said).strip("_")
        plain = plain if plain[:1].isalpha() and plain not in RESERVED else f"v_{plain}".rstrip("_")
        numbered = (f"{plain}_{i}" for i in itertools.count(2))
        taken[next(w for w in itertools.chain([plain], numbered) if w not in taken)] = None
    return tuple(taken)


def _quoted(word: str) -> str:
    """Write a word as BIF requires it, in quotes if needed."""
    if '"' in word or len(word.splitlines()) > 1 or word.endswith(("\n", "\r")):
        raise InputError(
            f"{word!r} has a double quote or a line break, which is not allowed in a BIF file: rename it"
        )
    return word if PLAIN.fullmatch(word) and word not in RESERVED else f'"{word}"'
