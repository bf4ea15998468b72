import numpy as np
from support import tables
from support.answers import predict

from naivebench.core.table import subset
from naivebench.data.discretization import apply
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees import c45, cascade


def on_intervals(train, test):
    cuts = apply.learn(train, "fayyad_irani")
    return apply.apply(train, cuts), apply.apply(test, cuts)


def with_columns(table, numbers):
    for c, column in enumerate(numbers.T):
        table = tables.append(table, tables.Attribute(f"extra {c}", "linear"), column)
    return table


def test_equal_to_both_models_written_out():
    table = tables.mixed(150, missing=0.05)
    train, test = subset(table, np.arange(100)), subset(table, np.arange(100, 150))
    found = predict(cascade, train, test)
    on_train, on_test = on_intervals(train, test)
    naive = nb.fit(on_train)
    p, q = (np.exp(nb.predict_log_proba(naive, t)) for t in (on_train, on_test))
    train, test = with_columns(train, p), with_columns(test, q)
    np.testing.assert_allclose(found, predict(c45, train, test), atol=1e-12)


def test_a_case_without_any_value_has_no_probabilities():
    table = tables.discrete([[0, 1], [1, 0], [0, 0], [-1, -1], [-1, 1]], [0, 1, 0, 1, 0])
    model = cascade.fit(table)
    numbers = cascade.add_probabilities(model.cuts, model.nb, table).reals
    np.testing.assert_array_equal(np.isnan(numbers).all(axis=1), [False, False, False, True, False])
    assert not np.isnan(numbers[[0, 1, 2, 4]]).any()
