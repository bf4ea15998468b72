"""Stanzas of methods: their keys, and the parameters of `fit` that they set."""

from __future__ import annotations

import ast
import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Required, TypedDict

from naivebench.models import own

OF_CASES = ("rng", "case_weights")  # keywords of `fit` that are not settings
OF_THE_RUN = ("rng", "threads")  # parameters of `fit` that each run sets
UNREAD = object()  # marks a missing default, or one that is not a plain value


class MethodStanza(TypedDict, total=False):
    """A method of the catalogue, including what it inherits; config/README.md#methodsyaml explains the keys.
    `params` includes the defaults of `fit` after `with_defaults`.
    """

    title: Required[str]
    module: str
    estimator: str
    package: str
    not_installed: str
    method: str  # of an external tool
    predictions: str
    stochastic: bool
    tags: list[str]
    group: str
    kinds: list[str]
    discretize: str | None
    params: Required[dict[str, Any]]
    departs: dict[str, str]
    cost: str  # light, normal or heavy
    timeout_seconds: float
    reference: str
    caveat: str
    idea: str


class Parameter(NamedTuple):
    """A keyword of `fit`, as read from its source."""

    annotation: str  # "" if there is none
    default: Any  # a number, text, true, false or None; otherwise UNREAD


@functools.cache
def parameters(module: str) -> dict[str, Parameter] | None:
    """Keyword parameters of `fit` in a method's module, except `OF_CASES`, read without importing the module.

    None if they cannot be determined. The fields of a group are separate parameters (`core.grouped.flat`).
    """
    body = _body(own.source(module))
    fit = next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == "fit"), None)
    if fit is None or fit.args.kwarg:
        return None
    found: dict[str, Parameter] = {}
    for argument, default in zip(fit.args.kwonlyargs, fit.args.kw_defaults, strict=True):
        annotation = ast.unparse(argument.annotation) if argument.annotation else ""
        fields = _fields(body, annotation)
        if isinstance(default, ast.Call):  # a group whose values differ from the defaults of its class
            given = dict(zip(fields, default.args, strict=False)) | {k.arg: k.value for k in default.keywords}
            fields |= {n: f._replace(default=_plain(given[n])) for n, f in fields.items() if n in given}
        found |= fields or {argument.arg: Parameter(annotation, _plain(default))}
    return {name: parameter for name, parameter in found.items() if name not in OF_CASES}


def find_grids(module: str) -> list[str] | None:
    """Parameters that a method can choose from a grid: the keys of its constant `GRIDS`, and those with a
    parameter for their grid. None if they cannot be determined.
    """
    known = parameters(module)
    if known is None:
        return None
    names = [name.removesuffix("_grid") for name in known if name.endswith("_grid")]
    for node in _body(own.source(module)):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GRIDS":
            assert isinstance(node.value, ast.Dict)
            names += [ast.literal_eval(key) for key in node.value.keys if key is not None]
    return names


def _body(path: Path | None) -> list[ast.stmt]:
    """The statements of a file; none if its syntax is wrong, which the method's row reports on import."""
    try:
        return ast.parse(path.read_bytes()).body if path else []
    except SyntaxError:
        return []


def _fields(body: Sequence[ast.stmt], annotation: str) -> dict[str, Parameter]:
    """The fields of the NamedTuple that an annotation names, declared in the module or imported; {} for other
    types.
    """
    module, _, name = annotation.rpartition(".")
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name == annotation:
            named = any(ast.unparse(base) == "NamedTuple" for base in node.bases)
            declared = [n for n in node.body if isinstance(n, ast.AnnAssign)] if named else []
            return {
                ast.unparse(n.target): Parameter(ast.unparse(n.annotation), _plain(n.value)) for n in declared
            }
        if isinstance(node, ast.ImportFrom) and node.module:
            imported = {a.asname or a.name: a.name for a in node.names}
            if (module or name) in imported:
                home = f"{node.module}.{imported[module]}" if module else node.module
                path = own.METHODS.parents[1] / f"{home.replace('.', '/')}.py"
                return _fields(_body(path if path.is_file() else None), name if module else imported[name])
    return {}


def _plain(default: ast.expr | None) -> Any:
    try:
        value = UNREAD if default is None else ast.literal_eval(default)
    except ValueError:  # a name or an expression
        return UNREAD
    return value if value is None or isinstance(value, (bool, int, float, str)) else UNREAD


def defaults(module: str) -> dict[str, Any]:
    """Parameters of `fit` and their defaults, if these are plain values and not set by each run."""
    known = parameters(module) or {}
    return {n: p.default for n, p in known.items() if p.default is not UNREAD and n not in OF_THE_RUN}


def with_defaults(stanza: MethodStanza) -> MethodStanza:
    """The stanza with the defaults of `fit` among its parameters, in the order of `fit`."""
    if "module" not in stanza:
        return stanza
    return {**stanza, "params": defaults(stanza["module"]) | stanza["params"]}
