"""Evaluation pass: every row of a shard is predicted by the model of the fold that tests it, and the metrics'
sums are kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from naivebench.core.table import Table, n_cases, subset
from naivebench.evaluation import sums
from naivebench.models import fitted
from naivebench.streaming.counting import Shard, parts, shard_blocks
from naivebench.streaming.stored import Stored


def evaluate(shard: Shard, models: Stored) -> Iterator[Stored]:
    """Sums of the metrics by method, repeat and fold up to each block, at last of all rows.

    `told`: rows read.
    """
    result = Stored({}, dict(models.failures), {"rows": 0}, {})
    k = len(shard.layout.classes)
    nothing = np.zeros(0, np.int32)
    for key in models.values:
        result.values[key] = sums.of(nothing, np.zeros((0, k)), nothing, 0.5)
    yield result
    for block, table in shard_blocks(shard):
        for repeat in range(shard.split.repeats):
            part_of = parts(block, shard, repeat)
            for fold in range(shard.split.tested):
                test = subset(table, np.flatnonzero((part_of == fold) & (table.y >= 0)))
                for key, model in models.values.items():
                    if key.endswith(f"/{repeat}/{fold}") and model.method not in result.failures:
                        _add(result, key, model, test, models.told[key]["n_test"])
        result.told["rows"] += block.n
        yield result


def _add(result: Stored, key: str, model: fitted.Fitted, test: Table, n_test: int) -> None:
    if n_cases(test) == 0:
        return
    started = time.process_time()
    try:
        log_proba = fitted.predict_log_proba(model, test)
        predicted = fitted.predict(model, log_proba)
        result.times[key] = result.times.get(key, 0) + time.process_time() - started
        more = sums.of(test.y, log_proba, predicted, 1 / (n_test + 2))
        result.values[key] = sums.merge(result.values[key], more)
    except Exception as error:
        result.failures[model.method] = ["failed", f"{type(error).__name__}: {error}"]
