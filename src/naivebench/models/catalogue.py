"""The catalogue of methods in the package itself, read without a project's folder and without validation."""

from __future__ import annotations

import functools
from pathlib import Path

from naivebench.models import stanzas
from naivebench.models.stanzas import MethodStanza

PACKAGE = Path(__file__).resolve().parents[1]
# in an installed package, and in a checkout
PLACES = (PACKAGE / "methods.yaml", PACKAGE.parents[1] / "config" / "methods.yaml")


@functools.cache
def methods() -> dict[str, MethodStanza]:
    """Stanzas of all methods with a module, by id. Each has title, group, kinds, cost, and those parameters
    that differ from the defaults of `fit`.
    """
    import yaml

    text = next(path for path in PLACES if path.is_file()).read_text(encoding="utf-8")
    given = stanzas.resolved(yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return {
        # same defaults as workflow/schemas/methods.schema.yaml
        name: {"group": "other", "cost": "light", **stanza}
        for name, stanza in given.items()
        if "module" in stanza
    }
