"""C4.5 (release 8): decision trees by the gain ratio, with pessimistic pruning. It is the classical decision
tree that papers compare naive Bayes with.

    Gain(A) = f (E(S_known) - sum_v w_v E(S_v)),  GainRatio(A) = Gain / SplitInfo,
    E = entropy of the classes in bits

f is the share of the weight for which A is known. docs/methods/trees.md#c45 explains which tests qualify, and
which one is chosen. A case that lacks the attribute goes down all branches, in proportion to their weights.
See also trees.c45_cuts (tests), trees.c45_growth and trees.c45_pruning. Quinlan 1993, 1996.

Prediction averages the class frequencies p of the leaves that a case reaches: P(c) = (N p_c + a) / (N + K a),
N = weight of the training cases of those leaves; a case without any value gets the prior.

With `n_words`, the tests ask how often a word occurs in a text, or a letter in a sequence; the words are
chosen on the training part as in `nb_mn` ("tests on sequence composition statistics" of Kang, Silvescu and
Honavar 2006).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import InputError, check_at_least
from naivebench.core.decisions import break_ties_towards_first
from naivebench.core.logspace import log
from naivebench.core.table import Attribute, Counts, Table, make_table, n_cases, n_classes
from naivebench.methods.sequences import bags
from naivebench.methods.trees import c45_pruning
from naivebench.methods.trees.c45_cuts import Limits, find_branch
from naivebench.methods.trees.c45_growth import Tree, grow_tree
from naivebench.methods.trees.columns import Columns, collect_columns

# share of the cases; nominal attributes with that many values do not count in the mean gain
MANY_VALUES = 0.3


class Model(NamedTuple):
    tree: Tree
    share: np.ndarray  # (nodes,) share of the weight of the parent
    distribution: np.ndarray  # (nodes, K) class frequencies
    sizes: np.ndarray  # (nodes,) weight of the training cases that the frequencies are from
    attribute: np.ndarray  # (t,) attribute of every test
    is_numeric: np.ndarray  # (t,)
    laplace: float
    first_of_equals: bool
    vocabulary: bags.Vocabulary | None = None  # of the words that are columns


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    min_cases: float = 2,
    confidence: float = 0.25,
    pruning: bool = True,
    resolution: float = 0.0,
    laplace: float = 1.0,
    first_of_equals: bool = False,
    n_words: int | None = None,
) -> Model:
    """Grow and prune a tree. confidence: CF of the pruning, in (0, 0.5]. resolution: no cut separates numbers
    closer than this (1e-5 in Quinlan's and Weka's programs). laplace: the constant a of the prediction.
    first_of_equals: if classes tie, the first one wins, as in Weka, not the one with more cases. n_words:
    number of words to choose, None for the columns of the table. Raises InputError for bad parameters, for
    direction attributes, for sequences without `n_words`, and if the full matrix of counts is too large for a
    tree.
    """
    check_at_least(min_cases, 1, "min_cases", "c45")
    check_at_least(laplace, 0, "laplace", "c45")
    check_at_least(resolution, 0, "resolution", "c45")
    check_at_least(confidence, 1e-12, "confidence", "c45")
    if confidence > 0.5:
        raise InputError(f"confidence in c45 is {confidence!r}, expected a number above 0 and at most 0.5")
    train, vocabulary = counts.select_labelled_cases(train), None
    if n_words is not None:
        vocabulary, matrix = bags.learn_vocabulary(train, "c45", n_words=n_words)
        train = make_word_table(vocabulary, matrix, train)
    columns = collect_columns(train, "c45")
    sizes = np.zeros(len(columns.names))
    sizes[~columns.data.is_numeric] = columns.sizes
    few = sizes < MANY_VALUES * n_cases(train)
    limits = Limits(float(min_cases), True, float(resolution))
    tree = grow_tree(columns, n_classes(train), few if few.any() else ~few, limits)
    if pruning:
        c45_pruning.prune_tree(tree, columns.data, confidence)
    model = make_model(c45_pruning.compact_tree(tree), columns, laplace, first_of_equals)
    return model._replace(vocabulary=vocabulary)


def make_word_table(vocabulary: bags.Vocabulary, matrix: Counts, table: Table) -> Table:
    """Return the counts as a table with one attribute, whose columns are the words, or none without words."""
    if not matrix.n_columns:
        return make_table((), table.classes, table.y)
    names = tuple(bags.name_word(vocabulary, i) for i in range(matrix.n_columns))
    words = Attribute("words", "count", names, declared=True)
    return make_table((words,), table.classes, table.y, counts=matrix)


def make_model(tree: Tree, columns: Columns, laplace: float, first_of_equals: bool) -> Model:
    """Make the model of a tree. Nodes without cases get the class frequencies and weight of their parent."""
    sizes = tree.counts.sum(axis=1)
    occupied = sizes > 0
    distribution = np.full(tree.counts.shape, 1 / tree.counts.shape[1])
    distribution[occupied] = tree.counts[occupied] / sizes[occupied, None]
    inner = np.flatnonzero(tree.test >= 0)
    parent = np.repeat(inner, tree.n_children[inner])  # of all nodes but the root, in their order
    total = np.bincount(parent, sizes[1:], len(sizes))[parent]
    share = np.append(1.0, sizes[1:] / np.maximum(total, 1e-300))
    for child in np.flatnonzero(~occupied[1:]):
        sizes[child + 1], distribution[child + 1] = sizes[parent[child]], distribution[parent[child]]
    tests = columns.attribute, columns.data.is_numeric
    return Model(tree, share, distribution, sizes, *tests, float(laplace), first_of_equals)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; without Laplace's correction (laplace = 0), some values are -inf."""
    if model.vocabulary is not None:
        table = make_word_table(model.vocabulary, bags.count_words(model.vocabulary, table), table)
    columns, k = collect_columns(table, "c45", of_model=len(model.attribute)), model.distribution.shape[1]
    average, reached = np.zeros((n_cases(table), k)), np.zeros(n_cases(table))
    average_leaves(model.tree, columns.data, model.share, model.distribution, model.sizes, average, reached)
    smoothed = average * reached[:, None] + model.laplace if model.laplace else average
    smoothed = np.where(smoothed.sum(axis=1, keepdims=True) > 0, smoothed, 1.0)
    log_proba = log(smoothed / smoothed.sum(axis=1, keepdims=True))
    return break_ties_towards_first(log_proba) if model.first_of_equals else log_proba


