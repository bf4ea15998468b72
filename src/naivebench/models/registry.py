"""Import of a method's functions from the module in its stanza; jobs import by name only here."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, MISSING, UNSEEN, Attribute, Table
from naivebench.models import own_methods

if TYPE_CHECKING:
    from naivebench.models.method_stanzas import MethodStanza


def load(module: str) -> ModuleType:
    """Import a method's module (`naive_bayes.nb` below `naivebench.methods`, or a file such as
    `my/thing.py`). Raises InputError if it does not exist or lacks `fit`, `predict_log_proba` or `summarize`.
    """
    name, file = own_methods.full_module_name(module), own_methods.source_file_name(module)
    try:
        is_own = own_methods.is_own_file(module)
        loaded = _import_own_module(module) if is_own else importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise InputError(
            f"method module {module!r} does not exist: create the file {file}, or correct `module` "
            "in the stanza"
        ) from error
    missing = [f for f in ("fit", "predict_log_proba", "summarize") if not callable(getattr(loaded, f, None))]
    if missing:
        raise InputError(
            f"method module {module!r} ({file}) lacks {', '.join(missing)}: define these functions"
        )
    return loaded


def _import_own_module(module: str) -> ModuleType:
    """Import a file as a module. It can import the package and installed packages, but no files in its own
    folder, because `provenance` would not notice changes in them.
    """
    path = own_methods.find_own_file(module)
    if path is None:
        raise InputError(f"method module {module!r} does not exist: check its path in the project's folder")
    # the same name on every machine, because saved models contain it
    name = f"{own_methods.PREFIX}{hashlib.sha256(module.encode()).hexdigest()[:12]}"
    if name not in sys.modules or sys.modules[name].__file__ != str(path):
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None  # never None, because the suffix is .py
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(sys.modules[name])
        except BaseException:  # also of SystemExit and Ctrl-C: no import may find half a module
            del sys.modules[name]
            raise
    return sys.modules[name]


def find_unsupported(stanza: MethodStanza, table: Table) -> list[Attribute]:
    """Find the attributes of unsupported kinds; a discrete attribute without values is allowed."""
    return [
        a for a in table.attributes if a.kind not in stanza["kinds"] and (a.kind not in DISCRETE or a.values)
    ]


def find_unseen_code(module: ModuleType) -> int:
    """Return the code that the method expects for unseen values: UNSEEN if its `TELLS_UNSEEN` is true."""
    return UNSEEN if getattr(module, "TELLS_UNSEEN", False) else MISSING
