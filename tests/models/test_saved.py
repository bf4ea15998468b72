"""Fitted methods in files: a model that is read equals the one that was written, and every fault gives one
sentence.
"""

from __future__ import annotations

import inspect
import io
import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from support import sequence_tables, tables
from support.sentences import refusal

from naivebench.benchmark import configuration
from naivebench.core import table as tabular
from naivebench.core.table import Table
from naivebench.methods.high_cardinality import bn_hc
from naivebench.models import fitted, registry, saved

ROOT = Path(__file__).resolve().parents[2]
STANZAS = {m: s for m, s in configuration.methods_of(ROOT).items() if "module" in s and "package" not in s}
MODULES = {stanza["module"] for stanza in STANZAS.values()}
SMALL = {"population": 12, "max_generations": 2, "evaluations": 40}
SMALL |= {"restarts": 2, "n_trees": 3, "max_iter": 5, "sweeps": 7, "burn_in": 2, "folds": 2}
FOREIGN = {  # methods with objects of scikit-learn in their models, which cannot be saved
    "logistic_regression": "LogisticRegression",
    "hashed_logistic": "LogisticRegression",
    "linear_svm": "CalibratedClassifierCV",
    "linear_svm_library": "CalibratedClassifierCV",
    "logistic_regression_library": "LogisticRegression",
    "linear_svm_counts": "CalibratedClassifierCV",
    "linear_svm_counts_300": "LinearSVC",
    "linear_svm_counts_300_tf_idf": "LinearSVC",
    "cart": "DecisionTreeClassifier",
    "random_forest": "RandomForestClassifier",
    "hist_gradient_boosting": "HistGradientBoostingClassifier",
    "native_boosting": "HistGradientBoostingClassifier",
    "target_encoding_boosting": "HistGradientBoostingClassifier",
    "knn": "KNeighborsClassifier",
}
READ = """
import sys
from pathlib import Path
import numpy as np
from naivebench.core import table
from naivebench.models import fitted, saved
for path in sorted(Path(sys.argv[1]).glob("*.nb")):
    found = saved.load(path, set(sys.argv[2:]))
    assert saved.to_bytes(found) == path.read_bytes(), path
    cases = table.load(path.with_suffix(".npz"))
    np.save(path.with_suffix(".npy"), fitted.predict_log_proba(found, cases))
"""


def made(kinds) -> Table:
    if set(kinds) - {"count", "sequence"}:
        return tables.of_kinds(tables.mixed(60, 3, seed=0), kinds)
    return sequence_tables.made_documents(60) if "count" in kinds else sequence_tables.made_sequences(60)


def fit(method: str, table: Table | None = None) -> fitted.Fitted:
    stanza = STANZAS[method]
    known = inspect.signature(registry.load(stanza["module"]).fit).parameters
    params = {**stanza["params"], **{k: v for k, v in SMALL.items() if k in known}}
    table = made(stanza["kinds"]) if table is None else table
    return fitted.fit(table, method, stanza, rng=np.random.default_rng(0), params=params)


@pytest.mark.long
@pytest.mark.slow
def test_every_method_predicts_the_same_bytes_from_a_file_in_another_process(tmp_path):
    expected = {}
    for method, stanza in STANZAS.items():
        if method not in FOREIGN:
            table, found = made(stanza["kinds"]), fit(method)
            saved.save(found, tmp_path / f"{method}.nb")
            tabular.save(table, tmp_path / f"{method}.npz")
            expected[method] = fitted.predict_log_proba(found, table)
            again = saved.load(tmp_path / f"{method}.nb", MODULES)
            assert fitted.summary(again) == fitted.summary(found), method
            assert again[:5] == found[:5], method
    subprocess.run([sys.executable, "-c", READ, str(tmp_path), *MODULES], check=True)
    for method, log_proba in expected.items():
        assert np.load(tmp_path / f"{method}.npy").tobytes() == log_proba.tobytes(), method


@pytest.mark.slow
@pytest.mark.parametrize("method", FOREIGN)
def test_models_of_other_libraries_are_refused_with_a_remedy(method):
    said = refusal(saved.to_bytes, fit(method))
    assert f"{method} cannot be saved, because it contains a {FOREIGN[method]} of sklearn" in said
    assert "give `predict` the training file instead" in said


@pytest.fixture(scope="module")
def kdb() -> fitted.Fitted:
    return fit("kdb")


@pytest.fixture(scope="module")
def content(kdb) -> bytes:
    return saved.to_bytes(kdb)


