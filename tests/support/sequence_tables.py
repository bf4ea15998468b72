"""Small synthetic tables of words and of sequences for the tests."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from naivebench.core.table import Attribute, Counts, Sequences, Table, make_table
from support import tables

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"


def to_counts(matrix) -> Counts:
    """The non-zero entries of a dense matrix (n, columns)."""
    entries = sparse.csr_array(np.asarray(matrix, dtype=np.float64))
    indptr, indices = entries.indptr.astype(np.int64), entries.indices.astype(np.int32)
    return Counts(indptr, indices, entries.data, entries.shape[1])


def documents(matrix, y, classes=None, words=None, declared=False) -> Table:
    """A table of words from a dense matrix of counts (n, columns)."""
    y, counts = np.asarray(y, dtype=np.int32), to_counts(matrix)
    words = tuple(words or (f"w{i}" for i in range(counts.n_columns)))
    classes = classes or [f"c{i}" for i in range(int(y.max(initial=0)) + 1)]
    return make_table([Attribute("text", "count", words, declared=declared)], classes, y, counts=counts)


def dense(counts: Counts) -> np.ndarray:
    """The counts as a dense matrix (n, columns) of float64."""
    shape = len(counts.indptr) - 1, counts.n_columns
    return sparse.csr_array((counts.data, counts.indices, counts.indptr), shape, dtype=np.float64).toarray()


def sequences(texts, y, alphabet="ACGT", classes=None, declared=True) -> Table:
    """A table of sequences from texts; a character outside the alphabet becomes token -1."""
    y = np.asarray(y, dtype=np.int32)
    code = {a: i for i, a in enumerate(alphabet)}
    tokens = np.array([code.get(a, -1) for text in texts for a in text], dtype=np.int8)
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(np.int64)
    classes = classes or [f"c{i}" for i in range(int(y.max(initial=0)) + 1)]
    return make_table(
        [Attribute("sequence", "sequence", declared=declared)],
        classes,
        y,
        sequences=Sequences(tokens, offsets, tuple(alphabet)),
    )


def made_texts(
    n: int, n_classes: int, seed: int = 0, alphabet: str = AMINO_ACIDS
) -> tuple[list[str], np.ndarray]:
    """Random sequences whose letters and lengths depend on the class; every class occurs."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, max(n - n_classes, 0))])[:n]
    p = rng.dirichlet(np.full(len(alphabet), 3.0), n_classes)
    lengths = rng.poisson(30 + 5 * (y % 7))
    return [
        "".join(alphabet[i] for i in rng.choice(len(alphabet), size, p=p[c]))
        for size, c in zip(lengths, y, strict=True)
    ], y


def made_sequences(n: int = 120, n_classes: int = 3, seed: int = 0, alphabet: str = AMINO_ACIDS) -> Table:
    """The texts of `made_texts` as a table of proteins."""
    texts, y = made_texts(n, n_classes, seed, alphabet)
    return sequences(texts, y, AMINO_ACIDS, [f"c{i}" for i in range(n_classes)])


def made_documents(
    n: int = 120, n_classes: int = 3, seed: int = 0, n_columns: int = 60, mean: int = 25
) -> Table:
    """Random documents whose words depend on the class; every class occurs, and the last columns do not."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, max(n - n_classes, 0))])[:n]
    p = rng.dirichlet(np.full(n_columns - 3, 0.5), n_classes)
    matrix = np.array(
        [rng.multinomial(size, p[c]) for size, c in zip(rng.poisson(mean, n), y, strict=True)]
    ).reshape(n, n_columns - 3)
    return documents(np.hstack([matrix, np.zeros((n, 3))]), y, [f"c{i}" for i in range(n_classes)])


def of_kinds(kinds, n: int = 60) -> Table:
    """A table of these kinds of columns; of words or sequences if a method accepts nothing else."""
    if set(kinds) - {"count", "sequence"}:
        return tables.of_kinds(tables.mixed(n), kinds)
    return made_documents(n) if "count" in kinds else made_sequences(n)
