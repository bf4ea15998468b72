"""C4.5 on counts of words or letters. Its tests ask how often a word occurs in a text, or a letter or k-gram
in a sequence.

The words are chosen on the training part as in `nb_mn`. Kang, Silvescu and Honavar 2006 ("tests on sequence
composition statistics"); the tree: trees.c45.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.counts import known_cases
from naivebench.core.grouped import flat
from naivebench.core.table import Attribute, Counts, Table, make_table, n_cases
from naivebench.methods.sequences.helpers import bags
from naivebench.methods.trees import c45


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    tree: c45.Model
    classes: tuple[str, ...]


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    chosen: bags.Words = bags.Words(),
    composition: str = "counts",
    **tree: Any,
) -> Model:
    """Count the words and grow a tree on the counts. `tree`: parameters of `c45.fit`; k, letters,
    composition, n_words and words_by as in `bags.learn`.

    Raises InputError for bad parameters, for other kinds of attributes, and if the full matrix of counts is
    too large for a tree.
    """
    train = known_cases(train)
    vocabulary, counts = bags.learn(train, "c45_counts", words=chosen, composition=composition)
    if composition == "fraction":
        counts = bags.apply(vocabulary, train)
    return Model(
        vocabulary,
        c45.fit(_columns(vocabulary, counts, train.classes, train.y), rng=rng, **tree),
        train.classes,
    )


def _columns(vocabulary: bags.Vocabulary, counts: Counts, classes: tuple[str, ...], y: np.ndarray) -> Table:
    """The counts as a table with one attribute, whose columns have the names of the words; without words, the
    table has no attribute.
    """
    if not counts.n_columns:
        return make_table((), classes, y)
    names = tuple(bags.word(vocabulary, i) for i in range(counts.n_columns))
    return make_table((Attribute("words", "count", names, declared=True),), classes, y, counts=counts)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x) at the leaf of every case, (n, K) nats."""
    y = np.zeros(n_cases(table), np.int32)
    return c45.predict_log_proba(
        model.tree, _columns(model.vocabulary, bags.apply(model.vocabulary, table), model.classes, y)
    )


warm_up = c45.warm_up


def summarize(model: Model) -> dict[str, Any]:
    """Summary as in `c45.summarize`, with the number of words that could be tested."""
    return {**c45.summarize(model.tree), "words": bags.size(model.vocabulary)}
