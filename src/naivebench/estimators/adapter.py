"""The base class of all estimators: a fitted method (`models.fitted`) with scikit-learn's interface."""

from __future__ import annotations

import fnmatch
import inspect
import numbers
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    assert_all_finite,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from naivebench.core.checks import InputError, did_you_mean, parameter, whole
from naivebench.core.removed import advice
from naivebench.core.table import Table, real_attributes, real_width
from naivebench.data import class_labels, column_notes, frames, numeric_ids, raw_columns
from naivebench.data.text_columns import KINDS as TEXT
from naivebench.estimators import class_balance, documentation, learned
from naivebench.estimators.views import Views
from naivebench.models import catalogue, explain, explanation_text, fitted, incremental, registry
from naivebench.models.stanzas import OF_CASES, MethodStanza

LOOKED_AT = 10_000  # number of cases checked for numbers that look like labels
UNINFORMED = ("majority", "prior")  # methods that ignore X
LEARNED = ("_counted", "_uncounted", "_closed")  # state of partial_fit in addition to the model
# (table, method, stanza, parameters) -> the counts, or the fitted method


class Explanations(list[explain.Record]):
    """Records of `models.explain`, one dict per case, displayed as text by `str` and as a table in
    notebooks.
    """

    def __str__(self) -> str:
        return explanation_text.as_text(self)

    def _repr_html_(self) -> str:
        return explanation_text.as_html(self)


class _Training(NamedTuple):
    """Training data in the form that an estimator learns from."""

    table: Table
    weights: np.ndarray | None  # (n,)
    names: list[str]  # column names
    labels: np.ndarray  # (K,) classes in scikit-learn's order
    order: np.ndarray  # (K,) class index in the table of each label


