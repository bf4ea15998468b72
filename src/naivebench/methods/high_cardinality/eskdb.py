"""Ensemble of selective k-dependence Bayesian classifiers: each member draws its own order of the attributes,
and their class probabilities are averaged. Hierarchical Dirichlet processes smooth the tables, so that deep
structures do not overfit.

Each member draws an order of the attributes without replacement, with probabilities proportional to I(X; C).
The number of attributes used, taken from the start of the order, and k in 0..k_max are chosen by
leave-one-out as in SKDB (bn_classifiers.skdb, tables by m-estimates).

    P(c | x) = mean over members of P_m(c | x),   P_m(c, x) = P(c) prod_j P(x_j | c, parents of j in m)

The tables of the chosen network are then smoothed by a hierarchical Dirichlet process along the chain
nothing, class, first parent, ... A node u of level l has theta_u ~ Dirichlet(c_l theta_parent(u)), c_l ~
Gamma(2, 1), and the root's parent is uniform. In place of sampling as in high_cardinality.hdp, each round
sets the tables t and concentrations c to their expectations given the rest (EM for c):

    theta_ux = (n_ux + c_l theta_parent,x) / (n_u. + c_l)
    t_ux = a (psi(a + n_ux) - psi(a)),  a = c_l theta_parent,x;   n of a node = cases that end there + t below
    c_l = (1 + sum t_ux) / (1 + sum_u (psi(c_l + n_u.) - psi(c_l)))

Fit O(members n d k_max K), and O(n d^2) for the pairs of attributes; predict O(members n d k K log n).
Petitjean, Buntine, Webb and Zaidi 2018; Zhang, Petitjean and Buntine 2020;
docs/methods/bayesian-networks.md#eskdb.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, patterns
from naivebench.core.checks import check_whole
from naivebench.core.information import conditional_mutual_information, mutual_information
from naivebench.core.logspace import log_prior, logsumexp, normalize_rows
from naivebench.core.patterns import Step
from naivebench.core.table import Table, cardinalities, class_counts, n_cases, n_classes
from naivebench.methods.bn_classifiers import kdb, skdb
from naivebench.methods.bn_classifiers.families import Smoothing
from naivebench.methods.high_cardinality.hdp_seating import compute_expected_seating

ROUNDS = 6  # of expectations
START = 2.0  # initial value of every concentration: the mean of its prior
PRIOR_ALPHA = 1.0  # pseudo-count of each class
CHOICE = Smoothing("m_estimate", 0.0, 1.0, PRIOR_ALPHA)  # of the tables that choose attributes and k


class Family(NamedTuple):
    """Smoothed counts of one attribute with r values, on L + 1 levels. Only combinations that occur are
    stored: the node (c, parents) and its entries (c, parents, x).
    """

    parents: tuple[int, ...]  # attributes of the levels 2, 3, ...; level 1 is the class
    r: int
    nodes: tuple[Step, ...]  # of the levels 1, 2, ...
    entries: tuple[Step, ...]  # of the levels 0, 1, ...: node * r + x
    counts: tuple[np.ndarray, ...]  # per level: n of every entry
    totals: tuple[np.ndarray, ...]  # per level: n of every node
    concentrations: np.ndarray  # (L + 1,)


class Member(NamedTuple):
    columns: np.ndarray  # (m,) attributes in the order drawn
    families: tuple[Family, ...]
    k: int


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    members: tuple[Member, ...]


def fit(train: Table, *, rng: np.random.Generator, members: int = 10, k_max: int = 5) -> Model:
    """Draw the orders, choose the number of attributes and k of every member, and smooth its tables. members:
    at least 1. k_max: at least 0. Raises InputError for bad parameters and non-discrete attributes.
    """
    members, k_max = check_whole(members, 1, "members", "eskdb"), check_whole(k_max, 0, "k_max", "eskdb")
    train = counts.prepare_discrete_training(train, "eskdb")
    by_class, pairs = mutual_information(train), conditional_mutual_information(train)
    orders = [draw_attribute_order(by_class, rng) for _ in range(members)]
    fitted = tuple(_fit_member(train, order, pairs, k_max) for order in orders)
    return Model(log_prior(class_counts(train), PRIOR_ALPHA), fitted)


def draw_attribute_order(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw the order of the attributes by their weights; indices of weight 0 come last."""
    waiting = rng.exponential(size=len(weights)) / np.maximum(weights, 1e-300)
    return np.argsort(waiting, kind="stable")


def _fit_member(train: Table, order: np.ndarray, pairs: np.ndarray, k_max: int) -> Member:
    parents = kdb.choose_parents(order, pairs, k_max)
    a, k = 0, 0
    if len(order) and n_cases(train):
        a, k = skdb.locate_least_loss(skdb.compute_losses(train, order, parents, k_max, CHOICE))
    columns, r, chosen = np.ascontiguousarray(train.codes.T), cardinalities(train), order[: a + 1]
    families = tuple(
        fit_family(columns, train.y, int(j), parents[j][:k], int(r[j]), n_classes(train)) for j in chosen
    )
    return Member(chosen, families, k)


