"""What a method says of itself, read without importing it: its docstring and the meanings of its parameters.
For methods outside the catalogue, the docstring of `fit` has these meanings.

Keys are the name of a parameter, or `module.name` where the parameter has a different meaning in a module.
"""

from __future__ import annotations

import ast
import re
from typing import Any, NamedTuple

from naivebench.models import own, stanzas

SECTION = re.compile(r"docs/methods/[\w-]+\.md#[\w-]+")
MEANINGS = {
    "S": "Weight of the estimate from a combination's parts, in cases; `auto` chooses it by leave-one-out.",
    "aibn_smoothing": "Smoothing of the class distribution of each value before values are merged.",
    "aibn_smoothing_grid": "Values of `aibn_smoothing` that `auto` tries.",
    "alpha": "Pseudo-count of every value: larger values draw the probabilities towards equal ones.",
    "sequences.nb_mn.alpha": "Pseudo-count of every word, or a list with one number per word.",
    "sequences.nb_bernoulli.alpha": "Pseudo-count of every word, or a list with one number per word.",
    "sequences.cnb.alpha": "Pseudo-count of every word, or a list with one number per word.",
    "arc_prior": "Prior probability that an attribute is used.",
    "attributes": "`auto` chooses how many attributes are used; `all` uses every one.",
    "b": "Strength of the calibration towards the class frequencies; `auto` chooses it by leave-one-out.",
    "b_criterion": "As `criterion`, for the choice of `b`.",
    "b_grid": "Values of `b` that `auto` tries.",
    "burn_in": "First sweeps of the sampler, which are not recorded.",
    "c": "Inverse strength of the penalty: smaller values give simpler models.",
    "calibration": "Formula that corrects the estimates of combinations: `V1`, `V2` or `V3`.",
    "categories": "How nominal values are passed: as `native` categories, as `codes` (numbers) or `one_hot`.",
    "ccp_alpha": "Cost of a leaf in cost-complexity pruning.",
    "cll_scale": "Factor of the fit in the stopping rule: `none`, or `node` for the cases at the node.",
    "composition": "What is counted: `counts`, `binary` (presence) or `fraction` (shares of the length).",
    "concentration": "One concentration for all levels; without one, it is sampled.",
    "confidence": "Confidence of the pruning: smaller values prune more.",
    "covariance": "Covariance of the numbers: `independent`, `full` (per class) or `pooled` (shared).",
    "criterion": "What the choice optimises: `area_10` or `area` of the hit curve, `log_loss`, or `auto`.",
    "crossed": "Number of attributes that are combined: those that tell most about the class.",
    "delete_member": "A deletion takes one attribute out of its group instead of the whole group.",
    "density": "Use densities in Weka's way (3.8 and later) instead of probabilities of intervals (3.6).",
    "depth": "Depth of each tree.",
    "distributions": "Distribution of all numbers, or of columns by name, pattern or kind.",
    "ensemble": "Average the machines of the inner folds instead of fitting one to all cases.",
    "evaluations": "Number of candidates that are evaluated; by default the same number as in Pazzani-EDA.",
    "first_of_equals": "Of equally frequent classes in a leaf, the first one wins, as in Weka.",
    "fitness": "What the search maximises: the accuracy by `resubstitution` or by `leave_one_out`.",
    "folds": "Number of inner folds.",
    "gap_floor": "Smallest standard deviation, in mean distances of neighbouring values where these are few.",
    "growth": "`leaf` decides about one leaf after the other, `level` about all leaves of a level together.",
    "increment": "Formula of the correction: `confidence`, or `printed` as Robles et al. print it.",
    "inner_folds": "Number of inner folds; for calibration, 0 means none.",
    "iterations": "Number of trees.",
    "join_with": "Join `any` two groups, or only with a `single` attribute.",
    "k": "Largest number of parents of an attribute besides the class.",
    "bn_classifiers.skdb.k": "Largest number of parents besides the class; `auto` chooses it.",
    "baselines.knn.k": "Number of neighbours.",
    "k_max": "Largest number of parents that is tried.",
    "kappa": "Prior of the structure: smaller values prefer fewer leaves.",
    "kappa_cap": "Largest concentration of an angle.",
    "laplace": "Pseudo-count of the class frequencies in a leaf or among neighbours.",
    "largest_weight": "Largest weight of a class.",
    "learning_rate": "Share of each tree that is added.",
    "length": "Use the length of the sequence too.",
    "letters": "Letters of the alphabet that count; all if none are given.",
    "levels": "Number of classifiers in the row.",
    "local": "Form of the tables: `default_table` or `tree`.",
    "loo_depth": "`all`: a left-out case leaves all parts of its combination; `family`: only one family.",
    "max_attributes": "Largest number of attributes that are combined.",
    "max_components": "Largest number of components per attribute and class.",
    "max_depth": "Largest depth of the tree; no limit if none is given.",
    "high_cardinality.hdp.max_depth": "Largest number of attributes in the chain.",
    "max_generations": "Largest number of generations.",
    "max_iter": "Largest number of iterations.",
    "max_iterations": "Largest number of passes.",
    "max_leaf_nodes": "Largest number of leaves of a tree.",
    "max_leaves": "Largest number of leaves of a tree.",
    "max_values": "Largest number of categories of an attribute; the rarest values share the last one.",
    "mdl_correction": "Subtract the price of a threshold from the gain of a numeric test.",
    "members": "Number of classifiers in the ensemble.",
    "directional.sel_gnb.method": "How mutual information is computed: `quadrature` or `sampling`.",
    "directional.sel_vmnb.method": "How mutual information is computed: `quadrature` or `sampling`.",
    "min_cases": "Smallest number of cases in a branch or node.",
    "min_samples_leaf": "Smallest number of cases in a leaf.",
    "minimum": "Smallest number of cases in which a value must imply another one.",
    "mmi": "Share of the information about the class that merged values must keep.",
    "mmi_grid": "Values of `mmi` that `auto` tries.",
    "multiclass_pairs": "Use pairs of attributes with more than two classes too.",
    "n": "Number of super-parents.",
    "n0": "Weight of the unconditional frequencies in cases (Friedman's smoothing).",
    "n0_grid": "Values of `n0` that `auto` tries.",
    "n_estimators": "Number of boosting rounds.",
    "n_features": "Number of hashed columns.",
    "n_max": "Largest number of attributes that is tried; all if none is given.",
    "n_trees": "Number of trees.",
    "n_words": "Number of words that are kept; all if none is given.",
    "normalize_weights": "Scale the weights of each class to the same length.",
    "num_leaves": "Largest number of leaves of a tree.",
    "objective": "What the weights optimise: `cll` (conditional likelihood) or `mse` (squared errors).",
    "operators": "Operators of the search: `C` (complete split), `B` (binary split), `M` (merge).",
    "optimiser": "Algorithm of the search: `umdac`, `mimicc` or `egna`.",
    "semi_naive.pazzani_eda.optimiser": "Algorithm of the search: `umda`, `mimic` or `ebna`.",
    "baselines.hashed_logistic.order": "Largest number of attributes in a combination.",
    "outer_bags": "Number of models on samples of the cases, which are averaged.",
    "patience": "Rounds without improvement after which the method stops; never if none is given.",
    "penalty": "Strength of the L2 penalty.",
    "population": "Number of candidates that are kept.",
    "prior_alpha": "Pseudo-count of every class in the class frequencies.",
    "pruning": "Prune the tree.",
    "pseudo": "Pseudo-count of every start, transition and emission.",
    "raising": "Replace a node by its largest branch where that helps (subtree raising).",
    "reduction": "Share of the errors that a split must remove.",
    "repair": "How changed probabilities sum to 1 again: `projection` or `remainder`.",
    "resolution": "Numbers nearer than this are not separated.",
    "restarts": "Largest number of random starts.",
    "s": "Strength of the smoothing; `auto` chooses it by leave-one-out.",
    "s_grid": "Values of `s` that `auto` tries.",
    "samples": "Samples per class for the mutual information.",
    "score": "Score of the structure: `bic` or `bdeu`.",
    "sequences.class_hmm.score": "Score of a sequence: its `total` log likelihood, or `per_residue`.",
    "screening": "Number of steps from each start, after which only the best start continues.",
    "sigma_floor": "Smallest standard deviation of the length.",
    "significance": "Level of the sign test that a longer rule must pass; 0 is naive Bayes.",
    "smooth": "Smoothing of the target encoding.",
    "smoothing": "Formula of the tables: `m_estimate` (`alpha` in all) or `laplace` (`alpha` per cell).",
    "smoothing_grid": "Values of `smoothing` that `auto` tries.",
    "states": "Number of hidden states.",
    "structure": "Network whose tables are learned: `nb`, `tan` or `aode`.",
    "subsumption_resolution": "Leave out values that another value of the case implies.",
    "sweeps": "Number of sweeps of the sampler.",
    "table": "What is corrected: `probability` or `counts`.",
    "tf_idf": "Weight words by their frequency in the case and their rarity.",
    "tie_rule": "Which of equally good moves is taken: `join_first`, or `by_attribute` for that of the lower "
    "attribute.",
    "semi_naive.fssj.tie_rule": "Which of equally good moves is taken: `add_first`, `join_first`, or "
    "`by_attribute` for that of the lower attribute.",
    "tol": "Change below which the iterations stop.",
    "tolerance": "Growth of the mean log likelihood below which the iterations stop.",
    "var_floor": "Smallest variance, in units of the overall variance.",
    "weighting": "Weights of the models: `uniform`, or by `information` about the class.",
    "weights": "How counts become features: `tf_idf`, `unit` (each case of length 1), `max` (divided by the "
    "column's largest), `counts` or `binary`.",
    "width": "Factor of the width of all kernels.",
    "words_by": "How words are chosen: by the information of `presence` or `occurrence`, or by `frequency`.",
    "z": "Half the width of the intervals, in standard errors.",
    **{
        f"bn_classifiers.{module}.smoothing": "Formula of the smoothing: `friedman` (weight `n0`), `laplace` "
        "or `m_estimate` (both with `alpha`)."
        for module in ("alr", "kdb", "skdb", "tan", "tan_hcsp")
    },
    **{
        f"high_cardinality.{module}.smoothing": "Pseudo-count of every class in a leaf; `auto` chooses it."
        for module in ("decision_graph", "hc_dt", "hc_df", "bn_dg", "bn_hc")
    },
    **{
        f"sequences.{module}.k": "Letters per word of a sequence."
        for module in ("nb_mn", "nb_bernoulli", "cnb", "nb_protein", "rnbl_mn", "c45_counts")
    },
    "baselines.linear_svm_counts.k": "Letters per word of a sequence.",
}


