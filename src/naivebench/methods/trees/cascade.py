"""Cascade generalization: naive Bayes followed by C4.5. The class probabilities of naive Bayes become
additional attributes, and C4.5 learns a tree on all of them.

The models of the training part compute the probabilities for training and test cases alike, K numbers per
case. Fayyad and Irani's method discretizes numbers for naive Bayes, while C4.5 uses the numbers themselves.
Of the cascades that Gama and Brazdil tried, this combination was the best.
docs/methods/trees.md#cascade-generalization; Gama and Brazdil 2000.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.table import Attribute, Table
from naivebench.data.discretization import cut_points
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees import c45


class Model(NamedTuple):
    cuts: tuple[np.ndarray, ...]  # cut points of the linear attributes, for naive Bayes
    nb: nb.Model
    tree: c45.Model


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float = 1.0,
    min_cases: float = 2,
    confidence: float = 0.25,
) -> Model:
    """Fit naive Bayes, then the tree. alpha: as in naive Bayes. min_cases, confidence: as in C4.5.
    Raises InputError for bad parameters and for direction, count and sequence attributes.
    """
    cuts = tuple(cut_points.learn_cuts(train, "fayyad_irani"))
    naive = nb.fit(cut_points.apply_cuts(train, cuts), alpha=alpha)
    extended = add_class_probabilities(cuts, naive, train)
    return Model(cuts, naive, c45.fit(extended, min_cases=min_cases, confidence=confidence))


def add_class_probabilities(cuts: tuple[np.ndarray, ...], naive: nb.Model, table: Table) -> Table:
    """Append the class probabilities as linear attributes; they are missing for a case without any value."""
    seen = cut_points.apply_cuts(table, cuts)
    probabilities = np.exp(nb.predict_log_proba(naive, seen))
    probabilities[(seen.codes < 0).all(axis=1)] = np.nan
    return table._replace(
        attributes=(*table.attributes, *(Attribute(f"P({c})", "linear") for c in table.classes)),
        reals=np.asfortranarray(np.column_stack([table.reals, probabilities])),
    )


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    return c45.predict_log_proba(model.tree, add_class_probabilities(model.cuts, model.nb, table))


def summarize(model: Model) -> dict[str, Any]:
    """Report n_parameters of naive Bayes and of the tree, and attributes_used by naive Bayes."""
    naive = nb.summarize(model.nb)
    n_parameters = naive["n_parameters"] + c45.summarize(model.tree)["n_parameters"]
    return {"n_parameters": n_parameters, "attributes_used": naive["attributes_used"]}
