"""`naivebench predict --explain`: explain every prediction, as text or as a table."""

from __future__ import annotations

import numpy as np

from naivebench.core.table import Table
from naivebench.models import explain
from naivebench.models.fitted import Fitted


def written(fitted: Fitted, table: Table, path: str, predicted: np.ndarray | None = None) -> str:
    """Explanations of all cases: text if the file name ends with .txt, otherwise CSV with a row for each
    contribution.

    predicted: (n,) the predicted classes, by default those with the largest posterior.
    """
    frame = explain.explain(fitted, table, predicted=predicted)
    return explain.write_text(frame) if path.endswith(".txt") else frame.to_csv(index=False)
