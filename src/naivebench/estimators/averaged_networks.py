"""Averages of Bayesian network classifiers, and logistic regression that starts from them."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import (
    Classifier,
    ClassPrior,
    ClassWeight,
    IterativeClassifier,
    JointClassifier,
    Kinds,
    Seed,
)
from naivebench.estimators.counting import CountingClassifier


@dataclass(kw_only=True, eq=False, repr=False)
class AODE(CountingClassifier):
    """Averaged one-dependence estimators.

    The model is the average over all models in which one column, the super-parent, and the class are the
    parents of every other column. With `weighting="information"` it is WAODE.

    Parameters
    ----------
    alpha : float, default=1.0
        Weight of the m-estimates of all tables, or pseudo-count of every cell.
    smoothing : {"m_estimate", "laplace"}, default="m_estimate"
        Formula of the tables: m-estimates, as in Weka's AODE with the option -M, or Laplace's correction,
        which is Weka's default.
    weighting : {"uniform", "information"}, default="uniform"
        Weights of the models: equal, or by the information of the super-parent about the class.
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
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Webb, Boughton and Wang, Not so naive Bayes: aggregating one-dependence estimators, Machine
           Learning 58, 2005.
    .. [2] Jiang and Zhang, Weightily averaged one-dependence estimators, PRICAI 2006 (WAODE).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import AODE
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> AODE().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "aode"

    alpha: float = 1.0
    smoothing: str = "m_estimate"
    weighting: str = "uniform"
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class A2DE(JointClassifier):
    """Averaged n-dependence estimators.

    The model is the average over all models in which `n` columns, the super-parents, and the class are the
    parents of every other column. With `n=1` and `subsumption_resolution=True` it is AODEsr.

    Parameters
    ----------
    n : int, default=2
        Number of super-parents: 2 for A2DE, 1 for AODE.
    alpha : float, default=1.0
        Weight of the m-estimates of all tables.
    subsumption_resolution : bool, default=False
        Whether to leave out values that another value of the same case implies.
    minimum : int, default=100
        Smallest number of training cases with a value that may imply another one.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
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
    .. [1] Webb, Boughton, Zheng, Ting and Salem, Learning by extrapolation from marginal to full-multivariate
           probability distributions, Machine Learning 86, 2012.
    .. [2] Zheng and Webb, Efficient lazy elimination for averaged one-dependence estimators, ICML 2006
           (AODEsr).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import A2DE
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> A2DE().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "a2de"

    n: int = 2
    alpha: float = 1.0
    subsumption_resolution: bool = False
    minimum: int = 100
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class ESKDB(Classifier):
    """Ensemble of selective k-dependence Bayesian classifiers.

    Each member draws its own order of the columns, and the class probabilities of the members are averaged.
    Hierarchical Dirichlet processes smooth the tables, so that deep structures do not overfit.

    Parameters
    ----------
    members : int, default=5
        Number of classifiers in the ensemble.
    k_max : int, default=3
        Largest number of parents that is tried.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    random_state : int, Generator, RandomState or None, default=0
        Seed of the random numbers; a whole number gives the same model every time.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Zhang, Petitjean and Buntine, Bayesian network classifiers using ensembles and smoothing, Knowledge
           and Information Systems 62, 2020.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import ESKDB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> ESKDB(members=2).fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "eskdb"

    members: int = 5
    k_max: int = 3
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    random_state: Seed = 0


@dataclass(kw_only=True, eq=False, repr=False)
class ALR(IterativeClassifier):
    """Accelerated logistic regression.

    The tables of a Bayesian network get weights, exponents of their entries, that maximise the conditional
    likelihood of the classes. The search starts from the network's frequencies, which makes it much faster
    than ordinary logistic regression.

    Parameters
    ----------
    structure : {"nb", "tan", "aode"}, default="nb"
        The network: naive Bayes, a TAN, or all models of AODE.
    penalty : float, default=0.1
        Strength of the L2 penalty on the distance of the weights from 1.
    max_iter : int, default=50
        Largest number of iterations; 0 keeps the frequencies.
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
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
    .. [1] Zaidi, Webb, Carman, Petitjean and Cerquides, ALRn: accelerated higher-order logistic regression,
           Machine Learning 104, 2016.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import ALR
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> ALR(structure="tan").fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "alr_nb"

    structure: str = "nb"
    penalty: float = 0.1
    max_iter: int = 50
    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
