"""A small project of three configuration files, and the message about a faulty one."""

from __future__ import annotations

from pathlib import Path

import pytest

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import schemas
from naivebench.core.checks import InputError

CONFIG = """\
protocols:
  honest:
    folds: {folds: 5}
  paper/old:
    folds: {scheme: leave_one_out}
    cuts: all
experiments:
  main:
    protocol: honest
  old:
    protocol: paper/old
    datasets: {tags: [small]}
    methods: [nb]
"""
DATASETS = """\
archives:
  pack-1.0:
    {pip: pack==1.0, sha256: %s}
datasets:
  zoo:
    source: {archive: pack-1.0, member: zoo.tab}
    target: type
    tags: [small]
  sky:
    title: Sky
    source: {file: sky.csv}
    kinds: {wind: {kind: angular, period: 360}}
""" % ("ab" * 32)
METHODS = """\
majority:
  title: Majority
  module: baselines.majority
  kinds: [nominal, linear]
nb:
  title: Naive Bayes
  module: naive_bayes.nb
  kinds: [nominal, linear]
  discretize: fayyad_irani
  params: {alpha: 1}
other:
  title: Another tool
  predictions: "external/{protocol}/{dataset}.csv"
"""


def project(folder: Path, config=CONFIG, datasets=DATASETS, methods=METHODS) -> Path:
    """The folder of a project with these three files."""
    (folder / "config" / "datasets").mkdir(parents=True, exist_ok=True)
    for name, text in (("config", config), ("datasets/a", datasets), ("methods", methods)):
        (folder / "config" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def protocol(**keys) -> dict:
    """A protocol with these keys, and defaults for the others."""
    schema = schemas.read_schema("config")
    stanza = schema["properties"]["protocols"]["additionalProperties"]
    return {"title": "made", **schemas.fill_defaults(keys, stanza, schema)}


def message(folder: Path, **texts: str) -> str:
    with pytest.raises(InputError) as error:
        configuration.list_method_runs(configuration.read_configuration(project(folder, **texts)))
    text = str(error.value)
    assert "\n" not in text
    return text
