"""Columns of kind count and sequence, which own a block of the typed table instead of a column of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, one_of
from naivebench.core.table import Attribute, Counts, Sequences
from naivebench.datasets import identity
from naivebench.datasets.readers import text
from naivebench.datasets.readers.raw import RawTable

KINDS = ("count", "sequence")


def encode(
    raw: RawTable,
    attributes: Sequence[Attribute],
    wanted: Mapping,
    kept: np.ndarray,
    marks: frozenset[str],
    where: str,
) -> tuple[list[Attribute], Counts | None, Sequences | None, list[str]]:
    """The attributes with their words and letters, the blocks of the rows `kept`, and warnings.

    wanted: column -> encode.Wanted. Raises InputError for two attributes of one kind, and for an alphabet
    that is none.
    """
    found: dict[str, Attribute] = {}
    counts = sequences = None
    notes: list[str] = []
    for attribute in attributes:
        if attribute.kind not in KINDS:
            continue
        if attribute.kind in found:
            names = f"{found[attribute.kind].name!r} and {attribute.name!r}"
            raise InputError(
                f"columns {names} of {where} are both of kind {attribute.kind}, but a table has one "
                "such attribute: drop one"
            )
        cells, want = _cells(raw, attribute.name, kept, marks), wanted[attribute.name]
        if attribute.kind == "count":
            counts, found["count"], more = _count(attribute, cells, want.letters, where)
        else:
            sequences, found["sequence"], more = _sequence(attribute, cells, want.values, where)
        notes += more
    return [found.get(a.kind, a) for a in attributes], counts, sequences, notes


def _cells(raw: RawTable, name: str, rows: Sequence[int] | np.ndarray, marks: frozenset[str]) -> list[str]:
    column = raw.columns[raw.names.index(name)]
    return ["" if column[i] in marks else column[i] for i in rows]


def _count(
    attribute: Attribute, cells: list[str], letters: str, where: str
) -> tuple[Counts, Attribute, list[str]]:
    one_of(letters, text.LETTERS, f"letters of column {attribute.name!r}", where)
    counts, words = text.bag_of_words(cells, letters)
    if not words:
        raise InputError(
            f"column {attribute.name!r} of {where} is of kind count, but holds no word: is it the "
            "column of the text?"
        )
    other = text.other_letters(cells) if letters == "a-z" else 0
    note = (
        f"{other} of {len(cells)} cells of {attribute.name!r} have letters other than a to z, which end a "
        "word (`letters: all` keeps them)"
    )
    return counts, attribute._replace(values=words), [note] if other else []


def _sequence(
    attribute: Attribute, cells: list[str], alphabet: Sequence[str] | None, where: str
) -> tuple[Sequences, Attribute, list[str]]:
    if alphabet is not None and (
        len(set(alphabet)) < len(alphabet) or any(len(letter) != 1 for letter in alphabet)
    ):
        raise InputError(
            f"alphabet of column {attribute.name!r} of {where} is {''.join(alphabet)!r}, expected "
            "different letters, such as ACGT"
        )
    made = text.sequences(cells, alphabet)
    outside = made.tokens < 0
    if outside.all():
        raise InputError(
            f"column {attribute.name!r} of {where} is of kind sequence, but no letter is in its "
            "alphabet: is it in capitals?"
        )
    cases = len(np.unique(np.searchsorted(made.offsets, np.flatnonzero(outside), side="right")))
    note = (
        f"{outside.sum()} letters of {attribute.name!r} in {cases} of {len(cells)} cases are not in its "
        "alphabet and are skipped"
    )
    return (
        made,
        attribute._replace(values=made.alphabet, declared=alphabet is not None),
        [note] if cases else [],
    )


def like(
    raw: RawTable, attributes: Sequence[Attribute], marks: frozenset[str]
) -> tuple[Counts | None, Sequences | None]:
    """The blocks of a test file by the words and letters of the training table; other words and letters are
    ignored.
    """
    rows, counts, sequences = range(len(raw.lines)), None, None
    for attribute in attributes:
        if attribute.kind == "count":
            letters = "a-z" if all(word.isascii() for word in attribute.values) else "all"
            counts, _ = text.bag_of_words(_cells(raw, attribute.name, rows, marks), letters, attribute.values)
        elif attribute.kind == "sequence":
            sequences = text.sequences(_cells(raw, attribute.name, rows, marks), attribute.values)
    return counts, sequences


def similar(
    groups: Mapping | None, attributes: Sequence[Attribute], sequences: Sequences | None, where: str
) -> np.ndarray | None:
    """Groups of similar sequences as `groups: {similar: column, k: 5, share: 0.1}` asks for them, (n,) int32;
    None without groups.
    """
    if groups is None:
        return None
    names = [a.name for a in attributes if a.kind == "sequence"]
    if sequences is None or groups.get("similar") not in names:
        near = did_you_mean(str(groups.get("similar")), names)
        raise InputError(
            f"groups of {where} are to be similar in {groups.get('similar')!r}, which is no attribute "
            f"of kind sequence{near}"
        )
    options = {key: value for key, value in groups.items() if key != "similar"}
    return identity.groups(sequences, where=f"groups of {where}", **options)
