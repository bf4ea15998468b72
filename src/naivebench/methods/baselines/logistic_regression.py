"""Multinomial logistic regression with an L2 penalty (scikit-learn). Nominal attributes become indicators,
and numbers are standardised.

It minimises the sum of log loss + |w|^2 / (2 c). Reference: Cox 1958; le Cessie and van Houwelingen 1992.

With `n_features`, the columns are hashed indicators of values, and of pairs of values of two of the twelve
attributes that are most informative about the class. The column is a 32-bit hash of attribute names and codes
modulo `n_features`, and its sign is another bit of the hash, so that collisions cancel on average. Fit
O(features per case x n) per L-BFGS iteration. docs/methods/high-cardinality.md#hashed-logistic-regression;
Weinberger et al. 2009 (hashing); Chapelle, Manavoglu and Rosales 2015 (crosses).
"""

from __future__ import annotations

import itertools
import zlib
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from naivebench.core import counts
from naivebench.core.checks import check_whole
from naivebench.core.information import mutual_information
from naivebench.core.table import Table, discrete_attributes, n_cases
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

CROSSED = 12  # attributes whose pairs are used: more pairs than this are slow and rarely help


class Hashing(NamedTuple):
    """The combinations of attributes that give features, and the hashed columns that have weights."""

    combinations: tuple[tuple[int, ...], ...]  # discrete attributes
    seeds: np.ndarray  # (d,) uint32: hash of every attribute's name
    # (n_features,) int32: column of the design matrix, -1 for hashes that did not occur in training
    columns: np.ndarray
    owner: np.ndarray  # (attributes used,) index among all attributes; the columns themselves are shared

    def transform(self, table: Table) -> csr_array:
        """Return the sparse design matrix (n, columns that occurred in training) of +1 and -1. If several
        features of a case share a column, they are added.

        The hash of a combination is computed from the sum of its members' hashes, so it does not depend on
        the order of attributes. A combination with a missing value has no feature.
        """
        codes, shape = table.codes, (n_cases(table), len(self.combinations))
        single = mix_bits(mix_bits(codes.astype(np.uint32) + np.uint32(0x9E3779B9)) + self.seeds)
        hashes = np.empty(shape, np.uint32, order="F")
        valid = np.empty(shape, bool, order="F")
        for f, group in enumerate(self.combinations):
            members = list(group)
            total = single[:, members].sum(axis=1, dtype=np.uint32)
            hashes[:, f] = mix_bits(total) if len(group) > 1 else total
            valid[:, f] = (codes[:, members] >= 0).all(axis=1)

        columns = self.columns[hashes % len(self.columns)]
        valid &= columns >= 0
        signs = np.where(hashes >> np.uint32(31), -1.0, 1.0)[valid]
        starts = np.concatenate([[0], np.cumsum(valid.sum(axis=1))]).astype(np.int32)
        width = int(self.columns.max(initial=-1)) + 1
        matrix = csr_array((signs, columns[valid], starts), shape=(shape[0], width))
        matrix.sum_duplicates()
        return matrix


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    c: float = 1.0,
    max_iter: int = 1000,
    n_features: int | None = None,
) -> estimator.Model:
    """`c`: Inverse strength of the penalty. `max_iter`: Largest number of L-BFGS iterations. `n_features`:
    Number of hashed columns, None for indicators and numbers.

    Raises InputError for bad parameters and, with hashed columns, for attributes that are not discrete.
    """
    if n_features is not None:
        check_whole(n_features, 1, "n_features", "logistic_regression")
        counts.check_kinds(train.attributes, "logistic_regression on hashed columns")

    def learn_encoding(table: Table, y: np.ndarray, seed: int) -> tuple[Any, Any]:
        if n_features is None:
            return estimator.learn_linear_columns(table, y, seed)
        return learn_hashing(table, int(n_features))

    def fit_classifier(part: estimator.Part) -> LogisticRegression:
        return LogisticRegression(C=c, max_iter=max_iter).fit(part.x, part.y)

    return estimator.fit_model(train, rng, fit_classifier, learn_encoding)


def learn_hashing(train: Table, n_features: int) -> tuple[Hashing, csr_array]:
    """Learn the hashing of a training part; return it and its design matrix."""
    varies = np.flatnonzero([len(np.unique(column)) > 1 for column in train.codes.T])
    informative = np.argsort(-mutual_information(train)[varies], kind="stable") if len(varies) else varies
    members = sorted(varies[informative][:CROSSED].tolist())
    combinations = [(int(j),) for j in varies] + [*itertools.combinations(members, 2)]
    seeds = np.array([zlib.crc32(a.name.encode()) for a in discrete_attributes(train)], dtype=np.uint32)

    # all hashed columns first, then only those that occur
    hashing = Hashing(tuple(combinations), seeds, np.arange(n_features, dtype=np.int32), varies)
    x = hashing.transform(train)
    occurs = np.zeros(n_features, bool)
    occurs[x.indices] = True
    columns = np.where(occurs, np.cumsum(occurs) - 1, -1).astype(np.int32)
    x = csr_array((x.data, columns[x.indices], x.indptr), shape=(len(train.y), int(occurs.sum())))
    return hashing._replace(columns=columns), x


def mix_bits(h: np.ndarray) -> np.ndarray:
    """Apply MurmurHash3's finaliser to uint32: every input bit changes half of the output bits."""
    h = (h ^ (h >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return h ^ (h >> np.uint32(16))


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of coefficients and intercepts."""
    return estimator.summarize_model(model, lambda fitted: fitted.coef_.size + fitted.intercept_.size)
