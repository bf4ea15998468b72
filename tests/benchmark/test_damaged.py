"""Stored results and predictions of other tools that cannot be read are named when they are read."""

import json
import zipfile

import numpy as np
import pandas as pd
import pytest

from naivebench.benchmark import class_scores, collected_frames, discretize, fit, predictions, score
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table, save
from naivebench.evaluation import folds
from naivebench.evaluation import folds as folding
from naivebench.evaluation.metrics import METRICS

STANZAS = {
    m: {"module": module, "kinds": ["nominal"]}
    for m, module in (("majority", "baselines.majority"), ("nb", "naive_bayes.nb"))
}
OUT = "results/predictions/honest/made.npz"
FILES = ["data/prepared/made.npz", "data/discretized/honest/made.npz", OUT]


def run(folder):
    """Run the fit job in the folder of a run."""
    methods = {m: {"stanza": s, "code": "", "n_folds": None, "seconds": 60.0} for m, s in STANZAS.items()}
    job = fit.Job(f"{folder}/{FILES[0]}", f"{folder}/{FILES[1]}", methods, "training", None, [1], 4096, {})
    return fit.fit_job(job, f"{folder}/{OUT}")


@pytest.fixture
def folder(tmp_path):
    """The folder of a run with a data set, its folds and its predictions."""
    rng = np.random.default_rng(1)
    attributes = [Attribute("a", "nominal", ("x", "y"))]
    table = make_table(attributes, ("no", "yes"), np.arange(30) % 2, codes=rng.integers(0, 2, (30, 1)))
    for file in FILES:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    save(table, tmp_path / FILES[0])
    discretize.save(folds.make_folds(table, folds=3), {}, tmp_path / FILES[1])
    run(tmp_path)
    return tmp_path


def truncate(path):
    path.write_bytes(path.read_bytes()[:-40])


def empty(path):
    path.write_bytes(b"")


def garbage(path):
    path.write_bytes(np.random.default_rng(1).bytes(500))


