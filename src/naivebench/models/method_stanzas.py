"""Stanzas of methods: their keys, and the parameters of `fit` that they set."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

from naivebench.core.checks import InputError, did_you_mean
from naivebench.models import own_methods

OF_CASES = ("rng",)  # keywords of `fit` that are not settings
UNREAD = object()  # marks a missing default, or one that is not a plain value
# A method of the catalogue, including what it inherits; `params` includes the defaults of `fit` after
# `add_defaults`. The schema of methods (benchmark/configuration/) explains the keys.
MethodStanza = dict[str, Any]


def find_method(methods: Mapping[str, MethodStanza], name: str) -> MethodStanza:
    """Return the stanza of a method. Raises InputError for an unknown id; for a class, it names the id."""
    if name not in methods:
        near = did_you_mean(name, methods, "`naivebench methods` lists all of them.")
        of_class = [method for method, stanza in methods.items() if stanza.get("estimator") == name]
        if of_class:
            closest = min(of_class, key=lambda method: method.replace("_", "") != name.lower())
            near = f", but {name} is the class of method {closest!r}: use this id"
        raise InputError(f"method {name!r} is not in the catalogue of methods{near}")
    return methods[name]


class Parameter(NamedTuple):
    """A keyword of `fit`, as read from its source."""

    annotation: str  # "" if there is none
    default: Any  # a number, text, true, false or None; otherwise UNREAD


@functools.cache
def read_parameters(module: str) -> dict[str, Parameter] | None:
    """Read the keywords of a method's `fit`, except `OF_CASES`, without importing it; None if it cannot."""
    known = {}
    for function in find_fit(module):
        for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
            if argument.arg not in OF_CASES:
                annotation = ast.unparse(argument.annotation) if argument.annotation else ""
                known[argument.arg] = Parameter(annotation, _read_default(default))
    return known if find_fit(module) else None


def find_grid_parameters(module: str) -> list[str] | None:
    """List the parameters that a method can choose from a grid, the keys of its `GRIDS`; None if unknown."""
    if read_parameters(module) is None:
        return None
    for node in parse_module(module):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GRIDS":
            assert isinstance(node.value, ast.Dict)
            return [ast.literal_eval(key) for key in node.value.keys if key is not None]
    return []


def parse_module(module: str) -> list[ast.stmt]:
    """Parse the statements of a stanza's `module`; none after a syntax error, which its import reports."""
    path = own_methods.find_source_file(module)
    try:
        return ast.parse(path.read_bytes()).body if path else []
    except SyntaxError:
        return []


def find_fit(module: str) -> list[ast.FunctionDef]:
    """Find `fit` of a module, and `estimate` if `fit` passes parameters on to it; [] if unknown."""
    functions = {node.name: node for node in parse_module(module) if isinstance(node, ast.FunctionDef)}
    if "fit" not in functions or (functions["fit"].args.kwarg and "estimate" not in functions):
        return []
    return [functions["fit"], *([functions["estimate"]] if functions["fit"].args.kwarg else [])]


def _read_default(default: ast.expr | None) -> Any:
    try:
        value = UNREAD if default is None else ast.literal_eval(default)
    except ValueError:  # a name or an expression
        return UNREAD
    return value if value is None or isinstance(value, (bool, int, float, str)) else UNREAD


def list_defaults(module: str) -> dict[str, Any]:
    """Return the parameters of `fit` with plain values as defaults, except those that every run sets."""
    known = read_parameters(module) or {}
    return {n: p.default for n, p in known.items() if p.default is not UNREAD}


def add_defaults(stanza: MethodStanza) -> MethodStanza:
    """Return the stanza with the defaults of `fit` among its parameters, in the order of `fit`."""
    if "module" not in stanza:
        return stanza
    return {**stanza, "params": list_defaults(stanza["module"]) | stanza["params"]}
