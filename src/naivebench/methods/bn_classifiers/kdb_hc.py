"""Hill climbing from naive Bayes to a network in which every attribute has at most k parents besides the
class. Each step adds the arc that raises the leave-one-out accuracy most, until none raises it.

Each step adds the arc between two attributes with which most left-out cases are classified correctly, among
arcs that do not close a cycle and keep at most k parents, as long as more cases are correct than before; ties
go to the lower child, then to the lower parent. k = 1 is the hill climbing TAN of Keogh and Pazzani 1999
(HC-TAN), k = 0 naive Bayes; larger k is the wrapper form of KDB. A step has O(d^2) candidates, which take
O(n K) each. docs/methods/bayesian-networks.md#hill-climbing-over-arcs.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import whole
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, few_cases
from naivebench.methods.bn_classifiers import kdb
from naivebench.methods.bn_classifiers.helpers import arc_search, families, left_out, selected
from naivebench.methods.bn_classifiers.helpers.arc_search import Parents
from naivebench.methods.bn_classifiers.helpers.families import Smoothing
from naivebench.methods.bn_classifiers.helpers.selected import Model


def search(core: arc_search.Core, k: int) -> tuple[Parents, int]:
    """The network where the climb ends, and the number of cases that it classifies correctly."""
    parents: Parents = ((),) * len(core.train.attributes)
    current = arc_search.correct(core, arc_search.scores(core, parents))
    while True:
        candidates = {
            j: [p for p in core.attributes if p not in parents[j] and not arc_search.is_below(parents, p, j)]
            for j in core.attributes
            if len(parents[j]) < k
        }
        most, arc = arc_search.best_arc(core, parents, candidates)
        if arc is None or most <= current:
            return parents, current
        parents, current = arc_search.with_arc(parents, arc), most


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    k: int = 1,
    estimates: Smoothing = Smoothing(),
) -> Model:
    """Search for a network, then estimate its tables. k >= 0; smoothing: friedman (n0 > 0), laplace or
    m_estimate (alpha > 0).

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    k = whole(k, 0, "k", "kdb_hc")
    families.check_params("kdb_hc", estimates, positive=True)
    counts.only_discrete(train, "kdb_hc")
    train = counts.known_cases(train)
    parents, correct = search(arc_search.prepare(train, estimates), k)
    found = {"leave_one_out_accuracy": correct / max(len(train.y), 1)}
    return selected.fit(train, range(len(parents)), parents, estimates, found)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before time is measured."""
    few = counts.known_cases(few_cases(train, 5))
    if len(few.y):
        left_out.correct_cases(
            left_out.prior(few, 1.0), left_out.nothing(few), few.y, left_out.precedence(few)
        )
        kdb.predict_log_proba(kdb.fit(few, k=2), few)
