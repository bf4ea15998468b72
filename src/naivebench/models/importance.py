"""Explanations of a whole model: the importance of attributes, and the values or words that separate the
classes.

The evidence of a value for class c is its weight of evidence, in nats:

    e_c(x_j) = log P(x_j | c, parents) - log P(x_j | not c, parents),
    P(x_j | not c, parents) = sum over k != c of P(k) P(x_j | k, parents) / sum over k != c of P(k)

With two classes, it is the change in the log-odds of c caused by the value. The importance of an attribute
for c is the mean of |e_c|, over the cases of a table or under the model (its expectation for (c, x) drawn
from it); its direction is the mean of e_c. The importance for all classes is the mean over c, weighted by the
priors P(c). Missing values have evidence 0.

Values are ranked for class c by P(v | c) log (P(v | c) / P(v | not c)), their contribution to the divergence
of the class from the rest. docs/explanations.md#importance; Good 1985; Madigan, Mosurski and Almond 1997; the
means of absolute contributions follow Lundberg and Lee 2017.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.core.explanations import Contributions, WordContributions
from naivebench.core.logspace import log, logsumexp
from naivebench.core.table import DISCRETE, Table, n_cases, subset, without_labels
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.inference import elimination
from naivebench.methods.naive_bayes import mixed_nb, nb
from naivebench.methods.per_column import column_nb
from naivebench.methods.per_column.helpers.chosen import TEXT
from naivebench.methods.sequences import nb_bernoulli, nb_mn
from naivebench.methods.sequences.helpers import bags, words
from naivebench.models import fitted as fitted_methods
from naivebench.models import networks, nomogram, registry
from naivebench.models.fitted import Fitted

CLASS = "(class)"
ADDITIVE = "nb, gnb, mixed_nb, vmnb, column_nb, awnb, wanbia, manb, tan, kdb, nb_mn, cnb or nb_bernoulli"


class Importance(NamedTuple):
    """Importance of attributes, or of words."""

    # (m,) attributes, or the words that occur in the cases; entries that belong to neither are in parentheses
    names: tuple[str, ...]
    absolute: np.ndarray  # (m, K) mean of |e_c|, nats; inf if a value rules out the class or all others
    signed: np.ndarray  # (m, K) mean of e_c, nats; NaN if both infinities occur
    prior: np.ndarray  # (K,) P(c)


class Telling(NamedTuple):
    """A value, or a word, that separates a class from the rest."""

    class_label: str
    attribute: str  # "" for words
    value: str  # label, interval or word
    probability: float  # P(v | c)
    elsewhere: float  # P(v | not c)
    log_odds: float  # nats, of the value, for the class against the rest
    gain: float  # nats, its contribution to the divergence


def overall(importance: Importance) -> np.ndarray:
    """Importance over all classes, shape (m,), nats."""
    return importance.absolute @ importance.prior


def on_cases(fitted: Fitted, table: Table) -> Importance:
    """Importance as means over the cases of a table with at least one case.

    Raises InputError for methods whose explanation is not a sum over attributes or words.
    """
    if not n_cases(table):
        raise InputError("the importance of attributes on cases needs at least one case, but X has none")
    seen = fitted_methods.seen_by_method(fitted, without_labels(table))
    n, k = n_cases(table), len(fitted.classes)
    totals: dict[str, np.ndarray] = {}
    log_prior = np.zeros(k)
    for block in counts.blocks(n, 3 * k * (len(table.attributes) + 1)):
        part = subset(seen, np.arange(n)[block])
        explained = _explained(fitted, part)
        log_prior = explained.prior[0] - logsumexp(explained.prior[0], axis=0)
        for name, terms in _terms(explained, part):
            evidence = _evidence(terms, log_prior)
            with np.errstate(invalid="ignore"):
                sums = np.array([np.abs(evidence).sum(axis=0), evidence.sum(axis=0)])
                totals[name] = totals.get(name, 0.0) + sums
    means = np.array(list(totals.values())).reshape(-1, 2, k) / n
    return Importance(tuple(totals), means[:, 0], means[:, 1], np.exp(log_prior))


def of_model(fitted: Fitted) -> Importance:
    """Importance as expectations under a model with probability tables: nb, tan or kdb, numbers as intervals.

    P(class, parents) is found by variable elimination. Raises InputError for other methods, and for tables
    that are not distributions or too large.
    """
    if not isinstance(fitted.model, (nb.Model, families.Model)):
        raise InputError(
            f"method {fitted.method} has no importance without cases, because its model has no tables of "
            "values: give cases (X), or choose nb, tan or kdb"
        )
    network = networks.of(fitted, CLASS)
    engine, k = elimination.prepare(network), len(fitted.classes)
    place = {name: i for i, name in enumerate(network.names)}
    prior, names = network.tables[0], tuple(a.name for a in fitted.attributes)
    means = np.zeros((len(names), 2, k))
    for row, name in enumerate(names):
        if name in place:
            above = [network.names[p] for p in network.parents[place[name]]]
            p_parents = elimination.posterior(engine, above)
            table = network.tables[place[name]]
            weights = (p_parents[..., None] * table).reshape(k, -1).sum(axis=0)
            evidence = _evidence(log(table).reshape(k, -1).T, log(prior))[weights > 0]
            weights = weights[weights > 0]
            with np.errstate(invalid="ignore"):
                means[row] = weights @ np.abs(evidence), weights @ evidence
    return Importance(names, means[:, 0], means[:, 1], prior)


def telling(fitted: Fitted, top: int) -> list[Telling]:
    """The `top` values or words with the largest gain above 0 for every class, class by class, largest first.

    For tan and kdb, P(v | c) is computed from the whole network; for mixed_nb and column_nb, only values of
    nominal and ordinal attributes are listed. Ties keep the order of attributes and values. Raises InputError
    for methods without tables of values.
    """
    prior, tables = _value_tables(fitted)
    log_prior = log(prior)
    found = []
    for c, label in enumerate(fitted.classes):
        items = []
        for attribute, values, p in tables:
            elsewhere = _elsewhere(p, prior, c)
            odds = _evidence(log(p).T, log_prior)[:, c]
            gain = np.round(words.contributions(log_prior, log(p).T)[:, c], 12)
            items += [
                Telling(
                    label,
                    attribute,
                    values[v],
                    float(p[c, v]),
                    float(elsewhere[v]),
                    float(odds[v]),
                    float(gain[v]),
                )
                for v in np.flatnonzero(gain > 0).tolist()
            ]
        found += sorted(items, key=lambda item: -item.gain)[:top]
    return found


def _explained(fitted: Fitted, seen: Table) -> Contributions | WordContributions:
    """The method's terms. Raises InputError unless they are summed over attributes or words."""
    module = registry.load(fitted.module)
    found = module.explain(fitted.model, seen) if hasattr(module, "explain") else None
    if isinstance(found, WordContributions) or (isinstance(found, Contributions) and not found.route):
        return found
    raise InputError(
        f"method {fitted.method} has no importance of attributes, because its predictions are not sums "
        "over attributes: "
        f"choose {ADDITIVE}, or use sklearn.inspection.permutation_importance"
    )


