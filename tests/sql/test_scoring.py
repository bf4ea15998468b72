"""Models as queries: databases return the same as `predict_log_proba`, `predict` and `explain`."""

import numpy as np
import pandas as pd
import pytest

sqlglot = pytest.importorskip("sqlglot", reason="sqlglot is not installed (extra sql)")

from naivebench import sql  # noqa: E402
from naivebench.cli.main import main  # noqa: E402
from naivebench.core import counts  # noqa: E402
from naivebench.core.checks import InputError  # noqa: E402
from naivebench.data.readers.cells import label_of  # noqa: E402
from naivebench.estimators import NB, make  # noqa: E402
from naivebench.sql import scoring, scoring_text  # noqa: E402

NUMBERS = ("g", "hour", "num")
METHODS = ("nb", "gnb", "mixed_nb", "vmnb", "tan", "kdb", "aode", "manb")
HOSTILE = (
    "'; DROP TABLE t; --",
    '"; DROP TABLE t; --',
    "\\",
    "\\'; DROP TABLE t; --",
    "%s {} :a ?1 $1",
    "\n/*",
)


def cases(n, rng, method, *, unseen=False):
    """A small table with awkward names, hostile values, missing cells and, if wanted, unseen values."""
    many = [f"v{i}" for i in range(20 + 5 * unseen)]
    table = pd.DataFrame(
        {
            "a'\"b": rng.choice(np.array([*HOSTILE, "größer", None, *["new"] * unseen], dtype=object), n),
            "num": np.where(rng.random(n) < 0.1, np.nan, rng.normal(size=n)),
            "select": rng.choice(many, n),
            "g": rng.gamma(2, size=n),
            "größe; --": rng.integers(0, 3 + unseen, n).astype(str),
            "hour": rng.uniform(-30, 50, n),
        }
    )
    if unseen:
        table.loc[0] = None
        table = table.astype(dict.fromkeys(NUMBERS, float))
    return table[list(NUMBERS)] if method == "gnb" else table


def fitted(method, rng, **params):
    train = cases(150, rng, method)
    y = rng.choice(["no", "yes", "mäßig'"], 150, p=[0.5, 0.3, 0.2])
    train.loc[y == "no", "num"] -= 1
    if method != "gnb":
        params["kinds"] = {"hour": {"kind": "angular", "period": 24}}
    return make(method, **params).fit(train, y)


def ask(engine, query, key="id"):
    """The result of a query, in the order of its column `key`."""
    if engine.name == "duckdb":
        result = engine.connection.con.execute(query).df()
    else:
        cursor = engine.connection.con.cursor()
        cursor.execute(query)
        result = pd.DataFrame(cursor.fetchall(), columns=[column[0] for column in cursor.description])
    return result.sort_values(key, ignore_index=True)


def check(estimator, table, engine):
    """Compare the result of the engine with the estimator."""
    engine.put(table.assign(id=np.arange(len(table))), "t")
    logs = ask(engine, sql.to_sql(estimator, engine.name, keep=["id"], contributions=False, log=True))
    expected = estimator.predict_log_proba(table)
    names = [f"log P({label})" for label in estimator.classes_]
    np.testing.assert_allclose(logs[names].to_numpy(float), expected, rtol=1e-9, atol=1e-9)
    result = ask(engine, sql.to_sql(estimator, engine.name, keep=["id"]))
    assert result["predicted"].tolist() == estimator.predict(table).tolist()
    names = [f"P({label})" for label in estimator.classes_]
    np.testing.assert_allclose(result[names].to_numpy(float), np.exp(expected), rtol=0, atol=1e-9)
    labels = {label_of(label): label for label in estimator.classes_.tolist()} | {None: None}
    for record, row in zip(estimator.explain(table), result.to_dict("records"), strict=True):
        assert labels[record["against"]] == row["against"]
        agree(record, row)


