"""Export of fitted methods as ONNX models, which run without Python: the graph computes the sums of log
probabilities.

Inputs: one tensor (n, 1) for every column, named after it. Nominal and ordinal columns are text, where the
empty text and unknown values are missing; numbers are double, where NaN is missing. A bag of words has one
input, `counts` (n, words), double; the metadata `words` lists the words in order. Outputs: `label` (n,) and
`probabilities` (n, K), in the order of the labels. Everything is computed in double precision by standard
operators (opset 17, ai.onnx.ml 3). docs/estimators.md#onnx.
"""

from __future__ import annotations

import functools
import json
import math
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from naivebench import __version__
from naivebench.core import decide
from naivebench.core.checks import InputError
from naivebench.core.logspace import log
from naivebench.core.table import DISCRETE, Attribute, ordinal_scores
from naivebench.methods.bn_classifiers import aode, tan_tuned
from naivebench.methods.bn_classifiers.helpers import families, selected
from naivebench.methods.directional import vmnb
from naivebench.methods.directional.helpers import angular, von_mises
from naivebench.methods.naive_bayes import gnb, manb, mixed_nb, nb, nb_tuned
from naivebench.methods.naive_bayes.helpers import weighted
from naivebench.methods.per_column import column_nb
from naivebench.methods.per_column.helpers import chosen
from naivebench.methods.sequences import cnb, nb_bernoulli, nb_mn
from naivebench.methods.sequences.helpers.bags import Vocabulary
from naivebench.models.fitted import Fitted

# modules that need nothing but the models below to predict
MODULES = (
    *(f"naive_bayes.{name}" for name in ("nb", "gnb", "mixed_nb", "awnb", "wanbia", "manb", "nb_tuned")),
    "directional.vmnb",
    "per_column.column_nb",
    *(f"bn_classifiers.{name}" for name in ("tan", "kdb", "aode", "tan_tuned", "skdb", "kdb_hc", "tan_hcsp")),
    *(f"sequences.{name}" for name in ("nb_mn", "nb_bernoulli", "cnb")),
)
NAMES = ", ".join(module.partition(".")[2] for module in MODULES)
OPSET, OPSET_ML, IR_VERSION = 17, 3, 8
LABEL, PROBABILITIES, COUNTS = "label", "probabilities", "counts"
INNER = "naivebench:"  # prefix of the names of all inner tensors
NEEDED = "ONNX export needs the package onnx, which is not installed: run `pip install naivebench[onnx]`"


class Labels(NamedTuple):
    """The classes as they appear in the outputs."""

    values: np.ndarray  # (K,) labels in the order of the columns of `probabilities`
    order: np.ndarray  # (K,) class index of each


class Graph(NamedTuple):
    """An ONNX graph under construction."""

    helper: Any  # the module onnx.helper
    nodes: list[Any]
    constants: list[Any]
    inputs: list[Any]
    numbers: count[int]  # numbers the tensors


def to_bytes(fitted: Fitted, labels: Labels | None = None) -> bytes:
    """Convert the fitted method to an ONNX model. labels: by default the names of the classes, in their
    order.

    Raises InputError for methods, kinds of columns and tables that have no ONNX form, and without the package
    onnx.
    """
    check(fitted)
    try:
        from onnx import TensorProto, checker, helper
    except ImportError:
        raise InputError(NEEDED) from None
    labels = labels or Labels(np.array(fitted.classes, dtype=object), np.arange(len(fitted.classes)))
    graph = Graph(helper, [], [], [], count())
    log_joint, log_prior = _log_joint(graph, fitted)
    log_proba = _normalized(graph, log_joint, log_prior)
    _outputs(graph, log_proba, fitted, labels)
    n = "n"
    outputs = [
        helper.make_tensor_value_info(LABEL, _type(labels.values), [n]),
        helper.make_tensor_value_info(PROBABILITIES, TensorProto.DOUBLE, [n, len(fitted.classes)]),
    ]
    made = helper.make_graph(graph.nodes, "naivebench", graph.inputs, outputs, graph.constants)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("ai.onnx.ml", OPSET_ML)]
    model = helper.make_model(
        made,
        producer_name="naivebench",
        producer_version=__version__,
        opset_imports=opsets,
        ir_version=IR_VERSION,
    )
    facts = {"method": fitted.method, "params": json.dumps(fitted.params, default=str)}
    if fitted.attributes and fitted.attributes[0].kind == "count":
        facts["words"] = json.dumps(fitted.attributes[0].values)
    helper.set_model_props(model, facts)
    checker.check_model(model)
    return model.SerializeToString(deterministic=True)


