"""Fitted methods in files: a model that is read equals the one that was written, and every fault gives one
sentence.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from support import sequence_tables
from support.sentences import refusal

from naivebench.benchmark import configuration
from naivebench.core import table as tabular
from naivebench.core.table import Table
from naivebench.models import fitted, method_stanzas, saved

ROOT = Path(__file__).resolve().parents[2]
STANZAS = {
    m: s
    for m, s in configuration.read_configured_methods(ROOT).items()
    if "module" in s and "package" not in s
}
MODULES = {stanza["module"] for stanza in STANZAS.values()}
SMALL = {"population": 12, "max_generations": 2, "evaluations": 40}
SMALL |= {"restarts": 2, "n_trees": 3, "max_iter": 5, "sweeps": 7, "burn_in": 2, "folds": 2}
READ = """
import sys
from pathlib import Path
import numpy as np
from naivebench.core import table
from naivebench.models import fitted, saved
for path in sorted(Path(sys.argv[1]).glob("*.nb")):
    found = saved.load(path, set(sys.argv[2:])).fitted
    cases = table.load(path.with_suffix(".npz"))
    np.save(path.with_suffix(".npy"), fitted.predict_log_proba(found, cases))
"""


def fit(method: str, table: Table | None = None) -> fitted.Fitted:
    stanza = STANZAS[method]
    known = method_stanzas.read_parameters(stanza["module"]) or {}
    params = {**stanza["params"], **{k: v for k, v in SMALL.items() if k in known}}
    table = sequence_tables.of_kinds(stanza["kinds"]) if table is None else table
    return fitted.fit(table, method, stanza, rng=np.random.default_rng(0), params=params)


def written(model: fitted.Fitted) -> bytes:
    return saved.to_bytes(saved.Content(model, "", {}))


def read(data: bytes) -> fitted.Fitted:
    return saved.from_bytes(data, MODULES, "x.nb").fitted


@pytest.mark.long
@pytest.mark.slow
def test_every_method_predicts_the_same_bytes_from_a_file_in_another_process(tmp_path):
    """Models with objects of other libraries are refused, unless skops trusts these."""
    expected, refused = {}, set()
    for method, stanza in STANZAS.items():
        table, model = sequence_tables.of_kinds(stanza["kinds"]), fit(method)
        sentence = refusal(saved.save, saved.Content(model, "", {}), tmp_path / f"{method}.nb")
        if sentence:
            assert "cannot be saved" in sentence
            refused.add(stanza["module"].split(".")[0])
            continue
        tabular.save(table, tmp_path / f"{method}.npz")
        expected[method] = fitted.predict_log_proba(model, table)
        again = saved.load(tmp_path / f"{method}.nb", MODULES).fitted
        assert fitted.summarize_model(again) == fitted.summarize_model(model), method
        assert again[:5] == model[:5], method
    assert refused <= {"baselines"}
    subprocess.run([sys.executable, "-c", READ, str(tmp_path), *MODULES], check=True)
    for method, log_proba in expected.items():
        assert np.load(tmp_path / f"{method}.npy").tobytes() == log_proba.tobytes(), method


@pytest.fixture(scope="module")
def kdb() -> fitted.Fitted:
    return fit("kdb")


@pytest.fixture(scope="module")
def content(kdb) -> bytes:
    return written(kdb)


def changed(data: bytes, change, entry: str = saved.HEADER) -> bytes:
    """A file in which one JSON entry is replaced by what `change` makes of it; its checksums are right."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, json.dumps(change(json.loads(text))) if name == entry else text)
    return out.getvalue()


def test_damaged_files_give_a_sentence_or_the_same_model(kdb, content):
    """The checksums of the archive detect every flipped bit that matters."""
    table = sequence_tables.of_kinds(STANZAS["kdb"]["kinds"])
    expected, same = fitted.predict_log_proba(kdb, table).tobytes(), 0
    for place in range(0, len(content), len(content) // 60):
        assert refusal(read, content[:place]).startswith("x.nb is ")
        data = bytearray(content)
        data[place] ^= 1 << place % 8
        if sentence := refusal(read, bytes(data)):
            assert sentence.startswith("x.nb is ")
            continue
        assert fitted.predict_log_proba(read(bytes(data)), table).tobytes() == expected
        same += 1
    assert same < 30


def test_a_device_is_not_read_as_a_model():
    sentence = refusal(saved.load, "/dev/null", MODULES)
    assert sentence.startswith("/dev/null is a pipe or a device, not a regular file")


@pytest.mark.parametrize(
    ("module", "name"),
    [("os", "system"), ("naivebench.cli.main", "main"), ("naivebench.core.checks", "InputError")],
)
def test_other_types_are_neither_written_nor_read(content, module, name):
    """A file names the type of every part."""

    def replaced(part):
        if isinstance(part, list):
            return [replaced(item) for item in part]
        if not isinstance(part, dict):
            return part
        part = {key: replaced(value) for key, value in part.items()}
        kdb = part.get("__class__") == "Attribute"
        return part | {"__class__": name, "__module__": module} if kdb else part

    sentence = refusal(read, changed(content, replaced, "schema.json"))
    assert "does not have or trust" in sentence


def test_only_the_modules_of_the_project_are_used(content):
    sentence = refusal(saved.from_bytes, content, {"naive_bayes.nb"}, "x.nb")
    assert "x.nb is a model of 'bn_classifiers.kdb', which is not the module of any method" in sentence


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
    table, stanza = sequence_tables.of_kinds(["nominal"]), {"module": "my/constant.py", "kinds": ["nominal"]}
    model = fitted.fit(table, "mine", stanza, rng=np.random.default_rng(0), params={})
    content = written(model)
    assert "is not the module of any method" in refusal(read, content)
    again = saved.from_bytes(content, {"my/constant.py"}, "x.nb").fitted
    np.testing.assert_array_equal(
        fitted.predict_log_proba(again, table), fitted.predict_log_proba(model, table)
    )
    # the same file at another place, as on another machine, is the module of the model too
    (tmp_path / "moved" / "my").mkdir(parents=True)
    (tmp_path / "my" / "constant.py").rename(tmp_path / "moved" / "my" / "constant.py")
    monkeypatch.chdir(tmp_path / "moved")
    again = saved.from_bytes(content, {"my/constant.py"}, "x.nb").fitted
    np.testing.assert_array_equal(
        fitted.predict_log_proba(again, table), fitted.predict_log_proba(model, table)
    )


@pytest.mark.parametrize("method", ["tan", "gnb", "c45"])
def test_equal_models_have_equal_files(method):
    table = sequence_tables.of_kinds(STANZAS[method]["kinds"])
    assert written(fit(method, table)) == written(fit(method, table))
