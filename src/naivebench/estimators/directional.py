"""Naive Bayes classifiers for angles and directions."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import Classifier, ClassPrior, ClassWeight, JointClassifier, Kinds, Seed
from naivebench.estimators.counting import CountingClassifier


@dataclass(kw_only=True, eq=False, repr=False)
class VonMisesNB(CountingClassifier):
    """Von Mises naive Bayes.

    Angles have a von Mises density in each class, so that 359 degrees are near 1 degree. Numbers are normally
    distributed, and other columns have tables of frequencies.

    Parameters
    ----------
    kappa_cap : float, default=1e9
        Largest concentration of an angle.
    alpha : float, default=1.0
        Pseudo-count of every value.
    kinds : dict, str or None, default=None
        Kinds of columns, such as ``{"wind": {"kind": "angular", "period": 360}}``; None if all columns are
        numbers or categories.
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
    .. [1] Lopez-Cruz, Bielza and Larranaga, Directional naive Bayes classifiers, Pattern Analysis and
           Applications, 2013.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import VonMisesNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = VonMisesNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    _method = "vmnb"

    kappa_cap: float = 1e9
    alpha: float = 1.0
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class HybridNB(JointClassifier):
    """Hybrid naive Bayes for numbers, angles, directions and categories.

    Angles have von Mises and directions von Mises-Fisher densities. The numbers are independent given the
    class, or have a covariance matrix.

    Parameters
    ----------
    covariance : {"independent", "full", "pooled"}, default="independent"
        Covariance matrix of the numbers: diagonal, one for each class, or one for all classes.
    kappa_cap : float, default=1e9
        Largest concentration of an angle or direction.
    alpha : float, default=1.0
        Pseudo-count of every value.
    kinds : dict, str or None, default=None
        Kinds of columns, such as ``{"wind": {"kind": "angular", "period": 360}}``; None if all columns are
        numbers or categories.
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
    .. [1] Lopez-Cruz, Bielza and Larranaga, Directional naive Bayes classifiers, Pattern Analysis and
           Applications, 2013.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import HybridNB
    >>> X = pd.DataFrame({"x": [1, 0.9, 0, 0.1], "y": [0, 0.1, 1, 0.9], "z": [0.1, 0, 0, 0.1]})
    >>> kinds = {"axis": {"kind": "direction", "columns": ["x", "y", "z"]}}
    >>> HybridNB(kinds=kinds).fit(X, ["east", "east", "north", "north"]).predict(X[::2]).tolist()
    ['east', 'north']
    """

    _method = "hybrid_nb"

    covariance: str = "independent"
    kappa_cap: float = 1e9
    alpha: float = 1.0
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class SinCosNB(Classifier):
    """Gaussian naive Bayes on the cosine and the sine of every angle.

    This is the simple way to use a method for numeric columns on angles. Each component of a direction
    becomes a numeric column.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    kinds : dict, str or None, default=None
        Kinds of columns, such as ``{"wind": {"kind": "angular", "period": 360}}``; None if all columns are
        numbers or categories.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Mardia and Jupp, Directional Statistics, 2000.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import SinCosNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = SinCosNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    _method = "gnb_sincos"

    alpha: float = 1.0
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class KernelVonMisesNB(Classifier):
    """Naive Bayes with von Mises kernel densities of the angles.

    An angle has a kernel on every training case of a class, so its distribution may have any shape. Numbers
    are normally distributed.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    kinds : dict, str or None, default=None
        Kinds of columns, such as ``{"wind": {"kind": "angular", "period": 360}}``; None if all columns are
        numbers or categories.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.

    Attributes
    ----------
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Taylor, Automatic bandwidth selection for circular density estimation, Computational Statistics and
           Data Analysis 52, 2008.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import KernelVonMisesNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = KernelVonMisesNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    _method = "kernel_vmnb"

    alpha: float = 1.0
    kinds: Kinds = None
    class_prior: ClassPrior = None


@dataclass(kw_only=True, eq=False, repr=False)
class SelectiveVonMisesNB(Classifier):
    """Selective von Mises naive Bayes.

    It is von Mises naive Bayes on some of the columns. Mutual information with the class ranks the columns,
    and inner cross-validation chooses how many are used.

    Parameters
    ----------
    kappa_cap : float, default=1e9
        Largest concentration of an angle.
    alpha : float, default=1.0
        Pseudo-count of every value.
    kinds : dict, str or None, default=None
        Kinds of columns, such as ``{"wind": {"kind": "angular", "period": 360}}``; None if all columns are
        numbers or categories.
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
    .. [1] Lopez-Cruz, Bielza and Larranaga, Directional naive Bayes classifiers, Pattern Analysis and
           Applications, 2013.
    .. [2] Perez, Larranaga and Inza, Supervised classification with conditional Gaussian networks: increasing
           the structure complexity from naive Bayes, IJAR 43, 2006.

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import SelectiveVonMisesNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = SelectiveVonMisesNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    _method = "sel_vmnb"

    kappa_cap: float = 1e9
    alpha: float = 1.0
    kinds: Kinds = None
    class_prior: ClassPrior = None
    random_state: Seed = 0
