"""Cascade generalization: naive Bayes and C4.5 in a row. The class probabilities of naive Bayes become
additional attributes, and C4.5 learns a tree on all of them.

Level 1 is naive Bayes. Every further level gets the attributes and the class probabilities of all levels
before it, K numbers per level, which the models of the training part compute for training and test cases
alike. The levels in between are naive Bayes, with these numbers discretized by Fayyad and Irani's method; the
last level is C4.5. With two levels, the method is C4.5 after naive Bayes, the combination that Gama and
Brazdil found best. With one level it is naive Bayes. docs/methods/trees.md#cascade-generalization; Gama and
Brazdil 2000.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import whole
from naivebench.core.table import Attribute, Table
from naivebench.data.discretization import apply as discretization
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees import c45


class Level(NamedTuple):
    """A naive Bayes model, with the cut points of all linear attributes that it uses."""

    cuts: tuple[np.ndarray, ...]
    nb: nb.Model


class Model(NamedTuple):
    levels: tuple[Level, ...]
    tree: c45.Model | None  # of the last level; None if there is only one level


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    levels: int = 2,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    min_cases: float = 2,
    confidence: float = 0.25,
    laplace: float = 1.0,
) -> Model:
    """Fit one level after the other. levels >= 1; alpha, prior_alpha: parameters of naive Bayes; min_cases,
    confidence, laplace: parameters of C4.5. Raises InputError for bad parameters and for direction, count and
    sequence attributes.
    """
    levels = whole(levels, 1, "levels", "cascade")
    c45.check_params(min_cases=min_cases, confidence=confidence, laplace=laplace, resolution=0.0)
    fitted = []
    for _ in range(max(levels - 1, 1)):
        cuts = tuple(discretization.learn(train, "fayyad_irani"))
        model = nb.fit(discretization.apply(train, cuts), alpha=alpha, prior_alpha=prior_alpha)
        fitted.append(Level(cuts, model))
        if levels == 1:
            return Model(tuple(fitted), None)
        train = add_probabilities(fitted[-1], train)
    tree = c45.fit(train, min_cases=min_cases, confidence=confidence, laplace=laplace)
    return Model(tuple(fitted), tree)


def add_probabilities(level: Level, table: Table) -> Table:
    """Append the class probabilities of a level to the table as linear attributes; they are missing for a
    case without any value.
    """
    seen = discretization.apply(table, level.cuts)
    probabilities = np.exp(nb.predict_log_proba(level.nb, seen))
    probabilities[(seen.codes < 0).all(axis=1)] = np.nan
    number = sum(a.name.startswith("P(") for a in table.attributes) // max(len(table.classes), 1) + 1
    names = [f"P({c}) of level {number}" for c in table.classes]
    return table._replace(
        attributes=(*table.attributes, *(Attribute(name, "linear") for name in names)),
        reals=np.asfortranarray(np.column_stack([table.reals, probabilities])),
    )


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    if model.tree is None:
        level = model.levels[0]
        return nb.predict_log_proba(level.nb, discretization.apply(table, level.cuts))
    for level in model.levels:
        table = add_probabilities(level, table)
    return c45.predict_log_proba(model.tree, table)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters of naive Bayes on all levels and of the tree, attributes_used, and the number of
    levels.
    """
    parts = [nb.summarize(level.nb) for level in model.levels]
    tree = {} if model.tree is None else c45.summarize(model.tree)
    return {
        "n_parameters": sum(part["n_parameters"] for part in parts) + tree.get("n_parameters", 0),
        "attributes_used": parts[0]["attributes_used"],
        "levels": len(parts) + (model.tree is not None),
    }
