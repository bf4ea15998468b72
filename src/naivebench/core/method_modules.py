"""Functions that a method module takes over from the module that declares its `Model`."""

from __future__ import annotations

import sys
from types import ModuleType

LEFT = ("predict_log_proba", "summarize", "explain", "warm_up")


def complete(module: ModuleType) -> ModuleType:
    """Add to a module those functions of `LEFT` that it does not define, from the module of its `Model`.

    A module with its own prediction gets no `explain`, which would explain another prediction.
    """
    home = sys.modules.get(getattr(getattr(module, "Model", None), "__module__", ""))
    predicts = getattr(home, "predict_log_proba", None)
    same = getattr(module, "predict_log_proba", predicts) is predicts
    for name in LEFT if same else [name for name in LEFT if name != "explain"]:
        if home is not None and not hasattr(module, name) and hasattr(home, name):
            setattr(module, name, getattr(home, name))
    return module
