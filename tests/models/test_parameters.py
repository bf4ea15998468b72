"""Description of methods in cards and help: the meaning of every parameter."""

import pytest

from naivebench.models import catalogue, parameters, stanzas


@pytest.mark.parametrize("method", catalogue.methods())
def test_every_parameter_of_the_catalogue_has_a_meaning(method):
    stanza = catalogue.methods()[method]
    for parameter in parameters.described(stanza["module"], stanza["params"]):
        assert parameters.meaning_of(stanza["module"], parameter.name), parameter.name


def test_every_meaning_belongs_to_a_parameter():
    used = set()
    for stanza in catalogue.methods().values():
        for parameter in parameters.described(stanza["module"], stanza["params"]):
            own = f"{stanza['module']}.{parameter.name}"
            used.add(own if own in parameters.MEANINGS else parameter.name)
    assert used == set(parameters.MEANINGS)


def test_changes_of_a_stanza_are_distinguished_from_defaults():
    stanza = catalogue.methods()["kdb"]
    changed = [p for p in parameters.described(stanza["module"], stanza["params"]) if p.changed]
    assert [(p.name, p.value, p.default) for p in changed] == [("k", 2, 1)]


def test_the_docstring_of_fit_explains_parameters_that_are_not_in_the_table(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def fit(train, *, rng=None, sharpness: float = 2.0, alpha: float = 1.0):\n"
        '    """Count. sharpness > 1: how steep the curve is. Raises InputError."""\n'
    )
    found = parameters.described(str(file), {"sharpness": 3})
    assert [(p.name, p.value, p.default) for p in found] == [("sharpness", 3, 2.0), ("alpha", 1.0, 1.0)]
    assert found[0].meaning == "sharpness > 1: how steep the curve is."
    assert found[1].meaning == parameters.MEANINGS["alpha"]


def test_a_default_that_only_the_module_knows_is_not_a_change():
    found = {p.name: p for p in parameters.described("high_cardinality.hpb", {})}
    assert found["b_grid"].value is stanzas.UNREAD
    assert not found["b_grid"].changed
