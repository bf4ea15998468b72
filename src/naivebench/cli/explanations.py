"""`naivebench predict --explain`: explain every prediction, as JSON lines, text or an HTML page."""

from __future__ import annotations

import json

import numpy as np

from naivebench.core.table import Table
from naivebench.models import explain, explanation_text
from naivebench.models.fitted import Fitted

TOP = 100  # limit for hpb, which has 2^d patterns per case


def written(fitted: Fitted, table: Table, path: str, predicted: np.ndarray | None = None) -> str:
    """Explanations of all cases in the format given by the file name: text for .txt, a page for .html,
    otherwise one JSON record per line.

    Each has up to TOP contributions, patterns or leaves. predicted: (n,) the predicted classes, by default
    those with the largest posterior.
    """
    records = explain.records(fitted, table, top=TOP, predicted=predicted)
    if path.endswith(".txt"):
        return explanation_text.as_text(records)
    if path.endswith(".html"):
        head = "<!doctype html><meta charset=utf-8><title>Explanations</title>"
        return f"{head}{explanation_text.as_html(records)}\n"
    return "".join(json.dumps(record, allow_nan=False) + "\n" for record in records)
