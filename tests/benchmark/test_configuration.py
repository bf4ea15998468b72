"""Configuration: defaults, expansion and the shipped files.

Every fault gives one sentence with file, line, key and suggestion.
"""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from support.configured import CONFIG, DATASETS, METHODS, message, project

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import documents
from naivebench.core.checks import InputError
from naivebench.evaluation.metrics import STANDARD

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def small(tmp_path):
    return configuration.read_configuration(project(tmp_path))


def test_defaults_come_from_the_schema_at_every_depth(small):
    assert small.config["seed"] == 2003
    assert small.config["repeat_failed"] is False
    honest = small.config["protocols"]["honest"]
    assert honest["folds"] == {
        "scheme": "stratified",
        "folds": 5,
        "repeats": 1,
        "repeats_of": {},
        "skip": 0,
        "seeds": [],
        "train_cases": [],
    }
    assert (honest["cuts"], honest["title"]) == ("training", "honest")
    assert small.config["metrics"] == list(STANDARD)
    assert small.methods["nb"]["cost"] == "light"
    assert small.methods["nb"]["params"] == {"alpha": 1.0, "prior_alpha": 1.0}  # the defaults of its `fit`
    assert small.datasets["zoo"] | {"title": "zoo", "tags": ["small"]} == small.datasets["zoo"]
    assert list(small.archives) == ["pack-1.0"]


def test_cells_are_expanded_once_in_catalogue_order(small):
    assert configuration.list_method_runs(small) == [
        *[("honest", d, m) for d in ("zoo", "sky") for m in ("majority", "nb", "other")],
        ("paper/old", "zoo", "nb"),
    ]


def test_shared_cells_run_once_and_exclusions_hold(tmp_path):
    more = (
        "  again: {protocol: honest, datasets: [zoo], exclude_methods: [nb]}\n  less: {protocol: honest, "
        "exclude_datasets: {tags: [small]}}\n"
    )
    read = configuration.read_configuration(project(tmp_path, config=CONFIG + more))
    assert len(configuration.list_method_runs(read)) == 7
    only = CONFIG + more + "select: {experiments: [less], methods: [nb]}\n"
    read = configuration.read_configuration(project(tmp_path, config=only))
    assert configuration.list_method_runs(read) == [("honest", "sky", "nb")]


def test_resolved_is_json(small):
    resolved = configuration.export_configuration(small)
    assert list(resolved) == ["config", "datasets", "methods", "archives"]
    assert json.loads(json.dumps(resolved)) == resolved


