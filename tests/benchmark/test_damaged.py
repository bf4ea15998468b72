"""Stored results that cannot be read are detected, named and made again."""

import csv
import json
import os
import zipfile

import numpy as np
import pytest
from support import scripts

from naivebench.benchmark import makespan, predictions, read_predictions, score
from naivebench.benchmark.jobs import evaluate
from naivebench.benchmark.jobs.damaged import damaged, fault
from naivebench.benchmark.jobs.evaluate import Job
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table, save
from naivebench.evaluation import folds
from naivebench.evaluation.metrics import METRICS

STANZAS = {
    m: {"module": module, "kinds": ["nominal"]}
    for m, module in (("majority", "baselines.majority"), ("nb", "naive_bayes.nb"))
}
OUT = "results/predictions/honest/made/_bundle/all"
FILES = ["data/prepared/made.npz", "data/folds/honest/made.npz", f"{OUT}.npz", f"{OUT}.times.json"]


def run(folder):
    """Run the evaluate job in the folder of a run."""
    job = Job(
        f"{folder}/{FILES[0]}", f"{folder}/{FILES[1]}", "honest", "made", STANZAS, None, {}, "training", None,
        1, 60.0, 4096, dict.fromkeys(STANZAS, "code"),
    )  # fmt: skip
    return evaluate.evaluate(job, f"{folder}/{OUT}.npz", f"{folder}/{OUT}.times.json")[0]


@pytest.fixture
def folder(tmp_path):
    """The folder of a run with a data set, its folds and its predictions."""
    rng = np.random.default_rng(1)
    attributes = [Attribute("a", "nominal", ("x", "y"))]
    table = make_table(attributes, ("no", "yes"), np.arange(30) % 2, codes=rng.integers(0, 2, (30, 1)))
    for file in FILES:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    save(table, tmp_path / FILES[0])
    folds.save(folds.make(table, folds=3), tmp_path / FILES[1])
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


def other_lengths(path):
    """A readable archive with predictions of fewer cases than its folds have."""
    with np.load(path) as file:
        content = {name: file[name] for name in file.files}
    np.savez(path, **content | {"log_proba/nb": content["log_proba/nb"][:-1]})


def fewer_rows(path):
    """The same archive with fewer rows in all arrays that have a row for every case."""
    with np.load(path) as file:
        content = {name: file[name] for name in file.files}
    cut = {k: v[:-1] for k, v in content.items() if k.startswith(("row", "log_proba/", "predicted/"))}
    np.savez(path, **content | cut)


DAMAGES = [truncate, empty, garbage, flip, other_keys, one_array, no_archive_of_arrays]


def test_readable_files_are_not_named_and_not_read_twice(folder, monkeypatch):
    absence.write(folder / "data/folds/honest/gone.npz", Absence("failed", "folds", "no"))
    files = [*FILES, "data/folds/honest/gone.npz", "results/nothing.json"]
    assert damaged(folder, files) == {}
    known = folder / "results/jobs/readable.json"
    os.utime(known, ns=(1, 1))
    monkeypatch.setattr("naivebench.benchmark.jobs.damaged.fault", lambda *_: "looked at")
    assert damaged(folder, files) == {}
    assert known.stat().st_mtime_ns == 1  # the file was not written again
    os.utime(folder / FILES[0], ns=(1, 1))
    assert damaged(folder, files) == {FILES[0]: "looked at"}


@pytest.mark.parametrize("file", FILES[:3])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_arrays_are_found_with_the_reason_every_time(folder, file, damage):
    assert damaged(folder, FILES) == {}
    damage(folder / file)
    for _ in range(2):
        assert list(damaged(folder, FILES)) == [file]
    assert all(damaged(folder, FILES).values())


NEEDED = {  # the parts of these archives that their readers need
    FILES[0]: {"meta", "codes", "reals", "y"},
    FILES[1]: {"repeat", "fold", "offsets", "test", "scheme", "notes"},
    FILES[2]: {"meta", "repeat", "fold", "offsets", "row"},
}


@pytest.mark.parametrize("file", NEEDED)
def test_a_missing_array_that_readers_need_is_detected(folder, file):
    """Each name in the archive is left out alone.

    An archive that only reports absences is complete.
    """
    path = folder / file
    with np.load(path) as archive:
        content = {name: archive[name] for name in archive.files}
    assert NEEDED[file] <= content.keys()
    needed = {name: content[name] for name in NEEDED[file]}
    for whole in (content, needed, {"absent": np.zeros(1)}):
        np.savez(path, **whole)
        assert fault(path, file) == ""
    for name in needed:
        np.savez(path, **{k: v for k, v in content.items() if k != name})
        assert fault(path, file) == f"ValueError: it does not contain {name}"
    np.savez(path, absent=np.zeros(1), other=np.zeros(1))
    assert fault(path, file) == f"ValueError: it does not contain {min(needed)}"


