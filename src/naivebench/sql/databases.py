"""Database tables given by address, and fitting of methods to them, for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from naivebench import estimators
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.one_line import one_line
from naivebench.models.fitted import Fitted
from naivebench.sql import fitting, queries

if TYPE_CHECKING:
    import ibis

# databases stored in files, with the options for opening them
FILES = {"duckdb": {"read_only": True}, "sqlite": {}}


def table(url: str, name: str, drop: Sequence[str] = ()) -> ibis.Table:
    """Open the table or view `name`, or `schema.name`, of a database, without the columns `drop`.

    address: as for `ibis.connect`. Raises InputError if there is no such database, table or column.
    """
    queries.check_available()
    import ibis

    scheme, separator, place = url.partition("://")
    if not separator:
        raise InputError(f"--sql is {url!r}, expected an address such as duckdb:///file.db")
    path = Path(place.removeprefix("/") if place[:1] == "/" and not Path(place).is_file() else place)
    if scheme in FILES and not path.is_file():  # connecting would create the file
        raise InputError(f"there is no database file {path}: correct --sql, such as duckdb:///file.db")
    try:
        if scheme in FILES:
            connection: Any = getattr(ibis, scheme).connect(path, **FILES[scheme])
        else:
            connection = ibis.connect(url)
        known = connection.list_tables()
        schema, _, inner = name.rpartition(".")
        if name not in known and schema:
            found = connection.table(inner, database=schema)
        else:
            found = connection.table(name) if name in known else None
    except Exception as error:
        said = one_line(str(error).strip() or type(error).__name__, 300).rstrip(".")
        raise InputError(
            f"cannot open table {name!r} of the database ({said}): check --sql and --table, and that the "
            "driver of the database is installed"
        ) from error
    if found is None:
        raise InputError(f"the database has no table {name!r}{did_you_mean(name, known)}")
    lost = next((column for column in drop if column not in found.columns), None)
    if lost is not None:
        near = did_you_mean(lost, found.columns)
        raise InputError(f"--drop names {lost!r}, which is not a column of {name}{near}")
    return found.drop(*drop) if drop else found


def fit(method: str, params: dict[str, Any], kinds: Any, table: ibis.Table, target: str) -> Fitted:
    """Fit a method of the catalogue to a table; parameters have the names used in its `fit`."""
    estimator = estimators.make(method)
    names = {known.name: name for name, known in estimator._parameters.items()}
    estimator.set_params(kinds=kinds or None, **{names[name]: value for name, value in params.items()})
    return fitting.fit(estimator, table, target).fitted_
