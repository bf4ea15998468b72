"""Classifiers for columns with many values. They smooth estimates of combinations by estimates of parts."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import Classifier, IterativeClassifier, Kinds, Seed


@dataclass(kw_only=True, eq=False, repr=False)
class HPB(Classifier):
    """Hierarchical pattern Bayes.

    The class distribution of a combination of values is smoothed by the distributions of its parts. It ranks
    cases by the probability of a rare class when a few columns have many values.

    Parameters
    ----------
    S : float or "auto", default="auto"
        Weight of the estimate from the parts, in cases; "auto" chooses it by leave-one-out.
    criterion : {"auto", "area", "log_loss"}, default="auto"
        Criterion for choosing `S`.
    b : float or "auto", default="auto"
        Strength of the calibration towards the class frequencies; "auto" chooses it by leave-one-out.
    b_criterion : {"auto", "area_10", "area", "log_loss"}, default="auto"
        Criterion for choosing `b`.
    calibration : {"V1", "V2", "V3"}, default="V1"
        Formula of the calibration.
    loo_depth : {"all", "family"}, default="all"
        Whether a left-out case is removed from all parts of its combination, or from one family only.
    max_attributes : int, default=8
        Largest number of columns that are combined.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Jambeiro Filho and Wainer, Using a hierarchical Bayesian model to handle high cardinality
           attributes with relevant interactions in a classification problem, IJCAI 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import HPB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> HPB().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "hpb"

    S: float | str = "auto"
    criterion: str = "auto"
    b: float | str = "auto"
    b_criterion: str = "auto"
    calibration: str = "V1"
    loo_depth: str = "all"
    max_attributes: int = 8
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class ADE(Classifier):
    """Almost direct estimation.

    The class frequencies among the training cases with exactly the same values are smoothed towards the
    overall class frequencies.

    Parameters
    ----------
    s : float or "auto", default="auto"
        Weight of the overall class frequencies, in cases; "auto" chooses it by leave-one-out.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Jambeiro Filho and Wainer, Using a hierarchical Bayesian model to handle high cardinality
           attributes with relevant interactions in a classification problem, IJCAI 2007.
    .. [2] Friedman, Geiger and Goldszmidt, Bayesian network classifiers, Machine Learning 29, 1997.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import ADE
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> ADE().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "ade"

    s: float | str = "auto"
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class HDP(Classifier):
    """Hierarchical Dirichlet process smoothing of the class.

    The columns form a chain, which starts with the most informative one. The class distribution given the
    first values is smoothed towards the one given one value less, and Gibbs sampling averages over the
    strength.

    Parameters
    ----------
    max_depth : int, default=8
        Largest number of columns in the chain.
    concentration : float or None, default=None
        One concentration for all levels; None samples one for each.
    sweeps : int, default=100
        Number of sweeps of the sampler.
    burn_in : int, default=25
        Number of first sweeps, which are not recorded.
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
    .. [1] Petitjean, Buntine, Webb and Zaidi, Accurate parameter estimation for Bayesian network classifiers
           using hierarchical Dirichlet processes, Machine Learning 107, 2018.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import HDP
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> HDP().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "hdp"

    max_depth: int = 8
    concentration: float | None = None
    sweeps: int = 100
    burn_in: int = 25
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    random_state: Seed = 0


@dataclass(kw_only=True, eq=False, repr=False)
class NoisyOR(IterativeClassifier):
    """Noisy-OR for two classes.

    Every value of every column is a possible cause of the rarer class. Each cause fails with a probability of
    its own, which the EM algorithm learns.

    Parameters
    ----------
    max_iterations : int, default=1000
        Largest number of iterations.
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
    .. [1] Pearl, Probabilistic Reasoning in Intelligent Systems, 1988.
    .. [2] Vomlel, Noisy-or classifier, International Journal of Intelligent Systems 21, 2006.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from naivebench.estimators import NoisyOR
    >>> X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    >>> NoisyOR().fit(X.iloc[:, :3], y).predict(X.iloc[:2, :3]).tolist()
    [0, 0]
    """

    _method = "noisy_or"

    max_iterations: int = 1000
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class DecisionGraph(Classifier):
    """Class table as a decision graph.

    The model is a decision tree in which branches may join again. A greedy search by a Bayesian score splits
    and merges leaves.

    Parameters
    ----------
    operators : {"C", "CB", "CM", "CBM"}, default="CBM"
        Moves of the search: complete splits (C), binary splits (B) and merges (M).
    smoothing : float or "auto", default="auto"
        Pseudo-count of every class in a leaf; "auto" chooses it by inner cross-validation.
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every class in the score.
    discretize : str or None, default="fayyad_irani"
        Strategy that cuts numeric columns into intervals (see `Discretizer`); None if there are none.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Chickering, Heckerman and Meek, A Bayesian approach to learning Bayesian networks with local
           structure, UAI 1997.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import DecisionGraph
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> DecisionGraph().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "dg_cbm"

    operators: str = "CBM"
    smoothing: float | str = "auto"
    kappa: float = 0.1
    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
