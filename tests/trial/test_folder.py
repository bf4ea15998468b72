"""A trial writes over, and removes, only files that a trial made."""

from __future__ import annotations

import os
import shutil

import pytest

from naivebench.core.checks import InputError
from naivebench.trial import folder

CONTENTS = {name: f"content of {name}".encode() for name in folder.NAMES}


def try_in(path, contents=CONTENTS, inputs=()):
    folder.check_folder(path, inputs)
    folder.make_folder(path)
    folder.write_results(path, contents, inputs)


def files_of(path):
    return {p.relative_to(path).as_posix(): p.read_bytes() for p in path.rglob("*") if p.is_file()}


def assert_refused(path, text, inputs=()):
    before = files_of(path)
    with pytest.raises(InputError, match=text) as refused:
        try_in(path, inputs=inputs)
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


def test_a_trial_replaces_and_removes_what_a_trial_wrote_and_nothing_else(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    try_in(tmp_path)
    try_in(tmp_path, CONTENTS | {"model.nb": b"", "scores.csv": b"new"})
    assert not (tmp_path / "model.nb").exists()
    assert (tmp_path / "scores.csv").read_text() == "new"
    try_in(tmp_path)
    assert (tmp_path / "model.nb").read_bytes() == CONTENTS["model.nb"]
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_result_that_the_user_changed_stays(tmp_path):
    try_in(tmp_path)
    (tmp_path / "scores.csv").write_text("changed")
    assert_refused(tmp_path, "scores.csv exists")


def test_a_file_that_the_user_made_after_a_trial_without_one_stays(tmp_path):
    try_in(tmp_path, CONTENTS | {"model.nb": b""})
    (tmp_path / "model.nb").write_text("mine")
    assert_refused(tmp_path, "model.nb exists")


def test_a_link_is_not_followed(tmp_path):
    target = tmp_path / "mine.csv"
    target.write_bytes(CONTENTS["scores.csv"])  # even with the content of a trial
    try_in(tmp_path / "out")
    (tmp_path / "out" / "scores.csv").unlink()
    (tmp_path / "out" / "scores.csv").symlink_to(target)
    assert_refused(tmp_path / "out", "scores.csv exists")


def test_the_input_stays_although_a_trial_wrote_it(tmp_path):
    try_in(tmp_path)
    assert_refused(tmp_path, "scores.csv exists", inputs=[str(tmp_path / "scores.csv")])


def test_a_file_made_during_the_trial_stays(tmp_path):
    folder.make_folder(tmp_path)
    (tmp_path / "model.nb").write_text("mine")
    with pytest.raises(InputError, match=r"model\.nb exists"):
        folder.write_results(tmp_path, CONTENTS, [])
    assert (tmp_path / "model.nb").read_text() == "mine"
    assert not (tmp_path / "scores.csv").exists()


def test_a_trial_that_was_killed_while_writing_can_be_repeated(tmp_path, monkeypatch):
    try_in(tmp_path)
    replace = folder.replace

    def fail(path):
        if path.name == "scores.csv":
            raise KeyboardInterrupt
        return replace(path)

    new = dict.fromkeys(folder.NAMES, b"new")
    with monkeypatch.context() as patch:
        patch.setattr(folder, "replace", fail)
        with pytest.raises(KeyboardInterrupt):
            try_in(tmp_path, new)
    assert (tmp_path / "model.nb").read_text() == "new"
    try_in(tmp_path, new)
    assert {(tmp_path / name).read_text() for name in folder.NAMES} == {"new"}


def test_the_default_folder_is_new_or_made_by_a_trial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(folder.choose_folder("try-a", [])) == "try-a"
    os.mkdir("try-a")
    assert str(folder.choose_folder("try-a", [])) == "try-a-2"
    try_in(folder.choose_folder("try-a", []))
    assert str(folder.choose_folder("try-a", [])) == "try-a-2"  # an interrupted trial continues there
    (tmp_path / "try-a-2" / "report.html").write_text("mine")
    assert str(folder.choose_folder("try-a", [])) == "try-a-3"
    shutil.rmtree("try-a-2")
    (tmp_path / "try-a-2").write_text("a file")
    assert str(folder.choose_folder("try-a", [])) == "try-a-3"


def test_the_folder_of_the_table_and_those_inside_it_are_refused(tmp_path):
    table = tmp_path / "fold"
    (table / "out").mkdir(parents=True)
    for out in (table, table / "out", table / "new", table / "out" / "deep"):
        with pytest.raises(InputError, match=r"is in the folder of the table: choose another folder"):
            folder.check_folder(out, [str(table)])
    folder.check_folder(tmp_path / "folder", [str(table)])
