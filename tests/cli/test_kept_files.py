"""No command overwrites its input, and a file of your own that cannot be imported gives one sentence."""

from naivebench.cli import main

CSV = "x,class\n" + "\n".join(f"{i},{'ab'[i > 5]}" for i in range(12)) + "\n"
SCORES = "dataset,nb,tan\n" + "\n".join(f"d{i},0.{i + 3},0.{i + 2}" for i in range(6)) + "\n"


def said(capsys, *arguments):
    assert main.main(list(arguments)) == 2
    return capsys.readouterr().err


def test_discretize_keeps_its_training_file(tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_text(CSV)
    told = said(
        capsys,
        "discretize",
        "--method",
        "fayyad_irani",
        "--train",
        str(path),
        "--target",
        "class",
        "--out",
        str(path),
    )
    assert "--out and --train both name" in told
    assert path.read_text() == CSV


def test_compare_keeps_its_table(tmp_path, capsys):
    path = tmp_path / "s.csv"
    path.write_text(SCORES)
    assert "--out names the table of scores" in said(capsys, "compare", str(path), "--out", str(path))
    assert path.read_text() == SCORES
    assert "one table of scores" in said(capsys, "compare", str(path), "--scores", str(path))
