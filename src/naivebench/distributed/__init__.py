"""Fitting of counting methods to a Dask data frame, partition by partition, and prediction.

How to use it: docs/distributed.md.
"""

from __future__ import annotations

from naivebench.distributed.fitting import fit
from naivebench.distributed.predicting import predict, predict_proba

__all__ = ["fit", "predict", "predict_proba"]
