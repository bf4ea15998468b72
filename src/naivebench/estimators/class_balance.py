"""Class priors and class weights as users give them to an estimator: docs/estimators.md#unequal-classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.utils.validation import _check_sample_weight, column_or_1d

from naivebench.core.checks import InputError, check_one_of


def compute_class_prior(given: Any, labels: np.ndarray, cases: np.ndarray) -> np.ndarray:
    """Compute P(c) for every label, shape (K,).

    given: "uniform", "empirical" (shares of the weighted `cases` (K,)), K probabilities in the order of the
    labels, or a mapping from label to probability. Raises InputError for anything else.
    """
    if isinstance(given, str):
        check_one_of(given, ("uniform", "empirical"), "class_prior")
        return np.full(len(labels), 1 / len(labels)) if given == "uniform" else cases / cases.sum()
    if isinstance(given, Mapping):
        if set(given) != set(labels.tolist()):
            known = ", ".join(map(repr, labels.tolist()))
            raise InputError(
                f"class_prior names {', '.join(map(repr, given))}, expected one entry for each of {known}"
            )
        given = [given[label] for label in labels.tolist()]
    try:
        probabilities = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"class_prior is {given!r}, expected numbers, one for each class") from None
    if probabilities.shape != (len(labels),):
        raise InputError(
            f"class_prior has the shape {probabilities.shape} for {len(labels)} classes. Number of priors "
            "must match number of classes: give one for each, in the order of classes_."
        )
    if not (probabilities >= 0).all():
        raise InputError("Priors must be non-negative: correct the numbers in class_prior.")
    if not np.isclose(probabilities.sum(), 1.0):
        raise InputError(
            f"The sum of the priors should be 1, but class_prior sums to {probabilities.sum():g}: divide by "
            "that sum."
        )
    return probabilities


def compute_case_weights(given: Any, labels: np.ndarray, y: Any, sample_weight: Any) -> np.ndarray:
    """Compute the weights of the cases, (n,): `sample_weight` multiplied by the weight of each case's class.
    `given` and errors: see `compute_class_weights`.
    """
    y = column_or_1d(y)
    of_case = _check_sample_weight(sample_weight, y, dtype=np.float64, ensure_non_negative=True)
    place = np.searchsorted(labels, y)
    return of_case * compute_class_weights(given, labels, np.bincount(place, of_case, len(labels)))[place]


def compute_class_weights(given: Any, labels: np.ndarray, cases: np.ndarray) -> np.ndarray:
    """Compute the weight of every class, (K,), from the number or total weight of its cases, (K,) float64.

    given: "balanced", which gives all classes the same total weight n / K as in scikit-learn, or a mapping
    from label to weight. Labels that are not in the mapping have weight 1.

    Raises InputError for anything else, and for labels that do not occur.
    """
    if isinstance(given, str) and given == "balanced":
        occurs = cases > 0
        return np.where(occurs, cases.sum() / (occurs.sum() * np.where(occurs, cases, 1.0)), 1.0)
    if isinstance(given, Mapping):
        unknown = [key for key in given if key not in labels.tolist()]
        lacking = [label for label in labels.tolist() if label not in given]
        if lacking and unknown:
            raise InputError(
                f"class_weight has a weight for {unknown[0]!r}, which is not a class, and none for "
                f"{lacking[0]!r}: give the labels that y contains"
            )
        of_class = np.array([given.get(label, 1.0) for label in labels.tolist()], dtype=np.float64)
        if not (np.isfinite(of_class) & (of_class >= 0)).all():
            raise InputError(
                "class_weight has a weight that is not a finite number of at least 0: correct it"
            )
        return of_class
    raise InputError(
        f"class_weight is {given!r}, expected 'balanced', a mapping from label to weight, or None"
    )