def agree(record, row):
    """Compare a row of the result with a record of `explain`; infinite log-odds are None there."""
    assert same(record["log_odds"], row["log_odds"])
    for part in record.get("super_parents", []):
        assert same(part["log_odds"], row[f"log_odds({part['attribute']})"])
        assert same(part["weight"], row[f"weight({part['attribute']})"])
    if record["kind"] == "contributions":
        assert same(record["prior"]["log_odds"], row["log_odds_of_prior"])
        for part in record["contributions"]:
            assert same(part["log_odds"], row[f"log_odds({part['attribute']})"])
        assert all(row[f"log_odds({name})"] == 0 for name in record["without_say"])


def same(value, found):
    return np.isinf(found) if value is None else found == pytest.approx(value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_engines_agree_with_the_estimator(method, engine):
    rng = np.random.default_rng(METHODS.index(method))
    check(fitted(method, rng), cases(40, rng, method, unseen=True), engine)


@pytest.mark.parametrize("method", ["nb", "tan", "aode"])
def test_values_that_a_class_does_not_have_exclude_it(method, engine):
    rng = np.random.default_rng(3)
    params = {"smoothing": "laplace"} if method == "tan" else {}
    check(fitted(method, rng, alpha=0, **params), cases(40, rng, method, unseen=True), engine)


@pytest.mark.parametrize("method", ["tan", "kdb", "aode"])
def test_tables_with_only_some_cells_stored(method, engine, monkeypatch):
    monkeypatch.setattr(counts, "DENSE_CELLS", 20)
    monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
    rng = np.random.default_rng(5)
    estimator = fitted(method, rng, **({"k": 2} if method == "kdb" else {}))
    model = estimator.fitted_.model
    assert model.sparse if method == "aode" else any(level.base < 0 for of in model.levels for level in of)
    check(estimator, cases(30, rng, method, unseen=True), engine)


def test_numbers_at_the_ends_of_their_range(engine):
    train = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0], "y": [1e-200, 3e-200, -2e-200, 0.0]})
    train["z"] = [1e150, -1e150, 2e150, 0.0]
    numbers = [0.0, 1e160, -1e160, 1e-308, 5e-324, 2.0, 1.5e-200, 1e40, np.nan]
    table = pd.DataFrame({"x": numbers, "y": np.clip(numbers, -1e100, 1e100), "z": np.roll(numbers, 1)})
    table.loc[len(table)] = [1e308, 1e-199, -1e308]
    check(make("mixed_nb").fit(train, list("abab")), table, engine)


@pytest.mark.parametrize("labels", [[3, -1, 20], [True, False, True], [2.0, 1.0, 2.0], ["a", "a", "a"]])
def test_labels_keep_their_type(labels, engine):
    train = pd.DataFrame({"x": ["u", "v", "u"] * 5, "n": np.arange(15.0)})
    check(NB(class_prior=None).fit(train, labels * 5), train, engine)


def test_a_class_prior_is_used(engine):
    rng = np.random.default_rng(8)
    table = cases(30, rng, "aode", unseen=True)
    for method in ("nb", "aode"):
        check(fitted(method, rng, class_prior={"no": 0.1, "yes": 0.0, "mäßig'": 0.9}), table, engine)


def test_numbers_and_truth_values_as_labels_of_a_column(engine):
    rng = np.random.default_rng(9)
    table = pd.DataFrame(
        {"code": rng.integers(-2, 3, 80), "flag": rng.random(80) < 0.4, "half": rng.integers(0, 4, 80) / 2}
    )
    kinds = {"code": "nominal", "half": "nominal"}
    check(NB(kinds=kinds).fit(table, np.where(table["flag"], "a", rng.choice(["a", "b"], 80))), table, engine)


def test_attributes_without_information(engine):
    check(NB().fit(pd.DataFrame({"x": ["", "?", ""]}), list("aab")), pd.DataFrame({"x": ["", "b"]}), engine)


