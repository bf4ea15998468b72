"""The catalogue of methods as the package itself reads it: without a project's folder, and unchecked."""

from __future__ import annotations

import functools
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
# in an installed package, and in a checkout
PLACES = (PACKAGE / "methods.yaml", PACKAGE.parents[1] / "config" / "methods.yaml")


# of keys that a stanza may leave out; workflow/schemas/methods.schema.yaml has them all
DEFAULTS = {"params": {}, "group": "other", "cost": "light"}


@functools.cache
def methods() -> dict[str, dict]:
    """Id -> stanza of every method with a module; each has a title, kinds and the keys of `DEFAULTS`."""
    import yaml

    text = next(path for path in PLACES if path.is_file()).read_text(encoding="utf-8")
    stanzas = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {name: {**DEFAULTS, **stanza} for name, stanza in stanzas.items() if "module" in stanza}
