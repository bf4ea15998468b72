"""One scikit-learn classifier per method: `from naivebench.estimators import TAN`, or `make("tan", n0=1)`.

The classes are created on first access, from the catalogue of methods and the functions in their modules. How
to use them: docs/estimators.md#estimators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.removed import advice
from naivebench.models import catalogue

if TYPE_CHECKING:
    from naivebench.estimators.discretizer import Discretizer as Discretizer

_METHODS = {
    stanza["estimator"]: method for method, stanza in catalogue.methods().items() if "estimator" in stanza
}
_REMOVED = {  # classes of version 1, and what to use instead
    "CART": "sklearn.tree.DecisionTreeClassifier",
    "HashedLogistic": "sklearn.feature_extraction.FeatureHasher and sklearn.linear_model.LogisticRegression",
    "HistGradientBoosting": "sklearn.ensemble.HistGradientBoostingClassifier",
    "KMeansNB": "naivebench.estimators.ColumnNB",
    "KNN": "sklearn.neighbors.KNeighborsClassifier",
    "LinearSVM": "sklearn.svm.LinearSVC and sklearn.calibration.CalibratedClassifierCV",
    "LinearSVMCounts": "sklearn.feature_extraction.text.TfidfVectorizer and sklearn.svm.LinearSVC",
    "LinearSVMCounts300": "sklearn.feature_extraction.text.CountVectorizer and sklearn.svm.LinearSVC",
    "LinearSVMCounts300TfIdf": "sklearn.feature_extraction.text.TfidfVectorizer and sklearn.svm.LinearSVC",
    "LogisticRegression": "sklearn.linear_model.LogisticRegression",
    "NativeBoosting": "sklearn.ensemble.HistGradientBoostingClassifier(categorical_features='from_dtype')",
    "RandomForest": "sklearn.ensemble.RandomForestClassifier",
    "SemiSupervisedNB": "sklearn.semi_supervised.SelfTrainingClassifier",
    "TargetEncodingBoosting": "sklearn.preprocessing.TargetEncoder and "
    "sklearn.ensemble.HistGradientBoostingClassifier",
}
__all__ = ["make", *_METHODS, "Discretizer"]


def make(method: str, **params: Any) -> Any:
    """The estimator of a method by its id in the catalogue, such as tan, with these parameters.

    Raises InputError for a method without an estimator, and TypeError for parameters that it does not have.
    """
    names = {method: name for name, method in _METHODS.items()}
    if method not in names and method in catalogue.methods():
        raise InputError(
            f"method {method!r} has no estimator: predict with `naivebench predict --method {method}`"
        )
    if method not in names:
        near = advice("method", method) or did_you_mean(method, names)
        raise InputError(f"there is no estimator for method {method!r}{near}")
    return __getattr__(names[method])(**params)


def __getattr__(name: str) -> type:
    if name == "Discretizer":
        from naivebench.estimators.discretizer import Discretizer

        return Discretizer
    if name in _REMOVED:  # an AttributeError would lose its message in `from ... import`
        raise ImportError(f"naivebench.estimators.{name} was removed in 2.0.0: use {_REMOVED[name]}")
    if name not in _METHODS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{did_you_mean(name, __dir__())}")
    from naivebench.estimators import adapter

    if name not in globals():
        globals()[name] = adapter.estimator(name, _METHODS[name], __name__)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
