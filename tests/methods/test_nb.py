import numpy as np
import pytest
from support.answers import leave_out, network_by_formula, predict
from support.tables import discrete, made

from naivebench.core.table import subset
from naivebench.methods.naive_bayes import nb


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize(("alpha", "prior_alpha"), [(1.0, 1.0), (0.3, 0.0), (2, 5)])
def test_equal_to_the_formula(missing, alpha, prior_alpha):
    train, test = made(0, 70, (3, 2, 4), 3, missing), made(1, 20, (3, 2, 4), 3, missing)
    params = {"alpha": alpha, "prior_alpha": prior_alpha}
    expected = network_by_formula(train, test, [()] * 3, "laplace", **params)
    np.testing.assert_allclose(predict(nb, train, test, **params), expected, atol=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.4])
@pytest.mark.parametrize(("alpha", "prior_alpha"), [(1.0, 1.0), (0.0, 0.0), (0.5, 0.0)])
@pytest.mark.parametrize("n", [1, 2, 40])
def test_leave_one_out_equals_refitting_without_the_case(missing, alpha, prior_alpha, n):
    table = made(7, n, (3, 2, 6), 3, missing)
    params = {"alpha": alpha, "prior_alpha": prior_alpha}
    expected = leave_out(table, lambda rest, one: predict(nb, rest, one, **params))
    np.testing.assert_allclose(nb.leave_one_out(nb.fit(table, **params), table), expected, atol=1e-12)


def test_leave_one_out_predicts_cases_of_unknown_class_by_all_others():
    table = made(3, 30, (3, 2), 2)
    table = table._replace(y=np.where(np.arange(30) == 4, -1, table.y).astype(np.int32))
    found = nb.leave_one_out(nb.fit(table), table)
    np.testing.assert_array_equal(found[4:5], predict(nb, table, subset(table, [4])))
    known = subset(table, np.delete(np.arange(30), 4))
    expected = nb.leave_one_out(nb.fit(known), known)
    np.testing.assert_allclose(np.delete(found, 4, axis=0), expected, atol=1e-14)


def test_evidence_that_is_impossible_under_every_class_gives_the_prior():
    table = discrete([[0, 0], [1, 1], [1, 1]], [0, 1, 1], (2, 2), 2)
    model = nb.fit(table, alpha=0, prior_alpha=0)
    found = nb.predict_log_proba(model, discrete([[0, 1]], [0], (2, 2), 2))
    np.testing.assert_allclose(np.exp(found), [[1 / 3, 2 / 3]])
