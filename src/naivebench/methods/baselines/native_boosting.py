"""Gradient boosting of trees that split nominal attributes by sets of values (scikit-learn's
HistGradientBoostingClassifier). Attributes with many values need no encoding.

The library takes at most 255 categories per attribute: of an attribute with more values the 254 most frequent
of the training part keep a code each, and all others share one. The summary reports this (`notes`, with the
share of cases). The identity of rare values, which are most of the values if there are thousands, is
therefore lost; this is a limitation of this rival. Missing or unseen values go down the branch that suits
missing ones. All settings are the library's defaults: with more than 10,000 cases, training stops early when
the loss on a held-out tenth no longer falls. Reference: Friedman 2001; Ke et al. 2017 (histograms, sets of
categories by Fisher 1958).
"""

from __future__ import annotations

import numpy as np

from naivebench.core import design_matrix as encode
from naivebench.core.grouped import flat
from naivebench.core.table import Table, discrete_attributes
from naivebench.methods.baselines.helpers import boosting, estimator
from naivebench.methods.baselines.helpers.boosting import Boosting
from naivebench.methods.baselines.helpers.boosting import summarize as summarize
from naivebench.methods.baselines.helpers.estimator import Model

CATEGORIES = 255  # the most that the library takes


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    settings: Boosting = Boosting(),
) -> Model:
    """Learn codes, then trees; early stopping: see `boosting.builder`."""
    build = boosting.builder("native_boosting", settings, categorical=True)
    return estimator.fit(train, rng, build, _learn)


def _learn(train: Table, y: np.ndarray, seed: int, notes: list[str]) -> tuple[encode.Native, np.ndarray]:
    encoding = encode.learn_native(train, max_values=CATEGORIES)
    for attribute, codes in zip(discrete_attributes(train), train.codes.T, strict=True):
        r = len(attribute.values)
        if attribute.kind == "nominal" and r > CATEGORIES:
            cases = np.sort(np.bincount(codes[codes >= 0], minlength=r))[: r - CATEGORIES + 1].sum()
            notes.append(
                f"{attribute.name}: the {r - CATEGORIES + 1} rarest of {r} values, "
                f"{cases / len(y):.1%} of the cases, share one code"
            )
    return encoding, encode.to_native(encoding, train)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return estimator.predict_log_proba(model, table, encode.to_native)