def check(fitted: Fitted) -> None:
    """Raise InputError unless the method and its columns have an ONNX form."""
    if fitted.module not in MODULES:
        raise InputError(f"method {fitted.method} has no ONNX form: choose a method of one of {NAMES}")
    if fitted.params.get("missing") == "marginalise":
        raise InputError(
            "missing='marginalise' has no ONNX form, because it computes sums for every case: choose 'skip'"
        )
    if isinstance(fitted.model, column_nb.Model):
        for attribute, word in zip(fitted.attributes, fitted.model.chosen.distributions, strict=True):
            if word == "kernel" or word.endswith("_text"):
                raise InputError(
                    f"column {attribute.name!r} has the distribution {word.removesuffix('_text')} of "
                    f"{attribute.kind} values, which has no ONNX form: choose another distribution"
                )
    for attribute in fitted.attributes:
        if attribute.kind in ("direction", "sequence"):
            raise InputError(
                f"column {attribute.name!r} is a {attribute.kind}, which has no ONNX form: leave it out"
            )
        if attribute.name in ("", LABEL, PROBABILITIES) or attribute.name.startswith(INNER):
            raise InputError(
                f"column name {attribute.name!r} is not allowed for an input of an ONNX model: rename the "
                "column and fit again"
            )


# building blocks


