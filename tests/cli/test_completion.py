"""The scripts of `naivebench completion` complete commands, options, ids and files."""

import shutil
import subprocess

import pytest
from support.configured import project

pytest.importorskip("shtab", reason="shtab is not installed (envs/requirements.txt)")

from naivebench.cli import completion
from naivebench.cli.main import main

IDS = {"METHOD": ["nb", "tan", "tan_hc"], "DATASET": ["zoo"], "METRIC": ["log_loss"], "DISCRETIZER": ["caim"]}
COMPLETE = """
source ./script
COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _shtab_naivebench; printf '%s\\n' "${COMPREPLY[@]}"
"""
CASES = {
    "pre": ["predict"],
    "predict --method tan": ["tan", "tan_hc"],
    "predict --tes": ["--test"],
    "methods n": ["nb"],
    "check z": ["zoo"],
    "lock zoo z": ["zoo"],
    "try a.csv --methods n": ["nb"],
    "compare a.csv --metric l": ["log_loss"],
    "discretize --method c": ["caim"],
    "fit --train ta": ["table.csv"],
    "archive --out ru": ["runs"],
    "completion z": ["zsh"],
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_commands_options_ids_and_files(tmp_path):
    (tmp_path / "script").write_text(completion.script("bash", IDS))
    (tmp_path / "table.csv").touch()
    (tmp_path / "runs").mkdir()
    for words, expected in CASES.items():
        command = ["bash", "--norc", "-c", COMPLETE, "bash", "naivebench", *words.split()]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.stdout.split() == expected, words


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_scripts_of_other_shells_name_commands_options_and_ids(shell):
    text = completion.script(shell, IDS)
    assert all(name in text for name in ("predict", "as-sql", "tan_hc", "zoo", "log_loss", "caim"))


def test_ids_are_those_of_the_project(capsys, tmp_path):
    root = project(tmp_path)
    assert main(["completion", "bash", "--project", str(root)]) == 0
    script = capsys.readouterr().out
    assert "_predict___method_choices=(majority nb other)" in script
    assert "_check_pos_0_choices=(zoo sky)" in script


def test_without_a_project_there_are_no_data_sets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert completion.ids(None)["DATASET"] == []
