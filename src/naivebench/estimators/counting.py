"""Classifiers whose model is computed from counts and sums, so that cases can be weighted and added. Their
fitted attributes have scikit-learn's names.

Axes of classes are in the order of `classes_`. Docs: docs/estimators.md#fitted-attributes.
"""

from __future__ import annotations

import itertools
import warnings
from typing import Any, Self

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.estimators import training_data
from naivebench.estimators.classifier import JointClassifier
from naivebench.models import incremental, registry


class CountingClassifier(JointClassifier):
    """A method computed from sums of counts; its `fit` and `partial_fit` accept weights of cases."""

    _counted: incremental.Counted | None = None  # counts so far, for partial_fit
    _closed: bool = False  # whether `classes` listed all labels that will ever occur

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from the cases X and their labels y (n,), including cut points and value lists.

        sample_weight (n,): number of cases that each case counts as, at least 0. Whole weights also apply to
        cut points; with other weights, cut points are learned from the unweighted cases. Raises InputError
        for invalid data or parameters; the estimator is then not fitted.
        """
        self._discard_model()
        training = self._encode_training_data(X, y, sample_weight)
        if training.weights is None and not incremental.is_incremental(self._stanza, self._params):
            return self._fit_method(training)
        return self._fit_from_counts(self._count_cases(training), training)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from further cases after `fit` or earlier calls, or start with the first cases.

        The model equals one `fit` on all cases so far, except for cut points, which stay as the first cases
        set them (with a warning). classes: all labels that will ever occur. Other labels are then rejected,
        and later calls may repeat the list but not change it. Without `classes`, new labels become new
        classes. Raises InputError if the columns differ from those of the first cases, or if an earlier `fit`
        kept no counts.
        """
        if classes is not None:
            self._check_same_classes(classes)
        if isinstance(self.class_weight, str) and self.class_weight == "balanced":
            raise InputError(
                "class_weight='balanced' is not supported for partial_fit, because it needs all cases: give "
                "a mapping from label to weight, such as compute_class_weight of scikit-learn computes"
            )
        before = self._counted
        if before is None and hasattr(self, "fitted_"):
            raise InputError(
                f"this {type(self).__name__} was fitted without keeping its counts, so further cases "
                "cannot be added: call partial_fit from the first cases on, or fit all cases at once"
            )
        if before is not None:
            self._check_counting_parameters()
            if any(map(len, before.cuts)):
                warnings.warn(
                    "partial_fit keeps the cut points of the first cases, so the model differs from one fit "
                    "on all cases: if you need the same model, cut numbers into intervals beforehand",
                    stacklevel=2,
                )

        closed = classes is not None or self._closed
        if closed:
            declared = self.classes_ if before is not None else np.unique(classes)
            training_data.check_labels_declared(y, declared)
        training = self._encode_training_data(X, y, sample_weight, classes, before)
        counted = self._count_cases(training, None if before is None else before.cuts)
        if before is not None:
            counted = incremental.merge_blocks(before, counted, self._stanza)
        self._fit_from_counts(counted, training)
        self._closed = closed
        return self

    def _check_same_classes(self, classes: Any) -> None:
        """Raise InputError if `classes` differ from the classes known so far, if there are any."""
        known = getattr(self, "classes_", None)
        if known is not None and not np.array_equal(known, np.unique(classes)):
            raise InputError(
                f"classes={list(classes)!r} is not the same as on last call to partial_fit or fit, which was "
                f"{known.tolist()!r}: leave `classes` out, or fit again with all of them"
            )

    def _check_counting_parameters(self) -> None:
        """Raise InputError if a parameter that affects counting has changed since the earlier cases."""
        before = {**self.fitted_.params, "discretize": self.fitted_.discretizer}
        now = {**self._params, "discretize": self.discretize}
        count = registry.load(self.fitted_.module).count
        for name in (*incremental.select_parameters(count, before), "discretize"):
            if now[name] != before[name]:
                raise InputError(
                    f"{name} is {now[name]!r}, but the earlier cases were counted with {before[name]!r}: set "
                    "it back, or fit all cases again"
                )

    @property
    def _counted_statistics(self) -> Any:
        """The method's counts and sums."""
        if self._counted is None:
            raise AttributeError("the model was learned or loaded without counts: fit it again")
        return self._counted.statistics

    def _count_cases(
        self, training: training_data.Training, cuts: tuple[np.ndarray, ...] | None = None
    ) -> incremental.Counted:
        stanza, params = self._stanza, self._params
        return incremental.count_block(training.table, self._method, stanza, params, training.weights, cuts)

    def _fit_from_counts(self, counted: incremental.Counted, training: training_data.Training) -> Self:
        """Compute the model from the counts and keep both."""
        self._set_fitted(incremental.fit_counted(counted, self._method, self._stanza, self._params), training)
        self._counted = counted
        return self


