"""Ids that look like numbers, missing cells or truth values stay text in the configuration; test_tables.py
follows them to the tables.
"""

import pytest
from support.configured import CONFIG, DATASETS, METHODS, message, project

from naivebench.benchmark import configuration

TEXT_IN_YAML = ("inf", "nan", "na", "1e5", "1_0e", "1984", "true", "null", "no", "007", "0x10")


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
    said = message(tmp_path, config=CONFIG + f"select: {{datasets: [{name}]}}\n")
    assert "select.datasets" in said
    assert "expected text" in said
