"""The published files of a run can be read, and a new method ranks among them as it does in the run
itself.
"""

import json
import shutil

import numpy as np
import pandas as pd
import pytest
from support.workflow_project import ROOT

import naivebench
from naivebench.benchmark import read_predictions
from naivebench.benchmark.publication import newcomer, published, release
from naivebench.cli.main import main
from naivebench.core import table as tables
from naivebench.core.checks import InputError
from naivebench.report import newcomer as report

pytestmark = pytest.mark.workflow
MINE = "tan"  # this method is removed from the published results and compared as a new one


@pytest.fixture(scope="module")
def collected(finished, tmp_path_factory):
    return release.collect(finished, tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="module")
def without(collected, tmp_path_factory):
    """The published files without one method, the field of the other methods, and the scores of
    that method.
    """
    folder = shutil.copytree(collected, tmp_path_factory.mktemp("without") / "files")
    scores = pd.read_parquet(collected / published.SCORES)
    scores[scores["method"] != MINE].to_parquet(folder / published.SCORES, index=False)
    field = newcomer.field(folder)
    primary = field.configuration.config.primary
    mine = scores[(scores["method"] == MINE) & (scores["metric"] == primary.metric)]
    return folder, field, mine[mine["protocol"] == primary.protocol].reset_index(drop=True)


def statistic(run, name):
    content = json.loads((run / "results" / "statistics" / f"{name}.json").read_text())
    return [c for c in content["comparisons"] if c["primary"]]


def test_a_new_method_has_the_ranks_and_tests_of_a_run_that_includes_it(without, finished, tmp_path):
    _, field, mine = without
    mine[["dataset", "repeat", "fold", "value"]].to_csv(tmp_path / "tan.csv", index=False)
    standing = report.compare(field, newcomer.read(tmp_path / "tan.csv", field))
    assert standing.statistics["ranks"]["comparisons"] == statistic(finished, "ranks")
    of_mine = [c for c in statistic(finished, "corrected_t") if c["method"] == MINE]
    assert standing.statistics["corrected_t"]["comparisons"] == of_mine
    assert of_mine
    board = pd.read_csv(finished / "reports/tables/leaderboard.csv", index_col="method")
    ours = pd.DataFrame(standing.tables[1].rows)
    ours.index = [cell.value for cell in ours["method"]]
    assert ours["win_rate"].astype(float).to_dict() == board["win_rate"].to_dict()


def predicted(run, mine):
    """The (data set, table, repeat, fold, rows, log probabilities, codes) of every fold of the method."""
    for dataset in mine["dataset"].unique():
        table = tables.load(run / f"data/prepared/{dataset}.npz")
        for path in sorted((run / f"results/predictions/honest/{dataset}").rglob("*.npz")):
            found = read_predictions.load(path, path.with_suffix(".times.json"))
            p = found.methods.get(MINE)
            for f, (repeat, fold) in enumerate(zip(found.repeat, found.fold, strict=True)):
                part = slice(found.offsets[f], found.offsets[f + 1])
                if p:
                    yield dataset, table, repeat, fold, found.row[part], p.log_proba[part], p.predicted[part]


def test_labels_and_probabilities_give_the_scores_of_the_run(without, finished, tmp_path):
    _, field, mine = without
    labels, probabilities = [], {}
    for dataset, table, repeat, fold, rows, log_proba, codes in predicted(finished, mine):
        of_set = probabilities.setdefault(
            dataset, [["repeat", "fold", "row", *(f"P({c})" for c in table.classes)]]
        )
        for row, logs, code in zip(rows, np.exp(log_proba.astype(float)).tolist(), codes, strict=True):
            labels.append((dataset, repeat, fold, row, table.classes[code]))
            of_set.append([repeat, fold, row, *logs])
    columns = ["dataset", "repeat", "fold", "row", "predicted"]
    pd.DataFrame(labels, columns=columns).to_csv(tmp_path / "tan.csv", index=False)
    (tmp_path / "tan").mkdir()
    for dataset, rows in probabilities.items():
        pd.DataFrame(rows).to_csv(tmp_path / "tan" / f"{dataset}.csv", index=False, header=False)
    keys = ["dataset", "repeat", "fold"]
    for name in ("tan.csv", "tan"):
        found = newcomer.read(tmp_path / name, field, data=finished).scores
        pd.testing.assert_frame_equal(
            found.sort_values(keys)[mine.columns].reset_index(drop=True),
            mine.sort_values(keys).reset_index(drop=True),
            check_dtype=False,
        )
    pd.DataFrame(labels[1:], columns=columns).to_csv(tmp_path / "tan.csv", index=False)
    with pytest.raises(InputError, match="no prediction for 1 of"):
        newcomer.read(tmp_path / "tan.csv", field, data=finished)
    with pytest.raises(InputError, match="--until folds"):
        newcomer.read(tmp_path / "tan.csv", field, data=tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dataset,fold\ncorral,0\n", "expected dataset, repeat, fold and value"),
        ("dataset,fold,value\ncoral,0,1\n", "no data set 'coral'; did you mean 'corral'?"),
        ("dataset,fold,value\ncorral,7,1\n", "line 2.* no fold 7 of repeat 0 of data set 'corral'"),
        ("dataset,fold,value\ncorral,0,97.5\n", "97.5 is not between 0 and 1, .*write shares of 1"),
        ("dataset,fold,value\ncorral,0,x\n", "value is 'x', expected a number"),
        ("dataset,fold,value\ncorral,0,1\ncorral,0,1\n", "already has a score of m in line 2"),
        ("dataset,fold,value\ncorral,0.5,1\n", "line 2: fold is '0.5', expected a whole number"),
        ("dataset,fold,value\ncorral,inf,1\n", "line 2: fold is 'inf', expected a whole number"),
        ("dataset,fold,value,method\ncorral,0,1,nb\n", "have a method 'nb' already"),
        ("dataset,fold,value,metric\ncorral,0,1,auc\n", "metric in .* is 'accuracy', expected one of auc"),
    ],
)
def test_a_wrong_table_ends_with_a_sentence(without, tmp_path, text, message):
    (tmp_path / "m.csv").write_text(text)
    with pytest.raises(InputError, match=message):
        newcomer.read(tmp_path / "m.csv", without[1])


