"""General Bayesian network used as a classifier: hill climbing by BIC or BDeu finds a network over the
attributes and the class. Only the Markov blanket of the class affects a prediction.

The search starts without arcs, and each step adds, removes or reverses the arc that raises the score of the
network most. The score is a sum over families of the log likelihood minus (ln n) / 2 per parameter (bic), or
of the log marginal likelihood with Dirichlet parameters s / (q r) (bdeu). While the structure is learned, a
missing value counts as an additional value. The posterior is

    P(c | x) proportional to P(c | parents of c) prod over children j of c of P(x_j | c, other parents of j)

with tables as in bn_classifiers.families. The table of the class uses the longest prefix of its parents that
is observed in the case and occurs in training: (N_{c,pa} + n0 P(c)) / (N_pa + n0).
docs/methods/bayesian-networks.md#general-bayesian-network; Heckerman, Geiger and Chickering 1995; Friedman,
Geiger and Goldszmidt 1997.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, graphs, patterns
from naivebench.core.checks import check_one_of
from naivebench.core.logspace import log, normalize_rows
from naivebench.core.patterns import Step
from naivebench.core.table import Table, n_cases, n_classes, select_attributes
from naivebench.methods.bn_classifiers import families
from naivebench.methods.bn_classifiers.families import Smoothing

SCORES = ("bic", "bdeu")
STRENGTH = 1.0  # equivalent sample size of BDeu, its usual value
MAX_PARENTS = 4  # of a variable, including the class: tables of more hardly ever score better


class Model(NamedTuple):
    network: families.Model  # of the children of the class and their parents
    columns: np.ndarray  # (m,) these attributes, ascending
    class_parents: tuple[int, ...]
    steps: tuple[Step, ...]  # how patterns of the class's parents are numbered
    tables: tuple[np.ndarray, ...]  # per prefix of them: log P(c | prefix), nats; the first is the prior
    arcs: int  # number of arcs of the whole network


def search_structure(columns: np.ndarray, r: np.ndarray, score: str) -> list[frozenset[int]]:
    """Find the parents of every variable by hill climbing. columns: (v, n) codes from 0; r: (v,) values."""

    @functools.cache
    def score_family(child: int, parents: frozenset[int]) -> float:
        """Compute the BIC or BDeu score of one variable given its parents, nats."""
        above = sorted(parents)
        ids = patterns.learn_patterns(columns[above])[1]
        cells = patterns.extend_patterns(ids, columns[child], int(r[child]))[1]
        n, n_pa = np.bincount(cells), np.bincount(ids)
        q, width = float(np.prod(r[above].astype(np.float64))), float(r[child])
        if score == "bic":
            likelihood = (n * np.log(n)).sum() - (n_pa * np.log(n_pa)).sum()
            return float(likelihood - 0.5 * np.log(len(ids)) * q * (width - 1))
        from scipy.special import gammaln

        a, b = STRENGTH / (q * width), STRENGTH / q
        given = (gammaln(n + a) - gammaln(a)).sum()
        return float(given - (gammaln(n_pa + b) - gammaln(b)).sum())

    return graphs.hill_climb_arcs(len(columns), score_family, MAX_PARENTS)


def fit(train: Table, *, rng: np.random.Generator | None = None, score: str = "bic") -> Model:
    """Learn the network and its tables. score: bic or bdeu. Raises InputError for another score and for
    attributes that are not discrete.
    """
    check_one_of(score, SCORES, "score", "bnc_hc")
    train = counts.prepare_discrete_training(train, "bnc_hc")
    # in attributes with missing values, 0 is missing
    codes = train.codes.T + (train.codes.min(axis=0, initial=0) < 0).astype(train.codes.dtype)[:, None]
    columns = np.vstack([codes, train.y[None, :]]).astype(np.int64)
    varies = [j for j, column in enumerate(columns) if len(np.unique(column)) > 1]
    parents: list[frozenset[int]] = [frozenset()] * len(columns)
    if n_cases(train):
        r = columns.max(axis=1)[varies] + 1
        for j, above in zip(varies, search_structure(columns[varies], r, score), strict=True):
            parents[j] = frozenset(varies[p] for p in above)
    return make_classifier(train, parents, Smoothing())


def make_classifier(train: Table, parents: list[frozenset[int]], estimates: Smoothing) -> Model:
    """Make the classifier of a network. `parents`: Parents of the d attributes, and last of the class."""
    d = len(train.attributes)
    children = [j for j in range(d) if d in parents[j]]
    used = sorted({*children, *(p for j in children for p in parents[j] if p != d)})
    place = {j: i for i, j in enumerate(used)}
    above = [tuple(place[p] for p in sorted(parents[j] - {d})) if j in children else () for j in used]
    network = families.fit_tables(select_attributes(train, used), tuple(above), estimates)
    for j in set(used) - set(children):  # without the class as a parent, it has the same term for all classes
        network.log_table[network.offsets[place[j]] : network.offsets[place[j] + 1]] = 0.0

    # the class given every prefix of its parents
    causes, n0, ids = tuple(sorted(parents[d])), estimates.n0, np.zeros(n_cases(train), np.int64)
    steps, tables = list[Step](), [network.log_prior[None, :]]
    for j in causes:
        step, ids = patterns.extend_patterns(ids, train.codes[:, j])
        n = patterns.count_classes_by_pattern(ids, train.y, len(step.keys), n_classes(train))
        steps.append(step)
        tables.append(log((n + n0 * np.exp(network.log_prior)) / (n.sum(axis=1, keepdims=True) + n0)))
    arcs = sum(map(len, parents))
    return Model(network, np.array(used, np.int64), causes, tuple(steps), tuple(tables), arcs)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    start = np.tile(model.tables[0], (n_cases(table), 1))
    ids = np.zeros(n_cases(table), np.int64)
    for j, step, given in zip(model.class_parents, model.steps, model.tables[1:], strict=True):
        ids = patterns.extend_ids(step, ids, table.codes[:, j])
        start[ids >= 0] = given[ids[ids >= 0]]
    evidence = families.log_joint(model.network, select_attributes(table, model.columns))
    prior = model.network.log_prior
    return normalize_rows(evidence - np.where(np.isneginf(prior), 0, prior) + start, start)


def summarize(model: Model) -> dict[str, Any]:
    """Report parameters that affect predictions, attributes in the Markov blanket, and all arcs."""
    k = len(model.tables[0][0])
    return families.summarize(model.network) | {
        "n_parameters": families.count_parameters(model.network) + (len(model.tables[-1]) - 1) * (k - 1),
        "attributes_used": len({*model.columns.tolist(), *model.class_parents}),
        "arcs": model.arcs,
    }
