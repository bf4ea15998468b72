"""Bayesian networks over the attributes and the class whose tables P(variable | parents) are decision graphs,
trees or default tables: variables, prediction, summary.

Variables are the attributes with at least two values among the training cases, numbered as in
`class_cpt.Columns`, followed by the class. A case that lacks the value of a variable is left out of the
family of that variable; the table decides how a case that lacks a parent is treated (`class_cpt`,
`default_table`). The prediction uses all attributes,

    P(c | x) proportional to P(c | parents of c) prod over j with c as a parent of P(x_j | c, other parents)

since all other factors are equal for all classes; the factor of a missing or unseen x_j is left out.
Probabilities are smoothed by direct estimation, (N_v + s) / (N + r s) for r values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import priors, tuning
from naivebench.core.logspace import log_prior as smoothed
from naivebench.core.logspace import normalize
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.core.tuning import Choice
from naivebench.methods.local_structure.helpers import class_cpt, default_table
from naivebench.methods.local_structure.helpers.class_cpt import Columns, Graph
from naivebench.methods.local_structure.helpers.default_table import Rows


class Family(NamedTuple):
    """One factor P(variable | parents) of the network."""

    parents: tuple[int, ...]  # ascending
    table: Graph | Rows  # its attributes are positions in `parents`
    leaves: int  # number of distributions that the table has
    values: int  # number of values of the variable


class Model(NamedTuple):
    columns: Columns
    families: tuple[Family, ...]  # (d' + 1,), the class last
    score: float  # of the whole network: log score in nats, or bits
    smoothing: Choice
    # (K,) nats, log of another class prior over the one learned, see `core.priors`
    log_ratio: np.ndarray | None = None


def variables(train: Table, columns: Columns) -> tuple[np.ndarray, np.ndarray]:
    """Codes (d' + 1, n) int32 of the variables, and their numbers of values (d' + 1,)."""
    codes = np.vstack([class_cpt.recoded(train, columns), train.y[None, :].astype(np.int32)])
    return codes, np.append(columns.sizes, n_classes(train))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    d, s = len(model.columns.used), model.smoothing.value
    codes = np.vstack([class_cpt.recoded(table, model.columns), np.zeros((1, n_cases(table)), np.int32)])
    of_class = _log_proba(model.families[d], s)[_places(model.families[d], codes)]
    if model.log_ratio is not None:
        of_class = normalize(of_class + model.log_ratio, of_class)
    children = [j for j in range(d) if d in model.families[j].parents]
    if not children:
        return of_class
    scores = of_class.copy()
    for j in children:
        log_proba, known = _log_proba(model.families[j], s), np.flatnonzero(codes[j] >= 0)
        for c in range(scores.shape[1]):
            codes[d] = c
            scores[known, c] += log_proba[_places(model.families[j], codes[:, known]), codes[j, known]]
    return normalize(scores, of_class)


def _places(family: Family, codes: np.ndarray) -> np.ndarray:
    """Node or row of the family's table for every case, (n,)."""
    of_parents = np.ascontiguousarray(codes[list(family.parents)])
    if isinstance(family.table, Graph):
        return class_cpt.nodes_of(family.table, of_parents)
    return default_table.row_of(family.table, of_parents)


def _log_proba(family: Family, smoothing: float) -> np.ndarray:
    """log P(value | node or row), nats."""
    if isinstance(family.table, Graph):
        return class_cpt.log_proba_of_nodes(family.table, smoothing)
    return default_table.log_proba(family.table, smoothing)


def with_class_prior(model: Model, log_prior: np.ndarray, class_counts: np.ndarray) -> Model:
    """Return the model with another class prior (`core.priors`): P(c | parents) is multiplied by P'(c) /
    P(c), where P(c) are the class frequencies.
    """
    return model._replace(log_ratio=priors.ratio(log_prior, smoothed(class_counts)))


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters of the families used in classification, attributes_used, arcs, number of distributions of
    the class, and the parents of every variable by name.
    """
    d, families = len(model.columns.used), model.families
    names = [*(model.columns.attributes[a].name for a in model.columns.used), "(class)"]
    children = [j for j in range(d) if d in families[j].parents]
    blanket = {*families[d].parents, *children, *(p for j in children for p in families[j].parents)} - {d}
    return {
        "n_parameters": sum(
            f.leaves * (f.values - 1) for f in (*(families[j] for j in children), families[d])
        ),
        "attributes_used": len(blanket),
        "arcs": sum(len(f.parents) for f in families),
        "leaves": families[d].leaves,
        "score": model.score,
        **tuning.summary(model.smoothing, "smoothing"),
        "structure": {n: [names[p] for p in f.parents] for n, f in zip(names, families, strict=True)},
    }
