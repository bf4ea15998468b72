"""From a method's stanza to its functions: the only place where a job imports by name."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from types import ModuleType

from naivebench.core.checks import InputError
from naivebench.core.method_modules import complete
from naivebench.core.table import MISSING, UNSEEN
from naivebench.models import own


def load(module: str) -> ModuleType:
    """Import a method's module (``naive_bayes.nb`` below `naivebench.methods`, or a file such as
    ``my/thing.py``), and check that it keeps the contract. What it leaves out is added,
    see `core.method_modules`.

    Raises InputError if the module does not exist or lacks `fit`, `predict_log_proba` or `summarize`.
    """
    name = own.dotted(module)
    try:
        loaded = _own(module) if own.is_own(module) else importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise InputError(f"method module {module!r} does not exist: no file {own.shown(module)}") from error
    complete(loaded)
    missing = [f for f in ("fit", "predict_log_proba", "summarize") if not callable(getattr(loaded, f, None))]
    if missing:
        raise InputError(f"method module {module!r} ({own.shown(module)}) lacks {', '.join(missing)}")
    return loaded


def _own(module: str) -> ModuleType:
    """A file as a module. It finds the package and what is installed, but no file beside it: `provenance`
    would not see that one change.
    """
    path = own.path(module)
    name = f"{own.PREFIX}{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    if path is None:
        raise InputError(
            f"method module {module!r} does not exist: there is no such file in the project's folder"
        )
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None  # its suffix is .py
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(sys.modules[name])
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def unseen_code(module: ModuleType) -> int:
    """The code that the method wants for values which are not in the training part: UNSEEN with
    `TELLS_UNSEEN = True` in its module, else missing.
    """
    return UNSEEN if getattr(module, "TELLS_UNSEEN", False) else MISSING
