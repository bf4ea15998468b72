"""Classifiers for texts and sequences of letters."""

from __future__ import annotations

from dataclasses import dataclass

from naivebench.estimators.classifier import (
    Classifier,
    ClassPrior,
    ClassWeight,
    IterativeClassifier,
    Kinds,
    Seed,
)
from naivebench.estimators.counting import CountingClassifier


@dataclass(kw_only=True, eq=False, repr=False)
class ProteinNB(CountingClassifier):
    """Naive Bayes of protein sequences.

    The amino acids are drawn from the distribution of the class, and the length of a sequence is normally
    distributed.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    composition : {"counts", "fraction"}, default="counts"
        Representation of a sequence: counts of amino acids, or shares of its length.
    length : bool, default=True
        Whether to use the length of the sequence too.
    kinds : dict, str or None, default=None
        Alphabet of the sequences, such as ``{"x0": {"kind": "sequence", "alphabet": "ACGT"}}``.
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
    .. [1] Chapter 18 of a textbook, see docs/methods/index.md#sources.

    Examples
    --------
    >>> from naivebench.estimators import ProteinNB
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> ProteinNB().fit(proteins, ["one", "one", "two", "two"] * 5).predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    _method = "nb_protein"

    alpha: float = 1.0
    composition: str = "counts"
    length: bool = True
    kinds: Kinds = None
    class_prior: ClassPrior = None
    class_weight: ClassWeight = None


@dataclass(kw_only=True, eq=False, repr=False)
class ClassHMM(IterativeClassifier):
    """A hidden Markov model for each class.

    The models are trained by the Baum-Welch algorithm, and a sequence gets the class under whose model it is
    most probable.

    Parameters
    ----------
    states : int, default=5
        Number of states of each model.
    pseudo : float, default=0.01
        Pseudo-count of every start, transition and emission.
    restarts : int, default=3
        Number of random starts.
    max_iter : int, default=100
        Largest number of iterations.
    tol : float, default=1e-5
        Relative growth of the objective below which the iterations stop.
    model_score : {"total", "per_residue"}, default="total"
        Log-likelihood of a sequence, or this number divided by the length.
    kinds : dict, str or None, default=None
        Alphabet of the sequences, such as ``{"x0": {"kind": "sequence", "alphabet": "ACGT"}}``.
    class_prior : {"uniform", "empirical"}, array-like of shape (n_classes,), dict or None, default=None
        Class probabilities for predictions; None uses those that were learned.
    random_state : int, Generator, RandomState or None, default=0
        Seed of the random numbers; a whole number gives the same model every time.

    Attributes
    ----------
    n_iter_ : int
        Iterations of the optimiser.
    summary_ : dict
        Summary of the model, such as the number of parameters and of used columns.

    References
    ----------
    .. [1] Rabiner, A tutorial on hidden Markov models, Proceedings of the IEEE 77, 1989.

    Examples
    --------
    >>> from naivebench.estimators import ClassHMM
    >>> proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
    >>> ClassHMM(states=2).fit(proteins, ["one", "one", "two", "two"] * 5).predict(["ACAC", "WYWY"]).tolist()
    ['one', 'two']
    """

    _method = "class_hmm"

    states: int = 5
    pseudo: float = 0.01
    restarts: int = 3
    max_iter: int = 100
    tol: float = 1e-5
    model_score: str = "total"
    kinds: Kinds = None
    class_prior: ClassPrior = None
    random_state: Seed = 0


@dataclass(kw_only=True, eq=False, repr=False)
class RNBLMN(Classifier):
    """Recursive naive Bayes on words.

    The model is a tree whose nodes are multinomial naive Bayes classifiers. The conditional minimum
    description length decides when a node is no longer divided.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count of every value.
    cll_scale : {"none", "node"}, default="none"
        Factor of the fit in the stopping rule: 1, or the number of cases at the node.
    growth : {"leaf", "level"}, default="leaf"
        Whether to decide about one leaf after the other, or about all leaves of a level together.
    max_depth : int or None, default=None
        Largest depth of the tree; None for no limit.
    k : int, default=1
        Letters per word of a sequence.
    n_words : int or None, default=300
        Number of words to keep, chosen by `words_by`; None keeps all.
    words_by : {"presence", "occurrence", "frequency"}, default="presence"
        Criterion for choosing words: what their presence or their occurrences tell about the class, or their
        frequency.
    kinds : dict, str or None, default=None
        Kind of the texts: "count" for words, "sequence" for letters; None infers it from X.

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
    >>> from naivebench.estimators import RNBLMN
    >>> texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
    >>> RNBLMN().fit(texts, ["dry", "wet", "dry", "wet"] * 5).predict(["sun today", "snow"]).tolist()
    ['dry', 'wet']
    """

    _method = "rnbl_mn"

    alpha: float = 1.0
    cll_scale: str = "none"
    growth: str = "leaf"
    max_depth: int | None = None
    k: int = 1
    n_words: int | None = 300
    words_by: str = "presence"
    kinds: Kinds = None