def test_hostile_names_and_values_inject_nothing(engine):
    words = [*HOSTILE, "'", "''", '"', "`", "\\\\'", "\r\n", "\u2028", "😀", "$$", "E'x'", "\\u0027"]
    train = pd.DataFrame({name: np.roll(words, i) for i, name in enumerate(HOSTILE)}).map(lambda w: w or None)
    y = [f"{word} {i % 2}" for i, word in enumerate(words)]
    estimator = NB().fit(train, y)
    engine.put(train.assign(id=np.arange(len(words))), 'odd " table; --')
    query = sql.to_sql(estimator, engine.name, table='odd " table; --', keep=["id"])
    if engine.name == "postgres":
        engine.connection.con.cursor().execute("SET standard_conforming_strings = off")
    result = ask(engine, query)
    if engine.name == "postgres":
        engine.connection.con.cursor().execute("SET standard_conforming_strings = on")
    assert result["predicted"].tolist() == estimator.predict(train).tolist()


@pytest.mark.parametrize("dialect", scoring_text.DIALECTS)
def test_every_dialect_parses_with_the_same_values(dialect):
    rng = np.random.default_rng(0)
    for method in ("vmnb", "aode"):
        query = sql.to_sql(fitted(method, rng), dialect, table=("s; --", "t'`\""), keep=["a'\"b"])
        (parsed,) = sqlglot.parse(query, dialect=dialect)
        texts = {node.this for node in parsed.find_all(sqlglot.exp.Literal) if node.is_string}
        if dialect == "postgres":
            texts |= {node.this for node in parsed.find_all(sqlglot.exp.ByteString)}
        assert {"größer", "no", "'; DROP TABLE t; --"} <= texts
        tables = {table.name for table in parsed.find_all(sqlglot.exp.Table)}
        assert "t'`\"" in tables
        assert not list(parsed.find_all(sqlglot.exp.Drop))


@pytest.mark.long
def test_a_column_of_many_values(engine):
    values = np.array([f"value {i}" for i in range(5000)])
    rng = np.random.default_rng(2)
    train = pd.DataFrame({"many": np.append(values, rng.choice(values, 1000)), "few": ["x", "y", "z"] * 2000})
    y = rng.choice(["a", "b"], 6000)
    for estimator in (NB().fit(train, y), make("tan").fit(train, y)):
        check(estimator, train.sample(20, random_state=1, ignore_index=True), engine)


def test_an_expression_of_ibis(engine):
    rng = np.random.default_rng(4)
    estimator, table = fitted("nb", rng), cases(40, rng, "nb", unseen=True)
    held = engine.put(table.assign(id=np.arange(len(table))), "t")
    result = ask(engine, scoring.posteriors(estimator, held.filter(held.id >= 30), keep=["id"]))
    expected = estimator.predict_proba(table.iloc[30:])
    names = [f"P({label})" for label in estimator.classes_]
    np.testing.assert_allclose(result[names].to_numpy(float), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ["nb", "mixed_nb"])
def test_a_model_fitted_in_the_database_predicts_there(method, engine):
    rng, n = np.random.default_rng(0), 90
    table = pd.DataFrame(
        {
            "flag": rng.random(n) < 0.5,
            "code": rng.integers(0, 4, n),
            "x": np.where(rng.random(n) < 0.1, np.nan, rng.normal(size=n)),
            "w": rng.choice(np.array(["a", "?", "", None, "b"], dtype=object), n),
        }
    )
    held = engine.put(table.assign(y=rng.random(n) < 0.4, id=np.arange(n)), "both")
    estimator = sql.fit(make(method, kinds={"code": "nominal"}), held.drop("id"), "y")
    found = ask(engine, sql.to_sql(estimator, engine.name, table="both", keep=["id"]))
    assert found["predicted"].astype(bool).tolist() == estimator.predict(table).tolist()
    posteriors = found[["P(False)", "P(True)"]].to_numpy(float)
    np.testing.assert_allclose(posteriors, estimator.predict_proba(table), rtol=0, atol=1e-9)


def test_letter_case_matters_even_if_a_column_ignores_it(engine):
    estimator = NB().fit(pd.DataFrame({"x": ["a", "A", "b", "B"] * 3}), list("pqpq") * 3)
    engine.put(pd.DataFrame({"x": list("aAbB"), "id": range(4)}), "folded", "NOCASE")
    query = sql.to_sql(estimator, engine.name, table="folded", keep=["id"])
    assert ask(engine, query)["predicted"].tolist() == list("pqpq")