def flip(path):
    """Flip one bit in a part of the archive."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


def other_keys(path):
    np.savez(path, something=np.zeros(3))


def one_array(path):
    with open(path, "wb") as file:
        np.save(file, np.zeros(3))


def no_archive_of_arrays(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("meta.npy", "text")


def shorten(path, *prefixes):
    """Leave out the last case of the arrays whose names begin like this; the archive stays readable."""
    with np.load(path) as file:
        content = {name: file[name] for name in file.files}
    np.savez(path, **content | {k: v[:-1] for k, v in content.items() if k.startswith(prefixes)})


def other_lengths(path):
    """Predictions of fewer cases than the folds of the method have."""
    shorten(path, "log_proba/nb")


def fewer_rows(path):
    """Fewer rows in all arrays that have a row for every case."""
    shorten(path, "row", "log_proba/", "predicted/")


DAMAGES = [truncate, empty, garbage, flip, other_keys, one_array, no_archive_of_arrays]


def without_times(path):
    """The content of an archive, without its times, which differ from run to run."""
    with np.load(path) as file:
        return {k: file[k].tobytes() for k in file.files if not k.startswith("times/")}


@pytest.mark.parametrize("damage", [*DAMAGES, other_lengths, fewer_rows])
def test_damaged_predictions_are_named_and_made_again(folder, damage, capfd):
    before = without_times(folder / OUT)
    damage(folder / OUT)
    with pytest.raises(InputError, match=rf"{OUT} is damaged \(.+\): delete it, and start the run again"):
        predictions.load(folder / OUT)
    run(folder)
    assert f"{OUT} is damaged" in capfd.readouterr().err
    assert without_times(folder / OUT) == before


def test_a_damaged_partial_file_of_a_killed_job_affects_nothing_else(folder, capfd):
    (folder / f"{OUT}.partial").write_bytes(b"PK")
    run(folder)
    assert ".npz.partial is damaged" in capfd.readouterr().err
    assert not list(folder.rglob("*.partial"))


SETTINGS = {
    "metrics": ["accuracy"], "methods": list(STANZAS), "permute": {"made": None}, "on_error": "report",
    "hit_curves": None, "break_even": False, "bias_variance": False,
}  # fmt: skip


def scored(folder, **changes):
    pair = score.Pair("made", *(str(folder / file) for file in FILES))
    return score.score_protocol("honest", [pair], SETTINGS | changes)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("damage", [truncate, empty, garbage])
def test_the_score_job_names_the_file_that_it_cannot_read(folder, file, damage):
    damage(folder / file)
    with pytest.raises(InputError, match=rf"{file} is damaged \(.+\): delete it, and start the run again"):
        scored(folder)


@pytest.mark.parametrize("damage", [truncate, empty, garbage])
def test_the_compare_job_names_the_table_that_it_cannot_read(folder, damage):
    (frames, facts), files = scored(folder), {}
    for kind, frame in frames.items():
        files[kind] = [str(folder / f"{kind}.parquet")]
        frame.to_parquet(files[kind][0], index=False)
    (folder / "facts.json").write_text(json.dumps(facts))
    of_protocol = {"honest": str(folder / "facts.json")}
    again = collected_frames.read_scores_and_facts(files, of_protocol)
    pd.testing.assert_frame_equal(again["scores"], frames["scores"])
    for name in ("facts.json", "structures.parquet"):
        damage(folder / name)
        with pytest.raises(InputError, match=rf"{name} is damaged .+: delete it, and start"):
            collected_frames.read_scores_and_facts(files, of_protocol)
        (folder / "facts.json").write_text(json.dumps(facts))


def test_a_fact_that_cannot_be_computed_is_a_row_or_ends_the_run(folder, monkeypatch):
    monkeypatch.setattr(class_scores, "score_classes", lambda *_: 1 / 0)
    tables, facts = scored(folder, break_even=True)
    assert facts["break_even"] == {}
    (row,) = tables["failures"].to_dict("records")
    assert (row["method"], row["status"], row["stage"], row["reason"]) == (
        "", "failed", "break_even", "ZeroDivisionError: division by zero",
    )  # fmt: skip
    with pytest.raises(InputError, match="break_even of made cannot be computed: ZeroDivisionError"):
        scored(folder, break_even=True, on_error="stop")


def test_only_the_method_that_cannot_be_scored_loses_its_rows(folder, monkeypatch, capfd):
    """Scoring may raise any error; here the predictions of one method break a metric."""
    loaded = predictions.load(folder / OUT)
    split, y = folds.load(folder / FILES[1]), np.arange(30) % 2
    before = score.make_table_rows(loaded, y, split, ["accuracy"], list(STANZAS))
    plain = METRICS["accuracy"].compute
    marked = loaded.methods["nb"].log_proba

    def upset(cases):
        if np.shares_memory(cases.log_proba, marked):
            raise RuntimeError("no such score")
        return plain(cases)

    monkeypatch.setitem(METRICS, "accuracy", METRICS["accuracy"]._replace(compute=upset))
    after = score.make_table_rows(loaded, y, split, ["accuracy"], list(STANZAS))
    (row,) = after["failures"]
    assert row == ("nb", "score", "failed", "RuntimeError: no such score", score.FIX)
    assert after["scores"] == [r for r in before["scores"] if r[0] == "majority"]
    assert after["calibration"] == [r for r in before["calibration"] if r[0] == "majority"]


@pytest.fixture
def case(tmp_path):
    table = make_table([], ("a", "b c"), np.arange(8) % 2)
    folds = folding.make_folds(table, scheme="stratified", folds=2, seed=[1])
    lines = ["repeat,fold,row,P(a),P(b c)"]
    for f in range(2):
        lines += [f"0,{f},{r},0.25,0.75" for r in folding.test_rows(folds, f)]
    return table, folds, lines, tmp_path / "p.csv"


def read(case, lines):
    table, folds, _, path = case
    path.write_text("\n".join(lines) + "\n")
    return predictions.read_external_predictions(path, table, folds, "mark")


def test_predictions_in_any_order(case):
    lines = case[2]
    result = read(case, [lines[0], *reversed(lines[1:])])
    assert [f.status for f in result.folds] == ["ok", "ok"]
    assert np.allclose(np.exp(result.log_proba), [0.25, 0.75])
    assert result.predicted.tolist() == [1] * 8


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda ls: [ls[0].replace("P(b c)", "P(b)"), *ls[1:]], "line 1: column 'P(b c)' is missing"),
        (lambda ls: [ls[0], ls[1] + ",1", *ls[2:]], "line 2"),
        (
            lambda ls: [ls[0], ls[1].removesuffix(",0.75"), *ls[2:]],
            "line 2: a probability is negative or",
        ),
        (lambda ls: [ls[0], ls[1].replace("0.75", "0.5"), *ls[2:]], "line 2: the probabilities do not sum"),
        (lambda ls: [ls[0], "0,0.5,1,0.5,0.5", *ls[2:]], "must be whole numbers"),
        (lambda ls: [*ls, ls[2]], "line 10: repeat, fold and row occur twice"),
        (lambda ls: ls[:-2], "lacks 2 rows, first (repeat, fold, row) ("),
        (lambda ls: [], "cannot be read"),
    ],
)
def test_bad_files_fail_every_fold_with_a_reason(case, change, message):
    result = read(case, change(case[2]))
    assert {f.status for f in result.folds} == {"failed"}
    assert all(message in f.reason for f in result.folds)


def test_no_file(case):
    result = predictions.read_external_predictions(case[3], *case[:2], "mark")
    assert "cannot be read (No such file" in result.folds[0].reason
