"""Classifiers whose model is computed from counts and sums, so that cases can be weighted and added."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.estimators import cases, class_balance
from naivebench.estimators.classifier import Classifier
from naivebench.models import catalogue, incremental, registry


class CountingClassifier(Classifier):
    """A method that is a sum of counts: `fit` and `partial_fit` take weights of cases."""

    _counted: incremental.Counted | None = None  # counts so far, for partial_fit
    _uncounted: Table | None = None  # first cases, to be counted only when the counts are needed
    _closed: bool = False  # whether `classes` listed all labels that will ever occur

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from the cases X and their labels y (n,), including cut points and value lists.

        sample_weight (n,): number of cases that each case counts as, at least 0. Whole weights also apply to
        cut points; with other weights, cut points are learned from the unweighted cases. Raises InputError
        for data and parameters that do not fit; the estimator is then not fitted.
        """
        self._forget()
        training = self._read_training(X, y, sample_weight)
        if training.weights is not None:
            return self._keep_counts(self._add(None, training), training)
        if self._fits_faster_than_it_counts(training):
            return self._fit_and_count_later(training)
        stanza, params = self._stanza(), self._params()
        counted = incremental.counted_by_fit(training.table, self._method, stanza, params)
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
        class_balance.check_partial(self.class_weight)
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

        closed = classes is not None or self._closed
        if closed:
            cases.check_declared(y, self.classes_ if before is not None else np.unique(classes))
        training = self._read_training(X, y, sample_weight, classes, before)
        if before is None and self._fits_faster_than_it_counts(training):
            self._fit_and_count_later(training)
        else:
            self._keep_counts(self._add(before, training), training)
        self._closed = closed
        return self

    def _forget(self) -> None:
        super()._forget()
        for name in ("_counted", "_uncounted", "_closed"):
            self.__dict__.pop(name, None)

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
        now = {**self._params(), "discretize": self.discretize}
        counts = registry.load(self.fitted_.module).count
        for name in (*incremental.taken(counts, before), "discretize"):
            if now[name] != before[name]:
                raise InputError(
                    f"{name} is {now[name]!r}, but the earlier cases were counted with {before[name]!r}: set "
                    "it back, or fit all cases again"
                )

    def _statistics_for(self, name: str) -> Any:
        """The method's counts and sums. Raises AttributeError if the model was learned or loaded without
        them.
        """
        self._fitted_for(name)
        counted = self._counts()
        if counted is None:
            raise AttributeError(
                f"this {type(self).__name__} has no {name}, because its model was learned or loaded without "
                "counts: fit it again"
            )
        return counted.statistics

    def _counts(self) -> incremental.Counted | None:
        """The counts so far, or None if nothing was counted. Cases that were left for later are counted now,
        with the parameters of their fit.
        """
        waiting = self.__dict__.pop("_uncounted", None)
        if waiting is not None:
            model = self.fitted_
            stanza = catalogue.methods()[model.method] | {"discretize": model.discretizer}
            self._counted = incremental.counted_by_fit(waiting, model.method, stanza, model.params)
        return self._counted

    def __getstate__(self) -> Any:
        self._counts()  # so that neither copies nor files contain the training cases
        return super().__getstate__()

    def _fits_faster_than_it_counts(self, training: cases.Training) -> bool:
        """Whether the method fits these first cases much faster than it counts them, such as a Gaussian model
        of a wide table.
        """
        return training.weights is None and incremental.counts_later(
            training.table, self._stanza(), self._params()
        )

    def _fit_and_count_later(self, training: cases.Training) -> Self:
        self._fit(training)
        self._uncounted = training.table
        return self

    def _add(self, before: incremental.Counted | None, training: cases.Training) -> incremental.Counted:
        stanza, params = self._stanza(), self._params()
        return incremental.add(before, training.table, self._method, stanza, params, training.weights)

    def _keep_counts(self, counted: incremental.Counted, training: cases.Training) -> Self:
        """Compute the model from the counts and keep both."""
        self._keep(incremental.model_of(counted, self._method, self._stanza(), self._params()), training)
        self._counted = counted
        return self