@njit(cache=True, nogil=True)
def average_leaves(tree, data, share, distribution, sizes, result, reached):
    """Add the averaged frequencies of a case's leaves to result (n, K), and their weight to reached (n,)."""
    nodes, mass = np.zeros(tree.test.shape[0] + 1, np.int64), np.zeros(tree.test.shape[0] + 1)
    for i in range(result.shape[0]):
        depth, nodes[0], mass[0] = 1, 0, 1.0
        while depth > 0:
            depth -= 1
            node, w = nodes[depth], mass[depth]
            test = tree.test[node]
            if test < 0:
                for c in range(result.shape[1]):
                    result[i, c] += w * distribution[node, c]
                reached[i] += sizes[node]
                continue
            branch = find_branch(data, test, tree.threshold[node], i)
            for b in range(tree.n_children[node]):
                child = tree.first[node] + b
                if b == branch or (branch < 0 and share[child] > 0.0):
                    nodes[depth], mass[depth] = child, w if branch >= 0 else w * share[child]
                    depth += 1


def summarize(model: Model) -> dict[str, Any]:
    """Report n_parameters (thresholds, and K - 1 frequencies per leaf), attributes_used, leaves, depth, and
    the number of words that could be tested.
    """
    tree, level = model.tree, np.zeros(len(model.tree.test), np.int64)
    for node in np.flatnonzero(tree.test >= 0):
        level[tree.first[node] : tree.first[node] + tree.n_children[node]] = level[node] + 1
    tests = tree.test[tree.test >= 0]
    leaves = int((tree.test < 0).sum())
    return {
        "n_parameters": leaves * (model.distribution.shape[1] - 1) + int(model.is_numeric[tests].sum()),
        "attributes_used": len(np.unique(model.attribute[tests])),
        "leaves": leaves,
        "depth": int(level.max()),
    } | ({} if model.vocabulary is None else {"words": bags.vocabulary_size(model.vocabulary)})
