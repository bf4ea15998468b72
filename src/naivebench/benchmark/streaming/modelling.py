"""Build a model for each method and fold from the statistics of the parts."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING

from naivebench.benchmark.streaming.limits import Within, attempt
from naivebench.benchmark.streaming.shard_rows import Split
from naivebench.benchmark.streaming.stored import Stored
from naivebench.models import fitted, incremental

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza


def estimate(
    counted: Stored, stanzas: dict[str, MethodStanza], split: Split, within: Within | None = None
) -> Stored:
    """Fit every method for every fold, on all parts of the repeat except the one that the fold tests.

    within: the limits of every method. `told` contains for each key the numbers of test and training cases,
    and the summary.
    """
    models = Stored({}, dict(counted.failures), {}, {})
    for method, stanza in stanzas.items():
        call = functools.partial(_method, models, counted, method, stanza, split)
        attempt(models.failures, method, within, call)
    return models


def _method(models: Stored, counted: Stored, method: str, stanza: MethodStanza, split: Split) -> None:
    for repeat in range(split.repeats):
        of_part = [f"{method}/{repeat}/{part}" for part in range(split.tested + 1)]
        for fold in range(split.tested):
            key, seen = of_part[fold], [other for part, other in enumerate(of_part) if part != fold]
            started = time.process_time()
            total = functools.reduce(
                lambda a, b: incremental.merge(a, b, stanza), (counted.values[other] for other in seen)
            )
            model = incremental.model_of(total, method, stanza, stanza.get("params", {}))
            models.times[key] = time.process_time() - started + sum(counted.times[other] for other in seen)
            models.values[key] = model
            models.told[key] = {
                "n_test": int(counted.values[key].class_counts.sum()),
                "n_train": int(model.class_counts.sum()),
                "summary": fitted.summary(model),
            }
