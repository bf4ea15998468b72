"""Estimators fitted in a database have the model of the rows in memory, byte for byte."""

from __future__ import annotations

import re
import warnings
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from naivebench.core import exact
from naivebench.estimators import make
from naivebench.models import saved

ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")

from naivebench import sql  # noqa: E402
from naivebench.models import weighting  # noqa: E402
from naivebench.sql import counting, queries, source  # noqa: E402
from naivebench.sql.folds import fold_of  # noqa: E402

COLLATIONS = {"duckdb": ["NOCASE", "NOCASE.NOACCENT"], "postgres": ["nocase"], "sqlite": ["NOCASE", "RTRIM"]}
HOSTILE = ["x", "?", "", "Ünïcode ☃", "'; DROP TABLE cases; --", '"\\', "x' OR '1'='1", "%s {0} :a", None]
ANGLES = {"hour": {"kind": "angular", "period": 24}}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Data with missing cells, names that need quotes, and values that look like code."""
    rng, n = np.random.default_rng(1), 600
    y = rng.integers(0, 3, n)
    flag = (rng.random(n) < 0.2 + y * 0.3).astype(object)
    flag[rng.random(n) < 0.1] = None
    return pd.DataFrame(
        {
            "select": np.array(HOSTILE, dtype=object)[(rng.integers(0, len(HOSTILE), n) + y) % len(HOSTILE)],
            'a "quoted" name': rng.normal(y, 1).round(1),
            "Größe; --": np.where(rng.random(n) < 0.1, np.nan, rng.normal(y, 2) * 1e3),
            "hour": rng.integers(-30, 30, n) / 2,
            "c0": rng.integers(0, 4, n) + y,
            "order": flag,
            "label": np.array(["no", "yes", "group by"])[y],
        }
    )


@pytest.fixture(scope="module")
def cases(engine, frame):
    return engine.put(frame, 'cases of "select"')


def both(table, frame, method, kinds=None, target="label", **params):
    """Model files of the fit in the database and of the fit on the rows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        there = sql.fit(make(method, kinds=kinds, **params), table, target)
        here = make(method, kinds=kinds, **params).fit(frame.drop(columns=target), frame[target])
    assert there.classes_.tolist() == here.classes_.tolist()
    assert there.feature_names_in_.tolist() == here.feature_names_in_.tolist()
    return saved.to_bytes(there.fitted_), saved.to_bytes(here.fitted_)


METHODS = [
    ("nb", {}),
    ("nb", {"kinds": {"c0": "nominal", "order": {"kind": "ordinal", "values": ["False", "True"]}}}),
    ("nb", {"kinds": ANGLES, "discretize": "equal_frequency"}),
    ("mixed_nb", {}),
    ("vmnb", {"kinds": ANGLES}),
    ("tan", {"kinds": ANGLES}),
    ("aode", {}),
    ("kdb", {"k": 1}),
    ("kdb", {"k": 2}),
]


@pytest.mark.parametrize(("method", "params"), METHODS, ids=lambda value: str(value))
def test_the_model_is_that_of_the_rows_byte_by_byte(cases, frame, method, params):
    there, here = both(cases, frame, method, **params)
    assert there == here


WEIGHTED = [
    ("nb", {"yes": 3, "no": 2}, {}),
    ("mixed_nb", {"yes": 0, "group by": 1 / 3}, {}),
    ("vmnb", "balanced", {"kinds": ANGLES}),
    ("kdb", {"yes": 3, "no": 0}, {"k": 2}),
    ("aode", {"yes": 0.7}, {}),
]


@pytest.mark.parametrize(("method", "weight", "params"), WEIGHTED, ids=lambda value: str(value))
def test_class_weights_give_the_model_of_the_weighted_rows(cases, frame, method, weight, params):
    there, here = both(cases, frame, method, class_weight=weight, **params)
    assert there == here


def test_repeated_equals_single_additions():
    tie = 1 + 2.0**-50
    for weight in (1 / 3, 0.1, 3.0, 5e-324, tie, tie / 4 + 2.0**-54, 1e300):
        added = np.cumsum([0.0, *[weight] * 5000])
        assert weighting.repeated(weight, np.arange(5001)).tolist() == added.tolist()


def test_gaussian_models_only_accept_numbers(cases, frame):
    names = ['a "quoted" name', "Größe; --", "hour", "c0", "label"]
    there, here = both(cases.select(*names), frame[names], "gnb")
    assert there == here


