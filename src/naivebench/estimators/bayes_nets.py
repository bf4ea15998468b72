"""Classifiers in which a column may depend on others besides the class."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import Classifier, ClassPrior, ClassWeight, Kinds
from naivebench.estimators.counting import CountingClassifier


@dataclass(kw_only=True, eq=False, repr=False)
class TAN(CountingClassifier):
    """Tree-augmented naive Bayes.

    Every column depends on the class and on at most one other column. The tree of these dependences maximises
    the conditional mutual information of its pairs.

    Parameters
    ----------
    smoothing : {"friedman", "laplace", "m_estimate"}, default="friedman"
        Formula that smooths the tables: Friedman's, which uses `n0`, or one of two that use `alpha`.
    n0 : float, default=5.0
        Weight of the overall frequencies of the values, in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value.
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
    summary_ : dict
        Summary of the model; `structure` has the parents of every column.

    References
    ----------
    .. [1] Friedman, Geiger and Goldszmidt, Bayesian network classifiers, Machine Learning 29, 1997.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import TAN
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = TAN().fit(X, y)
    >>> model.summary_["structure"]["petal width (cm)"]
    ['petal length (cm)']
    >>> model.predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "tan"

    smoothing: str = "friedman"
    n0: float = 5.0
    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class KDB(CountingClassifier):
    """k-dependence Bayesian classifier.

    Columns enter in the order of their information about the class, and every column depends on the class and
    on up to `k` of the columns before it.

    Parameters
    ----------
    k : int, default=2
        Largest number of parents of a column besides the class.
    smoothing : {"friedman", "laplace", "m_estimate"}, default="friedman"
        Formula that smooths the tables: Friedman's, which uses `n0`, or one of two that use `alpha`.
    n0 : float, default=5.0
        Weight of the overall frequencies of the values, in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value.
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
    summary_ : dict
        Summary of the model; `structure` has the parents of every column.

    References
    ----------
    .. [1] Sahami, Learning limited dependence Bayesian classifiers, KDD 1996.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import KDB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = KDB(k=1).fit(X, y)
    >>> model.predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "kdb"

    k: int = 2
    smoothing: str = "friedman"
    n0: float = 5.0
    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class SKDB(Classifier):
    """Selective k-dependence Bayesian classifier.

    It is a KDB that chooses how many columns and parents it uses. The leave-one-out error decides, which
    takes one additional pass over the training data.

    Parameters
    ----------
    k_max : int, default=5
        Largest number of parents that is tried.
    alpha : float, default=1.0
        Weight of the m-estimates of all tables.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.

    Attributes
    ----------
    summary_ : dict
        Summary of the model; `structure` has the parents of every column.

    References
    ----------
    .. [1] Martinez, Webb, Chen and Zaidi, Scalable learning of Bayesian network classifiers, JMLR 17, 2016.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import SKDB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> SKDB().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "skdb"

    k_max: int = 5
    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class HNB(Classifier):
    """Hidden naive Bayes.

    Every column has a hidden parent that stands for all other columns: their average, weighted by conditional
    mutual information. The paper uses the pseudo-count 1 / n_classes for a class; set `prior_alpha` to it to
    obtain the paper's prior.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
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
    .. [1] Jiang, Zhang and Cai, A novel Bayes model: hidden naive Bayes, IEEE TKDE 21, 2009.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import HNB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> HNB().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "hnb"

    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class SuperParentTAN(Classifier):
    """TAN by SuperParent.

    A greedy search for a tree starts at naive Bayes. Each step finds the column that helps most as a parent
    of all others, and gives it the one child that raises the leave-one-out accuracy most.

    Parameters
    ----------
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.

    Attributes
    ----------
    summary_ : dict
        Summary of the model; `structure` has the parents of every column.

    References
    ----------
    .. [1] Keogh and Pazzani, Learning augmented Bayesian classifiers: a comparison of distribution-based and
           classification-based approaches, AISTATS 1999.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import SuperParentTAN
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> SuperParentTAN().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "tan_hcsp"

    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None
