"""Evaluation pass: predict every row of a shard by the model of the fold that tests it, and add up the sums
of the metrics.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable, Iterator

import numpy as np

from naivebench.benchmark.streaming.limits import Within, attempt
from naivebench.benchmark.streaming.shard_rows import Divided, Shard, held_parts
from naivebench.benchmark.streaming.stored import Stored
from naivebench.core import kernels
from naivebench.core.table import Table, n_cases
from naivebench.evaluation import sums
from naivebench.models import answers, fitted


def evaluate(
    shard: Shard, read: Iterable[Divided], models: Stored, within: Within | None = None
) -> Iterator[Stored]:
    """Yield the sums of the metrics by method, repeat and fold after each block; the last ones cover all
    rows.

    read: the rows of the shard, at least those in test parts. within: limits of every method. `told`: number
    of rows read.
    """
    result = Stored({}, dict(models.failures), {"rows": 0}, {})
    k = len(shard.layout.classes)
    nothing = np.zeros(0, np.int32)
    keys: dict[str, list[str]] = {}  # method -> keys
    for key in models.values:
        result.values[key] = sums.of(nothing, np.zeros((0, k)), nothing, 0.5)
        keys.setdefault(key.partition("/")[0], []).append(key)

    def add(method: str, parts: dict[tuple[int, int], list[Table]]) -> None:
        for key in keys[method]:
            repeat, fold = map(int, key.split("/")[1:])
            tests = [test for test in parts.get((repeat, fold), ()) if n_cases(test)]
            if tests:
                _add(result, key, models.values[key], tests, models.told[key]["n_test"])

    yield result
    for held in held_parts(read, shard.split.tested):
        for method in keys if held.parts else ():
            attempt(result.failures, method, within, functools.partial(add, method, held.parts))
        result.told["rows"] += held.rows
        yield result


def _add(result: Stored, key: str, model: fitted.Fitted, tests: list[Table], n_test: int) -> None:
    """Predict block by block, because the last bits of a prediction may depend on the number of cases."""
    started, k = time.process_time(), len(model.classes)
    kernels.use_compiled(k * sum(test.codes.size + test.reals.size for test in tests))  # loads the compiler
    returned = [fitted.predict_log_proba(model, test) for test in tests]
    found = answers.both(np.concatenate(returned), sum(map(n_cases, tests)), k)
    predicted = fitted.predict(model, found.log_proba)
    result.times[key] = result.times.get(key, 0) + time.process_time() - started
    y = np.concatenate([test.y for test in tests])
    more = sums.of(y, found.log_proba, predicted, 1 / (n_test + 2), proba=found.proba)
    result.values[key] = sums.merge(result.values[key], more)
