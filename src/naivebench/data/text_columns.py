"""Columns of text: bags of words (kind count) and sequences of letters (kind sequence), which have their own
block of the typed table instead of a column.

Words are the longest runs of the letters a to z after A to Z are lower-cased; everything else ends a word.
There is no stop list, no stemming and no minimum length. With letters `all`, a letter is what Unicode calls a
letter, lower-cased by Unicode's rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_one_of, did_you_mean
from naivebench.core.table import Attribute, Counts, Sequences, Table, code_dtype
from naivebench.data import kgrams
from naivebench.data.readers.raw_table import RawTable
from naivebench.data.stanza import Groups

KINDS = ("count", "sequence")
LETTERS = ("a-z", "all")
ENGLISH, UNICODE = re.compile("[a-z]+"), re.compile(r"[^\W\d_]+")


class Texts(NamedTuple):
    """The attributes with their words and letters, the blocks of the chosen rows, and notes."""

    attributes: list[Attribute]
    counts: Counts | None
    sequences: Sequences | None
    notes: list[str]


def encode_texts(
    raw: RawTable,
    attributes: Sequence[Attribute],
    kinds: Mapping[str, Any],
    kept: np.ndarray,
    marks: frozenset[str],
    where: str,
) -> Texts:
    """Encode the columns of text of the rows `kept`.

    kinds: column -> `ColumnKind`. Raises InputError for two attributes of one kind, and for an invalid
    alphabet.
    """
    counts = sequences = None
    encoded, notes = list(attributes), list[str]()
    for j, (name, kind) in enumerate((a.name, a.kind) for a in attributes):
        if kind not in KINDS:
            continue
        what, column = f"column {name!r} of {where}", kinds[name]
        other = next((a.name for a in encoded[:j] if a.kind == kind), None)
        if other is not None:
            raise InputError(
                f"{what} is of kind {kind} like {other!r}, but a table can have only one such attribute: "
                "drop one"
            )
        cells, alphabet = _blank_missing(raw, name, kept, marks), column.values
        if kind == "count":
            check_one_of(column.letters, LETTERS, "letters", what)
            counts, values = bag_of_words(cells, column.letters)
            notes += _note_other_letters(name, cells) if column.letters == "a-z" else []
            empty = not values
        else:
            if alphabet and (len(set(alphabet)) < len(alphabet) or max(map(len, alphabet)) > 1):
                raise InputError(
                    f"alphabet of {what} is {''.join(alphabet)!r}, expected different letters, such as ACGT"
                )
            sequences = letter_codes(cells, alphabet)
            values, empty = sequences.alphabet, bool((sequences.tokens < 0).all())
            notes += _note_letters(name, cells, sequences)
        if empty:
            content = "words" if kind == "count" else "letter of its alphabet"
            cure = "check that it is the column with the texts"
            raise InputError(f"{what} is of kind {kind}, but contains no {content}: {cure}")
        encoded[j] = encoded[j]._replace(values=values, declared=kind == "sequence" and alphabet is not None)
    return Texts(encoded, counts, sequences, notes)


def _blank_missing(
    raw: RawTable, name: str, rows: Sequence[int] | np.ndarray, marks: frozenset[str]
) -> list[str]:
    cells = raw.columns[name].text
    return ["" if cells[i] in marks else cells[i] for i in rows]


def _note_other_letters(name: str, cells: list[str]) -> list[str]:
    """A note on letters outside a to z and A to Z."""
    other = sum(not c.isascii() and any(x.isalpha() and not x.isascii() for x in c) for c in cells)
    said = (
        f"{other} of {len(cells)} cells of {name!r} have letters other than a to z, which end a word "
        "(`letters: all` keeps them)"
    )
    return [said] if other else []


def _note_letters(name: str, cells: list[str], sequences: Sequences) -> list[str]:
    """Notes on letters that are not in the alphabet, and on those of both cases that are the same letter."""
    notes, outside = [], np.flatnonzero(sequences.tokens < 0)
    cases = len(np.unique(np.searchsorted(sequences.offsets, outside, side="right")))
    if cases:
        notes.append(
            f"{len(outside)} letters of {name!r} in {cases} of {len(cells)} cases are not in its alphabet "
            "and are skipped"
        )
    occurring = set().union(*cells)
    joined = [a for other, a in _map_other_case(sequences.alphabet).items() if {a, other} <= occurring]
    if joined:
        notes.append(
            f"letters of {name!r} in lower and upper case, such as {joined[0].lower()!r} and "
            f"{joined[0].upper()!r}, are the same letter (to tell them apart, state an alphabet with both: "
            f"`--kind {name}=sequence:LETTERS`, or `alphabet` in a stanza)"
        )
    return notes


def count_like(
    raw: RawTable, attributes: Sequence[Attribute], marks: frozenset[str]
) -> tuple[Counts | None, Sequences | None]:
    """The blocks of a test file by the words and letters of the training table; other words and letters are
    ignored.
    """
    rows, counts, sequences = range(len(raw.lines)), None, None
    for attribute in attributes:
        if attribute.kind == "count":
            letters = "a-z" if all(word.isascii() for word in attribute.values) else "all"
            counts, _ = bag_of_words(
                _blank_missing(raw, attribute.name, rows, marks), letters, attribute.values
            )
        elif attribute.kind == "sequence":
            sequences = letter_codes(_blank_missing(raw, attribute.name, rows, marks), attribute.values)
    return counts, sequences


def find_similar(groups: Groups, table: Table, where: str) -> np.ndarray:
    """Groups of similar sequences as `groups: {similar: column, k: 5, share: 0.1}` asks for, (n,) int32."""
    names, wanted = [a.name for a in table.attributes if a.kind == "sequence"], str(groups.get("similar"))
    if table.sequences is None or wanted not in names:
        near = did_you_mean(wanted, names)
        raise InputError(
            f"groups of {where} must be similar in {wanted!r}, which is no attribute of kind sequence{near}"
        )
    given = {key: groups[key] for key in ("k", "share") if key in groups}
    return kgrams.group_sequences(table.sequences, where=f"groups of {where}", **given)


def list_words(text: str, letters: str = "a-z") -> list[str]:
    """The words of a text, in order."""
    if letters == "all":
        return UNICODE.findall(text.lower())
    return ENGLISH.findall((text if text.isascii() else text.encode("ascii", "replace").decode()).lower())


def bag_of_words(
    cells: Iterable[str], letters: str = "a-z", vocabulary: Sequence[str] | None = None
) -> tuple[Counts, tuple[str, ...]]:
    """Counts of the words in each of n cells, and the word of every column.

    The columns are the words of all cells by code point, or the given vocabulary, whose other words are then
    ignored. Columns ascend within a case.
    """
    index: dict[str, int] = {} if vocabulary is None else {word: i for i, word in enumerate(vocabulary)}
    columns: list[int] = []
    data: list[int] = []
    sizes = [0]
    for cell in cells:
        counted: dict[str, int] = Counter(list_words(cell, letters))
        if vocabulary is not None:
            counted = {word: count for word, count in counted.items() if word in index}
        columns.extend([index.setdefault(word, len(index)) for word in counted])
        data.extend(counted.values())
        sizes.append(len(columns))
    listed = tuple(sorted(index)) if vocabulary is None else tuple(vocabulary)
    position = np.empty(len(listed), dtype=np.int32)
    position[[index[word] for word in listed]] = np.arange(len(listed))
    indptr, indices = np.array(sizes, np.int64), position[np.array(columns, np.intp)]
    order = np.lexsort((indices, np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))))
    return Counts(indptr, indices[order], np.array(data, np.float64)[order], len(listed)), listed


def letter_codes(cells: Iterable[str], alphabet: Sequence[str] | None = None) -> Sequences:
    """The characters of each of n cells, blanks left out, as codes into the alphabet.

    alphabet: one character each; any other character becomes token -1, which counts only for the length.
    None: the characters that occur, a to z as capitals, by code point. A letter that the alphabet contains in
    one case has the same code in the other.
    """
    joined = ["".join(cell.split()) for cell in cells]
    points = np.frombuffer("".join(joined).encode("utf-32-le"), dtype="<u4")
    if alphabet is None:
        letters = map(chr, np.unique(points).tolist())
        alphabet = sorted({letter.upper() if letter.isascii() else letter for letter in letters})
    listed = tuple(alphabet)
    code = {letter: i for i, letter in enumerate(listed)}
    code |= {other: code[letter] for other, letter in _map_other_case(listed).items()}
    table: np.ndarray = np.full(
        max([int(points.max(initial=0)), *map(ord, code)]) + 1, -1, dtype=code_dtype(len(listed))
    )
    table[[ord(letter) for letter in code]] = list(code.values())
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in joined])]).astype(np.int64)
    return Sequences(table[points], offsets, listed)


def _map_other_case(alphabet: Sequence[str]) -> dict[str, str]:
    """The other case of every letter a to z of which the alphabet contains one case."""
    letters = {letter.swapcase(): letter for letter in alphabet if letter.isascii() and letter.isalpha()}
    return {other: letter for other, letter in letters.items() if other not in letters.values()}


def count_lengths(counts: Counts) -> np.ndarray:
    """Number of words of every case, repeats counted, shape (n,)."""
    rows = np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))
    return np.bincount(rows, counts.data, minlength=len(counts.indptr) - 1)


def describe_contents(counts: Counts | None, sequences: Sequences | None, n: int) -> np.ndarray:
    """A number that identifies the words and letters of every case, equal for cases that agree in them, shape
    (n,) int64.
    """
    known: dict[bytes, int] = {}
    ids = []
    for i in range(n):
        key = b""
        if counts is not None:
            part = slice(counts.indptr[i], counts.indptr[i + 1])
            key += counts.indices[part].tobytes() + counts.data[part].tobytes()
        if sequences is not None:
            key += sequences.tokens[sequences.offsets[i] : sequences.offsets[i + 1]].tobytes()
        ids.append(known.setdefault(key, len(known)))
    return np.array(ids, dtype=np.int64)