def test_labels_may_be_booleans_and_numbers(cases, frame):
    for target in ("order", "c0"):
        known = frame[frame[target].notna()].astype({target: bool if target == "order" else int})
        there, here = both(cases, known, "nb", target=target)
        assert there == here


def test_files_of_estimators_are_equal_too(cases, frame, tmp_path):
    sql.fit(make("nb"), cases, "label").save(tmp_path / "there.nb")
    make("nb").fit(frame.drop(columns="label"), frame["label"].astype(object)).save(tmp_path / "here.nb")
    assert (tmp_path / "there.nb").read_bytes() == (tmp_path / "here.nb").read_bytes()


def test_columns_that_ignore_case_or_blanks_are_counted_by_all_letters(engine):
    letters = [
        ("x", "p"),
        ("X", "P"),
        ("x ", "p"),
        ("x", "p "),
        (None, "p"),
        ("X", "P"),
        ("É", "p"),
        ("é", "P"),
    ]
    frame = pd.DataFrame([(i, *pair) for i, pair in enumerate(letters * 20)], columns=["id", "a", "y"])
    for collation in COLLATIONS[engine.name]:
        table = engine.put(frame, "letters", collation)
        there, here = both(table.drop("id"), frame.drop(columns="id"), "tan", target="y")
        assert there == here
        found = sql.cross_validate(make("nb"), table, "y", "id", folds=2)
        for number, model in enumerate(found.estimators):
            test = frame[[fold_of(i, 2) == number for i in frame["id"].tolist()]]
            assert found.accuracy[number] == model.score(test[["a"]], test["y"])


def test_numbers_equal_to_a_cut_point_are_on_its_left():
    connection = ibis.duckdb.connect()
    connection.raw_sql("CREATE TABLE t AS SELECT i % 11 AS x, i % 4 AS z, i % 3 < 1 AS y FROM range(80) r(i)")
    table = connection.table("t")
    there, here = both(table, table.to_pandas(), "tan", target="y", discretize="equal_width")
    assert there == here


def test_many_values_of_text(engine):
    rng = np.random.default_rng(2)
    names = [f"v{i:05}'" for i in range(5000)]
    frame = pd.DataFrame(
        {
            "word": [*names, *rng.choice(names, 3000)],
            "other": rng.choice(["a", "b", None], 8000),
            "label": rng.choice(["p", "q"], 8000),
        }
    )
    table = engine.put(frame, "many values")
    for method in ("nb", "tan"):
        there, here = both(table, frame, method)
        assert there == here


def test_predictions_agree_if_the_engine_adds_numbers_up(cases, frame, monkeypatch):
    monkeypatch.setattr(source, "DISTINCT", 5)
    known = frame.drop(columns="label")
    for method, params in (
        ("mixed_nb", {"class_weight": {"yes": 1 / 3, "no": 2}}),
        ("vmnb", {"kinds": ANGLES}),
    ):
        there = sql.fit(make(method, **params), cases, "label").predict_log_proba(known)
        here = make(method, **params).fit(known, frame["label"]).predict_log_proba(known)
        np.testing.assert_allclose(there, here, rtol=1e-11, atol=1e-12)


# numbers that lose digits in plain sums: large means that differ by class with a tiny variance, and both
# signs and many sizes with a sum near 0; every engine computes them with the same rounding as NumPy
HARD = {
    "far": "1e8 * (1 + label) + j / 4194304",
    "signs": "(j - 100001) / 7 * (j - 100001) / 7 * (j - 100001)",
}
SERIES = {
    "duckdb": "range(200000) AS r(i)",
    "postgres": "generate_series(0, 199999) AS r(i)",
    "sqlite": "r",
}


def test_sums_of_200000_different_numbers_agree_with_exact_sums_to_12_digits(engine):
    i = np.arange(200_000)
    label, j = i % 2, i * 7919.0 % 200_003
    there = sql.fit(make("gnb"), hard(engine), "label")._counted.statistics
    for column, text in enumerate(HARD.values()):
        here = exact.moments(eval(text, {"label": label * 1.0, "j": j}), label, 2)[0]
        assert there.sums[column][0].tolist() == here[0].tolist()
        around = [n * of_squares - total * total for n, total, of_squares in (there.sums[column], here)]
        for sums, of_rows in zip((*there.sums[column], around[0]), (*here, around[1]), strict=True):
            assert all(abs(a - b) <= abs(b) * Fraction(1e-12) for a, b in zip(sums, of_rows, strict=True))


