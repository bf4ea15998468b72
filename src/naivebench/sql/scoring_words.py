"""Multinomial models as queries on a table of words, which has one row per document and word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.sequences import nb_mn
from naivebench.sql import scoring
from naivebench.sql import scoring_text as sql


def words_to_sql(
    model: Any,
    dialect: str,
    *,
    document: str,
    word: str,
    count: str,
    table: str | Sequence[str] = "t",
    log: bool = False,
) -> str:
    """Write a query that predicts every document in a table of words with a fitted MultinomialNB.

    document, word, count: columns with the key of the document, the word, and how often it occurs; the counts
    of a word in several rows of a document are added up. The other parameters are those of `to_sql`. Columns
    of the result: document, `predicted`, and `P(<class>)` or `log P(<class>)`. Raises InputError for other
    methods and for names that are not allowed in SQL, and without the package sqlglot.
    """
    fitted, labels = scoring.parts_of(model)
    learned = fitted.model
    if not isinstance(learned, nb_mn.Model) or learned.vocabulary.kind != "count":
        raise InputError(
            f"only models of nb_mn can predict a table of words, not models of {fitted.method}: fit one "
            "with `fit_words`"
        )
    query, source = scoring.writer_for(dialect, table)
    cells = {"k0": document, "x0": word, "n0": count}
    types = {"k0": None, "x0": query.dialect.text, "n0": query.dialect.double}
    start = {}
    for made, column in cells.items():
        cell = f"t.{sql.name(query, column)}"
        start[made] = cell if types[made] is None else f"CAST({cell} AS {types[made]})"
    start["x0"] += query.dialect.exact
    sql.start(query, source, start)
    zero = sql.number(query, 0)
    sql.group(query, ["k0", "x0"], {"n1": f"SUM(COALESCE(p.n0, {zero}))"})
    vocabulary, k = learned.vocabulary, len(learned.log_prior)
    codes = {label: code for code, label in enumerate(vocabulary.labels)}
    sql.extend_by_parts(query, {("c0",): sql.by_text(query, "p.x0", codes)})
    table_of = np.zeros((len(codes), k))
    table_of[slice(None) if vocabulary.kept is None else vocabulary.kept] = learned.log_table
    terms = {tuple(f"t{c}" for c in range(k)): sql.by_place(query, "p.c0", table_of)}
    sql.extend_by_parts(query, terms)
    known = f"CASE WHEN p.c0 IS NOT NULL AND p.n1 > {zero} THEN p.n1 ELSE {zero} END"
    sql.extend(query, {"n2": known})
    exponent = {
        "counts": "p.n2",
        "binary": sql.number(query, 1),
        "fraction": "p.n2 / (SUM(p.n2) OVER (PARTITION BY p.k0))",
    }[vocabulary.composition]
    sql.extend(query, {"n3": f"CASE WHEN p.n2 > {zero} THEN {exponent} ELSE {zero} END"})
    totals = {
        f"s{c}": f"{sql.number(query, prior)} + "
        f"SUM(CASE WHEN p.n3 > {zero} THEN p.n3 * p.t{c} ELSE {zero} END)"
        for c, prior in enumerate(learned.log_prior.tolist())
    }
    sql.group(query, ["k0"], totals)
    scoring.normalise(query, [f"p.s{c}" for c in range(k)], learned.log_prior)
    return sql.finished(query, scoring.decided(query, fitted, labels, [document], log))
