"""Encoding of typed attributes as numeric matrices for scikit-learn, learned on the training part.

`columns` is for linear models, k-NN and trees. A nominal attribute becomes one column per value, all zero if
the value is missing or unseen. An ordinal or linear attribute becomes a standardised column, an angular one
its sine and cosine; means replace missing values. A column "missing" is added where the training part has
missing values. Columns constant in the training part are left out. Wide matrices are sparse. `native` is for
boosted trees. Numbers are unchanged and missing ones are NaN; nominal values are encoded in one of the ways
of `CATEGORIES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Table, discrete_attributes, list_columns, n_cases, ordinal_scores

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

    shifts: np.ndarray  # (numbers,) training mean of each numeric column
    scales: np.ndarray  # (numbers,) 1 / training standard deviation (1 for sine and cosine)
    kept: np.ndarray  # (numbers,) bool: numeric columns that vary in the training part
    kept_values: np.ndarray  # (values,) bool: nominal values that some, but not all training cases have
    # (width,) index of the attribute of every column; numeric columns first, then the nominal blocks
    owner: np.ndarray

    def transform(self, table: Table) -> Matrix:
        """Return the design matrix, (n, width) float64: an ndarray, or a CSR matrix if it is wide."""
        from scipy.sparse import csr_array, hstack

        numbers = _make_number_columns(table)[0][:, self.kept]
        numbers = np.nan_to_num((numbers - self.shifts[self.kept]) * self.scales[self.kept], nan=0.0)
        values = _encode_one_hot(table)[:, np.flatnonzero(self.kept_values)]
        if len(self.owner) > WIDE:
            return hstack([csr_array(numbers), values], format="csr")
        return np.ascontiguousarray(np.column_stack([numbers, values.toarray()]))


class Native(NamedTuple):
    """Encoding of each attribute for trees, which split on numbers and missing values as they are."""

    # per discrete attribute: (r + 1,) new code of a nominal value, number of an ordinal one; NaN = missing
    recodes: tuple[np.ndarray, ...]
    indicated: np.ndarray  # (width,) code that a 0/1 column stands for; NaN for codes and numbers as they are
    categorical: np.ndarray  # (width,) bool: codes that the library treats as categories
    owner: np.ndarray  # (width,) index of the attribute of every column: those that vary in the training part

    def transform(self, table: Table) -> np.ndarray:
        """Encode a table, (n, width) float64; missing or unseen values are NaN, or 0 in 0/1 columns."""
        matrix, recodes = np.empty((n_cases(table), len(table.attributes))), iter(self.recodes)
        for j, (attribute, column) in enumerate(list_columns(table)):
            matrix[:, j] = next(recodes)[column] if attribute.kind in DISCRETE else column
        x = matrix[:, self.owner]
        is_number = np.isnan(self.indicated)
        return x if is_number.all() else np.where(is_number, x, x == self.indicated)


def learn_columns(train: Table) -> Columns:
    """Learn the columns from a training part of at least one case."""
    numbers, owners, unscaled = _make_number_columns(train)
    observed = ~np.isnan(numbers)
    n_observed = np.maximum(observed.sum(axis=0), 1)
    shifts = np.where(observed, numbers, 0).sum(axis=0) / n_observed
    spread = np.sqrt((np.where(observed, numbers - shifts, 0) ** 2).sum(axis=0) / n_observed)
    varies = spread > 1e-12 * np.maximum(np.abs(shifts), 1e-300)
    scales = np.where(unscaled | ~varies, 1, 1 / np.where(varies, spread, 1))

    cases = _encode_one_hot(train).sum(axis=0)
    informative = (cases > 0) & (cases < n_cases(train))
    lengths = [len(a.values) if a.kind == "nominal" else 0 for a in train.attributes]
    owner = np.concatenate([owners[varies], np.repeat(np.arange(len(lengths)), lengths)[informative]])
    return Columns(shifts, scales, varies, informative, owner.astype(np.intp))


def _encode_one_hot(table: Table) -> csr_array:
    """Return the indicators of nominal values, (n, values) of 0 and 1; missing or unseen ones have none."""
    from scipy.sparse import csr_array

    nominal = [j for j, a in enumerate(discrete_attributes(table)) if a.kind == "nominal"]
    sizes = [len(discrete_attributes(table)[j].values) for j in nominal]
    codes = table.codes[:, nominal].astype(np.int32)
    known = codes >= 0
    columns = (codes + np.cumsum([0, *sizes[:-1]], dtype=np.int32)[: len(nominal)])[known]
    # scikit-learn's liblinear binding takes 32-bit indices only
    starts = np.append(0, np.cumsum(known.sum(axis=1))).astype(np.int32)
    return csr_array((np.ones(len(columns)), columns, starts), shape=(n_cases(table), sum(sizes)))


def _make_number_columns(table: Table) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the columns of all attributes but nominal ones and of missing indicators, (n, numbers), NaN for
    missing; the attribute of each column; and whether it is a sine, a cosine or an indicator.
    """
    columns, owners, unscaled = [], list[int](), list[bool]()
    for j, (attribute, values) in enumerate(list_columns(table)):
        if attribute.kind == "nominal":
            continue
        if attribute.kind == "ordinal":
            values = np.append(ordinal_scores(attribute), np.nan)[values]
        circular = attribute.kind == "angular"
        columns += [np.sin(values), np.cos(values)] if circular else [values]
        columns.append(np.isnan(values).astype(np.float64))
        owners += [j] * (2 + circular)
        unscaled += [circular] * (1 + circular) + [True]
    numbers = np.array(columns).T.reshape(n_cases(table), len(owners))
    return numbers, np.array(owners, dtype=np.intp), np.array(unscaled, dtype=bool)


