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
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers.helpers import arc_search, families, selected
from naivebench.methods.bn_classifiers.helpers.arc_search import Parents
from naivebench.methods.bn_classifiers.helpers.families import Smoothing
from naivebench.methods.bn_classifiers.helpers.selected import Model
from naivebench.methods.bn_classifiers.kdb_hc import warm_up as warm_up


def orphans_of(core: arc_search.Core, parents: Parents, p: int) -> list[int]:
    """Attributes without a parent that can get p as their parent."""
    return [
        j for j in core.attributes if j != p and not parents[j] and not arc_search.is_below(parents, p, j)
    ]


def search(core: arc_search.Core) -> tuple[Parents, int]:
    """The network where the search ends, and the number of cases that it classifies correctly."""
    parents: Parents = ((),) * len(core.train.attributes)
    current = arc_search.correct(core, arc_search.scores(core, parents))
    while True:
        most, best = -1, -1
        for p in core.attributes:
            adopted = parents
            for j in orphans_of(core, parents, p):
                adopted = arc_search.with_arc(adopted, (p, j))
            found = arc_search.correct(core, arc_search.scores(core, adopted)) if adopted != parents else -1
            if found > most:
                most, best = found, p
        if best < 0:
            return parents, current
        candidates = {j: [best] for j in orphans_of(core, parents, best)}
        most, arc = arc_search.best_arc(core, parents, candidates)
        if arc is None or most <= current:
            return parents, current
        parents, current = arc_search.with_arc(parents, arc), most


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    estimates: Smoothing = Smoothing(),
) -> Model:
    """Search for a tree, then estimate its tables. smoothing: friedman (n0 > 0), laplace or m_estimate
    (alpha > 0).

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    families.check_params("tan_hcsp", estimates, positive=True)
    counts.only_discrete(train, "tan_hcsp")
    train = counts.known_cases(train)
    parents, correct = search(arc_search.prepare(train, estimates))
    found = {"leave_one_out_accuracy": correct / max(len(train.y), 1)}
    return selected.fit(train, range(len(parents)), parents, estimates, found)
