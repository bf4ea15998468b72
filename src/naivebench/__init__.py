"""naivebench: the reference benchmark of the naive Bayes family."""

import importlib

__version__ = "2.0.0"  # of code and results: docs/reading-the-report.md#versions says when to raise it


def __getattr__(name: str) -> object:
    """Import `naivebench.compare` only when it is used, because no job depends on it."""
    if name == "compare":
        return importlib.import_module("naivebench.trial.trial").compare
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
