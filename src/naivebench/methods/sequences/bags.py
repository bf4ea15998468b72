"""Bags of words: counts per case and class, by a vocabulary learned on the training part.

A table has one attribute of kind count (its columns are the words) or of kind sequence (its k-grams are the
words), or no attribute. The vocabulary contains the words of the training part, or the whole list if the
attribute declares it. Letters with code -1 are skipped but count for the length.

`count` and `merge` give the additive statistics of all multinomial and Bernoulli models. The statistics list
the words that occur, with the numbers of their columns before any selection, so that a vocabulary can be
learned from them. Counts of words are whole numbers, whose sums are exact; sums of other counts and of
weights have the rounding errors of floats. docs/methods/conventions.md#additive-statistics.

Words are chosen by their mutual information with the class (Yang and Pedersen 1997; McCallum and Nigam 1998),
or by the number of cases that have them: docs/methods/sequences.md#words-letters-and-k-grams.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from naivebench.core import table_sums
from naivebench.core.checks import InputError, check_one_of, check_whole
from naivebench.core.counts import select_weighted_cases, sum_weights
from naivebench.core.logspace import log
from naivebench.core.table import Counts, Sequences, Table, n_cases, n_classes
from naivebench.data.kgrams import choose_column_dtype, count_kgrams
from naivebench.methods.sequences.count_matrix import check_counts, keep_columns, list_entry_rows, sum_rows

COMPOSITIONS = ("counts", "fraction", "binary")
WORDS_BY = ("presence", "occurrence", "frequency")
TIE_DIGITS = 12  # decimals to which scores are compared: equal ones are ties, and the first column wins
MAX_COLUMNS = 1 << 20  # largest number of k-grams that all get a column, even those that do not occur


class Vocabulary(NamedTuple):
    """The columns of a count matrix, and the words that they count."""

    kind: str  # count or sequence; empty without an attribute
    labels: tuple[str, ...]  # words or alphabet of the table; empty if it names none
    size: int  # number of words or letters of the table
    letters: str | None  # letters of the alphabet that count; None: all
    k: int  # letters per column
    composition: str
    kept: np.ndarray | None  # (columns,) int64 word or k-gram code of each column, ascending; None: all
    inside: np.ndarray  # (columns,) bool, False: the word did not occur in training and is ignored


class Statistics(NamedTuple):
    """Sums over the cases whose class is known."""

    vocabulary: Vocabulary  # of all columns, before any choice
    declared: bool  # all columns are in the vocabulary, even those that do not occur
    classes: tuple[str, ...]
    n_c: np.ndarray  # (K,) cases per class
    columns: np.ndarray  # (m,) int64 columns that occur, ascending
    totals: np.ndarray  # (K, m) float64 sum of the counts of a column over the cases of a class
    cases: np.ndarray  # (K, m) cases of the class with a count in the column


def learn_vocabulary(
    train: Table, method: str, *, k: int = 1, n_words: int | None = None, words_by: str = "presence"
) -> tuple[Vocabulary, Counts]:
    """Learn the vocabulary of cases of known class, with its counts (n, columns); see `choose_words`."""
    vocabulary = list_all_words(train, method, k, None, "counts")
    raw = count_all_words(vocabulary, train)  # once: counting long sequences is most of the work
    statistics = make_statistics(vocabulary, raw, *select_weighted_cases(train))
    vocabulary = choose_words(statistics, n_words=n_words, words_by=words_by, method=method)[0]
    return vocabulary, select_vocabulary_columns(vocabulary, raw, train)


def count(
    table: Table,
    method: str,
    weights: np.ndarray | None = None,
    *,
    k: int = 1,
    letters: str | None = None,
    composition: str = "counts",
) -> Statistics:
    """Add up the cases of known class; weights: (n,) >= 0, by default all 1.

    k: letters per word of a sequence. letters: the letters that count, None for all. composition: `binary`
    counts a word once per case; `fraction` divides counts by the length of the case, but only when classes
    are scored, not here. Raises InputError for bad parameters, kinds of attributes and weights.
    """
    vocabulary = list_all_words(table, method, k, letters, composition)
    table, weights = select_weighted_cases(table, weights)
    return make_statistics(vocabulary, count_all_words(vocabulary, table), table, weights)


def make_statistics(vocabulary: Vocabulary, counts: Counts, table: Table, weights: np.ndarray) -> Statistics:
    """Add up the counts of all columns by class; all cases of the table have a known class."""
    k, columns = n_classes(table), None
    if counts.n_columns > MAX_COLUMNS:
        columns, place = np.unique(counts.indices, return_inverse=True)
        counts = counts._replace(indices=place.astype(np.int32), n_columns=len(columns))
    totals, cases = sum_counts_by_class(counts, table.y, k, weights)
    if columns is None:
        columns = np.flatnonzero(cases.any(axis=0))
        totals, cases = totals.take(columns, axis=1), cases.take(columns, axis=1)
    declared = bool(table.attributes) and table.attributes[0].declared
    n_c = sum_weights(table.y, weights, k)
    return Statistics(vocabulary, declared, table.classes, n_c, columns.astype(np.int64), totals, cases)


def sum_counts_by_class(
    counts: Counts, y: np.ndarray, n_classes: int, weights: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Sum the counts, and count the cases, of each class by column, (K, columns). weights: (n,)."""
    weights, shape = np.ones(len(y), np.int64) if weights is None else weights, (len(y), counts.n_columns)
    of_class = csr_array((weights, (y, np.arange(len(y)))), shape=(n_classes, len(y)))
    words = csr_array((counts.data, counts.indices, counts.indptr), shape=shape)
    present = csr_array(
        (np.ones(len(counts.data), weights.dtype), counts.indices, counts.indptr), shape=shape
    )
    return (of_class @ words).toarray(), (of_class @ present).toarray()


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Add up the statistics of two sets of cases. A word, letter or class that only one of them lists is
    added to the other. Raises InputError if parameters or declared words of the two sets differ.
    """
    ways = [(v.kind, v.letters, v.k, v.composition) for v in (a.vocabulary, b.vocabulary)]
    if ways[0] != ways[1]:
        raise InputError("the statistics to merge have different parameters: count both parts with the same")
    labels, labels_of_b = a.vocabulary.labels, b.vocabulary.labels
    classes = table_sums.unite_labels(a.classes, b.classes)
    if labels != labels_of_b:
        if a.declared or b.declared or not (labels and labels_of_b):
            raise InputError(
                "the statistics to merge have different words or letters: give both the same columns"
            )
        labels = tuple(sorted({*labels, *labels_of_b}))
    one, other = relabel_statistics(a, labels, classes), relabel_statistics(b, labels, classes)
    columns, place = np.unique(np.concatenate([one.columns, other.columns]), return_inverse=True)
    sums = []
    for left, right in ((one.totals, other.totals), (one.cases, other.cases)):
        both = np.zeros((len(classes), len(columns)), np.result_type(left, right))
        both[:, place[: left.shape[1]]] += left
        both[:, place[left.shape[1] :]] += right
        sums.append(both)
    return one._replace(n_c=one.n_c + other.n_c, columns=columns, totals=sums[0], cases=sums[1])


def relabel_statistics(
    statistics: Statistics, labels: tuple[str, ...], classes: tuple[str, ...]
) -> Statistics:
    """Return the same statistics with longer lists of words or letters, and of classes."""
    vocabulary, columns = statistics.vocabulary, statistics.columns
    if labels != vocabulary.labels:
        new = vocabulary._replace(labels=labels, size=len(labels))
        before, after = list_labels(vocabulary), list_labels(new)
        place, rest = table_sums.locate_labels(before, after), columns
        columns = np.zeros_like(columns)
        for j in range(vocabulary.k):  # digits of the code of a k-gram, the last letter first
            columns = columns + place[rest % len(before)] * len(after) ** j
            rest = rest // len(before)
        vocabulary = new
    order, label = np.argsort(columns), table_sums.locate_labels(statistics.classes, classes)
    wide = []
    for old in (statistics.n_c, statistics.totals[:, order], statistics.cases[:, order]):
        wide.append(np.zeros((len(classes), *old.shape[1:]), old.dtype))
        wide[-1][label] = old
    return Statistics(vocabulary, statistics.declared, classes, wide[0], columns[order], wide[1], wide[2])


def choose_words(
    statistics: Statistics, *, n_words: int | None = None, words_by: str = "presence", method: str
) -> tuple[Vocabulary, np.ndarray, np.ndarray]:
    """Return the vocabulary, the sums of counts (K, columns) float64, and the numbers of cases with each word
    (K, columns).

    n_words: number of columns with the best scores to keep, or None for all that occur; ties go to the first
    column. words_by: `presence` or `occurrence` scores a column by the mutual information of the class with
    its presence in a case or its occurrence in the text; `frequency` scores it by the number of cases with
    it. Raises InputError for bad parameters.
    """
    vocabulary = statistics.vocabulary
    check_parameters(vocabulary.k, vocabulary.composition, n_words, method, words_by)
    width = count_columns(vocabulary)
    if width > MAX_COLUMNS and vocabulary.kind == "sequence":
        vocabulary = vocabulary._replace(kept=statistics.columns.astype(choose_column_dtype(width)))
        totals, cases = statistics.totals, statistics.cases
    else:
        shape = len(statistics.classes), width
        totals, cases = (np.zeros(shape, s.dtype) for s in (statistics.totals, statistics.cases))
        totals[:, statistics.columns], cases[:, statistics.columns] = statistics.totals, statistics.cases
    if n_words is not None:
        # keep the columns with the best scores
        frequency = cases.sum(axis=0)
        if words_by == "frequency":
            score = frequency.astype(np.float64)
        else:
            events, trials = cases, statistics.n_c
            if words_by == "occurrence":
                events, trials = totals, totals.sum(axis=1)
            score = np.round(compute_class_information(events, trials), TIE_DIGITS)
        order = np.argsort(np.where(frequency > 0, -score, np.inf), kind="stable")
        chosen = np.sort(order[: min(int(n_words), int((frequency > 0).sum()))])
        vocabulary = vocabulary._replace(kept=chosen if vocabulary.kept is None else vocabulary.kept[chosen])
        totals, cases = totals[:, chosen], cases[:, chosen]
    inside = np.asarray(cases.any(axis=0) | statistics.declared)
    return vocabulary._replace(inside=inside), np.ascontiguousarray(totals), np.ascontiguousarray(cases)


def compute_class_information(events: np.ndarray, trials: np.ndarray) -> np.ndarray:
    """Compute the mutual information of the class and each event, (columns,) nats, from frequencies without
    smoothing. events: (K, columns), how many of the trials (K,) have the event.
    """
    n, total = trials.sum(), np.zeros(events.shape[1])
    if n == 0:
        return total
    for cells in (events, trials[:, None] - events):
        expected = cells.sum(axis=0) * (trials[:, None] / n)
        ratio = np.where(cells > 0, cells / np.where(expected > 0, expected, 1), 1)
        total += (cells * log(ratio)).sum(axis=0)
    return np.maximum(total / n, 0)


def count_words(vocabulary: Vocabulary, table: Table) -> Counts:
    """Count the words (n, columns), or their shares. Raises ValueError for other columns or letters."""
    return select_vocabulary_columns(vocabulary, count_all_words(vocabulary, table), table)


def select_vocabulary_columns(vocabulary: Vocabulary, raw: Counts, table: Table) -> Counts:
    """Select the columns of the vocabulary from all counts of a table, as `count_words` returns them."""
    counts = raw if vocabulary.kept is None else keep_columns(raw, vocabulary.kept)
    if vocabulary.composition != "fraction":
        return counts
    if vocabulary.kind == "sequence":
        length = np.maximum(np.diff(get_sequences(table).offsets) - vocabulary.k + 1, 1)
    else:
        length = sum_rows(raw)
    return counts._replace(data=counts.data / length[list_entry_rows(counts)])


def list_labels(vocabulary: Vocabulary) -> tuple[str, ...]:
    """List the words of the table, or the letters that count."""
    letters = vocabulary.letters
    if letters is None:  # a copy of thousands of words, made for every word, would cost seconds
        return vocabulary.labels
    return tuple(label for label in vocabulary.labels if label in letters)


def count_columns(vocabulary: Vocabulary) -> int:
    """Count the columns before any selection. Raises InputError if codes of k-grams do not fit in 62 bits."""
    if vocabulary.kind != "sequence":
        return vocabulary.size
    n_letters, k = len(list_labels(vocabulary)), vocabulary.k
    if n_letters**k >= 1 << 62:
        raise InputError(f"there are too many different {k}-grams of {n_letters} letters: choose a smaller k")
    return n_letters**k


def vocabulary_size(vocabulary: Vocabulary) -> int:
    """Return the number of words d of the vocabulary."""
    return int(vocabulary.inside.sum())


def name_word(vocabulary: Vocabulary, column: int) -> str:
    """Name the word of a column. Letters of one character are joined; blanks separate longer ones."""
    code = int(column if vocabulary.kept is None else vocabulary.kept[column])
    labels, parts = list_labels(vocabulary), []
    if vocabulary.kind != "sequence":
        return labels[code] if labels else f"column {code + 1}"
    for _ in range(vocabulary.k):
        code, letter = divmod(code, len(labels))
        parts.append(labels[letter])
    return ("" if all(len(a) == 1 for a in labels) else " ").join(reversed(parts))


def select_alpha(vocabulary: Vocabulary, alpha: float | Sequence[float], method: str) -> float | np.ndarray:
    """Return one number, or the pseudo-counts (columns,) of a list. Raises InputError for a wrong length."""
    if not isinstance(alpha, Sequence):
        return alpha
    if len(alpha) != count_columns(vocabulary):
        raise InputError(
            f"alpha in {method} has {len(alpha)} entries, but there are {count_columns(vocabulary)} words: "
            "give one number for each, or one for all"
        )
    pseudo = np.asarray(alpha, dtype=np.float64)
    return pseudo if vocabulary.kept is None else pseudo[vocabulary.kept]


def check_parameters(
    k: int, composition: str, n_words: int | None, method: str, words_by: str = "presence"
) -> None:
    """Raise InputError if a parameter is outside its range."""
    check_whole(k, 1, "k", method)
    check_one_of(composition, COMPOSITIONS, "composition", method)
    check_one_of(words_by, WORDS_BY, "words_by", method)
    if n_words is not None:
        check_whole(n_words, 1, "n_words", method)


def find_attribute_kind(table: Table, method: str) -> str:
    """Return count, sequence, or '' without attributes. Raises InputError for other kinds or several
    attributes.
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