FOLDS = "{folds: 5}"
CONFIG_FAULTS = [  # text of config.yaml, and what the message says
    (CONFIG.replace(FOLDS, "{fold: 5}"), "line 3: unknown key 'fold' in protocols.honest.folds; did you mea"),
    (
        CONFIG.replace("    cuts: all", "    cuts: all\n    params: {nb: {alhpa: 2}}"),
        "config/config.yaml, line 7: method 'nb' names 'alhpa', which is not a parameter; did you mean",
    ),
    (CONFIG + "on_error: repot\n", "line 14: on_error: 'repot' is not one of ['report', 'stop']"),
    (CONFIG.replace("folds: 5", "folds: 1"), "protocols.honest.folds.folds: 1 is less than the minimum of 2"),
    (CONFIG + "statistics: {alpha: 2}\n", "alpha: 2 is greater than or equal to the maximum of 1"),
    (CONFIG + "timeout_seconds: 0\n", "line 14: timeout_seconds: 0 is less than or equal to the minimum"),
    (CONFIG + "memory_mb: .inf\n", "line 14: memory_mb: inf is greater than the maximum of 67108864"),
    (CONFIG.replace("honest:", "h" * 300 + ":", 1), "cannot be an id: expected lower-case letters, digits, "),
    (CONFIG + "metrics: [auc, auc]\n", "line 14: metrics: ['auc', 'auc'] has non-unique elements"),
    (CONFIG.replace("  honest:", "  Honest:"), "line 2: 'Honest' cannot be an id: expected lower-case lette"),
    (CONFIG + "select:\n  datasets:\n  - zoo\n  - ski\n", "line 17: select.datasets names 'ski', which is n"),
    (CONFIG.replace("5}", "5, repeats_of: {ski: 3}}"), "line 3: protocols.honest.folds.repeats_of.ski names"),
    (CONFIG.replace(FOLDS, "{scheme: weka, folds: 5}"), "line 3: scheme 'weka' needs the seeds of its repea"),
    (CONFIG + "metrics: [accurracy]\n", "metrics names 'accurracy', which is not a metric; did you mean 'ac"),
    (CONFIG + "metrics: [auc]\n", "primary.metric names 'accuracy', which is not a metric among the `metric"),
    (CONFIG + "select: {experiments: [old], datasets: [sky]}\n", "select.datasets names 'sky', which no sel"),
    (CONFIG + "seed: 1\nseed: 2\n", "line 15: key 'seed' occurs twice, first in line 14: delete one of them"),
    (CONFIG + "select:\n\tmethods: [nb]\n", "cannot start any token): correct this line or"),
    (CONFIG + "yes: 3\n", "line 14: YAML reads a key as True, not as text: put it in quotes"),
    (CONFIG.replace("    cuts: all", "    folds_as: old"), "folds_as names 'old', which is not a protocol"),
    (CONFIG.replace("5}", "5}\n    folds_as: honest"), "shares the folds of 'honest': name one that draws"),
    (CONFIG.replace("    cuts: all", "    folds_as: honest"), "has the same `folds`"),
    (
        CONFIG.replace("    cuts: all", "    folds_as: honest").replace("5}", "5}\n    folds_as: paper/old"),
        "protocol 'honest' shares the folds of 'paper/old': name one",
    ),
]
TASKS = (
    DATASETS
    + """  zoo-{class}:
    title: "Zoo: {class} or not"
    source: {derive: zoo}
    words: {class: [bird, fish]}
    has_word: "{class}"
    expect: {rows: 101, attributes: 16}
    tags: [tasks]
"""
)
SKY = "{file: sky.csv}"
DATASET_FAULTS = [
    (DATASETS.replace(f"    source: {SKY}\n", ""), "line 9: data set 'sky' has no source: give one of "),
    (DATASETS.replace(SKY, "{file: s.csv, generator: corral}"), "line 11: source of data set 'sky' has file"),
    (DATASETS.replace("ab" * 32, "0" * 64), "archives.pack-1.0.sha256 is 0, expected 64 lower-case hexadec"),
    (DATASETS.replace(f", sha256: {'ab' * 32}", ""), "line 2: archive pack==1.0 has no sha256: add it"),
    (DATASETS.replace("{kind: angular, period: 360}", "angular"), "'angular', expected nominal, ordinal, li"),
    (DATASETS.replace(", period: 360", ""), "line 12: datasets.sky.kinds.wind: 'period' is a re"),
    (DATASETS.replace("  zoo:", "  2003:"), "config/datasets/a.yaml, line 5: 2003 cannot be an id"),
    (DATASETS.replace(SKY, "{derive: sky}"), "line 11: 'sky' leads back to itself (sky -> sky): remove one "),
    (DATASETS + "  zoo:\n    source: {file: z.csv}\n", "line 13: key 'zoo' occurs twice, first in line 5"),
    ("", "config/datasets/a.yaml: 'datasets' is a required property"),
    (TASKS.replace("zoo-{class}:", "zoo-all:"), "line 13: data set 'zoo-all' needs a list in `words` for"),
    (TASKS.replace("[bird, fish]", "fish"), "line 13: data set 'zoo-{class}' needs a list in `words` for"),
    (
        TASKS.replace("[bird,", "[Sea bird,"),
        "datasets.zoo-{class}.words.class.0 is 'Sea bird', expected a pa",
    ),
    (TASKS + "  zoo-fish: {source: {file: z.csv}}\n", "line 20: data set 'zoo-fish' is defined twice"),
]
METHOD_FAULTS = [
    (
        METHODS.replace("naive_bayes.nb", "naive_bayes.nbb"),
        "line 7: module of method 'nb' is 'naive_bayes.nbb', but there is no file src/",
    ),
    (METHODS.replace("{alpha: 1}", "{alpha: x}"), "line 10: alpha in method 'nb' is 'x', expected"),
    (
        METHODS.replace("  module: naive_bayes.nb\n", ""),
        "line 5: method 'nb' needs either `module` and `kinds`",
    ),
    (METHODS + "  module: naive_bayes.nb\n", "line 11: method 'other' needs either `module` and"),
    (METHODS.replace("{protocol}/", ""), "other.predictions is 'external/{dataset}.csv', expected a file na"),
    (
        METHODS + "more:\n  like: most\n  title: More\nmost:\n  like: more\n  title: Most\n",
        "line 15: 'more' leads back to itself (more -> most -> more): remove one link",
    ),
    (METHODS + "more: {like: nb, title: More, params: {alpha: 2, alhpa: 1}}\n", "line 14: method 'more' nam"),
]
FAULTS = {"config": CONFIG_FAULTS, "datasets": DATASET_FAULTS, "methods": METHOD_FAULTS}


