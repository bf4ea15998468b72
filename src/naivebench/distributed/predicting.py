"""Lazy prediction of Dask data frames, partition by partition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from naivebench.core.checks import InputError


def predict(estimator: Any, data: Any) -> Any:
    """Predict the label of every row: a Dask series named prediction, partitioned like `data`.

    data: a Dask data frame with the columns of the training data; other columns are ignored. Raises
    InputError for anything else; errors in the rows are raised when the result is computed.
    """
    check_is_fitted(estimator)
    meta = pd.Series(estimator.classes_, name="prediction").iloc[:0]
    return _by_partition(estimator, data, _labels, meta)


def predict_proba(estimator: Any, data: Any) -> Any:
    """Predict P(c | x) of every row: a Dask data frame with a column per class, in the order of `classes_`.

    Arguments and errors are those of `predict`.
    """
    check_is_fitted(estimator)
    meta = pd.DataFrame({label: np.zeros(0) for label in estimator.classes_})
    return _by_partition(estimator, data, _probabilities, meta)


def _by_partition(estimator: Any, data: Any, of_partition: Any, meta: Any) -> Any:
    if not hasattr(data, "map_partitions"):
        raise InputError(
            f"data is a {type(data).__name__}, expected a data frame of Dask: use the estimator itself "
            "for data in memory"
        )
    from dask import delayed

    return data.map_partitions(of_partition, delayed(estimator, traverse=False), meta, meta=meta)


def _labels(part: pd.DataFrame, estimator: Any, meta: pd.Series) -> pd.Series:
    if not len(part):
        return meta.set_axis(part.index)
    return pd.Series(estimator.predict(part), part.index, meta.dtype, meta.name)


def _probabilities(part: pd.DataFrame, estimator: Any, meta: pd.DataFrame) -> pd.DataFrame:
    if not len(part):
        return meta.set_axis(part.index)
    return pd.DataFrame(estimator.predict_proba(part), index=part.index, columns=meta.columns)
