"""Faults of a database or its user: each gives one sentence, and the estimator is not fitted."""

from __future__ import annotations

import pandas as pd
import pytest

from naivebench.core.checks import InputError
from naivebench.estimators import make

ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")

from naivebench import sql  # noqa: E402
from naivebench.sql import queries, source  # noqa: E402


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {"colour": list("rrgbgb") * 4, "size": [1.5, 2, 3, 4, 2, 1] * 4, "kind": list("abab") * 6}
    )


@pytest.fixture(scope="module")
def table(engine, frame):
    return engine.put(frame, "things")


@pytest.fixture(scope="module")
def duck():
    return ibis.duckdb.connect()


def refused(table, match, method="nb", target="kind", **params):
    model = make(method).fit([[1.0], [2.0]], ["a", "b"]).set_params(**params)
    with pytest.raises(InputError, match=match) as told:
        sql.fit(model, table, target)
    assert "\n" not in str(told.value)
    assert not hasattr(model, "fitted_") or method == "knn"


def test_unknown_columns_are_refused_with_the_nearest(table):
    refused(table, "target 'kinds' is not a column of things; did you mean 'kind'", target="kinds")
    refused(table, "kinds names 'colr', which is not a column of X.*'colour'", kinds={"colr": "nominal"})
    refused(table.select("kind"), "has no column besides the target 'kind'")


def test_methods_that_need_rows_are_refused(table):
    refused(table, "C45 needs the rows themselves", method="c45")
    with pytest.raises(InputError, match="table is of type str, expected a table of ibis"):
        sql.fit(make("nb"), "things", "kind")


def test_invalid_class_weights_are_refused(table):
    refused(table, "class_weight is 'equal', expected 'balanced', a mapping", class_weight="equal")
    refused(table, "a weight for 'c', which is not a class, and none for 'a'", class_weight={"c": 2})
    refused(table, "class_weight is 0 for every class: give a", class_weight={"a": 0, "b": 0})


def test_kinds_that_do_not_fit_are_refused(table):
    refused(
        table,
        "column 'colour' of things is linear, but the database contains string",
        kinds={"colour": "linear"},
    )
    refused(table, "column 'colour' of things is text, whose words", kinds={"colour": "count"})
    refused(
        table,
        "accepts only ordinal, linear, angular columns, not nominal ones such as 'colour'",
        method="gnb",
    )


@pytest.mark.parametrize(
    ("value", "match"),
    [
        ("DATE '2020-01-01'", "contains date values: convert them to numbers or labels, such as the hour"),
        ("[1, 2]", "values, which are neither labels nor numbers: cast it"),
        ("'inf'::DOUBLE", "contains an infinite number"),
    ],
)
def test_values_that_cannot_be_attributes_are_refused(duck, value, match):
    duck.raw_sql(f"CREATE OR REPLACE TABLE odd AS SELECT {value} AS at, i % 2 AS kind FROM range(4) AS r(i)")
    refused(duck.table("odd"), match)


def test_text_among_numbers_of_sqlite_is_refused(tmp_path):
    connection = ibis.sqlite.connect(tmp_path / "odd.db")
    connection.raw_sql("CREATE TABLE odd (size REAL, kind TEXT)")
    connection.raw_sql("INSERT INTO odd VALUES (1.0, 'a'), ('tall', 'b')")
    refused(connection.table("odd"), "'tall' in column 'size' of odd is not a finite number")


def test_one_class_is_too_few(duck):
    duck.raw_sql("CREATE OR REPLACE TABLE one AS SELECT i AS x, NULL::TEXT AS kind FROM range(4) AS r(i)")
    with pytest.warns(UserWarning, match="4 rows of one have no label"):
        refused(duck.table("one"), "one has no row with a label")


def test_a_table_that_changes_is_noticed(engine, frame, monkeypatch):
    table, fetch, asked = engine.put(frame, "changing"), queries._fetch, []

    def changing(backend, query):
        asked.append(query)
        if len(asked) == 3:
            cursor = engine.connection.con.cursor()
            cursor.execute("INSERT INTO changing VALUES ('r', 1.0, 'a')")
            engine.connection.con.commit()
        return fetch(backend, query)

    monkeypatch.setattr(queries, "_fetch", changing)
    refused(table, "changing changed while it was counted, so no model was written: fit again", method="tan")


