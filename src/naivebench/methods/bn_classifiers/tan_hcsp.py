"""SuperParent TAN: a greedy search for a tree that starts at naive Bayes. It finds the attribute that helps
most as a parent of all others, and gives it the one child that raises the accuracy most.

Orphans are attributes without a parent besides the class. Each step makes every attribute in turn the parent
of all orphans (except its ancestors); the attribute with which most left-out cases are correct is the
super-parent. Of the arcs from it to one orphan, the arc with which most cases are correct is then added, as
long as more are correct than before. Ties go to the first attribute. A step tries O(d) networks and O(d)
arcs, while hill climbing over all arcs tries O(d^2). Keogh and Pazzani 1999;
docs/methods/bayesian-networks.md#hill-climbing-over-arcs.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import counts
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers import kdb_hc
from naivebench.methods.bn_classifiers.families import Model
from naivebench.methods.bn_classifiers.families import contributions as contributions
from naivebench.methods.bn_classifiers.families import predict_log_proba as predict_log_proba
from naivebench.methods.bn_classifiers.families import summarize as summarize
from naivebench.methods.bn_classifiers.kdb_hc import Core, Parents


def orphans_of(core: Core, parents: Parents, p: int) -> list[int]:
    """Attributes without a parent that can get p as their parent."""
    return [j for j in core.attributes if j != p and not parents[j] and not kdb_hc.is_below(parents, p, j)]


def search(core: Core) -> tuple[Parents, int]:
    """The network where the search ends, and the number of cases that it classifies correctly."""
    parents: Parents = ((),) * len(core.train.attributes)
    current = kdb_hc.correct(core, kdb_hc.scores(core, parents))
    while True:
        most, best = -1, -1
        for p in core.attributes:
            adopted = parents
            for j in orphans_of(core, parents, p):
                adopted = kdb_hc.with_arc(adopted, (p, j))
            n_correct = kdb_hc.correct(core, kdb_hc.scores(core, adopted)) if adopted != parents else -1
            if n_correct > most:
                most, best = n_correct, p
        if best < 0:
            return parents, current
        candidates = {j: [best] for j in orphans_of(core, parents, best)}
        most, arc = kdb_hc.best_arc(core, parents, candidates)
        if arc is None or most <= current:
            return parents, current
        parents, current = kdb_hc.with_arc(parents, arc), most


def fit(train: Table, *, rng: np.random.Generator | None = None) -> Model:
    """Search for a tree, then estimate its tables. Raises InputError for attributes that are not discrete."""
    counts.only_discrete(train, "tan_hcsp")
    train = counts.known_cases(train)
    return kdb_hc.learn_tables(train, *search(kdb_hc.prepare(train)))