def _add(graph: Graph, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
    """Add a node and return the name of its output."""
    name = f"{INNER}{next(graph.numbers)}"
    graph.nodes.append(graph.helper.make_node(operator, inputs, [name], domain=domain, **attributes))
    return name


def _constant(graph: Graph, array: np.ndarray | float | int) -> str:
    """Add a constant tensor (float64, int64, bool or text) and return its name."""
    values, name = np.asarray(array), f"{INNER}{next(graph.numbers)}"
    cells = values.ravel()
    flat = [str(x).encode() for x in cells] if _is_text(values) else cells.tolist()
    graph.constants.append(graph.helper.make_tensor(name, _type(values), values.shape, flat))
    return name


def _is_text(values: np.ndarray) -> bool:
    return values.dtype.kind in "OUS"


def _type(values: np.ndarray) -> int:
    from onnx import TensorProto

    if _is_text(values):
        return TensorProto.STRING
    return {"b": TensorProto.BOOL, "f": TensorProto.DOUBLE}.get(values.dtype.kind, TensorProto.INT64)


def _input(graph: Graph, name: str, kind: int, width: int) -> str:
    graph.inputs.append(graph.helper.make_tensor_value_info(name, kind, ["n", width]))
    return name


def _axes(graph: Graph, *axes: int) -> str:
    return _constant(graph, np.array(axes, np.int64))


def _sum(graph: Graph, tensor: str, axis: int, keepdims: int = 0) -> str:
    return _add(graph, "ReduceSum", tensor, _axes(graph, axis), keepdims=keepdims)


def _is_impossible(graph: Graph, largest: str) -> str:
    """Tensor that is true where log probabilities are -inf."""
    return _add(graph, "IsInf", largest, detect_positive=0)


# columns


def _numbers(graph: Graph, attribute: Attribute) -> str:
    """The numbers of a column, (n, 1) double; angles are converted to radians in (-pi, pi]."""
    from onnx import TensorProto

    values = _input(graph, attribute.name, TensorProto.DOUBLE, 1)
    if attribute.kind != "angular":
        return values
    turn, half = _constant(graph, 2 * math.pi), _constant(graph, math.pi)
    turned = _add(graph, "Mul", values, _constant(graph, 2 * math.pi / attribute.period))
    back = _add(graph, "Sub", half, turned)
    turns = _add(graph, "Floor", _add(graph, "Div", back, turn))
    return _add(graph, "Sub", half, _add(graph, "Sub", back, _add(graph, "Mul", turns, turn)))


def _codes(graph: Graph, attribute: Attribute) -> str:
    """Codes of the values of a discrete column, (n, 1) int64; -1 where the value is missing or unknown."""
    from onnx import TensorProto

    text = _input(graph, attribute.name, TensorProto.STRING, 1)
    keys = {value: code for code, value in enumerate(attribute.values)} or {"": -1}
    return _add(
        graph,
        "LabelEncoder",
        text,
        domain="ai.onnx.ml",
        keys_strings=list(keys),
        values_int64s=list(keys.values()),
        default_int64=-1,
    )


def _intervals(graph: Graph, numbers: str, cuts: np.ndarray) -> str:
    """Interval indices of the numbers of a column, (n, 1) int64; -1 where the number is NaN."""
    from onnx import TensorProto

    if len(cuts):
        beyond = _add(graph, "Greater", numbers, _constant(graph, np.asarray(cuts, np.float64)))
        place = _sum(graph, _add(graph, "Cast", beyond, to=TensorProto.INT64), 1, keepdims=1)
    else:
        place = _constant(graph, np.zeros((1, 1), np.int64))
    missing = _add(graph, "IsNaN", numbers)
    return _add(graph, "Where", missing, _constant(graph, np.full((1, 1), -1)), place)


class Columns(NamedTuple):
    """Tensors of the attributes as the method sees them."""

    codes: list[str]  # (n, 1) int64 for each discrete attribute
    reals: list[str]  # (n, 1) double for each other attribute
    numbers: list[str]  # (n, 1) double for each number, and the scores of each ordinal attribute


def _columns(graph: Graph, fitted: Fitted) -> Columns:
    cuts, columns = iter(fitted.cuts), Columns([], [], [])
    for attribute in fitted.attributes:
        if attribute.kind in DISCRETE:
            columns.codes.append(_codes(graph, attribute))
            if attribute.kind == "ordinal":
                scores = _constant(graph, np.append(ordinal_scores(attribute), np.nan))
                columns.numbers.append(_add(graph, "Gather", scores, columns.codes[-1]))
        elif fitted.discretizer:
            columns.codes.append(_intervals(graph, _numbers(graph, attribute), next(cuts)))
        else:
            columns.reals.append(_numbers(graph, attribute))
            columns.numbers.append(columns.reals[-1])
    return columns


# models


def _log_joint(graph: Graph, fitted: Fitted) -> tuple[str, np.ndarray]:
    """log P(c, x), (n, K), not normalised, and the prior (K,), which is used for impossible cases."""
    model = fitted.model
    if isinstance(model, (nb_mn.Model, nb_bernoulli.Model, cnb.Model)):
        return _of_words(graph, fitted, model), model.log_prior
    columns = _columns(graph, fitted)
    if isinstance(model, (weighted.Model, manb.Model, nb_tuned.Model)):
        model = model.nb
    if isinstance(model, tan_tuned.Model):
        model = model.tan
    if isinstance(model, nb.Model):
        return _of_tables(graph, model, columns.codes), model.log_prior
    if isinstance(model, gnb.Model):
        prior = _constant(graph, model.log_prior[None])
        return _add(graph, "Add", _of_densities(graph, model, columns.numbers), prior), model.log_prior
    if isinstance(model, mixed_nb.Model):
        discrete = _of_tables(graph, model.discrete, columns.codes)
        density = _of_densities(graph, model.real, columns.reals)
        return _add(graph, "Add", discrete, density), model.discrete.log_prior
    if isinstance(model, vmnb.Model):
        kinds = [a.kind for a in fitted.attributes if a.kind not in DISCRETE]
        linear, angles = (
            [name for name, kind in zip(columns.reals, kinds, strict=True) if (kind == "angular") == wanted]
            for wanted in (False, True)
        )
        plain = _add(
            graph,
            "Add",
            _of_tables(graph, model.plain.discrete, columns.codes),
            _of_densities(graph, model.plain.real, linear),
        )
        total = _add(graph, "Add", plain, _of_angles(graph, model.angular, angles))
        return total, model.plain.discrete.log_prior
    if isinstance(model, column_nb.Model):
        return _of_columns(graph, fitted, model, columns), model.discrete.log_prior
    if isinstance(model, selected.Model):
        chosen = [columns.codes[j] for j in model.columns]
        return _of_families(graph, model.network, chosen), model.network.log_prior
    if isinstance(model, families.Model):
        return _of_families(graph, model, columns.codes), model.log_prior
    assert isinstance(model, aode.Model), "MODULES lists a method with another model"
    return _of_super_parents(graph, model, columns.codes), model.nb.log_prior


def _of_rows(graph: Graph, log_prior: np.ndarray, log_table: np.ndarray, rows: list[str]) -> str:
    """log P(c) + sum of rows of the table, (n, K); rows: (n, 1) int64 each."""
    prior = _constant(graph, log_prior[None])
    together = _add(graph, "Concat", *rows, axis=1)
    terms = _add(graph, "Gather", _constant(graph, log_table), together)
    return _add(graph, "Add", _sum(graph, terms, 1), prior)


def _of_tables(graph: Graph, model: nb.Model, codes: list[str]) -> str:
    if not codes:
        return _constant(graph, model.log_prior[None])
    firsts = _constant(graph, (model.offsets[:-1] + 1)[None])
    rows = _add(graph, "Add", _add(graph, "Concat", *codes, axis=1), firsts)
    return _of_rows(graph, model.log_prior, model.log_table, [rows])


def _of_densities(graph: Graph, model: gnb.Model, numbers: list[str]) -> str:
    """Sum over observed attributes of log N(x_j; mu_jc, s2_jc), (n, K)."""
    used = np.flatnonzero(model.varies)
    if not len(used):
        return _constant(graph, np.zeros((1, len(model.log_prior))))
    mean, scale, variance = model.mean[used], model.scale[used, None], model.variance[used]
    x = _add(graph, "Concat", *(numbers[j] for j in used), axis=1)
    x = _add(graph, "Unsqueeze", x, _axes(graph, 2))
    z = _add(
        graph,
        "Div",
        _add(graph, "Abs", _add(graph, "Sub", x, _constant(graph, mean))),
        _constant(graph, scale),
    )
    z = _add(graph, "Min", z, _constant(graph, gnb.FARTHEST))
    square = _add(graph, "Div", _add(graph, "Mul", z, z), _constant(graph, -2 * variance))
    constant = -0.5 * np.log(2 * np.pi * variance) - np.log(scale)
    density = _add(graph, "Add", square, _constant(graph, constant))
    missing = _add(graph, "IsNaN", x)
    return _sum(graph, _add(graph, "Where", missing, _constant(graph, 0.0), density), 1)


def _of_angles(graph: Graph, model: angular.Model, angles: list[str]) -> str:
    """Sum over observed attributes of the von Mises log densities, (n, K)."""
    used = np.flatnonzero(model.varies)
    if not len(used):
        return _constant(graph, np.zeros((1, model.mu.shape[1])))
    mu, kappa = model.mu[used], model.kappa[used]
    x = _add(graph, "Concat", *(angles[j] for j in used), axis=1)
    x = _add(graph, "Unsqueeze", x, _axes(graph, 2))
    half = _add(graph, "Mul", _add(graph, "Sub", x, _constant(graph, mu)), _constant(graph, 0.5))
    sine = _add(graph, "Sin", half)
    square = _add(graph, "Mul", _add(graph, "Mul", sine, sine), _constant(graph, -2 * kappa))
    constant = kappa - von_mises.log_i0(kappa) - np.log(2 * np.pi)
    density = _add(graph, "Add", square, _constant(graph, constant))
    missing = _add(graph, "IsNaN", x)
    return _sum(graph, _add(graph, "Where", missing, _constant(graph, 0.0), density), 1)


def _of_families(graph: Graph, model: families.Model, codes: list[str]) -> str:
    """log P(c, x), (n, K), where every attribute uses the table row of the longest prefix of its parents that
    is observed.
    """
    rows = []
    zero = _constant(graph, 0)
    for j, levels in enumerate(model.levels):
        x, width = codes[j], int(model.offsets[j + 1] - model.offsets[j])
        row = _add(graph, "Add", x, _constant(graph, int(model.offsets[j]) + 1))
        reached = _add(graph, "GreaterOrEqual", x, zero)
        configuration = zero
        for level in levels:
            if level.base < 0 or level.renumber is not None:
                raise InputError(
                    f"the table of attribute {model.names[j]!r} is too large for ONNX: use fewer parents, "
                    "or join or leave out values"
                )
            value = codes[level.parent]
            reached = _add(graph, "And", reached, _add(graph, "GreaterOrEqual", value, zero))
            configuration = _add(graph, "Mul", configuration, _constant(graph, level.r_parent))
            configuration = _add(graph, "Add", configuration, value)
            deeper = _add(graph, "Mul", configuration, _constant(graph, width))
            deeper = _add(graph, "Add", _add(graph, "Add", deeper, x), _constant(graph, level.base + 1))
            row = _add(graph, "Where", reached, deeper, row)
        rows.append(row)
    if not rows:
        return _constant(graph, model.log_prior[None])
    return _of_rows(graph, model.log_prior, model.log_table, rows)


def _of_super_parents(graph: Graph, model: aode.Model, codes: list[str]) -> str:
    """log of the sum over super-parents, (n, K); naive Bayes for cases without any."""
    fallback = _of_tables(graph, model.nb, codes)
    if model.sparse:
        raise InputError("a table of aode is too large for ONNX: join or leave out values of the attributes")
    used = model.used
    if not len(used):
        return fallback
    # row for super-parent i and child j: first[i, j] + place_i width[i, j] + place_j, place 0 = missing; the
    # diagonal has the rows of P(c, x_i)
    first = model.base[np.ix_(used, used)].copy()
    width = np.tile(np.diff(model.nb.offsets)[used], (len(used), 1))
    np.fill_diagonal(first, 1 + model.nb.offsets[used])
    np.fill_diagonal(width, 0)
    places = _add(graph, "Concat", *(codes[j] for j in used), axis=1)
    places = _add(graph, "Add", places, _constant(graph, 1))
    of_parent = _add(graph, "Unsqueeze", places, _axes(graph, 2))
    of_child = _add(graph, "Unsqueeze", places, _axes(graph, 1))
    rows = _add(graph, "Mul", of_parent, _constant(graph, width.astype(np.int64)))
    rows = _add(graph, "Add", _add(graph, "Add", rows, of_child), _constant(graph, first.astype(np.int64)))
    members = _sum(graph, _add(graph, "Gather", _constant(graph, model.log_table), rows), 2)
    largest = _add(graph, "ReduceMax", members, axes=[1], keepdims=1)
    level = _add(graph, "Where", _is_impossible(graph, largest), _constant(graph, 0.0), largest)
    total = _sum(graph, _add(graph, "Exp", _add(graph, "Sub", members, level)), 1)
    scores = _add(graph, "Add", _add(graph, "Log", total), _add(graph, "Squeeze", level, _axes(graph, 1)))
    alone = _is_impossible(graph, _add(graph, "ReduceMax", scores, axes=[1], keepdims=1))
    return _add(graph, "Where", alone, fallback, scores)


def _of_columns(graph: Graph, fitted: Fitted, model: column_nb.Model, columns: Columns) -> str:
    """Sum over the columns, each with its own distribution; terms that are equal for all classes are
    omitted.
    """
    codes, reals = iter(columns.codes), iter(columns.reals)
    tensors = [next(codes if a.kind in DISCRETE else reals) for a in fitted.attributes]

    def of(word: str) -> list[str]:
        return [tensors[j] for j in chosen.places(model.chosen, word)]

    parts = [
        _of_tables(graph, model.discrete, of("categorical")),
        _of_densities(graph, model.gaussian, of("gaussian")),
        _of_angles(graph, model.angles, of("von_mises")),
    ]
    used = np.flatnonzero(model.poisson.mean.any(axis=1))
    if len(used):
        mean, poisson = model.poisson.mean[used], of("poisson")
        counts, known = _known(graph, [poisson[j] for j in used])
        parts.append(_products(graph, counts, log(mean)))
        parts.append(_products(graph, known, -mean))
    if of("bernoulli"):
        counts, known = _known(graph, of("bernoulli"))
        present = _is_positive(graph, counts)
        parts.append(_products(graph, present, model.bernoulli.log_present))
        absent = _add(graph, "Sub", known, present)
        parts.append(_products(graph, absent, model.bernoulli.log_absent))
    for places, log_p in zip(model.chosen.groups, model.groups, strict=True):
        parts.append(_of_group(graph, [tensors[j] for j in places], log_p))
    return functools.reduce(lambda total, part: _add(graph, "Add", total, part), parts)


def _known(graph: Graph, tensors: list[str]) -> tuple[str, str]:
    """Numbers (n, d) with 0 in place of NaN, and an indicator that is 1 where the number is known, otherwise
    0.
    """
    numbers = _add(graph, "Concat", *tensors, axis=1)
    missing = _add(graph, "IsNaN", numbers)
    zero, one = _constant(graph, 0.0), _constant(graph, 1.0)
    return _add(graph, "Where", missing, zero, numbers), _add(graph, "Where", missing, zero, one)


def _is_positive(graph: Graph, tensor: str) -> str:
    """Indicator that is 1 where the tensor is above 0, otherwise 0."""
    from onnx import TensorProto

    return _add(graph, "Cast", _add(graph, "Greater", tensor, _constant(graph, 0.0)), to=TensorProto.DOUBLE)


def _of_group(graph: Graph, tensors: list[str], log_p: np.ndarray) -> str:
    """log P of the counts of one multinomial given the total of the known counts, (n, K); log_p: (d, K)."""
    counts, known = _known(graph, tensors)
    scores = _products(graph, counts, log_p)
    total = _sum(graph, counts, 1, keepdims=1)
    share = _add(graph, "Log", _add(graph, "MatMul", known, _constant(graph, np.exp(log_p))))
    given = _add(graph, "Sub", scores, _add(graph, "Mul", total, share))
    nothing = _add(graph, "Equal", total, _constant(graph, 0.0))
    open_to = _add(graph, "Or", nothing, _is_impossible(graph, scores))
    return _add(graph, "Where", open_to, scores, given)


def _of_words(graph: Graph, fitted: Fitted, model: nb_mn.Model | nb_bernoulli.Model | cnb.Model) -> str:
    prior = _constant(graph, model.log_prior[None])
    if not fitted.attributes:
        return prior
    counts = _counts(graph, model.vocabulary)
    if isinstance(model, nb_mn.Model):
        return _add(graph, "Add", _products(graph, counts, model.log_table), prior)
    if isinstance(model, nb_bernoulli.Model):
        start = _constant(graph, (model.log_prior + model.log_absent)[None])
        return _add(graph, "Add", _products(graph, counts, model.log_odds), start)
    if model.idf is not None:
        counts = _add(graph, "Log", _add(graph, "Add", counts, _constant(graph, 1.0)))
        counts = _add(graph, "Mul", counts, _constant(graph, model.idf[None]))
        length = _add(graph, "Sqrt", _sum(graph, _add(graph, "Mul", counts, counts), 1, keepdims=1))
        counts = _add(graph, "Div", counts, _or_one(graph, length))
    scores = _products(graph, counts, model.weights)
    if not model.normalized:
        return _add(graph, "Add", scores, prior)
    present = np.where(np.isneginf(model.log_prior), -np.inf, 0.0)
    scores = _add(graph, "Add", scores, _constant(graph, present[None]))
    empty = _add(graph, "Equal", _sum(graph, counts, 1, keepdims=1), _constant(graph, 0.0))
    return _add(graph, "Where", empty, prior, scores)


def _counts(graph: Graph, vocabulary: Vocabulary) -> str:
    """Counts of the words of the vocabulary, (n, columns) double."""
    from onnx import TensorProto

    counts = _input(graph, COUNTS, TensorProto.DOUBLE, vocabulary.raw)
    if vocabulary.composition == "fraction":
        counts = _add(graph, "Div", counts, _or_one(graph, _sum(graph, counts, 1, keepdims=1)))
    if vocabulary.composition == "binary":
        counts = _is_positive(graph, counts)
    if vocabulary.kept is None:
        return counts
    return _add(graph, "Gather", counts, _constant(graph, vocabulary.kept.astype(np.int64)), axis=1)


def _or_one(graph: Graph, tensor: str) -> str:
    """The tensor with 0 replaced by 1."""
    is_zero = _add(graph, "Equal", tensor, _constant(graph, 0.0))
    return _add(graph, "Where", is_zero, _constant(graph, 1.0), tensor)


def _products(graph: Graph, counts: str, table: np.ndarray) -> str:
    """Sum over words of the counts times the table (columns, K), where 0 times -inf is 0."""
    barred = np.isneginf(table)
    scores = _add(graph, "MatMul", counts, _constant(graph, np.where(barred, 0.0, table)))
    if not barred.any():
        return scores
    hits = _add(graph, "MatMul", _is_positive(graph, counts), _constant(graph, barred.astype(np.float64)))
    is_barred = _add(graph, "Greater", hits, _constant(graph, 0.0))
    return _add(graph, "Where", is_barred, _constant(graph, -np.inf), scores)


# outputs


def _normalized(graph: Graph, scores: str, log_prior: np.ndarray) -> str:
    """log P(c | x), (n, K); the prior where every class is impossible."""
    impossible = _is_impossible(graph, _add(graph, "ReduceMax", scores, axes=[1], keepdims=1))
    scores = _add(graph, "Where", impossible, _constant(graph, log_prior[None]), scores)
    return _add(graph, "LogSoftmax", scores, axis=1)


def _outputs(graph: Graph, log_proba: str, fitted: Fitted, labels: Labels) -> None:
    """Add the outputs `probabilities`, in the order of the labels, and `label`, with ties as in
    `core.decide`.
    """
    from onnx import TensorProto

    order = _constant(graph, labels.order.astype(np.int64))
    ordered = _add(graph, "Gather", log_proba, order, axis=1)
    graph.nodes.append(graph.helper.make_node("Exp", [ordered], [PROBABILITIES]))
    largest = _add(graph, "ReduceMax", log_proba, axes=[1], keepdims=1)
    tie = _add(graph, "Sub", largest, _constant(graph, decide.TIE))
    tied = _add(graph, "GreaterOrEqual", log_proba, tie)
    cases = _constant(graph, (fitted.class_counts + 1.0)[None])
    weight = _add(graph, "Mul", _add(graph, "Cast", tied, to=TensorProto.DOUBLE), cases)
    code = _add(graph, "ArgMax", weight, axis=1, keepdims=0)
    values = _constant(graph, labels.values[np.argsort(labels.order)])
    graph.nodes.append(graph.helper.make_node("Gather", [values, code], [LABEL]))
