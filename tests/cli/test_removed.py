"""What 1.0.0 had and 2.0.0 does not is refused with one sentence that names the replacement."""

from __future__ import annotations

import pytest
from support.configured import CONFIG, DATASETS, METHODS, message

from naivebench.cli.main import main, parser
from naivebench.core.removed import REMOVED

COMMANDS = sorted(name.removeprefix("naivebench ") for name in REMOVED if name.startswith("naivebench "))


@pytest.mark.parametrize("words", COMMANDS)
def test_a_removed_command_or_option_says_what_to_use(words, capsys):
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: there is no `naivebench {words}`; it was removed in 2.0.0: ")
    assert error.count("\n") == 1


def test_no_option_that_exists_is_listed():
    for command, options in parser()._subparsers._group_actions[0].choices.items():
        assert command not in COMMANDS
        for action in options._actions:
            assert not {f"{command} {option}" for option in action.option_strings} & set(COMMANDS)


def test_an_option_with_a_value_is_recognised(capsys):
    assert main(["fit", "--method", "nb", "--sql=duckdb:///a.db", "--target", "y"]) == 2
    assert "there is no `naivebench fit --sql`; it was removed in 2.0.0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"datasets": DATASETS.replace("target: type", "target: type\n    shards: 4")}, "shards"),
        ({"methods": METHODS.replace("{alpha: 1}", "{missing: marginalise}")}, "missing"),
        ({"config": CONFIG.replace("methods: [nb]", "methods: [kmeans_nb]")}, "kmeans_nb"),
        ({"config": CONFIG + "\nstatistics: {ids: [ranks, hierarchical]}\n"}, "hierarchical"),
        ({"config": CONFIG.replace("{folds: 5}", "{scheme: openml}")}, "openml"),
        ({"config": CONFIG.replace("{folds: 5}", "{folds: 5, tested: 1}")}, "tested"),
        ({"datasets": DATASETS.replace("{file: sky.csv}", "{openml_task: 59}")}, "openml_task"),
        ({"datasets": DATASETS.replace("{file: sky.csv}", "[{csv: sky}]")}, "csv"),
    ],
)
def test_a_removed_key_or_id_of_the_configuration_says_what_to_use(tmp_path, given, name):
    text = message(tmp_path, **given)
    assert name in text
    assert "it was removed in 2.0.0: " in text


@pytest.mark.parametrize(
    "given",
    [
        {"datasets": DATASETS.replace("{file: sky.csv}", "{openml: 61, file: sky.csv}")},
        {"datasets": DATASETS.replace("{file: sky.csv}", "{file: sky.csv, cuts: 4}")},
        {"config": CONFIG.replace("cuts: all", "cuts: openml")},
        {"config": CONFIG.replace("{tags: [small]}", "[csv]")},
        {"config": CONFIG.replace("{tags: [small]}", "{tags: [stream]}")},
        {"config": CONFIG.replace("methods: [nb]", "methods: [missing]")},
        {"config": CONFIG + "\nmissing: 1\n"},
        {"methods": METHODS.replace("{alpha: 1}", "{cuts: 3}")},
    ],
)
def test_a_removed_name_in_another_place_is_an_ordinary_mistake(tmp_path, given):
    assert "2.0.0" not in message(tmp_path, **given)


@pytest.mark.parametrize("name", sorted(name.split()[1] for name in REMOVED if name.startswith("estimator ")))
def test_a_removed_attribute_of_estimators_says_what_to_use(name):
    from naivebench.estimators import NB

    assert not hasattr(NB(), name)
    with pytest.raises(AttributeError, match=f"NB has no attribute '{name}'; it was removed in 2.0.0: "):
        getattr(NB(), name)


def test_an_attribute_that_never_existed_keeps_its_message():
    from naivebench.estimators import NB

    with pytest.raises(AttributeError, match="'NB' object has no attribute 'classes_'"):
        getattr(NB(), "classes_")  # noqa: B009
