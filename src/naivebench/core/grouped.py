"""Grouped keywords: a function takes related parameters as one NamedTuple, and callers may pass them one by
one.

class Search(NamedTuple):
    population: int = 500
    patience: int | None = None

@flat
def fit(train, *, rng, search: Search = Search(patience=3), alpha: float = 1.0): ...

fit(train, rng=rng, population=100)                  # as a stanza or an estimator says it
fit(train, rng=rng, search=Search(100, patience=3))  # as another method says it, the same
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Returned = TypeVar("Returned")


def flat(function: Callable[..., Returned]) -> Callable[..., Returned]:
    """Let callers of `function` pass the fields of grouped keywords, whose default is a NamedTuple, one by
    one.

    Its signature, as `inspect` shows it, lists the fields in place of each group; their defaults are the
    values of the default group. A field that is passed overrides that field of a group that is passed.
    """
    signature = inspect.signature(function)
    groups = {p.name: p.default for p in signature.parameters.values() if hasattr(p.default, "_fields")}

    @functools.wraps(function)
    def call(*args: Any, **params: Any) -> Returned:
        for name, default in groups.items():
            fields = {field: params.pop(field) for field in default._fields if field in params}
            params[name] = params.get(name, default)._replace(**fields)
        return function(*args, **params)

    shown: list[inspect.Parameter] = []
    for known in signature.parameters.values():
        shown += _fields(known) if known.name in groups else [known]
    call.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
    return call


def _fields(group: inspect.Parameter) -> list[inspect.Parameter]:
    """The fields of the parameter's default group, each as a keyword with its type as written."""
    types = type(group.default).__annotations__
    return [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=value,
            annotation=getattr(types[name], "__forward_arg__", types[name]),
        )
        for name, value in group.default._asdict().items()
    ]
