"""The discretizers of the benchmark as a transformer that is used like scikit-learn's KBinsDiscretizer.

docs/estimators.md#discretizer explains how to use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.validation import (
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from naivebench.core.checks import InputError, check_one_of, check_whole
from naivebench.core.table import Attribute
from naivebench.data import frames
from naivebench.data.discretization import cut_points
from naivebench.estimators import training_data

WITHOUT_CLASS = ("equal_width", "equal_frequency", "proportional", "fixed_frequency")
# strategy -> parameter here -> parameter of the strategy's function
SETTINGS = {
    "equal_width": {"n_bins": "bins"},
    "equal_frequency": {"n_bins": "bins"},
    "fixed_frequency": {"size": "size"},
    "chimerge": {"significance": "significance", "max_bins": "most"},
}


class Discretizer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Cut columns of numbers into intervals, with cut points learned from the training data.

    All numeric columns are cut, and other columns are passed on unchanged. A value equal to a cut point
    belongs to the interval on its left. Missing values (NaN) stay missing.

    Parameters
    ----------
    strategy : str, default="fayyad_irani"
        Method that finds cut points. `fayyad_irani` and `better_encoding` (the two forms of MDL),
        `kononenko`, `chimerge` and `caim` use the classes y; `equal_width`, `equal_frequency`, `proportional`
        (as many intervals as cases in each) and `fixed_frequency` do not.
    encode : {"ordinal", "labels"}, default="ordinal"
        Form in which `transform` returns a column: the index of each interval as a number, or its label as
        text (an ordered category in pandas output). A missing value is NaN. To make a column of each
        interval, use scikit-learn's `OneHotEncoder`.
    n_bins : int, default=10
        Number of intervals of `equal_width` and `equal_frequency`.
    size : int, default=30
        Number of cases in each interval of `fixed_frequency`.
    significance : float, default=0.95
        Quantile of chi-square above which `chimerge` keeps two intervals apart.
    max_bins : int, default=15
        Largest number of intervals of `chimerge`.

    Attributes
    ----------
    bin_edges_ : ndarray of shape (n_features,) of arrays
        Smallest training value, cut points and largest training value of each column; an empty array for a
        column that is passed on.
    n_bins_ : ndarray of shape (n_features,) of int
        Number of intervals of each column; 0 for a column that is passed on.
    interval_labels_ : list of tuple of str
        Labels of the intervals of each column, such as "(2.45, 4.75]".
    n_features_in_ : int
        Number of columns seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the columns seen in `fit`, if all names are text.

    References
    ----------
    Fayyad and Irani 1993; Kononenko 1995; Kerber 1992 (ChiMerge); Kurgan and Cios 2004 (CAIM); Catlett 1991
    (equal width); Yang and Webb 2001, 2009 (proportional, fixed frequency).
    docs/methods/conventions.md#discretizers has the definitions.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import Discretizer
    >>> X, y = load_iris(return_X_y=True)
    >>> cutter = Discretizer(encode="labels").fit(X, y)
    >>> cutter.interval_labels_[3]
    ('<= 0.8', '(0.8, 1.75]', '> 1.75')
    >>> cutter.transform(X[:1])[0, 3]
    '<= 0.8'
    """

    def __init__(
        self,
        strategy: str = "fayyad_irani",
        *,
        encode: Literal["ordinal", "labels"] = "ordinal",
        n_bins: int = 10,
        size: int = 30,
        significance: float = 0.95,
        max_bins: int = 15,
    ) -> None:
        self.strategy = strategy
        self.encode = encode
        self.n_bins = n_bins
        self.size = size
        self.significance = significance
        self.max_bins = max_bins

    def fit(self, X: Any, y: Any = None) -> Discretizer:
        """Learn the cut points of the cases X (n, d) and their labels y (n,).

        X: a data frame or an array. y is ignored by strategies that do not use the class. Raises InputError
        for invalid data and parameters.
        """
        check_one_of(self.strategy, cut_points.DISCRETIZERS, "strategy", type(self).__name__)
        check_one_of(self.encode, ("ordinal", "labels"), "encode", type(self).__name__)
        data = self._convert_to_frame(X)
        uses_class = self.strategy not in WITHOUT_CLASS
        validate_data(self, data, y if uses_class else "no_validation", skip_check_array=True)
        if not data.shape[0]:
            raise InputError("X has 0 sample(s) while a minimum of 1 is required.")
        codes, classes = np.zeros(data.shape[0], np.int32), ["0"]
        if uses_class:
            y = training_data.unify_spelling(y)
            check_consistent_length(data, y)
            codes, classes, *_ = training_data.encode_labels(y)
        self._names = frames.list_column_names(data)
        table = frames.encode_frame(data, codes, classes)
        self._cut = [j for j, attribute in enumerate(table.attributes) if attribute.kind == "linear"]
        if not self._cut:
            raise InputError("X has no numeric column: leave the transformer out")
        params = {}
        for ours, theirs in SETTINGS.get(self.strategy, {}).items():
            value = training_data.convert_to_plain_value(getattr(self, ours))
            is_whole = ours != "significance"
            params[theirs] = check_whole(value, 1, ours, "Discretizer") if is_whole else value
        cuts = cut_points.learn_cuts(table, self.strategy, **params)
        n_features = len(self._names)
        self.bin_edges_ = np.empty(n_features, dtype=object)
        self.bin_edges_[:] = [np.zeros(0)] * n_features
        self.n_bins_ = np.zeros(n_features, dtype=np.int64)
        self.interval_labels_: list[tuple[str, ...]] = [()] * n_features
        for j, points, column in zip(self._cut, cuts, cut_points.list_cut_columns(table), strict=True):
            values = table.reals[:, column]
            known = values[~np.isnan(values)]
            ends = [known.min(), known.max()] if len(known) else [np.nan, np.nan]
            self.bin_edges_[j] = np.array([ends[0], *points, ends[1]])
            self.n_bins_[j] = len(points) + 1
            self.interval_labels_[j] = cut_points.name_intervals(points)
        return self

    def transform(self, X: Any) -> Any:
        """Return the intervals of new cases X (n, d), in the encoding `encode`.

        The columns keep their order. The result is an array of numbers, an array of objects if it contains
        text, or a data frame after `set_output`. Raises InputError if the columns differ
        from those in `fit`.
        """
        check_is_fitted(self)
        data = self._convert_to_frame(X)
        if hasattr(self, "feature_names_in_"):
            data = frames.select_columns(data, self._names)
        validate_data(self, data, reset=False, skip_check_array=True)
        attributes = [Attribute(self._names[j], "linear") for j in self._cut]
        names = [a.name for a in attributes]
        reals = frames.encode_new_frame(data.iloc[:, self._cut], names, attributes, ["0"]).reals
        cut = {
            j: cut_points.find_intervals(reals[:, i], self.bin_edges_[j][1:-1]).astype(np.intp)
            for i, j in enumerate(self._cut)
        }
        parts = [
            self._encode_intervals(j, cut[j]) if j in cut else data.iloc[:, j]
            for j in range(len(self._names))
        ]
        if _get_output_config("transform", self)["dense"] == "pandas":
            columns = dict(zip(self.get_feature_names_out(), parts, strict=True))
            return pd.DataFrame(columns, index=data.index)
        return _stack_columns(parts)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.target_tags.required = self.strategy not in WITHOUT_CLASS
        tags.transformer_tags.preserves_dtype = [] if self.encode == "labels" else ["float64"]
        return tags

    def _convert_to_frame(self, X: Any) -> Any:
        data = frames.to_frame(X)
        if frames.is_sparse(data):
            raise InputError("X is sparse, but sparse input is not supported here: give X.toarray()")
        return data

    def _encode_intervals(self, j: int, codes: np.ndarray) -> Any:
        """Return the intervals (n,) of column j as an output column; -1 = missing."""
        if self.encode == "labels":
            return pd.Categorical.from_codes(codes, list(self.interval_labels_[j]), ordered=True)
        return np.where(codes < 0, np.nan, codes)


def _stack_columns(parts: Sequence[Any]) -> np.ndarray:
    """Stack columns (n,) side by side: numbers, or objects if one of them contains anything else."""
    arrays = [np.asarray(part) for part in parts]
    if all(array.dtype.kind in "iufb" for array in arrays):
        return np.column_stack(arrays).astype(np.float64, copy=False)
    return np.column_stack([array.astype(object) for array in arrays])