def read(content: bytes) -> fitted.Fitted:
    return saved.from_bytes(content, MODULES, "x.nb")


def changed(content: bytes, change, **arrays) -> bytes:
    """A file with another description and other arrays."""
    with np.load(io.BytesIO(content)) as file:
        parts = {name: file[name] for name in file.files}
    description = json.loads(parts[saved.DESCRIPTION].tobytes())
    text = json.dumps(change(description) or description).encode()
    out = io.BytesIO()
    np.savez(out, **{**parts, saved.DESCRIPTION: np.frombuffer(text, np.uint8), **arrays})
    return out.getvalue()


def test_the_bytes_depend_only_on_the_model(content):
    assert saved.to_bytes(fit("kdb")) == content
    assert changed(content, lambda description: None) == content


def test_damaged_files_give_a_sentence_or_the_same_model(kdb, content):
    """Bits are flipped, ends removed and slices replaced; the checksums of the archive detect every change
    that matters.
    """
    rng, table, same = random.Random(0), made(STANZAS["kdb"]["kinds"]), 0
    expected = fitted.predict_log_proba(kdb, table).tobytes()
    for _ in range(400):
        data = bytearray(content)
        a = rng.randrange(len(data))
        change = rng.randrange(3)
        if change == 0:
            del data[a:]
        elif change == 1:
            data[a] ^= 1 << rng.randrange(8)
        else:
            data[a : a + rng.randrange(50)] = rng.randbytes(rng.randrange(50))
        said = refusal(read, bytes(data))
        if said:
            assert said.startswith("x.nb is ")
            continue
        found = read(bytes(data))
        assert fitted.predict_log_proba(found, table).tobytes() == expected
        same += 1
    assert same < 40


def test_descriptions_changed_at_random_give_a_sentence_or_a_model(content):
    """The checksums of these files are right, as if somebody had written them on purpose."""
    rng, odd = random.Random(1), [None, 3, -1, 1e9, "x", [], {}, ["array", 99], ["record", "os.path", {}]]

    def scrambled(part):
        if rng.random() < 0.01:
            return rng.choice(odd)
        if isinstance(part, list):
            return [scrambled(item) for item in part]
        return {k: scrambled(v) for k, v in part.items()} if isinstance(part, dict) else part

    refused = 0
    for _ in range(150):
        data = changed(content, scrambled)
        said = refusal(read, data)
        assert said.startswith("x.nb ") or isinstance(read(data), fitted.Fitted)
        refused += bool(said)
    assert refused > 75


class Other(NamedTuple):
    """A record that is not defined in the package."""

    name: str = "x"


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("what", "something", "not a model of naivebench but another .npz file"),
        (
            "format",
            saved.FORMAT + 1,
            "which reads formats up to 2: install a newer version, or fit the model again",
        ),
        ("module", "cli.main", "is a model of 'cli.main', which is not the module of any method"),
        ("module", "my/nb.py", "name the project that has it with --project"),
        ("module", "naive_bayes.nb", "its parts do not fit together"),
        ("fitted", ["record", "core.table.Attribute", {"name": "a", "kind": "b"}], "do not fit together"),
        (
            "fitted",
            ["record", "sys.path", {}],
            "contains a 'sys.path', which this version of naivebench does not have",
        ),
        ("fitted", ["record", "cli.main.main", {}], "which this version of naivebench does not have"),
        (
            "fitted",
            ["record", "core.checks.InputError", {}],
            "which this version of naivebench does not have",
        ),
        (
            "fitted",
            ["record", "core.table.Attribute", {"nam": 1}],
            "had the parts nam, and now it has name, ",
        ),
        ("fitted", ["dict"] * 3, "is a damaged model"),
        ("fitted", ["array", 10**6], "is a damaged model (KeyError 'a1000000')"),
    ],
)
def test_content_that_a_file_must_not_have(content, key, value, expected):
    said = refusal(read, changed(content, lambda d: d | {key: value}))
    assert said.startswith("x.nb ")
    assert expected in said


def test_only_the_modules_of_the_project_are_used(content):
    said = refusal(saved.from_bytes, content, {"naive_bayes.nb"}, "x.nb")
    assert "x.nb is a model of 'bn_classifiers.kdb', which is not the module of any method" in said


