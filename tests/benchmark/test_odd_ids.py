"""Ids that look like numbers, missing cells or truth values stay text from the configuration to the
report.
"""

import itertools

import pandas as pd
import pytest
from support.configured import DATASETS, METHODS, message, project

from naivebench.benchmark import compare, configuration, score, score_protocol
from naivebench.benchmark.configuration.shapes import Part, Primary
from naivebench.benchmark.results import context
from naivebench.benchmark.results.frames import read_csv
from naivebench.benchmark.results.summaries import summarize
from naivebench.benchmark.statistics import STATISTICS, Benchmark
from naivebench.report import page

TEXT_IN_YAML = ("inf", "nan", "na", "1e5", "1_0e", "1984", "true", "null", "no", "007", "0x10")
ODD = ("1984", "nan", "null", "true", "1e5", "007", "inf", "n-a", "none")


@pytest.mark.parametrize("name", TEXT_IN_YAML)
@pytest.mark.parametrize("section", ["datasets", "methods"])
def test_a_quoted_id_is_text(tmp_path, name, section):
    text = {"datasets": DATASETS.replace("  sky:", f'  "{name}":'), "methods": METHODS + f'"{name}":\n'}
    text["methods"] += "  {title: T, module: naive_bayes.nb, kinds: [nominal]}\n"
    read = configuration.read(project(tmp_path, **{section: text[section]}))
    assert name in getattr(read, section)


@pytest.mark.parametrize(
    "name", ["1984", "true", "null", ".nan", ".inf", "0x10", "007", "1_000", "12:30", "~", "on"]
)
@pytest.mark.parametrize("section", ["datasets", "methods"])
def test_an_id_that_yaml_reads_as_another_value_must_be_quoted(tmp_path, name, section):
    text = {
        "datasets": DATASETS.replace("  sky:", f"  {name}:"),
        "methods": METHODS + f"{name}: {{title: T}}\n",
    }
    said = message(tmp_path, **{section: text[section]})
    assert said.startswith(f"config/{'datasets/a' if section == 'datasets' else section}.yaml, line ")
    assert "put it in quotes" in said


@pytest.mark.parametrize("name", ["1984", "true", "null", ".nan", "1.5", "2020-01-01"])
def test_an_id_in_a_list_must_be_quoted_too(tmp_path, name):
    from support.configured import CONFIG

    said = message(tmp_path, config=CONFIG + f"select: {{datasets: [{name}]}}\n")
    assert "select.datasets" in said
    assert "expected text" in said


def write(folder, ids):
    """Write the tables of scores with all ids as data sets, and protocols and methods of the same names."""
    files = []
    for protocol in ids[:2]:
        rows = {kind: [] for kind in score.COLUMNS}
        for dataset, (i, method) in itertools.product(ids, enumerate(ids)):
            key = protocol, dataset, method
            for fold in range(2):
                rows["scores"].append((*key, 0, fold, 5, 10, "accuracy", 0.5 + i / 20 + fold / 100))
                rows["timings"].append((*key, 0, fold, 0.1, 0.2, float("nan")))
                rows["structures"].append((*key, 0, fold, "nan"))
                rows["traces"].append((*key, 0, fold, 0, 1, 0.5, 0.5))
            rows["answers"].append((*key, 0, 10, "ffc0"))
            rows["confusions"].append((*key, 0, 0, 1, 10))
            rows["failures"].append((*key, "all", "all", "fit", "failed", "null", "nan", "NA"))
            rows["calibration"].append((*key, 3, 0.25, 1, 2))
        tables = {kind: str(folder / f"{kind}-{len(files)}.parquet") for kind in rows}
        for kind, frame in score_protocol.frames(score_protocol.Scored(rows, {})).items():
            frame.to_parquet(tables[kind], index=False)
        facts = folder / f"facts-{len(files)}.json"
        facts.write_text("{}")
        files.append(compare.Scored(protocol, tables, str(facts)))
    return files


def test_ids_pass_unchanged_from_scores_to_the_report(tmp_path):
    """No other id can be mistaken for another value.

    Every column of the files of `score.COLUMNS` is tested, and `frames.read_csv`, which reads all of them,
    does not guess types of text columns.
    """
    files = write(tmp_path, ODD)
    suffix = {"scores": "parquet", "timings": "parquet"}
    out = {kind: str(tmp_path / f"{kind}.{suffix.get(kind, 'csv')}") for kind in score.COLUMNS}
    compare.collect(files, tmp_path)
    for kind, path in out.items():
        frame = pd.read_parquet(path) if path.endswith("parquet") else read_csv(path)
        for column, values in (("protocol", ODD[:2]), ("dataset", ODD), ("method", ODD)):
            assert tuple(frame[column].unique()) == values, (kind, column)
    assert set(read_csv(out["failures"])["reason"]) == {"null"}
    parts = {"e": Part("E", "1984", list(ODD), list(ODD))}
    primary = Primary("1984", "accuracy", "nan")
    compared = Benchmark(pd.read_parquet(out["scores"]), parts, ["accuracy"], list(ODD), primary, 0.05, 0.01)
    ranks = STATISTICS["ranks"].compute(compared)["comparisons"]
    assert [sorted(c["datasets"]) for c in ranks] == [sorted(ODD)]
    results = context.load(tmp_path, tmp_path / "prepared")
    assert set(results.datasets) == set(results.methods) == set(ODD)
    assert set(results.structures["structure"]) == {"nan"}
    files = page.build(results, summarize(results), {})
    assert all(name in files["index.html"] for name in ODD)


def test_missing_numbers_stay_missing(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("method,value,fit_seconds,fold\nnan,nan,,0\nNA,inf,0.1,1\n")
    frame = read_csv(path)
    assert frame["method"].tolist() == ["nan", "NA"]
    assert frame["value"].isna().tolist() == [True, False]
    assert frame["fit_seconds"].isna().tolist() == [True, False]
    assert frame["fold"].dtype.kind == "i"
