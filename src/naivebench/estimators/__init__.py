"""One scikit-learn classifier for each method of the family: `from naivebench.estimators import TAN`.

docs/estimators.md explains how to use them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.core.checks import did_you_mean
from naivebench.estimators.averaged_networks import A2DE, ALR, AODE, ESKDB
from naivebench.estimators.bayes_nets import HNB, KDB, SKDB, TAN, SuperParentTAN
from naivebench.estimators.directional import (
    HybridNB,
    KernelVonMisesNB,
    SelectiveVonMisesNB,
    SinCosNB,
    VonMisesNB,
)
from naivebench.estimators.discretizer import Discretizer
from naivebench.estimators.high_cardinality import ADE, HDP, HPB, DecisionGraph, NoisyOR
from naivebench.estimators.joined_columns import BSEJ, FSSJ, LBR, PazzaniEDA, SelectiveNB
from naivebench.estimators.naive_bayes import NB, ColumnNB, GaussianNB, MixedNB
from naivebench.estimators.removed_estimators import find_library, find_method_of_class
from naivebench.estimators.semi_naive import APNBC, APNBCEDA, IENB, IterativeBayes
from naivebench.estimators.sequences import RNBLMN, ClassHMM, ProteinNB
from naivebench.estimators.trees import C45, RBC, RNBL, Cascade, NBTree
from naivebench.estimators.weighted_columns import AWNB, MANB, WANBIA, FlexibleNB
from naivebench.estimators.word_counts import BernoulliNB, ComplementNB, MultinomialNB
from naivebench.models import catalogue
from naivebench.models.method_stanzas import MethodStanza, add_defaults

__all__ = [
    "A2DE",
    "ADE",
    "ALR",
    "AODE",
    "APNBC",
    "APNBCEDA",
    "AWNB",
    "BSEJ",
    "C45",
    "ESKDB",
    "FSSJ",
    "HDP",
    "HNB",
    "HPB",
    "IENB",
    "KDB",
    "LBR",
    "MANB",
    "NB",
    "RBC",
    "RNBL",
    "RNBLMN",
    "SKDB",
    "TAN",
    "WANBIA",
    "BernoulliNB",
    "Cascade",
    "ClassHMM",
    "ColumnNB",
    "ComplementNB",
    "DecisionGraph",
    "Discretizer",
    "FlexibleNB",
    "GaussianNB",
    "HybridNB",
    "IterativeBayes",
    "KernelVonMisesNB",
    "MixedNB",
    "MultinomialNB",
    "NBTree",
    "NoisyOR",
    "PazzaniEDA",
    "ProteinNB",
    "SelectiveNB",
    "SelectiveVonMisesNB",
    "SinCosNB",
    "SuperParentTAN",
    "VonMisesNB",
]


def format_constructor(stanza: MethodStanza, *arguments: str) -> str:
    """Write code that makes the estimator of a stanza, such as ``AODE(weighting='information')``.

    arguments: further arguments as code. Returns "" if the stanza has no estimator, or if its estimator lacks
    a parameter that the stanza sets.
    """
    name = stanza.get("estimator", "")
    if name not in __all__:
        return ""
    params, model = stanza.get("params", {}), globals()[name]()
    own, fixed = model.get_params(), add_defaults(catalogue.read_methods()[model._method])["params"]
    inner = {parameter.removeprefix("model_") for parameter in own}
    if any(p not in inner and fixed.get(p, ...) != value for p, value in params.items()):
        return ""
    values = {**params, "discretize": stanza.get("discretize")}
    settings = []
    for parameter, usual in own.items():
        value = values.get(parameter.removeprefix("model_"), usual)
        settings += [f"{parameter}={value!r}"] if value != usual else []
    return f"{name}({', '.join([*settings, *arguments])})"


if not TYPE_CHECKING:  # or every name would pass the check of types

    def __getattr__(name: str) -> Any:
        use = find_library(name)
        if not use and (method := find_method_of_class(name)):
            stanza = catalogue.read_methods()[method]
            use = format_constructor(stanza) or f"`naivebench fit --method {method}`"
        if use:  # an AttributeError would lose its message in `from ... import`
            raise ImportError(f"naivebench.estimators of version 2 has no {name}: use {use}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{did_you_mean(name, __all__)}")
