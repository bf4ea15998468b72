"""Selective naive Bayes by filter and wrapper: it uses the attributes that are most informative about the
class, and inner cross-validation chooses their number.

For m = 1 ... n_max the accuracy of naive Bayes on the m most informative attributes is measured by a
stratified cross-validation within the training part; the best m is chosen, or the smallest of equally good
ones. Attributes are independent given the class, so every inner fold is fitted once, and the log-likelihoods
of the attributes are added in the order of the ranking. Evaluating all m thus costs as much as one prediction
with all attributes. Perez, Larranaga and Inza 2006; Lopez-Cruz, Bielza and Larranaga 2013, section 3.6;
docs/methods/directional.md#selective-naive-bayes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core import folds as inner
from naivebench.core.checks import InputError, one_of, whole
from naivebench.core.decide import decide
from naivebench.core.logspace import normalize
from naivebench.core.table import DISCRETE, Attribute, Table, class_counts, n_cases, real_width, subset
from naivebench.methods.directional.helpers import mutual_information
from naivebench.methods.naive_bayes import nb

HOW = ("quadrature", "sampling")


class Base(NamedTuple):
    """Functions of a naive Bayes classifier whose attributes can be selected; `restrict` and `information`
    number attributes as the table does.
    """

    method: str  # id of the selective method, for error messages
    fit: Callable[..., Any]  # (table, **params) -> model of all attributes
    log_prior: Callable[[Any], np.ndarray]  # model -> (K,) nats
    # (model, attributes, chosen) -> model of the chosen attributes
    restrict: Callable[[Any, tuple[Attribute, ...], Iterable[int]], Any]
    log_likelihood: Callable[[Any, Table], np.ndarray]  # (model, table) -> (n, K) nats, without the prior
    information: Callable[..., np.ndarray]  # (model, attributes, *, how, samples, rng) -> (d,) nats
    n_parameters: Callable[[Any], int]


class Selection(NamedTuple):
    """How attributes are chosen."""

    inner_folds: int = 10
    n_max: int | None = None  # largest m that is tried; None: all attributes
    method: str = "quadrature"  # or sampling: how mutual information is computed
    samples: int = mutual_information.SAMPLES  # per class


class Model(NamedTuple):
    chosen: np.ndarray  # (m,) indices of the selected attributes, ascending
    attributes: tuple[Attribute, ...]  # all attributes of the training part
    information: np.ndarray  # (d,) nats
    ranking: np.ndarray  # (d,) attributes, the most informative first
    correct: np.ndarray  # (n_max,) number of inner cases that the best m attributes classify correctly
    cases: int  # number of cases of the inner cross-validation
    part: Any  # the base's model of the selected attributes


def select(table: Table, chosen: Iterable[int]) -> Table:
    """The table with only the attributes `chosen` (ascending indices); columns are not copied if they are
    neighbours.

    Raises InputError for count and sequence attributes.
    """
    chosen = {int(j) for j in chosen}
    codes, reals, discrete, real = [], [], 0, 0
    for j, attribute in enumerate(table.attributes):
        if attribute.kind in ("count", "sequence"):
            raise InputError(
                f"attribute {attribute.name!r} is of kind {attribute.kind}, which cannot be selected: "
                "choose another method"
            )
        if attribute.kind in DISCRETE:
            codes += [discrete] * (j in chosen)
            discrete += 1
        else:
            reals += list(range(real, real + real_width(attribute))) * (j in chosen)
            real += real_width(attribute)
    kept = tuple(a for j, a in enumerate(table.attributes) if j in chosen)
    return table._replace(
        attributes=kept, codes=_columns(table.codes, codes), reals=_columns(table.reals, reals)
    )


def _columns(array: np.ndarray, columns: list[int]) -> np.ndarray:
    """Columns of a column-major array, not copied if they are neighbours."""
    if columns and columns == list(range(columns[0], columns[-1] + 1)):
        return array[:, columns[0] : columns[-1] + 1]
    return array.T[columns].T


def positions(attributes: tuple[Attribute, ...], chosen: Iterable[int], kinds: tuple[str, ...]) -> np.ndarray:
    """Places, in ascending order, of the chosen attributes among all attributes of `kinds`."""
    chosen = {int(j) for j in chosen}
    of_kinds = [j for j, a in enumerate(attributes) if a.kind in kinds]
    return np.array([i for i, j in enumerate(of_kinds) if j in chosen], dtype=np.intp)


def restrict_tables(model: nb.Model, places: np.ndarray) -> nb.Model:
    """The discrete part of a naive Bayes model, restricted to the attributes at `places`."""
    rows = [np.arange(model.offsets[i], model.offsets[i + 1]) for i in places]
    offsets = np.concatenate([[0], np.cumsum([len(r) for r in rows])]).astype(np.int64)
    return nb.Model(model.log_prior, model.log_table[np.concatenate([np.zeros(0, np.intp), *rows])], offsets)


def table_information(model: nb.Model) -> np.ndarray:
    """MI of every discrete attribute with the class, from its fitted table: (d,) nats."""
    prior = np.exp(model.log_prior)
    rows = zip(model.offsets[:-1], model.offsets[1:], strict=True)
    return np.array(
        [
            mutual_information.discrete(prior, np.exp(model.log_table[first + 1 : last]))
            for first, last in rows
        ]
    )


def merge(attributes: tuple[Attribute, ...], **by_kinds: np.ndarray) -> np.ndarray:
    """Merge arrays that each cover some kinds of attributes into one array in the order of the attributes.
    Keywords: discrete, linear, angular or real.
    """
    of_keyword = {
        "discrete": DISCRETE,
        "real": ("linear", "angular"),
        "linear": ("linear",),
        "angular": ("angular",),
    }
    result = np.zeros(len(attributes))
    for keyword, values in by_kinds.items():
        result[[j for j, a in enumerate(attributes) if a.kind in of_keyword[keyword]]] = values
    return result


def _correct_by_size(
    base: Base, train: Table, test: Table, ranking: np.ndarray, params: dict[str, Any]
) -> np.ndarray:
    """Number of test cases that the first m = 1, 2, ... attributes of the ranking classify correctly,
    (len(ranking),) int64.
    """
    model, n_c = base.fit(train, **params), class_counts(train)
    scores = np.tile(base.log_prior(model), (n_cases(test), 1))
    correct = np.zeros(len(ranking), np.int64)
    for m, j in enumerate(ranking):
        scores += base.log_likelihood(base.restrict(model, train.attributes, [j]), select(test, [j]))
        correct[m] = (decide(scores, n_c) == test.y).sum()
    return correct


def _inner_correct(
    base: Base,
    train: Table,
    ranking: np.ndarray,
    params: dict[str, Any],
    n_folds: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """The sums of `_correct_by_size` over all inner folds; zeros if there are too few cases to hold any
    out.
    """
    n = n_cases(train)
    correct = np.zeros(len(ranking), np.int64)
    if n < 2 or not len(ranking):
        return correct
    parts = inner.stratified(train, folds=n_folds, seed=rng.integers(2**32, size=4).tolist())
    for f in range(len(parts.fold)):
        inside, outside = (
            subset(train, rows) for rows in (inner.train_rows(parts, f, n), inner.test_rows(parts, f))
        )
        correct += _correct_by_size(base, inside, outside, ranking, params)
    return correct


def fit(
    base: Base,
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    selection: Selection = Selection(),
    **params: Any,
) -> Model:
    """Rank the attributes, choose m by inner cross-validation and keep the first m attributes of the ranking.
    `params` are passed to the base.

    `rng` draws the inner folds and the samples. Raises InputError for bad
    parameters.
    """
    method, n_max = selection.method, selection.n_max
    one_of(method, HOW, "method", base.method)
    inner_folds = whole(selection.inner_folds, 2, "inner_folds", base.method)
    samples = whole(selection.samples, 2, "samples", base.method)
    if n_max is not None:
        n_max = whole(n_max, 1, "n_max", base.method)
    rng = np.random.default_rng(0) if rng is None else rng
    train = counts.known_cases(train)
    model = base.fit(train, **params)
    information = base.information(model, train.attributes, how=method, samples=samples, rng=rng)
    ranking = np.argsort(-information, kind="stable")
    correct = _inner_correct(base, train, ranking[:n_max], params, inner_folds, rng)
    chosen = np.sort(ranking[: int(correct.argmax()) + 1] if len(correct) else ranking[:0])
    return Model(
        chosen,
        train.attributes,
        information,
        ranking,
        correct,
        n_cases(train),
        base.restrict(model, train.attributes, chosen),
    )


def predict_log_proba(base: Base, model: Model, table: Table) -> np.ndarray:
    """log P(c | x) from the selected attributes, (n, K) nats; a case that is impossible under every class
    gets the prior.
    """
    log_prior = base.log_prior(model.part)
    return normalize(log_prior + base.log_likelihood(model.part, select(table, model.chosen)), log_prior)


def summarize(base: Base, model: Model) -> dict[str, Any]:
    """Number of parameters, the selected attributes, the share of angular ones among them, mutual information
    (nats) and inner accuracy.
    """
    chosen = [model.attributes[j] for j in model.chosen]
    return {
        "n_parameters": base.n_parameters(model.part),
        "attributes_used": len(chosen),
        "angular_share": sum(a.kind == "angular" for a in chosen) / len(chosen) if chosen else 0.0,
        "structure": " ".join(f"{{{a.name}}}" for a in chosen),
        "mutual_information": {model.attributes[j].name: float(model.information[j]) for j in model.ranking},
        "inner_accuracy": float(model.correct.max() / model.cases)
        if len(model.correct) and model.cases
        else 0.0,
    }
