"""Additive statistics of words or letters per class, for all multinomial and Bernoulli models.

The statistics have the words that occur, with the number of their column before any selection, so a
vocabulary can be learned from the sums as `bags.learn` learns it from the cases. Counts of words are whole
numbers, whose sums are exact; sums of other counts and of weights have the rounding errors of floats.
docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from naivebench.core import additive
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, n_classes
from naivebench.methods.sequences.helpers import bags, features, kgrams, multinomial


class Statistics(NamedTuple):
    """Sums over the cases whose class is known."""

    raw: bags.Raw
    declared: bool  # all columns are in the vocabulary, even those that do not occur
    classes: tuple[str, ...]
    n_c: np.ndarray  # (K,) cases per class
    columns: np.ndarray  # (m,) int64 columns that occur, ascending
    totals: np.ndarray  # (K, m) float64 sum of the counts of a column over the cases of a class
    cases: np.ndarray  # (K, m) cases of the class with a count in the column


def count(
    table: Table,
    method: str,
    weights: np.ndarray | None = None,
    *,
    k: int = 1,
    letters: str | None = None,
    composition: str = "counts",
) -> Statistics:
    """Add up the cases of known class; weights: (n,) >= 0, by default 1 each; other parameters as in
    `bags.learn`.

    Raises InputError for bad parameters, kinds of attributes and weights.
    """
    bags.check_params(k, letters, composition, None, method)
    raw = bags.raw_of(table, method, k=k, letters=letters, composition=composition)
    table, weights = additive.counted_cases(table, weights)
    n_c, counts = n_classes(table), bags.raw_counts(bags.whole_vocabulary(raw), table)
    columns = None
    if counts.n_columns > bags.MAX_COLUMNS:
        columns, place = np.unique(counts.indices, return_inverse=True)
        counts = counts._replace(indices=place.astype(np.int32), n_columns=len(columns))
    totals, cases = multinomial.class_sums(counts, table.y, n_c, weights)
    if columns is None:
        columns = np.flatnonzero(cases.any(axis=0))
        totals, cases = totals[:, columns], cases[:, columns]
    return Statistics(
        raw,
        bool(table.attributes) and table.attributes[0].declared,
        table.classes,
        np.bincount(table.y, weights, n_c),
        columns.astype(np.int64),
        totals,
        cases,
    )


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Statistics of the cases of both. Raises InputError if their words, letters or classes differ."""
    if a[:3] != b[:3]:
        raise InputError(
            "the statistics to merge have different words, letters or classes: call widen on both first"
        )
    columns, place = np.unique(np.concatenate([a.columns, b.columns]), return_inverse=True)
    sums = []
    for one, other in ((a.totals, b.totals), (a.cases, b.cases)):
        both = np.zeros((len(one), len(columns)), np.result_type(one, other))
        both[:, place[: one.shape[1]]] += one
        both[:, place[one.shape[1] :]] += other
        sums.append(both)
    return a._replace(n_c=a.n_c + b.n_c, columns=columns, totals=sums[0], cases=sums[1])


def widen(
    statistics: Statistics,
    attributes: Iterable[Attribute],
    classes: Iterable[str],
    alphabet: Iterable[str] = (),
) -> Statistics:
    """Extend the statistics to more words (the values of the attribute), letters (`alphabet`, by default the
    same) and classes, in any order.

    Raises InputError if a word, letter or class is not in the new list.
    """
    raw, classes, attributes = statistics.raw, tuple(classes), tuple(attributes)
    of_letters = raw.kind == "sequence"
    labels = tuple(alphabet) or raw.labels if of_letters else attributes[0].values if attributes else ()
    columns = statistics.columns
    if labels != raw.labels:
        new = raw._replace(labels=labels, size=len(labels))
        before, after = (bags.whole_vocabulary(r).labels for r in (raw, new))
        place, rest, columns = (
            additive.places(before, after, "words or letters"),
            columns,
            np.zeros_like(columns),
        )
        for j in range(raw.k):  # digits of the code of a k-gram, the last letter first
            columns = columns + place[rest % len(before)] * len(after) ** j
            rest = rest // len(before)
        raw = new
    order, label = np.argsort(columns), additive.places(statistics.classes, classes, "classes")
    wide = []
    for old in (statistics.n_c, statistics.totals[:, order], statistics.cases[:, order]):
        wide.append(np.zeros((len(classes), *old.shape[1:]), old.dtype))
        wide[-1][label] = old
    return Statistics(raw, statistics.declared, classes, wide[0], columns[order], wide[1], wide[2])


def learned(
    statistics: Statistics, *, n_words: int | None = None, words_by: str = "presence", method: str
) -> tuple[bags.Vocabulary, np.ndarray, np.ndarray]:
    """The vocabulary that `bags.learn` would find, the sums of counts (K, columns) float64, and the numbers
    of cases with each word (K, columns).

    Raises InputError for bad n_words and words_by.
    """
    raw = statistics.raw
    bags.check_params(raw.k, raw.letters, raw.composition, n_words, method, words_by)
    vocabulary = bags.whole_vocabulary(raw)
    width = bags.n_columns(vocabulary)
    if width > bags.MAX_COLUMNS and raw.kind == "sequence":
        vocabulary = vocabulary._replace(kept=statistics.columns.astype(kgrams.column_dtype(width)))
        totals, cases = statistics.totals, statistics.cases
    else:
        totals, cases = (
            np.zeros((len(statistics.classes), width), sums.dtype)
            for sums in (statistics.totals, statistics.cases)
        )
        totals[:, statistics.columns], cases[:, statistics.columns] = statistics.totals, statistics.cases
    if n_words is not None:
        chosen = features.choose(cases, totals, statistics.n_c, int(n_words), words_by)
        vocabulary = vocabulary._replace(kept=chosen if vocabulary.kept is None else vocabulary.kept[chosen])
        totals, cases = totals[:, chosen], cases[:, chosen]
    inside = np.asarray(cases.any(axis=0) | statistics.declared)
    return vocabulary._replace(inside=inside), np.ascontiguousarray(totals), np.ascontiguousarray(cases)
