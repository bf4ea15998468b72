"""Conversion of fitted classifiers to Bayesian networks: the class is a parent of every attribute, along with
the learned parents.

The network has the smoothed tables for all parents. Two things are left out: the smaller tables used for
cases with a missing parent (the network sums the parent out), and
values without cases and prior, which a classifier skips but a network would give probability 0.
docs/methods/fitted-methods.md#bayesian-networks-of-classifiers.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Attribute, make_table
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.inference import bif
from naivebench.methods.inference.network import Network, make_network
from naivebench.methods.naive_bayes import nb
from naivebench.models.fitted import Fitted, seen_by_method

CELLS_MAX = 5_000_000  # probabilities of one table: about 100 MB of text
OFF = 1e-9  # a row whose sum differs from 1 by more is not a distribution


def text(fitted: Fitted, target: str, *, plain_words: bool = False) -> tuple[str, tuple[str, ...]]:
    """The network of a model as a BIF file, with notes on it.

    plain_words: use only words of letters and digits. Raises InputError as `of`.
    """
    network = of(fitted, target)
    return bif.text_of(bif.in_plain_words(network) if plain_words else network), network.notes


def of(fitted: Fitted, target: str = "class") -> Network:
    """The network of a naive Bayes, TAN or KDB model; its first variable is the class, called `target`.

    Raises InputError for other models, tables that are too large, and smoothing that does not give
    distributions.
    """
    model = fitted.model
    if not isinstance(model, (nb.Model, families.Model)):
        raise InputError(
            f"method {fitted.method} is not a Bayesian network of tables: choose nb, tan or kdb for BIF"
        )
    attributes = attributes_of(fitted)
    tables = [_table(model, j, attributes) for j in range(len(attributes))]
    kept = [_spoken(model, j, table) for j, table in enumerate(tables)]
    used = [j for j, values in enumerate(kept) if len(values)]
    parents = model.parents if isinstance(model, families.Model) else ((),) * len(attributes)
    names, states, cells = [target], [fitted.classes], [np.exp(model.log_prior)]
    above: list[tuple[str, ...]] = [()]
    for j in used:
        lists = [range(len(fitted.classes)), *(kept[p] for p in parents[j]), kept[j]]
        table = tables[j][np.ix_(*lists)]
        if np.abs(table.sum(axis=-1) - 1).max() > OFF:
            raise InputError(
                f"the tables of attribute {attributes[j].name!r} do not sum to one with this smoothing, "
                "so they are not a Bayesian network: choose another smoothing"
            )
        names.append(attributes[j].name)
        states.append(tuple(attributes[j].values[v] for v in kept[j]))
        above.append((target, *(attributes[p].name for p in parents[j])))
        cells.append(table)
    return make_network(names, states, above, cells, notes=_notes(attributes, kept))


def attributes_of(fitted: Fitted) -> tuple[Attribute, ...]:
    """The attributes as the method sees them; all have values."""
    discrete = sum(a.kind in DISCRETE for a in fitted.attributes)
    codes, reals = np.zeros((0, discrete)), np.zeros((0, len(fitted.attributes) - discrete))
    return seen_by_method(fitted, make_table(fitted.attributes, fitted.classes, [], codes, reals)).attributes


def _table(model: nb.Model | families.Model, j: int, attributes: tuple[Attribute, ...]) -> np.ndarray:
    """P(x_j | c, all parents), shape (K, r of each parent, r_j)."""
    family = (*model.parents[j], j) if isinstance(model, families.Model) else (j,)
    shape = [len(attributes[v].values) for v in family]
    if math.prod(shape) * len(model.log_prior) > CELLS_MAX:
        raise InputError(
            f"the table of attribute {attributes[j].name!r} has more than {CELLS_MAX:,} probabilities: "
            "join or leave out values, or use fewer parents"
        )
    codes = np.indices(shape).reshape(len(shape), -1)
    if isinstance(model, families.Model):
        terms = families.family_terms(model, j, dict(zip(family, codes, strict=True)))
    else:
        terms = model.log_table[model.offsets[j] + 1 : model.offsets[j + 1]]
    return np.moveaxis(np.exp(terms).reshape(*shape, -1), -1, 0)


def _spoken(model: nb.Model | families.Model, j: int, table: np.ndarray) -> np.ndarray:
    """Codes of the values that are not skipped. Naive Bayes does not list the skipped values; they are
    recognised by P = 1 in every class although other values have positive probability.
    """
    if isinstance(model, families.Model):
        return np.flatnonzero(~model.silent[model.offsets[j] + 1 : model.offsets[j + 1]])
    silent = (table == 1).all(axis=0) & (table.sum(axis=-1) > 1 + OFF).any()
    return np.flatnonzero(~silent)


def _notes(attributes: tuple[Attribute, ...], kept: list[np.ndarray]) -> list[str]:
    """Notes on what is left out, as sentences."""
    fewer = [a.name for a, values in zip(attributes, kept, strict=True) if 0 < len(values) < len(a.values)]
    none = [a.name for a, values in zip(attributes, kept, strict=True) if not len(values)]
    notes = [f"values that never occurred are left out of {', '.join(fewer)}"] if fewer else []
    return notes + ([f"left out, because they do not affect the class: {', '.join(none)}"] if none else [])
