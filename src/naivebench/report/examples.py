"""Lines of Python that a reader can copy: how to fit a method, and how to load a data set."""

from __future__ import annotations

from collections.abc import Container

from naivebench.models.stanzas import MethodStanza

TABLE = """from sklearn.datasets import load_{data}
from naivebench.estimators import {name}

X, y = load_{data}(return_X_y=True, as_frame=True)
model = {call}.fit(X, y)
"""
TEXTS = """from naivebench.estimators import {name}

X = ["cheap pills, buy now", "lunch at noon?", "buy cheap watches", "see you at lunch"]
y = ["spam", "ham", "spam", "ham"]
model = {call}.fit(X, y)
"""
PROTEINS = """import pandas
from naivebench.estimators import {name}

X = pandas.DataFrame({{"protein": ["MKVLAAGIVG", "MSDRKELLEK", "MKLLAVGAAG", "MTDEKRLLKE"]}})
y = ["secreted", "cytoplasmic", "secreted", "cytoplasmic"]
kinds = {{"protein": {{"kind": "sequence", "alphabet": "ACDEFGHIKLMNPQRSTVWY"}}}}
model = {call}.fit(X, y)
"""
ANGLES = """import numpy, pandas
from naivebench.estimators import {name}

y = numpy.repeat([0, 1], 50)
X = pandas.DataFrame({{"wind": (40 * numpy.random.default_rng(0).normal(size=100) + 180 * y) % 360}})
kinds = {{"wind": {{"kind": "angular", "period": 360}}}}
model = {call}.fit(X, y)
"""
PREDICT = "model.predict_proba(X[:3])  # a column per class of model.classes_"
COMMAND = "naivebench predict --method {method} --train train.csv --test test.csv --target class --out p.csv"
TWO_CLASSES = ("high_cardinality.noisy_or",)  # modules that accept two classes only


def of_method(method: str, stanza: MethodStanza) -> str:
    """Code that fits a method and predicts: with its class, or with the command if it has no class.

    "" for the predictions of another tool.
    """
    from naivebench.estimators import write_call  # imports scikit-learn

    name, kinds = stanza.get("estimator"), stanza.get("kinds", [])
    if not name:
        return COMMAND.format(method=method) if stanza.get("module") else ""
    numbers = "linear" in kinds or stanza.get("discretize")
    lines = TABLE if numbers else TEXTS if "count" in kinds else PROTEINS if "sequence" in kinds else ANGLES
    call = write_call(stanza, *(["kinds=kinds"] if lines in (PROTEINS, ANGLES) else []))
    data = "breast_cancer" if stanza.get("module") in TWO_CLASSES else "iris"
    return lines.format(name=name, call=call, data=data) + PREDICT


def of_dataset(dataset: str, kinds: Container[str]) -> str:
    """Code that loads a data set prepared by a run and fits a naive Bayes model that accepts its `kinds`."""
    words = "count" in kinds or "sequence" in kinds
    name = "MultinomialNB" if words else "HybridNB" if "direction" in kinds else "NB"
    return "\n".join(
        [
            "from naivebench.core.table import load",
            "from naivebench.data.frames import from_table",
            f"from naivebench.estimators import {name}",
            "",
            f'X, y, kinds = from_table(load("data/prepared/{dataset}.npz"))  # in the folder of the run',
            f"model = {name}(kinds=kinds).fit(X, y)",
        ]
    )
