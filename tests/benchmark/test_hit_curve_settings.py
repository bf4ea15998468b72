"""Settings of protocols for rare classes: constants chosen on the test folds, shared folds, and the reference
of hit curves.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from support import configured
from support.configured import CONFIG, METHODS, message

from naivebench.benchmark import configuration, job_settings
from naivebench.evaluation import folds

ROOT = Path(__file__).resolve().parents[2]

STANZA = {"module": "naive_bayes.nb", "kinds": ["nominal"], "params": {"alpha": 1, "prior_alpha": 0}}


def test_the_stanza_states_what_is_chosen_on_the_test_parts():
    split = {"scheme": "stratified", "folds": 6}
    params = {"nb": {"prior_alpha": 1}}
    protocol = configured.protocol(params=params, chosen_on_test={"nb": ["s"]}, folds=split)
    found = job_settings.apply_protocol(protocol, "nb", STANZA | {"cost": "heavy"})  # changes no prediction
    expected = {**STANZA, "params": {"alpha": 1, "prior_alpha": 1}, "chosen_on_test": ["s"]}
    assert found == expected
    assert job_settings.apply_protocol(protocol | {"reshuffled": ["nb"]}, "nb", STANZA) == {
        **expected,
        "reshuffled": {**split, "repeats": 1, "skip": 0},
    }
    assert job_settings.apply_protocol(protocol, "other", STANZA) == STANZA


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("metrics: [hit_aera]", "metrics names 'hit_aera', which is not a metric; did you mean 'hit_area'"),
        ("chosen_on_test: {aibn_tan: [mmmi]}", "'mmmi', which is not a parameter with a grid; did you mean"),
        # of another tool
        ("chosen_on_test: {other: [s]}", "chosen_on_test of 'other' names 's', which is not"),
        *(
            (f"{key}\n    chosen_on_test: {{hpb: [b]}}\n    reshuffled: [hpb]", "needs the scheme strat")
            for key in ("folds: {scheme: time}", "own_holdout: true")
        ),
    ],
)
def test_wrong_settings_are_reported(tmp_path, keys, expected):
    rare = f"protocols:\n  rare:\n    {keys}\n"
    tuned = "".join(
        f"{name}: {{title: made, module: {module}, kinds: [nominal]}}\n"
        for name, module in (("aibn_tan", "high_cardinality.aibn_tan"), ("hpb", "high_cardinality.hpb"))
    )
    config = CONFIG.replace("protocols:\n", rare, 1)
    assert expected in message(tmp_path, config=config, methods=METHODS + tuned)


def test_folds_to_choose_on_are_drawn_by_the_arguments_of_make():
    """This is tested for every protocol of the configuration that has such folds, with the defaults of the
    schema.
    """
    known = set(inspect.signature(folds.make_folds).parameters)
    protocols = configuration.read_configuration(ROOT).config["protocols"]
    drawn = [
        job_settings.apply_protocol(protocol, method, {})["reshuffled"]
        for protocol in protocols.values()
        for method in protocol["reshuffled"]
    ]
    assert drawn
    assert all(set(arguments) <= known for arguments in drawn)
