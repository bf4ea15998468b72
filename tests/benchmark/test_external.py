import numpy as np
import pytest

from naivebench.benchmark import predictions
from naivebench.core.table import make_table
from naivebench.evaluation import folds as folding


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
    return predictions.read_external(path, table, folds, "mark")


def test_predictions_in_any_order(case):
    lines = case[2]
    result = read(case, [lines[0], *reversed(lines[1:])])
    assert [f.status for f in result.folds] == ["ok", "ok"]
    assert np.allclose(np.exp(result.log_proba), [0.25, 0.75])
    assert result.predicted.tolist() == [1] * 8


def test_classes_in_the_header_are_named_by_value(case):
    table, folds, lines, path = case
    table = table._replace(classes=("0", "TRUE"))
    result = read((table, folds, lines, path), ["repeat,fold,row,P(1.0),P(0.0)", *lines[1:]])
    assert np.allclose(np.exp(result.log_proba), [0.75, 0.25])
    refused = read((table, folds, lines, path), ["repeat,fold,row,P(1.0),P(00)", *lines[1:]])
    assert "column 'P(0)' is missing" in refused.folds[0].reason


def test_a_missing_row_fails_its_fold_only(case):
    result = read(case, case[2][:-1])
    assert [f.status for f in result.folds] == ["ok", "failed"]
    assert "(1 of 4 rows are missing)" in result.folds[1].reason
    assert (result.predicted[4:] == -1).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda ls: [ls[0].replace("P(b c)", "P(b)"), *ls[1:]], "line 1: column 'P(b c)' is missing"),
        (lambda ls: [ls[0], ls[1] + ",1", *ls[2:]], "line 2"),
        (lambda ls: [ls[0], ls[1].removesuffix(",0.75"), *ls[2:]], "line 2: a cell is not a number"),
        (lambda ls: [ls[0], ls[1].replace("0.75", "0.5"), *ls[2:]], "line 2: the probabilities do not sum"),
        (lambda ls: [ls[0], "0,0.5,1,0.5,0.5", *ls[2:]], "must be whole numbers"),
        (lambda ls: [*ls, ls[2]], "line 10: repeat, fold and row occur twice"),
        (lambda ls: [], "cannot be read"),
    ],
)
def test_bad_files_fail_every_fold_with_a_reason(case, change, message):
    result = read(case, change(case[2]))
    assert {f.status for f in result.folds} == {"failed"}
    assert all(message in f.reason for f in result.folds)


def test_no_file(case):
    result = predictions.read_external(case[3], *case[:2], "mark")
    assert "does not exist: write it as docs/" in result.folds[0].reason
