"""Fitting of multinomial models to a table of words, which has one row per document and word and gives how
often the word occurs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import Table, subset
from naivebench.data import raw_columns
from naivebench.estimators.adapter import IncrementalEstimator
from naivebench.methods.sequences.helpers import bag_counts
from naivebench.models import incremental, weighting
from naivebench.models.stanzas import MethodStanza
from naivebench.sql import fitting, queries, source

if TYPE_CHECKING:
    import ibis


def fit_words(
    estimator: IncrementalEstimator, table: ibis.Table, target: str, *, document: str, word: str, count: str
) -> IncrementalEstimator:
    """Fit MultinomialNB, BernoulliNB or ComplementNB to a table of words, and return it; no row leaves the
    database.

    document, word, count: columns with the key of the document, the word, and how often it occurs; the counts
    of a word in several rows of a document are added up. target: column with the label of the document,
    repeated in each of its rows; rows without a label are left out. The model equals a fit on a data frame
    with a column for every word, in the natural order of words. Raises InputError for estimators of another
    kind, unknown columns, numbers that are not counts, documents with several labels, and if the database
    fails; the estimator is then not fitted.
    """
    fitting.check(estimator)
    estimator._forget()
    queries.check_available()
    name = source.name_of(table)
    for what, column in (("target", target), ("document", document), ("word", word), ("count", count)):
        if column not in table.columns:
            near = did_you_mean(column, table.columns)
            raise InputError(f"{what} {column!r} is not a column of {name}{near}")
    if not table[count].type().is_numeric():
        raise InputError(f"count {count!r} of {name} contains {table[count].type()} values, expected numbers")
    y, d, w = (source.exact(table[column]) for column in (target, document, word))
    rows = table.select(y=y, d=d, w=w, n=table[count].cast("float64"))
    rows = rows.filter(rows.y.notnull())
    source.check_letters(rows, {"d": document, "w": word}, name)
    documents = _documents(rows, name)
    classes = source.weighted_classes(*documents, estimator.class_weight)  # type: ignore[attr-defined]
    bags = rows.group_by("y", "d", "w").aggregate(n=rows.n.sum())
    bags = bags.filter((bags.n != 0) & bags.w.notnull())
    sums = bags.group_by("y", "w").aggregate(total=bags.n.sum(), n=bags.count(), least=bags.n.min())
    found = queries.rows_of(sums)
    _check_counts(found, name)
    words = raw_columns.natural_order(str(row[1]) for row in found)
    if not words:
        raise InputError(f"{name} has no word with a count above 0: check the columns {word!r} and {count!r}")
    n, labels = max(2, len(classes.labels)), classes.labels
    import pandas as pd

    X = pd.DataFrame(np.zeros((n, len(words))), columns=words)
    y = source.label_array([*labels, *[labels[-1]] * (n - len(labels))])

    def counted(few: Table, method: str, stanza: MethodStanza, params: dict[str, Any]) -> incremental.Counted:
        if few.counts is None:
            raise InputError(f"method {method} does not count words: use MultinomialNB, or `fit` for columns")
        empty = incremental.count(subset(few, np.zeros(0, np.intp)), (), stanza, params)
        code = dict(zip(labels, few.y.tolist(), strict=False))
        order = np.argsort([code[label] for label in labels])
        weights = None if classes.weights is None else classes.weights[order]
        n_c = np.array(classes.cases, np.int64)[order]
        counts = _filled(empty.statistics, n_c, [row for row in found if row[0] in code], words, code)
        counts = weighting.weighted_words(counts, weights)
        return empty._replace(class_counts=counts.n_c, statistics=counts)

    return estimator._fit_counted(X, y, counted)


def _documents(rows: ibis.Table, name: str) -> tuple[list[Any], list[int]]:
    """The labels, and the number of documents with each. Raises InputError for documents with several
    labels.
    """
    documents = rows.select("y", "d").distinct()
    per_label = queries.rows_of(documents.group_by("y").aggregate(n=documents.count()))
    [(different,)] = queries.rows_of(documents.aggregate(n=documents.d.nunique()))
    if not per_label:
        raise InputError(f"{name} has no row with a label: a classifier needs at least two classes")
    if sum(n for _, n in per_label) != different:
        raise InputError(
            f"{name} has documents with several labels or without a key: give all rows of a document the "
            "same label and a key"
        )
    as_bool = rows.y.type().is_boolean()
    pairs = sorted((bool(label) if as_bool else label, int(n)) for label, n in per_label)
    return [label for label, _ in pairs], [n for _, n in pairs]


def _check_counts(found: list[queries.Row], name: str) -> None:
    if any(not np.isfinite(row[2]) or row[4] < 0 for row in found):
        raise InputError(f"{name} has counts of words that are negative or not finite: correct them")


def _filled(
    empty: bag_counts.Statistics,
    n_c: np.ndarray,
    found: list[queries.Row],
    words: list[str],
    code: dict[Any, int],
) -> bag_counts.Statistics:
    """The statistics filled from rows (label, word, occurrences, documents, least)."""
    place, shape = {word: i for i, word in enumerate(words)}, (len(n_c), len(words))
    totals, cases = np.zeros(shape), np.zeros(shape, np.int64)
    for label, word, total, n, _ in found:
        totals[code[label], place[str(word)]] += float(total)
        cases[code[label], place[str(word)]] += int(n)
    if empty.raw.composition == "binary":
        totals = cases.astype(np.float64)
    columns = np.flatnonzero(cases.any(axis=0))  # classes of weight 0 may have other words
    return empty._replace(n_c=n_c, columns=columns, totals=totals[:, columns], cases=cases[:, columns])
