"""The base classes of all estimators: a method of the catalogue with scikit-learn's interface."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import pandas as pd
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from naivebench.core.checks import InputError, check_parameter, check_whole
from naivebench.core.table import Table
from naivebench.data import frames
from naivebench.data.text_columns import KINDS as TEXT
from naivebench.estimators import class_balance, training_data
from naivebench.models import catalogue, explain, fitted, incremental, registry, saved
from naivebench.models.method_stanzas import MethodStanza, list_defaults, read_parameters

if TYPE_CHECKING:  # scikit-learn has no types, and mypy accepts any parameter of a dataclass with such a base

    class BaseEstimator:
        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Self: ...
        def __sklearn_tags__(self) -> Any: ...
        def __getattr__(self, name: str) -> Any: ...

    class ClassifierMixin:
        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float: ...

else:
    from sklearn.base import BaseEstimator, ClassifierMixin

# types of the parameters that many classes have
ClassPrior = str | Sequence[float] | np.ndarray | Mapping[Any, float] | None
ClassWeight = str | Mapping[Any, float] | None
Kinds = str | Mapping[str, Any] | None
Seed = int | np.random.Generator | np.random.RandomState | None

OF_ALL = ("random_state", "discretize", "kinds", "class_prior", "class_weight")  # not parameters of a method


class Classifier(ClassifierMixin, BaseEstimator):
    """A method of the catalogue (`naivebench methods`) as a classifier.

    A subclass names the stanza of its method in `_method`, and is a dataclass of its parameters, which gives
    it the constructor that scikit-learn expects. Its parameters are those of the method's `fit` that a user
    may want to set, with the values of the stanza as defaults, and some of these:

    - kinds: kinds of columns that are not to be inferred, by name or pattern;
    - discretize: strategy that cuts numeric columns into intervals;
    - class_prior, class_weight: docs/estimators.md#unequal-classes;
    - random_state: seed or generator. The same whole number gives the same model every time.

    X is a data frame, an array, a list of rows, a sparse matrix of counts, or texts. Missing cells are None,
    NaN, NA, "" or "?".

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels in scikit-learn's order, which every array with an axis of classes has.
    class_count_ : ndarray of shape (n_classes,)
        Total weight of the training cases of every class.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with its columns, values, classes and cut points.
    summary_ : dict
        The method's summary of its model, with n_parameters and attributes_used.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the columns of X in `fit`, if every column has one.
    """

    _method: ClassVar[str]

    # values for classes whose constructor does not have the parameter
    random_state: Seed = 0
    discretize: str | None = None
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None

    classes_: np.ndarray
    fitted_: fitted.Fitted
    _names: list[str]  # of the columns
    _order: np.ndarray  # (K,) class index in the model of every label

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from the cases X and their labels y (n,), including cut points and value lists.

        Raises InputError for invalid data or parameters; the estimator is then not fitted.
        """
        self._discard_model()
        return self._fit_method(self._encode_training_data(X, y))

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Return log P(c | x), shape (n, K), nats, in the order of `classes_`."""
        table = self._encode_new_data(X)
        return fitted.predict_log_proba(self.fitted_, table)[:, self._order]

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return P(c | x), shape (n, K), in the order of `classes_`."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Any) -> np.ndarray:
        """Predict the label of every case, shape (n,). For ties see docs/methods/conventions.md#ties."""
        table = self._encode_new_data(X)
        codes = fitted.predict(self.fitted_, fitted.predict_log_proba(self.fitted_, table))
        return self.classes_[np.argsort(self._order)[codes]]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the accuracy of `predict(X)` for labels y (n,) of the type of `classes_`."""
        return super().score(X, training_data.unify_spelling(y, [self.classes_]), sample_weight)

    def explain(self, X: Any, *, top: int | None = None) -> pd.DataFrame:
        """Explain every prediction by a data frame with a row for each value of each case. The `log_odds` add
        up to the log-odds of the predicted class against the second best (docs/explanations.md#columns).

        top: number of values to keep for each case; the values with the largest log-odds, positive or
        negative, are kept.
        """
        table = self._encode_new_data(X)
        top = None if top is None else check_whole(top, 1, "top")
        return explain.explain(self.fitted_, table, top=top)

    def save(self, path: str | Path) -> None:
        """Write the fitted estimator to the file `path`, which `load` and `naivebench predict --model` read.

        The file is written by skops: reading it runs none of its content. Missing folders are created.
        """
        check_is_fitted(self)
        state: Any = self.__getstate__()
        attributes = {name: value for name, value in state.items() if name != "fitted_"}
        saved.save(saved.Content(self.fitted_, type(self).__name__, attributes), path)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Load the fitted estimator from a file written by `save` or `naivebench fit --out`.

        Its predictions are byte-identical to those before saving. Labels in a file of `naivebench fit` are
        text. Raises InputError for a file of another class, and for files that are unreadable or damaged.
        """
        stanzas = catalogue.read_methods()
        fitted_, estimator, attributes = saved.load(path, {stanza["module"] for stanza in stanzas.values()})
        stanza = stanzas.get(fitted_.method)
        name = estimator or (stanza.get("estimator") if stanza else None)
        if name != cls.__name__:
            cure = f"call {name}.load" if name else "read it with `naivebench predict --model`"
            raise InputError(
                f"{path} contains a model of {name or fitted_.method}, not of {cls.__name__}: {cure}"
            )
        loaded = cls()
        if not estimator:
            return loaded._set_attributes_from_model(fitted_)
        loaded.__dict__.update(attributes, fitted_=fitted_)
        return loaded

    @property
    def summary_(self) -> dict[str, Any]:
        """The method's summary of its model, with n_parameters and attributes_used."""
        return fitted.summarize_model(self.fitted_)

    @property
    def class_count_(self) -> np.ndarray:
        """Total weight of the training cases of every class, (K,) float64."""
        return self.fitted_.class_counts[self._order].astype(np.float64)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "fitted_")

    def __sklearn_tags__(self) -> Any:
        tags, kinds, only_text = super().__sklearn_tags__(), self._stanza["kinds"], self._accepts_only_text()
        tags.input_tags.allow_nan = not only_text
        tags.input_tags.categorical = "nominal" in kinds
        tags.input_tags.sparse = "count" in kinds
        tags.input_tags.positive_only = only_text and not self._ignores_word_counts()
        tags.input_tags.two_d_array = kinds != ["sequence"]
        tags.classifier_tags.poor_score = only_text
        # `string` stays False, so that scikit-learn's checks expect other objects in a column to be rejected,
        # as they are here
        return tags

    @property
    def _stanza(self) -> MethodStanza:
        return catalogue.read_methods()[self._method] | {"discretize": self.discretize}

    @property
    def _params(self) -> dict[str, Any]:
        """Parameters of the method's `fit`; those that were set are checked and converted to plain values.

        A parameter `score` of a method is called `model_score` here, so that it does not hide `score`.
        """
        known = read_parameters(self._stanza["module"]) or {}
        params = dict(self._stanza["params"])
        for name in self._get_param_names():
            if name not in OF_ALL:
                of_fit, value = name.removeprefix("model_"), getattr(self, name)
                plain = training_data.convert_to_plain_value(value)
                kind = known[of_fit].annotation
                params[of_fit] = check_parameter(plain, kind, name, type(self).__name__)
        return params

    def _make_rng(self) -> np.random.Generator:
        seed = self.random_state
        if isinstance(seed, np.random.RandomState):
            seed = seed.randint(2**31 - 1)
        try:
            return np.random.default_rng(seed)
        except (TypeError, ValueError):
            expected = "a whole number of at least 0, a NumPy generator or None"
            raise InputError(f"random_state is {seed!r}, expected {expected}") from None

    def _encode_training_data(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        classes: Any = None,
        before: incremental.Counted | None = None,
        *,
        weigh_classes: bool = True,
    ) -> training_data.Training:
        """Convert the cases to a table, encoded like the cases counted `before` if there are any."""
        stanza, data = self._stanza, frames.to_frame(X)
        known = [] if classes is None else [np.asarray(classes)]
        known += [] if before is None else [self.classes_]
        y = training_data.unify_spelling(y, known)
        if before is not None and hasattr(self, "feature_names_in_"):
            data = frames.select_columns(data, self._names)
        self._check_columns(data, reset=before is None)
        check_consistent_length(data, y)
        if frames.is_sparse(data) and "count" not in stanza["kinds"]:
            raise InputError(
                "sparse input is not supported here, because it is read as counts, which method "
                f"{self._method} does not accept: give X.toarray()"
            )

        # cases without weight do not exist: neither do their values and classes
        weights = None
        if weigh_classes and self.class_weight is not None:
            labels = training_data.encode_labels(y, known).labels
            sample_weight = class_balance.compute_case_weights(self.class_weight, labels, y, sample_weight)
        if sample_weight is not None:
            data, y, weights = training_data.select_cases_with_weight(data, y, sample_weight)

        encoded = training_data.encode_labels(y, known)
        kinds: Any = self.kinds
        if before is None:
            self.classes_ = encoded.labels  # even if the fit fails later: scikit-learn's tests expect it
        else:
            data = frames.name_columns(data, self._names)
            kinds = training_data.declare_kinds(before.attributes) or kinds
        table = frames.encode_frame(
            data,
            encoded.codes,
            encoded.names,
            kinds=kinds,
            text=stanza["kinds"][0] if self._accepts_only_text() else None,
            owner=self._name_input(),
            presence=self._ignores_word_counts(),
        )
        if before is None and hasattr(self, "feature_names_in_"):
            training_data.warn_of_numbers_like_labels(table, self.kinds)
        return training_data.Training(
            table, weights, frames.list_column_names(data), encoded.labels, encoded.order
        )

    def _encode_new_data(self, X: Any) -> Table:
        """Convert new data to a table encoded like the training data."""
        check_is_fitted(self)
        data = frames.to_frame(X)
        if hasattr(self, "feature_names_in_"):
            data = frames.select_columns(data, self._names)
        self._check_columns(data, reset=False)
        return frames.encode_new_frame(
            data,
            self._names,
            self.fitted_.attributes,
            self.fitted_.classes,
            unseen=registry.find_unseen_code(registry.load(self.fitted_.module)),
            owner=self._name_input(),
            presence=self._ignores_word_counts(),
        )

    def _check_columns(self, data: frames.Data, *, reset: bool) -> None:
        """Set the number of columns and, if all have one, their names; or check both against earlier data."""
        named = not frames.is_sparse(data) and data.columns.dtype.kind not in "iuf"
        # scikit-learn would look at the type of every number of columns without names
        shown = data if named else np.broadcast_to(0.0, data.shape)
        validate_data(self, shown, reset=reset, skip_check_array=True)

    def _fit_method(self, training: training_data.Training) -> Self:
        stanza, rng, params = self._stanza, self._make_rng(), self._params
        model = fitted.fit(training.table, self._method, stanza, rng=rng, params=params)
        return self._set_fitted(model, training)

    def _set_fitted(self, model: fitted.Fitted, training: training_data.Training) -> Self:
        """Set the fitted attributes, with the class prior that `class_prior` gives."""
        if self.class_prior is not None:
            order, labels = training.order, training.labels
            prior = np.empty(len(labels))
            counts = model.class_counts[order]
            prior[order] = class_balance.compute_class_prior(self.class_prior, labels, counts)
            model = model._replace(class_prior=prior)
        self.fitted_, self._names = model, training.names
        self.classes_, self._order = training.labels, training.order
        if note := fitted.describe_idle_setting(model.params, list_defaults(model.module)):
            warnings.warn(f"{type(self).__name__}: {note}", stacklevel=4)
        return self

    def _set_attributes_from_model(self, model: fitted.Fitted) -> Self:
        """Set the attributes that a fit on the training file of this model would have set."""
        own = {"score": "model_score"}
        params = {own.get(name, name): value for name, value in model.params.items()}
        self.set_params(**{name: params[name] for name in self._get_param_names() if name in params})
        self.kinds, self.discretize = training_data.declare_kinds(model.attributes), model.discretizer
        self.fitted_ = model
        self._names = [column for a in model.attributes for column in training_data.list_component_columns(a)]
        self.n_features_in_, self.feature_names_in_ = len(self._names), np.array(self._names, dtype=object)
        self._order = np.argsort(np.array(model.classes, dtype=object)).astype(np.int32)
        self.classes_ = np.array(model.classes, dtype=object)[self._order]
        return self

    def _discard_model(self) -> None:
        """Discard what was learned, so that a failing `fit` does not leave an old model with new classes."""
        for name in ("fitted_", "_counted", "_closed"):
            self.__dict__.pop(name, None)

    def _accepts_only_text(self) -> bool:
        return set(self._stanza["kinds"]) <= set(TEXT)

    def _ignores_word_counts(self) -> bool:
        """Whether the method uses only which words are present, not their counts."""
        of_module = getattr(registry.load(self._stanza["module"]), "COMPOSITION", None)
        return getattr(self, "composition", of_module) == "binary"

    def _name_input(self) -> str:
        """Return the name of X in messages, in scikit-learn's format."""
        return f"{type(self).__name__} (input X)"


