"""Words of k letters in sequences: their counts, and groups of similar sequences, so that folds can keep
related sequences in the same part.

Two sequences are linked if they are equal, or share at least `share` of the different words of k letters of
the sequence that has fewer such words. A group contains all sequences that links connect (single linkage), so
groups do not depend on the order of the sequences. docs/protocols/data-sets.md#protein-and-dna-sequences
describes which relatives this finds.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from naivebench.core.table import Counts, Sequences

ROWS = 256  # sequences compared with all others at a time


def count_kgrams(tokens: np.ndarray, offsets: np.ndarray, k: int, n_letters: int) -> Counts:
    """Count the k consecutive letters at every position of every case, overlapping, with ascending columns.

    The code of the letters a_1 ... a_k among V letters is a_1 V^(k-1) + ... + a_k. A k-gram with a skipped
    token does not count. tokens: (total length,) letters 0..V-1, -1 = skipped; offsets: (n + 1,) as in
    `table.Sequences`.
    """
    from scipy.sparse import coo_array

    n, width = len(offsets) - 1, n_letters**k
    case = np.repeat(np.arange(n, dtype=np.int32), np.diff(offsets))
    n_starts = max(len(tokens) - k + 1, 0)
    code, known = np.zeros(n_starts, np.int64), np.ones(n_starts, bool)
    for j in range(k):
        letter = tokens[j : j + n_starts]
        code = code * n_letters + letter
        known &= letter >= 0
    known &= case[:n_starts] == case[k - 1 : k - 1 + n_starts]
    code, case = code[known], case[:n_starts][known]

    # Of very many possible k-grams only those that occur are numbered, so that a list by k-gram is short.
    occurring, place = np.unique(code, return_inverse=True)
    # Converting to columns and then to rows sorts the entries without comparisons.
    pairs = coo_array((np.ones(len(code)), (case, place)), shape=(n, max(len(occurring), 1)))
    matrix = pairs.tocsc().tocsr()
    column = occurring[matrix.indices].astype(choose_column_dtype(width))
    return Counts(matrix.indptr.astype(np.int64), column, matrix.data, width)


def choose_column_dtype(n_columns: int) -> type:
    """Return the type of the column numbers of a matrix of k-grams."""
    return np.int32 if n_columns < 1 << 31 else np.int64


def group_sequences(sequences: Sequences, *, k: int = 5, share: float = 0.1) -> np.ndarray:
    """Return the group of each of n sequences, numbered from 0 by first appearance, shape (n,) int32.

    k: number of letters of a word; share: share of words that links two sequences. Words with a letter
    outside the alphabet do not count; a sequence without words is linked only to equal sequences.
    """
    import pandas as pd
    from scipy.sparse import coo_array, csr_array
    from scipy.sparse.csgraph import connected_components

    # one row of every different sequence, and the index of the different sequence of each row
    known: dict[bytes, int] = {}
    bounds = sequences.offsets.tolist()
    which = [known.setdefault(sequences.tokens[a:b].tobytes(), len(known)) for a, b in pairwise(bounds)]
    first = np.unique(which, return_index=True)[1]

    counted = count_kgrams(sequences.tokens, sequences.offsets, k, len(sequences.alphabet))
    words, column = np.unique(counted.indices, return_inverse=True)
    ones = np.ones(len(column), np.int32)
    occurs = csr_array((ones, column, counted.indptr), shape=(len(which), len(words)))[first]

    # pairs of sequences that are linked, a block of rows after the other
    n_words, turned, links = np.diff(occurs.indptr), occurs.T.tocsr(), [np.zeros((2, 0), np.intp)]
    for start in range(0, len(first), ROWS):
        shared = (occurs[start : start + ROWS] @ turned).tocoo()
        one, other = shared.row.astype(np.intp) + start, shared.col.astype(np.intp)
        linked = (shared.data >= share * np.minimum(n_words[one], n_words[other])) & (one < other)
        links.append(np.array([one[linked], other[linked]]))
    pairs = np.concatenate(links, axis=1)
    graph = coo_array((np.ones(pairs.shape[1], np.int8), tuple(pairs)), shape=(len(first), len(first)))
    group = connected_components(graph, directed=False)[1][which]
    return pd.factorize(group)[0].astype(np.int32)