def test_an_archive_of_another_folder_is_read_completely_and_may_contain_anything(tmp_path):
    path = tmp_path / "any.npz"
    np.savez(path, x=np.arange(100))
    assert fault(path, "results/other/any.npz") == ""
    flip(path)
    assert fault(path, "results/other/any.npz") == "ValueError: its part x.npy differs from what was written"


@pytest.mark.parametrize("content", ["{}", '{"a": [1]}'])
def test_a_json_file_is_readable_if_it_contains_an_object(tmp_path, content):
    (tmp_path / "a.json").write_text(content)
    assert fault(tmp_path / "a.json", "results/a.json") == ""


@pytest.mark.parametrize("content", ["[]", "null", "1", '"text"', "[{}]"])
def test_a_json_file_without_an_object_is_damaged(tmp_path, content):
    (tmp_path / "a.json").write_text(content)
    assert fault(tmp_path / "a.json", "results/a.json") == "ValueError: it does not contain a JSON object"


@pytest.mark.parametrize("content", ["", "{", '{"a": 1', '{"a": 1}x', "\x00"])
def test_a_json_file_that_was_cut_off_is_damaged(tmp_path, content):
    (tmp_path / "a.json").write_text(content)
    assert fault(tmp_path / "a.json", "results/a.json").startswith("JSONDecodeError: ")


CSV = {f"results/{kind}/honest/made.csv": columns for kind, columns in score.COLUMNS.items()}
CSV |= {f"results/{kind}.csv": columns for kind, columns in score.COLUMNS.items()}
CSV["data/folds/honest/made.csv"] = ("repeat", "fold", "row")


@pytest.mark.parametrize("file", CSV)
def test_a_csv_file_has_the_columns_of_its_kind_and_a_last_line_that_ends(tmp_path, file):
    path, columns = tmp_path / "a.csv", CSV[file]
    header = ",".join(columns)
    for content in (f"{header}\n", f"{header}\n1,2,3\n", f"{header},more\n", f"{header}\r\n"):
        path.write_bytes(content.encode())
        assert fault(path, file) == ""
    for other in (columns[:-1], columns[::-1], ("first", *columns), (*columns[:-1], "other"), ()):
        path.write_text(",".join(other) + "\n")
        assert fault(path, file) == f"ValueError: its first line is not {header}"
    for cut in (header, f"{header}\n1,2"):
        path.write_text(cut)
        assert fault(path, file) == "ValueError: its last line is incomplete"
    path.write_text("")
    assert fault(path, file) == f"ValueError: its first line is not {header}"


def test_a_parquet_file_begins_and_ends_with_its_mark(tmp_path):
    path, file = tmp_path / "a.parquet", "results/scores.parquet"
    path.write_bytes(b"PAR1 and so on PAR1")
    assert fault(path, file) == ""
    for content in (
        b"PAR1 and so on",
        b"and so on PAR1",
        b"PAR2 and so on PAR2",
        b"PAR1 and so on par1",
        b"no",
    ):
        path.write_bytes(content)
        assert fault(path, file)
    for content in (b"PAR1 and so on", b"and so on PAR1", b"PAR2 and so on PAR2"):
        path.write_bytes(content)
        assert fault(path, file) == "ValueError: it is not a complete Parquet file"


def test_only_unchanged_files_that_were_read_are_remembered(tmp_path):
    """A file is only the same if both its size and its time are unchanged; damaged or missing files are
    forgotten.
    """
    path, known = tmp_path / "results/a.json", tmp_path / "results/jobs/readable.json"
    path.parent.mkdir()
    path.write_text("{}")
    os.utime(path, ns=(5, 5))
    assert damaged(tmp_path, ["results/a.json"]) == {}
    assert known.read_text() == '{"results/a.json": [2, 5]}'
    path.write_text("[]")
    os.utime(path, ns=(5, 5))
    # its size and time are those of the file that was read
    assert damaged(tmp_path, ["results/a.json"]) == {}
    for content, time in (("[ ]", 5), ("[]", 6)):
        known.write_text('{"results/a.json": [2, 5]}')
        path.write_text(content)
        os.utime(path, ns=(time, time))
        assert damaged(tmp_path, ["results/a.json"]) == {
            "results/a.json": "ValueError: it does not contain a JSON object"
        }
        assert known.read_text() == "{}"
    known.write_text("[1")
    path.write_text("{}")
    assert damaged(tmp_path, ["results/b.json", "results/a.json"]) == {}
    assert list(json.loads(known.read_text())) == ["results/a.json"]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (other_lengths, "ValueError: its part log_proba/nb has shape (29, 2), expected 30 rows"),
        (fewer_rows, "ValueError: its part row has shape (29,), expected 30 rows"),
    ],
)
def test_whole_archives_with_too_few_rows_are_found(folder, damage, why):
    damage(folder / f"{OUT}.npz")
    assert damaged(folder, FILES) == {f"{OUT}.npz": why}