def test_a_part_that_a_later_version_has_added_gets_its_default(content):
    def older(description):
        tree = description["fitted"][2]["model"]
        assert tree[1] == "high_cardinality.bn_hc.Model"
        del tree[2]["log_ratio"]

    assert bn_hc.Model._field_defaults == {"log_ratio": None}
    table = made(STANZAS["bn_dg_cm"]["kinds"])
    model = fit("bn_dg_cm", table)
    np.testing.assert_array_equal(
        fitted.predict_log_proba(read(changed(saved.to_bytes(model), older)), table),
        fitted.predict_log_proba(model, table),
    )

    def lacking(description):
        del description["fitted"][2]["model"][2]["pseudo"]

    assert "written by another version of naivebench" in refusal(read, changed(content, lacking))


def test_other_files(tmp_path, content):
    out = io.BytesIO()
    np.savez(out, a=np.zeros(3))
    assert refusal(read, out.getvalue()).startswith(
        "x.nb is not a model of naivebench but another .npz file: name a file"
    )
    for data in (b"", b"colour,size\n", b"PK", b"\x93NUMPY"):
        assert refusal(read, data).startswith("x.nb is ")
    assert refusal(saved.load, tmp_path, MODULES) == f"cannot read {tmp_path}: Is a directory"
    assert "No such file" in refusal(saved.load, tmp_path / "none.nb", MODULES)


def test_a_file_unpacks_to_no_more_than_its_size(content):
    with np.load(io.BytesIO(content)) as file:
        parts = {name: file[name] for name in file.files}
    out = io.BytesIO()
    np.savez_compressed(out, **parts, bomb=np.zeros(10**6))
    assert "it is compressed, but model files are not" in refusal(read, out.getvalue())
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f8", "fortran_order": False, "shape": (10**9, 10**4)}
    )
    out = io.BytesIO(content)
    with zipfile.ZipFile(out, "a") as file:
        file.writestr("bomb.npy", header.getvalue())
    assert "the size of an array differs from the declared one" in refusal(read, out.getvalue())


def test_objects_are_not_unpickled(content):
    out = io.BytesIO(content)
    evil = io.BytesIO()
    np.save(evil, np.array([print], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(out, "a") as file:
        file.writestr("a99.npy", evil.getvalue())
    assert refusal(read, out.getvalue()).startswith("x.nb is a damaged model")


def test_content_that_a_model_may_have(kdb):
    parts = {"a": (1, [2.5, None, "ü"], True), 3: np.float32(0.1), "b": np.asfortranarray(np.eye(3, 2))}
    parts |= {
        "infinite": (float("inf"), float("-inf")),
        "words": np.array(["x", "yz"]),
        "none": np.zeros((0, 2)),
    }
    again = read(saved.to_bytes(kdb._replace(params=parts))).params
    assert repr(again) == repr(parts)
    assert again["b"].flags.f_contiguous
    assert not again["b"].flags.c_contiguous
    assert type(again[3]) is np.float32
    for foreign in ({1, 2}, print, Other(), np.array([None]), 1j):
        assert "cannot be saved" in refusal(saved.to_bytes, kdb._replace(params={"x": foreign}))


def test_integers_of_any_size_are_kept(kdb):
    numbers = np.array([[0, -(2**200), 7], [2**3000 + 1, -1, 10**40]], dtype=object)
    content = saved.to_bytes(kdb._replace(params={"x": numbers}))
    again = read(content)
    assert (again.params["x"].dtype, again.params["x"].shape) == (object, (2, 3))
    assert again.params["x"].tolist() == numbers.tolist()
    assert saved.to_bytes(again) == content


def test_a_method_in_your_own_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my").mkdir()
    (tmp_path / "my" / "constant.py").write_text(
        "from typing import NamedTuple\nimport numpy as np\n"
        "class Model(NamedTuple):\n    log_proba: np.ndarray\n"
        "def fit(train, *, rng=None):\n    return Model(np.log(np.bincount(train.y) / len(train.y)))\n"
        "def predict_log_proba(model, table):\n    return np.tile(model.log_proba, (len(table.y), 1))\n"
        "def summarize(model):\n    return {}\n"
    )
    table, stanza = made(["nominal"]), {"module": "my/constant.py", "kinds": ["nominal"]}
    found = fitted.fit(table, "mine", stanza, rng=np.random.default_rng(0), params={})
    content = saved.to_bytes(found)
    assert "is not the module of any method" in refusal(read, content)
    again = saved.from_bytes(content, {"my/constant.py"}, "x.nb")
    np.testing.assert_array_equal(
        fitted.predict_log_proba(again, table), fitted.predict_log_proba(found, table)
    )
