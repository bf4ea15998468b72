"""Count matrices of tables with words or sequences, by a vocabulary learned on the training part.

A table has one attribute of kind count (its columns are the words) or of kind sequence (its k-grams are the
words), or no attribute. The vocabulary contains the words of the training part, or the whole list if the
attribute declares it (`Attribute.declared`: an alphabet known beforehand). Words outside the vocabulary are
ignored in later tables. Letters with code -1 are skipped but count for the length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, one_each, one_of, whole
from naivebench.core.grouped import flat
from naivebench.core.table import Counts, Sequences, Table, n_cases, n_classes
from naivebench.methods.sequences.helpers import features, kgrams

COMPOSITIONS = ("counts", "fraction", "binary")
MAX_COLUMNS = 1 << 20  # largest number of k-grams that all get a column, even those that do not occur
MAX_TABLE = 1 << 24  # largest number of columns that are renumbered by a lookup table


class Words(NamedTuple):
    """Choice of the words of a vocabulary."""

    k: int = 1  # letters per word of a sequence
    letters: str | None = None  # letters of the alphabet that count; None: all
    n_words: int | None = None  # number of words to keep; None: all
    words_by: str = "presence"  # how they are chosen, see `features.select`


class Vocabulary(NamedTuple):
    """The columns of a count matrix and where they come from."""

    kind: str  # count or sequence; empty without an attribute
    labels: tuple[str, ...]  # of the raw columns, or of the letters that count; empty if the table names none
    raw: int  # raw columns or letters of the table
    # (raw + 1,) int32 position of each letter among those that count, -1 = skipped; the last entry is for
    # token -1
    letters: np.ndarray | None
    k: int  # letters per column
    kept: np.ndarray | None  # (columns,) int64 raw column or k-gram code of each column, ascending; None: all
    inside: np.ndarray  # (columns,) bool, False: the word did not occur in training and is ignored
    composition: str


class Raw(NamedTuple):
    """Source of the counts, before any choice of columns."""

    kind: str  # count or sequence; empty without an attribute
    labels: tuple[str, ...]  # words or alphabet of the table; empty if it names none
    size: int  # number of words or letters
    k: int
    letters: str | None  # letters of the alphabet that count
    composition: str


def check_params(
    k: int,
    letters: str | None,
    composition: str,
    n_words: int | None,
    method: str,
    words_by: str = "presence",
) -> None:
    """Raise InputError for a parameter outside its range."""
    whole(k, 1, "k", method)
    one_of(composition, COMPOSITIONS, "composition", method)
    one_of(words_by, features.WORDS_BY, "words_by", method)
    if n_words is not None:
        whole(n_words, 1, "n_words", method)
    if letters is not None and (
        not isinstance(letters, str) or len(set(letters)) != len(letters) or not letters
    ):
        raise InputError(
            f"letters in {method} is {letters!r}, expected a text of different letters, such as 'ACGT', "
            "or none for the whole alphabet"
        )


def kind_of(table: Table, method: str) -> str:
    """Kind of the attribute, count or sequence; empty if there is no attribute. Raises InputError for an
    attribute of another kind, or more than one.
    """
    for attribute in table.attributes:
        if attribute.kind not in ("count", "sequence"):
            raise InputError(
                f"{method} accepts count or sequence attributes, but attribute {attribute.name!r} is "
                f"{attribute.kind}: choose another method"
            )
    if len(table.attributes) > 1:
        names = ", ".join(repr(a.name) for a in table.attributes)
        raise InputError(
            f"{method} accepts only one attribute of words or letters, but the data set has {names}: drop "
            "all but one"
        )
    return table.attributes[0].kind if table.attributes else ""


def only_sequences(table: Table, method: str) -> None:
    """Raise InputError if the table has counts of words instead of sequences."""
    if kind_of(table, method) == "count":
        raise InputError(
            f"{method} accepts sequences, but attribute {table.attributes[0].name!r} contains counts "
            "without order: choose another method"
        )


@flat
def learn(
    train: Table,
    method: str,
    *,
    words: Words = Words(),
    composition: str = "counts",
) -> tuple[Vocabulary, Counts]:
    """The vocabulary of a training part of known classes, and the counts (n, columns) to estimate from.

    composition: `binary` counts a word once per case; `fraction` divides counts by the length of the case,
    but only when classes are scored, not here. Raises InputError for bad parameters and kinds.
    """
    k, letters, n_words, words_by = words
    check_params(k, letters, composition, n_words, method, words_by)
    vocabulary = whole_vocabulary(raw_of(train, method, k=k, letters=letters, composition=composition))
    counts = raw_counts(vocabulary, train)
    if counts.n_columns > MAX_COLUMNS and vocabulary.kind == "sequence":
        kept = np.unique(counts.indices)
        vocabulary, counts = vocabulary._replace(kept=kept), _project(counts, kept)
    if n_words is not None:
        chosen = features.select(counts, train.y, n_classes(train), int(n_words), words_by)
        vocabulary = vocabulary._replace(kept=chosen if vocabulary.kept is None else vocabulary.kept[chosen])
        counts = _project(counts, chosen)
    inside = np.full(counts.n_columns, bool(train.attributes) and train.attributes[0].declared)
    inside[counts.indices] = True
    return vocabulary._replace(inside=inside), counts


def per_column(vocabulary: Vocabulary, alpha: float | Sequence[float], method: str) -> float | np.ndarray:
    """Pseudo-counts of the columns: one number for all or, if alpha is a list with one per word of the data,
    (columns,).

    Raises InputError for a list of another length.
    """
    if not isinstance(alpha, Sequence):
        return alpha
    one_each(alpha, n_columns(vocabulary), "alpha", "words", method)
    every = np.asarray(alpha, dtype=np.float64)
    return every if vocabulary.kept is None else every[vocabulary.kept]


def raw_of(table: Table, method: str, *, k: int, letters: str | None, composition: str) -> Raw:
    """Words or letters of a table. Raises InputError for bad kinds, and for letters that the table does not
    have.
    """
    kind = kind_of(table, method)
    if kind == "count" and k > 1:
        raise InputError(
            f"k = {k} in {method} needs sequences, but the data set has counts: set k to 1, or choose "
            "another data set"
        )
    if kind == "sequence":
        alphabet = sequences_of(table).alphabet
        if letters is not None and not any(a in letters for a in alphabet):
            raise InputError(
                f"letters in {method} are {letters!r}, but the alphabet of the data set has none of them: "
                "leave `letters` out"
            )
        return Raw(kind, alphabet, len(alphabet), int(k), letters, composition)
    size = table.counts.n_columns if table.counts is not None and kind else 0
    return Raw(kind, table.attributes[0].values if kind else (), size, 1, letters, composition)


def whole_vocabulary(raw: Raw) -> Vocabulary:
    """Vocabulary of all raw columns or letters, all still marked as outside."""
    position, labels = None, raw.labels
    if raw.kind == "sequence":
        used = [raw.letters is None or a in raw.letters for a in raw.labels]
        position = np.append(np.where(used, np.cumsum(used) - 1, -1), -1).astype(np.int32)
        labels = tuple(a for a, u in zip(raw.labels, used, strict=True) if u)
    return Vocabulary(raw.kind, labels, raw.size, position, raw.k, None, np.zeros(0, bool), raw.composition)


def n_columns(vocabulary: Vocabulary) -> int:
    """Number of columns before any selection."""
    return (
        kgrams.n_kgrams(len(vocabulary.labels), vocabulary.k)
        if vocabulary.kind == "sequence"
        else vocabulary.raw
    )


def sequences_of(table: Table) -> Sequences:
    """Sequences of a table. Raises ValueError if it has none."""
    if table.sequences is None:
        raise ValueError("the table has no sequences")
    return table.sequences


def letters_of(vocabulary: Vocabulary, table: Table) -> np.ndarray:
    """Letters of a table of sequences, (total length,) int32, -1 = skipped.

    Raises ValueError if the table has no sequences or a different alphabet.
    """
    assert vocabulary.letters is not None, "a vocabulary of words has no letters"
    sequences = sequences_of(table)
    if len(sequences.alphabet) != vocabulary.raw:
        raise ValueError(
            f"the model has an alphabet of {vocabulary.raw} letters, but the table has "
            f"{len(sequences.alphabet)}"
        )
    if len(sequences.tokens) and not -1 <= sequences.tokens.min() <= sequences.tokens.max() < vocabulary.raw:
        raise ValueError("a token of the table is outside the alphabet")
    return vocabulary.letters[sequences.tokens]


def raw_counts(vocabulary: Vocabulary, table: Table) -> Counts:
    """Counts before the selection of columns, without zeros; all are 1 if the composition is binary."""
    if vocabulary.kind == "sequence":
        counts = kgrams.count(
            letters_of(vocabulary, table), sequences_of(table).offsets, len(vocabulary.labels), vocabulary.k
        )
    elif vocabulary.kind == "count":
        counts = _checked(table.counts, vocabulary.raw)
    else:
        counts = Counts(np.zeros(n_cases(table) + 1, np.int64), np.zeros(0, np.int32), np.zeros(0), 0)
    return counts._replace(data=np.ones_like(counts.data)) if vocabulary.composition == "binary" else counts


def _checked(counts: Counts | None, n_columns: int) -> Counts:
    """The counts without entries that are 0.

    Raises ValueError for a different number of columns, and InputError for negative or infinite counts.
    """
    if counts is None or counts.n_columns != n_columns:
        raise ValueError(
            f"the model has {n_columns} columns of counts, but the table has "
            f"{'none' if counts is None else counts.n_columns}"
        )
    if not len(counts.data):
        return counts
    if not 0 <= counts.indices.min() <= counts.indices.max() < n_columns:
        raise ValueError("a column number of the counts is outside the matrix")
    smallest = counts.data.min()
    if not smallest >= 0 or not np.isfinite(counts.data.max()):
        raise InputError(
            "a count is negative or not finite: a multinomial model needs finite counts of at least 0"
        )
    return counts if smallest > 0 else _keep(counts, counts.data > 0, counts.indices, n_columns)


def _keep(counts: Counts, mask: np.ndarray, columns: np.ndarray, n_columns: int) -> Counts:
    """Entries selected by `mask` (nnz,), with new column numbers `columns` (nnz,)."""
    indptr = np.concatenate([[0], np.cumsum(mask)])[counts.indptr]
    return Counts(indptr, columns[mask].astype(np.int32), counts.data[mask], n_columns)


def _project(counts: Counts, kept: np.ndarray) -> Counts:
    """Keep only the columns `kept` (ascending), renumbered."""
    if len(kept) == 0:
        return _keep(counts, np.zeros(len(counts.data), bool), counts.indices, 0)
    if counts.n_columns <= MAX_TABLE:
        new = np.full(counts.n_columns, -1, np.int32)
        new[kept] = np.arange(len(kept))
        column = new[counts.indices]
        return _keep(counts, column >= 0, column, len(kept))
    column = np.minimum(np.searchsorted(kept, counts.indices), len(kept) - 1)
    return _keep(counts, kept[column] == counts.indices, column, len(kept))


def apply(vocabulary: Vocabulary, table: Table) -> Counts:
    """Counts (n, columns) of a table, or fractions of the length of each case (in words, including skipped
    ones).

    Raises ValueError if the columns or the alphabet of the table differ from those of the training part.
    """
    raw = raw_counts(vocabulary, table)
    counts = raw if vocabulary.kept is None else _project(raw, vocabulary.kept)
    if vocabulary.composition != "fraction":
        return counts
    of_letters = vocabulary.kind == "sequence"
    length = (
        np.maximum(np.diff(sequences_of(table).offsets) - vocabulary.k + 1, 1)
        if of_letters
        else features.row_sums(raw)
    )
    return counts._replace(data=counts.data / length[features.row_of_entry(counts)])


def estimated(vocabulary: Vocabulary) -> Vocabulary:
    """The vocabulary with the composition used for estimation: `fraction` only changes the score of a
    case.
    """
    return vocabulary._replace(composition="counts") if vocabulary.composition == "fraction" else vocabulary


def size(vocabulary: Vocabulary) -> int:
    """Number of words d of the vocabulary."""
    return int(vocabulary.inside.sum())


def word(vocabulary: Vocabulary, column: int) -> str:
    """Word of a column."""
    code = int(column if vocabulary.kept is None else vocabulary.kept[column])
    if vocabulary.kind == "sequence":
        return kgrams.label(code, vocabulary.labels, vocabulary.k)
    return vocabulary.labels[code] if vocabulary.labels else f"column {code + 1}"