class Estimator(Views, ClassifierMixin, BaseEstimator):
    """A method of the catalogue as a classifier; the function `estimator` creates a subclass for each method.

    Fitted attributes: `classes_`, `n_features_in_`, `feature_names_in_` if the columns have names, `fitted_`
    (`models.fitted.Fitted`) and `summary_`.
    """

    _method: ClassVar[str]
    # by constructor name: parameters of the method's `fit`, with the stanza's defaults
    _parameters: ClassVar[dict[str, inspect.Parameter]]
    classes_: np.ndarray  # (K,)

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from the cases X and their labels y (n,), including cut points and value lists.

        X: a data frame, an array (n, d), a sparse matrix of counts, or texts. Raises InputError for data and
        parameters that do not fit; the estimator is then not fitted.
        """
        self._forget()
        return self._fit(self._training(X, y))

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """log P(c | x), shape (n, K), nats, in the order of `classes_`."""
        table = self._table(X)
        return fitted.predict_log_proba(self.fitted_, table)[:, self._order]

    def predict_proba(self, X: Any) -> np.ndarray:
        """P(c | x), shape (n, K), in the order of `classes_`."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Any) -> np.ndarray:
        """Predict the label of every case, shape (n,). For ties see docs/methods/conventions.md#ties."""
        table = self._table(X)
        codes = fitted.predict(self.fitted_, fitted.predict_log_proba(self.fitted_, table))
        return self.classes_[np.argsort(self._order)[codes]]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Accuracy of `predict(X)`; a label 1.0 or "1" in y (n,) means the class 1."""
        predicted = self.predict(X)
        frames.check_one_per_case(y, "y", "a label")
        check_consistent_length(predicted, y, sample_weight)
        of_class = self.classes_.tolist()
        truth = class_labels.match_labels(_spelt_alike(y, [self.classes_]), of_class)
        if (truth < 0).all():
            there = sorted(set(map(str, np.ravel(y))))
            said = class_labels.note_none_known(there, list(map(str, of_class)), "y")
            warnings.warn(f"{said}: spell labels alike", stacklevel=2)
        found = class_labels.match_labels(predicted, of_class)
        return float(np.average(truth == found, weights=sample_weight))

    def explain(self, X: Any, *, top: int | None = None) -> Explanations:
        """Explain every prediction: a record per case, with its `top` largest contributions
        (docs/explanations.md#records). The result is shown as text by `str` and as a table in notebooks.

        Raises InputError for methods that do not explain.
        """
        table = self._table(X)
        top = None if top is None else whole(top, 1, "top")
        return Explanations(explain.explain(self.fitted_, table, top=top))

    @property
    def summary_(self) -> dict[str, Any]:
        """Summary of the model: n_parameters, attributes_used and more."""
        return fitted.summary(self.fitted_)

    def __sklearn_tags__(self) -> Any:
        tags, kinds = super().__sklearn_tags__(), catalogue.methods()[self._method]["kinds"]
        only_text = set(kinds) <= set(TEXT)
        tags.input_tags.allow_nan = not only_text
        tags.input_tags.categorical = "nominal" in kinds
        tags.input_tags.sparse = "count" in kinds
        tags.input_tags.positive_only = only_text and not self._takes_presence()
        tags.classifier_tags.poor_score = only_text or self._method in UNINFORMED
        tags.input_tags.two_d_array = kinds != ["sequence"]
        # `string` stays False, so that scikit-learn's checks expect other objects in a column to be rejected,
        # as they are here
        return tags

    def _stanza(self) -> MethodStanza:
        return catalogue.methods()[self._method] | {"discretize": self.discretize}

    def _training(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        classes: Any = None,
        before: incremental.Counted | None = None,
        *,
        weigh_classes: bool = True,
    ) -> _Training:
        """Convert the cases to a table, encoded like the cases counted `before` if there are any."""
        stanza, data = self._stanza(), frames.plain(X)
        frames.check_one_per_case(y, "y", "a label")
        known = [] if classes is None else [np.asarray(classes)]
        known += [] if before is None else [self.classes_]
        y = _spelt_alike(y, known)
        if before is not None and hasattr(self, "feature_names_in_"):
            data = frames.select(data, self._names)
        validate_data(self, data, y, reset=before is None, skip_check_array=True)
        check_consistent_length(data, y)
        if frames.is_sparse(data) and "count" not in stanza["kinds"]:
            raise InputError(
                "sparse input is not supported here, because it is read as counts, which method "
                f"{self._method} does not accept: give X.toarray()"
            )
        weights, kinds = None, self.kinds
        if weigh_classes and getattr(self, "class_weight", None) is not None:
            labels = _classes(y, known)[2]
            sample_weight = class_balance.weights(self.class_weight, labels, y, sample_weight)
        if sample_weight is not None:
            data, y, weights = _weighted(data, y, sample_weight)
        codes, names, labels, order = _classes(y, known)
        if before is not None:
            data = frames.named(data, self._names)
            kinds = _kinds(before) if _is_tabular(before) else kinds
        else:
            self.classes_ = labels
        table = frames.to_table(
            data,
            codes,
            names,
            kinds=kinds,
            text=_text(stanza),
            owner=self._input(),
            presence=self._takes_presence(),
        )
        if before is None:
            self._tell_labels(table)
        return _Training(table, weights, frames.names_of(data), labels, order)

    def _fit(self, training: _Training) -> Self:
        rng, params = self._rng(), self._params()
        model = fitted.fit(
            training.table, self._method, self._stanza(), rng=rng, params=params, weights=training.weights
        )
        return self._keep(model, training)

    def _forget(self) -> None:
        """Discard what was learned, so that a failing `fit` does not leave an old model with new classes."""
        for name in ("fitted_", *LEARNED):
            self.__dict__.pop(name, None)

    if not TYPE_CHECKING:  # or every attribute would pass the check of types

        def __getattr__(self, name: str) -> Any:
            if near := advice("estimator", name):
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{near}")
            return object.__getattribute__(self, name)  # raises the error that led here

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "fitted_")

    def _with_class_prior(self, model: fitted.Fitted, training: _Training) -> fitted.Fitted:
        """The model with the class prior given by `class_prior`."""
        if getattr(self, "class_prior", None) is None:
            return model
        cases = model.class_counts[training.order]
        prior = np.empty(len(cases))
        prior[training.order] = class_balance.prior(self.class_prior, training.labels, cases)
        return fitted.with_class_prior(model, prior)

    def _keep(self, model: fitted.Fitted, training: _Training) -> Self:
        self.fitted_, self._names = self._with_class_prior(model, training), training.names
        self.classes_, self._order = training.labels, training.order
        self._tell_progress()
        return self

    def _tell_progress(self) -> None:
        """Warn if an optimiser stopped at its iteration limit; most methods have no optimiser."""

    def _tell_labels(self, train: Table) -> None:
        """Warn about named columns whose numbers look like labels, unless their kind was declared."""
        if not hasattr(self, "feature_names_in_") or isinstance(self.kinds, str):
            return
        column, found = 0, dict[str, numeric_ids.Suspicion]()
        for attribute in real_attributes(train):
            said = any(fnmatch.fnmatchcase(attribute.name, key) for key in self.kinds or ())
            if attribute.kind == "linear" and not said and "default" not in (self.kinds or ()):
                numbers = train.reals[:LOOKED_AT, column]
                suspicion = numeric_ids.looks_like_labels(attribute.name, numbers)
                found |= {attribute.name: suspicion} if suspicion else {}
            column += real_width(attribute)
        nominal, dropped = f"kinds={{{next(iter(found), '')!r}: 'nominal'}}", "`X.drop(columns=['COL'])`"
        for sentence in column_notes.sentences(numeric_ids.notes(found, nominal, dropped)):
            warnings.warn(sentence, stacklevel=4)

    def _table(self, X: Any) -> Table:
        """Convert new data to a table encoded like the training data."""
        check_is_fitted(self)
        data = frames.plain(X)
        if hasattr(self, "feature_names_in_"):
            data = frames.select(data, self._names)
        validate_data(self, data, reset=False, skip_check_array=True)
        unseen = registry.unseen_code(registry.load(self.fitted_.module))
        return frames.like(
            data,
            self._names,
            self.fitted_.attributes,
            self.fitted_.classes,
            unseen=unseen,
            owner=self._input(),
            presence=self._takes_presence(),
        )

    def _takes_presence(self) -> bool:
        """Whether the method uses only which words are present, not their counts."""
        of_module = getattr(registry.load(self._stanza()["module"]), "COMPOSITION", None)
        return getattr(self, "composition", of_module) == "binary"

    def _input(self) -> str:
        """Name of X in messages, in scikit-learn's format."""
        return f"{type(self).__name__} (input X)"

    def _params(self) -> dict[str, Any]:
        """Parameters of the method's `fit`; those that were set are checked and converted to plain values."""
        return {
            known.name: parameter(_plain(value), known.annotation, name, f"{type(self).__name__}")
            if (value := getattr(self, name)) is not known.default
            else value
            for name, known in self._parameters.items()
        }

    def _rng(self) -> np.random.Generator:
        seed = self.random_state
        if isinstance(seed, np.random.RandomState):
            seed = check_random_state(seed).randint(2**31 - 1)
        try:
            return np.random.default_rng(seed)
        except (TypeError, ValueError):
            raise InputError(
                f"random_state is {seed!r}, expected a whole number of at least 0, a generator or None"
            ) from None


class WeightedEstimator(Estimator):
    """A method whose `fit` takes case weights."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """As `Estimator.fit`; sample_weight (n,): the weight of each case, at least 0."""
        self._forget()
        return self._fit(self._training(X, y, sample_weight))


class IncrementalEstimator(Estimator):
    """A method whose model is computed from counts and sums, so that cases can be weighted and further cases
    can be added.
    """

    _counted: incremental.Counted | None  # counts so far, for partial_fit
    _uncounted: Table | None  # cases to count only if further cases are added

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """As `Estimator.fit`; sample_weight (n,): number of cases that each case counts as, at least 0.

        Whole weights also apply to cut points; with other weights, cut points are learned from the unweighted
        cases.
        """
        self._forget()
        self._rng()  # counting is not random, but a wrong random_state is rejected anyway
        training = self._training(X, y, sample_weight)
        if self._can_count_later(training):
            return self._count_later(training)
        if training.weights is None:
            stanza, params = self._stanza(), self._params()
            counted = incremental.counted_by_fit(training.table, self._method, stanza, params)
        else:
            counted = self._add(None, training)
        return self._fit(training) if counted is None else self._keep_counts(counted, training)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from further cases after `fit` or earlier calls, or start with the first cases.

        The model equals one `fit` on all cases so far, except for the cut points of numbers, which stay those
        of the first cases (with a warning). classes: all labels that will ever occur. Other labels are then
        rejected, and later calls may repeat the list but not change it. Without `classes`, new labels become
        new classes. Raises InputError if the columns differ from those of the first cases, and after a `fit`
        that kept no counts.
        """
        if classes is not None:
            self._check_same_classes(classes)
        class_balance.check_partial(self.class_weight)  # type: ignore[attr-defined]  # a parameter
        before = self._counts()
        if before is None and hasattr(self, "fitted_"):
            raise InputError(
                f"this {type(self).__name__} was fitted without keeping its counts, so further cases "
                "cannot be added: call partial_fit from the first cases on, or fit all cases at once"
            )
        if before is not None:
            self._check_counted_alike()
        if before is not None and any(map(len, before.cuts)):
            warnings.warn(
                "partial_fit keeps the cut points of the first cases, so the model differs from one fit "
                "on all cases: if you need the same model, cut numbers into intervals beforehand",
                stacklevel=2,
            )
        if classes is not None or getattr(self, "_closed", False):
            _check_known(y, self.classes_ if before is not None else np.unique(classes))
        training = self._training(X, y, sample_weight, classes, before)
        if before is None and self._can_count_later(training):
            self._count_later(training)
        else:
            self._keep_counts(self._add(before, training), training)
        self._closed = classes is not None or getattr(self, "_closed", False)
        return self

    def _check_same_classes(self, classes: Any) -> None:
        """Raise InputError if `classes` differ from the classes known so far, if there are any."""
        known = getattr(self, "classes_", None)
        if known is not None and not np.array_equal(known, np.unique(classes)):
            raise InputError(
                f"classes={list(classes)!r} is not the same as on last call to partial_fit or fit, which was "
                f"{known.tolist()!r}: leave `classes` out, or fit again with all of them"
            )

    def _check_counted_alike(self) -> None:
        """Raise InputError if a parameter that affects counting has changed since the earlier cases."""
        before = {**self.fitted_.params, "discretize": self.fitted_.discretizer}
        now = {**self._params(), "discretize": self.discretize}  # type: ignore[attr-defined]  # a parameter
        counts = registry.load(self.fitted_.module).count
        for name in (*incremental.taken(counts, before), "discretize"):
            if now[name] != before[name]:
                raise InputError(
                    f"{name} is {now[name]!r}, but the earlier cases were counted with {before[name]!r}: set "
                    "it back, or fit all cases again"
                )

    def _can_count_later(self, training: _Training) -> bool:
        """Whether the method fits these first cases much faster than it counts them."""
        return training.weights is None and incremental.counts_later(
            training.table, self._stanza(), self._params()
        )

    def _count_later(self, training: _Training) -> Self:
        """Fit the first cases, and keep them to be counted when further cases are added."""
        self._fit(training)
        self._uncounted = training.table
        return self

    def _keep_counts(self, counted: incremental.Counted, training: _Training) -> Self:
        """Compute the model from the counts and keep both."""
        self._keep(incremental.model_of(counted, self._method, self._stanza(), self._params()), training)
        self._counted = counted
        return self

    def _add(self, before: incremental.Counted | None, training: _Training) -> incremental.Counted:
        stanza, params = self._stanza(), self._params()
        return incremental.add(before, training.table, self._method, stanza, params, training.weights)


def estimator(name: str, method: str, module: str) -> type[Estimator]:
    """Create the estimator class `name` of a method, importable from `module` under that name.

    Its constructor takes the parameters of the method's `fit`, and `random_state`, `discretize` and `kinds`.
    """
    stanza = catalogue.methods()[method]
    functions = registry.load(stanza["module"])
    parameters = _parameters(functions.fit, stanza["params"])
    defaults = {ours: known.default for ours, known in parameters.items()}
    defaults |= {"random_state": 0, "discretize": stanza.get("discretize"), "kinds": None}
    kind: type[Estimator] = WeightedEstimator if fitted.takes_weights(functions) else Estimator
    if incremental.is_incremental(functions, stanza["params"]):
        kind = IncrementalEstimator
    defaults |= {"class_prior": None} if fitted.has_class_prior(functions) else {}
    defaults |= {} if kind is Estimator else {"class_weight": None}
    bases = (learned.of_module(stanza["module"]), kind)
    entries = {
        "__module__": module,
        "__qualname__": name,
        "__doc__": documentation.docstring(name, method, parameters, defaults, bases),
        "__init__": _constructor(name, defaults),
        "_method": method,
        "_parameters": parameters,
    }
    return type(name, bases, entries)


def _parameters(fit: Any, stated: dict[str, Any]) -> dict[str, inspect.Parameter]:
    """Mapping from constructor name to the parameter of `fit`, with the stanza's value as its default.

    A parameter `score` of a method is called `model_score`, because it would hide the estimator's `score`.
    """
    known = inspect.signature(fit).parameters.values()
    named = {p.name: p for p in known if p.kind is p.KEYWORD_ONLY and p.name not in OF_CASES}
    more = {name: inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in stated}
    return {
        f"model_{name}" if hasattr(Estimator, name) else name: p.replace(default=stated.get(name, p.default))
        for name, p in (more | named).items()
    }


def _constructor(of: str, defaults: dict[str, Any]) -> Any:
    """Create the `__init__` of the class `of`, which takes these keywords and sets them, in the form that
    scikit-learn inspects.
    """
    names = {
        name: inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value)
        for name, value in defaults.items()
    }
    signature = inspect.Signature(
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD), *names.values()]
    )

    def __init__(self: Estimator, **params: Any) -> None:
        unknown = next((name for name in params if name not in names), None)
        if unknown == "class_weight":
            raise TypeError(
                f"{type(self).__name__} has no parameter 'class_weight', because its method cannot weigh "
                "cases: choose a class whose fit has sample_weight"
            )
        if unknown is not None:
            near = advice("parameter", unknown) or did_you_mean(unknown, names)
            raise TypeError(f"{type(self).__name__} has no parameter {unknown!r}{near}")
        for name, value in (defaults | params).items():
            setattr(self, name, value)

    __init__.__qualname__ = f"{of}.__init__"
    __init__.__signature__ = signature  # type: ignore[attr-defined]
    return __init__


