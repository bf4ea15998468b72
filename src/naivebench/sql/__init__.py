"""Fitting of counting methods inside a database, and export of models as SQL queries; built on ibis (extra
`sql`).

How to use it: docs/sql.md.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from naivebench.sql.fitting import fit as fit
    from naivebench.sql.scoring import to_sql as to_sql
    from naivebench.sql.scoring_words import words_to_sql as words_to_sql

_WHERE = {
    "cross_validate": "folds",
    "fit": "fitting",
    "fit_words": "words",
    "to_sql": "scoring",
    "words_to_sql": "scoring_words",
}
__all__ = ["cross_validate", "fit", "fit_words", "to_sql", "words_to_sql"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
