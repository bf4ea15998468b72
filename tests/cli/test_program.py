"""The program: help, what it imports, `compare`, and text on the terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from core.test_imports import FILES, imports

from naivebench import __version__
from naivebench.cli import terminal
from naivebench.cli.main import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]
APART = ("naivebench.benchmark", "naivebench.report", "naivebench.trial", "snakemake", "jsonschema")


def run_python(code, cwd=ROOT):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help_with_examples(capsys, command):
    with pytest.raises(SystemExit) as stopped:
        main([*command.split(), "--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    assert f"naivebench {command}" in text.split("examples:")[1]
    assert COMMANDS.get(command, "") in text


def test_version_and_missing_arguments(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"naivebench {__version__}\n"
    assert main(["predict"]) == 2
    assert "required: --model, --test, --out; see `naivebench predict --help`" in capsys.readouterr().err
    assert main(["tyr", "t.csv"]) == 2
    assert "invalid choice: 'tyr' (choose from" in capsys.readouterr().err


# what is imported


def test_starting_imports_nothing_heavy():
    code = "import sys; from naivebench.cli.main import make_parser; make_parser([]); print(*sys.modules)"
    (loaded,) = run_python(code)
    assert {"numpy", "pandas", "sklearn", "yaml", "zipfile"}.isdisjoint(loaded.split())


@pytest.mark.parametrize("command", ["predict", "fit", "explain", "methods", "discretize"])
def test_commands_on_files_import_only_the_configuration_and_only_for_a_project(command):
    """Imports inside functions count too."""
    found, ahead, arrows = set(), [f"naivebench.cli.{command}"], set()
    while ahead:
        module = ahead.pop()
        if module in found or module not in FILES:
            continue
        found.add(module)
        for name in (f"{m}.{n}" for m, n in imports(FILES[module])):
            if name.startswith(APART):
                arrows.add((module, name))
            else:
                ahead += [name, name.rpartition(".")[0]]
    assert arrows <= {("naivebench.cli.project", "naivebench.benchmark.configuration")}


# compare

SCORES = "data,one,two,three\n" + "".join(f"d{i},{0.9 - i / 100},{0.8 - i / 50},0.5\n" for i in range(6))


def write(folder, text, name="m.csv"):
    path = folder / name
    path.write_text(text)
    return str(path)


def test_compare_writes_pairs_and_prints_tables(tmp_path, capsys):
    path, out = write(tmp_path, SCORES), str(tmp_path / "pairs.csv")
    assert main(["compare", path, "--out", out]) == 0
    text = capsys.readouterr().out
    for line in (r"one +1", r"Friedman, χ² +12 .*", r"one - three +3\.46 .*"):
        assert re.search(f"^{line}$", text, re.M)
    assert main(["compare", path, "--lower-is-better", "--out", "-"]) == 0
    header, first, *_ = capsys.readouterr().out.splitlines()
    assert header.startswith("a,b,rank_difference,z,p,")
    assert first.startswith("one,two,1.0,")
    assert Path(out).read_text().startswith(f"{header}\none,two,-1.0,")
    assert main(["compare", path, "--out", path]) == 2
    assert Path(path).read_text() == SCORES


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("data,one,two\nd1,0.5,x\n", [], "the score of 'two' on 'd1' is missing or not a number: correct"),
        (SCORES + "d1,1,1,1\n", ["--out", "-"], "data set 'd1' has two rows: keep one, or"),
    ],
)
def test_wrong_scores(tmp_path, capsys, text, options, expected):
    assert main(["compare", write(tmp_path, text), *options]) == 2
    assert expected in capsys.readouterr().err


# the terminal


def test_control_characters_do_not_reach_the_terminal(tmp_path, capsys):
    escape = "\x1b[2J\x07\x9b31m gone"
    assert main(["compare", str(tmp_path / f"no{escape}")]) == 2
    terminal.print_note(escape)
    terminal.print_text(f"{escape}\r")
    found = capsys.readouterr()
    assert not set("\x1b\x07\x9b\r") & set(found.err + found.out)


def test_output_that_cannot_be_written(tmp_path, capsys):
    command = ["discretize", "--method", "caim", "--train", write(tmp_path, "x,c\n" + "1,a\n2,b\n" * 5)]
    command += ["--target", "c", "--out"]
    for out in ("/dev/full", str(tmp_path / "new" / "cuts.json")):
        assert main([*command, out]) == 2
        assert capsys.readouterr().err.splitlines()[-1].startswith(f"error: cannot write {out}: ")
    command = [sys.executable, "-m", "naivebench", *command, "-"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "error: cannot write standard output: No space left on device\n",
    )
