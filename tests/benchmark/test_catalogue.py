"""Data sets in collections: what stanzas take from `defaults` and the lock file, and in which order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.configured import project

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import catalogue
from naivebench.core.checks import InputError
from naivebench.data import sources

ROOT = Path(__file__).resolve().parents[2]

HASHES = ["ab" * 32, "cd" * 32, "ef" * 32]
SHARED = """\
archives:
  pack-1.0:
    pip: pack==1.0
    defaults: {source: {member: "data/{id}.tab"}, reader: orange, target: y, licence: of the archive}
defaults:
  tags: [mine]
  licence: of the file
datasets:
  zoo: {source: {archive: pack-1.0}}
  car: {source: {archive: pack-1.0, member: cars.csv}, reader: csv, target: class, licence: its own}
  own: {source: {file: own.csv}}
"""
LOCK = f"""\
archives:
  pack-1.0: {{sha256: {HASHES[0]}}}
datasets:
  zoo:
    source: {{sha256: {HASHES[1]}}}
    expect: {{rows: 3, missing: 0, classes: {{a: 1, b: 2}}}}
"""
DRAWS = """\
defaults:
  title: Draw {draw}
  source: {generator: corral, params: {rows: 10, seed: "{draw}"}}
datasets:
  draw-1: {words: {draw: 1}}
  draw-2: {words: {draw: 2}, source: {params: {rows: 20}}, title: Another}
  child: {source: {derive: draw-1}, title: A child}
"""
ALTERNATIVES = """\
datasets:
  zoo: {source: [{mirror: zoo.gz}, {url: "https://a.org/zoo"}]}