class JointClassifier(Classifier):
    """A method that models classes and columns jointly."""

    def predict_joint_log_proba(self, X: Any) -> np.ndarray:
        """Return log P(c, x), (n, K) nats, in the order of `classes_`, up to a constant per case that is the
        same for all classes; -inf if impossible.
        """
        table = self._encode_new_data(X)
        return fitted.log_joint(self.fitted_, table)[:, self._order]

    @property
    def class_log_prior_(self) -> np.ndarray:
        """log P(c), (K,) nats."""
        prior = fitted.find_log_prior(self.fitted_.model) + fitted.find_prior_shift(self.fitted_)
        return prior[self._order]

    @property
    def class_prior_(self) -> np.ndarray:
        """P(c), (K,)."""
        return np.exp(self.class_log_prior_)


class IterativeClassifier(Classifier):
    """A method with an optimiser, which may reach its limit of iterations before it converges."""

    @property
    def n_iter_(self) -> int:
        """Number of iterations of the optimiser; the largest number if there are several."""
        iterations = self.summary_.get("iterations", self.summary_.get("steps", 0))
        if isinstance(iterations, dict):
            iterations = list(iterations.values())
        return int(np.max(iterations, initial=0))

    def _set_fitted(self, model: fitted.Fitted, training: training_data.Training) -> Self:
        super()._set_fitted(model, training)
        name = "max_iter" if "max_iter" in model.params else "max_iterations"
        limit, iterations = model.params[name], self.n_iter_
        reached = name == "max_iter" and iterations >= limit > 0
        if not self.summary_.get("converged", not reached):
            warnings.warn(
                f"{type(self).__name__} stopped after {iterations} iterations, before it converged: "
                f"increase {name} ({limit})",
                ConvergenceWarning,
                stacklevel=4,
            )
        return self
