"""Classifiers in which a column may depend on others besides the class."""

from __future__ import annotations

from naivebench.estimators.classifier import Classifier, ClassPrior, ClassWeight, Kinds, Seed
from naivebench.estimators.counting import CountingClassifier
from naivebench.estimators.fitted_attributes import Iterations, Joint


class TAN(Joint, CountingClassifier):
    """Tree-augmented naive Bayes.

    Every column depends on the class and on at most one other column. The tree of these dependences maximises
    the conditional mutual information of its pairs.

    Parameters
    ----------
    smoothing : {"friedman", "laplace", "m_estimate"}, default="friedman"
        Smoothing of the tables: by `n0`, or by `alpha`.
    n0 : float, default=5.0
        Weight of the overall frequencies of the values, in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    discretize : str or None, default="fayyad_irani"
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities to predict with; None for those that were learned.
    class_weight : "balanced", dict or None, default=None
        Factor of the weights of the cases of each class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    summary_ : dict
        Number of parameters, and under `structure` the parents of every column.

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

    def __init__(
        self,
        *,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        class_prior: ClassPrior = None,
        class_weight: ClassWeight = None,
    ) -> None:
        self.smoothing = smoothing
        self.n0 = n0
        self.alpha = alpha
        self.prior_alpha = prior_alpha
        self.discretize = discretize
        self.kinds = kinds
        self.class_prior = class_prior
        self.class_weight = class_weight


class KDB(Joint, CountingClassifier):
    """k-dependence Bayesian classifier.

    Columns enter in the order of their information about the class, and every column depends on the class and
    on up to `k` of the columns before it.

    Parameters
    ----------
    k : int, default=2
        Largest number of parents of a column besides the class.
    smoothing : {"friedman", "laplace", "m_estimate"}, default="friedman"
        Smoothing of the tables: by `n0`, or by `alpha`.
    n0 : float, default=5.0
        Weight of the overall frequencies of the values, in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    discretize : str or None, default="fayyad_irani"
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities to predict with; None for those that were learned.
    class_weight : "balanced", dict or None, default=None
        Factor of the weights of the cases of each class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    summary_ : dict
        Number of parameters, and under `structure` the parents of every column.

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

    def __init__(
        self,
        *,
        k: int = 2,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        class_prior: ClassPrior = None,
        class_weight: ClassWeight = None,
    ) -> None:
        self.k = k
        self.smoothing = smoothing
        self.n0 = n0
        self.alpha = alpha
        self.prior_alpha = prior_alpha
        self.discretize = discretize
        self.kinds = kinds
        self.class_prior = class_prior
        self.class_weight = class_weight


class AODE(Joint, CountingClassifier):
    """Averaged one-dependence estimators.

    The average over all models in which one column, the super-parent, and the class are the parents of every
    other column. With `weighting="information"` it is WAODE.

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
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities to predict with; None for those that were learned.
    class_weight : "balanced", dict or None, default=None
        Factor of the weights of the cases of each class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    summary_ : dict
        Number of parameters, columns used and more.

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

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        smoothing: str = "m_estimate",
        weighting: str = "uniform",
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        class_prior: ClassPrior = None,
        class_weight: ClassWeight = None,
    ) -> None:
        self.alpha = alpha
        self.smoothing = smoothing
        self.weighting = weighting
        self.discretize = discretize
        self.kinds = kinds
        self.class_prior = class_prior
        self.class_weight = class_weight


class A2DE(Joint):
    """Averaged n-dependence estimators.

    The average over all models in which `n` columns, the super-parents, and the class are the parents of
    every other column. With `n=1` and `subsumption_resolution=True` it is AODEsr.

    Parameters
    ----------
    n : int, default=2
        Number of super-parents: 2 for A2DE, 1 for AODE, 0 for naive Bayes.
    alpha : float, default=1.0
        Weight of the m-estimates of all tables.
    subsumption_resolution : bool, default=False
        Leave out values that another value of the case implies.
    minimum : int, default=100
        Smallest number of cases in which a value must imply another one.
    discretize : str or None, default="fayyad_irani"
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities to predict with; None for those that were learned.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    summary_ : dict
        Number of parameters, columns used and more.

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

    def __init__(
        self,
        *,
        n: int = 2,
        alpha: float = 1.0,
        subsumption_resolution: bool = False,
        minimum: int = 100,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        class_prior: ClassPrior = None,
    ) -> None:
        self.n = n
        self.alpha = alpha
        self.subsumption_resolution = subsumption_resolution
        self.minimum = minimum
        self.discretize = discretize
        self.kinds = kinds
        self.class_prior = class_prior


