"""Naive Bayes with weighted columns or with kernels."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import (
    Classifier,
    ClassPrior,
    IterativeClassifier,
    JointClassifier,
    Kinds,
)


@dataclass(kw_only=True, eq=False, repr=False)
class FlexibleNB(JointClassifier):
    """Naive Bayes with kernel densities of numeric columns.

    A numeric column has a normal kernel on every training case of a class, so its distribution may have any
    shape. Other columns have tables of frequencies.

    Parameters
    ----------
    width : float, default=1.0
        Factor of the width of all kernels.
    alpha : float, default=1.0
        Pseudo-count of every value.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] John and Langley, Estimating continuous distributions in Bayesian classifiers, UAI 1995.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import FlexibleNB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> FlexibleNB().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "flexible_nb"

    width: float = 1.0
    alpha: float = 1.0
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class AWNB(Classifier):
    """Attribute-weighted naive Bayes with weights by gain ratio.

    The weight of a column is the exponent of its probabilities. It grows with the gain ratio, the column's
    information about the class divided by its own entropy.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Lee, Gutierrez and Dou, Calculating feature weights in naive Bayes with Kullback-Leibler measure,
           ICDM 2011.
    .. [2] Zhang and Sheng, Learning weighted naive Bayes with accurate ranking, ICDM 2004.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import AWNB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> AWNB().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "awnb"

    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class WANBIA(IterativeClassifier):
    """Attribute-weighted naive Bayes with weights learned by an optimiser.

    The weights of the columns, exponents of their probabilities between 0 and 1, maximise the conditional
    likelihood of the classes or minimise the squared error of their probabilities.

    Parameters
    ----------
    objective : {"cll", "mse"}, default="cll"
        Objective of the weights: conditional likelihood, or squared errors.
    max_iter : int, default=100
        Largest number of iterations; 0 is naive Bayes.
    alpha : float, default=1.0
        Pseudo-count of every value.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    n_iter_ : int
        Iterations of the optimiser.
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Zaidi, Cerquides, Carman and Webb, Alleviating naive Bayes attribute independence assumption by
           attribute weighting, JMLR 14, 2013.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import WANBIA
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> WANBIA().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "wanbia"

    objective: str = "cll"
    max_iter: int = 100
    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class MANB(Classifier):
    """Model-averaged naive Bayes.

    The model is the average over the naive Bayes models of all subsets of the columns, weighted by their
    posterior probabilities. It is exact and as fast as naive Bayes.

    Parameters
    ----------
    arc_prior : float, default=0.5
        Prior probability that a column is used.
    alpha : float, default=1.0
        Pseudo-count of every value.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Dash and Cooper, Model averaging for prediction with discrete Bayesian networks, JMLR 5, 2004.
    .. [2] Wei, Visweswaran and Cooper, The application of naive Bayes model averaging to predict Alzheimer's
           disease from genome-wide data, JAMIA 18, 2011.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import MANB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> MANB().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "manb"

    arc_prior: float = 0.5
    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None