def test_messages():
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match=r"method hpb .* one of nb, gnb, .*, tan, kdb, aode"):
        sql.to_sql(fitted("hpb", rng), "duckdb")
    model = fitted("nb", rng)
    with pytest.raises(InputError, match="dialect is 'mysql', expected one of duckdb, sqlite, postgres"):
        sql.to_sql(model, "mysql")
    with pytest.raises(InputError, match="has not been fitted"):
        sql.to_sql(NB(), "duckdb")
    with pytest.raises(InputError, match="two columns of the result have the name"):
        sql.to_sql(model, "duckdb", keep=["predicted"])
    odd = NB().fit(pd.DataFrame({"x": ["a\0b", "c"]}), ["u", "v"])
    with pytest.raises(InputError, match="not allowed in SQL"):
        sql.to_sql(odd, "sqlite")
    wide = NB().fit(pd.DataFrame({f"c{i}": ["a", "b"] for i in range(400)}), ["u", "v"])
    with pytest.raises(InputError, match="contributions=False"):
        sql.to_sql(wide, "postgres")


@pytest.mark.long
def test_wide_tables_have_posteriors(engine):
    rng = np.random.default_rng(1)
    train = pd.DataFrame(rng.choice(["a", "b"], (60, 400)), columns=[f"c{i}" for i in range(400)])
    estimator = NB().fit(train, rng.choice(["u", "v"], 60))
    engine.put(train.assign(id=np.arange(60)), "wide")
    query = sql.to_sql(estimator, engine.name, table="wide", keep=["id"], contributions=False, log=True)
    found = ask(engine, query)[["log P(u)", "log P(v)"]].to_numpy(float)
    np.testing.assert_allclose(found, estimator.predict_log_proba(train), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("composition", ["counts", "binary", "fraction"])
def test_documents_of_a_table_of_words(composition, engine):
    rng = np.random.default_rng(6)
    words = [*HOSTILE, "new", "größer", "a", "A"]
    bags = pd.DataFrame(rng.poisson(0.6, (40, len(words))), columns=words)
    parameters = {"composition": composition, "alpha": 0, "n_words": 8}
    known = bags.drop(columns="new")
    estimator = make("nb_mn", **parameters).fit(known, rng.choice(["u", "v"], 40))
    long = bags.reset_index(names="mail").melt("mail", var_name="w", value_name="n")
    long = pd.concat([long, long[long["w"] == "a"].assign(n=0)])
    engine.put(long, "mails")
    columns = {"document": "mail", "word": "w", "count": "n"}
    query = sql.words_to_sql(estimator, engine.name, table="mails", log=True, **columns)
    found = ask(engine, query, "mail")
    assert found["predicted"].tolist() == estimator.predict(known).tolist()
    found = found[["log P(u)", "log P(v)"]].to_numpy(float)
    np.testing.assert_allclose(found, estimator.predict_log_proba(known), rtol=1e-9, atol=1e-9)


def test_the_command_prints_the_query(tmp_path, capsys):
    model = fitted("nb", np.random.default_rng(0))
    model.save(tmp_path / "m.nb")
    command = ["predict", "--model", str(tmp_path / "m.nb"), "--as-sql", "postgres", "--table", "visits"]
    assert main([*command, "--id", "case"]) == 0
    assert capsys.readouterr().out == sql.to_sql(model, "postgres", table="visits", keep=["case"])
    assert main([*command, "--only-posteriors"]) == 0
    assert capsys.readouterr().out == sql.to_sql(model, "postgres", table="visits", contributions=False)
    assert main([*command, "--test", "b.csv"]) == 2
    assert "--test cannot be used with --as-sql" in capsys.readouterr().err
    assert main(["predict", "--as-sql", "duckdb"]) == 2
    assert "name its file with --model" in capsys.readouterr().err
    assert main(["predict", "--model", "m.nb"]) == 2
    assert "--test and --out are missing" in capsys.readouterr().err