class CategoryClassifier(CountingClassifier):
    """A method with a table for every nominal or ordinal column, including cut numeric columns."""

    @property
    def category_count_(self) -> list[np.ndarray]:
        """Total weight of the cases per class and value: a table (K, r_j) for every column that is nominal,
        ordinal or cut, in the order of its values.
        """
        return self._split_by_column(
            self._counted_statistics.n_jvc, counts.row_offsets(self._counted_statistics.attributes)
        )

    @property
    def feature_log_prob_(self) -> list[np.ndarray]:
        """log P(x_j = v | c), (K, r_j) nats for every column of `category_count_`."""
        model = self.fitted_.model
        tables = getattr(model, "discrete", model)
        return self._split_by_column(tables.log_table, tables.offsets)

    @property
    def n_categories_(self) -> np.ndarray:
        """Number of values of every column of `category_count_`."""
        return np.array([table.shape[1] for table in self.feature_log_prob_], dtype=np.int64)

    def _split_by_column(self, rows: np.ndarray, offsets: np.ndarray) -> list[np.ndarray]:
        """Split a table (R, K) by column, without the rows of missing values, (K, r_j) each."""
        return [rows[a + 1 : b, self._order].T for a, b in itertools.pairwise(offsets)]


class NormalClassifier(CountingClassifier):
    """A method with a normal distribution for every numeric column."""

    @property
    def theta_(self) -> np.ndarray:
        """Mean of every numeric column in every class, (K, d)."""
        return self._normal_densities.mean.T[self._order]

    @property
    def var_(self) -> np.ndarray:
        """Variance of every numeric column in every class, (K, d), at least the floors; 0 if constant."""
        model = self._normal_densities
        return np.where(model.varies[:, None], model.variance, 0.0).T[self._order]

    @property
    def _normal_densities(self) -> Any:
        return getattr(self.fitted_.model, "real", self.fitted_.model)


class WordClassifier(CountingClassifier):
    """A method for counts of words or letters."""

    @property
    def feature_count_(self) -> np.ndarray:
        """Sum of the counts of every word per class, (K, words); for `BernoulliNB`, the total weight of the
        cases that contain the word.
        """
        statistics, model = self._counted_statistics, self.fitted_.model
        sums = statistics.cases if hasattr(model, "log_odds") else statistics.totals

        # statistics have a column for every word that occurs, the vocabulary may lack some and have others
        kept = model.vocabulary.kept
        kept = np.arange(self.feature_log_prob_.shape[1]) if kept is None else kept
        place = np.minimum(np.searchsorted(statistics.columns, kept), max(len(statistics.columns) - 1, 0))
        occurs = statistics.columns[place] == kept if len(statistics.columns) else np.zeros(len(kept), bool)
        of_kept = np.zeros((len(sums), len(kept)))
        of_kept[:, occurs] = sums[:, place[occurs]]
        return of_kept[self._order]

    @property
    def feature_log_prob_(self) -> np.ndarray:
        """Log probability in every class that a drawn word is this one or, for `BernoulliNB`, that the word
        is present, (K, words) nats. For `ComplementNB`, it is the weight of the word.
        """
        model = self.fitted_.model
        if hasattr(model, "log_odds"):
            return -np.logaddexp(0.0, -model.log_odds.T)[self._order]
        table = model.weights if hasattr(model, "weights") else model.log_table
        return table.T[self._order]

    @property
    def feature_all_(self) -> np.ndarray:
        """Sum of the counts of every word, (words,)."""
        return self.feature_count_.sum(axis=0)
