"""The catalogue of methods as the package itself reads it: without a project's folder, and unchecked."""

from __future__ import annotations

import functools
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
# in an installed package, and in a checkout
PLACES = (PACKAGE / "methods.yaml", PACKAGE.parents[1] / "config" / "methods.yaml")


@functools.cache
def methods() -> dict[str, dict]:
    """Id -> stanza of every method with a module; what every stanza has besides: title, kinds, params."""
    import yaml

    text = next(path for path in PLACES if path.is_file()).read_text(encoding="utf-8")
    stanzas = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {name: {"params": {}, **stanza} for name, stanza in stanzas.items() if "module" in stanza}
