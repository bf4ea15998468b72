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
    ],
)
def test_a_removed_key_or_id_of_the_configuration_says_what_to_use(tmp_path, given, name):
    text = message(tmp_path, **given)
    assert name in text
    assert "it was removed in 2.0.0: " in text