class Described(NamedTuple):
    """A parameter of a method with its value in the stanza."""

    name: str
    value: Any  # in the stanza; `stanzas.UNREAD` if only the module knows it
    default: Any  # in `fit`; `stanzas.UNREAD` if only the module knows it
    meaning: str  # "" if it is not documented

    @property
    def changed(self) -> bool:
        """Whether the stanza's value differs from the default of `fit`; False if the default is unknown."""
        return self.default is not stanzas.UNREAD and self.value != self.default


def described(module: str, given: dict[str, Any]) -> list[Described]:
    """Describe the parameters of `fit` in the order of its signature, with the values `given` by a stanza."""
    known = {n: p.default for n, p in (stanzas.parameters(module) or {}).items()}
    names = [*known, *(name for name in given if name not in known)]
    notes = _notes(module) if any(meaning_of(module, name) == "" for name in names) else ""
    found = []
    for name in names:
        default = known.get(name, stanzas.UNREAD)
        meaning = meaning_of(module, name) or _sentence(notes, name)
        found.append(Described(name, given.get(name, default), default, meaning))
    return found


def meaning_of(module: str, name: str) -> str:
    """The meaning of a parameter; "" if it is unknown."""
    return MEANINGS.get(f"{module}.{name}", MEANINGS.get(name, ""))


def _notes(module: str) -> str:
    """The docstring of `fit` joined into one line."""
    path = own.source(module)
    body = ast.parse(path.read_bytes()).body if path else []
    fit = next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == "fit"), None)
    return " ".join((ast.get_docstring(fit) or "").split()) if fit else ""


def _sentence(notes: str, name: str) -> str:
    """The first sentence of a docstring that mentions a parameter; "" if there is none."""
    sentences = re.split(r"(?<=\.)\s", notes)
    return next((s for s in sentences if re.search(rf"\b{re.escape(name)}\b", s)), "")


def docstring(module: str) -> str:
    """The docstring of a stanza's `module`; "" if it has none or cannot be read."""
    path = own.source(module)
    try:
        return (ast.get_docstring(ast.parse(path.read_bytes())) or "") if path else ""
    except SyntaxError:
        return ""


def section(text: str) -> str:
    """The first section of docs/methods/ that a docstring cites, such as
    docs/methods/naive-bayes.md#categorical-naive-bayes; "" if there is none.
    """
    found = SECTION.search(text)
    return found.group() if found else ""
