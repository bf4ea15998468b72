"""Correct cases of a method of the catalogue in cross-validations by the folds of Weka."""

from __future__ import annotations

import numpy as np

from naivebench.core.decide import decide
from naivebench.core.table import class_counts, n_cases, restrict_values, subset
from naivebench.data.discretization import apply as discretization
from naivebench.evaluation import folds as folding
from naivebench.models import registry


def correct(table, stanza: dict, seeds) -> list[int]:
    """One count per seed, of 3 folds; cut points and value lists from each training part."""
    folds = folding.make(table, scheme="weka", folds=3, seeds=seeds)
    module, counts = registry.load(stanza["module"]), [0] * len(seeds)
    for f, repeat in enumerate(folds.repeat):
        train, test = folding.train_rows(folds, f, n_cases(table)), folding.test_rows(folds, f)
        seen = table
        if "discretize" in stanza:
            seen = discretization.apply(
                table, discretization.learn(subset(table, train), stanza["discretize"])
            )
        seen = restrict_values(seen, train)
        learned = subset(seen, train)
        model = module.fit(learned, rng=np.random.default_rng(0), **stanza["params"])
        labels = decide(module.predict_log_proba(model, subset(seen, test)), class_counts(learned))
        counts[repeat] += int((labels == table.y[test]).sum())
    return counts
