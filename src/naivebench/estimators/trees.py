"""Decision trees, and trees of naive Bayes classifiers."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import Classifier, Kinds


@dataclass(kw_only=True, eq=False, repr=False)
class C45(Classifier):
    """C4.5 decision tree.

    This is Release 8, with tests by gain ratio and pessimistic pruning. With `resolution=1e-5, laplace=0,
    first_of_equals=True` it is Weka's J48.

    Parameters
    ----------
    min_cases : int, default=2
        Smallest number of cases in a branch.
    confidence : float, default=0.25
        Confidence of the pruning: smaller values prune more.
    pruning : bool, default=True
        Whether to prune the tree.
    resolution : float, default=0.0
        Smallest distance between two numbers that a threshold separates.
    laplace : float, default=1.0
        Pseudo-count of the class frequencies in a leaf.
    first_of_equals : bool, default=False
        Whether a leaf with equally frequent classes predicts the first of them.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Quinlan, C4.5: Programs for Machine Learning, 1993.
    .. [2] Quinlan, Improved use of continuous attributes in C4.5, JAIR 4, 1996.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import C45
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = C45(min_cases=5).fit(X, y)
    >>> model.summary_["leaves"]
    4
    >>> model.predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "c45"

    min_cases: int = 2
    confidence: float = 0.25
    pruning: bool = True
    resolution: float = 0.0
    laplace: float = 1.0
    first_of_equals: bool = False
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class Cascade(Classifier):
    """Cascade generalization: C4.5 after naive Bayes.

    The class probabilities of naive Bayes become additional columns, and C4.5 learns a tree on all of them.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    min_cases : int, default=2
        Smallest number of cases in a branch.
    confidence : float, default=0.25
        Confidence of the pruning: smaller values prune more.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Gama and Brazdil, Cascade generalization, Machine Learning 41, 2000.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import Cascade
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> Cascade().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "cascade"

    alpha: float = 1.0
    min_cases: int = 2
    confidence: float = 0.25
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class NBTree(Classifier):
    """NBTree: a decision tree with a naive Bayes classifier in every leaf.

    A node is split only if the cross-validated accuracy of naive Bayes in its parts is clearly better.

    Parameters
    ----------
    min_cases : int, default=30
        Smallest number of cases in a node that is split.
    alpha : float, default=1.0
        Pseudo-count of every value.
    kinds : dict, str or None, default=None
        Kinds of columns that differ from what their type suggests, such as ``{"zip": "nominal"}``.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Kohavi, Scaling up the accuracy of naive-Bayes classifiers: a decision-tree hybrid, KDD 1996.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import NBTree
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> NBTree().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "nbtree"

    min_cases: int = 30
    alpha: float = 1.0
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class RBC(Classifier):
    """Recursive Bayesian classifier.

    The model is a tree of naive Bayes classifiers. Each node divides the cases by the class that it predicts,
    and a new naive Bayes is learned on each part.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    max_depth : int or None, default=None
        Largest depth of the tree; None for no limit.
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
    .. [1] Langley, Induction of recursive Bayesian classifiers, ECML 1993.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import RBC
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> RBC().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "rbc"

    alpha: float = 1.0
    max_depth: int | None = None
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None


@dataclass(kw_only=True, eq=False, repr=False)
class RNBL(Classifier):
    """Recursive naive Bayes stopped by the description length.

    The model is a tree of naive Bayes classifiers as in `RBC`. The conditional minimum description length
    decides when a node is no longer divided.

    Parameters
    ----------
    cll_scale : {"none", "node"}, default="none"
        Factor of the fit in the stopping rule: 1, or the number of cases at the node.
    alpha : float, default=1.0
        Pseudo-count of every value.
    max_depth : int or None, default=None
        Largest depth of the tree; None for no limit.
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
    .. [1] Kang, Silvescu and Honavar, RNBL-MN: a recursive naive Bayes learner for sequence classification,
           PAKDD 2006.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from naivebench.estimators import RNBL
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> RNBL().fit(X, y).predict(X[::50]).tolist()
    [0, 1, 2]
    """

    _method = "rnbl"

    cll_scale: str = "none"
    alpha: float = 1.0
    max_depth: int | None = None
    discretize: str | None = "fayyad_irani"
    kinds: Kinds = None
