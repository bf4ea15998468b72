"""Groups of similar sequences, so that folds can keep related sequences in the same part.

Two sequences are linked if they share at least `share` of the different words of k letters of the one that
has fewer, or are equal. A group is what links connect (single linkage), so groups do not depend on the order
of the sequences. Which relatives this finds: docs/protocols/data-sets.md#protein-and-dna-sequences.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from naivebench.core.checks import InputError, check_whole
from naivebench.core.table import Sequences

if TYPE_CHECKING:
    from scipy.sparse import csr_array

ROWS = 256  # sequences compared with all others at a time
LARGEST = np.iinfo(np.int64).max


K, SHARE = 5, 0.1  # letters of a word, and the share of words that links two sequences, where none is given


def group_sequences(
    sequences: Sequences, *, k: int = K, share: float = SHARE, where: str = "groups"
) -> np.ndarray:
    """Group of each of n sequences, numbered from 0 by first appearance, shape (n,) int32.

    Words with a letter outside the alphabet do not count; a sequence without words is linked only to equal
    sequences. Time grows with the pairs that share a word. Raises InputError for k below 1 or too large for
    the alphabet, or share not in (0, 1].
    """
    check_whole(k, 1, "k", where)
    if not 0 < share <= 1:
        raise InputError(f"share in {where} is {share}, expected a number above 0 and at most 1")
    if max(len(sequences.alphabet), 1) ** int(k) > LARGEST:
        raise InputError(
            f"k = {k} in {where} is too large for {len(sequences.alphabet)} letters: use shorter words"
        )
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    # one row of every different sequence, and the index of the different sequence of each row
    known: dict[bytes, int] = {}
    bounds = sequences.offsets.tolist()
    which = [known.setdefault(sequences.tokens[a:b].tobytes(), len(known)) for a, b in pairwise(bounds)]
    first = np.unique(which, return_index=True)[1]

    one, other = _find_links(_count_words(sequences, int(k))[first], float(share))
    links = coo_array((np.ones(len(one), np.int8), (one, other)), shape=(len(first), len(first)))
    group = connected_components(links, directed=False)[1][which]
    import pandas as pd

    return pd.factorize(group)[0].astype(np.int32)


def _count_words(sequences: Sequences, k: int) -> csr_array:
    """Which words of k letters occur in each sequence: a sparse matrix of ones, (n, words)."""
    from scipy.sparse import coo_array

    n = len(sequences.offsets) - 1
    row = np.repeat(np.arange(n), np.diff(sequences.offsets))
    tokens = sequences.tokens.astype(np.int64)
    starts = np.arange(max(len(tokens) - k + 1, 0))
    # no word goes on in the next sequence
    code, whole_word = np.zeros(len(starts), np.int64), row[starts] == row[starts + k - 1]
    for i in range(k):
        code = code * len(sequences.alphabet) + tokens[starts + i]
        whole_word &= tokens[starts + i] >= 0
    words, column = np.unique(code[whole_word], return_inverse=True)
    shape = (n, len(words))
    counts = coo_array((np.ones(len(column), np.int32), (row[starts[whole_word]], column)), shape).tocsr()
    counts.data[:] = 1
    return counts


def _find_links(words: csr_array, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of rows that are linked."""
    n_words = np.diff(words.indptr)
    turned, ones, others = words.T.tocsr(), [], []
    for start in range(0, words.shape[0], ROWS):
        shared = (words[start : start + ROWS] @ turned).tocoo()
        one, other = shared.row.astype(np.intp) + start, shared.col.astype(np.intp)
        linked = (shared.data >= share * np.minimum(n_words[one], n_words[other])) & (one < other)
        ones.append(one[linked])
        others.append(other[linked])
    empty = np.zeros(0, np.intp)
    return np.concatenate([*ones, empty]), np.concatenate([*others, empty])
