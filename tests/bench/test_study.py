"""The rules of the study on variance floors are those of the method."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from support import tables

sys.path.insert(0, str(Path(__file__).parent))
import study_variance_floor as study

from naivebench.methods.naive_bayes import gnb


def test_rules_give_the_variances_of_the_method():
    table = tables.of_kinds(tables.mixed(200, seed=2), ("ordinal", "linear", "angular"))
    rounded = table._replace(reals=np.round(table.reals))
    for train in (table, rounded):
        model, moments = study.moments_of(train)
        for rule, params in ((study.FORMER, {}), ("deviation of at least 0.5 mean gaps", {"gap_floor": 0.5})):
            found = study.with_rule(model, moments, study.RULES[rule])
            np.testing.assert_allclose(found.variance, gnb.fit(train, **params).variance, rtol=1e-9)


def test_the_sets_that_raised_the_question_do_not_choose():
    assert not study.chooses("wdbc")
    assert not study.chooses("optdigits")
    assert study.chooses("sonar")
    assert not study.chooses("iris")