class SKDB(Classifier):
    """Selective k-dependence Bayesian classifier.

    A KDB that chooses how many columns and how many parents it uses, by the leave-one-out error on the
    training data in one additional pass.

    Parameters
    ----------
    k : int or "auto", default="auto"
        Largest number of parents besides the class; "auto" chooses it.
    k_max : int, default=5
        Largest number of parents that is tried.
    attributes : {"auto", "all"}, default="auto"
        Whether the number of columns is chosen too, or all are used.
    smoothing : {"m_estimate", "laplace", "friedman"}, default="m_estimate"
        Smoothing of the tables: by `alpha`, or by `n0`.
    n0 : float, default=5.0
        Weight of the overall frequencies of the values, in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    discretize : str or None, default="fayyad_irani"
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities to predict with; None for those that were learned.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    summary_ : dict
        Number of parameters, and under `structure` the parents of every column.

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

    def __init__(
        self,
        *,
        k: int | str = "auto",
        k_max: int = 5,
        attributes: str = "auto",
        smoothing: str = "m_estimate",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        class_prior: ClassPrior = None,
    ) -> None:
        self.k = k
        self.k_max = k_max
        self.attributes = attributes
        self.smoothing = smoothing
        self.n0 = n0
        self.alpha = alpha
        self.prior_alpha = prior_alpha
        self.discretize = discretize
        self.kinds = kinds
        self.class_prior = class_prior


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
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    random_state : int, Generator, RandomState or None, default=0
        Seed of the random numbers; a whole number gives the same model every time.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    summary_ : dict
        Number of parameters, columns used and more.

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

    def __init__(
        self,
        *,
        members: int = 5,
        k_max: int = 3,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        random_state: Seed = 0,
    ) -> None:
        self.members = members
        self.k_max = k_max
        self.discretize = discretize
        self.kinds = kinds
        self.random_state = random_state


class HNB(Classifier):
    """Hidden naive Bayes.

    Every column has a hidden parent that stands for all other columns: their average, weighted by conditional
    mutual information. The paper's pseudo-count of a class is 1 / n_classes: set `prior_alpha` for its prior.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    discretize : str or None, default="fayyad_irani"
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities to predict with; None for those that were learned.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    summary_ : dict
        Number of parameters, columns used and more.

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

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        class_prior: ClassPrior = None,
    ) -> None:
        self.alpha = alpha
        self.prior_alpha = prior_alpha
        self.discretize = discretize
        self.kinds = kinds
        self.class_prior = class_prior


class ALR(Iterations):
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
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    n_iter_ : int
        Iterations of the optimiser.
    summary_ : dict
        Number of parameters, columns used and more.

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

    def __init__(
        self,
        *,
        structure: str = "nb",
        penalty: float = 0.1,
        max_iter: int = 50,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
    ) -> None:
        self.structure = structure
        self.penalty = penalty
        self.max_iter = max_iter
        self.alpha = alpha
        self.prior_alpha = prior_alpha
        self.discretize = discretize
        self.kinds = kinds


class SuperParentTAN(Classifier):
    """TAN by SuperParent.

    A greedy search for a tree that starts at naive Bayes. Each step finds the column that helps most as a
    parent of all others, and gives it the one child that raises the leave-one-out accuracy most.

    Parameters
    ----------
    smoothing : {"friedman", "laplace", "m_estimate"}, default="friedman"
        Smoothing of the tables: by `n0`, or by `alpha`.
    n0 : float, default=5.0
        Weight of the overall frequencies of the values, in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    discretize : str or None, default="fayyad_irani"
        How numbers are cut into intervals (see `Discretizer`); None if no column is numeric.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities to predict with; None for those that were learned.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted.
    summary_ : dict
        Number of parameters, and under `structure` the parents of every column.

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

    def __init__(
        self,
        *,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        discretize: str | None = "fayyad_irani",
        kinds: Kinds = None,
        class_prior: ClassPrior = None,
    ) -> None:
        self.smoothing = smoothing
        self.n0 = n0
        self.alpha = alpha
        self.prior_alpha = prior_alpha
        self.discretize = discretize
        self.kinds = kinds
        self.class_prior = class_prior