@pytest.mark.parametrize(
    ("method", "columns", "change", "at"),
    [
        ("tan", ["colour", "size", "kind"], "UPDATE moving SET colour = 'new' WHERE kind = 'a'", 3),
        ("gnb", ["size", "kind"], "INSERT INTO moving VALUES ('r', 1.0, 'a')", 4),
        ("nb", ["size", "kind"], "INSERT INTO moving VALUES ('r', 1.0, 'new')", 4),
    ],
)
def test_new_values_and_rows_are_noticed_by_the_last_queries(
    duck, frame, monkeypatch, method, columns, change, at
):
    duck.con.register("frame_to_put", frame)
    duck.raw_sql("CREATE OR REPLACE TABLE moving AS SELECT * FROM frame_to_put")
    fetch, asked = queries._fetch, []

    def changing(backend, query):
        asked.append(query)
        if len(asked) == at:
            duck.raw_sql(change)
        return fetch(backend, query)

    monkeypatch.setattr(queries, "_fetch", changing)
    monkeypatch.setattr(source, "DISTINCT", 2)
    kinds = {"size": "nominal"} if method == "tan" else None
    refused(duck.table("moving")[columns], "changed while it was counted", method=method, kinds=kinds)


def test_columns_that_ignore_case_in_every_collation_are_refused(postgres):
    cursor = postgres.connection.con.cursor()
    cursor.execute("SELECT FROM pg_available_extensions WHERE name = 'citext'")
    if not cursor.rowcount:
        pytest.skip("PostgreSQL has no citext: apt-get install postgresql-contrib")
    cursor.execute("CREATE EXTENSION IF NOT EXISTS citext; CREATE TABLE folded (x citext, kind text)")
    cursor.execute("INSERT INTO folded VALUES ('a', 'a'), ('A', 'b')")
    postgres.connection.con.commit()
    table = postgres.connection.table("folded")
    refused(table, "column 'x' of folded has the type citext, which ignores case: pass a view")
    refused(table, "the target of folded has the type citext", target="x")
    words = {"document": "kind", "word": "x", "count": "times"}
    with pytest.raises(InputError, match="column 'x' of the query has the type citext"):
        sql.fit_words(make("nb_mn"), table.mutate(times=1), "kind", **words)


def test_a_lost_connection_gives_one_sentence(postgres_socket, postgres, frame):
    postgres.put(frame, "lost")
    other = ibis.postgres.connect(host=str(postgres_socket), user="tests", database="postgres")
    table = other.table("lost")
    postgres.connection.raw_sql(f"SELECT pg_terminate_backend({other.con.info.backend_pid})").close()
    refused(table, r"the database \(postgres\) did not answer a query .*: check the connection")


def test_a_missing_permission_gives_one_sentence(postgres_socket, postgres, frame):
    postgres.put(frame, "secret")
    postgres.connection.raw_sql("CREATE ROLE stranger LOGIN").close()
    stranger = ibis.postgres.connect(host=str(postgres_socket), user="stranger", database="postgres")
    refused(stranger.table("secret"), "permission denied for table secret")


def test_a_full_disk_gives_one_sentence(tmp_path):
    connection = ibis.duckdb.connect(temp_directory=str(tmp_path / "spill"), threads=1)
    connection.raw_sql(
        "CREATE TABLE wide AS SELECT md5(i::TEXT) AS x, i % 2 AS kind FROM range(500000) AS r(i)"
    )
    table = connection.table("wide")
    connection.raw_sql("SET max_temp_directory_size = '1MB'")
    connection.raw_sql("SET memory_limit = '30MB'")
    refused(table, r"the database \(duckdb\) did not answer a query .*free disk space")


def test_a_missing_package_is_named(monkeypatch, table):
    monkeypatch.setitem(__import__("sys").modules, "ibis", None)
    refused(table, r"needs ibis, which is not installed: run pip install 'naivebench\[sql\]'")
