"""From a method's stanza to its functions: the only place where a job imports by name."""

from __future__ import annotations

import importlib
from types import ModuleType

from naivebench.core.checks import InputError
from naivebench.core.table import MISSING, UNSEEN


def load(module: str) -> ModuleType:
    """Import method module `naivebench.<module>` (e.g. ``naive_bayes.nb``) and check that it keeps the
    contract.

    Raises InputError if the module does not exist or lacks `fit`, `predict_log_proba` or `summarize`.
    """
    name = f"naivebench.{module}"
    try:
        loaded = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise InputError(
            f"method module {module!r} does not exist: no file src/naivebench/{module.replace('.', '/')}.py"
        ) from error
    missing = [f for f in ("fit", "predict_log_proba", "summarize") if not callable(getattr(loaded, f, None))]
    if missing:
        raise InputError(
            f"method module {module!r} (src/naivebench/{module.replace('.', '/')}.py) lacks "
            f"{', '.join(missing)}"
        )
    return loaded


def unseen_code(module: ModuleType) -> int:
    """The code that the method wants for values which are not in the training part: UNSEEN with
    `TELLS_UNSEEN = True` in its module, else missing.
    """
    return UNSEEN if getattr(module, "TELLS_UNSEEN", False) else MISSING