def list_all_words(table: Table, method: str, k: int, letters: str | None, composition: str) -> Vocabulary:
    """List all words or k-grams, none of them `inside`. Raises InputError for bad parameters and kinds."""
    check_parameters(k, composition, None, method)
    kind = find_attribute_kind(table, method)
    if kind == "count" and k > 1:
        raise InputError(
            f"k = {k} in {method} needs sequences, but the data set has counts: set k to 1, or choose "
            "another data set"
        )
    if kind == "sequence":
        alphabet = get_sequences(table).alphabet
        if letters is not None and not any(a in letters for a in alphabet):
            raise InputError(
                f"{method} counts the letters {letters}, but the alphabet of the data set has none of them: "
                "choose another method"
            )
        labels, size = alphabet, len(alphabet)
    else:
        labels = table.attributes[0].values if kind else ()
        size = table.counts.n_columns if table.counts is not None and kind else 0
        letters, k = None, 1
    return Vocabulary(kind, labels, size, letters, int(k), composition, None, np.zeros(0, bool))


def get_sequences(table: Table) -> Sequences:
    """Return the sequences of a table. Raises ValueError if it has none."""
    if table.sequences is None:
        raise ValueError("the table has no sequences")
    return table.sequences


def encode_letters(vocabulary: Vocabulary, table: Table) -> np.ndarray:
    """Return the letters, (total length,), -1 = skipped. Raises ValueError for a different alphabet."""
    sequences, size = get_sequences(table), vocabulary.size
    if len(sequences.alphabet) != size:
        raise ValueError(
            f"the alphabet has {len(sequences.alphabet)} letters, expected {size} as in training: use these"
        )
    used = np.isin(vocabulary.labels, list_labels(vocabulary))
    positions = np.append(np.where(used, np.cumsum(used) - 1, -1), -1)  # the last entry is for token -1
    return positions.astype(np.int32)[sequences.tokens]


def count_all_words(vocabulary: Vocabulary, table: Table) -> Counts:
    """Count all words, before any selection; all counts are 1 if the composition is binary."""
    if vocabulary.kind == "sequence":
        letters, offsets = encode_letters(vocabulary, table), get_sequences(table).offsets
        counts = count_kgrams(letters, offsets, vocabulary.k, len(list_labels(vocabulary)))
    elif vocabulary.kind == "count":
        counts = check_counts(table.counts, vocabulary.size)
    else:
        counts = Counts(np.zeros(n_cases(table) + 1, np.int64), np.zeros(0, np.int32), np.zeros(0), 0)
    return counts._replace(data=np.ones_like(counts.data)) if vocabulary.composition == "binary" else counts
