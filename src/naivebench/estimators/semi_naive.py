"""Naive Bayes with corrected probabilities."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import Classifier, Kinds, Seed


@dataclass(kw_only=True, eq=False, repr=False)
class IENB(Classifier):
    """Interval estimation naive Bayes.

    Every probability of naive Bayes may move inside its confidence interval. An estimation of distribution
    algorithm searches for the probabilities that classify the training cases best.

    Parameters
    ----------
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    fitness : {"resubstitution", "leave_one_out"}, default="resubstitution"
        The accuracy that the search maximises.
    optimiser : {"umdac", "mimicc", "egna"}, default="umdac"
        The estimation of distribution algorithm.
    population : int, default=500
        Number of candidates that are kept; each generation draws twice as many new ones.
    max_generations : int, default=105
        Largest number of generations.
    alpha : float, default=1.0
        Pseudo-count of every value.
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
    .. [1] Robles, Larranaga, Pena, Menasalvas, Perez and Herves, Learning semi naive Bayes structures by
           estimation of distribution algorithms, EPIA 2003.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import IENB
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IENB(population=20, max_generations=5).fit(X, y)
    >>> model.predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "ienb"

    z: float = 1.96
    fitness: str = "resubstitution"
    optimiser: str = "umdac"
    population: int = 500
    max_generations: int = 105
    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    random_state: Seed = 0


@dataclass(kw_only=True, eq=False, repr=False)
class APNBC(Classifier):
    """Adjusted probability naive Bayes.

    The probability of each class is multiplied by a weight. Hill climbing on the accuracy finds the weights;
    with two classes it finds the optimum.

    Parameters
    ----------
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
    .. [1] Webb and Pazzani, Adjusted probability naive Bayesian induction, AI 1998.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import APNBC
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> APNBC().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "apnbc"

    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class APNBCEDA(Classifier):
    """Adjusted probability naive Bayes by an estimation of distribution algorithm.

    The probability of each class but the last is multiplied by a weight, and the algorithm searches for the
    weights with the highest leave-one-out accuracy.

    Parameters
    ----------
    optimiser : {"umdac", "mimicc", "egna"}, default="umdac"
        The estimation of distribution algorithm.
    population : int, default=500
        Number of candidates that are kept; each generation draws twice as many new ones.
    max_generations : int, default=105
        Largest number of generations.
    alpha : float, default=1.0
        Pseudo-count of every value.
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
    .. [1] Robles, Larranaga, Pena, Menasalvas, Perez and Herves, Learning semi naive Bayes structures by
           estimation of distribution algorithms, EPIA 2003.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import APNBCEDA
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = APNBCEDA(population=20, max_generations=5).fit(X, y)
    >>> model.predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "apnbc_eda"

    optimiser: str = "umdac"
    population: int = 500
    max_generations: int = 105
    alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
    random_state: Seed = 0


@dataclass(kw_only=True, eq=False, repr=False)
class IterativeBayes(Classifier):
    """Iterative Bayes.

    The table of naive Bayes is corrected case by case. Passes over the training cases continue while the mean
    uncertainty of the predictions falls.

    Parameters
    ----------
    table : {"probability", "counts"}, default="probability"
        Table that is corrected: the probabilities, or the counts that they come from.
    max_iterations : int, default=10
        Largest number of passes.
    increment : {"confidence", "printed"}, default="confidence"
        Formula of the correction: Gama's, or the one that Robles et al. print.
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
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Gama, Iterative Bayes, Discovery Science 1999.
    .. [2] Robles, Larranaga, Pena, Menasalvas, Perez and Herves, Learning semi naive Bayes structures by
           estimation of distribution algorithms, EPIA 2003.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import IterativeBayes
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> IterativeBayes().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "iterative_bayes"

    table: str = "probability"
    max_iterations: int = 10
    increment: str = "confidence"
    alpha: float = 1.0
    prior_alpha: float = 1.0
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
