import numpy as np
import pytest
from support import tables
from support.made_tables import assert_log_proba, made

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb


def mixed_table(seed=0, n=60, missing=0.0):
    """A table with kinds in turn: nominal, linear, ordinal, angular."""
    discrete = made(seed, n, (3, 4), 3, missing)
    rng = np.random.default_rng(seed + 100)
    reals = np.column_stack([rng.normal(size=n) + discrete.y, rng.uniform(-np.pi, np.pi, n)])
    reals[rng.random(reals.shape) < missing] = np.nan
    ordinal = discrete.attributes[1]._replace(kind="ordinal")
    attributes = [
        discrete.attributes[0],
        Attribute("w", "linear"),
        ordinal,
        Attribute("a", "angular", period=360.0),
    ]
    return make_table(attributes, discrete.classes, discrete.y, discrete.codes, reals)


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_the_sum_of_both_parts_with_one_prior(missing):
    table = mixed_table(0, 60, missing)
    discrete, real = mixed_nb.parts(table)
    a, b = nb.fit(discrete, prior_alpha=0), gnb.fit(real)
    log_odds = nb.predict_log_proba(a, discrete) + gnb.predict_log_proba(b, real) - a.log_prior
    found = mixed_nb.predict_log_proba(mixed_nb.fit(table), table)
    assert_log_proba(found, (60, 3))
    np.testing.assert_allclose(found - found[:, :1], log_odds - log_odds[:, :1], atol=1e-11)


def test_one_kind_only_is_nb_or_gnb():
    table = mixed_table()
    discrete, real = mixed_nb.parts(table)
    found = mixed_nb.predict_log_proba(mixed_nb.fit(discrete, prior_alpha=1), discrete)
    np.testing.assert_array_equal(found, nb.predict_log_proba(nb.fit(discrete), discrete))
    np.testing.assert_allclose(
        mixed_nb.predict_log_proba(mixed_nb.fit(real), real),
        gnb.predict_log_proba(gnb.fit(real), real),
        atol=1e-14,
    )


def test_the_joint_is_the_prior_and_the_densities_of_both_parts():
    table = mixed_table(0, 60, 0.3)
    discrete, real = mixed_nb.parts(table)
    a, b = nb.fit(discrete, prior_alpha=0), gnb.fit(real)
    found = mixed_nb.log_joint(mixed_nb.fit(table), table)
    both = nb.log_joint(a, discrete) + gnb.log_joint(b, real) - b.log_prior
    np.testing.assert_allclose(found, both, rtol=0, atol=1e-12)


def test_numbers_of_parameters_printed_in_lopezcruz2013():
    """Arrhythmia has 168 continuous and 6 two-valued attributes and two classes: 685 parameters (table 2 of
    the paper).
    """
    rng = np.random.default_rng(0)
    attributes = [Attribute(f"x{j}", "linear") for j in range(168)] + [
        Attribute(f"b{j}", "nominal", ("0", "1")) for j in range(6)
    ]
    table = make_table(
        attributes, ["a", "b"], np.arange(20) % 2, rng.integers(0, 2, (20, 6)), rng.normal(size=(20, 168))
    )
    assert mixed_nb.summarize(mixed_nb.fit(table)) == {"n_parameters": 685, "attributes_used": 174}


def test_all_missing_gives_the_prior_and_no_case_gives_no_row():
    table = mixed_table()
    model = mixed_nb.fit(table)
    empty = table._replace(codes=np.full_like(table.codes, -1), reals=np.full_like(table.reals, np.nan))
    np.testing.assert_allclose(
        mixed_nb.predict_log_proba(model, empty), np.tile(model.discrete.log_prior, (60, 1)), atol=1e-14
    )
    none = mixed_table(0, 0)
    assert_log_proba(mixed_nb.predict_log_proba(model, none), (0, 3))
    assert_log_proba(mixed_nb.predict_log_proba(mixed_nb.fit(none), table), (60, 3))


def test_other_kinds_are_named():
    table = make_table([Attribute("axis", "direction", ("x", "y"))], ["a"], [0], None, [[1.0, 0.0]])
    with pytest.raises(InputError, match="attribute 'axis' is direction"):
        mixed_nb.fit(table)


def test_attributes_of_both_kinds_are_counted_together():
    table = tables.mixed(60)
    first = {a.kind: j for j, a in reversed(list(enumerate(table.attributes)))}
    model = mixed_nb.fit(tables.select(table, [first["nominal"], first["linear"]]))
    assert mixed_nb.summarize(model)["attributes_used"] == 2
