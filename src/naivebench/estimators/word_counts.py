"""Multinomial and Bernoulli naive Bayes of texts, counts of words, and sequences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from naivebench.estimators.classifier import ClassPrior, ClassWeight, Kinds
from naivebench.estimators.counting import WordClassifier


@dataclass(kw_only=True, eq=False, repr=False)
class MultinomialNB(WordClassifier):
    """Multinomial naive Bayes.

    Every word or letter of a case is drawn from the distribution of its class; their order does not matter. X
    contains texts, counts of words, or, with `kinds="sequence"`, sequences of letters.

    Parameters
    ----------
    alpha : float or array-like of shape (n_words,), default=1.0
        Pseudo-count of every word, or one number for each word.
    composition : {"counts", "binary", "fraction"}, default="counts"
        Representation of a case: counts of words, their presence, or shares of its length.
    k : int, default=1
        Letters per word of a sequence.
    n_words : int or None, default=None
        Number of words to keep, chosen by `words_by`; None keeps all.
    words_by : {"presence", "occurrence", "frequency"}, default="presence"
        Criterion for choosing words: what their presence or their occurrences tell about the class, or their
        frequency.
    kinds : dict, str or None, default=None
        Kind of the texts: "count" for words, "sequence" for letters; None infers it from X.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    class_weight : "balanced", dict or None, default=None
        Weight of each class, by which the weights of its cases are multiplied.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    feature_count_ : ndarray of shape (n_classes, n_words)
        Total count of every word in every class.
    feature_log_prob_ : ndarray of shape (n_classes, n_words)
        log P(word | class).
    feature_all_ : ndarray of shape (n_words,)
        Total count of every word.
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] McCallum and Nigam, A comparison of event models for naive Bayes text classification, AAAI workshop
           1998.

    Examples
    --------
    >>> from naivebench.estimators import MultinomialNB
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> MultinomialNB().fit(texts, ["dry", "wet", "dry", "wet"] * 5).predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    _method = "nb_mn"

    alpha: float | Sequence[float] | np.ndarray = 1.0
    composition: str = "counts"
    k: int = 1
    n_words: int | None = None
    words_by: str = "presence"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class BernoulliNB(WordClassifier):
    """Bernoulli naive Bayes.

    Only the presence or absence of each word counts; absent words are evidence too. X contains texts, counts
    of words, or, with `kinds="sequence"`, sequences of letters.

    Parameters
    ----------
    alpha : float or array-like of shape (n_words,), default=1.0
        Pseudo-count of every word, or one number for each word.
    k : int, default=1
        Letters per word of a sequence.
    n_words : int or None, default=None
        Number of words to keep, chosen by `words_by`; None keeps all.
    words_by : {"presence", "occurrence", "frequency"}, default="presence"
        Criterion for choosing words: what their presence or their occurrences tell about the class, or their
        frequency.
    kinds : dict, str or None, default=None
        Kind of the texts: "count" for words, "sequence" for letters; None infers it from X.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    class_weight : "balanced", dict or None, default=None
        Weight of each class, by which the weights of its cases are multiplied.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    feature_count_ : ndarray of shape (n_classes, n_words)
        Total weight of the cases of every class that contain the word.
    feature_log_prob_ : ndarray of shape (n_classes, n_words)
        log P(word | class).
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] McCallum and Nigam, A comparison of event models for naive Bayes text classification, AAAI workshop
           1998.

    Examples
    --------
    >>> from naivebench.estimators import BernoulliNB
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> BernoulliNB().fit(texts, ["dry", "wet", "dry", "wet"] * 5).predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    _method = "nb_bernoulli"

    alpha: float | Sequence[float] | np.ndarray = 1.0
    k: int = 1
    n_words: int | None = None
    words_by: str = "presence"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class ComplementNB(WordClassifier):
    """Complement naive Bayes.

    The weights of a class are learned from the cases of all other classes, which helps where classes differ
    much in size. With `normalize_weights` and `tf_idf` it is TWCNB.

    Parameters
    ----------
    alpha : float or array-like of shape (n_words,), default=1.0
        Pseudo-count of every word, or one number for each word.
    normalize_weights : bool, default=False
        Whether to scale the weights of each class to the same length; scikit-learn's `norm`.
    tf_idf : bool, default=False
        Whether to weight words by their frequency in the case and their rarity.
    k : int, default=1
        Letters per word of a sequence.
    n_words : int or None, default=None
        Number of words to keep, chosen by `words_by`; None keeps all.
    words_by : {"presence", "occurrence", "frequency"}, default="presence"
        Criterion for choosing words: what their presence or their occurrences tell about the class, or their
        frequency.
    kinds : dict, str or None, default=None
        Kind of the texts: "count" for words, "sequence" for letters; None infers it from X.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    class_weight : "balanced", dict or None, default=None
        Weight of each class, by which the weights of its cases are multiplied.

    Attributes
    ----------
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    feature_count_ : ndarray of shape (n_classes, n_words)
        Total count of every word in every class.
    feature_log_prob_ : ndarray of shape (n_classes, n_words)
        Weight of every word in every class.
    feature_all_ : ndarray of shape (n_words,)
        Total count of every word.
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Rennie, Shih, Teevan and Karger, Tackling the poor assumptions of naive Bayes text classifiers,
           ICML 2003.

    Examples
    --------
    >>> from naivebench.estimators import ComplementNB
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> ComplementNB().fit(texts, ["dry", "wet", "dry", "wet"] * 5).predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    _method = "cnb"

    alpha: float | Sequence[float] | np.ndarray = 1.0
    normalize_weights: bool = False
    tf_idf: bool = False
    k: int = 1
    n_words: int | None = None
    words_by: str = "presence"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None
