"""Hierarchical Dirichlet process smoothing of P(class | attributes). The attributes form a chain, and the
estimate given the first k values is smoothed towards the estimate given the first k - 1.

The attributes form a chain, the most informative first (pattern_smoothing.helpers.hdp_chain).
Level l of the tree has a node per combination of values of the first l attributes; its class distribution has
a Dirichlet prior around that of its prefix,

    theta_u ~ Dirichlet(c_l theta_parent(u)),    P(c | u) = (n_uc + c_l P(c | parent(u))) / (n_u. + c_l),

with one concentration c_l ~ Gamma(2, 1) per level. n of a leaf counts cases; n of an inner node counts the
tables of its children and the cases whose next value is missing. Collapsed Gibbs sampling draws the table
counts t with weights S(n, t) c^t, where S are Stirling numbers, and the probabilities are averaged after the
burn-in. The concentration c is drawn with the table counts integrated out
(pattern_smoothing.helpers.hdp_sampler). This differs from the paper, whose step c ~ Gamma(2 + sum t, 1 + sum
log 1/q), q ~ Beta(c, n.), needs many thousands of sweeps.

The model is discriminative: it replaces the conditional probability table of the class with all attributes as
parents, and does not model P(x). A test case gets the distribution of the longest prefix that occurred in
training, so a missing or unseen value hides the attributes after it. If the first value of the chain is
missing or unseen, a tree of the rest of the chain is used. With one attribute and a fixed c, this is ADE,
(N_wr + c P(c_r)) / (N_w + c).

Fit O(n L log n) for a tree and O(M K) per sweep for M nodes, L trees; memory O(M K); predict O(L log M) per
case. Petitjean, Buntine, Webb and Zaidi 2018;
docs/methods/high-cardinality.md#hierarchical-dirichlet-process.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import at_least, one_of, whole
from naivebench.core.grouped import flat
from naivebench.core.logspace import log, log_prior
from naivebench.core.table import Table, class_counts, discrete_attributes, n_cases, n_classes
from naivebench.methods.pattern_smoothing.helpers import hdp_sampler, hdp_tree
from naivebench.methods.pattern_smoothing.helpers.hdp_chain import ORDERS, chain_of
from naivebench.methods.pattern_smoothing.helpers.hdp_tree import Tree

START = 2.0  # initial value of every concentration: the mean of its prior


class Part(NamedTuple):
    """One tree: M nodes on levels 0..L, K classes."""

    tree: Tree
    chain: np.ndarray  # (L,) discrete attribute of every level
    log_proba: np.ndarray  # (M, K) nats
    # mean of the recorded c_l of levels 1..L, preceded by that of the root if it is sampled
    concentrations: np.ndarray
    recorded: int  # sweeps whose probabilities were averaged


class Settings(NamedTuple):
    """The chain, its root and the sampling; see `fit`."""

    order: str = "evidence"
    max_depth: int = 8
    root: str = "frequencies"
    fallback: str = "suffix"
    prior_alpha: float = 0.0
    concentration: float | None = None
    sweeps: int = 100
    burn_in: int = 25
    sample_every: int = 5


class Model(NamedTuple):
    """The tree of the whole chain, then those of the chain without its first attribute, its first two, ..."""

    parts: tuple[Part, ...]
    names: tuple[str, ...]  # names of the attributes in the chain


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    settings: Settings = Settings(),
) -> Model:
    """Grow the tree and sample its probabilities.

    order: evidence, mutual_information or given, see `hdp_chain.chain_of`. max_depth: largest number of
    attributes in the chain. root: frequencies is P(c) = (n_c + a) / (n + K a) with a = `prior_alpha`, as in
    HPB and ADE; sampled is a node below the uniform distribution, as in the paper. fallback, for a case whose
    first value is missing or unseen: suffix uses a separate tree for the chain without its first attributes;
    root uses the root, as a single tree would. concentration: one value for all levels instead of sampling.
    sweeps: number of all sweeps, of which the first `burn_in` are not recorded; concentrations are drawn and
    probabilities recorded every `sample_every` sweeps. (The paper uses 5000 sweeps.) Raises InputError for
    bad parameters and for attributes that are not discrete.
    """
    _check(settings)
    order, max_depth, root, fallback, prior_alpha, concentration, sweeps, burn_in, sample_every = settings
    counts.only_discrete(train, "hdp")
    train = counts.known_cases(train)
    chain = chain_of(train, order, int(max_depth))
    uniform = np.full(n_classes(train), 1 / n_classes(train))
    base = uniform if root == "sampled" else np.exp(log_prior(class_counts(train), prior_alpha))
    schedule = {"sweeps": int(sweeps), "burn_in": int(burn_in), "every": int(sample_every)}
    starts = range(max(len(chain), 1) if fallback == "suffix" else 1)
    parts = [
        _part(train, chain[start:], base, int(root == "frequencies"), rng, concentration, schedule)
        for start in starts
    ]
    first = parts[0]
    names = tuple(discrete_attributes(train)[j].name for j in first.chain)
    return Model((first, *(part for part in parts[1:] if len(part.chain))), names)


def _part(
    train: Table,
    chain: np.ndarray,
    base: np.ndarray,
    first: int,
    rng: np.random.Generator,
    concentration: float | None,
    schedule: dict[str, int],
) -> Part:
    """Grow and sample the tree of one chain. first: the first level that is sampled."""
    tree = hdp_tree.grow(np.ascontiguousarray(train.codes.T)[chain])
    chain = chain[: len(tree.keys)]
    if first and not len(chain):
        return Part(tree, chain, log(base[None, :]), np.zeros(0), 0)
    state = hdp_sampler.seated(
        tree, train.y, base, first, START if concentration is None else float(concentration)
    )
    p, c, recorded = hdp_sampler.average(state, rng, draw_c=concentration is None, **schedule)
    return Part(tree, chain, log(p), c[first:], recorded)


def _check(settings: Settings) -> None:
    order, max_depth, root, fallback, prior_alpha, concentration, sweeps, burn_in, sample_every = settings
    one_of(order, ORDERS, "order", "hdp")
    one_of(root, ("frequencies", "sampled"), "root", "hdp")
    one_of(fallback, ("suffix", "root"), "fallback", "hdp")
    whole(max_depth, 1, "max_depth", "hdp")
    at_least(prior_alpha, 0, "prior_alpha", "hdp")
    if concentration is not None:
        at_least(concentration, 1e-12, "concentration", "hdp")
    whole(burn_in, 0, "burn_in", "hdp")
    whole(sample_every, 1, "sample_every", "hdp")
    whole(sweeps, int(burn_in) + int(sample_every), "sweeps", "hdp (at least burn_in + sample_every)")


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | longest prefix that occurred), shape (n, K), nats, from the first tree in which a prefix of
    the case occurs; if there is none, from the root.
    """
    columns = np.ascontiguousarray(table.codes.T)
    result = np.tile(model.parts[0].log_proba[0], (n_cases(table), 1))
    rows = np.arange(n_cases(table))
    for part in model.parts:
        node = hdp_tree.locate(part.tree, columns[part.chain][:, rows])
        result[rows[node > 0]] = part.log_proba[node[node > 0]]
        rows = rows[node == 0]
    return result


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any time is measured, on eight synthetic cases."""
    codes, y = (
        np.array([[0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1, 1]]),
        np.array([0, 0, 1, 1, 0, 1, 0, 1]),
    )
    state = hdp_sampler.seated(hdp_tree.grow(codes), y, np.array([0.5, 0.5]), 1, START)
    hdp_sampler.average(state, np.random.default_rng(0), draw_c=True, sweeps=2, burn_in=0, every=2)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters (K - 1 per node of all trees), the chain, the nodes and mean concentration per level of
    its tree, and the number of recorded sweeps.
    """
    first = model.parts[0]
    return {
        "n_parameters": sum(part.log_proba.shape[0] * (part.log_proba.shape[1] - 1) for part in model.parts),
        "attributes_used": len(first.chain),
        "structure": " > ".join(model.names),
        "nodes": [int(x) for x in np.diff(first.tree.starts)],
        "concentrations": [float(x) for x in first.concentrations],
        "recorded_sweeps": first.recorded,
    }
