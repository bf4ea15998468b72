"""Predictions of a method of the catalogue in cross-validations with the folds of Weka."""

from __future__ import annotations

import numpy as np

from naivebench.core.decide import decide
from naivebench.core.table import class_counts, n_cases, restrict_values, subset
from naivebench.data.discretization import apply as discretization
from naivebench.evaluation import folds as folding
from naivebench.models import registry


def correct(table, stanza: dict, seeds) -> list[int]:
    """Number of correct cases for each seed."""
    return [int(np.trace(confusion)) for confusion in confusions(table, stanza, seeds)]


def confusions(table, stanza: dict, seeds) -> np.ndarray:
    """Numbers of cases of a class predicted as a class, (seeds, K, K), in 3 folds.

    Cut points and value lists come from each training part.
    """
    folds = folding.make(table, scheme="weka", folds=3, seeds=seeds)
    module, k = registry.load(stanza["module"]), len(table.classes)
    counts = np.zeros((len(seeds), k, k), int)
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
        np.add.at(counts[repeat], (table.y[test], labels), 1)
    return counts