def hard(engine):
    """A table of the hard numbers."""
    columns = ", ".join(f"{text} AS {name}" for name, text in HARD.items())
    number = "CAST({} AS DOUBLE PRECISION) AS {}".format
    inner = f"SELECT {number('CAST(i AS BIGINT) * 7919 % 200003', 'j')}, {number('i % 2', 'label')}"
    query = (
        f"SELECT {columns}, CAST(label AS INTEGER) AS label FROM ({inner} FROM {SERIES[engine.name]}) AS t"
    )
    cursor = engine.connection.con.cursor()
    cursor.execute("DROP TABLE IF EXISTS hard")
    numbers = "WITH RECURSIVE r(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM r LIMIT 200000)"
    cursor.execute(f"CREATE TABLE hard AS {numbers if engine.name == 'sqlite' else ''} {query}")
    engine.connection.con.commit()
    return engine.connection.table("hard")


def test_ranks_that_the_engine_finds_give_the_same_cut_points_while_ranges_are_single_numbers(
    cases, frame, monkeypatch
):
    monkeypatch.setattr(source, "DISTINCT", 5)
    for method in ("nb", "tan"):
        there, here = both(cases, frame, method)
        assert there == here
    monkeypatch.setattr(counting, "BINS", 20)
    there = sql.fit(make("nb"), cases, "label").score(frame.drop(columns="label"), frame["label"])
    here = make("nb").fit(frame.drop(columns="label"), frame["label"])
    assert there > here.score(frame.drop(columns="label"), frame["label"]) - 0.05


def test_further_cases_can_be_added(cases, frame):
    columns = ["select", "order"]
    there = sql.fit(make("nb"), cases.select(*columns, "label"), "label")
    there.partial_fit(frame[columns], frame["label"])
    here = make("nb").fit(pd.concat([frame[columns]] * 2), pd.concat([frame["label"]] * 2))
    assert saved.to_bytes(there.fitted_) == saved.to_bytes(here.fitted_)


def test_one_query_scans_the_table_for_all_pairs_if_the_engine_can(engine, cases, monkeypatch):
    asked = []
    fetch = queries._fetch
    monkeypatch.setattr(queries, "_fetch", lambda *query: asked.append(str(query[1])) or fetch(*query))
    sql.fit(make("tan"), cases.select("select", "c0", "order", "label"), "label")
    grouping_sets, temporary = (sum(what in query for query in asked) for what in ("GROUPING", "TEMP TABLE"))
    assert (grouping_sets, temporary) == {"duckdb": (1, 1), "postgres": (2, 0), "sqlite": (0, 0)}[engine.name]


def test_a_read_only_database_is_not_changed(frame, tmp_path):
    odd = frame.drop(columns="order").assign(size=frame["c0"].astype("uint64"), label=frame["c0"] > 2)
    with ibis.duckdb.connect(tmp_path / "cases.db").con as connection:
        connection.register("frame_to_put", odd)
        connection.execute("CREATE TABLE cases AS SELECT * FROM frame_to_put")
    connection = ibis.duckdb.connect(tmp_path / "cases.db", read_only=True)
    there, here = both(connection.table("cases"), odd, "tan", kinds={"size": "nominal", "hour": "nominal"})
    assert there == here
    assert connection.con.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("cases",)]


def test_rows_without_a_label_are_left_out_with_a_warning(engine, frame):
    odd = frame[["select", "label"]].copy()
    odd.loc[:9, "label"] = None
    table = engine.put(odd, "odd")
    with pytest.warns(UserWarning, match="10 rows of odd have no label and are left out"):
        there = sql.fit(make("nb"), table, "label")
    here = make("nb").fit(odd.loc[10:, ["select"]], odd.loc[10:, "label"])
    assert saved.to_bytes(there.fitted_) == saved.to_bytes(here.fitted_)


def test_the_examples_of_the_page_run(capsys):
    page = (Path(__file__).parents[2] / "docs" / "sql.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    for block in blocks:
        exec(compile(block, "sql.md", "exec"), {})
    expected = [line.split("  # ")[1] for block in blocks for line in block.splitlines() if "print(" in line]
    assert capsys.readouterr().out.splitlines() == expected