def _terms(explained: Contributions | WordContributions, seen: Table) -> Iterator[tuple[str, np.ndarray]]:
    """Names and terms (m, K), in nats, of the attributes, or of the words that occur. Entries that belong to
    neither, such as the absence of words, have their name in parentheses.
    """
    if explained.rest_of:
        yield f"({explained.rest_of})", np.broadcast_to(explained.rest, explained.prior.shape)
    if isinstance(explained, Contributions):
        for j, attribute in enumerate(seen.attributes):
            # otherwise the evidence of words is in `rest`
            if attribute.kind not in TEXT or not explained.rest_of:
                yield attribute.name, explained.terms[:, j]
        return
    occurring, place = np.unique(np.array(explained.words, dtype=str), return_inverse=True)
    order = np.argsort(place, kind="stable")
    for word, rows in zip(
        occurring.tolist(), np.split(order, np.cumsum(np.bincount(place))[:-1]), strict=True
    ):
        yield word, explained.terms[rows]


def _evidence(terms: np.ndarray, log_prior: np.ndarray) -> np.ndarray:
    """Weight of evidence for every class, (m, K) nats, computed from terms (m, K); 0 where a value is
    impossible in the class and in all others.
    """
    with np.errstate(invalid="ignore"):
        found = [nomogram.against_rest(terms, log_prior, c) for c in range(len(log_prior))]
    evidence = np.stack(found, axis=1)
    return np.where(np.isnan(evidence), 0.0, evidence)


def _elsewhere(p: np.ndarray, prior: np.ndarray, c: int) -> np.ndarray:
    """P(v | not c), shape (r,), computed from P(v | k), shape (K, r); 0 if there is no other class."""
    share = prior.sum() - prior[c]
    return (prior @ p - prior[c] * p[c]) / share if share > 0 else np.zeros(p.shape[1])


def _value_tables(fitted: Fitted) -> tuple[np.ndarray, list[tuple[str, tuple[str, ...], np.ndarray]]]:
    """P(c), shape (K,), and for every attribute its name, its values and P(v | c), shape (K, r)."""
    model = fitted.model
    if isinstance(model, (nb_mn.Model, nb_bernoulli.Model)):
        columns = np.flatnonzero(model.vocabulary.inside)
        terms = model.log_table if isinstance(model, nb_mn.Model) else _log_present(model)
        labels = tuple(bags.word(model.vocabulary, int(i)) for i in columns)
        return np.exp(model.log_prior), [("", labels, np.exp(terms[columns]).T)]
    if isinstance(model, families.Model):
        network = networks.of(fitted, CLASS)
        engine = elimination.prepare(network)
        joint = {name: elimination.posterior(engine, [CLASS, name]) for name in network.names[1:]}
        return network.tables[0], [
            (name, states, joint[name] / np.where(network.tables[0] > 0, network.tables[0], 1)[:, None])
            for name, states in zip(network.names[1:], network.states[1:], strict=True)
        ]
    several = isinstance(model, (mixed_nb.Model, column_nb.Model))
    discrete = model.discrete if several else model
    if not isinstance(discrete, nb.Model) or len(discrete.offsets) < 2:
        raise InputError(
            f"method {fitted.method} has no table of values or words for every class: choose nb, mixed_nb "
            "or column_nb with nominal or ordinal attributes, tan, kdb, nb_mn or nb_bernoulli"
        )
    if isinstance(model, column_nb.Model):
        pairs = zip(fitted.attributes, model.chosen.distributions, strict=True)
        attributes = [a for a, distribution in pairs if distribution == "categorical"]
    else:
        attributes = [a for a in networks.attributes_of(fitted) if a.kind in DISCRETE]
    return np.exp(discrete.log_prior), [
        (a.name, a.values, np.exp(discrete.log_table[discrete.offsets[j] + 1 : discrete.offsets[j + 1]]).T)
        for j, a in enumerate(attributes)
    ]


def _log_present(model: nb_bernoulli.Model) -> np.ndarray:
    """log P(a case has the word | c), (columns, K) nats, computed from log odds."""
    return -np.logaddexp(0.0, -model.log_odds)
