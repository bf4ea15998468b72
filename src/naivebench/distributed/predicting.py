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
    return _by_partition(estimator, data, "predict", meta)


def predict_proba(estimator: Any, data: Any) -> Any:
    """Predict P(c | x) of every row: a Dask data frame with a column per class, in the order of `classes_`.

    Arguments and errors are those of `predict`.
    """
    check_is_fitted(estimator)
    meta = pd.DataFrame({label: np.zeros(0) for label in estimator.classes_})
    return _by_partition(estimator, data, "predict_proba", meta)


def _by_partition(estimator: Any, data: Any, method: str, meta: Any) -> Any:
    if not hasattr(data, "map_partitions"):
        raise InputError(
            f"data is a {type(data).__name__}, expected a data frame of Dask: use the estimator itself "
            "for data in memory"
        )
    from dask import delayed

    return data.map_partitions(_predict_part, delayed(estimator, traverse=False), method, meta, meta=meta)


def _predict_part(part: pd.DataFrame, estimator: Any, method: str, meta: Any) -> Any:
    if not len(part):
        return meta.set_axis(part.index)
    values = getattr(estimator, method)(part)
    if method == "predict":
        return pd.Series(values, part.index, meta.dtype, meta.name)
    return pd.DataFrame(values, part.index, meta.columns)