@pytest.mark.parametrize("damage", [*DAMAGES, other_lengths, fewer_rows])
def test_damaged_predictions_are_named_and_made_again(folder, damage, capfd):
    before = (folder / f"{OUT}.npz").read_bytes()
    damage(folder / f"{OUT}.npz")
    with pytest.raises(InputError, match=rf"{OUT}.npz, with all.times.json beside it, is damaged \(.+\)"):
        read_predictions.load(folder / f"{OUT}.npz", folder / f"{OUT}.times.json")
    capfd.readouterr()
    run(folder)
    assert f"{OUT}.npz, with all.times.json beside it, is damaged" in capfd.readouterr().err
    assert (folder / f"{OUT}.npz").read_bytes() == before


@pytest.mark.parametrize("content", ["", "{", "[]", '{"nb": 1}', '{"majority": [[1]], "nb": [[1]]}'])
def test_damaged_times_are_named_and_made_again(folder, content, capfd):
    before = (folder / f"{OUT}.npz").read_bytes()
    (folder / f"{OUT}.times.json").write_text(content)
    run(folder)
    assert "is damaged" in capfd.readouterr().err
    assert (folder / f"{OUT}.npz").read_bytes() == before
    assert (
        read_predictions.load(folder / f"{OUT}.npz", folder / f"{OUT}.times.json").methods.keys()
        == STANZAS.keys()
    )


def test_a_damaged_partial_file_of_a_killed_job_affects_nothing_else(folder, capfd):
    (folder / f"{OUT}.npz.partial").write_bytes(b"PK")
    (folder / f"{OUT}.times.json.partial").write_text("")
    run(folder)
    assert ".npz.partial" in capfd.readouterr().err
    assert not list(folder.rglob("*.partial"))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"cpu_seconds": "x"}', "{}", "\x00"])
def test_a_damaged_record_of_times_is_named_and_left_out(tmp_path, content, capsys):
    (tmp_path / "score").mkdir()
    (tmp_path / "score" / "bad.json").write_text(content)
    (tmp_path / "score" / "good.json").write_text('{"cpu_seconds": 2.5}')
    assert makespan.recorded(tmp_path) == [makespan.Job("score", "good", 2.5)]
    assert "bad.json is damaged (" in capsys.readouterr().err


@pytest.mark.parametrize("damage", [truncate, other_lengths])
def test_only_the_methods_of_a_damaged_file_lose_their_scores(folder, damage):
    """A file that was readable when the run began is damaged when the score job reads it."""
    other = OUT.replace("_bundle", "other")
    for suffix in (".npz", ".times.json"):
        (folder / f"{other}{suffix}").parent.mkdir(exist_ok=True)
        (folder / f"{other}{suffix}").write_bytes((folder / f"{OUT}{suffix}").read_bytes())
    damage(folder / f"{OUT}.npz")
    told = {"files": [OUT, other], "metrics": ["accuracy"], "methods": list(STANZAS), "permute": None}
    out = {kind: f"results/{kind}/honest/made.csv" for kind in score.COLUMNS}
    given = {"table": FILES[0], "folds": FILES[1], "protocol": "honest", "dataset": "made"}
    done = scripts.run("score", folder, told, **given, **out)
    assert done.returncode == 0, done.stderr
    (row,) = csv.DictReader((folder / out["failures"]).open())
    assert (row["stage"], row["status"], row["file"]) == ("evaluate", "failed", f"{OUT}.npz")
    assert row["reason"].startswith(f"{OUT}.npz")
    rows = list(csv.DictReader((folder / out["scores"]).open()))
    assert len([r for r in rows if r["metric"] == "accuracy"]) == 3 * len(STANZAS)


def test_only_the_method_that_cannot_be_scored_loses_its_rows(folder, monkeypatch, capfd):
    """Scoring may raise any error; here the predictions of one method break a metric."""
    loaded = predictions.load(folder / f"{OUT}.npz", folder / f"{OUT}.times.json")
    split, y = folds.load(folder / FILES[1]), np.arange(30) % 2
    before = score.tables([("file", loaded)], y, split, ["accuracy"], list(STANZAS))
    plain = METRICS["accuracy"].function
    marked = loaded.methods["nb"].log_proba

    def upset(truth, log_proba, **told):
        if np.shares_memory(log_proba, marked):
            raise RuntimeError("no such score")
        return plain(truth, log_proba, **told)

    monkeypatch.setitem(METRICS, "accuracy", METRICS["accuracy"]._replace(function=upset))
    after = score.tables([("file", loaded)], y, split, ["accuracy"], list(STANZAS))
    (row,) = after["failures"]
    why = ("score", "failed", "RuntimeError: no such score", score.remedy("failed"), "file")
    assert row == ("nb", "all", "all", *why)
    assert after["scores"] == [r for r in before["scores"] if r[0] == "majority"]
    assert after["calibration"] == [r for r in before["calibration"] if r[0] == "majority"]
