"""The study of variance floors uses the rules of the method."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from support import tables

sys.path.insert(0, str(Path(__file__).parent))
import study_variance_floor as study

from naivebench.methods.naive_bayes import gnb

GAPS = "deviation of at least 0.167 mean gaps"


def test_rules_give_the_variances_of_the_method():
    table = tables.of_kinds(tables.mixed(200, seed=2), ("ordinal", "linear", "angular"))
    rounded = table._replace(reals=np.round(table.reals))
    for train in (table, rounded):
        model, moments = study.moments_of(train)
        for rule, params in (
            (study.FORMER, {}),
            ("deviation of at least 0.167 mean gaps", {"gap_floor": 0.167}),
        ):
            found = study.with_rule(model, moments, study.RULES[rule])
            np.testing.assert_allclose(found.variance, gnb.fit(train, **params).variance, rtol=1e-9)


def test_the_sets_that_raised_the_question_do_not_choose_the_rule():
    assert not study.chooses("wdbc")
    assert not study.chooses("optdigits")
    assert study.chooses("sonar")
    assert not study.chooses("iris")


def test_the_smallest_setting_within_one_standard_error_is_chosen():
    gaps = [name for name in study.RULES if "mean gaps" in name]
    accuracy = {gaps[0]: (0.8, 0.9, 0.6), gaps[1]: (0.7, 0.9, 0.72), gaps[2]: (0.8, 0.9, 0.71)}

    def of(family):
        return {name: [study.Score(accuracy.get(name, (0.5,) * 3)[family], 0.0)] for name in study.RULES}

    # the distances to the best are 0, 0, .11 with mean and error .037; without the first family .055 and .055
    found = {str(family): of(family) for family in range(3)}
    assert study.chosen_rule(found) == gaps[0]
    assert study.chosen_rule({"2": found["2"], "3": found["2"]}) == gaps[1]
