"""The catalogue of methods in the package itself, and the inheritance between stanzas."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, make_table
from naivebench.data.discretization import cut_points
from naivebench.models import registry
from naivebench.models.method_stanzas import MethodStanza

PACKAGE = Path(__file__).resolve().parents[1]
# in an installed package, and in a checkout
PLACES = (PACKAGE / "methods.yaml", PACKAGE.parents[1] / "config" / "methods.yaml")
OWN = {"title", "caveat"}  # keys that are never inherited
SHARED = ("tags", "group", "kinds", "discretize", "cost")  # keys that a stanza with its own `module` inherits


@functools.cache
def read_methods() -> dict[str, MethodStanza]:
    """Return the stanzas of all methods with a module, by id."""
    import yaml

    text = next(path for path in PLACES if path.is_file()).read_text(encoding="utf-8")
    given = resolve_inheritance(yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return {
        # same defaults as workflow/schemas/methods.schema.yaml
        name: {"group": "other", "cost": "light", **stanza}
        for name, stanza in given.items()
        if "module" in stanza
    }


def resolve_inheritance(given: Mapping[str, Mapping[str, Any]]) -> dict[str, MethodStanza]:
    """Return the stanzas with all keys, and parameters one by one, that they inherit by `like` from other
    stanzas; one with its own `module` inherits only the keys in `SHARED`.
    """

    @functools.cache
    def resolve_stanza(name: str) -> dict[str, Any]:
        stanza = given[name]
        other = resolve_stanza(stanza["like"]) if "like" in stanza else {}
        kept = SHARED if "module" in stanza else other.keys() - OWN
        taken = {key: value for key, value in other.items() if key in kept}
        params = taken.get("params", {}) | stanza.get("params", {})
        return {**taken, **{k: v for k, v in stanza.items() if k != "like"}, "params": params}

    return {name: resolve_stanza(name) for name in given}


def make_example_table(kinds: list[str], n_values: int) -> Table:
    """Make a small table of two classes with these kinds; discrete attributes have `n_values` values."""
    rng, n, discrete = np.random.default_rng(0), 40, [k for k in ("nominal", "ordinal") if k in kinds]
    real = [kind for kind in ("linear", "angular") if kind in kinds]
    attributes = [Attribute(kind, kind, tuple(map(str, range(n_values)))) for kind in discrete]
    attributes += [Attribute(kind, kind, period=360.0 * (kind == "angular")) for kind in real]
    codes = rng.integers(0, n_values, (n, len(discrete)))
    return make_table(attributes, "ab", rng.integers(0, 2, n), codes, rng.uniform(-3, 3, (n, len(real))))


def compile_loops() -> None:
    """Fit methods to small tables, so that numba keeps their compiled loops on disk, for `make setup`:
    compiling takes up to some seconds at the first use of a method.
    """
    fitted: set[str] = set()
    for stanza in read_methods().values():
        # the first stanza of a module compiles its loops: long searches with other settings are not repeated
        name = stanza["module"]
        skip = name.startswith("baselines") or (stanza.get("cost") == "heavy" and name in fitted)
        fitted.add(name)
        skip = skip or "nominal" not in stanza["kinds"]
        for n_values in () if skip else (3, 300):  # codes of 8 and 16 bits
            table, module = make_example_table(stanza["kinds"], n_values), registry.load(name)
            if discretizer := stanza.get("discretize"):
                table = cut_points.apply_cuts(table, cut_points.learn_cuts(table, discretizer))
            with contextlib.suppress(InputError):
                model = module.fit(table, rng=np.random.default_rng(0), **stanza["params"])
                module.predict_log_proba(model, table)


if __name__ == "__main__":
    compile_loops()
