"""The command `naivebench fit --sql` writes the model file of a database."""

from __future__ import annotations

import sqlite3

import pandas as pd
import pytest

from naivebench.cli.main import main
from naivebench.estimators import make
from naivebench.models import saved

ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")


@pytest.fixture
def visits(tmp_path, monkeypatch):
    """The table `visits` in file.db of DuckDB and lite.db of SQLite."""
    monkeypatch.chdir(tmp_path)
    frame = pd.DataFrame(
        {
            "ward": [1, 2, 3, 1] * 9,
            "hours": [0.5, 1, 2, 4, 8, 9] * 6,
            "outcome": ["home", "home", "stay"] * 12,
        }
    )
    with sqlite3.connect("lite.db") as lite:
        frame.to_sql("visits", lite, index=False)
    lite.close()
    duck = ibis.duckdb.connect("file.db")
    duck.con.register("frame", frame)
    duck.raw_sql("CREATE TABLE visits AS SELECT * FROM frame")
    duck.disconnect()
    return frame


def call(url, table, *more):
    return main(["fit", "--sql", url, "--table", table, "--target", "outcome", *more])


@pytest.mark.parametrize(
    "url", ["duckdb:///file.db", "duckdb://file.db", "sqlite://lite.db", "duckdb:///{}/file.db"]
)
def test_the_model_file_is_that_of_the_rows(visits, tmp_path, url):
    url, out = url.format(str(tmp_path).removeprefix("/")), ["--out", "m.nb", "--summary", "s.json"]
    assert call(url, "visits", "--method", "tan", "--kind", "ward=nominal", "--param", "n0=2", *out) == 0
    here = make("tan", n0=2, kinds={"ward": "nominal"}).fit(visits.drop(columns="outcome"), visits["outcome"])
    there = saved.load(tmp_path / "m.nb", {here.fitted_.module})
    assert saved.to_bytes(there) == saved.to_bytes(here.fitted_._replace(form=there.form))
    assert '"rows": 36' in (tmp_path / "s.json").read_text()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["duckdb:///file.db", "visit"], "the database has no table 'visit'; did you mean 'visits'?"),
        (["duckdb:///fill.db", "visits"], "there is no database file fill.db"),
        (["file.db", "visits"], "--sql is 'file.db', expected an address such as duckdb:///file.db"),
        (["nosql://x", "visits"], "cannot open table 'visits' of the database"),
        (
            ["duckdb:///file.db", "visits", "--drop", "hour"],
            "--drop names 'hour', which is not a column of visits",
        ),
        (
            ["duckdb:///file.db", "visits", "--missing", "-"],
            "--missing is used only with files, but --sql names a database",
        ),
        (
            ["duckdb:///file.db", "visits", "--train", "a.csv"],
            "--train is used only with files, but --sql names a database",
        ),
    ],
)
def test_wrong_input_gives_one_sentence_and_no_file(visits, tmp_path, capsys, arguments, told):
    assert call(*arguments, "--method", "nb", "--out", "m.nb") == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.strip().splitlines()) == 1
    assert not (tmp_path / "m.nb").exists()
    assert not (tmp_path / "fill.db").exists()