def learn_native_columns(train: Table, categories: str = "native", max_values: int = 254) -> Native:
    """Learn the columns from a training part. `categories`: one of `CATEGORIES`.

    With `native`, the rarest values of an attribute with more than `max_values` values share the last code.
    Raises InputError if 0/1 columns would need more than `ONE_HOT_NUMBERS` numbers.
    """
    recodes = []
    for attribute, codes in zip(discrete_attributes(train), train.codes.T, strict=True):
        most = max_values if categories == "native" else len(attribute.values)
        ordinal = attribute.kind == "ordinal"
        new = ordinal_scores(attribute) if ordinal else _merge_rare_codes(codes, len(attribute.values), most)
        recodes.append(np.append(new, np.nan))

    d = len(train.attributes)
    owner, indicated = np.arange(d), np.full(d, np.nan)
    if categories == "one_hot":
        owner, indicated = _list_value_columns(train)
    all_columns = Native(tuple(recodes), indicated, np.zeros(0, bool), owner)

    # columns that are constant in the training part are left out
    x = all_columns.transform(train)
    varies = ((x != x[:1]) & ~(np.isnan(x) & np.isnan(x[:1]))).any(axis=0)
    owner = owner[varies]
    nominal = np.array([a.kind == "nominal" for a in train.attributes], dtype=bool)
    categorical = nominal[owner] & (categories == "native")
    return Native(tuple(recodes), indicated[varies], categorical, owner)


def _list_value_columns(train: Table) -> tuple[np.ndarray, np.ndarray]:
    """Return the attribute and the indicated code of each column, if every nominal value has a column."""
    values = [np.arange(len(a.values)) if a.kind == "nominal" else [np.nan] for a in train.attributes]
    owner = np.repeat(np.arange(len(values)), list(map(len, values)))
    if len(owner) * n_cases(train) > ONE_HOT_NUMBERS:
        raise InputError(
            f"categories is one_hot, but {len(owner):,} columns of {n_cases(train):,} cases are more than "
            f"{ONE_HOT_NUMBERS:,} numbers: choose native or codes"
        )
    return owner, np.concatenate([np.empty(0), *values])


def _merge_rare_codes(codes: np.ndarray, r: int, max_values: int) -> np.ndarray:
    """Number r values: the most frequent ones get a code each, the others share code `max_values` - 1."""
    if r <= max_values:
        return np.arange(r, dtype=np.float64)
    counts = np.bincount(codes.astype(np.intp) + 1, minlength=r + 1)[1:]
    new = np.full(r, max_values - 1, dtype=np.float64)
    new[np.sort(np.argsort(-counts, kind="stable")[: max_values - 1])] = np.arange(max_values - 1)
    return new
