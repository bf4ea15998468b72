"""Naive Bayes classifiers, which take all columns as independent given the class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from naivebench.estimators.classifier import ClassPrior, ClassWeight, Kinds
from naivebench.estimators.counting import CategoryClassifier, CountingClassifier, NormalClassifier


@dataclass(kw_only=True, eq=False, repr=False)
class NB(CategoryClassifier):
    """Categorical naive Bayes.

    Every column has a table of smoothed frequencies for each class. Missing and unseen values are skipped.
    Numbers are cut into intervals.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value (Laplace smoothing).
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    class_weight : "balanced", dict or None, default=None
        Weight of each class, by which the weights of its cases are multiplied.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    category_count_ : list of ndarray of shape (n_classes, n_values)
        Total weight of the cases per class and value, a table for every column of categories.
    n_categories_ : ndarray
        Number of values of every column of categories.
    feature_log_prob_ : list of ndarray of shape (n_classes, n_values)
        log P(value | class), a table for every column of categories.
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Domingos and Pazzani, On the optimality of the simple Bayesian classifier under zero-one loss,
           Machine Learning 29, 1997.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import NB
    >>> days = pd.DataFrame({"wind": ["weak", "strong", "weak", None], "sky": ["sun", "rain", "sun", "rain"]})
    >>> model = NB().fit(days, ["go", "stay", "go", "stay"])
    >>> model.predict(pd.DataFrame({"wind": ["strong"], "sky": ["sun"]})).tolist()
    ['go']
    """

    _method = "nb"

    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class GaussianNB(NormalClassifier):
    """Gaussian naive Bayes.

    Every numeric column is normally distributed in each class. Missing numbers are skipped. Ordered
    categories are replaced by their ranks, and angles are in radians.

    Parameters
    ----------
    gap_floor : float, default=0.167
        Smallest standard deviation, in mean distances of neighbouring numbers, for a column with few
        different numbers. It keeps a class with a single number from excluding its neighbours; scikit-learn
        uses 0.
    var_floor : float, default=1e-9
        Smallest variance, as a share of the variance of the column; scikit-learn's `var_smoothing`.
    prior_alpha : float, default=0.0
        Pseudo-count of every class.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    class_weight : "balanced", dict or None, default=None
        Weight of each class, by which the weights of its cases are multiplied.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    theta_ : ndarray of shape (n_classes, n_numbers)
        Mean of every numeric column in every class.
    var_ : ndarray of shape (n_classes, n_numbers)
        Variance of every numeric column in every class, raised to the floors.
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Duda and Hart, Pattern Classification and Scene Analysis, 1973.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import GaussianNB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = GaussianNB().fit(X, y)
    >>> model.theta_[:, 0].round(3).tolist()
    [5.006, 5.936, 6.588]
    >>> model.predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "gnb"

    gap_floor: float = 0.167
    var_floor: float = 1e-9
    prior_alpha: float = 0.0
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class MixedNB(CategoryClassifier, NormalClassifier):
    """Naive Bayes with tables for categories and normal distributions for numbers.

    Numbers are not cut into intervals.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value (Laplace smoothing).
    prior_alpha : float, default=0.0
        Pseudo-count of every class.
    gap_floor : float, default=0.167
        Smallest standard deviation, in mean distances of neighbouring numbers, for a column with few
        different numbers. It keeps a class with a single number from excluding its neighbours; scikit-learn
        uses 0.
    var_floor : float, default=1e-9
        Smallest variance, as a share of the variance of the column.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    class_weight : "balanced", dict or None, default=None
        Weight of each class, by which the weights of its cases are multiplied.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    category_count_ : list of ndarray of shape (n_classes, n_values)
        Total weight of the cases per class and value, a table for every column of categories.
    n_categories_ : ndarray
        Number of values of every column of categories.
    feature_log_prob_ : list of ndarray of shape (n_classes, n_values)
        log P(value | class), a table for every column of categories.
    theta_ : ndarray of shape (n_classes, n_numbers)
        Mean of every numeric column in every class.
    var_ : ndarray of shape (n_classes, n_numbers)
        Variance of every numeric column in every class, raised to the floors.
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] John and Langley, Estimating continuous distributions in Bayesian classifiers, UAI 1995.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import MixedNB
    >>> X = pd.DataFrame({"colour": ["red", "green", "red", "red"], "size": [1.0, 2.5, 1.2, 2.6]})
    >>> model = MixedNB().fit(X, ["a", "b", "a", "b"])
    >>> model.theta_.round(2).tolist()
    [[1.1], [2.55]]
    """

    _method = "mixed_nb"

    alpha: float = 1.0
    prior_alpha: float = 0.0
    gap_floor: float = 0.167
    var_floor: float = 1e-9
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class ColumnNB(CountingClassifier):
    """Naive Bayes with a distribution for every column.

    Nominal columns are categories, numeric columns are Gaussian and angles have a von Mises density unless
    `distributions` sets another one. Missing cells are summed out.

    Parameters
    ----------
    distributions : dict, str or None, default=None
        Distribution by name, pattern or kind of column, or one word for all numeric columns: `gaussian`,
        `kernel`, `poisson`, `multinomial`, `bernoulli`, `categorical` or `von_mises`.
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=0.0
        Pseudo-count of every class.
    gap_floor : float, default=0.167
        Smallest standard deviation, in mean distances of neighbouring numbers, for a column with few
        different numbers. It keeps a class with a single number from excluding its neighbours; scikit-learn
        uses 0.
    var_floor : float, default=1e-9
        Smallest variance, as a share of the variance of the column.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    class_weight : "balanced", dict or None, default=None
        Weight of each class, by which the weights of its cases are multiplied.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] John and Langley, Estimating continuous distributions in Bayesian classifiers, UAI 1995.
    .. [2] McCallum and Nigam, A comparison of event models for naive Bayes text classification, AAAI workshop
           1998.
    .. [3] Lopez-Cruz, Bielza and Larranaga, Directional naive Bayes classifiers, Pattern Analysis and
           Applications, 2013.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import ColumnNB
    >>> X = pd.DataFrame({"income": [2.1, 3.9, 2.5, None], "visits": [0, 4, 1, 6]})
    >>> model = ColumnNB(distributions={"visits": "poisson"}).fit(X, ["a", "b", "a", "b"])
    >>> model.predict(X).tolist()
    ['a', 'b', 'a', 'b']
    """

    _method = "column_nb"

    distributions: Mapping[str, str] | str | None = None
    alpha: float = 1.0
    prior_alpha: float = 0.0
    gap_floor: float = 0.167
    var_floor: float = 1e-9
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None
