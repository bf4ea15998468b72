"""What a method says of its parameters."""

from __future__ import annotations

import pytest

from naivebench.models import catalogue, parameters


@pytest.mark.parametrize("method", catalogue.read_methods())
def test_every_parameter_of_the_catalogue_has_a_meaning(method):
    stanza = catalogue.read_methods()[method]
    for parameter in parameters.describe_parameters(stanza["module"], stanza["params"]):
        assert parameter.meaning, parameter.name


def test_changes_of_a_stanza_are_distinguished_from_defaults():
    stanza = catalogue.read_methods()["kdb"]
    changed = [p for p in parameters.describe_parameters(stanza["module"], stanza["params"]) if p.changed]
    assert [(p.name, p.value, p.default) for p in changed] == [("k", 2, 1)]


def test_the_docstring_of_fit_explains_parameters_that_are_not_in_the_table(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def fit(train, *, rng=None, sharpness: float = 2.0, alpha: float = 1.0, slope=0):\n"
        '    """Count. sharpness > 1: how steep the curve is; slope: its slope. Raises InputError."""\n'
    )
    found = parameters.describe_parameters(str(file), {"sharpness": 3})
    assert [(p.name, p.value, p.default) for p in found[:2]] == [("sharpness", 3, 2.0), ("alpha", 1.0, 1.0)]
    assert found[0].meaning == "Sharpness > 1: how steep the curve is."
    assert found[1].meaning == "Pseudo-count of every value."
    assert found[2].meaning == "Its slope."
