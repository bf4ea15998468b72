"""Naive Bayes on selected or joined columns."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import Classifier, ClassPrior, Kinds, Seed


@dataclass(kw_only=True, eq=False, repr=False)
class SelectiveNB(Classifier):
    """Selective naive Bayes.

    It is naive Bayes on some of the columns. Forward selection adds the column that raises the leave-one-out
    accuracy most, until none raises it.

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
        Summary of the model; `attributes_used` is the number of selected columns.

    References
    ----------
    .. [1] Langley and Sage, Induction of selective Bayesian classifiers, UAI 1994.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import SelectiveNB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> SelectiveNB().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "selective_nb"

    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class LBR(Classifier):
    """Lazy Bayesian rules.

    Learning is postponed until a case has to be classified. A rule is then grown from some of its values, and
    naive Bayes on the other columns is learned from the training cases that satisfy the rule.

    Parameters
    ----------
    significance : float, default=0.05
        Significance level of the sign test that admits a value to the rule; 0 is naive Bayes.
    alpha : float, default=1.0
        Pseudo-count of every value.
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
    .. [1] Zheng and Webb, Lazy learning of Bayesian rules, Machine Learning 41, 2000.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import LBR
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> LBR().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "lbr"

    significance: float = 0.05
    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class FSSJ(Classifier):
    """Forward sequential selection and joining.

    It is naive Bayes on some of the columns, which may be joined into groups. The search starts without
    columns. Each step adds a column or joins it to a group to raise the leave-one-out accuracy most.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    tie_rule : {"add_first", "join_first", "by_attribute"}, default="add_first"
        Rule that chooses among equally good moves.
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
    .. [1] Pazzani, Constructive induction of Cartesian product attributes, ISIS 1996.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import FSSJ
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> FSSJ().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "fssj"

    alpha: float = 1.0
    prior_alpha: float = 1.0
    tie_rule: str = "add_first"
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class BSEJ(Classifier):
    """Backward sequential elimination and joining.

    It is naive Bayes in which some columns are left out and some are joined into one. The search starts at
    naive Bayes. Each step deletes a column or joins two groups to raise the leave-one-out accuracy most.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    prior_alpha : float, default=1.0
        Pseudo-count of every class.
    tie_rule : {"join_first", "by_attribute"}, default="join_first"
        Rule that chooses among equally good moves.
    join_with : {"any", "single"}, default="any"
        Whether a step may join any two groups, or only a group and a single column.
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
    .. [1] Pazzani, Constructive induction of Cartesian product attributes, ISIS 1996.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import BSEJ
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> BSEJ().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "bsej"

    alpha: float = 1.0
    prior_alpha: float = 1.0
    tie_rule: str = "join_first"
    join_with: str = "any"
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class PazzaniEDA(Classifier):
    """Joined columns by an estimation of distribution algorithm.

    It is naive Bayes in which columns are left out or joined into groups. The algorithm learns a distribution
    of good partitions and draws better ones from it, instead of the greedy search of BSEJ.

    Parameters
    ----------
    optimiser : {"umda", "mimic", "ebna", "random"}, default="umda"
        The estimation of distribution algorithm.
    population : int, default=500
        Number of candidates that are kept; each generation draws twice as many new ones.
    max_generations : int, default=105
        Largest number of generations.
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
    random_state : int, Generator, RandomState or None, default=0
        Seed of the random numbers; a whole number gives the same model every time.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Robles, Larranaga, Pena, Menasalvas, Perez and Herves, Learning semi naive Bayes structures by
           estimation of distribution algorithms, EPIA 2003.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import PazzaniEDA
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = PazzaniEDA(population=20, max_generations=5).fit(X, y)
    >>> model.predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "pazzani_eda"

    optimiser: str = "umda"
    population: int = 500
    max_generations: int = 105
    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    random_state: Seed = 0
