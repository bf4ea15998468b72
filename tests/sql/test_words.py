"""Models of a table of words, compared with those of a data frame with a column for every word."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from naivebench.core.checks import InputError
from naivebench.estimators import make
from naivebench.models import saved

ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")

from naivebench import sql  # noqa: E402

COLUMNS = {"document": "mail", "word": "word", "count": "times"}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    rng, words = np.random.default_rng(5), ["10", "9", "it's", "Ü", "select", '"', "a;b", "zeta"]
    rows = [
        (d, w, rng.integers(0, 4), ["ham", "spam"][d % 2]) for d in range(60) for w in rng.choice(words, 5)
    ]
    return pd.DataFrame(rows, columns=["mail", "word", "times", "label"])


@pytest.mark.parametrize("method", ["nb_mn", "nb_mn_binary", "nb_bernoulli", "cnb"])
def test_the_model_is_that_of_the_bags(engine, frame, method):
    there = sql.fit_words(make(method), engine.put(frame, "mails"), "label", **COLUMNS)
    bags = frame.pivot_table(index="mail", columns="word", values="times", aggfunc="sum", fill_value=0)
    bags = bags[["9", "10", '"', "a;b", "it's", "select", "zeta", "Ü"]]
    labels = frame.groupby("mail")["label"].first()
    here = make(method).fit(bags, labels)
    assert saved.to_bytes(there.fitted_) == saved.to_bytes(here.fitted_)
    assert there.predict(bags).tolist() == here.predict(bags).tolist()


def test_class_weights_weigh_documents(engine, frame):
    table = engine.put(pd.concat([frame, frame.assign(word="rare").query("mail == 0")]), "mails")
    for method, weight in (
        ("nb_mn", {"ham": 2}),
        ("nb_bernoulli", "balanced"),
        ("cnb", {"ham": 0, "spam": 0.5}),
    ):
        there = sql.fit_words(make(method, class_weight=weight), table, "label", **COLUMNS)
        rows = table.to_pandas()
        bags = rows.pivot_table(index="mail", columns="word", values="times", aggfunc="sum", fill_value=0)
        bags, labels = bags[there.feature_names_in_], rows.groupby("mail")["label"].first()
        here = make(method, class_weight=weight).fit(bags, labels)
        assert saved.to_bytes(there.fitted_) == saved.to_bytes(here.fitted_)


def test_input_that_is_not_a_table_of_words_is_refused(engine, frame):
    table = engine.put(frame, "mails")
    for odd, told in (
        (table.mutate(times=-table.times), "counts of words that are negative"),
        (table.mutate(mail=0), "documents with several labels"),
        (table.filter(table.times < 0), "no row with a label"),
    ):
        with pytest.raises(InputError, match=told):
            sql.fit_words(make("nb_mn"), odd, "label", **COLUMNS)
    with pytest.raises(InputError, match="word 'wort' is not a column of mails; did you mean 'word'"):
        sql.fit_words(make("nb_mn"), table, "label", **{**COLUMNS, "word": "wort"})
    with pytest.raises(InputError, match="method nb does not count words"):
        sql.fit_words(make("nb"), table, "label", **COLUMNS)
