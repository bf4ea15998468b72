"""The command `naivebench infer`: its output, and one sentence for every kind of wrong input."""

import json
import math

import pytest

from naivebench.cli.main import main
from naivebench.methods.inference import bif
from naivebench.report.papers.textbook18.worked import wet_grass


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "grass.bif"
    path.write_text(bif.text_of(wet_grass()))
    return str(path)


def shown(capsys, *arguments):
    assert main(["infer", *arguments]) == 0
    return capsys.readouterr().out


def test_json_has_all_digits(file, capsys):
    found = json.loads(
        shown(
            capsys,
            file,
            "--query",
            "Sprinkler",
            "--evidence",
            "Anisa=yes",
            "--evidence",
            "Malala=yes",
            "--json",
        )
    )
    assert found["evidence"] == {"Anisa": "yes", "Malala": "yes"}
    assert found["posteriors"]["Sprinkler"]["yes"] == pytest.approx(0.0344 / 0.2144, abs=1e-15)
    assert found["evidence_probability"] == pytest.approx(0.2144, abs=1e-15)
    assert found["log_evidence"] == pytest.approx(math.log(0.2144), abs=1e-14)
    assert "steps" not in found


def test_text(file, capsys):
    lines = shown(
        capsys, file, "--query", "Sprinkler", "Rain", "--evidence", "Anisa=yes", "Malala=yes"
    ).splitlines()
    assert lines == [
        f"{file}: 4 variables",
        "given Anisa = yes, Malala = yes (probability 0.214400, log -1.539912 nats)",
        "",
        "Sprinkler",
        "  no   0.839552  #########################",
        "  yes  0.160448  #####",
        "",
        "Rain",
        "  no   0.067164  ##",
        "  yes  0.932836  ############################",
    ]


def test_steps(file, capsys):
    lines = shown(capsys, file, "--query", "Sprinkler", "--evidence", "Anisa=yes", "--steps").splitlines()
    assert lines[3:7] == [
        "elimination for Sprinkler",
        "  tables after entering the evidence: Rain: f(Rain), Sprinkler: f(Sprinkler), Anisa: f(Rain, "
        "Sprinkler)",
        "  1  sum out Rain  4 cells  f(Rain) x f(Rain, Sprinkler)  ->  f(Sprinkler)",
        "  2  multiply      2 cells  f(Sprinkler) x f(Sprinkler)   ->  f(Sprinkler)",
    ]
    found = json.loads(
        shown(capsys, file, "--query", "Sprinkler", "--evidence", "Anisa=yes", "--steps", "--json")
    )
    assert [step["variable"] for step in found["steps"]["Sprinkler"]] == ["Rain", None]
    assert found["steps"]["Sprinkler"][0]["factors"] == [["Rain"], ["Rain", "Sprinkler"]]
    assert "nothing to eliminate" in shown(
        capsys, file, "--query", "Rain", "--evidence", "Rain=no", "--steps"
    )


def test_without_query_all_unobserved_variables(file, capsys):
    found = json.loads(shown(capsys, file, "--evidence", "Rain=no", "--json"))
    assert list(found["posteriors"]) == ["Sprinkler", "Malala", "Anisa"]
    assert found["posteriors"]["Anisa"]["yes"] == pytest.approx(0.09, abs=1e-15)
    assert json.loads(shown(capsys, file, "--json"))["log_evidence"] == 0


def test_joint_posterior_of_several_variables(file, capsys):
    """P(R, S, both lawns wet) is computed from .2 x .1, .2 x .9 and .8 x .1 x .9 x .2, which sum to .2144."""
    arguments = [file, "--query", "Rain", "Sprinkler", "--evidence", "Anisa=yes", "Malala=yes", "--joint"]
    found = json.loads(shown(capsys, *arguments, "--json"))
    assert "posteriors" not in found
    cells = {(c["values"]["Rain"], c["values"]["Sprinkler"]): c["probability"] for c in found["joint"]}
    expected = {("no", "no"): 0, ("no", "yes"): 0.0144, ("yes", "no"): 0.18, ("yes", "yes"): 0.02}
    assert cells == pytest.approx({k: v / 0.2144 for k, v in expected.items()}, abs=1e-15)
    assert shown(capsys, *arguments).splitlines()[3:] == [
        "  Rain  Sprinkler",
        "  no    no         0.000000",
        "  no    yes        0.067164  ##",
        "  yes   no         0.839552  #########################",
        "  yes   yes        0.093284  ###",
    ]


