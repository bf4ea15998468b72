"""Default table of P(class | attributes): some combinations of values have a row of their own, and all others
share one default row. Hill climbing on the description length finds the rows.

Rows are smoothed as in direct estimation (local_structure.helpers.class_cpt).
docs/methods/high-cardinality.md#class-table-as-default-table; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import tuning
from naivebench.core.grouped import flat
from naivebench.core.table import Table, few_cases, n_cases, n_classes
from naivebench.core.tuning import Choice
from naivebench.methods.local_structure.helpers import class_cpt, default_table
from naivebench.methods.local_structure.helpers.class_cpt import Columns
from naivebench.methods.local_structure.helpers.default_table import Rows

TELLS_UNSEEN = True
SHOWN = 20  # rows listed in a summary


class Model(NamedTuple):
    columns: Columns
    table: Rows
    smoothing: Choice


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    tuned: class_cpt.Tuned = class_cpt.Tuned(),
) -> Model:
    """Find the explicit rows.

    Raises InputError for bad parameters and for attributes that are not
    discrete.
    """
    return class_cpt.fit_tuned(train, tuned, "hc_df", _climb, predict_log_proba)


def _climb(train: Table, smoothing: Choice) -> Model:
    columns = class_cpt.occurring(train)
    codes = class_cpt.recoded(train, columns)
    table = default_table.learn(codes, train.y, columns.sizes, n_classes(train), n_cases(train))
    return Model(columns, table, smoothing)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    codes = class_cpt.recoded(table, model.columns)
    return default_table.log_proba(model.table, model.smoothing.value)[
        default_table.row_of(model.table, codes)
    ]


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any time is measured."""
    fit(few_cases(train, 50), smoothing=1.0)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters, attributes_used, rows, description length in bits, and the rows with most cases as
    text.
    """
    m, k = len(model.table.rows), len(model.table.all_counts)
    largest = np.argsort(-model.table.row_counts.sum(axis=1), kind="stable")[:SHOWN]
    return {
        "n_parameters": (m + 1) * (k - 1),
        "attributes_used": len(model.columns.used) if m else 0,
        "rows": m,
        "bits": model.table.bits,
        **tuning.summary(model.smoothing, "smoothing"),
        "structure": [_said(model.columns, model.table.rows[i]) for i in largest],
    }


def _said(columns: Columns, row: np.ndarray) -> str:
    return ", ".join(
        f"{columns.attributes[a].name} = {class_cpt.label(columns, j, int(row[j]))}"
        for j, a in enumerate(columns.used)
    )
