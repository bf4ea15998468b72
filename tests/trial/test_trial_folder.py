"""A trial writes over, and removes, only files that a trial made."""

from __future__ import annotations

import multiprocessing
import os
import shutil

import pytest

from naivebench.core.checks import InputError
from naivebench.trial import folder

CONTENTS = {name: f"content of {name}" for name in folder.NAMES}


def trial(path, contents=CONTENTS, inputs=()):
    with folder.hold_folder(path, inputs):
        folder.write_results(path, contents)


def files_of(path):
    return {p.relative_to(path).as_posix(): p.read_bytes() for p in path.rglob("*") if p.is_file()}


def assert_refused(path, text, inputs=()):
    before = files_of(path)
    with pytest.raises(InputError, match=text) as refused:
        trial(path, inputs=inputs)
    assert "\n" not in str(refused.value)
    assert files_of(path) == before


@pytest.mark.parametrize("name", [*folder.NAMES, "Scores.csv", "REPORT.HTML", folder.RECORD])
def test_a_file_of_the_user_stays(tmp_path, name):
    (tmp_path / name).write_text("mine")
    assert_refused(tmp_path, f"{name} exists, and naivebench try did not write it")


def test_a_folder_work_of_the_user_stays(tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "table.npz").write_text("mine")
    assert_refused(tmp_path, "work exists")


def test_other_files_of_the_folder_do_not_matter(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    trial(tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert (tmp_path / "scores.csv").read_text() == "content of scores.csv"


def test_a_trial_replaces_and_removes_what_a_trial_wrote(tmp_path):
    trial(tmp_path)
    trial(tmp_path, CONTENTS | {"rows.csv": "", "scores.csv": "new"})
    assert not (tmp_path / "rows.csv").exists()
    assert (tmp_path / "scores.csv").read_text() == "new"
    trial(tmp_path)
    assert (tmp_path / "rows.csv").read_text() == "content of rows.csv"


def test_a_result_that_the_user_changed_stays(tmp_path):
    trial(tmp_path)
    (tmp_path / "config.yaml").write_text("changed")
    assert_refused(tmp_path, "config.yaml exists")


def test_a_row_table_that_the_user_made_after_a_trial_without_one_stays(tmp_path):
    trial(tmp_path, CONTENTS | {"rows.csv": ""})
    (tmp_path / "rows.csv").write_text("mine")
    assert_refused(tmp_path, "rows.csv exists")


def test_a_link_is_not_followed(tmp_path):
    target = tmp_path / "mine.csv"
    target.write_text("mine")
    out = tmp_path / "out"
    trial(out)
    (out / "scores.csv").unlink()
    (out / "scores.csv").symlink_to(target)
    assert_refused(out, "scores.csv exists")
    target.write_bytes(b"content of scores.csv")  # even with the content of a trial
    assert_refused(out, "scores.csv exists")


def test_the_input_stays_although_a_trial_wrote_it(tmp_path):
    trial(tmp_path)
    assert_refused(tmp_path, "its own input rows.csv", inputs=[str(tmp_path / "rows.csv")])
    assert_refused(tmp_path, "the folder of the table", inputs=[str(tmp_path)])


def test_a_file_made_during_the_trial_stays(tmp_path):
    with folder.hold_folder(tmp_path / "out", []):
        (tmp_path / "out" / "model.nb").write_text("mine")
        with pytest.raises(InputError, match=r"model\.nb was made or changed while the trial was running"):
            folder.write_results(tmp_path / "out", CONTENTS)
    assert (tmp_path / "out" / "model.nb").read_text() == "mine"
    assert not (tmp_path / "out" / "scores.csv").exists()


def test_a_trial_that_was_killed_while_writing_can_be_repeated(tmp_path, monkeypatch):
    trial(tmp_path)

    def fail(path):
        if path.name == "config.yaml":
            raise KeyboardInterrupt
        return replace(path)

    replace = folder.replace
    new = {name: "new" for name in folder.NAMES}
    with monkeypatch.context() as patch:
        patch.setattr(folder, "replace", fail)
        with pytest.raises(KeyboardInterrupt):
            trial(tmp_path, new)
    assert (tmp_path / "scores.csv").read_text() == "new"
    trial(tmp_path, new)
    assert {(tmp_path / name).read_text() for name in folder.NAMES} == {"new"}


def _hold(path, results):
    try:
        with folder.hold_folder(path, []):
            results.put("held")
    except InputError as error:
        results.put(str(error))


def test_the_second_of_two_trials_in_one_folder_says_so(tmp_path):
    processes = multiprocessing.get_context("spawn")
    results = processes.Queue()
    with folder.hold_folder(tmp_path, []):
        process = processes.Process(target=_hold, args=(tmp_path, results))
        process.start()
        assert "another trial is running in this folder" in results.get(timeout=60)
        process.join()
    _hold(tmp_path, results)
    assert results.get(timeout=60) == "held"


def test_the_default_folder_is_new_or_made_by_a_trial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(folder.choose_folder("try-a", [])) == "try-a"
    os.mkdir("try-a")
    assert str(folder.choose_folder("try-a", [])) == "try-a-2"
    trial(folder.choose_folder("try-a", []))
    assert str(folder.choose_folder("try-a", [])) == "try-a-2"  # an interrupted trial continues there
    (tmp_path / "try-a-2" / "report.html").write_text("mine")
    assert str(folder.choose_folder("try-a", [])) == "try-a-3"
    shutil.rmtree("try-a-2")
    (tmp_path / "try-a-2").write_text("a file")
    assert str(folder.choose_folder("try-a", [])) == "try-a-3"


def test_a_folder_inside_the_table_is_refused(tmp_path):
    table = tmp_path / "fold"
    (table / "out").mkdir(parents=True)
    for out in (table / "out", table / "new", table / "out" / "deep"):
        with pytest.raises(InputError, match=r"is inside the table .*fold: choose another folder"):
            folder.check_folder(out, [str(table)])
    folder.check_folder(tmp_path / "folder", [str(table)])
