"""The text of queries, also for engines that the tests do not run."""

from __future__ import annotations

import importlib

import numpy as np
import pandas as pd
import pytest

from naivebench.estimators import make
from naivebench.models import saved

ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")

from naivebench import sql  # noqa: E402
from naivebench.sql import queries  # noqa: E402

# docs/sql.md calls bigquery, snowflake and spark untested, because only the text of their queries is tested
SETS = [("c0", "y"), ("c0", "c1", "y")]
TEXT = (
    "SELECT `c0`, `y`, `c1`, 1 * GROUPING(`c0`) + 2 * GROUPING(`y`) + 4 * GROUPING(`c1`) AS m, COUNT(*) AS n "
    "FROM (SELECT `t0`.`group` AS `y`, `t0`.`a b` AS `c0`, `t0`.`x` AS `c1` FROM `cases` AS `t0`) AS t "
    "GROUP BY GROUPING SETS ((`c0`, `y`), (`c0`, `c1`, `y`))"
)


@pytest.mark.parametrize("dialect", ["bigquery", "snowflake", "spark"])
def test_the_text_of_counts(dialect):
    table = ibis.table({"group": "string", "a b": "string", "x": "int64"}, name="cases")
    table = table.select(y=table["group"], c0=table["a b"], c1=table.x)
    compiler = importlib.import_module(
        f"ibis.backends.sql.compilers.{dialect if dialect != 'spark' else 'duckdb'}"
    ).compiler  # Spark's own compiler needs a running session
    query, columns = queries.grouped_counts(compiler.to_sqlglot(table), SETS)
    assert columns == ["c0", "y", "c1"]
    assert query.sql(dialect=dialect).replace('"', "`") == TEXT
    assert ('"' in query.sql(dialect=dialect)) == (dialect == "snowflake")


def test_queries_serve_many_pairs_and_stay_small():
    names = [f"c{i}" for i in range(60)]
    sets = [(a, b, "y") for i, a in enumerate(names) for b in names[i + 1 :]]
    batches = list(queries._batches(["y", *names], sets, grouped=True))
    assert sorted(place for batch in batches for place in batch) == list(range(len(sets)))
    assert len(batches) <= 20
    for batch in batches:
        assert len({c for place in batch for c in sets[place]}) <= queries.MOST_COLUMNS + 2
    assert list(queries._batches(["y", *names], sets, grouped=False)) == [[i] for i in range(len(sets))]


def test_a_hundred_thousand_values():
    n = 100_000
    frame = pd.DataFrame({"word": [f"w{i}" for i in range(n)], "label": np.where(np.arange(n) % 3, "a", "b")})
    connection = ibis.duckdb.connect()
    connection.con.register("words", frame)
    there = sql.fit(make("nb"), connection.table("words"), "label")
    here = make("nb").fit(frame[["word"]], frame["label"])
    assert saved.to_bytes(there.fitted_) == saved.to_bytes(here.fitted_)
