"""Fitting of counting methods to a Dask data frame, partition by partition: docs/distributed.md."""

from __future__ import annotations

from naivebench.distributed.fitting import fit

__all__ = ["fit"]
