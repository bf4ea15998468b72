"""A trial writes only into folders that are new, empty, or made by a trial."""

from __future__ import annotations

import pytest

from naivebench.core.checks import InputError
from naivebench.trial import folder


def test_results_are_replaced_and_removed_and_other_files_stay(tmp_path):
    out = tmp_path / "out"
    assert folder.make_folder(out).is_dir()
    folder.write_results(out, {"scores.csv": b"a", "model.nb": b"b"})
    (out / "notes.txt").write_text("mine")
    (tmp_path / "target.csv").write_text("mine")
    (out / "scores.csv").unlink()
    (out / "scores.csv").symlink_to(tmp_path / "target.csv")
    folder.check_folder(out)
    folder.write_results(out, {"scores.csv": b"c", "model.nb": b""})
    assert (out / "scores.csv").read_bytes() == b"c"
    assert not (out / "model.nb").exists()
    for mine in (out / "notes.txt", tmp_path / "target.csv"):
        assert mine.read_text() == "mine"


@pytest.mark.parametrize("name", ["scores.csv", "notes.txt", "work"])
def test_a_folder_that_no_trial_made_is_refused(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(InputError, match="naivebench try did not make it: choose a folder that is new or"):
        folder.check_folder(tmp_path)
    with pytest.raises(InputError, match="did not make it"):
        folder.check_folder(tmp_path / name)  # a file


def test_the_default_folder_is_new_or_made_by_a_trial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(folder.choose_folder("try-a")) == "try-a"
    (tmp_path / "try-a").write_text("a file")
    assert str(folder.choose_folder("try-a")) == "try-a-2"
    folder.make_folder(folder.choose_folder("try-a"))
    assert str(folder.choose_folder("try-a")) == "try-a-2"  # an interrupted trial continues there
    (tmp_path / "try-a-2" / "trial.json").unlink()
    assert str(folder.choose_folder("try-a")) == "try-a-3"
