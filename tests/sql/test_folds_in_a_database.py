"""Cross-validation in a database, compared with the rows in memory."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from naivebench.core.checks import InputError
from naivebench.estimators import make
from naivebench.models import saved

ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")

from naivebench import sql  # noqa: E402
from naivebench.sql import folds, queries, source  # noqa: E402
from naivebench.sql.folds import fold_of  # noqa: E402


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    rng, n = np.random.default_rng(3), 400
    y = rng.integers(0, 2, n)
    return pd.DataFrame(
        {
            "person": rng.integers(1, 150, n),
            "colour": rng.choice(["red", "blue", "it's", None], n),
            "size": np.where(rng.random(n) < 0.1, np.nan, rng.normal(y, 1).round(2)),
            "label": np.where(y > 0, "yes", "no"),
        }
    )


@pytest.fixture(scope="module")
def table(engine, frame):
    return engine.put(frame, "persons")


@pytest.mark.parametrize(("method", "weight"), [("tan", None), ("mixed_nb", "balanced")])
def test_models_and_scores_of_the_folds_are_those_of_the_rows(table, frame, method, weight):
    model = make(method, class_weight=weight)
    found = sql.cross_validate(model, table, "label", "person", folds=3, seed=7)
    fold = np.array([fold_of(person, 3, 7) for person in frame["person"].tolist()])
    assert found.cases.tolist() == np.bincount(fold, minlength=3).tolist()
    for number, there in enumerate(found.estimators):
        train, test = frame[fold != number], frame[fold == number]
        here = clone(model).fit(train[["colour", "size"]], train["label"])
        assert saved.to_bytes(there.fitted_) == saved.to_bytes(here.fitted_)
        proba = here.predict_log_proba(test[["colour", "size"]])
        right = here.predict(test[["colour", "size"]]) == test["label"]
        own = proba[np.arange(len(test)), np.searchsorted(here.classes_, test["label"])]
        assert found.accuracy[number] == pytest.approx(right.mean(), abs=1e-12)
        assert found.log_loss[number] == pytest.approx(-own.mean(), abs=1e-9)


def test_the_values_of_all_folds_are_counted_together_while_numbers_are_listed(table, monkeypatch):
    asked, fetch = [], queries._fetch
    monkeypatch.setattr(queries, "_fetch", lambda *query: asked.append(query) or fetch(*query))

    def validated(n):
        asked.clear()
        found = sql.cross_validate(make("mixed_nb"), table, "label", "person", folds=n)
        return found, len(asked)

    (one, few), (_, more) = validated(2), validated(3)
    assert more == few + 1  # the query for the scores of the additional fold
    monkeypatch.setattr(source, "DISTINCT", 5)
    (other, few), (_, more) = validated(2), validated(3)
    assert more > few + 1
    np.testing.assert_allclose(one.log_loss, other.log_loss, rtol=1e-9)


def test_hashes_at_the_bounds_of_folds_are_in_the_fold_that_python_computes(monkeypatch):
    monkeypatch.setattr(folds, "BITS", 4)  # every bound is the hash of some key
    connection = ibis.duckdb.connect()
    connection.raw_sql("CREATE TABLE t AS SELECT i AS id, i % 2 AS a, i % 3 < 1 AS y FROM range(200) r(i)")
    found = sql.cross_validate(make("nb", kinds="nominal"), connection.table("t"), "y", "id", folds=3)
    assert found.cases.tolist() == np.bincount([fold_of(key, 3) for key in range(200)]).tolist()


def test_text_is_a_key_too_and_odd_keys_are_refused(table):
    by_text = table.mutate(person=table.person.cast("string"))
    one, other = (sql.cross_validate(make("nb"), t, "label", "person", folds=2) for t in (table, by_text))
    assert one.cases.tolist() == other.cases.tolist()
    assert one.log_loss.tolist() == other.log_loss.tolist()
    odd = {"size": "contains float64 values", "persons": "did you mean 'person'", "colour": "is missing"}
    for key, told in odd.items():
        with pytest.raises(InputError, match=told):
            sql.cross_validate(make("nb"), table, "label", key)
    with pytest.raises(InputError, match=r"fold \d+ of .* has no row: use fewer folds"):
        sql.cross_validate(make("nb"), table.mutate(person=ibis.literal("one")), "label", "person", folds=2)