def test_most_probable_explanation(file, capsys):
    """Rain without sprinkler has .2 x .9, of P(Anisa) = .272."""
    found = json.loads(shown(capsys, file, "--evidence", "Anisa=yes", "--mpe", "--json"))["explanation"]
    assert found["values"] == {"Rain": "yes", "Sprinkler": "no", "Malala": "yes"}
    assert found["probability"] == pytest.approx(0.18 / 0.272, abs=1e-15)
    assert found["log_joint"] == pytest.approx(math.log(0.18), abs=1e-14)
    assert shown(capsys, file, "--evidence", "Anisa=yes", "--mpe").splitlines()[2:] == [
        "",
        "most probable explanation (probability 0.661765; with the evidence, the log probability is "
        "-1.714798 nats)",
        "  Rain       yes",
        "  Sprinkler  no",
        "  Malala     yes",
    ]


def test_one_pass_prints_the_results_of_single_eliminations(file, capsys):
    whole = json.loads(shown(capsys, file, "--evidence", "Malala=yes", "--json"))["posteriors"]
    for name in ("Rain", "Sprinkler", "Anisa"):
        alone = json.loads(
            shown(capsys, file, "--query", name, "--evidence", "Malala=yes", "--steps", "--json")
        )
        assert whole[name] == pytest.approx(alone["posteriors"][name], abs=1e-15)


def test_names_and_values_may_hold_equal_signs(tmp_path, capsys):
    (tmp_path / "x.bif").write_text(
        'variable "a=b" { type discrete [2] { "<= 1" "> 1" }; } probability ("a=b") { table 0.25 0.75; }'
    )
    found = json.loads(
        shown(capsys, str(tmp_path / "x.bif"), "--evidence", "a=b=<= 1", "--query", "a=b", "--json")
    )
    assert found["posteriors"] == {"a=b": {"<= 1": 1.0, "> 1": 0.0}}
    assert found["evidence_probability"] == pytest.approx(0.25)


def test_rescaled_rows_are_noted(tmp_path, capsys):
    (tmp_path / "x.bif").write_text(
        "variable a { type discrete [3] { x y z }; } probability (a) { table 0.33 0.33 0.33; }"
    )
    assert main(["infer", str(tmp_path / "x.bif")]) == 0
    captured = capsys.readouterr()
    assert (
        captured.err
        == "note: 1 row(s) of P(a) do not sum to 1 (by up to 0.01) and were divided by their sums\n"
    )
    assert "0.333333" in captured.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--joint"],
            "--joint needs the variables whose joint distribution you want: name them with --query",
        ),
        (
            ["--mpe", "--query", "Rain"],
            "--mpe explains all variables that are not observed: leave --query out",
        ),
        (["--mpe", "--steps"], "--steps and --mpe cannot be combined: give only one of them"),
        (["--query", "Rian"], "the network has no variable 'Rian'; did you mean 'Rain'?"),
        (["--evidence", "Rian=yes"], "the network has no variable 'Rian'; did you mean 'Rain'?"),
        (
            ["--evidence", "Rain"],
            "--evidence Rain has no value: write it as NAME=VALUE; did you mean 'Rain'?",
        ),
        (["--evidence", "Rain=maybe"], "variable 'Rain' has no value 'maybe'; there are no, yes"),
        (["--evidence", "Rain=yes", "Rain=no"], "--evidence gives variable 'Rain' twice: give it once"),
        (
            ["--evidence", "Rain=yes", "Anisa=no"],
            "the evidence Rain = yes, Anisa = no has probability 0, so there is no posterior: change the "
            "evidence",
        ),
        (
            ["--query", "Malala", "--evidence", "Rain=yes", "Anisa=no"],
            "the evidence Rain = yes, Anisa = no has probability 0, so there is no posterior: change the "
            "evidence",
        ),
    ],
)
def test_messages(file, capsys, arguments, message):
    assert main(["infer", file, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"error: {message}\n"


def test_a_missing_file(capsys):
    assert main(["infer", "nothing.bif"]) == 2
    assert capsys.readouterr().err == "error: cannot read nothing.bif: No such file or directory\n"
