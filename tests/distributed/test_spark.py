"""Fitting on data frames of Spark; the tests need pyspark and Java: `pip install pyspark`."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from naivebench import distributed, estimators
from naivebench.core.checks import InputError

sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed (pip install pyspark; needs Java)")
pytestmark = pytest.mark.long

N = 600
RNG = np.random.default_rng(2)
DATA = pd.DataFrame(
    {
        "a": RNG.choice([*"xyz", None], N),
        "code": RNG.integers(0, 200, N).astype(str),
        "m": RNG.normal(size=N),
        "whole": RNG.integers(0, 5, N),
        "yes": RNG.random(N) < 0.3,
    }
)
DATA["y"] = np.where(DATA["m"] > 0, "p", RNG.choice(["q", "r"], N))


@pytest.fixture(scope="module")
def frame():
    """The data in 11 partitions, some of them empty."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "3"}
    spark = sql.SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    rows = DATA.astype(object).where(DATA.notna(), None)
    yield spark.createDataFrame(rows, "a string, code string, m double, whole long, yes boolean, y string")
    spark.stop()


@pytest.mark.parametrize("name", ["TAN", "MixedNB"])
def test_a_data_frame_of_spark_gives_the_bytes_of_all_rows(frame, name, tmp_path):
    estimator = getattr(estimators, name)(kinds={"whole": "ordinal"})
    by_class = frame.repartition(11, "y")  # most partitions are empty, and the others lack classes
    distributed.fit(estimator, by_class, "y").save(tmp_path / "spark.nb")
    estimator.fit(DATA.drop(columns="y"), DATA["y"]).save(tmp_path / "rows.nb")
    assert (tmp_path / "spark.nb").read_bytes() == (tmp_path / "rows.nb").read_bytes()


def test_the_recipe_of_the_page_adds_labels(frame):
    model = distributed.fit(estimators.NB(), frame, "y")
    clicks, docs = frame, Path(__file__).parents[2] / "docs" / "distributed.md"
    recipe = re.search(r"(?s)```python\n(def with_label.*?)```", docs.read_text(encoding="utf-8"))[1]
    names = {"model": model, "clicks": clicks}
    exec(recipe, names)
    labelled = names["labelled"].toPandas()
    assert labelled["label"].tolist() == model.predict(labelled).tolist()
    assert sorted(labelled["m"]) == sorted(DATA["m"])


def test_an_error_of_an_executor_arrives_as_one_sentence(frame):
    with pytest.raises(InputError, match=r"^column 'code' has more than 3 different values: [^\n]*$"):
        distributed.fit(estimators.NB(), frame, "y", most_values=3)
