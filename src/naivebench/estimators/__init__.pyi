"""Every estimator with its parameters, for editors and type checkers. `make format` writes this file from
the catalogue of methods (`naivebench.estimators.documentation`); do not edit it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from naivebench.estimators.adapter import Estimator, IncrementalEstimator, WeightedEstimator
from naivebench.estimators.discretizer import Discretizer as Discretizer
from naivebench.estimators.learned import (
    Categories,
    CategoriesAndNumbers,
    Iterations,
    Joint,
    Learned,
    Numbers,
    Words,
)
from naivebench.estimators.semi_supervised import SemiSupervisedNB as SemiSupervisedNB

__all__ = [
    "make",
    "Majority",
    "NB",
    "GaussianNB",
    "DiscretizedNB",
    "SelectiveNB",
    "AWNB",
    "WANBIA",
    "WANBIAMSE",
    "MANB",
    "FlexibleNB",
    "LBR",
    "Cascade",
    "MixedNB",
    "ColumnNB",
    "WekaNB",
    "TAN",
    "WekaTAN",
    "KDB",
    "AODE",
    "WAODE",
    "AODESR",
    "A2DE",
    "WekaA1DE",
    "WekaA2DE",
    "SKDB",
    "ESKDB",
    "HNB",
    "ALRNB",
    "ALRTAN",
    "ALRAODE",
    "HillClimbingTAN",
    "SuperParentTAN",
    "HillClimbingKDB",
    "AveragedTAN",
    "BNCHillClimbing",
    "BNCHillClimbingBDeu",
    "ResubstitutionNB",
    "FSSJ",
    "BSEJ",
    "BSEJRestarts",
    "PazzaniEDA",
    "PazzaniMIMIC",
    "PazzaniEBNA",
    "RandomStructure",
    "IterativeBayes",
    "IterativeBayesCounts",
    "IterativeBayesPrinted",
    "APNBC",
    "APNBCEDA",
    "APNBCMIMICc",
    "APNBCEGNA",
    "IENB",
    "IENBLeaveOneOut",
    "IENBMIMICc",
    "IENBEGNA",
    "PazzaniIENB",
    "VonMisesNB",
    "VonMisesFisherNB",
    "HybridNB",
    "HybridFullNB",
    "HybridPooledNB",
    "SinCosNB",
    "LikeliestCutNB",
    "KernelVonMisesNB",
    "MixtureVonMisesNB",
    "SelectiveVonMisesNB",
    "SelectiveGaussianNB",
    "HPB",
    "TunedNB",
    "HPBV2",
    "HPBV3",
    "HPBFamilyLOO",
    "DE",
    "ADE",
    "ClassFrequencies",
    "NoisyOR",
    "HPBLogLoss",
    "TunedTAN",
    "AIBNTAN",
    "DecisionGraphC",
    "DecisionGraphCB",
    "DecisionGraphCM",
    "DecisionGraphCBM",
    "HCDT",
    "HCDF",
    "BNDecisionGraphsCM",
    "BNDecisionGraphsCBM",
    "BNDecisionTrees",
    "BNDefaultTables",
    "HDP",
    "HashedLogistic",
    "TargetEncodingBoosting",
    "NativeBoosting",
    "C45",
    "WekaJ48",
    "RBC",
    "RNBL",
    "RNBLNodeScale",
    "NBTree",
    "KMeansNB",
    "MultinomialNB",
    "MultinomialNB300",
    "MultinomialNB300Occurrence",
    "MultinomialNB2Gram",
    "MultinomialNB3Gram",
    "MultinomialNBFraction",
    "MultinomialNBBinary",
    "BernoulliNB",
    "BernoulliNB300",
    "ComplementNB",
    "TWCNB",
    "ProteinNB",
    "ProteinNBFraction",
    "RNBLMN",
    "RNBLMNNode",
    "RNBLMNLevel",
    "RNBLMNOccurrence",
    "LinearSVMCounts",
    "LinearSVMCounts300",
    "LinearSVMCounts300TfIdf",
    "ClassHMM",
    "ClassHMMPerResidue",
    "C45Counts",
    "LogisticRegression",
    "LinearSVM",
    "CART",
    "RandomForest",
    "HistGradientBoosting",
    "KNN",
]

def make(method: str, **params: Any) -> Estimator:
    """The estimator of a method by its id in the catalogue, such as tan, with these parameters.

    Raises InputError for a method without an estimator, and TypeError for parameters that it does not have.
    """

class Majority(Learned, WeightedEstimator):
    """Majority class (class frequencies).

    Predict the class frequencies of the training part for every case. No method that uses the attributes
    should be worse, so this is the bottom line of every comparison.

    Parameters
    ----------
    prior_alpha : float, default=0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    P(c) = (n_c + prior_alpha) / (n + K prior_alpha). Its accuracy is the floor that any use of the attributes has
    to beat. Fit O(n), predict O(K) per case.

    Count the classes; `prior_alpha` is added to every count. Raises InputError if it is negative.

    References
    ----------
    .. [1] Holte 1993

    Examples
    --------
    >>> from naivebench.estimators import Majority
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = Majority().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 0, 0])
    """

    def __init__(
        self,
        *,
        prior_alpha: float = 0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class NB(Categories, IncrementalEstimator):
    """Naive Bayes.

    Categorical naive Bayes: given the class, the attributes are taken as independent, and each has a table of
    smoothed frequencies. The most probable class is the one with the largest product of its prior and these
    frequencies.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value, or a list with one number per attribute.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    category_count_ : list
        Cases per class and value, as they weigh, (K, r_j) for every attribute that is nominal, ordinal
        or cut, in the order of its values.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_log_prob_ : list
        log P(x_j = v | c), (K, r_j) nats for every attribute of `category_count_`.
    n_categories_ : ndarray
        Number of values of every attribute of `category_count_`.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over observed j of log P(x_j | c) + const
        P(c) = (n_c + a0) / (n + K a0),   P(x_j = v | c) = (n_jvc + a) / (n_jc + a r_j)

    n_jc counts the cases of class c where attribute j is observed; missing and unseen values are skipped at
    prediction. Fit O(n d), predict O(n d K). docs/methods/naive-bayes.md#categorical-naive-bayes; Domingos and
    Pazzani 1997; with cuts on all cases and leave-one-out it gives the NB column of Robles et al. 2003.

    Count and estimate. alpha, prior_alpha >= 0, alpha one number or one per attribute; smoothing: laplace,
    laplace_m or mlc_nomatch (alpha serves laplace only).

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Domingos & Pazzani 1997
    .. [2] docs/methods/naive-bayes.md#categorical-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import NB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = NB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 1.0,
        smoothing: str = "laplace",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class GaussianNB(Numbers, IncrementalEstimator):
    """Gaussian naive Bayes.

    Gaussian naive Bayes: given the class, the attributes are taken as independent, and each number is normally
    distributed. It needs one mean and one variance per attribute and class, and no cut points.

    Parameters
    ----------
    gap_floor : float, default=0.167
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    theta_ : ndarray
        Mean of every numeric attribute in every class, (K, d).
    var_ : ndarray
        Variance of every numeric attribute in every class, (K, d), after the floor; 0 for an attribute
        that does not vary.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over observed j of log N(x_j; mu_jc, s2_jc) + const

    mu_jc and s2_jc are the mean and variance of attribute j in the cases of class c where it is observed; missing
    values are skipped. Angular attributes enter as raw radians in (-pi, pi] (the result depends on the cut
    point), ordinal ones by `table.ordinal_scores`. s2_jc is at least var_floor times the variance of the
    attribute over all cases, and its root is at least gap_floor times the mean distance of neighbouring distinct
    numbers of an attribute that has few of them (`additive.FEW`). An attribute that does not vary in the training
    part is skipped; a class that never has the attribute observed takes its overall mean and variance. Fit O(n
    d), predict O(n d K).
    docs/methods/naive-bayes.md#gaussian-naive-bayes; GNB of Lopez-Cruz, Bielza and Larranaga 2013.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] Duda & Hart 1973
    .. [2] docs/methods/naive-bayes.md#gaussian-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import GaussianNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = GaussianNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        gap_floor: float = 0.167,
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        prior_alpha: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class DiscretizedNB(Categories, IncrementalEstimator):
    """Naive Bayes on intervals (MDL cuts), as Lopez-Cruz et al. 2013 ran it in Weka.

    Categorical naive Bayes: given the class, the attributes are taken as independent, and each has a table of
    smoothed frequencies. The most probable class is the one with the largest product of its prior and these
    frequencies.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value, or a list with one number per attribute.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    category_count_ : list
        Cases per class and value, as they weigh, (K, r_j) for every attribute that is nominal, ordinal
        or cut, in the order of its values.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_log_prob_ : list
        log P(x_j = v | c), (K, r_j) nats for every attribute of `category_count_`.
    n_categories_ : ndarray
        Number of values of every attribute of `category_count_`.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over observed j of log P(x_j | c) + const
        P(c) = (n_c + a0) / (n + K a0),   P(x_j = v | c) = (n_jvc + a) / (n_jc + a r_j)

    n_jc counts the cases of class c where attribute j is observed; missing and unseen values are skipped at
    prediction. Fit O(n d), predict O(n d K). docs/methods/naive-bayes.md#categorical-naive-bayes; Domingos and
    Pazzani 1997; with cuts on all cases and leave-one-out it gives the NB column of Robles et al. 2003.

    Count and estimate. alpha, prior_alpha >= 0, alpha one number or one per attribute; smoothing: laplace,
    laplace_m or mlc_nomatch (alpha serves laplace only).

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] docs/methods/naive-bayes.md#categorical-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import DiscretizedNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = DiscretizedNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 1.0,
        smoothing: str = "laplace",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class SelectiveNB(Learned, Estimator):
    """Selective naive Bayes (forward selection by leave-one-out accuracy).

    Selective naive Bayes: naive Bayes on a subset of the attributes. Forward selection adds the attribute that
    raises the leave-one-out accuracy most, until none raises it.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    From no attribute, each step adds the attribute with which naive Bayes classifies most left-out cases
    correctly, while it classifies more than before; ties go to the attribute that stands first. O(d) candidates
    of O(n K) per step. Langley and Sage 1994; docs/methods/naive-bayes.md#selective-naive-bayes-on-counts.

    Search on `train`, then estimate. alpha > 0, prior_alpha >= 0; threads change the time, not the result.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Langley & Sage 1994
    .. [2] docs/methods/naive-bayes.md#selective-naive-bayes-on-counts

    Examples
    --------
    >>> from naivebench.estimators import SelectiveNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = SelectiveNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class AWNB(Learned, Estimator):
    """Attribute-weighted naive Bayes, weights by gain ratio.

    Attribute-weighted naive Bayes: every attribute has a weight, the exponent of its probabilities. The weight
    grows with the attribute's gain ratio, the information that it gives about the class per bit of its own.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c | x) proportional to P(c) prod_j P(x_j | c)^w_j
        w_j proportional to sum_v P(v) KL(P(c | x_j = v) || P(c)) / H(X_j) = I(X_j; C) / H(X_j)

    The weights of the attributes that vary have the mean 1. The averaged Kullback-Leibler measure is the mutual
    information, so these are the weights of Lee, Gutierrez and Dou 2011 and, up to their scale, the gain ratio of
    Zhang and Sheng 2004. Without any information all weights are 1, which is naive Bayes. Fit O(n d), predict
    O(n d K). docs/methods/naive-bayes.md#attribute-weighted-naive-bayes.

    Count and weigh. alpha > 0, prior_alpha >= 0.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Lee, Gutierrez & Dou 2011
    .. [2] Zhang & Sheng 2004
    .. [3] docs/methods/naive-bayes.md#attribute-weighted-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import AWNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AWNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class WANBIA(Iterations, Estimator):
    """Attribute-weighted naive Bayes, weights by conditional likelihood.

    Attribute-weighted naive Bayes with learned weights: every attribute has a weight, the exponent of its
    probabilities. The weights maximise the conditional likelihood of the classes, or minimise the squared error
    of their probabilities.

    Parameters
    ----------
    objective : str, default='cll'
        What the weights optimise: `cll` (conditional likelihood) or `mse` (squared errors).
    max_iter : int, default=100
        Largest number of iterations.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c | x) proportional to P(c) prod_j P(x_j | c)^w_j,   0 <= w_j <= 1
        cll: maximise sum_i log P(y_i | x_i)        mse: minimise 1/2 sum_i sum_c (1[y_i = c] - P(c | x_i))^2

    Tables are those of naive Bayes; L-BFGS-B starts at weights 1, which are naive Bayes. The first objective is
    concave; the second is not, and the search ends in the optimum next to naive Bayes. Attributes with one value
    keep weight 1. O(n d K) per evaluation, predict O(n d K).
    docs/methods/naive-bayes.md#weighted-naive-bayes-by-optimisation; Zaidi, Cerquides, Carman and Webb 2013.

    Naive Bayes, then weights. objective: cll or mse; max_iter: iterations of L-BFGS-B, 0 is naive Bayes.

    alpha, prior_alpha > 0. Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Zaidi, Cerquides, Carman & Webb 2013
    .. [2] docs/methods/naive-bayes.md#weighted-naive-bayes-by-optimisation

    Examples
    --------
    >>> from naivebench.estimators import WANBIA
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WANBIA().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        objective: str = "cll",
        max_iter: int = 100,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class WANBIAMSE(Iterations, Estimator):
    """Attribute-weighted naive Bayes, weights by squared errors.

    Attribute-weighted naive Bayes with learned weights: every attribute has a weight, the exponent of its
    probabilities. The weights maximise the conditional likelihood of the classes, or minimise the squared error
    of their probabilities.

    Parameters
    ----------
    objective : str, default='mse'
        What the weights optimise: `cll` (conditional likelihood) or `mse` (squared errors).
    max_iter : int, default=100
        Largest number of iterations.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c | x) proportional to P(c) prod_j P(x_j | c)^w_j,   0 <= w_j <= 1
        cll: maximise sum_i log P(y_i | x_i)        mse: minimise 1/2 sum_i sum_c (1[y_i = c] - P(c | x_i))^2

    Tables are those of naive Bayes; L-BFGS-B starts at weights 1, which are naive Bayes. The first objective is
    concave; the second is not, and the search ends in the optimum next to naive Bayes. Attributes with one value
    keep weight 1. O(n d K) per evaluation, predict O(n d K).
    docs/methods/naive-bayes.md#weighted-naive-bayes-by-optimisation; Zaidi, Cerquides, Carman and Webb 2013.

    Naive Bayes, then weights. objective: cll or mse; max_iter: iterations of L-BFGS-B, 0 is naive Bayes.

    alpha, prior_alpha > 0. Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Zaidi, Cerquides, Carman & Webb 2013
    .. [2] docs/methods/naive-bayes.md#weighted-naive-bayes-by-optimisation

    Examples
    --------
    >>> from naivebench.estimators import WANBIAMSE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WANBIAMSE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        objective: str = "mse",
        max_iter: int = 100,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class MANB(Learned, Estimator):
    """Model-averaged naive Bayes (all selections of attributes).

    Model-averaged naive Bayes: the average over all 2^d naive Bayes models that use some of the d attributes.
    Each model counts with its posterior probability, and the average is exact and as fast as naive Bayes.

    Parameters
    ----------
    arc_prior : float, default=0.5
        Prior probability that an attribute is used.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    With independent priors of the arcs and Dirichlet priors of the tables the average is one product,

        P(x_j | c) = w_j (n_jvc + a) / (n_jc + a r_j) + (1 - w_j) (n_jv + a) / (n_j + a r_j)
        w_j / (1 - w_j) = q / (1 - q) * prod_c ML(n_j.c) / ML(n_j.),
        ML(m) = Gamma(a r) / Gamma(a r + sum m) * prod_v Gamma(a + m_v) / Gamma(a)

    w_j is the posterior probability of the arc from the class to attribute j, q its prior. Counts are of the
    cases where the attribute is observed; missing and unseen values are skipped. Arcs that are certain (q = 1)
    give naive Bayes. Fit O(n d), predict O(n d K). docs/methods/naive-bayes.md#model-averaged-naive-bayes; Dash
    and Cooper 2004; Wei, Visweswaran and Cooper 2011.

    Count and average. 0 <= arc_prior <= 1 (q), alpha > 0, prior_alpha >= 0.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Dash & Cooper 2004
    .. [2] Wei, Visweswaran & Cooper 2011
    .. [3] docs/methods/naive-bayes.md#model-averaged-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MANB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = MANB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        arc_prior: float = 0.5,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class FlexibleNB(Joint, Estimator):
    """Naive Bayes with normal kernel densities of numbers.

    Flexible naive Bayes: each number has a kernel density per class instead of a normal distribution, and
    other attributes are counted. It fits numbers of any distribution without cut points.

    Parameters
    ----------
    width : float, default=1.0
        Factor of the width of all kernels.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        p(x_j | c) = (1 / n_jc) sum over cases i of class c of N(x_j; x_ij, h_jc),   h_jc = range_j / sqrt(n_jc)

    n_jc counts the cases of class c where the attribute is observed, range_j is largest less smallest value of
    all cases. John and Langley take h = 1 / sqrt(n_c) in the unit of the attribute; the range makes the width the
    same in every unit. A class without observed value takes the density of all cases; an attribute that does not
    vary is skipped, as are missing values. Discrete attributes and the prior are those of naive Bayes. Fit
    O(n d log n), predict O(m d K) with m kernels within reach of a value.
    docs/methods/naive-bayes.md#flexible-naive-bayes; John and Langley 1995.

    Count values and keep numbers. width > 0: factor of all h; others as in `nb`.

    Raises InputError for bad parameters, for infinite numbers, and for direction, count and sequence
    attributes.

    References
    ----------
    .. [1] John & Langley 1995
    .. [2] docs/methods/naive-bayes.md#flexible-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import FlexibleNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = FlexibleNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        width: float = 1.0,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 1.0,
        smoothing: str = "laplace",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class LBR(Learned, Estimator):
    """Lazy Bayesian rules.

    Lazy Bayesian rules: learning waits until a case is to be classified. A rule of some of the case's own
    values is grown, and naive Bayes with the other attributes is learned from the training cases that fit the
    rule.

    Parameters
    ----------
    significance : float, default=0.05
        Level of the sign test that a longer rule must pass; 0 is naive Bayes.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    From the empty conjunction, each step tries every further value of the case. Naive Bayes of the cases
    that keep the conjunction makes errors on them, each left out; with the value more, naive Bayes of fewer
    cases makes others on those that have it. Values whose errors there are significantly fewer (one-sided
    sign test) are candidates, and the one that saves most errors is taken (the first among equals); without
    a candidate the rule is finished. A rule without conditions is naive Bayes. What was found for a
    conjunction serves all cases that have it.
    Fit O(n d), a conjunction of m cases O(m d K). docs/methods/semi-naive.md#lazy-bayesian-rules; Zheng and Webb
    2000.

    Keep the training cases. 0 <= significance < 1, of the sign test, 0 is naive Bayes; alpha,
    prior_alpha > 0. Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Zheng & Webb 2000
    .. [2] docs/methods/semi-naive.md#lazy-bayesian-rules

    Examples
    --------
    >>> from naivebench.estimators import LBR
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = LBR().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        significance: float = 0.05,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class Cascade(Learned, Estimator):
    """C4.5 after naive Bayes (cascade generalization).

    Cascade generalization: naive Bayes and C4.5 in a row. The class probabilities of naive Bayes become
    additional attributes, and C4.5 learns a tree on all of them.

    Parameters
    ----------
    levels : int, default=2
        Number of classifiers in the row.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    min_cases : float, default=2
        Smallest number of cases in a branch, node or cluster.
    confidence : float, default=0.25
        Confidence of the pruning: smaller values prune more.
    laplace : float, default=1.0
        Pseudo-count of the class frequencies in a leaf or among neighbours.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Level 1 is naive Bayes. Every further level gets the attributes and the class probabilities of all levels
    before it, K numbers each, computed for training and test cases alike by the model of the training part.
    Levels between are naive Bayes with those numbers cut by Fayyad and Irani's method; the last one is C4.5. Two
    levels are the C4.5 after naive Bayes that Gama and Brazdil found best; one level is naive Bayes.
    docs/methods/trees.md#cascade-generalization; Gama and Brazdil 2000.

    Fit level after level. levels >= 1; alpha, prior_alpha: of naive Bayes; min_cases, confidence, laplace:
    of C4.5. Raises InputError for bad parameters and for direction, count and sequence attributes.

    References
    ----------
    .. [1] Gama & Brazdil 2000
    .. [2] docs/methods/trees.md#cascade-generalization

    Examples
    --------
    >>> from naivebench.estimators import Cascade
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = Cascade().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        levels: int = 2,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        min_cases: float = 2,
        confidence: float = 0.25,
        laplace: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class MixedNB(CategoriesAndNumbers, IncrementalEstimator):
    """Naive Bayes with a density for each kind of attribute.

    Naive Bayes for mixed kinds of attributes: nominal and ordinal ones are counted, and linear and angular
    ones are normally distributed given the class. No numbers are cut into intervals.

    Parameters
    ----------
    gap_floor : float, default=0.167
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value, or a list with one per discrete attribute.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    category_count_ : list
        Cases per class and value, as they weigh, (K, r_j) for every attribute that is nominal, ordinal
        or cut, in the order of its values.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_log_prob_ : list
        log P(x_j = v | c), (K, r_j) nats for every attribute of `category_count_`.
    n_categories_ : ndarray
        Number of values of every attribute of `category_count_`.
    theta_ : ndarray
        Mean of every numeric attribute in every class, (K, d).
    var_ : ndarray
        Variance of every numeric attribute in every class, (K, d), after the floor; 0 for an attribute
        that does not vary.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + sum over real j of log N(x_j; mu_jc,
            s2_jc) + const

    The parts are those of `nb` and `gnb`; missing values are skipped and the prior enters once, by default n_c /
    n. docs/methods/naive-bayes.md#mixed-naive-bayes (hybrids of Lopez-Cruz, Bielza and Larranaga 2013).

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] John & Langley 1995
    .. [2] docs/methods/naive-bayes.md#mixed-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MixedNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = MixedNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        gap_floor: float = 0.167,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class ColumnNB(Joint, IncrementalEstimator):
    """Naive Bayes with a distribution for every column.

    Naive Bayes in which every column has its own distribution: categories, a normal or kernel density, a
    Poisson or Bernoulli distribution, a von Mises density for angles, or a multinomial for words and for groups
    of counts. You choose it by the kind, name or pattern of the column.

    Parameters
    ----------
    gap_floor : float, default=0.167
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    distributions : dict or str or None, default=None
        Distribution of all numbers, or of columns by name, pattern or kind.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    width : float, default=1.0
        Factor of the width of all kernels.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over observed columns j of log p_j(x_j | c) + const

    Missing cells are summed out. The parts are those of `nb`, `gnb`, `flexible_nb`, `vmnb`, `nb_mn` and
    `nb_bernoulli`; Poisson, Bernoulli and multinomial columns of numbers are in `helpers.counted_numbers`. Fit
    O(n d), predict O(n d K). docs/methods/naive-bayes.md#naive-bayes-with-a-distribution-for-every-column.

    Count and estimate. distributions: the distribution of all numbers, or a mapping from names, patterns
    and kinds of columns to one of categorical, gaussian, kernel, poisson, bernoulli, multinomial and
    von_mises. Raises InputError as `count` and `estimate`.

    References
    ----------
    .. [1] John & Langley 1995
    .. [2] McCallum & Nigam 1998
    .. [3] Lopez-Cruz, Bielza & Larranaga 2013
    .. [4] docs/methods/naive-bayes.md#naive-bayes-with-a-distribution-for-every-column

    Examples
    --------
    >>> from naivebench.estimators import ColumnNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ColumnNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        gap_floor: float = 0.167,
        distributions: Mapping[str, str] | str | None = None,
        alpha: float = 1.0,
        prior_alpha: float = 0.0,
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        width: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class WekaNB(Learned, Estimator):
    """Naive Bayes as Weka computes it.

    Naive Bayes as Weka's `NaiveBayes` computes it without options. It follows Weka's rounding of numbers and
    its smoothing, so that Weka's results can be reproduced.

    Parameters
    ----------
    density : bool, default=True
        Use densities in Weka's way (3.8 and later) instead of probabilities of intervals (3.6).
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Classes and nominal values: (n + 1) / (N + number of values), from value lists as the file declares them. A
    number is rounded to a multiple of the attribute's precision p, the mean distance of neighbouring distinct
    values in the training part (0.01 if there are not two). Of the rounded numbers of a class come mean mu and
    standard deviation s = sqrt(|sum x^2 - mu sum x| / n), at least p / 6, and

        P(x | c) = [Phi((x - mu + p / 2) / s) - Phi((x - mu - p / 2) / s)] / p

    with `density`, as Weka 3.8 and 3.9; without it, as Weka 3.6, the division by p is left out, which only the
    floor can see: no factor is below 1e-75. Probabilities are multiplied, not logarithms added, and all of a case
    are raised by 1e75 when the largest falls below 1e-75; so unlikely classes get 0, and rounding decides where
    Weka's does. Missing values are skipped. Fit O(n d), predict O(n d K).
    docs/methods/naive-bayes.md#naive-bayes-of-weka;
    John and Langley 1995 for numbers; Weka's `NaiveBayes` and `NormalEstimator`.

    Count values and sum rounded numbers; density: see above.

    Raises InputError for attributes that are not nominal, ordinal or linear.

    References
    ----------
    .. [1] John & Langley 1995
    .. [2] docs/methods/naive-bayes.md#naive-bayes-of-weka

    Examples
    --------
    >>> from naivebench.estimators import WekaNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WekaNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        density: bool = True,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class TAN(Joint, IncrementalEstimator):
    """Tree-augmented naive Bayes.

    Tree-augmented naive Bayes: every attribute depends on the class and on at most one other attribute. The
    tree of these dependences maximises the conditional mutual information of its pairs given the class.

    Parameters
    ----------
    smoothing : str, default='friedman'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    missing : str, default='skip'
        How a missing parent is treated: `skip`, or `marginalise` to sum over its values.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The tree is the maximum spanning tree of I(X_i; X_j | C) from raw frequencies of the cases where both
    attributes are observed (Kruskal, ties by index), directed away from the first attribute; attributes with a
    single value stay out of it. Parameters: see bn_classifiers.helpers.families; a missing or unseen
    parent gives P(x | c) with the same smoothing. Fit O(n d^2), predict O(n d K).
    docs/methods/bayesian-networks.md#tree-augmented-naive-bayes; Friedman, Geiger and Goldszmidt 1997.

    `estimate(count(train))`, or the tree first and then its tables, where not all pairs of attributes fit
    in memory together; the model is the same.

    smoothing: friedman (uses n0) or laplace (uses alpha); n0, alpha, prior_alpha >= 0. missing: at
    prediction, skip (a missing parent gives P(x | c)) or marginalise (exact sum over missing attributes).
    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Friedman, Geiger & Goldszmidt 1997
    .. [2] docs/methods/bayesian-networks.md#tree-augmented-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import TAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = TAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        missing: str = "skip",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class WekaTAN(Learned, Estimator):
    """Tree-augmented naive Bayes as Weka learns it.

    Tree-augmented naive Bayes as Weka's `BayesNet` learns it with the search `TAN`. It follows Weka's
    treatment of numbers, missing cells and counts, so that Weka's results can be reproduced.

    Ties depend on the order of the classes. Weka takes the order that an ARFF file declares; an
    estimator sorts its labels, numbers by value and text by letter, so the tree and the class of a tie
    can differ from Weka's unless the labels sort as the file declares them.

    Parameters
    ----------
    alpha : float, default=0.5
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    It differs from `tan` in four points. The gain of an edge is that of the log marginal likelihood of the child
    under a Dirichlet prior of alpha for each of its r values, and depends on the direction:

        g(child, parent) = s(child given class and parent) - s(child given class)
        s = sum over configurations u of [ sum over values v of log Gamma(alpha + n_uv) - log Gamma(r alpha + n_u)
                                           - r log Gamma(alpha) + log Gamma(r alpha) ]

    Edges are taken as Prim does: the best of all, then always the best one that joins a new attribute; of equal
    ones the first by child, then parent. They need not keep the direction of their gain (`_directed`). A missing
    value becomes the most frequent one of the training part, of equally frequent ones the first. Tables are
    (n_uv + alpha) / (n_u + r alpha), and the class in the same way. Fit O(n d^2), predict O(n d K).
    docs/methods/bayesian-networks.md#tan-of-weka; Friedman, Geiger and Goldszmidt 1997; Cooper and Herskovits
    1992; Bouckaert 2004, Bayesian network classifiers in Weka.

    Learn modes, tree and tables; alpha >= 1e-9 is the prior count of every value, in scores and tables.

    Raises InputError for a bad alpha and for attributes that are not discrete.

    References
    ----------
    .. [1] Bouckaert 2004
    .. [2] docs/methods/bayesian-networks.md#tan-of-weka

    Examples
    --------
    >>> from naivebench.estimators import WekaTAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WekaTAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 0.5,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class KDB(Joint, IncrementalEstimator):
    """k-dependence Bayesian classifier, k = 2.

    k-dependence Bayesian classifier: every attribute depends on the class and on up to k other attributes.
    Attributes enter by their information about the class, and each takes the earlier attributes that tell most
    about it as parents.

    Parameters
    ----------
    k : int, default=2
        Largest number of parents of an attribute besides the class.
    smoothing : str, default='friedman'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    missing : str, default='skip'
        How a missing parent is treated: `skip`, or `marginalise` to sum over its values.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Attributes are ordered by I(X; C), largest first; the parents of an attribute are the class and the k earlier
    ones with the largest I(X_i; X_j | C), in that order; ties by index. Attributes with a single value stay out
    of the structure. A case uses the longest prefix of an attribute's parents that are observed
    (bn_classifiers.helpers.families). k = 0 with smoothing `laplace` is naive Bayes. Fit O(n d^2 + n d
    k), predict O(n d k K). docs/methods/bayesian-networks.md#k-dependence-bayesian-classifier; Sahami 1996.

    `estimate(count(train, k=k))` for k of at most 1; the structure first and then its tables for larger k,
    and where not all pairs of attributes fit in memory together. The model is the same.

    k >= 0 parents; smoothing: friedman (uses n0) or laplace (uses alpha), all >= 0. missing: at prediction,
    skip (the longest prefix of observed parents) or marginalise (exact sum over missing attributes). Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Sahami 1996
    .. [2] docs/methods/bayesian-networks.md#k-dependence-bayesian-classifier

    Examples
    --------
    >>> from naivebench.estimators import KDB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = KDB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        k: int = 2,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        missing: str = "skip",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class AODE(Joint, IncrementalEstimator):
    """Averaged one-dependence estimators.

    Averaged one-dependence estimators: the average over all models in which one attribute (the super-parent)
    and the class are the parents of every other attribute. There is no search for a structure, so the method is
    stable and fast to train.

    Probabilities are m-estimates of weight `alpha`, as in Weka's AODE with the option -M. Weka's AODE
    without options uses Laplace's correction, so its probabilities differ.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    frequency_limit : float, default=1
        Smallest number of cases that a value needs to be a super-parent.
    weighting : str, default='uniform'
        Weights of the models: `uniform`, or by `information` about the class.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over i with F(x_i) >= m of  W_i P(c, x_i) prod over j != i of P(x_j | c, x_i)
        P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
        P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

    F(x_i) = training cases with that value, m = frequency_limit, e = alpha. n_i and n_{c,x_i} count the cases
    where the attributes concerned are observed. Missing super-parents and children are skipped. An attribute with
    one value is a super-parent like any other: it adds a naive Bayes model to the sum. Without any super-parent
    the prediction is that of naive Bayes. The weights W_i are 1, or I(X_i; C) with `weighting` information (all 1
    if no attribute has any). Fit O(n d^2), predict O(n d^2 K).
    docs/methods/bayesian-networks.md#averaged-one-dependence-estimators; Webb, Boughton and Wang 2005; Jiang and
    Zhang 2006.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] Webb, Boughton & Wang 2005
    .. [2] docs/methods/bayesian-networks.md#averaged-one-dependence-estimators

    Examples
    --------
    >>> from naivebench.estimators import AODE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AODE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        frequency_limit: float = 1,
        weighting: str = "uniform",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class WAODE(Joint, IncrementalEstimator):
    """Averaged one-dependence estimators, weighted by mutual information with the class.

    Averaged one-dependence estimators: the average over all models in which one attribute (the super-parent)
    and the class are the parents of every other attribute. There is no search for a structure, so the method is
    stable and fast to train.

    Parameters
    ----------
    weighting : str, default='information'
        Weights of the models: `uniform`, or by `information` about the class.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    frequency_limit : float, default=1
        Smallest number of cases that a value needs to be a super-parent.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over i with F(x_i) >= m of  W_i P(c, x_i) prod over j != i of P(x_j | c, x_i)
        P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
        P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

    F(x_i) = training cases with that value, m = frequency_limit, e = alpha. n_i and n_{c,x_i} count the cases
    where the attributes concerned are observed. Missing super-parents and children are skipped. An attribute with
    one value is a super-parent like any other: it adds a naive Bayes model to the sum. Without any super-parent
    the prediction is that of naive Bayes. The weights W_i are 1, or I(X_i; C) with `weighting` information (all 1
    if no attribute has any). Fit O(n d^2), predict O(n d^2 K).
    docs/methods/bayesian-networks.md#averaged-one-dependence-estimators; Webb, Boughton and Wang 2005; Jiang and
    Zhang 2006.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] Jiang & Zhang 2006
    .. [2] docs/methods/bayesian-networks.md#averaged-one-dependence-estimators

    Examples
    --------
    >>> from naivebench.estimators import WAODE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WAODE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        weighting: str = "information",
        alpha: float = 1.0,
        frequency_limit: float = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class AODESR(Joint, Estimator):
    """Averaged one-dependence estimators with subsumption resolution.

    Averaged n-dependence estimators: the average over all models in which n attributes (the super-parents) and
    the class are the parents of every other attribute. A larger n finds more dependences, but takes more memory
    and time.

    Parameters
    ----------
    n : int, default=1
        Number of super-parents.
    subsumption_resolution : bool, default=True
        Leave out values that another value of the case implies.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    frequency_limit : float, default=1
        Smallest number of cases that a value needs to be a super-parent.
    minimum : float, default=100
        Smallest number of cases in which a value must imply another one.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over sets i of n attributes with F(x_i) >= m of
                                 P(c, x_i) prod over j not in i of P(x_j | c, x_i)
        P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
        P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

    x_i: the values of all parents, r_i: how many combinations they have, F(x_i): training cases with them, m =
    frequency_limit, e = alpha. Counts are on cases where the attributes concerned are observed; sets with a
    missing parent and missing children are skipped. Where no set qualifies, the model with n - 1 parents answers.
    n = 0 is naive Bayes with alpha for both pseudo-counts, n = 1 is `aode`, to the byte.
    Fit O(n_cases d^(n+1)), predict O(n_cases d^(n+1) K); memory O((d r)^(n+1) K).
    docs/methods/bayesian-networks.md#averaged-n-dependence-estimators; Webb, Boughton, Zheng, Ting and Salem
    2012.

    Count all sets of n + 1 attributes. alpha >= 0 (e of the formula), frequency_limit >= 1 (m).

    subsumption_resolution: leave out values that another value of the case implies in all training cases, of
    which it has at least `minimum` (see `implications`). Raises InputError for bad
    parameters, for attributes that are not discrete, and for more tables than memory is allowed for.

    References
    ----------
    .. [1] Zheng & Webb 2006
    .. [2] docs/methods/bayesian-networks.md#averaged-n-dependence-estimators

    Examples
    --------
    >>> from naivebench.estimators import AODESR
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AODESR().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n: int = 1,
        subsumption_resolution: bool = True,
        alpha: float = 1.0,
        frequency_limit: float = 1,
        minimum: float = 100,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class A2DE(Joint, Estimator):
    """Averaged two-dependence estimators.

    Averaged n-dependence estimators: the average over all models in which n attributes (the super-parents) and
    the class are the parents of every other attribute. A larger n finds more dependences, but takes more memory
    and time.

    Parameters
    ----------
    n : int, default=2
        Number of super-parents.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    frequency_limit : float, default=1
        Smallest number of cases that a value needs to be a super-parent.
    subsumption_resolution : bool, default=False
        Leave out values that another value of the case implies.
    minimum : float, default=100
        Smallest number of cases in which a value must imply another one.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over sets i of n attributes with F(x_i) >= m of
                                 P(c, x_i) prod over j not in i of P(x_j | c, x_i)
        P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
        P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

    x_i: the values of all parents, r_i: how many combinations they have, F(x_i): training cases with them, m =
    frequency_limit, e = alpha. Counts are on cases where the attributes concerned are observed; sets with a
    missing parent and missing children are skipped. Where no set qualifies, the model with n - 1 parents answers.
    n = 0 is naive Bayes with alpha for both pseudo-counts, n = 1 is `aode`, to the byte.
    Fit O(n_cases d^(n+1)), predict O(n_cases d^(n+1) K); memory O((d r)^(n+1) K).
    docs/methods/bayesian-networks.md#averaged-n-dependence-estimators; Webb, Boughton, Zheng, Ting and Salem
    2012.

    Count all sets of n + 1 attributes. alpha >= 0 (e of the formula), frequency_limit >= 1 (m).

    subsumption_resolution: leave out values that another value of the case implies in all training cases, of
    which it has at least `minimum` (see `implications`). Raises InputError for bad
    parameters, for attributes that are not discrete, and for more tables than memory is allowed for.

    References
    ----------
    .. [1] Webb, Boughton, Zheng, Ting & Salem 2012
    .. [2] docs/methods/bayesian-networks.md#averaged-n-dependence-estimators

    Examples
    --------
    >>> from naivebench.estimators import A2DE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = A2DE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n: int = 2,
        alpha: float = 1.0,
        frequency_limit: float = 1,
        subsumption_resolution: bool = False,
        minimum: float = 100,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class WekaA1DE(Joint, Estimator):
    """Averaged one-dependence estimators as Weka's A1DE.

    Averaged n-dependence estimators: the average over all models in which n attributes (the super-parents) and
    the class are the parents of every other attribute. A larger n finds more dependences, but takes more memory
    and time.

    Parameters
    ----------
    n : int, default=1
        Number of super-parents.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    frequency_limit : float, default=1
        Smallest number of cases that a value needs to be a super-parent.
    subsumption_resolution : bool, default=False
        Leave out values that another value of the case implies.
    minimum : float, default=100
        Smallest number of cases in which a value must imply another one.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over sets i of n attributes with F(x_i) >= m of
                                 P(c, x_i) prod over j not in i of P(x_j | c, x_i)
        P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
        P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

    x_i: the values of all parents, r_i: how many combinations they have, F(x_i): training cases with them, m =
    frequency_limit, e = alpha. Counts are on cases where the attributes concerned are observed; sets with a
    missing parent and missing children are skipped. Where no set qualifies, the model with n - 1 parents answers.
    n = 0 is naive Bayes with alpha for both pseudo-counts, n = 1 is `aode`, to the byte.
    Fit O(n_cases d^(n+1)), predict O(n_cases d^(n+1) K); memory O((d r)^(n+1) K).
    docs/methods/bayesian-networks.md#averaged-n-dependence-estimators; Webb, Boughton, Zheng, Ting and Salem
    2012.

    Count all sets of n + 1 attributes. alpha >= 0 (e of the formula), frequency_limit >= 1 (m).

    subsumption_resolution: leave out values that another value of the case implies in all training cases, of
    which it has at least `minimum` (see `implications`). Raises InputError for bad
    parameters, for attributes that are not discrete, and for more tables than memory is allowed for.

    References
    ----------
    .. [1] Webb, Boughton & Wang 2005
    .. [2] docs/methods/bayesian-networks.md#averaged-n-dependence-estimators

    Examples
    --------
    >>> from naivebench.estimators import WekaA1DE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WekaA1DE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n: int = 1,
        alpha: float = 1.0,
        frequency_limit: float = 1,
        subsumption_resolution: bool = False,
        minimum: float = 100,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class WekaA2DE(Joint, Estimator):
    """Averaged two-dependence estimators as Weka's A2DE.

    Averaged n-dependence estimators: the average over all models in which n attributes (the super-parents) and
    the class are the parents of every other attribute. A larger n finds more dependences, but takes more memory
    and time.

    Parameters
    ----------
    n : int, default=2
        Number of super-parents.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    frequency_limit : float, default=1
        Smallest number of cases that a value needs to be a super-parent.
    subsumption_resolution : bool, default=False
        Leave out values that another value of the case implies.
    minimum : float, default=100
        Smallest number of cases in which a value must imply another one.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over sets i of n attributes with F(x_i) >= m of
                                 P(c, x_i) prod over j not in i of P(x_j | c, x_i)
        P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
        P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

    x_i: the values of all parents, r_i: how many combinations they have, F(x_i): training cases with them, m =
    frequency_limit, e = alpha. Counts are on cases where the attributes concerned are observed; sets with a
    missing parent and missing children are skipped. Where no set qualifies, the model with n - 1 parents answers.
    n = 0 is naive Bayes with alpha for both pseudo-counts, n = 1 is `aode`, to the byte.
    Fit O(n_cases d^(n+1)), predict O(n_cases d^(n+1) K); memory O((d r)^(n+1) K).
    docs/methods/bayesian-networks.md#averaged-n-dependence-estimators; Webb, Boughton, Zheng, Ting and Salem
    2012.

    Count all sets of n + 1 attributes. alpha >= 0 (e of the formula), frequency_limit >= 1 (m).

    subsumption_resolution: leave out values that another value of the case implies in all training cases, of
    which it has at least `minimum` (see `implications`). Raises InputError for bad
    parameters, for attributes that are not discrete, and for more tables than memory is allowed for.

    References
    ----------
    .. [1] Webb, Boughton, Zheng, Ting & Salem 2012
    .. [2] docs/methods/bayesian-networks.md#averaged-n-dependence-estimators

    Examples
    --------
    >>> from naivebench.estimators import WekaA2DE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WekaA2DE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n: int = 2,
        alpha: float = 1.0,
        frequency_limit: float = 1,
        subsumption_resolution: bool = False,
        minimum: float = 100,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class SKDB(Learned, Estimator):
    """Selective k-dependence Bayesian classifier, attributes and k by leave-one-out.

    Selective k-dependence Bayesian classifier: KDB that chooses how many attributes and how many parents it
    uses. Leave-one-out error on the training part decides, in one additional pass over the cases.

    Parameters
    ----------
    k : int or str, default='auto'
        Largest number of parents besides the class; `auto` chooses it.
    k_max : int, default=5
        Largest number of parents that is tried.
    attributes : str, default='auto'
        `auto` chooses how many attributes are used; `all` uses every one.
    smoothing : str, default='m_estimate'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The attributes stand in KDB's order, by I(X; C), and each has its parents in KDB's order. A network of the
    first a attributes with the first k parents each is nested in those of larger a and k, so one pass over the
    cases scores all of them for every a = 1..d and k = 0..k_max:

        loss(a, k) = root of the mean over cases i of (1 - P(y_i | x_i, counts without i))^2

    The network with the least loss is taken; of losses within 1e-12 the smaller k, then the smaller a. With all
    attributes and one k it is KDB. Fit O(n d^2 + n d k_max K), predict O(n d k K).
    docs/methods/bayesian-networks.md#selective-k-dependence-bayesian-classifier; Martinez, Webb, Chen and Zaidi
    2016.

    Choose and estimate. k: a whole number >= 0, or auto, out of 0..k_max; attributes: auto, or all.

    smoothing: m_estimate or laplace (use alpha) or friedman (uses n0), all >= 0. Raises InputError for bad
    parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Martinez, Webb, Chen & Zaidi 2016
    .. [2] docs/methods/bayesian-networks.md#selective-k-dependence-bayesian-classifier

    Examples
    --------
    >>> from naivebench.estimators import SKDB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = SKDB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

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
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class ESKDB(Learned, Estimator):
    """Ensemble of selective k-dependence Bayesian classifiers, HDP smoothing.

    Ensemble of selective k-dependence Bayesian classifiers: each member draws its own order of the attributes,
    and their class probabilities are averaged. Hierarchical Dirichlet processes smooth the tables, so that deep
    structures do not overfit.

    Parameters
    ----------
    members : int, default=5
        Number of classifiers in the ensemble.
    k_max : int, default=3
        Largest number of parents that is tried.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each member draws an order of the attributes without replacement, with probabilities proportional to I(X; C);
    an attribute's parents are the k earlier ones with the largest I(X_i; X_j | C); how many of the first
    attributes are used, and k in 0..k_max, is chosen by leave-one-out as in SKDB (bn_classifiers.skdb,
    tables by m-estimates). The tables of the chosen network are then smoothed by a hierarchical Dirichlet process
    along the chain nothing, class, first parent, ... (pattern_smoothing.helpers.hdp_seated).

        P(c | x) = mean over members of P_m(c | x),   P_m(c, x) = P(c) prod_j P(x_j | c, parents of j in m)

    A missing or unseen parent hides the parents behind it. Fit O(members n d k_max K) beside the pairs of
    attributes, O(n d^2); predict O(members n d k K log n). Zhang, Petitjean and Buntine 2020;
    docs/methods/bayesian-networks.md#eskdb.

    Draw, choose and smooth. members >= 1, k_max >= 0; alpha > 0: of the m-estimates by which a and k are
    chosen. Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Zhang, Petitjean & Buntine 2020
    .. [2] docs/methods/bayesian-networks.md#eskdb

    Examples
    --------
    >>> from naivebench.estimators import ESKDB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ESKDB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        members: int = 5,
        k_max: int = 3,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HNB(Learned, Estimator):
    """Hidden naive Bayes.

    Hidden naive Bayes: every attribute has a hidden parent that stands for the influence of all other
    attributes. That parent is a weighted average over the other attributes, weighted by conditional mutual
    information.

    The prior of the classes has the pseudo-count `prior_alpha` = 1 for each of the K classes. The paper
    has 1/K: set `prior_alpha` to 1/K for its prior.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) = P(c) prod_j sum over i != j of W_ij P(x_j | x_i, c),
        W_ij = I(X_i; X_j | C) / sum over l != j of I(X_l; X_j | C)
        P(x_j | x_i, c) = (n_ijc + a / r_j) / (n_ic + a)

    An attribute that depends on no other has P(x_j | c); so has a pair whose x_i is missing or unseen. Missing
    x_j are skipped. Fit O(n d^2), predict O(n d^2 K). Jiang, Zhang and Cai 2009;
    docs/methods/bayesian-networks.md#hidden-naive-bayes.

    Count all pairs and weigh. alpha (a of the formula) > 0, prior_alpha >= 0.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Jiang, Zhang & Cai 2009
    .. [2] docs/methods/bayesian-networks.md#hidden-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import HNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class ALRNB(Iterations, Estimator):
    """Logistic regression from naive Bayes on (ALR).

    Accelerated logistic regression: the tables of a Bayesian network are learned by the conditional likelihood
    of the classes. The search starts from the network's frequencies, which makes it much faster than ordinary
    logistic regression.

    Parameters
    ----------
    structure : str, default='nb'
        Network whose tables are learned: `nb`, `tan` or `aode`.
    penalty : float, default=0.1
        Strength of the L2 penalty.
    max_iter : int, default=50
        Largest number of iterations.
    smoothing : str, default='m_estimate'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over networks s of  prod over tables t of s of  theta_t(x | c)^w_t,x,c
        minimise over w:  - sum_i log P(y_i | x_i) + penalty / 2 * sum (w - 1)^2

    theta are the tables of naive Bayes, of a TAN, or of all super-parent networks (averaged one-dependence), with
    the prior as one more table. All weights 1 are the generative model, where L-BFGS begins; weights as exponents
    scale every parameter by its logarithm, which is what accelerates. Tables too large to be stored in full keep
    weight 1. O(n d K) per evaluation and network.
    docs/methods/bayesian-networks.md#accelerated-logistic-regression; Zaidi, Webb,
    Carman, Petitjean and Cerquides 2016 (the penalty is not theirs).

    Count, then optimise. structure: nb, tan or aode; penalty >= 0; max_iter: iterations, 0 is generative.

    smoothing: m_estimate or laplace (alpha > 0), or friedman (n0 > 0); prior_alpha > 0. Raises InputError for
    bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Zaidi, Webb, Carman, Petitjean & Cerquides 2016
    .. [2] docs/methods/bayesian-networks.md#accelerated-logistic-regression

    Examples
    --------
    >>> from naivebench.estimators import ALRNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ALRNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        structure: str = "nb",
        penalty: float = 0.1,
        max_iter: int = 50,
        smoothing: str = "m_estimate",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class ALRTAN(Iterations, Estimator):
    """TAN learned by conditional likelihood from its counts on (ALR).

    Accelerated logistic regression: the tables of a Bayesian network are learned by the conditional likelihood
    of the classes. The search starts from the network's frequencies, which makes it much faster than ordinary
    logistic regression.

    Parameters
    ----------
    structure : str, default='tan'
        Network whose tables are learned: `nb`, `tan` or `aode`.
    penalty : float, default=0.1
        Strength of the L2 penalty.
    max_iter : int, default=50
        Largest number of iterations.
    smoothing : str, default='m_estimate'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over networks s of  prod over tables t of s of  theta_t(x | c)^w_t,x,c
        minimise over w:  - sum_i log P(y_i | x_i) + penalty / 2 * sum (w - 1)^2

    theta are the tables of naive Bayes, of a TAN, or of all super-parent networks (averaged one-dependence), with
    the prior as one more table. All weights 1 are the generative model, where L-BFGS begins; weights as exponents
    scale every parameter by its logarithm, which is what accelerates. Tables too large to be stored in full keep
    weight 1. O(n d K) per evaluation and network.
    docs/methods/bayesian-networks.md#accelerated-logistic-regression; Zaidi, Webb,
    Carman, Petitjean and Cerquides 2016 (the penalty is not theirs).

    Count, then optimise. structure: nb, tan or aode; penalty >= 0; max_iter: iterations, 0 is generative.

    smoothing: m_estimate or laplace (alpha > 0), or friedman (n0 > 0); prior_alpha > 0. Raises InputError for
    bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Zaidi, Webb, Carman, Petitjean & Cerquides 2016
    .. [2] docs/methods/bayesian-networks.md#accelerated-logistic-regression

    Examples
    --------
    >>> from naivebench.estimators import ALRTAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ALRTAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        structure: str = "tan",
        penalty: float = 0.1,
        max_iter: int = 50,
        smoothing: str = "m_estimate",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class ALRAODE(Iterations, Estimator):
    """AODE learned by conditional likelihood from its counts on (ALR).

    Accelerated logistic regression: the tables of a Bayesian network are learned by the conditional likelihood
    of the classes. The search starts from the network's frequencies, which makes it much faster than ordinary
    logistic regression.

    Parameters
    ----------
    structure : str, default='aode'
        Network whose tables are learned: `nb`, `tan` or `aode`.
    penalty : float, default=0.1
        Strength of the L2 penalty.
    max_iter : int, default=50
        Largest number of iterations.
    smoothing : str, default='m_estimate'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c, x) proportional to  sum over networks s of  prod over tables t of s of  theta_t(x | c)^w_t,x,c
        minimise over w:  - sum_i log P(y_i | x_i) + penalty / 2 * sum (w - 1)^2

    theta are the tables of naive Bayes, of a TAN, or of all super-parent networks (averaged one-dependence), with
    the prior as one more table. All weights 1 are the generative model, where L-BFGS begins; weights as exponents
    scale every parameter by its logarithm, which is what accelerates. Tables too large to be stored in full keep
    weight 1. O(n d K) per evaluation and network.
    docs/methods/bayesian-networks.md#accelerated-logistic-regression; Zaidi, Webb,
    Carman, Petitjean and Cerquides 2016 (the penalty is not theirs).

    Count, then optimise. structure: nb, tan or aode; penalty >= 0; max_iter: iterations, 0 is generative.

    smoothing: m_estimate or laplace (alpha > 0), or friedman (n0 > 0); prior_alpha > 0. Raises InputError for
    bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Zaidi, Webb, Carman, Petitjean & Cerquides 2016
    .. [2] docs/methods/bayesian-networks.md#accelerated-logistic-regression

    Examples
    --------
    >>> from naivebench.estimators import ALRAODE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ALRAODE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        structure: str = "aode",
        penalty: float = 0.1,
        max_iter: int = 50,
        smoothing: str = "m_estimate",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HillClimbingTAN(Learned, Estimator):
    """TAN by hill climbing on leave-one-out accuracy.

    Hill climbing from naive Bayes to a network in which every attribute has at most k parents besides the
    class. Each step adds the arc that raises the leave-one-out accuracy most, until none raises it.

    Parameters
    ----------
    k : int, default=1
        Largest number of parents of an attribute besides the class.
    smoothing : str, default='friedman'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each step adds the arc between two attributes with which most left-out cases are classified correctly, among
    those that close no cycle and leave at most k parents, while more are correct than before; ties go to the
    lower child, then to the lower parent. k = 1 is the hill climbing TAN of Keogh and Pazzani 1999 (HC-TAN),
    k = 0 naive Bayes; larger k is the wrapper form of KDB. O(d^2) candidates of O(n K) per step.
    docs/methods/bayesian-networks.md#hill-climbing-over-arcs.

    Climb and estimate. k >= 0; smoothing: friedman (n0 > 0), laplace or m_estimate (alpha > 0).

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Keogh & Pazzani 1999
    .. [2] docs/methods/bayesian-networks.md#hill-climbing-over-arcs

    Examples
    --------
    >>> from naivebench.estimators import HillClimbingTAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HillClimbingTAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        k: int = 1,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class SuperParentTAN(Learned, Estimator):
    """TAN by SuperParent.

    SuperParent TAN: a greedy search for a tree that starts at naive Bayes. It finds the attribute that helps
    most as a parent of all others, and gives it the one child that raises the accuracy most.

    Parameters
    ----------
    smoothing : str, default='friedman'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Orphans are attributes without a parent besides the class. Each step makes every attribute in turn the parent
    of all orphans (that are not above it) and takes the one with which most left-out cases are correct, the
    super-parent; then the arc from it to one orphan with which most are correct is kept, while more are correct
    than before. Ties go to the attribute that stands first. O(d) networks and O(d) arcs per step, where hill
    climbing over all arcs tries O(d^2). Keogh and Pazzani 1999;
    docs/methods/bayesian-networks.md#hill-climbing-over-arcs.

    Search and estimate. smoothing: friedman (n0 > 0), laplace or m_estimate (alpha > 0).

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Keogh & Pazzani 1999
    .. [2] docs/methods/bayesian-networks.md#hill-climbing-over-arcs

    Examples
    --------
    >>> from naivebench.estimators import SuperParentTAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = SuperParentTAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HillClimbingKDB(Learned, Estimator):
    """Two parents at most, by hill climbing on leave-one-out accuracy.

    Hill climbing from naive Bayes to a network in which every attribute has at most k parents besides the
    class. Each step adds the arc that raises the leave-one-out accuracy most, until none raises it.

    Parameters
    ----------
    k : int, default=2
        Largest number of parents of an attribute besides the class.
    smoothing : str, default='friedman'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each step adds the arc between two attributes with which most left-out cases are classified correctly, among
    those that close no cycle and leave at most k parents, while more are correct than before; ties go to the
    lower child, then to the lower parent. k = 1 is the hill climbing TAN of Keogh and Pazzani 1999 (HC-TAN),
    k = 0 naive Bayes; larger k is the wrapper form of KDB. O(d^2) candidates of O(n K) per step.
    docs/methods/bayesian-networks.md#hill-climbing-over-arcs.

    Climb and estimate. k >= 0; smoothing: friedman (n0 > 0), laplace or m_estimate (alpha > 0).

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] after Keogh & Pazzani 1999
    .. [2] Sahami 1996
    .. [3] docs/methods/bayesian-networks.md#hill-climbing-over-arcs

    Examples
    --------
    >>> from naivebench.estimators import HillClimbingKDB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HillClimbingKDB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        k: int = 2,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class AveragedTAN(Learned, Estimator):
    """Average over all trees of attributes.

    Model-averaged TAN: the average over all trees of attributes. Each tree counts with its posterior
    probability, and the average is exact.

    Parameters
    ----------
    strength : float, default=10.0
        Strength of the prior, in cases.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    With a uniform prior over the trees and Dirichlet priors that agree on what they share (s / (K r_u r_v) per
    cell of a pair, s / (K r_u) per value, s / K per class), a tree's posterior is a product of its edges, and so
    is what it says of a case, so that the sum over all m^(m-2) trees is a determinant (matrix-tree theorem):

        P(c, x) = P(c) prod_u P(x_u | c) * D(b_uv q_uv(c, x)) / D(b_uv),   D(w) = sum over trees of prod of edges
        b_uv = prod_c ML(u, v | c) / (ML(u | c) ML(v | c)),   q_uv = P(x_u, x_v | c) / (P(x_u | c) P(x_v | c))

    ML are marginal likelihoods. Attributes with a single value stand outside the trees. Counts of a pair are of
    the cases where both are observed; a missing or unseen value has no factor P(x_u | c), and q = 1 on its edges.
    Fit O(n m^2), predict O(n K m^3). docs/methods/bayesian-networks.md#model-averaged-tan; Cerquides and Lopez
    de Mantaras 2005.

    Count all pairs. strength > 0 (s), prior_alpha >= 0 (of P(c)).

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Cerquides & Lopez de Mantaras 2005
    .. [2] docs/methods/bayesian-networks.md#model-averaged-tan

    Examples
    --------
    >>> from naivebench.estimators import AveragedTAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AveragedTAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        strength: float = 10.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BNCHillClimbing(Learned, Estimator):
    """General Bayesian network by BIC, Markov blanket of the class.

    General Bayesian network used as a classifier: hill climbing by BIC or BDeu finds a network over the
    attributes and the class. Only the Markov blanket of the class decides about a case.

    Parameters
    ----------
    model_score : str, default='bic'
        Score of the structure: `bic` or `bdeu`.
    strength : float, default=1.0
        Strength of the prior, in cases.
    max_parents : int, default=4
        Largest number of parents of a variable, the class included.
    smoothing : str, default='friedman'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    From no arc, each step takes the arc to add, remove or turn round that raises the score of the network most;
    ties go to the first in the order of additions, removals, turns, each by child and then parent. The score is a
    sum over families of the log likelihood less (ln n) / 2 per parameter (bic), or of the log marginal likelihood
    with Dirichlet parameters s / (q r) (bdeu). Missing is a value more while the structure is learned. Then

        P(c | x) proportional to P(c | parents of c) prod over children j of c of P(x_j | c, other parents of j)

    with tables as in bn_classifiers.helpers.families; the class given its parents takes the longest
    prefix of its parents that is observed and occurs: (N_{c,pa} + n0 P(c)) / (N_pa + n0). O(d^2) families of
    O(n log n) at first, O(d) after each step. docs/methods/bayesian-networks.md#general-bayesian-network;
    Heckerman, Geiger and Chickering 1995; Friedman, Geiger and Goldszmidt 1997.

    Learn network and tables. score: bic or bdeu (strength > 0); max_parents >= 0 of every variable, the
    class counted as one; others as in `families.fit_parameters`. Raises InputError for bad parameters and for
    attributes that are not discrete.

    References
    ----------
    .. [1] Friedman, Geiger & Goldszmidt 1997
    .. [2] docs/methods/bayesian-networks.md#general-bayesian-network

    Examples
    --------
    >>> from naivebench.estimators import BNCHillClimbing
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BNCHillClimbing().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        model_score: str = "bic",
        strength: float = 1.0,
        max_parents: int = 4,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BNCHillClimbingBDeu(Learned, Estimator):
    """General Bayesian network by BDeu, Markov blanket of the class.

    General Bayesian network used as a classifier: hill climbing by BIC or BDeu finds a network over the
    attributes and the class. Only the Markov blanket of the class decides about a case.

    Parameters
    ----------
    model_score : str, default='bdeu'
        Score of the structure: `bic` or `bdeu`.
    strength : float, default=1.0
        Strength of the prior, in cases.
    max_parents : int, default=4
        Largest number of parents of a variable, the class included.
    smoothing : str, default='friedman'
        Formula of the smoothing: `friedman` (weight `n0`), `laplace` or `m_estimate` (both with
        `alpha`).
    n0 : float, default=5.0
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    From no arc, each step takes the arc to add, remove or turn round that raises the score of the network most;
    ties go to the first in the order of additions, removals, turns, each by child and then parent. The score is a
    sum over families of the log likelihood less (ln n) / 2 per parameter (bic), or of the log marginal likelihood
    with Dirichlet parameters s / (q r) (bdeu). Missing is a value more while the structure is learned. Then

        P(c | x) proportional to P(c | parents of c) prod over children j of c of P(x_j | c, other parents of j)

    with tables as in bn_classifiers.helpers.families; the class given its parents takes the longest
    prefix of its parents that is observed and occurs: (N_{c,pa} + n0 P(c)) / (N_pa + n0). O(d^2) families of
    O(n log n) at first, O(d) after each step. docs/methods/bayesian-networks.md#general-bayesian-network;
    Heckerman, Geiger and Chickering 1995; Friedman, Geiger and Goldszmidt 1997.

    Learn network and tables. score: bic or bdeu (strength > 0); max_parents >= 0 of every variable, the
    class counted as one; others as in `families.fit_parameters`. Raises InputError for bad parameters and for
    attributes that are not discrete.

    References
    ----------
    .. [1] Heckerman, Geiger & Chickering 1995
    .. [2] docs/methods/bayesian-networks.md#general-bayesian-network

    Examples
    --------
    >>> from naivebench.estimators import BNCHillClimbingBDeu
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BNCHillClimbingBDeu().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        model_score: str = "bdeu",
        strength: float = 1.0,
        max_parents: int = 4,
        smoothing: str = "friedman",
        n0: float = 5.0,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class ResubstitutionNB(Learned, Estimator):
    """Naive Bayes, judged on the cases themselves where each is left out.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm looks for the probabilities that classify best.

    Parameters
    ----------
    z : float, default=0
        Half the width of the intervals, in standard errors.
    population : int, default=1
        Number of candidates that are kept.
    selected : int, default=1
        Number of candidates that the next generation is learned from.
    offspring : int, default=1
        Number of new candidates per generation.
    max_generations : int, default=0
        Largest number of generations.
    repair : str, default='projection'
        How moved probabilities get the sum 1: `projection`, `remainder` or `renormalise`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(x_j = v | c) in p +- z sqrt(p (1 - p) / N_c),   P(c) in p +- z sqrt(p (1 - p) / N)

    with the Laplace estimates p. An estimation of distribution algorithm looks for the valid tuple (all
    distributions sum to one) that classifies most training cases correctly. Doubtful points are options: how
    tuples are made valid, and what leave-one-out means for a fixed tuple. See interval_search;
    docs/methods/semi-naive.md#interval-estimation-naive-bayes.

    Search on the cases of known class.

    alpha, prior_alpha: pseudo-counts of the estimates. The result does not depend on `threads`. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] beside IENB of Robles et al. 2003
    .. [2] docs/methods/semi-naive.md#interval-estimation-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import ResubstitutionNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ResubstitutionNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        z: float = 0,
        population: int = 1,
        selected: int = 1,
        offspring: int = 1,
        max_generations: int = 0,
        repair: str = "projection",
        fitness: str = "resubstitution",
        start: str = "random",
        optimiser: str = "umdac",
        patience: int | None = None,
        stop: str = "unchanged",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class FSSJ(Learned, Estimator):
    """Forward sequential selection and joining.

    Forward sequential selection and joining (FSSJ): naive Bayes on some attributes, of which some are joined
    into one. The search starts without attributes, and each step adds one or joins it to a group.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    tie_rule : str, default='add_first'
        Which of equally good moves is taken: `add_first`, `join_first`, or `by_attribute` for that of
        the lower attribute.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each step evaluates every unused attribute, as a group of its own and joined to each group, by leave-one-out
    accuracy, and takes the best while it is better than before. Ties (tie_rule): add_first takes an addition
    before a join, as the paper lists them, then the lower attribute, then the earlier group; join_first a join
    before an addition; by_attribute takes the lower attribute, then its joins before its addition. O(d G)
    candidates of O(n K) each per step. Pazzani 1996; Robles et al. 2003, Table 5;
    docs/methods/semi-naive.md#forward-sequential-selection-and-joining.

    Search on `train`, then estimate. alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see
    `partition`.

    tie_rule: add_first, join_first or by_attribute; threads change the time, not the result. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Pazzani 1996
    .. [2] docs/methods/semi-naive.md#forward-sequential-selection-and-joining

    Examples
    --------
    >>> from naivebench.estimators import FSSJ
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = FSSJ().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        tie_rule: str = "add_first",
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BSEJ(Learned, Estimator):
    """Backward sequential elimination and joining.

    Backward sequential elimination and joining (BSEJ): naive Bayes in which some attributes are left out and
    some are joined into one. The search starts at naive Bayes, and each step deletes an attribute or joins two
    groups.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    tie_rule : str, default='join_first'
        Which of equally good moves is taken: `join_first`, `delete_first`, or `by_attribute` for that
        of the lower attribute.
    join_with : str, default='any'
        Join `any` two groups, or only with a `single` attribute.
    delete_member : bool, default=False
        A deletion takes one attribute out of its group instead of the whole group.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each step evaluates every allowed join of two groups (join_with: `any`, or `single`, one of them is a single
    attribute) and every deletion of a group (with delete_member: of one attribute out of its group), by
    leave-one-out accuracy, and takes the best while it is better than before. Ties (tie_rule): join_first takes a
    join before a deletion, then the lower groups or attribute; by_attribute takes the lower attribute, then its
    joins with later groups before its deletion. O(d^2) candidates of O(n K) each per step. Pazzani 1996; Robles
    et al. 2003, Table 5; docs/methods/semi-naive.md#backward-sequential-elimination-and-joining.

    Robles et al. join "a given pair of attributes (used by the classifier)" and delete "one attribute (used by
    the classifier)"; a joined attribute is one that the classifier uses, hence the defaults. Their figures on
    chess and corral come out with `single` only, that on segment with delete_member only.

    Search on `train`, then estimate. alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see
    `partition`.

    tie_rule: join_first, by_attribute or delete_first; join_with: single or any, delete_member: see
    `Options`; threads change the time, not the result. Raises InputError for bad parameters and for
    attributes that are not discrete.

    References
    ----------
    .. [1] Pazzani 1996
    .. [2] docs/methods/semi-naive.md#backward-sequential-elimination-and-joining

    Examples
    --------
    >>> from naivebench.estimators import BSEJ
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BSEJ().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        tie_rule: str = "join_first",
        join_with: str = "any",
        delete_member: bool = False,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BSEJRestarts(Learned, Estimator):
    """BSEJ from random partitions, best of many.

    BSEJ from many random starts, of which the best result is kept. It has the same number of evaluations as
    Pazzani-EDA and is its control: a better search needs to beat simple restarts.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    tie_rule : str, default='join_first'
        Which of equally good moves is taken: `join_first`, `delete_first`, or `by_attribute` for that
        of the lower attribute.
    join_with : str, default='any'
        Join `any` two groups, or only with a `single` attribute.
    delete_member : bool, default=False
        A deletion takes one attribute out of its group instead of the whole group.
    restarts : int, default=1000
        Largest number of random starts.
    evaluations : int or None, default=None
        Number of candidates that are evaluated; without one, as many as Pazzani-EDA takes.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The first climb starts from naive Bayes and is BSEJ itself, the others from individuals that are uniform over
    the numbers 0..d of each attribute's group, as in the first population of Pazzani-EDA. Unless a number is
    given, the budget is what Pazzani-EDA takes on the same cases.

    Search on `train`, then estimate. restarts >= 0, evaluations >= 1 or None: see `search`; the other
    parameters as in `bsej`.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] control for Robles et al. 2003

    Examples
    --------
    >>> from naivebench.estimators import BSEJRestarts
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BSEJRestarts().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        tie_rule: str = "join_first",
        join_with: str = "any",
        delete_member: bool = False,
        restarts: int = 1000,
        evaluations: int | None = None,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class PazzaniEDA(Learned, Estimator):
    """Joined attributes by an estimation of distribution algorithm.

    Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
    estimation of distribution algorithm, not a greedy search, looks for the best groups.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    optimiser : str, default='umda'
        Algorithm of the search: `umda`, `mimic` or `ebna`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    canonical : bool, default=False
        Learn from one form of every partition instead of all numberings of its groups.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    An individual has one gene per attribute, the number 1..d of its group or 0 = not used; equal numbers form a
    group. Fitness is the leave-one-out accuracy of naive Bayes on the groups. With `canonical` partitions are
    written in one form (groups numbered by first occurrence) before the distribution is learned, since otherwise
    the same partition votes for different numbers. Robles et al. 2003, Table 6, learn from them as they are;
    docs/methods/semi-naive.md#pazzani-eda and docs/methods/edas.md#eda-loop.

    Search on `train`, then estimate. alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see
    `partition`.

    optimiser: umda, mimic, ebna or random, with its sizes and stopping rule (`edas.optimise`); start: the
    first population is random, or has naive Bayes in it; canonical: learn from one form of every partition;
    threads change the time, not the result. Raises InputError for bad
    parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003
    .. [2] docs/methods/semi-naive.md#pazzani-eda

    Examples
    --------
    >>> from naivebench.estimators import PazzaniEDA
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = PazzaniEDA().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        optimiser: str = "umda",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        start: str = "random",
        canonical: bool = False,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class PazzaniMIMIC(Learned, Estimator):
    """Joined attributes by MIMIC.

    Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
    estimation of distribution algorithm, not a greedy search, looks for the best groups.

    Parameters
    ----------
    optimiser : str, default='mimic'
        Algorithm of the search: `umda`, `mimic` or `ebna`.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    canonical : bool, default=False
        Learn from one form of every partition instead of all numberings of its groups.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    An individual has one gene per attribute, the number 1..d of its group or 0 = not used; equal numbers form a
    group. Fitness is the leave-one-out accuracy of naive Bayes on the groups. With `canonical` partitions are
    written in one form (groups numbered by first occurrence) before the distribution is learned, since otherwise
    the same partition votes for different numbers. Robles et al. 2003, Table 6, learn from them as they are;
    docs/methods/semi-naive.md#pazzani-eda and docs/methods/edas.md#eda-loop.

    Search on `train`, then estimate. alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see
    `partition`.

    optimiser: umda, mimic, ebna or random, with its sizes and stopping rule (`edas.optimise`); start: the
    first population is random, or has naive Bayes in it; canonical: learn from one form of every partition;
    threads change the time, not the result. Raises InputError for bad
    parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003, section 3.2
    .. [2] docs/methods/semi-naive.md#pazzani-eda

    Examples
    --------
    >>> from naivebench.estimators import PazzaniMIMIC
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = PazzaniMIMIC().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        optimiser: str = "mimic",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        start: str = "random",
        canonical: bool = False,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class PazzaniEBNA(Learned, Estimator):
    """Joined attributes by EBNA.

    Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
    estimation of distribution algorithm, not a greedy search, looks for the best groups.

    Parameters
    ----------
    optimiser : str, default='ebna'
        Algorithm of the search: `umda`, `mimic` or `ebna`.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    canonical : bool, default=False
        Learn from one form of every partition instead of all numberings of its groups.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    An individual has one gene per attribute, the number 1..d of its group or 0 = not used; equal numbers form a
    group. Fitness is the leave-one-out accuracy of naive Bayes on the groups. With `canonical` partitions are
    written in one form (groups numbered by first occurrence) before the distribution is learned, since otherwise
    the same partition votes for different numbers. Robles et al. 2003, Table 6, learn from them as they are;
    docs/methods/semi-naive.md#pazzani-eda and docs/methods/edas.md#eda-loop.

    Search on `train`, then estimate. alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see
    `partition`.

    optimiser: umda, mimic, ebna or random, with its sizes and stopping rule (`edas.optimise`); start: the
    first population is random, or has naive Bayes in it; canonical: learn from one form of every partition;
    threads change the time, not the result. Raises InputError for bad
    parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003, section 3.2
    .. [2] docs/methods/semi-naive.md#pazzani-eda

    Examples
    --------
    >>> from naivebench.estimators import PazzaniEBNA
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = PazzaniEBNA().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        optimiser: str = "ebna",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        start: str = "random",
        canonical: bool = False,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class RandomStructure(Learned, Estimator):
    """Joined attributes by random search of equal cost.

    Random search over partitions of the attributes, with as many evaluations as Pazzani-EDA. It is the control
    of Pazzani-EDA: a better search needs to beat random tries.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    evaluations : int or None, default=None
        Number of candidates that are evaluated; without one, as many as Pazzani-EDA takes.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Every individual is uniform over the numbers 0..d of each attribute's group, as in the first population of
    Pazzani-EDA; the best by leave-one-out accuracy is kept.

    Evaluate `evaluations` individuals (rounded up to a multiple of 500 if above), then estimate from the
    best. None: as many as a Pazzani-EDA, run for this number with a stream of its own.

    alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see `partition`; threads change the time, not
    the result. Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] control for Robles et al. 2003

    Examples
    --------
    >>> from naivebench.estimators import RandomStructure
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = RandomStructure().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        evaluations: int | None = None,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class IterativeBayes(Learned, Estimator):
    """Iterative Bayes.

    Iterative Bayes (Gama 1999): naive Bayes whose table is corrected case by case. Passes over the training
    cases continue while the mean uncertainty of the predictions falls.

    Parameters
    ----------
    table : str, default='probability'
        What is corrected: `probability` or `counts`.
    renormalise : bool, default=False
        Scale corrected probabilities so that they sum to 1.
    max_iterations : int, default=10
        Largest number of passes.
    order : str, default='file'
        Order of the cases: `file` or `shuffled`.
    floor : float, default=0.01
        Smallest value of a corrected entry.
    increment : str, default='confidence'
        Formula of the correction: `confidence`, or `printed` as Robles et al. print it.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        for each case (x, y), in file order: h = the most probable class, delta = (1 - P(h | x)) / K, negative
            if h is wrong;
        at every observed value of x: + delta for class h, - delta / 2 for all other classes, no entry below 0.01
        passes go on, at most 10, while the mean of 1 - max P(c | x) over the training cases falls; a pass
            that does not
        lower it is undone

    The class prior stays. The criterion is confidence, not accuracy: it can fall while the error rises. Robles et
    al. 2003 print 1.0 - p / K for delta; that reading is `increment: printed`.
    docs/methods/semi-naive.md#iterative-bayes.

    Tune the table on all cases of known class. Parameters: see `Options`. O(n d K) per pass.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Gama 1999
    .. [2] Robles et al. 2003
    .. [3] docs/methods/semi-naive.md#iterative-bayes

    Examples
    --------
    >>> from naivebench.estimators import IterativeBayes
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IterativeBayes().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        table: str = "probability",
        renormalise: bool = False,
        max_iterations: int = 10,
        order: str = "file",
        floor: float = 0.01,
        increment: str = "confidence",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IterativeBayesCounts(Learned, Estimator):
    """Iterative Bayes on counts.

    Iterative Bayes (Gama 1999): naive Bayes whose table is corrected case by case. Passes over the training
    cases continue while the mean uncertainty of the predictions falls.

    Parameters
    ----------
    table : str, default='counts'
        What is corrected: `probability` or `counts`.
    renormalise : bool, default=False
        Scale corrected probabilities so that they sum to 1.
    max_iterations : int, default=10
        Largest number of passes.
    order : str, default='file'
        Order of the cases: `file` or `shuffled`.
    floor : float, default=0.01
        Smallest value of a corrected entry.
    increment : str, default='confidence'
        Formula of the correction: `confidence`, or `printed` as Robles et al. print it.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        for each case (x, y), in file order: h = the most probable class, delta = (1 - P(h | x)) / K, negative
            if h is wrong;
        at every observed value of x: + delta for class h, - delta / 2 for all other classes, no entry below 0.01
        passes go on, at most 10, while the mean of 1 - max P(c | x) over the training cases falls; a pass
            that does not
        lower it is undone

    The class prior stays. The criterion is confidence, not accuracy: it can fall while the error rises. Robles et
    al. 2003 print 1.0 - p / K for delta; that reading is `increment: printed`.
    docs/methods/semi-naive.md#iterative-bayes.

    Tune the table on all cases of known class. Parameters: see `Options`. O(n d K) per pass.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Gama 1999
    .. [2] docs/methods/semi-naive.md#iterative-bayes

    Examples
    --------
    >>> from naivebench.estimators import IterativeBayesCounts
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IterativeBayesCounts().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        table: str = "counts",
        renormalise: bool = False,
        max_iterations: int = 10,
        order: str = "file",
        floor: float = 0.01,
        increment: str = "confidence",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IterativeBayesPrinted(Learned, Estimator):
    """Iterative Bayes with the increment as Robles et al. print it.

    Iterative Bayes (Gama 1999): naive Bayes whose table is corrected case by case. Passes over the training
    cases continue while the mean uncertainty of the predictions falls.

    Parameters
    ----------
    increment : str, default='printed'
        Formula of the correction: `confidence`, or `printed` as Robles et al. print it.
    table : str, default='probability'
        What is corrected: `probability` or `counts`.
    renormalise : bool, default=False
        Scale corrected probabilities so that they sum to 1.
    max_iterations : int, default=10
        Largest number of passes.
    order : str, default='file'
        Order of the cases: `file` or `shuffled`.
    floor : float, default=0.01
        Smallest value of a corrected entry.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        for each case (x, y), in file order: h = the most probable class, delta = (1 - P(h | x)) / K, negative
            if h is wrong;
        at every observed value of x: + delta for class h, - delta / 2 for all other classes, no entry below 0.01
        passes go on, at most 10, while the mean of 1 - max P(c | x) over the training cases falls; a pass
            that does not
        lower it is undone

    The class prior stays. The criterion is confidence, not accuracy: it can fall while the error rises. Robles et
    al. 2003 print 1.0 - p / K for delta; that reading is `increment: printed`.
    docs/methods/semi-naive.md#iterative-bayes.

    Tune the table on all cases of known class. Parameters: see `Options`. O(n d K) per pass.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003
    .. [2] docs/methods/semi-naive.md#iterative-bayes

    Examples
    --------
    >>> from naivebench.estimators import IterativeBayesPrinted
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IterativeBayesPrinted().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 2, 2])
    """

    def __init__(
        self,
        *,
        increment: str = "printed",
        table: str = "probability",
        renormalise: bool = False,
        max_iterations: int = 10,
        order: str = "file",
        floor: float = 0.01,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBC(Learned, Estimator):
    """Adjusted probability naive Bayes.

    Adjusted probability naive Bayes (Webb and Pazzani 1998): the probability of each class is multiplied by a
    weight. Hill climbing on the accuracy finds the weights.

    Parameters
    ----------
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c | x) proportional to w_c P(c) prod P(x_j | c)

    The last class keeps weight 1. Two classes: the exact optimum over the one ratio that matters. More classes:
    from all weights 1, in each step the best change of a single weight, as long as accuracy rises.
    docs/methods/semi-naive.md#adjusted-probability-naive-bayes.

    Naive Bayes, then weights. fitness: accuracy on the training cases, by resubstitution or leave_one_out.

    alpha, prior_alpha, smoothing: see naive_bayes.nb. Raises InputError for bad parameters. O(n K^2 log n)
    per step.

    References
    ----------
    .. [1] Webb & Pazzani 1998
    .. [2] docs/methods/semi-naive.md#adjusted-probability-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import APNBC
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = APNBC().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        fitness: str = "resubstitution",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 1.0,
        smoothing: str = "laplace",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBCEDA(Learned, Estimator):
    """APNBC by UMDAc.

    APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
    multiplied by a weight. An estimation of distribution algorithm looks for the weights.

    Parameters
    ----------
    largest_weight : float, default=5
        Largest weight of a class.
    fitness : str, default='leave_one_out'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    K - 1 genes in [0, 5], the last class has weight 1; fitness is the leave-one-out accuracy. The leave-one-out
    scores do not depend on the weights, so they are computed once and an evaluation costs O(n K). The last class
    cannot weigh less than 1/5 of another one, so the result depends on the order of the classes.
    docs/methods/semi-naive.md#apnbc-by-an-eda and docs/methods/edas.md#eda-loop.

    Naive Bayes, then a search of the weights. fitness: leave_one_out or resubstitution; the search: see
    edas.optimise. start: the first population is random, or has weights of 1 in it.

    Raises InputError for bad parameters. The result does not depend on `threads`.

    References
    ----------
    .. [1] Robles et al. 2003
    .. [2] docs/methods/semi-naive.md#apnbc-by-an-eda

    Examples
    --------
    >>> from naivebench.estimators import APNBCEDA
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = APNBCEDA().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        largest_weight: float = 5,
        fitness: str = "leave_one_out",
        optimiser: str = "umdac",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        start: str = "random",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 1.0,
        smoothing: str = "laplace",
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBCMIMICc(Learned, Estimator):
    """APNBC by MIMICc.

    APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
    multiplied by a weight. An estimation of distribution algorithm looks for the weights.

    Parameters
    ----------
    largest_weight : float, default=5
        Largest weight of a class.
    optimiser : str, default='mimicc'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    fitness : str, default='leave_one_out'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    K - 1 genes in [0, 5], the last class has weight 1; fitness is the leave-one-out accuracy. The leave-one-out
    scores do not depend on the weights, so they are computed once and an evaluation costs O(n K). The last class
    cannot weigh less than 1/5 of another one, so the result depends on the order of the classes.
    docs/methods/semi-naive.md#apnbc-by-an-eda and docs/methods/edas.md#eda-loop.

    Naive Bayes, then a search of the weights. fitness: leave_one_out or resubstitution; the search: see
    edas.optimise. start: the first population is random, or has weights of 1 in it.

    Raises InputError for bad parameters. The result does not depend on `threads`.

    References
    ----------
    .. [1] Robles et al. 2003, section 3.3
    .. [2] docs/methods/semi-naive.md#apnbc-by-an-eda

    Examples
    --------
    >>> from naivebench.estimators import APNBCMIMICc
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = APNBCMIMICc().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        largest_weight: float = 5,
        optimiser: str = "mimicc",
        fitness: str = "leave_one_out",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        start: str = "random",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 1.0,
        smoothing: str = "laplace",
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBCEGNA(Learned, Estimator):
    """APNBC by EGNA.

    APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
    multiplied by a weight. An estimation of distribution algorithm looks for the weights.

    Parameters
    ----------
    largest_weight : float, default=5
        Largest weight of a class.
    optimiser : str, default='egna'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    fitness : str, default='leave_one_out'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    K - 1 genes in [0, 5], the last class has weight 1; fitness is the leave-one-out accuracy. The leave-one-out
    scores do not depend on the weights, so they are computed once and an evaluation costs O(n K). The last class
    cannot weigh less than 1/5 of another one, so the result depends on the order of the classes.
    docs/methods/semi-naive.md#apnbc-by-an-eda and docs/methods/edas.md#eda-loop.

    Naive Bayes, then a search of the weights. fitness: leave_one_out or resubstitution; the search: see
    edas.optimise. start: the first population is random, or has weights of 1 in it.

    Raises InputError for bad parameters. The result does not depend on `threads`.

    References
    ----------
    .. [1] Robles et al. 2003, section 3.3
    .. [2] docs/methods/semi-naive.md#apnbc-by-an-eda

    Examples
    --------
    >>> from naivebench.estimators import APNBCEGNA
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = APNBCEGNA().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        largest_weight: float = 5,
        optimiser: str = "egna",
        fitness: str = "leave_one_out",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        start: str = "random",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 1.0,
        smoothing: str = "laplace",
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENB(Learned, Estimator):
    """Interval estimation naive Bayes.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm looks for the probabilities that classify best.

    Parameters
    ----------
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How moved probabilities get the sum 1: `projection`, `remainder` or `renormalise`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(x_j = v | c) in p +- z sqrt(p (1 - p) / N_c),   P(c) in p +- z sqrt(p (1 - p) / N)

    with the Laplace estimates p. An estimation of distribution algorithm looks for the valid tuple (all
    distributions sum to one) that classifies most training cases correctly. Doubtful points are options: how
    tuples are made valid, and what leave-one-out means for a fixed tuple. See interval_search;
    docs/methods/semi-naive.md#interval-estimation-naive-bayes.

    Search on the cases of known class.

    alpha, prior_alpha: pseudo-counts of the estimates. The result does not depend on `threads`. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003
    .. [2] docs/methods/semi-naive.md#interval-estimation-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import IENB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IENB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        z: float = 1.96,
        repair: str = "projection",
        fitness: str = "resubstitution",
        start: str = "random",
        optimiser: str = "umdac",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENBLeaveOneOut(Learned, Estimator):
    """IENB with intervals made without each case.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm looks for the probabilities that classify best.

    Parameters
    ----------
    fitness : str, default='leave_one_out'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How moved probabilities get the sum 1: `projection`, `remainder` or `renormalise`.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(x_j = v | c) in p +- z sqrt(p (1 - p) / N_c),   P(c) in p +- z sqrt(p (1 - p) / N)

    with the Laplace estimates p. An estimation of distribution algorithm looks for the valid tuple (all
    distributions sum to one) that classifies most training cases correctly. Doubtful points are options: how
    tuples are made valid, and what leave-one-out means for a fixed tuple. See interval_search;
    docs/methods/semi-naive.md#interval-estimation-naive-bayes.

    Search on the cases of known class.

    alpha, prior_alpha: pseudo-counts of the estimates. The result does not depend on `threads`. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] after Robles et al. 2003
    .. [2] docs/methods/semi-naive.md#interval-estimation-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import IENBLeaveOneOut
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IENBLeaveOneOut().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        fitness: str = "leave_one_out",
        z: float = 1.96,
        repair: str = "projection",
        start: str = "random",
        optimiser: str = "umdac",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENBMIMICc(Learned, Estimator):
    """IENB by MIMICc.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm looks for the probabilities that classify best.

    Parameters
    ----------
    optimiser : str, default='mimicc'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How moved probabilities get the sum 1: `projection`, `remainder` or `renormalise`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(x_j = v | c) in p +- z sqrt(p (1 - p) / N_c),   P(c) in p +- z sqrt(p (1 - p) / N)

    with the Laplace estimates p. An estimation of distribution algorithm looks for the valid tuple (all
    distributions sum to one) that classifies most training cases correctly. Doubtful points are options: how
    tuples are made valid, and what leave-one-out means for a fixed tuple. See interval_search;
    docs/methods/semi-naive.md#interval-estimation-naive-bayes.

    Search on the cases of known class.

    alpha, prior_alpha: pseudo-counts of the estimates. The result does not depend on `threads`. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003, section 3.3
    .. [2] docs/methods/semi-naive.md#interval-estimation-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import IENBMIMICc
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IENBMIMICc().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        optimiser: str = "mimicc",
        z: float = 1.96,
        repair: str = "projection",
        fitness: str = "resubstitution",
        start: str = "random",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENBEGNA(Learned, Estimator):
    """IENB by EGNA.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm looks for the probabilities that classify best.

    Parameters
    ----------
    optimiser : str, default='egna'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How moved probabilities get the sum 1: `projection`, `remainder` or `renormalise`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(x_j = v | c) in p +- z sqrt(p (1 - p) / N_c),   P(c) in p +- z sqrt(p (1 - p) / N)

    with the Laplace estimates p. An estimation of distribution algorithm looks for the valid tuple (all
    distributions sum to one) that classifies most training cases correctly. Doubtful points are options: how
    tuples are made valid, and what leave-one-out means for a fixed tuple. See interval_search;
    docs/methods/semi-naive.md#interval-estimation-naive-bayes.

    Search on the cases of known class.

    alpha, prior_alpha: pseudo-counts of the estimates. The result does not depend on `threads`. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003, section 3.3
    .. [2] docs/methods/semi-naive.md#interval-estimation-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import IENBEGNA
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = IENBEGNA().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        optimiser: str = "egna",
        z: float = 1.96,
        repair: str = "projection",
        fitness: str = "resubstitution",
        start: str = "random",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class PazzaniIENB(Learned, Estimator):
    """Pazzani-EDA, then IENB.

    Pazzani-EDA followed by IENB: first attributes are joined or left out, then the probabilities of these
    groups move inside their confidence intervals. Robles et al. (2003) propose this combination as further work.

    Parameters
    ----------
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How moved probabilities get the sum 1: `projection`, `remainder` or `renormalise`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    start : str, default='random'
        First population: `random`, or `naive_bayes` to put naive Bayes into it.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    population : int, default=500
        Number of candidates that are kept.
    selected : int, default=500
        Number of candidates that the next generation is learned from.
    offspring : int, default=1000
        Number of new candidates per generation.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
    stop : str, default='unchanged'
        When the search ends: `unchanged`, `equal` or `never` before the last generation.
    structure_optimiser : str, default='umda'
        Algorithm of the search for groups: `umda`, `mimic` or `ebna`.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    join_missing : str, default='skip'
        A joined value is missing if a part is (`skip`), or missing is a value (`value`).
    smoothing_cells : str, default='product'
        Number of joined values in the smoothing: the `product`, or those `observed`.
    threads : int, default=1
        Number of threads: changes the time, not the result.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    First the partition of the attributes is searched (pazzani_eda) and frozen, then the probabilities of the
    joint values within their intervals (ienb). All combinations of a group's values that no training case has
    share one gene, since their intervals are equal and no training case tells them apart. Two searches on the
    same cases: judge it by an outer loop. docs/methods/semi-naive.md#pazzani-eda-then-ienb.

    Search groups, then probabilities; sizes, stopping rule and start serve both searches.

    z, repair, fitness, optimiser: see ienb (fitness concerns the probabilities; groups are judged by
    leave-one-out). join_missing, smoothing_cells: see partition. The result does not depend on `threads`.
    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Robles et al. 2003, section 6
    .. [2] docs/methods/semi-naive.md#pazzani-eda-then-ienb

    Examples
    --------
    >>> from naivebench.estimators import PazzaniIENB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = PazzaniIENB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        z: float = 1.96,
        repair: str = "projection",
        fitness: str = "resubstitution",
        start: str = "random",
        optimiser: str = "umdac",
        population: int = 500,
        selected: int = 500,
        offspring: int = 1000,
        patience: int | None = None,
        max_generations: int = 105,
        stop: str = "unchanged",
        structure_optimiser: str = "umda",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        join_missing: str = "skip",
        smoothing_cells: str = "product",
        threads: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class VonMisesNB(Joint, IncrementalEstimator):
    """Von Mises naive Bayes (angles von Mises, numbers Gaussian, values counted).

    Von Mises naive Bayes: angles have a von Mises density per class, numbers a normal one, and other
    attributes are counted. An angle just below 360 degrees is thus near one just above 0.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    estimator : str, default='exact'
        Estimator of the concentration: `exact` (maximum likelihood), `sra`, `best_fisher` or, for
        angles alone, `circstat`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over observed j of log f(x_j | c) + const

    f is a von Mises density for an angular attribute, a Gaussian for a linear one, a smoothed frequency for a
    nominal or ordinal one; the prior is n_c / n. Rotating all angles of an attribute changes no prediction. Fit
    O(n d), predict O(n d K). Lopez-Cruz, Bielza and Larranaga 2013;
    docs/methods/directional.md#von-mises-naive-bayes.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] docs/methods/directional.md#von-mises-naive-bayes

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

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        estimator: str = "exact",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class VonMisesFisherNB(Joint, Estimator):
    """Von Mises-Fisher naive Bayes (angles and directions alone).

    Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
    Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    covariance : str, default='independent'
        Covariance of the numbers: `independent`, `full` (per class) or `pooled` (shared).
    estimator : str, default='exact'
        Estimator of the concentration: `exact` (maximum likelihood), `sra`, `best_fisher` or, for
        angles alone, `circstat`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + log N(x_linear; mu_c, Sigma_c)
                       + sum over angular j of log vM(x_j | c) + sum over directions j of log vMF(x_j | c) + const

    covariance of the linear attributes: independent (as in `vmnb`), full (one matrix per class) or pooled (one
    for all classes: their part of the boundary is linear). Missing values are left out, in the Gaussian block by
    marginalising. With directions alone it is von Mises-Fisher naive Bayes, id `vmfnb`. Lopez-Cruz, Bielza and
    Larranaga 2013, sections 3.3 to 3.5; docs/methods/directional.md#von-mises-fisher-naive-bayes and
    docs/methods/directional.md#hybrid-naive-bayes.

    Maximum likelihood. covariance: independent, full or pooled; estimator: exact, sra or best_fisher;
    kappa_cap: largest concentration.

    var_floor: smallest variance (eigenvalue) in units of the overall variance; variance_divisor and gap_floor
    serve independent only. Raises InputError for bad parameters and for count and sequence attributes.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] docs/methods/directional.md#von-mises-fisher-naive-bayes

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import VonMisesFisherNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = VonMisesFisherNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "independent",
        estimator: str = "exact",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HybridNB(Joint, Estimator):
    """Hybrid Gaussian, von Mises(-Fisher) and discrete naive Bayes.

    Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
    Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    covariance : str, default='independent'
        Covariance of the numbers: `independent`, `full` (per class) or `pooled` (shared).
    estimator : str, default='exact'
        Estimator of the concentration: `exact` (maximum likelihood), `sra`, `best_fisher` or, for
        angles alone, `circstat`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + log N(x_linear; mu_c, Sigma_c)
                       + sum over angular j of log vM(x_j | c) + sum over directions j of log vMF(x_j | c) + const

    covariance of the linear attributes: independent (as in `vmnb`), full (one matrix per class) or pooled (one
    for all classes: their part of the boundary is linear). Missing values are left out, in the Gaussian block by
    marginalising. With directions alone it is von Mises-Fisher naive Bayes, id `vmfnb`. Lopez-Cruz, Bielza and
    Larranaga 2013, sections 3.3 to 3.5; docs/methods/directional.md#von-mises-fisher-naive-bayes and
    docs/methods/directional.md#hybrid-naive-bayes.

    Maximum likelihood. covariance: independent, full or pooled; estimator: exact, sra or best_fisher;
    kappa_cap: largest concentration.

    var_floor: smallest variance (eigenvalue) in units of the overall variance; variance_divisor and gap_floor
    serve independent only. Raises InputError for bad parameters and for count and sequence attributes.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] docs/methods/directional.md#von-mises-fisher-naive-bayes

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import HybridNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = HybridNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "independent",
        estimator: str = "exact",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HybridFullNB(Joint, Estimator):
    """Hybrid naive Bayes, a full covariance of the linear attributes per class.

    Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
    Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    covariance : str, default='full'
        Covariance of the numbers: `independent`, `full` (per class) or `pooled` (shared).
    estimator : str, default='exact'
        Estimator of the concentration: `exact` (maximum likelihood), `sra`, `best_fisher` or, for
        angles alone, `circstat`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + log N(x_linear; mu_c, Sigma_c)
                       + sum over angular j of log vM(x_j | c) + sum over directions j of log vMF(x_j | c) + const

    covariance of the linear attributes: independent (as in `vmnb`), full (one matrix per class) or pooled (one
    for all classes: their part of the boundary is linear). Missing values are left out, in the Gaussian block by
    marginalising. With directions alone it is von Mises-Fisher naive Bayes, id `vmfnb`. Lopez-Cruz, Bielza and
    Larranaga 2013, sections 3.3 to 3.5; docs/methods/directional.md#von-mises-fisher-naive-bayes and
    docs/methods/directional.md#hybrid-naive-bayes.

    Maximum likelihood. covariance: independent, full or pooled; estimator: exact, sra or best_fisher;
    kappa_cap: largest concentration.

    var_floor: smallest variance (eigenvalue) in units of the overall variance; variance_divisor and gap_floor
    serve independent only. Raises InputError for bad parameters and for count and sequence attributes.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] docs/methods/directional.md#von-mises-fisher-naive-bayes

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import HybridFullNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = HybridFullNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "full",
        estimator: str = "exact",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HybridPooledNB(Joint, Estimator):
    """Hybrid naive Bayes, one covariance of the linear attributes for all classes.

    Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
    Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    covariance : str, default='pooled'
        Covariance of the numbers: `independent`, `full` (per class) or `pooled` (shared).
    estimator : str, default='exact'
        Estimator of the concentration: `exact` (maximum likelihood), `sra`, `best_fisher` or, for
        angles alone, `circstat`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + log N(x_linear; mu_c, Sigma_c)
                       + sum over angular j of log vM(x_j | c) + sum over directions j of log vMF(x_j | c) + const

    covariance of the linear attributes: independent (as in `vmnb`), full (one matrix per class) or pooled (one
    for all classes: their part of the boundary is linear). Missing values are left out, in the Gaussian block by
    marginalising. With directions alone it is von Mises-Fisher naive Bayes, id `vmfnb`. Lopez-Cruz, Bielza and
    Larranaga 2013, sections 3.3 to 3.5; docs/methods/directional.md#von-mises-fisher-naive-bayes and
    docs/methods/directional.md#hybrid-naive-bayes.

    Maximum likelihood. covariance: independent, full or pooled; estimator: exact, sra or best_fisher;
    kappa_cap: largest concentration.

    var_floor: smallest variance (eigenvalue) in units of the overall variance; variance_divisor and gap_floor
    serve independent only. Raises InputError for bad parameters and for count and sequence attributes.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] docs/methods/directional.md#von-mises-fisher-naive-bayes

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import HybridPooledNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = HybridPooledNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "pooled",
        estimator: str = "exact",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class SinCosNB(Learned, Estimator):
    """Gaussian naive Bayes on cosine and sine of the angles, or the components of directions.

    Gaussian naive Bayes on the cosine and the sine of every angle. This is the simple way to treat angles with
    a method for numbers.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each angular attribute becomes two linear ones, and each direction one per component, which are taken as
    independent Gaussians given the class; linear attributes are Gaussian and discrete ones counts, as in
    `mixed_nb`. The predictions depend on where the angle zero lies, since cosine and sine are not independent.

    Fit `mixed_nb` on the expanded table; parameters as there.

    Raises InputError for bad parameters and kinds.

    References
    ----------
    .. [1] Mardia & Jupp 2000

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

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class LikeliestCutNB(Learned, Estimator):
    """Gaussian naive Bayes, every circle cut where the training part is most likely.

    Gaussian naive Bayes on angles that are cut open where the training part is most likely. Away from that
    cut, a normal density describes an angle well.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Where GNB unrolls all circles at -pi, here each angular attribute is unrolled at the cut that makes its
    training part most likely under the class-conditional Gaussians: the maximum of - sum_c n_c log s_c(cut), with
    s_c the standard deviation of class c after unrolling, over all gaps between neighbouring angles of the
    training part; the cut lies in the middle of the gap. Equal maxima go to the widest gap. All n gaps are
    evaluated by running sums in O(n log n + n K). Linear attributes are Gaussian and discrete ones counts, as in
    `mixed_nb`.

    Cuts of maximum likelihood, then `mixed_nb` on the unrolled angles; parameters as there.

    Raises InputError as there.

    References
    ----------
    .. [1] maximum likelihood of the cut

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import LikeliestCutNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = LikeliestCutNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class KernelVonMisesNB(Joint, Estimator):
    """Naive Bayes with von Mises kernel densities of the angles.

    Naive Bayes with kernel densities of the angles: a von Mises kernel on every training case. It assumes
    nothing about the shape of an angle's distribution in a class.

    Parameters
    ----------
    bandwidth : str, default='cross_validation'
        How the width of the kernels is chosen: `cross_validation` or `taylor`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each angular attribute has a kernel density per class (see `density_of`), linear ones are Gaussian and
    discrete ones counts, as in `vmnb`. Fit O(n log n d), predict O(n d K) from tables of 1,024 points. Cf. John
    and Langley 1995 (flexible naive Bayes) and Taylor 2008.

    Kernel densities of angles have von Mises kernels, tabulated on a grid of the circle.

        f(x) = (sum_i vM(x; x_i, nu) + 1 / (2 pi)) / (n + 1)

    The concentration nu of the kernels is the bandwidth. The uniform density counts as one more case, so that f
    is uniform without cases and nowhere below 1 / (2 pi (n + 1)). The sum is a convolution: the angles are binned
    linearly on 8,192 points, the Fourier coefficients of the histogram are multiplied by I_p(nu) / I_0(nu), which
    vanish beyond p = 160 for nu <= 500, and f is tabulated on 1,024 points, between which it is interpolated by
    cubics. Relative error below 1e-4. Bandwidths: Taylor 2008 (a rule of thumb), or maximum likelihood
    cross-validation (Hall, Watson and Cabrera 1987).

    bandwidth: cross_validation (of the likelihood, per attribute and class) or taylor; the others as in
    `vmnb`.

    Raises InputError for bad parameters and for direction, count and sequence attributes.

    References
    ----------
    .. [1] Taylor 2008

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

    def __init__(
        self,
        *,
        bandwidth: str = "cross_validation",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class MixtureVonMisesNB(Joint, Estimator):
    """Naive Bayes with mixtures of von Mises densities, components by BIC.

    Naive Bayes with mixtures of von Mises densities: an angle may have several peaks in a class. BIC chooses
    the number of components per attribute and class.

    Parameters
    ----------
    max_components : int, default=5
        Largest number of components per attribute and class.
    kappa_cap : float, default=500.0
        Largest concentration of an angle.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Linear attributes are Gaussian and discrete ones counts, as in `vmnb`, which this is with one component. See
    `mixture`.

    max_components >= 1 per attribute and class; kappa_cap: largest concentration; the others as in `vmnb`.

    Raises InputError for bad parameters and for direction, count and sequence attributes.

    References
    ----------
    .. [1] Banerjee et al. 2005

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import MixtureVonMisesNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = MixtureVonMisesNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    def __init__(
        self,
        *,
        max_components: int = 5,
        kappa_cap: float = 500.0,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class SelectiveVonMisesNB(Learned, Estimator):
    """Selective von Mises naive Bayes (ranked by mutual information, inner cross-validation).

    Selective von Mises naive Bayes: von Mises naive Bayes on some of the attributes. Attributes are ranked by
    their mutual information with the class, and inner cross-validation chooses how many are used.

    Parameters
    ----------
    method : str, default='sampling'
        How mutual information is computed: `quadrature` or `sampling`.
    samples : int, default=10000
        Samples per class for the mutual information.
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    inner_folds : int, default=10
        Number of inner folds; for calibration, 0 means none.
    n_max : int or None, default=None
        Largest number of attributes that is tried; all if none is given.
    estimator : str, default='exact'
        Estimator of the concentration: `exact` (maximum likelihood), `sra`, `best_fisher` or, for
        angles alone, `circstat`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Linear attributes are normal given the class, nominal and ordinal ones enter by counts, as in `vmnb`; the
    attributes are chosen as `selective` says. SelvMNB of Lopez-Cruz, Bielza and Larranaga 2013;
    docs/methods/directional.md#selective-naive-bayes.

    The first five parameters as in `selective.fit`, the others as in `vmnb.fit`.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] Perez, Larranaga & Inza 2006
    .. [3] docs/methods/directional.md#selective-naive-bayes

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

    def __init__(
        self,
        *,
        method: str = "sampling",
        samples: int = 10000,
        kappa_cap: float = 1000000000.0,
        inner_folds: int = 10,
        n_max: int | None = None,
        estimator: str = "exact",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class SelectiveGaussianNB(Learned, Estimator):
    """Selective Gaussian naive Bayes (ranked by mutual information, inner cross-validation).

    Selective Gaussian naive Bayes: Gaussian naive Bayes on some of the attributes. Attributes are ranked by
    their mutual information with the class, and inner cross-validation chooses how many are used.

    Parameters
    ----------
    method : str, default='sampling'
        How mutual information is computed: `quadrature` or `sampling`.
    samples : int, default=10000
        Samples per class for the mutual information.
    inner_folds : int, default=10
        Number of inner folds; for calibration, 0 means none.
    n_max : int or None, default=None
        Largest number of attributes that is tried; all if none is given.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    gap_floor : float, default=0.0
        Smallest standard deviation, in mean distances of neighbouring values where these are few.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Angles enter as raw radians in (-pi, pi], nominal and ordinal attributes by counts, as in `mixed_nb`; the
    attributes are chosen as `selective` says. SelGNB of Lopez-Cruz, Bielza and Larranaga 2013;
    docs/methods/directional.md#selective-naive-bayes.

    The first five parameters as in `selective.fit`, the others as in `mixed_nb.fit`.

    References
    ----------
    .. [1] Lopez-Cruz, Bielza & Larranaga 2013
    .. [2] Perez, Larranaga & Inza 2006
    .. [3] docs/methods/directional.md#selective-naive-bayes

    Examples
    --------
    >>> import pandas as pd
    >>> from naivebench.estimators import SelectiveGaussianNB
    >>> X = pd.DataFrame({"wind": [350, 10, 5, 170, 190, 185] * 5})
    >>> y = ["north", "north", "north", "south", "south", "south"] * 5
    >>> model = SelectiveGaussianNB(kinds={"wind": {"kind": "angular", "period": 360}}).fit(X, y)
    >>> model.predict(pd.DataFrame({"wind": [0, 180]})).tolist()
    ['north', 'south']
    """

    def __init__(
        self,
        *,
        method: str = "sampling",
        samples: int = 10000,
        inner_folds: int = 10,
        n_max: int | None = None,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        variance_divisor: str = "n",
        var_floor: float = 1e-09,
        gap_floor: float = 0.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HPB(Learned, IncrementalEstimator):
    """Hierarchical pattern Bayes.

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. The class
    distribution of a combination is smoothed by those of its parts, so rare combinations still give an estimate.

    Parameters
    ----------
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
    S_grid : sequence of float, default=(0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
        Values of `S` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    b : float or str, default='auto'
        Strength of the calibration towards the class frequencies; `auto` chooses it by leave-one-out.
    b_grid : sequence of float, default=(0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
        Values of `b` that `auto` tries.
    b_criterion : str, default='auto'
        As `criterion`, for the choice of `b`.
    calibration : str, default='V1'
        Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.
    loo_depth : str, default='all'
        `all`: a left-out case leaves all parts of its combination; `family`: only one family.
    max_attributes : int, default=8
        Largest number of attributes that are combined.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    For a pattern W (a set of attribute = value pairs) with sub-patterns W_1..W_L that lack one pair each,

        P(c | W)    = (N_Wc + S P(c | g(W))) / (N_W + S)
        P'(c | g(W)) proportional to P(c) prod_j P(c | W_j) / P(c),  calibrated with B = b (L - 1), by default to
        P(c | g(W)) = (P'(c | g(W)) + B P(c)) / (1 + B),             P(c) = N_c / N

    N_W counts training cases that show the pattern. A pattern family is a set of attributes; its S is fixed from
    the general families to the specific ones as the value of a grid that is best by exact leave-one-out on the
    training cases: by the area under the hit curve for two classes, by log loss for more (`criterion`). The
    constant b is chosen by leave-one-out too. A missing value leaves its attribute out: the case is predicted
    from the largest family without it. A value that the training part does not have stays in its patterns, which
    then occur in no case: they get P(c | g(W)), and so on down to P(c). One attribute: ADE; S to infinity above
    level 1, S = 0 at level 1, b = 0 and two attributes: maximum-likelihood naive Bayes.

    Fit O(2^d n (log n + |grid| log n_positive)), predict O(2^d (log n + d K)), memory O(2^d n d): at most
    `max_attributes` attributes, those with the largest bias-corrected information about the class. Jambeiro and
    Wainer 2007; docs/methods/high-cardinality.md#hierarchical-pattern-bayes.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] Jambeiro & Wainer 2007
    .. [2] docs/methods/high-cardinality.md#hierarchical-pattern-bayes

    Examples
    --------
    >>> from naivebench.estimators import HPB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HPB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        S: float | str | Sequence[float] = "auto",
        S_grid: Sequence[float] = ...,
        criterion: str = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        b_criterion: str = "auto",
        calibration: str = "V1",
        loo_depth: str = "all",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class TunedNB(Learned, Estimator):
    """Naive Bayes, smoothing chosen by the hit curve.

    Naive Bayes that chooses its own smoothing. Exact leave-one-out inside the training part decides.

    Parameters
    ----------
    s : float or str, default='auto'
        Strength of the smoothing; `auto` chooses it by leave-one-out.
    s_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `s` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    naive_bayes.nb with P(x_j = v | c) = (n_jvc + s) / (n_jc + s r_j). With thousands of values the
    usual s = 1 drowns rare classes, so a comparison with methods that choose their constants needs it chosen too.
    Jambeiro and Wainer 2007, where naive Bayes has a constant s like the others;
    docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing.

    Count and estimate. s: smoothing >= 0, or auto: the best of `s_grid` by leave-one-out.

    criterion: see naivebench.core.tuning; auto is area_10 for two classes and log_loss for more. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Jambeiro & Wainer 2007
    .. [2] docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing

    Examples
    --------
    >>> from naivebench.estimators import TunedNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = TunedNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        s: float | str = "auto",
        s_grid: Sequence[float] = ...,
        criterion: str = "auto",
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HPBV2(Learned, IncrementalEstimator):
    """Hierarchical pattern Bayes, calibration by tempering (V2).

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. The class
    distribution of a combination is smoothed by those of its parts, so rare combinations still give an estimate.

    Parameters
    ----------
    calibration : str, default='V2'
        Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
    S_grid : sequence of float, default=(0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
        Values of `S` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    b : float or str, default='auto'
        Strength of the calibration towards the class frequencies; `auto` chooses it by leave-one-out.
    b_grid : sequence of float, default=(0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
        Values of `b` that `auto` tries.
    b_criterion : str, default='auto'
        As `criterion`, for the choice of `b`.
    loo_depth : str, default='all'
        `all`: a left-out case leaves all parts of its combination; `family`: only one family.
    max_attributes : int, default=8
        Largest number of attributes that are combined.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    For a pattern W (a set of attribute = value pairs) with sub-patterns W_1..W_L that lack one pair each,

        P(c | W)    = (N_Wc + S P(c | g(W))) / (N_W + S)
        P'(c | g(W)) proportional to P(c) prod_j P(c | W_j) / P(c),  calibrated with B = b (L - 1), by default to
        P(c | g(W)) = (P'(c | g(W)) + B P(c)) / (1 + B),             P(c) = N_c / N

    N_W counts training cases that show the pattern. A pattern family is a set of attributes; its S is fixed from
    the general families to the specific ones as the value of a grid that is best by exact leave-one-out on the
    training cases: by the area under the hit curve for two classes, by log loss for more (`criterion`). The
    constant b is chosen by leave-one-out too. A missing value leaves its attribute out: the case is predicted
    from the largest family without it. A value that the training part does not have stays in its patterns, which
    then occur in no case: they get P(c | g(W)), and so on down to P(c). One attribute: ADE; S to infinity above
    level 1, S = 0 at level 1, b = 0 and two attributes: maximum-likelihood naive Bayes.

    Fit O(2^d n (log n + |grid| log n_positive)), predict O(2^d (log n + d K)), memory O(2^d n d): at most
    `max_attributes` attributes, those with the largest bias-corrected information about the class. Jambeiro and
    Wainer 2007; docs/methods/high-cardinality.md#hierarchical-pattern-bayes.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] after Jambeiro & Wainer 2007
    .. [2] docs/methods/high-cardinality.md#hierarchical-pattern-bayes

    Examples
    --------
    >>> from naivebench.estimators import HPBV2
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HPBV2().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        calibration: str = "V2",
        S: float | str | Sequence[float] = "auto",
        S_grid: Sequence[float] = ...,
        criterion: str = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        b_criterion: str = "auto",
        loo_depth: str = "all",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class HPBV3(Learned, IncrementalEstimator):
    """Hierarchical pattern Bayes, calibration by an exponent (V3).

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. The class
    distribution of a combination is smoothed by those of its parts, so rare combinations still give an estimate.

    Parameters
    ----------
    calibration : str, default='V3'
        Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
    S_grid : sequence of float, default=(0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
        Values of `S` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    b : float or str, default='auto'
        Strength of the calibration towards the class frequencies; `auto` chooses it by leave-one-out.
    b_grid : sequence of float, default=(0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
        Values of `b` that `auto` tries.
    b_criterion : str, default='auto'
        As `criterion`, for the choice of `b`.
    loo_depth : str, default='all'
        `all`: a left-out case leaves all parts of its combination; `family`: only one family.
    max_attributes : int, default=8
        Largest number of attributes that are combined.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    For a pattern W (a set of attribute = value pairs) with sub-patterns W_1..W_L that lack one pair each,

        P(c | W)    = (N_Wc + S P(c | g(W))) / (N_W + S)
        P'(c | g(W)) proportional to P(c) prod_j P(c | W_j) / P(c),  calibrated with B = b (L - 1), by default to
        P(c | g(W)) = (P'(c | g(W)) + B P(c)) / (1 + B),             P(c) = N_c / N

    N_W counts training cases that show the pattern. A pattern family is a set of attributes; its S is fixed from
    the general families to the specific ones as the value of a grid that is best by exact leave-one-out on the
    training cases: by the area under the hit curve for two classes, by log loss for more (`criterion`). The
    constant b is chosen by leave-one-out too. A missing value leaves its attribute out: the case is predicted
    from the largest family without it. A value that the training part does not have stays in its patterns, which
    then occur in no case: they get P(c | g(W)), and so on down to P(c). One attribute: ADE; S to infinity above
    level 1, S = 0 at level 1, b = 0 and two attributes: maximum-likelihood naive Bayes.

    Fit O(2^d n (log n + |grid| log n_positive)), predict O(2^d (log n + d K)), memory O(2^d n d): at most
    `max_attributes` attributes, those with the largest bias-corrected information about the class. Jambeiro and
    Wainer 2007; docs/methods/high-cardinality.md#hierarchical-pattern-bayes.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] after Jambeiro & Wainer 2007
    .. [2] docs/methods/high-cardinality.md#hierarchical-pattern-bayes

    Examples
    --------
    >>> from naivebench.estimators import HPBV3
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HPBV3().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        calibration: str = "V3",
        S: float | str | Sequence[float] = "auto",
        S_grid: Sequence[float] = ...,
        criterion: str = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        b_criterion: str = "auto",
        loo_depth: str = "all",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class HPBFamilyLOO(Learned, IncrementalEstimator):
    """Hierarchical pattern Bayes, a left-out case stays in the sub-patterns.

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. The class
    distribution of a combination is smoothed by those of its parts, so rare combinations still give an estimate.

    Parameters
    ----------
    loo_depth : str, default='family'
        `all`: a left-out case leaves all parts of its combination; `family`: only one family.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
    S_grid : sequence of float, default=(0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
        Values of `S` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    b : float or str, default='auto'
        Strength of the calibration towards the class frequencies; `auto` chooses it by leave-one-out.
    b_grid : sequence of float, default=(0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
        Values of `b` that `auto` tries.
    b_criterion : str, default='auto'
        As `criterion`, for the choice of `b`.
    calibration : str, default='V1'
        Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.
    max_attributes : int, default=8
        Largest number of attributes that are combined.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    For a pattern W (a set of attribute = value pairs) with sub-patterns W_1..W_L that lack one pair each,

        P(c | W)    = (N_Wc + S P(c | g(W))) / (N_W + S)
        P'(c | g(W)) proportional to P(c) prod_j P(c | W_j) / P(c),  calibrated with B = b (L - 1), by default to
        P(c | g(W)) = (P'(c | g(W)) + B P(c)) / (1 + B),             P(c) = N_c / N

    N_W counts training cases that show the pattern. A pattern family is a set of attributes; its S is fixed from
    the general families to the specific ones as the value of a grid that is best by exact leave-one-out on the
    training cases: by the area under the hit curve for two classes, by log loss for more (`criterion`). The
    constant b is chosen by leave-one-out too. A missing value leaves its attribute out: the case is predicted
    from the largest family without it. A value that the training part does not have stays in its patterns, which
    then occur in no case: they get P(c | g(W)), and so on down to P(c). One attribute: ADE; S to infinity above
    level 1, S = 0 at level 1, b = 0 and two attributes: maximum-likelihood naive Bayes.

    Fit O(2^d n (log n + |grid| log n_positive)), predict O(2^d (log n + d K)), memory O(2^d n d): at most
    `max_attributes` attributes, those with the largest bias-corrected information about the class. Jambeiro and
    Wainer 2007; docs/methods/high-cardinality.md#hierarchical-pattern-bayes.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] after Jambeiro & Wainer 2007
    .. [2] docs/methods/high-cardinality.md#hierarchical-pattern-bayes

    Examples
    --------
    >>> from naivebench.estimators import HPBFamilyLOO
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HPBFamilyLOO().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        loo_depth: str = "family",
        S: float | str | Sequence[float] = "auto",
        S_grid: Sequence[float] = ...,
        criterion: str = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        b_criterion: str = "auto",
        calibration: str = "V1",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class DE(Learned, Estimator):
    """Direct estimation (class table, uniform prior).

    Direct estimation (DE): the class frequencies among the training cases with exactly the same values,
    smoothed towards the uniform distribution. Combinations that were never seen give no information.

    Parameters
    ----------
    s : float or str, default='auto'
        Strength of the smoothing; `auto` chooses it by leave-one-out.
    s_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `s` that `auto` tries.
    criterion : str, default='area_10'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c | w) = (N_wc + s) / (N_w + K s)

    N_w counts training cases with the combination w of all observed values of the case, K the classes that have
    training cases. A combination that never occurred gives 1 / K, a case without any observed value the class
    frequencies. The constant s is chosen by leave-one-out on the training cases unless given. Fit O(n d log n),
    predict O(d log n) per case. Jambeiro and Wainer 2007 (equation 2);
    docs/methods/high-cardinality.md#direct-and-almost-direct-estimation.

    Count, and choose s if it is not given. Raises InputError for bad input.

    References
    ----------
    .. [1] Jambeiro & Wainer 2007
    .. [2] docs/methods/high-cardinality.md#direct-and-almost-direct-estimation

    Examples
    --------
    >>> from naivebench.estimators import DE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = DE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        s: float | str = "auto",
        s_grid: Sequence[float] = ...,
        criterion: str = "area_10",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class ADE(Learned, Estimator):
    """Almost direct estimation (class table, prior = class frequencies).

    Almost direct estimation (ADE): the class frequencies among the training cases with exactly the same
    values, smoothed towards the overall class frequencies. Combinations that were never seen get those
    frequencies.

    Parameters
    ----------
    s : float or str, default='auto'
        Strength of the smoothing; `auto` chooses it by leave-one-out.
    s_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `s` that `auto` tries.
    criterion : str, default='area_10'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c | w) = (N_wc + s P(c)) / (N_w + s),   P(c) = N_c / N

    N_w counts training cases with the combination w of all observed values of the case; a combination that never
    occurred, or a case without any observed value, gives the class frequencies. With one attribute it is HPB. The
    constant s is chosen by leave-one-out on the training cases unless given. Fit O(n d log n), predict O(d log n)
    per case. Jambeiro and Wainer 2007 (equation 3, after Friedman, Geiger and Goldszmidt 1997);
    docs/methods/high-cardinality.md#direct-and-almost-direct-estimation.

    Count, and choose s if it is not given. Raises InputError for bad input.

    References
    ----------
    .. [1] Friedman, Geiger & Goldszmidt 1997
    .. [2] Jambeiro & Wainer 2007
    .. [3] docs/methods/high-cardinality.md#direct-and-almost-direct-estimation

    Examples
    --------
    >>> from naivebench.estimators import ADE
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ADE().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        s: float | str = "auto",
        s_grid: Sequence[float] = ...,
        criterion: str = "area_10",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class ClassFrequencies(Learned, WeightedEstimator):
    """Class frequencies.

    Predict the class frequencies of the training part for every case. No method that uses the attributes
    should be worse, so this is the bottom line of every comparison.

    Parameters
    ----------
    prior_alpha : float, default=0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    P(c) = (n_c + prior_alpha) / (n + K prior_alpha). Its accuracy is the floor that any use of the attributes has
    to beat. Fit O(n), predict O(K) per case.

    Count the classes; `prior_alpha` is added to every count. Raises InputError if it is negative.

    References
    ----------
    .. [1] Jambeiro & Wainer 2007

    Examples
    --------
    >>> from naivebench.estimators import ClassFrequencies
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = ClassFrequencies().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 0, 0])
    """

    def __init__(
        self,
        *,
        prior_alpha: float = 0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class NoisyOR(Iterations, Estimator):
    """Noisy-OR.

    Noisy-OR for two classes: every value of every attribute is a possible cause of the positive class. Each
    cause fails with a probability of its own, which the EM algorithm learns.

    Parameters
    ----------
    leak : bool, default=True
        Add a cause that is always present.
    max_iterations : int, default=1000
        Largest number of passes.
    tolerance : float, default=1e-08
        Growth of the mean log likelihood below which the iterations stop.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(not positive | x) = q_0 prod over observed j of q_{j, x_j}

    The leak q_0 is a cause that is always there. The inhibition probabilities are learned by
    expectation-maximisation: in a positive case cause j was at work with probability (1 - q_j) / (1 - P(not
    positive | x)), in any other case with 0, and q_jv becomes 1 - (sum over the cases with x_j = v) / n_jv. The
    likelihood never falls; it is concave in log q, so what EM approaches is the maximum. There is no smoothing: P
    = 0 happens, and the log loss is infinite then, as in the paper. A value that is missing or never occurred is
    no cause.

    Two classes: the positive one is the one with fewer training cases. More classes: a noisy-OR for each against
    the rest, normalised. A case without any observed value gets the class frequencies. O(n d + positive cases x
    d) per iteration. Pearl 1988; Vomlel 2006 for EM; a rival of Jambeiro and Wainer 2007, who do not say how they
    learned it; docs/methods/high-cardinality.md#noisy-or.

    Learn by EM until the mean log-likelihood per case grows by less than `tolerance` nats, or
    `max_iterations`.

    leak: with the cause that is always there. Raises InputError for bad parameters and for attributes that
    are not discrete.

    References
    ----------
    .. [1] Pearl 1988
    .. [2] Vomlel 2006
    .. [3] docs/methods/high-cardinality.md#noisy-or

    Examples
    --------
    >>> from naivebench.estimators import NoisyOR
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = NoisyOR().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        leak: bool = True,
        max_iterations: int = 1000,
        tolerance: float = 1e-08,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HPBLogLoss(Learned, IncrementalEstimator):
    """Hierarchical pattern Bayes, constants by leave-one-out log loss.

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. The class
    distribution of a combination is smoothed by those of its parts, so rare combinations still give an estimate.

    Parameters
    ----------
    criterion : str, default='log_loss'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    b_criterion : str, default='log_loss'
        As `criterion`, for the choice of `b`.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
    S_grid : sequence of float, default=(0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
        Values of `S` that `auto` tries.
    b : float or str, default='auto'
        Strength of the calibration towards the class frequencies; `auto` chooses it by leave-one-out.
    b_grid : sequence of float, default=(0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
        Values of `b` that `auto` tries.
    calibration : str, default='V1'
        Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.
    loo_depth : str, default='all'
        `all`: a left-out case leaves all parts of its combination; `family`: only one family.
    max_attributes : int, default=8
        Largest number of attributes that are combined.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    For a pattern W (a set of attribute = value pairs) with sub-patterns W_1..W_L that lack one pair each,

        P(c | W)    = (N_Wc + S P(c | g(W))) / (N_W + S)
        P'(c | g(W)) proportional to P(c) prod_j P(c | W_j) / P(c),  calibrated with B = b (L - 1), by default to
        P(c | g(W)) = (P'(c | g(W)) + B P(c)) / (1 + B),             P(c) = N_c / N

    N_W counts training cases that show the pattern. A pattern family is a set of attributes; its S is fixed from
    the general families to the specific ones as the value of a grid that is best by exact leave-one-out on the
    training cases: by the area under the hit curve for two classes, by log loss for more (`criterion`). The
    constant b is chosen by leave-one-out too. A missing value leaves its attribute out: the case is predicted
    from the largest family without it. A value that the training part does not have stays in its patterns, which
    then occur in no case: they get P(c | g(W)), and so on down to P(c). One attribute: ADE; S to infinity above
    level 1, S = 0 at level 1, b = 0 and two attributes: maximum-likelihood naive Bayes.

    Fit O(2^d n (log n + |grid| log n_positive)), predict O(2^d (log n + d K)), memory O(2^d n d): at most
    `max_attributes` attributes, those with the largest bias-corrected information about the class. Jambeiro and
    Wainer 2007; docs/methods/high-cardinality.md#hierarchical-pattern-bayes.

    `estimate(count(train))`, with the parameters of `estimate` and the errors of both.

    References
    ----------
    .. [1] after Jambeiro & Wainer 2007
    .. [2] docs/methods/high-cardinality.md#hierarchical-pattern-bayes

    Examples
    --------
    >>> from naivebench.estimators import HPBLogLoss
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HPBLogLoss().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        criterion: str = "log_loss",
        b_criterion: str = "log_loss",
        S: float | str | Sequence[float] = "auto",
        S_grid: Sequence[float] = ...,
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        calibration: str = "V1",
        loo_depth: str = "all",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class TunedTAN(Learned, Estimator):
    """Tree-augmented naive Bayes, smoothing chosen by the hit curve.

    Tree-augmented naive Bayes that chooses its own smoothing. Inner cross-validation in the training part
    decides.

    Parameters
    ----------
    n0 : float or str, default='auto'
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    n0_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `n0` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The tree does not depend on the smoothing n0, so each inner fold learns it once
    (bn_classifiers.tan, which keeps the tables of attributes with thousands of values sparse).
    docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing; Jambeiro and Wainer 2007.

    Learn tree and tables. n0: Friedman smoothing >= 0, or auto: from the grid by inner folds.

    criterion: see naivebench.core.tuning; auto is area_10 for two classes and log_loss for more. Raises
    InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Friedman, Geiger & Goldszmidt 1997
    .. [2] docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing

    Examples
    --------
    >>> from naivebench.estimators import TunedTAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = TunedTAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n0: float | str = "auto",
        n0_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class AIBNTAN(Learned, Estimator):
    """TAN on attributes compressed by the agglomerative information bottleneck.

    Tree-augmented naive Bayes on merged values: the agglomerative information bottleneck merges values that
    say the same about the class. This helps attributes with many values and few cases of each.

    Parameters
    ----------
    n0 : float or str, default='auto'
        Weight of the unconditional frequencies in cases (Friedman's smoothing).
    aibn_smoothing : float or str, default='auto'
        Smoothing of the class distribution of each value before values are merged.
    mmi : float or str, default='auto'
        Share of the information about the class that merged values must keep.
    mmi_form : str, default='fraction'
        Whether `mmi` is a `fraction` or `absolute` (nats).
    n0_grid : sequence of float, default=(0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
        Values of `n0` that `auto` tries.
    aibn_smoothing_grid : sequence of float, default=(0.0, 1.0, 10.0, 100.0)
        Values of `aibn_smoothing` that `auto` tries.
    mmi_grid : sequence of float, default=(0.9, 0.95, 0.99)
        Values of `mmi` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Each attribute is merged on the training part, on its own, until the information about the class falls below
    `mmi` (local_structure.helpers.aibn), then the tree is learned on the clusters
    (bn_classifiers.tan). A value without a cluster counts as missing. Constants given as `auto` are
    chosen one after the other by inner folds (`tuning.along_coordinates`), from seven, four and three values as
    in the paper.
    docs/methods/high-cardinality.md#agglomerative-information-bottleneck; Jambeiro and Wainer 2007 (AIBN/TAN).

    Merge values and learn the tree. n0: Friedman smoothing of the tree, aibn_smoothing: s of p(c|t), both
    >= 0 or auto.

    mmi: share of I(X;C) that the clusters keep at least (`mmi_form: absolute`: nats), or auto. criterion: see
    naivebench.core.tuning; auto is area_10 for two classes and log_loss for more. Raises InputError for bad
    parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Slonim & Tishby 2000
    .. [2] docs/methods/high-cardinality.md#agglomerative-information-bottleneck

    Examples
    --------
    >>> from naivebench.estimators import AIBNTAN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AIBNTAN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n0: float | str = "auto",
        aibn_smoothing: float | str = "auto",
        mmi: float | str = "auto",
        mmi_form: str = "fraction",
        n0_grid: Sequence[float] = ...,
        aibn_smoothing_grid: Sequence[float] = ...,
        mmi_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class DecisionGraphC(Learned, Estimator):
    """Class table as decision graph, complete splits.

    Decision graph of P(class | attributes): a decision tree in which branches may join again. A greedy search
    by a Bayesian score splits and merges leaves.

    Parameters
    ----------
    operators : str, default='C'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    max_steps : int or None, default=None
        Largest number of steps of the search; no limit if none is given.
    missing : str, default='skip'
        How a missing parent is treated: `skip`, or `marginalise` to sum over its values.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    operators: C complete splits, B binary splits (one value against the others), M merges; the variants of
    Jambeiro and Wainer 2007 are C, CB, CM and CBM. The search scores with `alpha` per class and `kappa` per free
    parameter, prediction smooths the leaves with `smoothing` (local_structure.helpers.class_cpt). Fit
    O(d) per case and split on its path. docs/methods/high-cardinality.md#class-table-as-decision-graph;
    Chickering, Heckerman and Meek 1997.

    Search the graph.

    missing: at prediction, skip (a case stops at the split whose attribute it lacks) or marginalise (exact
    sum over missing attributes). Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Chickering, Heckerman & Meek 1997
    .. [2] docs/methods/high-cardinality.md#class-table-as-decision-graph

    Examples
    --------
    >>> from naivebench.estimators import DecisionGraphC
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = DecisionGraphC().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        operators: str = "C",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        kappa: float = 0.1,
        alpha: float = 1.0,
        max_steps: int | None = None,
        missing: str = "skip",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class DecisionGraphCB(Learned, Estimator):
    """Class table as decision graph, complete and binary splits.

    Decision graph of P(class | attributes): a decision tree in which branches may join again. A greedy search
    by a Bayesian score splits and merges leaves.

    Parameters
    ----------
    operators : str, default='CB'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    max_steps : int or None, default=None
        Largest number of steps of the search; no limit if none is given.
    missing : str, default='skip'
        How a missing parent is treated: `skip`, or `marginalise` to sum over its values.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    operators: C complete splits, B binary splits (one value against the others), M merges; the variants of
    Jambeiro and Wainer 2007 are C, CB, CM and CBM. The search scores with `alpha` per class and `kappa` per free
    parameter, prediction smooths the leaves with `smoothing` (local_structure.helpers.class_cpt). Fit
    O(d) per case and split on its path. docs/methods/high-cardinality.md#class-table-as-decision-graph;
    Chickering, Heckerman and Meek 1997.

    Search the graph.

    missing: at prediction, skip (a case stops at the split whose attribute it lacks) or marginalise (exact
    sum over missing attributes). Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Chickering, Heckerman & Meek 1997
    .. [2] docs/methods/high-cardinality.md#class-table-as-decision-graph

    Examples
    --------
    >>> from naivebench.estimators import DecisionGraphCB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = DecisionGraphCB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        operators: str = "CB",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        kappa: float = 0.1,
        alpha: float = 1.0,
        max_steps: int | None = None,
        missing: str = "skip",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class DecisionGraphCM(Learned, Estimator):
    """Class table as decision graph, complete splits and merges.

    Decision graph of P(class | attributes): a decision tree in which branches may join again. A greedy search
    by a Bayesian score splits and merges leaves.

    Parameters
    ----------
    operators : str, default='CM'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    max_steps : int or None, default=None
        Largest number of steps of the search; no limit if none is given.
    missing : str, default='skip'
        How a missing parent is treated: `skip`, or `marginalise` to sum over its values.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    operators: C complete splits, B binary splits (one value against the others), M merges; the variants of
    Jambeiro and Wainer 2007 are C, CB, CM and CBM. The search scores with `alpha` per class and `kappa` per free
    parameter, prediction smooths the leaves with `smoothing` (local_structure.helpers.class_cpt). Fit
    O(d) per case and split on its path. docs/methods/high-cardinality.md#class-table-as-decision-graph;
    Chickering, Heckerman and Meek 1997.

    Search the graph.

    missing: at prediction, skip (a case stops at the split whose attribute it lacks) or marginalise (exact
    sum over missing attributes). Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Chickering, Heckerman & Meek 1997
    .. [2] docs/methods/high-cardinality.md#class-table-as-decision-graph

    Examples
    --------
    >>> from naivebench.estimators import DecisionGraphCM
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = DecisionGraphCM().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        operators: str = "CM",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        kappa: float = 0.1,
        alpha: float = 1.0,
        max_steps: int | None = None,
        missing: str = "skip",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class DecisionGraphCBM(Learned, Estimator):
    """Class table as decision graph, complete splits, binary splits and merges.

    Decision graph of P(class | attributes): a decision tree in which branches may join again. A greedy search
    by a Bayesian score splits and merges leaves.

    Parameters
    ----------
    operators : str, default='CBM'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    max_steps : int or None, default=None
        Largest number of steps of the search; no limit if none is given.
    missing : str, default='skip'
        How a missing parent is treated: `skip`, or `marginalise` to sum over its values.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    operators: C complete splits, B binary splits (one value against the others), M merges; the variants of
    Jambeiro and Wainer 2007 are C, CB, CM and CBM. The search scores with `alpha` per class and `kappa` per free
    parameter, prediction smooths the leaves with `smoothing` (local_structure.helpers.class_cpt). Fit
    O(d) per case and split on its path. docs/methods/high-cardinality.md#class-table-as-decision-graph;
    Chickering, Heckerman and Meek 1997.

    Search the graph.

    missing: at prediction, skip (a case stops at the split whose attribute it lacks) or marginalise (exact
    sum over missing attributes). Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Chickering, Heckerman & Meek 1997
    .. [2] docs/methods/high-cardinality.md#class-table-as-decision-graph

    Examples
    --------
    >>> from naivebench.estimators import DecisionGraphCBM
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = DecisionGraphCBM().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        operators: str = "CBM",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        kappa: float = 0.1,
        alpha: float = 1.0,
        max_steps: int | None = None,
        missing: str = "skip",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HCDT(Learned, Estimator):
    """Class table as decision tree (description length).

    Decision tree of P(class | attributes) that is found by the description length. Hill climbing grows the
    tree while the length of tree and data falls, and then trims it.

    Parameters
    ----------
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    grow : str, default='while_cost_falls'
        When the tree stops growing: `while_cost_falls` or `full`.
    missing : str, default='skip'
        How a missing parent is treated: `skip`, or `marginalise` to sum over its values.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        bits = structure + 1/2 (K - 1) log2(n) per leaf - sum over cases of log2 P(c_i | leaf),
        P = frequencies at the leaf
        structure: 1 per leaf, 1 + log2(attributes not yet on the path) per split

    A split is complete: one leaf per value that occurs in the training part, whether or not it occurs at the
    leaf. A leaf is split on the attribute that saves most bits (ties: the first) while any does; with `grow:
    full` every leaf is split on its best attribute down to pure ones, so that combinations can show. Then
    subtrees that save no bits become leaves, from below. Cases that lack the attribute of a split stay at its
    node and cost the bits of all cases there less those of the cases that have it. Prediction:
    local_structure.helpers.class_cpt. docs/methods/high-cardinality.md#class-table-as-decision-tree; Friedman and
    Goldszmidt 1996.

    Grow and trim the tree; grow: while_cost_falls or full.

    missing: at prediction, skip (a case stops at the split whose attribute it lacks) or marginalise (exact
    sum over missing attributes). Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Friedman & Goldszmidt 1996
    .. [2] docs/methods/high-cardinality.md#class-table-as-decision-tree

    Examples
    --------
    >>> from naivebench.estimators import HCDT
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HCDT().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        grow: str = "while_cost_falls",
        missing: str = "skip",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HCDF(Learned, Estimator):
    """Class table as default table (description length).

    Default table of P(class | attributes): some combinations of values have a row of their own, and all others
    share one default row. Hill climbing on the description length finds the rows.

    Parameters
    ----------
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Rows are smoothed as in direct estimation (local_structure.helpers.class_cpt).
    docs/methods/high-cardinality.md#class-table-as-default-table; Friedman and Goldszmidt 1996.

    Find the explicit rows.

    Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Friedman & Goldszmidt 1996
    .. [2] docs/methods/high-cardinality.md#class-table-as-default-table

    Examples
    --------
    >>> from naivebench.estimators import HCDF
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HCDF().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 1])
    """

    def __init__(
        self,
        *,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class BNDecisionGraphsCM(Learned, Estimator):
    """Bayesian network of decision graphs, complete splits and merges.

    Bayesian network in which every variable has a decision graph instead of a full table. A greedy search by a
    Bayesian score finds the arcs and the graphs.

    Parameters
    ----------
    operators : str, default='CM'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Every variable, the class among them, starts with a single leaf. The operators on leaves of
    local_structure.helpers.graph_search (C complete split, B binary split, M merge) are offered for
    all variables at once, and the one that raises the score of the network most is applied, until none does. A
    graph may split on every variable that is not below its own in the network; a split on another variable adds
    the arc. The score of the network is the sum of those of its graphs, for r values of a variable

        sum over variables and leaves of [ log Gamma(r a) - log Gamma(r a + N) + sum over v of (
            log Gamma(a + N_v) - log Gamma(a)) ] + log(kappa) (r - 1) per leaf

    Equal changes: the lower attribute, the class last; within a variable as in `graph_search`. Prediction:
    local_structure.helpers.network. docs/methods/high-cardinality.md#networks-with-local-structure; Chickering,
    Heckerman and Meek 1997.

    Search the network. 0 < kappa <= 1, alpha > 0.

    Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Chickering, Heckerman & Meek 1997
    .. [2] docs/methods/high-cardinality.md#networks-with-local-structure

    Examples
    --------
    >>> from naivebench.estimators import BNDecisionGraphsCM
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BNDecisionGraphsCM().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        operators: str = "CM",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        kappa: float = 0.1,
        alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BNDecisionGraphsCBM(Learned, Estimator):
    """Bayesian network of decision graphs, complete splits, binary splits and merges.

    Bayesian network in which every variable has a decision graph instead of a full table. A greedy search by a
    Bayesian score finds the arcs and the graphs.

    Parameters
    ----------
    operators : str, default='CBM'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Every variable, the class among them, starts with a single leaf. The operators on leaves of
    local_structure.helpers.graph_search (C complete split, B binary split, M merge) are offered for
    all variables at once, and the one that raises the score of the network most is applied, until none does. A
    graph may split on every variable that is not below its own in the network; a split on another variable adds
    the arc. The score of the network is the sum of those of its graphs, for r values of a variable

        sum over variables and leaves of [ log Gamma(r a) - log Gamma(r a + N) + sum over v of (
            log Gamma(a + N_v) - log Gamma(a)) ] + log(kappa) (r - 1) per leaf

    Equal changes: the lower attribute, the class last; within a variable as in `graph_search`. Prediction:
    local_structure.helpers.network. docs/methods/high-cardinality.md#networks-with-local-structure; Chickering,
    Heckerman and Meek 1997.

    Search the network. 0 < kappa <= 1, alpha > 0.

    Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Chickering, Heckerman & Meek 1997
    .. [2] docs/methods/high-cardinality.md#networks-with-local-structure

    Examples
    --------
    >>> from naivebench.estimators import BNDecisionGraphsCBM
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BNDecisionGraphsCBM().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        operators: str = "CBM",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        kappa: float = 0.1,
        alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BNDecisionTrees(Learned, Estimator):
    """Bayesian network of decision trees (description length).

    Bayesian network in which every variable has a tree or a default table instead of a full table. Hill
    climbing on the description length finds the arcs and the tables.

    Parameters
    ----------
    local : str, default='tree'
        Form of the tables: `default_table` or `tree`.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        bits = sum over variables of [ log2 binomial(variables, parents) + bits of P(variable | parents) ]

    From no arc, each step adds, removes or turns round the arc that lowers the bits most (ties as in
    bn_classifiers.helpers.network_search); with every set of parents the tree (as in
    local_structure.hc_dt) or default table (local_structure.helpers.default_table) of the
    variable is learned from scratch. Prediction: local_structure.helpers.network. O(d^2) families of
    O(n log n) at first, O(d) after each step. docs/methods/high-cardinality.md#networks-with-local-structure;
    Friedman and Goldszmidt 1996.

    Climb. local: tree or default_table.

    Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Friedman & Goldszmidt 1996
    .. [2] docs/methods/high-cardinality.md#networks-with-local-structure

    Examples
    --------
    >>> from naivebench.estimators import BNDecisionTrees
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BNDecisionTrees().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        local: str = "tree",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BNDefaultTables(Learned, Estimator):
    """Bayesian network of default tables (description length).

    Bayesian network in which every variable has a tree or a default table instead of a full table. Hill
    climbing on the description length finds the arcs and the tables.

    Parameters
    ----------
    local : str, default='default_table'
        Form of the tables: `default_table` or `tree`.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    criterion : str, default='auto'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    folds : int, default=5
        Number of inner folds.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        bits = sum over variables of [ log2 binomial(variables, parents) + bits of P(variable | parents) ]

    From no arc, each step adds, removes or turns round the arc that lowers the bits most (ties as in
    bn_classifiers.helpers.network_search); with every set of parents the tree (as in
    local_structure.hc_dt) or default table (local_structure.helpers.default_table) of the
    variable is learned from scratch. Prediction: local_structure.helpers.network. O(d^2) families of
    O(n log n) at first, O(d) after each step. docs/methods/high-cardinality.md#networks-with-local-structure;
    Friedman and Goldszmidt 1996.

    Climb. local: tree or default_table.

    Raises InputError for bad parameters and for attributes that are not
    discrete.

    References
    ----------
    .. [1] Friedman & Goldszmidt 1996
    .. [2] docs/methods/high-cardinality.md#networks-with-local-structure

    Examples
    --------
    >>> from naivebench.estimators import BNDefaultTables
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = BNDefaultTables().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        local: str = "default_table",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        criterion: str = "auto",
        folds: int = 5,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HDP(Learned, Estimator):
    """Hierarchical Dirichlet process smoothing of the class on a chain of attributes.

    Hierarchical Dirichlet process smoothing of P(class | attributes). The attributes form a chain, and the
    estimate given the first k values is smoothed towards the estimate given the first k - 1.

    Parameters
    ----------
    order : str, default='evidence'
        Order of the attributes: `evidence`, `mutual_information` or `given`.
    max_depth : int, default=8
        Largest number of attributes in the chain.
    root : str, default='frequencies'
        Start of the chain: the class `frequencies`, or `sampled` below the uniform distribution.
    fallback : str, default='suffix'
        For a missing first value: `suffix` uses a chain without it, `root` the class frequencies.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    concentration : float or None, default=None
        One concentration for all levels; without one, it is sampled.
    sweeps : int, default=100
        Number of sweeps of the sampler.
    burn_in : int, default=25
        First sweeps of the sampler, which are not recorded.
    sample_every : int, default=5
        Sweeps between two recorded samples.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The attributes form a chain, the most informative first (pattern_smoothing.helpers.hdp_chain).
    Level l of the tree has a node per combination of values of the first l attributes; its class distribution has
    a Dirichlet prior around that of its prefix,

        theta_u ~ Dirichlet(c_l theta_parent(u)),    P(c | u) = (n_uc + c_l P(c | parent(u))) / (n_u. + c_l),

    with one concentration c_l ~ Gamma(2, 1) per level. n of a leaf counts cases, n of an inner node the tables of
    its children (and the cases whose next value is missing): collapsed Gibbs over table counts t, weights S(n, t)
    c^t with Stirling numbers. Probabilities are averaged after the burn-in. Unlike in the paper, whose c ~
    Gamma(2 + sum t, 1 + sum log 1/q), q ~ Beta(c, n.), needs many thousands of sweeps, c is drawn with the table
    counts integrated out (pattern_smoothing.helpers.hdp_sampler).

    The model is discriminative: it replaces the conditional probability table of the class with all attributes as
    parents, and knows nothing of P(x). A test case gets the distribution of the longest prefix that occurred in
    training, so a missing or unseen value hides the attributes behind it; one at the head of the chain is passed
    over, to a tree of the rest of the chain. With one attribute and a fixed c this is ADE, (N_wr + c P(c_r)) /
    (N_w + c).

    Fit O(n L log n) for a tree and O(M K) per sweep for M nodes, L trees; memory O(M K); predict O(L log M) per
    case. Petitjean, Buntine, Webb and Zaidi 2018;
    docs/methods/high-cardinality.md#hierarchical-dirichlet-process.

    Grow the tree and sample.

    order: evidence, mutual_information or given, see `hdp_chain.chain_of`; max_depth: attributes of the chain
    at most. root: frequencies, P(c) = (n_c + a) / (n + K a) with a = `prior_alpha`, as in HPB and ADE; or
    sampled, a node below the uniform distribution as in the paper. fallback, for a case whose first value is
    missing or unseen: suffix, a tree of its own for the chain without its first attributes, or root, as the
    plain tree has it. concentration: one value for all levels instead of sampling. sweeps: all sweeps,
    `burn_in` of them first; concentrations are drawn and probabilities recorded every `sample_every` sweeps.
    (The paper: 5000 sweeps.) Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Petitjean, Buntine, Webb & Zaidi 2018
    .. [2] docs/methods/high-cardinality.md#hierarchical-dirichlet-process

    Examples
    --------
    >>> from naivebench.estimators import HDP
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HDP().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        order: str = "evidence",
        max_depth: int = 8,
        root: str = "frequencies",
        fallback: str = "suffix",
        prior_alpha: float = 0.0,
        concentration: float | None = None,
        sweeps: int = 100,
        burn_in: int = 25,
        sample_every: int = 5,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HashedLogistic(Iterations, WeightedEstimator):
    """Logistic regression on hashed values and pairs of values.

    Logistic regression with an L2 penalty on indicators of values and of pairs of values (scikit-learn).
    Hashing the indicators keeps the model small where attributes have many values.

    Parameters
    ----------
    n_features : int, default=262144
        Number of hashed columns.
    order : int, default=2
        Largest number of attributes in a combination.
    crossed : int, default=12
        Number of attributes that are combined: those that tell most about the class.
    c : float, default=1.0
        Inverse strength of the penalty: smaller values give simpler models.
    max_iter : int, default=1000
        Largest number of iterations.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Every value of an attribute, and every pair of values of two attributes (`order` 2), is a feature; its column
    is a 32-bit hash of attribute names and codes modulo `n_features`, its sign another bit of the hash, so that
    collisions cancel on average. A combination with a missing or unseen value has no feature. Only columns that
    occur in training get weights. The usual strong baseline for click prediction. Fit O(features per case x n)
    per L-BFGS iteration; no random numbers. Reference: Weinberger et al. 2009 (hashing); Chapelle, Manavoglu and
    Rosales 2015 (crosses).

    `n_features`: hashed columns; `order`: attributes per combination at most; `crossed`: attributes that
    are combined, those with the largest mutual information with the class; `c`: inverse strength of the
    penalty, sum of log loss + |w|^2 / (2 c) is minimised.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Weinberger et al. 2009
    .. [2] Chapelle, Manavoglu & Rosales 2015

    Examples
    --------
    >>> from naivebench.estimators import HashedLogistic
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HashedLogistic().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n_features: int = 262144,
        order: int = 2,
        crossed: int = 12,
        c: float = 1.0,
        max_iter: int = 1000,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class TargetEncodingBoosting(Iterations, WeightedEstimator):
    """Gradient boosting on target-encoded attributes.

    Gradient boosting on target-encoded attributes (scikit-learn): every nominal value is replaced by its
    smoothed class frequencies. Inner cross-validation prevents a case from seeing its own label.

    Parameters
    ----------
    smooth : float or str, default='auto'
        Smoothing of the target encoding.
    inner_folds : int, default=5
        Number of inner folds; for calibration, 0 means none.
    learning_rate : float, default=0.1
        Share of each tree that is added.
    max_iter : int, default=100
        Largest number of iterations.
    max_leaf_nodes : int, default=31
        Largest number of leaves of a tree.
    min_samples_leaf : int, default=20
        Smallest number of cases in a leaf.
    l2 : float, default=0.0
        Strength of the L2 penalty on leaf values.
    patience : int, default=10
        Rounds without improvement after which the method stops; never if none is given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    A value is replaced by its class share shrunk to that of all cases, (n_v mean_v + m mean) / (n_v + m): ADE per
    attribute, with m chosen by empirical Bayes where `smooth` is auto. In training the shares come from the other
    parts of an inner cross-validation, so that a case does not see its own class. K classes give K columns per
    attribute if K > 2. A missing value is a value of its own if it occurs in training; an unseen one gets the
    share of all cases. Other attributes enter as numbers. Reference: Micci-Barreca 2001; Friedman 2001; Ke et al.
    2017.

    `smooth`: m above, or auto; `inner_folds`: parts of the inner cross-validation, fewer if no class
    has this many cases.

    The others as in `native_boosting`. Raises InputError for bad parameters.

    References
    ----------
    .. [1] Micci-Barreca 2001
    .. [2] Ke et al. 2017

    Examples
    --------
    >>> from naivebench.estimators import TargetEncodingBoosting
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = TargetEncodingBoosting().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        smooth: float | str = "auto",
        inner_folds: int = 5,
        learning_rate: float = 0.1,
        max_iter: int = 100,
        max_leaf_nodes: int = 31,
        min_samples_leaf: int = 20,
        l2: float = 0.0,
        patience: int = 10,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class NativeBoosting(Iterations, WeightedEstimator):
    """Gradient boosting on categories (at most 255 an attribute).

    Gradient boosting of trees that split nominal attributes by sets of values (scikit-learn's
    HistGradientBoostingClassifier). Attributes with many values need no encoding.

    Parameters
    ----------
    learning_rate : float, default=0.1
        Share of each tree that is added.
    max_iter : int, default=100
        Largest number of iterations.
    max_leaf_nodes : int, default=31
        Largest number of leaves of a tree.
    min_samples_leaf : int, default=20
        Smallest number of cases in a leaf.
    l2 : float, default=0.0
        Strength of the L2 penalty on leaf values.
    patience : int, default=10
        Rounds without improvement after which the method stops; never if none is given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The library takes at most 255 categories per attribute: of an attribute with more values the 254 most frequent
    of the training part keep a code each and all others share one, which the summary tells (`notes`, with the
    share of cases). So the identity of rare values, most of the values where there are thousands, is lost: a
    limit of this rival. Missing or unseen values go down the branch that suits missing ones. All settings are the
    library's defaults: with more than 10,000 cases, training stops early when the loss on a held-out tenth no
    longer falls. Reference: Friedman 2001; Ke et al. 2017 (histograms, sets of categories by Fisher 1958).

    Learn codes, then trees; early stopping: see `boosting.builder`.

    References
    ----------
    .. [1] Friedman 2001
    .. [2] Ke et al. 2017

    Examples
    --------
    >>> from naivebench.estimators import NativeBoosting
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = NativeBoosting().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        learning_rate: float = 0.1,
        max_iter: int = 100,
        max_leaf_nodes: int = 31,
        min_samples_leaf: int = 20,
        l2: float = 0.0,
        patience: int = 10,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class C45(Learned, Estimator):
    """C4.5 decision tree.

    C4.5 (release 8): decision trees by the gain ratio, with pessimistic pruning. It is the classical decision
    tree that papers compare naive Bayes with.

    Parameters
    ----------
    min_cases : float, default=2
        Smallest number of cases in a branch, node or cluster.
    confidence : float, default=0.25
        Confidence of the pruning: smaller values prune more.
    pruning : bool, default=True
        Prune the tree.
    raising : bool, default=True
        Replace a node by its largest branch where that helps (subtree raising).
    mdl_correction : bool, default=True
        Subtract the price of a threshold from the gain of a numeric test.
    resolution : float, default=0.0
        Numbers nearer than this are not separated.
    laplace : float, default=1.0
        Pseudo-count of the class frequencies in a leaf or among neighbours.
    first_of_equals : bool, default=False
        Of equally frequent classes in a leaf, the first one wins, as in Weka.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        Gain(A) = f (E(S_known) - sum_v w_v E(S_v)),  GainRatio(A) = Gain / SplitInfo,
        E = entropy of the classes in bits

    f: share of the weight where A is known; split information counts missing as one more outcome. A nominal
    attribute gives one branch per value, a numeric one two at a threshold: the best gain over all cuts between
    different values, less log2(cuts) / |S|, each branch with at least a tenth of the mean class size (at least
    `min_cases`, at most 25 cases). Tests are nominal attributes of which two branches have `min_cases`, and
    thresholds of positive gain. Of those not more than 0.001 below their mean gain (nominal attributes with more
    values than 0.3 n do not count in it), the one with the highest ratio splits the node, the first among equals.
    A threshold is moved down to the largest value of the training part not above the middle of the gap. A case
    that lacks the attribute goes down all branches, divided by their weights. Pruning:
    trees.helpers.c45_pruning.

    Prediction averages the class frequencies p of the leaves that a case reaches: P(c) = (N p_c + a) / (N + K a),
    N = weight of the training cases of those leaves (a single leaf: Laplace's correction); a case without any
    value gets the prior. A leaf without training cases takes the frequencies of its parent. Quinlan 1993, 1996;
    docs/methods/trees.md#c45.

    Grow and prune a tree. confidence: CF of the pruning, in (0, 0.5]; resolution: numbers nearer than this
    are not cut apart (1e-5 in Quinlan's and Weka's programs); laplace: a of the prediction; first_of_equals:
    of equal classes the first one wins, as in Weka, not the one with more cases.

    Raises InputError for bad parameters and for direction and sequence attributes.

    References
    ----------
    .. [1] Quinlan 1993, 1996
    .. [2] docs/methods/trees.md#c45

    Examples
    --------
    >>> from naivebench.estimators import C45
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = C45().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        min_cases: float = 2,
        confidence: float = 0.25,
        pruning: bool = True,
        raising: bool = True,
        mdl_correction: bool = True,
        resolution: float = 0.0,
        laplace: float = 1.0,
        first_of_equals: bool = False,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class WekaJ48(Learned, Estimator):
    """C4.5 decision tree as Weka's J48.

    C4.5 (release 8): decision trees by the gain ratio, with pessimistic pruning. It is the classical decision
    tree that papers compare naive Bayes with.

    Parameters
    ----------
    resolution : float, default=1e-05
        Numbers nearer than this are not separated.
    laplace : float, default=0
        Pseudo-count of the class frequencies in a leaf or among neighbours.
    first_of_equals : bool, default=True
        Of equally frequent classes in a leaf, the first one wins, as in Weka.
    min_cases : float, default=2
        Smallest number of cases in a branch, node or cluster.
    confidence : float, default=0.25
        Confidence of the pruning: smaller values prune more.
    pruning : bool, default=True
        Prune the tree.
    raising : bool, default=True
        Replace a node by its largest branch where that helps (subtree raising).
    mdl_correction : bool, default=True
        Subtract the price of a threshold from the gain of a numeric test.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        Gain(A) = f (E(S_known) - sum_v w_v E(S_v)),  GainRatio(A) = Gain / SplitInfo,
        E = entropy of the classes in bits

    f: share of the weight where A is known; split information counts missing as one more outcome. A nominal
    attribute gives one branch per value, a numeric one two at a threshold: the best gain over all cuts between
    different values, less log2(cuts) / |S|, each branch with at least a tenth of the mean class size (at least
    `min_cases`, at most 25 cases). Tests are nominal attributes of which two branches have `min_cases`, and
    thresholds of positive gain. Of those not more than 0.001 below their mean gain (nominal attributes with more
    values than 0.3 n do not count in it), the one with the highest ratio splits the node, the first among equals.
    A threshold is moved down to the largest value of the training part not above the middle of the gap. A case
    that lacks the attribute goes down all branches, divided by their weights. Pruning:
    trees.helpers.c45_pruning.

    Prediction averages the class frequencies p of the leaves that a case reaches: P(c) = (N p_c + a) / (N + K a),
    N = weight of the training cases of those leaves (a single leaf: Laplace's correction); a case without any
    value gets the prior. A leaf without training cases takes the frequencies of its parent. Quinlan 1993, 1996;
    docs/methods/trees.md#c45.

    Grow and prune a tree. confidence: CF of the pruning, in (0, 0.5]; resolution: numbers nearer than this
    are not cut apart (1e-5 in Quinlan's and Weka's programs); laplace: a of the prediction; first_of_equals:
    of equal classes the first one wins, as in Weka, not the one with more cases.

    Raises InputError for bad parameters and for direction and sequence attributes.

    References
    ----------
    .. [1] Quinlan 1993
    .. [2] docs/methods/trees.md#c45

    Examples
    --------
    >>> from naivebench.estimators import WekaJ48
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = WekaJ48().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        resolution: float = 1e-05,
        laplace: float = 0,
        first_of_equals: bool = True,
        min_cases: float = 2,
        confidence: float = 0.25,
        pruning: bool = True,
        raising: bool = True,
        mdl_correction: bool = True,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class RBC(Learned, Estimator):
    """Recursive Bayesian classifier.

    Langley's recursive Bayesian classifier: a tree of naive Bayes classifiers. Each node divides the cases by
    the class that its naive Bayes predicts, and a new naive Bayes is learned on each part.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    max_depth : int or None, default=None
        Largest depth of the tree; no limit if none is given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    A node is a naive Bayes classifier of its cases. The cases that it predicts as class k are a branch; where all
    of them are of class k the branch ends. Otherwise naive Bayes is learned from them and becomes a node, if it
    classifies more of them correctly than its parent did; else the parent's posterior stands. So the training
    errors never increase with the depth, and data that naive Bayes separates give naive Bayes. Langley 1993;
    Langley and Sage 1994; docs/methods/trees.md#recursive-bayesian-classifier.

    Grow the tree; parameters of the nodes as in `nb`, with max_depth = 0 it is `nb`.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Langley 1993
    .. [2] docs/methods/trees.md#recursive-bayesian-classifier

    Examples
    --------
    >>> from naivebench.estimators import RBC
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = RBC().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        max_depth: int | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class RNBL(Learned, Estimator):
    """Recursive naive Bayes stopped by the description length.

    Recursive naive Bayes: a tree of naive Bayes classifiers on tables of attributes. The conditional minimum
    description length decides when a node is no longer divided.

    Parameters
    ----------
    cll_scale : str, default='none'
        Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    max_depth : int or None, default=None
        Largest depth of the tree; no limit if none is given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        CMDL(h | D) = sum over leaves CLL(h_leaf | D_leaf) - (log |D| / 2) size |h|,
        CLL(h | D) = g sum_i log P_h(c_i | x_i)

    |h|: nodes of the tree, inner ones included; |D|: cases of the root; size: entries of the tables of one node,
    K (1 + sum r_j) over the attributes with more than one value. The cases that a node predicts as class k become
    a child; all children of a node are attached together if the score rises by that, sum_k CLL(child) - CLL(node)
    against the price of the children. g is 1 (`cll_scale: none`) or the number of cases at the node (`cll_scale:
    node`, as the formula seems to have been printed; then almost every split is accepted). Priors are class
    frequencies, so that pure children have CLL 0. Kang, Silvescu and Honavar 2006, whose closing remark
    this tries out; docs/methods/trees.md#recursive-naive-bayes-on-attributes.

    Grow the tree; parameters of the nodes as in `nb`, with max_depth = 0 it is `nb`.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Kang et al. 2006
    .. [2] docs/methods/trees.md#recursive-naive-bayes-on-attributes

    Examples
    --------
    >>> from naivebench.estimators import RNBL
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = RNBL().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        cll_scale: str = "none",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        max_depth: int | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class RNBLNodeScale(Learned, Estimator):
    """Recursive naive Bayes, log-likelihoods times cases.

    Recursive naive Bayes: a tree of naive Bayes classifiers on tables of attributes. The conditional minimum
    description length decides when a node is no longer divided.

    Parameters
    ----------
    cll_scale : str, default='node'
        Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    smoothing : str, default='laplace'
        Formula of the smoothing: `laplace` adds `alpha` to every count, `laplace_m` adds one over the
        number of cases, `mlc_nomatch` adds nothing and replaces zero counts, as MLC++ does.
    max_depth : int or None, default=None
        Largest depth of the tree; no limit if none is given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        CMDL(h | D) = sum over leaves CLL(h_leaf | D_leaf) - (log |D| / 2) size |h|,
        CLL(h | D) = g sum_i log P_h(c_i | x_i)

    |h|: nodes of the tree, inner ones included; |D|: cases of the root; size: entries of the tables of one node,
    K (1 + sum r_j) over the attributes with more than one value. The cases that a node predicts as class k become
    a child; all children of a node are attached together if the score rises by that, sum_k CLL(child) - CLL(node)
    against the price of the children. g is 1 (`cll_scale: none`) or the number of cases at the node (`cll_scale:
    node`, as the formula seems to have been printed; then almost every split is accepted). Priors are class
    frequencies, so that pure children have CLL 0. Kang, Silvescu and Honavar 2006, whose closing remark
    this tries out; docs/methods/trees.md#recursive-naive-bayes-on-attributes.

    Grow the tree; parameters of the nodes as in `nb`, with max_depth = 0 it is `nb`.

    Raises InputError for bad parameters and for attributes that are not discrete.

    References
    ----------
    .. [1] Kang et al. 2006, the formula as printed
    .. [2] docs/methods/trees.md#recursive-naive-bayes-on-attributes

    Examples
    --------
    >>> from naivebench.estimators import RNBLNodeScale
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = RNBLNodeScale().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        cll_scale: str = "node",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        smoothing: str = "laplace",
        max_depth: int | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class NBTree(Learned, Estimator):
    """NBTree, naive Bayes at the leaves of a tree.

    NBTree: a decision tree with a naive Bayes classifier in every leaf. A node is split only if the
    cross-validated accuracy of naive Bayes in its parts is clearly better.

    Parameters
    ----------
    min_cases : int, default=30
        Smallest number of cases in a branch, node or cluster.
    reduction : float, default=0.05
        Share of the errors that a split must remove.
    folds : int, default=5
        Number of inner folds.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=1.0
        Pseudo-count of every class in the class frequencies.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The utility of a node is the accuracy of naive Bayes in a cross-validation of its cases, that of a split the
    accuracy of one naive Bayes per branch in the same folds. The test with the highest utility, the first among
    equals, splits the node if it avoids more than 5 per cent of the node's errors and the node has at least 30
    cases. Tests: one branch per value of a nominal attribute; for the others the threshold with the highest
    information gain, as in `c45`. A case without the attribute goes to the branch with most cases, a case without
    any value gets the prior of the whole training part.

    Numbers are cut by `fayyad_irani`, inside every inner fold on the node's cases outside the fold; these cuts
    serve the splits that the node tries, and a leaf cuts its own cases. Folds depend on the cases, not on their
    order: within each class the sorted cases are dealt out in turn. O(n d^2 K) per level. Kohavi 1996;
    docs/methods/trees.md#nbtree.

    Grow the tree; alpha > 0 and prior_alpha >= 0 as in `nb`.

    Without an accepted split it is `nb` on the cuts of all cases.

    Raises InputError for bad parameters and for attributes of other kinds than nominal, ordinal, linear and
    angular.

    References
    ----------
    .. [1] Kohavi 1996
    .. [2] docs/methods/trees.md#nbtree

    Examples
    --------
    >>> from naivebench.estimators import NBTree
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = NBTree().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        min_cases: int = 30,
        reduction: float = 0.05,
        folds: int = 5,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class KMeansNB(Learned, Estimator):
    """Naive Bayes with k-means clusters of each class.

    Naive Bayes with several clusters per class: k-means divides the cases of each class, and every cluster has
    a naive Bayes model of its own. The probability of a class is the sum over its clusters.

    Parameters
    ----------
    k : int or str, default='bic'
        Number of clusters per class, or `bic` to choose it.
    max_k : int, default=5
        Largest number of clusters that is tried.
    starts : int, default=5
        Number of runs of k-means.
    min_cases : int, default=5
        Smallest number of cases in a branch, node or cluster.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    variance_divisor : str, default='n'
        Divisor of the variance: `n`, or `n-1` for the unbiased estimate.
    var_floor : float, default=0.01
        Smallest variance, in units of the overall variance.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        P(c | x) = sum over clusters s of c of P(c, s | x),   P(c, s) = P(c) n_cs / n_c

    P(c, s | x) is that of `mixed_nb` with the clusters as its classes, so one cluster per class gives `mixed_nb`.
    Clusters: k-means (Lloyd) from k-means++ centres drawn with a fixed seed, the best of several starts; a
    cluster that loses all cases restarts at the case farthest from its centre. Distances are taken in numbers:
    linear and ordinal attributes standardised, angles as sine and cosine, one 0/1 column per nominal value
    divided by sqrt 2 (two different values are 1 apart), and missing indicators; a missing value lies at the
    mean. `k: bic` tries 1, 2, ... clusters in every class and keeps the number with the highest log p(x | c) -
    (parameters / 2) log n_c; where a cluster would have fewer than `min_cases` cases it stops. Kang et al. 2006
    relax the assumption of one generative model per class by a tree, this does it by a mixture. k-means++: Arthur
    and Vassilvitskii 2007. docs/methods/naive-bayes.md#k-means-naive-bayes.

    k: clusters per class (fewer where a cluster would be too small), or bic; the other parameters as in
    `mixed_nb`.

    var_floor is larger than in `mixed_nb` so that a cluster of equal values does not become a spike. Raises
    InputError for bad parameters and kinds.

    References
    ----------
    .. [1] Kang et al. 2006, the assumption of one model per class
    .. [2] Arthur & Vassilvitskii 2007
    .. [3] docs/methods/naive-bayes.md#k-means-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import KMeansNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = KMeansNB().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        k: int | str = "bic",
        max_k: int = 5,
        starts: int = 5,
        min_cases: int = 5,
        alpha: float = 1.0,
        prior_alpha: float = 0.0,
        variance_divisor: str = "n",
        var_floor: float = 0.01,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class MultinomialNB(Words, IncrementalEstimator):
    """Multinomial naive Bayes.

    Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
    distribution of its class. The order of the words does not matter.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
        p_ic = (Count_ic + a) / (Count_c + a d)
        P(c) = (n_c + a0) / (n + K a0) over cases

    d is the size of the vocabulary (`bags`); words outside are ignored, and so is the probability of the length;
    a case without words gets the prior. Fit O(words), predict O(words K).
    docs/methods/sequences.md#multinomial-naive-bayes
    (composition); McCallum and Nigam 1998; NB of Kang, Silvescu and Honavar 2006; with alpha = 0 the first
    example of the textbook's chapter 18.

    Count and estimate. alpha, prior_alpha >= 0; 0 is maximum likelihood: a word unseen in a class then
    excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.

    References
    ----------
    .. [1] McCallum & Nigam 1998
    .. [2] Kang, Silvescu & Honavar 2006
    .. [3] docs/methods/sequences.md#multinomial-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNB
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = MultinomialNB().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        composition: str = "counts",
        k: int = 1,
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class MultinomialNB300(Words, IncrementalEstimator):
    """Multinomial naive Bayes, 300 words by mutual information.

    Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
    distribution of its class. The order of the words does not matter.

    Parameters
    ----------
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
        p_ic = (Count_ic + a) / (Count_c + a d)
        P(c) = (n_c + a0) / (n + K a0) over cases

    d is the size of the vocabulary (`bags`); words outside are ignored, and so is the probability of the length;
    a case without words gets the prior. Fit O(words), predict O(words K).
    docs/methods/sequences.md#multinomial-naive-bayes
    (composition); McCallum and Nigam 1998; NB of Kang, Silvescu and Honavar 2006; with alpha = 0 the first
    example of the textbook's chapter 18.

    Count and estimate. alpha, prior_alpha >= 0; 0 is maximum likelihood: a word unseen in a class then
    excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.

    References
    ----------
    .. [1] Kang, Silvescu & Honavar 2006
    .. [2] docs/methods/sequences.md#multinomial-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNB300
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = MultinomialNB300().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        composition: str = "counts",
        k: int = 1,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class MultinomialNB300Occurrence(Words, IncrementalEstimator):
    """Multinomial naive Bayes, 300 words by mutual information of their occurrences.

    Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
    distribution of its class. The order of the words does not matter.

    Parameters
    ----------
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    words_by : str, default='occurrence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
        p_ic = (Count_ic + a) / (Count_c + a d)
        P(c) = (n_c + a0) / (n + K a0) over cases

    d is the size of the vocabulary (`bags`); words outside are ignored, and so is the probability of the length;
    a case without words gets the prior. Fit O(words), predict O(words K).
    docs/methods/sequences.md#multinomial-naive-bayes
    (composition); McCallum and Nigam 1998; NB of Kang, Silvescu and Honavar 2006; with alpha = 0 the first
    example of the textbook's chapter 18.

    Count and estimate. alpha, prior_alpha >= 0; 0 is maximum likelihood: a word unseen in a class then
    excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.

    References
    ----------
    .. [1] McCallum & Nigam 1998
    .. [2] docs/methods/sequences.md#multinomial-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNB300Occurrence
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = MultinomialNB300Occurrence().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        words_by: str = "occurrence",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        composition: str = "counts",
        k: int = 1,
        letters: str | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class MultinomialNB2Gram(Words, IncrementalEstimator):
    """Multinomial naive Bayes on pairs of letters.

    Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
    distribution of its class. The order of the words does not matter.

    Parameters
    ----------
    k : int, default=2
        Letters per word of a sequence.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
        p_ic = (Count_ic + a) / (Count_c + a d)
        P(c) = (n_c + a0) / (n + K a0) over cases

    d is the size of the vocabulary (`bags`); words outside are ignored, and so is the probability of the length;
    a case without words gets the prior. Fit O(words), predict O(words K).
    docs/methods/sequences.md#multinomial-naive-bayes
    (composition); McCallum and Nigam 1998; NB of Kang, Silvescu and Honavar 2006; with alpha = 0 the first
    example of the textbook's chapter 18.

    Count and estimate. alpha, prior_alpha >= 0; 0 is maximum likelihood: a word unseen in a class then
    excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.

    References
    ----------
    .. [1] McCallum & Nigam 1998
    .. [2] docs/methods/sequences.md#multinomial-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNB2Gram
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> model = MultinomialNB2Gram().fit(proteins, ["one", "one", "two", "two"] * 5)
    >>> model.predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    def __init__(
        self,
        *,
        k: int = 2,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        composition: str = "counts",
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class MultinomialNB3Gram(Words, IncrementalEstimator):
    """Multinomial naive Bayes on triples of letters.

    Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
    distribution of its class. The order of the words does not matter.

    Parameters
    ----------
    k : int, default=3
        Letters per word of a sequence.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
        p_ic = (Count_ic + a) / (Count_c + a d)
        P(c) = (n_c + a0) / (n + K a0) over cases

    d is the size of the vocabulary (`bags`); words outside are ignored, and so is the probability of the length;
    a case without words gets the prior. Fit O(words), predict O(words K).
    docs/methods/sequences.md#multinomial-naive-bayes
    (composition); McCallum and Nigam 1998; NB of Kang, Silvescu and Honavar 2006; with alpha = 0 the first
    example of the textbook's chapter 18.

    Count and estimate. alpha, prior_alpha >= 0; 0 is maximum likelihood: a word unseen in a class then
    excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.

    References
    ----------
    .. [1] McCallum & Nigam 1998
    .. [2] docs/methods/sequences.md#multinomial-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNB3Gram
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> model = MultinomialNB3Gram().fit(proteins, ["one", "one", "two", "two"] * 5)
    >>> model.predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    def __init__(
        self,
        *,
        k: int = 3,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        composition: str = "counts",
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class MultinomialNBFraction(Words, IncrementalEstimator):
    """Multinomial naive Bayes, shares of the length as exponents.

    Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
    distribution of its class. The order of the words does not matter.

    Parameters
    ----------
    composition : str, default='fraction'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
        p_ic = (Count_ic + a) / (Count_c + a d)
        P(c) = (n_c + a0) / (n + K a0) over cases

    d is the size of the vocabulary (`bags`); words outside are ignored, and so is the probability of the length;
    a case without words gets the prior. Fit O(words), predict O(words K).
    docs/methods/sequences.md#multinomial-naive-bayes
    (composition); McCallum and Nigam 1998; NB of Kang, Silvescu and Honavar 2006; with alpha = 0 the first
    example of the textbook's chapter 18.

    Count and estimate. alpha, prior_alpha >= 0; 0 is maximum likelihood: a word unseen in a class then
    excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.

    References
    ----------
    .. [1] textbook18
    .. [2] docs/methods/sequences.md#multinomial-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNBFraction
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = MultinomialNBFraction().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        composition: str = "fraction",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        k: int = 1,
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class MultinomialNBBinary(Words, IncrementalEstimator):
    """Multinomial naive Bayes on the presence of words.

    Multinomial naive Bayes for texts and sequences: every word or letter of a case is drawn from the
    distribution of its class. The order of the words does not matter.

    Parameters
    ----------
    composition : str, default='binary'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words of f_i log p_ic + const,
        p_ic = (Count_ic + a) / (Count_c + a d)
        P(c) = (n_c + a0) / (n + K a0) over cases

    d is the size of the vocabulary (`bags`); words outside are ignored, and so is the probability of the length;
    a case without words gets the prior. Fit O(words), predict O(words K).
    docs/methods/sequences.md#multinomial-naive-bayes
    (composition); McCallum and Nigam 1998; NB of Kang, Silvescu and Honavar 2006; with alpha = 0 the first
    example of the textbook's chapter 18.

    Count and estimate. alpha, prior_alpha >= 0; 0 is maximum likelihood: a word unseen in a class then
    excludes the class. alpha: one number, or one per word of the data.

    composition: `counts`; `binary` (presence of a word in a case); `fraction` (exponents f_i divided by the
    length of the case). k, letters, n_words, words_by: see `bags.Words`. Raises InputError for bad parameters
    and for other kinds of attributes.

    References
    ----------
    .. [1] Metsis, Androutsopoulos & Paliouras 2006
    .. [2] docs/methods/sequences.md#multinomial-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNBBinary
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = MultinomialNBBinary().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        composition: str = "binary",
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        k: int = 1,
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class BernoulliNB(Words, IncrementalEstimator):
    """Bernoulli naive Bayes, presence and absence of words.

    Bernoulli naive Bayes for texts: only the presence or absence of each word counts. Absent words are
    evidence too, unlike in the multinomial model.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words i of log p_ic if x has the word, else log (1 - p_ic), + const
        p_ic = (cases of c with word i + a) / (n_c + 2 a)

    Every word of the vocabulary is evidence, the absent ones too; how often a word occurs is not. The model that
    Kang, Silvescu and Honavar 2006 contrast with theirs (the "multivariate event model"). Fit O(words), predict
    O(words K). McCallum and Nigam 1998, section 2; docs/methods/sequences.md#bernoulli-naive-bayes.

    Count and estimate; alpha, prior_alpha >= 0, alpha one number or one per word of the data. k, letters,
    n_words, words_by: see `bags.Words`.

    With alpha = 0, a class is impossible for a case that has a word which no case of the class has, or that
    lacks one which all of them have.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] McCallum & Nigam 1998
    .. [2] docs/methods/sequences.md#bernoulli-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import BernoulliNB
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = BernoulliNB().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        k: int = 1,
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class BernoulliNB300(Words, IncrementalEstimator):
    """Bernoulli naive Bayes, 300 words by mutual information.

    Bernoulli naive Bayes for texts: only the presence or absence of each word counts. Absent words are
    evidence too, unlike in the multinomial model.

    Parameters
    ----------
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + sum over words i of log p_ic if x has the word, else log (1 - p_ic), + const
        p_ic = (cases of c with word i + a) / (n_c + 2 a)

    Every word of the vocabulary is evidence, the absent ones too; how often a word occurs is not. The model that
    Kang, Silvescu and Honavar 2006 contrast with theirs (the "multivariate event model"). Fit O(words), predict
    O(words K). McCallum and Nigam 1998, section 2; docs/methods/sequences.md#bernoulli-naive-bayes.

    Count and estimate; alpha, prior_alpha >= 0, alpha one number or one per word of the data. k, letters,
    n_words, words_by: see `bags.Words`.

    With alpha = 0, a class is impossible for a case that has a word which no case of the class has, or that
    lacks one which all of them have.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] McCallum & Nigam 1998
    .. [2] Kang, Silvescu & Honavar 2006
    .. [3] docs/methods/sequences.md#bernoulli-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import BernoulliNB300
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = BernoulliNB300().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        k: int = 1,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class ComplementNB(Words, IncrementalEstimator):
    """Complement naive Bayes.

    Complement naive Bayes for texts: the weights of a class are learned from the cases of all other classes.
    This helps where classes differ much in size.

    Parameters
    ----------
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    normalize_weights : bool, default=False
        Scale the weights of each class to the same length.
    tf_idf : bool, default=False
        Weight words by their frequency in the case and their rarity.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        score(c) = log P(c) - sum over words of f_i log theta_ic,
        theta_ic = (Count_i - Count_ic + a) / (Count - Count_c + a d)

    The complements of small classes rest on more words than the classes themselves. With `normalize_weights` the
    weights log theta_ic of a class are divided by the sum of their absolute values, and the prior only serves
    cases without words (WCNB); with `tf_idf` the counts f_i become log(1 + f_i) log(n / cases with word i), each
    case of length 1 (TWCNB). The scores are no log probabilities of a model; they are normalised as if they were.
    Fit O(words), predict O(words K). Rennie, Shih, Teevan and Karger 2003, tables 1 and 4.

    Count and estimate; alpha > 0, one number or one per word of the data; prior_alpha >= 0.
    k, letters, n_words, words_by: see `bags.Words`.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Rennie, Shih, Teevan & Karger 2003

    Examples
    --------
    >>> from naivebench.estimators import ComplementNB
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = ComplementNB().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        normalize_weights: bool = False,
        tf_idf: bool = False,
        k: int = 1,
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class TWCNB(Words, Estimator):
    """Complement naive Bayes, weights normalised, tf-idf.

    Complement naive Bayes for texts: the weights of a class are learned from the cases of all other classes.
    This helps where classes differ much in size.

    Parameters
    ----------
    normalize_weights : bool, default=True
        Scale the weights of each class to the same length.
    tf_idf : bool, default=True
        Weight words by their frequency in the case and their rarity.
    alpha : float or sequence of float, default=1.0
        Pseudo-count of every word, or a list with one number per word.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    feature_all_ : ndarray
        Sum of the counts of every word, (words,).
    feature_count_ : ndarray
        Sum of the counts of every word per class, of `BernoulliNB` the cases that have it, as cases
        weigh; (K, words).
    feature_log_prob_ : ndarray
        Log probability of every word in every class, (K, words) nats; of `ComplementNB` its weight.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        score(c) = log P(c) - sum over words of f_i log theta_ic,
        theta_ic = (Count_i - Count_ic + a) / (Count - Count_c + a d)

    The complements of small classes rest on more words than the classes themselves. With `normalize_weights` the
    weights log theta_ic of a class are divided by the sum of their absolute values, and the prior only serves
    cases without words (WCNB); with `tf_idf` the counts f_i become log(1 + f_i) log(n / cases with word i), each
    case of length 1 (TWCNB). The scores are no log probabilities of a model; they are normalised as if they were.
    Fit O(words), predict O(words K). Rennie, Shih, Teevan and Karger 2003, tables 1 and 4.

    Count and estimate; alpha > 0, one number or one per word of the data; prior_alpha >= 0.
    k, letters, n_words, words_by: see `bags.Words`.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Rennie, Shih, Teevan & Karger 2003

    Examples
    --------
    >>> from naivebench.estimators import TWCNB
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = TWCNB().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        normalize_weights: bool = True,
        tf_idf: bool = True,
        alpha: float | Sequence[float] = 1.0,
        prior_alpha: float = 0.0,
        k: int = 1,
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class ProteinNB(Joint, IncrementalEstimator):
    """Naive Bayes of proteins (composition multinomial, length Gaussian).

    Naive Bayes of protein sequences: the amino acids are drawn from the distribution of the class, and the
    length of a sequence is normally distributed. The order of the amino acids does not matter.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    length : bool, default=True
        Use the length of the sequence too.
    sigma_floor : float, default=1.0
        Smallest standard deviation of the length.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default='ACDEFGHIKLMNPQRSTVWY'
        Letters of the alphabet that count; all if none are given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        score(c) = log P(c) + sum over letters of n_a log theta_ca + log N(L; mu_c, s2_c)
        theta_ca = (Count_ca + alpha) / (Count_c + 20 alpha)

    mu_c and s2_c are the mean and the variance (divided by n_c) of the lengths of class c, s_c at least
    `sigma_floor` residues. L counts letters outside `letters` too, the composition skips them. The denominator
    counts residues; as printed in the chapter (observation sequences) the parameters would not sum to 1. Under
    the count model the multinomial is already conditional on the length, so that L is independent of it; with
    `composition: fraction`, the percentages of the chapter, the exponents are n_a / L and prior and length
    dominate. docs/methods/sequences.md#protein-naive-bayes; example 2 of the textbook's chapter 18.

    Count and estimate. length: use the Gaussian term; sigma_floor > 0, residues; the rest as in
    `nb_mn.fit`.

    A class without cases has the mean and variance of all. Raises InputError for bad parameters and other
    kinds of attributes.

    References
    ----------
    .. [1] textbook18
    .. [2] docs/methods/sequences.md#protein-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import ProteinNB
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> model = ProteinNB().fit(proteins, ["one", "one", "two", "two"] * 5)
    >>> model.predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 0.0,
        composition: str = "counts",
        length: bool = True,
        sigma_floor: float = 1.0,
        k: int = 1,
        letters: str | None = "ACDEFGHIKLMNPQRSTVWY",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class ProteinNBFraction(Joint, IncrementalEstimator):
    """Naive Bayes of proteins on percentages.

    Naive Bayes of protein sequences: the amino acids are drawn from the distribution of the class, and the
    length of a sequence is normally distributed. The order of the amino acids does not matter.

    Parameters
    ----------
    composition : str, default='fraction'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    length : bool, default=True
        Use the length of the sequence too.
    sigma_floor : float, default=1.0
        Smallest standard deviation of the length.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default='ACDEFGHIKLMNPQRSTVWY'
        Letters of the alphabet that count; all if none are given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    class_log_prior_ : ndarray
        log P(c), (K,) nats.
    class_prior_ : ndarray
        P(c), (K,).
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        score(c) = log P(c) + sum over letters of n_a log theta_ca + log N(L; mu_c, s2_c)
        theta_ca = (Count_ca + alpha) / (Count_c + 20 alpha)

    mu_c and s2_c are the mean and the variance (divided by n_c) of the lengths of class c, s_c at least
    `sigma_floor` residues. L counts letters outside `letters` too, the composition skips them. The denominator
    counts residues; as printed in the chapter (observation sequences) the parameters would not sum to 1. Under
    the count model the multinomial is already conditional on the length, so that L is independent of it; with
    `composition: fraction`, the percentages of the chapter, the exponents are n_a / L and prior and length
    dominate. docs/methods/sequences.md#protein-naive-bayes; example 2 of the textbook's chapter 18.

    Count and estimate. length: use the Gaussian term; sigma_floor > 0, residues; the rest as in
    `nb_mn.fit`.

    A class without cases has the mean and variance of all. Raises InputError for bad parameters and other
    kinds of attributes.

    References
    ----------
    .. [1] textbook18
    .. [2] docs/methods/sequences.md#protein-naive-bayes

    Examples
    --------
    >>> from naivebench.estimators import ProteinNBFraction
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> model = ProteinNBFraction().fit(proteins, ["one", "one", "two", "two"] * 5)
    >>> model.predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    def __init__(
        self,
        *,
        composition: str = "fraction",
        alpha: float = 1.0,
        prior_alpha: float = 0.0,
        length: bool = True,
        sigma_floor: float = 1.0,
        k: int = 1,
        letters: str | None = "ACDEFGHIKLMNPQRSTVWY",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class RNBLMN(Learned, Estimator):
    """Recursive naive Bayes on words (CMDL without a factor).

    Recursive naive Bayes for texts and sequences (RNBL-MN): a tree whose nodes are multinomial naive Bayes
    classifiers. The conditional minimum description length decides when a node is no longer divided.

    Parameters
    ----------
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    cll_scale : str, default='none'
        Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.
    growth : str, default='leaf'
        `leaf` decides about one leaf after the other, `level` about all leaves of a level together.
    max_depth : int or None, default=None
        Largest depth of the tree; no limit if none is given.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    A node sends every case to the child of the class that it predicts, and each child is a naive Bayes trained on
    the cases it receives; a node stays a leaf unless its children raise the score of `cmdl`. A case is routed to
    a leaf, whose posterior is the answer. A class that a node predicts for no training case has no child: a later
    case of that kind is answered by the node itself. Priors are frequencies, so that a pure node costs nothing;
    words are chosen once, at the root. `growth: leaf` decides about one leaf after the other, `level` about all
    leaves of one depth together. O(depth x words x K). Kang, Silvescu and Honavar 2006 (their figure 1 is
    reconstructed); docs/methods/sequences.md#recursive-naive-bayes-on-words.

    Grow the tree. cll_scale: see `cmdl`; max_depth: 0 is `nb_mn`, null no limit; alpha, k, letters,
    n_words, words_by as in `nb_mn.fit`.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Kang, Silvescu & Honavar 2006
    .. [2] docs/methods/sequences.md#recursive-naive-bayes-on-words

    Examples
    --------
    >>> from naivebench.estimators import RNBLMN
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = RNBLMN().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        alpha: float = 1.0,
        cll_scale: str = "none",
        growth: str = "leaf",
        max_depth: int | None = None,
        k: int = 1,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class RNBLMNNode(Learned, Estimator):
    """Recursive naive Bayes on words (CMDL times the cases at the node).

    Recursive naive Bayes for texts and sequences (RNBL-MN): a tree whose nodes are multinomial naive Bayes
    classifiers. The conditional minimum description length decides when a node is no longer divided.

    Parameters
    ----------
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    cll_scale : str, default='node'
        Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    growth : str, default='leaf'
        `leaf` decides about one leaf after the other, `level` about all leaves of a level together.
    max_depth : int or None, default=None
        Largest depth of the tree; no limit if none is given.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    A node sends every case to the child of the class that it predicts, and each child is a naive Bayes trained on
    the cases it receives; a node stays a leaf unless its children raise the score of `cmdl`. A case is routed to
    a leaf, whose posterior is the answer. A class that a node predicts for no training case has no child: a later
    case of that kind is answered by the node itself. Priors are frequencies, so that a pure node costs nothing;
    words are chosen once, at the root. `growth: leaf` decides about one leaf after the other, `level` about all
    leaves of one depth together. O(depth x words x K). Kang, Silvescu and Honavar 2006 (their figure 1 is
    reconstructed); docs/methods/sequences.md#recursive-naive-bayes-on-words.

    Grow the tree. cll_scale: see `cmdl`; max_depth: 0 is `nb_mn`, null no limit; alpha, k, letters,
    n_words, words_by as in `nb_mn.fit`.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Kang, Silvescu & Honavar 2006
    .. [2] docs/methods/sequences.md#recursive-naive-bayes-on-words

    Examples
    --------
    >>> from naivebench.estimators import RNBLMNNode
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = RNBLMNNode().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        cll_scale: str = "node",
        alpha: float = 1.0,
        growth: str = "leaf",
        max_depth: int | None = None,
        k: int = 1,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class RNBLMNLevel(Learned, Estimator):
    """Recursive naive Bayes on words, level by level.

    Recursive naive Bayes for texts and sequences (RNBL-MN): a tree whose nodes are multinomial naive Bayes
    classifiers. The conditional minimum description length decides when a node is no longer divided.

    Parameters
    ----------
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    growth : str, default='level'
        `leaf` decides about one leaf after the other, `level` about all leaves of a level together.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    cll_scale : str, default='none'
        Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.
    max_depth : int or None, default=None
        Largest depth of the tree; no limit if none is given.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    A node sends every case to the child of the class that it predicts, and each child is a naive Bayes trained on
    the cases it receives; a node stays a leaf unless its children raise the score of `cmdl`. A case is routed to
    a leaf, whose posterior is the answer. A class that a node predicts for no training case has no child: a later
    case of that kind is answered by the node itself. Priors are frequencies, so that a pure node costs nothing;
    words are chosen once, at the root. `growth: leaf` decides about one leaf after the other, `level` about all
    leaves of one depth together. O(depth x words x K). Kang, Silvescu and Honavar 2006 (their figure 1 is
    reconstructed); docs/methods/sequences.md#recursive-naive-bayes-on-words.

    Grow the tree. cll_scale: see `cmdl`; max_depth: 0 is `nb_mn`, null no limit; alpha, k, letters,
    n_words, words_by as in `nb_mn.fit`.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Kang, Silvescu & Honavar 2006
    .. [2] docs/methods/sequences.md#recursive-naive-bayes-on-words

    Examples
    --------
    >>> from naivebench.estimators import RNBLMNLevel
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = RNBLMNLevel().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        growth: str = "level",
        alpha: float = 1.0,
        cll_scale: str = "none",
        max_depth: int | None = None,
        k: int = 1,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class RNBLMNOccurrence(Learned, Estimator):
    """Recursive naive Bayes on words, chosen by mutual information of their occurrences.

    Recursive naive Bayes for texts and sequences (RNBL-MN): a tree whose nodes are multinomial naive Bayes
    classifiers. The conditional minimum description length decides when a node is no longer divided.

    Parameters
    ----------
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    words_by : str, default='occurrence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    cll_scale : str, default='none'
        Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.
    growth : str, default='leaf'
        `leaf` decides about one leaf after the other, `level` about all leaves of a level together.
    max_depth : int or None, default=None
        Largest depth of the tree; no limit if none is given.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    A node sends every case to the child of the class that it predicts, and each child is a naive Bayes trained on
    the cases it receives; a node stays a leaf unless its children raise the score of `cmdl`. A case is routed to
    a leaf, whose posterior is the answer. A class that a node predicts for no training case has no child: a later
    case of that kind is answered by the node itself. Priors are frequencies, so that a pure node costs nothing;
    words are chosen once, at the root. `growth: leaf` decides about one leaf after the other, `level` about all
    leaves of one depth together. O(depth x words x K). Kang, Silvescu and Honavar 2006 (their figure 1 is
    reconstructed); docs/methods/sequences.md#recursive-naive-bayes-on-words.

    Grow the tree. cll_scale: see `cmdl`; max_depth: 0 is `nb_mn`, null no limit; alpha, k, letters,
    n_words, words_by as in `nb_mn.fit`.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Kang, Silvescu & Honavar 2006
    .. [2] McCallum & Nigam 1998
    .. [3] docs/methods/sequences.md#recursive-naive-bayes-on-words

    Examples
    --------
    >>> from naivebench.estimators import RNBLMNOccurrence
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = RNBLMNOccurrence().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        words_by: str = "occurrence",
        alpha: float = 1.0,
        cll_scale: str = "none",
        growth: str = "leaf",
        max_depth: int | None = None,
        k: int = 1,
        letters: str | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class LinearSVMCounts(Iterations, WeightedEstimator):
    """Linear SVM on tf-idf of words.

    Linear support vector machine on weighted counts of words or letters, one class against the rest
    (scikit-learn's liblinear). It is a standard rival in text classification.

    Parameters
    ----------
    c : float, default=1.0
        Inverse strength of the penalty: smaller values give simpler models.
    weights : str, default='tf_idf'
        How counts become features: `tf_idf`, `unit` (each case of length 1), `max` (divided by the
        column's largest), `counts` or `binary`.
    inner_folds : int, default=5
        Number of inner folds; for calibration, 0 means none.
    max_iter : int, default=10000
        Largest number of iterations.
    tol : float, default=0.0001
        Change below which the iterations stop.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    n_words : int or None, default=None
        Number of words that are kept; all if none is given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    `weights`: how counts become features; `tf_idf`: log(1 + count) times inverse document frequency, each case of
    length 1; `unit`: counts, each case of length 1; `max`: counts divided by the largest of their column in
    training (Weka's SMO normalises so); `counts`; `binary`. Probabilities by one sigmoid per class on the scores
    of the held-out parts of a few inner folds (Platt 1999), the machine itself fitted on all training cases. With
    `inner_folds: 0` the machine is all that is fitted, and the softmax of its scores stands for probabilities: it
    decides by their signs. So too with a class of a single case, and the summary says so. Cortes and Vapnik 1995;
    Joachims 1998; Fan et al. 2008; docs/methods/sequences.md#linear-svm-on-counts.

    `c`: inverse strength of the penalty on the squared hinge loss; `inner_folds`: folds of the
    calibration, 0 = none.

    k, letters, n_words, words_by: see `bags.learn`. Raises InputError for bad parameters and for other kinds
    of attributes.

    References
    ----------
    .. [1] Joachims 1998
    .. [2] Fan et al. 2008
    .. [3] docs/methods/sequences.md#linear-svm-on-counts

    Examples
    --------
    >>> from naivebench.estimators import LinearSVMCounts
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = LinearSVMCounts().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        c: float = 1.0,
        weights: str = "tf_idf",
        inner_folds: int = 5,
        max_iter: int = 10000,
        tol: float = 0.0001,
        k: int = 1,
        letters: str | None = None,
        n_words: int | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class LinearSVMCounts300(Iterations, WeightedEstimator):
    """Linear SVM on 300 words by mutual information, not calibrated.

    Linear support vector machine on weighted counts of words or letters, one class against the rest
    (scikit-learn's liblinear). It is a standard rival in text classification.

    Parameters
    ----------
    weights : str, default='max'
        How counts become features: `tf_idf`, `unit` (each case of length 1), `max` (divided by the
        column's largest), `counts` or `binary`.
    inner_folds : int, default=0
        Number of inner folds; for calibration, 0 means none.
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    c : float, default=1.0
        Inverse strength of the penalty: smaller values give simpler models.
    max_iter : int, default=10000
        Largest number of iterations.
    tol : float, default=0.0001
        Change below which the iterations stop.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    `weights`: how counts become features; `tf_idf`: log(1 + count) times inverse document frequency, each case of
    length 1; `unit`: counts, each case of length 1; `max`: counts divided by the largest of their column in
    training (Weka's SMO normalises so); `counts`; `binary`. Probabilities by one sigmoid per class on the scores
    of the held-out parts of a few inner folds (Platt 1999), the machine itself fitted on all training cases. With
    `inner_folds: 0` the machine is all that is fitted, and the softmax of its scores stands for probabilities: it
    decides by their signs. So too with a class of a single case, and the summary says so. Cortes and Vapnik 1995;
    Joachims 1998; Fan et al. 2008; docs/methods/sequences.md#linear-svm-on-counts.

    `c`: inverse strength of the penalty on the squared hinge loss; `inner_folds`: folds of the
    calibration, 0 = none.

    k, letters, n_words, words_by: see `bags.learn`. Raises InputError for bad parameters and for other kinds
    of attributes.

    References
    ----------
    .. [1] Platt 1999
    .. [2] Kang, Silvescu & Honavar 2006
    .. [3] docs/methods/sequences.md#linear-svm-on-counts

    Examples
    --------
    >>> from naivebench.estimators import LinearSVMCounts300
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = LinearSVMCounts300().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        weights: str = "max",
        inner_folds: int = 0,
        n_words: int | None = 300,
        c: float = 1.0,
        max_iter: int = 10000,
        tol: float = 0.0001,
        k: int = 1,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class LinearSVMCounts300TfIdf(Iterations, WeightedEstimator):
    """Linear SVM on tf-idf of 300 words by mutual information, not calibrated.

    Linear support vector machine on weighted counts of words or letters, one class against the rest
    (scikit-learn's liblinear). It is a standard rival in text classification.

    Parameters
    ----------
    inner_folds : int, default=0
        Number of inner folds; for calibration, 0 means none.
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    c : float, default=1.0
        Inverse strength of the penalty: smaller values give simpler models.
    weights : str, default='tf_idf'
        How counts become features: `tf_idf`, `unit` (each case of length 1), `max` (divided by the
        column's largest), `counts` or `binary`.
    max_iter : int, default=10000
        Largest number of iterations.
    tol : float, default=0.0001
        Change below which the iterations stop.
    k : int, default=1
        Letters per word of a sequence.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    `weights`: how counts become features; `tf_idf`: log(1 + count) times inverse document frequency, each case of
    length 1; `unit`: counts, each case of length 1; `max`: counts divided by the largest of their column in
    training (Weka's SMO normalises so); `counts`; `binary`. Probabilities by one sigmoid per class on the scores
    of the held-out parts of a few inner folds (Platt 1999), the machine itself fitted on all training cases. With
    `inner_folds: 0` the machine is all that is fitted, and the softmax of its scores stands for probabilities: it
    decides by their signs. So too with a class of a single case, and the summary says so. Cortes and Vapnik 1995;
    Joachims 1998; Fan et al. 2008; docs/methods/sequences.md#linear-svm-on-counts.

    `c`: inverse strength of the penalty on the squared hinge loss; `inner_folds`: folds of the
    calibration, 0 = none.

    k, letters, n_words, words_by: see `bags.learn`. Raises InputError for bad parameters and for other kinds
    of attributes.

    References
    ----------
    .. [1] Joachims 1998
    .. [2] Kang, Silvescu & Honavar 2006
    .. [3] docs/methods/sequences.md#linear-svm-on-counts

    Examples
    --------
    >>> from naivebench.estimators import LinearSVMCounts300TfIdf
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = LinearSVMCounts300TfIdf().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        inner_folds: int = 0,
        n_words: int | None = 300,
        c: float = 1.0,
        weights: str = "tf_idf",
        max_iter: int = 10000,
        tol: float = 0.0001,
        k: int = 1,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class ClassHMM(Iterations, Estimator):
    """Hidden Markov model per class, 5 states.

    One hidden Markov model per class, trained by the Baum-Welch algorithm. A sequence gets the class under
    whose model it is most probable.

    Parameters
    ----------
    states : int, default=5
        Number of hidden states.
    pseudo : float, default=0.01
        Pseudo-count of every start, transition and emission.
    restarts : int, default=3
        Largest number of random starts.
    screening : int, default=10
        Steps that each start takes before only the best goes on.
    max_iter : int, default=100
        Largest number of iterations.
    tol : float, default=1e-05
        Change below which the iterations stop.
    model_score : str, default='total'
        Score of a sequence: its `total` log likelihood, or `per_residue`.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + log P(x | HMM of c) + const

    Each model has S states with start, transition and emission probabilities, smoothed by `pseudo` counts: the
    maximum a posteriori under symmetric Dirichlet priors of parameters 1 + pseudo. `restarts` random starts take
    `screening` steps each, the best goes on until the objective (log likelihood plus log prior density; it never
    falls) grows by less than `tol` of its size, or up to `max_iter` steps. Skipped letters emit nothing but take
    a step. With S = 1 it is the multinomial naive Bayes of the same smoothing. Long sequences favour over-fitted
    classes: `score: per_residue` divides log P(x | c) by the length. O(steps x residues x S^2). Rabiner 1989;
    docs/methods/sequences.md#class-hidden-markov-models; second example of the textbook's chapter 18.

    Train one model per class on sequences.

    `rng` draws one seed: every class gets the same starts, whatever their order.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Rabiner 1989
    .. [2] textbook18
    .. [3] docs/methods/sequences.md#class-hidden-markov-models

    Examples
    --------
    >>> from naivebench.estimators import ClassHMM
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> model = ClassHMM().fit(proteins, ["one", "one", "two", "two"] * 5)
    >>> model.predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    def __init__(
        self,
        *,
        states: int = 5,
        pseudo: float = 0.01,
        restarts: int = 3,
        screening: int = 10,
        max_iter: int = 100,
        tol: float = 1e-05,
        model_score: str = "total",
        prior_alpha: float = 0.0,
        letters: str | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class ClassHMMPerResidue(Iterations, Estimator):
    """Hidden Markov model per class, 5 states, likelihood per residue.

    One hidden Markov model per class, trained by the Baum-Welch algorithm. A sequence gets the class under
    whose model it is most probable.

    Parameters
    ----------
    model_score : str, default='per_residue'
        Score of a sequence: its `total` log likelihood, or `per_residue`.
    states : int, default=5
        Number of hidden states.
    pseudo : float, default=0.01
        Pseudo-count of every start, transition and emission.
    restarts : int, default=3
        Largest number of random starts.
    screening : int, default=10
        Steps that each start takes before only the best goes on.
    max_iter : int, default=100
        Largest number of iterations.
    tol : float, default=1e-05
        Change below which the iterations stop.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_prior : str or sequence of float or dict or None, default=None
        Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list
        in the order of `classes_`, or a mapping from label to probability.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
        log P(c | x) = log P(c) + log P(x | HMM of c) + const

    Each model has S states with start, transition and emission probabilities, smoothed by `pseudo` counts: the
    maximum a posteriori under symmetric Dirichlet priors of parameters 1 + pseudo. `restarts` random starts take
    `screening` steps each, the best goes on until the objective (log likelihood plus log prior density; it never
    falls) grows by less than `tol` of its size, or up to `max_iter` steps. Skipped letters emit nothing but take
    a step. With S = 1 it is the multinomial naive Bayes of the same smoothing. Long sequences favour over-fitted
    classes: `score: per_residue` divides log P(x | c) by the length. O(steps x residues x S^2). Rabiner 1989;
    docs/methods/sequences.md#class-hidden-markov-models; second example of the textbook's chapter 18.

    Train one model per class on sequences.

    `rng` draws one seed: every class gets the same starts, whatever their order.

    Raises InputError for bad parameters and for other kinds of attributes.

    References
    ----------
    .. [1] Rabiner 1989
    .. [2] textbook18
    .. [3] docs/methods/sequences.md#class-hidden-markov-models

    Examples
    --------
    >>> from naivebench.estimators import ClassHMMPerResidue
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> model = ClassHMMPerResidue().fit(proteins, ["one", "one", "two", "two"] * 5)
    >>> model.predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    def __init__(
        self,
        *,
        model_score: str = "per_residue",
        states: int = 5,
        pseudo: float = 0.01,
        restarts: int = 3,
        screening: int = 10,
        max_iter: int = 100,
        tol: float = 1e-05,
        prior_alpha: float = 0.0,
        letters: str | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class C45Counts(Learned, Estimator):
    """C4.5 on 300 words by mutual information, or on the letters of a sequence.

    C4.5 on counts of words or letters. Its tests ask how often a word occurs in a text, or a letter or k-gram
    in a sequence.

    Parameters
    ----------
    min_cases : float, default=2
        Smallest number of cases in a branch, node or cluster.
    confidence : float, default=0.25
        Confidence of the pruning: smaller values prune more.
    pruning : bool, default=True
        Prune the tree.
    raising : bool, default=True
        Replace a node by its largest branch where that helps (subtree raising).
    mdl_correction : bool, default=True
        Subtract the price of a threshold from the gain of a numeric test.
    laplace : float, default=1
        Pseudo-count of the class frequencies in a leaf or among neighbours.
    k : int, default=1
        Letters per word of a sequence.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    letters : str or None, default=None
        Letters of the alphabet that count; all if none are given.
    words_by : str, default='presence'
        How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The words are chosen on the training part as those of `nb_mn` are. Kang, Silvescu and Honavar 2006
    ("tests on sequence composition statistics"); the tree: trees.c45.

    `tree`: parameters of `c45.fit`; k, letters, composition, n_words, words_by as in `bags.learn`.

    Raises InputError for bad parameters, for other kinds of attributes, and for more counts than a tree can
    hold in full.

    References
    ----------
    .. [1] Quinlan 1993, 1996
    .. [2] Kang, Silvescu & Honavar 2006

    Examples
    --------
    >>> from naivebench.estimators import C45Counts
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> model = C45Counts().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
    >>> model.predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    def __init__(
        self,
        *,
        min_cases: float = 2,
        confidence: float = 0.25,
        pruning: bool = True,
        raising: bool = True,
        mdl_correction: bool = True,
        laplace: float = 1,
        k: int = 1,
        composition: str = "counts",
        n_words: int | None = 300,
        letters: str | None = None,
        words_by: str = "presence",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class LogisticRegression(Iterations, WeightedEstimator):
    """Logistic regression with an L2 penalty.

    Multinomial logistic regression with an L2 penalty (scikit-learn). Nominal attributes become indicators,
    and numbers are standardised.

    Parameters
    ----------
    c : float, default=1.0
        Inverse strength of the penalty: smaller values give simpler models.
    max_iter : int, default=1000
        Largest number of iterations.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Reference: Cox 1958; le Cessie and van Houwelingen 1992 (ridge form). Minimises sum of log loss + |w|^2 / (2
    c).

    `c`: inverse strength of the penalty; `max_iter`: limit of L-BFGS iterations; the summary says if
    it was reached.

    References
    ----------
    .. [1] le Cessie & van Houwelingen 1992

    Examples
    --------
    >>> from naivebench.estimators import LogisticRegression
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = LogisticRegression().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        c: float = 1.0,
        max_iter: int = 1000,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class LinearSVM(Iterations, WeightedEstimator):
    """Linear support vector machine, calibrated.

    Linear support vector machine, one class against the rest (scikit-learn's liblinear). Sigmoid calibration
    turns its scores into probabilities.

    Parameters
    ----------
    c : float, default=1.0
        Inverse strength of the penalty: smaller values give simpler models.
    inner_folds : int, default=5
        Number of inner folds; for calibration, 0 means none.
    ensemble : bool, default=False
        Average the machines of the inner folds instead of fitting one to all cases.
    max_iter : int, default=10000
        Largest number of iterations.
    tol : float, default=0.0001
        Change below which the iterations stop.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    The scores of the held-out parts of a few inner folds fit one sigmoid per class (Platt 1999); the machine
    itself is then fitted on the whole training part. With `inner_folds` 0 nothing is calibrated, and the softmax
    of the scores is returned: labels are then those of the library. A class with a single case cannot be held
    out; nothing is calibrated then either, and the summary says so. References: Cortes and Vapnik 1995; Fan et
    al. 2008.

    `c`: inverse strength of the penalty on the squared hinge loss; `inner_folds`: folds of the
    calibration, 0 = none; `ensemble`: average the machines of these folds, as the library does by default,
    instead of fitting one machine to all cases.

    References
    ----------
    .. [1] Cortes & Vapnik 1995
    .. [2] Platt 1999

    Examples
    --------
    >>> from naivebench.estimators import LinearSVM
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = LinearSVM().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        c: float = 1.0,
        inner_folds: int = 5,
        ensemble: bool = False,
        max_iter: int = 10000,
        tol: float = 0.0001,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class CART(Learned, WeightedEstimator):
    """Classification tree (CART).

    Classification tree (scikit-learn's CART). It uses the Gini index and binary splits, and grows until the
    leaves are pure.

    Parameters
    ----------
    min_samples_leaf : int, default=1
        Smallest number of cases in a leaf.
    ccp_alpha : float, default=0.0
        Cost of a leaf in cost-complexity pruning.
    laplace : float, default=1.0
        Pseudo-count of the class frequencies in a leaf or among neighbours.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Leaf probabilities are (n_c + laplace) / (n + M laplace) over the M classes of the training part: full trees
    have pure leaves, and frequencies of 0 and 1 make infinite log losses (Provost and Domingos 2003). The
    correction does not change which class of a leaf is the largest. Reference: Breiman et al. 1984.

    `min_samples_leaf`: cases per leaf at least; `ccp_alpha`: cost of a leaf in cost-complexity pruning;
    `laplace`: see above.

    References
    ----------
    .. [1] Breiman et al. 1984

    Examples
    --------
    >>> from naivebench.estimators import CART
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = CART().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        min_samples_leaf: int = 1,
        ccp_alpha: float = 0.0,
        laplace: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class RandomForest(Learned, WeightedEstimator):
    """Random forest.

    Random forest (scikit-learn): many trees on bootstrap samples, each split with a random subset of the
    attributes. The class frequencies of their leaves are averaged.

    Parameters
    ----------
    n_trees : int, default=100
        Number of trees.
    min_samples_leaf : int, default=1
        Smallest number of cases in a leaf.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Reference: Breiman 2001. Each split looks at sqrt(columns) columns. A class in none of the reached leaves gets
    probability 0. All settings are the library's defaults.

    `n_trees`: size of the forest; `min_samples_leaf`: cases per leaf at least.

    References
    ----------
    .. [1] Breiman 2001

    Examples
    --------
    >>> from naivebench.estimators import RandomForest
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = RandomForest().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        n_trees: int = 100,
        min_samples_leaf: int = 1,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class HistGradientBoosting(Iterations, WeightedEstimator):
    """Histogram gradient boosting.

    Gradient boosting of trees on binned attributes (scikit-learn). It takes nominal attributes and missing
    values as they are.

    Parameters
    ----------
    learning_rate : float, default=0.1
        Share of each tree that is added.
    max_iter : int, default=100
        Largest number of iterations.
    max_leaf_nodes : int, default=31
        Largest number of leaves of a tree.
    patience : int, default=10
        Rounds without improvement after which the method stops; never if none is given.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    n_iter_ : int
        Iterations of the optimiser, or rounds of boosting; the largest number if there are several.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    Reference: Friedman 2001; Ke et al. 2017 (histograms). Nominal attributes with more than 254 values share one
    code among the rarest. With more than 10,000 cases, training stops early when the loss on a held-out tenth no
    longer falls. All settings are the library's defaults.

    `max_iter`: rounds of K trees (one for 2 classes); `patience`: rounds without gain before stopping, see
    `boosting.builder`.

    References
    ----------
    .. [1] Friedman 2001
    .. [2] Ke et al. 2017

    Examples
    --------
    >>> from naivebench.estimators import HistGradientBoosting
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = HistGradientBoosting().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        learning_rate: float = 0.1,
        max_iter: int = 100,
        max_leaf_nodes: int = 31,
        patience: int = 10,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
    ) -> None: ...

class KNN(Learned, Estimator):
    """k nearest neighbours, k = 5.

    k nearest neighbours (scikit-learn): the classes of the k most similar training cases vote. Similarity is
    the Euclidean distance on indicators and standardised numbers.

    Parameters
    ----------
    k : int, default=5
        Number of neighbours.
    laplace : float, default=1.0
        Pseudo-count of the class frequencies in a leaf or among neighbours.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels, sorted as scikit-learn sorts them.
    n_features_in_ : int
        Number of columns of X in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of these columns. Only set if every column has a name.
    fitted_ : naivebench.models.fitted.Fitted
        The fitted model, with attributes, classes and cut points.
    class_count_ : ndarray
        Training cases of every class, as they weigh, (K,) float64.
    summary_ : dict
        What the method says of its model: n_parameters, attributes_used and more.

    Notes
    -----
    P(c) = (neighbours of class c + laplace P_train(c)) / (k + laplace): without the second term every class that
    is missing among the neighbours makes an infinite log loss. With `laplace` 1 it changes a label only where
    classes tie. Reference: Cover and Hart 1967.

    `k`: neighbours (all cases, if there are fewer); `laplace`: weight of the class frequencies, in
    cases.

    References
    ----------
    .. [1] Cover & Hart 1967

    Examples
    --------
    >>> from naivebench.estimators import KNN
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = KNN().fit(X, y)
    >>> model.predict(X.iloc[[0, 75, 149]])
    array([0, 1, 2])
    """

    def __init__(
        self,
        *,
        k: int = 5,
        laplace: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...