"""


def read(tmp_path, datasets, lock=""):
    root = project(tmp_path, datasets=datasets, config="protocols: {}\nexperiments: {}\n")
    (tmp_path / "config" / "datasets.lock.yaml").write_text(lock or "datasets: {}\n")
    return configuration.load_datasets("config/datasets", root)


def fault(tmp_path, datasets, lock=""):
    with pytest.raises(InputError) as error:
        read(tmp_path, datasets, lock)
    return str(error.value)


def test_the_stanza_overrides_its_file_which_overrides_the_archive_which_overrides_the_lock(tmp_path):
    sets, archives = read(tmp_path, SHARED, LOCK)
    assert archives == {"pack-1.0": {"sha256": HASHES[0], "pip": "pack==1.0"}}
    assert sets["zoo"]["source"] == {"archive": "pack-1.0", "member": "data/zoo.tab", "sha256": HASHES[1]}
    given = ("reader", "target", "licence", "tags")
    assert [sets["zoo"][k] for k in given] == ["orange", "y", "of the file", ["mine"]]
    assert [sets["car"][k] for k in given] == ["csv", "class", "its own", ["mine"]]
    assert sets["car"]["source"] == {"archive": "pack-1.0", "member": "cars.csv"}
    assert "reader" not in sets["own"]
    assert sets["zoo"]["expect"] == {"rows": 3, "missing": 0, "classes": {"a": 1, "b": 2}}


def test_values_stated_by_hand_override_the_lock(tmp_path):
    by_hand = SHARED.replace(
        "zoo: {source: {archive: pack-1.0}}",
        f"zoo: {{source: {{archive: pack-1.0, sha256: {HASHES[2]}}}, "
        "expect: {rows: 4, classes: {c: 4}}}",
    )
    zoo = read(tmp_path, by_hand, LOCK)[0]["zoo"]
    assert zoo["source"]["sha256"] == HASHES[2]
    assert zoo["expect"] == {"rows": 4, "missing": 0, "classes": {"c": 4}}


def test_words_fill_defaults_and_a_whole_text_keeps_its_type(tmp_path):
    sets, _ = read(tmp_path, DRAWS)
    assert sets["draw-1"]["title"] == "Draw 1"
    assert sets["draw-1"]["source"] == {"generator": "corral", "params": {"rows": 10, "seed": 1}}
    assert sets["draw-2"]["title"] == "Another"
    assert sets["draw-2"]["source"]["params"] == {"rows": 20, "seed": 2}
    assert "words" not in sets["draw-1"]


def test_another_origin_replaces_that_of_the_defaults_entirely(tmp_path):
    plain = DRAWS.replace("{draw}", "x")
    assert read(tmp_path, plain)[0]["child"]["source"] == {"derive": "draw-1"}


def test_every_alternative_has_its_own_lock(tmp_path):
    lock = f"datasets:\n  zoo: {{source: [{{sha256: {HASHES[0]}}}, {{sha256: {HASHES[1]}}}]}}\n"
    listed = read(tmp_path, ALTERNATIVES, lock)[0]["zoo"]["source"]
    assert [s["sha256"] for s in listed] == HASHES[:2]
    assert listed[1]["url"] == "https://a.org/zoo"


def test_classes_against_the_rest_are_locked_one_by_one(tmp_path):
    tasks = (
        SHARED + "  zoo-{class}: {source: {derive: zoo}, words: {class: [bird, fish]}, has_word: '{class}'}\n"
    )
    sets, _ = read(tmp_path, tasks, LOCK + "  zoo-fish: {expect: {rows: 5, classes: {fish: 2, other: 3}}}\n")
    assert (sets["zoo-bird"]["has_word"], sets["zoo-bird"]["expect"]) == ("bird", {})
    assert sets["zoo-fish"]["expect"] == {"rows": 5, "classes": {"fish": 2, "other": 3}}


def test_files_of_a_folder_are_read_in_the_order_of_their_names(tmp_path):
    root = project(tmp_path)
    folder = root / "config" / "datasets"
    for name, ids in (("b", ("y", "x")), ("B-first", ("z",)), ("c.lock", ("lost",))):
        text = "datasets:\n" + "".join(f"  {i}: {{source: {{file: {i}.csv}}}}\n" for i in ids)
        (folder / f"{name}.yaml").write_text(text)
    assert list(configuration.read_configuration(root).datasets) == ["z", "zoo", "sky", "y", "x"]
    for path in folder.iterdir():
        path.unlink()
    with pytest.raises(
        InputError, match=re.escape("the folder config/datasets contains no *.yaml file: write")
    ):
        configuration.read_configuration(root)


FAULTS = [  # text in a.yaml, its replacement, and what the message says after "config/datasets/a.yaml, line "
    ("tags: [mine]", "tgas: [mine]", "6: unknown key 'tgas' in defaults; did you mean 'tags'"),
    ("reader: orange", "reader: ornage", "9: zoo.reader names 'ornage', which is not a"),
    ("{id}.tab", "{ids}.tab", "9: a placeholder names 'ids', which is not one of the"),
    ("source: {file: own.csv}", "target: a", "11: data set 'own' has no source: give one of"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS)
def test_faults_of_defaults_are_reported_at_their_place(tmp_path, old, new, message):
    assert f"a.yaml, line {message}" in fault(tmp_path, SHARED.replace(old, new), LOCK)


def test_a_lock_that_is_not_yaml_is_refused(tmp_path):
    assert "not valid YAML" in fault(tmp_path, SHARED, LOCK.replace("source: {", "source: [{"))


def test_a_lock_of_other_alternatives_is_refused(tmp_path):
    lock = f"datasets:\n  zoo: {{source: [{{sha256: {HASHES[0]}}}]}}\n"
    sentence = fault(tmp_path, ALTERNATIVES, lock)
    assert "a.yaml, line 2: `source` does not have as many entries as the lock file: run" in sentence


def test_without_the_lock_a_catalogue_is_used_as_written(tmp_path):
    read(tmp_path, SHARED, LOCK)
    found = catalogue.read_catalogue(tmp_path / "config" / "datasets", "config/datasets")
    datasets, _ = catalogue.complete_stanzas([found], locked=False)
    assert datasets.data["zoo"]["source"] == {"archive": "pack-1.0", "member": "data/zoo.tab"}
    assert list(datasets.data) == ["zoo", "car", "own"]


def test_every_shipped_data_set_has_its_hashes_and_counts():
    for name, stanza in configuration.read_configuration(ROOT).datasets.items():
        assert {"rows", "attributes"} <= stanza["expect"].keys(), name
        for source in sources.list_sources(stanza):
            pinned = "sha256" in source or "archive" in source or name == "shuttle-small"
            assert pinned or sources.find_source_form(source) not in sources.FETCHED, name