@pytest.mark.parametrize(
    ("file", "text", "expected"), [(file, *fault) for file, faults in FAULTS.items() for fault in faults]
)
def test_a_fault_is_one_sentence_with_file_line_and_key(tmp_path, file, text, expected):
    sentence = message(tmp_path, **{file: text})
    assert sentence.startswith(("config/", "select.", "the configuration: primary"))
    assert expected in sentence


def test_a_file_that_is_not_text_is_refused(tmp_path):
    project(tmp_path)
    (tmp_path / "config" / "methods.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(
        InputError,
        match=r"methods.yaml cannot be read \('utf-8' codec can't decode byte 0xff in position 0",
    ):
        configuration.read_configuration(tmp_path)


def test_a_message_names_the_file_that_set_the_value(tmp_path):
    root = project(tmp_path)
    (tmp_path / "more.yaml").write_text("\nselect:\n  methods: [knn]\n")
    with pytest.raises(
        InputError, match=r"^more.yaml, line 3: select.methods names 'knn', which is not a method"
    ):
        configuration.read_configuration(root, [tmp_path / "more.yaml"])
    with pytest.raises(InputError, match=r"^the configuration: select.methods names 'knn'"):
        configuration.read_configuration(root, values={"select": {"methods": ["knn"]}})


def test_a_merged_dictionary_still_finds_duplicate_keys_in_the_file(tmp_path):
    root = project(tmp_path, config=CONFIG + "seed: 1\nseed: 2\n")
    with pytest.raises(InputError, match="line 15: key 'seed' occurs twice"):
        configuration.read_configuration(root, values={"seed": 2})


def test_a_catalogue_of_your_own_is_added_to_the_shipped_one(tmp_path):
    root = project(tmp_path, config=CONFIG + "catalogues: {datasets: [config/datasets/a.yaml, my.yaml]}\n")
    (tmp_path / "my.yaml").write_text(
        "datasets:\n  mine:\n    source: {file: my.csv}\n  child:\n    source: {derive: zoo}\n    "
        "classes: {a: [b], c: '*'}\n"
    )
    assert list(configuration.read_configuration(root).datasets) == ["zoo", "sky", "mine", "child"]
    (tmp_path / "my.yaml").write_text("datasets:\n  zoo:\n    source: {file: my.csv}\n")
    with pytest.raises(
        InputError,
        match=r"my.yaml, line 2: data set 'zoo' is already defined in config/datasets/a.yaml, line 5: rename",
    ):
        configuration.read_configuration(root)
    (tmp_path / "my.yaml").unlink()
    with pytest.raises(InputError, match=r"my.yaml cannot be read \(No such file .*\): name a file"):
        configuration.read_configuration(root)


def test_a_list_of_words_gives_a_stanza_for_each(tmp_path):
    found = configuration.read_configuration(project(tmp_path, datasets=TASKS)).datasets
    assert list(found) == ["zoo", "sky", "zoo-bird", "zoo-fish"]
    assert found["zoo-fish"] == {
        "title": "Zoo: fish or not",
        "source": {"derive": "zoo"},
        "has_word": "fish",
        "expect": {"rows": 101, "attributes": 16},
        "tags": ["tasks"],
        "reference": "",
        "licence": "",
    }


def test_anchors_and_merge_keys_work(tmp_path):
    (tmp_path / "x").write_text("a: &a {x: 1}\nb:\n  <<: *a\n  y: 2\nd: [*a, *a]\n")
    document = documents.read_document(tmp_path / "x", "x.yaml")
    assert document.data == {"a": {"x": 1}, "b": {"x": 1, "y": 2}, "d": [{"x": 1}, {"x": 1}]}
    assert documents.describe_location(document, ("b", "x", 3)) == "x.yaml, line 2"


