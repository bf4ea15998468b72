"""Hill climbing from naive Bayes to a network in which every attribute has at most k parents besides the
class. Each step adds the arc that raises the leave-one-out accuracy most, until none raises it.

Each step tries all O(d^2) arcs that do not close a cycle and keep at most k parents, O(n K) each. Ties go to
the lower child, then to the lower parent. k = 1 is the hill climbing TAN of Keogh and Pazzani 1999 (HC-TAN),
k = 0 is naive Bayes, and a larger k is the wrapper form of KDB.

SuperParent (`super_parent`) grows a tree. Orphans are attributes without a parent besides the class. Each
step finds the attribute that, as the parent of all orphans, classifies most left-out cases correctly. The
best arc from it to one orphan is then added, if it raises the leave-one-out accuracy. Keogh and Pazzani 1999;
docs/methods/bayesian-networks.md#hill-climbing-over-arcs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, table_sums
from naivebench.core.checks import check_whole
from naivebench.core.decisions import TIE, find_tie_winners
from naivebench.core.table import Table, class_counts
from naivebench.methods.bn_classifiers import families, skdb
from naivebench.methods.bn_classifiers.families import Model, Smoothing
from naivebench.methods.bn_classifiers.families import contributions as contributions
from naivebench.methods.bn_classifiers.families import predict_log_proba as predict_log_proba
from naivebench.methods.bn_classifiers.families import summarize as summarize
from naivebench.methods.bn_classifiers.skdb import Terms

Parents = tuple[tuple[int, ...], ...]  # of every attribute, besides the class


class Core(NamedTuple):
    """Cases of known class, prepared for scoring many networks."""

    train: Table
    prior: np.ndarray  # (n, K) log P(c) without each case
    precedes: np.ndarray  # (K, K) bool, see `decisions.find_tie_winners`
    attributes: tuple[int, ...]  # with at least two values among the cases; the others get no arcs
    terms: dict[tuple[int, tuple[int, ...]], Terms]  # by attribute and parents, those computed so far


def compute_left_out_terms(core: Core, j: int, parents: tuple[int, ...]) -> Terms:
    """Compute and store log P(x_j | c, parents) of all cases, each left out of the counts."""
    if (j, parents) not in core.terms:
        *_, one = skdb.generate_left_out_terms(core.train, j, parents, Smoothing())
        core.terms[j, parents] = one._replace(rows=one.rows.astype(np.int32))
    return core.terms[j, parents]


def compute_left_out_log_joint(core: Core, parents: Parents, without: int = -1) -> np.ndarray:
    """Compute log P(c, x) of all cases, each left out, (n, K) nats, without the attribute `without`."""
    total = core.prior
    for j, above in enumerate(parents):
        if j != without:
            total = skdb.add_left_out_terms(total, compute_left_out_terms(core, j, above), core.train.y)
    return total


def count_correct_cases(core: Core, scores: np.ndarray, terms: Terms | None = None) -> int:
    """Count the cases that scores (n, K) plus the terms of one more attribute classify correctly."""
    rows, others, own = terms or (np.zeros(len(scores), np.int32), *np.zeros((2, 1, scores.shape[1])))
    return int(count_unbeaten_cases(scores, rows, others, own, core.train.y, core.precedes, TIE))


def find_best_arc(
    core: Core, parents: Parents, candidates: dict[int, list[int]]
) -> tuple[int, tuple[int, int] | None]:
    """Find the first arc (from, to) with the most correct cases; return their number and the arc, or -1 and
    None. candidates: the new parents to try for each child.
    """
    most, best = -1, None
    for j, new in candidates.items():
        base = compute_left_out_log_joint(core, parents, without=j) if new else core.prior
        for p in new:
            n_correct = count_correct_cases(core, base, compute_left_out_terms(core, j, (*parents[j], p)))
            if n_correct > most:
                most, best = n_correct, (p, j)
    return most, best


def add_arc(parents: Parents, arc: tuple[int, int]) -> Parents:
    """Return the network with one more arc (from, to)."""
    return tuple((*above, arc[0]) if j == arc[1] else above for j, above in enumerate(parents))


def has_ancestor(parents: Parents, j: int, ancestor: int) -> bool:
    """Whether `ancestor` is j or an ancestor of j."""
    return j == ancestor or any(has_ancestor(parents, p, ancestor) for p in parents[j])


@njit(cache=True)
def count_unbeaten_cases(scores, rows, others, own, y, precedes, tie):
    """Count the cases in which no class beats the true one. scores: (n, K). See also `Terms` and `Core`."""
    correct = 0
    for i in range(y.shape[0]):
        c, row = y[i], rows[i]
        mine = scores[i, c] + own[row, c]
        beaten = False
        for k in range(scores.shape[1]):
            if k != c:
                rival = scores[i, k] + others[row, k]
                if rival > mine + tie or (rival >= mine - tie and precedes[c, k]):
                    beaten = True
                    break
        if not beaten:
            correct += 1
    return correct


def search_arcs(core: Core, k: int, super_parent: bool) -> tuple[Parents, int]:
    """Climb from naive Bayes; return the last network and its number of correctly classified cases."""
    parents: Parents = ((),) * len(core.train.attributes)
    current = count_correct_cases(core, compute_left_out_log_joint(core, parents))
    while True:
        candidates = find_super_parent(core, parents) if super_parent else list_new_parents(core, parents, k)
        most, arc = find_best_arc(core, parents, candidates)
        if arc is None or most <= current:
            return parents, current
        parents, current = add_arc(parents, arc), most


def list_new_parents(core: Core, parents: Parents, k: int) -> dict[int, list[int]]:
    """List the parents that every attribute can still get, if it may have at most k of them."""
    return {
        j: [p for p in core.attributes if p not in parents[j] and not has_ancestor(parents, p, j)]
        for j in core.attributes
        if len(parents[j]) < k
    }


def find_super_parent(core: Core, parents: Parents) -> dict[int, list[int]]:
    """Find the attribute that is the best parent of all orphans, and return it as the new parent of each."""
    most, candidates = -1, dict[int, list[int]]()
    for p in core.attributes:
        orphans = [j for j in core.attributes if not parents[j] and not has_ancestor(parents, p, j)]
        adopted = parents
        for j in orphans:
            adopted = add_arc(adopted, (p, j))
        n_correct = count_correct_cases(core, compute_left_out_log_joint(core, adopted)) if orphans else -1
        if n_correct > most:
            most, candidates = n_correct, {j: [p] for j in orphans}
    return candidates


def fit(
    train: Table, *, rng: np.random.Generator | None = None, k: int = 1, super_parent: bool = False
) -> Model:
    """Search for a network, then estimate its tables by Friedman's smoothing. k: largest number of parents
    besides the class, at least 0. super_parent: search for a tree by SuperParent instead. Raises InputError
    for bad parameters and for attributes that are not discrete.
    """
    k = check_whole(k, 0, "k", "kdb_hc")
    train = counts.prepare_discrete_training(train, "kdb_hc")
    used = tuple(families.find_varying_attributes(table_sums.count_table(train)).tolist())
    prior = skdb.compute_left_out_prior(train, Smoothing().prior_alpha)
    core = Core(train, prior, find_tie_winners(class_counts(train)), used, {})
    parents, n_correct = search_arcs(core, k, super_parent)
    facts = {"leave_one_out_accuracy": n_correct / max(len(train.y), 1)}
    return families.fit_tables(train, parents, Smoothing())._replace(facts=facts)
