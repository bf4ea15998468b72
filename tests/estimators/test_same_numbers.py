"""From a data frame, every estimator gives the numbers that the benchmark gives from the text of the same
file.
"""

from __future__ import annotations

import zlib

import numpy as np
import pandas as pd
import pytest
from support import sequence_tables
from support.estimator_tools import STANZAS, params

from naivebench import estimators
from naivebench.benchmark import job_settings, method_runs
from naivebench.core.table import Table, n_cases, subset
from naivebench.data import encode
from naivebench.data.discretization import cut_points
from naivebench.data.readers import raw_table
from naivebench.evaluation import folds as folding
from naivebench.models.isolate import Limits

pytestmark = [pytest.mark.slow, pytest.mark.long]

LABELS = np.array(["10", "9", "two"])  # 9, 10, two in natural order
GRADES = ["low", "mid", "high"]
KINDS = {
    "colour": "nominal",
    "code": "nominal",
    "true": "nominal",
    "grade": {"kind": "ordinal", "values": GRADES},
    "length": "linear",
    "whole": "linear",
    "wind": {"kind": "angular", "period": 360},
    "axis": {"kind": "direction", "columns": ["x", "y", "z"]},
    "words": "count",
    "letters": {"kind": "sequence", "alphabet": list(sequence_tables.AMINO_ACIDS)},
}


def frame(n: int = 72, seed: int = 3) -> pd.DataFrame:
    """Columns of all kinds that depend on the class; some cells are missing, some values are rare."""
    rng = np.random.default_rng(seed)
    texts, y = sequence_tables.made_texts(n, 3, seed)
    colours = np.array(["red", "blue", "green", "?"], dtype=object)
    some = {
        "colour": colours[np.minimum(y + rng.integers(0, 3, n), 3)],
        "code": np.where(rng.random(n) < 0.05, 7, y + 10 * rng.integers(0, 2, n)),
        "true": rng.random(n) < 0.3 + 0.2 * y,
        "grade": np.array(GRADES, dtype=object)[np.minimum(y, rng.integers(0, 3, n))],
        "length": np.round(rng.normal(y, 1), 2),
        "whole": rng.integers(0, 40, n) + 5 * y,
        "wind": np.round(rng.vonmises(y - 1, 2, n) * 180 / np.pi % 360, 1),
        **{name: np.round(rng.normal(y == i, 0.5), 2) for i, name in enumerate("xyz")},
        "words": [" ".join(rng.choice(["rain", "sun", "snow", "wind"][c:], 6)) for c in y],
        "letters": texts,
        "class": LABELS[y],
    }
    made = pd.DataFrame(some)
    for name in ("colour", "grade", "length", "wind"):
        made.loc[rng.random(n) < 0.1, name] = None
    return made


def benchmark_table(data: pd.DataFrame, kinds: dict) -> Table:
    """The table that the benchmark reads from the frame written to a file."""
    cells = [["" if pd.isna(cell) else str(cell) for cell in row] for row in data.itertuples(index=False)]
    raw = raw_table.make_table_from_rows(list(data.columns), cells, range(2, len(cells) + 2), "made.csv")
    directions = {k: v["columns"] for k, v in kinds.items() if "columns" in v}
    plain = {k: v for k, v in kinds.items() if k not in directions}
    return encode.encode_table(raw, target="class", kinds=plain, directions=directions)[0]


def _members(name: str, kind: str | dict) -> list[str]:
    return [name] if isinstance(kind, str) else kind.get("columns", [name])


def columns_of(kinds: dict) -> list[str]:
    return [c for name, kind in kinds.items() for c in _members(name, kind)]


def kinds_for(stanza: dict, one_text: str | None) -> dict:
    """The columns that a method accepts; only one of words or letters at a time."""
    taken = {k: v for k, v in KINDS.items() if (v if isinstance(v, str) else v["kind"]) in stanza["kinds"]}
    return {k: v for k, v in taken.items() if one_text is None or k == one_text}


CASES = [
    (name, text)
    for name, stanza in STANZAS.items()
    for text in (["words", "letters"] if set(stanza["kinds"]) <= {"count", "sequence"} else [None])
    if text is None or kinds_for(stanza, text)
]


@pytest.mark.parametrize(("name", "text"), CASES)
def test_an_estimator_repeats_the_benchmark(name, text):
    data, kinds = frame(), kinds_for(STANZAS[name], text)
    data = data[[*columns_of(kinds), "class"]]
    table = benchmark_table(data, kinds)
    cls, cheap = getattr(estimators, name), params(name)
    method, stanza = cls._method, STANZAS[name] | {"params": STANZAS[name]["params"] | cheap}
    folds = folding.make_folds(table, scheme="stratified", folds=2, repeats=1, seed=[1])
    parts = [
        (folding.train_rows(folds, f, n_cases(table)), folds.test[slice(*folds.offsets[f : f + 2])])
        for f in range(2)
    ]
    discretizer = stanza.get("discretize")
    cuts = (
        [cut_points.learn_cuts(subset(table, train), discretizer) for train, _ in parts]
        if discretizer
        else None
    )
    entropy = job_settings.make_seed_words(1, "honest", "made")
    setting = method_runs.Setting(method, stanza, table, folds, cuts, "training", entropy, Limits(60))
    theirs = method_runs.evaluate_method(setting)
    assert [fold.status for fold in theirs.folds] == ["ok", "ok"]

    for f, (train, test) in enumerate(parts):
        seed = [*entropy, zlib.crc32(method.encode()), int(folds.repeat[f]), int(folds.fold[f])]
        ours = cls(**cheap, kinds=kinds)
        if "random_state" in ours.get_params():
            ours.set_params(random_state=np.random.default_rng(np.random.SeedSequence(seed)))
        ours.fit(data.iloc[train].drop(columns="class"), data["class"].iloc[train])
        assert ours.classes_.tolist() == sorted(table.classes)
        order = [ours.classes_.tolist().index(label) for label in table.classes]
        part = slice(*folds.offsets[f : f + 2])
        new = data.iloc[test].drop(columns="class")
        # with the precision of stored predictions
        log_proba = ours.predict_log_proba(new)[:, order].astype(np.float32)
        np.testing.assert_array_equal(log_proba, theirs.log_proba[part])
        assert ours.predict(new).tolist() == [table.classes[c] for c in theirs.predicted[part]]
        if "n_parameters" in theirs.folds[f].summary:
            assert ours.summary_["n_parameters"] == theirs.folds[f].summary["n_parameters"]
