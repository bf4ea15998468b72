"""Follow "A protocol" of docs/recipes.md to the letter."""

from __future__ import annotations

import pytest
from support.recipes import blocks
from support.workflow_project import ROOT

from naivebench.benchmark import configuration, plan

pytestmark = pytest.mark.workflow


def test_a_stanza_is_a_protocol_that_is_run(tmp_path):
    stanza = tmp_path / "twice.yaml"
    stanza.write_text(blocks("A protocol", "yaml")[0])
    changed = configuration.read(ROOT, [stanza])
    units = plan.units(
        configuration.cells(changed),
        changed.config.protocols,
        changed.datasets,
        changed.methods,
        changed.config.grain,
    )
    assert {(unit.protocol, unit.dataset, method) for unit in units for method in unit.methods} == {
        ("twice", dataset, method) for dataset in ("iris", "zoo") for method in ("nb", "knn")
    }
    assert all(
        plan.n_folds(changed.config.protocols["twice"], unit.dataset, changed.datasets[unit.dataset]) == 10
        for unit in units
    )


def test_the_other_protocols_stay_as_they_are(tmp_path):
    stanza = tmp_path / "twice.yaml"
    stanza.write_text(blocks("A protocol", "yaml")[0])
    before = configuration.read(ROOT).config.protocols
    after = configuration.read(ROOT, [stanza]).config.protocols
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"twice"}
