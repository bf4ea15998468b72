"""C4.5 on counts of words or letters. Its tests ask how often a word occurs in a text, or a letter in
a sequence.

The words are chosen on the training part as in `nb_mn`. Kang, Silvescu and Honavar 2006 ("tests on sequence
composition statistics"); the tree: trees.c45.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.counts import known_cases
from naivebench.core.table import Attribute, Table, make_table, n_cases
from naivebench.methods.sequences import bags
from naivebench.methods.trees import c45


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    tree: c45.Model
    classes: tuple[str, ...]


def fit(train: Table, *, rng: np.random.Generator | None = None, n_words: int | None = None) -> Model:
    """Count the words and grow a tree on the counts. n_words: as in `nb_mn`.

    Raises InputError for bad parameters, for other kinds of attributes, and if the full matrix of counts is
    too large for a tree.
    """
    train = known_cases(train)
    vocabulary, _ = bags.learn(train, "c45_counts", n_words=n_words)
    words = name_columns(vocabulary, train, train.classes)
    return Model(vocabulary, c45.fit(words), train.classes)


def name_columns(vocabulary: bags.Vocabulary, table: Table, classes: tuple[str, ...]) -> Table:
    """The counts as a table with one attribute, whose columns are the words; without words it has none."""
    counts = bags.apply(vocabulary, table)
    if not counts.n_columns:
        return make_table((), classes, table.y)
    names = tuple(bags.word(vocabulary, i) for i in range(counts.n_columns))
    return make_table((Attribute("words", "count", names, declared=True),), classes, table.y, counts=counts)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x) at the leaf of every case, (n, K) nats."""
    table = table._replace(y=np.zeros(n_cases(table), np.int32))
    return c45.predict_log_proba(model.tree, name_columns(model.vocabulary, table, model.classes))


def summarize(model: Model) -> dict[str, Any]:
    """Summary as in `c45.summarize`, with the number of words that could be tested."""
    return {**c45.summarize(model.tree), "words": bags.size(model.vocabulary)}