# The shipped files


def selected(loaded):
    chosen = loaded.config["select"]["experiments"]
    return list(loaded.config["experiments"]) if chosen == "all" else chosen


@pytest.mark.parametrize("extra", [[], ["smoke"], ["full"], ["robles2003"]])
def test_shipped_configuration_is_valid(extra):
    loaded = configuration.read_configuration(ROOT, [ROOT / "config" / f"{name}.yaml" for name in extra])
    cells = configuration.list_method_runs(loaded)
    assert len(cells) == len(set(cells))
    wanted = {loaded.config["experiments"][e]["protocol"] for e in selected(loaded)}
    assert {p for p, _, _ in cells} <= wanted if extra == ["smoke"] else {p for p, _, _ in cells} == wanted
    folds = loaded.config["protocols"]["honest"]["folds"]
    assert folds["folds"] == (3 if extra == ["smoke"] else 10)
    assert folds["repeats"] == (5 if extra == ["full"] else 1)


def test_shipped_experiments():
    loaded = configuration.read_configuration(ROOT)
    cells = configuration.list_method_runs(loaded)
    judged = {m for p, _, m in cells if p == "paper/robles2003"}
    assert judged >= {"majority", "nb", "fssj", "bsej", "pazzani_eda", "apnbc", "apnbc_eda", "ienb"}
    paper = {d for p, d, _ in cells if p == "paper/robles2003"}
    leading = {d for d in paper if "variant" not in loaded.datasets[d]["tags"]}
    assert len(leading) == 21  # the data sets of the paper's Table 2
    assert not {d for p, d, _ in cells if p == "honest"} & {
        d for d, s in loaded.datasets.items() if "variant" in s["tags"]
    }
    left_out = set(loaded.config["experiments"]["benchmark"]["exclude_methods"]["tags"]) - {
        "library-defaults"
    }
    everything = {m for m, s in loaded.methods.items() if not left_out & set(s["tags"])}
    assert {m for p, _, m in cells if p == "honest"} >= everything
    assert {m for p, d, m in cells if p == "honest" and d == "adult"} == everything


def test_golden_run_has_every_method_under_every_protocol_of_the_default_run():
    golden = configuration.read_configuration(ROOT, [ROOT / "config" / "golden.yaml"])
    cells = configuration.list_method_runs(golden)
    recorded = pd.read_csv(ROOT / "data" / "golden" / "scores.csv", usecols=["protocol", "method"])
    # without the packages of envs/extras.txt
    absent = {m for m in golden.methods if m.startswith(("catboost", "ebm"))}
    assert set(recorded["method"]) == {m for _, _, m in cells} - absent == set(golden.methods) - absent
    pairs = {
        (p, m)
        for p, _, m in configuration.list_method_runs(configuration.read_configuration(ROOT))
        if m not in absent
    }
    assert pairs <= {(p, m) for p, _, m in cells}
    assert set(recorded["protocol"]) >= {p for p, _ in pairs}


def test_robles2003_has_ten_runs_and_honest_long_searches_except_on_satimage():
    """Every data set has ten runs, and the honest searches include all data sets but satimage."""
    loaded = configuration.read_configuration(ROOT)
    for protocol in ("paper/robles2003", "paper/robles2003-printed"):
        folds = loaded.config["protocols"][protocol]["folds"]
        assert (folds["repeats"], folds["repeats_of"]) == (10, {"satimage": 1})
        alone = configuration.read_configuration(ROOT, [ROOT / "config" / "robles2003.yaml"])
        folds = alone.config["protocols"][protocol]["folds"]
        assert (folds["repeats"], folds["repeats_of"]) == (10, {"satimage": 10})
    cells = configuration.list_method_runs(loaded)
    leading = {
        d for p, d, _ in cells if p == "paper/robles2003" and "variant" not in loaded.datasets[d]["tags"]
    }
    for method in ("ienb", "apnbc_eda", "pazzani_eda"):
        honest = {d for p, d, m in cells if (p, m) == ("honest", method)}
        assert leading - honest == {"satimage"}