def _weighted(data: Any, y: Any, sample_weight: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """The cases of positive weight: data, labels and weights."""
    if not isinstance(sample_weight, numbers.Number):
        frames.check_one_per_case(sample_weight, "sample_weight", "a weight")
    weights = _check_sample_weight(sample_weight, data, dtype=np.float64, ensure_non_negative=True)
    rows = np.flatnonzero(weights > 0)
    return frames.take(data, rows), column_or_1d(y)[rows], weights[rows]


def _text(stanza: MethodStanza) -> str | None:
    """The kind of text columns for methods that support only text; otherwise None."""
    return stanza["kinds"][0] if set(stanza["kinds"]) <= set(TEXT) else None


def _is_tabular(counted: incremental.Counted) -> bool:
    return all(a.kind not in TEXT for a in counted.attributes)


def _kinds(counted: incremental.Counted) -> dict[str, dict[str, Any]]:
    """The kinds and declared value lists of the columns counted so far, for the next block."""
    period = {a.name: {"period": a.period} if a.period else {} for a in counted.attributes}
    listed = {a.name: {"values": list(a.values)} if a.declared else {} for a in counted.attributes}
    return {a.name: {"kind": a.kind, **period[a.name], **listed[a.name]} for a in counted.attributes}


def _type_of(labels: np.ndarray) -> str:
    """Name of the type of labels."""
    kind = "U" if labels.dtype.kind == "O" and all(isinstance(x, str) for x in labels) else labels.dtype.kind
    return {"b": "booleans", "U": "text", "S": "bytes", "O": "objects"}.get(kind, "numbers")


def _classes(
    y: Any, known: Sequence[np.ndarray] = ()
) -> tuple[np.ndarray, list[str], np.ndarray, np.ndarray]:
    """Encode labels as classes.

    Returns class indices (n,), class names in the benchmark's order (which the indices refer to), labels (K,)
    in scikit-learn's order, and the class index of each label. known: further labels to include as classes.
    Raises ValueError for targets that are not labels, and if there are none.
    """
    y = column_or_1d(y, warn=True)
    assert_all_finite(y, input_name="y")
    check_classification_targets(y)
    if not len(y):
        raise InputError("X has 0 sample(s) while a minimum of 1 is required.")
    for others in known:
        if _type_of(others) != _type_of(y):
            raise InputError(
                f"y contains {_type_of(y)}, but the earlier classes are {_type_of(others)}: give all "
                "labels the same type"
            )
    labels = np.unique(np.concatenate([y, *known]))
    found = np.searchsorted(labels, y)
    names = [frames.label_of(_plain(label)) for label in labels]
    classes = raw_columns.natural_order(names)
    class_labels.check_size(len(y), len(classes), "y")
    index = {name: i for i, name in enumerate(classes)}
    order = np.array([index[name] for name in names], dtype=np.int32)
    return order[found], classes, labels, order


def _spelt_alike(y: Any, known: Sequence[np.ndarray] = ()) -> Any:
    """Labels in which those that mean the same are spelt alike (`class_labels.one_spelling`)."""
    if y is None:
        return y
    listed = [*class_labels.categories(y), *(label for labels in known for label in labels)]
    return class_labels.one_spelling(column_or_1d(y, warn=True), listed)


def _check_known(y: Any, classes: np.ndarray) -> None:
    """Raise InputError for labels that are not among the declared classes."""
    labels = column_or_1d(y)
    if _type_of(labels) == _type_of(classes):
        others = np.unique(labels[class_labels.match_labels(labels, classes.tolist()) < 0])
        if len(others):
            raise InputError(
                f"The target label(s) {others.tolist()!r} in y do not exist in the initial classes "
                f"{classes.tolist()!r}: leave `classes` out of the first call if labels may be added"
            )


def _plain(value: Any) -> Any:
    """A value in the types of configuration files."""
    if isinstance(value, (tuple, np.ndarray)):
        return [_plain(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value
