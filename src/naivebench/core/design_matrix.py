"""Encoding of typed attributes as numeric matrices for scikit-learn, learned on the training part.

`columns` (linear models, k-NN, trees): a nominal attribute becomes one column per value (missing or unseen:
all zero), an ordinal or linear one a standardised column (missing: the mean), an angular one sine and cosine
(missing: their means); a column "missing" is added where the training part has missing values. Columns
constant in the training part are left out. Wide matrices are sparse. `native` (boosted trees): numbers are
unchanged and missing ones are NaN; nominal values are encoded in one of the ways of `CATEGORIES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Attribute, Table, n_cases, ordinal_scores

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    Matrix: TypeAlias = np.ndarray | csr_array

WIDE = 1000  # number of columns from which the matrix is sparse
# Nominal values for trees: `native`, codes that the library treats as categories; `codes`, the same codes as
# numbers; `one_hot`, a 0/1 column for each value. Missing values are NaN, with one_hot 0 in all columns.
CATEGORIES = ("native", "codes", "one_hot")
ONE_HOT_NUMBERS = 10**8  # in a matrix with 0/1 columns, which is dense: 0.8 GB


class Columns(NamedTuple):
    """Columns of the design matrix, as learned from the attributes of a training part."""

    attributes: tuple[Attribute, ...]
    # per nominal attribute: (r + 1,) column of each value, -1 for none; the last one is that of code -1
    codes: tuple[np.ndarray, ...]
    shifts: np.ndarray  # (numbers,) training mean of each numeric column
    scales: np.ndarray  # (numbers,) 1 / training standard deviation (1 for sine and cosine)
    kept: np.ndarray  # (numbers,) bool: numeric columns that vary in the training part
    # (width,) index of the attribute of every column; numeric columns first, then the nominal blocks
    owner: np.ndarray
    width: int

    def transform(self, table: Table) -> Matrix:
        """The design matrix, (n, width) float64: an ndarray, or a CSR matrix if it is wide."""
        numbers = _numbers(table)[0][:, self.kept]
        numbers = np.nan_to_num((numbers - self.shifts[self.kept]) * self.scales[self.kept], nan=0.0)
        n, first = len(numbers), numbers.shape[1]
        positions = [
            target[table.codes[:, column]]
            for target, (_, column) in zip(self.codes, _nominal(table), strict=True)
        ]
        if self.width > WIDE:
            return _sparse(numbers, positions, self.width)
        matrix = np.zeros((n, self.width))
        matrix[:, :first] = numbers
        for position in positions:
            rows = np.flatnonzero(position >= 0)
            matrix[rows, position[rows]] = 1
        return matrix


class Native(NamedTuple):
    """Encoding of each attribute for trees, which split on numbers and missing values as they are."""

    # per attribute: nominal (r + 1,) new code, NaN = missing; ordinal scores; None
    recodes: tuple[np.ndarray | None, ...]
    indicated: np.ndarray  # (width,) code that a 0/1 column stands for; NaN for codes and numbers as they are
    categorical: np.ndarray  # (width,) bool: codes that the library treats as categories
    owner: np.ndarray  # (width,) index of the attribute of every column: those that vary in the training part
    width: int

    def transform(self, table: Table) -> np.ndarray:
        """The columns of a table, (n, width) float64; missing or unseen values are NaN, and 0 in 0/1
        columns.
        """
        matrix, discrete, real = np.empty((n_cases(table), len(table.attributes))), 0, 0
        for j, recode in enumerate(self.recodes):
            if recode is None:
                matrix[:, j] = table.reals[:, real]
                real += 1
            else:
                matrix[:, j] = recode[table.codes[:, discrete]]
                discrete += 1
        x = matrix[:, self.owner]
        plain = np.isnan(self.indicated)
        return x if plain.all() else np.where(plain, x, x == self.indicated)


def learn_columns(train: Table) -> Columns:
    """Learn the columns from a training part of at least one case."""
    numbers, owners, unscaled = _numbers(train)
    filled = np.where(np.isnan(numbers), np.nan, numbers)
    observed = ~np.isnan(filled)
    n_observed = np.maximum(observed.sum(axis=0), 1)
    shifts = np.where(observed, filled, 0).sum(axis=0) / n_observed
    spread = np.sqrt((np.where(observed, filled - shifts, 0) ** 2).sum(axis=0) / n_observed)
    varies = spread > 1e-12 * np.maximum(np.abs(shifts), 1e-300)
    scales = np.where(unscaled | ~varies, 1, 1 / np.where(varies, spread, 1))
    owner, codes, width = [owners[varies]], [], int(varies.sum())
    for j, column in _nominal(train):
        counts = np.bincount(
            train.codes[:, column].astype(np.intp) + 1, minlength=len(train.attributes[j].values) + 1
        )[1:]
        informative = (counts > 0) & (counts < n_cases(train))
        codes.append(np.append(np.where(informative, width + np.cumsum(informative) - 1, -1), -1))
        owner.append(np.full(int(informative.sum()), j))
        width += int(informative.sum())
    return Columns(
        train.attributes, tuple(codes), shifts, scales, varies, np.concatenate(owner).astype(np.intp), width
    )


def _nominal(table: Table) -> list[tuple[int, int]]:
    """Pairs (attribute index, column of `codes`) of the nominal attributes."""
    discrete = [j for j, a in enumerate(table.attributes) if a.kind in DISCRETE]
    return [(j, column) for column, j in enumerate(discrete) if table.attributes[j].kind == "nominal"]


def _numbers(table: Table) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numeric columns of ordinal, linear and angular attributes with their missing indicators, (n, numbers)
    with NaN for missing; the attribute of each column; and whether it is a sine, a cosine or an indicator.
    """
    columns, owners, plain, discrete, real = [], list[int](), list[bool](), 0, 0
    for j, attribute in enumerate(table.attributes):
        if attribute.kind == "nominal":
            discrete += 1
            continue
        if attribute.kind == "ordinal":
            values = np.append(ordinal_scores(attribute), np.nan)[table.codes[:, discrete]]
            discrete += 1
        else:
            values = table.reals[:, real]
            real += 1
        circular = attribute.kind == "angular"
        columns += [np.sin(values), np.cos(values)] if circular else [values]
        columns.append(np.isnan(values).astype(np.float64))
        owners += [j] * (2 + circular)
        plain += [circular] * (1 + circular) + [True]
    numbers = np.array(columns).T.reshape(n_cases(table), len(owners))
    return numbers, np.array(owners, dtype=np.intp), np.array(plain, dtype=bool)


