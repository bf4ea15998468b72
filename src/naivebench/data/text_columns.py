"""Columns of text: bags of words (kind count) and sequences of letters (kind sequence), which have their own
block of the typed table instead of a column.

Words are the longest runs of the letters a to z after A to Z are lower-cased; everything else ends a word.
There is no stop list, no stemming and no minimum length. With letters `all`, a letter is what Unicode calls a
letter, lower-cased by Unicode's rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from naivebench.core.checks import InputError, check_known_words, check_one_of
from naivebench.core.table import Attribute, Counts, Sequences, Table, code_dtype
from naivebench.data import Groups, kgrams
from naivebench.data.column_notes import Note

KINDS = ("count", "sequence")
LETTERS = ("a-z", "all")
ENGLISH, UNICODE = re.compile("[a-z]+"), re.compile(r"[^\W\d_]+")


def learn_text_attribute(
    name: str, kind: str, cells: list[str], letters: str, alphabet: Sequence[str] | None, where: str
) -> tuple[Attribute, Counts | Sequences, list[Note]]:
    """Return the attribute of a column of n texts, their words or letters, and notes. letters: characters of
    words; alphabet: letters of a sequence, None to learn them.
    """
    what = f"column {name!r} of {where}"
    block: Counts | Sequences
    if kind == "count":
        check_one_of(letters, LETTERS, "letters", what)
        block, values = make_bag_of_words(cells, letters)
        notes = _list_non_ascii_notes(name, cells) if letters == "a-z" else []
        empty, content = not values, "words"
    else:
        if alphabet and (len(set(alphabet)) < len(alphabet) or max(map(len, alphabet)) > 1):
            raise InputError(
                f"alphabet of {what} is {' '.join(alphabet)!r}, expected different letters, such as ACGT"
            )
        block = encode_letters(cells, alphabet)
        values, notes = block.alphabet, []
        empty, content = bool((block.tokens < 0).all()), "letter of its alphabet"
    if empty:
        cure = "check that it is the column with the texts"
        raise InputError(f"{what} is of kind {kind}, but contains no {content}: {cure}")
    declared = kind == "sequence" and alphabet is not None
    return Attribute(name, kind, values, declared=declared), block, notes


def encode_text(attribute: Attribute, cells: list[str]) -> Counts | Sequences:
    """Encode the cells of a test file; words and letters that the training table lacks are ignored."""
    if attribute.kind == "sequence":
        return encode_letters(cells, attribute.values)
    letters = "a-z" if all(word.isascii() for word in attribute.values) else "all"
    return make_bag_of_words(cells, letters, attribute.values)[0]


def _list_non_ascii_notes(name: str, cells: list[str]) -> list[Note]:
    """Return a note on letters outside a to z and A to Z."""
    other = sum(not c.isascii() and any(x.isalpha() and not x.isascii() for x in c) for c in cells)
    text = "letters other than a to z end a word (`letters: all` keeps them)"
    return [Note(text, name, f"{other} of {len(cells)} cells have such letters")] if other else []


def group_similar_sequences(groups: Groups, table: Table, where: str) -> np.ndarray:
    """Group similar sequences as `groups: {similar: column}` asks, (n,) int32."""
    names, wanted = [a.name for a in table.attributes if a.kind == "sequence"], str(groups.get("similar"))
    check_known_words([wanted], names, "an attribute of kind sequence", f"`groups` of {where}")
    assert table.sequences is not None
    return kgrams.group_sequences(table.sequences)


def list_words(text: str, letters: str = "a-z") -> list[str]:
    """Return the words of a text, in order."""
    if letters == "all":
        return UNICODE.findall(text.lower())
    return ENGLISH.findall((text if text.isascii() else text.encode("ascii", "replace").decode()).lower())


def make_bag_of_words(
    cells: Iterable[str], letters: str = "a-z", vocabulary: Sequence[str] | None = None
) -> tuple[Counts, tuple[str, ...]]:
    """Count the words in each of n cells; also return the word of every column.

    The columns are the words of all cells by code point, or the given vocabulary; other words are then
    ignored. Columns ascend within a case.
    """
    from scipy.sparse import coo_array

    texts = [list_words(cell, letters) for cell in cells]
    listed = tuple(sorted(set(chain.from_iterable(texts))) if vocabulary is None else vocabulary)
    index = {word: i for i, word in enumerate(listed)}
    columns = [[index[word] for word in words if word in index] for words in texts]
    rows = np.repeat(np.arange(len(columns)), list(map(len, columns)))
    places = rows, np.array(list(chain.from_iterable(columns)), np.intp)
    counts = coo_array((np.ones(len(rows)), places), shape=(len(columns), len(listed))).tocsr()
    return Counts(
        counts.indptr.astype(np.int64), counts.indices.astype(np.int32), counts.data, len(listed)
    ), listed


def encode_letters(cells: Iterable[str], alphabet: Sequence[str] | None = None) -> Sequences:
    """Return the characters of each of n cells, blanks left out, as codes into the alphabet.

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
    code |= {other: code[letter] for other, letter in _map_case_variants(listed).items()}
    table: np.ndarray = np.full(
        max([int(points.max(initial=0)), *map(ord, code)]) + 1, -1, dtype=code_dtype(len(listed))
    )
    table[[ord(letter) for letter in code]] = list(code.values())
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in joined])]).astype(np.int64)
    return Sequences(table[points], offsets, listed)


def _map_case_variants(alphabet: Sequence[str]) -> dict[str, str]:
    """Map upper to lower case, or the reverse, for letters that the alphabet contains in one form only."""
    letters = {letter.swapcase(): letter for letter in alphabet if letter.isascii() and letter.isalpha()}
    return {other: letter for other, letter in letters.items() if other not in letters.values()}


def count_words_per_case(counts: Counts) -> np.ndarray:
    """Return the number of words of every case, repeats counted, shape (n,)."""
    rows = np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))
    return np.bincount(rows, counts.data, minlength=len(counts.indptr) - 1)


def number_equal_texts(counts: Counts | None, sequences: Sequences | None, n: int) -> np.ndarray:
    """Return numbers (n,) int64 that are equal for cases with the same words and letters."""
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
