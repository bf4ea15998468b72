"""The catalogue of methods in the package itself, and the inheritance between stanzas."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from naivebench.models.stanzas import MethodStanza

PACKAGE = Path(__file__).resolve().parents[1]
# in an installed package, and in a checkout
PLACES = (PACKAGE / "methods.yaml", PACKAGE.parents[1] / "config" / "methods.yaml")
OWN = {"title", "caveat"}  # keys that are never inherited
SHARED = ("tags", "group", "kinds", "discretize", "cost")  # keys that a stanza with its own `module` inherits


@functools.cache
def methods() -> dict[str, MethodStanza]:
    """Stanzas of all methods with a module, by id. Each has title, group, kinds, cost, and those parameters
    that differ from the defaults of `fit`.
    """
    import yaml

    text = next(path for path in PLACES if path.is_file()).read_text(encoding="utf-8")
    given = resolved(yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return {
        # same defaults as workflow/schemas/methods.schema.yaml
        name: {"group": "other", "cost": "light", **stanza}
        for name, stanza in given.items()
        if "module" in stanza
    }


def resolved(given: Mapping[str, Mapping[str, Any]]) -> dict[str, MethodStanza]:
    """Stanzas with everything that they inherit by `like`, which must name another existing stanza.

    Parameters are inherited one by one. A stanza with its own `module` inherits only the keys in `SHARED`.
    """

    @functools.cache
    def resolve(name: str) -> dict[str, Any]:
        stanza = given[name]
        other = resolve(stanza["like"]) if "like" in stanza else {}
        kept = SHARED if "module" in stanza else other.keys() - OWN
        taken = {key: value for key, value in other.items() if key in kept}
        params = taken.get("params", {}) | stanza.get("params", {})
        return {**taken, **{k: v for k, v in stanza.items() if k != "like"}, "params": params}

    return {name: cast(MethodStanza, resolve(name)) for name in given}