def _sparse(numbers: np.ndarray, positions: list[np.ndarray], width: int) -> csr_array:
    from scipy.sparse import coo_array, csr_array

    n, first = numbers.shape
    stacked = np.array(positions).reshape(len(positions), n)
    which, row = np.nonzero(stacked >= 0)
    rows = np.concatenate([np.repeat(np.arange(n), first), row])
    columns = np.concatenate([np.tile(np.arange(first), n), stacked[which, row]])
    matrix = csr_array(
        coo_array((np.concatenate([numbers.ravel(), np.ones(len(row))]), (rows, columns)), shape=(n, width))
    )
    # scikit-learn's liblinear binding takes 32-bit indices only
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    return matrix


def learn_native(train: Table, categories: str = "native", max_values: int = 254) -> Native:
    """Learn the columns from a training part. `categories`: one of `CATEGORIES`.

    With `native`, the rarest values of an attribute with more than `max_values` values share the last code.
    Raises InputError if 0/1 columns would need more than `ONE_HOT_NUMBERS` numbers.
    """
    recodes: list[np.ndarray | None] = []
    discrete = 0
    for attribute in train.attributes:
        if attribute.kind in DISCRETE:
            codes, r = train.codes[:, discrete], len(attribute.values)
            most = max_values if categories == "native" else r
            ordinal = attribute.kind == "ordinal"
            new = ordinal_scores(attribute) if ordinal else _fold_rare(codes, r, most)
            recodes.append(np.append(new, np.nan))
            discrete += 1
        else:
            recodes.append(None)

    owner, indicated = np.arange(len(recodes)), np.full(len(recodes), np.nan)
    if categories == "one_hot":
        owner, indicated = _value_columns(train)
    everything = Native(tuple(recodes), indicated, np.zeros(0, bool), owner, len(owner))

    # columns that are constant in the training part are left out
    x = everything.transform(train)
    varies = ((x != x[:1]) & ~(np.isnan(x) & np.isnan(x[:1]))).any(axis=0)
    owner = owner[varies]
    nominal = np.array([a.kind == "nominal" for a in train.attributes], dtype=bool)
    categorical = nominal[owner] & (categories == "native")
    return Native(tuple(recodes), indicated[varies], categorical, owner, len(owner))


def _value_columns(train: Table) -> tuple[np.ndarray, np.ndarray]:
    """The attribute and the indicated code of each column, if every nominal value has a column."""
    values = [np.arange(len(a.values)) if a.kind == "nominal" else [np.nan] for a in train.attributes]
    owner = np.repeat(np.arange(len(values)), list(map(len, values)))
    if len(owner) * n_cases(train) > ONE_HOT_NUMBERS:
        raise InputError(
            f"categories is one_hot, but {len(owner):,} columns of {n_cases(train):,} cases are more than "
            f"{ONE_HOT_NUMBERS:,} numbers: choose native or codes"
        )
    return owner, np.concatenate([np.empty(0), *values])


def _fold_rare(codes: np.ndarray, r: int, max_values: int) -> np.ndarray:
    """New codes of r values: the most frequent ones keep one each, the others share code `max_values` - 1."""
    if r <= max_values:
        return np.arange(r, dtype=np.float64)
    counts = np.bincount(codes.astype(np.intp) + 1, minlength=r + 1)[1:]
    new = np.full(r, max_values - 1, dtype=np.float64)
    new[np.sort(np.argsort(-counts, kind="stable")[: max_values - 1])] = np.arange(max_values - 1)
    return new