def fit_family(
    columns: np.ndarray, y: np.ndarray, j: int, parents: tuple[int, ...], r: int, n_classes: int
) -> Family:
    """Estimate smoothed P(x_j | class, parents of j) from columns (d, n). Each round takes O(entries).

    The path of a case ends at the last parent before a missing one; a case that lacks the attribute itself is
    not counted.
    """
    # nodes and entries of every level, and the entry of every case
    here = np.flatnonzero(columns[j] >= 0)
    x, radix = columns[j][here].astype(np.int64), max(r, 1)
    chain = [y[here].astype(np.int64), *(columns[p][here].astype(np.int64) for p in parents)]
    node, nodes, entries, of_case = np.zeros(len(here), np.int64), [], [], []
    for level in range(len(chain) + 1):
        if level:
            step, node = patterns.extend_patterns(node, chain[level - 1], n_classes if level == 1 else None)
            nodes.append(step)
        step, entry = patterns.extend_patterns(node, np.where(node >= 0, x, -1), radix)
        entries.append(step)
        of_case.append(entry)

    # number them through all levels
    first = np.concatenate([[0], np.cumsum([len(step.keys) for step in entries])])
    start = np.concatenate([[0], np.cumsum([1, *(len(step.keys) for step in nodes)])])
    owner = np.concatenate([start[level] + step.keys // radix for level, step in enumerate(entries)])
    above, ends = np.full(first[-1], -1, np.int64), np.zeros(first[-1])
    for level, entry in enumerate(of_case):
        reached = entry >= 0
        if level:
            above[first[level] + entry[reached]] = first[level - 1] + of_case[level - 1][reached]
        deeper = reached & (of_case[level + 1] >= 0) if level + 1 < len(of_case) else np.zeros(len(x), bool)
        size = first[level + 1] - first[level]
        ends[first[level] : first[level + 1]] = np.bincount(entry[reached & ~deeper], minlength=size)

    n, totals, concentrations = np.zeros(first[-1]), np.zeros(start[-1]), np.full(len(entries), START)
    compute_expected_seating(first, start, owner, above, ends, 1.0 / radix, ROUNDS, n, totals, concentrations)
    per_level = tuple(np.split(n, first[1:-1])), tuple(np.split(totals, start[1:-1]))
    return Family(parents, r, tuple(nodes), tuple(entries), *per_level, concentrations)


def score_values(family: Family, x: np.ndarray, columns: np.ndarray, n_classes: int) -> np.ndarray:
    """Compute log P(x | c, parents), (n, K) nats, from the deepest node that occurs; 0 where x is missing."""
    n = len(x)
    value = np.repeat(np.maximum(x, 0).astype(np.int64), n_classes)
    chain = [np.tile(np.arange(n_classes), n), *(np.repeat(columns[p], n_classes) for p in family.parents)]
    p, node = np.full(n * n_classes, 1.0 / max(family.r, 1)), np.zeros(n * n_classes, np.int64)
    for level, c in enumerate(family.concentrations):
        if level:
            node = patterns.extend_ids(family.nodes[level - 1], node, chain[level - 1])
        entry = patterns.extend_ids(family.entries[level], node, value)
        known = np.flatnonzero(node >= 0)
        if not len(known):
            break
        count = np.append(family.counts[level], 0.0)[entry[known]]
        p[known] = (count + c * p[known]) / (family.totals[level][node[known]] + c)
    result = np.log(p).reshape(n, n_classes)
    result[x < 0] = 0.0
    return result


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    columns, k = np.ascontiguousarray(table.codes.T), len(model.log_prior)
    posteriors = []
    for member in model.members:
        scores = np.tile(model.log_prior, (n_cases(table), 1))
        for j, family in zip(member.columns, member.families, strict=True):
            scores += score_values(family, columns[j], columns, k)
        posteriors.append(normalize_rows(scores, model.log_prior))
    return normalize_rows(logsumexp(np.array(posteriors), axis=0), model.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report n_parameters (K - 1 and the entries that occur), attributes_used (by at least one member), and
    the number of attributes and k of every member.
    """
    entries = sum(len(n) for m in model.members for f in m.families for n in f.counts)
    used = {int(j) for m in model.members for j, f in zip(m.columns, m.families, strict=True) if f.r > 1}
    return {
        "n_parameters": entries + len(model.log_prior) - 1,
        "attributes_used": len(used),
        "members": [{"attributes": len(m.columns), "k": m.k} for m in model.members],
    }