def test_the_command_writes_folds_and_page(without, finished, tmp_path, capsys, monkeypatch):
    folder, _, mine = without
    monkeypatch.chdir(tmp_path)
    assert main(["compare", "--folds", "folds.csv", "--published", str(folder)]) == 0
    listed, scored = pd.read_csv("folds.csv"), pd.read_csv(finished / "data/folds/honest/corral.csv")
    pd.testing.assert_frame_equal(listed[listed["dataset"] == "corral"][["repeat", "fold", "row"]], scored)
    mine[mine["dataset"] != "people"].to_csv("mine.csv", index=False)
    assert main(["compare", "--with-published", "mine.csv", "--name", MINE, "--published", str(folder)]) == 0
    out = capsys.readouterr().out
    assert f"{MINE} has the average rank" in out
    page = (tmp_path / f"{MINE}.html").read_text()
    assert "lacks a complete score of tan" in page  # the data set without scores of tan
    assert 'href="#' not in page
    assert main(["compare", "--with-published", "none.csv", "--published", str(folder)]) == 2


def test_results_are_loaded_from_a_folder_and_by_the_index(collected, tmp_path, monkeypatch):
    read = naivebench.results.load(folder=collected)
    assert read.version == naivebench.__version__
    assert list(read.scores.columns[:3]) == ["protocol", "dataset", "method"]
    assert {"method", "win_rate"} <= set(read.leaderboard.columns)
    assert {"paper", "claim", "verdict"} <= set(read.verdicts.columns)

    path = tmp_path / "published.json"
    path.write_text("{}")
    monkeypatch.setattr(published, "INDEX", path)
    monkeypatch.setattr(published.index, "__defaults__", (path,))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(published.FOLDER, raising=False)
    monkeypatch.setattr("time.sleep", lambda seconds: None)  # skip the pause before another attempt to fetch
    with pytest.raises(InputError, match="no published results yet"):
        published.load()
    release.record(collected, "", path)
    with pytest.raises(InputError, match="have no address yet"):
        published.load()
    release.record(collected, tmp_path.as_uri() + "/missing", path)
    with pytest.raises(InputError, match="is not available"):
        published.load()
    release.record(collected, collected.as_uri(), path)
    short = naivebench.__version__.rpartition(".")[0]
    assert published.load(short).scores.equals(read.scores)
    with pytest.raises(InputError, match="no published results of version '9'"):
        published.load("9")
    cached = tmp_path / "cache" / "naivebench" / naivebench.__version__ / published.BOARD
    cached.write_text("method\n")
    with pytest.raises(InputError, match="is not the published file"):
        published.load()
    monkeypatch.setenv(published.FOLDER, str(collected))
    assert published.load(short).leaderboard.equals(read.leaderboard)


def test_a_release_needs_a_section_of_the_changelog_and_a_finished_run(tmp_path):
    for name in ("CHANGELOG.md", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")
    with pytest.raises(InputError, match="has no section of version"):
        release.check(tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {naivebench.__version__}\n")
    release.check(tmp_path)
    with pytest.raises(InputError, match="does not exist: run make"):
        release.collect(tmp_path, tmp_path)
