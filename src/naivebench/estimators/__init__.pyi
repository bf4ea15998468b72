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
    "BNDecisionGraphsC",
    "BNDecisionGraphsCB",
    "BNDecisionGraphsCBM",
    "BNDecisionTrees",
    "BNDefaultTables",
    "HDP",
    "C45",
    "WekaJ48",
    "RBC",
    "RNBL",
    "RNBLNodeScale",
    "NBTree",
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
    "ClassHMM",
    "ClassHMMPerResidue",
    "C45Counts",
    "Discretizer",
]

def make(method: str, **params: Any) -> Estimator:
    """The estimator of a method by its id in the catalogue, such as tan, with these parameters.

    Raises InputError for a method without an estimator, and TypeError for parameters that it does not have.
    """

class Majority(Learned, WeightedEstimator):
    """Majority class (class frequencies).

    Predict the class frequencies of the training part for every case. No method that uses the attributes
    should be worse, so this is the baseline of every comparison.

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
    Each model is weighted by its posterior probability; the average is exact and as fast as naive Bayes.

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

    Lazy Bayesian rules: learning is postponed until a case has to be classified. A rule is then grown from
    some of the case's values, and naive Bayes with the other attributes is learned from the training cases that
    satisfy the rule.

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
        Smallest number of cases in a branch or node.
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
    Attributes enter in the order of their information about the class, and the parents of each are the earlier
    attributes that are most informative about it.

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
    class_weight : str or dict or None, default=None
        Factors of the weights of cases: 'balanced', or a mapping from label to weight.
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
    """Weighted averaged one-dependence estimators.

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
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        members: int = 5,
        k_max: int = 3,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HNB(Learned, Estimator):
    """Hidden naive Bayes.

    Hidden naive Bayes: every attribute has a hidden parent that represents the influence of all other
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
    """Logistic regression that starts from naive Bayes (ALR).

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
    """TAN learned by conditional likelihood, starting from its counts (ALR).

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
    """AODE learned by conditional likelihood, starting from its counts (ALR).

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
    """At most two parents, by hill climbing on leave-one-out accuracy.

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

    Model-averaged TAN: the average over all trees of attributes. Each tree is weighted with its posterior
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
    attributes and the class. Only the Markov blanket of the class affects a prediction.

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
    attributes and the class. Only the Markov blanket of the class affects a prediction.

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
    """Naive Bayes, scored on its training cases.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm searches for the probabilities that classify
    best.

    Parameters
    ----------
    z : float, default=0
        Half the width of the intervals, in standard errors.
    population : int, default=1
        Number of candidates that are kept.
    max_generations : int, default=0
        Largest number of generations.
    repair : str, default='projection'
        How changed probabilities sum to 1 again: `projection` or `remainder`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
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
    """

    def __init__(
        self,
        *,
        z: float = 0,
        population: int = 1,
        max_generations: int = 0,
        repair: str = "projection",
        fitness: str = "resubstitution",
        optimiser: str = "umdac",
        patience: int | None = None,
        alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class FSSJ(Learned, Estimator):
    """Forward sequential selection and joining.

    Forward sequential selection and joining (FSSJ): naive Bayes on some of the attributes, where some of these
    are joined into one. The search starts without attributes, and each step adds one or joins it to a group.

    Parameters
    ----------
    tie_rule : str, default='add_first'
        Which of equally good moves is taken: `add_first`, `join_first`, or `by_attribute` for that of
        the lower attribute.
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
    """

    def __init__(
        self,
        *,
        tie_rule: str = "add_first",
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
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
    tie_rule : str, default='join_first'
        Which of equally good moves is taken: `join_first`, or `by_attribute` for that of the lower
        attribute.
    join_with : str, default='any'
        Join `any` two groups, or only with a `single` attribute.
    delete_member : bool, default=False
        A deletion takes one attribute out of its group instead of the whole group.
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
    """

    def __init__(
        self,
        *,
        tie_rule: str = "join_first",
        join_with: str = "any",
        delete_member: bool = False,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BSEJRestarts(Learned, Estimator):
    """BSEJ from random partitions, best of many.

    BSEJ from many random starts; the best result is kept. It uses as many evaluations as Pazzani-EDA and is
    its control: a better search needs to beat simple restarts.

    Parameters
    ----------
    evaluations : int or None, default=None
        Number of candidates that are evaluated; by default the same number as in Pazzani-EDA.
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
    """

    def __init__(
        self,
        *,
        evaluations: int | None = None,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class PazzaniEDA(Learned, Estimator):
    """Joined attributes by an estimation of distribution algorithm.

    Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
    estimation of distribution algorithm searches for the best groups, instead of a greedy search.

    Parameters
    ----------
    optimiser : str, default='umda'
        Algorithm of the search: `umda`, `mimic` or `ebna`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        optimiser: str = "umda",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class PazzaniMIMIC(Learned, Estimator):
    """Joined attributes by MIMIC.

    Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
    estimation of distribution algorithm searches for the best groups, instead of a greedy search.

    Parameters
    ----------
    optimiser : str, default='mimic'
        Algorithm of the search: `umda`, `mimic` or `ebna`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        optimiser: str = "mimic",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class PazzaniEBNA(Learned, Estimator):
    """Joined attributes by EBNA.

    Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
    estimation of distribution algorithm searches for the best groups, instead of a greedy search.

    Parameters
    ----------
    optimiser : str, default='ebna'
        Algorithm of the search: `umda`, `mimic` or `ebna`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        optimiser: str = "ebna",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class RandomStructure(Learned, Estimator):
    """Joined attributes by random search of equal cost.

    Random search over partitions of the attributes, with as many evaluations as Pazzani-EDA. It is the control
    of Pazzani-EDA: a better search needs to beat random choices.

    Parameters
    ----------
    evaluations : int or None, default=None
        Number of candidates that are evaluated; by default the same number as in Pazzani-EDA.
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
    """

    def __init__(
        self,
        *,
        evaluations: int | None = None,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
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
    increment : str, default='confidence'
        Formula of the correction: `confidence`, or `printed` as Robles et al. print it.
    max_iterations : int, default=10
        Largest number of passes.
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
    """

    def __init__(
        self,
        *,
        table: str = "probability",
        increment: str = "confidence",
        max_iterations: int = 10,
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
    increment : str, default='confidence'
        Formula of the correction: `confidence`, or `printed` as Robles et al. print it.
    max_iterations : int, default=10
        Largest number of passes.
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
    """

    def __init__(
        self,
        *,
        table: str = "counts",
        increment: str = "confidence",
        max_iterations: int = 10,
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
    max_iterations : int, default=10
        Largest number of passes.
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
    """

    def __init__(
        self,
        *,
        increment: str = "printed",
        table: str = "probability",
        max_iterations: int = 10,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBC(Learned, Estimator):
    """Adjusted probability naive Bayes.

    Adjusted probability naive Bayes (Webb and Pazzani 1998): the probability of each class is multiplied by a
    weight. Hill climbing on the accuracy on the training cases finds the weights.

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
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBCEDA(Learned, Estimator):
    """APNBC by UMDAc.

    APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
    multiplied by a weight. An estimation of distribution algorithm searches for the weights.

    Parameters
    ----------
    largest_weight : float, default=5.0
        Largest weight of a class.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        largest_weight: float = 5.0,
        optimiser: str = "umdac",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBCMIMICc(Learned, Estimator):
    """APNBC by MIMICc.

    APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
    multiplied by a weight. An estimation of distribution algorithm searches for the weights.

    Parameters
    ----------
    optimiser : str, default='mimicc'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    largest_weight : float, default=5.0
        Largest weight of a class.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        optimiser: str = "mimicc",
        largest_weight: float = 5.0,
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class APNBCEGNA(Learned, Estimator):
    """APNBC by EGNA.

    APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
    multiplied by a weight. An estimation of distribution algorithm searches for the weights.

    Parameters
    ----------
    optimiser : str, default='egna'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    largest_weight : float, default=5.0
        Largest weight of a class.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        optimiser: str = "egna",
        largest_weight: float = 5.0,
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENB(Learned, Estimator):
    """Interval estimation naive Bayes.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm searches for the probabilities that classify
    best.

    Parameters
    ----------
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How changed probabilities sum to 1 again: `projection` or `remainder`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        z: float = 1.96,
        repair: str = "projection",
        fitness: str = "resubstitution",
        optimiser: str = "umdac",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENBLeaveOneOut(Learned, Estimator):
    """IENB with intervals that leave out each case.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm searches for the probabilities that classify
    best.

    Parameters
    ----------
    fitness : str, default='leave_one_out'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How changed probabilities sum to 1 again: `projection` or `remainder`.
    optimiser : str, default='umdac'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        fitness: str = "leave_one_out",
        z: float = 1.96,
        repair: str = "projection",
        optimiser: str = "umdac",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENBMIMICc(Learned, Estimator):
    """IENB by MIMICc.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm searches for the probabilities that classify
    best.

    Parameters
    ----------
    optimiser : str, default='mimicc'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How changed probabilities sum to 1 again: `projection` or `remainder`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        optimiser: str = "mimicc",
        z: float = 1.96,
        repair: str = "projection",
        fitness: str = "resubstitution",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class IENBEGNA(Learned, Estimator):
    """IENB by EGNA.

    Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
    confidence interval. An estimation of distribution algorithm searches for the probabilities that classify
    best.

    Parameters
    ----------
    optimiser : str, default='egna'
        Algorithm of the search: `umdac`, `mimicc` or `egna`.
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How changed probabilities sum to 1 again: `projection` or `remainder`.
    fitness : str, default='resubstitution'
        What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        optimiser: str = "egna",
        z: float = 1.96,
        repair: str = "projection",
        fitness: str = "resubstitution",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class PazzaniIENB(Learned, Estimator):
    """Pazzani-EDA, then IENB.

    Pazzani-EDA followed by IENB: first attributes are joined or left out, then the probabilities of these
    groups move inside their confidence intervals. Robles et al. (2003) propose this combination as future work.

    Parameters
    ----------
    z : float, default=1.96
        Half the width of the intervals, in standard errors.
    repair : str, default='projection'
        How changed probabilities sum to 1 again: `projection` or `remainder`.
    population : int, default=500
        Number of candidates that are kept.
    patience : int or None, default=None
        Rounds without improvement after which the method stops; never if none is given.
    max_generations : int, default=105
        Largest number of generations.
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
    """

    def __init__(
        self,
        *,
        z: float = 1.96,
        repair: str = "projection",
        population: int = 500,
        patience: int | None = None,
        max_generations: int = 105,
        alpha: float = 1.0,
        prior_alpha: float = 1.0,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class VonMisesNB(Joint, IncrementalEstimator):
    """Von Mises naive Bayes (angles von Mises, numbers Gaussian, values counted).

    Von Mises naive Bayes: angles have a von Mises density per class, numbers have a normal density, and other
    attributes are counted. An angle just below 360 degrees is thus near an angle just above 0.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        alpha: float = 1.0,
        var_floor: float = 1e-09,
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
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "independent",
        alpha: float = 1.0,
        var_floor: float = 1e-09,
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
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "independent",
        alpha: float = 1.0,
        var_floor: float = 1e-09,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HybridFullNB(Joint, Estimator):
    """Hybrid naive Bayes with a full covariance matrix of the linear attributes per class.

    Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
    Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    covariance : str, default='full'
        Covariance of the numbers: `independent`, `full` (per class) or `pooled` (shared).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "full",
        alpha: float = 1.0,
        var_floor: float = 1e-09,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HybridPooledNB(Joint, Estimator):
    """Hybrid naive Bayes with one covariance matrix of the linear attributes for all classes.

    Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
    Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    Parameters
    ----------
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    covariance : str, default='pooled'
        Covariance of the numbers: `independent`, `full` (per class) or `pooled` (shared).
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        kappa_cap: float = 1000000000.0,
        covariance: str = "pooled",
        alpha: float = 1.0,
        var_floor: float = 1e-09,
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
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        var_floor: float = 1e-09,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class LikeliestCutNB(Learned, Estimator):
    """Gaussian naive Bayes that cuts every circle where the training data are most likely.

    Gaussian naive Bayes on angles that are cut open where the training part is most likely. Away from that
    cut, a normal density describes an angle well.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        var_floor: float = 1e-09,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class KernelVonMisesNB(Learned, Estimator):
    """Naive Bayes with von Mises kernel densities of the angles.

    Naive Bayes with kernel densities of the angles: a von Mises kernel on every training case. It makes no
    assumption about the shape of an angle's distribution in a class.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        var_floor: float = 1e-09,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class MixtureVonMisesNB(Learned, Estimator):
    """Naive Bayes with mixtures of von Mises densities, components by BIC.

    Naive Bayes with mixtures of von Mises densities: an angle may have several peaks in a class. BIC chooses
    the number of components per attribute and class.

    Parameters
    ----------
    max_components : int, default=5
        Largest number of components per attribute and class.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    var_floor : float, default=1e-09
        Smallest variance, in units of the overall variance.
    kappa_cap : float, default=500.0
        Largest concentration of an angle.
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
    """

    def __init__(
        self,
        *,
        max_components: int = 5,
        alpha: float = 1.0,
        var_floor: float = 1e-09,
        kappa_cap: float = 500.0,
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
    kappa_cap : float, default=1000000000.0
        Largest concentration of an angle.
    inner_folds : int, default=10
        Number of inner folds; for calibration, 0 means none.
    n_max : int or None, default=None
        Largest number of attributes that is tried; all if none is given.
    samples : int, default=10000
        Samples per class for the mutual information.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        method: str = "sampling",
        kappa_cap: float = 1000000000.0,
        inner_folds: int = 10,
        n_max: int | None = None,
        samples: int = 10000,
        alpha: float = 1.0,
        var_floor: float = 1e-09,
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
    inner_folds : int, default=10
        Number of inner folds; for calibration, 0 means none.
    n_max : int or None, default=None
        Largest number of attributes that is tried; all if none is given.
    samples : int, default=10000
        Samples per class for the mutual information.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
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
    """

    def __init__(
        self,
        *,
        method: str = "sampling",
        inner_folds: int = 10,
        n_max: int | None = None,
        samples: int = 10000,
        alpha: float = 1.0,
        var_floor: float = 1e-09,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class HPB(Learned, Estimator):
    """Hierarchical pattern Bayes.

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. It
    smooths the class distribution of a combination by those of its parts, and is made for ranking cases by the
    probability of a rare class when a few attributes have many values.

    Parameters
    ----------
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
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
    """

    def __init__(
        self,
        *,
        S: float | str | Sequence[float] = "auto",
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

class HPBV2(Learned, Estimator):
    """Hierarchical pattern Bayes, calibration by tempering (V2).

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. It
    smooths the class distribution of a combination by those of its parts, and is made for ranking cases by the
    probability of a rare class when a few attributes have many values.

    Parameters
    ----------
    calibration : str, default='V2'
        Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
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
    """

    def __init__(
        self,
        *,
        calibration: str = "V2",
        S: float | str | Sequence[float] = "auto",
        criterion: str = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        b_criterion: str = "auto",
        loo_depth: str = "all",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HPBV3(Learned, Estimator):
    """Hierarchical pattern Bayes, calibration by an exponent (V3).

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. It
    smooths the class distribution of a combination by those of its parts, and is made for ranking cases by the
    probability of a rare class when a few attributes have many values.

    Parameters
    ----------
    calibration : str, default='V3'
        Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
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
    """

    def __init__(
        self,
        *,
        calibration: str = "V3",
        S: float | str | Sequence[float] = "auto",
        criterion: str = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        b_criterion: str = "auto",
        loo_depth: str = "all",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HPBFamilyLOO(Learned, Estimator):
    """Hierarchical pattern Bayes that keeps a left-out case in the sub-patterns.

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. It
    smooths the class distribution of a combination by those of its parts, and is made for ranking cases by the
    probability of a rare class when a few attributes have many values.

    Parameters
    ----------
    loo_depth : str, default='family'
        `all`: a left-out case leaves all parts of its combination; `family`: only one family.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
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
    """

    def __init__(
        self,
        *,
        loo_depth: str = "family",
        S: float | str | Sequence[float] = "auto",
        criterion: str = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        b_criterion: str = "auto",
        calibration: str = "V1",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
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
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        s: float | str = "auto",
        s_grid: Sequence[float] = ...,
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
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        s: float | str = "auto",
        s_grid: Sequence[float] = ...,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class ClassFrequencies(Learned, WeightedEstimator):
    """Class frequencies.

    Predict the class frequencies of the training part for every case. No method that uses the attributes
    should be worse, so this is the baseline of every comparison.

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

    Noisy-OR: every value of every attribute is a possible cause of the positive class. Each cause fails with a
    probability of its own, which the EM algorithm learns.

    Parameters
    ----------
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
    """

    def __init__(
        self,
        *,
        max_iterations: int = 1000,
        tolerance: float = 1e-08,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HPBLogLoss(Learned, Estimator):
    """Hierarchical pattern Bayes, constants by leave-one-out log loss.

    Hierarchical pattern Bayes (HPB): estimates P(class | attributes) from combinations of values. It
    smooths the class distribution of a combination by those of its parts, and is made for ranking cases by the
    probability of a rare class when a few attributes have many values.

    Parameters
    ----------
    criterion : str, default='log_loss'
        What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.
    b_criterion : str, default='log_loss'
        As `criterion`, for the choice of `b`.
    S : float or str or sequence of float, default='auto'
        Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.
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
    """

    def __init__(
        self,
        *,
        criterion: str = "log_loss",
        b_criterion: str = "log_loss",
        S: float | str | Sequence[float] = "auto",
        b: float | str = "auto",
        b_grid: Sequence[float] = ...,
        calibration: str = "V1",
        loo_depth: str = "all",
        max_attributes: int = 8,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class TunedTAN(Learned, Estimator):
    """Tree-augmented naive Bayes, smoothing chosen by the hit curve.

    Tree-augmented naive Bayes that chooses its smoothing by inner cross-validation in the training part.

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
    n0_grid : sequence of float, default=(0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
        Values of `n0` that `auto` tries.
    aibn_smoothing_grid : sequence of float, default=(0.0, 1.0, 10.0, 100.0)
        Values of `aibn_smoothing` that `auto` tries.
    mmi_grid : sequence of float, default=(0.9, 0.95, 0.99)
        Values of `mmi` that `auto` tries.
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
    """

    def __init__(
        self,
        *,
        n0: float | str = "auto",
        aibn_smoothing: float | str = "auto",
        mmi: float | str = "auto",
        n0_grid: Sequence[float] = ...,
        aibn_smoothing_grid: Sequence[float] = ...,
        mmi_grid: Sequence[float] = ...,
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
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        operators: str = "C",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        operators: str = "CB",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        operators: str = "CM",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        operators: str = "CBM",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HCDT(Learned, Estimator):
    """Class table as decision tree (description length).

    Decision tree of P(class | attributes) that is found by the description length: hill climbing grows the
    tree while the length of tree and data falls.

    Parameters
    ----------
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class HCDF(Learned, Estimator):
    """Class table as default table (description length).

    Default table of P(class | attributes): some combinations of values (explicit rows) have frequencies of
    their own, and all others share one default row. Hill climbing on the description length finds the rows.

    Parameters
    ----------
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
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
    """

    def __init__(
        self,
        *,
        operators: str = "CM",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BNDecisionGraphsC(Learned, Estimator):
    """Bayesian network of decision graphs, complete splits.

    Bayesian network in which every variable has a decision graph instead of a full table. A greedy search by a
    Bayesian score finds the arcs and the graphs.

    Parameters
    ----------
    operators : str, default='C'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
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
    """

    def __init__(
        self,
        *,
        operators: str = "C",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
        class_prior: str | Sequence[float] | Mapping[Any, float] | None = None,
    ) -> None: ...

class BNDecisionGraphsCB(Learned, Estimator):
    """Bayesian network of decision graphs, complete and binary splits.

    Bayesian network in which every variable has a decision graph instead of a full table. A greedy search by a
    Bayesian score finds the arcs and the graphs.

    Parameters
    ----------
    operators : str, default='CB'
        Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
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
    """

    def __init__(
        self,
        *,
        operators: str = "CB",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    kappa : float, default=0.1
        Prior of the structure: smaller values prefer fewer leaves.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    smoothing : float or str, default='auto'
        Pseudo-count of every class in a leaf; `auto` chooses it.
    smoothing_grid : sequence of float, default=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
        Values of `smoothing` that `auto` tries.
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
    """

    def __init__(
        self,
        *,
        operators: str = "CBM",
        kappa: float = 0.1,
        alpha: float = 1.0,
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    """

    def __init__(
        self,
        *,
        local: str = "tree",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    """

    def __init__(
        self,
        *,
        local: str = "default_table",
        smoothing: float | str = "auto",
        smoothing_grid: Sequence[float] = ...,
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
    max_depth : int, default=8
        Largest number of attributes in the chain.
    concentration : float or None, default=None
        One concentration for all levels; without one, it is sampled.
    sweeps : int, default=100
        Number of sweeps of the sampler.
    burn_in : int, default=25
        First sweeps of the sampler, which are not recorded.
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default='fayyad_irani'
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        max_depth: int = 8,
        concentration: float | None = None,
        sweeps: int = 100,
        burn_in: int = 25,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class C45(Learned, Estimator):
    """C4.5 decision tree.

    C4.5 (release 8): decision trees by the gain ratio, with pessimistic pruning. It is the classical decision
    tree that papers compare naive Bayes with.

    Parameters
    ----------
    min_cases : float, default=2
        Smallest number of cases in a branch or node.
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
        Smallest number of cases in a branch or node.
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
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
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
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        prior_alpha: float = 0.0,
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
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
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
    """

    def __init__(
        self,
        *,
        cll_scale: str = "none",
        alpha: float = 1.0,
        prior_alpha: float = 0.0,
        max_depth: int | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = "fayyad_irani",
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...

class RNBLNodeScale(Learned, Estimator):
    """Recursive naive Bayes with log-likelihoods times cases.

    Recursive naive Bayes: a tree of naive Bayes classifiers on tables of attributes. The conditional minimum
    description length decides when a node is no longer divided.

    Parameters
    ----------
    cll_scale : str, default='node'
        Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.
    alpha : float, default=1.0
        Pseudo-count of every value: larger values draw the probabilities towards equal ones.
    prior_alpha : float, default=0.0
        Pseudo-count of every class in the class frequencies.
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
    """

    def __init__(
        self,
        *,
        cll_scale: str = "node",
        alpha: float = 1.0,
        prior_alpha: float = 0.0,
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
        Smallest number of cases in a branch or node.
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
        Number of steps from each start, after which only the best start continues.
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
        Number of steps from each start, after which only the best start continues.
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
    n_words : int or None, default=300
        Number of words that are kept; all if none is given.
    min_cases : float, default=2
        Smallest number of cases in a branch or node.
    confidence : float, default=0.25
        Confidence of the pruning: smaller values prune more.
    pruning : bool, default=True
        Prune the tree.
    raising : bool, default=True
        Replace a node by its largest branch where that helps (subtree raising).
    mdl_correction : bool, default=True
        Subtract the price of a threshold from the gain of a numeric test.
    laplace : float, default=1.0
        Pseudo-count of the class frequencies in a leaf or among neighbours.
    k : int, default=1
        Letters per word of a sequence.
    composition : str, default='counts'
        What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).
    random_state : int or Generator or RandomState or None, default=0
        Seed or generator of random numbers. The same whole number gives the same model every time.
    discretize : str or None, default=None
        Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay
        numbers, which only some methods accept.
    kinds : dict or str or None, default=None
        Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear,
        angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.
    """

    def __init__(
        self,
        *,
        n_words: int | None = 300,
        min_cases: float = 2,
        confidence: float = 0.25,
        pruning: bool = True,
        raising: bool = True,
        mdl_correction: bool = True,
        laplace: float = 1.0,
        k: int = 1,
        composition: str = "counts",
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        discretize: str | None = None,
        kinds: Mapping[str, Any] | str | None = None,
    ) -> None: ...
