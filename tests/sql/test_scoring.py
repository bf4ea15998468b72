"""Models as queries: the databases say what `predict_log_proba`, `predict` and `explain` say."""

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sqlglot", reason="needs the extra sql")
duckdb = pytest.importorskip("duckdb", reason="needs the extra sql")

from naivebench import sql  # noqa: E402
from naivebench.core import counts  # noqa: E402
from naivebench.core.checks import InputError  # noqa: E402
from naivebench.estimators import make  # noqa: E402

NUMBERS = ("g", "hour", "num")
METHODS = ("nb", "gnb", "mixed_nb", "vmnb", "tan", "kdb", "aode", "manb")


def frame(n, rng, method, unseen=False):
    """A small table with awkward names, values, missing cells and, if wanted, unseen values."""
    values = ["x", "y'", "\\z", "; DROP TABLE t", None] + ["new"] * unseen
    many = [f"v{i}" for i in range(40 + 5 * unseen)]
    table = pd.DataFrame(
        {
            "a'\"b": rng.choice(np.array(values, dtype=object), n),
            "num": np.where(rng.random(n) < 0.1, np.nan, rng.normal(size=n)),
            "select": rng.choice(many, n),
            "g": rng.gamma(2, size=n),
            "größe": rng.integers(0, 3, n).astype(str),
            "hour": rng.uniform(-30, 50, n),
        }
    )
    return table[list(NUMBERS)] if method == "gnb" else table


def fitted(method, rng, **params):
    train = frame(200, rng, method)
    y = rng.choice(["no", "yes", "mäßig"], 200, p=[0.5, 0.3, 0.2])
    train.loc[y == "no", "num"] -= 1
    if method != "gnb":
        params["kinds"] = {"hour": {"kind": "angular", "period": 24}}
    return make(method, **params).fit(train, y)


def test_frame(method, rng):
    table = frame(60, rng, method, unseen=True)
    table.loc[0] = None
    return table.astype({name: float for name in NUMBERS})


test_frame.__test__ = False


def on_duckdb(query, table, name="t"):
    connection = duckdb.connect()
    connection.register("given", table)
    quoted = '"' + name.replace('"', '""') + '"'
    connection.execute(f"CREATE TABLE {quoted} AS SELECT * FROM given")
    return connection.execute(query).df().sort_values("id", ignore_index=True)


def check(estimator, table, run):
    """Compare what `run` says of the query with the estimator."""
    keyed = table.assign(id=np.arange(len(table)))
    of_logs = run(sql.to_sql(estimator, run.dialect, keep=["id"], contributions=False, log=True), keyed)
    expected = estimator.predict_log_proba(table)
    names = [f"log P({label})" for label in estimator.classes_]
    np.testing.assert_allclose(of_logs[names].to_numpy(float), expected, rtol=1e-9, atol=1e-9)
    result = run(sql.to_sql(estimator, run.dialect, keep=["id"]), keyed)
    assert result["predicted"].tolist() == estimator.predict(table).tolist()
    names = [f"P({label})" for label in estimator.classes_]
    np.testing.assert_allclose(result[names].to_numpy(float), np.exp(expected), rtol=0, atol=1e-9)
    for record, (_, row) in zip(estimator.explain(table), result.iterrows(), strict=True):
        agree(record, row)


def agree(record, row):
    """A row of the result and a record of `explain`; infinite log-odds are None there."""
    assert record["against"] == row["against"]
    assert same(record["log_odds"], row["log_odds"])
    if record["kind"] == "super_parents":
        for part in record["super_parents"]:
            assert same(part["log_odds"], row[f"log_odds({part['attribute']})"])
            assert same(part["weight"], row[f"weight({part['attribute']})"])
        return
    assert same(record["prior"]["log_odds"], row["log_odds_of_prior"])
    for part in record["contributions"]:
        assert same(part["log_odds"], row[f"log_odds({part['attribute']})"])
    for name in record["without_say"]:
        assert row[f"log_odds({name})"] == 0


def same(value, found):
    return np.isinf(found) if value is None else found == pytest.approx(value, rel=1e-9, abs=1e-9)


def duckdb_run(query, table):
    return on_duckdb(query, table)


duckdb_run.dialect = "duckdb"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [0])
def test_duckdb_agrees(method, seed):
    rng = np.random.default_rng(seed)
    check(fitted(method, rng), test_frame(method, rng), duckdb_run)


def test_values_that_a_class_lacks_rule_it_out():
    rng = np.random.default_rng(3)
    estimator = fitted("nb", rng, alpha=0)
    check(estimator, test_frame("nb", rng), duckdb_run)


@pytest.mark.parametrize("method", ["tan", "kdb", "aode"])
def test_tables_of_which_only_some_cells_are_stored(method, monkeypatch):
    monkeypatch.setattr(counts, "DENSE_CELLS", 20)
    monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
    rng = np.random.default_rng(5)
    estimator = fitted(method, rng, **({"k": 2} if method == "kdb" else {}))
    model = estimator.fitted_.model
    assert model.sparse if method == "aode" else any(level.base < 0 for of in model.levels for level in of)
    check(estimator, test_frame(method, rng), duckdb_run)


def test_another_method_is_refused_by_the_names_of_the_others():
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match=r"method hpb .* one of nb, gnb, .*, tan, kdb, aode"):
        sql.to_sql(fitted("hpb", rng), "duckdb")
