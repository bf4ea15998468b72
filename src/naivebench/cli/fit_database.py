"""`naivebench fit --sql`: fit a method in a database."""

from __future__ import annotations

import warnings
from argparse import Namespace

from naivebench.cli import own_csv, predict, terminal
from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import Names, RawTable
from naivebench.models.fitted import Fitted
from naivebench.models.stanzas import MethodStanza
from naivebench.sql import databases


def fit(stanzas: dict[str, MethodStanza], arguments: Namespace) -> Fitted:
    """Fit the method to the database table given by the options. Warnings go to standard error."""
    module = predict.imported(predict.method(stanzas, arguments.method)["module"])
    params = own_csv.parse_params(arguments.param, module.fit, f"method {arguments.method}")
    table = databases.table(arguments.sql, arguments.table, arguments.drop)
    names = Names(table.columns)
    raw = RawTable(names, tuple([] for _ in names), {}, None, (), [], ((0, arguments.table),))
    kinds, directions = own_csv.parse_kinds(arguments.kind, raw, arguments.target)
    kinds.pop(arguments.target, None)  # in a database, the class column always contains labels
    if directions:
        raise InputError("--kind direction is not available in a database: export the table and use --train")
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always", UserWarning)
        found = databases.fit(arguments.method, params, kinds, table, arguments.target)
    for remark in remarks:
        if remark.category is UserWarning:
            terminal.note(str(remark.message))
    return found
